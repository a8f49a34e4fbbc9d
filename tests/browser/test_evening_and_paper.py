"""The picture of the evening and the printed sheet, as a real browser draws them."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import A4, EVERY_SIZE, EVERY_THEME, LETTER, Asking, Device, follow, lay, on_paper, printed
from tests.tools.phone import Phone

OVERLAPPING = """() => {
  const boxes = [...document.querySelectorAll('.ends text')].map(label => label.getBoundingClientRect());
  const meet = (one, other) => one.top < other.bottom - 4 && other.top < one.bottom - 4;
  return boxes.filter((one, place) => boxes.slice(place + 1).some(other => meet(one, other))).length;
}"""

CONTRASTS = """() => {
  const linear = part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  const shade = colour => {
    const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map(part => linear(part / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const paper = shade(getComputedStyle(document.querySelector('.panel')).backgroundColor);
  return [...document.querySelectorAll('.ends g')].map(label => shade(getComputedStyle(label).color))
    .map(line => (Math.max(line, paper) + 0.05) / (Math.min(line, paper) + 0.05));
}"""


def an_evening(page: Page, players: int = 4) -> str:
    """A table where two hands were spoilt and one was won; gives its address."""
    names = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Grace", "Hugo", "Ivy", "Jack"][:players]
    return "/t/" + lay(page, *names, pressed=["Deal", "Nobody", "Deal", "Nobody", "Deal", "Cleo"])


@pytest.mark.parametrize("viewport", EVERY_SIZE)
@pytest.mark.parametrize("theme", EVERY_THEME)
def test_ten_lines_have_labels_that_can_be_read(device: Device, viewport: dict[str, int], theme: str) -> None:
    page = device(viewport, color_scheme=theme)
    page.goto(an_evening(page, 10) + "/evening")
    expect(page.locator(".ends text")).to_have_count(10)
    assert page.evaluate(OVERLAPPING) == 0
    assert min(page.evaluate(CONTRASTS)) >= 4.5
    plot, label = page.locator(".plot").first.bounding_box(), page.locator(".ends text").first.bounding_box()
    assert plot
    assert label
    assert plot["x"] + plot["width"] < label["x"]
    assert plot["width"] > 150


def test_a_name_is_tapped_to_follow_its_line(device: Device) -> None:
    page = device()
    page.goto(an_evening(page) + "/evening")
    thin = page.locator(".curve .trace").nth(1).evaluate("line => getComputedStyle(line).strokeWidth")
    follow(page, "Ben")
    thick = page.locator(".curve.followed .trace").evaluate("line => getComputedStyle(line).strokeWidth")
    assert float(thick.removesuffix("px")) > float(thin.removesuffix("px"))
    expect(page.locator(".ends .followed")).to_contain_text("Ben")


@pytest.mark.parametrize("path", ["/paper", "/evening"])
def test_paper_is_black_on_white_and_as_large_as_the_printers_also_from_a_dark_phone(device: Device, path: str) -> None:
    page = device(color_scheme="dark")
    page.goto(an_evening(page) + path)
    if path != "/evening":
        expect(page.get_by_role("button", name="Print")).to_be_visible()
    on_paper(page, "dark")
    expect(page.locator(".bar")).to_be_hidden()
    assert page.get_by_role("button").count() == 0
    shown = page.locator("td").first.evaluate(
        "cell => [getComputedStyle(cell).color, getComputedStyle(document.querySelector('.panel')).backgroundColor]"
    )
    assert shown == ["rgb(0, 0, 0)", "rgba(0, 0, 0, 0)"]
    for paper in (A4, LETTER):
        sides = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", printed(page, paper)[0])[0]
        assert [float(side) * 2.54 / 72 for side in sides] == pytest.approx(paper, abs=0.05)


def test_an_evening_of_24_hands_is_two_pages_and_its_journal_one(device: Device) -> None:
    page = device()
    at = "/t/" + lay(page, "Ann", "Ben", "Cleo", "Dan", pressed=["Deal", "Ben", "Deal", "Cleo"] * 12)
    for path, pages in (("/evening", 2), ("/journal", 1)):
        page.goto(at + path)
        assert [printed(page, paper)[1] for paper in (A4, LETTER)] == [pages, pages], path
    page.goto(at + "/evening")
    page.set_viewport_size({"width": 186 * 96 // 25, "height": 269 * 96 // 25})
    on_paper(page)
    figure = page.locator(".chart").bounding_box()
    assert figure and figure["y"] + figure["height"] <= 269 * 96 / 25.4, "its chart stands on the first"


def test_an_empty_sheet_is_one_page(device: Device) -> None:
    page = device()
    for path in ("/paper?players=6", "/paper?players=25", an_evening(page, 10) + "/paper?empty=1"):
        page.goto(path)
        assert [printed(page, paper)[1] for paper in (A4, LETTER)] == [1, 1], path


def test_a_hand_of_loto_of_sixty_numbers_is_one_page(device: Device) -> None:
    page = device()
    phone = Phone(Asking(page)).lays("Ann", "Ben", "Cleo", game="Loto", drawn_by="bag")
    phone.open("cards").press("2 cards").open("").press("Deal")
    for number in range(1, 61):
        phone.press(str(number))
    page.goto(f"/t/{phone.code}/paper")
    expect(page.locator(".moves")).to_contain_text("58, 59, 60")
    assert printed(page)[1] == 1


def test_when_a_move_was_written_has_room_on_a_phone(device: Device) -> None:
    page = device()
    page.goto(an_evening(page) + "/paper")
    row = page.locator(".moves tbody tr").nth(1)
    what, written = row.locator("td").nth(1).bounding_box(), row.locator("td").nth(3).bounding_box()
    assert what
    assert written
    assert written["y"] >= what["y"] + what["height"] - 1, "it stands beneath what happened"
    assert written["width"] > 250
