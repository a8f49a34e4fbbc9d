"""Counts exported sheets by hand, as one would with a pencil: from what ``companion score`` says of each, and no more.

Nothing of ``companion.engine.reports`` or ``companion.store`` is used here: it is what the statistics are held against.
"""

from copy import deepcopy
from itertools import pairwise
from typing import Any

from companion import games
from companion.scoresheet import score, sheet_from

Counted = dict[str, dict[str, int]]
"""By the name of a player: counters, hands, won, lost, gained, paid, points, game_won."""
BY_AGREEMENT = {"give", "settle"}
"""Moves that no hand is won or lost by."""
AT_ONCE = {"twenty-five"}
"""Games whose points are at 0 again with the tap that wins: a result doesn't say how many there were."""


def games_of(sheet: dict[str, Any]) -> list[tuple[str, int, Counted]]:
    """The name, the biggest pool and the players of each game of a sheet as ``companion export`` writes it."""
    whole = score(sheet_from(sheet))
    found = []
    for number, game in enumerate(sheet["games"]):
        entries = [entry for entry in whole["entries"] if entry["game"] == number]
        players = (
            players_of(sheet, number, entries) if game["game"] != "loto-hall" else {}
        )  # who calls there wins nothing
        found.append((title(game), biggest_pool(game, entries), players))
    return found


def declared(game: dict[str, Any]) -> Any:
    return games.game(game["game"])


def without_all(game: dict[str, Any]) -> bool:
    """Whether somebody with a seat may be out: a sheet alone doesn't say who was in a hand."""
    return game["game"] == "snip-snap-snorum" or "out" in ((game.get("options") or {}).get("worked") or {})


def title(game: dict[str, Any]) -> str:
    """The game as the household calls it."""
    return (game.get("options") or {}).get("name") or declared(game).title


def hands_of(game: dict[str, Any]) -> list[range]:
    """The places of the moves of each hand, from its deal to the next."""
    begins = declared(game).begins.name
    dealt = [place for place, move in enumerate(game["moves"]) if move["move"] == begins]
    return [range(at, end) for at, end in pairwise([*dealt, len(game["moves"])])]


def biggest_pool(game: dict[str, Any], entries: list[dict[str, Any]]) -> int:
    """The most that ever lay in one pot from the first deal on."""
    pots: dict[str, int] = {}
    first, most = next(iter(hands_of(game)), range(0)), 0
    for place, entry in enumerate(entries):
        for pot, counters in entry["pots"].items():
            pots[pot] = pots.get(pot, 0) + counters
        if first and place >= first.start:
            most = max(most, *pots.values(), 0)
    return most


def players_of(sheet: dict[str, Any], number: int, entries: list[dict[str, Any]]) -> Counted:
    """What a game came to for each; of partners, ``told`` is the one under whose name the points stand."""
    game, players = sheet["games"][number], seated(sheet, number)
    found: Counted = {}
    for entry in entries:
        if game["moves"][entry["move"]]["move"] != "settle":
            for name, counters in entry["players"].items():
                add(found, name, counters=counters)
    of_points = bool(until(sheet, number, len(game["moves"]))["points"])
    fewest = (game.get("options") or {}).get("wins") == "fewest"
    for hand in hands_of(game):
        gains: dict[str, int] = {}
        for place in hand:
            for name, counters in entries[place]["players"].items():
                if game["moves"][place]["move"] not in BY_AGREEMENT:
                    gains[name] = gains.get(name, 0) + counters
        present = present_in(sheet, number, players, hand)
        points = scored(sheet, number, hand) if of_points else {}
        own = {name: held for name, held in points.items() if name in present} if of_points else {}
        best, worst = extremes(own, fewest)
        for name in present if of_points else present | {name for name in gains if gains[name]}:
            gain = gains.get(name, 0)
            won, lost = (name in best, name in worst) if of_points else (gain > 0, gain < 0)
            add(found, name, hands=1, gained=max(gain, 0), paid=-min(gain, 0), won=won, lost=lost)
            add(found, name, points=points.get(name, 0), told=not of_points or name in points)
    pools = pools_of(game, entries) or [winners(sheet, number, entries, found)]
    for name in [name for won in pools for name in won]:
        add(found, name, game_won=1)
    return found


def present_in(sheet: dict[str, Any], number: int, players: list[str], hand: range) -> set[str]:
    """Who was in for a hand; who is out of a game that puts people out answers nothing."""
    game = sheet["games"][number]
    options = game.get("options") or {}
    present = set(in_after(players, game["moves"][: hand.start + 1]))
    if len(present) - 1 == options.get("plays"):
        dealt = max(place for place in hand if game["moves"][place]["move"] in ("deal", "misdeal"))
        present -= {until(sheet, number, dealt + 1)["dealer"]}
    if "out" in (options.get("worked") or {}):
        present &= {name for place in hand for name in game["moves"][place].get("answers") or ()}
    return present


def pools_of(game: dict[str, Any], entries: list[dict[str, Any]]) -> list[set[str]]:
    """Who took each pool with the tap that won it, where each is a game of points."""
    if game["game"] not in AT_ONCE:
        return []
    won = [entry for entry in entries if game["moves"][entry["move"]]["move"] not in BY_AGREEMENT | {"finish"}]
    gains = [{name for name, counters in entry["players"].items() if counters > 0} for entry in won]
    return [names for names in gains if names]


def winners(sheet: dict[str, Any], number: int, entries: list[dict[str, Any]], found: Counted) -> set[str]:
    """Who has the best points when a game is put away; else who gained the most counters, partners together.

    Nobody wins a game of which every hand was abandoned.
    """
    game = sheet["games"][number]
    if len(hands_of(game)) == sum(move["move"] == "abandon" for move in game["moves"]):
        return set()
    points = until(sheet, number, len(game["moves"]))["points"]
    if points:
        own = {name: held for name, held in points.items() if name in found and found[name]["hands"]}
        options = game.get("options") or {}
        ties_win = declared(game).options().manner().ties_win
        if ties_win and len({*own.values()}) == 1:  # all who are level have won, where it is known
            return {*own} if options.get("outcome") not in ("won", "unknown") or any(own.values()) else set()
        return extremes(own, options.get("wins") == "fewest")[0]
    if (game.get("options") or {}).get("stock"):  # who paid least of it shares the pool
        return {name for name, counters in entries[-1]["players"].items() if counters > 0}
    played = [place for hand in hands_of(game) for place in hand if game["moves"][place]["move"] not in BY_AGREEMENT]
    ended = sum(game["moves"][place]["move"] == "abandon" for place in played) < len(hands_of(game))
    if ended and any(entries[place]["players"] or entries[place]["pots"] for place in played):
        sides = (game.get("options") or {}).get("sides") or []
        side_of = {name: next((tuple(side) for side in sides if name in side), (name,)) for name in found}
        gained = {side: sum(found[name]["counters"] for name in side if name in found) for side in side_of.values()}
        most = max(gained.values(), default=0)
        return {name for name, side in side_of.items() if gained[side] == most > 0}
    return set()


def add(found: Counted, name: str, **more: int) -> None:
    kept = found.setdefault(
        name, dict.fromkeys(("counters", "hands", "won", "lost", "gained", "paid", "points", "told", "game_won"), 0)
    )
    for what, number in more.items():
        kept[what] += number


def extremes(points: dict[str, int], fewest: bool) -> tuple[set[str], set[str]]:
    """The best and the worst of a hand of points; nobody where all are level."""
    if len({*points.values()}) < 2:
        return set(), set()
    most, least = (
        {name for name, held in points.items() if held == edge} for edge in (max(points.values()), min(points.values()))
    )
    return (least, most) if fewest else (most, least)


def seated(sheet: dict[str, Any], number: int) -> list[str]:
    """All who sit there when a game begins, and those who left or sat out before it, by their last move."""
    return in_after(sheet["players"], [move for game in sheet["games"][:number] for move in game["moves"]])


def in_after(players: list[str], moves: list[dict[str, Any]]) -> list[str]:
    """Who is in after some moves."""
    present = dict.fromkeys(players)
    for move in moves:
        if move["move"] in ("join", "sit_in"):
            present[move["player"]] = None
        elif move["move"] in ("leave", "sit_out"):
            present.pop(move["player"], None)
    return list(present)


def until(sheet: dict[str, Any], number: int, moves: int) -> dict[str, Any]:
    """What the sheet came to after some moves of a game."""
    part = deepcopy(sheet)
    part["games"] = part["games"][: number + 1]
    part["games"][number]["moves"] = part["games"][number]["moves"][:moves]
    return score(sheet_from(part))


def scored(sheet: dict[str, Any], number: int, hand: range) -> dict[str, int]:
    """What a hand brought in points, by the name under which a side's points stand."""
    before, after = (until(sheet, number, place)["points"] for place in (hand.start + 1, hand.stop))
    return {name: points - before.get(name, points) for name, points in after.items()}
