"""One screen of a phone is enough, in every game: what changes hands, what lies in the pots, and the commonest move."""

import pytest
from playwright.sync_api import Page, expect

from companion.games import catalogue
from tests.browser.conftest import PHONE, SMALL_PHONE, Asking, Device, lay, shows, tap
from tests.tools.phone import Phone

SIX = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
TALLEST = ("spoil-five", "newmarket", "pope-joan", "loto", "bridge", "snip-snap-snorum")
"""Games of each kind of page, which are tried in every run; the others in a thorough one."""
KEYS = [
    pytest.param(TALLEST, id="of each kind"),
    pytest.param([key for key in catalogue() if key not in TALLEST], id="the others", marks=pytest.mark.thorough),
]

OUT_OF_REACH = """() => [...document.querySelectorAll(
    '#table .players :is(button, a), #table .action-bar :is(button, .button)')]
  .filter(part => part.checkVisibility() && !part.disabled)
  .filter(part => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const under = y => document.elementFromPoint((left + right) / 2, y);
    return top < 0 || bottom > innerHeight || ![top + 3, bottom - 3].every(y => part.contains(under(y)));
  }).map(part => part.innerText)"""
"""What a finger can't tap where it stands: each player's buttons, and those at the foot of the page."""

IN_SIGHT = """selector => [...document.querySelectorAll(selector)].some(part => {
  const { left, right, top, bottom } = part.getBoundingClientRect();
  const under = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return bottom > top && top >= 0 && bottom <= innerHeight && part.contains(under);
})"""
POTS = "#table .small-pot, #table .pots, #table .board, #table .stakes"


def beyond_one_screen(page: Page, phone: Phone, key: str) -> list[str]:
    """What one screen doesn't show or let tap after counters changed hands."""
    if key == "loto-hall":  # its caller has no counters to give
        return []
    (gives,) = phone.open("moves/give").buttons
    phone.press(gives, {"from": "player:Ann", "to": "player:Ben", "counters": 3})
    assert not phone.refused
    page.goto(f"/t/{phone.code}")
    faults = [f"{part} is out of reach" for part in page.evaluate(OUT_OF_REACH)]
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    if page.evaluate("scrollY") > 100 and page.locator(".scene:visible").count():
        expect(page.locator("body.scrolled")).to_be_visible()
    faults += [] if page.evaluate(IN_SIGHT, ".strip") else ["what changes hands is out of sight"]
    lie_there = page.evaluate(IN_SIGHT, POTS) or not page.locator(".small-pot").count()
    return [f"{key}: {fault}" for fault in (*faults, *([] if lie_there else ["the pots are out of sight"]))]


@pytest.mark.parametrize("keys", KEYS)
@pytest.mark.parametrize(("size", "many"), [(SMALL_PHONE, 4), (PHONE, 6)], ids=["four on a small phone", "six"])
def test_one_screen_is_enough(device: Device, size: dict[str, int], many: int, keys: list[str]) -> None:
    page, faults = device(size), []
    page.goto("/")
    for key in keys:
        game = catalogue()[key]
        phone = Phone(Asking(page)).lays(*SIX[: min(many, game.seats[-1])], game=game.title)
        if key in ("loto", "loto-drawings"):
            phone.open("cards").press("2 cards").open("")
        shows(page, f"/t/{phone.code}")
        faults += [f"{key}, before the hand: {part} is out of reach" for part in page.evaluate(OUT_OF_REACH)]
        if any(button.startswith("Deal") for button in phone.buttons):
            phone.press("Deal")
        faults += beyond_one_screen(page, phone, key)
    assert not faults, "\n".join(faults)


def test_after_a_lower_button_the_page_is_back_at_its_top(device: Device) -> None:
    page = device()
    lay(page, *SIX, game="Pope Joan")
    tap(page, "Deal hand 1")
    page.locator("summary", has_text="Counters").tap()
    page.get_by_role("link", name="Correct the score").tap()
    question = page.locator("#table[data-tapped]:not(.htmx-settling) #asking")
    expect(question).to_contain_text("Who gives?")
    expect(question).to_be_in_viewport(ratio=0.95)
    page.get_by_role("link", name="Not now").tap()
    tap(page, "Undo")
    expect(page.locator("#table:not(.htmx-settling)")).to_be_visible()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert page.evaluate("scrollY") > 100
    page.locator("summary", has_text="Finish the game?").tap()
    page.get_by_role("button", name="Finish the game").tap()
    page.wait_for_function("() => scrollY === 0")
    expect(page.locator(".strip")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", ["Spoil-Five", "Newmarket"])
def test_three_very_long_names_among_six_push_no_row_out_of_sight(device: Device, game: str) -> None:
    page = device(PHONE)
    long = [f"{name} Featherstonehaugh-Cholmon" for name in ("Maximiliana", "Bartholomew", "Persephone")]
    lay(page, "Ann", long[0], "Ben", long[1], "Cleo", long[2], game=game)
    tap(page, "Deal hand 1")
    page.reload()
    assert page.evaluate(OUT_OF_REACH) == []
    foot = page.locator(".action-bar").bounding_box()
    figures = [figure.bounding_box() for figure in page.locator(".players .balance").all()]
    assert foot and len(figures) == 6
    assert all(box and box["y"] + box["height"] <= foot["y"] and box["x"] + box["width"] <= 390 for box in figures)
