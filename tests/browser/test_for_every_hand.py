"""Every page can be read and tapped: sizes, labels, focus, no sideways scrolling, in both themes."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import EVERY_SIZE, EVERY_THEME, Device, lay, tap

PAGES = [
    "",
    "/journal",
    "/journal/1",
    "/journal/3",
    "/journal/3/missing?kind=give",
    "/seats",
    "/rules",
    "/crib",
    "/how-to-play",
    "/me",
    "/follow",
    "/pencil",
    "/settlement",
    "/evening",
    "/paper",
    "/paper?empty=1",
    "/moves/give",
    "/moves/count",
    "/moves/bar",
    "/games",
    "/overhead",
    "/overhead/places",
    "/wall",
]

TOO_SMALL_TO_TAP = """() => [...document.querySelectorAll('a, button, input, select, summary, textarea')]
  .filter(control => control.checkVisibility() && !control.closest('.sr, figure') && control.type !== 'hidden')
  .map(control => [control, (control.closest('label') || control).getBoundingClientRect()])
  .filter(([control, box]) => {
    const inRows = control.closest('.each, .likely, .dense, .knobs, .pad.boxes'); // keys of a row share its width
    const high = inRows ? 43.9 : 47.5, wide = inRows ? 27.9 : control.closest('.calls') ? 29.9 : 47.5;
    return box.width > 1 && (box.height < high || box.width < wide);
  })
  .map(([control, box]) => `${control.outerHTML.slice(0, 90)} ${box.width}x${box.height}`)"""

TOO_SMALL_TO_READ = """() => [...document.querySelectorAll('body *')]
  .filter(element => element.checkVisibility() && !element.closest('.sr, svg'))
  .filter(element => [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))
  .filter(element => parseFloat(getComputedStyle(element).fontSize) < 16)
  .map(element => element.outerHTML.slice(0, 90))"""

ZOOMS = """() => [...document.querySelectorAll('a, button, label, summary, input, select, [data-heap]')]
  .filter(part => part.checkVisibility())
  .filter(part => {
    for (let at = part; at; at = at.parentElement)
      if (/manipulation|none/.test(getComputedStyle(at).touchAction)) return false;
    return true;
  })
  .map(part => `two taps zoom: ${part.outerHTML.slice(0, 90)}`)"""
"""What zooms where it is tapped twice: neither it nor anything around it forbids that."""

WITHOUT_A_LABEL = """() => [...document.querySelectorAll('input:not([type=hidden]), select, textarea, button, a')]
  .filter(control => control.checkVisibility())
  .filter(control => !(control.textContent.trim() || (control.labels && control.labels.length)
    || control.getAttribute('aria-label') || control.getAttribute('aria-labelledby')))
  .map(control => control.outerHTML.slice(0, 90))"""

SHADES = r"""() => {
  const linear = part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  const shade = colour => {
    const [r, g, b] = colour.match(/[\d.]+/g).slice(0, 3).map(part => linear(part / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const name = document.querySelector('#table .name');
  let under = name;
  while (/, 0\)$|transparent/.test(getComputedStyle(under).backgroundColor)) under = under.parentElement;
  return [shade(getComputedStyle(name).color), shade(getComputedStyle(under).backgroundColor)];
}"""
"""How light a name is, and what it stands on."""

FOLDED = """() => { for (const folded of [...document.querySelectorAll('details:not(.menu) > summary')]
  .filter(summary => summary.checkVisibility())) folded.click(); }"""
"""Opens what is folded away."""

SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("viewport", EVERY_SIZE)
def test_every_page_can_be_read_and_tapped(device: Device, viewport: dict[str, int]) -> None:
    page = device(viewport)
    page.goto("/")
    faults = [f"/: {fault}" for fault in found(page)]
    names = ("Ann", "Maximiliana Featherstonehaugh-Cholmondel", "Cleo", "Dan")
    code = lay(page, *names, pressed=["Deal", "Nobody", "Deal"])
    for path in PAGES:
        page.goto(f"/t/{code}{path}")
        faults += [f"{path or '(table)'}: {fault}" for fault in found(page)]
    assert faults == []


def found(page: Page) -> list[str]:
    """Everything on the page that is too small, has no label, zooms at two taps or makes it scroll sideways."""
    page.evaluate(FOLDED)
    checks = (TOO_SMALL_TO_TAP, TOO_SMALL_TO_READ, WITHOUT_A_LABEL, ZOOMS)
    faults = [fault for check in checks for fault in page.evaluate(check)]
    sideways = page.evaluate(SIDEWAYS)
    return [*faults, *([f"scrolls sideways by {sideways}"] if sideways else [])]


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.core)])
def test_a_device_has_its_own_theme_and_what_stands_on_the_table_can_be_read(device: Device, theme: str) -> None:
    page = device(color_scheme=theme)
    lay(page, "Ann", "Ben", "Cleo")
    ink, ground = page.evaluate(SHADES)
    assert (ink > ground) == (theme == "dark")
    assert (max(ink, ground) + 0.05) / (min(ink, ground) + 0.05) >= 7


@pytest.mark.parametrize("theme", EVERY_THEME)
def test_focus_can_be_seen_in_both_themes(device: Device, theme: str) -> None:
    page = device(color_scheme=theme)
    lay(page, "Ann", "Ben", "Cleo")
    page.keyboard.press("Tab")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
    assert outline == "3px"


def test_a_hand_is_played_by_keyboard_alone(four: Page) -> None:
    four.get_by_role("button", name="Deal hand 1").focus()
    four.keyboard.press("Enter")
    expect(four.get_by_role("button", name="Cleo")).to_be_visible()
    four.get_by_role("button", name="Cleo").focus()
    four.keyboard.press("Enter")
    expect(four.locator(".strip")).to_contain_text("Cleo takes 9 from the pool")


def test_one_who_goes_by_the_keys_goes_on_where_he_was(four: Page) -> None:
    focused, settled = four.locator(":focus"), four.locator("#table:not(.htmx-settling)")
    four.get_by_role("button", name="Deal hand 1").press("Enter")
    expect(settled.locator("h1")).to_contain_text("hand 1")
    expect(focused).to_contain_text("Ann")
    four.get_by_role("button", name="Cleo").press("Enter")
    expect(settled.locator(".strip")).to_contain_text("Cleo takes 9")
    expect(focused).to_contain_text("Deal hand 2")
    four.get_by_role("button", name="Undo").press("Enter")
    expect(settled.locator(".strip")).to_contain_text("Cleo puts 9")
    expect(focused).to_have_text("Undo")
    four.get_by_role("button", name="Undo").press("Enter")
    expect(settled.locator("h1")).to_have_text("Spoil-Five")
    expect(focused).to_have_text("Undo")


def test_a_tap_beside_the_open_menu_only_closes_it(four: Page) -> None:
    menu, deal = four.locator("details.menu"), four.get_by_role("button", name="Deal hand 1")
    for closes in (deal.click, lambda: four.keyboard.press("Escape")):
        menu.locator("summary").click()
        expect(menu).to_have_attribute("open", "")
        closes()
        expect(menu).not_to_have_attribute("open", "")
    tap(four, "Deal hand 1")
    expect(four.locator("#table")).to_have_attribute("data-seen", re.compile("^2 1 "))


def test_what_changes_hands_is_told_once_to_who_does_not_see_it(four: Page) -> None:
    told = four.locator("[data-said]")
    expect(told).to_have_text("")
    tap(four, "Deal hand 1")
    expect(told).to_contain_text("Ann puts 3 into the pool, the others 2 each")
    told.evaluate("told => { told.textContent = 'heard'; }")
    four.get_by_role("link", name="Bar a player").tap()
    expect(four.locator("#asking")).to_contain_text("Who can't win")
    expect(told).to_have_text("heard")
    four.get_by_role("link", name="Not now").tap()
    tap(four, "Cleo")
    expect(told).to_contain_text("Cleo takes 9 from the pool")


def test_nothing_moves_for_those_who_ask_for_none(device: Device) -> None:
    page = device(reduced_motion="reduce")
    lay(page, "Ann", "Ben", "Cleo")
    tap(page, "Deal hand 1")
    assert page.evaluate("document.getAnimations().length") == 0


def test_the_answer_that_was_refused_is_marked_and_tied_to_the_reason(four: Page) -> None:
    four.goto(f"{four.url}?move=give&from=player:Ann&to=player:Ben")
    number = four.locator("input[name='counters']")
    number.fill("a few")
    four.get_by_role("button", name="Write it down").click()
    why = four.get_by_role("alert")
    expect(why).to_contain_text("“a few” isn't a whole number")
    expect(number).to_have_attribute("aria-invalid", "true")
    expect(number).to_have_accessible_description(re.compile("“a few” isn't a whole number"))
    expect(four.locator("[aria-invalid]"), "no other answer is at fault").to_have_count(1)
    number.fill("3")
    expect(four.locator("[aria-invalid]")).to_have_count(0)
