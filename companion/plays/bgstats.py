"""BG Stats: the export of all its data, and a file of plays (``.bgsplay``); both hold the same lists."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from companion.engine.errors import Malformed
from companion.engine.message import say
from companion.plays.play import Play, Unread, apart, beside, day_of, each, judged

LISTS = {"games", "players", "plays"}
"""The lists that each of its files has."""
MOST, FEWEST, NO_SCORES, TOGETHER_BY_POINTS, TOGETHER_ALONE = 1, 2, 3, 4, 6
"""How a play is set to be scored there: by the most or fewest points, without any, or together, with points or without.

0 is as its game says.
"""

NO_POINTS = say("it isn't played for points: who won is kept, the points aren't")
TOGETHER = say("all play together: who won is kept, the points aren't")


def is_bgstats(value: Any) -> bool:
    """Return whether a JSON value has the lists of the app."""
    return isinstance(value, Mapping) and all(isinstance(value.get(name), list) for name in LISTS)


def plays(value: Mapping[str, Any]) -> Iterator[Play | Unread]:
    """Yield the plays of a file."""
    games, players, places = (_by_id(value.get(name)) for name in ("games", "players", "locations"))
    names = names_of(value["plays"], players)

    def about(play: Mapping[str, Any]) -> dict[str, Any]:
        game = games.get(play.get("gameRefId"), {}).get("name")
        place = places.get(play.get("locationRefId"), {}).get("name")
        return beside(game, place, play.get("comments")) | {"day": f"{play.get('playDate')}"}

    def read(play: Mapping[str, Any]) -> Play:
        if play.get("ignored"):
            raise Malformed(say("it is marked to be ignored"))
        game, own = games.get(play.get("gameRefId"), {}), play["playerScores"]
        setting, scores = play.get("scoringSetting") or 0, [each.get("score") for each in own]
        marks = [bool(each.get("winner")) for each in own]
        by_game = setting not in (MOST, FEWEST, NO_SCORES)
        together = setting in (TOGETHER_BY_POINTS, TOGETHER_ALONE) or bool(by_game and game.get("cooperative"))
        alone = setting == NO_SCORES or (by_game and game.get("noPoints"))
        no_points = TOGETHER if together else NO_POINTS if alone else None
        if setting == TOGETHER_BY_POINTS and any(marks):
            no_points = None
        judges = judged(
            [names.get(each["playerRefId"]) for each in own],
            [""] * len(own) if no_points else scores,
            marks,
            [] if together else [int(each.get("rank") or 0) for each in own],
            fewest=setting == FEWEST if setting in (MOST, FEWEST) else game.get("highestWins") is False,
            sure=together or bool(game.get("cooperative")),
        )
        return judges._replace(doubts=(no_points,)) if no_points and any(scores) else judges

    return each(
        ((say("play {number}", number=at), play) for at, play in enumerate(value["plays"], 1)), about, read, day_of
    )


def names_of(plays: Iterable[Any], players: Mapping[Any, Mapping[str, Any]]) -> dict[Any, Any]:
    """Return the names of players by their numbers: two of one name who play are told apart for the whole file.

    Strangers all have the same name, and are told apart in each play.
    """
    scores = chain.from_iterable(play.get("playerScores") or () for play in plays if isinstance(play, Mapping))
    played = {own.get("playerRefId") for own in scores if isinstance(own, Mapping)}
    names = {number: player.get("name") for number, player in players.items()}
    known = [number for number, player in players.items() if number in played and not player.get("isAnonymous")]
    return names | dict(zip(known, apart(names[number] for number in known), strict=True))


def _by_id(items: Any) -> dict[Any, Mapping[str, Any]]:
    known = (item for item in items or () if isinstance(item, Mapping) and isinstance(item.get("id"), int | str))
    return {item["id"]: item for item in known}
