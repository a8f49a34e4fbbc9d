"""``make bench``: recording a move, side by side in one run with the least that a Flask view could do.

The floor is a bare view that inserts one row with the same sync and renders a fragment of the same size.
Both are asked over HTTP by the same server, in turn, so that ratios hold where times don't.
"""

import http.client
import re
import secrets
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from flask import Flask, render_template, request

from companion.scoresheet import sheet_from
from companion.store import Tables
from companion.web import create_app
from companion.web.serve import GrowingServer

JOURNALS = (10, 100, 1_000, 10_000)
ROUNDS = 300
PLAYERS = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"]
ROW = '<li class="row"><span class="name">{{ name }}</span><span class="balance">{{ counters }}</span></li>\n'


class Phone:
    """One phone with one open connection and its cookies."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._cookie = ""

    def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> str:
        """The answer to one request; anything but a success ends the run."""
        headers = {"Cookie": self._cookie, "HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded"}
        self._connection.request(method, path, urlencode(form or {}), headers)
        response = self._connection.getresponse()
        text = response.read().decode()
        if response.status >= 400:
            raise SystemExit(f"{method} {path}: {response.status} {text[:200]}")
        if cookie := response.getheader("Set-Cookie"):
            self._cookie = cookie.partition(";")[0]
        return text


@contextmanager
def serving(app: Flask) -> Iterator[int]:
    """The port of an application behind the project's own server."""
    server = GrowingServer(app, "127.0.0.1", 0)
    port = server.prepare()
    thread = threading.Thread(target=server.serve)
    thread.start()
    try:
        yield port
    finally:
        server.stop()
        thread.join()


def floor(folder: Path, size: int) -> Flask:
    """The bare application: one durable row, one fragment of ``size`` bytes."""
    app = Flask(__name__)
    connection = sqlite3.connect(folder / "floor.sqlite3", check_same_thread=False, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE moves (id INTEGER PRIMARY KEY, player TEXT, at TEXT)")
    guard = threading.Lock()
    template = app.jinja_env.from_string("<ol>{% for name, counters in rows %}" + ROW + "{% endfor %}</ol>")
    rows = [
        (PLAYERS[row % len(PLAYERS)], -3)
        for row in range(size // len(ROW.replace("{{ name }}", "Ann").replace("{{ counters }}", "-3")))
    ]

    @app.post("/move")
    def move() -> str:
        with guard:
            connection.execute("INSERT INTO moves (player, at) VALUES (?, ?)", [request.form["player"], "now"])
        return render_template(template, rows=rows)

    return app


def with_journal(tables: Tables, moves: int) -> str:
    """The code of a table whose journal holds so many moves."""
    pair = [{"move": "deal"}, {"move": "won", "player": "Cleo"}]
    game = {"game": "spoil-five", "moves": pair * ((moves - 1) // 2)}
    return tables.lay(sheet_from({"scoresheet": 1, "players": PLAYERS, "games": [game]})).code


def recorder(phone: Phone, code: str) -> Callable[[], str]:
    """Records the next move of the table, deal and win in turn, and gives the fragment."""
    phone.ask("GET", f"/t/{code}")
    page = phone.ask("GET", f"/t/{code}/pencil")
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token
    phone.ask("POST", f"/t/{code}/pencil/back", {"csrf_token": token[1]}) if "Take the pencil" in page else None
    last = phone.ask("GET", f"/t/{code}/live")

    def record() -> str:
        nonlocal last
        seen = re.search(r'name="seen" value="(\d+)"', last)
        assert seen
        form = {"csrf_token": token[1], "key": secrets.token_urlsafe(9), "seen": seen[1], "player": "Cleo"}
        move = "won" if 'value="Cleo"' in last else "deal"
        last = phone.ask("POST", f"/t/{code}/moves/{move}", form)
        return last

    return record


def timed(work: Callable[[], str]) -> float:
    """Milliseconds that one piece of work takes."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def percentile(times: list[float], percent: int) -> float:
    """The time below which so many per cent lie."""
    return statistics.quantiles(times, n=100)[percent - 1]


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        app = create_app(folder)
        tables: Tables = app.extensions["companion"].tables
        codes = {moves: with_journal(tables, moves) for moves in JOURNALS}
        with serving(app) as port:
            recorders = {moves: recorder(Phone(port), code) for moves, code in codes.items()}
            size = len(recorders[10]().encode())
            with serving(floor(folder, size)) as floor_port:
                bare = Phone(floor_port)
                compare(recorders, lambda: bare.ask("POST", "/move", {"player": "Cleo"}), rounds, size)
        app.extensions["companion"].close()


def compare(recorders: dict[int, Callable[[], str]], bare: Callable[[], str], rounds: int, size: int) -> None:
    """Asks all in turn, and prints every journal's ratio to the floor."""
    floors: list[float] = []
    taken: dict[int, list[float]] = {moves: [] for moves in recorders}
    for turn in range(rounds + 20):
        measured = timed(bare), {moves: timed(record) for moves, record in recorders.items()}
        if turn >= 20:  # the first ones warm up
            floors.append(measured[0])
            for moves, milliseconds in measured[1].items():
                taken[moves].append(milliseconds)
    say(f"recording a move, fragment of {size / 1000:.1f} kB, against the bare view ({rounds} of each, in turn)")
    say("moves in the journal    p50    p99")
    for moves, times in taken.items():
        halves = percentile(times, 50) / percentile(floors, 50), percentile(times, 99) / percentile(floors, 99)
        say(f"{moves:>20,} {halves[0]:>6.2f} {halves[1]:>6.2f}")
    say(f"10,000 against 10    {percentile(taken[10_000], 50) / percentile(taken[10], 50):>6.2f}")


def say(line: str) -> None:
    """One line of the report."""
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
