"""The table page as its template needs it, worked out from the journal."""

from collections.abc import Mapping
from typing import Any

from attrs import evolve, frozen

from companion.engine.cached import cached_property
from companion.engine.errors import Illegal
from companion.engine.fields import Pot
from companion.engine.game import Moment, Move, State
from companion.engine.hands import bringing_deal, open_deal, state_for, untouched_deal
from companion.engine.journal import Journal
from companion.engine.kit.moves import Deal
from companion.engine.message import Message, say
from companion.engine.playing import check_available, with_hand_closed
from companion.engine.replay import Step
from companion.engine.reports.offers import Offer, offer, offers
from companion.engine.reports.pad import Pad, pad
from companion.store import Table
from companion.web.forms.fields import MoveForm
from companion.web.request.access import Visitor
from companion.web.request.game_pages import pages_of
from companion.web.request.refusal import Doubtful, path_refused, refuse, refused
from companion.web.table import captions
from companion.web.table.phones import NOTHING_SAID, hand_begun, with_replies
from companion.web.table.pots import Wedge, may_have_lain, unsaid_pots, wedges
from companion.web.table.rows import Players, beside
from companion.web.table.steps import MoveSteps, again, as_last_time, hand_steps, move_steps, opens_beside

MAX_LATEST = 4
"""How many of the latest moves are shown."""
TABLE = "table.page"
"""The page of the table itself, to which nothing on it leads."""
MOST_BESIDE = 2
"""Up to how many pots stand beside each other; more are a board."""


@frozen(slots=False)  # cached properties keep what the template asks twice
class View:
    """A table as one visitor sees it."""

    table: Table
    visitor: Visitor
    state: State[Any, Any]
    transfers: list[str]
    """The counters that changed hands with the last tap, in sentences."""
    offers: list[Offer]
    """The moves that are possible now, but for those of the seats."""
    tapped: MoveSteps | None = None
    """The move that was tapped and still asks something."""
    whole_hand: MoveSteps | None = None
    """The whole hand, where one form asks for all of it."""

    @cached_property
    def forms(self) -> dict[type[Move], MoveForm]:
        """The forms of moves that this page needed so far."""
        return {}

    def form_of(self, kind: type[Move]) -> MoveForm:
        """Return the form of a kind of move, built once for the page."""
        return self.forms.setdefault(kind, MoveForm(kind, state_for(self.table.journal, kind)))

    @cached_property
    def game_view(self) -> Any:
        """Return what the game's own templates show, None where it has none."""
        pages, game = pages_of(self.state), self.state.game
        if pages and pages.shows:
            return pages.shows(self)
        return game.score_sheet(self.state) if game and game.score_sheet else None

    @cached_property
    def asking(self) -> MoveSteps | None:
        """The move that is asked for: the one tapped, a whole hand, else the only main one that asks anything."""
        if self.whole_hand:
            return self.tapped or self.whole_hand
        if self.first and not self.tapped:
            return MoveSteps(self.form_of(self.first), typed=self.shown(self.first))
        mains = [offer for offer in self.offers if offer.kind.main and not offer.plain and not offer.kind.beside]
        if self.tapped or len(mains) != 1 or beside(self.standing, self.began):
            return self.tapped
        kind, players = mains[0].kind, mains[0].players
        return MoveSteps(self.form_of(kind), typed=self.shown(kind), players=players)

    def shown(self, kind: type[Move]) -> dict[str, Any]:
        """Return what the form of a move shows before anything is typed: as last time, and what phones replied."""
        return with_replies(self.table, kind, as_last_time(self.table.journal, kind))

    @cached_property
    def first(self) -> type[Move] | None:
        """The move that comes before all others, where it can be made now."""
        return next((kind for kind in self.possible if kind.comes_first), None)

    @cached_property
    def began(self) -> State[Any, Any]:
        """The table as the hand that is open began; as it stands between hands."""
        dealt = open_deal(self.table.journal)
        return dealt.state if dealt else self.state

    @property
    def hand_begun(self) -> int:
        """The number of the entry that began the hand."""
        return hand_begun(self.table.journal)

    @cached_property
    def possible(self) -> dict[type[Move], Offer]:
        return {offer.kind: offer for offer in self.offers}

    @cached_property
    def standing(self) -> dict[type[Move], Offer]:
        """The moves that have their place on the page: those possible now, and those that were as the hand began."""
        if not (self.possible and self.state.game):
            return self.possible
        kinds = [kind for kind in self.state.game.by_name.values() if kind.moment is Moment.HAND]
        gone = (offer(self.began, kind) for kind in kinds if kind not in self.possible and self.began is not self.state)
        stand = {found.kind: found for found in gone if found} | self.possible
        return {kind: stand[kind] for kind in self.state.game.by_name.values() if kind in stand}

    @property
    def sure(self) -> str:
        """The text of the button that writes down what was refused as unlikely; empty where nothing was."""
        why = refused()
        return why.sure if isinstance(why, Doubtful) else ""

    @cached_property
    def calls(self) -> list[type[Move]]:
        """The moves that are one tap beside a player each, or opened by one, where there are several."""
        mains = [kind for kind, offer in self.standing.items() if kind.main and not kind.beside]
        tapped = [kind for kind in mains if self.standing[kind].players or opens_beside(kind)]
        return [] if self.asking else [*beside(self.standing, self.began), *tapped]

    @property
    def others(self) -> list[type[Move]]:
        """The other main moves that ask something; beside a whole hand they are rarer."""
        if self.whole_hand or (self.asking and self.asking.kind is self.first):
            return []
        shown = {*self.calls, self.asking.kind} if self.asking else set(self.calls)
        return [kind for kind in _asking_mains(self.possible if self.asking else self.standing) if kind not in shown]

    @property
    def tapped_pot(self) -> str:
        """The pot that was tapped for the move that is asked for."""
        if not self.tapped:
            return ""
        answered = self.tapped.answered.items()
        taps = ((pot, tap) for pot, (kind, tap) in self.on_board.items() if kind is self.tapped.kind)
        return next((pot for pot, tap in taps if tap and tap.items() <= answered), "")

    @cached_property
    def on_board(self) -> dict[str, tuple[type[Move], Mapping[str, str]]]:
        """The move for which each pot stands that can be tapped, with what the tap answers of it."""
        taps = [(offer.kind, offer.kind.pot_taps(self.state)) for offer in self.offers]
        return {pot: (kind, tap) for kind, on_pots in reversed(taps) for pot, tap in on_pots.items()}

    @cached_property
    def deal(self) -> Offer | None:
        return self._named("deal")

    @cached_property
    def deal_along(self) -> bool:
        """Whether what the next hand comes to brings its deal along."""
        return bool(bringing_deal(self.state))

    @property
    def deals_by_taps(self) -> bool:
        """Whether hands of the game, or of one to come, have a deal of their own, whatever is on now."""
        state, game = self.state, self.state.game
        if len(state.seats) == 1:  # a caller starts each round when the hall is ready
            return False
        later = state.replace(open=False, over=False, hand=max(state.hand, 1))
        return not game or (game.deals and not bringing_deal(later))

    @cached_property
    def no_deal(self) -> str:
        """Why no hand can be dealt now, where one should be; empty where it can."""
        state = self.state
        if self.deal or state.open or state.over or not (self.visitor.writes and state.game):
            return ""
        try:
            check_available(state, state.game.begins)
        except Illegal as hindered:
            return str(hindered)
        return ""

    @cached_property
    def dealt_by_itself(self) -> Step | None:
        """The deal that the table made by itself, which a move between hands takes back; None where there is none."""
        return untouched_deal(self.table.journal) if self.visitor.writes else None

    @cached_property
    def finish(self) -> Offer | None:
        """The end of the game, between hands, or where it takes back a deal that nobody has touched."""
        if self.dealt_by_itself and self.state.game:
            kind = self.state.game.by_name["finish"]
            return offer(state_for(self.table.journal, kind), kind)
        return self._named("finish")

    @cached_property
    def again(self) -> list[tuple[str, int]]:
        """The inputs with which the next hand is dealt as the last one was."""
        return again(self.table.journal, self.deal.kind) if self.deal else []

    def comes_to(self, kind: type[Move]) -> str:
        """Say what a move will do here that is made in one tap and ends something."""
        return captions.comes_to(self.table.journal, kind)

    def _named(self, name: str) -> Offer | None:
        return next((offer for offer in self.offers if offer.kind.name == name), None)

    @property
    def buttons(self) -> list[type[Move]]:
        """The other main moves, one tap each."""
        deal = self.deal and self.deal.kind
        return [kind for kind, offer in self.standing.items() if kind.main and offer.plain and kind is not deal]

    @cached_property
    def rarer(self) -> list[MoveSteps]:
        """All other moves that a form can ask for now, but for lists and moves with a page of their own."""
        kinds = [kind for kind in self.standing if not (self.finish and kind is self.finish.kind)]
        asked = self.asking and self.asking.kind
        kinds = [kind for kind in kinds if not (kind.main or kind.page or kind.beside or kind is asked)]
        kinds = [kind for kind in kinds if kind in self.possible or not kind.comes_first]
        mains = _asking_mains(self.possible) if self.whole_hand else []
        rarer = [MoveSteps(self.form_of(kind)) for kind in [*mains, *kinds]]
        return [rare for rare in rarer if not any(asked.repeats for asked in rare.open_fields)]

    @property
    def rarer_apart(self) -> tuple[list[MoveSteps], list[MoveSteps], list[MoveSteps]]:
        """The rarer moves apart: those beside a hand, those that say it doesn't count, those of counters alone."""
        void = [rare for rare in self.rarer if rare.kind.name in ("misdeal", "abandon") and not rare.fields]
        of_counters = [rare for rare in self.rarer if rare.kind.of_counters]
        return [rare for rare in self.rarer if rare not in void and rare not in of_counters], void, of_counters

    @property
    def paged(self) -> list[type[Move]]:
        """The moves with a page of their own; it can be opened even when the move isn't legal now."""
        kinds = self.state.game.by_name.values() if self.state.game else ()
        return [*{kind.page: kind for kind in reversed([*kinds]) if kind.page not in ("", TABLE)}.values()][::-1]

    @cached_property
    def pad(self) -> Pad | None:
        """The score pad of a game of points."""
        return pad(self.table.journal)

    @property
    def age(self) -> str:
        """The time for which the pots have been standing, and what the game adds to it (SF-26)."""
        return captions.age(self.state, self.hints)

    @cached_property
    def hints(self) -> list[str]:
        """What the dealer should know before the next deal."""
        if self.state.open or not self.deal or not issubclass(self.deal.kind, Deal):
            return []
        return self.deal.kind.hints(self.state)

    def drawn(self, *, flat: bool = False) -> list[Wedge]:
        """Draw the pots as a round board, without the counters of which nobody has said where they lie."""
        drawn = wedges(self.state.pots, self.state.since, self.state.hand, flat=flat)
        return [wedge._replace(held=None, counters=[]) if wedge.pot in self.unsaid else wedge for wedge in drawn]

    @property
    def next_deal(self) -> str:
        """The counters that the next deal costs, in a sentence (SF-26), but for those laid on a board."""
        return captions.deal_costs(self.state, self.deal.kind) if self.deal and self.deal.plain else ""

    @property
    def deal_words(self) -> Message:
        """What the button says that deals the next hand."""
        kind = self.deal.kind if self.deal else Deal
        return say("Deal hand {hand}", hand=self.state.hand + 1) if kind.label == Deal.label else say(kind.label)

    @property
    def deals(self) -> str:
        return with_hand_closed(self.state, self.deal.kind).dealer if self.deal else ""

    @cached_property
    def players(self) -> Players:
        """The players, and what can be done for each of them."""
        listed = len(self.state.seats) > 1 and (not self.tapped or self.tapped.step is not None)
        here = (self.state, self.table, self.visitor, self.asking, tuple(self.calls), self.possible, self.began)
        return Players(*here, listed, self.unsaid)

    @cached_property
    def unsaid(self) -> frozenset[str]:
        """The pots of which nobody has said how many counters lie in them."""
        lifted = self.state.game and any(kind.lifts for kind in self.state.game.moves)
        pots = [pot for pot, held in self.state.pots.items() if held or self.state.open]  # one that was taken is empty
        return frozenset(unsaid_pots(self.table.journal, pots) if lifted else ())

    @property
    def settles(self) -> bool:
        """Whether there is anything to settle: not after points alone, if every counter is where it was."""
        state = self.state
        moved = any(state.balances.values()) or any(state.pots.values()) or bool(state.settled)
        return state.for_counters and (moved or not state.score)

    @property
    def sum_of_players(self) -> int:
        """All that is shown of players together: the stacks on the table, or the balances."""
        names = self.state.seated if self.state.stacks else self.state.seats
        return sum(self.state.shown[name] for name in names)

    @property
    def in_box(self) -> int:
        """What those who left put back in the box, and owe it or are owed."""
        return sum(self.state.stacks.values()) - (self.sum_of_players if self.state.stacks else 0)

    @property
    def sum_of_pots(self) -> int:
        """All pots together; with all balances it must be 0 (GEN-01)."""
        return sum(self.state.pots.values())

    @property
    def small_pots(self) -> list[int]:
        """What stays in sight of the pots once the page is scrolled: up to two as they are, more as their sum."""
        shows = self.state.for_counters and (self.sum_of_pots or not self.pad)
        held = list(self.state.pots.values()) if shows else []
        return held if len(held) <= 2 else [sum(held)]

    @property
    def direction(self) -> str:
        """Whether counters went into a pot or out of it with the last tap."""
        moved = self.table.journal.moved
        return "" if not moved else "in" if isinstance(moved[-1].payee, Pot) else "out"

    @cached_property
    def undone(self) -> str:
        """What Undo would take back, in a sentence; empty where there is nothing."""
        return self.table.told(captions.undo_sentence(self.table.journal))

    @cached_property
    def redone(self) -> str:
        """What Redo would write anew, in a sentence; empty where there is nothing."""
        return self.table.told(captions.redo_sentence(self.table.journal))

    @property
    def happened(self) -> str:
        """What the last tap wrote down, corrected or took back, where it moved no counter."""
        return self.table.told(captions.happened(self.table.journal))

    @property
    def latest(self) -> list[tuple[int, str, bool]]:
        """The last few moves, newest first: number, sentence, whether it stands."""
        steps = self.table.journal.steps[: -MAX_LATEST - 1 : -1]
        return [(step.line.number, self.table.told(self.table.journal.told(step)), step.in_force) for step in steps]


def _asking_mains(offers: Mapping[type[Move], Offer]) -> list[type[Move]]:
    return [kind for kind, offer in offers.items() if kind.main and not offer.plain]


def possible_now(journal: Journal) -> list[Offer]:
    """Return the moves that have their place on the page of the table now, also those that bring their own deal."""
    state = journal.state
    kinds = state.game.by_name.values() if state.game else ()
    elsewhere = {kind.name for kind in kinds if kind.at_seats or (kind.of_counters and not state.for_counters)}
    possible = [offer(state_for(journal, kind), kind) for kind in bringing_deal(state)]
    return [*filter(None, possible), *offers(state, elsewhere)]


def view(
    table: Table, visitor: Visitor, args: Mapping[str, str] = NOTHING_SAID, typed: Mapping[str, Any] | None = None
) -> View:
    """Return the table as this visitor sees it, with the move that an address asks for by its ``args``.

    They answer some of its questions too; ``typed`` is what its form shows again.
    """
    state, tapped = table.journal.state, None
    asked = state.game.by_name.get(args.get("move", "")) if state.game else None
    possible = possible_now(table.journal) if visitor.writes else []
    if asked and visitor.writes:
        try:
            shown = typed or with_replies(table, asked, as_last_time(table.journal, asked), args)
            tapped = move_steps(MoveForm(asked, state_for(table.journal, asked)), args, shown, path_refused())
            tapped = evolve(tapped, lain=may_have_lain(table.journal, asked, tapped.answered))
        except Illegal as hindered:
            refuse(hindered)
    latest, whole = captions.latest_changes(table.journal), hand_steps(state) if visitor.writes else None
    seen = View(table, visitor, state, latest, possible, tapped, whole)
    on_board = len(state.pots) > MOST_BESIDE  # which shows what a sum is made of
    return evolve(seen, transfers=[*map(captions.main_clause, latest)]) if on_board else seen
