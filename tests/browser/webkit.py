"""WebKitGTK, the engine of every browser on an iPad, driven as Playwright drives the Safari of one.

The engine's MiniBrowser shows a page on a screen that nobody sees. The engine serves its own inspector; Playwright asks
for a list of what can be inspected, in the form in which an iPad's is served, so that is made of it here. Each page is
a browser of its own, on a screen of its own: nothing else keeps the cookies of two devices apart, and only one page of
a screen has the keys. What an inspector can't do, keys and taps as a hand gives them, is done at the screen.
"""

import json
import os
import re
import signal
import subprocess
import sysconfig
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from attrs import define
from playwright.sync_api import Playwright

from tests.browser.firefox import without_scripts
from tests.browser.hand import NO_WORKERS, Device, use_the_hand
from tests.tools.needed import program
from tests.tools.serving import free_port

MINI_BROWSER = f"/usr/lib/{sysconfig.get_config_var('MULTIARCH')}/webkit2gtk-4.1/MiniBrowser"
"""Where Debian lays the browser that comes with the engine."""
NARROW = "* { padding: 0; margin: 0; border: 0; min-width: 0 }"
"""The style of its tool bar, which would be broader than a phone."""
TOUCHED = """const media = matchMedia;
  window.matchMedia = query => media.call(window, query === "(pointer: coarse)" ? "all" : query);"""
"""The screen of an iPad is touched."""
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
def running(*command: str, pass_fds: tuple[int, ...] = (), **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """A program that is ended with the block; it and what it starts are a group of processes."""
    silent = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(  # type: ignore[call-overload]
        command, env=os.environ | environment, pass_fds=pass_fds, start_new_session=True, **silent
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=20)


@contextmanager
def screen() -> Iterator[str]:
    """The name of a screen that nobody sees."""
    reads, writes = os.pipe()
    command = [program("Xvfb"), "-displayfd", str(writes), "-screen", "0", "2000x2000x24", "-nolisten", "tcp"]
    with os.fdopen(reads) as said, running(*command, pass_fds=(writes,)):
        os.close(writes)
        yield f":{said.readline().strip()}"


@define
class WebKit:
    """Opens devices, as a browser of Playwright's opens contexts."""

    playwright: Playwright

    def __attrs_post_init__(self) -> None:
        program(MINI_BROWSER)
        use_the_hand()

    def new_context(
        self,
        viewport: dict[str, int] | None = None,
        base_url: str = "",
        has_touch: bool = True,
        accept_downloads: bool = True,
        locale: str = "en-US",
        java_script_enabled: bool = True,
        color_scheme: Any = None,
        reduced_motion: Any = None,
        extra_http_headers: dict[str, str] | None = None,
        service_workers: str = "allow",
        **more: Any,
    ) -> Device:
        """A new browser, with a page of this size, which keeps nothing."""
        if more:
            pytest.skip(f"{', '.join(more)} can't be chosen in WebKitGTK: this test is skipped")
        size = viewport or {"width": 1280, "height": 720}
        options = ["--private"]
        if not java_script_enabled:
            options.append("--enable-javascript-markup=false")  # Playwright's own goes on
        with ExitStack() as ends:
            home = Path(ends.enter_context(TemporaryDirectory(ignore_cleanup_errors=True)))
            device = self.opened(home, size, *options, base_url=base_url)
            ends.push(device.ends.pop_all())
            device.ends = ends.pop_all()
        if not java_script_enabled:
            device.context.pages[0].route(re.compile(r"\.(js|css)(\?|$)"), without_scripts)
            device.is_routed = True
        device.another = partial(self.new_context, size, base_url, locale=locale)
        device.context.pages[0].emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)
        if has_touch:
            device.context.add_init_script(TOUCHED)
        if service_workers == "block":
            device.context.add_init_script(NO_WORKERS)
        device.context.set_extra_http_headers({"Accept-Language": locale} | (extra_http_headers or {}))
        return device

    def opened(self, home: Path, size: dict[str, int], *options: str, base_url: str = "") -> Device:
        """A browser that keeps in this folder what it is told to keep."""
        port, downloads = free_port(), home / "downloads"
        downloads.mkdir(parents=True, exist_ok=True)
        (home / ".config/gtk-3.0").mkdir(parents=True, exist_ok=True)
        (home / ".config/gtk-3.0/gtk.css").write_text(NARROW)
        (home / ".config/user-dirs.dirs").write_text('XDG_DOWNLOAD_DIR="$HOME/downloads"\n')
        with ExitStack() as ends:
            environment = {
                "DISPLAY": ends.enter_context(screen()),
                "HOME": str(home),
                "XDG_CONFIG_HOME": str(home / ".config"),
                "XDG_RUNTIME_DIR": str(home),
                "WEBKIT_INSPECTOR_HTTP_SERVER": f"127.0.0.1:{port}",
                "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # no page but ours is opened
                "LIBGL_ALWAYS_SOFTWARE": "1",
                "NO_AT_BRIDGE": "1",
            }
            # A page that was kept for the way back isn't inspected again.
            command = [MINI_BROWSER, "--enable-page-cache=false", *options, "about:blank"]
            shown = ends.enter_context(running(*command, **environment))
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
            found = ["search", "--all", "--sync", "--onlyvisible", "--pid", str(shown.pid), "--name", "."]
            window = ["env", f"DISPLAY={environment['DISPLAY']}", program("xdotool"), *found]
            again = partial(self.opened, home, size, *options, base_url=base_url)
            device = Device(context, base_url, window, shown.pid, downloads, again, ExitStack())
            device.resize(context.pages[0], size)
            device.call("windowfocus", "--sync", "%1")
            device.ends = ends.pop_all()
            return device
        raise AssertionError("an ExitStack may swallow what was raised, for all that mypy knows")

    def close(self) -> None:
        """Nothing is left when the devices are closed."""
