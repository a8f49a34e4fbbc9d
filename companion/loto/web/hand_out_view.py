"""What the page shows on which cards are given out: the cards of the players, and those that one may take."""

from typing import Any, NamedTuple

from attrs import frozen

from companion.engine.cached import cached_property
from companion.engine.errors import Illegal
from companion.engine.game import Moment, State
from companion.engine.message import joined, listed, say
from companion.engine.playing import check_available
from companion.engine.reports.sentences import what_changes
from companion.loto.rules.box import BOXES, Card
from companion.loto.rules.calling import Hand
from companion.loto.rules.cards import Cards, Holding, calls, holds
from companion.loto.web.changed_cards import form_value, others_with_cards, values
from companion.store import OwnCards, Table
from companion.web.request.access import Visitor
from companion.web.request.services import services

CARDS_FOR_EVERYONE = (1, 2, 3, 4, 6)
"""The numbers of cards that can be given to everyone in one tap."""
UNSEEN_CARDS = range(1, 7)
"""The numbers of unseen cards that can be given in one tap."""


class Choice(NamedTuple):
    """A card that may be taken."""

    value: str
    """The card as the form sends it."""
    words: str
    """What it is called."""
    holder: str
    """Another player who holds it, empty where it is free."""
    ticked: bool


@frozen(slots=False)  # what the template asks twice is worked out once
class HandOutView:
    """The cards that each player holds at a table, and those that one of them may take."""

    table: Table
    visitor: Visitor
    kind: type[Cards]
    """The game's move that takes cards."""
    player: str = ""
    """The player whose turn it is, if any."""
    ticked: frozenset[str] | None = None
    """The cards that were ticked before a refusal, None without one."""

    @property
    def state(self) -> State[Any, Any]:
        """The table as it stands."""
        return self.table.journal.state

    @cached_property
    def closed(self) -> str:
        """Why no cards can be taken now; empty where they can."""
        if self.state.open and not self.state.over and self.kind.moment is Moment.BETWEEN:
            return say("Hand in play: you can take cards and give them back when it's over.")
        try:
            check_available(self.state, self.kind)
        except Illegal as refused:
            return str(refused)
        return "" if self.visitor.writes else say("Only a device with the pencil can give out cards.")

    @cached_property
    def own_names(self) -> dict[Card, str]:
        """The household's cards with their names."""
        return names_of_own()

    @property
    def rows(self) -> list[tuple[str, str, str]]:
        """Every player with a seat: the name, the cards in words, why the player is not in."""
        return [(name, self.held_by(name), self.state.absence(name)) for name in self.state.seated]

    def held_by(self, name: str) -> str:
        """Return the cards of a player in words; those of who calls wait until somebody else does."""
        holding = holds(self.state, name)
        cards = self.cards_in_words(holding)
        waits = holding.count and isinstance(self.state.facts, Hand) and calls(self.state, name)
        return joined(" · ", [cards, say("for when somebody else calls")]) if waits else cards

    def cards_in_words(self, holding: Holding) -> str:
        """Return the cards of a player in words, the household's own by their names."""
        names = [self.own_names.get(card, say("a card from another box")) for card in holding.own]
        return listed(names) if names else holding.summary()

    @property
    def box(self) -> list[Choice]:
        """Every card of the box."""
        holders = {number: name for name, cards in self.state.facts.cards.items() for number in cards.box}
        return [self._choice(str(number), str(number), holders.get(number, "")) for number in BOXES[self.size]]

    @property
    def own(self) -> list[Choice]:
        """Every card of the household, and those of other make that the player holds."""
        holders = {card: name for name, cards in self.state.facts.cards.items() for card in cards.own}
        of_other_make: dict[Card, str] = dict.fromkeys(
            holds(self.state, self.player).own, say("a card from another box")
        )
        cards = {**of_other_make, **self.own_names}
        return [self._choice(form_value(card), words, holders.get(card, "")) for card, words in cards.items()]

    def _choice(self, value: str, words: str, holder: str) -> Choice:
        ticked = holder == self.player if self.ticked is None else value in self.ticked
        return Choice(value, words, holder if holder != self.player else "", ticked)

    @property
    def partners(self) -> list[str]:
        """The others who hold cards, with whom a player may change all."""
        return others_with_cards(self.state, self.player) if holds(self.state, self.player).count else []

    @property
    def mine(self) -> list[tuple[str, str]]:
        """The cards that the player may change one by one, as (value, words)."""
        return self._named(self.player)

    @property
    def theirs(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The others with the cards that may be changed for one of the player's: of the box for such, own for own."""
        boxed = bool(holds(self.state, self.player).box)
        alike = [name for name in self.partners if bool(holds(self.state, name).box) == boxed]
        return [(name, cards) for name in alike if self.mine and (cards := self._named(name))]

    def _named(self, player: str) -> list[tuple[str, str]]:
        cards = holds(self.state, player)
        words = [
            *map(str, cards.box),
            *(self.own_names.get(card, say("a card from another box")) for card in cards.own),
        ]
        return list(zip(values(cards), words, strict=False))

    @property
    def size(self) -> int:
        """The number of cards in the box."""
        return int(self.state.options.box)

    @property
    def taken(self) -> int:
        """The count of cards of the box that somebody holds."""
        return self.size - len(free_cards(self.state))

    @property
    def each(self) -> list[int]:
        """The numbers of cards that can be given to every player without any."""
        without = len(empty_handed(self.state))
        return [number for number in CARDS_FOR_EVERYONE if without and number * without <= len(free_cards(self.state))]

    @property
    def unseen(self) -> range:
        """The numbers of cards that may be taken unseen; empty where the game allows none."""
        return UNSEEN_CARDS if "unseen" in self.kind.ways() else range(0)

    @property
    def last_given(self) -> list[str]:
        """Sentences about the cards given out in the last move: what changes hands for them, else the move itself."""
        journal = self.table.journal
        if not (journal.steps and journal.steps[-1].in_force and isinstance(journal.steps[-1].line.move, Cards)):
            return []
        transfers = what_changes(journal.moved, self.state)
        return transfers or [journal.memo(entry) for entry in journal.last_tap]


def free_cards(state: State[Any, Any]) -> list[int]:
    """Return the cards of the box that are free."""
    taken = {number for cards in state.facts.cards.values() for number in cards.box}
    return [number for number in BOXES[state.options.box] if number not in taken]


def empty_handed(state: State[Any, Any], after: str = "") -> list[str]:
    """Return the players who are in and hold no card, in seat order, from the left of a player on."""
    order = state.from_left_of(after) if after else state.playing
    return [name for name in order if not holds(state, name).count]


def names_of_own() -> dict[Card, str]:
    """Return the household's cards with their names."""
    return {card.rows: card.name for card in OwnCards(services().database).all()}
