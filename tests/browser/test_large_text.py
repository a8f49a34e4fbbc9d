"""Every game among six with long names on a narrow phone, in text of two sizes: whole names, and who pays whom."""

import json
from typing import Any

from attrs import evolve
from playwright.sync_api import Page, expect

from companion.games import catalogue
from tests.browser.conftest import PHONE, SMALL_PHONE, Asking, Device, lay, shows
from tests.browser.engines import ENGINE
from tests.browser.sheets import FIVE, HANDS
from tests.browser.test_for_every_hand import SIDEWAYS
from tests.tools.phone import Phone

LONG = (
    "Maximilian",
    "Grandma and Grandfather",
    "Christophersonne",
    "Anna-Wilhelmina",
    "Wolfeschlegelsteinhausen",
    "Alexandersdotter",
)
"""Words of sixteen letters, one that may part at its hyphen, and one that no row holds: it ends in an ellipsis."""
SHORTER = {"snip-snap-snorum": tuple("Hugo" if name == "Wolfeschlegelsteinhausen" else name for name in LONG)}
"""Who plays where the word that no row holds is wider than the phone in text twice as large."""
BROKEN = r"""() => [...document.querySelectorAll('#table :is(.name, .winner h2, h3, .calls small)')]
  .filter(name => name.checkVisibility())
  .flatMap(name => [...name.childNodes].filter(node => node.nodeType === 3))
  .flatMap(text => [...text.textContent.matchAll(/[\p{L}]+/gu)].map(word => [text, word]))
  .filter(([text, word]) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    const box = text.parentElement.getBoundingClientRect();
    const lines = [...range.getClientRects()].filter(({ width }) => width);  // in WebKit the line before has one
    const isCut = getComputedStyle(text.parentElement).textOverflow === 'ellipsis'
      && (word[0].length > 16 || text.parentElement.matches('.calls small'));
    return new Set(lines.map(line => line.top)).size > 1 || (!isCut && lines.some(line => line.right > box.right + 1));
  }).map(([, word]) => `broken or cut: ${word[0]}`)"""
PLACED = "bar => getComputedStyle(bar).position"


def laid(page: Page, key: str, names: tuple[str, ...] = LONG) -> str:
    """A table of six, or of as many as the game takes, with a hand in play where one is dealt."""
    game = catalogue()[key]
    phone = Phone(Asking(page)).lays(*names[: min(6, game.seats[-1])], game=game.title)
    if key in ("loto", "loto-drawings"):
        phone.open("cards").press("2 cards").open("")
    if any(button.startswith("Deal") for button in phone.buttons):
        phone.press("Deal")
    return phone.code


TEXT_SIZES = (200, 100) if ENGINE == "chromium" else (100,)
"""Percent; no other browser can be told to show larger text."""


def in_size(page: Page, percent: int) -> None:
    """Shows the page in text of this size."""
    if ENGINE == "chromium":
        sizes = {"standard": 16 * percent // 100, "fixed": 13 * percent // 100}
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})


def test_names_are_whole_and_nothing_is_wider_than_the_phone(device: Device) -> None:
    page, faults = device(SMALL_PHONE), []
    page.goto("/")
    codes = {key: laid(page, key) for key in catalogue()}
    shorter = {key: laid(page, key, names) for key, names in SHORTER.items()}
    page.goto(f"/t/{codes['jig']}")
    for percent in TEXT_SIZES:
        in_size(page, percent)
        for key, code in {"": "", **codes, **(shorter if percent == 200 else {})}.items():
            shows(page, f"/t/{code}" if key else "/")
            where = f"{key or '/'}, {percent} %"
            faults += [f"{where}: {fault}" for fault in page.evaluate(BROKEN)]
            faults += [f"{where}: wider by {wider}"] if (wider := page.evaluate(SIDEWAYS)) else []
            if key and percent == 200 and page.locator(".action-bar").evaluate(PLACED) != "static":
                faults.append(f"{where}: the foot stays")
    assert not faults, "\n".join(faults)


def test_names_are_whole_where_the_game_has_ended(device: Device) -> None:
    page = device(SMALL_PHONE)
    lay(page, *SHORTER["snip-snap-snorum"], pressed=["Deal hand 1", "Christophersonne", "Finish"])
    expect(page.locator(".ranks .name")).to_have_count(6)
    for percent in TEXT_SIZES:
        in_size(page, percent)
        assert page.evaluate(BROKEN) == [] and page.evaluate(SIDEWAYS) <= 0, percent


CUT = """() => [...document.querySelectorAll('.now > .strip:not(:has(.memo))')]
  .filter(strip => getComputedStyle(strip).clipPath === 'none').flatMap(strip => [strip, strip.querySelector('.lines')])
  .filter(part => part.scrollHeight > part.clientHeight + 1).map(part => part.innerText)"""
"""What of the strip of what changes hands, or of its score, isn't seen."""


def called(told: Any) -> Any:
    """The same with longer names."""
    text = json.dumps(told)
    for short, longer in zip(FIVE, SHORTER["snip-snap-snorum"], strict=False):
        text = text.replace(f'"{short}"', f'"{longer}"')
    return json.loads(text)


def test_who_pays_whom_is_said_whole_after_a_hand_of_every_game(device: Device) -> None:
    page, faults = device(), []
    page.goto("/")
    for hand in {hand.game + str(hand.options.get("name")): hand for hand in HANDS.values()}.values():
        told = {name: called(getattr(hand, name)) for name in ("players", "moves", "before", "options")}
        evolve(hand, **told).ends(page)
        for size in (PHONE, SMALL_PHONE):
            page.set_viewport_size(size)
            faults += [f"{hand.game} at {size['width']}: {cut}" for cut in page.evaluate(CUT)]
    assert not faults, "\n".join(faults)
