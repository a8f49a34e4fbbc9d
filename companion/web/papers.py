"""Paper and files: the score sheet to print, an empty one to write on, and the evening as files."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import Blueprint, Response, render_template, request

from companion.engine.evening import evening
from companion.engine.fields import MOST_NAMES
from companion.engine.opening import Opening
from companion.engine.replay import Step
from companion.engine.saying import say
from companion.scoresheet import write_sheet
from companion.store import Table
from companion.web.access import table_or_404
from companion.web.forms import Field, beside_the_book
from companion.web.spreadsheet import balances_csv, journal_csv

pages = Blueprint("papers", __name__)
A_PAGE, WITH_MANY = 25, 21
"""So many hands to write down are on one page of paper; fewer where many names stand upright."""
MANY = 8
USUAL_PLAYERS = 6


class Column(NamedTuple):
    """One column of an empty sheet: whose it is, and what stands there so far."""

    name: str
    held: int | None = None


@pages.get("/t/<code>/paper")
def paper(code: str) -> str:
    """The score sheet: balances, settlement, hands and moves."""
    table = table_or_404(code)
    steps = list(table.journal.in_force())
    games = [(step, differing(step)) for step in steps if isinstance(step.line.move, Opening)]
    return render_template("paper.html", table=table, evening=evening(table.journal), steps=steps, games=games)


@pages.get("/t/<code>/paper/empty")
def empty(code: str) -> str:
    """A sheet to go on with by hand: a column for everyone with a seat, beginning with what stands so far."""
    table = table_or_404(code)
    state = table.journal.state
    players = [Column(name, state.balances[name]) for name in state.seated]
    pots = [Column(pot, held) for pot, held in state.pots.items()]
    gone = [Column(name, held) for name, held in state.balances.items() if held and name not in state.seated]
    return empty_page(table, players, pots, state.hand + 1, gone)


@pages.get("/paper")
def unnamed() -> str:
    """An empty sheet for so many ``players`` whose names are still to be written."""
    players = min(max(request.args.get("players", USUAL_PLAYERS, type=int), 1), MOST_NAMES)
    return empty_page(None, [Column("")] * players, [Column("pool")], 1)


@pages.get("/t/<code>/journal.csv")
def journal_file(code: str) -> Response:
    """Every move."""
    table = table_or_404(code)
    return file(table, journal_csv(table.journal), "journal.csv", "text/csv")


@pages.get("/t/<code>/balances.csv")
def balances_file(code: str) -> Response:
    """The balances hand by hand."""
    table = table_or_404(code)
    return file(table, balances_csv(evening(table.journal)), "balances.csv", "text/csv")


@pages.get("/t/<code>/sheet.json")
def sheet_file(code: str) -> Response:
    """The score sheet, as ``companion export`` writes it."""
    table = table_or_404(code)
    return file(table, write_sheet(table.sheet()), "sheet.json", "application/json")


def differing(opening: Step) -> list[Field]:
    """The house rules of a game that are not those of the book."""
    return [rule for rule, book in beside_the_book(opening.state) if rule.value != book.value]


def empty_page(
    table: Table | None, players: list[Column], pots: list[Column], first: int, gone: Sequence[Column] = ()
) -> str:
    """An empty sheet whose first hand has the number ``first``; of a board's many pots only the sum is written.

    ``gone`` are those who left with a balance, which counts in every row.
    """
    if len(pots) > 2:
        pots = [Column(say("pots"), sum(pot.held or 0 for pot in pots))]
    hands = range(first, first + (A_PAGE if len(players) <= MANY else WITH_MANY))
    return render_template("empty.html", table=table, players=players, pots=pots, hands=hands, gone=gone)


def file(table: Table, text: str, name: str, kind: str) -> Response:
    """A text to download, named after the table's code, which is made of plain letters and digits."""
    answer = Response(text.encode(), content_type=f"{kind}; charset=utf-8")
    answer.headers.set("Content-Disposition", "attachment", filename=f"companion-{table.code}-{name}")
    answer.headers["Cache-Control"] = "no-cache"
    return answer
