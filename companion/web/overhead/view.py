"""What the table view shows: everybody at an edge with what they can do now, the pots in the middle."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from attrs import evolve, frozen

from companion.engine.cached import cached_property
from companion.engine.game import Move
from companion.engine.reports.sentences import own_part, own_score
from companion.web.forms.form import Field
from companion.web.table.pots import Wedge
from companion.web.table.rows import PlayerRow, Players, beside
from companion.web.table.steps import MoveSteps
from companion.web.table.view import View

EDGES = ("near", "left", "far", "right")
"""The edges clockwise; near is the lower one."""
EDGE_PLACES = 13
"""The number of places on an edge. Place 0 is the first of the near edge, at its right end."""
TABLE_PLACES = EDGE_PLACES * len(EDGES)
"""The number of places around the table."""
EDGE_LENGTHS = {"wide": (2, 1, 2, 1), "tall": (1, 2, 1, 2)}
"""The lengths of the edges in relation to each other, for a screen that is wide or tall."""


def players_per_edge(players: int, shape: str) -> list[int]:
    """Return how many sit at each edge: two face each other, the next sit where there is most room."""
    lengths = EDGE_LENGTHS[shape]
    counts = [1, 0, 1, 0] if players > 1 else [1, 0, 0, 0]
    short_first = sorted((2, 0, 1, 3), key=lambda edge: lengths[edge])
    for _ in range(players - sum(counts)):
        counts[max(short_first, key=lambda edge: lengths[edge] / (counts[edge] + 1))] += 1
    return counts


def even_places(players: Sequence[str], shape: str) -> dict[str, int]:
    """Spread the players evenly round the table in seat order, each on the left of the one before."""
    places = [
        edge * EDGE_PLACES + round((EDGE_PLACES - 1) * (number + 0.5) / count)
        for edge, count in enumerate(players_per_edge(len(players), shape))
        for number in range(count)
    ]
    return dict(zip(players, places, strict=True))


def seat_places(seated: Sequence[str], saved: Mapping[str, int], shape: str) -> dict[str, int]:
    """Return the place of every player with a seat: the saved one; between the neighbours for one who came later."""
    places = {name: saved[name] for name in seated if name in saved}
    if not places:
        return even_places(seated, shape)
    for number, name in enumerate(seated):
        if name not in places:
            others = [*seated[number + 1 :], *seated[:number]]
            following = next(places[other] for other in others if other in places)
            before = next(places[other] for other in reversed(others) if other in places)
            gap = (following - before) % TABLE_PLACES or TABLE_PLACES
            places[name] = nearest_free((before + gap // 2) % TABLE_PLACES, places.values())
    return {name: places[name] for name in seated}


def nearest_free(place: int, taken: Collection[int]) -> int:
    """Return the free place nearest to a place; there are more places than people."""
    tries = ((place + way * distance) % TABLE_PLACES for distance in range(TABLE_PLACES) for way in (1, -1))
    return next(free for free in tries if free not in taken)


def next_free(place: int, way: int, taken: Collection[int]) -> int:
    """Return the next free place after a place, clockwise where ``way`` is 1, the other way round where it is -1."""
    tries = ((place + way * distance) % TABLE_PLACES for distance in range(1, TABLE_PLACES))
    return next(free for free in tries if free not in taken)


CROWDS = ((6, "few"), (10, "some"))
"""The largest number of players for each size of names, as CSS classes; more are ``many``."""
MOST_AT_A_SEAT = 4
MOST_IN_THE_MIDDLE = 4
"""How many questions of a hand there is room for at a seat, and between the edges; of more a form is opened."""


class Seat(NamedTuple):
    """A player at an edge."""

    row: PlayerRow
    gap: int
    """The number of places between this player and the one before on the edge."""
    part: list[tuple[str, int, str]]
    """What the player pays or takes in the last move."""
    asks: list[type[Move]]
    """The moves that name the player first, and then ask more."""
    answers: list[Field]
    """The questions of the hand that the player answers here."""


@frozen(slots=False)  # what the template asks twice is worked out once
class OverheadView:
    """The table as it is seen from above."""

    view: View
    chosen: str = ""
    """The player who is being moved."""

    @property
    def crowd(self) -> str:
        """The CSS class that says how small the names must be."""
        return next((size for most, size in CROWDS if len(self.rows) <= most), "many")

    @property
    def at_seats(self) -> bool:
        """Whether there is room for buttons on the name cards."""
        return self.crowd != "many"

    @cached_property
    def rows(self) -> list[PlayerRow]:
        """The players with a seat, each with the moves that one tap on the name card says."""
        view = self.view
        named = [kind for kind, offer in view.standing.items() if kind.main and offer.players]
        taps = (*beside(view.standing, view.began), *named)
        here = (view.state, view.table, view.visitor, None, taps, view.possible, view.began)
        return Players(*here, True, view.unsaid).seated

    @cached_property
    def called(self) -> dict[type[Move], bool]:
        """The moves that one tap on a name card says, with whether any player can make them now."""
        calls = [call for row in self.rows for call in row.calls]
        return {call.kind: any(not each.gone for each in calls if each.kind is call.kind) for call in calls}

    @cached_property
    def asking(self) -> dict[type[Move], frozenset[str]]:
        """The main moves that ask more than a tap says, with the players on whose cards they stand."""
        kinds = [offer.kind for offer in self.view.offers if offer.kind.main and not offer.plain]
        steps = [MoveSteps(self.view.form_of(kind)) for kind in kinds if kind not in self.called]
        asked = {step.kind: step.tappable_players or step.in_their_rows for step in steps}
        return asked if self.at_seats else dict.fromkeys(asked, frozenset())

    @cached_property
    def hand(self) -> MoveSteps | None:
        """The move of which each player says a part at the own seat; None where there isn't room for its questions."""
        asked = self.view.asking
        if not asked or not asked.in_rows or not self.at_seats:
            return None
        at_seats = sum(bool(each.cell) for each in asked.open_fields)
        return asked if at_seats <= MOST_AT_A_SEAT and len(for_all(asked)) <= MOST_IN_THE_MIDDLE else None

    @property
    def faced(self) -> str:
        """The player whom its questions face: who was tapped for it, else who deals."""
        tapped, state = self.view.tapped, self.view.state
        named = {**tapped.answered, **tapped.opened_with}.values() if tapped else ()
        return next((name for name in named if name in state.seated), state.dealer)

    @cached_property
    def marks(self) -> list[Field]:
        """The questions of that move which a tap at a seat answers with its player."""
        return [asked for asked in self.hand.open_fields if asked.in_rows] if self.hand else []

    @property
    def in_the_middle(self) -> list[Field]:
        """The other questions of that move, which are asked once for all."""
        return for_all(self.hand) if self.hand else []

    def at_seat(self, asked: Iterable[Field], shape: str) -> list[Field]:
        """Return questions as they are asked at a seat: what sends them is the form in the middle."""
        return [evolve(each, outside={"form": f"hand-{shape}"}) for each in asked]

    def is_shared(self, kind: type[Move]) -> bool:
        """Return whether each player says a part of such a move at the own seat."""
        return any(asked.cell for asked in self.view.form_of(kind).fields({}))

    @property
    def forms(self) -> list[type[Move]]:
        """The main moves with a form of their own, to be opened from the middle."""
        forms = []
        for kind, offer in self.view.standing.items():
            if self.hand and kind is self.hand.kind:
                continue
            if kind in self.called:
                is_form = self.called[kind] and not self.at_seats
            else:
                is_form = kind.main and not offer.plain and not self.asking.get(kind)
            if is_form and kind.name != "deal":
                forms.append(kind)
        return forms

    @cached_property
    def wedges(self) -> list[Wedge]:
        """The pots as a board whose names are read from around it."""
        return self.view.drawn(flat=True)

    @cached_property
    def layouts(self) -> list[tuple[str, list[tuple[str, list[Seat]]]]]:
        """The edges for a wide and for a tall screen, or for both alike, whose shape is empty then."""
        wide, tall = self.edges("wide"), self.edges("tall")
        return [("", wide)] if wide == tall else [("wide", wide), ("tall", tall)]

    def arrangement(self, shape: str) -> str:
        """Return everybody's places as one line, for the form that moves them."""
        return arrangement(seat_places(self.view.state.seated, self.view.table.beside.places, shape))

    def edges(self, shape: str) -> list[tuple[str, list[Seat]]]:
        """Return the edges of a shape by name with their seats, beginning with the first player's."""
        places = seat_places([row.name for row in self.rows], self.view.table.beside.places, shape)
        rows = sorted(self.rows, key=lambda row: places[row.name])
        edges = []
        for number, name in enumerate(EDGES):
            at_edge = [row for row in rows if places[row.name] // EDGE_PLACES == number]
            edges.append((name, self._seats([(row, places[row.name] % EDGE_PLACES) for row in at_edge])))
        first = next(iter(places.values())) // EDGE_PLACES
        return edges[first:] + edges[:first]

    def _seats(self, rows: list[tuple[PlayerRow, int]]) -> list[Seat]:
        before = [0, *(place for _, place in rows)]
        gaps = [(row, place - previous) for (row, place), previous in zip(rows, before, strict=False)]
        return [
            Seat(row, gap, self._part(row.name), self._asks(row.name), self._answers(row.name)) for row, gap in gaps
        ]

    def _asks(self, name: str) -> list[type[Move]]:
        return [kind for kind, players in self.asking.items() if name in players]

    def _answers(self, name: str) -> list[Field]:
        asked = [each for each in self.hand.open_fields if each.cell] if self.hand else []
        return [each for each in asked or self.marks if name in dict(each.choices)]

    def _part(self, name: str) -> list[tuple[str, int, str]]:
        journal, state = self.view.table.journal, self.view.state
        part = own_part(journal.moved, name, state, names_pots=True, unsaid=self.view.unsaid)
        return [*own_score(journal.scored, name, state), *part]


def for_all(hand: MoveSteps) -> list[Field]:
    """Return the questions of a move that are asked once for all players."""
    asked = (*hand.open_fields, *hand.beside_fields, *hand.aside_fields)
    return [each for each in asked if not (each.cell or each.in_rows)]


def arrangement(places: Mapping[str, int]) -> str:
    """Return everybody's places as one line."""
    return " ".join(f"{place}" for place in places.values())
