"""The disk refuses: everything can still be read, and nothing is used up.

That every form is refused in a sentence, and taken afterwards, ``test_refused_writes_nothing`` asks of each.
"""

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from flask import Flask

from companion.store import database
from tests.tools.phone import Phone
from tests.tools.trouble import locked, read_only

Trouble = Callable[[], AbstractContextManager[None]]


@pytest.fixture(params=["locked", "read-only"])
def trouble(request: pytest.FixtureRequest, app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trouble:
    """The database is locked by another program, or can't be written to."""
    monkeypatch.setattr(database, "LOCK_TIMEOUT", 0.05)
    found = app.extensions["companion"].database
    return (lambda: locked(tmp_path)) if request.param == "locked" else (lambda: read_only(found))


def test_everything_can_still_be_read(phone: Phone, trouble: Trouble) -> None:
    phone.lays().press("Deal")
    with trouble():
        for path in ("/", "", "journal"):
            assert phone.open(path).status == 200


def test_a_phone_that_watches_does_not_wait_for_one_that_wants_to_write(
    phone: Phone, another: Callable[[], Phone], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program holds the file; one phone waits for it, and eight pages are opened meanwhile."""
    monkeypatch.setattr(database, "LOCK_TIMEOUT", 4.0)
    phone.lays()
    watcher = another().open(f"/t/{phone.code}/pencil")
    with locked(tmp_path):
        waiting = threading.Thread(target=phone.press, args=["Deal"])
        waiting.start()
        started = time.monotonic()
        for _ in range(8):
            assert watcher.open(f"/t/{phone.code}/pencil").status == 200
        took = time.monotonic() - started
        assert waiting.is_alive()
        waiting.join()
    assert took < 3.9
    assert phone.status == 503
