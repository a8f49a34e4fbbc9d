"""What is compared in all parts: phones with an open connection, percentiles, and rows of the report."""

import http.client
import re
import secrets
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import urlencode

from attrs import frozen

from companion.scoresheet import sheet_from
from companion.store import Database, Tables

PLAYERS = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"]


@frozen
class Row:
    """One line of the report: what was compared, how it came out, and what it may be at most, where that was said."""

    what: str
    measured: float
    most: float | None = None
    unit: str = "×"
    best: float | None = None
    """The best that docs/PERFORMANCE.md ever said of it; None where it says none."""

    def __str__(self) -> str:
        most = "" if self.most is None else f"{self.most:g} {self.unit}"
        best = "" if self.best is None else f"{self.best:g} {self.unit}"
        kept = "" if self.most is None else "yes" if self.measured <= self.most else "**no**"
        return f"| {self.what} | {self.measured:.3g} {self.unit} | {best} | {most} | {kept} |"

    @property
    def name(self) -> str:
        """What was compared, without the times of one run."""
        return self.what.partition(" (")[0]

    @property
    def is_worse(self) -> bool:
        """Whether a median ratio is more than a tenth worse than its best; all else is shown and fails nothing."""
        return self.unit == "×" and "p50" in self.what and self.best is not None and self.measured > 1.1 * self.best


class Phone:
    """One phone with one open connection and its cookies."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._origin = f"http://127.0.0.1:{port}"
        self._cookie = ""

    def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> str:
        """The text that answers one request."""
        return self.load(method, path, form).decode()

    def load(self, method: str, path: str, form: dict[str, str] | None = None) -> bytes:
        """The answer to one request, a page's or a tap's; anything but a success ends the run."""
        headers = {"Cookie": self._cookie}
        if method == "POST":
            kind = "application/x-www-form-urlencoded"
            headers |= {"HX-Request": "true", "Origin": self._origin, "Content-Type": kind}
        try:
            self._connection.request(method, path, urlencode(form or {}), headers)
            response = self._connection.getresponse()
        except ConnectionError:  # it was silent for too long
            self._connection.close()
            self._connection.request(method, path, urlencode(form or {}), headers)
            response = self._connection.getresponse()
        body = response.read()
        if response.status >= 400:
            raise SystemExit(f"{method} {path}: {response.status} {body[:200]!r}")
        if cookie := response.getheader("Set-Cookie"):
            self._cookie = cookie.partition(";")[0]
        return body

    def part(self, code: str, query: str = "") -> str:
        """What changes of a table's page, as the page itself asks for it."""
        self._connection.request("GET", f"/t/{code}{query}", headers={"Cookie": self._cookie, "HX-Request": "true"})
        return self._connection.getresponse().read().decode()


def laid(folder: Path, journals: Sequence[int]) -> list[str]:
    """The codes of new tables whose journals hold so many moves each."""
    database = Database(folder)
    tables = Tables(database)
    pair = [{"move": "deal"}, {"move": "won", "player": "Cleo"}]
    games = [{"game": "spoil-five", "moves": pair * ((moves - 1) // 2)} for moves in journals]
    codes = [tables.lay(sheet_from({"scoresheet": 1, "players": PLAYERS, "games": [game]})).code for game in games]
    database.close()
    return codes


def recorder(port: int, code: str, *, draws: bool = False) -> Callable[[], str]:
    """A phone that records the next move, deal and win in turn, or draws a number, and gives the fragment."""
    phone = Phone(port)
    phone.ask("GET", f"/t/{code}")
    phone.ask("POST", f"/t/{code}/pencil", {"do": "here", "key": secrets.token_urlsafe(9)})
    last = phone.part(code)

    def record() -> str:
        nonlocal last
        seen = re.search(r'name="seen" value="(\d+)"', last)
        assert seen
        form = {"key": secrets.token_urlsafe(9), "seen": seen[1], "player": "Cleo"}
        tap = "loto/draw" if draws else "moves/won" if 'value="Cleo"' in last else "moves/deal"
        last = phone.ask("POST", f"/t/{code}/{tap}", form)
        return last

    return record


def timed(work: Callable[[], object]) -> float:
    """Milliseconds that one piece of work takes."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def percentile(times: Sequence[float], percent: int) -> float:
    """The time below which so many per cent lie."""
    return statistics.quantiles(times, n=100, method="inclusive")[percent - 1]
