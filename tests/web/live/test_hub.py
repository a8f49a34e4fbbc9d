"""Everybody follows live: the stream tells version numbers, the page fetches what it shows."""

import http.client
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial

import pytest
from flask import Flask

from companion.server import connection as wire
from companion.server.serve import open_lobby
from companion.web.live.hub import (
    BROWSER_STREAMS,
    SEND_BUFFER_BYTES,
    USER_TIMEOUT_MS,
    Follower,
    Hub,
    QueueSubscriber,
    SocketSubscriber,
    event,
    heartbeat,
)
from companion.web.live.limits import MAX_EACH
from companion.web.request.services import RenderCache
from tests.tools.phone import Phone

SWAPS = {"HX-Request": "true"}

# The hub by itself.


@pytest.fixture
def hub() -> Iterator[Hub]:
    """A hub whose heart beats quickly."""
    made = Hub(heartbeat=0.1)
    yield made
    made.close()


@pytest.fixture
def slow() -> Iterator[Hub]:
    """A hub whose heart beats so seldom that nobody hears of anything by it."""
    made = Hub(heartbeat=20)
    yield made
    made.close()


def followed(hub: Hub, seen: int = 7, code: str = "TABLE") -> Iterator[bytes]:
    """What is told to one who has seen a version."""
    line = QueueSubscriber(code, seen)
    assert hub.enter()
    hub.follow(line)
    return (said for said in line if said != heartbeat(hub.heartbeat))


def test_a_follower_hears_of_every_newer_version_of_its_table_and_else_a_heartbeat(hub: Hub) -> None:
    line = QueueSubscriber("TABLE", 7)
    assert hub.enter()
    hub.follow(line)
    heard = iter(line)
    assert [next(heard) for _ in range(3)] == [heartbeat(0.1)] * 3
    told = (said for said in heard if said != heartbeat(hub.heartbeat))
    for version in (8, 9):
        hub.announce("TABLE", version)
        assert next(told) == event(version)
    hub.announce("TABLE", 8)
    hub.announce("OTHER", 10)
    hub.announce("TABLE", 10)
    assert next(told) == event(10)
    assert until(lambda: not hub._changed), "what was told to all is no news any more"


def test_a_page_that_waits_until_it_is_sent_is_rendered_after_that(slow: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.live.hub.PATIENCE", 60)
    line = QueueSubscriber("TABLE", 7)
    assert slow.enter()
    slow.follow(line)
    slow.announce("TABLE", 8)
    slow.wait_until_sent()
    assert not line._queue.empty()


@pytest.mark.parametrize("told", [(8, 9), (9, 8)], ids=["in order", "the older last"])
def test_a_follower_who_comes_late_hears_of_the_newest_at_once(hub: Hub, told: tuple[int, int]) -> None:
    for version in told:
        hub.announce("TABLE", version)
    assert next(followed(hub)) == event(9), "what lies between is skipped"


def test_there_is_room_for_so_many_and_no_more(hub: Hub) -> None:
    hub.places.most = 2
    lines = [QueueSubscriber("TABLE", 1, address) for address in ("10.0.0.1", "10.0.0.2")]
    for line in lines:
        assert hub.enter(line.address)
        hub.follow(line)
    assert not hub.enter("10.0.0.3")
    hub.leave(lines[0])
    hub.leave(lines[0])  # who has left doesn't leave again
    assert [hub.enter("10.0.0.3"), hub.enter("10.0.0.4")] == [True, False]


def test_one_address_follows_only_so_often_and_the_others_still_do(hub: Hub, caplog) -> None:
    assert [hub.enter("10.0.0.1") for _ in range(MAX_EACH + 5)] == [True] * MAX_EACH + [False] * 5
    assert hub.enter("10.0.0.2")
    assert caplog.messages == ["10.0.0.1 holds 40 of the 40 streams that are open, and was turned away."], "said once"


def test_a_browser_follows_only_so_often_and_another_page_does_once_one_has_gone(hub: Hub, caplog) -> None:
    """It has six connections at once: were all of them streams, no page and no tap would be answered."""
    ends = [socket.socketpair() for _ in range(BROWSER_STREAMS)]
    for ours, _ in ends:
        assert hub.enter("10.0.0.1", "a phone")
        hub.follow(SocketSubscriber("TABLE", 1, ours, "10.0.0.1", Follower("a phone")))
    assert not hub.enter("10.0.0.1", "a phone")
    assert hub.enter("10.0.0.1", "another") and hub.enter("10.0.0.1"), "nor one that isn't known"
    ends[0][1].close()
    assert hub.enter("10.0.0.1", "a phone"), "before the next heartbeat"
    assert not hub.enter("10.0.0.1", "a phone")
    assert caplog.messages == [], "that is no news to the owner"
    for _, theirs in ends[1:]:
        theirs.close()


def test_a_closed_hub_lets_everybody_go(hub: Hub) -> None:
    told = followed(hub)
    hub.close()
    assert list(told) == []
    assert not hub.enter()
    line = QueueSubscriber("TABLE", 1)
    hub.follow(line)  # who asked before it was closed
    assert list(line) == []


def test_who_does_not_read_is_let_go_and_the_others_hear_everything(hub: Hub) -> None:
    ours, deaf = socket.socketpair()
    mine, hears = socket.socketpair()
    for end in (ours, mine):
        assert hub.enter()
        hub.follow(SocketSubscriber("TABLE", 0, end))
    hears.settimeout(10)
    version = 0
    while hub.places.taken == 2 and version < 100_000:
        version += 1
        hub.announce("TABLE", version)
        listen_for(hears, version)
    hub.announce("TABLE", version + 1)
    listen_for(hears, version + 1)
    assert hub.places.taken == 1
    deaf.close()
    hears.close()
    assert until(lambda: hub.places.taken == 0), "one that hung up is noticed by the next heartbeat"


def test_a_line_that_breaks_silences_nobody_else(hub: Hub) -> None:
    class Broken(QueueSubscriber):
        def tell(self, said: bytes) -> bool:
            raise MemoryError

    assert hub.enter()
    hub.follow(Broken("TABLE", 7))
    told = followed(hub)
    hub.announce("TABLE", 8)
    assert next(told) == event(8)
    assert until(lambda: hub.places.taken == 1)


def test_without_room_for_its_thread_nobody_follows_until_there_is(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as short:
        short.setattr(threading.Thread, "start", full)
        assert not hub.enter()
    told = followed(hub)
    hub.announce("TABLE", 8)
    assert next(told) == event(8)


def test_a_line_tells_each_version_once() -> None:
    line = QueueSubscriber("TABLE", 7)
    assert all(line.news(version) for version in (7, 8, 8, 6))
    line.end()
    assert list(line) == [event(8)]


def test_who_comes_when_the_news_was_told_already_hears_of_it_at_once() -> None:
    hub = Hub(heartbeat=3)
    first = followed(hub)
    hub.announce("TABLE", 9)
    assert next(first) == event(9)
    later = QueueSubscriber("TABLE", 7)
    assert hub.enter()
    hub.follow(later)
    assert next(iter(later)) == event(9)
    hub.close()


def test_neither_news_nor_who_comes_late_nor_the_end_waits_for_the_next_heartbeat(slow: Hub) -> None:
    told, other = followed(slow), followed(slow, code="OTHER")
    time.sleep(0.3)  # the hub has looked, and waits
    before = time.monotonic()
    slow.announce("TABLE", 8)
    assert next(told) == event(8)
    time.sleep(0.3)
    assert next(followed(slow)) == event(8)
    time.sleep(0.3)
    slow.close()
    assert [*told, *other] == []
    assert time.monotonic() - before < 15


@pytest.mark.parametrize("late", [False, True], ids=["news of both", "one begins to follow"])
def test_news_of_two_tables_in_one_moment_is_told_at_both(slow: Hub, late: bool) -> None:
    first, second = QueueSubscriber("TABLE", 7), QueueSubscriber("OTHER", 7)
    assert slow.enter() and slow.enter()
    slow.follow(first)
    if not late:
        slow.follow(second)
    assert until(lambda: not slow._changed)
    with slow._news:  # before the hub comes to look
        slow.announce("TABLE", 8)
        slow.follow(second) if late else slow.announce("OTHER", 8)
    assert until(lambda: (first.seen, second.seen) == (8, 7 if late else 8))


def test_who_has_hung_up_is_noticed_and_who_says_something_is_still_here() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        line = SocketSubscriber("TABLE", 0, ours)
        theirs.send(b"hello")
        assert line.beat(5)
        assert theirs.recv(100) == b"event: beat\ndata: 5\n\n"
        theirs.shutdown(socket.SHUT_WR)
        assert not line.beat(5), "though something could still be sent"


def test_a_line_that_takes_half_of_what_is_told_is_lost() -> None:
    class Full(socket.socket):
        def send(self, said: bytes, *more: int) -> int:  # type: ignore[override]
            return len(said) - 1

    with Full() as line:
        assert not SocketSubscriber("TABLE", 0, line).news(1)


def test_no_line_is_read_written_and_closed_at_once() -> None:
    """By the hub's thread and that of a request; over https that would break the line."""
    busy = threading.Lock()

    class Tls(socket.socket):
        def alone(self) -> None:
            assert busy.acquire(blocking=False)
            time.sleep(0.001)
            busy.release()

        def send(self, said: bytes, *more: int) -> int:  # type: ignore[override]
            self.alone()
            return len(said)

        def recv(self, *more: int) -> bytes:
            self.alone()
            return b"something"

        def close(self) -> None:
            self.alone()
            super().close()

    line = SocketSubscriber("TABLE", 0, Tls())
    with ThreadPoolExecutor(2) as threads:
        told = threads.submit(lambda: [line.tell(b"news") for _ in range(50)])
        assert all(line.is_connected() for _ in range(50)) and all(told.result())
        last = threads.submit(line.tell, b"news")
        line.end()
        assert last.result()


def test_little_waits_for_who_does_not_read_and_who_left_without_a_word_is_let_go() -> None:
    with socket.socket() as line:
        SocketSubscriber("TABLE", 0, line)
        assert line.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * SEND_BUFFER_BYTES
        if user_timeout := getattr(socket, "TCP_USER_TIMEOUT", None):
            assert line.getsockopt(socket.IPPROTO_TCP, user_timeout) == USER_TIMEOUT_MS


def listen_for(line: socket.socket, version: int) -> None:
    said = b""
    while event(version) not in said:
        said += line.recv(4096)


# The page's own look for news.


def test_a_page_that_shows_the_newest_is_told_nothing(phone: Phone) -> None:
    version = phone.lays().text.split('data-version="')[1].split('"')[0]
    assert phone.open(f"?v={version}", **SWAPS).status == 204
    for other in ("0", "99", "", "x"):
        assert phone.open(f"?v={other}", **SWAPS).status == 200
        assert f'data-version="{version}"' in phone.text


def test_those_who_see_the_same_share_one_rendering(app: Flask, phone: Phone, another, monkeypatch) -> None:
    phone.lays().press("Deal")
    made: list[object] = []
    kept = RenderCache.get

    def counted(self, key, render):
        return kept(self, key, lambda: made.append(key) or render())

    monkeypatch.setattr(RenderCache, "get", counted)
    followers = [another() for _ in range(3)]
    for follower in followers:
        follower.open(f"/t/{phone.code}", **SWAPS)
    assert len(made) == 1
    assert len({follower.text for follower in followers}) == 1
    followers[0].open("me").press("Ben")
    assert len(made) == 2, "who is somebody sees another page"
    phone.open("").press("Cat")
    for follower in followers[1:]:
        assert "Cat takes 9" in follower.open("", **SWAPS).says
    assert len(made) == 3


def test_the_renderings_asked_for_last_are_kept_and_no_more_than_so_many() -> None:
    """A rendering that is longer than all that may be kept is made each time."""
    kept, made = RenderCache(max_size=2), []

    def page(name: str) -> str:
        made.append(name)
        return name

    for name in ("a", "b", "a", "c", "a", "b"):
        assert kept.get(name, partial(page, name)) == name
    assert made == ["a", "b", "c", "b"]
    assert len(kept._cache) == 2
    assert kept.get("too long", lambda: page("long")) == "long"
    assert len(kept._cache) == 2


def test_many_who_ask_at_once_wait_for_one_rendering() -> None:
    kept, made = RenderCache(), []

    def page() -> str:
        made.append(1)
        time.sleep(0.3)
        return "page"

    phones = [threading.Thread(target=kept.get, args=["key", page]) for _ in range(5)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert len(made) == 1


# The stream, through the real server.

FOLLOWERS = 40


@pytest.fixture
def port(app: Flask) -> Iterator[int]:
    """The port of a real server."""
    app.extensions["companion"].hub.heartbeat = 0.1
    lobby = open_lobby(app, "127.0.0.1", 0)
    serving = threading.Thread(target=lobby.run)
    serving.start()
    yield lobby.port
    app.extensions["companion"].hub.close()
    lobby.stop()
    serving.join()


@pytest.fixture
def laid(app: Flask, another) -> Phone:
    """The phone that has laid a table."""
    return another().lays()


@contextmanager
def stream(port: int, code: str) -> Iterator[http.client.HTTPResponse]:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=15)) as connection:
        connection.request("GET", f"/t/{code}/stream")
        yield connection.getresponse()


def versions(answer: http.client.HTTPResponse) -> Iterator[int]:
    """The versions as the stream tells them; heartbeats alone are not listened to for ever."""
    end = time.monotonic() + 15
    for line in answer:
        assert time.monotonic() < end, "nothing new is told"
        if line == b"event: version\n":
            yield int(answer.readline().removeprefix(b"data: "))


def status(port: int, path: str) -> int:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=15)) as connection:
        connection.request("GET", path)
        return connection.getresponse().status


def open_streams(app: Flask) -> int:
    return app.extensions["companion"].hub.places.taken


def until(true, seconds: float = 10.0) -> bool:
    """Whether something comes true in time."""
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.01)
    return true()


def test_a_move_is_told_within_a_second(port: int, laid: Phone) -> None:
    with stream(port, laid.code) as answer:
        assert (answer.status, answer.headers.get_content_type()) == (200, "text/event-stream")
        assert answer.headers["Cache-Control"] == "no-store, no-transform", "no proxy compresses or keeps it"
        told, took = versions(answer), []
        first = next(told)
        for number, button in enumerate(("Deal", "Undo", "Deal", "Undo", "Deal"), 1):
            before = time.monotonic()
            laid.press(button)
            assert next(told) == first + number
            took.append(time.monotonic() - before)
            if took[-1] < 1:
                break
    assert took[-1] < 1, "each of five, so that it is not the machine that is slow"


def test_behind_another_server_the_stream_is_an_answer_that_never_ends(app: Flask, laid: Phone) -> None:
    """It is found by its code typed small, too."""
    answer = app.test_client().get(f"/t/{laid.code.lower()}/stream")
    told = iter(answer.response)
    assert [next(told) for _ in range(2)] == [b"retry: 2000\n\n", event(1)]
    laid.press("Deal")
    assert next(said for said in told if said != heartbeat(5)) == event(2)
    assert open_streams(app) == 1
    answer.close()
    assert open_streams(app) == 0


def test_a_phone_that_follows_is_not_taken_for_one_that_hung_up(
    app: Flask, port: int, laid: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its request was read long ago; a line that nobody listens to any more looks as if the other end had left."""
    monkeypatch.setattr(wire, "REQUEST_SECONDS", 0.3)
    with stream(port, laid.code) as answer:
        assert answer.status == 200
        time.sleep(1)
        assert open_streams(app) == 1


def test_a_look_at_the_stream_without_listening_takes_no_place(app: Flask, port: int, laid: Phone) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=15)) as connection:
        connection.request("HEAD", f"/t/{laid.code}/stream")
        assert connection.getresponse().status == 200
    assert until(lambda: open_streams(app) == 0)


def test_a_stream_is_found_by_its_code_however_typed_and_tells_versions_and_heartbeats(port: int, laid: Phone) -> None:
    with stream(port, laid.code.lower()) as answer:
        lines = {answer.readline() for _ in range(8)}
        assert lines == {
            b"retry: 2000\n", b"\n", b"event: version\n", b"data: 1\n", b"event: beat\n", b"data: 0.1\n"
        }  # fmt: skip
        laid.press("Deal")
        assert next(versions(answer)) == 2
    assert status(port, "/t/NOPE2/stream") == 404


def test_pages_are_answered_while_forty_follow(app: Flask, port: int, laid: Phone) -> None:
    status(port, "/healthz")
    threads = threading.active_count()
    connections = [http.client.HTTPConnection("127.0.0.1", port, timeout=15) for _ in range(FOLLOWERS)]
    answers = []
    for connection in connections:
        connection.request("GET", f"/t/{laid.code}/stream")
        answers.append(connection.getresponse())
    assert {answer.status for answer in answers} == {200}
    assert until(lambda: open_streams(app) == FOLLOWERS)
    assert until(lambda: threading.active_count() <= threads + FOLLOWERS // 2), "they hold no threads"
    took = []
    while not took or (took[-1] >= 2 and len(took) < 5):  # a machine may have much else to do
        before = time.monotonic()
        assert [status(port, "/healthz") for _ in range(10)] == [200] * 10
        took.append(time.monotonic() - before)
    assert took[-1] < 2
    laid.press("Deal")
    for answer in answers:
        told = versions(answer)
        assert max(next(told), next(told)) == laid_version(app, laid)
    for connection in connections:
        connection.close()
    for answer in answers:
        answer.close()
    assert until(lambda: open_streams(app) == 0), "those who left are noticed by the next heartbeats"


def laid_version(app: Flask, phone: Phone) -> int:
    return app.extensions["companion"].tables.find(phone.code).version


def test_who_comes_when_all_places_are_taken_is_asked_to_poll(app: Flask, port: int, laid: Phone) -> None:
    app.extensions["companion"].hub.places.most = 1
    with stream(port, laid.code) as first:
        assert first.status == 200
        with stream(port, laid.code) as second:
            assert second.status == 503
            assert second.headers["Retry-After"] == "60"
        assert status(port, f"/t/{laid.code}") == 200
        first.close()
    assert until(lambda: open_streams(app) == 0)
    with stream(port, laid.code) as third:
        assert third.status == 200


def test_a_server_that_stops_ends_its_streams(app: Flask, port: int, laid: Phone) -> None:
    with stream(port, laid.code) as answer:
        next(versions(answer))
        app.extensions["companion"].hub.close()
        end = time.monotonic() + 15
        for line in answer:
            assert line != b"event: version\n" and time.monotonic() < end, "it goes on"


def test_who_watches_two_tables_sees_each(another: Callable[[], Phone]) -> None:
    """Both are at their first version, and are shown alike."""
    one, other = another().lays("Ann", "Ben").code, another().lays("Eve", "Fay").code
    watcher = another().open(f"/t/{one}", **SWAPS)
    assert "Ann" in watcher.says
    assert "Eve" in watcher.open(f"/t/{other}", **SWAPS).says
