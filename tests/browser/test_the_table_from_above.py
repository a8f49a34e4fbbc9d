"""The tablet lies flat in the middle: nothing overlaps, nothing scrolls, names are dragged, it follows live."""

import re
from collections.abc import Iterable, Iterator
from html import unescape
from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, SMALL_PHONE, TABLET, Asking, Device, follow, lay, middle, tap
from tests.browser.engines import ENGINE
from tests.browser.kinds import saying_most
from tests.browser.sheets import HANDS
from tests.tools.phone import CHOICES, Phone
from tests.tools.quick import app_over

UPRIGHT = {"width": 820, "height": 1180}
NARROW = {"width": 768, "height": 1024}
TABLETS = [(1024, 768), (1280, 800), (768, 1024), (800, 1280)]
"""The broadest and the narrowest that people have, across and upright."""
FIRST = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fred", "Gina", "Hugo", "Ida", "Jack"]
NAMES = [*FIRST, *(f"Neighbour {letter}" for letter in "KLMNOPQRSTUVWXY")]
LONG = "Maximiliana Featherstonehaugh-Cholmondel"

A_PIXEL = 1
"""WebKit lays what is turned round on whole pixels, so that each of two may be half of one from its place."""
BOXES = """() => [...document.querySelectorAll(
    '.place, .picture svg, .together, .caption, .tool, .arranging .middle > *')]
  .filter(label => label.checkVisibility({ visibilityProperty: true }))
  .map(label => {
    const boxes = [label, ...label.querySelectorAll('.said')].map(part => part.getBoundingClientRect());
    const box = { left: Math.min(...boxes.map(({ left }) => left)), top: Math.min(...boxes.map(({ top }) => top)),
      right: Math.max(...boxes.map(({ right }) => right)), bottom: Math.max(...boxes.map(({ bottom }) => bottom)) };
    return [label.title || label.textContent.trim().slice(0, 30), box];
  })"""
SCROLLS = """() => [document.documentElement, document.querySelector('.overhead'), document.querySelector('.middle')]
  .map(box => [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight])"""


CUT = """() => [...document.querySelectorAll('.place .who .name')].filter(name => name.checkVisibility())
  .filter(name => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 1)
  .map(name => name.textContent)"""


CUT_OFF = """() => {
  const texts = document.createTreeWalker(document.querySelector(".overhead"), NodeFilter.SHOW_TEXT), cut = [];
  while (texts.nextNode()) {
    const around = texts.currentNode.parentElement, words = texts.currentNode.textContent.trim();
    const isShown = around.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!words || !isShown || around.closest(".sr, svg, select")) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const box = range.getBoundingClientRect();
    for (let frame = around; frame; frame = frame.parentElement) {
      const style = getComputedStyle(frame), isRoot = frame === document.documentElement;
      if (style.clipPath !== "none") break;
      if (style.overflow === "visible" && !isRoot) continue;
      const edge = isRoot ? new DOMRect(0, 0, innerWidth, innerHeight) : frame.getBoundingClientRect();
      const over = Math.max(edge.left - box.left, edge.top - box.top, box.right - edge.right, box.bottom - edge.bottom);
      if (over > 1.5) cut.push(`${words} by ${over.toFixed(0)} px`);
    }
  }
  return cut;
}"""
"""The texts of which a part is cut off, by what they stand in or by the screen."""


def amiss(page: Page) -> list[str]:
    """What is cut off or lies on something else, on any tablet either way."""
    faults = []
    for width, height in TABLETS:
        page.set_viewport_size({"width": width, "height": height})
        found = [*page.evaluate(CUT_OFF), *overlapping(page)]
        faults += [f"{width}x{height}: {fault}" for fault in found]
    return faults


def overlapping(page: Page) -> list[str]:
    """What lies on something else, or not wholly on the screen."""
    boxes, faults = page.evaluate(BOXES), []
    screen = page.evaluate("({ width: innerWidth, height: innerHeight })")
    for name, box in boxes:
        if box["left"] < 0 or box["top"] < 0 or box["right"] > screen["width"] or box["bottom"] > screen["height"]:
            faults.append(f"{name} is off the screen: {box}")
    for (one, a), (other, b) in combinations(boxes, 2):
        wide = min(a["right"], b["right"]) - max(a["left"], b["left"])
        high = min(a["bottom"], b["bottom"]) - max(a["top"], b["top"])
        if wide > A_PIXEL and high > A_PIXEL:
            faults.append(f"{one} lies on {other} by {wide:.0f}x{high:.0f}")
    return faults


@pytest.mark.parametrize(
    ("players", "game"),
    [(3, "Spoil-Five"), (6, "Pope Joan"), (8, "Uno"), (10, "Spoil-Five"), (25, "Loto")],
)
def test_nothing_overlaps_and_nothing_scrolls(device: Device, players: int, game: str) -> None:
    host = device(TABLET)
    names = NAMES[:players] if players > 10 or game == "Uno" else [*NAMES[: players - 1], LONG]
    code = lay(host, *names, game=game)
    if game not in ("Loto", "Uno"):
        tap(host, "Deal hand 1")
    host.goto(f"/t/{code}/overhead")
    for viewport in (TABLET, UPRIGHT, NARROW, PHONE, SMALL_PHONE):
        host.set_viewport_size(viewport)  # type: ignore[arg-type]
        expect(host.locator(".place:visible")).to_have_count(players)
        assert overlapping(host) == [], viewport
        assert host.evaluate(SCROLLS) == [[0, 0]] * 3, viewport
        if players <= 10:
            assert set(host.evaluate(CUT)) <= {LONG}, viewport


@pytest.mark.parametrize(
    "language", ["en", *(pytest.param(other, marks=pytest.mark.thorough) for other in ("de", "fr"))]
)
def test_no_part_of_any_game_is_cut_off(device: Device, tmp_path: Path, language: str) -> None:
    """Of each kind of part in the game that says most there."""
    with app_over(tmp_path / "read") as app:
        pages = {game: [*seen.values()] for game, seen in from_above(Phone(app), CHOICES, language)}
    page, faults = device(TABLET), list[str]()
    for game, seen in from_above(Phone(Asking(page)), saying_most(pages), language):
        for path in seen:
            page.goto(path)
            faults += [f"{game}, {fault}" for fault in amiss(page)]
    assert faults == []


def test_nothing_lies_on_anything_after_a_hand_of_any_game(device: Device) -> None:
    page, faults = device(TABLET), list[str]()
    page.goto("/")
    for hand in {hand.game + str(hand.options.get("name")): hand for hand in HANDS.values()}.values():
        hand.ends(page)
        page.goto(f"{page.url}/overhead")
        for width, height in TABLETS:
            page.set_viewport_size({"width": width, "height": height})
            faults += [f"{hand.game}, {width}x{height}: {fault}" for fault in overlapping(page)]
    assert not faults, "\n".join(faults)


def from_above(phone: Phone, games: Iterable[str], language: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Each game from above, and what a seat opens there, by their addresses: a table of up to five, with a hand dealt
    where the cards are.
    """
    codes = {game: laid_by_as_many_as_may(phone, game) for game in games}
    phone.send("/language", {"language": language})
    for game, code in codes.items():
        table = f"/t/{code}/overhead"
        opens = re.findall(rf'href="({table}\?move=[^"]*)"', phone.open(table).text)
        yield game, {path: phone.open(path).text for path in (table, *map(unescape, opens[:1]))}


def laid_by_as_many_as_may(phone: Phone, game: str) -> str:
    for players in (5, 4, 3, 2):
        phone.lays(*NAMES[:players], game=game)
        if phone.response.status_code < 400:
            break
    if any(button.startswith("Deal") for button in phone.open("").buttons):
        phone.press("Deal")
    return phone.code


def test_long_names_are_read_to_their_end(device: Device) -> None:
    page = device(TABLET)
    names = [
        "Alexandra Wellington",
        "Alexandra Worthington",
        "Maximilian von Hohenberg",
        "Bob",
        "Jean-Christophe Dupont",
    ]
    code = lay(page, *names)
    page.goto(f"/t/{code}/overhead")
    for viewport in (TABLET, UPRIGHT):
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        expect(page.locator(".place:visible")).to_have_count(5)
        assert page.evaluate(CUT) == [], viewport


def test_there_is_room_to_say_what_is_missing(device: Device) -> None:
    page = device(TABLET)
    code = lay(page, *NAMES[:5], LONG)
    page.goto(f"/t/{code}/overhead/places?shape=tall")
    for viewport in (TABLET, UPRIGHT, PHONE, SMALL_PHONE):
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        assert overlapping(page) == [], viewport
        assert set(page.evaluate(CUT)) <= {LONG}
    page.get_by_role("button", name="Next edge").click()
    expect(page.get_by_role("alert")).to_have_text("Choose a name first, then move it.")
    assert overlapping(page) == []


def test_names_face_their_players(device: Device) -> None:
    page = device(TABLET)
    code = lay(page, *NAMES[:4])
    page.goto(f"/t/{code}/overhead")
    near, left, far, right = (box_of(page, name) for name in NAMES[:4])
    assert near["y"] > 600 and far["y"] < 100 and left["x"] < 100 and right["x"] > 1000
    for name, rotated, writing in [
        ("Ann", "none", "horizontal-tb"),
        ("Ben", "none", "vertical-rl"),
        ("Cleo", "180deg", "horizontal-tb"),
        ("Dan", "180deg", "vertical-rl"),
    ]:
        place = page.locator(".place", has_text=name)
        assert place.evaluate("place => [getComputedStyle(place).rotate, getComputedStyle(place).writingMode]") == [
            rotated,
            writing,
        ]


def test_it_follows_a_move_made_on_another_phone_and_says_it_politely(device: Device) -> None:
    host, middle = device(), device(TABLET)
    code = lay(host, *NAMES[:4])
    middle.goto(f"/t/{code}/overhead")
    expect(middle.locator("body.is-live")).to_be_attached()
    tap(host, "Deal hand 1")
    expect(label(middle, "Ann").locator(".part")).to_have_text("put 3 into the pool")
    tap(host, "Cleo")
    expect(label(middle, "Cleo").locator(".part")).to_have_text("take 9 from the pool")
    expect(label(middle, "Cleo").locator(".balance")).to_have_text("+7")
    expect(middle.get_by_role("img", name="0 in the pool")).to_be_visible()
    expect(middle.locator("[data-said]")).to_have_text("Cleo takes 9 from the pool.")


def test_a_name_is_dragged_to_where_its_player_sits_and_stays_there(device: Device) -> None:
    host, middle = device(TABLET), device(TABLET)
    code = lay(host, *NAMES[:4])
    middle.goto(f"/t/{code}/overhead")
    expect(middle.locator("body.is-live")).to_be_attached()
    host.goto(f"/t/{code}/overhead")
    follow(host, "Who sits where?")
    drag(host, label(host, "Ann"), 900, 40)
    expect(host.locator("[data-edge=far]")).to_contain_text("Ann")
    assert abs(middle_of(host, "Ann")[0] - 900) < 60, "where it was dropped"
    expect(middle.locator("[data-edge=far]")).to_contain_text("Ann")
    host.reload()
    assert abs(middle_of(host, "Ann")[0] - 900) < 60
    touch(host, label(host, "Ben"), 1150, 600)
    expect(host.locator("[data-edge=right]")).to_contain_text("Ben")
    assert abs(middle_of(host, "Ben")[1] - 600) < 60
    follow(host, "Done")
    expect(host.locator("[data-edge=right]")).to_contain_text("Ben")
    assert overlapping(host) == []


def test_names_dropped_on_each_other_lie_side_by_side(device: Device) -> None:
    page = device(UPRIGHT)
    code = lay(page, *NAMES[:6])
    page.goto(f"/t/{code}/overhead")
    follow(page, "Who sits where?")
    for number, name in enumerate(NAMES[:6], 1):
        drag(page, label(page, name), 410, 1160)
        expect(page.locator("[data-edge=near] .place")).to_have_count(number)
    follow(page, "Done")
    assert overlapping(page) == []


@pytest.mark.parametrize("scripts", [True, False], ids=["by keyboard", "without JavaScript"])
def test_a_name_is_moved_without_dragging(device: Device, scripts: bool) -> None:
    page = device(TABLET, java_script_enabled=scripts)
    code = lay(page, *NAMES[:4])
    page.goto(f"/t/{code}/overhead/places")
    page.get_by_role("radio", name="Ann").focus()
    page.keyboard.press("Space")
    before, sitting = middle_of(page, "Ann")[0], page.locator("[name=before]").input_value()
    page.get_by_role("button", name="One place on, clockwise").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[name=before]")).not_to_have_value(sitting)
    expect(page.get_by_role("radio", name="Ann")).to_be_checked()
    assert middle_of(page, "Ann")[0] < before - 40, "clockwise is to the left, at the near edge"
    page.get_by_role("button", name="Next edge").press("Enter")
    expect(page.locator("[data-edge=left]")).to_contain_text("Ann")


def test_nothing_moves_where_none_is_wanted(device: Device) -> None:
    host, middle = device(), device(TABLET, reduced_motion="reduce")
    code = lay(host, *NAMES[:4])
    middle.goto(f"/t/{code}/overhead")
    expect(middle.locator("body.is-live")).to_be_attached()
    tap(host, "Deal hand 1")
    expect(middle.locator(".overhead.counted")).to_be_attached()
    assert middle.evaluate("document.getAnimations().length") == 0


def test_it_fills_the_screen_where_it_can(device: Device) -> None:
    page = device(TABLET)
    code = lay(page, *NAMES[:4])
    page.goto(f"/t/{code}/overhead")
    page.get_by_role("button", name="Full screen").click()
    page.wait_for_function("() => document.fullscreenElement !== null")
    page.get_by_role("button", name="Full screen").click()
    page.wait_for_function("() => document.fullscreenElement === null")


def label(page: Page, name: str) -> Locator:
    """The visible label of a player."""
    return page.locator(".place:visible", has_text=name)


def box_of(page: Page, name: str) -> dict[str, float]:
    box = label(page, name).bounding_box()
    assert box
    return dict(box)


def middle_of(page: Page, name: str) -> tuple[float, float]:
    return middle(label(page, name))


def drag(page: Page, what: Locator, x: float, y: float, asks: str = "**/overhead/places") -> None:
    """Drags with a mouse, in a few steps, and waits for what the page asks then."""
    page.mouse.move(*middle(what))
    page.mouse.down()
    page.mouse.move(x, y, steps=5)
    settled(page, page.mouse.up, asks)


def touch(page: Page, what: Locator, x: float, y: float, asks: str = "**/overhead/places") -> None:
    """Drags with a finger, which only Chromium can be told of: elsewhere with the mouse."""
    if ENGINE != "chromium":
        drag(page, what, x, y, asks)
        return
    finger = page.context.new_cdp_session(page)
    at = dict(zip("xy", middle(what), strict=True))
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    for step in (0.3, 0.6, 1.0):
        on_the_way = {"x": at["x"] + (x - at["x"]) * step, "y": at["y"] + (y - at["y"]) * step}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [on_the_way]})
    settled(page, lambda: finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []}), asks)


def settled(page: Page, lets_go, asks: str) -> None:
    """Lets go of a name and waits for the page that answers."""
    with page.expect_response(asks):
        lets_go()
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)
