"""BoardGameGeek: a page of plays as its XML API writes them."""

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from companion.engine.message import say
from companion.plays.play import Play, Unread, beside, day_of, each, judged
from companion.plays.xml import placed

ROOT = "plays"


def plays(root: Element) -> Iterator[Play | Unread]:
    """Yield the plays of a page."""
    return each(placed(root.iter("play")), _about, _read, day_of)


def _about(play: Element) -> dict[str, Any]:
    item = play.find("item")
    game = item.get("name") if item is not None else ""
    return beside(game, play.get("location"), play.findtext("comments")) | {"day": play.get("date", "")}


def _read(play: Element) -> Play:
    players, times = play.findall("players/player"), play.get("quantity", "1")
    marks = [own.get("win") == "1" for own in players]
    unfinished = play.get("incomplete") == "1" and not any(marks)
    read = judged(
        [own.get("name") or own.get("username") or "" for own in players],
        ["" if unfinished else own.get("score") for own in players],
        marks,
    )
    more = [say("it counts {n} times there, once here", n=times)] if times not in ("", "0", "1") else []
    return read._replace(doubts=(*read.doubts, *more, *([say("it wasn't finished")] if unfinished else [])))
