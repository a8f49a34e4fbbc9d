"""BoardGameGeek: a page of plays as its XML API writes them, read without entities and anything from elsewhere."""

from collections.abc import Iterator
from typing import Any, NoReturn
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers.expat import ExpatError, ParserCreate

from companion.engine.errors import Malformed
from companion.engine.message import say
from companion.engine.names import name_key
from companion.plays.play import Play, Unread, beside, day_of, each, judged
from companion.plays.spreadsheet import won_by_the_fewest

ROOT = "plays"
LINE = "line of the file"
"""The attribute that says where an element begins; no attribute of a file can be called so."""


def root_of(content: bytes) -> Element:
    """Return the root of an XML file. Raises Malformed where it is none, or declares a document type."""
    builder, parser = TreeBuilder(), ParserCreate()

    def start(tag: str, attributes: dict[str, str]) -> None:
        builder.start(tag, attributes | {LINE: f"{parser.CurrentLineNumber}"})

    def refuse(*declared: object) -> NoReturn:
        raise Malformed(say("This XML file declares a document type or entities: Companion reads none with them."))

    parser.StartElementHandler, parser.EndElementHandler = start, builder.end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    try:
        parser.Parse(content, True)
        return builder.close()
    except ExpatError as error:
        raise Malformed(say("This XML file can't be read from line {line} on.", line=error.lineno)) from None
    except (LookupError, ValueError):  # an encoding that expat doesn't know
        raise Malformed(say("This XML file can't be read from line {line} on.", line=1)) from None


def plays(root: Element) -> Iterator[Play | Unread]:
    """Yield the plays of a page."""
    found = ((say("line {number}", number=play.get(LINE)), play) for play in root.iter("play"))
    return each(found, _about, _read, day_of)


def _about(play: Element) -> dict[str, Any]:
    item = play.find("item")
    game = item.get("name") if item is not None else ""
    return beside(game, play.get("location"), play.findtext("comments")) | {"day": play.get("date", "")}


def _read(play: Element) -> Play:
    players, times, item = play.findall("players/player"), play.get("quantity", "1"), play.find("item")
    game = item.get("name", "") if item is not None else ""
    marks = [own.get("win") == "1" for own in players]
    unfinished = play.get("incomplete") == "1" and not any(marks)
    read = judged(
        [own.get("name") or own.get("username") or "" for own in players],
        ["" if unfinished else own.get("score") for own in players],
        marks,
        fewest=(not any(marks) and name_key(game) in won_by_the_fewest()) or None,
    )
    more = [say("it counts {n} times there, once here", n=times)] if times not in ("", "0", "1") else []
    return read._replace(doubts=(*read.doubts, *more, *([say("it wasn't finished")] if unfinished else [])))
