"""An evening comes in as a file that is dragged onto the page, and goes out through the device's own share sheet."""

import io
from base64 import b64decode
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from companion.scoresheet import read_sheet
from companion.store import Database, Tables
from tests.browser.conftest import PATIENCE, PHONE, SMALL_PHONE, TABLET, Device
from tests.browser.engines import needs
from tests.browser.test_for_every_hand import SIDEWAYS, TOO_SMALL_TO_READ, TOO_SMALL_TO_TAP
from tests.tools.house import Writes

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
    expect(page.locator("[data-can-drop]:not([hidden])")).to_be_attached()  # a screen of fingers doesn't show it
    page.evaluate(DROP, [text, name])


@needs("a file that is chosen")
def test_a_tap_lets_a_file_be_chosen(device: Device) -> None:
    page = device(SMALL_PHONE)
    page.goto("/evenings/import")
    with page.expect_file_chooser():
        page.get_by_label("The file").tap()


def test_a_sheet_is_dragged_onto_the_page_and_written_down(device: Device) -> None:
    page = device(SMALL_PHONE)
    page.goto("/")
    dropped(page, SHEET.read_text("utf-8"))
    expect(page.get_by_text("This is what's on the sheet.")).to_be_visible()
    expect(page.get_by_label("Played on")).to_have_value("2024-11-19")
    page.wait_for_load_state()
    assert page.evaluate(SIDEWAYS) <= 0
    assert page.evaluate(TOO_SMALL_TO_TAP) == [] and page.evaluate(TOO_SMALL_TO_READ) == []
    page.get_by_role("button", name="Save").tap()
    page.wait_for_url("**/t/*/evening")
    page.goto("/evenings")
    expect(page.get_by_role("heading", name="November 2024")).to_be_visible()


def test_years_of_plays_longer_than_a_form_are_looked_at_kept_and_undone(device: Device) -> None:
    page = device(PHONE)
    page.goto("/")
    days = [f"{2000 + at // 300}-{at % 12 + 1:02}-{at % 28 + 1:02}" for at in range(600)]
    note = "a long evening with tea and cake, and nobody wanted to go home before the last hand was dealt and won " * 2
    dropped(page, "Date;Game;Note;Ann;Ben\n" + "".join(f"{day};Hearts;{note};1;2\n" for day in days), "plays.csv")
    expect(page.get_by_text("plays.csv: a spreadsheet.")).to_be_visible()
    page.wait_for_load_state()
    assert page.evaluate(SIDEWAYS) <= 0
    assert page.evaluate(TOO_SMALL_TO_TAP) == [] and page.evaluate(TOO_SMALL_TO_READ) == []
    page.get_by_role("button", name="Save 600 evenings").tap()
    expect(page.get_by_text("600 evenings are saved.")).to_be_visible(timeout=4 * PATIENCE)
    page.get_by_role("button", name="Undo the whole import").tap()
    expect(page.get_by_text("Undone: nothing of it is here.")).to_be_visible(timeout=4 * PATIENCE)


def test_one_that_is_too_long_is_told_so_before_it_is_sent(device: Device) -> None:
    page = device()
    page.goto("/evenings/import")
    page.evaluate("document.querySelector('[data-import]').dataset.most = 100")
    page.evaluate(DROP, [" " * 101, "plays.csv"])
    expect(page.get_by_role("alert")).to_contain_text("This file is too long: 32 MB at most.")
    assert page.url.endswith("/evenings/import")


def test_a_result_from_paper_asks_for_points_or_for_who_won_and_grows_with_its_names(device: Device) -> None:
    page = device(SMALL_PHONE)
    page.goto("/evenings/result")
    rows = page.locator(".own-result:visible")
    expect(rows).to_have_count(4)
    for at, name in enumerate(("Ann", "Ben", "Cat", "Dan")):
        page.locator(f"[name='name:{at}']").fill(name)
    expect(rows).to_have_count(5)
    expect(page.get_by_label("Points or place 1", exact=True)).to_be_visible()
    page.get_by_label("How did it end?").select_option("Won or lost")
    expect(page.get_by_label("Points or place 1", exact=True)).to_be_hidden()
    page.get_by_label("What was played?").fill("Pandemic")
    page.get_by_role("checkbox").first.check()
    assert page.evaluate(SIDEWAYS) <= 0
    assert page.evaluate(TOO_SMALL_TO_TAP) == [] and page.evaluate(TOO_SMALL_TO_READ) == []
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("heading", name="Ann wins Pandemic")).to_be_visible()


SHARES = """
navigator.canShare = (what) => !what.files || FILES;
navigator.share = async (what) => {
  const read = async (file) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    return { name: file.name, type: file.type, bytes: btoa(text) };
  };
  window.shared = { ...what, files: await Promise.all((what.files || []).map(read)) };
  document.documentElement.dataset.shared = "yes";
  if (CLOSED) throw new DOMException("", "AbortError");
};
"""
"""A device with a share sheet; it is told what arrives there."""
NONE = "navigator.share = undefined; navigator.canShare = undefined;"
"""A device without one, or a page over plain http."""


@pytest.fixture
def evening(tmp_path: Path) -> str:
    """An evening of three games, with points and with counters."""
    database = Database(tmp_path)
    tables = Tables(database)
    code = tables.lay(read_sheet(SHEET.read_bytes())).code
    Writes(tables).describe(code, "Grandma’s birthday", "Paris", "She cheated.")
    database.close()
    return f"/t/{code}/evening"


def looked_at(device: Device, evening: str, stub: str, viewport: dict[str, int] = PHONE, scheme: str = "light") -> Page:
    page = device(viewport, color_scheme=scheme)
    page.add_init_script(stub)
    page.goto(evening)
    return page


def require_drawn(picture: Image.Image, page: Page) -> None:
    """The picture is as wide as it should be, on the page's paper, with lines in the colours that they have there."""
    assert picture.format == "PNG" and picture.width >= 1080 and picture.height > picture.width / 3
    pixels = picture.convert("RGB")
    colours = {colour: number for number, colour in pixels.getcolors(1 << 24) or []}
    colour = (
        "(part) => getComputedStyle(document.querySelector(part)).getPropertyValue('NAME').match(/\\d+/g).map(Number)"
    )
    paper = tuple(page.evaluate(colour.replace("NAME", "background-color"), ".panel"))
    assert pixels.getpixel((2, 2)) == pixels.getpixel((picture.width - 3, picture.height - 3)) == paper
    assert 0.5 < colours[paper] / (picture.width * picture.height) < 0.99, "neither blank nor covered"
    for line in (".c0 .trace", ".c1 .trace", ".bars"):
        drawn = tuple(page.evaluate(colour.replace("NAME", "stroke"), f".chart {line}"))
        assert colours.get(drawn, 0) > 200, f"{line} is drawn"


@pytest.mark.parametrize(
    ("viewport", "scheme"),
    [(SMALL_PHONE, "dark"), (TABLET, "light")],
    ids=["dark", "tablet"],
)
def test_picture_and_result_go_to_the_share_sheet(
    device: Device, evening: str, viewport: dict[str, int], scheme: str
) -> None:
    page = looked_at(device, evening, SHARES.replace("FILES", "true").replace("CLOSED", "false"), viewport, scheme)
    assert page.evaluate(SIDEWAYS) <= 0
    assert page.evaluate(TOO_SMALL_TO_TAP) == [] and page.evaluate(TOO_SMALL_TO_READ) == []
    share(page)
    expect(page.locator("html")).to_have_attribute("data-shared", "yes")
    shared = page.evaluate("window.shared")
    (file,) = shared["files"]
    assert file["name"] == f"companion-{evening.split('/')[2]}.png" and file["type"] == "image/png"
    require_drawn(Image.open(io.BytesIO(b64decode(file["bytes"]))), page)
    assert shared["title"].startswith("Grandma’s birthday · ") and "Spoil-Five" in shared["title"]
    assert "Twenty-five: Ann 25" in shared["text"] and "Ann: +11" in shared["text"]
    assert "Ben pays Ann 5 counters" in shared["text"]
    assert "Paris" not in shared["text"] and "cheated" not in shared["text"]


def share(page: Page) -> None:
    page.locator("[data-share] > summary").tap()


def test_over_plain_http_there_is_a_text_to_select_and_a_picture_to_save(device: Device, evening: str) -> None:
    page = looked_at(device, evening, NONE)
    share(page)
    expect(page.get_by_role("img", name="The result as a picture")).to_be_visible()
    text = page.get_by_role("textbox", name="The result as text")
    assert "wins" in text.input_value() and "Ann: +11" in text.input_value()
    assert text.evaluate("area => area.selectionEnd - area.selectionStart === area.value.length")
    assert page.evaluate(SIDEWAYS) <= 0 and page.evaluate(TOO_SMALL_TO_TAP) == []
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the picture").tap()
    assert download.value.suggested_filename == f"companion-{evening.split('/')[2]}.png"
    require_drawn(Image.open(download.value.path()), page)


def test_a_share_sheet_that_takes_no_files_gets_the_result(device: Device, evening: str) -> None:
    page = looked_at(device, evening, SHARES.replace("FILES", "false").replace("CLOSED", "false"))
    share(page)
    expect(page.locator("html")).to_have_attribute("data-shared", "yes")
    assert page.evaluate("window.shared.files") == [] and "Ann: +11" in page.evaluate("window.shared.text")


def test_a_share_sheet_that_is_closed_brings_no_download(device: Device, evening: str) -> None:
    page = looked_at(device, evening, SHARES.replace("FILES", "true").replace("CLOSED", "true"))
    downloads: list[object] = []
    page.on("download", lambda download: downloads.append(download))
    share(page)
    expect(page.locator("html")).to_have_attribute("data-shared", "yes")
    page.evaluate("new Promise((done) => setTimeout(done, 300))")
    assert downloads == []
