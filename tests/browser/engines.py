"""The browsers that people have, each driven by Playwright; ``COMPANION_BROWSER`` names the one that the tests run in.

``chromium`` is the system's Chromium, ``firefox`` its Firefox, over WebDriver BiDi, and ``webkit`` its WebKitGTK: the
engine of every browser on an iPad, driven as Playwright drives the Safari of one.

WebKitGTK's MiniBrowser shows a page on a screen that nobody sees. The engine serves its own inspector; Playwright asks
for a list of what can be inspected, in the form in which an iPad's is served, so that is made of it here. Each page is
a browser of its own: nothing else keeps the cookies of two devices apart.
"""

import json
import os
import re
import subprocess
import sys
import sysconfig
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urljoin

import pytest
from attrs import define, field
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, Touchscreen

from companion.web import security
from tests.tools.needed import program
from tests.tools.serving import free_port

HOUSE = Path(__file__).parents[2]
ENGINE = os.environ.get("COMPANION_BROWSER", "chromium")
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # the first two as Playwright has them; the others would draw the suggestions of an address line nobody sees, in
    # two pages beside every page: a fifth of the work
    "--disable-features=HttpsUpgrades,PaintHolding,WebUIOmniboxPopup,WebUIOmniboxAimPopup",
]
MINI_BROWSER = f"/usr/lib/{sysconfig.get_config_var('MULTIARCH')}/webkit2gtk-4.1/MiniBrowser"
"""Where Debian lays the browser that comes with the engine."""
NARROW = "* { padding: 0; margin: 0; border: 0; min-width: 0 }"
"""The style of its tool bar, which would be broader than a phone."""
START_SECONDS = 30


def inspected(port: int) -> list[str]:
    """The addresses at which the engine lets its pages be inspected."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
        return re.findall(r"/socket/\d+/\d+/WebPage", answer.read().decode())


@contextmanager
def listing(port: int) -> Iterator[str]:
    """The address of a list of what can be inspected, as an iPad's is served."""

    class List(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            pages = [{"webSocketDebuggerUrl": f"ws://127.0.0.1:{port}{path}"} for path in inspected(port)]
            body = json.dumps(pages).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), List)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def running(*command: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """A program that is ended with the block."""
    silent = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, env=os.environ | environment, **silent)  # type: ignore[call-overload]
    try:
        yield process
    finally:
        process.terminate()
        process.wait(timeout=20)


@define
class Device:
    """One browser with one page, to be used as a context of Playwright's."""

    context: BrowserContext
    base_url: str
    window: list[str]
    """What is called to do something with its window."""
    ends: ExitStack

    def new_page(self) -> Page:
        """The page, which opens the paths of the address, and whose window is as large as is said."""
        (page,) = self.context.pages
        page.goto = self.at(page.goto)  # type: ignore[method-assign]
        page.touchscreen.tap = lambda x, y: self.tap(page, x, y)  # type: ignore[method-assign]
        page.set_viewport_size = lambda size: self.resize(page, size)  # type: ignore[method-assign, assignment]
        for verb in ("get", "post"):
            setattr(page.request, verb, self.at(getattr(page.request, verb)))
        page.goto("/healthz")  # cookies are seen from a page of their site alone
        return page

    def at(self, asks: Callable[..., Any]) -> Callable[..., Any]:
        """What asks for a path of the address."""
        return lambda path, **more: asks(urljoin(self.base_url, path), **more)

    def tap(self, page: Page, x: float, y: float) -> None:
        """Click at a place, as somebody at the screen does."""
        tools = page.evaluate("outerHeight - innerHeight")
        self.call("windowraise", "%1", "mousemove", "--window", "%1", round(x), round(y + tools), "click", 1)

    def call(self, *words: str | int) -> None:
        """Do something with the window, which is called %1."""
        subprocess.run([*self.window, *map(str, words)], check=True, timeout=20)

    def resize(self, page: Page, size: dict[str, int]) -> None:
        """Give the page another size, by that of its window."""
        tools = page.evaluate("outerHeight - innerHeight")
        self.call("windowsize", "%1", size["width"], size["height"] + tools)
        as_large = "([width, height]) => innerWidth === width && innerHeight === height"
        page.wait_for_function(as_large, arg=[size["width"], size["height"]])

    def set_default_timeout(self, milliseconds: float) -> None:
        self.context.set_default_timeout(milliseconds)

    def close(self) -> None:
        self.ends.close()


@define
class WebKit:
    """Opens devices, as a browser of Playwright's opens contexts."""

    playwright: Playwright
    ends: ExitStack = field(factory=ExitStack)
    display: str = ""

    def __attrs_post_init__(self) -> None:
        program(MINI_BROWSER)
        click_for_taps()
        reads, writes = os.pipe()
        command = [program("Xvfb"), "-displayfd", str(writes), "-screen", "0", "2000x2000x24", "-nolisten", "tcp"]
        xvfb = subprocess.Popen(command, pass_fds=[writes], stderr=subprocess.DEVNULL)
        os.close(writes)
        self.ends.callback(xvfb.wait)
        self.ends.callback(xvfb.terminate)
        with os.fdopen(reads) as said:
            self.display = f":{said.readline().strip()}"

    def new_context(
        self,
        viewport: dict[str, int] | None = None,
        base_url: str = "",
        has_touch: bool = True,
        color_scheme: Any = None,
        extra_http_headers: dict[str, str] | None = None,
        **more: Any,
    ) -> Device:
        """A new browser, with a page of this size."""
        if more:
            pytest.skip(f"{', '.join(more)} can't be chosen in WebKitGTK: this test is skipped")
        size, port = viewport or {"width": 1280, "height": 720}, free_port()
        with ExitStack() as ends:
            home = ends.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
            style = Path(home, ".config", "gtk-3.0", "gtk.css")
            style.parent.mkdir(parents=True)
            style.write_text(NARROW)
            environment = {
                "DISPLAY": self.display,
                "HOME": home,
                "XDG_RUNTIME_DIR": home,
                "WEBKIT_INSPECTOR_HTTP_SERVER": f"127.0.0.1:{port}",
                "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # no page but ours is opened
                "LIBGL_ALWAYS_SOFTWARE": "1",
                "NO_AT_BRIDGE": "1",
            }
            shown = ends.enter_context(running(MINI_BROWSER, "--private", "about:blank", **environment))
            until = time.monotonic() + START_SECONDS
            while True:
                with suppress(OSError):
                    if inspected(port):
                        break
                assert time.monotonic() < until, "WebKitGTK does not come up"
                time.sleep(0.05)
            browser = self.playwright.webkit.connect_over_cdp(ends.enter_context(listing(port)))
            ends.callback(browser.close)
            (context,) = browser.contexts
            if color_scheme:
                context.pages[0].emulate_media(color_scheme=color_scheme)
            if extra_http_headers:
                context.set_extra_http_headers(extra_http_headers)
            found = ["search", "--all", "--sync", "--onlyvisible", "--pid", str(shown.pid), "--name", "."]
            window = ["env", f"DISPLAY={self.display}", program("xdotool"), *found]
            made = Device(context, base_url, window, ends.pop_all())
            made.resize(context.pages[0], size)
            return made
        raise AssertionError

    def close(self) -> None:
        self.ends.close()


def click_for_taps() -> None:
    """Click where a browser can't be told that its screen is touched."""

    def click(screen: Touchscreen, x: float, y: float) -> None:
        screen._sync(screen._impl_obj._page.mouse.click(x, y, None, None, None))

    Locator.tap = Locator.click  # type: ignore[assignment, method-assign]
    Touchscreen.tap = click  # type: ignore[method-assign]


def chromium(playwright: Playwright) -> Browser:
    """The system's Chromium."""
    return playwright.chromium.launch(executable_path=program(*CHROMIUMS), args=FLAGS)


@define
class Firefox:
    """The system's Firefox, as it is: Playwright has a patched one of its own, which it drives in another way."""

    playwright: Playwright
    folder: TemporaryDirectory[str] = field(factory=TemporaryDirectory)
    browsers: dict[str, Browser] = field(factory=dict)
    """One for each theme."""

    def __attrs_post_init__(self) -> None:
        program("firefox-esr", "firefox")
        click_for_taps()
        security.CONTENT_POLICY += "; script-src 'self' 'unsafe-eval'"  # there Playwright's own scripts are the page's
        starts = Path(self.folder.name, "firefox")
        starts.write_text(f'#!/bin/sh\nPYTHONPATH="{HOUSE}" exec "{sys.executable}" -m tests.browser.firefox "$@"\n')
        starts.chmod(0o700)

    def new_context(self, color_scheme: str = "light", **more: Any) -> BrowserContext:
        """A new device."""
        if color_scheme not in self.browsers:
            themes = {"layout.css.prefers-color-scheme.content-override": ["dark", "light"].index(color_scheme)}
            starts = Path(self.folder.name, "firefox")
            launched = self.playwright.firefox.launch(
                channel="moz-firefox", executable_path=starts, firefox_user_prefs=themes
            )
            self.browsers[color_scheme] = launched
        return self.browsers[color_scheme].new_context(**more)

    def close(self) -> None:
        for browser in self.browsers.values():
            browser.close()
        self.folder.cleanup()


ENGINES = {"chromium": chromium, "firefox": Firefox, "webkit": WebKit}
"""What starts each browser, by its name."""
