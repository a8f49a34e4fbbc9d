"""What everyone took in a drawing of Loto, card by card, and what it says of the pool (LO2)."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from attrs import frozen

from companion.engine.fields import Pot
from companion.engine.paying import as_far_as
from companion.engine.replay import Step
from companion.engine.saying import Said, capital, joined, listed, say, sentences, series
from companion.engine.state import State
from companion.engine.words import placed
from companion.games.loto_drawings import Drawing, contributions, is_last, needed
from companion.loto_box import spaced
from companion.loto_cards import OTHER, holds
from companion.loto_lines import Covering, cover


class Row(NamedTuple):
    """A line of a card as it is printed, each number with whether it was covered; what it earned, and its name."""

    spaces: list[tuple[int | None, bool]]
    named: str
    counters: int
    premium: int


class Card(NamedTuple):
    """A card by its number in the box, 0 for one of other make."""

    number: int
    rows: list[Row]


class Takings(NamedTuple):
    """What a player took: ``counters`` for covering, and of the ``due`` premiums the ``paid`` ones.

    ``idle`` names the cards on which nothing was covered.
    """

    player: str
    cards: list[Card]
    idle: list[str]
    counters: int
    due: int
    paid: int
    back: int

    @property
    def taken(self) -> int:
        """All together, but for what went back at the end."""
        return self.counters + self.paid


@frozen(slots=False)
class Drawn:
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
    def covering(self) -> Covering:
        """What was covered; in the last drawing only while counters were left."""
        return cover(self.before, self.numbers, self._held if self.ended else None)

    @property
    def _held(self) -> int:
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
    def takings(self) -> list[Takings]:
        """Everyone with a card, from the eldest hand on."""
        counters, due = self.covering.counters(), self.covering.premiums()
        out: dict[str, int] = {}
        for posting in self.step.postings:
            if isinstance(posting.payer, Pot) and isinstance(posting.payee, str):
                out[posting.payee] = out.get(posting.payee, 0) + posting.counters
        return [
            Takings(
                player=name,
                cards=[card for card in cards if any(row.counters for row in card.rows)],
                idle=[title(card) for card in cards if not any(row.counters for row in card.rows)],
                counters=counters[name],
                due=due[name],
                paid=self.paid[name],
                back=out.get(name, 0) - counters[name] - self.paid[name],
            )
            for name in counters
            for cards in [self._cards(name)]
        ]

    def _cards(self, player: str) -> list[Card]:
        lines = iter(line for line in self.covering.lines if line.player == player)
        seen = holds(self.before, player).seen(self.before.options.box)
        return [Card(number, [self._row(row, next(lines)) for row in rows]) for number, rows in seen]

    @staticmethod
    def _row(row: Sequence[int], line: Any) -> Row:
        spaces = [(number, number in line.covered) for number in spaced(row)]
        return Row(spaces, line.name, len(line.covered), line.premium)

    def says(self, taken: Takings) -> Said:
        """``6 counters for covering, 3 fish for premiums``."""
        pieces = self.before.in_pieces
        said = {
            "covering": pieces(taken.counters),
            "paid": pieces(taken.paid) if taken.paid else say("nothing"),
            "due": pieces(taken.due),
        }
        if not taken.due:
            return say("{covering} for covering", **said)
        if taken.paid == taken.due:
            return say("{covering} for covering, {paid} for premiums", **said)
        return say("{covering} for covering, {paid} of {due} for premiums", **said)

    @property
    def again(self) -> str:
        """That everybody contributed again first, and why (LO2-12, LO2-13); empty where nobody had to."""
        times = 0 if self.ended else contributions(self.before, self.covering)
        if not times:
            return ""
        pots, pieces = self.before.pots, self.before.in_pieces
        due = needed(self.before, self.covering)
        short = [
            say(
                "{place} lay {held}, but {due} were due",
                place=placed(pot),
                held=pieces(pots[pot]),
                due=pieces(due[pot]),
            )
            for pot in due
            if due[pot] > pots[pot]
        ]
        why = capital(listed(short))
        if times == 1:
            return say("{why}: so everyone contributed again first.", why=why)
        if times == 2:
            return say("{why}: so everyone contributed again twice first.", why=why)
        return say("{why}: so everyone contributed again {n} times first.", why=why, n=times)

    @property
    def bankruptcy(self) -> str:
        """Who got how much of what, where the pool was too small; empty where it was not (LO2-16)."""
        owed = [taken for taken in self.takings if taken.due]
        if not any(taken.paid < taken.due for taken in owed):
            return ""
        first, *others = owed
        got = [say("{player} got {share}", player=first.player, share=share(first))]
        got += [say("{player} {share}", player=taken.player, share=share(taken)) for taken in others]
        short = say("Bankruptcy: the pool was too small for the premiums.")
        return sentences(short, say("{shares}.", shares=joined(", ", got)))

    @property
    def back(self) -> str:
        """What was left and went back by cards held (LO2-18); empty where nothing was."""
        left = [
            say("{who} {counters}", who=taken.player, counters=self.before.in_pieces(taken.back))
            for taken in self.takings
            if taken.back
        ]
        return say("What was left went back by cards held: {shares}.", shares=series(left)) if left else ""


def title(card: Card) -> str:
    """``Card 7``, ``a card of other make``."""
    return say("card of other make") if card.number == OTHER else say("card {card}", card=card.number)


def share(taken: Takings) -> str:
    """How much of the premiums a player got."""
    if taken.paid == taken.due:
        return say("all {due}", due=taken.due)
    return say("{paid} of {due}", paid=taken.paid or say("nothing"), due=taken.due)
