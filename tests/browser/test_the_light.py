"""The light tells the truth: no page says that it is live while it shows an old figure."""

import os
import signal
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from pathlib import Path
from queue import Queue
from typing import TYPE_CHECKING

import pytest
from flask import Flask, Response
from playwright.sync_api import Browser, Page, expect

from companion.web.live.hub import BROWSER_STREAMS, HEARTBEAT
from tests.browser.conftest import NO_ANSWER, PATIENCE, PHONE, Device, lay, tap
from tests.browser.engines import ENGINE, needs
from tests.browser.test_device import HIDES
from tests.browser.test_two_fingers import moves
from tests.tools.quick import quick_app
from tests.tools.relay import relayed
from tests.tools.serving import Killed, serving

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

BEAT = 0.5
"""Seconds between two heartbeats, so that nobody waits long for the light to go out."""
WATCHES = """window.lights = []; window.streams = [];
  const Stream = EventSource;
  window.EventSource = class extends Stream { constructor(url) { super(url); window.streams.push(this); } };
  document.addEventListener('DOMContentLoaded', () => {
    const look = () => window.lights.push(document.body.classList.contains('is-live'));
    new MutationObserver(look).observe(document.body, { attributeFilter: ['class'] }); })"""
"""Notes each stream that the page opens, and each change of its light."""
COUNTED = "() => [window.streams.length, window.streams.filter(({ readyState }) => readyState < 2).length]"
"""The streams that were opened, and how many of them are still open."""
TAPPED_THERE = """() => { const notice = document.querySelector('[data-connection]');
  const { x, y, width, height } = notice.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) !== notice; }"""
"""Whether a tap on the notice reaches what lies beneath it."""


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    app = quick_app(tmp_path, SEND_FILE_MAX_AGE_DEFAULT=3600)
    app.extensions["companion"].hub.heartbeat = BEAT
    return app


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    with serving(app) as where:
        yield where


def is_live(page: Page) -> None:
    expect(page.locator("body.is-live")).to_be_attached(timeout=PATIENCE)


def is_not_live(page: Page) -> None:
    expect(page.locator("body.is-live")).to_have_count(0, timeout=PATIENCE)


@pytest.mark.core
def test_a_line_that_stalls_without_closing_puts_the_light_out(four: Page, device: Device, address: str) -> None:
    follower = device()
    follower.add_init_script(WATCHES)
    with relayed(address) as line:
        follower.goto(line.address + four.url.removeprefix(address))
        is_live(follower)
        line.stall()
        tap(four, "Deal hand 1")
        expect(follower.locator("h1")).to_contain_text("hand 1", timeout=PATIENCE)
        is_live(follower)
        assert False in follower.evaluate("window.lights.slice(1)"), "it was told nothing for a while, and said so"
        assert follower.evaluate(COUNTED)[1] == 1
        follower.goto("about:blank")


@pytest.mark.thorough
def test_a_page_is_back_by_one_request_over_a_line_that_died(
    app: Flask, four: Page, device: Device, address: str
) -> None:
    """The browser keeps six connections, all of them dead, and asks over none of them again."""
    app.extensions["companion"].hub.heartbeat = HEARTBEAT
    follower = device()
    follower.add_init_script(WATCHES)
    with relayed(address) as line:
        follower.goto(line.address + four.url.removeprefix(address))
        is_live(follower)
        follower.evaluate("() => Promise.all([...Array(5)].map(() => fetch('/healthz')))")
        line.stall()
        while False not in follower.evaluate("window.lights.slice(1)"):
            follower.wait_for_timeout(50)
        since = time.monotonic()
        is_live(follower)
        took = time.monotonic() - since
        print(f"live again after {took:.1f} s")  # noqa: T201
        assert took < HEARTBEAT + 2
        follower.goto("about:blank")


@pytest.mark.core
def test_every_page_that_is_live_follows_while_it_is_seen(app: Flask, device: Device) -> None:
    """The stream is let go with the page's place in sight, and a new one opened with each return to it."""
    page, hub = device(), app.extensions["companion"].hub
    page.add_init_script(WATCHES)
    code = lay(page, "Ann", "Ben", game="Loto")
    paths = (
        f"/t/{code}",
        f"/t/{code}/overhead",
        f"/t/{code}/settlement",
        f"/t/{code}/wall",
        f"/cards/24/1?table={code}",
    )
    for path in paths:
        page.goto(path)
        is_live(page)
        page.evaluate(HIDES, True)
        is_not_live(page)
        expect(page.locator("[data-connection]")).to_be_hidden()
        before, are_open = page.evaluate(COUNTED)
        assert are_open == 0, path
        page.evaluate(HIDES, False)
        is_live(page)
        for news in ("new Event('online')", "new PageTransitionEvent('pageshow', { persisted: true })"):
            page.evaluate(f"() => dispatchEvent({news})")
        is_live(page)
        opened, are_open = page.evaluate(COUNTED)
        assert opened >= before + 3 and are_open == 1, path
        assert set(hub.followers(code)) and hub.browsers.taken <= BROWSER_STREAMS


def test_a_page_that_was_hidden_shows_what_happened_as_soon_as_it_is_seen(four: Page, device: Device) -> None:
    follower = device()
    follower.goto(four.url)
    is_live(follower)
    follower.evaluate(HIDES, True)
    is_not_live(follower)
    tap(four, "Deal hand 1")
    expect(follower.locator("h1")).not_to_contain_text("hand 1")
    follower.evaluate(HIDES, False)
    expect(follower.locator("h1")).to_contain_text("hand 1")
    is_live(follower)


VERSION = "() => document.getElementById('table')?.dataset.version ?? document.body.dataset.version"


@needs("the way back without the line")
@pytest.mark.core
def test_the_way_back_shows_what_the_table_says_now_or_says_that_it_does_not(four: Page) -> None:
    """Also pages that don't follow the table: the browser shows what it kept of them without asking."""
    table, notice = four.url, four.locator("[data-connection]")
    for path in ("", "/journal", "/settlement", "/overhead", "/paper", "/rules"):
        four.goto(table + path)
        four.goto(f"{table}?next")
        tap(four, "Deal hand 1" if four.get_by_role("button", name="Deal hand 1").count() else "Undo")
        now = four.evaluate(VERSION)
        four.context.set_offline(True)
        four.go_back()
        expect(notice, path).to_contain_text("the table has gone on since this page", timeout=PATIENCE)
        four.context.set_offline(False)
        four.wait_for_function(f"now => ({VERSION})() === now", arg=now)
        expect(notice, path).to_be_hidden(timeout=PATIENCE)


NO_ROOM = "this page looks for news every few seconds"


@needs("two pages of one store")
@pytest.mark.core
def test_eight_tabs_of_one_browser_are_all_answered(four: Page) -> None:
    """All are seen, as in windows side by side: some find no room to be live, and say so."""
    pages = [four, *(four.context.new_page() for _ in range(7))]
    for page in pages[1:]:
        page.goto(four.url)
    lives, others = pages[:BROWSER_STREAMS], pages[BROWSER_STREAMS:]
    for page in lives:
        is_live(page)
    for page in others:
        expect(page.locator("[data-connection]")).to_contain_text(NO_ROOM, timeout=PATIENCE)
        is_not_live(page)
    tap(four, "Deal hand 1")
    for page in pages:
        expect(page.locator("h1")).to_contain_text("hand 1", timeout=PATIENCE)
    for page in lives:
        page.evaluate(HIDES, True)
    for page in others:
        is_live(page)
        expect(page.locator("[data-connection]")).to_be_hidden()


NEVER_OPENS = """window.stuck = true;
  const Stream = EventSource;
  window.EventSource = class {
    static CONNECTING = 0; static OPEN = 1; static CLOSED = 2;
    constructor(url) {
      const stuck = Object.assign(new EventTarget(), { readyState: 0, close() { this.readyState = 2; } });
      return window.stuck ? stuck : new Stream(url); } }"""
"""Streams wait for a connection that they never get."""


def test_a_page_whose_stream_never_opens_says_that_it_polls(four: Page, device: Device) -> None:
    follower = device()
    follower.clock.install()
    follower.add_init_script(NEVER_OPENS)
    follower.goto(four.url)
    notice = follower.locator("[data-connection]")
    for _ in range(4):
        follower.clock.fast_forward(6_000)
    expect(notice).to_contain_text(NO_ROOM)
    tap(four, "Deal hand 1")
    follower.clock.fast_forward(6_000)
    expect(follower.locator("h1")).to_contain_text("hand 1")
    is_not_live(follower)
    follower.evaluate("window.stuck = false")
    until = time.monotonic() + PATIENCE / 1000
    while not follower.evaluate("document.body.classList.contains('is-live')"):
        assert time.monotonic() < until, "it stays away"
        follower.clock.fast_forward(6_000)
        follower.wait_for_timeout(1_000)
    expect(notice).to_be_hidden()


@pytest.mark.thorough
def test_a_short_loss_of_the_line_is_over_at_once_and_blames_no_other_page(app: Flask, four: Page) -> None:
    """Also long after the stream was opened: the browser's own second try is the one that finds it again."""
    hub = app.extensions["companion"].hub
    hub.heartbeat = HEARTBEAT
    four.reload()
    is_live(four)
    four.wait_for_function(f"() => performance.now() > {2_400 * HEARTBEAT}")  # longer than two heartbeats
    four.evaluate(
        "() => { window.said = []; const notice = document.querySelector('[data-connection]');"
        " new MutationObserver(() => window.said.push(notice.textContent)).observe(notice, { childList: true }); }"
    )
    for subscriber in hub._all():
        hub.leave(subscriber)
    is_not_live(four)
    is_live(four)
    assert not any(NO_ROOM in said for said in four.evaluate("window.said"))


@pytest.fixture
def frozen(tmp_path: Path) -> Iterator[Killed]:
    """A server in a process of its own, which is stopped and goes on."""
    server = Killed(tmp_path).start()
    try:
        yield server
    finally:
        os.kill(server.pid, signal.SIGCONT)
        server.close()


@pytest.fixture
def both(frozen: Killed, browser: Browser) -> Iterator[tuple[Page, Page]]:
    """The phone that writes there, and one that follows."""
    contexts = [browser.new_context(viewport=PHONE, base_url=f"http://127.0.0.1:{frozen.port}") for _ in range(2)]
    writer, follower = (context.new_page() for context in contexts)
    code = lay(writer, "Ann", "Ben", "Cleo", "Dan")
    follower.clock.install()
    follower.goto(f"/t/{code}")
    is_live(follower)
    yield writer, follower
    for context in contexts:
        context.close()


@pytest.mark.core
def test_a_server_that_stands_still_puts_the_light_out(frozen: Killed, both: tuple[Page, Page]) -> None:
    writer, follower = both
    os.kill(frozen.pid, signal.SIGSTOP)
    follower.clock.fast_forward(12_000)
    is_not_live(follower)
    expect(follower.get_by_text("Not live right now")).to_be_visible()
    assert follower.evaluate(TAPPED_THERE), "the notice may lie on a button"
    os.kill(frozen.pid, signal.SIGCONT)
    is_live(follower)
    tap(writer, "Deal hand 1")
    expect(follower.locator("h1")).to_contain_text("hand 1")


@pytest.mark.thorough
def test_a_server_that_stands_still_for_a_minute(frozen: Killed, both: tuple[Page, Page]) -> None:
    writer, follower = both
    os.kill(frozen.pid, signal.SIGSTOP)
    stopped = time.monotonic()
    writer.get_by_role("button", name="Deal hand 1").click(no_wait_after=True)
    is_not_live(follower)
    assert time.monotonic() - stopped < 2.2 * HEARTBEAT + 2
    expect(writer.get_by_text("may not have been written down")).to_be_visible(timeout=PATIENCE)
    while time.monotonic() - stopped < 60:
        for page in both:
            expect(page.locator("body.is-live")).to_have_count(0)
            expect(page.locator("[data-connection]")).to_be_visible()
        time.sleep(1)
    os.kill(frozen.pid, signal.SIGCONT)
    for page in both:
        is_live(page)
    if writer.get_by_role("button", name="Deal hand 1").count():  # else the server has read the first tap after all
        tap(writer, "Deal hand 1")
    for page in both:
        expect(page.locator("h1")).to_contain_text("hand 1")
    assert moves(writer) == 2


def asleep(page: Page) -> None:
    """The phone sleeps: nobody sees its page, and in Chromium no script of it runs."""
    page.evaluate(HIDES, True)
    if ENGINE == "chromium":
        page.context.new_cdp_session(page).send("Page.setWebLifecycleState", {"state": "frozen"})


def awake(page: Page) -> None:
    """It wakes up."""
    if ENGINE == "chromium":
        page.context.new_cdp_session(page).send("Page.setWebLifecycleState", {"state": "active"})
    page.evaluate(HIDES, False)


@pytest.fixture
def deals(app: Flask) -> Queue[Future[bool]]:
    """The deals that wait at the door: each is told whether it is let in, else it is turned away unread.

    They aren't held in the browser: WebKitGTK dies of a request that its page gives up while it is asked about.
    """
    asked: Queue[Future[bool]] = Queue()
    inside = app.wsgi_app

    def door(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if not environ["PATH_INFO"].endswith("/moves/deal"):
            return inside(environ, start_response)
        may: Future[bool] = Future()
        asked.put(may)
        return inside(environ, start_response) if may.result(20) else Response(status=503)(environ, start_response)

    app.wsgi_app = door  # type: ignore[method-assign]
    return asked


@pytest.mark.core
def test_a_tap_on_a_phone_that_falls_asleep_is_written_once_or_said_not_to_be(
    deals: Queue[Future[bool]], four: Page
) -> None:
    four.add_init_script(WATCHES)
    four.reload()
    is_live(four)
    four.get_by_role("button", name="Deal hand 1").click()
    deal = deals.get(timeout=PATIENCE / 1000)
    asleep(four)
    awake(four)
    expect(four.get_by_text(NO_ANSWER)).to_be_visible(timeout=PATIENCE)
    is_live(four)
    assert False in four.evaluate("window.lights.slice(1)"), "nothing was answered for a while, and the page said so"
    expect(four.get_by_text("Not written down")).to_be_visible()
    deal.set_result(False)
    four.get_by_role("button", name="Deal hand 1").click()
    deal = deals.get(timeout=PATIENCE / 1000)
    asleep(four)
    deal.set_result(True)
    awake(four)
    expect(four.locator("h1")).to_contain_text("hand 1", timeout=PATIENCE)
    expect(four.get_by_text(NO_ANSWER)).to_be_hidden()
    assert moves(four) == 2
