"""Companion in a browser alone: in flight mode, in two tabs, backed up and restored, installed, and a new edition."""

import json
from pathlib import Path
from shutil import copytree
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.store.database import FILE
from companion.web import assets
from tests.browser.engines import ENGINE, WebKit
from tests.site.conftest import (
    APP,
    Tablet,
    Web,
    backed_up,
    in_frame,
    is_open,
    leads,
    needs_devtools,
    needs_tabs,
    newer,
    newest,
    phone,
    plays_a_round_of_loto_and_a_hand_of_cards,
    visited,
    web_space,
)
from tests.tools.serving import served

STATIC = Path(__file__).parents[2] / "static"

WATCHED = """(() => {
  self.seen = [];
  new MutationObserver(() => {
    const bar = document.getElementById("progress");
    if (bar?.getClientRects().length) seen.push([bar.value, document.getElementById("says").textContent]);
  }).observe(document, { subtree: true, childList: true, attributes: true });
})()"""
"""Notes how far the progress bar is whenever it is seen."""


def restored(page: Page, backup: Path) -> None:
    """Restores a backup on the page of this device."""
    leads(page, "/device")
    in_frame(page).locator("input[type=file]").set_input_files(backup)
    in_frame(page).get_by_role("button", name="Restore this backup").click()


def test_it_is_loaded_once_and_then_plays_in_flight_mode(tablet: Tablet, web: Web) -> None:
    page = tablet.open()
    tablet.close()
    web.shutdown()
    web.server_close()
    page = tablet.open()
    assert "Companion writes" in phone(page).open("/how-to-play/loto?step=13").says
    table = in_frame(page)
    table.locator(".tile").filter(has_text="Spoil-Five").click()
    expect(table.locator("img.emblem").first).not_to_have_js_property("naturalWidth", 0)
    for name in ("Ann", "Ben"):
        table.locator(".add input").fill(name)
        table.get_by_role("button", name="Add", exact=True).click()
        expect(table.locator(".seats")).to_contain_text(name)
    table.get_by_role("button", name="Start").click()
    table.get_by_role("button", name="Deal").click()
    expect(table.locator("#table")).to_contain_text("Who takes the pool?")
    expect(table.locator("[data-connection]")).to_be_hidden()
    page.reload()
    is_open(page)
    expect(table.locator("#table")).to_contain_text("Who takes the pool?")  # the address after the # leads back


@pytest.mark.core
@pytest.mark.skipif(ENGINE != "firefox", reason="elsewhere it is played before the browser is killed")
def test_a_round_of_loto_and_a_hand_of_cards_are_played_in_any_browser(browser: Browser, web: Web) -> None:
    with visited(browser, web.address) as page:
        page.goto(web.address)
        is_open(page)
        plays_a_round_of_loto_and_a_hand_of_cards(page)
        page.reload()
        is_open(page)
        expect(in_frame(page).locator("#table")).to_contain_text("Ann takes")


def test_what_is_loaded_once_is_seen_to_be_loaded(browser: Browser | WebKit, web: Web) -> None:
    with visited(browser, web.address) as page:
        page.add_init_script(WATCHED)
        page.goto(web.address)
        is_open(page)
        seen = page.evaluate("seen")
        loading = [part for part, says in seen if says.startswith("Companion is being loaded onto this device.")]
        assert loading == sorted(loading)
        assert loading[0] == 0
        assert loading[-1] > 0.9
        assert len({round(part, 1) for part in loading}) >= 5, "it does not move"
        assert page.locator("progress").is_hidden()
        page.reload()
        is_open(page)
        assert {says for _, says in page.evaluate("seen")} == {"Companion is starting."}


@needs_tabs
def test_it_can_be_installed_says_what_needs_a_server_and_moves_to_a_second_tab(tablet: Tablet) -> None:
    first = tablet.open()
    manifest = json.loads(first.request.get(f"{tablet.address}manifest.webmanifest").text())
    assert manifest["display"] == "standalone"
    for name in ("start_url", "scope"):
        assert urljoin(tablet.address, manifest[name]) == tablet.address
    for icon in manifest["icons"]:
        assert first.request.get(tablet.address + icon["src"]).ok
    of = phone(first).lays("Ann", "Ben")
    for path in (f"/t/{of.code}/follow", f"/t/{of.code}/pencil", "/household"):
        assert "other phones can't reach it" in of.open(path).says
        assert "Save a backup" in of.page.links
    of.open("")
    of.press("Deal")
    second = tablet.another_tab()
    second.goto(tablet.address)
    expect(second.locator("#says")).to_have_text("Companion is open in another tab of this browser.")
    second.get_by_role("button", name="Use it here").click()
    is_open(second)
    expect(first.locator("#says")).to_have_text("Companion is now open in another tab.")
    of.client.page = second
    entries = newest(of.open(""))
    assert newest(of.press("Ann").open("")) > entries


@pytest.mark.thorough
@needs_tabs
def test_two_windows_of_one_companion_follow_each_other(tablet: Tablet) -> None:
    page = tablet.open()
    of = phone(page).lays("Ann", "Ben")
    window = tablet.another_tab()
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


@pytest.mark.thorough
def test_a_new_edition_is_loaded_at_one_opening_and_used_from_the_next(
    browser: Browser | WebKit, site: Path, tmp_path: Path
) -> None:
    first = copytree(site, tmp_path / "web" / "companion")
    with web_space(first.parent) as web, visited(browser, web.address) as page:
        page.goto(web.address)
        is_open(page)
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
        kept = page.evaluate(
            "async (path) => { const { serviceWorker } = navigator, { waiting } = await serviceWorker.ready;"
            " waiting.postMessage('now');"
            " while (serviceWorker.controller !== waiting) await new Promise((later) => setTimeout(later, 50));"
            " const { ok } = await fetch(path);"
            " return [ok, Boolean(await caches.match(path))]; }",
            f"{APP}/static/{assets.edition(STATIC)}/loto/card.js",
        )
        assert kept == [True, False], "what the older one still sends is not kept for the next"
        page.reload()
        expect(page.locator("h1")).to_have_text("The next Companion")
        is_open(page)
        assert of.open("").press("Deal").status == 200


@pytest.mark.thorough
@needs_devtools
def test_as_an_app_it_opens_without_a_network(tablet: Tablet, web: Web) -> None:
    page = tablet.open()
    devtools = page.context.new_cdp_session(page)
    assert devtools.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}
    tablet.close()
    web.shutdown()
    web.server_close()
    page = tablet.open(f"--app={tablet.address}")
    assert page.evaluate("matchMedia('(display-mode: standalone)').matches")
    expect(in_frame(page).get_by_text("What are we playing?")).to_be_visible()


@pytest.mark.thorough
def test_companion_serve_brings_it_too(
    browser: Browser | WebKit, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "site").symlink_to(site)
    monkeypatch.setattr("companion.web.devices.device.static", lambda: tmp_path / "static")
    complaints: list[str] = []
    with served(tmp_path / "data") as address, visited(browser, address) as page:
        page.on("console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None)
        page.goto(f"{address}/site")
        is_open(page)
        expect(in_frame(page).get_by_text("What are we playing?")).to_be_visible()
    assert not complaints
