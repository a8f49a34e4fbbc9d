"""A Loto night on every screen: its caller's phone and tablets, the television, the tablet that lies flat."""

from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.loto.rules.pack import pack
from companion.loto.web.claims import open_hand_number
from companion.store import Database, PendingClaim, Table, Tables
from tests.browser.conftest import PHONE, SMALL_PHONE, TABLET, Device, takes_the_pencil, tap
from tests.browser.test_loto_caller import followed
from tests.browser.test_the_wall import SCROLLS, TELEVISION
from tests.tools.house import laid

CARDS = pack("0" * 32, 120)
THINGS = {"row": "The ham", "two-rows": "The hamper", "card": "A bicycle"}
PROGRAMME = [[{"for": what, "thing": thing} for what, thing in THINGS.items()], [{"for": "early-five"}]]
UPRIGHT = {"width": 820, "height": 1180}
OFF_THE_SCREEN = """() => [...document.querySelectorAll('.called, .prizes-shown li, .check-card input, [data-draw]'
    + ', article.checked h2, article.checked .claim')]
  .filter(part => { const box = part.getBoundingClientRect(), top = document.elementFromPoint(
      box.left + box.width / 2, box.top + box.height / 2);
    return part.checkVisibility() && !(part.contains(top) || top?.contains(part)); })
  .map(part => part.textContent.trim())"""
"""What the caller needs for a check and doesn't see: its middle is off the screen, or something lies on it."""


@pytest.fixture
def code(tmp_path: Path) -> str:
    """A night on whose first round card 7 has a row."""
    moves = [
        {"move": "give", "first": 1, "last": 60}, {"move": "give", "first": 61, "last": 66, "to": "Finn"},
        {"move": "deal"}, *({"move": "drawn", "number": number} for number in CARDS[7][0]),
    ]  # fmt: skip
    return laid(tmp_path, {"game": "loto-hall", "options": {"programme": PROGRAMME}, "moves": moves}, ["Caller"])


def checks(page: Page, card: int) -> None:
    """The number of a card is typed on the keys of the page where it has some, else on the device's."""
    if page.locator(".digits").is_visible():
        for digit in str(card):
            page.locator(f"[data-digit='{digit}']").click()
    else:
        page.locator(".check-card input[name=card]").fill(str(card))
    tap(page, "Check")
    expect(page.locator("article.checked h2").first).to_contain_text(f"Card {card}")


def test_a_check_is_in_sight_on_every_screen_of_the_caller(device: Device, code: str) -> None:
    page = takes_the_pencil(device(), code)
    for screen in (PHONE, SMALL_PHONE, TABLET, UPRIGHT):
        page.set_viewport_size(screen)  # type: ignore[arg-type]
        page.goto(f"/t/{code}")
        assert (page.evaluate(SCROLLS), page.evaluate(OFF_THE_SCREEN)) == ([0, 0], []), screen
        checks(page, 64)
        expect(page.locator(".claim.false")).to_contain_text("Card 64 doesn't have a row yet")
        assert (page.evaluate(SCROLLS), page.evaluate(OFF_THE_SCREEN)) == ([0, 0], []), screen
        tap(page, "Go on")
        checks(page, 7)
        expect(page.locator(".claim b")).to_have_text("A row: right")
        assert (page.evaluate(SCROLLS), page.evaluate(OFF_THE_SCREEN)) == ([0, 0], []), screen
        tap(page, "Don't give it")


def test_the_television_tells_of_a_check_its_prize_and_the_list_at_the_end(device: Device, code: str) -> None:
    page, wall = takes_the_pencil(device(TABLET), code), followed(device, f"/t/{code}/wall", TELEVISION)
    flat = followed(device, f"/t/{code}/overhead", TABLET)
    expect(wall.locator(".call h1")).to_contain_text("round 1 of 2")
    expect(wall.locator(".tiles li").nth(1)).to_contain_text("the nearest wants")
    checks(page, 7)
    expect(wall.locator(".tiles .checked")).to_contain_text("The ham")
    expect(wall.locator(".tiles .checked")).to_contain_text("Card 7")
    page.locator("[name=who]").fill("Eve")
    tap(page, "To card 7: The ham")
    expect(wall.locator(".winner-name")).to_contain_text("Eve")
    expect(wall.locator(".winning .out")).to_have_count(5)
    assert wall.evaluate(SCROLLS) == [0, 0]
    card, tiles = (wall.locator(part).bounding_box() for part in (".winning", ".tiles"))
    assert card and tiles and card["y"] + card["height"] <= tiles["y"], "the prizes lie on the card that won"
    tap(page, "Draw")
    expect(wall.locator(".tiles .taken")).to_contain_text("card 7, on")
    assert wall.evaluate(SCROLLS) == [0, 0]
    expect(flat.locator(".ninety").first).to_be_attached()
    assert flat.evaluate(SCROLLS) == [0, 0]
    page.get_by_role("link", name="Leave a prize out").click()
    page.get_by_role("button", name="Two rows (The hamper)").click()
    expect(page.locator(".prizes-shown .passed")).to_contain_text("The hamper")
    tap(page, "Undo")
    expect(page.locator(".prizes-shown .passed")).to_have_count(0)


def test_with_thirty_claims_the_card_just_typed_and_the_award_are_in_sight(
    device: Device, tmp_path: Path, code: str
) -> None:
    with closing(Database(tmp_path)) as database:
        Tables(database).change(code, many_claims)
    page = takes_the_pencil(device(), code)
    for screen in (TABLET, {"width": 1024, "height": 768}, PHONE):
        page.set_viewport_size(screen)  # type: ignore[arg-type]
        page.goto(f"/t/{code}")
        expect(page.locator("[data-caller]")).to_have_attribute("data-claims", "1")
        expect(page.get_by_text("30 claims are false.")).to_have_count(1)
        checks(page, 64)
        expect(page.locator("article.checked h2").first).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="To card 7: The ham")).to_be_in_viewport(ratio=1)
        tap(page, "Go on")
        tap(page, "Put all aside")
        tap(page, "Bring back what was put aside: 30")


def many_claims(now: Table) -> Table:
    """Thirty phones claim falsely, and card 7 well."""
    hand = open_hand_number(now.journal)
    cards = [*range(10, 40), 7]
    return now.with_beside(claims=[PendingClaim(hand, "1", card=card, device=str(card), out=5) for card in cards])
