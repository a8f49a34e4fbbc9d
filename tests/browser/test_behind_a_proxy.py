"""Under a prefix, with nginx in front: whatever a page loads, asks for or keeps lies under it too."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from companion.web.request.proxy import Proxy
from tests.browser.conftest import Device, lay_by_tapping, tap
from tests.tools.nginx import from_the_docs, nginx
from tests.tools.quick import quick_app
from tests.tools.serving import free_port, serving

CARRIES = "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/carry.js'))"
"""A page has all its scripts: the one that carries the evening on comes last."""


@pytest.fixture
def port() -> int:
    """Where nginx listens."""
    return free_port()


@pytest.fixture
def own() -> int:
    """Where Companion listens behind it."""
    return free_port()


def app_at(folder: Path, port: int) -> Flask:
    """What stands behind an nginx that listens on this port."""
    return quick_app(folder, proxy=Proxy.serving([f"http://localhost:{port}/cards"]))


@pytest.fixture
def app(tmp_path: Path, port: int) -> Flask:
    """What stands behind it."""
    return app_at(tmp_path, port)


@pytest.fixture
def behind(app: Flask, own: int) -> Iterator[ExitStack]:
    """What runs behind it, until that is closed."""
    with ExitStack() as running:
        running.enter_context(serving(app, own))
        yield running


@pytest.fixture
def address(tmp_path: Path, port: int, own: int, behind: ExitStack) -> Iterator[str]:
    """Where nginx serves it: at this machine's own name, which browsers hold for secure."""
    blocks = from_the_docs("/cards").replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
    blocks = re.sub(r"ssl_\S+ \S+;", "", blocks).replace("cards.example", "localhost")
    with nginx(tmp_path / "nginx", port, blocks.replace("127.0.0.1:8000", f"127.0.0.1:{own}")):
        yield f"http://localhost:{port}"


def host_at(page: Page, app: Flask) -> Page:
    """Let a phone join the household as the machine itself would."""
    page.goto(f"/cards/in/{app.extensions['companion'].pencils.terminal}")
    page.get_by_role("button", name="Join the household").click()
    return page


def test_an_evening_under_a_prefix_asks_for_nothing_beside_it(device: Device, app: Flask) -> None:
    host, guest = device(service_workers="allow"), device()
    asked: list[str] = []
    for page in (host, guest):
        page.context.on("request", lambda request: asked.append(request.url))
    code = lay_by_tapping(host_at(host, app), "Ann", "Ben", "Cleo", at="/cards")
    guest.goto(f"/cards/t/{code}")
    expect(guest.locator("body.is-live")).to_be_attached()
    tap(host, "Deal hand 1")
    expect(guest.locator(".strip")).to_contain_text("into the pool")
    tap(host, "Cleo")
    expect(guest.locator(".strip")).to_contain_text("Cleo takes 7 from the pool")
    worker = "navigator.serviceWorker.ready.then(ready => [ready.scope, ready.active.scriptURL])"
    assert [re.sub(r"^http://localhost:\d+", "", url) for url in host.evaluate(worker)] == ["/cards/", "/cards/sw.js"]
    manifest = host.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then(answer => answer.json())")
    assert manifest["start_url"] == manifest["scope"] == "./"
    assert asked and not [url for url in asked if not re.match(r"http://localhost:\d+/cards/", url)]


def test_a_tap_that_nginx_alone_answers_is_tapped_once_more(
    device: Device, app: Flask, own: int, port: int, behind: ExitStack, tmp_path: Path
) -> None:
    host = host_at(device(), app)
    lay_by_tapping(host, "Ann", "Ben", "Cleo", at="/cards")
    tap(host, "Deal hand 1")
    host.wait_for_function(CARRIES, polling=100)
    behind.close()
    host.get_by_role("button", name="Cleo").first.click()
    notice = host.locator("[data-connection]")
    expect(notice).to_have_text("No answer: your last tap may not have been written down. Tap again when it's live.")
    with serving(app_at(tmp_path, port), own):
        expect(notice).to_contain_text("It's live again: tap once more.", timeout=20_000)
        tap(host, "Cleo")
        expect(host.locator(".strip")).to_contain_text("Cleo takes 7 from the pool")
    expect(host.locator("h1")).to_have_count(1)
