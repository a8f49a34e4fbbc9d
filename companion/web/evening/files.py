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
from companion.web.evening.spreadsheet import balances_csv, journal_csv
from companion.web.request.access import table_or_404
from companion.web.request.services import services
from companion.web.request.submission import written_at
from companion.web.security import MAX_FORM_BYTES


def result(table: Table) -> str:
    """Return what the score sheet comes to, as ``companion score`` prints it."""
    return json.dumps(score(table.sheet()), indent=2, ensure_ascii=False) + "\n"


CSV, JSON = "text/csv", "application/json"
WHOLE = "evening.json"
"""The evening with its journal, to carry on elsewhere."""
FILES: dict[str, tuple[str, Callable[[Table], str]]] = {
    "journal.csv": (CSV, lambda table: journal_csv(table.journal, written_at(table))),
    "balances.csv": (CSV, lambda table: balances_csv(evening(table.journal))),
    "plays.bgsplay": (JSON, lambda table: play_file(plays(table, written_at(table)))),
    "sheet.json": (JSON, lambda table: write_sheet(table.sheet())),
    "result.json": (JSON, result),
    WHOLE: (JSON, lambda table: services().moving.file_of(table.code)),
}
"""The files by their names, with their types and what writes them."""


@bp.get("/t/<code>/<file>")
def file(code: str, file: str) -> Response:
    """Send a file of an evening; 404 where there is none of that name. One to carry on elsewhere is packed if long."""
    table = table_or_404(code)
    if file not in FILES:
        abort(404)
    kind, written = FILES[file]
    text, name = written(table), f"{table.code}-{file}"
    if file == WHOLE and len(text.encode()) > MAX_FORM_BYTES // 2:
        return download(gzip.compress(text.encode(), mtime=0), f"{name}.gz", "application/gzip")
    return download(text, name, kind)


def download(content: str | bytes, name: str, mime_type: str) -> Response:
    """Return a text, or bytes, as a file to keep, whose name begins with ``companion-``."""
    is_text = isinstance(content, str)
    response = Response(content, content_type=f"{mime_type}; charset=utf-8" if is_text else mime_type)
    response.headers.set("Content-Disposition", "attachment", filename=f"companion-{name}")
    response.headers["Cache-Control"] = "no-cache"
    return response
