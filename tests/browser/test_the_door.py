"""A guest on the network asks to start a table, a device of the household allows it with one tap."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import EVERY_SIZE, EVERY_THEME, PHONE, Device, lay, lay_by_tapping
from tests.tools.phone import Phone
from tests.tools.serving import Wire

GUEST = {"X-Forwarded-For": "10.9.9.9"}
"""What makes a browser on this machine a guest: it says that somebody else asks through it."""


@pytest.fixture
def first(device: Device, address: str) -> Page:
    """The first tablet of the household: the machine itself let it in."""
    page = device(extra_http_headers={"X-Forwarded-For": "10.9.9.1"})
    page.goto("/")
    page.get_by_role("button", name="Ask to start a table").click()
    page.get_by_text("Sent. Now tap Allow for ").wait_for()
    Phone(Wire(int(address.rpartition(":")[2]))).open("/household").press("Allow")
    page.wait_for_url("**/lay")
    return page


@pytest.mark.parametrize("theme", EVERY_THEME)
@pytest.mark.parametrize("size", EVERY_SIZE)
def test_a_guest_asks_is_allowed_with_one_tap_and_starts_a_table(
    device: Device, first: Page, size: dict[str, int], theme: str
) -> None:
    guest = device(size, extra_http_headers=GUEST, color_scheme=theme)
    guest.goto("/")
    expect(guest.get_by_text("To start a table from here")).to_be_visible()
    expect(guest.get_by_role("link", name="New table")).to_have_count(0)
    guest.get_by_role("button", name="Ask to start a table").click()
    expect(guest.get_by_text("Sent. Now tap Allow for ")).to_be_visible()
    first.get_by_role("button", name="Allow").click()
    expect(first.get_by_role("button", name="Allow")).to_have_count(0)
    guest.wait_for_url("**/lay")
    lay_by_tapping(guest, "Ann", "Ben")
    expect(guest.get_by_role("button", name="Deal")).to_be_visible()


def test_the_question_appears_on_a_table_that_is_played_at(device: Device, first: Page) -> None:
    lay(first, "Ann", "Ben", "Cleo")
    expect(first.locator("body.is-live")).to_have_count(1)
    guest = device(PHONE, extra_http_headers=GUEST)
    guest.goto("/")
    guest.get_by_role("button", name="Ask to start a table").click()
    first.get_by_role("button", name="No", exact=True).click()
    expect(first.get_by_role("button", name="No", exact=True)).to_have_count(0)
    expect(guest.get_by_role("button", name="Ask to start a table")).to_be_visible()
    first.get_by_role("button", name="Deal").click()
    expect(first.get_by_role("button", name="Nobody: spoilt")).to_be_visible()


def test_a_guest_follows_with_a_code_and_is_asked_nothing(device: Device, first: Page) -> None:
    code = lay(first, "Ann", "Ben", "Cleo")
    guest = device(PHONE, extra_http_headers=GUEST)
    guest.goto("/")
    guest.get_by_label("Got a table code?").fill(code)
    guest.get_by_role("button", name="Go to the table").click()
    guest.wait_for_url(f"**/t/{code}")
    expect(guest.locator("body.is-live")).to_have_count(1)
    guest.goto("/")
    expect(guest.get_by_role("link", name=code)).to_be_visible()
