"""Print and download: the score sheet to print, a blank one to go on with by hand, the evening as files."""

import gzip
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from flask import Response, render_template, request

from companion.engine.fields import MAX_PLAYERS
from companion.engine.game import Opening
from companion.engine.message import say
from companion.engine.replay import Step
from companion.engine.reports.evening import evening
from companion.engine.reports.sentences import left_with_balance, step_changes
from companion.scoresheet import score, write_sheet
from companion.store import Table
from companion.web.evening import bp
from companion.web.evening.bgstats import link, play_file, plays
from companion.web.evening.scored import scored_games
from companion.web.evening.spreadsheet import balances_csv, journal_csv
from companion.web.forms.fields import Field, beside_the_book
from companion.web.i18n.filters import points_of
from companion.web.request.access import table_or_404
from companion.web.request.services import services
from companion.web.request.submission import written_at
from companion.web.security import MAX_FORM_BYTES

MAX_LEVEL_NAMES = 8
"""The names of more players stand upright."""
HANDS_A_PAGE, HANDS_UNDER_UPRIGHT_NAMES = 25, 21
"""The hands that can be written down on a page of paper."""
USUAL_PLAYERS = 6


class Column(NamedTuple):
    """A column of a blank sheet, for a player or a pot."""

    name: str
    held: int | None = None
    """The counters that stand there so far."""


class Line(NamedTuple):
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
        """What its moves changed, in sentences."""
        return [change for step in self.steps for change in step_changes(step)]


@bp.get("/t/<code>/paper")
def paper(code: str) -> str:
    """Show the score sheet: balances, settlement, hands and moves."""
    table = table_or_404(code)
    steps = list(table.journal.in_force())
    games = [(step, changed_rules(step)) for step in steps if isinstance(step.line.move, Opening)]
    report, written = evening(table.journal), written_at(table)
    return render_template(
        "evening/paper.html",
        table=table,
        evening=report,
        scored=scored_games(report),
        lines=lines_of(steps),
        written=written,
        games=games,
        is_paid=table.is_paid,
        plays=[(play.game, link(play)) for play in plays(table, written)],
    )


@bp.get("/t/<code>/paper/empty")
def blank_sheet(code: str) -> str:
    """Show a sheet to go on with by hand: a column for every player with a seat, or side, and what stands so far."""
    table = table_or_404(code)
    state = table.journal.state
    if state.score:
        points = [Column(who, held) for who, held in points_of(state).items()]
        return blank_page(table, points, [], state.hand + 1)
    players = [Column(name, state.shown[name]) for name in state.seated]
    pots = [Column(pot, held) for pot, held in state.pots.items()]
    gone = [Column(name, state.shown[name]) for name in left_with_balance(state)]
    return blank_page(table, players, pots, state.hand + 1, gone)


@bp.get("/paper")
def unnamed_sheet() -> str:
    """Show a blank sheet for a number of ``players`` whose names are still to be written."""
    players = min(max(request.args.get("players", USUAL_PLAYERS, type=int), 1), MAX_PLAYERS)
    return blank_page(None, [Column("")] * players, [Column("pool")], 1)


@bp.get("/t/<code>/journal.csv")
def journal_file(code: str) -> Response:
    """Download every move."""
    table = table_or_404(code)
    return download(journal_csv(table.journal, written_at(table)), f"{table.code}-journal.csv", "text/csv")


@bp.get("/t/<code>/balances.csv")
def balances_file(code: str) -> Response:
    """Download the balances hand by hand."""
    table = table_or_404(code)
    return download(balances_csv(evening(table.journal)), f"{table.code}-balances.csv", "text/csv")


@bp.get("/t/<code>/plays.bgsplay")
def plays_file(code: str) -> Response:
    """Download the games that are over as a file of plays for BG Stats."""
    table = table_or_404(code)
    return download(play_file(plays(table, written_at(table))), f"{table.code}-plays.bgsplay", "application/json")


@bp.get("/t/<code>/sheet.json")
def sheet_file(code: str) -> Response:
    """Download the score sheet, as ``companion export`` writes it."""
    table = table_or_404(code)
    return download(write_sheet(table.sheet()), f"{table.code}-sheet.json", "application/json")


@bp.get("/t/<code>/evening.json")
def along(code: str) -> Response:
    """Download the whole evening with its journal, to carry on elsewhere; a long one is packed."""
    code = table_or_404(code).code
    text = services().moving.file_of(code)
    if len(text.encode()) <= MAX_FORM_BYTES // 2:
        return download(text, f"{code}-evening.json", "application/json")
    return download(gzip.compress(text.encode(), mtime=0), f"{code}-evening.json.gz", "application/gzip")


@bp.get("/t/<code>/result.json")
def result_file(code: str) -> Response:
    """Return what the score sheet comes to, as ``companion score`` prints it."""
    table = table_or_404(code)
    result = json.dumps(score(table.sheet()), indent=2, ensure_ascii=False) + "\n"
    return download(result, f"{table.code}-result.json", "application/json")


def lines_of(steps: Iterable[Step]) -> list[Line]:
    """Return the lines of the moves: those that stand in one line, one after another, are one."""
    runs = groupby(steps, lambda step: step.line.move.in_line)
    return [Line(line) for in_line, run in runs for line in ([[*run]] if in_line else [[step] for step in run])]


def changed_rules(opening: Step) -> list[Field]:
    """Return the house rules of a game that are not those of the book."""
    return [rule for rule, book in beside_the_book(opening.state) if rule.value != book.value]


def blank_page(
    table: Table | None, players: list[Column], pots: list[Column], first: int, gone: Sequence[Column] = ()
) -> str:
    """Render a blank sheet whose first hand has the number ``first``; more than two pots share a column for their sum.

    ``gone`` are the players who left with a balance, which counts in every row.
    """
    if len(pots) > 2:
        pots = [Column(say("pots"), sum(pot.held or 0 for pot in pots))]
    hands = range(first, first + (HANDS_A_PAGE if len(players) <= MAX_LEVEL_NAMES else HANDS_UNDER_UPRIGHT_NAMES))
    return render_template("evening/blank_sheet.html", table=table, players=players, pots=pots, hands=hands, gone=gone)


def download(content: str | bytes, name: str, mime_type: str) -> Response:
    """Send a text, or bytes, as a file, whose name begins with ``companion-``."""
    is_text = isinstance(content, str)
    response = Response(content, content_type=f"{mime_type}; charset=utf-8" if is_text else mime_type)
    response.headers.set("Content-Disposition", "attachment", filename=f"companion-{name}")
    response.headers["Cache-Control"] = "no-cache"
    return response
