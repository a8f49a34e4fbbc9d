"""KeepScore for Android: its backups, the games with the points of every round."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import zip_longest
from xml.etree.ElementTree import Element

from companion.machine.clock import on_the_wall
from companion.plays.play import Play, Unread, beside, each, made, require_day, whole
from companion.plays.xml import placed

ROOTS = ("GamesBackup", "savedGames")
"""The root of a backup; and of a shorter file, with attributes in the place of elements."""


def plays(root: Element) -> Iterator[Play | Unread]:
    """Yield the games of a backup."""
    return each(placed(element for element in root.iter() if element.tag.lower() == "game"), _read)


def _read(game: Element) -> Play:
    scores = [element for element in game.iter() if element.tag.lower() in ("playerscore", "player")]
    names = [_said(own, "playerName") or own.get("name") or f"{at}" for at, own in enumerate(scores, 1)]
    began = _said(game, "dateGameStarted") or _said(game, "dateGameSaved") or "0"
    day = on_the_wall(datetime.fromtimestamp(int(began) / 1000, UTC)).date() if int(began) > 0 else None
    known = beside(_said(game, "gameName")) | {"day": day and require_day(day)}
    return made(names, _rounds(scores), **known)


def _rounds(scores: Sequence[Element]) -> list[list[int]]:
    """Return the points of each round, and what came before the first; the end alone where that is all there is."""
    ends = [whole(_said(own, "score") or own.get("score") or 0) for own in scores]
    changes = [[whole(each) for each in _said(own, "history").split(",") if each] for own in scores]
    rounds = [list(each) for each in zip_longest(*changes, fillvalue=0)]
    rest = [end - sum(own) for end, own in zip(ends, changes, strict=True)]
    return [*([rest] if any(rest) or not rounds else []), *rounds]


def _said(element: Element, tag: str) -> str:
    """Return what stands in an element, empty where it is marked as null."""
    child = element.find(tag)
    if child is None or child.get("isNull") == "true" or child.get("isEmpty") == "true":
        return ""
    return child.text or ""
