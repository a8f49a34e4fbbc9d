"""A guest on the network is let into the household by name, with one tap on each side, and follows a table without."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import EVERY_SIZE, EVERY_THEME, Device, lay, lay_by_tapping

GUEST = {"X-Forwarded-For": "10.9.9.9"}
"""What makes a browser on this machine a guest: it says that somebody else asks through it."""


def follows(guest: Page, code: str) -> None:
    """Follows a table by its code, as it is told across the table."""
    guest.goto("/")
    expect(guest.get_by_text("To start tables too")).to_be_visible()
    expect(guest.get_by_role("link", name="All games")).to_have_count(0)
    guest.get_by_role("link", name="Join a table").click()
    guest.get_by_label("The code of the table").fill(code)
    guest.get_by_role("button", name="Go to the table").click()
    guest.get_by_role("button", name="Just watching").click()
    guest.wait_for_url(f"**/t/{code}")
    expect(guest.locator("body.is-live")).to_have_count(1)


@pytest.mark.parametrize("theme", EVERY_THEME)
@pytest.mark.parametrize("size", EVERY_SIZE)
def test_a_device_without_a_camera_is_let_in_by_name(device: Device, size: dict[str, int], theme: str) -> None:
    machine, guest = device(), device(size, extra_http_headers=GUEST, color_scheme=theme)
    code = lay(machine, "Ann", "Ben", "Cleo")
    follows(guest, code)
    machine.goto(f"/t/{code}/pencil")
    machine.get_by_role("button", name="Let it into the household").click()
    guest.get_by_role("button", name="Join").click()
    guest.wait_for_url("**/")
    guest.get_by_role("link", name="All games").click()
    lay_by_tapping(guest, "Ann", "Ben")
    expect(guest.get_by_role("button", name="Deal")).to_be_visible()
