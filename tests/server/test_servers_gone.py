"""A server ends in the middle of an evening, for good: what a following phone kept is the evening, whole and once.

``COMPANION_GONE`` says how many servers end.
"""

import json
import os
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.store import Database, Moving, Tables
from companion.store.check import problems
from companion.store.moving import read_evening
from tests.server.test_killed import kill_in_the_midst
from tests.tools.serving import Killed, Wire
from tests.tools.writers import laid, taps_of, written

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no SIGKILL: these tests are skipped")

GONE = int(os.environ.get("COMPANION_GONE", "3"))


class Follower:
    """A phone that asks for what it hasn't got yet, as a page does, until the server is gone."""

    def __init__(self, port: int, code: str) -> None:
        self.wire, self.code = Wire(port), code
        self.head: dict[str, Any] = {}
        self.kept: list[dict[str, Any]] = []

    def look(self) -> None:
        last = self.kept[-1] if self.kept else {"number": 0, "hash": ""}
        answer = self.wire.get(f"/t/{self.code}/journal/since?last={last['number']}&head={last['hash']}")
        assert answer.status_code == 200, answer.body
        told = json.loads(answer.body)
        self.head, self.kept = told["head"], [*self.kept, *told["entries"]]

    def follow(self, answered: threading.Event) -> None:
        try:
            while True:
                self.look()
                answered.set()
        except OSError:
            pass  # gone


def carried_on(folder: Path, follower: Follower, times: int) -> list[dict[str, Any]]:
    """The entries in another house, into which what the phone kept was carried several times."""
    file = json.dumps(follower.head | {"entries": follower.kept}).encode()
    database = Database(folder)
    moving = Moving(database, Tables(database))
    for _ in range(times):
        code = moving.import_evening(read_evening(file), lambda code: None, lambda code: None)
    assert (code, problems(database)) == (follower.code, [])
    database.close()
    return written(folder, code)


@pytest.mark.parametrize("turn", range(GONE))
def test_a_phone_carries_the_evening_on(tmp_path: Path, turn: int) -> None:
    chance = random.Random(turn)
    with ThreadPoolExecutor() as phones, closing(Killed(tmp_path / "old")) as server:
        server.start()
        code, writers = laid(server)
        follower, seen = Follower(server.port, code), threading.Event()
        following = phones.submit(follower.follow, seen)
        assert seen.wait(20)
        kill_in_the_midst(server, writers, chance.randint(1, 12), chance.uniform(0, 0.02))
        following.result()
    old, new = written(tmp_path / "old", code), carried_on(tmp_path / "new", follower, 2)
    chained = [(row["number"], row["move"], row["hash"]) for row in new]
    assert chained == [(row["number"], row["move"], row["hash"]) for row in old][: len(new)], "what it saw, once"
    assert len(new) == len(follower.kept) >= 20
    taps_of(new)
