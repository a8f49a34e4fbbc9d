"""A spreadsheet as CSV: a row an evening, with a column for each person, or one evening with a row a round."""

import csv
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime

from companion.engine.errors import Malformed
from companion.engine.message import Message, say
from companion.plays.play import NOT_KNOWN, Play, Unread, beside, each, made, require_day, whole

HEADS = {
    "day": {"date", "day", "datum", "tag", "jour", "played on"},
    "game": {"game", "spiel", "jeu", "title"},
    "place": {"place", "location", "ort", "lieu", "where"},
    "notes": {"notes", "note", "notizen", "notiz", "remarque", "remarques", "comment", "comments"},
}
"""How the columns are headed that aren't people's, in any letters."""
ROUND = {"", "#", "round", "hand", "deal", "runde", "hand no.", "manche", "donne", "tour", "nr", "no"}
"""How the column is headed that numbers the rounds."""
TOTAL = {"total", "totals", "sum", "summe", "gesamt", "somme", "totaux"}
"""How the row begins that adds up."""
DAYS = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%Y/%m/%d", "%d-%m-%Y", "%d.%m.%y", "%d/%m/%y", "%m/%d/%y")
"""How people write a day; the first that fits most of a column is how it is written."""
MAX_COLUMNS = 500
Row = tuple[Message, list[str]]


def rows_of(content: bytes) -> list[Row]:
    """Return the rows that aren't empty, with the lines in which they stand. Raises Malformed."""
    typed = decoded(content)
    first = typed.lstrip("\n\r").partition("\n")[0]
    between = max(";\t,", key=first.count)
    if not first.count(between) or "\x00" in typed:
        raise Malformed(NOT_KNOWN)
    reader = csv.reader(typed.splitlines(keepends=True), delimiter=between)
    rows = []
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                own = [cell.strip() for cell in cells[:MAX_COLUMNS]]
                rows.append((say("line {number}", number=reader.line_num), own))
    except csv.Error:
        raise Malformed(say("This spreadsheet can't be read from line {line} on.", line=reader.line_num)) from None
    return rows


def decoded(content: bytes) -> str:
    """Return a text, whatever wrote it: UTF-8 or UTF-16 with their marks, or as Windows writes it."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    with suppress(UnicodeDecodeError):
        return content.decode("utf-8-sig")
    return content.decode("cp1252", "replace")


def plays(content: bytes) -> Iterator[Play | Unread]:
    """Yield the evenings of a spreadsheet. Raises Malformed where its first row doesn't head the columns."""
    (_, heads), *rows = rows_of(content)
    known = {key: at for key, words in HEADS.items() for at, head in enumerate(heads) if head.casefold() in words}
    people = [at for at, head in enumerate(heads) if head and at not in known.values() and not _counts(at, head)]
    if len(people) < 2 or any(_is_number(heads[at]) for at in people):
        raise Malformed(say("The first row must say what stands in each column: the day, the game, and the names."))
    if "day" in known:
        return _evenings(heads, rows, known, people)
    return _rounds(heads, rows, people)


def _evenings(heads: Sequence[str], rows: Sequence[Row], known: dict[str, int], people: list[int]) -> Iterator:  # type: ignore[type-arg]
    """Yield an evening a row."""
    written = _how_written([_cell(cells, known["day"]) for _, cells in rows])

    def read(cells: list[str]) -> Play:
        own = [at for at in people if _cell(cells, at)]
        said = {key: _cell(cells, at) for key, at in known.items()}
        try:
            day = require_day(datetime.strptime(said["day"], written).date()) if said["day"] else None
        except ValueError:
            raise Malformed(say("“{given}” is not a day", given=said["day"][:40])) from None
        rest = beside(said.get("game"), said.get("place"), said.get("notes"))
        return made([heads[at] for at in own], [[whole(cells[at]) for at in own]], **rest, day=day)

    return each(rows, read)


def _rounds(heads: Sequence[str], rows: Sequence[Row], people: list[int]) -> Iterator[Play | Unread]:
    """Yield the one evening whose rounds these rows are, without those that can't be read."""
    rounds: list[list[int]] = []
    for where, cells in rows:
        if cells[0].casefold().rstrip(":") in TOTAL:
            continue
        try:
            rounds.append([whole(_cell(cells, at) or 0) for at in people])
        except Malformed as refused:
            yield Unread(where, say(refused.why))
    if not rounds:
        raise Malformed(NOT_KNOWN)
    yield from each([(say("line {number}", number=1), rounds)], lambda found: made([heads[at] for at in people], found))


def _how_written(days: Sequence[str]) -> str:
    """Return how the days of a column are written."""

    def read(written: str) -> int:
        return sum(_is_day(day, written) for day in days)

    return max(DAYS, key=read)


def _is_day(given: str, written: str) -> bool:
    with suppress(ValueError):
        return isinstance(datetime.strptime(given, written), date)
    return False


def _counts(at: int, head: str) -> bool:
    """Return whether a column numbers the rounds."""
    return at == 0 and head.casefold().rstrip(".") in ROUND


def _is_number(head: str) -> bool:
    with suppress(Malformed):
        return isinstance(whole(head), int)
    return False


def _cell(cells: Sequence[str], at: int) -> str:
    return cells[at] if at < len(cells) else ""
