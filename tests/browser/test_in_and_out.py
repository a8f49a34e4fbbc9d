"""An evening comes in as a file that is dragged onto the page, and goes out through the device's own share sheet."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Device

SHEET = Path(__file__).parents[1] / "scoresheets" / "whole-evening.json"
DROP = """([text, name]) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], name));
  for (const kind of ["dragover", "drop"]) {
    document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: carried, bubbles: true, cancelable: true }));
  }
}"""


def dropped(page: Page, text: str, name: str = "2024-11-19 evening.json") -> None:
    page.goto("/evenings")
    page.get_by_role("link", name="Import an evening").tap()
    expect(page.get_by_text("Or drag it here.")).to_be_visible()
    page.evaluate(DROP, [text, name])


def test_a_sheet_is_dragged_onto_the_page_and_written_down(device: Device) -> None:
    page = device()
    page.goto("/")
    dropped(page, SHEET.read_text("utf-8"))
    expect(page.get_by_text("This is what the sheet holds.")).to_be_visible()
    expect(page.get_by_label("Played on")).to_have_value("2024-11-19")
    page.get_by_role("button", name="Write it down").tap()
    page.wait_for_url("**/t/*/evening")
    page.goto("/evenings")
    expect(page.get_by_role("heading", name="November 2024")).to_be_visible()


def test_one_that_is_too_long_is_told_so_before_it_is_sent(device: Device) -> None:
    page = device()
    page.goto("/")
    dropped(page, " " * 200_000)
    expect(page.get_by_role("alert")).to_contain_text("companion import FILE")
    assert page.url.endswith("/evenings/import")
