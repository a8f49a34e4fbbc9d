"""Loto by drawings, second method (LO2): ten numbers at a time, and what each player took in a drawing."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from attrs import evolve, frozen
from flask import abort, request
from werkzeug.wrappers import Response

from companion.engine.cached import cached_property
from companion.engine.changes import Change
from companion.engine.fields import Pot
from companion.engine.game import Move, Opening, State
from companion.engine.kit import moves
from companion.engine.kit.payments import as_far_as
from companion.engine.message import Message, capital, joined, listed, say, sentences, series
from companion.engine.phrases import placed
from companion.engine.replay import Step
from companion.loto.rules.box import NUMBERS, bag, spaced
from companion.loto.rules.cards import OTHER_MAKE, Coverage, cover, holds
from companion.loto.rules.drawings import A_DRAWING, Deal, Drawing, contributions, drawn_from, is_last, needed
from companion.loto.web import bp
from companion.loto.web.calling import LotoView, tapped
from companion.loto.web.claims import of_hand
from companion.store import SealedBags
from companion.web.forms.answers import number_typed
from companion.web.i18n.filters import in_pieces
from companion.web.request.access import writing
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.table.responses import table_again, table_response
from companion.web.table.steps import MoveSteps


class CoveredRow(NamedTuple):
    """A line of a card as it is printed."""

    spaces: list[tuple[int | None, bool]]
    """Each number, None for an empty space, with whether it was covered."""
    named: str
    """What the line is called by the numbers covered, such as a tern."""
    counters: int
    """The counters for covering."""
    premium: int


class CoveredCard(NamedTuple):
    """A card by its number in the box, 0 for a card of other make."""

    number: int
    rows: list[CoveredRow]


class PlayerResult(NamedTuple):
    """What a player took."""

    player: str
    cards: list[CoveredCard]
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
        left = self.before.pots[self.before.options.covers()]
        return cover(self.before, self.numbers, left if self.ended else None)

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

    def cards_of(self, player: str) -> list[CoveredCard]:
        """Return all cards of a player."""
        lines = iter(line for line in self.covering.lines if line.player == player)
        seen = holds(self.before, player).seen(self.before.options.box)
        return [CoveredCard(number, [self._row(row, next(lines)) for row in rows]) for number, rows in seen]

    @staticmethod
    def _row(row: Sequence[int], line: Any) -> CoveredRow:
        spaces = [(number, number in line.covered) for number in spaced(row)]
        return CoveredRow(spaces, line.name, len(line.covered), line.premium)

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


def title(card: CoveredCard) -> str:
    """Return ``card 7`` or ``card of other make``."""
    return say("card from another box") if card.number == OTHER_MAKE else say("card {card}", card=card.number)


def share(taken: PlayerResult) -> str:
    """Return how much of the premiums a player got."""
    if taken.paid == taken.due:
        return say("all {due}", due=taken.due)
    return say("{paid} of {due}", paid=taken.paid or say("nothing"), due=taken.due)


class Space(NamedTuple):
    """A space of a card, with the place of its number among those drawn."""

    number: int | None
    """None where the space is empty."""
    drawn: int | None = None
    """From 0; None where the number isn't covered."""


class PhoneCard(NamedTuple):
    """A card as a phone shows it."""

    number: int
    rows: list[list[Space]]


@frozen(slots=False)
class DrawingsView(LotoView):
    """What the templates of Loto by drawings show of a table."""

    EVERY: ClassVar = (0, 1, 2, 3, 5)
    """How many seconds there may be from one number to the next."""

    @property
    def kind(self) -> type[Move]:
        """The kind of move that writes down a drawing."""
        assert self.state.game
        kind: type[Move] = self.state.game.by_name[Drawing.name]
        return kind

    @cached_property
    def last(self) -> DrawingResult | None:
        """The last drawing of this game, None before the first."""
        journal = self.view.table.journal
        for step in reversed(journal.steps):
            if step.in_force and isinstance(step.line.move, Drawing):
                return DrawingResult(step, journal.before(step.line.number))
            if step.in_force and isinstance(step.line.move, Opening | moves.Deal):
                break
        return None

    @property
    def made(self) -> list[tuple[str, Sequence[int]]]:
        """Every drawing of this hand: who had the bag, and the numbers in their order."""
        journal = self.view.table.journal
        return [
            (journal.before(step.line.number).dealer, step.line.move.numbers)
            for step in of_hand(journal)
            if isinstance(step.line.move, Drawing)
        ]

    @property
    def comes(self) -> dict[str, int]:
        """The attributes of a list of ten numbers that come one by one; none where they came out of a real bag."""
        made = self.last and self.last.step.line
        came = made and isinstance(made.move, Drawing) and made.move.seed
        return {"data-comes": made.number, "data-every": self.view.table.beside.every} if made and came else {}

    @property
    def can_draw(self) -> bool:
        return any(issubclass(offer.kind, Drawing) for offer in self.view.offers)

    @property
    def asking(self) -> MoveSteps | None:
        """The drawing that is being asked for: the first at once, a later one when it is tapped."""
        asked = self.view.asking
        return asked if asked and issubclass(asked.kind, Drawing) and (self.view.tapped or not self.last) else None

    @property
    def bag(self) -> str:
        """A sentence about who has the bag (LO2-14); empty while no hand is open."""
        if not self.state.open:
            return ""
        name, last = self.state.dealer, is_last(self.state)
        if not self.last:
            return say("{name} has the bag and draws first.", name=name)
        if self.last.before.dealer == name:
            if last:
                return say("{name} keeps the bag for the last drawing.", name=name)
            return say("{name} keeps the bag.", name=name)
        if last:
            return say("Pass the bag to {name} for the last drawing.", name=name)
        return say("Pass the bag to {name}.", name=name)

    @property
    def ends(self) -> str:
        """A sentence about the last drawing (LO2-15); empty before it."""
        if not (self.state.open and is_last(self.state)):
            return ""
        pot = self.state.options.covers()
        counters = self.state.pots[pot]
        if not counters:
            return say(
                "The last drawing, but no counters are left to cover with, so it has no numbers. Just write it down."
            )
        values = {"counters": self.state.in_pieces(counters), "place": placed(pot)}
        return sentences(
            say("The last drawing: ten numbers, or fewer if one of them takes the last counter."),
            say("{counters} is left {place}.", **values)
            if counters == 1
            else say("{counters} are left {place}.", **values),
        )

    @property
    def mine(self) -> list[PhoneCard]:
        """The cards of this phone's player: those of the last drawing, before the first those held."""
        player, box = self.view.visitor.player or "", self.state.options.box
        if not self.last or player not in self.last.before.playing:  # a card of who sits out covers nothing
            held = holds(self.state, player).seen(box)
            return [PhoneCard(card, [[Space(number) for number in spaced(row)] for row in rows]) for card, rows in held]
        place = {number: at for at, number in enumerate(self.last.numbers)}
        return [
            PhoneCard(
                card.number, [[Space(n, place[n] if n and out else None) for n, out in row.spaces] for row in card.rows]
            )
            for card in self.last.cards_of(player)
        ]

    @property
    def holdings(self) -> list[str]:
        """The cards of each player, in words, before the first drawing."""
        if self.last or self.state.over:
            return []
        return [
            say("{name}: {cards}", name=name, cards=holds(self.state, name).summary()) for name in self.state.playing
        ]

    @property
    def heaps(self) -> list[tuple[str, int, str]]:
        """The pots: place in words, counters, and the same in pieces."""
        return [(placed(pot), held, in_pieces(held, self.state)) for pot, held in self.state.pots.items()]


@bp.post("/t/<code>/drawings/draw")
@shows(table_again)
def draw_ten(code: str) -> Response:
    """Let the app draw, and write the drawing down at once, before anybody can wish for another."""
    return tapped(code, Drawing, lambda now: [Change.play(next_ten(now.journal.state))])


@bp.post("/t/<code>/drawings/every")
def set_every(code: str) -> Response:
    """Set how many seconds there are from one number of a drawing to the next; the screens are told."""
    with writing(code) as table:
        every = number_typed(request.form.get("every", ""))
        if every not in DrawingsView.EVERY:
            abort(400)
        changed = services().tables.change(table.code, lambda now: now.with_beside(every=every))
    return table_response(changed)


def completed(state: State[Any, Any], move: Move) -> Move:
    """Give the first deal of a game the fingerprint of a new bag."""
    if isinstance(move, Deal) and move.fingerprint is None:
        return evolve(move, fingerprint=SealedBags(services().database).seal())
    return move


def next_ten(state: State[Any, Any]) -> Move:
    """Return the next drawing out of the bag that stands, by chance without one; a new bag is settled with it.

    The last drawing has no more numbers than it takes to empty the table (LO2-15).
    """
    assert state.game
    facts, bags = state.facts, SealedBags(services().database)
    seed = bags.seed(facts.fingerprint)
    order = bag(seed, facts.words) if seed else secrets.SystemRandom().sample(NUMBERS, len(NUMBERS))
    numbers = drawn_from(state, order)[:A_DRAWING]
    if is_last(state):
        numbers = numbers[: cover(state, numbers, state.pots[state.options.covers()]).emptied_by]
    said: dict[str, Any] = {"move": Drawing.name, "numbers": numbers}
    if seed:
        said["seed"] = seed
    if not is_last(state) and (seed or not facts.fingerprint):
        said["fingerprint"] = bags.seal()
    drawing: Move = state.game.read_move(said)
    return drawing
