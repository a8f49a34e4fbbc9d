"""A tablet that lies flat among people is the only device of the evening: all is tapped on it, nothing elsewhere."""

import time
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.conftest import ANSWERED, TABLET, Device, lay, middle
from tests.browser.test_access import broken
from tests.browser.test_the_table_from_above import label, overlapping

SMALL_TABLET = {"width": 1024, "height": 600}
BIG_TABLE = {"width": 1920, "height": 1080}
NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fred", "Gina", "Hugo", "Ida", "Jack"]


NEVER_CLOSES = """window.waits = [];
  const later = setTimeout;
  window.setTimeout = (does, delay) => delay === 2500 ? (window.waits.push(delay), -1) : later(does, delay);"""
"""Notes when a button that was opened would be closed by itself, and leaves it open: a busy machine may be late."""


def laid_flat(page: Page, *players: str, game: str = "Spoil-Five") -> str:
    """A table that this device laid, and shows lying flat."""
    code = lay(page, *players, game=game)
    page.goto(f"/t/{code}/overhead")
    expect(page.locator("body.is-live")).to_be_attached()
    return code


def in_the_middle(page: Page, words: str) -> Locator:
    """What is tapped in the middle, on the card of a question or on the near side."""
    return page.locator(":is(.together:visible, .caption:not(.far)) summary.play", has_text=words)


def of(page: Page, player: str, words: str) -> Locator:
    """What a player taps on the own name card."""
    return label(page, player).locator("summary.play", has_text=words)


def twice(page: Page, button: Locator) -> None:
    """Tap at one place twice, and wait until the answer is there; once more where a busy machine took too long."""
    before = page.locator("#table").get_attribute("data-version")
    for _ in range(5):
        if page.locator("#table").get_attribute("data-version") == before:  # no answer came late
            x, y = middle(button)
            page.touchscreen.tap(x, y)
            page.wait_for_timeout(200)
            page.touchscreen.tap(x, y)
        with suppress(TimeoutError):
            page.wait_for_function(ANSWERED, arg=before, timeout=3000)
            return
    raise AssertionError("nothing was written")


def entries(page: Page) -> int:
    """How many entries the journal has that the page shows."""
    return int((page.locator("#table").get_attribute("data-seen") or "").split()[0])


@pytest.mark.core
def test_an_evening_of_spoil_five_is_tapped_through_to_the_settlement(device: Device) -> None:
    page = device(TABLET)
    laid_flat(page, *NAMES[:4])
    for hand, winner in enumerate(["Cleo", "", "Ben"], 1):
        twice(page, in_the_middle(page, f"Deal hand {hand}"))
        if winner:
            twice(page, of(page, winner, "I take the pool"))
        else:
            twice(page, in_the_middle(page, "Nobody: spoilt"))
    twice(page, in_the_middle(page, "Undo"))
    twice(page, of(page, "Dan", "I take the pool"))
    expect(label(page, "Dan").locator(".part")).to_contain_text("take 14 from the pool")
    twice(page, in_the_middle(page, "Finish the game"))
    page.locator(".caption:not(.far)").get_by_role("link", name="Settle up").tap()
    expect(page.locator(".payments")).to_contain_text("Dan")


def test_an_evening_of_pope_joan_is_tapped_through_to_the_settlement(device: Device) -> None:
    page = device(TABLET)
    laid_flat(page, *NAMES[:4], game="Pope Joan")
    twice(page, in_the_middle(page, "Deal hand 1"))
    expect(label(page, "Ann").locator(".part")).to_contain_text(
        "put 1 Intrigue, 1 Ace, 1 King, 1 Queen, 1 Jack, 1 Game"
    )
    expect(label(page, "Ben").locator(".part")).to_contain_text("add 3 to Pope")
    twice(page, of(page, "Cleo", "K"))
    expect(of(page, "Ben", "K")).to_have_count(0)
    twice(page, of(page, "Cleo", "Q"))
    expect(label(page, "Cleo").locator(".part")).to_contain_text("take")
    label(page, "Ben").get_by_role("link", name="I'm out").tap()
    for name in ("Ann", "Cleo", "Dan"):
        page.locator(f".place:visible label:has([name='cards_left:{name}'][value='2'])").tap()
    twice(page, in_the_middle(page, "Write it down"))
    own = page.locator(".place:visible", has=page.locator(".name", has_text="Ben"))
    expect(own.locator(".part")).to_contain_text("from Game")
    twice(page, in_the_middle(page, "Finish the game"))
    page.locator(".caption:not(.far)").get_by_role("link", name="Settle up").tap()
    expect(page.locator(".payments")).to_contain_text("Dan")


def test_a_sleeve_writes_nothing(device: Device) -> None:
    page = device(TABLET)
    laid_flat(page, *NAMES[:4])
    twice(page, in_the_middle(page, "Deal hand 1"))
    before = entries(page)
    button = of(page, "Ann", "I take the pool")
    page.evaluate(
        "() => { window.turns = 0;"
        " document.addEventListener('toggle', ({ target }) => { window.turns += target.matches('.sure'); }, true); }"
    )
    button.tap()
    page.wait_for_function("() => window.turns === 2")  # it opens, and closes by itself
    expect(page.locator(".sure[open]")).to_have_count(0)
    x, y = middle(button)
    arm, lay_there = page.context.new_cdp_session(page), time.time()

    def touched(kind: str, *points: tuple[float, float]) -> None:
        arm.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    touched("touchStart", (x, y))  # it lies there
    page.wait_for_timeout(700)  # longer than a tap
    touched("touchEnd")
    touched("touchStart", (x - 40, y))  # it brushes along, to and fro
    for way in (-20, 0, 20, 40, 0, -40):
        touched("touchMove", (x + way, y))
    touched("touchEnd")
    touched("touchStart", (x, y), (x + 30, y))  # two fingers at once
    touched("touchEnd")
    for moment in (0.0, 0.05):  # it trembles: faster than any finger taps again, by the clock of the events
        for kind in ("mousePressed", "mouseReleased"):
            sent = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1, "timestamp": lay_there + moment}
            arm.send("Input.dispatchMouseEvent", sent)
    page.reload()
    assert entries(page) == before


def test_the_second_tap_comes_from_keys_as_well(device: Device) -> None:
    """Keys have as long as they like."""
    page = device(TABLET)
    page.add_init_script(NEVER_CLOSES)
    laid_flat(page, *NAMES[:3])
    button = in_the_middle(page, "Deal hand 1")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Tap again: Deal hand 1")).to_be_focused()
    assert page.evaluate("window.waits") == []
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_contain_text("I take the pool")
    expect(page.locator(".sure[open]")).to_have_count(0)


def test_it_plays_without_scripts(device: Device) -> None:
    page = device(TABLET, java_script_enabled=False)
    code = lay(page, *NAMES[:3])
    page.goto(f"/t/{code}/overhead")
    in_the_middle(page, "Deal hand 1").tap()
    page.locator(".again:visible").tap()
    of(page, "Ben", "I take the pool").tap()
    page.locator(".again:visible").tap()
    expect(label(page, "Ben").locator(".part")).to_have_text("take 7 from the pool")
    assert page.url.endswith("/overhead")


@pytest.mark.parametrize(
    "game",
    ["Pope Joan", *(pytest.param(game, marks=pytest.mark.thorough) for game in ("Spoil-Five", "Snip-Snap-Snorum"))],
)
def test_no_card_lies_on_another(device: Device, game: str) -> None:
    page = device(TABLET)
    for players in (3, 8) if game == "Pope Joan" else (2, 5, 7, 10):
        laid_flat(page, *NAMES[:players], game=game)
        twice(page, in_the_middle(page, "Deal hand 1"))
        for viewport in (TABLET, SMALL_TABLET, BIG_TABLE):
            page.set_viewport_size(viewport)  # type: ignore[arg-type]
            assert overlapping(page) == [], (players, viewport)
        assert broken(page) == []
    page.goto(f"{page.url}/moves")
    assert broken(page) == []


def test_a_form_is_turned_to_the_side_that_asks(device: Device) -> None:
    page = device(TABLET)
    code = lay(page, *NAMES[:4], game="Bridge")
    page.goto(f"/t/{code}/overhead")
    for side, turned in (("", "none"), (".far", "180deg")):
        page.locator(f".caption{side or ':not(.far)'}").get_by_role("link", name="Hand played").tap()
        expect(page.locator("body")).to_have_css("rotate", turned)
        page.locator(".back").tap()
        expect(page.locator(".place:visible").first).to_be_visible()


def test_what_a_hand_asks_faces_who_was_tapped_else_the_dealer_and_is_turned_by_a_tap(device: Device) -> None:
    page = device(TABLET)
    code = lay(page, *NAMES[:5], game="Pope Joan", pressed=["Deal"])
    card = page.locator(".together:visible")
    for name, edge in (("Ben", "left"), ("Cleo", "far"), ("Eve", "right")):
        page.goto(f"/t/{code}/overhead")
        label(page, name).get_by_role("link", name="I'm out").tap()
        expect(card).to_have_attribute("data-wide", edge)
        expect(card).to_have_css("rotate", "none" if edge == "left" else "180deg")
    lay(page, *NAMES[:4], game="Farmer", pressed=["Deal"])
    page.goto(f"{page.url}/overhead")
    for edge in ("near", "left", "far"):
        expect(card).to_have_attribute("data-wide", edge)
        assert overlapping(page) == []
        card.get_by_role("button", name="Turn the question").tap()
    expect(card).to_have_css("writing-mode", "vertical-rl")
    twice(page, in_the_middle(page, "Undo"))
    twice(page, in_the_middle(page, "Deal hand 1"))
    expect(card).to_have_attribute("data-wide", "right")


def test_a_slow_second_tap_counts_and_a_ring_empties_meanwhile(device: Device) -> None:
    page = device(TABLET)
    page.add_init_script(NEVER_CLOSES)
    laid_flat(page, *NAMES[:4])
    button = in_the_middle(page, "Deal hand 1")
    x, y = middle(button)
    page.touchscreen.tap(x, y)
    again = "document.querySelector('.sure[open] .again')"
    page.wait_for_function(f"() => parseFloat(getComputedStyle({again}).getPropertyValue('--left')) < 40")
    assert page.evaluate("window.waits") == [2500]
    page.touchscreen.tap(x, y)
    expect(page.locator("#table")).to_contain_text("put 3 into the pool")


def test_tricks_are_said_at_the_seats_that_made_them(device: Device) -> None:
    page = device(TABLET)
    laid_flat(page, *NAMES[:3], game="Twenty-five")
    twice(page, in_the_middle(page, "Deal hand 1"))
    for name, tricks in (("Ann", 1), ("Ben", 4)):
        page.locator(f".place:visible label:has([name='won:{name}'][value='{tricks}'])").tap()
    expect(page.locator(".outcome:visible")).to_contain_text("Ben")
    twice(page, in_the_middle(page, "Write it down"))
    expect(label(page, "Ben").locator(".balance")).not_to_have_text("0")


@pytest.mark.parametrize("scripts", [True, False], ids=["", "without JavaScript"])
def test_everybody_says_a_part_of_the_hand_at_the_own_seat(device: Device, scripts: bool) -> None:
    page = device(TABLET, java_script_enabled=scripts)
    code = lay(page, *NAMES[:4], game="Earl of Coventry", pressed=["Deal"])
    page.goto(f"/t/{code}/overhead")
    for name, cards in (("Ann", 3), ("Ben", 2), ("Dan", 1)):
        page.locator(f".place:visible [name='cards_left:{name}']").fill(f"{cards}")
    out = page.locator(".place:visible [name=player][value=Cleo]")
    if scripts:
        expect(out).to_be_checked()
        expect(page.locator(".outcome:visible")).to_contain_text("Cleo +6")
    else:
        out.check(force=True)
    if scripts:
        twice(page, in_the_middle(page, "Write it down"))
    else:
        in_the_middle(page, "Write it down").tap()
        page.locator(".again:visible").tap()
    expect(label(page, "Cleo").locator(".balance")).to_have_text("+6")
    assert page.url.endswith("/overhead")
