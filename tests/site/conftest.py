"""The built site, sent by a plain web server, and a browser with a folder of its own that can be killed."""

import base64
import os
import re
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import copytree
from threading import Thread
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from attrs import define
from playwright.sync_api import Browser, BrowserContext, Error, FrameLocator, Page, expect
from werkzeug.datastructures import MultiDict

from companion.site.build import NoPyodide, build
from companion.store.database import FILE
from tests.browser.conftest import CHROMIUM, PATIENCE, PHONE
from tests.browser.engines import ENGINE, FLAGS, SHELLS, WebKit
from tests.browser.hand import Device
from tests.tools.needed import program
from tests.tools.phone import Phone
from tests.tools.serving import Answered

APP = "/companion/app"
OPENING = 4 * PATIENCE
"""Milliseconds that Companion may take to open: WebKitGTK takes twenty seconds on a machine that does much else."""
needs_tabs = pytest.mark.skipif(ENGINE == "webkit", reason="a second tab can't be driven in WebKitGTK")
needs_devtools = pytest.mark.skipif(ENGINE != "chromium", reason="it is done with Chromium's own tools")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "site" in Path(item.path).parts:
            item.add_marker(pytest.mark.browser)
            if ENGINE == "firefox" and "in_any_browser" not in item.name:
                item.add_marker(pytest.mark.skip("beside a round of each kind it is tried in Chromium and WebKit"))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The site, built once for all processes of a run; skipped where Pyodide can't be had.

    ``COMPANION_SITE`` names one that is built already, in a folder called ``companion``; ``COMPANION_BUILT`` the
    folder in which several runs beside each other find the one that the first of them built.
    """
    if "COMPANION_SITE" in os.environ:
        return Path(os.environ["COMPANION_SITE"])
    fcntl = pytest.importorskip("fcntl", reason="this system has no file locks: the site is not tried")
    base = tmp_path_factory.getbasetemp()
    home = Path(os.environ.get("COMPANION_BUILT") or (base if worker_id == "master" else base.parent))
    signal.setitimer(signal.ITIMER_REAL, 0)  # a busy machine may build it for longer than a test may take
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


def is_open(page: Page) -> None:
    """Waits until Companion is there; what it says instead is told."""
    try:
        page.locator("body[data-open]").wait_for(timeout=OPENING)
    except Error as late:
        raise AssertionError(page.locator("body").inner_text()) from late


@define
class Tablet:
    """A browser with a folder of its own, in which Companion lives without a server."""

    browser: Browser | WebKit
    folder: Path
    address: str
    context: BrowserContext | None = None
    device: Device | None = None
    """What WebKit shows its page on."""
    writes: str = "files"
    """What Companion writes on here, the files of the device or the blocks of the browser's own database."""

    def open(self, *options: str) -> Page:
        """Opens the browser and Companion in it, and waits until a page is there; an app needs the whole Chromium."""
        if isinstance(self.browser, WebKit):
            self.device = self.browser.opened(self.folder, PHONE)
            self.context = self.device.context
        else:
            self.context = self.browser.browser_type.launch_persistent_context(
                self.folder,
                executable_path=CHROMIUM if options else program(*SHELLS),
                args=[*FLAGS, *options],
                viewport=PHONE,
            )
        self.context.set_default_timeout(PATIENCE)
        return self.visit(self.device.new_page() if self.device else self.context.pages[0])

    def visit(self, page: Page, path: str = "") -> Page:
        """Opens Companion in a tab."""
        page.goto(f"{self.address}#{path}")
        is_open(page)
        return page

    def another_tab(self) -> Page:
        """A tab beside the one in which Companion is open."""
        assert self.context
        return self.context.new_page()

    def kill(self) -> None:
        """Kills the browser with all its processes, with no time for anything."""
        for pid in self.processes():
            os.kill(pid, signal.SIGKILL)
        until = time.monotonic() + 10
        while self.processes() and time.monotonic() < until:
            time.sleep(0.01)
        assert not self.processes(), "the browser lives on"
        self.close()

    def processes(self) -> list[int]:
        """The processes of the browser, which are one group or name its folder."""
        listed = subprocess.run(["ps", "-eo", "pid,pgid,stat,args"], capture_output=True, text=True, check=True).stdout
        group = str(self.device.group) if self.device else "none"
        lines = (line.split(None, 3) for line in listed.splitlines())
        mine = (line for line in lines if line[1] == group or f"--user-data-dir={self.folder}" in line[3])
        return [int(pid) for pid, _, state, _ in mine if not state.startswith("Z")]

    def close(self) -> None:
        """Closes the browser."""
        context, device = self.context, self.device
        self.context = self.device = None
        with suppress(Error) if device else nullcontext():
            if device or context:
                (device or context).close()


@pytest.fixture
def tablet(browser: Browser | WebKit, web: Web, tmp_path: Path) -> Iterator[Tablet]:
    made = Tablet(browser, tmp_path / "browser", web.address)
    yield made
    made.close()


@pytest.fixture(params=["files", "blocks"])
def any_tablet(
    request: pytest.FixtureRequest, browser: Browser | WebKit, site: Path, tmp_path: Path
) -> Iterator[Tablet]:
    """A tablet whose browser has files that are written at once, and one that has only a database of its own."""
    if request.param == "files" and ENGINE == "webkit":
        pytest.skip("WebKitGTK has no files that are written at once: this test is skipped")
    copy = copytree(site, tmp_path / "web" / "companion")
    if request.param == "blocks":
        script = copy / "files.js"
        begins = "export async function open(scope) {"
        assert begins in script.read_text("utf-8")
        script.write_text(script.read_text("utf-8").replace(begins, f"{begins} return null;"), "utf-8")
    with web_space(copy.parent) as web:
        made = Tablet(browser, tmp_path / "browser", web.address, writes=request.param)
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
        sent = urlencode(list(MultiDict(data or {}).items(multi=True)))
        return self.ask(path, {"method": "POST", "body": sent, "headers": dict(headers) | form})

    def ask(self, path: str, how: dict[str, Any]) -> Answered:
        status, headers, body, url = self.page.evaluate(
            "async ([path, how]) => { const answer = await fetch(path, how);"
            " return [answer.status, Object.fromEntries(answer.headers), await answer.text(), answer.url]; }",
            [self.app + path.removeprefix(self.app), how],
        )
        return Answered(status, headers, body.encode(), urlsplit(url).path.removeprefix(self.app))


def phone(page: Page, app: str = APP) -> Phone:
    """A phone that fills in the forms of the Companion in this page, and presses their buttons."""
    return Phone(Asking(page, app))  # type: ignore[arg-type]


def in_frame(page: Page) -> FrameLocator:
    """What the page shows of the application."""
    return page.frame_locator("iframe")


def leads(page: Page, path: str, app: str = APP) -> None:
    """Lead the application in the page to another of its own pages, and wait until that is there."""
    page.evaluate("to => { frames[0].document.before = true; frames[0].location.href = to; }", app + path)
    there = "to => location.hash === `#${to}` && !frames[0].document.before"
    page.wait_for_function(there, arg=path, polling=50)


def plays_a_round_of_loto_and_a_hand_of_cards(page: Page) -> None:
    """Where Companion is open: by the buttons alone, then by tapping what they led to."""
    of = phone(page).lays("Ann", "Ben", "Cat", game="Loto", prizes="quarters")
    of.open("cards").press("6").open("").press("Deal").press("Let Companion watch the cards")
    while "It is claimed" not in of.buttons:
        of.press("Draw")
    of.press("It is claimed")
    pays = next(words for words in of.buttons if words.startswith("Pay "))
    leads(page, f"/t/{of.code}")
    table = in_frame(page)
    table.get_by_role("button", name=pays.split(" alone")[0]).click()
    expect(table.locator("#table")).to_contain_text(f"{pays.split()[1]} has")
    of = phone(page).lays("Ann", "Ben")
    leads(page, f"/t/{of.code}")
    table.get_by_role("button", name="Deal").click()
    expect(table.locator("#table")).to_contain_text("The hand is being played")
    page.wait_for_timeout(500)  # nobody reaches sooner what is new; a tap that comes before isn't meant
    table.get_by_role("button", name="Ann").click()
    expect(table.locator("#table")).to_contain_text("Ann takes")


@contextmanager
def visited(browser: Browser | WebKit, address: str) -> Iterator[Page]:
    """A page in a browser that was never here, nor keeps anything when it is closed."""
    context = browser.new_context(viewport=PHONE, base_url=address)
    context.set_default_timeout(PATIENCE)
    try:
        yield context.new_page()
    finally:
        context.close()


def backed_up(page: Page, folder: Path, app: str = APP) -> Path:
    """The backup that the page saves, in a folder of its own."""
    content = page.evaluate(
        "async (path) => { const file = await (await fetch(path)).blob(); const reader = new FileReader();"
        " return new Promise((done) => { reader.onload = () => done(reader.result.split(',')[1]);"
        " reader.readAsDataURL(file); }); }",
        f"{app}/here/backup",
    )
    folder.mkdir(exist_ok=True)
    (folder / FILE).write_bytes(base64.b64decode(content))
    return folder


def newest(of: Phone) -> int:
    """The newest entry that the page shows."""
    found = re.search(r'data-entry="(\d+)"', of.text)
    assert found, of.says
    return int(found[1])


def newer(backup: Path) -> Path:
    """The backup as a Companion to come would write it."""
    with closing(sqlite3.connect(backup / FILE)) as rows:
        name = next(name for (name,) in rows.execute("select name from sqlite_master") if "migrations" in name)
        rows.execute(f"update {name} set name = name || '_to_come' where rowid = (select max(rowid) from {name})")
        rows.commit()
    return backup / FILE
