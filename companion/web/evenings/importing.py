"""The one page for whatever comes in; a sheet or an evening alone is looked at, and only then written down."""

import gzip
import json
from base64 import b64encode
from contextlib import suppress
from datetime import date

from flask import jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.errors import Malformed, Refusal
from companion.engine.journal import Journal
from companion.engine.message import say
from companion.machine.clock import FIRST_YEAR, today
from companion.plays import is_alone
from companion.plays.keeping import laid_on
from companion.plays.reading import BOM, DATED, MAX_BYTES
from companion.scoresheet import NotJson, Sheet, read_sheet, record_sheet, write_sheet
from companion.store import Beside, Summary, Table
from companion.store.database import now
from companion.store.evenings import Sought, searchable, summary_of
from companion.store.kept import day as kept_day
from companion.store.moving import (
    GZIP,
    GZIP_AS_TEXT,
    EveningFile,
    is_evening,
    play_evening,
    read_evening,
    steps_to_play,
    unpacked,
)
from companion.web.errors import SHEET_TOO_LONG
from companion.web.evenings import bp
from companion.web.forms.answers import number_typed
from companion.web.request.access import Rung, must_write, needs, take_pencil, visitor
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key, submission
from companion.web.request.typed_names import two_people
from companion.web.security import MAX_FORM_BYTES

MAX_SHEET_BYTES = MAX_FORM_BYTES - 4 * 1024
"""Bytes that a sheet may have as the form carries it, beside the other fields; some hundred hands of any game."""
PART_BYTES = 96 * 1024
"""Bytes of a longer file that are sent in one form."""
MOST_STEPS = 100_000
"""Moves that a page plays of an evening that arrives, a few seconds at most; a correction plays the rest anew."""
MOST_ASKED = 20
"""Codes that a device may ask about at once: it keeps five evenings."""
PICTURE = say("This file is a picture, not a score sheet: choose one whose name ends in .json.")
OTHER_FILES = {
    b"\x89PNG": PICTURE,
    b"\xff\xd8\xff": PICTURE,
    b"GIF8": PICTURE,
    b"%PDF": say("This file is a PDF, not a score sheet: choose one whose name ends in .json."),
}
"""How other files begin that are chosen by mistake, and what is said of them."""
CUT_OFF = b"%7B"
"""How an evening begins that came in an address whose end is missing."""
TO_COME = say("By the clock of the device running Companion, this day is still to come. If it's right, save it.")


@bp.get("/evenings/import")
@needs(Rung.HOUSEHOLD)
def choose() -> str:
    """Ask for the file of a score sheet."""
    found = services().imports
    return render_template("evenings/import.html", part=PART_BYTES, most=MAX_BYTES, kept=found.all())


@bp.get("/evenings/import/missing")
@needs(Rung.HOUSEHOLD)
def missing() -> Response:
    """Return which tables, of the codes that a device kept, aren't here and never were."""
    return jsonify(services().moving.missing(request.args.getlist("code")[:MOST_ASKED]))


@bp.post("/evenings/import/part")
@needs(Rung.HOUSEHOLD)
def add_part() -> Response:
    """Take a part of a file that is longer than a form may be; the first one is told the number of its upload."""
    found, number = services().imports, request.form.get("upload", "")
    part, at = request.files.get("part"), number_typed(request.form.get("at", ""))
    if not part or at is None or at < 0:
        raise Malformed(say("Choose a file."))
    number = number or found.begin(request.form.get("name", ""))
    found.add(number, at, part.read())
    return jsonify(number)


@bp.post("/evenings/import")
@needs(Rung.HOUSEHOLD)
@shows(choose)
def look() -> str | Response:
    """Show what a file holds; nothing of it is written. A sheet and an evening are held by the form that keeps them."""
    number, file = request.form.get("upload", ""), request.files.get("sheet")
    if number:
        name, content = services().imports.wanted(number).name, services().imports.content(number)
    elif file:
        name, content = file.filename or "", file.read()
    else:
        raise Malformed(say("Choose a file."))
    try:
        own = alone(content)
    except Malformed:
        if number:
            services().imports.discard(number)
        raise
    if own is None:
        number = number or services().imports.begin(name)
        services().imports.add(number, 0, content)
        return redirect(url_for("evenings.plays", number=looked(number)), 303)
    if number:
        services().imports.discard(number)
    dated = DATED.match(name)
    return arriving(own) if is_evening(own) else shown(own, dated[0] if dated else "")


def alone(content: bytes) -> bytes | None:
    """Return a file, unpacked, that is one evening or one sheet, or means to be; None for another. Raises Malformed."""
    if content.startswith(GZIP_AS_TEXT):
        content = unpacked(content)
    elif content.startswith(GZIP):
        with suppress(Malformed):
            content = unpacked(content)
    text = content.removeprefix(BOM).lstrip()
    if not text or content.startswith((*OTHER_FILES, CUT_OFF)):
        return text
    return text if is_alone(text) and (is_evening(text) or len(text) <= MAX_SHEET_BYTES) else None


def looked(number: str) -> str:
    """Return the number of an upload that can be read; discard any other. Raises Malformed."""
    try:
        services().imports.reading(number)
    except NotJson as broken:
        services().imports.discard(number)
        raise cut_short(broken) from None
    except Malformed:
        services().imports.discard(number)
        raise
    return number


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
    apart = two_people([*journal.state.seats])
    table = services().tables.lay(sheet, key=submission()[0], beside=take_pencil, journal=journal, laid_at=laid_at)
    services().people.keep_apart(apart)
    goes_to = "evening.page" if table.journal.state.over else "table.page"
    return redirect(url_for(goes_to, code=table.code), 303)


def arrive(evening: EveningFile) -> Response:
    """Take a whole evening in; to go on with one that is here, this device needs its pencil."""

    def may_add(code: str) -> None:
        must_write(visitor(services().tables.find(code), anew=True))

    apart = two_people([*play_evening(evening).table.journal.state.seats])
    code = services().moving.import_evening(evening, take_pencil, may_add)
    services().people.keep_apart(apart)
    return redirect(url_for("table.page", code=code), 303)


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
        raise cut_short(broken) from None
    return sheet, record_sheet(sheet)


def cut_short(broken: NotJson) -> Malformed:
    """Return the refusal of a file that is JSON only up to a place."""
    where = {"line": broken.line, "column": broken.column}
    return Malformed(
        say(
            "This file can't be read from line {line}, character {column} on: it was cut short or changed by hand, or "
            "is no score sheet. Export it again.",
            **where,
        )
    )


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
    return laid_on(that_day)
