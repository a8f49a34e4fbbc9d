"""The journal and the balances as CSV (RFC 4180, UTF-8), for any spreadsheet."""

import csv
import io
import re
from collections.abc import Iterable

from companion.engine.evening import Evening
from companion.engine.fields import Account, Pot
from companion.engine.journal import Journal
from companion.engine.ledger import changes
from companion.engine.replay import Step

# Also after a semicolon, at which spreadsheets of other countries begin a new cell; the last four are full-width.
_FORMULA = re.compile(r"(^|[;\t\r\n])(\s*)(?=[=+\-@＝＋－＠])")


def journal_csv(journal: Journal) -> str:
    """A row for every move, also one that doesn't count, with what it brought or cost each player and pot."""
    players = list(journal.state.balances)
    pots = list(dict.fromkeys(pot for step in journal.steps for pot in step.state.pots))
    head = ["number", "game", "hand", "move", "what happened", "counts", *players, *(f"pot: {pot}" for pot in pots)]
    accounts: list[Account] = [*players, *map(Pot, pots)]
    brought = [changes(step.postings) for step in journal.steps]
    rows = [[*_said(step), *map(net.get, accounts)] for step, net in zip(journal.steps, brought, strict=True)]
    return _written([head, *rows])


def balances_csv(evening: Evening) -> str:
    """A row for every hand: everyone's balance after it, what lay in the pots and what was left there."""
    head = ["number", "game", "hand", *evening.players, "in the pots", "left in the pots"]
    start = [0, None, None, *map(evening.start.get, evening.players), None, None]
    rows = [
        [hand.number, hand.title, hand.dealt, *map(hand.balances.get, evening.players), hand.most, hand.left]
        for hand in evening.hands
    ]
    return _written([head, start, *rows])


def harmless(text: str) -> str:
    """The text with an apostrophe before what a spreadsheet would take for a formula."""
    return _FORMULA.sub(r"\1\2'", text)


def _said(step: Step) -> list[str | int]:
    """What is said of a move before its counters."""
    state, counts = step.state, "struck" if step.line.struck else step.conflict or "yes"
    return [
        step.line.number,
        state.game.title if state.game else "",
        state.hand,
        step.line.move.name,
        step.memo,
        counts,
    ]


def _written(rows: Iterable[Iterable[str | int | None]]) -> str:
    file = io.StringIO(newline="")
    csv.writer(file).writerows([harmless(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return file.getvalue()
