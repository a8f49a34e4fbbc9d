"""The crib over the table: a hand goes on beneath it; and on paper, beside How to play."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.games import catalogue
from tests.browser.conftest import A5, LETTER, SMALL_PHONE, TABLET, Asking, Device, lay, printed
from tests.browser.kinds import saying_most
from tests.browser.test_as_they_fall import WRITTEN, moves, row, takes, tricks
from tests.tools.evening import the_game
from tests.tools.phone import Phone
from tests.tools.words import SPOKEN

FOUR = ("Ann", "Ben", "Cleo", "Dan")
LONGEST: dict[str, dict[str, Any]] = {
    "spoil-five": {"jink": "1"},
    "pope-joan": {"leftovers": "board", "ante": 20},
    "snip-snap-snorum": {"turn_up": "dealer"},
    "farmer": {"nearest": "1"},
    "polignac": {"general": "1", "stock": 20},
    "cassino": {"stake": 2, "per_point": 1},
    "vingt-un": {"limit": 100},
    "macao": {"limit": 100},
    "loto": {"prizes": "quarters", "whole": "all-cards"},
    "house-game": {"rules": "The singer pays all. " * 190},
    "points-game": {"rules": "The singer pays all. " * 190, "wins": "fewest", "target": 100},
}
"""The house rules by which a crib says most."""


def opens(page: Page) -> None:
    """Taps the book once the crib is there, and waits until it is fetched anew."""
    expect(page.locator("#crib[data-kept]")).to_be_attached()
    page.locator("[data-crib]").tap()
    expect(page.locator("#crib")).to_be_visible()
    expect(page.locator(".htmx-request")).to_have_count(0)


def ranks(page: Page, part: str) -> list[str]:
    """The cards that are in sight in a part of the crib."""
    seen = page.locator(f"#crib section:has-text('{part}') text")
    return [card.text_content() or "" for card in seen.all() if card.is_visible()]


def test_a_suit_is_two_taps_away_and_the_hand_goes_on_with_what_was_typed(device: Device) -> None:
    """SF-02, SF-23."""
    page = device(SMALL_PHONE)
    code = lay(page, *FOUR, game="Twenty-five", pressed=["Deal"])
    takes(page, "Ann", "Ben")
    opens(page)
    stands = page.evaluate("scrollY")
    assert ranks(page, "Trumps, best first") == []
    page.locator("#crib label:has([value=S])").tap()
    expect(page.locator("#crib h2")).to_have_text("Spades are trumps", use_inner_text=True)
    assert "".join(ranks(page, "Trumps, best first")) == "5JAAKQ234678910"
    page.get_by_role("button", name="Close").tap()
    expect(page.locator("#crib")).to_be_hidden()
    expect(page.locator("[data-crib]")).to_be_focused()
    assert (tricks(page), page.evaluate("scrollY")) == ([1, 1, 0, 0], stands)
    page.reload()
    opens(page)
    expect(page.locator("#crib h2")).to_have_text("Spades are trumps", use_inner_text=True)
    page.touchscreen.tap(20, 20)
    expect(page.locator("#crib")).to_be_hidden()
    takes(page, "Cleo", "Cleo")
    row(page, "Ann").click()
    expect(page.locator(WRITTEN)).to_contain_text("10 points")
    assert moves(page, code) == [{"move": "tricks", "won": {"Ann": 2, "Ben": 1, "Cleo": 2}}]
    opens(page)
    expect(page.locator("#crib h2")).to_have_text("Which suit is trumps?", use_inner_text=True)


def test_it_lies_there_when_the_line_is_gone_without_what_may_have_changed(device: Device) -> None:
    page = device()
    lay(page, *FOUR, pressed=["Deal"])
    opens(page)
    expect(page.locator("#crib")).to_contain_text("Three tricks: 9", use_inner_text=True)
    page.get_by_role("button", name="Close").tap()
    page.context.set_offline(True)
    opens(page)
    expect(page.locator("#crib")).to_contain_text("Three tricks: 9", use_inner_text=True)
    page.locator("#crib label:has([value=H])").tap()
    expect(page.locator("#crib h2")).to_have_text("Hearts are trumps", use_inner_text=True)
    page.evaluate("document.getElementById('table').dataset.version = 99")
    page.get_by_role("button", name="Close").tap()
    opens(page)
    expect(page.locator("#crib")).not_to_contain_text("Three tricks: 9", use_inner_text=True)


def test_it_is_a_tap_away_on_the_tablet_that_lies_flat(device: Device) -> None:
    page = device(TABLET)
    code = lay(page, *FOUR, game="Spin", pressed=["Deal"])
    page.goto(f"/t/{code}/overhead")
    opens(page)
    expect(page.locator("#crib")).to_contain_text("First out: 3", use_inner_text=True)


@pytest.mark.parametrize("language", SPOKEN)
def test_every_crib_fits_a_small_phone_and_one_side_of_a5(device: Device, language: str) -> None:
    page = device(SMALL_PHONE, locale=language)
    page.goto("/")
    cribs = {}
    for key in catalogue():
        phone = Phone(Asking(page)).lays(*FOUR, game=the_game(key).title, **LONGEST.get(key, {}))
        cribs[key, phone.code] = phone.open("crib", **{"Accept-Language": language}).text
    for key, code in saying_most(cribs):
        page.goto(f"/t/{code}/crib")
        expect(page.locator(".crib")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE["width"], key
        assert [printed(page, paper)[1] for paper in (A5, LETTER)] == [1, 1], key


@pytest.mark.parametrize("language", SPOKEN)
def test_how_to_play_fits_a_small_phone_and_one_side_of_a4(device: Device, language: str) -> None:
    page = device(SMALL_PHONE, locale=language)
    phone = Phone(Asking(page))
    told = {key: phone.open(f"/how-to-play/{key}", **{"Accept-Language": language}).text for key in catalogue()}
    for key in saying_most(told):
        page.goto(f"/how-to-play/{key}")
        expect(page.locator("article h2").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE["width"], key
        assert printed(page)[1] == 1, key
