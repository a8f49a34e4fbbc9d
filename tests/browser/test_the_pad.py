"""The score pad of a game of points: read on a phone, a flat tablet and a television, a tap leads to the hand."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import EVERY_THEME, PHONE, SMALL_PHONE, TABLET, Asking, Device, lay, takes_the_pencil
from tests.browser.test_taps import Held
from tests.tools.house import laid
from tests.tools.phone import Phone
from tests.web.table.test_boxes import fills

ON_ITS_SIDE = {"width": 844, "height": 390}
TELEVISION = {"width": 1920, "height": 1080}
NAMES = ["Ann", "Ben", "Cleo", "Maximiliana", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo"]
NAMES += ["Kim", "Leo", "Mia", "Ned", "Oliver", "Persephone"]
IN_SIGHT = """part => { const box = part.getBoundingClientRect();
  const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return part.contains(at) || (at && at.contains(part)); }"""
"""Whether the middle of something is on the screen, and nothing lies over it."""
CUT = """() => [...document.querySelectorAll('.pad td > a, .pad td:not(:has(a)), .pad th b')]
  .filter(part => part.scrollWidth > part.clientWidth + 1).map(part => part.textContent.trim())"""
IS_WHOLE = """pad => pad.scrollWidth <= pad.clientWidth
  && [...pad.querySelectorAll('.whose')].every(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
    scrollHeight <= clientHeight + 1 && scrollWidth <= clientWidth + 1)"""
"""Whether every column of a pad is seen, and every name whole."""
NOT_BELOW_ITS_NAME = """() => [...document.querySelectorAll('.pad tbody td')].filter(cell => {
  const box = cell.getBoundingClientRect(), name = document.querySelector('.pad thead tr').cells[cell.cellIndex];
  const { left, right } = name.getBoundingClientRect();
  return box.left < left - 1 || box.right > right + 1;
}).map(cell => cell.parentElement.innerText)"""
"""The rows of a pad in which a cell isn't below the name of its column."""
SCROLLS = "() => document.documentElement.scrollWidth - innerWidth"


def evening(players: int, hands: int, **options: Any) -> dict[str, Any]:
    """So many hands, in which the first player loses and the others win."""
    won = {name: 100 + place for place, name in enumerate(NAMES[1:players])}
    moves = [{"move": "deal"}, {"move": "scored", "points": {"Ann": -10, **won}}] * hands
    return {"game": "points-game", "options": {"name": "Wizard"} | options, "moves": moves}


@pytest.fixture
def code(tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """A table with a pad for so many players, of so many hands."""
    players, hands, *options = request.param
    return laid(tmp_path, evening(players, hands, **dict(options)), NAMES[:players])


def newest_in_sight(page: Page) -> bool:
    """Whether the newest hand, its number and the first total are seen, and no figure is cut."""
    rows = page.locator(".pad tbody tr:not(.next)")
    parts = [rows.last.locator("th"), rows.last.locator("td").first, page.locator(".pad thead b").first]
    assert page.evaluate(CUT) == [], page.viewport_size
    assert page.evaluate(SCROLLS) <= 0
    return all(part.evaluate(IN_SIGHT) for part in parts)


def test_the_sums_of_the_last_hand_are_lines_in_sight(device: Device, tmp_path: Path) -> None:
    """Gin, to its end: what came for the game and for the hands that were won."""
    (gin,) = json.loads(Path("tests/scoresheets/SHELF-gin.json").read_text("utf-8"))["games"]
    code, page = laid(tmp_path, gin, ["Ann", "Ben"]), device()
    for size, path in ((PHONE, ""), (SMALL_PHONE, ""), (TELEVISION, "/pad"), (PHONE, "/evening")):
        page.set_viewport_size(size)
        page.goto(f"/t/{code}{path}")
        expect(page.locator(".pad .end")).to_have_text(["Game", "Hands"])
        assert path == "/evening" or newest_in_sight(page), f"{size} {path}"


@pytest.mark.parametrize("names", [NAMES[:2], NAMES[:4], ["Maximiliana", "Persephone", "Bartholomew", "Wilhelmina"]])
@pytest.mark.parametrize("theme", EVERY_THEME)
def test_a_box_stands_under_its_players_name(device: Device, names: list[str], theme: str) -> None:
    page = device(SMALL_PHONE, color_scheme=theme)
    fills(phone := Phone(Asking(page)).lays(*names, game="Yahtzee"), *[("Yahtzee", 50)] * len(names))
    for size in (SMALL_PHONE, ON_ITS_SIDE):
        page.set_viewport_size(size)
        page.goto(f"/t/{phone.code}")
        expect(page.get_by_role("columnheader")).to_have_count(1 + len(names))
        assert page.evaluate(NOT_BELOW_ITS_NAME) == [], size
        assert page.evaluate(SCROLLS) <= 0, size


@pytest.mark.parametrize(
    "code", [pytest.param((2, 1), marks=pytest.mark.thorough), (6, 7), (10, 60), (16, 5)], indirect=True
)
@pytest.mark.parametrize("theme", EVERY_THEME)
def test_the_newest_hand_is_in_sight_everywhere(device: Device, code: str, theme: str) -> None:
    page = takes_the_pencil(device(PHONE, color_scheme=theme), code)
    for size, path in ((PHONE, ""), (SMALL_PHONE, ""), (TABLET, ""), (TABLET, "/overhead"), (TELEVISION, "/pad")):
        page.set_viewport_size(size)
        page.goto(f"/t/{code}{path}")
        assert newest_in_sight(page), f"{size} {path}"
        assert not path or page.locator(".pad").evaluate(IS_WHOLE), f"{size} {path}: a column is cut"
    page.set_viewport_size(SMALL_PHONE)
    page.goto(f"/t/{code}")
    page.locator(".pad").evaluate("pad => pad.scrollTo(9999, -9999)")
    assert page.locator(".pad tbody th").first.evaluate(IN_SIGHT), "the numbers of the hands stay beside them"
    assert page.locator(".pad thead b").last.evaluate(IN_SIGHT), "the totals stay above them"


@pytest.mark.parametrize("code", [(3, 2)], indirect=True)
def test_a_hand_is_written_without_a_deal_and_corrected_by_a_tap(device: Device, code: str) -> None:
    television = device(TELEVISION)
    television.goto(f"/t/{code}/pad")
    page = takes_the_pencil(device(PHONE), code)
    page.locator('[name="points:Ann"]').fill("40")
    expect(page.locator(".outcome")).to_have_text("Ann scores 40; Cleo leads with 202")
    page.get_by_role("button", name="Write it down").tap()
    expect(page.locator(".pad tbody tr").nth(2)).to_contain_text("+40 20")
    expect(television.locator(".pad tbody tr").nth(2)).to_contain_text("+40 20")
    page.locator(".pad tbody tr").nth(1).get_by_role("link").first.tap()
    expect(page.locator('[name="points:Ann"]')).to_have_value("-10")


@pytest.mark.parametrize("code", [(2, 0, ("sums", [0]))], indirect=True)
def test_what_fills_itself_in_is_turned_and_typed_over(device: Device, code: str) -> None:
    page = takes_the_pencil(device(PHONE), code)

    def press(*keys: str) -> None:
        for key in keys:
            page.locator(f'[data-key="{key}"]').tap()

    last = page.locator('[name="points:Ben"]')
    press("1", "0")
    expect(last).to_have_value("−10")
    press("next", "turn")
    expect(last).to_have_value("10")
    press("2", "5")
    expect(last).to_have_value("25")
    press("turn", "7")
    expect(last).to_have_value("−257")


def test_the_rows_of_a_phone_stand_where_they_stood_the_hand_before(device: Device) -> None:
    page = device(PHONE)
    phone = Phone(Asking(page)).lays("Ann", "Ben", "Cleo", "Dan", game="Points")
    tops = []
    for hand in range(3):
        page.goto(f"/t/{phone.code}")
        expect(page.locator(".pad tbody tr:not(.next)")).to_have_count(hand)
        tops.append(
            page.evaluate("[...document.querySelectorAll('.each > .row')].map(row => row.getBoundingClientRect().top)")
        )
        phone.press("Write it down", {"points:Ann": 20, "points:Ben": 6})
    assert len(tops[0]) == 4 and tops[0] == tops[1] == tops[2]


def test_what_is_tapped_while_an_answer_is_on_its_way_is_kept_or_said_not_to_be(device: Device) -> None:
    """It stays in a form that is open still; of a hand that is being written it comes too late."""
    page = device(PHONE)
    lay(page, "Ann", "Ben", game="Points")
    ann = page.locator('[name="points:Ann"]')
    ann.fill("7")
    held = Held(page, "**/moves/scored")
    ann.fill("7")
    page.get_by_role("button", name="Write it down").tap()
    page.locator('[data-key="3"]').tap()
    held.answers()
    expect(page.locator("[data-dropped]")).to_contain_text("Ann")
    expect(ann).to_have_value("")
    held = Held(page, "**/undo")
    page.get_by_role("button", name="Undo").tap()
    page.locator('[data-key="4"]').tap()
    held.answers()
    expect(page.locator(".pad tbody tr:not(.next)")).to_have_count(0)
    expect(ann).to_have_value("4")
    expect(page.locator(".outcome")).to_contain_text("Ann scores 4")


def test_a_page_that_is_loaded_again_goes_on_at_the_row_that_is_left(device: Device) -> None:
    page = device(PHONE)
    lay(page, "Ann", "Ben", game="Points")
    for key in "88":
        page.locator(f'[data-key="{key}"]').tap()
    page.reload()
    expect(page.locator('[name="points:Ann"]')).to_have_value("88")
    expect(page.locator('[name="points:Ben"]')).to_have_class("typed-in")
    page.locator('[data-key="1"]').tap()
    expect(page.locator('[name="points:Ann"]')).to_have_value("88")
    expect(page.locator('[name="points:Ben"]')).to_have_value("1")
