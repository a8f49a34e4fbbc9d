"""A page of WebKitGTK as a hand uses it: its keys and taps are real ones, at the screen that the page is shown on.

What an inspector's script does would be less: a key wouldn't go to the next field, and a tap isn't trusted.
"""

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urljoin

import pytest
from attrs import define
from playwright.sync_api import BrowserContext, Locator, Page, TimeoutError

from tests.browser.firefox import goes_nowhere

KEYS = {
    "Enter": "Return",
    "Space": "space",
    "Backspace": "BackSpace",
    "Escape": "Escape",
    "Shift": "shift",
    "Control": "ctrl",
}
"""What keys are called at the screen, where it isn't as Playwright calls them."""
COUNTED = "kind => { window.arrived = 0; addEventListener(kind, () => { window.arrived += 1; }, true); }"
ARRIVED = "many => window.arrived === undefined || window.arrived >= many"
"""The page has had all keys or taps, or is gone by one."""
PLACE = """element => {
  const { left, top, width, height } = element.getClientRects()[0];
  return [left + width / 2, top + height / 2]; }"""
NO_WORKERS = "if (navigator.serviceWorker) navigator.serviceWorker.register = async () => {};"
GONE = """async () => {
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  for (const worker of workers) await worker.unregister();
  return workers.length > 0; }"""
"""Sends the service workers away, and says whether there were any."""
EMPTY = "field => { field.value = ''; field.dispatchEvent(new InputEvent('input', { bubbles: true })); }"
BACK = """() => {
  window.wentBack = false;
  addEventListener("popstate", () => { window.wentBack = true; }, { once: true });
  history.back(); }"""
AS_LARGE = "([width, height]) => innerWidth === width && innerHeight === height"
BROAD = 300
"""A window that is made less broad in pixels makes itself as broad as its tool bar, and doesn't a second time."""
ARRIVAL = 2_000
"""Milliseconds in which a key or a tap comes to the page."""
QUIET = 2_000
"""Milliseconds in which a page may become quiet: one that is told of news doesn't."""
PIECE = 60_000
"""The letters of a script that are said at once: 131072 bytes are too many for the inspector."""
PATIENCE_SECONDS = 30
"""For what a busy machine does."""


@define
class Download:
    """A file that the browser laid into its folder."""

    file: Path

    @property
    def suggested_filename(self) -> str:
        return self.file.name

    def path(self) -> Path:
        return self.file

    def save_as(self, path: str | Path) -> None:
        Path(path).write_bytes(self.file.read_bytes())


@define
class Downloading:
    """A download that is waited for."""

    value: Download | None = None


@define
class Device:
    """One browser with one page, to be used as a context of Playwright's."""

    context: BrowserContext
    base_url: str
    window: list[str]
    """What is called to do something with its window."""
    group: int
    """Its processes."""
    downloads: Path
    another: Callable[[], "Device"]
    """Opens a browser like it."""
    ends: ExitStack
    page: Page | None = None
    is_routed: bool = False
    """Whether its requests are asked about."""
    is_closed: bool = False

    def new_page(self) -> Page:
        """The page, also when it was closed, or another one."""
        if self.page is None:
            self.page = self.driven()
        elif not self.is_closed:
            return self.another_page()
        self.is_closed = False
        return self.page

    def driven(self) -> Page:
        """The page, which opens the paths of the address, and whose window is as large as is said."""
        (page,) = self.context.pages
        route, evaluate = page.route, page.evaluate
        page.evaluate = lambda *asked: self.evaluate(page, evaluate, *asked)  # type: ignore[method-assign, assignment]
        page.goto = self.opening(page, page.goto)  # type: ignore[method-assign]
        page.touchscreen.tap = lambda x, y: self.tap(page, x, y)  # type: ignore[method-assign]
        page.set_viewport_size = lambda size: self.resize(page, size)  # type: ignore[method-assign, assignment]
        page.keyboard.press = lambda key: self.press(page, key)  # type: ignore[method-assign, assignment, misc]
        page.keyboard.type = lambda text, delay=20: self.type(page, text, delay)  # type: ignore[method-assign, assignment, misc]
        page.route = lambda *asked: self.route(page, route, *asked)  # type: ignore[method-assign, assignment]
        page.mouse.move = lambda x, y, steps=1: self.point(page, x, y, steps)  # type: ignore[method-assign, misc]
        page.mouse.down = lambda: self.call("mousedown", 1)  # type: ignore[method-assign, misc]
        page.mouse.up = lambda: self.call("mouseup", 1)  # type: ignore[method-assign, misc]
        page.expect_download = self.expect_download  # type: ignore[method-assign, assignment]
        page.go_back = lambda: go_back(page)  # type: ignore[method-assign, assignment, return-value, misc]
        page.close = lambda: self.leave(page)  # type: ignore[method-assign, assignment, misc]
        self.context.new_page = self.new_page  # type: ignore[method-assign]
        self.context.close = self.close  # type: ignore[method-assign, assignment]
        self.context.set_offline = lambda away: self.set_offline(page, away)  # type: ignore[method-assign, assignment]
        for verb in ("get", "post"):
            setattr(page.request, verb, self.from_site(page, getattr(page.request, verb)))
        return page

    def from_site(self, page: Page, asks: Callable[..., Any]) -> Callable[..., Any]:
        """What asks from a page of the site: cookies are seen from there alone."""

        def asked(path: str, **more: Any) -> Any:
            if not page.url.startswith(self.base_url):
                page.goto("/device")
            return asks(urljoin(self.base_url, path), **more)

        return asked

    def another_page(self) -> Page:
        """Another page of the same person: a browser of its own that has the same cookies."""
        other = self.another()
        self.ends.callback(other.close)
        page = other.new_page()
        page.goto("/device")
        other.context.add_cookies(self.context.cookies())  # type: ignore[arg-type]
        return page

    def leave(self, page: Page) -> None:
        """Close the page; its browser stays, and what it keeps."""
        page.goto("about:blank")
        self.is_closed = True

    def set_offline(self, page: Page, away: bool) -> None:
        """Let no request arrive any more, or again."""
        if away:
            page.route("**", goes_nowhere)
        else:
            page.unroute("**", goes_nowhere)
            page.evaluate("dispatchEvent(new Event('online'))")

    def opening(self, page: Page, goto: Callable[..., Any]) -> Callable[..., Any]:
        """What opens a path of the address.

        Where requests are asked about, the page before has its icon first: WebKit hangs when it is left in the
        middle of the question.
        """

        def opens(path: str, **more: Any) -> Any:
            if self.is_routed:
                with suppress(TimeoutError):
                    page.wait_for_load_state("networkidle", timeout=QUIET)
            return goto(urljoin(self.base_url, path), **more)

        return opens

    def tap(self, page: Page, x: float, y: float) -> None:
        """Click at a place, as somebody at the screen does."""
        tools = page.evaluate("outerHeight - innerHeight")
        with suppress(TimeoutError), self.arriving(page, "click", 1):  # beside the page, or on what takes no taps
            self.call("windowraise", "%1", "mousemove", "--window", "%1", round(x), round(y + tools), "click", 1)

    def evaluate(self, page: Page, evaluate: Callable[..., Any], script: str, *given: Any) -> Any:
        """Run a script, one that is too long for the inspector in pieces."""
        if len(script) < PIECE:
            return evaluate(script, *given)
        evaluate("() => { window.pieces = ''; }")
        for start in range(0, len(script), PIECE):
            evaluate("piece => { window.pieces += piece; }", script[start : start + PIECE])
        return evaluate("() => { (0, eval)(window.pieces); }")

    def route(self, page: Page, route: Callable[..., None], *asked: Any) -> None:
        """Ask about requests, of a page without a service worker: what goes through one the inspector doesn't see."""
        page.add_init_script(NO_WORKERS)
        if page.evaluate(GONE):
            page.reload()
        self.is_routed = True
        route(*asked)

    def point(self, page: Page, x: float, y: float, steps: int = 1) -> None:
        """Point at a place; a drag goes there in steps."""
        tools = page.evaluate("outerHeight - innerHeight")
        for step in range(steps - 1, -1, -1):
            self.call("mousemove", "--window", "%1", round(x) - 3 * step, round(y + tools) - 3 * step)

    def press(self, page: Page, key: str) -> None:
        """Press a key, as somebody at the keyboard does."""
        with self.arriving(page, "keyup", 1):
            self.call("key", "+".join(KEYS.get(part, part.removeprefix("Arrow")) for part in key.split("+")))

    def type(self, page: Page, text: str, delay: int) -> None:
        """Press the key of each letter, so many milliseconds apart."""
        with self.arriving(page, "keyup", len(text)):
            self.call("type", "--delay", delay, text)

    @contextmanager
    def arriving(self, page: Page, kind: str, many: int) -> Iterator[None]:
        """Wait until the page has what is done at its screen."""
        page.evaluate(COUNTED, kind)
        yield
        page.wait_for_function(ARRIVED, arg=many, timeout=ARRIVAL)

    def call(self, *words: str | int) -> None:
        """Do something with the window, which is called %1."""
        subprocess.run([*self.window, *map(str, words)], check=True, timeout=20)

    def resize(self, page: Page, size: dict[str, int]) -> None:
        """Give the page another size, by that of its window."""
        tools = page.evaluate("outerHeight - innerHeight")
        wanted = [size["width"], size["height"]]
        for _ in range(3):
            self.call("windowsize", "%1", size["width"], size["height"] + tools)
            page.wait_for_timeout(300 if size["width"] < BROAD else 0)  # in that time it answers, once
            with suppress(TimeoutError):
                page.wait_for_function(AS_LARGE, arg=wanted, timeout=5_000)
                return
        raise AssertionError(f"the window does not become {size}")

    def downloaded(self) -> list[Path]:
        """The files that are all there."""
        return [file for file in self.downloads.iterdir() if file.suffix != ".wkdownload"]

    @contextmanager
    def expect_download(self) -> Iterator[Downloading]:
        """Wait for the file that comes by what is done in the block."""
        known, waited = set(self.downloaded()), Downloading()
        yield waited
        until = time.monotonic() + PATIENCE_SECONDS
        while not (new := set(self.downloaded()) - known):
            assert time.monotonic() < until, "nothing is downloaded"
            time.sleep(0.05)
        (file,) = new
        waited.value = Download(file)

    def expect_page(self) -> NoReturn:
        """Skip a test for which a page opens another."""
        pytest.skip("WebKitGTK's own pages can be inspected alone: one that a page opens can't be driven")

    def __getattr__(self, name: str) -> Any:
        return getattr(self.context, name)

    def close(self) -> None:
        self.ends.close()


def go_back(page: Page) -> None:
    """Go to the page before, or to what the page was before."""
    page.evaluate(BACK)
    page.wait_for_function("() => window.wentBack !== false")
    page.wait_for_load_state()


def emptied(fill: Callable[..., None]) -> Callable[..., None]:
    """Empty a field before it is filled in: of a number the inspector can't select what stands there."""

    def fills(field: Locator, value: str, **more: Any) -> None:
        field.evaluate(EMPTY)
        if value:
            fill(field, value, **more)

    return fills


def by_hand(element: Locator, key: str) -> None:
    """Press a key at an element."""
    element.focus()
    element.page.keyboard.press(key)


def by_finger(element: Locator, trial: bool = False, **more: Any) -> None:
    """Tap an element that can be tapped."""
    element.click(trial=True, **more)
    if not trial:
        element.page.touchscreen.tap(*element.evaluate(PLACE))


def use_the_hand() -> None:
    """Do by hand what Playwright would do by a script, at every element."""
    Locator.press = by_hand  # type: ignore[assignment, method-assign]
    Locator.tap = by_finger  # type: ignore[assignment, method-assign]
    Locator.fill = emptied(Locator.fill)  # type: ignore[assignment, method-assign]
