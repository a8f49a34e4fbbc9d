"""A server that was started with an older copy is told by the phones what it lost, and gets it back from one."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.store import Database
from companion.store.backups import backup
from companion.store.check import problems
from companion.store.database import FILE
from tests.browser.conftest import PATIENCE, PHONE, lay, tap
from tests.tools.serving import free_port, served


@pytest.fixture
def port() -> int:
    """Where the server is, also when it comes back."""
    return free_port()


@pytest.fixture
def phones(browser: Browser, port: int) -> Iterator[list[Page]]:
    """Two phones that have opened nothing yet."""
    address = f"http://127.0.0.1:{port}"
    contexts = [browser.new_context(viewport=PHONE, base_url=address) for _ in range(2)]  # type: ignore[arg-type]
    for context in contexts:
        context.set_default_timeout(PATIENCE)
    yield [context.new_page() for context in contexts]
    for context in contexts:
        context.close()


def kept(page: Page, code: str, number: int) -> None:
    """Waits until a phone has kept every entry up to a number."""
    page.wait_for_function(
        "([key, number]) => (JSON.parse(localStorage.getItem(key)) || { kept: [] }).kept.at(-1)?.number === number",
        arg=[f"companion.table.{code}", number],
    )


def loses(folder: Path, older: Path) -> None:
    """An older copy lies in the place of the database, without its log."""
    for left in folder.glob(f"{FILE}*"):
        left.unlink()
    older.rename(folder / FILE)


def test_what_the_server_lost_is_noticed_and_written_again(phones: list[Page], port: int, tmp_path: Path) -> None:
    page, other = phones
    with served(tmp_path, port):
        code = lay(page, "Ann", "Ben", "Cleo", "Dan")
        other.goto(f"/t/{code}")
        tap(page, "Deal hand 1")
        older = backup(tmp_path, tmp_path / "older.sqlite3")
        tap(page, "Cleo")
        tap(page, "Deal hand 2")
        kept(page, code, 4)
        kept(other, code, 4)
    loses(tmp_path, older)
    with served(tmp_path, port):
        for witness in (page, other):
            expect(witness.locator("#witness")).to_contain_text(
                "This table was further on: hand 2, 4 moves; the server has 2.", timeout=PATIENCE
            )
        expect(other.locator("#witness .button.primary")).to_have_count(0)
        page.get_by_role("button", name="Write down the 2 missing moves again").click()
        for witness in (page, other):
            expect(witness.locator("#table h1")).to_contain_text("hand 2", timeout=PATIENCE)
            expect(witness.locator("#witness")).to_be_empty(timeout=PATIENCE)
    with closing(Database(tmp_path)) as database:
        assert problems(database) == []


def test_every_page_that_stays_live_keeps_the_journal(phones: list[Page], port: int, tmp_path: Path) -> None:
    """The television, the settlement and a card of Loto do, as the table does."""
    caller, phone = phones
    phone.clock.install()
    with served(tmp_path, port):
        code = lay(caller, "Ann", "Ben", game="Loto")
        for path in (f"/t/{code}/wall", f"/t/{code}/settlement", f"/cards/24/1?table={code}"):
            phone.goto("/device")
            phone.evaluate("localStorage.clear()")
            phone.goto(path)
            kept(phone, code, 1)
    phone.clock.fast_forward(20_000)
    expect(phone.locator("body.is-live")).to_have_count(0)
    phone.clock.fast_forward(20_000)
    expect(phone.get_by_text("Carry on from this phone")).to_be_visible()


def test_a_loss_that_is_right_is_forgotten(phones: list[Page], port: int, tmp_path: Path) -> None:
    page, _ = phones
    with served(tmp_path, port):
        code = lay(page, "Ann", "Ben", "Cleo", "Dan")
        older = backup(tmp_path, tmp_path / "older.sqlite3")
        tap(page, "Deal hand 1")
        kept(page, code, 2)
    loses(tmp_path, older)
    with served(tmp_path, port):
        page.get_by_role("button", name="Carry on without it").click()
        expect(page.locator("#witness")).to_be_empty(timeout=PATIENCE)
        tap(page, "Deal hand 1")
        kept(page, code, 2)
        expect(page.locator("#witness")).to_be_empty()


def test_five_evenings_are_kept_the_last_shown_whatever_the_clock_says(
    phones: list[Page], port: int, tmp_path: Path
) -> None:
    """While the clock of the phone was years ahead it kept five others."""
    page, _ = phones
    with served(tmp_path, port):
        page.goto("/device")
        page.evaluate("""() => { for (const number of [1, 2, 3, 4, 5])
            localStorage.setItem(`companion.table.OLD${number}`, JSON.stringify({ at: 9e12 + number, kept: [] })); }""")
        codes = []
        for _ in range(2):
            codes.append(lay(page, "Ann", "Ben"))
            kept(page, codes[-1], 1)
        page.wait_for_function("Object.keys(localStorage).filter((key) => key.includes('.table.')).length === 5")
        held = page.evaluate("Object.keys(localStorage).filter((key) => key.includes('.table.')).sort()")
    assert held == sorted(f"companion.table.{code}" for code in ["OLD3", "OLD4", "OLD5", *codes])
