"""Pope Joan by tapping the board, and Snip by one tap: the taps are counted."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import TABLET, Device, balances, lay, lay_by_tapping, open_line

FIVE = ("Ann", "Ben", "Cleo", "Dan", "Eve")


class Finger:
    """A finger on a page, which counts its taps and waits for what each one brings."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def taps_on(self, what: Locator, brings: Locator | None = None) -> None:
        self.taps += 1
        if brings is not None:
            what.click()
            expect(brings).to_be_visible()
            return
        version = self.page.locator("#table").get_attribute("data-version")
        what.click()
        expect(self.page.locator("#table")).not_to_have_attribute("data-version", version or "")
        expect(self.page.locator(".htmx-settling, .ignore-taps")).to_have_count(0)

    def deals(self) -> None:
        self.taps_on(self.page.get_by_role("button", name="Deal hand"))

    def plays(self, card: str, player: str) -> None:
        """Taps the card beside the player."""
        self.taps_on(self.page.get_by_role("form", name=player).get_by_label(f": the {card} of trumps"))

    def is_out(self, player: str, **left: int) -> None:
        """Say who is out beside the player, where other things are said there, and what the others have left."""
        beside = self.page.get_by_role("link", name=f"{player}: out")
        if beside.count():
            self.taps_on(beside, self.page.get_by_text("Cards left?"))
        self.says_left(left)

    def says_left(self, left: dict[str, int]) -> None:
        for name, cards in left.items():
            keys = self.page.locator(".each .row", has_text=name).locator("label.tap, .key")
            key = keys.filter(has_text=re.compile(rf"^\s*{cards}\s*$"))
            self.taps_on(key, key)
        self.taps_on(self.page.get_by_role("button", name="Write it down"))


def test_a_hand_of_pope_joan_with_three_cards_among_five_is_ten_taps(device: Device) -> None:
    """PJ-03, PJ-09, PJ-12: Cleo plays king and queen and so takes Matrimony; Dan the ace; Ben is out."""
    page = device(TABLET)
    lay(page, *FIVE, game="Pope Joan")
    expect(page.get_by_text("Ann deals next: 8 cards each, 10 in the spare hand.")).to_be_visible()
    finger = Finger(page)
    finger.deals()
    finger.plays("king", "Cleo")
    finger.plays("ace", "Dan")
    finger.plays("queen", "Cleo")
    expect(page.locator("#table").get_by_text("Cleo takes 1 from Queen")).to_be_visible()
    finger.is_out("Ben", Ann=3, Cleo=1, Dan=5, Eve=2)
    assert finger.taps == 10
    expect(
        page.locator("#table").get_by_text("The others pay Ben 1 a card: Cleo 1, Dan 5, Eve 2, Ann 3")
    ).to_be_visible()
    assert balances(page) == {"Ann": -9, "Ben": -3 + 4 + 11, "Cleo": -3 + 4 - 1, "Dan": -3 + 1 - 5, "Eve": -5}
    expect(page.locator(".board").get_by_label("Pope 6")).to_be_visible()


def test_pope_himself_asks_who_has_how_many(device: Device) -> None:
    """PJ-10, PJ-13: five players; when he was played nobody is asked who holds him."""
    page = device(TABLET)
    lay(page, *FIVE, game="Pope Joan")
    finger = Finger(page)
    finger.deals()
    pope = page.get_by_role("form", name="Eve").get_by_label("Eve: pope")
    finger.taps_on(pope, page.get_by_text("how many cards does each of the others hold?"))
    finger.says_left({"Ann": 8, "Ben": 6, "Cleo": 7, "Dan": 5})
    expect(
        page.locator("#table").get_by_text("The others pay Eve 1 a card: Ann 6, Ben 6, Cleo 6, Dan 5")
    ).to_be_visible()
    page.get_by_role("link", name="Ben: out").click()
    expect(page.get_by_text("Cards left?")).to_be_visible()
    expect(page.get_by_text("holds Pope")).to_have_count(0)


def test_a_snip_is_one_tap_with_the_neighbour_on_the_button(device: Device) -> None:
    """SN-04 to SN-06."""
    page = device()
    lay(page, "Ann", "Ben", "Cleo", game="Snip-Snap-Snorum")
    finger = Finger(page)
    finger.deals()
    finger.taps = 0
    snap = page.get_by_role("form", name="Ben").get_by_role("button", name="Snap")
    expect(snap).to_contain_text("Ann pays 2")
    finger.taps_on(snap)
    assert finger.taps == 1
    expect(page.locator("#table").get_by_text("Ann puts 2 into the pool")).to_be_visible()


def test_payers_lay_their_penalties_on_the_board_by_tapping(device: Device) -> None:
    """PJ-16: Cleo owes three and lays two on the king and one on the ace; the others' go where pots are bare."""
    page = device(TABLET)

    def to_the_board(page: Page) -> None:
        open_line(page, "house-rules")
        page.get_by_role("radio", name="board", exact=True).check(force=True)

    lay_by_tapping(page, "Ann", "Ben", "Cleo", game="Pope Joan", rules=to_the_board)
    finger = Finger(page)
    finger.deals()
    page.get_by_role("link", name="Ben: out").click()
    page.get_by_text("Where does each put theirs?").first.click()
    heaps = page.locator(".lays .row", has_text="Cleo").locator(".heap")
    for pot in ("king", "king", "king", "ace"):
        heaps.filter(has_text=pot).get_by_text(pot).click()
    heaps.filter(has_text="king").locator("input").click()
    finger.says_left({"Ann": 1, "Cleo": 3})
    expect(page.locator(".board").get_by_label("King 3")).to_be_visible()
    expect(page.locator(".board").get_by_label("Ace 2")).to_be_visible()


def test_who_was_out_is_amended_to_another_who_then_has_no_cards_left(device: Device) -> None:
    page = device()
    lay(page, "Ann", "Ben", "Cleo", game="Jig")
    finger = Finger(page)
    finger.deals()
    finger.is_out("Cleo", Ann=3, Ben=1)
    page.goto(f"{page.url}/journal/3")
    rows = {name: page.locator(".each .row", has=page.get_by_text(name, exact=True)) for name in ("Ben", "Cleo")}
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
