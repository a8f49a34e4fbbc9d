"""BG Stats: the export of all its data, and a file of plays (``.bgsplay``); both hold the same lists."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.errors import Malformed
from companion.engine.message import say
from companion.plays.play import Play, Unread, beside, day_of, each, judged

LISTS = {"games", "players", "plays"}
"""The lists that each of its files has."""
SETTINGS = {1: False, 2: True}
"""Whether the fewest points win, by how a play is set to be scored there; else as the game says."""

NO_POINTS = say("it isn't played for points: who won is kept, the points aren't")
TOGETHER = say("all play together: who won is kept, the points aren't")


def is_bgstats(value: Any) -> bool:
    """Return whether a JSON value has the lists of the app."""
    return isinstance(value, Mapping) and all(isinstance(value.get(name), list) for name in LISTS)


def plays(value: Mapping[str, Any]) -> Iterator[Play | Unread]:
    """Yield the plays of a file."""
    games, players, places = (_by_id(value.get(name)) for name in ("games", "players", "locations"))

    def about(play: Mapping[str, Any]) -> dict[str, Any]:
        game = games.get(play.get("gameRefId"), {}).get("name")
        place = places.get(play.get("locationRefId"), {}).get("name")
        return beside(game, place, play.get("comments")) | {"day": f"{play.get('playDate')}"}

    def read(play: Mapping[str, Any]) -> Play:
        if play.get("ignored"):
            raise Malformed(say("it is marked to be ignored"))
        game, own = games.get(play.get("gameRefId"), {}), play["playerScores"]
        together, scores = bool(game.get("cooperative")), [each.get("score") for each in own]
        no_points = TOGETHER if together else NO_POINTS if game.get("noPoints") else None
        judges = judged(
            [players.get(each["playerRefId"], {}).get("name") for each in own],
            [""] * len(own) if no_points else scores,
            [bool(each.get("winner")) for each in own],
            [] if together else [int(each.get("rank") or 0) for each in own],
            fewest=SETTINGS.get(play.get("scoringSetting") or 0, game.get("highestWins") is False),
            sure=together,
        )
        return judges._replace(doubts=(no_points,)) if no_points and any(scores) else judges

    return each(
        ((say("play {number}", number=at), play) for at, play in enumerate(value["plays"], 1)), about, read, day_of
    )


def _by_id(items: Any) -> dict[Any, Mapping[str, Any]]:
    known = (item for item in items or () if isinstance(item, Mapping) and isinstance(item.get("id"), int | str))
    return {item["id"]: item for item in known}
