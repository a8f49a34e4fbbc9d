"""Every kind of game laid once for four, and looked at on a phone: each key of a hand's form is in sight, no two of a
question look alike, and in large text a player, an answer and what changes hands are in sight; a refusal is said once.
"""

import json
from functools import cache
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Page

from companion.games import catalogue
from companion.machine.clock import today
from companion.shelf import shelf
from companion.web.home.games import seats_of
from tests.browser.conftest import PHONE, SMALL_PHONE, Asking, Device, at_rest
from tests.browser.engines import ENGINE
from tests.browser.kinds import saying_most
from tests.browser.test_large_text import in_size
from tests.tools.phone import Phone
from tests.tools.quick import app_over

FOUR = ("Ann", "Ben", "Cleo", "Dan")
AS_TOLD = {"loto", "loto-hall", "points-game", "house-game"}
"""Games with keys of a page of their own, or that say what they ask only once they are described."""
ON_ITS_SIDE = {"width": 844, "height": 390}
TWO = [{"key": key, "ask": key.title(), "most": "13", "total": "13"} for key in ("tricks", "hearts")]
FOUR_KINDS = [{"key": f"kind{letter}", "ask": f"Kind {letter}", "most": "12"} for letter in "abcd"]
DESCRIBED = {"two of thirteen": (TWO, 4), "four of twelve": (FOUR_KINDS, 3)}
OUT_OF_SIGHT = """() => [...document.querySelectorAll(
    '#asking :is(.tap > span, .key, input[inputmode], .check > span, a.chip, button.chip, a.row),'
    + '.players :is(a, button), .pad .free')]
  .filter((part) => part.checkVisibility({ visibilityProperty: true }) && !part.disabled)
  .filter((part) => !(part.matches('.free') && document.querySelector('.on-pad')?.checkVisibility())).filter((part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const under = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isAtEdge = !part.matches('.free') && (left < 6 || right > innerWidth - 6);
    return isAtEdge || !(part.contains(under) || part.closest('label')?.contains(under));
  }).map((part) => part.innerText || part.name)"""
"""What of the form can't be tapped where it stands as the page is opened, or stands at the edge of the screen."""
ALIKE = """() => {
  const faces = new Map();
  for (const key of document.querySelectorAll('#asking label.tap, #asking .key[data-of]')) {
    if (!key.checkVisibility({ visibilityProperty: true })) continue;
    const input = key.querySelector('input') || { name: key.dataset.of, type: 'radio' };
    if (input.type !== 'radio') continue;
    const row = key.closest('[data-row]')?.dataset.row || '';
    const face = `${row} ${input.name}: ${key.innerText.trim()}`;
    faces.set(face, (faces.get(face) || 0) + 1);
  }
  return [...faces].filter(([, many]) => many > 1).map(([face]) => face);
}"""
OUT_OF_SIGHT_LARGE = r"""() => {
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
REFUSED = """before => document.getElementById('refused')?.checkVisibility()
  || document.getElementById('table').dataset.version !== before"""
"""The answer is there: a refusal, or another table."""
TWICE = """() => [...document.querySelectorAll('#table :is([role=alert], [data-lacks])')]
  .map(part => part.innerText.trim()).filter((said, place, all) => said && all.indexOf(said) < place)"""
EVERY_GAME = [*catalogue(), *(f"{told.game.key}:{key}" for key, told in shelf().items()), *DESCRIBED]


def laid(phone: Phone, key: str) -> Phone:
    """Lays a table of four, or of as many as the game takes, before its first hand."""
    if key in DESCRIBED:
        questions, players = DESCRIBED[key]
        worked = {"questions": questions, "scores": " + ".join(one["key"] for one in questions)}
        game = {"game": "points-game", "options": {"name": "Ours", "worked": worked}, "moves": []}
        sheet = {"scoresheet": 1, "players": FOUR[:players], "games": [game]}
        sent = {"sheet": json.dumps(sheet), "day": str(today()), "key": token_hex(8)}
        return phone.joins().open("/rules").send("/evenings/import/keep", sent)
    told = shelf().get(key.partition(":")[2])
    seats = seats_of(told.opening.options) if told else catalogue()[key].seats
    phone.lays(*FOUR[: seats[-1]], game=told.name if told else catalogue()[key].title)
    if key in ("loto", "loto-drawings"):
        phone.open("cards").press("2 cards").open("")
    return phone


def deals(phone: Phone) -> bool:
    """Deals a hand where a game has any."""
    has_hands = any(words.startswith("Deal") for words in phone.open("").buttons)
    if has_hands:
        phone.press("Deal").open("")
    return has_hands


def unseen(page: Page, where: str) -> list[str]:
    """What a table doesn't show whole where it opens, in text half as large again and twice as large."""
    if ENGINE != "chromium":  # no other browser can be told to show larger text
        return []
    faults = []
    for percent, sizes in ((150, (SMALL_PHONE, ON_ITS_SIDE)), (200, (SMALL_PHONE, ON_ITS_SIDE, PHONE))):
        in_size(page, percent)
        for size in sizes:
            page.set_viewport_size(size)
            seen = page.evaluate(OUT_OF_SIGHT_LARGE)
            faults += [f"{where}, {percent} %, {size['width']} wide: {fault}" for fault in seen]
    in_size(page, 100)
    return faults


def unkeyed(page: Page, key: str, size: dict[str, int]) -> list[str]:
    """The keys of a hand's form that look alike, and those that can't be tapped where they stand."""
    faults = [f"{key}: two keys are {face}" for face in page.evaluate(ALIKE)]
    if key == "bridge":  # which honours is asked of a side, and after a slam whether it counts
        for name, value in (("honours:side", "Ann"), ("odd", "6")):
            page.locator(f'#asking label:has([name="{name}"][value^="{value}"])').tap()
    return faults + [f"{key} at {size['width']}: {part}" for part in page.evaluate(OUT_OF_SIGHT)]


def said_twice(page: Page, key: str) -> list[str]:
    """What is said beside the form and in its preview as it is written down with nothing answered."""
    write = page.get_by_role("button", name="Write it down")
    if not write.count():
        return []
    before = page.locator("#table").get_attribute("data-version")
    write.first.click()
    page.wait_for_function(REFUSED, arg=before)
    at_rest(page)
    return [f"{key} says twice: {said}" for said in page.evaluate(TWICE)]


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("which", ["saying most", pytest.param("every", marks=pytest.mark.thorough)])
def test_what_is_asked_is_in_sight_in_every_game(device: Device, which: str, half: int) -> None:
    """Of each kind of part in the game that says most there; in a thorough run in all."""
    page, faults = device(), []
    page.goto("/")
    keys = EVERY_GAME if which == "every" else saying_most(read())
    for key in keys[half::2]:
        phone = laid(Phone(Asking(page)), key)
        page.goto(f"/t/{phone.code}")
        faults += unseen(page, f"{key}, before the hand")
        if deals(phone):
            page.goto(f"/t/{phone.code}")
            faults += unseen(page, f"{key}, in the hand")
        if key in AS_TOLD:
            continue
        for size in (PHONE, SMALL_PHONE, ON_ITS_SIDE):
            if key == "loto-drawings" and size is ON_ITS_SIDE:  # ninety numbers are more than it holds
                continue
            page.set_viewport_size(size)
            page.evaluate("scrollTo(0, 0)")
            faults += unkeyed(page, key, size)
        page.set_viewport_size(PHONE)
        page.goto(f"/t/{phone.code}")
        faults += said_twice(page, key)
    assert not faults, "\n".join(faults)


@cache
def read() -> dict[str, list[str]]:
    """What every game says before its first hand and in it."""
    said = {}
    with TemporaryDirectory() as folder, app_over(Path(folder)) as app:
        for key in EVERY_GAME:
            phone = laid(Phone(app), key)
            before = phone.open("").text
            said[key] = [before, phone.text if deals(phone) else ""]
    return said
