"""What each player took in a drawing of Loto, card by card, and what became of the pool (LO2)."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from attrs import frozen

from companion.engine.cached import cached_property
from companion.engine.fields import Pot
from companion.engine.game import State
from companion.engine.kit.payments import as_far_as
from companion.engine.message import Message, capital, joined, listed, say, sentences, series
from companion.engine.phrases import placed
from companion.engine.replay import Step
from companion.loto.rules.box import spaced
from companion.loto.rules.cards import OTHER_MAKE, Coverage, cover, holds
from companion.loto.rules.drawings import Drawing, contributions, is_last, needed


class Row(NamedTuple):
    """A line of a card as it is printed."""

    spaces: list[tuple[int | None, bool]]
    """Each number, None for an empty space, with whether it was covered."""
    named: str
    """What the line is called by the numbers covered, such as a tern."""
    counters: int
    """The counters for covering."""
    premium: int


class Card(NamedTuple):
    """A card by its number in the box, 0 for a card of other make."""

    number: int
    rows: list[Row]


class PlayerResult(NamedTuple):
    """What a player took."""

    player: str
    cards: list[Card]
    """The cards on which something was covered."""
    idle: list[str]
    """The names of the others."""
    counters: int
    """For covering."""
    due: int
    """The premiums that the player earned."""
    paid: int
    """As many of them as were paid."""
    back: int
    """What went back to the player at the end of the game."""

    @property
    def taken(self) -> int:
        """The counters for covering and the premiums together."""
        return self.counters + self.paid


@frozen(slots=False)
class DrawingResult:
    """The last drawing that was made, with the table as it was ``before``."""

    step: Step
    before: State[Any, Any]

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers in the order in which they were drawn."""
        move = self.step.line.move
        assert isinstance(move, Drawing)
        return move.numbers

    @property
    def ended(self) -> bool:
        """Whether it was the last of the game (LO2-15)."""
        return is_last(self.before)

    @cached_property
    def covering(self) -> Coverage:
        """What was covered; in the last drawing only while counters were left."""
        return cover(self.before, self.numbers, self._counters_left if self.ended else None)

    @property
    def _counters_left(self) -> int:
        return self.before.pots[self.before.options.covers()]

    @cached_property
    def paid(self) -> Mapping[str, int]:
        """The premiums that were paid: in the last drawing as far as the pool went (LO2-16)."""
        due = self.covering.premiums()
        if not self.ended:
            return due
        covered = 0 if self.before.options.table_share else sum(self.covering.counters().values())
        return as_far_as(self.before.pots["pool"] - covered, due)

    @cached_property
    def takings(self) -> list[PlayerResult]:
        """The result of every player with a card, from the eldest hand on."""
        counters, due = self.covering.counters(), self.covering.premiums()
        received: dict[str, int] = {}
        for posting in self.step.postings:
            if isinstance(posting.payer, Pot) and isinstance(posting.payee, str):
                received[posting.payee] = received.get(posting.payee, 0) + posting.counters
        return [
            PlayerResult(
                player=name,
                cards=[card for card in cards if any(row.counters for row in card.rows)],
                idle=[title(card) for card in cards if not any(row.counters for row in card.rows)],
                counters=counters[name],
                due=due[name],
                paid=self.paid[name],
                back=received.get(name, 0) - counters[name] - self.paid[name],
            )
            for name in counters
            for cards in [self.cards_of(name)]
        ]

    def takings_for(self, player: str | None) -> list[PlayerResult]:
        """Return the result of every player, that of whose phone it is first."""
        return sorted(self.takings, key=lambda taken: taken.player != player)

    def cards_of(self, player: str) -> list[Card]:
        """Return all cards of a player."""
        lines = iter(line for line in self.covering.lines if line.player == player)
        seen = holds(self.before, player).seen(self.before.options.box)
        return [Card(number, [self._row(row, next(lines)) for row in rows]) for number, rows in seen]

    @staticmethod
    def _row(row: Sequence[int], line: Any) -> Row:
        spaces = [(number, number in line.covered) for number in spaced(row)]
        return Row(spaces, line.name, len(line.covered), line.premium)

    def summary(self, taken: PlayerResult) -> Message:
        """Return ``6 counters for covering, 3 fish for premiums``."""
        pieces = self.before.in_pieces
        values = {
            "covering": pieces(taken.counters),
            "paid": pieces(taken.paid) if taken.paid else say("nothing"),
            "due": pieces(taken.due),
        }
        if not taken.due:
            return say("{covering} for covering", **values)
        if taken.paid == taken.due:
            return say("{covering} for covering, {paid} for premiums", **values)
        return say("{covering} for covering, {paid} of {due} for premiums", **values)

    @property
    def again(self) -> str:
        """A sentence about why all contributed again first (LO2-12, LO2-13); empty where they didn't."""
        times = 0 if self.ended else contributions(self.before, self.covering)
        if not times:
            return ""
        pots, pieces = self.before.pots, self.before.in_pieces
        due = needed(self.before, self.covering)
        short = [
            say(
                "{place} lay {held}, but {due} had to be paid",
                place=placed(pot),
                held=pieces(pots[pot]),
                due=pieces(due[pot]),
            )
            for pot in due
            if due[pot] > pots[pot]
        ]
        why = capital(listed(short))
        if times == 1:
            return say("{why}, so everyone paid in again first.", why=why)
        if times == 2:
            return say("{why}, so everyone paid in twice more first.", why=why)
        return say("{why}, so everyone paid in {n} times more first.", why=why, n=times)

    @property
    def bankruptcy(self) -> str:
        """A sentence about the shares, where the pool was too small (LO2-16); empty where it was not."""
        owed = [taken for taken in self.takings if taken.due]
        if not any(taken.paid < taken.due for taken in owed):
            return ""
        first, *others = owed
        shares = [say("{player} got {share}", player=first.player, share=share(first))]
        shares += [say("{player} {share}", player=taken.player, share=share(taken)) for taken in others]
        short = say("Bankruptcy: the pool was too small for the premiums.")
        return sentences(short, say("{shares}.", shares=joined(", ", shares)))

    @property
    def back(self) -> str:
        """A sentence about what was left and went back by cards held (LO2-18); empty where nothing was."""
        shares = [
            say("{who} {counters}", who=taken.player, counters=self.before.in_pieces(taken.back))
            for taken in self.takings
            if taken.back
        ]
        return say("What was left was shared by cards held: {shares}.", shares=series(shares)) if shares else ""


def title(card: Card) -> str:
    """Return ``card 7`` or ``card of other make``."""
    return say("card from another box") if card.number == OTHER_MAKE else say("card {card}", card=card.number)


def share(taken: PlayerResult) -> str:
    """Return how much of the premiums a player got."""
    if taken.paid == taken.due:
        return say("all {due}", due=taken.due)
    return say("{paid} of {due}", paid=taken.paid or say("nothing"), due=taken.due)
