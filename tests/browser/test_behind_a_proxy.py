"""Under a prefix, with nginx in front: whatever a page loads, asks for or keeps lies under it too."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import expect

from companion.web.request.proxy import Proxy
from tests.browser.conftest import Device, lay_by_tapping, tap
from tests.tools.nginx import from_the_docs, nginx
from tests.tools.quick import quick_app
from tests.tools.serving import free_port, serving


@pytest.fixture
def port() -> int:
    """Where nginx listens."""
    return free_port()


@pytest.fixture
def app(tmp_path: Path, port: int) -> Flask:
    """What stands behind it."""
    return quick_app(tmp_path, proxy=Proxy.serving([f"http://localhost:{port}/cards"]))


@pytest.fixture
def address(tmp_path: Path, port: int, app: Flask) -> Iterator[str]:
    """Where nginx serves it: at this machine's own name, which browsers hold for secure."""
    with serving(app) as own:
        blocks = from_the_docs("/cards").replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
        blocks = re.sub(r"ssl_\S+ \S+;", "", blocks).replace("cards.example", "localhost")
        with nginx(tmp_path / "nginx", port, blocks.replace("127.0.0.1:8000", own.removeprefix("http://"))):
            yield f"http://localhost:{port}"


def test_an_evening_under_a_prefix_asks_for_nothing_beside_it(device: Device, app: Flask) -> None:
    host, guest = device(service_workers="allow"), device()
    asked: list[str] = []
    for page in (host, guest):
        page.context.on("request", lambda request: asked.append(request.url))
    host.goto(f"/cards/in/{app.extensions['companion'].pencils.terminal}")
    host.get_by_role("button", name="Join the household").click()
    code = lay_by_tapping(host, "Ann", "Ben", "Cleo", at="/cards")
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
