"""A year of evenings on a phone: scrolled, searched while one types, and played again in one tap."""

from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.store import Database, Groups, Tables
from companion.store.database import FILE
from tests.browser.conftest import EVERY_SIZE, SMALL_PHONE, TABLET, Device, in_theme
from tests.browser.test_access import broken
from tests.browser.test_for_every_hand import SIDEWAYS, TOO_SMALL_TO_READ, TOO_SMALL_TO_TAP, found
from tests.tools.quick import furnish
from tests.tools.year import lay_year

EVENINGS = 50
STATISTICS = (
    "/statistics?year=all",
    "/statistics/person?name=Hugo&year=all",
    "/statistics/between?one=Ann&other=Hugo",
)
CUT_LABELS = """() => [...document.querySelectorAll('.course .ends text')]
  .filter(text => text.getBoundingClientRect().right > text.closest('.ends').getBoundingClientRect().right)
  .map(text => `${text.textContent} is cut`)"""
PEOPLE = ("/people", "/people/person?name=Ann", "/people/same?name=Ann", "/people/two?name=Ann")


@pytest.fixture(scope="module")
def whole_year(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The database of a household with evenings of all games, and a group."""
    database = Database(tmp_path_factory.mktemp("year"))
    tables = Tables(database)
    codes = lay_year(tables, EVENINGS)
    Groups(database).keep("Thursdays", tables.find(codes[-1]))
    database.close()
    return (database.folder / FILE).read_bytes()


@pytest.fixture
def year(tmp_path: Path, whole_year: bytes) -> None:
    """The house of these tests is that household."""
    (furnish(tmp_path) / FILE).write_bytes(whole_year)


def open_all(page: Page) -> None:
    """Opens the debts."""
    page.evaluate("document.querySelectorAll('details.debt').forEach(debt => { debt.open = true; })")


def test_the_evenings_load_as_they_are_scrolled_and_are_found_as_one_types(year: None, device: Device) -> None:
    page = device()
    page.goto("/evenings")
    rows = page.locator("#found .row")
    expect(rows).to_have_count(20)
    for shown in (40, EVENINGS):
        rows.last.scroll_into_view_if_needed()
        page.mouse.wheel(0, 2_000)
        expect(rows).to_have_count(shown)
    expect(page.get_by_role("link", name="Earlier evenings")).to_have_count(0)
    months = page.locator("#found h2").all_inner_texts()
    assert len(months) == len(set(months)) >= 12
    page.get_by_label("Find an evening").fill("zoe")
    expect(rows.filter(has_not_text="Zoë")).to_have_count(0)
    expect(rows.first).to_contain_text("Zoë")


def test_its_pages_can_be_read_and_tapped(year: None, device: Device) -> None:
    page = device()
    for path in ("/", "/lay", "/evenings", "/evenings?q=nobody", "/evenings/import", "/groups", "/ledger", *PEOPLE):
        page.goto(path)
        open_all(page)
        for viewport, theme in product((SMALL_PHONE, TABLET), ("light", "dark")):
            page.set_viewport_size(viewport)  # type: ignore[arg-type]
            in_theme(page, theme)
            assert page.evaluate(SIDEWAYS) <= 0, (path, viewport, theme)
            assert page.evaluate(TOO_SMALL_TO_TAP) == [], (path, viewport, theme)
            assert page.evaluate(TOO_SMALL_TO_READ) == [], (path, viewport, theme)


@pytest.mark.parametrize("viewport", EVERY_SIZE)
def test_the_statistics_can_be_read_and_tapped_by_everybody(
    year: None, device: Device, viewport: dict[str, int]
) -> None:
    page, faults = device(viewport), []
    for path in STATISTICS:
        page.goto(path)
        faults += [f"{path}: {fault}" for fault in [*found(page), *page.evaluate(CUT_LABELS), *broken(page)]]
    assert faults == []


def test_a_figure_leads_to_the_move_it_comes_from_which_is_marked_and_in_sight(year: None, device: Device) -> None:
    page = device(SMALL_PHONE)
    page.goto("/statistics?year=all")
    page.get_by_role("link", name="Biggest pool").tap()
    page.wait_for_url("**/journal?*")
    row = page.locator(".steps :target .row")
    expect(row).to_be_in_viewport(ratio=1)
    expect(row.locator(".number")).to_have_text(page.url.rpartition("#m")[2])
