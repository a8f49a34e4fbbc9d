"""Loto cards: who holds which, what prizes are on them, and what their lines earn (LC, LO1, LO2)."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, NamedTuple, TypeAlias

from attrs import evolve, field, frozen

from companion.engine import (
    MAX_COUNTERS,
    Effect,
    Facts,
    Illegal,
    Malformed,
    Message,
    Moment,
    Move,
    Seat,
    State,
    Within,
    kit,
    listed,
    say,
    say_many,
)
from companion.loto.rules.box import BOXES, PER_ROW, ROWS, Card, problem

OTHER_MAKE = 0
"""The number of every card that isn't of the box."""
PRIZES = {"row": 1, "two-rows": 2, "card": 3}
"""The prizes, with how many rows of one card must be complete (LO1-06)."""
PRIZE_WORDS = {"row": say("a row"), "two-rows": say("two rows"), "card": say("the whole card")}
"""The prizes in a sentence."""

MAX_NAMED_NUMBERS = 5
"""Missing numbers are named one by one up to this many."""
LINE_NAMES = ("", say("abstract"), say("ambo"), say("terne"), say("quaterne"), say("quinterne"))
"""The names of a line by how many of its numbers are covered (LO2-09)."""
AMBO = 2
"""The fewest covered numbers that give a line a name worth telling."""


@frozen
class PaperCards:
    """A card of three lists of five numbers, or a list of such cards; LC-05 is checked later."""

    example: ClassVar[list[Any]] = [list(row) for row in BOXES[24][1]]

    def problem(self, value: list[Any]) -> str | None:
        """Return why a value is no such card, None if it is one."""
        if _is_card(value) or all(_is_card(card) for card in value):
            return None
        return say("must be a card, three lists of five whole numbers, or a list of such cards")

    def json_schema(self) -> dict[str, Any]:
        """Return what a JSON Schema says of it."""
        number = {"type": "integer", "minimum": 0, "maximum": MAX_COUNTERS}
        row = {"type": "array", "items": number, "minItems": PER_ROW, "maxItems": PER_ROW}
        card = {"type": "array", "items": row, "minItems": ROWS, "maxItems": ROWS}
        return {"anyOf": [card, {"type": "array", "items": card}]}


def _is_card(value: Any) -> bool:
    lists = [value, *value] if isinstance(value, list) else [value]
    if any(type(part) is not list for part in lists) or [len(part) for part in lists] != [ROWS] + ROWS * [PER_ROW]:
        return False
    return all(type(number) is int and 0 <= number <= MAX_COUNTERS for row in value for number in row)


LotoNumber: TypeAlias = Annotated[int, Within(1, 90)]
CardNumber: TypeAlias = Annotated[int, Within(0)]
OwnCards: TypeAlias = Annotated[list[Any], PaperCards()]


@frozen
class Holding:
    """The cards of a player: numbers of the box as listed, cards of the player's own, how many are unseen."""

    box: tuple[int, ...] = ()
    own: tuple[Card, ...] = ()
    unseen: int = 0

    @property
    def count(self) -> int:
        """Return how many cards there are."""
        return len(self.box) + len(self.own) + self.unseen

    def seen(self, size: int) -> tuple[tuple[int, Card], ...]:
        """Return the cards by their numbers in a box of this size, then the player's own, each as ``OTHER_MAKE``."""
        boxed = ((number, BOXES[size][number]) for number in self.box)
        return (*boxed, *((OTHER_MAKE, card) for card in self.own))

    def summary(self) -> str:
        """Return the cards in words: ``cards 7 and 12``, ``2 cards of other make``."""
        if self.box:
            if len(self.box) == 1:
                return say("card {card}", card=self.box[0])
            return say("cards {numbers}", numbers=listed([str(number) for number in self.box]))
        if self.unseen:
            return say_many(
                "{n} card from another box, not entered",
                "{n} cards from another box, not entered",
                self.count,
            )
        if not self.count:
            return say("no card")
        return say_many("{n} card from another box", "{n} cards from another box", self.count)


NO_CARDS = Holding()
"""What a player without cards holds."""


@frozen(slots=False)  # beside it a game may remember what was called
class CardHolders(Facts):
    """The cards of each player, also of those who sit out."""

    cards: Mapping[str, Holding] = field(factory=dict)


def holds(state: State[Any, Any], player: str) -> Holding:
    """Return the cards that a player holds."""
    holding: Holding = state.facts.cards.get(player, NO_CARDS)
    return holding


def holders(state: State[Any, Any], order: Iterable[str]) -> dict[str, Holding]:
    """Return those of the players who hold cards, in the same order, with their cards."""
    return {name: holding for name in order if (holding := holds(state, name)).count}


@frozen
class Cards(Move):
    """A player takes these cards instead of the old ones, or hands them all back."""

    name = "cards"
    label = "Cards"
    moment = Moment.BETWEEN
    page = "loto.hand_out"

    player: Annotated[Seat, "Who takes cards?"]
    numbers: Annotated[list[CardNumber] | None, "Which cards from the box? (none: all go back)"] = None
    own: Annotated[OwnCards | None, "Cards of your own: three rows of five numbers each"] = None

    def well_formed(self) -> None:
        """Refuse cards given in more than one way, or in none."""
        ways = [self.numbers, self.own, self.not_typed]
        if sum(given is not None for given in ways) != 1:
            raise Malformed("give exactly one of {names}", names=listed(self.ways()))

    @classmethod
    def ways(cls) -> list[str]:
        """Return the fields of which exactly one is given."""
        return ["numbers", "own"]

    @classmethod
    def amended(cls, answered: Mapping[str, Any], unasked: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answers, with the cards given now instead of those before; if neither names any, all go back."""
        ways = {*cls.ways()}
        fields = {**answered} if ways & answered.keys() else {**unasked, **answered}
        return fields if ways & fields.keys() else {**fields, "numbers": []}

    @property
    def not_typed(self) -> int | None:
        """Return how many cards the companion hasn't seen, None if the game has no such."""
        return getattr(self, "unseen", None)

    @property
    def holding(self) -> Holding:
        """Return the cards that are taken."""
        own = self.own or []
        cards = [own] if own and type(own[0][0]) is int else own
        seen = tuple(tuple(tuple(row) for row in card) for card in cards)
        return Holding(tuple(self.numbers or ()), seen, self.not_typed or 0)

    def check(self, state: State[Any, Any]) -> None:
        """Refuse cards that the box lacks, are named twice, are another's, or break LC-05."""
        holding = self.holding
        for place, number in enumerate(holding.box):
            if number not in BOXES[state.options.box]:
                raise Illegal("There is no card {number} in the box of {box}.", number=number, box=state.options.box)
            if number in holding.box[:place]:
                raise Illegal("Card {number} is named twice.", number=number)
            for name, other in state.facts.cards.items():
                if number in other.box and name != self.player:
                    raise Illegal("{name} holds card {number}.", name=name, number=number)
        for card in holding.own:
            if wrong := problem(card):
                raise Illegal(wrong)

    def effect(self, state: State[Any, Any]) -> Effect:
        """Hand the cards over."""
        taken = with_cards(state, self.player, self.holding)
        return Effect(say("{player} has {cards}.", player=self.player, cards=self.holding.summary()), taken)


def with_cards(state: State[Any, Any], player: str, holding: Holding) -> State[Any, Any]:
    """Return the state in which the player holds these cards and no others."""
    return state.replace(facts=evolve(state.facts, cards={**state.facts.cards, player: holding}))


@frozen
class Leave(kit.Leave):
    """Somebody leaves and hands the cards back; their balance stays."""

    def effect(self, state: State[Any, Any]) -> Effect:
        """Give the cards back."""
        left = super().effect(state)
        return left._replace(state=with_cards(left.state, self.player, NO_CARDS))


class CardProgress(NamedTuple):
    """How far the numbers drawn cover a card, which ``number`` names.

    ``missing`` has the missing numbers of each row; ``since`` has the place, counted from 1, of the number drawn that
    completed it, None until one does.
    """

    number: int
    missing: tuple[tuple[int, ...], ...]
    since: tuple[int | None, ...]

    def complete_since(self, rows: int) -> int | None:
        """Return which number drawn completed this many rows, None if fewer are complete."""
        complete = sorted(place for place in self.since if place is not None)
        return complete[rows - 1] if len(complete) >= rows else None

    def lacks(self, rows: int) -> tuple[int, ...]:
        """Return the fewest numbers that are missing for this many complete rows."""
        return tuple(number for row in sorted(self.missing, key=len)[:rows] for number in row)


class PossibleClaim(NamedTuple):
    """A prize that a player could claim on a card, or on all cards, since this many numbers were drawn."""

    prize: str
    player: str
    card: int
    since: int


def card_progress(number: int, card: Card, drawn: Sequence[int]) -> CardProgress:
    """Return how far the numbers drawn cover a card on which none was missed."""
    places = {called: place for place, called in enumerate(drawn, 1)}
    missing = tuple(tuple(number for number in row if number not in places) for row in card)
    since = tuple(None if lacks else max(places[n] for n in row) for row, lacks in zip(card, missing, strict=True))
    return CardProgress(number, missing, since)


def covered(card: Card, drawn: Collection[int]) -> int:
    return sum(number in drawn for row in card for number in row)


def playing(state: State[Any, Any]) -> dict[str, Holding]:
    """Return those who play and hold cards, from the dealer's left; a calling dealer doesn't play (LO1-02)."""
    order = state.from_left_of(state.dealer)
    return holders(state, [name for name in order if not calls(state, name)])


def calls(state: State[Any, Any], player: str) -> bool:
    """Return whether the player calls the numbers and so doesn't play (LO1-02)."""
    return bool(state.options.caller == "dealer" and player == state.dealer)


def all_together(state: State[Any, Any], prize: str) -> bool:
    """Return whether all of a player's cards must be complete for this prize (LO1-05)."""
    return bool(prize == "card" and state.options.whole == "all-cards")


def progress_of(state: State[Any, Any], player: str) -> list[CardProgress]:
    """Return how far the numbers drawn cover each card of a player that the companion has seen."""
    return [
        card_progress(number, card, state.facts.drawn) for number, card in holds(state, player).seen(state.options.box)
    ]


def offered(state: State[Any, Any]) -> list[str]:
    """Return the prizes that a hand is played for, by the house rules (LO1-06)."""
    return list(PRIZES) if state.options.prizes == "quarters" else ["card"]


def still_there(state: State[Any, Any]) -> list[str]:
    """Return the prizes that nobody has claimed yet."""
    return [prize for prize in offered(state) if prize not in state.facts.claimed]


def waits_for_one(state: State[Any, Any], player: str, prize: str) -> bool:
    """Return whether a single number is missing for a prize, on cards that are seen."""
    return any(sum(len(card.lacks(PRIZES[prize])) for card in cards) == 1 for cards in _tries(state, player, prize))


def possible_claims(state: State[Any, Any]) -> list[PossibleClaim]:
    """Return all claims that could be made now for prizes still there, on cards that are seen."""
    return [
        PossibleClaim(prize, player, cards[0].number, max(since))
        for prize in still_there(state)
        for player in playing(state)
        for cards in _tries(state, player, prize)
        if (since := _since(cards, PRIZES[prize]))
    ]


def must_have(state: State[Any, Any], player: str, card: int, prize: str, said: Callable[[int], str] = str) -> None:
    """Refuse a claim, saying what is missing, unless the numbers drawn give the player the prize on this card.

    ``said`` returns what is said of a number: its word, or itself.
    """
    holding = holds(state, player)
    if calls(state, player):
        raise Illegal("{player} calls the numbers and doesn't play: there is nothing to claim.", player=player)
    if not (card in holding.box if card else holding.own or holding.unseen):
        claimed = say("card {card}", card=card) if card else say("a card from another box")
        raise Illegal("{player} has {holding}, not {card}.", player=player, holding=holding.summary(), card=claimed)
    if missing := _missing(state, player, card, prize):
        what, lacks = _what(state, card, prize), are_missing(missing, said)
        raise Illegal("{player} doesn't have {what} yet: {lacks}.", player=player, what=what, lacks=lacks)


def are_missing(numbers: Sequence[int], said: Callable[[int], str] = str) -> str:
    """Return missing numbers in words, each as it is ``said``: ``33 and 50 are missing``."""
    if len(numbers) > MAX_NAMED_NUMBERS:
        return say("{n} are still missing", n=len(numbers))
    if len(numbers) == 1:
        return say("{number} is missing", number=said(numbers[0]))
    return say("{numbers} are missing", numbers=listed([said(number) for number in sorted(numbers)]))


def _what(state: State[Any, Any], card: int, prize: str) -> str:
    """Return what is claimed: ``a row on card 7``, ``all of card 7``."""
    if all_together(state, prize):
        return say("all of every card")
    if prize == "card" and not card:
        return say("a whole card")
    return prize_on(prize, card)


def prize_on(prize: str, card: int) -> Message:
    """Return a prize on a card: ``a row on card 7``, ``all of card 7``, ``a row`` if the card has no number."""
    if card and prize == "card":
        return say("all of card {card}", card=card)
    return say("{prize} on card {card}", prize=PRIZE_WORDS[prize], card=card) if card else PRIZE_WORDS[prize]


def _tries(state: State[Any, Any], player: str, prize: str) -> list[list[CardProgress]]:
    """Return the cards that may win the prize: each alone, or all together."""
    cards = progress_of(state, player)
    return [cards] if cards and all_together(state, prize) else [[card] for card in cards]


def _since(cards: Sequence[CardProgress], rows: int) -> list[int]:
    """Return which number drawn completed this many rows on each card; empty if one of them isn't complete."""
    since = [place for card in cards if (place := card.complete_since(rows)) is not None]
    return since if len(since) == len(cards) else []


def _missing(state: State[Any, Any], player: str, card: int, prize: str) -> list[int]:
    """Return the fewest numbers that the player lacks for the prize on this card; none for unseen cards, on trust."""
    named = [
        cards for cards in _tries(state, player, prize) if card in [card_progress.number for card_progress in cards]
    ]
    lacks = [[number for card in cards for number in card.lacks(PRIZES[prize])] for cards in named]
    return min(lacks, key=len, default=[])


class CardLine(NamedTuple):
    """One line of a card, counted from 0, with its covered numbers and the premium that they earn."""

    player: str
    card: int
    line: int
    covered: tuple[int, ...]
    premium: int

    @property
    def name(self) -> str:
        """Return what the line is called by its covered numbers, empty if there are none."""
        return LINE_NAMES[len(self.covered)]


class Coverage(NamedTuple):
    """All lines in order: seats from the eldest hand, each one's cards as listed, lines downwards.

    ``emptied_by`` is how many numbers were drawn when the last counter was laid, None if one was left.
    """

    lines: tuple[CardLine, ...]
    emptied_by: int | None = None

    def counters(self) -> dict[str, int]:
        """Return how many numbers each player covers, and so how many counters each takes (LO2-07)."""
        return self._each([len(line.covered) for line in self.lines])

    def premiums(self) -> dict[str, int]:
        """Return what each player's lines earn beside, all together (LO2-10)."""
        return self._each([line.premium for line in self.lines])

    def named(self, player: str) -> list[str]:
        """Return the names of the player's lines: ambos, ternes, quaternes and quinternes."""
        return [line.name for line in self.lines if line.player == player and len(line.covered) >= AMBO]

    def _each(self, earned: Sequence[int]) -> dict[str, int]:
        due = {line.player: 0 for line in self.lines}
        for line, counters in zip(self.lines, earned, strict=True):
            due[line.player] += counters
        return due


def cover(state: State[Any, Any], numbers: Sequence[int], counters: int | None = None) -> Coverage:
    """Cover the numbers one after another; if ``counters`` limits them, the eldest hand first (LO2-15)."""
    lines = [
        (player, card, place, line)
        for player, holding in holders(state, state.playing).items()
        for card, rows in holding.seen(state.options.box)
        for place, line in enumerate(rows)
    ]
    rows = [line for *_, line in lines]
    covered: list[list[int]] = [[] for _ in rows]
    left = len(numbers) * len(lines) + 1 if counters is None else counters
    emptied_by = None if left else 0
    for drawn, number in enumerate(numbers, 1):
        for place, row in enumerate(rows):
            if left and number in row:
                covered[place].append(number)
                left -= 1
                emptied_by = emptied_by if left else drawn
    made = [
        CardLine(player, card, place, tuple(on), state.options.premium(len(on)))
        for (player, card, place, _), on in zip(lines, covered, strict=True)
    ]
    return Coverage(tuple(made), emptied_by)
