"""From the tap to the changed page, on slow phones in a real Chromium, beside a bare page that swaps as much.

The bare page swaps the very fragments that Companion answers with, the writer's after a tap and the follower's own when
the stream tells of it, under the same stylesheets. So either page parses, styles, lays out and paints the same, after
as many requests; what is compared is all that Companion's scripts, htmx and server add. The bare page has none of them:
it sends the tap with ``fetch`` and puts the answer in as it comes.
"""

from collections.abc import Iterator
from pathlib import Path

from attrs import frozen
from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench.phones import Phone, Row, laid, percentile, recorder
from tests.bench.server import running
from tests.browser.conftest import CHROMIUM, PHONE, takes_the_pencil
from tests.browser.engines import FLAGS

SLOWER = 4
"""How many times slower the processor of a phone is."""
LATENCY = 50
"""Milliseconds that its network adds to every request."""
MOST = 1.3
WARM = 5
"""So many at first aren't counted."""
WATCH = """() => {
  const clock = () => performance.timeOrigin + performance.now();
  window.ink = { tapped: 0, seen: 0 };
  addEventListener("pointerdown", () => { ink.tapped = clock(); }, true);
  new MutationObserver((changes) => {
    const swapped = changes.some(({ target, addedNodes }) =>
      target.id === "table" || [...addedNodes].some((node) => node.id === "table"));
    if (swapped && !ink.seen) requestAnimationFrame(() => setTimeout(() => { ink.seen = ink.seen || clock(); }));
  }).observe(document.body, { childList: true, subtree: true });
}"""
"""Notes when the page is tapped, and when the first frame with another table has been drawn after it."""


@frozen
class Pair:
    """A phone that taps and one that follows, at one table."""

    tapping: Page
    following: Page
    button: str

    def tap(self) -> tuple[float, float]:
        """Milliseconds from one tap to the changed page, on both phones."""
        for page in (self.tapping, self.following):
            page.evaluate("() => { ink.seen = 0; }")
        self.tapping.locator(self.button).first.click()
        for page in (self.tapping, self.following):
            page.wait_for_function("() => ink.seen")
        tapped, seen = self.tapping.evaluate("() => [ink.tapped, ink.seen]")
        return seen - tapped, self.following.evaluate("() => ink.seen") - tapped


def rows(folder: Path, rounds: int) -> Iterator[Row | str]:
    if CHROMIUM is None:
        yield "| not measured: there is no Chromium on this machine | | | |"
        return
    code, model = laid(folder, [10, 10])
    with running("companion", folder) as full, sync_playwright() as playwright:
        keep_fragments(folder, full.port, model)
        with running("bare", folder) as floor:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            ours = phones(browser, full.port, f"/t/{code}")
            bare = phones(browser, floor.port, "/phone")
            taken = [(*ours.tap(), *bare.tap()) for _ in range(rounds + WARM)][WARM:]
            browser.close()
    mine, followed, bare_mine, bare_followed = zip(*taken, strict=True)
    yield from compared("on the tapping phone", mine, bare_mine)
    yield from compared("on a phone that follows", followed, bare_followed)


def keep_fragments(folder: Path, port: int, code: str) -> None:
    """What a tapping and a following phone are shown after a deal, and after a hand won, for the bare page to swap."""
    record, follower = recorder(port, code), Phone(port)
    for turn in range(2):
        (folder / f"tapped-{turn}.html").write_text(record())
        (folder / f"followed-{turn}.html").write_text(follower.part(code))


def phones(browser: Browser, port: int, path: str) -> Pair:
    """Two slow phones with the page open; the first may write."""
    pages = [
        browser.new_context(viewport=PHONE, has_touch=True, base_url=f"http://127.0.0.1:{port}").new_page()  # type: ignore[arg-type]
        for _ in range(2)
    ]
    at_table = path.startswith("/t/")
    if at_table:
        takes_the_pencil(pages[0], path.rpartition("/")[2])
    for page, opened in zip(pages, (path, path if at_table else f"{path}#follows"), strict=True):
        page.goto(opened)
        page.evaluate(WATCH)
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        session.send("Network.enable")
        unlimited = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
        session.send("Network.emulateNetworkConditions", unlimited | {"latency": LATENCY})
    return Pair(*pages, button="#asking .row, .action-bar .primary" if at_table else "#tap")


def compared(where: str, times: tuple[float, ...], floors: tuple[float, ...]) -> Iterator[Row]:
    """What a tap takes, and what that is to the bare page."""
    for percent in (50, 95):
        ours, bare = percentile(times, percent), percentile(floors, percent)
        yield Row(f"tap to ink {where}, p{percent}, to a bare page ({ours:.0f} to {bare:.0f} ms)", ours / bare, MOST)
