"""The disk refuses: everybody is told in one sentence, everything can still be read, and play goes on afterwards."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from flask import Flask

from companion.store import database
from tests.tools.phone import Phone
from tests.tools.trouble import locked, read_only

SENTENCE = "This could not be written down, and nothing was changed"
Trouble = Callable[[], AbstractContextManager[None]]


@pytest.fixture(params=[False, True], ids=["plain", "htmx"])
def htmx(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture(params=["locked", "read-only"])
def trouble(request: pytest.FixtureRequest, app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trouble:
    """The database is locked by another program, or can't be written to."""
    monkeypatch.setattr(database, "LOCK_TIMEOUT", 0.05)
    found = app.extensions["companion"].database
    return (lambda: locked(tmp_path)) if request.param == "locked" else (lambda: read_only(found))


@pytest.fixture
def on_disk(app: Flask) -> Callable[[], list[str]]:
    """Everything that the database holds."""
    return lambda: list(app.extensions["companion"].database.rows.conn.iterdump())


def changing(app: Flask, phone: Phone) -> Iterator[tuple[str, dict[str, str | list[str]]]]:
    """A request of every kind that writes something down: where it is sent, and what."""
    phone.lays("Ann", "Ben", "Cat").press("Deal").press("Cat").open("moves/finish").press("Finish")
    phone.open("settlement").press("Ben pays Cat")
    yield f"/t/{phone.code}/settlement/paid", {"payer": "Ann", "payee": "Cat", "counters": "3"}
    yield f"/t/{phone.code}/settlement/paid", {"number": "1"}
    yield f"/t/{phone.code}/games", {"game": "spoil-five", "asked": "spoil-five"}
    yield "/tables", {"game": "spoil-five", "asked": "spoil-five", "player": ["Eve", "Fay"]}
    phone.lays("Ann", "Ben", "Cat").press("Deal")
    yield f"/t/{phone.code}/moves/won", {"player": "Ann"}
    yield f"/t/{phone.code}/me", {"player": "Ann"}
    yield f"/t/{phone.code}/rules", {"deal": "at once"}
    yield f"/t/{phone.code}/rules", {"keeps": "counters", "start": "30"}
    yield f"/t/{phone.code}/journal/2", {"act": "strike"}
    yield f"/t/{phone.code}/undo", {}
    yield f"/t/{phone.code}/pencil", {}
    yield f"/t/{phone.code}/pencil", {"do": "here"}
    yield "/household", {"invite": "1"}


def others(app: Flask, code: str, tried: list[str]) -> list[str]:
    """Where else something can be sent, whatever it is."""
    routes = app.url_map.bind("localhost")
    named = {routes.match(path, "POST")[0] for path in tried}
    rules = [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ()) and rule.endpoint not in named]
    return [
        routes.build(rule.endpoint, {name: code if name == "code" else 1 for name in rule.arguments}, method="POST")
        for rule in rules
    ]


def test_nothing_is_written_and_everybody_is_told(
    app: Flask, phone: Phone, htmx: bool, trouble: Trouble, on_disk: Callable[[], list[str]]
) -> None:
    requests = list(changing(app, phone))
    phone._swaps = htmx
    before = on_disk()
    with trouble():
        for number, (path, form) in enumerate(requests):
            phone.send(path, form | {"key": f"form {number}"})
            assert (path, phone.status, phone.says.count(SENTENCE)) == (path, 503, 1)
            assert "database is locked" not in phone.says and "readonly database" not in phone.says
        for path in others(app, phone.code, [path for path, _ in requests]):
            assert phone.client.post(path, environ_overrides=phone._from()).status_code != 500
        assert on_disk() == before
        for path in ("/", f"/t/{phone.code}", f"/t/{phone.code}/journal"):
            assert phone.open(path).status == 200
    for number, (path, form) in enumerate(requests):
        answer = phone.client.post(path, data=form | {"key": f"form {number}"}, environ_overrides=phone._from())
        assert (path, answer.status_code // 100) in {(path, 2), (path, 3)}
    assert len(entries(on_disk())) > len(entries(before))


def test_an_invitation_that_cannot_be_written_is_not_used_up(
    app: Flask, phone: Phone, another: Callable[[], Phone], trouble: Trouble
) -> None:
    pencils = app.extensions["companion"].pencils
    for token in (pencils.invite(phone.lays().code, "whoever holds the pencil"), pencils.terminal):
        guest = another().open(f"/in/{token}")
        with trouble():
            assert guest.send(f"/in/{token}").status == 503
        assert guest.send(f"/in/{token}").status == 200


def entries(lines: list[str]) -> list[str]:
    """The lines of a dump that hold entries of journals; what is worked out of them may be dropped meanwhile."""
    return [line for line in lines if line.startswith('INSERT INTO "entries"')]


def test_whoever_only_watches_does_not_wait_for_whoever_wants_to_write(
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
