"""Loto on the wall: ``/t/CODE/wall``, for a television or a tablet on a shelf, to be read across the room."""

from typing import NamedTuple

from attrs import frozen
from flask import render_template, url_for
from werkzeug.wrappers import Response

from companion.engine.cached import cached_property
from companion.engine.fields import Pot
from companion.engine.message import capital, joined, listed, say, say_many
from companion.engine.phrases import signed
from companion.engine.replay import Step
from companion.loto.rules.box import by_tens, spaced
from companion.loto.rules.called import Revealed
from companion.loto.rules.calling import GAME as LOTO, Claim
from companion.loto.rules.cards import (
    PRIZE_WORDS,
    PRIZES,
    all_together,
    card_progress,
    holds,
    offered,
    playing,
    possible_claims,
    waits_for_one,
)
from companion.loto.rules.drawings import GAME as DRAWINGS
from companion.loto.rules.hall import GAME as NIGHT, Claim as Award, cards_of
from companion.loto.web import bp
from companion.loto.web.calling import CallingView
from companion.loto.web.claims import of_hand
from companion.loto.web.drawings import DrawingsView
from companion.loto.web.hall import CheckedCard, HallView, PrizeShown
from companion.loto.web.words import said_at
from companion.store import Table
from companion.web.i18n.language import language
from companion.web.request.access import Visitor, live_page, table_or_404
from companion.web.request.qr import public_url, qr_svg
from companion.web.request.services import services
from companion.web.table.view import view

MAX_CARDS = 4
"""The most winning cards that are shown."""
CROWDS = ((4, "few"), (8, "some"))
"""The largest number of tiles for each size, as CSS classes; more are ``many``."""


class Tile(NamedTuple):
    """A prize with who has it, or a player with what a drawing paid."""

    title: str
    counters: str
    says: str
    is_taken: bool = True
    is_checked: bool = False
    """Whether a card is being checked for it."""
    adds: str = ""
    """A further line."""
    drawing: str = ""
    """The name of a drawing of it."""


class WinningCard(NamedTuple):
    """A card that won, 0 for one of other make, as it is printed: each number with whether it was drawn."""

    player: str
    number: int
    rows: list[list[tuple[int | None, bool]]]


class PrizeMoment(NamedTuple):
    """A prize that was just paid, which fills the screen."""

    who: str
    prize: Tile
    cards: list[WinningCard]


@frozen(slots=False)
class CalledWall(CallingView):
    """A hand of the first method on the wall: the open one, or the last until the next is dealt."""

    @cached_property
    def paid(self) -> dict[str, Step]:
        """The claims that were paid in the hand, by prize."""
        steps = of_hand(self.view.table.journal)
        return {step.line.move.prize: step for step in steps if isinstance(step.line.move, Claim)}

    @property
    def tiles(self) -> list[Tile]:
        return [self._tile(prize) for prize in offered(self.state)]

    def _tile(self, prize: str) -> Tile:
        title, pot = capital(PRIZE_WORDS[prize]), self.state.options.pot(prize)
        if prize not in self.paid:
            return Tile(title, str(self.state.pots[pot]), self._hopes(prize), is_taken=False)
        step = self.paid[prize]
        before, names = self.view.table.journal.before(step.line.number), winners(step)
        counters = sum(paid.counters for paid in step.postings if paid.payer == Pot(pot) and paid.payee in names)
        possible = [claim for claim in possible_claims(before) if claim.prize == prize]
        drawn, after = before.facts.drawn, dict[str, list[str]]()
        for name in names if drawn else ():
            since = min((claim.since for claim in possible if claim.player == name), default=len(drawn))
            after.setdefault(said_at(self.view.table)(drawn[since - 1]), []).append(name)
        says = [say("{who}, after {number}", who=listed(who), number=number) for number, who in after.items()]
        return Tile(title, str(counters), joined("; ", says) if says else listed(names))

    def _hopes(self, prize: str) -> str:
        """Say how many wait for a single number; who covers what in a race, the companion can't know (LO1-10)."""
        state = self.state
        if not state.open:
            return ""
        waiting = 0 if state.options.race else sum(waits_for_one(state, name, prize) for name in playing(state))
        hopes = say_many("{n} needs one number", "{n} need one number", waiting)
        return hopes if waiting else say("still to be won")

    @cached_property
    def moment(self) -> PrizeMoment | None:
        """Who was paid just now, and for which cards; None once the next number is out."""
        steps = [step for step in of_hand(self.view.table.journal) if not isinstance(step.line.move, Revealed)]
        won = steps[-1].line.move if steps else None
        if not isinstance(won, Claim):
            return None
        before, prize = self.view.table.journal.before(steps[-1].line.number), won.prize
        claimed, out = {(claim.player, claim.card) for claim in won.by}, set(self.drawn)
        cards = [
            WinningCard(player, number, [[(n, n in out) for n in spaced(row)] for row in rows])
            for player in winners(steps[-1])
            for number, rows in holds(before, player).seen(before.options.box)
            if all_together(before, prize)
            or ((player, number) in claimed and card_progress(number, rows, self.drawn).complete_since(PRIZES[prize]))
        ]
        return PrizeMoment(listed(winners(steps[-1])), self._tile(prize), cards[:MAX_CARDS])


@frozen(slots=False)
class HallWall(HallView):
    """A round of Loto night on the wall: the one that is on, or the last until the next begins."""

    answers = ()

    @property
    def verdicts(self) -> list[CheckedCard]:
        """Nothing: what is being checked stands on the tiles."""
        return []

    @property
    def tiles(self) -> list[Tile]:
        return [tile_of(shown) for shown in self.shown]

    @cached_property
    def moment(self) -> PrizeMoment | None:
        """Which prize was given just now, and for which cards; None once the next number is out."""
        steps = [step for step in of_hand(self.view.table.journal) if not isinstance(step.line.move, Revealed)]
        won = steps[-1].line.move if steps else None
        if not isinstance(won, Award):
            return None
        shown, out = self.shown[won.prize - 1], set(self.drawn)
        cards = [
            WinningCard(
                self.holder(card), card, [[(n, n in out) for n in spaced(row)] for row in cards_of(self.state)[card]]
            )
            for card in (shown.offered.award.winners if shown.offered.award else ())
        ]
        return PrizeMoment(shown.who, tile_of(shown), cards[:MAX_CARDS])


def tile_of(shown: PrizeShown) -> Tile:
    """Return the tile of a prize of Loto night."""
    prize, look = shown.offered.prize, shown.look
    thing = prize.thing or ""
    return Tile(capital(prize.words), thing, shown.who, look == "won", look == "checked", shown.says, shown.drawing)


@frozen(slots=False)
class DrawingsWall(DrawingsView):
    """The last drawing of the second method on the wall."""

    @property
    def out(self) -> list[int]:
        return sorted(self.last.numbers) if self.last else []

    @property
    def tens(self) -> list[list[tuple[int, bool]]]:
        """The board of ninety by tens: every number, and whether the last drawing has it."""
        return by_tens(self.out)

    @property
    def tiles(self) -> list[Tile]:
        """Everybody who took something, who took most first, and for what."""
        made = self.last
        takings = sorted(made.takings, key=lambda taken: -taken.taken) if made else []
        return [
            Tile(taken.player, signed(taken.taken), joined(", ", made.covering.named(taken.player)))
            for taken in takings
            if made and taken.taken
        ]


WALLS = {LOTO.key: CalledWall, NIGHT.key: HallWall, DRAWINGS.key: DrawingsWall}
"""What the wall shows of each game that has one, by the game's key."""


def winners(step: Step) -> list[str]:
    """Return who claimed a prize together, each once."""
    assert isinstance(step.line.move, Claim)
    return list(dict.fromkeys(claim.player for claim in step.line.move.by))


def crowd(tiles: list[Tile]) -> str:
    """Return the CSS class that says how small the tiles must be."""
    return next((size for most, size in CROWDS if len(tiles) <= most), "many")


@bp.get("/t/<code>/wall")
def wall(code: str) -> Response | str:
    """Show the table of Loto on the wall; the part that changes where the screen asks what is new."""
    table = table_or_404(code)
    return live_page("loto/wall.html", table, lambda: wall_fragment(table))


def wall_fragment(table: Table) -> str:
    """Render the part that changes, once a version for all screens; of another game a sentence."""
    game = table.journal.state.game
    shows, address = WALLS.get(game.key) if game else None, public_url(url_for("table.page", code=table.code))

    def render() -> str:
        shown = shows(view(table, Visitor())) if shows else None
        qr = qr_svg(public_url(url_for("table.whose_phone", code=table.code, scanned="")))
        return render_template("loto/_wall.html", table=table, wall=shown, crowd=crowd, address=address, qr=qr)

    return services().render_cache.get(("wall", table.code, table.version, address, language()), render)
