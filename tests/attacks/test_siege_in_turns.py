"""Ten kinds of siege, from one address and from eight: what a tap waits for, in turns of the lobby and in requests.

The lobby is turned here step by step: between two turns everybody who besieges it says as much as the line takes. No
clock is asked, so that a slow machine comes to the same.
"""

import socket
import ssl
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import cache
from itertools import count, cycle
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask

from companion.server import lobby as lobby_module
from companion.server.certificate import Certificate
from companion.server.connection import Connection
from companion.server.lobby import ACCEPTED_AT_ONCE, Lobby
from companion.server.serve import open_lobby
from companion.web.live.limits import MAX_EACH
from tests.attacks.raw import HOST, OURS
from tests.tools.phone import Phone

HOME = "127.0.0.1"
ONE = ["127.0.0.2"]
EIGHT = [f"127.0.1.{last}" for last in range(1, 9)]
TURNS = 6
"""Turns for which the siege has lasted when somebody taps."""
GLANCES = 3
"""How often one connection is looked at in one turn: as it says something, comes back, or others come from there."""
GET = f"GET /healthz HTTP/1.1\r\n{HOST}\r\n".encode()
POST = f"POST /lay HTTP/1.1\r\n{HOST}\r\nContent-Length: 60000\r\n\r\n".encode()
Says = Callable[[str, int], bytes]
"""What one who besieges says the n-th time, at the table of a code."""
SIEGES: dict[str, Says] = {
    "silent": lambda code, n: b"",
    "dripping in headers": lambda code, n: b"a" if n else GET + b"a: ",
    "dripping in a body": lambda code, n: b"a" if n else POST,
    "many header lines": lambda code, n: GET + b"a:\r\n" * 15_000 + b"\r\n",
    "as many header lines as may be": lambda code, n: GET + b"a:\r\n" * 90 + b"\r\n",
    "folded lines": lambda code, n: GET + b"a: b\r\n" + b" c\r\n" * 12_000 + b"\r\n",
    "a header of 60 kB": lambda code, n: GET + b"a: " + b"b" * 60_000 + b"\r\n\r\n",
    "a header of blanks": lambda code, n: GET + b"a: " + b" " * 60_000 + b"\x00\r\n\r\n",
    "answers not read": lambda code, n: f"GET /t/{code} HTTP/1.1\r\n{HOST}\r\n\r\n".encode() * 20,
    "handshakes": lambda code, n: b"",
    "one-byte records": lambda code, n: GET + b"a: " + b"b" * 200,
    "streams opened and dropped": lambda code, n: f"GET /t/{code}/stream HTTP/1.1\r\n{HOST}\r\n\r\n".encode(),
    "wrong codes": lambda code, n: f"GET /t/W{n:04} HTTP/1.1\r\n{HOST}\r\n\r\n".encode(),
}
OVER_TLS = {"handshakes", "one-byte records"}


class Besieger:
    """One connection that says what its kind of siege says, for as long as it lasts, and then comes again."""

    def __init__(self, kind: str, source: str, port: int, code: str) -> None:
        self.kind, self.source, self.port, self.code = kind, source, port, code
        self.line: socket.socket | None = None
        self.rest, self.said = b"", 0

    def acts(self) -> None:
        """Say as much as the line takes just now."""
        try:
            line = self.line or self._comes()
            self._says(line)
            if self.kind != "answers not read" and line.recv(65536) == b"":
                self.goes()
            if self.kind in ("handshakes", "streams opened and dropped") and self.said % 2 == 0:
                self.goes()
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            pass
        except OSError:
            self.goes()

    def _says(self, line: socket.socket) -> None:
        if not self.rest:
            self.rest, self.said = SIEGES[self.kind](self.code, self.said), self.said + 1
        if isinstance(line, ssl.SSLSocket):
            line.do_handshake()
            for _ in range(100):
                self.rest = self.rest[line.send(self.rest[:1]) :] or b"c"
        elif self.rest:
            self.rest = self.rest[line.send(self.rest) :]

    def _comes(self) -> socket.socket:
        line = socket.create_connection((HOME, self.port), 20, source_address=(self.source, 0))
        line.setblocking(False)
        self.rest, self.said = b"", 0
        if self.kind == "handshakes":
            sent = ssl.MemoryBIO()
            with suppress(ssl.SSLWantReadError):
                trusting().wrap_bio(ssl.MemoryBIO(), sent).do_handshake()
            self.rest = sent.read()
        records = self.kind == "one-byte records"
        self.line = trusting().wrap_socket(line, do_handshake_on_connect=False) if records else line
        return self.line

    def goes(self) -> None:
        if self.line:
            self.line.close()
        self.line = None


@cache
def trusting() -> ssl.SSLContext:
    """A context that takes any certificate; to make one costs more than a handshake."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


class Counting(ThreadPoolExecutor):
    """The threads that answer, which keep from where the requests came that they were given."""

    given: list[str]

    def submit(self, answer: Any, connection: Any) -> Any:
        self.given.append(connection.host)
        return super().submit(answer, connection)


class Besieged:
    """A lobby that is turned by hand, how often each connection was looked at in a turn, and a phone that taps."""

    def __init__(self, app: Flask, context: ssl.SSLContext | None, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(lobby_module, "LOOK_SECONDS", 0.01)
        monkeypatch.setattr(lobby_module, "ThreadPoolExecutor", Counting)
        self.glances: Counter[Connection] = Counter()
        gather = Connection.gather

        def counted(connection: Connection) -> bool:
            self.glances[connection] += 1
            return gather(connection)

        monkeypatch.setattr(Connection, "gather", counted)
        self.phone = Phone(app).lays("Ann", "Ben").press("Deal")
        self.lobby: Lobby = open_lobby(app, "127.0.0.1", 0, context)
        self.lobby._threads.given = self.given = []
        self.secure = context is not None
        self.keys = count()

    def turn(self) -> None:
        """Turn once: nobody was looked at more often than that."""
        self.glances.clear()
        self.lobby.turn()
        assert max(self.glances.values(), default=0) <= GLANCES

    def line(self) -> socket.socket:
        """A connection of the phone that taps."""
        line = socket.create_connection((HOME, self.lobby.port), 20)
        line.setblocking(False)
        return trusting().wrap_socket(line, do_handshake_on_connect=False) if self.secure else line

    def shakes_hands(self, line: socket.socket) -> bool:
        """Go on with the handshake of a connection, if one is needed; return whether it is over."""
        with suppress(ssl.SSLWantReadError):
            if isinstance(line, ssl.SSLSocket):
                line.do_handshake()
            return True
        return False

    def tap(self) -> bytes:
        """A tap, as the phone sends it."""
        form = {"from": "player:Ann", "to": "player:Ben", "counters": "1", "key": f"{next(self.keys)}"}
        body = urlencode(form)
        cookie = self.phone.client.get_cookie("companion").value
        path = f"/t/{self.phone.code}/moves/give"
        origin = OURS.replace("http:", "https:") if self.secure else OURS
        lines = [f"POST {path} HTTP/1.1", HOST, origin, f"Cookie: companion={cookie}", f"Content-Length: {len(body)}"]
        return "\r\n".join([*lines, "Content-Type: application/x-www-form-urlencoded", "", body]).encode()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> ssl.SSLContext:
    """A context with a certificate of this machine."""
    made = Certificate(tmp_path_factory.mktemp("certificate"))
    made.renew()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(made.file)
    return context


@pytest.fixture
def besieged(
    app: Flask, kind: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Besieged]:
    """A lobby over https where the siege is one of TLS."""
    made = Besieged(app, request.getfixturevalue("certificate") if kind in OVER_TLS else None, monkeypatch)
    yield made
    app.extensions["companion"].hub.close()
    made.lobby.stop()


BESIEGED = [
    pytest.param(sources, kind, id=f"{name}-{kind}", marks=pytest.mark.thorough if name == "eight" and tls else ())
    for name, sources in {"one": ONE, "eight": EIGHT}.items()
    for kind, tls in {kind: kind in OVER_TLS for kind in SIEGES}.items()
]
"""Every kind from one address and from eight; what costs the most to send, of so many, has its own time."""


@pytest.mark.parametrize(("sources", "kind"), BESIEGED)
def test_a_tap_waits_for_as_many_requests_as_there_are_connections_at_most(
    kind: str, sources: list[str], besieged: Besieged, caplog: pytest.LogCaptureFixture
) -> None:
    lobby, many = besieged.lobby, (MAX_EACH + 8) * len(sources)  # more than are let in
    siege = [
        Besieger(kind, source, lobby.port, besieged.phone.code)
        for source, _ in zip(cycle(sources), range(many), strict=False)
    ]

    def turn() -> None:
        for one in siege:
            one.acts()
        besieged.turn()

    with ExitStack() as open_:
        for one in siege:
            open_.callback(one.goes)
        kept = open_.enter_context(besieged.line())
        for _ in range(TURNS):
            besieged.shakes_hands(kept)
            turn()
        new = open_.enter_context(besieged.line())
        queue = many // ACCEPTED_AT_ONCE + 1
        """Turns for which a new connection may wait at the door."""
        for line, turns, before in ((kept, 1, 0), (new, queue + 1 + 2 * besieged.secure, many)):
            given = besieged.given
            given.clear()
            took = 0
            tapped = False
            while HOME not in given:
                tapped = tapped or (besieged.shakes_hands(line) and line.send(besieged.tap()) > 0)
                turn()
                took += 1
            print(f"{kind} from {len(sources)}: {took} turns, {len(given) - 1} requests")  # noqa: T201
            assert took <= turns + 1
            assert given.index(HOME) <= lobby._places.most + before
            line.setblocking(True)
            line.settimeout(30)
            assert line.recv(65536).startswith(b"HTTP/1.1 303 ")
    assert not [record for record in caplog.records if record.exc_info], "nobody was shown a traceback"
