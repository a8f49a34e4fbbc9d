"""What can go wrong where Companion lives in a browser alone: a sentence for each, and nothing is lost."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from werkzeug.datastructures import MultiDict

from companion.store.database import FILE
from tests.browser.conftest import PHONE
from tests.browser.engines import BY_NAME, ENGINE, WebKit
from tests.site.conftest import (
    OPENING,
    Tablet,
    Web,
    backed_up,
    in_frame,
    is_open,
    needs_devtools,
    needs_tabs,
    newer,
    newest,
    phone,
    visited,
    web_space,
)

MANY_TAPS = 500
PLANT = {
    "files": """async () => {
  const bytes = await (await fetch('/planted', { cache: 'no-store' })).arrayBuffer();
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('companion-companion-');
  for (let left = 50; ; left--) { // the page that was left may not have let it go yet
    try { await folder.removeEntry('companion.sqlite3-wal'); break; } catch (error) { if (!left) throw error; }
    await new Promise((later) => setTimeout(later, 100));
  }
  const file = await (await folder.getFileHandle('companion.sqlite3')).createWritable();
  await file.write(bytes);
  await file.close();
}""",
    "blocks": """async () => {
  const bytes = await (await fetch('/planted', { cache: 'no-store' })).arrayBuffer();
  const over = (what, well) => new Promise((resolve, reject) => {
    what[well] = resolve;
    what.onerror = what.onabort = reject;
  });
  const asked = indexedDB.open('companion /companion/');
  await over(asked, 'onsuccess');
  const transaction = asked.result.transaction('blocks', 'readwrite');
  const blocks = transaction.objectStore('blocks');
  for (const name of ['companion.sqlite3', 'companion.sqlite3-wal']) {
    blocks.delete(IDBKeyRange.bound([name, 0], [name, Infinity]));
  }
  for (let block = 0; block * 16384 < bytes.byteLength; block++) {
    const from = block * 16384;
    blocks.put(new Uint8Array(bytes.slice(from, from + 16384)), ['companion.sqlite3', block]);
  }
  await over(transaction, 'oncomplete');
  asked.result.close();
}""",
}
"""Lays a database where a tablet's evenings are, and nobody has them open."""

REFUSES = "IDBFactory.prototype.open = () => { throw new DOMException('', 'InvalidStateError'); };\n"
"""Lets the browser refuse its database, as a private window may."""

ASKED_TO_KEEP = """
  localStorage.answers ??= 'refuses';
  StorageManager.prototype.persisted = async () => localStorage.answers === 'promises';
  StorageManager.prototype.persist = async () => { localStorage.answers = 'promises'; };
  if (localStorage.answers === 'cannot')
    for (const name of ['persist', 'persisted']) delete StorageManager.prototype[name];
"""
"""Lets the browser promise to keep the evenings once it is asked; what it answers may change later."""

FULL = """() => {
  IDBObjectStore.prototype.put = function () { this.transaction.abort(); };
  Object.defineProperty(IDBTransaction.prototype, "error", { value: new DOMException("", "QuotaExceededError") });
}"""
"""Lets the browser's database find no room from now on."""


def said(page: Page) -> Locator:
    """The sentence that the page has instead of Companion."""
    return page.locator("#says")


def planted(tablet: Tablet, page: Page, content: bytes, web: Path) -> None:
    """Another database lies on the tablet, and Companion is opened over it."""
    (web / "planted").write_bytes(content)
    page.goto(tablet.address.removesuffix("companion/"))  # nobody has the evenings now
    page.evaluate(PLANT[tablet.writes])
    page.goto(tablet.address)


@contextmanager
def frozen(page: Page) -> Iterator[None]:
    """The page's scripts stand still, as those of a tab that a device has put to sleep."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Debugger.enable")
    devtools.send("Debugger.pause")
    try:
        yield
    finally:
        devtools.send("Debugger.disable")


@pytest.mark.thorough
def test_an_older_companion_leaves_the_evenings_of_a_newer_one_alone(any_tablet: Tablet, tmp_path: Path) -> None:
    page = any_tablet.open()
    phone(page).lays("Ann", "Ben")
    content = newer(backed_up(page, tmp_path / "backup")).read_bytes()
    planted(any_tablet, page, content, tmp_path / "web")
    expect(said(page)).to_contain_text("were written by a newer Companion", timeout=OPENING)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save a copy of the evenings").click()
    assert Path(saved.value.path()).read_bytes() == content


@pytest.mark.thorough
def test_a_backup_comes_back_where_the_evenings_cannot_be_opened(any_tablet: Tablet, tmp_path: Path) -> None:
    page = any_tablet.open()
    of = phone(page).lays("Ann", "Ben")
    entries = newest(of.open(""))
    backup = backed_up(page, tmp_path / "backup") / FILE
    damaged = b"scribbled over" * 1000
    planted(any_tablet, page, damaged, tmp_path / "web")
    expect(said(page)).to_contain_text("The evenings on this device can't be opened:", timeout=OPENING)
    (tmp_path / "letter").write_text("no backup")
    page.locator("input[type=file]").set_input_files(tmp_path / "letter")
    expect(said(page)).to_contain_text("This file is not a whole backup of Companion; nothing was changed.")
    page.locator("input[type=file]").set_input_files(backup)
    is_open(page)
    assert newest(of.open("")) == entries
    (aside,) = [link for text, link in of.open("/device").page.links.items() if text.startswith("before-restore")]
    assert of.client.get(aside).get_data() == damaged.decode(), "what was there before is lost"


@needs_devtools
def test_a_full_device_says_so_and_loses_nothing(tablet: Tablet) -> None:
    page = tablet.open()
    of = phone(page).lays("Ann", "Ben")
    entries = newest(of.open(""))
    devtools = page.context.new_cdp_session(page)
    origin = tablet.address.removesuffix("/companion/")
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    give = {"from": "player:Ann", "to": "player:Ben", "counters": "1"}
    for tap in range(MANY_TAPS):  # a browser gives room in larger pieces than a tap takes
        refused = of.client.post(f"/t/{of.code}/moves/give", MultiDict(give | {"key": str(tap), "memo": "long" * 50}))
        if refused.status_code == 503:
            break
        entries += 1
    assert "the disk is full; make room on it, then try again" in refused.get_data()
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    assert newest(of.open("")) == entries
    assert newest(of.press("Deal").open("")) > entries


@pytest.mark.thorough
@pytest.mark.parametrize("any_tablet", ["blocks"], indirect=True)
def test_a_full_database_of_the_browser_stops_companion_and_loses_nothing(any_tablet: Tablet) -> None:
    page = any_tablet.open()
    of = phone(page).lays("Ann", "Ben")
    entries = newest(of.open(""))
    (worker,) = page.workers
    worker.evaluate(FULL)
    assert of.press("Deal").status == 503
    expect(said(page)).to_contain_text("This device has no room left.")
    page.get_by_role("button", name="Try again").click()
    is_open(page)
    assert newest(of.open("")) == entries
    assert newest(of.press("Deal").open("")) > entries


@pytest.mark.thorough
@needs_devtools
def test_the_evenings_are_taken_from_a_tab_that_sleeps(any_tablet: Tablet) -> None:
    first = any_tablet.open()
    of = phone(first).lays("Ann", "Ben")
    of.press("Deal")
    entries = newest(of.open(""))
    second = any_tablet.another_tab()
    with frozen(first):
        second.goto(any_tablet.address)
        second.get_by_role("button", name="Use it here").click()
        # whether its files are let go is for the device to say: what lies in blocks is taken at once
        opened, held = second.locator("body[data-open] iframe"), said(second).filter(has_text="and doesn't answer")
        expect(opened.or_(held)).to_be_visible()
    expect(said(first)).to_have_text("Companion is now open in another tab.")
    if held.is_visible():
        second.get_by_role("button", name="Try again").click()
    is_open(second)
    of.client.page = second
    assert newest(of.open("")) == entries
    assert newest(of.press("Ann").open("")) > entries


@pytest.mark.thorough
@needs_tabs
def test_another_sites_form_restores_nothing_and_fills_no_room(tablet: Tablet, tmp_path: Path) -> None:
    page = tablet.open()
    of = phone(page).lays("Ann", "Ben")
    backup = backed_up(page, tmp_path / "backup") / FILE
    dealt = newest(of.press("Deal").open(""))
    other = tablet.another_tab()
    other.goto(tablet.address.replace("127.0.0.1", "localhost").removesuffix("companion/"))
    other.evaluate(
        "to => { document.body.innerHTML ="
        " `<form method=post enctype=multipart/form-data action='${to}'><input type=file name=file></form>`; }",
        f"{tablet.address}app/here/restore",
    )
    other.locator("input").set_input_files(backup)
    other.evaluate("document.forms[0].submit()")
    expect(other.locator(".lead")).to_contain_text("Nothing was written down")
    page.reload()
    is_open(page)
    assert newest(of.open("")) == dealt
    assert not [link for link in of.open("/device").page.links if link.startswith("before-restore")]


@pytest.mark.skipif(ENGINE != "webkit", reason="only WebKitGTK has no way to promise: the test before tells of another")
def test_a_browser_that_cannot_promise_is_told_apart(browser: WebKit, web: Web) -> None:
    with visited(browser, web.address) as page:
        page.goto(f"{web.address}#/device")
        expect(in_frame(page).get_by_text("This browser has no way to promise")).to_be_visible(timeout=OPENING)


def test_a_browser_that_keeps_nothing_is_told_apart(browser: Browser | WebKit, web: Web) -> None:
    refuses = "{ getDirectory: () => Promise.reject(new DOMException('', 'SecurityError')) }"
    for name, value, sentence in (("storage", refuses, "private window"), ("locks", "undefined", "A newer one can")):
        with visited(browser, web.address) as page:
            page.add_init_script(f"Object.defineProperty(navigator, '{name}', {{ value: {value} }})")
            page.goto(web.address)
            expect(said(page)).to_contain_text(sentence)


@pytest.mark.thorough
@pytest.mark.parametrize("any_tablet", ["blocks"], indirect=True)
def test_a_browser_that_refuses_its_database_is_told_apart(
    browser: Browser | WebKit, any_tablet: Tablet, tmp_path: Path
) -> None:
    worker = tmp_path / "web" / "companion" / "worker.js"
    worker.write_text(REFUSES + worker.read_text("utf-8"), "utf-8")
    with visited(browser, any_tablet.address) as page:
        page.goto(any_tablet.address)
        expect(said(page)).to_contain_text("private window", timeout=OPENING)


@needs_devtools
def test_an_address_without_https_says_what_to_do(browser: Browser, web: Web) -> None:
    with browser.new_context(viewport=PHONE) as context:
        page = context.new_page()
        page.goto(web.address.replace("127.0.0.1", BY_NAME))
        expect(said(page)).to_contain_text("on your own network, companion serve --https has one.")


def test_a_half_loaded_site_goes_on_later_and_tells_what_the_browser_has_promised(
    browser: Browser | WebKit, site: Path, tmp_path: Path
) -> None:
    half = copytree(site, tmp_path / "half" / "companion")
    (part,) = (half / "parts").glob("companion-*")
    whole = part.read_bytes()
    part.write_bytes(whole[: len(whole) // 2])
    with web_space(half.parent) as web, visited(browser, web.address) as page:
        page.add_init_script(ASKED_TO_KEEP)
        page.goto(f"{web.address}#/device")
        expect(said(page)).to_contain_text("Only a part of Companion is on this device yet")
        part.write_bytes(whole)
        page.get_by_role("button", name="Try again").click()
        is_open(page)
        if ENGINE == "webkit":  # no script can be run before those of a frame in WebKitGTK
            return
        expect(in_frame(page).get_by_text("This browser has promised to keep them")).to_be_visible()
        for answers, sentence in (
            ("refuses", "This browser hasn't promised to keep them"),
            ("cannot", "This browser has no way to promise"),
        ):
            page.evaluate("answers => { localStorage.answers = answers; frames[0].location.reload(); }", answers)
            expect(in_frame(page).get_by_text(sentence)).to_be_visible()
