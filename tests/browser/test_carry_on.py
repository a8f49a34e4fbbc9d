"""The server is gone for good: a phone that followed hands the evening to another one, whole, once."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.store import Database, Tables
from companion.store.check import problems
from companion.web.evenings.importing import MAX_SHEET_BYTES
from tests.browser.conftest import PATIENCE, PHONE, Device, lay, tap
from tests.browser.engines import needs
from tests.browser.test_witness import kept
from tests.tools.house import laid
from tests.tools.serving import free_port, served

SHARES = """(() => {
  navigator.canShare = ({ files }) => files.every((file) => file.type === "text/plain");
  navigator.share = async ({ files: [file] }) => { self.shared = { name: file.name, text: await file.text() }; };
})()"""
"""Lets a browser share files whose type is plain text, as Chrome does, with an app that remembers what it is given."""
SHARES_NOTHING = "Object.defineProperty(navigator, 'canShare', { value: undefined })"
AWAY = 20_000
"""Milliseconds after which a page offers what it kept, and some more."""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A phone that follows."""
    opened = browser.new_context(viewport=PHONE, accept_downloads=True)  # type: ignore[arg-type]
    opened.set_default_timeout(PATIENCE)
    yield opened
    opened.close()


def journal(folder: Path, code: str) -> list[object]:
    with closing(Database(folder)) as database:
        assert problems(database) == []
        return list(Tables(database).find(code).journal.entries)


def played(browser: Browser, folder: Path, port: int, *followers: Page) -> str:
    """The code of an evening with which phones keep up until its server is gone."""
    with served(folder, port) as old:
        writer = browser.new_context(viewport=PHONE, base_url=old).new_page()  # type: ignore[arg-type]
        code = lay(writer, "Ann", "Ben", "Cleo", "Dan")
        for follower in followers:
            follower.goto(f"{old}/t/{code}")
        for button in ("Deal hand 1", "Cleo", "Deal hand 2"):
            tap(writer, button)
        for follower in followers:
            kept(follower, code, 4)
        writer.context.close()
    for follower in followers:
        expect(follower.locator("body.is-live")).to_have_count(0)
    return code


@contextmanager
def replaced(browser: Browser, folder: Path, page: Page) -> Iterator[tuple[str, str]]:
    """A page stays open while another server comes to its address: where that is, and the code of the evening."""
    port = free_port()
    code = played(browser, folder / "old", port, page)
    with served(folder / "new", port) as new:
        yield new, code


def test_carry_on_from_a_phone_at_another_server(browser: Browser, context: BrowserContext, tmp_path: Path) -> None:
    port = free_port()
    context.clock.install()
    follower = context.new_page()
    code = played(browser, tmp_path / "old", port, follower)
    context.clock.fast_forward(AWAY)
    carry = follower.get_by_text("Carry on from this phone")
    expect(carry).to_be_visible(timeout=PATIENCE)
    carry.click()
    expect(follower.locator(".carry")).to_contain_text("Ann, Ben, Cleo and Dan: hand 2, 4 moves")
    with follower.expect_download() as saved:
        follower.get_by_text("Save it as a file").click()
    file = tmp_path / "evening.json"
    saved.value.save_as(file)
    with served(tmp_path / "new") as new:
        follower.get_by_label("Or hand it to another Companion").fill(new.removeprefix("http://"))
        with context.expect_page() as opened:
            follower.get_by_text("Carry on there").click()
        page = opened.value
        expect(page.get_by_text("The whole evening, with every correction: hand 2, 4 moves.")).to_be_visible()
        page.get_by_role("button", name="Carry on here").click()
        expect(page.locator("#table h1")).to_contain_text("hand 2")
        page.goto(f"{new}/evenings/import")
        page.get_by_label("The file").set_input_files(file)
        page.get_by_role("button", name="Have a look").click()
        expect(page.get_by_text("This evening is already here: hand 2, 4 moves.")).to_be_visible()
        page.get_by_role("link", name="Open it").click()
        tap(page, "Ben")
    before, after = journal(tmp_path / "old", code), journal(tmp_path / "new", code)
    assert after[:4] == before and len(after) == 5
    follower.bring_to_front()  # a page behind another one asks for nothing
    with served(tmp_path / "old", port):
        note = follower.locator("[data-handed]")
        expect(note).to_contain_text(f"to {new.removeprefix('http://')}, with 4 moves", timeout=PATIENCE)
        note.get_by_role("button", name="Carry on here").click()
        follower.reload()
        expect(follower.locator("body.is-live")).to_be_attached()
        context.clock.run_for(2_000)  # the page looks every second
        expect(note).to_be_hidden()


def takes_in(page: Page, address: str, file: Path) -> None:
    """A page of a household device takes the file of an evening in, as far as it goes."""
    page.goto(f"{address}/evenings/import")
    page.get_by_label("The file").set_input_files(file)
    page.get_by_role("button", name="Have a look").click()
    page.get_by_role("button", name="Carry on here").click()


@pytest.mark.thorough
def test_the_night_the_tablet_dies(browser: Browser, context: BrowserContext, tmp_path: Path) -> None:
    """From the sentence on somebody's phone to the next evening: with the server gone, the device gone, both gone."""
    port = free_port()
    context.clock.install()
    phone = context.new_page()
    code = played(browser, tmp_path / "old", port, phone)
    context.clock.fast_forward(AWAY)
    phone.get_by_text("Carry on from this phone").click(timeout=PATIENCE)
    steps = phone.locator(".carry li")
    expect(steps).to_contain_text(
        ["Now: Save it.", "Tonight: Start Companion on another device", "Next week: Wherever"]
    )
    last = steps.last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
    with phone.expect_download() as saved:
        phone.get_by_text("Save it as a file").click()
    file, further = tmp_path / "evening.json", tmp_path / "further.json"
    saved.value.save_as(file)
    phone.context.close()
    other = browser.new_context(viewport=PHONE).new_page()  # type: ignore[arg-type]
    with served(tmp_path / "tonight") as tonight:  # the tablet is gone: another device writes on
        takes_in(other, tonight, file)
        tap(other, "Ben")
        further.write_bytes(other.request.get(f"{tonight}/t/{code}/evening.json").body())
    with served(tmp_path / "old") as old:  # the tablet is back
        other.goto(f"{old}/t/{code}/pencil")
        other.get_by_role("button", name="Take the pencil here").click()
        takes_in(other, old, further)
        expect(other.locator("#table h1")).to_contain_text("hand 2")
    assert journal(tmp_path / "old", code) == journal(tmp_path / "tonight", code)
    with served(tmp_path / "next week") as new:  # both are gone: a new tablet
        takes_in(other, new, further)
        other.goto(f"{new}/t/{code}/moves/finish")
        other.get_by_role("button", name="Finish").first.click()
        other.goto(f"{new}/t/{code}/evening")
        other.get_by_role("button", name="Play again").click()
        expect(other.locator("#table")).to_contain_text("Cleo")
        other.goto(f"{new}/evenings")
        expect(other.get_by_text("Ann, Ben, Cleo and Dan").first).to_be_visible()
    other.context.close()


@needs("two pages of one store")
def test_a_new_server_at_the_address_is_offered_the_evening(
    browser: Browser, context: BrowserContext, tmp_path: Path
) -> None:
    """By the page that stayed open, which finds no such table, and by the first page; once it is here, no more."""
    open_page = context.new_page()
    with replaced(browser, tmp_path, open_page) as (new, code):
        expect(open_page.get_by_text("No table here has the code")).to_be_visible(timeout=PATIENCE)
        first = context.new_page()
        first.goto(new)
        for page in (open_page, first):
            expect(page.locator(".kept")).to_contain_text("Ann, Ben, Cleo and Dan, which isn't here: hand 2, 4 moves.")
        first.get_by_text("Forget it").click()
        expect(first.get_by_role("button", name="Forget the evening")).to_be_visible()
        open_page.get_by_role("link", name="Carry on here").click()
        open_page.get_by_role("button", name="Carry on here").click()
        expect(open_page.locator("#table h1")).to_contain_text("hand 2")
        with first.expect_response("**/missing?*") as asked:
            first.goto(new)
        assert first.request.get(asked.value.url).json() == []
        expect(first.locator(".kept")).to_be_hidden()
    assert journal(tmp_path / "new", code) == journal(tmp_path / "old", code)


def test_an_evening_that_is_forgotten_is_not_offered_again(
    browser: Browser, context: BrowserContext, tmp_path: Path
) -> None:
    page = context.new_page()
    with replaced(browser, tmp_path, page) as (_, code):
        offer = page.locator(".kept")
        expect(offer).to_contain_text("hand 2, 4 moves")
        page.get_by_text("Forget it").click()
        page.get_by_role("button", name="Forget the evening").click()
        expect(offer).to_be_hidden()
        page.reload()
        expect(page.get_by_text("No table here has the code")).to_be_visible()
        expect(offer).to_be_hidden()
        assert page.evaluate("key => JSON.parse(localStorage.getItem(key))", f"companion.table.{code}") == {}


def test_a_page_opened_again_at_a_secure_address_still_hands_it_over(
    browser: Browser, context: BrowserContext, tmp_path: Path
) -> None:
    port = free_port()
    follower = context.new_page()
    code = played(browser, tmp_path / "old", port, follower)
    follower.close()
    context.clock.install()
    context.add_init_script(SHARES)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/t/{code}")
    expect(page.get_by_role("heading", name="Can't reach the table")).to_be_visible()
    context.clock.fast_forward(AWAY)
    page.get_by_text("Carry on from this phone").click()
    expect(page.locator(".carry")).to_contain_text("hand 2, 4 moves")
    with page.expect_download() as saved:
        page.get_by_text("Save it as a file").click()
    assert saved.value.suggested_filename == f"companion-{code}-evening.json"
    page.get_by_role("button", name="Share").click()
    shared = page.wait_for_function("() => self.shared").json_value()
    assert shared == {"name": f"companion-{code}-evening.txt", "text": Path(saved.value.path()).read_text("utf-8")}


def test_the_file_of_an_evening_is_shared_where_the_browser_can(device: Device) -> None:
    page = device()
    page.add_init_script(SHARES)
    code = lay(page, "Ann", "Ben")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/evening.json") else None)
    page.goto(f"/t/{code}/paper")
    share = page.get_by_role("button", name="Share")
    expect(share).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert not asked, "the whole evening was fetched before it is wanted"
    share.click()
    shared = page.wait_for_function("() => self.shared").json_value()
    whole = page.request.get(f"/t/{code}/evening.json").text()
    assert shared == {"name": f"companion-{code}-evening.txt", "text": whole}
    with page.expect_download() as saved:
        page.evaluate("() => { navigator.share = () => Promise.reject(new DOMException('', 'NotAllowedError')); }")
        share.click()
    assert Path(saved.value.path()).read_text("utf-8") == whole, "what can't be shared is not saved either"
    page.add_init_script(SHARES_NOTHING)
    page.reload()
    page.get_by_label("Or hand it to another Companion").fill("192.168.1.20:8000")
    expect(page.get_by_role("link", name="Carry on there")).to_be_visible()
    expect(page.get_by_role("button", name="Share")).to_be_hidden()


def test_a_long_evening_is_saved_so_that_a_page_takes_it(
    browser: Browser, context: BrowserContext, tmp_path: Path
) -> None:
    context.clock.install()
    follower = context.new_page()
    given = {"move": "give", "from": "Ann", "to": "Ben", "counters": 1, "memo": "for the forfeit"}
    code = laid(tmp_path / "old", {"game": "spoil-five", "moves": [given] * 500}, ["Ann", "Ben"])
    with served(tmp_path / "old", free_port()) as old:
        follower.goto(f"{old}/t/{code}")
        kept(follower, code, 501)
    context.clock.fast_forward(AWAY)
    expect(follower.locator("body.is-live")).to_have_count(0)
    context.clock.fast_forward(AWAY)
    follower.get_by_text("Carry on from this phone").click()
    with follower.expect_download() as saved:
        follower.get_by_text("Save it as a file").click()
    assert Path(saved.value.path()).stat().st_size < MAX_SHEET_BYTES
    with served(tmp_path / "new") as new:
        follower.goto(f"{new}/evenings/import")
        follower.get_by_label("The file").set_input_files(saved.value.path())
        follower.get_by_role("button", name="Have a look").click()
        expect(follower.get_by_text("501 moves")).to_be_visible()


def test_an_address_that_was_cut_off_says_so_whatever_page_it_names(device: Device) -> None:
    page = device()
    for cut, sentence in (
        ("#evening=%7B%22evening%22%3A1%2C%22code%2", "cut short"),
        ("statistics#evening=H4sIAAAAAAAC%", "can't be unpacked"),
    ):
        page.goto(f"/{cut}")
        expect(page.get_by_role("alert").filter(visible=True)).to_contain_text(sentence)
        expect(page.get_by_label("The file")).to_be_visible()
