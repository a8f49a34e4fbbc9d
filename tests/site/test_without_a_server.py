"""Companion in a browser alone: in flight mode, in two tabs, backed up and restored, and where the browser won't."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copytree

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect
from werkzeug.datastructures import MultiDict

from companion.store.database_file import FILE
from tests.browser.conftest import PHONE
from tests.site.conftest import Tablet, Web, phone, web_space
from tests.site.test_killed import backed_up, newest
from tests.tools.serving import served

MANY_TAPS = 500


def in_frame(page: Page) -> FrameLocator:
    """What the page shows of the application."""
    return page.frame_locator("iframe")


def restored(page: Page, backup: Path) -> None:
    """Restores a backup on the page of this device."""
    page.goto(f"{page.url.partition('#')[0]}#/device")
    page.reload()
    page.locator("body[data-open]").wait_for()
    in_frame(page).locator("input[type=file]").set_input_files(backup)
    in_frame(page).get_by_role("button", name="Restore this backup").click()


def newer(backup: Path) -> Path:
    """The backup as a Companion to come would write it."""
    with closing(sqlite3.connect(backup / FILE)) as rows:
        name = next(name for (name,) in rows.execute("select name from sqlite_master") if "migrations" in name)
        rows.execute(f"update {name} set name = name || '_to_come' where rowid = (select max(rowid) from {name})")
        rows.commit()
    return backup / FILE


def test_it_is_loaded_once_and_then_plays_in_flight_mode(tablet: Tablet, web: Web) -> None:
    page = tablet.open()
    tablet.close()
    web.shutdown()
    web.server_close()
    page = tablet.open()
    table = in_frame(page)
    for name in ("Ann", "Ben"):
        table.locator(".add input").fill(name)
        table.get_by_role("button", name="Add", exact=True).click()
        expect(table.locator(".seats")).to_contain_text(name)
    table.get_by_role("button", name="Start").click()
    table.get_by_role("button", name="Deal").click()
    expect(table.locator("#table")).to_contain_text("Who takes the pool?")
    expect(table.locator("[data-connection]")).to_be_hidden()
    page.reload()
    expect(table.locator("#table")).to_contain_text("Who takes the pool?")  # the address after the # leads back


def test_a_second_tab_says_so_and_takes_over(tablet: Tablet) -> None:
    first = tablet.open()
    of = phone(first).lays("Ann", "Ben")
    of.press("Deal")
    assert tablet.context
    second = tablet.context.new_page()
    second.goto(tablet.address)
    expect(second.locator("#says")).to_have_text("Companion is open in another tab of this browser.")
    second.get_by_role("button", name="Use it here").click()
    second.locator("body[data-open]").wait_for()
    expect(first.locator("#says")).to_have_text("Companion is now open in another tab.")
    of.client.page = second
    entries = newest(of.open(""))
    assert newest(of.press("Ann").open("")) > entries


def test_two_windows_of_one_companion_follow_each_other(tablet: Tablet) -> None:
    page = tablet.open()
    of = phone(page).lays("Ann", "Ben")
    assert tablet.context
    window = tablet.context.new_page()
    window.goto(f"{tablet.address}app/t/{of.code}")
    of.press("Deal")
    expect(window.locator("#table")).to_contain_text("Who takes the pool?")


def test_a_backup_is_a_file_and_comes_back(tablet: Tablet, tmp_path: Path) -> None:
    page = tablet.open()
    of = phone(page).lays("Ann", "Ben")
    backup = backed_up(page, tmp_path / "backup")
    of.press("Deal")
    dealt = newest(of.open(""))
    restored(page, backup / FILE)
    expect(in_frame(page).get_by_role("status").first).to_contain_text("The backup is in place.")
    assert newest(of.open("")) < dealt
    tablet.kill()
    page = tablet.open()
    of.client.page = page
    assert newest(of.open("")) < dealt
    (aside,) = [link for text, link in of.open("/device").page.links.items() if text.startswith("before-restore")]
    assert of.client.get(aside).status_code == 200
    restored(page, newer(backup))
    expect(in_frame(page).get_by_role("status").first).to_contain_text("written by a newer Companion")
    assert of.open("").status == 200


def test_an_older_companion_leaves_the_evenings_of_a_newer_one_alone(tablet: Tablet, tmp_path: Path) -> None:
    page = tablet.open()
    phone(page).lays("Ann", "Ben")
    bytes_of = newer(backed_up(page, tmp_path / "backup")).read_bytes()
    page.goto(tablet.address.removesuffix("companion/"))  # nobody has the files now
    page.evaluate(
        "async (bytes) => { const root = await navigator.storage.getDirectory();"
        " const folder = await root.getDirectoryHandle('companion-companion-');"
        " await folder.removeEntry('companion.sqlite3-wal');"
        " const file = await (await folder.getFileHandle('companion.sqlite3')).createWritable();"
        " await file.write(new Uint8Array(bytes)); await file.close(); }",
        list(bytes_of),
    )
    page.goto(tablet.address)
    expect(page.locator("#says")).to_contain_text("were written by a newer Companion")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save a copy of the evenings").click()
    assert Path(saved.value.path()).read_bytes() == bytes_of


def test_a_full_device_says_so_and_loses_nothing(tablet: Tablet) -> None:
    page = tablet.open()
    of = phone(page).lays("Ann", "Ben")
    entries = newest(of.open(""))
    devtools = page.context.new_cdp_session(page)
    origin = tablet.address.removesuffix("/companion/")
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    give = {"from": "player:Ann", "to": "player:Ben", "counters": "1", "csrf_token": of.filled("csrf_token")[0]}
    for tap in range(MANY_TAPS):  # a browser gives room in larger pieces than a tap takes
        refused = of.client.post(f"/t/{of.code}/moves/give", MultiDict(give | {"key": str(tap), "memo": "long" * 50}))
        if refused.status_code == 503:
            break
        entries += 1
    assert "the disk is full; make room on it, then try again" in refused.get_data()
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    assert newest(of.open("")) == entries
    assert newest(of.press("Deal").open("")) > entries


def test_a_browser_that_keeps_nothing_is_told_apart(browser: Browser, web: Web) -> None:
    for script, sentence in (
        (
            "navigator.storage.getDirectory = () => Promise.reject(new DOMException('', 'SecurityError'))",
            "private window",
        ),
        ("navigator.storage.getDirectory = undefined", "A newer one can"),
    ):
        context = browser.new_context(viewport=PHONE)
        context.add_init_script(script)
        page = context.new_page()
        page.goto(web.address)
        expect(page.locator("#says")).to_contain_text(sentence)
        context.close()


def test_a_half_loaded_site_says_so_and_goes_on_later(browser: Browser, site: Path, tmp_path: Path) -> None:
    half = copytree(site, tmp_path / "half" / "companion")
    (part,) = (half / "parts").glob("companion-*")
    whole = part.read_bytes()
    part.write_bytes(whole[: len(whole) // 2])
    context = browser.new_context(viewport=PHONE)
    with web_space(half.parent) as web:
        page = context.new_page()
        page.goto(web.address)
        expect(page.locator("#says")).to_contain_text("Only a part of Companion is on this device yet")
        part.write_bytes(whole)
        page.get_by_role("button", name="Try again").click()
        page.locator("body[data-open]").wait_for()
    context.close()


@pytest.mark.thorough
def test_a_new_edition_is_loaded_at_one_opening_and_used_from_the_next(
    browser: Browser, site: Path, tmp_path: Path
) -> None:
    first = copytree(site, tmp_path / "web" / "companion")
    context = browser.new_context(viewport=PHONE)
    with web_space(first.parent) as web:
        page = context.new_page()
        page.goto(web.address)
        page.locator("body[data-open]").wait_for()
        of = phone(page).lays("Ann", "Ben")
        edition = json.loads((first / "parts.json").read_text())["edition"]
        for name in ("parts.json", "sw.js"):
            (first / name).write_text((first / name).read_text().replace(edition, "next"))
        shell = first / "index.html"
        shell.write_text(shell.read_text().replace("<h1>Companion</h1>", "<h1>The next Companion</h1>"))
        page.evaluate(
            "async () => { const registration = await navigator.serviceWorker.ready; await registration.update();"
            " while (!registration.waiting) await new Promise((later) => setTimeout(later, 50)); }"
        )
        expect(page.locator("h1")).to_have_text("Companion")
        page.reload()
        expect(page.locator("h1")).to_have_text("The next Companion")
        page.locator("body[data-open]").wait_for()
        assert of.open("").press("Deal").status == 200
    context.close()


def test_it_can_be_installed_and_says_what_needs_a_server(tablet: Tablet) -> None:
    page = tablet.open()
    manifest = json.loads(page.request.get(f"{tablet.address}manifest.webmanifest").text())
    assert (manifest["start_url"], manifest["display"]) == ("./", "standalone")
    for icon in manifest["icons"]:
        assert page.request.get(tablet.address + icon["src"]).ok
    of = phone(page).lays("Ann", "Ben")
    for path in (f"/t/{of.code}/follow", f"/t/{of.code}/pencil", "/household"):
        assert "other phones can't reach it" in of.open(path).says
        assert "Save a backup" in of.page.links


def test_companion_serve_brings_it_too(
    browser: Browser, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "site").symlink_to(site)
    monkeypatch.setattr("companion.web.devices.site.static", lambda: tmp_path / "static")
    complaints: list[str] = []
    context = browser.new_context(viewport=PHONE)
    with served(tmp_path / "data") as address:
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None)
        page.goto(f"{address}/site")
        page.locator("body[data-open]").wait_for()
        expect(in_frame(page).get_by_text("Who's playing?")).to_be_visible()
    context.close()
    assert not complaints
