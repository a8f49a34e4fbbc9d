"""The wall: read at four metres, nothing scrolls or is cut, it follows a hand to its end and keeps it."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.loto.rules.box import BOXES
from tests.browser.conftest import PHONE, TABLET, Device, takes_the_pencil, tap
from tests.browser.test_access import broken
from tests.browser.test_for_every_hand import found
from tests.tools.house import laid

TELEVISION = {"width": 1920, "height": 1080}
WIDE = [
    TELEVISION,
    {"width": 1280, "height": 720},
    TABLET,
    {"width": 1024, "height": 768},
    {"width": 844, "height": 390},
    {"width": 3840, "height": 2160},
]
"""Every screen on which nothing scrolls."""
READ_AT_FOUR_METRES = 47
"""Pixels of 30 mm on 55 inches of 1920 by 1080."""
CARDS = {"Ben": 1, "Maximiliana Featherstonehaugh-Cholmondel": 2, "Dan": 3}
OPTIONS = {"prizes": "quarters", "stake": 8, "drawn_by": "bag"}

FIGURE = """selector => { const said = getComputedStyle(document.querySelector(selector));
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = `${said.fontWeight} ${said.fontSize} ${said.fontFamily}`;
  return pen.measureText('8').actualBoundingBoxAscent; }"""
OFF_THE_SCREEN = """() => [...document.querySelectorAll('.call > *, .tiles li, .boards > *, .boards span')]
  .filter(part => part.checkVisibility())
  .map(part => [part.className + ' ' + part.textContent.trim().slice(0, 20), part.getBoundingClientRect()])
  .filter(([, box]) => box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
  .map(([name]) => name)"""
CUT = """() => [...document.querySelectorAll('.ninety span, .winning .line span, .tiles b')]
  .filter(part => part.checkVisibility() && !part.closest('.sr'))
  .filter(part => part.clientWidth && part.scrollWidth > part.clientWidth + 1)
  .map(part => part.textContent)"""
OVERLAPPING = """() => { const parts = [...document.querySelectorAll('.call > *, .tools > *')]
    .filter(part => part.checkVisibility()).map(part => [part.className || part.tagName, part.tagName === 'H1'
      ? [...part.children].map(words => words.getBoundingClientRect()) : [part.getBoundingClientRect()]]);
  const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  return parts.flatMap(([name, boxes], place) => parts.slice(place + 1)
    .filter(([, others]) => boxes.some(box => others.some(other => meet(box, other))))
    .map(([other]) => `${name} lies on ${other}`)); }"""
SCROLLS = """() => [document.documentElement.scrollWidth - innerWidth,
  document.documentElement.scrollHeight - innerHeight]"""


def numbers(rows: int) -> list[int]:
    """The numbers of card 1, row by row, after some that others have."""
    return [90, 66, 54, *(number for row in BOXES[24][1][:rows] for number in row)]


def played(rows: int, *, paid: int) -> dict[str, Any]:
    """A hand of quarters in which so many rows of Ben's card are out, and so many prizes are paid."""
    moves: list[dict[str, Any]] = [{"move": "cards", "player": name, "numbers": [card]} for name, card in CARDS.items()]
    drawn: list[dict[str, Any]] = [{"move": "drawn", "number": number} for number in numbers(rows)]
    paying: dict[str, Any] = {"move": "claim", "by": [{"player": "Ben", "card": 1}]}
    claims = [paying | {"prize": prize} for prize in ("row", "two-rows", "card")]
    moves += [{"move": "deal"}, *drawn[:-1], *claims[: min(paid, 2)], drawn[-1], *claims[2:paid]]
    return {"game": "loto", "options": OPTIONS, "moves": moves}


def faults(page: Page) -> list[str]:
    """What scrolls, lies on something else, is cut or not on the screen."""
    scrolls = page.evaluate(SCROLLS)
    said = page.evaluate(OFF_THE_SCREEN) + page.evaluate(CUT) + page.evaluate(OVERLAPPING)
    return [*said, *([f"scrolls by {scrolls}"] if max(scrolls) > 0 else [])]


@pytest.fixture
def code(tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """A table with a hand as the test wants it, by default with Ben's card complete and two prizes paid."""
    return laid(tmp_path, getattr(request, "param", None) or played(3, paid=2), ["Ann", *CARDS])


def test_a_hand_to_its_end_on_a_television_a_tablet_and_a_phone(device: Device, code: str) -> None:
    caller = takes_the_pencil(device(TABLET), code)
    walls = [device(screen) for screen in (TELEVISION, TABLET, PHONE)]
    for wall in walls:
        wall.goto(f"/t/{code}/wall")
        expect(wall.locator("body.is-live")).to_be_attached()
        expect(wall.locator(".ball")).to_have_text("Number 74")
        expect(wall.locator(".before li").first).to_have_text("56")
        expect(wall.locator(".tiles .taken")).to_have_count(2)
    caller.get_by_text("Somebody claims").click()
    caller.locator("#claims").get_by_role("button", name="Ben").click()
    for wall in walls:
        expect(wall.locator(".claimed")).to_contain_text("Ben has all of card 1.")
        assert [fault for fault in faults(wall) if wall is not walls[2]] == []
    tap(caller, "Pay Ben")
    for wall in walls:
        expect(wall.locator(".winning")).to_contain_text("Ben · card 1")
        expect(wall.locator(".winning .out")).to_have_count(15)
        expect(wall.locator(".tiles .taken")).to_have_count(3)
        assert found(wall) == [] and broken(wall) == []
    walls[0].reload()
    expect(walls[0].locator(".winning .out")).to_have_count(15)
    tap(caller, "Deal hand 2")
    for wall in walls:
        expect(wall.locator(".ninety .out")).to_have_count(0)
        expect(wall.locator(".winning")).to_have_count(0)


def test_the_board_is_read_at_four_metres_and_nothing_scrolls(device: Device, code: str) -> None:
    page = device(TELEVISION)
    page.goto(f"/t/{code}/wall")
    assert page.evaluate(FIGURE, ".ninety span") >= READ_AT_FOUR_METRES
    assert page.evaluate(FIGURE, ".ninety .out") >= READ_AT_FOUR_METRES
    assert page.evaluate(FIGURE, ".ball > span") >= 5 * READ_AT_FOUR_METRES
    for screen in WIDE:
        page.set_viewport_size(screen)  # type: ignore[arg-type]
        assert faults(page) == [], screen
    assert broken(page) == []


@pytest.mark.parametrize("code", [played(3, paid=3)], indirect=True)
def test_the_card_that_won_has_room_on_every_screen(device: Device, code: str) -> None:
    page = device(TELEVISION)
    page.goto(f"/t/{code}/wall")
    assert page.evaluate(FIGURE, ".winning .line span") >= READ_AT_FOUR_METRES / 2
    for screen in WIDE:
        page.set_viewport_size(screen)  # type: ignore[arg-type]
        assert faults(page) == [], screen


DRAWN: dict[str, Any] = {
    "game": "loto-drawings",
    "moves": [
        *({"move": "cards", "player": name, "numbers": [card]} for name, card in CARDS.items()),
        {"move": "deal"},
        {"move": "drawing", "numbers": [5, 11, 33, 22, 43, 2, 10, 57, 55, 1]},
    ],
}


@pytest.mark.parametrize("code", [DRAWN], indirect=True)
def test_a_drawing_has_room_on_every_screen(device: Device, code: str) -> None:
    page = device(TELEVISION)
    page.goto(f"/t/{code}/wall")
    expect(page.locator(".ten-balls li")).to_have_count(10)
    for screen in WIDE:
        page.set_viewport_size(screen)  # type: ignore[arg-type]
        assert faults(page) == [], screen
    assert broken(page) == []


def test_the_numbers_are_looked_up_in_their_order_and_stay_so(device: Device, code: str) -> None:
    page = device(TABLET)
    page.goto(f"/t/{code}/wall")
    page.get_by_title("In the order called").click()
    shown = page.locator(".in-order li")
    expect(shown.first).to_be_visible()
    assert [said.split() for said in shown.all_inner_texts()] == [
        [f"{place}.", str(number)] for place, number in enumerate(numbers(3), 1)
    ]
    expect(page.locator(".ninety")).to_be_hidden()
    assert faults(page) == []
    caller = takes_the_pencil(device(PHONE), code)
    caller.locator(".ninety button", has_text="87").click()
    expect(shown).to_have_count(len(numbers(3)) + 1)
    expect(shown.last).to_be_visible()


def test_it_is_led_to_from_the_table_and_from_the_tablet_that_lies_flat(device: Device, code: str) -> None:
    page = device(PHONE)
    for path in (f"/t/{code}/follow", f"/t/{code}/overhead"):
        page.goto(path)
        page.get_by_role("link", name="TV view").click()
        page.wait_for_url(f"**/t/{code}/wall")
    page.get_by_title("Back to the table").click()
    page.wait_for_url(f"**/t/{code}")
