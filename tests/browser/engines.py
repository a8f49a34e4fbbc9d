"""The browsers that people have, each driven by Playwright; ``COMPANION_BROWSER`` names the one that the tests run in.

``chromium`` is the system's Chromium, ``firefox`` its Firefox, over WebDriver BiDi, and ``webkit`` its WebKitGTK: the
engine of every browser on an iPad, driven as Playwright drives the Safari of one.
"""

import os
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, Playwright, Response, Touchscreen

from tests.browser.firefox import Firefox
from tests.browser.hand import go_back
from tests.browser.webkit import WebKit
from tests.tools.needed import program

ENGINE = os.environ.get("COMPANION_BROWSER", "chromium")
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
SHELLS = ("chromium-headless-shell", *CHROMIUMS)
"""Chromium without windows, where the system has it: the same pages for less than half of the work.

``COMPANION_CHROMIUM=whole`` takes the whole one, as people have it.
"""
BY_NAME = "companion.example"
"""A name that leads to this machine in Chromium: over plain http its pages are no secure ones, as on a home network."""
FLAGS = [
    "--no-sandbox",
    f"--host-resolver-rules=MAP {BY_NAME} 127.0.0.1",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # the first two as Playwright has them; the others would draw the suggestions of an address line nobody sees, in
    # two pages beside every page: a fifth of the work
    "--disable-features=HttpsUpgrades,PaintHolding,WebUIOmniboxPopup,WebUIOmniboxAimPopup",
]


def click_for_taps() -> None:
    """Click where a browser can't be told that its screen is touched."""

    def click(screen: Touchscreen, x: float, y: float) -> None:
        screen._sync(screen._impl_obj._page.mouse.click(x, y, None, None, None))

    Locator.tap = Locator.click  # type: ignore[assignment, method-assign]
    Touchscreen.tap = click  # type: ignore[method-assign]


def opening(goto: Callable[..., Response | None]) -> Callable[..., Response | None]:
    """Open a page once more where a browser tells late of the one before, which Playwright takes for another wish."""

    def opens(page: Page, url: str, **more: Any) -> Response | None:
        try:
            return goto(page, url, **more)
        except Error as error:
            if "is interrupted by another navigation" not in str(error):
                raise
            return goto(page, url, **more)

    return opens


def chromium(playwright: Playwright) -> Browser:
    """The system's Chromium."""
    whole = os.environ.get("COMPANION_CHROMIUM") == "whole"
    return playwright.chromium.launch(executable_path=program(*(CHROMIUMS if whole else SHELLS)), args=FLAGS)


def firefox(playwright: Playwright) -> Firefox:
    """The system's Firefox."""
    click_for_taps()
    Page.go_back = go_back  # type: ignore[assignment, method-assign]  # its own waits for a page that is loaded
    Page.goto = opening(Page.goto)  # type: ignore[method-assign]
    return Firefox(playwright)


ENGINES = {"chromium": chromium, "firefox": firefox, "webkit": WebKit}
"""What starts each browser, by its name."""

LACKS = {
    "firefox": {
        "the way back without the line": "a line that is cut takes what the browser keeps of a page along",
        "history of a page that is loading": "Firefox keeps no place for a page left before it was all there",
        "what a form sends": "Playwright isn't told what a form sends in Firefox",
        "what a visit loads": "Playwright isn't told how large an answer is in Firefox",
        "what stands there without scripts alone": "pages of Firefox are told that scripts run, as Playwright's do",
    },
    "webkit": {
        "the way back without the line": "a line that is cut takes what the browser keeps of a page along",
        "what stands there without scripts alone": "pages of WebKitGTK are told that scripts run, as Playwright's do",
        "what a visit loads": "WebKitGTK keeps no answer on its disk where it is driven",
        "a file that is chosen": "WebKitGTK asks nobody for a file where it is driven",
        "wake lock": "WebKitGTK keeps no screen on for a page",
        "history of a page that is loading": "WebKit keeps no place for a page left before it was all there",
        "two pages of one store": "each page of WebKitGTK is a browser of its own here, with a store of its own",
    },
}
"""What an engine hasn't, each with the sentence for a test that needs it."""


def needs(capability: str) -> pytest.MarkDecorator:
    """Skip a test where the browser hasn't this."""
    why = LACKS.get(ENGINE, {}).get(capability, "")
    return pytest.mark.skipif(bool(why), reason=f"{why}: this test is skipped")
