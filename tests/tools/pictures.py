"""``make pictures``: the README's pictures, taken of the real thing in a real browser, and the icons of the app."""

import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import CHROMIUM, PHONE, lay, tap
from tests.browser.engines import FLAGS
from tests.tools.serving import served

HOUSE = Path(__file__).parents[2]
PICTURES = HOUSE / "docs" / "pictures"
ICON = HOUSE / "static" / "icon.svg"
ICONS = HOUSE / "static" / "icons"


def main() -> None:
    if CHROMIUM is None:
        sys.exit("There is no Chromium on this machine to take the pictures with.")
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data, served(Path(data)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = phone(browser, address, "light")
        take(page, "/", "first-page")
        lay(page, "Ann", "Ben", "Cleo", "Dan")
        an_evening(page)
        table = page.url
        take(page, table, "table-phone")
        tap_to_the_end(page)
        take(page, f"{table}/settlement", "settlement")
        page = phone(browser, address, "dark")
        lay(page, "Ann", "Ben", "Cleo", "Dan", game="Pope Joan")
        tap(page, "Deal hand")
        take(page, page.url, "board")
        icons(browser)
        browser.close()


def phone(browser: Browser, address: str, theme: str) -> Page:
    """A page of a phone that was not here before."""
    return browser.new_context(
        viewport=PHONE, base_url=address, device_scale_factor=1.5, locale="en-GB", color_scheme=theme
    ).new_page()


def icons(browser: Browser) -> None:
    """The icon in the sizes that devices ask for: as it is, and without its corners where the device cuts its own."""
    ICONS.mkdir(exist_ok=True)
    svg = ICON.read_text()
    for name, drawn in (("any", svg), ("maskable", svg.replace(' rx="14"', ""))):
        for size in (192, 512):
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px}}</style>{drawn}")
            file = ICONS / f"{name}-{size}.png"
            page.screenshot(path=file, omit_background=True)
            page.close()
            few_colours(file)


def few_colours(file: Path) -> None:
    """Keep 64 colours of a drawing, in which nobody misses one: every phone loads an icon at its first visit."""
    with Image.open(file) as drawn:
        few = drawn.convert("RGBA").quantize(64, method=Image.Quantize.FASTOCTREE)
    few.save(file, optimize=True)


def an_evening(page: Page) -> None:
    """Two pools won, then one that is spoilt twice and stands."""
    for winner in ("Cleo", "Ann", "Nobody", "Nobody"):
        tap(page, "Deal hand")
        tap(page, winner)
    tap(page, "Deal hand")


def tap_to_the_end(page: Page) -> None:
    """The standing pool is won, and the game finished."""
    tap(page, "Dan")
    tap(page, "Finish the game")


def take(page: Page, address: str, name: str) -> None:
    """One picture of one page, when it is live and at rest, packed as small as it goes."""
    page.goto(address)
    page.wait_for_timeout(600)
    file = PICTURES / f"{name}.png"
    page.screenshot(path=file)
    Image.open(file).convert("RGB").save(file, optimize=True)


if __name__ == "__main__":
    main()
