"""No page breaks a rule of WCAG 2.2 AA that a program can check, in either theme."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import PHONE, TABLET, Device, lay, tap
from tests.browser.test_for_every_hand import PAGES

pytestmark = pytest.mark.xdist_group("browser")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def broken(page: Page) -> list[str]:
    """The rules that a page breaks, with the places."""
    answer = Axe().run(page, options={"runOnly": {"type": "tag", "values": RULES}}).response
    assert len(answer["passes"]) > 5, "the rules were held against something"
    return [
        f"{page.url.partition('/t/')[2] or page.url}: {rule['id']}: {place['html'][:110]}"
        for rule in answer["violations"]
        for place in rule["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_page_of_a_table_breaks_a_rule(device: Device, theme: str) -> None:
    page = device(PHONE, color_scheme=theme)
    page.goto("/lay")
    faults = broken(page)
    code = lay(page, "Ann", "Ben", "Cleo", "Dan")
    tap(page, "Deal hand 1")
    tap(page, "Nobody: spoilt")
    tap(page, "Deal hand 2")
    for path in PAGES:
        page.goto(f"/t/{code}{path}")
        faults += broken(page)
    page.goto("/")
    assert faults + broken(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_picture_of_a_game_breaks_a_rule(device: Device, theme: str) -> None:
    page = device(TABLET, color_scheme=theme)
    faults = []
    for game in ("Pope Joan", "Snip-Snap-Snorum", "Spin", "Loto"):
        code = lay(page, "Ann", "Ben", "Cleo", "Dan", game=game)
        faults += broken(page)
        if game != "Loto":
            tap(page, "Deal hand 1")
            faults += broken(page)
        if game == "Pope Joan":
            page.goto(f"/t/{code}?move=out&player=Ann")
            faults += broken(page)
    assert faults == []
