"""Every key of a hand's form is in sight with four players, in every game; and no two keys of a question look alike."""

import json
from secrets import token_hex
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.games import catalogue
from companion.machine.clock import today
from companion.shelf import shelf
from tests.browser.conftest import PHONE, SMALL_PHONE, Asking, Device
from tests.tools.phone import Phone

FOUR = ("Ann", "Ben", "Cleo", "Dan")
ON_ITS_SIDE = {"width": 844, "height": 390}
TWO = [{"key": key, "ask": key.title(), "most": "13", "total": "13"} for key in ("tricks", "hearts")]
FOUR_KINDS = [{"key": f"kind{letter}", "ask": f"Kind {letter}", "most": "12"} for letter in "abcd"]
DESCRIBED = {"two of thirteen": (TWO, 4), "four of twelve": (FOUR_KINDS, 3)}
LONGER = ("bridge",)
"""Who held no trumps, which changes figures and so isn't folded away, is a swipe away on a small phone."""
OUT_OF_SIGHT = """() => [...document.querySelectorAll(
    '#asking :is(.tap > span, .key, input[inputmode], .check, a.chip, button.chip, a.row), .players :is(a, button),'
    + '.pad .free')]
  .filter((part) => part.checkVisibility({ visibilityProperty: true }) && !part.disabled).filter((part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const under = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !(part.contains(under) || part.closest('label')?.contains(under));
  }).map((part) => part.innerText || part.name)"""
"""What of the form can't be tapped where it stands as the page is opened."""
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


def lays(page: Page, opening: dict[str, Any], players: int) -> str:
    """Lays a table at which the first hand is dealt, and gives its code."""
    sheet = {"scoresheet": 1, "players": FOUR[:players], "games": [opening | {"moves": [{"move": "deal"}]}]}
    sent = {"sheet": json.dumps(sheet), "day": str(today()), "key": token_hex(8)}
    return Phone(Asking(page)).joins().open("/house").send("/evenings/import/keep", sent).code


def tables(page: Page) -> dict[str, str]:
    """The code of a table of each game, with a hand dealt."""
    found = {}
    for key, game in shelf().items():
        options = dict(game.opening.given or {})
        players = max(min(4, (game.players or (2, 4))[1]), (game.players or (2, 4))[0])
        if players > 4:
            continue
        if options.get("partners", 1) == 2:
            options["sides"] = [[FOUR[0], FOUR[2]], [FOUR[1], FOUR[3]]]
        found[key] = lays(page, {"game": game.game.key, "options": options}, players)
    for key, (questions, players) in DESCRIBED.items():
        worked = {"questions": questions, "scores": " + ".join(one["key"] for one in questions)}
        found[key] = lays(page, {"game": "points-game", "options": {"name": "Ours", "worked": worked}}, players)
    for key, game in catalogue().items():
        if not key.startswith("loto") and key not in ("points-game", "house-game"):
            phone = Phone(Asking(page)).lays(*FOUR, game=game.title)
            if any(words.startswith("Deal") for words in phone.buttons):
                phone.press("Deal")
            found[key] = phone.code
    return found


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE, ON_ITS_SIDE], ids=["phone", "small phone", "on its side"])
def test_no_key_of_a_hand_needs_scrolling_and_no_two_look_alike(device: Device, size: dict[str, int]) -> None:
    page, faults = device(size), []
    page.goto("/")
    for key, code in tables(page).items():
        page.goto(f"/t/{code}")
        faults += [f"{key}: two keys are {face}" for face in page.evaluate(ALIKE)]
        if key == "bridge":
            page.locator("#asking .choice", has_text="Whose side held").locator("label", has_text="Ann").tap()
        if key not in LONGER or size is PHONE:
            faults += [f"{key}: {part}" for part in page.evaluate(OUT_OF_SIGHT)]
    assert not faults, "\n".join(faults)
