"""Another site, open on the phone that holds the pencil: it can show no page of the table, and press nothing on it."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Device, lay, tap
from tests.browser.engines import ENGINE

SAID = "pageerror" if ENGINE == "firefox" else "console"
"""Where the browser says that a policy forbids something."""


class Site(BaseHTTPRequestHandler):
    """Any other site; what stands on its page is written there by the test."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<title>A game</title>")

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def site() -> Iterator[str]:
    """The address of another site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://localhost:{server.server_address[1]}/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def table(device: Device) -> Page:
    """A phone with the pencil, and a hand dealt."""
    page = device()
    lay(page, "Ann", "Ben", "Cleo")
    tap(page, "Deal hand 1")
    return page


def test_no_page_is_shown_in_its_frame(browser: Browser, address: str, site: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(site)
    with page.expect_event(SAID, lambda said: "frame-ancestors" in getattr(said, "text", str(said))):
        page.evaluate(
            "address => { document.body.innerHTML = `<iframe src='${address}'></iframe>`; }", f"{address}/lay"
        )
    assert [frame.locator("input").count() for frame in page.frames[1:]] in ([0], []), "one engine keeps no frame of it"
    context.close()


def test_its_form_writes_nothing(table: Page, site: str) -> None:
    version = table.locator("#table").get_attribute("data-version")
    here = table.url
    for tapped in ("undo", "moves/won?player=Ann", "pencil", "rules"):
        other = table.context.new_page()
        other.goto(site)
        other.evaluate(
            "to => { document.body.innerHTML = `<form method=post action='${to}'>`; document.forms[0].submit(); }",
            f"{here}/{tapped}",
        )
        other.wait_for_url(f"{here}/**")
        assert "Nothing was written down" in other.locator("body").inner_text()
    table.reload()
    assert table.locator("#table").get_attribute("data-version") == version


def test_it_reads_nothing(table: Page, site: str) -> None:
    other = table.context.new_page()
    other.goto(site)
    read = "to => fetch(to, {credentials: 'include'}).then(answer => answer.text(), () => 'refused')"
    assert [other.evaluate(read, f"{table.url}{page}") for page in ("", "/sheet.json")] == ["refused"] * 2
