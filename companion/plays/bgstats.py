"""BG Stats: the export of all its data, and a file of plays (``.bgsplay``); both hold the same lists."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.errors import Malformed
from companion.engine.message import say
from companion.plays.play import Play, Unread, beside, by_result, day_of, each, made

LISTS = {"games", "players", "plays"}
"""The lists that each of its files has."""


def is_bgstats(value: Any) -> bool:
    """Return whether a JSON value has the lists of the app."""
    return isinstance(value, Mapping) and all(isinstance(value.get(name), list) for name in LISTS)


def plays(value: Mapping[str, Any]) -> Iterator[Play | Unread]:
    """Yield the plays of a file."""
    lists = {name: _by_id(value.get(name)) for name in ("games", "players", "locations")}

    def read(play: Mapping[str, Any]) -> Play:
        if play.get("ignored"):
            raise Malformed(say("it is marked to be ignored"))
        game = lists["games"].get(play["gameRefId"], {})
        place = lists["locations"].get(play.get("locationRefId"), {}).get("name")
        scores = play["playerScores"]
        names = [lists["players"].get(own["playerRefId"], {}).get("name") for own in scores]
        won = [bool(own.get("winner")) for own in scores]
        ranks = [own.get("rank") or 0 for own in scores]
        known = beside(game.get("name"), place, play.get("comments")) | {"day": day_of(play["playDate"])}
        if game.get("cooperative"):
            return made(names, [[*map(int, won)]], **known, outcome="won")
        points = ["" if game.get("noPoints") else own.get("score") for own in scores]
        if not any(points) and len({*ranks}) > 1 and all(ranks):
            return made(names, [[*map(int, ranks)]], **known, outcome="places", fewest_win=True)
        return by_result(names, points, won, **known, fewest_win=game.get("highestWins") is False)

    return each(((say("play {number}", number=at), play) for at, play in enumerate(value["plays"], 1)), read)


def _by_id(items: Any) -> dict[Any, Mapping[str, Any]]:
    return {item.get("id"): item for item in items or () if isinstance(item, Mapping) and _is_id(item.get("id"))}


def _is_id(given: object) -> bool:
    return isinstance(given, int | str)
