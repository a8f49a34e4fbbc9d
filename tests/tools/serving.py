"""Real servers on a free port of this machine, for tests and pictures: in a thread, or in a process that is killed."""

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode, urlsplit

from attrs import define, field
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.server.lobby import Lobby
from companion.server.serve import open_lobby
from companion.store.database import LOCK_TIMEOUT
from tests.tools.quick import app_over, quick_app


def free_port() -> int:
    """A port that nobody has, for a server that must come back on the same one.

    It lies below those that systems give away by themselves: nobody else gets it while the server is gone.
    """
    for port in random.sample(range(11_000, 32_000), 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")


@contextmanager
def served(data: Path, port: int = 0) -> Iterator[str]:
    """The address of a Companion that serves the folder until the block ends."""
    with serving(quick_app(data), port) as where:
        yield where


@contextmanager
def house_at(data: Path) -> Iterator[str]:
    """The address of a server of this process that goes on, with the tables of a folder until the block ends."""
    with app_over(data) as app:
        yield _server_of_this_process(app)


_going_on: list[Lobby] = []
"""The servers of this process."""


@cache
def _server_of_this_process(app: Flask) -> str:
    lobby = open_lobby(app, "127.0.0.1", 0)
    threading.Thread(target=lobby.run).start()
    _going_on.append(lobby)
    return f"http://127.0.0.1:{lobby.port}"


def end_servers() -> None:
    """Ends the servers that go on: their threads would keep this process alive."""
    while _going_on:
        _going_on.pop().stop()


@contextmanager
def serving(app: Flask, port: int = 0) -> Iterator[str]:
    """The address of a Companion that is served until the block ends."""
    lobby = open_lobby(app, "127.0.0.1", port)
    thread = threading.Thread(target=lobby.run)
    thread.start()
    try:
        yield f"http://127.0.0.1:{lobby.port}"
    finally:
        app.extensions["companion"].close()
        lobby.stop()
        thread.join()


def workers() -> int:
    """The threads that answer requests, of the servers of this process except those that go on."""
    others = {thread for lobby in _going_on for thread in [*lobby._threads._threads]}
    return sum(thread.name.startswith("answers") for thread in {*threading.enumerate()} - others)


NURSERY = """
import os, signal, sys, threading
from pathlib import Path
from companion.games import catalogue
from companion.store import database
from companion.server.serve import run
catalogue()
folder, port, database.LOCK_TIMEOUT = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
for line in sys.stdin:
    child = os.fork()
    if not child:
        os.close(0)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        run(folder, "127.0.0.1", port, None)
        os._exit(0)
    print(child, flush=True)
    threading.Thread(target=lambda: print(os.waitpid(child, 0)[1], flush=True), daemon=True).start()
try:
    os.kill(child, signal.SIGKILL)  # whose tests are gone
except (NameError, ProcessLookupError):
    pass
"""


class Killed:
    """``companion serve`` of a folder, again and again on the same port, each time until it is killed.

    The processes are forked from one that has imported everything, so that a start costs little.
    """

    def __init__(self, folder: Path, patience: float = LOCK_TIMEOUT) -> None:
        self.port = free_port()
        command = [sys.executable, "-c", NURSERY, str(folder), str(self.port), str(patience)]
        self._nursery = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.pid = 0

    def start(self) -> "Killed":
        """Starts the server, and waits until it answers."""
        self.begin()
        until = time.monotonic() + 20
        while True:
            try:
                Wire(self.port).get("/healthz")
                return self
            except OSError:
                assert time.monotonic() < until, "the server does not come up"
                time.sleep(0.005)

    def begin(self) -> None:
        """Starts the server without waiting."""
        assert self._nursery.stdin and self._nursery.stdout
        self._nursery.stdin.write("\n")
        self._nursery.stdin.flush()
        self.pid = int(self._nursery.stdout.readline())

    def kill(self) -> None:
        """Kills it, with no time for anything, and waits until it is gone."""
        os.kill(self.pid, signal.SIGKILL)
        assert self._nursery.stdout
        assert os.WTERMSIG(int(self._nursery.stdout.readline())) == signal.SIGKILL, "it had ended by itself"
        self.pid = 0

    def close(self) -> None:
        """Ends everything."""
        if self.pid:
            self.kill()
        self._nursery.communicate()


@define
class Answered:
    """An answer as a phone reads it."""

    status_code: int
    headers: Any
    body: bytes
    path: str

    @property
    def request(self) -> SimpleNamespace:
        return SimpleNamespace(path=self.path)

    @property
    def location(self) -> str:
        return str(self.headers["Location"])

    def get_data(self, as_text: bool = True) -> str:
        return self.body.decode()


@define
class Wire:
    """What a Phone opens pages of a server through, with its own cookies. Raises OSError where no answer is whole."""

    port: int
    cookie: str = ""
    source: str = ""
    """The address of this machine that it comes from, where that matters."""
    _line: HTTPConnection | None = field(default=None, repr=False)

    @property
    def site(self) -> str:
        """The origin of the pages."""
        return f"http://127.0.0.1:{self.port}"

    def test_client(self) -> "Wire":
        return Wire(self.port)

    def line(self) -> HTTPConnection:
        """A connection for one request."""
        source = (self.source, 0) if self.source else None
        return HTTPConnection("127.0.0.1", self.port, timeout=30, source_address=source)

    def get(self, path: str, headers: Any = (), environ_overrides: Any = None) -> Answered:
        return self._ask("GET", path, None, dict(headers))

    def post(self, path: str, data: Any = None, headers: Any = (), environ_overrides: Any = None) -> Answered:
        form = urlencode(list(MultiDict(data or {}).items(multi=True)))
        own = {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.site}
        return self._ask("POST", path, form, own | dict(headers))

    def _ask(self, method: str, path: str, form: str | None, headers: dict[str, str]) -> Answered:
        line = self.line()
        try:
            line.request(method, path, form, headers | {"Cookie": self.cookie})
            answer = line.getresponse()
            body = answer.read()
        except HTTPException as error:
            raise ConnectionError("the answer was cut off") from error
        finally:
            line.close()
        if cookie := answer.getheader("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        return Answered(answer.status, answer.headers, body, urlsplit(path).path)
