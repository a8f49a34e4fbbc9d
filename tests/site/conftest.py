"""The built site, sent by a plain web server, and a Chromium with a folder of its own that can be killed."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from attrs import define
from playwright.sync_api import Browser, BrowserContext, Page

from companion.site.build import NoPyodide, build
from tests.browser.conftest import CHROMIUM, PATIENCE, PHONE
from tests.browser.engines import ENGINE, FLAGS
from tests.tools.phone import Phone
from tests.tools.serving import Answered

APP = "/companion/app"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "site" in Path(item.path).parts:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The site, built once for all processes of a run; skipped where Pyodide can't be had.

    ``COMPANION_SITE`` names one that is built already, in a folder called ``companion``.
    """
    if ENGINE != "chromium":
        pytest.skip("Companion without a server is tried in Chromium alone: this test is skipped")
    if "COMPANION_SITE" in os.environ:
        return Path(os.environ["COMPANION_SITE"])
    fcntl = pytest.importorskip("fcntl", reason="this system has no file locks: the site is not tried")
    base = tmp_path_factory.getbasetemp()
    home = base if worker_id == "master" else base.parent
    with (home / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        refused = home / "site.refused"
        if not (home / "web").exists() and not refused.exists():
            try:
                build(home / "web" / "companion")
            except NoPyodide as error:
                refused.write_text(str(error))
    if refused.exists():
        if os.environ.get("COMPANION_REQUIRE_SITE") == "1":
            pytest.fail(refused.read_text())
        pytest.skip(f"the site can't be built, its tests are skipped: {refused.read_text()}")
    return home / "web" / "companion"


class Quiet(SimpleHTTPRequestHandler):
    """Any web space: it sends files, and nothing else."""

    def log_message(self, *args: Any) -> None:
        pass


class Web(ThreadingHTTPServer):
    """A web space that can be closed and opened again at the same address."""

    allow_reuse_address = True

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/companion/"


@contextmanager
def web_space(folder: Path, port: int = 0) -> Iterator[Web]:
    """A web space with the folder in which a site lies, until the block ends."""
    with Web(("127.0.0.1", port), partial(Quiet, directory=str(folder))) as web:
        thread = Thread(target=web.serve_forever, args=[0.05])
        thread.start()
        try:
            yield web
        finally:
            web.shutdown()
            thread.join()


@pytest.fixture
def web(site: Path) -> Iterator[Web]:
    with web_space(site.parent) as opened:
        yield opened


@define
class Tablet:
    """A browser with a folder of its own, in which Companion lives without a server."""

    browser: Browser
    folder: Path
    address: str
    context: BrowserContext | None = None

    def open(self) -> Page:
        """Opens the browser and Companion in it, and waits until a page of it is there."""
        self.context = self.browser.browser_type.launch_persistent_context(
            self.folder, executable_path=CHROMIUM, args=FLAGS, viewport=PHONE
        )
        self.context.set_default_timeout(PATIENCE)
        return self.visit(self.context.pages[0])

    def visit(self, page: Page, path: str = "") -> Page:
        """Opens Companion in a tab."""
        page.goto(f"{self.address}#{path}")
        page.locator("body[data-open]").wait_for()
        return page

    def kill(self) -> None:
        """Kills the browser with all its processes, with no time for anything."""
        for pid in running(self.folder):
            os.kill(pid, signal.SIGKILL)
        until = time.monotonic() + 10
        while running(self.folder) and time.monotonic() < until:
            time.sleep(0.01)
        self.close()

    def close(self) -> None:
        """Closes the browser."""
        if self.context:
            self.context.close()
            self.context = None


def running(folder: Path) -> list[int]:
    """The processes of the browser that has this folder."""
    listed = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
    lines = (line.split(None, 1) for line in listed.splitlines() if f"--user-data-dir={folder}" in line)
    return [int(pid) for pid, _ in lines]


@pytest.fixture
def tablet(browser: Browser, web: Web, tmp_path: Path) -> Iterator[Tablet]:
    made = Tablet(browser, tmp_path / "browser", web.address)
    yield made
    made.close()


@define
class Asking:
    """What a Phone asks through: the service worker of a page, as the page's own scripts do."""

    page: Page
    app: str = APP
    """The path beneath which the application's addresses stand."""

    def test_client(self) -> "Asking":
        return self

    def get(self, path: str, headers: Any = (), environ_overrides: Any = None) -> Answered:
        return self.ask(path, {"headers": dict(headers)})

    def post(self, path: str, data: Any = None, headers: Any = (), environ_overrides: Any = None) -> Answered:
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        sent = urlencode(list(data.items(multi=True)))
        return self.ask(path, {"method": "POST", "body": sent, "headers": dict(headers) | form})

    def ask(self, path: str, how: dict[str, Any]) -> Answered:
        status, headers, body, url = self.page.evaluate(
            "async ([path, how]) => { const answer = await fetch(path, how);"
            " return [answer.status, Object.fromEntries(answer.headers), await answer.text(), answer.url]; }",
            [self.app + path.removeprefix(self.app), how],
        )
        return Answered(status, headers, body.encode(), urlsplit(url).path.removeprefix(self.app))


def phone(page: Page) -> Phone:
    """A phone that fills in the forms of the Companion in this page, and presses their buttons."""
    return Phone(Asking(page))  # type: ignore[arg-type]
