"""BoardGameGeek: a page of plays as its XML API writes them."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from companion.plays.play import Play, Unread, beside, by_result, day_of, each
from companion.plays.xml import placed

ROOT = "plays"


def plays(root: Element) -> Iterator[Play | Unread]:
    """Yield the plays of a page."""
    return each(placed(root.iter("play")), _read)


def _read(play: Element) -> Play:
    item = play.find("item")
    players = play.findall("players/player")
    return by_result(
        [own.get("name") or own.get("username") or "" for own in players],
        [own.get("score") for own in players],
        [own.get("win") == "1" for own in players],
        **beside(item.get("name") if item is not None else "", play.get("location"), play.findtext("comments")),
        day=day_of(play.attrib["date"]),
    )
