"""Loto with words: chosen by a tap, read on the ball, the board, the wall and the cards, said by a voice; a race."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.loto.web.words import our_lists
from tests.browser.conftest import PHONE, SMALL_PHONE, TABLET, Device, takes_the_pencil
from tests.browser.test_access import broken
from tests.browser.test_loto import VOICE
from tests.browser.test_the_wall import CUT, OFF_THE_SCREEN, SCROLLS, TELEVISION
from tests.tools.house import laid

ANIMALS = our_lists()["en-animals"]
BROKEN_WORDS = """() => [...document.querySelectorAll('.word')].filter(word => word.checkVisibility()
  && !word.textContent.includes(' ') && word.getClientRects().length > 1).map(word => word.textContent)"""
"""The words of one part that stand on two lines."""
BELOW_THE_FOLD = """() => [...document.querySelectorAll('.ninety button')]
  .filter(place => place.getBoundingClientRect().bottom > innerHeight).length"""


@pytest.fixture
def code(tmp_path: Path) -> str:
    """A table at which numbers come out of a real bag, and the first to answer covers them."""
    taken = [{"move": "cards", "player": name, "numbers": [card]} for name, card in (("Ben", 1), ("Cleo", 2))]
    moves = [*taken, {"move": "deal"}, {"move": "drawn", "number": 42}]
    options = {"drawn_by": "bag", "race": True}
    return laid(tmp_path, {"game": "loto", "options": options, "moves": moves}, ["Ann", "Ben", "Cleo"])


def chooses_animals(page: Page, code: str) -> None:
    page.goto(f"/t/{code}/loto/words")
    page.get_by_role("button", name="Animals").click()
    expect(page.locator(".called .word")).to_have_text(ANIMALS.said(42))
    page.wait_for_load_state()


def test_words_are_chosen_called_and_answered(device: Device, code: str) -> None:
    page = takes_the_pencil(device(TABLET), code)
    page.add_init_script(VOICE)
    page.reload()
    assert page.evaluate(BELOW_THE_FOLD) == 0, "the board of numbers is whole"
    chooses_animals(page, code)
    assert page.evaluate(BELOW_THE_FOLD) == 0, "the board of words is whole"
    assert page.evaluate(BROKEN_WORDS) == []
    ben = device(SMALL_PHONE)
    ben.goto(f"/t/{code}/me")
    ben.get_by_role("button", name="Ben").click()
    page.get_by_role("button", name=ANIMALS.said(5), exact=False).first.click()
    page.wait_for_function("word => window.heard.some(said => said.text === word)", arg=f"{ANIMALS.said(5)}.")
    ben.get_by_role("button", name=ANIMALS.said(5), exact=True).click()
    expect(ben.get_by_text("You answered first: cover it.")).to_be_visible()
    expect(page.locator(".answers")).to_have_text("1. Ben")
    assert ben.evaluate(BROKEN_WORDS) == []
    assert broken(ben) == []


def test_the_wall_and_the_cards_show_the_words_whole(device: Device, code: str) -> None:
    chooses_animals(takes_the_pencil(device(PHONE), code), code)
    wall = device(TELEVISION)
    wall.goto(f"/t/{code}/wall")
    assert [wall.evaluate(fault) for fault in (OFF_THE_SCREEN, CUT, BROKEN_WORDS)] == [[], [], []]
    assert wall.evaluate(SCROLLS) == [0, 0]
    assert broken(wall) == []
    wall.goto("/cards/print?words=en-animals&per=6")
    assert wall.evaluate(BROKEN_WORDS) == []
