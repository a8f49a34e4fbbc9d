"""An evening as files: for a spreadsheet, as a score sheet, the whole to carry on elsewhere; a year as an archive."""

import csv
import gzip
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from flask import Response, abort

from companion.engine.game import State
from companion.engine.message import translate
from companion.engine.reports.evening import Evening
from companion.engine.reports.played import PlayedHand
from companion.engine.reports.sentences import of_everyone
from companion.engine.reports.tallies import tallies
from companion.machine.clock import night_of, on_the_wall, wall_clock
from companion.scoresheet import score, write_sheet
from companion.store import Summary, Table
from companion.store.database import LEFT_OUT
from companion.store.entries import Written
from companion.store.evenings import Sought
from companion.web.evening import bp
from companion.web.i18n.bidi import isolated
from companion.web.i18n.language import current_catalogue
from companion.web.live.limits import in_turn
from companion.web.request.access import Rung, needs, table_or_404
from companion.web.request.services import services
from companion.web.request.submission import written_at
from companion.web.security import MAX_FORM_BYTES

Cells: TypeAlias = Iterable[str | int | Decimal | None]
"""A row."""
EVENINGS_HEAD: Cells = (
    *("day", "table", "title", "place", "players", "games", "hands", "over", "on top", "by", "of"),
    *("counter worth", "currency"),
)
"""The heads of the evenings of a year."""
HANDS_HEAD: Cells = ("day", "table", "number", "game", "hand", "player", "change", "balance", "points")
"""The heads of the hands of a year: a row for each player of each hand."""

# In some countries a semicolon begins a new cell. The last four characters are full-width.
FORMULA = re.compile(r"(^|[;\t\r\n])([\s\u2066-\u2069]*)(?=[=+\-@＝＋－＠])")


def balances_csv(evening: Evening) -> str:
    """Write a row for every hand: the balances after it, what lay in the pots and what was left there.

    Where counters lie on the table, everyone's stack follows; where any game was about points, everyone's points, and
    the parts of them that a game keeps apart.
    """
    names, stacked = evening.players, evening.players if evening.level else ()
    parts = list(dict.fromkeys(part for hand in evening.hands for part in _points(hand)))
    head = [
        "number",
        "game",
        "hand",
        *names,
        "in the pots",
        "left in the pots",
        *(f"stack: {isolated(name)}" for name in stacked),
        *(f"{part}: {isolated(name)}" for part in parts for name in names),
    ]
    no_points = [None] * len(parts) * len(names)
    start = [0, None, None, *map(evening.start.get, names), None, None, *map(evening.shown.get, stacked), *no_points]
    rows = [
        [
            *(hand.number, hand.title, hand.dealt),
            *map(hand.balances.get, names),
            *(hand.peak, hand.left),
            *map(hand.shown.get, stacked),
            *(_points(hand).get(part, {}).get(name) for part in parts for name in names),
        ]
        for hand in evening.hands
    ]
    return csv_text([head, start, *rows])


def evening_row(day: str, summary: Summary, table: Table) -> Cells:
    """Return an evening of a year as a row."""
    worth = table.beside.counter_value
    by = summary.score if summary.top else None
    return (
        *(day, table.code, table.beside.title, table.beside.place),
        *(", ".join(summary.players), ", ".join(summary.titles), summary.hands, "yes" if summary.over else "no"),
        *(", ".join(summary.top), by, None if by is None else "points" if summary.in_points else "counters"),
        *((Decimal(worth.amount), worth.currency) if worth else (None, None)),
    )


def hand_rows(day: str, code: str, evening: Evening) -> Iterator[Cells]:
    """Yield a row for each player of each hand: what changed until the next hand, the balance and the points then."""
    before = evening.start
    for hand in evening.hands:
        points = _points(hand).get("points", {})
        for name, balance in hand.balances.items():
            change = balance - before.get(name, 0)
            yield (day, code, hand.number, hand.title, hand.dealt, name, change, balance, points.get(name))
        before = hand.balances


def _points(hand: PlayedHand) -> dict[str, dict[str, Any]]:
    """Return everyone's points after a hand, and the parts of them that the game keeps apart; empty without points.

    Where it is only known who won, or who came where, that is the result.
    """
    state = hand.steps[-1].state
    if not state.score:
        return {}
    if not state.manner.tells_points:
        result = of_everyone(state.score, state)
        return {"result": {name: f"{state.manner.in_words(points)}" for name, points in result.items()}}
    parts = {"points": state.score, **state.facts.score_lines()}
    return {part: of_everyone(score, state) for part, score in parts.items()}


def escape_formula(text: str) -> str:
    """Put an apostrophe before everything that a spreadsheet takes for a formula."""
    return FORMULA.sub(r"\1\2'", text)


def csv_text(rows: Iterable[Cells]) -> str:
    """Return rows of cells as a file."""
    from babel.numbers import get_decimal_symbol  # a start doesn't load Babel

    point = get_decimal_symbol(current_catalogue().locale)

    def written(cell: str | int | Decimal | None) -> str | int | None:
        if isinstance(cell, Decimal):
            return f"{cell}".replace(".", point)
        return escape_formula(cell) if isinstance(cell, str) else cell

    file = io.StringIO("\N{BYTE ORDER MARK}", newline="")
    file.seek(0, io.SEEK_END)
    csv.writer(file, delimiter=";" if point == "," else ",").writerows([map(written, row) for row in rows])
    return file.getvalue()


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


class BgStatsPlay(NamedTuple):
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
    begun: datetime
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


def plays(table: Table, written: Mapping[int, Written]) -> list[BgStatsPlay]:
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
            begun = ended = datetime.fromisoformat(table.laid_at)
        found.append(
            BgStatsPlay(
                f"{table.code}-{number}",
                game.title,
                key_of(game.state),
                {each.name: each.figures.points if by_points else each.figures.counters for each in tallied},
                won.who,
                game.fewest_win,
                game.state.manner.tells_points,
                game.state.manner.outcome != "unknown",
                len(game.hands),
                min(begun, ended),  # a first hand may be inserted later
                ended,
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


def link(play: BgStatsPlay) -> str:
    """Return the address that opens the app with a play, which it shows before it is kept there."""
    data: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": play.id,
        "playDate": _stamp(play.ended.astimezone(UTC)),
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


def play_file(found: Iterable[BgStatsPlay]) -> str:
    """Return a file of plays; players, games and places stand in lists of their own, and are matched by name."""
    players, games, places = _Numbered(), _Numbered(), _Numbered()
    every: dict[str, list[BgStatsPlay]] = {}
    for play in (found := [*found]):
        every.setdefault(play.game, []).append(play)
    kept = {name: _game(games.of(name), own) for name, own in every.items()}
    written = []
    for play in found:
        ended = _stamp(on_the_wall(play.ended))
        written.append(
            {
                "uuid": _uuid(f"{play.id}:{_stamp(play.ended.astimezone(UTC))}"),
                "gameRefId": games.of(play.game),
                **({"locationRefId": places.of(play.place)} if play.place else {}),
                "playDate": _stamp(on_the_wall(play.begun)),
                **dict.fromkeys(("entryDate", "modificationDate"), ended),
                "durationMin": play.minutes,
                "rounds": play.hands,
                "ignored": False,
                "manualWinner": True,  # ties at the top are decided here
                "scoringSetting": _setting(play, kept[play.game]),
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


def _game(number: int, own: Sequence[BgStatsPlay]) -> dict[str, Any]:
    """Return a game as a file has it, by all its plays there."""
    first = next((play for play in own if play.in_points), own[0])
    return {
        **_listed("game", number, first.game),
        "bggId": 0,
        "cooperative": all(play.together for play in own),
        "highestWins": not first.fewest_win,
        "noPoints": not first.in_points,
        "usesTeams": False,
    }


def _setting(play: BgStatsPlay, game: Mapping[str, Any]) -> int:
    """Return how a play is scored: 0 as its game, 1 by the most points, 2 the fewest, 3 without, 6 together without."""
    if play.together:
        return 0 if game["cooperative"] else 6
    if not play.in_points:
        return 0 if game["noPoints"] else 3
    if game["noPoints"] or play.fewest_win == game["highestWins"]:
        return 2 if play.fewest_win else 1
    return 0


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
    """Return a time as BG Stats writes it, to the second."""
    return f"{at:%Y-%m-%d %H:%M:%S}"


def result(table: Table) -> str:
    """Return what the score sheet comes to, as ``companion score`` prints it."""
    return json.dumps(score(table.sheet()), indent=2, ensure_ascii=False) + "\n"


ZIP_BEGINS = 1980
"""The first year that an archive can say of a file."""
CSV, JSON = "text/csv", "application/json"
WHOLE = "evening.json"
"""The evening with its journal, to carry on elsewhere."""
FILES: dict[str, tuple[str, Callable[[Table], str]]] = {
    "balances.csv": (CSV, lambda table: balances_csv(table.evening)),
    "plays.bgsplay": (JSON, lambda table: play_file(plays(table, written_at(table)))),
    "sheet.json": (JSON, lambda table: write_sheet(table.sheet())),
    "result.json": (JSON, result),
    WHOLE: (JSON, lambda table: services().moving.file_of(table.code)),
}
"""The files by their names, with their types and what writes them."""


@bp.get("/t/<code>/<file>")
@in_turn
def file(code: str, file: str) -> Response:
    """Send a file of an evening; 404 where there is none of that name. One to carry on elsewhere is packed if long."""
    table = table_or_404(code)
    if file not in FILES:
        abort(404)
    kind, written = FILES[file]
    text, name = written(table), f"{table.code}-{file}"
    if file == WHOLE and len(text.encode()) > MAX_FORM_BYTES // 2:
        return download(gzip.compress(text.encode(), mtime=0), f"{name}.gz", "application/gzip")
    return download(text, name, kind)


def download(content: str | bytes, name: str, mime_type: str) -> Response:
    """Return a text, or bytes, as a file to keep, whose name begins with ``companion-``."""
    is_text = isinstance(content, str)
    response = Response(content, content_type=f"{mime_type}; charset=utf-8" if is_text else mime_type)
    response.headers.set("Content-Disposition", "attachment", filename=f"companion-{name}")
    response.headers["Cache-Control"] = "no-cache"
    return response


@bp.get("/year/<int:year>.zip")
@needs(Rung.HOUSEHOLD)
@in_turn
def archive(year: int) -> Response:
    """Download a year; one journal is held at a time."""
    found = services().evenings.find(sought=[Sought([], [f"{year:04}-*"])], most=-1)
    if not found:
        abort(404)
    return download(archived(found[::-1]), f"{year}.zip", "application/zip")


def archived(found: list[Summary]) -> bytes:
    """Return the archive of these evenings, without those that can't be read any more.

    Each is whole, with its journal, so that it comes back as it was; the tables beside them are for spreadsheets.
    """
    evenings: list[Cells] = [EVENINGS_HEAD]
    hands: list[Cells] = [HANDS_HEAD]
    played: list[BgStatsPlay] = []
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for summary, table in _read(found):
            then = on_the_wall(summary.laid_at)
            day = f"{night_of(summary.laid_at)}"
            _add(archive, f"journals/{day}-{table.code}.json", then, services().moving.file_of(table.code))
            evenings.append(evening_row(day, summary, table))
            hands += hand_rows(day, table.code, table.evening)
            played += plays(table, written_at(table))
        made = on_the_wall(wall_clock())
        if services().database.left_out:
            _add(archive, "left-out.txt", made, translate(LEFT_OUT, current_catalogue()))
        _add(archive, "evenings.csv", made, csv_text(evenings))
        _add(archive, "hands.csv", made, csv_text(hands))
        _add(archive, "plays.bgsplay", made, play_file(played))
    return file.getvalue()


def _read(found: list[Summary]) -> Iterator[tuple[Summary, Table]]:
    for summary in found:
        for table in services().tables.find_all([summary.code]):
            yield summary, table


def _add(archive: ZipFile, name: str, then: datetime, content: str | bytes) -> None:
    """Add a file to an archive, with its time as far as an archive can say it."""
    at = (max(then.year, ZIP_BEGINS), then.month, then.day, then.hour, then.minute, then.second)
    archive.writestr(ZipInfo(name, at), content, ZIP_DEFLATED)
