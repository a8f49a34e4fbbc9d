"""A whole year as one archive: the score sheet of every evening, tables for a spreadsheet, plays for BG Stats."""

import io
from collections.abc import Iterator
from datetime import datetime
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from flask import Response, abort

from companion.engine.reports.evening import evening
from companion.machine.clock import on_the_wall, wall_clock
from companion.scoresheet import write_sheet
from companion.store import Summary, Table
from companion.store.evenings import Sought
from companion.web.evening import bp
from companion.web.evening.bgstats import Play, play_file, plays
from companion.web.evening.files import download
from companion.web.evening.spreadsheet import EVENINGS_HEAD, HANDS_HEAD, Cells, csv_text, evening_row, hand_rows
from companion.web.request.lane import in_turn
from companion.web.request.services import services
from companion.web.request.submission import written_at
from companion.web.request.who import Rung, needs

ZIP_BEGINS = 1980
"""The first year that an archive can say of a file."""


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
    """Return the archive of these evenings, without those that can't be read any more."""
    evenings: list[Cells] = [EVENINGS_HEAD]
    hands: list[Cells] = [HANDS_HEAD]
    played: list[Play] = []
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for summary, table in _read(found):
            then = on_the_wall(summary.laid_at)
            day = f"{then:%Y-%m-%d}"
            _add(archive, f"sheets/{day}-{table.code}.json", then, write_sheet(table.sheet()))
            evenings.append(evening_row(day, summary, table))
            hands += hand_rows(day, table.code, evening(table.journal))
            played += plays(table, written_at(table))
        made = on_the_wall(wall_clock())
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
