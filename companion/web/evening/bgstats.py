"""The games of an evening as plays for BG Stats, the app in which people keep their collection of games.

Its makers document two ways in, and docs/BG-STATS.md says what is known of each: a link that carries one play
(``link``), and a file that holds any number of them (``play_file``).
"""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from companion.engine.game import State
from companion.engine.reports.tallies import tallies
from companion.store import Table
from companion.store.entries import Written

SOURCE = "Companion"
"""What BG Stats calls the app that a play comes from."""
LINK = "bgstats://app.bgstatsapp.com/createPlay.html?data="
"""The address that the app answers to, on the device itself: no browser sends it anywhere."""
ABOUT = (
    "This is a Play file that can be read by Board Game Stats. If you see this text, try to use a share, export or "
    "open-in function to open it with Board Game Stats."
)
"""The first words of a play file, as the app itself writes them."""

MINUTES_A_DAY = 24 * 60
"""A game that seems to have taken longer was put aside meanwhile, or corrected later."""


class Play(NamedTuple):
    """A game that is over, and how it ended for each player."""

    id: str
    """The code of its table and its place among the games there: the same whenever it is sent."""
    game: str
    key: str
    """What names the game, whatever it is called."""
    scores: Mapping[str, int]
    """Points where these say who won, else counters won or lost, by player."""
    winners: tuple[str, ...]
    fewest_win: bool
    in_points: bool
    """Whether the scores are any; else they only say who won or, where the fewest win, who came where."""
    known: bool
    """Whether more is known than who played."""
    hands: int
    ended: datetime
    minutes: int
    """How long it took; 0 where that isn't known."""
    place: str
    ranks: Mapping[str, int]
    """The places in the standing, by player."""

    def rank(self, player: str) -> int:
        """Return the player's rank, from 1; equals share one."""
        if not self.in_points:  # else who won is all that is known
            return self.scores[player] if self.fewest_win else 0
        return self.ranks[player]

    @property
    def together(self) -> bool:
        """Return whether all won, or lost, against the game."""
        told = self.known and not self.in_points and not self.fewest_win
        return told and len({*self.scores.values()}) == 1


def plays(table: Table, written: Mapping[int, Written]) -> list[Play]:
    """Return the games of a table that are over, in order, but for those that nobody at the table could win.

    ``written`` says when each entry was.
    """
    found = []
    for number, (game, won) in enumerate(zip(table.evening.games, table.evening.results, strict=True), 1):
        if not game.state.over or game.is_for_others:
            continue
        tallied = tallies(game, won)
        by_points = won.by_points or not game.state.manner.tells_points
        begun, ended = (
            datetime.fromisoformat(written[step.line.number].at) for step in (game.hands[0].steps[0], game.steps[-1])
        )
        minutes = round((ended - begun).total_seconds() / 60)
        if begun == ended:  # imported, on another day
            ended = datetime.fromisoformat(table.laid_at)
        found.append(
            Play(
                f"{table.code}-{number}",
                game.title,
                key_of(game.state),
                {each.name: each.figures.points if by_points else each.figures.counters for each in tallied},
                won.who,
                game.fewest_win,
                game.state.manner.tells_points,
                game.state.manner.outcome != "unknown",
                len(game.hands),
                ended.astimezone(UTC),
                minutes if 0 < minutes < MINUTES_A_DAY else 0,
                table.beside.place,
                {each.name: each.rank for each in tallied},
            )
        )
    return found


def key_of(state: State[Any, Any]) -> str:
    """Return what names a game: its own name where a household describes it, else its key."""
    options = state.options
    return options.title() or (state.game.key if state.game else "")


def link(play: Play) -> str:
    """Return the address that opens the app with a play, which it shows before it is kept there."""
    data: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": play.id,
        "playDate": _stamp(play.ended),
        **({"durationMin": play.minutes} if play.minutes else {}),
        **({"location": play.place} if play.place else {}),
        "game": {
            "name": play.game,
            "sourceGameId": play.key,
            "highestWins": not play.fewest_win,
            "noPoints": not play.in_points,
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": name,
                "startPlayer": False,
                "winner": name in play.winners,
                "score": score if play.in_points else "",
                "rank": play.rank(name),
            }
            for name, score in play.scores.items()
        ],
    }
    return LINK + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")), safe="")


def play_file(found: Iterable[Play]) -> str:
    """Return a file of plays; players, games and places stand in lists of their own, and are matched by name."""
    players, games, places = _Numbered(), _Numbered(), _Numbered()
    kept: dict[int, dict[str, Any]] = {}
    written = []
    for play in found:
        number = games.of(play.game)
        kept[number] = {
            **_listed("game", number, play.game),
            "bggId": 0,
            "cooperative": play.together,
            "highestWins": not play.fewest_win,
            "noPoints": not play.in_points,
            "usesTeams": False,
        }
        written.append(
            {
                "uuid": _uuid(f"{play.id}:{_stamp(play.ended)}"),
                "gameRefId": number,
                **({"locationRefId": places.of(play.place)} if play.place else {}),
                **dict.fromkeys(("playDate", "entryDate", "modificationDate"), _stamp(play.ended)),
                "durationMin": play.minutes,
                "rounds": play.hands,
                "ignored": False,
                "manualWinner": True,  # ties at the top are decided here
                "scoringSetting": 0,
                "usesTeams": False,
                "playerScores": [
                    {
                        "playerRefId": players.of(name),
                        "score": f"{score}" if play.in_points else "",
                        "winner": name in play.winners,
                        "rank": play.rank(name),
                        "newPlayer": False,
                        "startPlayer": False,
                        "seatOrder": seat,
                    }
                    for seat, (name, score) in enumerate(play.scores.items(), 1)
                ],
            }
        )
    content = {
        "about": ABOUT,
        "games": list(kept.values()),
        "locations": [_listed("place", number, name) for name, number in places.items()],
        "players": [_listed("player", number, name) | {"isAnonymous": False} for name, number in players.items()],
        "plays": written,
        "userInfo": {"meRefId": 0},
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


class _Numbered(dict[str, int]):
    """Names with a number each, from 1."""

    def of(self, name: str) -> int:
        """Return the number of a name, a new one where it has none."""
        return self.setdefault(name, len(self) + 1)


def _listed(kind: str, number: int, name: str) -> dict[str, Any]:
    """Return what every game, place and player of a file has; a name keeps its ``uuid`` from file to file."""
    return {"uuid": _uuid(f"{kind}:{name}"), "id": number, "name": name}


def _uuid(what: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"companion:{what}")).upper()


def _stamp(at: datetime) -> str:
    """Return a time as BG Stats writes it: UTC, to the second."""
    return f"{at:%Y-%m-%d %H:%M:%S}"
