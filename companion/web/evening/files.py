"""An evening as files: journal and balances for a spreadsheet, score sheet and result, and the whole to carry on."""

import gzip
import json
from collections.abc import Callable

from flask import Response, abort

from companion.engine.reports.evening import evening
from companion.scoresheet import score, write_sheet
from companion.store import Table
from companion.web.evening import bp
from companion.web.evening.bgstats import play_file, plays
from companion.web.evening.settlement import as_text
from companion.web.evening.spreadsheet import balances_csv, journal_csv
from companion.web.request.access import table_or_404
from companion.web.request.services import services
from companion.web.request.submission import written_at
from companion.web.security import MAX_FORM_BYTES


def whole(table: Table) -> Response:
    """Return the whole evening with its journal, to carry on elsewhere; a long one is packed."""
    text, name = services().moving.file_of(table.code), f"{table.code}-evening.json"
    if len(text.encode()) <= MAX_FORM_BYTES // 2:
        return download(text, name, "application/json")
    return download(gzip.compress(text.encode(), mtime=0), f"{name}.gz", "application/gzip")


def result(table: Table) -> Response:
    """Return what the score sheet comes to, as ``companion score`` prints it."""
    text = json.dumps(score(table.sheet()), indent=2, ensure_ascii=False) + "\n"
    return download(text, f"{table.code}-result.json", "application/json")


FILES: dict[str, Callable[[Table], Response]] = {
    "journal.csv": lambda table: download(
        journal_csv(table.journal, written_at(table)), f"{table.code}-journal.csv", "text/csv"
    ),
    "balances.csv": lambda table: download(
        balances_csv(evening(table.journal)), f"{table.code}-balances.csv", "text/csv"
    ),
    "plays.bgsplay": lambda table: download(
        play_file(plays(table, written_at(table))), f"{table.code}-plays.bgsplay", "application/json"
    ),
    "sheet.json": lambda table: download(write_sheet(table.sheet()), f"{table.code}-sheet.json", "application/json"),
    "evening.json": whole,
    "result.json": result,
    "settlement.txt": lambda table: Response(as_text(table), mimetype="text/plain"),
}
"""The files by their names."""


@bp.get("/t/<code>/<file>")
def file(code: str, file: str) -> Response:
    """Send a file of an evening; 404 where there is none of that name."""
    table = table_or_404(code)
    if file not in FILES:
        abort(404)
    return FILES[file](table)


def download(content: str | bytes, name: str, mime_type: str) -> Response:
    """Return a text, or bytes, as a file to keep, whose name begins with ``companion-``."""
    is_text = isinstance(content, str)
    response = Response(content, content_type=f"{mime_type}; charset=utf-8" if is_text else mime_type)
    response.headers.set("Content-Disposition", "attachment", filename=f"companion-{name}")
    response.headers["Cache-Control"] = "no-cache"
    return response
