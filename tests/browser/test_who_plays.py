"""Who's playing? Names round the table that are tapped and dragged, lines that say their default, Start in sight."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, SMALL_PHONE, Device, lay, middle, open_line, types
from tests.browser.test_for_every_hand import SIDEWAYS
from tests.browser.test_in_sight import in_sight, in_sizes
from tests.browser.test_large_text import TEXT_SIZES, in_size
from tests.browser.test_the_table_from_above import drag, touch
from tests.browser.test_typing import LATE, seated

SIX = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
MANY = (*SIX, "Maximilian", "Christopher", "Anne-Marie von der Heide", "Grandma", "Hugo", "Kim")
LAY = "**/lay"
BOXES = """() => [...document.querySelectorAll('.sits')].map((seat) => seat.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x, y, x + width, y + height])"""

BROKEN = r"""() => [...document.querySelectorAll('.sits .name')].map((name) => name.firstChild)
  .flatMap((text) => [...text.data.matchAll(/\p{L}+/gu)].map((word) => [text, word]))
  .filter(([text, word]) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
  }).map(([, word]) => word[0])"""
"""The words of names that are broken in two."""


def begun(page: Page, *names: str, game: str = "spoil-five") -> Page:
    """The page on which these sit at a new table."""
    page.goto("&".join([f"/lay?game={game}", *(f"player={name}" for name in names)]))
    return page


def chip(page: Page, name: str) -> Locator:
    """The chip of a player."""
    return page.locator(".sits", has=page.locator(f"[name=was][value='{name}']"))


def test_the_focus_goes_to_what_comes_next_and_to_the_new_table(device: Device) -> None:
    page = device()
    lay(page, *SIX[:4])
    begun(page)
    button, next_name = page.get_by_role("button", name="Start"), page.locator("[name=newcomer]")
    for does, names in (("add", "Ann"), ("add", "Ben"), ("without", "Ann"), ("add", "Cleo")):
        page.locator(f"[name={does}][value='{names}']").press("Enter")
        expect(next_name).to_be_focused()
    button.press("Enter")
    expect(page.get_by_role("button", name="Deal hand 1")).to_be_focused()
    begun(page, *SIX[:4], game="cassino")
    button.tap()
    expect(page.locator("#table h1", has_text="Cassino")).to_be_focused()


@pytest.mark.parametrize("drags", [drag, touch], ids=["mouse", "finger"])
def test_a_name_is_dragged_to_another_seat(device: Device, drags: Callable[..., None]) -> None:
    page = begun(device(), *SIX, game="pope-joan")
    drags(page, chip(page, "Ann"), *middle(chip(page, "Dan")), LAY)
    seated(page, "Ben", "Cleo", "Dan", "Ann", "Eve", "Finn")
    expect(chip(page, "Ann").locator(".dealer")).to_be_visible()
    drags(page, chip(page, "Finn"), *middle(chip(page, "Ben")), LAY)
    seated(page, "Finn", "Ben", "Cleo", "Dan", "Ann", "Eve")
    assert page.evaluate("document.activeElement === document.body"), "no keyboard comes up"
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".players .name").first).to_contain_text("Finn")


def test_a_name_dragged_while_another_is_on_its_way_gets_its_seat(device: Device) -> None:
    page = begun(device(), *SIX[:4])
    page.evaluate(f"({LATE})(); window.late = 1_500")
    page.locator("[name=newcomer]").fill("Eve")
    page.keyboard.press("Enter")
    drag(page, chip(page, "Dan"), *middle(chip(page, "Ann")), LAY)
    seated(page, "Dan", "Ann", "Ben", "Cleo", "Eve")


def test_a_tapped_name_is_corrected_moved_and_removed_where_it_stands(device: Device) -> None:
    page = begun(device(), *SIX[:4])
    tools = chip(page, "Ben").locator(".tools")
    assert tools.evaluate("part => part.clientWidth") == 1, "they come with a tap, or with the keyboard"
    page.touchscreen.tap(*middle(chip(page, "Ben")))
    field = chip(page, "Ben").locator("[name=player]")
    expect(field).to_be_focused()
    expect(page.get_by_role("button", name="Remove Ben")).to_be_in_viewport(ratio=0.99)
    types(field, "Bea")
    page.keyboard.press("Enter")
    seated(page, "Ann", "Bea", "Cleo", "Dan")
    page.get_by_role("button", name="Move Bea one seat on").tap()
    seated(page, "Ann", "Cleo", "Bea", "Dan")
    page.get_by_role("button", name="Move Bea one seat on").tap()
    seated(page, "Ann", "Cleo", "Dan", "Bea")
    page.get_by_role("button", name="Remove Bea").tap()
    seated(page, "Ann", "Cleo", "Dan")


def test_all_of_it_is_done_by_keyboard_alone(device: Device) -> None:
    page = begun(device(), *SIX[:3])
    chip(page, "Ann").locator("[name=player]").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Move Ann one seat on")).to_be_focused()
    page.keyboard.press("Enter")
    seated(page, "Ben", "Ann", "Cleo")
    expect(page.get_by_role("button", name="Move Ann one seat on")).to_be_focused()
    page.keyboard.press("Enter")
    seated(page, "Ben", "Cleo", "Ann")
    page.locator("#dealer summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#dealer summary")).to_contain_text("Cleo deals first")
    expect(page.locator("#dealer")).to_have_attribute("open", "")


def test_all_of_it_is_done_without_scripts(device: Device) -> None:
    page = begun(device(java_script_enabled=False))
    for name in SIX[:3]:
        page.locator("[name=newcomer]").fill(name)
        page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".sits")).to_have_count(3)
    field = chip(page, "Ben").locator("[name=player]")
    field.fill("Bea")
    page.get_by_role("button", name="Move Ben one seat back").click()
    expect(page.locator("[name=was]").first).to_have_value("Bea")
    chip(page, "Cleo").locator("[name=player]").focus()
    page.get_by_role("button", name="Remove Cleo").click()
    expect(page.locator(".sits")).to_have_count(2)
    open_line(page, "counters")
    page.get_by_label("No counters").check()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/t/*")


def test_a_line_says_what_was_chosen_in_it_and_stays_open(device: Device) -> None:
    page = begun(device(), *SIX[:3])
    for line in ("counters", "dealer", "house-rules"):
        open_line(page, line)
    page.get_by_label("Everyone starts with").fill("50")
    page.get_by_label("Amount").fill("0.05")
    page.locator("#house-rules [name=ante]").fill("3")
    page.locator("label.tap", has_text="Ben").first.click()
    page.get_by_label("Deal automatically").check()
    said = {
        "counters": "Real counters, 50 each",
        "dealer": "Ben deals first",
        "house-rules": "Rules of your own",
    }
    for line, words in said.items():
        expect(page.locator(f"#{line} > summary")).to_contain_text(words)
        expect(page.locator(f"#{line}")).to_have_attribute("open", "")
    expect(page.locator("#counters > summary")).to_contain_text("£0.05")
    expect(page.locator("#dealer > summary")).to_contain_text("every hand is dealt automatically")
    expect(page.locator("#house-rules > summary")).to_contain_text("1 differs from the book")
    page.get_by_label("No counters").check()
    expect(page.locator("#counters > summary")).to_contain_text("Companion keeps count")


def test_the_lines_of_another_game_say_what_was_chosen_in_them_too(device: Device) -> None:
    page = device()
    code = lay(page, *SIX[:4], pressed=["Finish"])
    page.goto(f"/t/{code}/games?game=spoil-five")
    open_line(page, "dealer")
    page.locator("label.tap", has_text="Ben").first.click()
    expect(page.locator("#dealer > summary")).to_contain_text("Ben deals first")
    expect(page.locator("#dealer")).to_have_attribute("open", "")
    expect(page.get_by_role("radio", name="Ben").first).to_be_focused()
    open_line(page, "house-rules")
    types(page.locator("#house-rules [name=ante]"), "3")
    page.keyboard.press("Tab")
    expect(page.locator("#house-rules > summary")).to_contain_text("Rules of your own")
    page.get_by_role("button", name="Start Spoil-Five").click()
    page.wait_for_url(f"**/t/{code}")
    expect(page.locator(".players .row", has_text="Ben").locator(".dealer")).to_be_visible()


def test_a_name_half_typed_is_still_being_typed_while_a_line_is_changed(device: Device) -> None:
    page = begun(device(), *SIX[:2])
    page.locator("[name=newcomer]").fill("Cl")
    open_line(page, "counters")
    page.get_by_label("No counters").check()
    expect(page.locator("#counters > summary")).to_contain_text("No counters")
    seated(page, *SIX[:2])
    expect(page.locator("[name=newcomer]")).to_have_value("Cl")


def test_known_people_sit_down_by_a_tap_and_nothing_runs_down_under_the_finger(device: Device) -> None:
    page = begun(device(), *SIX[:4])
    page.get_by_role("button", name="Start").tap()
    page.wait_for_url("**/t/*")
    begun(page, game="jig")
    before = middle(page.get_by_role("button", name="Cleo", exact=True))
    page.get_by_role("button", name="Ann", exact=True).tap()
    seated(page, "Ann")
    expect(page.get_by_role("button", name="Ann", exact=True)).to_be_disabled()
    assert middle(page.get_by_role("button", name="Cleo", exact=True))[0] == before[0]
    page.get_by_role("button", name="Cleo", exact=True).tap()
    seated(page, "Ann", "Cleo")


def test_the_way_to_another_game_takes_the_names_along(device: Device) -> None:
    page = begun(device(), *SIX[:2])
    page.locator("[name=newcomer]").fill("Cleo")
    page.keyboard.press("Enter")
    seated(page, *SIX[:3])
    expect(page.get_by_role("link", name="Another game")).to_have_attribute(
        "href", "/lay?player=Ann&player=Ben&player=Cleo"
    )


def test_start_is_always_in_sight_above_the_doors(device: Device) -> None:
    page = device()
    for names in ((), SIX[:2], SIX, MANY):
        begun(page, *names, game="loto")
        for _ in in_sizes(page, SMALL_PHONE, PHONE):
            for to in (0, 300, 3000):
                page.evaluate("(to) => scrollTo(0, to)", to)
                in_sight(page.get_by_role("button", name="Start"), page.locator(".doors"))
                start, doors = page.locator(".lay .action-bar").bounding_box(), page.locator(".doors").bounding_box()
                assert start and doors and start["y"] + start["height"] <= doors["y"] + 1, names
            assert page.evaluate(SIDEWAYS) <= 0


def test_no_chip_lies_on_another_and_all_are_on_the_page(device: Device) -> None:
    page = device(SMALL_PHONE)
    for many in range(1, len(MANY) + 1):
        begun(page, *MANY[:many], game="loto")
        for percent in TEXT_SIZES:
            in_size(page, percent)
            boxes, where = page.evaluate(BOXES), f"{many} in {percent} %"
            assert len(boxes) == many
            for place, (left, top, right, bottom) in enumerate(boxes):
                assert left >= 0 and right <= SMALL_PHONE["width"], (where, place)
                for other in boxes[:place]:
                    beside = left >= other[2] - 1 or right <= other[0] + 1
                    assert beside or top >= other[3] - 1 or bottom <= other[1] + 1, (where, place)
            assert page.evaluate(SIDEWAYS) <= 0 and page.evaluate(BROKEN) == [], where
            start = page.get_by_role("button", name="Start")
            start.scroll_into_view_if_needed()
            in_sight(start)
