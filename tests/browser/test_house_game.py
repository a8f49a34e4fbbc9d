"""Rules of a round game of one's own, kept, shared and printed; and a hand of Bridge."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    TABLET,
    Device,
    follow,
    lay,
    open_line,
    printed,
    tap,
    types,
)
from tests.browser.test_describing_by_example import Describer
from tests.browser.test_for_every_hand import found

MARGINS = """() => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    .flatMap((rule) => (rule instanceof CSSMediaRule ? [...rule.cssRules] : [rule]))
    .filter((rule) => rule instanceof CSSPageRule && !rule.selectorText).map((rule) => rule.style.margin)"""
"""The margins of a page that is of no kind of its own, as style sheets give them when it is printed."""


def describes_commerce(page: Page) -> None:
    """Commerce: a kitty of two from each, one more from the dealer, and three more pots."""
    pots = [{"pot": "kitty", "each": 2, "dealer": 1}, {"pot": "best", "each": 1}, {"pot": "knave"}]
    Describer(page).answers("name", "Commerce")
    Describer(page).answers("pots", [*pots, {"pot": "last trick", "each": 1}])


def test_kept_rules_are_read_shared_and_printed_on_one_page(device: Device, tmp_path: Path) -> None:
    page = device()
    page.goto("/rules/new?game=house-game")
    describes_commerce(page)
    assert found(page) == []
    page.get_by_role("button", name="Save the game").click()
    page.wait_for_url("**/rules/1")
    assert found(page) == []
    follow(page, "Share it")
    assert found(page) == []
    page.go_back()
    expect(page.get_by_role("button", name="Print this page")).to_be_visible()
    assert printed(page)[1] == 1
    assert page.evaluate(MARGINS) == ["16mm"], "the sheets of cards, which have none, are pages of their own kind"
    page.goto("/rules")
    assert found(page) == []


def test_counters_are_asked_for_as_soon_as_a_rule_stakes_them(device: Device) -> None:
    page = device()
    page.goto("/lay?game=points-game:hearts")
    real = page.locator("#counters summary")
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    expect(real).to_be_hidden()
    open_line(page, "house-rules")
    page.locator("summary").filter(has_text="Partners, counters, sitting out").click()
    stake = page.get_by_label("How many counters does everyone put in when the game begins?")
    types(stake, "5")
    stake.press("Tab")
    expect(real).to_be_visible()
    types(stake, "0")
    stake.press("Tab")
    expect(real).to_be_hidden()
    expect(page.locator(".line[open]")).to_have_count(1)


def test_a_rubber_is_drawn_as_its_hands_are_tapped(device: Device) -> None:
    """BR-03 to BR-05."""
    page = device(TABLET)
    lay(page, "Ann", "Ben", "Cleo", "Dan", game="Bridge")
    for question, answer in (
        ("What was trumps?", "♦ diamonds"),
        ("Whose side made", "Ann and Cleo"),
        ("How many odd tricks?", "5"),
        ("Whose side held", "Ben and Dan"),
        ("Which honours?", "three"),
    ):
        choices = page.locator("#asking fieldset", has_text=question).last
        choices.locator("label.tap", has_text=answer).first.click()
    assert found(page) == []
    tap(page, "Write it down")
    expect(page.locator(".rubber .below").first).to_contain_text("30 5 in diamonds")
    expect(page.locator(".rubber .above")).to_contain_text("12 honours, three")
    expect(page.locator(".rubber .below")).to_have_count(2)
    expect(page.locator(".rubber tfoot")).to_contain_text("30 1 game")
