"""The server is gone for good: a phone that followed hands the evening to another one, whole, once."""

from contextlib import closing
from pathlib import Path

from playwright.sync_api import Browser, expect

from companion.store import Database, Tables
from companion.store.check import problems
from tests.browser.conftest import PATIENCE, PHONE, lay, tap
from tests.browser.test_witness import kept
from tests.tools.serving import free_port, served


def journal(folder: Path, code: str) -> list[object]:
    with closing(Database(folder)) as database:
        assert problems(database) == []
        return list(Tables(database).find(code).journal.entries)


def test_carry_on_from_a_phone_at_another_server(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    context = browser.new_context(viewport=PHONE, accept_downloads=True)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    follower = context.new_page()
    with served(tmp_path / "old", port) as old:
        writer = browser.new_context(viewport=PHONE, base_url=old).new_page()  # type: ignore[arg-type]
        code = lay(writer, "Ann", "Ben", "Cleo", "Dan")
        follower.goto(f"{old}/t/{code}")
        for button in ("Deal hand 1", "Cleo", "Deal hand 2"):
            tap(writer, button)
        kept(follower, code, 4)
        writer.context.close()
    carry = follower.get_by_text("Carry on from this phone")
    expect(carry).to_be_visible(timeout=PATIENCE)
    carry.click()
    expect(follower.locator(".carry")).to_contain_text("hand 2, 4 moves")
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
    context.close()
