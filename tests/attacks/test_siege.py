"""One phone, or a whole room of them, holds as many connections as it can; a tap beside them takes what it takes alone.

``COMPANION_SIEGE`` says for how many seconds each attack lasts; ``make siege`` tries all, for half a minute each.
"""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from pathlib import Path
from statistics import median
from threading import Event, Lock, Thread

import pytest

from companion.web.live.limits import MAX_EACH
from tests.attacks.raw import HOST, line
from tests.server.test_serve import end, served
from tests.tools.house import laid
from tests.tools.phone import Phone
from tests.tools.serving import Wire

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.*: these tests are skipped")

SECONDS = float(os.environ.get("COMPANION_SIEGE", "1"))
SLOWER = 1.5
"""What a tap beside an attack may take, of what it takes alone."""
TAPS = 60
SLOWER_BESIDE_WORK = 6.0
"""The same beside one page that is worked out, on a machine of one core."""
HANDS = 600
ROUNDS = 12
"""Times that it is measured at most: a machine that has much else to do is slow without being attacked."""
ONE = ["127.0.0.2"]
MANY = [f"127.0.1.{last}" for last in range(1, 51)]
BEGINS = [b"GET / HTTP/1.1\r\nHost: 127", b"POST /lay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9000\r\n\r\na"]
"""Requests that drip: in their headers, in their bodies."""


class Table:
    """A table on a server of its own process, and a phone that taps at it."""

    def __init__(self, running: subprocess.Popen[str], address: str) -> None:
        self.running, self.address = running, address
        self.port = int(address.rstrip("/").rpartition(":")[2])
        self.phone = Phone(Wire(self.port)).lays("Ann", "Ben").press("Deal")
        self.code = self.phone.code
        self._taps = 0

    def tap(self) -> float:
        """The seconds that a tap took."""
        self._taps += 1
        form = {"from": "player:Ann", "to": "player:Ben", "counters": "1", "key": str(self._taps)}
        began = time.perf_counter()
        answer = self.phone.client.post(f"/t/{self.code}/moves/give", form)
        assert answer.status_code == 303
        return time.perf_counter() - began

    def slower(self, peaceful: "Table", most: float = SLOWER) -> float:
        """How much longer a tap takes than one at a peaceful server, which is tapped at in turn."""
        ratios: list[float] = []
        until = time.monotonic() + SECONDS
        while not ratios or time.monotonic() < until or (ratios[-1] > most and len(ratios) < ROUNDS):
            beside, alone = zip(*((self.tap(), peaceful.tap()) for _ in range(TAPS)), strict=True)
            ratios.append(median(beside) / median(alone))
        print(f"a tap takes {', '.join(f'{ratio:.2f}' for ratio in ratios)} of one alone")  # noqa: T201
        return median(ratios) if len(ratios) > ROUNDS else min(ratios)

    def threads(self) -> int:
        """The threads of the server."""
        return len(list(Path(f"/proc/{self.running.pid}/task").iterdir()))


class Attack:
    """Connections from some addresses, each of which says something and no more; who is sent away comes again."""

    def __init__(
        self, table: Table, many: int, sources: list[str], *begins: bytes, drips: bool = False, pace: float = 0.02
    ) -> None:
        self.table, self.many, self.drips, self.pace = table, many, drips, pace
        self._sources, self._begins = cycle(sources), cycle(begins or [b""])
        self._lines: list[socket.socket] = []
        self._heard: dict[socket.socket, bytes] = {}
        self._ended, self._guard = Event(), Lock()

    def __enter__(self) -> "Attack":
        self._ended.clear()
        self._lines = [self._comes() for _ in range(self.many)]
        self._goes_on = Thread(target=self._go_on)
        self._goes_on.start()
        return self

    def _comes(self) -> socket.socket:
        connection = line(self.table.address, next(self._sources))
        with suppress(ConnectionError):  # it was sent away already
            connection.sendall(next(self._begins))
        connection.setblocking(False)
        return connection

    def _go_on(self) -> None:
        """Let one after the other come again, or say a little more."""
        for number in cycle(range(self.many)):
            if self._ended.wait(self.pace):
                return
            with self._guard:
                if self.sent_away(self._lines[number]):
                    with self._lines[number] as left:
                        self._heard.pop(left, None)
                    self._lines[number] = self._comes()
                elif self.drips:
                    with suppress(OSError):
                        self._lines[number].send(b"a")

    def sent_away(self, connection: socket.socket) -> bool:
        """Whether the server has closed this connection."""
        try:
            while heard := connection.recv(65536):
                self._heard[connection] = self._heard.get(connection, b"") + heard
        except BlockingIOError:
            return False
        except ConnectionError:
            pass
        return True

    def held(self, saying: bytes = b"") -> int:
        """How many of them the server holds, and has told this at first."""
        with self._guard:
            held = [connection for connection in self._lines if not self.sent_away(connection)]
            return sum(self._heard.get(connection, b"").startswith(saying) for connection in held)

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._goes_on.join()
        for connection in self._lines:
            connection.close()


@pytest.fixture(scope="module")
def peaceful(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table on a server that nobody attacks."""
    with served(tmp_path_factory.mktemp("peaceful")) as (running, address, _):
        yield Table(running, address)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table on a server."""
    with served(tmp_path) as (running, address, _):
        yield Table(running, address)


@contextmanager
def asked_for(table: Table, path: str, askers: int = 8) -> Iterator[list[int]]:
    """A page that one address asks for over so many connections, again as soon as it is there; the statuses."""
    ended, statuses = Event(), list[int]()

    def ask() -> None:
        line = Wire(table.port, source=ONE[0]).line()
        while not ended.is_set():
            line.request("GET", path)
            answer = line.getresponse()
            answer.read()
            statuses.append(answer.status)
        line.close()

    asking = [Thread(target=ask) for _ in range(askers)]
    for thread in asking:
        thread.start()
    try:
        yield statuses
    finally:
        ended.set()
        for thread in asking:
            thread.join()


def told_to_owner(table: Table) -> list[str]:
    """What the server wrote for its owner until it was told to end."""
    *said, good_night = end(table.running, signal.SIGTERM).splitlines()
    assert good_night == "Good night. Every move is kept."
    return said


@pytest.mark.parametrize(
    "sources",
    [
        pytest.param(["127.0.0.1"], id="the tapping one", marks=pytest.mark.thorough),
        pytest.param(ONE, id="another"),
        pytest.param(MANY, id="many", marks=pytest.mark.thorough),
    ],
)
def test_a_tap_beside_1500_who_are_silent_takes_no_longer(table: Table, peaceful: Table, sources: list[str]) -> None:
    with Attack(table, 1500, sources):
        assert table.slower(peaceful) <= SLOWER
    if len(sources) == 1:
        (told,) = told_to_owner(table)
        assert re.fullmatch(
            f"{sources[0]} holds {MAX_EACH} of the [0-9]+ connections that are open, and was turned away.", told
        )


@pytest.mark.thorough
def test_a_tap_beside_300_who_drip_takes_no_longer_and_they_hold_no_thread(table: Table, peaceful: Table) -> None:
    threads = table.threads()
    with Attack(table, 300, MANY, *BEGINS, drips=True) as attack:
        assert attack.held() == 300, "all of them are listened to"
        assert table.slower(peaceful) <= SLOWER
        assert table.threads() < threads + 5, "the few that a page needs"
    assert told_to_owner(table) == []


def test_1000_who_follow_from_one_address_leave_the_others_following(table: Table, peaceful: Table) -> None:
    asks = f"GET /t/{table.code}/stream HTTP/1.1\r\n{HOST}\r\n\r\n".encode()
    with Attack(table, 1000, ONE, asks, pace=60 / 1000) as attack:  # after a minute, as they are told
        until = time.monotonic() + 20
        while (following := attack.held(b"HTTP/1.1 200")) < MAX_EACH and time.monotonic() < until:
            time.sleep(0.1)
        assert following == MAX_EACH
        assert table.slower(peaceful) <= SLOWER
        other = Wire(table.port, source="127.0.0.3").line()
        other.request("GET", f"/t/{table.code}/stream")
        answer = other.getresponse()
        assert answer.status == 200
        table.tap()
        assert sum(answer.readline().startswith(b"data:") for _ in range(8)) == 2, "of what there was, and of the tap"
        other.close()
        assert table.phone.open(f"/t/{table.code}").status == 200
    assert any(f"{ONE[0]} holds {MAX_EACH} of the " in told and "streams" in told for told in told_to_owner(table))


@pytest.mark.parametrize(
    "path",
    ["/t/{}/paper", *(pytest.param(path, marks=pytest.mark.thorough) for path in ("/t/{}/evening", "/cards/print"))],
)
def test_a_tap_beside_eight_who_ask_for_what_costs_most_waits_for_one_page_alone(
    tmp_path: Path, peaceful: Table, path: str
) -> None:
    moves = [{"move": "deal"}, {"move": "won", "player": "Cat"}] * HANDS
    long = laid(tmp_path, {"game": "spoil-five", "moves": moves}, ["Ann", "Ben", "Cat"])
    with served(tmp_path) as (running, address, _):
        table = Table(running, address)
        with asked_for(table, path.format(long)) as statuses:
            while not statuses:
                time.sleep(0.1)
            assert table.slower(peaceful, SLOWER_BESIDE_WORK) <= SLOWER_BESIDE_WORK
    assert set(statuses) == {200}
