"""Who holds which Loto cards, as both methods play with them: of the box, of other make, unseen (LC, LO2-03)."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, TypeAlias

from attrs import evolve, field, frozen

from companion.engine.errors import Illegal, Malformed
from companion.engine.fields import MAX_COUNTERS, Seat, Within
from companion.engine.game import Effect, Facts, Moment, Move, State
from companion.engine.kit import seats
from companion.engine.message import listed, say, say_many
from companion.loto.box import BOXES, PER_ROW, ROWS, Card, problem

OTHER_MAKE = 0
"""The number of every card that isn't of the box."""


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


@frozen
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
    question = "Who takes cards?"
    moment = Moment.BETWEEN
    page = "loto.hand_out"

    player: Annotated[Seat, "Who takes cards?"]
    numbers: Annotated[list[CardNumber] | None, "Which cards from the box? (none: all go back)"] = None
    own: Annotated[OwnCards | None, "Cards of your own: three rows of five numbers each"] = None

    def well_formed(self) -> None:
        """Refuse cards given in more than one way, or in none."""
        ways = [self.numbers, self.own, self.not_typed]
        if sum(given is not None for given in ways) != 1:
            raise Malformed(say("give exactly one of {names}", names=listed(self.ways())))

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
                raise Illegal(
                    say("There is no card {number} in the box of {box}.", number=number, box=state.options.box)
                )
            if number in holding.box[:place]:
                raise Illegal(say("Card {number} is named twice.", number=number))
            for name, other in state.facts.cards.items():
                if number in other.box and name != self.player:
                    raise Illegal(say("{name} holds card {number}.", name=name, number=number))
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
class Leave(seats.Leave):
    """Somebody leaves and hands the cards back; their balance stays."""

    def effect(self, state: State[Any, Any]) -> Effect:
        """Give the cards back."""
        left = super().effect(state)
        return left._replace(state=with_cards(left.state, self.player, NO_CARDS))
