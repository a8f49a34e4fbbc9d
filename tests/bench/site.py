"""Companion without a server: its first page from the device's storage, and a tap beside one at the server."""

import shutil
import statistics
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from werkzeug.datastructures import MultiDict

from companion.site.build import NoPyodide, build
from tests.bench.phones import Row, timed
from tests.bench.server import running
from tests.browser.conftest import CHROMIUM
from tests.site.conftest import Asking, Tablet, web_space
from tests.tools.phone import Phone

OPENINGS = 5
TAPS = 60
MEASURED = """async ([path, forms]) => {
  const taken = [];
  for (const body of forms) {
    const begun = performance.now();
    const answer = await fetch(path, { method: "POST", body: new URLSearchParams(body) });
    await answer.text();
    if (!answer.ok) throw new Error(answer.status);
    taken.push(performance.now() - begun);
  }
  return taken;
}"""


def rows(folder: Path) -> Iterator[Row | str]:
    """Both are asked by the same browser, in turns."""
    if CHROMIUM is None:
        yield "No Chromium: not measured."
        return
    try:
        build(folder / "web" / "companion")
    except NoPyodide as error:
        yield f"Not measured: {error}"
        return
    with (
        sync_playwright() as playwright,
        web_space(folder / "web") as web,
        running("companion", folder / "data") as server,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        tablet = Tablet(browser, folder / "browser", web.address)
        page, openings = tablet.open(), []
        for _ in range(OPENINGS):
            page.goto("about:blank")
            openings.append(timed(lambda: tablet.visit(page)) / 1000)
        yield Row("first page from the device's storage", statistics.median(openings), 5, "s")
        there = tablet.context.new_page()  # type: ignore[union-attr]
        there.goto(f"http://127.0.0.1:{server.port}")
        at_server = Phone(Asking(there, "")).lays("Ann", "Ben", "Cat")  # type: ignore[arg-type]
        here = Phone(Asking(page)).lays("Ann", "Ben", "Cat")  # type: ignore[arg-type]
        served_taps = taps(there, at_server, f"/t/{at_server.code}/moves/give")
        own_taps = taps(page, here, f"app/t/{here.code}/moves/give")
        yield Row("a tap without a server, to one at the server", own_taps / served_taps, 2)
        loaded = sum(part.stat().st_size for part in (folder / "web" / "companion" / "parts").iterdir())
        yield Row("loaded once", loaded / 1_000_000, 15, "MB")
        tablet.close()
        browser.close()
    shutil.rmtree(folder / "browser", ignore_errors=True)


def taps(page: Page, of: Phone, path: str) -> float:
    """The median of some taps, with their answers, in milliseconds."""
    give = {"from": "player:Ann", "to": "player:Ben", "counters": "1"}
    forms = [list(MultiDict(give | {"key": f"tap {number}"}).items()) for number in range(TAPS)]
    return statistics.median(page.evaluate(MEASURED, [path, forms]))
