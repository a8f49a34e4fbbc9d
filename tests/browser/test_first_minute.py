"""The first minute: how many taps, words and seconds it takes to a hand, by four ways in; nothing moves meanwhile."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from attrs import define
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.conftest import PHONE, SMALL_PHONE, TABLET, Device, lay, scanned, sits_down
from tests.browser.test_the_door import GUEST
from tests.browser.test_two_thumbs import on_a_phones_line
from tests.tools.words import SPOKEN

FOUR = ("Ann", "Ben", "Cat", "Dan")
MOST_WORDS = {"en": 60, "de": 62, "fr": 70}
"""In sight on a new device; figures and signs are none."""
A_TAP, A_LETTER = 3.0, 0.3
"""Seconds in which somebody who never saw the page finds what to tap and taps it, and types a letter."""
IN_SIGHT = """() => { const said = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) { const text = walk.currentNode, held = text.parentElement, range = document.createRange();
    range.selectNodeContents(text);
    if (held.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !held.closest('.sr')
      && [...range.getClientRects()].some((at) => at.width > 1 && at.bottom > 0 && at.top < innerHeight))
      said.push(text.data); }
  return said.join(' '); }"""
MOVED = """window.moved = []; new PerformanceObserver((seen) => { for (const shift of seen.getEntries())
  if (!shift.hadRecentInput) window.moved.push(...shift.sources.map((source) => source.node?.outerHTML ?? ''));
  }).observe({ type: 'layout-shift', buffered: true });"""
"""Notes what moves by itself, which is what browsers tell that can."""
PIECE_BY_PIECE = 3000
"""Bytes a second at which a page comes in pieces."""
PAINTED_WHOLE = """performance.getEntriesByType('paint')[0].startTime
  >= performance.getEntriesByType('navigation')[0].domInteractive"""
"""Whether nothing of the page was shown before all of it had come."""


@define
class Walk:
    """One hand that goes the way on a phone that lies still."""

    page: Page
    taps: int = 0
    letters: int = 0

    def opens(self, path: str) -> None:
        self.page.add_init_script(MOVED)
        self.page.goto(path)

    def taps_on(self, target: Locator) -> None:
        """Taps what is in sight without scrolling, where it was when the page came."""
        expect(target).to_be_in_viewport(ratio=0.9)
        self.stands_still()
        target.tap()
        self.taps += 1

    def types(self, target: Locator, text: str) -> None:
        target.press_sequentially(text)
        self.letters += len(text)

    def stands_still(self) -> None:
        assert self.page.evaluate("window.moved") == []

    @property
    def seconds(self) -> float:
        """What a newcomer needs."""
        return self.taps * A_TAP + self.letters * A_LETTER


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name).first


def tile(page: Page, game: str) -> Locator:
    return page.locator(".tile").filter(has=page.get_by_text(game, exact=True)).first


def words_in_sight(page: Page) -> list[str]:
    return [word for word in page.evaluate(IN_SIGHT).split() if re.search(r"[^\W\d]", word)]


def deals(walk: Walk) -> None:
    walk.taps_on(button(walk.page, "Deal hand 1"))
    expect(walk.page.locator(".strip")).to_contain_text("Ann")


def test_a_newcomer_deals_within_a_minute_and_six_taps(device: Device) -> None:
    walk = Walk(device())
    walk.opens("/")
    walk.taps_on(tile(walk.page, "Spoil-Five"))
    expect(button(walk.page, "Start")).to_be_disabled()
    for name in FOUR:
        walk.types(walk.page.locator("[name=newcomer]"), name)
        walk.page.keyboard.press("Enter")
        sits_down(walk.page, name)
    expect(button(walk.page, "Start")).to_contain_text("4 players · 5 cards each")
    walk.taps_on(button(walk.page, "Start"))
    deals(walk)
    assert walk.taps <= 3 and walk.seconds < 60, "the tile, Start and Deal"


def test_nothing_moves_while_a_page_comes_over_a_slow_line(device: Device) -> None:
    page = device(TABLET)
    code = lay(page, *FOUR)
    page.add_init_script(MOVED)
    with on_a_phones_line(page, downloadThroughput=PIECE_BY_PIECE):
        page.goto(f"/t/{code}")
    expect(button(page, "Deal hand 1")).to_be_visible()
    assert page.evaluate("window.moved") == []
    assert page.evaluate(PAINTED_WHOLE)


@pytest.fixture
def family(device: Device) -> Walk:
    """People who finished a game of Spoil-Five here."""
    page = device()
    lay(page, *FOUR, pressed=("Deal", "Ben", "Finish"))
    walk = Walk(page)
    walk.opens("/")
    return walk


def test_a_known_family_plays_the_same_game_again_by_one_tap(family: Walk) -> None:
    family.taps_on(button(family.page, "Play again"))
    expect(button(family.page, "Deal hand 1")).to_be_visible()
    assert family.taps == 1
    deals(family)
    assert family.seconds < 20


def test_a_known_family_starts_another_game_with_three_taps(family: Walk) -> None:
    family.taps_on(family.page.get_by_role("link", name="Another game"))
    family.taps_on(tile(family.page, "Twenty-five"))
    family.taps_on(button(family.page, "Start"))
    expect(button(family.page, "Deal hand 1")).to_be_visible()
    assert family.taps == 3
    expect(family.page.locator("#table")).to_contain_text("Twenty-five")
    deals(family)
    assert family.seconds < 30


def test_a_guest_is_at_the_table_by_its_code_with_three_taps_and_by_its_square_with_one(device: Device) -> None:
    machine = device()
    code = lay(machine, *FOUR, pressed=("Deal",))
    walk = Walk(device(PHONE, extra_http_headers=GUEST))
    walk.opens("/")
    walk.taps_on(walk.page.get_by_role("link", name="Join a table"))
    walk.types(walk.page.get_by_label("The code of the table"), code)
    walk.taps_on(button(walk.page, "Go to the table"))
    walk.taps_on(button(walk.page, "Ben"))
    expect(walk.page.locator("#table")).to_contain_text("Spoil-Five")
    assert walk.taps == 3 and walk.seconds < 30
    machine.goto(f"/t/{code}/follow")
    walk = Walk(device(PHONE, extra_http_headers=GUEST))
    walk.opens(urlsplit(scanned(machine)).path + "?scanned")
    walk.taps_on(button(walk.page, "Cat"))
    expect(walk.page.locator("#table")).to_contain_text("Spoil-Five")
    assert walk.taps == 1 and walk.seconds < 10


@pytest.mark.parametrize("language", SPOKEN)
def test_the_first_page_of_a_new_device_has_few_words_and_games_without_scrolling(
    device: Device, language: str
) -> None:
    page = device(locale=language)
    page.goto("/")
    words = words_in_sight(page)
    assert len(words) <= MOST_WORDS[language], " ".join(words)
    for size, tiles in ((PHONE, 6), (SMALL_PHONE, 4), (TABLET, 6)):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        doors = page.locator(".doors").bounding_box()
        assert doors
        boxes = [box for tile in page.locator(".tiles .tile").all() if (box := tile.bounding_box())]
        assert len(boxes) == 6
        assert sum(box["y"] + box["height"] <= doors["y"] for box in boxes) >= tiles, size
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size


def test_typing_finds_games_without_asking_the_server_and_as_it_would(device: Device) -> None:
    page, plain = device(), device(java_script_enabled=False)
    for name, text in (("q", "whist"), ("q", "CHEMIN fer"), ("players", "7"), ("players", "10"), ("q", "none")):
        page.goto("/lay")
        with asks_nothing(page):
            if name == "q":
                page.get_by_role("searchbox", name="Find a game").fill(text)
            else:
                page.locator(f"[name=players][value='{text}']").check()
            found = page.locator(".gallery li:visible b").all_inner_texts()
        plain.goto(f"/lay?{name}={text}")
        assert found == plain.locator(".gallery li:visible b").all_inner_texts(), text
        expect(page.get_by_text("No game fits all of this.")).to_be_visible(visible=not found)


@contextmanager
def asks_nothing(page: Page) -> Iterator[None]:
    """In the block the page asks the server for pictures at most, and the browser for the icon of its tab."""
    requests: list[str] = []

    def note(request: Request) -> None:
        if request.resource_type != "image" and not request.url.endswith("/icon.svg"):
            requests.append(request.url)

    page.on("request", note)
    yield
    page.remove_listener("request", note)
    assert not requests


def test_a_game_is_found_and_chosen_by_keys_alone(device: Device) -> None:
    page = device()
    page.goto("/lay")
    page.get_by_role("searchbox", name="Find a game").focus()
    page.keyboard.type("pope")
    expect(page.locator(".gallery li:visible")).to_have_count(1)
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.tile')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/lay?game=pope-joan")
