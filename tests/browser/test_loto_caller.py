"""The caller's screen never scrolls with 24 players, and every other screen hears of what happens on it."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, SMALL_PHONE, TABLET, Device, takes_the_pencil, tap
from tests.browser.test_device import NOT_SECURE
from tests.browser.test_the_light import asleep, awake
from tests.browser.test_the_wall import SCROLLS, TELEVISION
from tests.tools.house import laid

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", *(f"Player {number}" for number in range(6, 25))]
ASIDE = {"width": 844, "height": 390}
SCREENS = [SMALL_PHONE, PHONE, ASIDE, TABLET, {"width": 1024, "height": 768}, {"width": 820, "height": 1180}]
OFF_THE_SCREEN = """() => [...document.querySelectorAll(
    '.called, .ten > *, [data-draw], [data-call-start], .top nav > *, .panel > .claims > .claim:not(.false)')]
  .filter(part => { const box = part.getBoundingClientRect(), top = document.elementFromPoint(
      box.left + box.width / 2, box.top + box.height / 2);
    return part.checkVisibility() && !(part.contains(top) || top?.contains(part)); })
  .map(part => part.textContent.trim())"""
"""What the caller needs and doesn't see whole: its middle is off the screen, or something lies on it."""
NO_LOCK = NOT_SECURE + "; delete Navigator.prototype.wakeLock"
FILM = "[data-keeps-awake]"


@pytest.fixture
def code(tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """A hand of quarters in which Ben has a row; or of the second method."""
    key, drawn_by = request.param
    cards = [{"move": "cards", "player": name, "numbers": [at]} for at, name in enumerate(NAMES[1:], 1)]
    if key != "loto":
        return laid(tmp_path, {"game": key, "moves": cards[:3]}, NAMES[1:4])
    options = {"prizes": "quarters", "drawn_by": drawn_by}
    out = [{"move": "drawn", "number": number} for number in (90, 5, 11, 33, 50, 76)]
    return laid(tmp_path, {"game": key, "options": options, "moves": [*cards, {"move": "deal"}, *out]}, NAMES)


def followed(device: Device, path: str, viewport: dict[str, int]) -> Page:
    page = device(viewport)
    page.goto(path)
    expect(page.locator("body.is-live")).to_be_attached()
    return page


@pytest.mark.parametrize("code", [("loto", "app"), ("loto", "bag")], indirect=True, ids=["app", "bag"])
def test_all_that_the_caller_needs_is_in_sight_with_24_players(device: Device, code: str) -> None:
    page = takes_the_pencil(device(PHONE), code)
    for claims in (0, 1, 2):
        if claims:
            page.locator("details:has(#claims)").evaluate("asks => { asks.open = true; }")
            page.locator("#claims").get_by_role("button", name=("Ben", "Eve")[claims - 1]).click()
            expect(page.locator(".claims > div")).to_have_count(claims)
        for screen in SCREENS:
            page.set_viewport_size(screen)  # type: ignore[arg-type]
            assert (page.evaluate(SCROLLS), page.evaluate(OFF_THE_SCREEN)) == ([0, 0], []), (claims, screen)
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    for button in ("Pay Ben", "Undo"):
        tap(page, button)
        expect(page.locator(".strip")).to_contain_text("Ben")
        for screen in SCREENS:
            page.set_viewport_size(screen)  # type: ignore[arg-type]
            assert page.evaluate(OFF_THE_SCREEN) == [], (button, screen)


@pytest.mark.parametrize("code", [("loto", "app")], indirect=True)
def test_what_is_taken_back_paid_or_paused_is_told_on_every_screen(device: Device, code: str) -> None:
    page = takes_the_pencil(device(TABLET), code)
    wall, phone = followed(device, f"/t/{code}/wall", TELEVISION), followed(device, f"/t/{code}", SMALL_PHONE)
    flat = followed(device, f"/t/{code}/overhead", TABLET)
    expect(wall.locator(".join")).to_contain_text(code)
    tap(page, "Undo")
    for screen in (page, wall, phone, flat):
        expect(screen.locator(".taken-back, .announced").last).to_have_text("76 is taken back: uncover it.")
    tap(page, "Draw")
    expect(wall.locator(".ball.coming")).to_be_visible()
    for screen in (page, wall, phone, flat):
        expect(screen.locator(".taken-back, .announced")).to_have_count(0)
    page.get_by_role("button", name="Keep drawing").click()
    page.get_by_role("button", name="Pause").click()
    expect(wall.locator(".announced")).to_have_text("A short break")
    page.get_by_role("button", name="Keep drawing").click()
    expect(wall.locator(".announced")).to_have_count(0)


@pytest.mark.parametrize("code", [("loto", "app")], indirect=True)
def test_a_claim_made_refused_undone_and_made_again_is_told_on_every_screen(device: Device, code: str) -> None:
    page, ben = takes_the_pencil(device(TABLET), code), device(SMALL_PHONE)
    ben.goto(f"/t/{code}/me?scanned")
    ben.get_by_role("button", name="Ben", exact=True).click()
    wall, flat = followed(device, f"/t/{code}/wall", TELEVISION), followed(device, f"/t/{code}/overhead", TABLET)
    claim = ben.get_by_role("button", name="I have a row!")

    def told(claims: int, word: str = "Ben has a row on card 1.") -> None:
        for screen in (page, ben, wall, flat):
            expect(screen.locator("#table").get_by_text(word)).to_have_count(claims)

    claim.tap()
    told(1)
    tap(page, "Not this one")
    told(0)
    expect(ben.get_by_text("Your claim of a row was refused.")).to_be_visible()
    claim.tap()
    told(1)
    tap(ben, "Withdraw it")
    told(0)
    ben.context.set_offline(True)
    claim.tap()
    expect(ben.get_by_text("Not sent yet: I have a row!")).to_be_visible()
    told(0)
    ben.context.set_offline(False)
    told(1)
    tap(page, "Pay Ben")
    expect(wall.locator(".winner-name")).to_contain_text("Ben")
    asleep(ben)
    tap(page, "Undo")
    awake(ben)
    told(1)
    tap(page, "Not this one")
    told(0)
    asleep(ben)
    awake(ben)
    claim.tap()
    told(1)


@pytest.mark.parametrize("code", [("loto-drawings", "app")], indirect=True)
def test_the_ten_of_a_drawing_come_one_by_one_and_then_what_they_bring(device: Device, code: str) -> None:
    page = takes_the_pencil(device(TABLET), code)
    wall = followed(device, f"/t/{code}/wall", TELEVISION)
    tap(page, "Deal hand 1")
    page.locator(".pace").get_by_role("button", name="1", exact=True).click()
    tap(page, "Draw ten")
    for screen, balls, brought in ((wall, ".ten-balls li", ".tiles"), (page, ".holes li", ".earned")):
        expect(screen.locator(balls).nth(1)).to_have_css("opacity", "1")
        assert screen.locator(balls).last.evaluate("ball => getComputedStyle(ball).opacity") == "0"
        assert screen.locator(brought).evaluate("part => getComputedStyle(part).opacity") == "0"
    tap(page, "All at once")
    for screen in (page, wall):
        expect(screen.locator(".holes li, .ten-balls li").last).to_have_css("opacity", "1")
        expect(screen.locator(".earned, .tiles")).to_have_css("opacity", "1")
    tap(page, "Undo")
    for screen in (page, wall):
        expect(screen.get_by_text("The drawing is taken back: uncover its numbers.").last).to_be_visible()


@pytest.mark.parametrize("code", [("loto", "app")], indirect=True)
def test_over_plain_http_a_film_that_a_tap_begins_keeps_the_screen_on(device: Device, code: str) -> None:
    page = device(TABLET)
    page.add_init_script(NO_LOCK)
    takes_the_pencil(page, code)
    expect(page.locator("[data-awake=on]")).to_have_attribute("hidden", "")
    page.get_by_role("button", name="Keep drawing").click()
    expect(page.locator(FILM)).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-awake=on]")).not_to_have_attribute("hidden", "")
    film = page.locator(FILM).evaluate("film => [film.muted, film.loop, film.volume]")
    assert film == [False, False, 1], "Safari lets the screen go dark for any other"
    for moment in ("> 2.5", "< 2"):
        page.wait_for_function(f"() => document.querySelector('{FILM}').currentTime {moment}")
    page.locator(FILM).evaluate("film => film.pause()")
    expect(page.locator("[data-awake=on]")).to_have_attribute("hidden", "")


@pytest.mark.parametrize("code", [("loto", "app")], indirect=True)
def test_where_the_film_does_not_play_that_is_said_before_the_first_number(device: Device, code: str) -> None:
    page = device(TABLET)
    page.add_init_script(NO_LOCK + "; HTMLMediaElement.prototype.play = async () => { throw new Error('refused'); }")
    takes_the_pencil(page, code)
    for _ in range(6):
        tap(page, "Undo")
    note = page.locator("[data-film-note]")
    expect(note).to_contain_text("until you start calling")
    page.get_by_role("button", name="Keep drawing").click()
    expect(note).to_have_text("This screen can't be kept on here, and may go dark while you call.")
    expect(page.locator("[data-drawn='0']")).to_be_visible()
    page.get_by_role("button", name="Keep drawing").click()
    expect(page.locator("[data-drawn='1']")).to_be_visible()
    expect(page.locator(FILM)).to_have_count(0)
