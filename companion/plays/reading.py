"""What a file from elsewhere is, told by what only its program writes, not by its name."""

import gzip
import io
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any
from zipfile import BadZipFile, ZipFile

from companion.engine.errors import Malformed, Refusal
from companion.engine.message import Message, fill, joined, listed, say
from companion.games import catalogue
from companion.machine.clock import on_the_wall
from companion.plays import bgstats, spreadsheet
from companion.plays.play import NOT_KNOWN, TOO_MUCH, Play, Reading, Unread, day_of
from companion.plays.spreadsheet import NO_HEADS
from companion.scoresheet import parse, read_sheet
from companion.store.moving import GZIP, is_evening, read_evening

ZIP = b"PK\x03\x04"
BOM = b"\xef\xbb\xbf"
MAX_BYTES = 32 * 1024 * 1024
"""Bytes that a file may have, also all files of an archive together, unpacked."""
MAX_PLAYS = 20_000
"""The plays that a file may have."""
MAX_PARTS = 1_000_000
"""The lists, objects and elements that it may have: twenty times as many bytes hold them once they are read."""
MAX_FILES = 5_000
"""Files that an archive may have."""
MAX_RATIO = 200
"""How many times as long a file of an archive may become as it is packed; texts become twenty times as long."""
WORKBOOKS = (
    b"\xd0\xcf\x11\xe0",
    b"xl/workbook",
    b"application/vnd.oasis.opendocument.spreadsheet",
    b"Index/Document.iwa",
)
"""How a workbook begins, or what names the files in it."""
WORKBOOK = say(
    "This is a workbook: save it as CSV, then choose that file. In Excel: File, Save As, CSV UTF-8. In LibreOffice: "
    "File, Save As, Text CSV. In Numbers: File, Export To, CSV. In Google Sheets: File, Download, CSV."
)
KEEPSCORE = ("GamesBackup", "savedGames")
"""The roots of KeepScore's files."""
OF_KEEPSCORE = say(
    "This is a file of KeepScore, which Companion doesn't read: type its results into a spreadsheet, a row an evening, "
    "and save that as CSV."
)
DATED = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
"""The day with which the files of a year begin."""


def read_plays(content: bytes, name: str = "", how: spreadsheet.How = spreadsheet.How()) -> Reading:  # noqa: B008
    """Return what a file holds; a row of it that can't be read is named. Raises Malformed where none can."""
    if len(content) > MAX_BYTES:
        raise Malformed(TOO_MUCH)
    if content.startswith(ZIP) and not is_workbook(content):
        return _of_archive(content, how)
    return _of_file(_gunzipped(content) if content.startswith(GZIP) else content, name, how)


def is_workbook(content: bytes) -> bool:
    """Return whether a file is of Excel, LibreOffice or Numbers itself."""
    ends = content[:4096] + content[-65536:]
    return content.startswith((ZIP, WORKBOOKS[0])) and any(sign in ends for sign in WORKBOOKS)


def is_alone(content: bytes) -> bool:
    """Return whether an unpacked file is one evening or one sheet of Companion's own, or is JSON only up to a place."""
    text = content.removeprefix(BOM).lstrip()
    if not text.startswith((b"{", b"[")):
        return False
    try:
        return is_own(json.loads(text))
    except (ValueError, RecursionError):
        return True


def is_own(value: Any) -> bool:
    """Return whether a JSON value is an evening or a sheet of our own: a number at its top says which edition."""
    return isinstance(value, Mapping) and any(type(value.get(key)) is int for key in ("evening", "scoresheet"))


def _sorted(kind: Message, found: Iterable[Play | Unread]) -> Reading:
    every = list(found)
    plays = [each for each in every if isinstance(each, Play)]
    return Reading(kind, plays, [each for each in every if isinstance(each, Unread)])


def _of_file(content: bytes, name: str, how: spreadsheet.How) -> Reading:
    """Return what a file holds. Raises Malformed."""
    if is_workbook(content):
        raise Malformed(WORKBOOK)
    text = content.removeprefix(BOM).lstrip()
    if text.startswith((b"{", b"[", b"<")) and sum(map(text.count, (b"{", b"[", b"<"))) > MAX_PARTS:
        raise Malformed(TOO_MUCH)
    if text.startswith((b"{", b"[")):
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = parse(text)  # which says from where on it is none
        if is_own(value):
            return _sorted(say("a score sheet or an evening of Companion"), [own_file(content, name)])
        if bgstats.is_bgstats(value):
            require_few(len(value["plays"]))
            return _sorted(say("plays of BG Stats"), bgstats.plays(value))
        raise Malformed(NOT_KNOWN)
    if text.startswith(b"<"):
        require_few(content.count(b"<play "))
        from companion.plays import bgg  # a start loads no XML

        root = bgg.root_of(content)
        if root.tag == bgg.ROOT:
            return _sorted(say("plays of BoardGameGeek"), bgg.plays(root))
        if root.tag in KEEPSCORE:
            raise Malformed(OF_KEEPSCORE)
        raise Malformed(NOT_KNOWN)
    reading = spreadsheet.read(content, how)
    require_few(len(reading.plays))
    return reading


def require_few(plays: int) -> None:
    """Raise Malformed where a file has too many plays."""
    if plays > MAX_PLAYS:
        raise Malformed(TOO_MUCH)


def own_file(content: bytes, name: str) -> Play:
    """Return an evening, or a score sheet, of Companion's own. Raises Malformed."""
    where = joined("", [PurePosixPath(name).name])
    if is_evening(content):
        evening = read_evening(content)
        keys = dict.fromkeys(entry.game for entry in evening.entries if entry.game)
        games = ", ".join(catalogue()[key].title if key in catalogue() else key for key in keys)
        laid = on_the_wall(evening.laid_at).date()
        return Play(tuple(evening.players), game=games, day=laid, place=evening.beside.place, where=where, own=content)
    sheet = read_sheet(content)
    dated = DATED.match(where)
    titles = dict.fromkeys(played.opening.options.title() or played.opening.game.title for played in sheet.games)
    day = day_of(dated[0]) if dated else None
    return Play(tuple(sheet.players), game=", ".join(titles), day=day, where=where, own=content)


def _of_archive(content: bytes, how: spreadsheet.How) -> Reading:
    """Return what an archive holds: Companion's own evenings and sheets where there are any, else its files of plays.

    Of an evening of which both are there, the sheet, which says less, is left out.
    """
    own: dict[str, tuple[str, bytes]] = {}
    others: list[tuple[str, bytes]] = []
    for name, held in _files(content):
        stem = PurePosixPath(name).name.partition(".")[0]
        if is_evening(held) or (b'"scoresheet"' in held[:1000] and is_alone(held)):
            if stem not in own or is_evening(held):
                own[stem] = name, held
        else:
            others.append((name, held))
    if own:
        return _sorted(say("an archive of Companion"), _own_files(own.values()))
    return _of_files([(PurePosixPath(name).name, held) for name, held in others], how)


def _of_files(files: Sequence[tuple[str, bytes]], how: spreadsheet.How) -> Reading:
    """Return what the files of plays among some hold together: a spreadsheet has columns of its own, and stands alone.

    Raises Malformed.
    """
    read: list[tuple[str, Reading]] = []
    unread: list[Unread] = []
    for name, held in files:
        try:
            read.append((name, _of_file(held, name, how)))
            require_few(sum(len(each.plays) + len(each.unread) for _, each in read))
        except Malformed as refused:
            if len(files) == 1 or refused.why == TOO_MUCH:
                raise
            if refused.why != NOT_KNOWN and (refused.why != NO_HEADS or name.lower().endswith(".csv")):
                unread.append(Unread(joined("", [name]), say(refused.why)))
    if not read:
        raise Malformed(say("Nothing in this archive is a file of plays."))
    if len(read) == 1:
        ((_, reading),) = read
        return reading._replace(unread=[*reading.unread, *unread])
    if any(reading.columns for _, reading in read):
        one_by_one = say("This archive holds several files of plays: unpack it, then import {files} one by one.")
        raise Malformed(fill(one_by_one, files=listed([name for name, _ in read])))
    kinds = listed([*dict.fromkeys(reading.kind for _, reading in read)])
    plays = [play._replace(where=joined(", ", [name, play.where])) for name, own in read for play in own.plays]
    others = [each._replace(where=joined(", ", [name, each.where])) for name, own in read for each in own.unread]
    return Reading(kinds, plays, [*others, *unread])


def _own_files(files: Iterable[tuple[str, bytes]]) -> Iterator[Play | Unread]:
    for name, held in files:
        try:
            yield own_file(held, name)
        except Refusal as refused:
            yield Unread(joined("", [PurePosixPath(name).name]), say(refused.why))


def _files(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the files of an archive with their names. Raises Malformed where they are too many or too long."""
    left = MAX_BYTES
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            held = [info for info in archive.infolist() if not info.is_dir()]
            if len(held) > MAX_FILES:
                raise Malformed(TOO_MUCH)
            for info in held:
                most = min(left, MAX_RATIO * info.compress_size)
                with archive.open(info) as file:
                    whole = file.read(most + 1)
                if len(whole) > most:
                    raise Malformed(TOO_MUCH)
                left -= len(whole)
                yield info.filename, whole
    except (BadZipFile, EOFError, NotImplementedError, RuntimeError, OSError, ValueError, zlib.error):
        raise Malformed(say("This archive can't be unpacked.")) from None


def _gunzipped(content: bytes) -> bytes:
    """Return a packed file as it was. Raises Malformed."""
    try:
        with gzip.open(io.BytesIO(content)) as file:
            whole = file.read(MAX_BYTES + 1)
    except (OSError, EOFError, zlib.error):
        raise Malformed(say("This archive can't be unpacked.")) from None
    if len(whole) > MAX_BYTES:
        raise Malformed(TOO_MUCH)
    return whole
