"""A score sheet from elsewhere: read, looked at, and only then written down as an evening."""

import gzip
import json
import re
from base64 import b64encode
from datetime import date, datetime, time

from flask import jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.errors import Malformed, Refusal
from companion.engine.journal import Journal
from companion.engine.message import say
from companion.machine.clock import FIRST_YEAR, from_the_wall, today
from companion.scoresheet import NotJson, Sheet, read_sheet, record_sheet, write_sheet
from companion.store import Beside, Summary, Table
from companion.store.database import now
from companion.store.evenings import Sought, searchable, summary_of
from companion.store.kept import day as kept_day
from companion.store.moving import (
    EveningFile,
    is_evening,
    play_evening,
    read_evening,
    steps_to_play,
    unpacked,
)
from companion.web.errors import SHEET_TOO_LONG
from companion.web.evenings import bp
from companion.web.request.access import must_write, visitor
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key, submission
from companion.web.request.who import Rung, needs, take_pencil
from companion.web.security import MAX_FORM_BYTES

MAX_SHEET_BYTES = MAX_FORM_BYTES - 4 * 1024
"""Bytes that a sheet may have as the form carries it, beside the other fields; some hundred hands of any game."""
MOST_STEPS = 100_000
"""Moves that a page plays of an evening that arrives, a few seconds at most; a correction plays the rest anew."""
MOST_ASKED = 20
"""Codes that a device may ask about at once: it keeps five evenings."""
EVENING = time(20)
"""The hour at which an evening of another day is taken to have begun."""
PICTURE = say("This file is a picture, not a score sheet: choose one whose name ends in .json.")
OTHER_FILES = {
    b"\x89PNG": PICTURE,
    b"\xff\xd8\xff": PICTURE,
    b"GIF8": PICTURE,
    b"%PDF": say("This file is a PDF, not a score sheet: choose one whose name ends in .json."),
    b"PK\x03\x04": say("This file is an archive: unpack it, then choose one of the score sheets in it."),
}
"""How other files begin that are chosen by mistake, and what is said of them."""
TO_COME = say("By the clock of the device running Companion, this day is still to come. If it's right, save it.")
DATED = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
"""The day with which the files of a year begin."""


@bp.get("/evenings/import")
@needs(Rung.HOUSEHOLD)
def choose() -> str:
    """Ask for the file of a score sheet."""
    return render_template("evenings/import.html", most=MAX_SHEET_BYTES)


@bp.get("/evenings/import/missing")
@needs(Rung.HOUSEHOLD)
def missing() -> Response:
    """Return which tables, of the codes that a device kept, aren't here and never were."""
    return jsonify(services().moving.missing(request.args.getlist("code")[:MOST_ASKED]))


@bp.post("/evenings/import")
@needs(Rung.HOUSEHOLD)
@shows(choose)
def look() -> str:
    """Show what a score sheet holds and comes to; nothing is written."""
    file = request.files.get("sheet")
    if not file:
        raise Malformed(say("Choose a score sheet file."))
    content, dated = unpacked(file.read()), DATED.match(file.filename or "")
    return arriving(content) if is_evening(content) else shown(content, dated[0] if dated else "")


def looked_again() -> str:
    """Return the sheet, or the evening, as it was shown; the first page where it is none any more."""
    form = request.form
    try:
        if "evening" in form:
            return arriving(unpacked(form["evening"].encode()))
        return shown(form.get("sheet", "").encode(), form.get("day", ""))
    except Refusal:
        return choose()


@bp.post("/evenings/import/keep")
@needs(Rung.HOUSEHOLD)
@shows(looked_again)
def keep() -> Response:
    """Write an evening down that was shown; this device holds the pencil of a new one."""
    if "evening" in request.form:
        return arrive(playable(unpacked(request.form["evening"].encode())))
    sheet, journal = played(request.form.get("sheet", "").encode())
    laid_at = time_of(request.form.get("day", ""), request.form.get("seen"))
    table = services().tables.lay(sheet, key=submission()[0], beside=take_pencil, journal=journal, laid_at=laid_at)
    goes_to = "evening.picture" if table.journal.state.over else "table.page"
    return redirect(url_for(goes_to, code=table.code), 303)


def arrive(evening: EveningFile) -> Response:
    """Take a whole evening in; to go on with one that is here, this device needs its pencil."""

    def may_add(code: str) -> None:
        must_write(visitor(services().tables.find(code), anew=True))

    return redirect(url_for("table.page", code=services().moving.import_evening(evening, take_pencil, may_add)), 303)


def arriving(content: bytes) -> str:
    """Render how far an evening is, and how it stands to what is here. Raises Malformed and Illegal."""
    evening = playable(content)
    arrived = play_evening(evening)
    met, table = services().moving.meet(arrived), arrived.table
    return render_template(
        "evenings/arriving.html",
        table=table,
        is_to_come=evening.is_to_come,
        standing=met.standing.value,
        here=met.here,
        alike=met.alike,
        lacks=met.lacks,
        writes=met.here and visitor(met.here).writes,
        sealed=getattr(table.journal.state.facts, "fingerprint", None) if table.journal.state.open else None,
        packed=b64encode(gzip.compress(content, mtime=0)).decode(),
    )


def playable(content: bytes) -> EveningFile:
    """Return an evening whose journal a page has the time to play. Raises Malformed."""
    if not is_evening(content):
        raise Malformed(say("This isn't an evening with its journal: take the evening along once more."))
    evening = read_evening(content)
    if steps_to_play(evening) > MOST_STEPS:
        raise Malformed(
            say("This evening is too long for a page. On the device running Companion: companion import FILE")
        )
    return evening


def played(content: bytes) -> tuple[Sheet, Journal]:
    """Return a sheet with its journal. Raises Malformed and Illegal with the place, as ``companion import`` does.

    Of a file that is none at all, it says so in words for somebody who chose the wrong one.
    """
    for begins, why in OTHER_FILES.items():
        if content.startswith(begins):
            raise Malformed(why)
    if not content.strip():
        raise Malformed(say("This file is empty: choose a score sheet, whose name ends in .json."))
    try:
        sheet = read_sheet(content)
    except NotJson as broken:
        where = {"line": broken.line, "column": broken.column}
        why = say(
            "This file can't be read from line {line}, character {column} on: it was cut short or changed by hand, or "
            "is no score sheet. Export it again.",
            **where,
        )
        raise Malformed(why) from None
    return sheet, record_sheet(sheet)


def shown(content: bytes, day: str) -> str:
    """Render what a sheet holds, with the question of its day; raise Malformed and Illegal with the place."""
    sheet, journal = played(content)
    table = Table("", now(), 0, journal, Beside(counter_value=sheet.counter_value))
    text = json.dumps(json.loads(write_sheet(sheet)), separators=(",", ":"), ensure_ascii=False)
    if len(text.encode()) > MAX_SHEET_BYTES:
        raise Malformed(SHEET_TOO_LONG)
    return render_template(
        "evenings/look.html",
        evening=summary_of(table),
        twins=twins_of(sheet, summary_of(table)),
        state=journal.state,
        value=sheet.counter_value,
        text=text,
        day=day or f"{today()}",
        to_come=TO_COME if day > f"{today()}" else "",
        earliest=date(FIRST_YEAR, 1, 1),
        key=new_form_key(),
    )


def twins_of(sheet: Sheet, summary: Summary) -> list[Summary]:
    """Return the evenings that are here already with the same sheet."""
    named = [Sought([searchable(name)]) for name in summary.players]
    alike = {
        found.code: found
        for found in services().evenings.find(sought=named, most=-1)
        if (found.players, found.titles, found.hands) == (summary.players, summary.titles, summary.hands)
    }
    written = write_sheet(sheet)
    here = services().tables.find_all([*alike])
    return [alike[table.code] for table in here if write_sheet(table.sheet()) == written]


def time_of(day: str, seen: str | None = None) -> str | None:
    """Return when an evening of a day began, as the database has it; None for today. Raises Malformed.

    A day to come is refused until it was ``seen`` on the page: it may be a slip, or a clock is wrong.
    """
    that_day = date.fromisoformat(kept_day(day))
    if that_day > today() and day != seen:
        raise Malformed(TO_COME)
    if that_day == today():
        return None
    return from_the_wall(datetime.combine(that_day, EVENING)).isoformat(timespec="seconds")
