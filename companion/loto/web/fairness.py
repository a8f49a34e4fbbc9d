"""Fairness that anyone can check: each bag of a table with its seed, and the words that people mix into the next."""

import secrets
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from flask import Response, abort, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.engine.changes import Change
from companion.engine.errors import Illegal
from companion.engine.game import State
from companion.engine.journal import Journal
from companion.engine.message import Message, say
from companion.engine.replay import Step
from companion.engine.reports.played import backwards
from companion.loto.rules.box import Mix, bag
from companion.loto.rules.called import Deal, Drawn, Revealed
from companion.loto.rules.drawings import Deal as FirstDrawing, Drawing
from companion.loto.web import bp
from companion.store import Table
from companion.store.entries import numbers_of_device
from companion.web.request.access import at_table, own_device, table_or_404
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.submission import record
from companion.web.table.responses import table_again, table_response
from companion.web.table.routes import kind_of
from companion.web.table.view import View

SYLLABLES = tuple(first + then for first in "bdfghklmnprstvz" for then in "aeiou")
"""What a proposed word is made of; it means nothing in any language."""


class Bag(NamedTuple):
    """A bag whose order was settled before its first number."""

    number: int
    """The number of the entry that settled it."""
    hand: int
    fingerprint: str
    words: tuple[str, ...] = ()
    drawn: tuple[int, ...] = ()
    """The numbers that came out of it, in their order."""
    seed: str = ""
    """Empty until it is revealed."""
    taken_back: int = 0
    """How often numbers that came out of it were taken back."""
    drawing: int = 0
    """Which drawing of its hand it is for, from 1; 0 where the whole hand comes out of it."""

    @property
    def order(self) -> tuple[int, ...]:
        """The order of all ninety numbers; empty until the seed is revealed."""
        return bag(self.seed, self.words) if self.seed else ()

    @property
    def title(self) -> Message:
        """Name it by its hand and its drawing."""
        if self.drawing:
            return say("Hand {hand}, drawing {drawing}", hand=self.hand, drawing=self.drawing)
        return say("Hand {hand}", hand=self.hand)


def bags(journal: Journal) -> list[Bag]:
    """Return the bags of a table in the order in which they were settled."""
    found: list[Bag] = []
    for step in journal.steps:
        if step.in_force:
            _follow(found, step)
        elif found and draws(step.line.move):
            found[-1] = found[-1]._replace(taken_back=found[-1].taken_back + 1)
    return found


def draws(move: object) -> bool:
    """Return whether a move takes numbers out of the app's bag, or a seed out of the secret."""
    return isinstance(move, Drawn) or bool(seed_of(move))


def _follow(found: list[Bag], step: Step) -> None:
    """Add what a step says about the bags: a new one, a word, numbers, or a seed."""
    move, number, hand = step.line.move, step.line.number, step.state.hand
    standing = bool(found) and not found[-1].seed
    if isinstance(move, Mix) and standing:
        found[-1] = found[-1]._replace(words=(*found[-1].words, move.word))
    elif isinstance(move, Drawn) and standing and found[-1].fingerprint == step.state.facts.fingerprint:
        found[-1] = found[-1]._replace(drawn=(*found[-1].drawn, move.number))
    elif isinstance(move, Revealed) and standing:
        found[-1] = found[-1]._replace(seed=move.seed)
    elif isinstance(move, Drawing) and move.seed and standing:
        found[-1] = found[-1]._replace(seed=move.seed, drawn=tuple(move.numbers))
    elif isinstance(move, Drawing) and standing:  # that one came out of a real bag
        found[-1] = found[-1]._replace(drawing=found[-1].drawing + 1)
    if isinstance(move, Deal | FirstDrawing | Drawing) and move.fingerprint:
        drawing = 0 if isinstance(move, Deal) else step.state.facts.drawings + 1
        found.append(Bag(number, hand, move.fingerprint, drawing=drawing))


class Fairness(NamedTuple):
    """What the page of a table shows about its bag."""

    view: View

    @property
    def facts(self) -> Any:
        """What the game remembers of the hand."""
        return self.view.state.facts

    @property
    def unrevealed(self) -> tuple[str, tuple[int, ...], tuple[str, ...]]:
        """The fingerprint, the numbers and the words of a hand that is over, while its seed isn't revealed."""
        nothing: tuple[str, tuple[int, ...], tuple[str, ...]] = ("", (), ())
        return nothing if self.view.state.open else getattr(self.facts, "unrevealed", nothing)

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the bag that numbers come out of, else of the one whose seed isn't revealed."""
        return self.facts.fingerprint or self.unrevealed[0]

    @property
    def words(self) -> tuple[str, ...]:
        """The words mixed into it."""
        return self.facts.words or self.unrevealed[2]

    @property
    def to_reveal(self) -> bool:
        """Whether a hand is over whose seed isn't known yet."""
        return bool(self.unrevealed[0])

    @property
    def any_checked(self) -> bool:
        """Whether a seed of the game that is on is known already."""
        return any(seed_of(step.line.move) for step in backwards(self.view.table.journal))

    @property
    def may_mix(self) -> bool:
        """Whether this phone can mix a word in now; one is enough from each."""
        who, table = self.view.visitor, self.view.table
        if not (who.writes or who.player) or not takes_words(self.view.state):
            return False
        return not (was_drawn_from(table) or has_mixed(table))

    @property
    def proposal(self) -> str:
        """A word that nobody could have known."""
        return "".join(secrets.choice(SYLLABLES) for _ in range(4))


def seed_of(move: object) -> str:
    """Return the seed that a move reveals, empty for any other move."""
    return (move.seed or "") if isinstance(move, Revealed | Drawing) else ""


def takes_words(state: State[Any, Any]) -> bool:
    """Return whether a word can be mixed into the bag that stands."""
    kind = state.game.by_name.get(Mix.name) if state.game else None
    try:
        kind.allowed(state) if kind else None
    except Illegal:
        return False
    return state.open and kind is not None


def has_mixed(table: Table) -> bool:
    """Return whether this device has mixed a word into the bag that stands."""
    with services().database.reading() as rows:
        own = numbers_of_device(rows, table.code, own_device())
    return any(step.line.number in own and isinstance(step.line.move, Mix) for step in _since_settled(table))


def was_drawn_from(table: Table) -> bool:
    """Return whether numbers came out of the bag that stands, and were taken back: its seed may be known."""
    return any(draws(step.line.move) for step in _since_settled(table))


def _since_settled(table: Table) -> Iterator[Step]:
    """Yield what was written since the bag that stands was settled, the latest first, also what was taken back."""
    for step in reversed(table.journal.steps):
        if step.in_force and getattr(step.line.move, "fingerprint", None):
            return
        yield step


@bp.post("/t/<code>/loto/mix")
@shows(table_again)
def mix(code: str) -> Answer:
    """Mix a word into the bag, from the phone of any player; 403 to a phone that is nobody's.

    It needs no pencil: the word costs nobody anything, and the more phones mix, the less anybody can know.
    """
    with at_table(code) as (table, who):
        if not (who.writes or who.player):
            abort(403, say("First say whose phone this is, then mix in a word."))
        changed = record(table, mixing)
    return table_response(changed)


def mixing(now: Table) -> list[Change]:
    """Return the word that is submitted, as a move. Raises Refusal."""
    kind = kind_of(now, Mix.name)
    if was_drawn_from(now):
        raise Illegal(say("Too late to mix in a word: numbers from this bag have been seen."))
    if has_mixed(now):
        raise Illegal(say("This phone has already mixed in a word: one is enough."))
    assert now.journal.state.game
    return [
        Change.play(now.journal.state.game.read_move({"move": kind.name, "word": request.form.get("word", "").strip()}))
    ]


@bp.get("/t/<code>/loto/bags")
def all_bags(code: str) -> str:
    """Show all bags of a table, the latest first."""
    table = table_or_404(code)
    return render_template("loto/bags.html", table=table, bags=bags(table.journal)[::-1])


@bp.get("/t/<code>/loto/bags/<int:number>")
def one_bag(code: str, number: int) -> str:
    """Show how a bag is checked, on this phone and by other means; ``number`` is that of the entry that settled it."""
    table = table_or_404(code)
    return render_template("loto/bag.html", table=table, bag=found_bag(table, number))


@bp.get("/t/<code>/loto/bags/<int:number>.txt")
def bag_text(code: str, number: int) -> Response:
    """Return a bag as plain text, for any other tool."""
    table = table_or_404(code)
    text = render_template("loto/bag.txt", table=table, bag=found_bag(table, number))
    return Response(text, mimetype="text/plain")


def found_bag(table: Table, number: int) -> Bag:
    """Return the bag that an entry settled; 404 without one."""
    return next((found for found in bags(table.journal) if found.number == number), None) or abort(404)


def check_of(table: Table, steps: Sequence[Step]) -> str:
    """Return the address at which the bags that were settled in some moves are checked; empty without any."""
    settled = [step.line.number for step in steps if step.in_force and getattr(step.line.move, "fingerprint", None)]
    if not settled:
        return ""
    if len(settled) > 1:
        return url_for("loto.all_bags", code=table.code)
    return url_for("loto.one_bag", code=table.code, number=settled[0])
