"""Loto cards in people's hands: printed and scanned, typed in, given out, followed on the own phone."""

import io
import re

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from companion.loto.rules.box import BOXES
from tests.browser.conftest import EVERY_SIZE, Device, follow, lay, on_paper, printed, tap
from tests.browser.test_for_every_hand import found

A4 = {"width": 794, "height": 1123}
TWO_DIGITS = [[10, 20, 30, 40, 50], [11, 21, 31, 41, 51], [12, 22, 32, 42, 90]]

OVERFLOWS = """() => [...document.querySelectorAll('.printed')].filter(card => {
  const [own, sheet] = [card, card.parentElement].map(of => of.getBoundingClientRect());
  const inside = own.left >= sheet.left && own.right <= sheet.right && own.bottom <= sheet.bottom;
  return !inside || card.scrollHeight > card.clientHeight || card.scrollWidth > card.clientWidth;
}).length"""

ANN = "Anncards 7 and 12 · for when somebody else calls"


def numbers(card: Locator) -> list[list[int]]:
    """The numbers of a card as it is drawn."""
    return [[int(text) for text in row.locator("b").all_inner_texts()] for row in card.locator("tr").all()]


def rows_of_cells(page: Page) -> list[list[int]]:
    """How far down each cell of a card begins, row by row."""
    tops = "row => [...row.cells].map(cell => Math.round(cell.getBoundingClientRect().top))"
    return [row.evaluate(tops) for row in page.locator(".loto-card").first.locator("tr").all()]


def marked(page: Page) -> set[int]:
    return {int(text) for text in page.locator("td.drawn b").all_inner_texts()}


@pytest.mark.parametrize(("per", "sheets"), [(6, 4), (2, 12)])
def test_the_printed_sheet_fits_its_paper_and_its_codes_open_the_cards(device: Device, per: int, sheets: int) -> None:
    page = device(A4, device_scale_factor=2)
    page.goto(f"/cards/print?box=24&per={per}")
    on_paper(page)
    assert page.evaluate(OVERFLOWS) == 0
    assert printed(page)[1] == sheets
    assert not page.get_by_role("button", name="Print").is_visible()
    first = page.locator(".sheet").first
    for number, card in enumerate(first.locator(".printed").all(), 1):
        assert f"№ {number}" in card.inner_text()
        assert numbers(card) == [sorted(row) for row in BOXES[24][number]]
    read = zxingcpp.read_barcodes(Image.open(io.BytesIO(first.screenshot())))
    paths = sorted(re.sub(r"http://[^/]+", "", code.text) for code in read)
    assert paths == [f"/cards/24/{number}" for number in range(1, per + 1)]
    phone = device()
    phone.goto(paths[-1])
    assert numbers(phone.locator(".loto-card")) == [sorted(row) for row in BOXES[24][per]]


def test_a_card_is_typed_digit_by_digit_and_taken_by_its_name(device: Device) -> None:
    page = device()
    page.goto("/cards/own/new")
    expect(page.locator("input:focus")).to_have_count(1)
    page.keyboard.type("".join(str(number) for row in TWO_DIGITS for number in row)[:-2] + "49")
    page.keyboard.type("Grandma's 1")
    page.keyboard.press("Enter")
    expect(page.locator(".refused")).to_have_text("42 and 49 belong in the same column: they can't be in one row.")
    expect(page.locator("[aria-invalid]")).to_be_focused()
    page.wait_for_function(
        "() => { const { value, selectionStart, selectionEnd } = document.activeElement;"
        " return value.slice(selectionStart, selectionEnd) === '49'; }"
    )
    page.keyboard.type("90")
    page.keyboard.press("Enter")
    page.wait_for_url("**/cards/own#1")
    expect(page.get_by_role("link", name="Grandma's 1")).to_be_visible()
    assert numbers(page.locator(".loto-card")) == TWO_DIGITS
    lay(page, "Ann", "Ben", "Cleo", game="Loto")
    follow(page, "Cards")
    page.get_by_role("link", name=re.compile("Ben")).click()
    page.locator("summary", has_text="Our own cards").click()
    page.locator("label.tap", has_text="Grandma's 1").click()
    page.get_by_role("button", name="Ben takes these of our own").click()
    expect(page.locator(".players .row", has_text="Ben")).to_contain_text("Grandma's 1")


def test_cards_are_given_out_by_tapping_and_a_double_tap_asks_nobody_twice(device: Device) -> None:
    page = device()
    code = lay(page, "Ann", "Ben", "Cleo", game="Loto")
    follow(page, "Cards")
    page.get_by_role("link", name=re.compile("Ann")).click()
    for number in ("7", "12"):
        page.locator(".pick .tap").filter(has_text=re.compile(rf"^\s*{number}\s*$")).click()
    page.get_by_role("button", name="Ann takes these").dblclick()
    expect(page.get_by_role("heading", name="Which cards does Ben take?")).to_be_visible()
    expect(page.locator(".held-by")).to_have_text(["7Ann", "12Ann"])
    expect(page.locator(".ignore-taps")).to_have_count(0)
    page.get_by_role("button", name="2 cards").click()
    expect(page.locator(".players .row")).to_have_text([ANN, r"Bencards 1 and 2", r"Cleocards 3 and 4"])
    page.goto(f"/t/{code}")
    tap(page, "Undo")
    follow(page, "Cards")
    expect(page.locator(".players .row")).to_have_text([ANN, r"Benno card", r"Cleono card"])


def test_the_own_cards_and_a_scanned_one_follow_the_caller(device: Device) -> None:
    caller, ben, scanned = device(), device(), device()
    code = lay(caller, "Ann", "Ben", "Cleo", game="Loto", covered_by="app")
    caller.goto(f"/t/{code}/cards")
    caller.get_by_role("button", name="2 cards").click()
    expect(caller.locator(".players .row").nth(2)).to_contain_text("cards 5 and 6")
    ben.goto(f"/t/{code}/me")
    ben.get_by_role("button", name="Ben").click()
    follow(ben, "Cards")
    follow(ben, "My cards")
    scanned.goto(f"/t/{code}")
    scanned.goto("/cards/24/3")
    expect(scanned.locator("figcaption")).to_have_text("Ben's card")
    for page in (ben, scanned):
        expect(page.locator("body.is-live")).to_be_attached()
    caller.goto(f"/t/{code}")
    tap(caller, "Deal")
    out: set[int] = set()
    for drawn in range(1, 13):
        tap(caller, "Draw")
        out.add(int(caller.locator(".called").inner_text().split()[-1]))
        assert len(out) == drawn
    for page in (ben, scanned):
        expect(page.locator(".just-drawn")).to_contain_text("12 of the 90 numbers are out.")
    on = [{number for row in BOXES[24][card] for number in row} for card in (3, 4)]
    for page, card in ((ben, on[0] | on[1]), (scanned, on[0])):
        expect(page.locator("td.drawn")).to_have_count(len(out & card))
        assert marked(page) == out & card
    tap(caller, "Undo")
    expect(ben.locator(".just-drawn")).to_contain_text("is taken back: uncover it.")
    expect(ben.locator(".just-drawn b")).to_have_text(re.compile(r"\d+$"))


def test_a_drawn_number_is_marked_by_more_than_a_colour(device: Device) -> None:
    page = device()
    code = lay(page, "Ann", "Ben", "Cleo", game="Loto", covered_by="app")
    page.goto(f"/t/{code}/cards")
    page.get_by_role("button", name="6 cards").click()
    expect(page.locator(".players .row").nth(2)).to_contain_text("18")
    page.goto(f"/t/{code}")
    tap(page, "Deal")
    tap(page, "Draw")
    number = int(page.locator(".called").inner_text().split()[-1])
    card = next(card for card, rows in BOXES[24].items() if number in {n for row in rows for n in row})
    page.goto(f"/cards/24/{card}")
    cell = page.locator("td.drawn")
    expect(cell).to_have_text(f"{number} is drawn")
    shape = "cell => { const s = getComputedStyle(cell, '::before'); return [s.content, s.borderRadius]; }"
    assert cell.evaluate(shape) == ['""', "50%"], "a counter lies on it"
    assert [len(set(row)) for row in rows_of_cells(page)] == [1, 1, 1], "and the card is as it was"


@pytest.mark.parametrize("viewport", EVERY_SIZE)
def test_every_page_of_the_cards_can_be_read_and_tapped(device: Device, viewport: dict[str, int]) -> None:
    page = device(viewport)
    page.goto("/cards/own/new")
    expect(page.locator("input:focus")).to_have_count(1)
    page.keyboard.type("".join(str(number) for row in TWO_DIGITS for number in row))
    page.keyboard.type("The red card of my great-grandmother 1")
    page.keyboard.press("Enter")
    page.wait_for_url("**/cards/own#1")
    long = "Maximiliana Featherstonehaugh-Cholmondel"
    code = lay(page, "Ann", long, "Cleo", game="Loto")
    page.goto(f"/t/{code}/cards?player={long}")
    page.locator(".pick .tap").first.click()
    page.get_by_role("button", name=f"{long} takes these").first.click()
    expect(page.locator(".held-by")).to_contain_text([long])
    page.goto(f"/t/{code}/me")
    page.get_by_role("button", name=long).click()
    page.wait_for_url(f"**/t/{code}")
    faults = []
    for path in (
        *("/cards", "/cards?box=18", "/cards/24/1", "/cards/print?per=2", "/cards/print?per=6"),
        *("/cards/own", "/cards/own/new", "/cards/own/1"),
        *(f"/t/{code}/cards", f"/t/{code}/cards?player=Ann", f"/t/{code}/cards/mine"),
    ):
        page.goto(path)
        faults += [f"{path}: {fault}" for fault in found(page)]
    assert faults == []
