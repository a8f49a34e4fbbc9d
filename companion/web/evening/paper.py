"""Print and download: the score sheet to print, a blank one to go on with by hand, the evening as files."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from flask import render_template, request

from companion.engine.fields import MAX_PLAYERS
from companion.engine.message import say
from companion.engine.replay import Step
from companion.engine.reports.sentences import left_with_balance, step_changes
from companion.store import Table
from companion.web.evening import bp
from companion.web.evening.files import link, plays
from companion.web.evening.page import scored_games
from companion.web.evening.settlement import counters_of, rounding
from companion.web.i18n.filters import points_of
from companion.web.learn.how_to_play import changed_rules
from companion.web.live.limits import in_turn
from companion.web.request.access import table_or_404
from companion.web.request.submission import written_at

MAX_LEVEL_NAMES = 8
"""The names of more players stand upright."""
HANDS_A_PAGE, HANDS_UNDER_UPRIGHT_NAMES = 23, 19
"""The hands that can be written down on a page of A4, and of Letter, which is shorter."""
USUAL_PLAYERS = 6


class PaperColumn(NamedTuple):
    """A column of a blank sheet, for a player or a pot."""

    name: str
    held: int | None = None
    """The counters that stand there so far."""


class PaperLine(NamedTuple):
    """A line of the moves: a move, or those that stand in one line, such as numbers drawn with what was claimed."""

    steps: Sequence[Step]

    @property
    def numbers(self) -> list[int]:
        """The numbers that stand for moves, in their order."""
        return [getattr(move, move.figure) for step in self.steps if (move := step.line.move).figure]

    @property
    def others(self) -> Iterator[tuple[int | None, Step]]:
        """What else happened, with the last number before it; None where the line has none before it."""
        last = None
        for step in self.steps:
            move = step.line.move
            if move.figure:
                last = getattr(move, move.figure)
            else:
                yield last, step

    @property
    def changes(self) -> list[str]:
        return [change for step in self.steps for change in step_changes(step)]


@bp.get("/t/<code>/paper")
@in_turn
def paper(code: str) -> str:
    """Show the score sheet: balances, settlement, hands and moves; ``empty``, one to go on with by hand."""
    table = table_or_404(code)
    if "empty" in request.args:
        return blank_sheet(table)
    report, written = table.evening, written_at(table)
    openings = [game.steps[0].state for game in report.begun]
    return render_template(
        "evening/paper.html",
        table=table,
        evening=report,
        scored=scored_games(report),
        lines=lines_of(step for game in report.begun for step in game.steps),
        written=written,
        rules=[(opening, changed_rules(opening)) for opening in openings],
        is_paid=table.is_paid,
        counters_of=counters_of,
        rounding=rounding(table),
        plays=[(play.game, link(play)) for play in plays(table, written)],
    )


def blank_sheet(table: Table) -> str:
    """Render a sheet to go on with by hand: a column for every player with a seat, or side, and what stands so far."""
    state = table.journal.state
    if state.score:
        points = [PaperColumn(who, held) for who, held in points_of(state).items()]
        return blank_page(table, points, [], state.hand + 1)
    players = [PaperColumn(name, state.shown[name]) for name in state.seated]
    pots = [PaperColumn(pot, held) for pot, held in state.pots.items()]
    gone = [PaperColumn(name, state.shown[name]) for name in left_with_balance(state)]
    return blank_page(table, players, pots, state.hand + 1, gone)


@bp.get("/paper")
def unnamed_sheet() -> str:
    """Show a blank sheet for a number of ``players`` whose names are still to be written."""
    players = min(max(request.args.get("players", USUAL_PLAYERS, type=int), 1), MAX_PLAYERS)
    return blank_page(None, [PaperColumn("")] * players, [PaperColumn("pool")], 1)


def lines_of(steps: Iterable[Step]) -> list[PaperLine]:
    """Return the lines of the moves: those that stand in one line, one after another, are one."""
    runs = groupby(steps, lambda step: step.line.move.in_line)
    return [PaperLine(line) for in_line, run in runs for line in ([[*run]] if in_line else [[step] for step in run])]


def blank_page(
    table: Table | None,
    players: list[PaperColumn],
    pots: list[PaperColumn],
    first: int,
    gone: Sequence[PaperColumn] = (),
) -> str:
    """Render a blank sheet whose first hand has the number ``first``; more than two pots share a column for their sum.

    ``gone`` are the players who left with a balance, which counts in every row.
    """
    if len(pots) > 2:
        pots = [PaperColumn(say("pots"), sum(pot.held or 0 for pot in pots))]
    hands = range(first, first + (HANDS_A_PAGE if len(players) <= MAX_LEVEL_NAMES else HANDS_UNDER_UPRIGHT_NAMES))
    return render_template("evening/blank_sheet.html", table=table, players=players, pots=pots, hands=hands, gone=gone)
