"""Loto on the tablet that lies flat among its players: drawn, claimed, paid and settled on it, on nothing else."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import TABLET, Device, takes_the_pencil
from tests.browser.test_access import broken
from tests.browser.test_the_table_from_above import label, overlapping
from tests.browser.test_the_table_that_plays import BIG_TABLE, SMALL_TABLET, in_the_middle, of, twice
from tests.tools.house import laid

ASIDE = {"width": 1024, "height": 768}
COVERED = """() => [...document.querySelectorAll('.ninety span')].filter(part => {
    const { left, top, width, height } = part.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return width && seen !== part; }).map(part => part.textContent)"""
"""The numbers of the board on which something lies, or that are cut."""
PLAYERS = ["Ann", "Ben", "Cleo", "Dan", "Eve"]


@pytest.fixture
def code(tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """A table whose players hold a card of other make each, at which people look."""
    game: dict[str, object] = {"game": request.param}
    if request.param == "loto":
        game["options"] = {"prizes": "quarters"}
    who = PLAYERS[1:] if request.param == "loto" else PLAYERS
    card = {"unseen": 1} if request.param == "loto" else {"numbers": [1]}
    game["moves"] = [
        {"move": "cards", "player": name, **(card if "unseen" in card else {"numbers": [number]})}
        for number, name in enumerate(who, 1)
    ]
    return laid(tmp_path, game, PLAYERS)


def flat(device: Device, code: str) -> Page:
    """The tablet that lies flat, with the pencil."""
    page = takes_the_pencil(device(TABLET), code)
    page.goto(f"/t/{code}/overhead")
    expect(page.locator("body.is-live")).to_be_attached()
    return page


@pytest.mark.parametrize("code", ["loto"], indirect=True)
def test_an_evening_of_loto_is_tapped_through_to_the_settlement(device: Device, code: str) -> None:
    page = flat(device, code)
    claims = page.locator(".claims")
    for hand, winner in ((1, "Ben"), (2, "Dan")):  # whose bag it is calls, and holds no card
        twice(page, in_the_middle(page, f"Deal hand {hand}"))
        twice(page, in_the_middle(page, "Draw"))
        expect(page.locator(".caption:not(.far) .calls li")).to_have_count(1)
        expect(page.locator(".caption:not(.far) .ninety .out")).to_have_count(1)
        twice(page, of(page, "Cleo", "A row!"))
        expect(claims).to_contain_text("Cleo claims a row")
        expect(claims).to_have_css("rotate", "180deg")
        for viewport in (ASIDE, TABLET):
            page.set_viewport_size(viewport)  # type: ignore[arg-type]
            assert page.evaluate(COVERED) == [], viewport
        assert hand == 2 or broken(page) == []
        if hand == 1:  # who sits at the same side claims, too: both can be read, and tapped
            twice(page, of(page, "Dan", "A row!"))
            expect(claims).to_have_count(2)
            one, other = (box for part in claims.all() if (box := part.bounding_box()))
            assert one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
            twice(page, claims.last.locator("summary", has_text="Not this one"))
        twice(page, claims.locator("summary", has_text="Not this one"))
        expect(claims).to_have_count(0)
        twice(page, of(page, winner, "The whole card!"))
        twice(page, claims.locator("summary", has_text=f"Pay {winner}"))
        expect(label(page, winner).locator(".part")).to_contain_text("take")
    twice(page, in_the_middle(page, "Finish the game"))
    page.locator(".caption:not(.far)").get_by_role("link", name="Settle up").tap()
    expect(page.locator(".payments")).to_contain_text("Dan")


@pytest.mark.parametrize("code", ["loto-drawings"], indirect=True)
def test_a_drawing_shows_its_ten_numbers_to_both_sides(device: Device, code: str) -> None:
    page = flat(device, code)
    twice(page, in_the_middle(page, "Deal hand 1"))
    twice(page, in_the_middle(page, "Draw ten"))
    expect(page.locator(".ten-balls .near li")).to_have_count(10)
    expect(page.locator(".ten-balls .far li")).to_have_count(10)
    for viewport in (TABLET, SMALL_TABLET, BIG_TABLE):
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        assert overlapping(page) == [], viewport
