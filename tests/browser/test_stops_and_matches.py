"""Stops and matches: what is asked of whom, where counters are laid by taps, and who went out, amended."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import TABLET, Device, balances, lay, lay_by_tapping, open_line
from tests.browser.finger import Finger
from tests.browser.sheets import HANDS


def test_nobody_is_asked_who_holds_pope_once_he_was_played(device: Device) -> None:
    """PJ-13."""
    page = device()
    HANDS["Pope Joan, Pope played"].begins(page)
    Finger(page).presses("Deal hand", "Ben: out")
    expect(page.get_by_text("holds Pope").first).to_be_visible()
    HANDS["Pope Joan, Pope played"].begins(page)
    Finger(page).presses("Deal hand", "Eve: pope", "Ann > 1", "Ben > 1", "Cleo > 1", "Dan > 1", "Write it down")
    Finger(page).presses("Ben: out")
    expect(page.get_by_text("holds Pope")).to_have_count(0)


def test_payers_lay_their_penalties_on_the_board_by_tapping(device: Device) -> None:
    """PJ-16: Cleo owes three and lays two on the king and one on the ace; the others' go where pots are bare."""
    page = device(TABLET)

    def to_the_board(page: Page) -> None:
        open_line(page, "house-rules")
        page.get_by_role("radio", name="board", exact=True).check(force=True)

    lay_by_tapping(page, "Ann", "Ben", "Cleo", game="Pope Joan", rules=to_the_board)
    finger = Finger(page)
    finger.presses("Deal hand", "Ben: out")
    page.get_by_text("Where does each put theirs?").first.click()
    heaps = page.locator(".lays .row", has_text="Cleo").locator(".heap")
    for pot in ("king", "king", "king", "ace"):
        heaps.filter(has_text=pot).get_by_text(pot).click()
    heaps.filter(has_text="king").get_by_role("button", name="Take one back").click()
    finger.presses("Ann > 1", "Cleo > 3", "Write it down")
    expect(page.locator(".board").get_by_label("King 3")).to_be_visible()
    expect(page.locator(".board").get_by_label("Ace 2")).to_be_visible()


def test_who_was_out_is_amended_to_another_who_then_has_no_cards_left(device: Device) -> None:
    page = device()
    lay(page, "Ann", "Ben", "Cleo", game="Jig")
    Finger(page).presses("Deal hand", "Ann > 3", "Ben > 1", "Write it down")
    page.goto(f"{page.url}/journal/3")
    rows = {name: page.locator(f".each [data-row={name}]") for name in ("Ben", "Cleo")}
    expect(rows["Cleo"].locator(".out input")).to_be_checked()
    expect(rows["Ben"].locator("[inputmode]")).to_have_value("1")
    rows["Ben"].locator(".out").click()
    expect(rows["Ben"].locator("[inputmode]")).to_have_value("")
    rows["Cleo"].get_by_role("button", name="2", exact=True).click()
    page.get_by_role("button", name="See what would change").click()
    expect(page.get_by_text("Ben went out first")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/t/*")
    assert balances(page) == {"Ann": -3, "Ben": 5, "Cleo": -2}
