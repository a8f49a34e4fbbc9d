"""An evening as files: for a spreadsheet, as a score sheet, the whole to carry on elsewhere; a year as an archive."""

import gzip
import io
import json
from collections.abc import Callable, Iterator
from datetime import datetime
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from flask import Response, abort

from companion.engine.message import translate
from companion.machine.clock import night_of, on_the_wall, wall_clock
from companion.scoresheet import score, write_sheet
from companion.store import Summary, Table
from companion.store.database import LEFT_OUT
from companion.store.evenings import Sought
from companion.web.evening import bp
from companion.web.evening.bgstats import Play, play_file, plays
from companion.web.evening.csv_tables import (
    EVENINGS_HEAD,
    HANDS_HEAD,
    Cells,
    balances_csv,
    csv_text,
    evening_row,
    hand_rows,
)
from companion.web.i18n.language import current_catalogue
from companion.web.request.access import table_or_404
from companion.web.request.lane import in_turn
from companion.web.request.services import services
from companion.web.request.submission import written_at
from companion.web.request.who import Rung, needs
from companion.web.security import MAX_FORM_BYTES


def result(table: Table) -> str:
    """Return what the score sheet comes to, as ``companion score`` prints it."""
    return json.dumps(score(table.sheet()), indent=2, ensure_ascii=False) + "\n"


ZIP_BEGINS = 1980
"""The first year that an archive can say of a file."""
CSV, JSON = "text/csv", "application/json"
WHOLE = "evening.json"
"""The evening with its journal, to carry on elsewhere."""
FILES: dict[str, tuple[str, Callable[[Table], str]]] = {
    "balances.csv": (CSV, lambda table: balances_csv(table.evening)),
    "plays.bgsplay": (JSON, lambda table: play_file(plays(table, written_at(table)))),
    "sheet.json": (JSON, lambda table: write_sheet(table.sheet())),
    "result.json": (JSON, result),
    WHOLE: (JSON, lambda table: services().moving.file_of(table.code)),
}
"""The files by their names, with their types and what writes them."""


@bp.get("/t/<code>/<file>")
@in_turn
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


@bp.get("/year/<int:year>.zip")
@needs(Rung.HOUSEHOLD)
@in_turn
def archive(year: int) -> Response:
    """Download a year; one journal is held at a time."""
    found = services().evenings.find(sought=[Sought([], [f"{year:04}-*"])], most=-1)
    if not found:
        abort(404)
    return download(archived(found[::-1]), f"{year}.zip", "application/zip")


def archived(found: list[Summary]) -> bytes:
    """Return the archive of these evenings, without those that can't be read any more.

    Each is whole, with its journal, so that it comes back as it was; the tables beside them are for spreadsheets.
    """
    evenings: list[Cells] = [EVENINGS_HEAD]
    hands: list[Cells] = [HANDS_HEAD]
    played: list[Play] = []
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for summary, table in _read(found):
            then = on_the_wall(summary.laid_at)
            day = f"{night_of(summary.laid_at)}"
            _add(archive, f"journals/{day}-{table.code}.json", then, services().moving.file_of(table.code))
            evenings.append(evening_row(day, summary, table))
            hands += hand_rows(day, table.code, table.evening)
            played += plays(table, written_at(table))
        made = on_the_wall(wall_clock())
        if services().database.left_out:
            _add(archive, "left-out.txt", made, translate(LEFT_OUT, current_catalogue()))
        _add(archive, "evenings.csv", made, csv_text(evenings))
        _add(archive, "hands.csv", made, csv_text(hands))
        _add(archive, "plays.bgsplay", made, play_file(played))
    return file.getvalue()


def _read(found: list[Summary]) -> Iterator[tuple[Summary, Table]]:
    for summary in found:
        for table in services().tables.find_all([summary.code]):
            yield summary, table


def _add(archive: ZipFile, name: str, then: datetime, content: str | bytes) -> None:
    """Add a file to an archive, with its time as far as an archive can say it."""
    at = (max(then.year, ZIP_BEGINS), then.month, then.day, then.hour, then.minute, then.second)
    archive.writestr(ZipInfo(name, at), content, ZIP_DEFLATED)
