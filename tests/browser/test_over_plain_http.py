"""An evening as phones meet it on the home network: plain http, under a name that no browser takes for itself."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.conftest import PATIENCE, PHONE, balances, lay_by_tapping, tap
from tests.browser.engines import BY_NAME, ENGINE
from tests.tools.quick import quick_app
from tests.tools.serving import serving

pytestmark = pytest.mark.skipif(ENGINE != "chromium", reason="only Chromium is told where a name leads")
LACKED = """() => [isSecureContext, 'wakeLock' in navigator, 'locks' in navigator, 'serviceWorker' in navigator,
  'share' in navigator, 'clipboard' in navigator]"""
FROM_ANOTHER_MACHINE = {"X-Forwarded-For": "10.9.9.9"}


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return quick_app(tmp_path, address=BY_NAME)


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    with serving(app) as where:
        yield where.replace("127.0.0.1", BY_NAME)


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """A phone on the home network."""
    context = browser.new_context(
        viewport=PHONE, base_url=address, has_touch=True, extra_http_headers=FROM_ANOTHER_MACHINE
    )
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


def test_an_evening_needs_nothing_that_plain_http_lacks(app: Flask, phone: BrowserContext) -> None:
    page, complaints = phone.new_page(), []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"/in/{app.extensions['companion'].pencils.terminal}")
    page.get_by_role("button", name="Join the household").click()
    code = lay_by_tapping(page, "Ann", "Ben", "Cleo")
    assert not any(page.evaluate(LACKED))
    expect(page.locator("[data-awake-note]")).to_contain_text("can't stay on here")
    follower = phone.new_page()
    follower.goto(f"/t/{code}")
    expect(follower.locator("body.is-live")).to_be_attached()
    tap(page, "Deal hand 1")
    tap(page, "Ben")
    expect(follower.locator(".strip")).to_contain_text("Ben takes 7 from the pool")
    assert balances(follower) == balances(page)
    with page.expect_download() as saved:
        page.goto(f"/t/{code}/paper")
        page.get_by_role("link", name="Take this evening along").click()
    assert code in Path(saved.value.path()).read_text("utf-8")
    page.goto(f"/t/{code}")
    tap(page, "Finish the game")
    page.goto(f"/t/{code}/settlement")
    page.get_by_text("Copy as text").click()
    expect(page.get_by_role("textbox")).to_have_value(re.compile("Ben: [+]5\n"))
    assert complaints == []
