"""What people wait for, counted: Python's calls, SQLite's statements and steps of a tap, a page, a follower's part.

No clock is asked, so a busy machine fails nothing. What was counted is kept in ``tests/costs.txt``.
"""

import cProfile
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import unescape
from itertools import chain, count
from secrets import token_hex
from typing import Any

import pytest
from attrs import field, frozen
from flask import Flask

from companion.engine.journal import Journal
from companion.engine.reports import sentences
from companion.machine import addresses
from companion.scoresheet import read_sheet, record_sheet, sheet_from
from companion.shelf import shelf
from companion.store import Reply
from tests.browser.sheets import HANDS, Hand
from tests.tools import costs
from tests.tools.phone import Phone

Move = dict[str, Any]
FOUR = ("Ann", "Ben", "Cleo", "Dan")
LONG = 1000
"""Moves that lie behind the longer of two evenings."""
DEAL: Move = {"move": "deal"}
ABANDON: Move = {"move": "abandon"}
FINISH: Move = {"move": "finish"}


@frozen
class Evening:
    """A game in the middle of which people tap; on a long evening the same was played to its end again and again."""

    game: str
    played: Sequence[Move]
    """What was played of the game that is on."""
    rest: Sequence[Move]
    """How it went on where it is over."""
    taps: Mapping[str, tuple[str, dict[str, str]]]
    """What is tapped now, one after another: the address beneath the table's, and what is filled in."""
    options: dict[str, Any] = field(factory=dict)
    players: Sequence[str] = FOUR

    def laid(self, app: Flask, behind: int) -> str:
        """The code of its table, with at least so many moves of earlier games."""
        whole = [*self.played, *self.rest]
        games = [whole] * -(-behind // len(whole)) + [self.played]
        told = [{"game": self.game, "options": self.options, "dealer": "Ann", "moves": moves} for moves in games]
        sheet = sheet_from({"scoresheet": 1, "players": [*self.players], "games": told})
        code: str = app.extensions["companion"].tables.lay(sheet).code
        return code


def scored(*points: int) -> Move:
    return {"move": "scored", "points": dict(zip(FOUR, points, strict=True))}


def filled(box: str, pips: int) -> list[Move]:
    """A round in which all four fill the same box."""
    return [DEAL, *({"move": "scored", "answers": {name: {box: pips}}} for name in FOUR)]


def drawn(*numbers: int) -> list[Move]:
    return [{"move": "drawn", "number": number} for number in numbers]


BOXES = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18, "three": 22, "four": 24}
BOXES |= {"full": 25, "small": 30, "large": 40, "yahtzee": 50}
CHANCE = filled("chance", 20)
HELD = {
    "Cleo": [[5, 11, 33, 50, 76], [17, 22, 43, 65, 89], [2, 28, 35, 56, 74]],
    "Ben": [[4, 10, 21, 57, 63], [6, 24, 46, 59, 73], [16, 29, 39, 75, 80]],
}
EVENINGS = {
    "pool": Evening(
        "spoil-five",
        [DEAL, {"move": "won", "player": "Cleo"}] * 5,
        [FINISH],
        {"deal": ("moves/deal", {}), "won": ("moves/won", {"player": "Cleo"})},
    ),
    "pad": Evening(
        "points-game",
        [*[DEAL, scored(5, 12, 8, 1)] * 6, DEAL],
        [scored(0, 50, 0, 0)],
        {
            "scored": ("moves/scored", {"points:Ann": "5", "points:Ben": "12", "points:Cleo": "8", "points:Dan": "1"}),
            "over": ("moves/scored", {"points:Ann": "0", "points:Ben": "40", "points:Cleo": "0", "points:Dan": "0"}),
        },
        {"name": "Rummy", "wins": "fewest", "target": 100},
    ),
    "boxes": Evening(
        "points-game",
        [*chain.from_iterable(filled(*box) for box in BOXES.items()), *CHANCE[:3]],
        CHANCE[3:],
        {"box": ("moves/scored?box=Chance", {"in_box": "20"})},
        dict(shelf()["yahtzee"].opening.given or {}),
    ),
    "loto": Evening(
        "loto",
        [*({"move": "cards", "player": name, "own": rows} for name, rows in HELD.items()), DEAL, *drawn(4, 10, 21, 57)],
        [
            ABANDON,  # the stakes are shared, and put back
            {"move": "give", "from": "Ann", "to": "Ben", "counters": 2},
            {"move": "give", "from": "Dan", "to": "Cleo", "counters": 2},
            FINISH,
        ],
        {"drawn": ("loto/number", {"number": "63"}), "claimed": ("loto/claim", {"prize": "row", "player": "Ben"})},
        {"prizes": "quarters", "drawn_by": "bag"},
    ),
}
"""A pool game, one of points with a pad, a told one with boxes, and Loto, whose numbers are drawn from a real bag."""


def calls_in(profile: cProfile.Profile) -> int:
    """How many calls were made: ``pstats`` would keep one of two functions that share line and name."""
    return sum(entry.callcount for entry in profile.getstats())


class Counting:
    """Counts what an application does while it answers: Python's calls, or SQLite's statements and steps."""

    def __init__(self, app: Flask, calls: bool) -> None:
        self.answer, self.calls = app.wsgi_app, calls
        self.rows = app.extensions["companion"].database.rows.conn
        self.counted: dict[str, int] = {}

    def __call__(self, environ: Any, start_response: Any) -> list[bytes]:
        if self.calls:
            sentences._changes_hands.cache_clear()  # what was told before, and how often, is chance
            profile = cProfile.Profile()
            body: list[bytes] = profile.runcall(lambda: list(self.answer(environ, start_response)))
            self.counted = {"calls": calls_in(profile)}
            return body
        statements, steps = count(), count()
        self.rows.set_trace_callback(lambda sql: next(statements) and None)
        self.rows.set_progress_handler(lambda: next(steps) and None, 1)
        try:
            return list(self.answer(environ, start_response))
        finally:
            self.rows.set_trace_callback(None)
            self.rows.set_progress_handler(None, 0)
            self.counted = {"statements": next(statements), "steps": next(steps)}


@contextmanager
def counting(app: Flask, *, calls: bool) -> Iterator[Counting]:
    """Count what the application does in the block."""
    counts = Counting(app, calls)
    app.wsgi_app = counts  # type: ignore[method-assign]
    try:
        yield counts
    finally:
        app.wsgi_app = counts.answer  # type: ignore[method-assign]


def counted(app: Flask, evening: Evening, behind: int, *, calls: bool) -> dict[str, int]:
    """What each tap, the page after it and a follower's part take, at a table of its own."""
    writer, follower, found = Phone(app, htmx=True).joins(), Phone(app), dict[str, int]()
    code = evening.laid(app, behind)
    writer.open(f"/t/{code}/pencil").press("Take the pencil here")
    with counting(app, calls=calls) as counts:
        for name, (path, filled) in evening.taps.items():
            writer.open("")
            part = re.search(r'id="table".*?hx-get="([^"]+)"', follower.open(f"/t/{code}").text)
            assert part
            form = {"key": token_hex(6), "seen": writer.filled("seen")[0]} | filled
            writer.send(path, form, **{"HX-Request": "true"})
            assert writer.status == 200, writer.refused
            found |= {f"{name}: {what}": number for what, number in counts.counted.items()}
            follower.open(unescape(part[1]), **{"HX-Request": "true"})
            found |= {f"{name}, a follower's part: {what}": number for what, number in counts.counted.items()}
            writer.open("")
            found |= {f"{name}, the page: {what}": number for what, number in counts.counted.items()}
    return found


@pytest.fixture(autouse=True)
def _same_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """The addresses of this machine are looked up again after some seconds: not while something is counted."""
    monkeypatch.setattr(addresses, "FRESH_SECONDS", 1e6)
    monkeypatch.setattr(addresses, "recent_addresses", frozenset)


@pytest.mark.parametrize("kind", EVENINGS)
def test_what_lies_behind_a_game_costs_nothing(app: Flask, kind: str) -> None:
    evening = EVENINGS[kind]
    counted(app, evening, 0, calls=True)  # templates and texts are ready from here on
    short = counted(app, evening, 0, calls=True) | counted(app, evening, 0, calls=False)
    long = counted(app, evening, LONG, calls=True) | counted(app, evening, LONG, calls=False)
    ends = {name for name in short if name.startswith("over")}  # its page tells of the whole evening
    grown = [
        f"{name}: {short[name]}, then {long[name]}" for name in {*short} - ends if abs(long[name] - short[name]) > 2
    ]
    assert not grown, f"After {LONG} more moves: {'; '.join(grown)}"
    held = {name: number for name, number in short.items() if not name.endswith("steps")}
    held |= {f"{name} after {LONG}": long[name] for name in ends if name.endswith("calls")}
    costs.hold({f"{kind}: {name}": number for name, number in held.items()})


CAN_END = {name: hand for name, hand in HANDS.items() if name != "Chemin de Fer"}
"""The hands after which the next game may begin: a bank that is open can't be left."""


@pytest.mark.parametrize("hand", CAN_END.values(), ids=CAN_END)
def test_no_table_page_walks_what_lies_behind_its_game(app: Flask, hand: Hand) -> None:
    """Where a walk over the journal would cost at least a call for each move."""
    begun, whole = [*hand.before, *hand.moves[:-1]], [*hand.before, *hand.moves]
    state = record_sheet(read_sheet(hand.sheet(whole))).state
    rest = [hand.moves[-1], *([ABANDON] if state.open else []), *([] if state.over else [FINISH])]
    evening = Evening(hand.game, begun, rest, {}, hand.options, hand.players)
    found = []
    for games in (1, 1, 31):
        phone = Phone(app).open(f"/t/{evening.laid(app, games * (len(begun) + len(rest)))}")
        with counting(app, calls=True) as counts:
            phone.open("")
            found.append(counts.counted["calls"])
    assert found[2] - found[1] < 30 * len(whole), f"{found[1]} calls, and {found[2]} with 30 games before it"


@pytest.mark.parametrize("kind", EVENINGS)
def test_a_page_of_an_evening_walks_its_moves_once(app: Flask, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    code, walks, in_force = EVENINGS[kind].laid(app, 30), list[str](), Journal.in_force
    monkeypatch.setattr(Journal, "in_force", lambda journal: walks.append("a walk") or in_force(journal))
    for page in ("", "/evening", "/paper", "/settlement", "/plays.bgsplay", "/balances.csv"):
        app.extensions["companion"].tables.drop(code)
        walks.clear()
        assert Phone(app).joins().open(f"/t/{code}{page}").status == 200
        assert len(walks) <= 1, f"{page} walks over all moves {len(walks)} times"


@pytest.mark.parametrize("evenings", [200, 600])
def test_what_pages_of_all_evenings_cost(app: Flask, evenings: int) -> None:
    opened, people = app.extensions["companion"], [*FOUR, "Eve", "Finn", "Grace", "Hugo"]
    with opened.database.writing():
        for number in range(evenings):
            four = [people[(number + place) % 8] for place in range(4)]
            moves = [DEAL, {"move": "won", "player": four[number % 3]}, FINISH]
            game = {"game": "spoil-five", "moves": moves}
            code = opened.tables.lay(sheet_from({"scoresheet": 1, "players": four, "games": [game]})).code
    phone, found = Phone(app).joins(), {}
    for name, path in {"the statistics": "/statistics?year=all", "who owes whom": "/ledger"}.items():
        phone.open(path).open(path)
        with counting(app, calls=True) as counts:
            phone.open(path)
            found[f"{name} of {evenings} evenings, read again"] = counts.counted["calls"]
            opened.replies.put(code, 1, Reply(four[0], "won", {"player": four[0]}))
            phone.open(path)
            found[f"{name} of {evenings} evenings, after a phone's reply"] = counts.counted["calls"]
    costs.hold(found)


CORRECTIONS = {
    "the first hand is struck out": ("journal/2", {"act": "strike_hand"}),
    "a name is put right": ("names", {"was": "Ann", "now": "Anna"}),
}
"""After which much of an evening is played anew."""


@pytest.mark.parametrize("path, form", CORRECTIONS.values(), ids=CORRECTIONS)
def test_nobody_waits_while_an_evening_is_played_anew(app: Flask, path: str, form: dict[str, str]) -> None:
    """As long as one writes, no other table can: in between, a long evening takes no more than a short one."""
    rows, held = app.extensions["companion"].database.rows.conn, list[int]()
    writing = cProfile.Profile()

    def follows(sql: str) -> None:
        if sql.startswith("BEGIN"):
            writing.enable()
        elif sql.startswith("COMMIT"):
            writing.disable()

    for behind in (0, 0, 300):
        phone = Phone(app).joins()
        code = EVENINGS["pool"].laid(app, behind)
        phone.open(f"/t/{code}/pencil").press("Take the pencil here").open("")
        writing.clear()
        rows.set_trace_callback(follows)
        phone.send(path, {"key": token_hex(6), "seen": phone.filled("seen")[0]} | form)
        rows.set_trace_callback(None)
        assert phone.status == 200, phone.refused
        held.append(calls_in(writing))
    assert held[2] - held[1] < 300, f"{held[1]} calls, and {held[2]} where 300 moves follow"
