"""Every game among six with long names on a narrow phone, in text as it is and twice as large: whole names."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page

from companion.games import catalogue
from companion.shelf import shelf
from companion.web.setup.games import seats_of
from tests.browser.conftest import PHONE, SMALL_PHONE, Asking, Device
from tests.browser.engines import ENGINE
from tests.browser.test_for_every_hand import SIDEWAYS
from tests.tools.phone import Phone

LONGER = ("Maximilian", "Ben", "Christophersonne", "Anna-Wilhelmina", "Hugo", "Alexandersdotter")
"""With words of sixteen letters, and one that may part at its hyphen."""
LONGEST = ("Maximilian", "Ben", "Wolfeschlegelsteinhausen", "Grandma and Grandfather", "Hugo", "Grandfather")
"""With a word that no row holds: it ends in an ellipsis."""
FOUR = ("Ann", "Ben", "Cleo", "Dan")
BROKEN = r"""() => [...document.querySelectorAll('#table :is(.name, h3, .calls small)')]
  .filter(name => name.checkVisibility())
  .flatMap(name => [...name.childNodes].filter(node => node.nodeType === 3))
  .flatMap(text => [...text.textContent.matchAll(/[\p{L}]+/gu)].map(word => [text, word]))
  .filter(([text, word]) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    const box = text.parentElement.getBoundingClientRect(), lines = [...range.getClientRects()];
    const isCut = getComputedStyle(text.parentElement).textOverflow === 'ellipsis'
      && (word[0].length > 16 || text.parentElement.matches('.calls small'));
    return new Set(lines.map(line => line.top)).size > 1 || (!isCut && lines.some(line => line.right > box.right + 1));
  }).map(([, word]) => `broken or cut: ${word[0]}`)"""
PLACED = "bar => getComputedStyle(bar).position"


def laid(page: Page, key: str, names: tuple[str, ...], dealt: bool = True) -> str:
    """A table of six, or of as many as the game takes, with a hand in play where one is dealt."""
    told = shelf().get(key.partition(":")[2])
    game = told.game if told else catalogue()[key]
    seats = seats_of(told.opening.options) if told else game.seats
    phone = Phone(Asking(page)).lays(*names[: min(6, seats[-1])], game=told.name if told else game.title)
    if key in ("loto", "loto-drawings"):
        phone.open("cards").press("2 cards").open("")
    if dealt and any(button.startswith("Deal") for button in phone.buttons):
        phone.press("Deal")
    return phone.code


TEXT_SIZES = (200, 100) if ENGINE == "chromium" else (100,)
"""Percent; no other browser can be told to show larger text."""


def in_size(page: Page, percent: int) -> None:
    """Shows the page in text of this size."""
    if ENGINE == "chromium":
        sizes = {"standard": 16 * percent // 100, "fixed": 13 * percent // 100}
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})


@pytest.mark.parametrize(("names", "sizes"), [(LONGER, TEXT_SIZES), (LONGEST, [100])], ids=str)
def test_names_are_whole_and_nothing_is_wider_than_the_phone(
    device: Device, names: tuple[str, ...], sizes: Sequence[int]
) -> None:
    page, faults = device(SMALL_PHONE), []
    for key in ["", *catalogue()]:
        page.goto(f"/t/{laid(page, key, names)}" if key else "/")
        for percent in sizes:
            in_size(page, percent)
            where = f"{key or '/'}, {percent} %"
            faults += [f"{where}: {fault}" for fault in page.evaluate(BROKEN)]
            faults += [f"{where}: wider by {wider}"] if (wider := page.evaluate(SIDEWAYS)) else []
            if key and percent == 200 and page.locator(".action-bar").evaluate(PLACED) != "static":
                faults.append(f"{where}: the foot stays")
    assert not faults, "\n".join(faults)


EVERY_GAME = [*catalogue(), *(f"{told.game.key}:{key}" for key, told in shelf().items())]
OUT_OF_SIGHT = r"""() => {
  const shown = selector => [...document.querySelectorAll(selector)]
    .filter(part => part.checkVisibility() && !hidden(part));
  const hidden = part => part && (getComputedStyle(part).clipPath !== 'none' || hidden(part.parentElement));
  const whole = part => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const under = y => document.elementFromPoint((left + right) / 2, y);
    return right > left && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
      && [top + 2, bottom - 2].every(y => part.contains(under(y)) || under(y).contains(part));
  };
  const faults = [], missing = (parts, what) => parts.some(whole) || faults.push(`no ${what} in sight`);
  const players = shown('.panel :is(.players, .each, .falls) .name');
  const ofCards = document.querySelector('.asking > :is(.chips, .several), .calling[data-open="1"]');
  if (players.length && !ofCards) missing(players, 'player');
  missing(shown('.panel :is(button, a, label, input, select), .baize :is(button, .free)'), 'answer');
  for (const strip of shown('.now > .strip')) {
    missing([strip], 'strip');
    for (const part of [strip, strip.querySelector('.lines')])
      if (part.scrollHeight > part.clientHeight + 2) faults.push(`cut: ${part.innerText}`);
  }
  const range = new Range();
  const words = document.createTreeWalker(document.getElementById('table'), NodeFilter.SHOW_TEXT);
  for (let text; (text = words.nextNode());) {
    const around = text.parentElement, said = text.textContent.trim();
    if (!said || !around.checkVisibility() || hidden(around) || around.closest('.sr, .pad')) continue;
    range.selectNodeContents(text);
    for (const { left, right } of range.getClientRects()) {
      if (left < -1 || right > innerWidth + 1) faults.push(`over the edge: ${said}`);
      const key = around.closest('.chip, .row, .button, .undo, .tap, .strip')?.getBoundingClientRect();
      if (key && (left < key.left - 1 || right > key.right + 1)) faults.push(`over its key: ${said}`);
    }
  }
  const pad = document.querySelector('.pad');
  if (pad && pad.scrollWidth > pad.clientWidth + 1) faults.push('a column of the pad is cut');
  return faults;
}"""
"""What a table doesn't show whole where it opens: a player, an answer, all that changes hands, each word on its key."""


@pytest.mark.skipif(ENGINE != "chromium", reason="no other browser can be told to show larger text")
def test_a_player_an_answer_and_what_changes_hands_are_in_sight_in_large_text(device: Device) -> None:
    page, faults = device(PHONE), []
    for key in EVERY_GAME:
        for dealt in (False, True):
            page.goto(f"/t/{laid(page, key, FOUR, dealt)}")
            for percent in (150, 200):
                in_size(page, percent)
                where = f"{key}, {'in' if dealt else 'before'} the hand, {percent} %"
                faults += [f"{where}: {fault}" for fault in page.evaluate(OUT_OF_SIGHT)]
    assert not faults, "\n".join(faults)
