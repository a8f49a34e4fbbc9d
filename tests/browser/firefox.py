"""Firefox as Debian keeps it, driven by Playwright over WebDriver BiDi."""

import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

from attrs import define, field
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Playwright, Route

from companion.web import security
from tests.tools.needed import program

HOUSE = Path(__file__).parents[2]
LEFT = """field => { const before = field.value; field.addEventListener("blur", () => {
  if (field.value !== before) field.dispatchEvent(new Event("change", { bubbles: true })); }, { once: true }); }"""


@define
class Firefox:
    """The system's Firefox, as it is: Playwright has a patched one of its own, which it drives in another way."""

    playwright: Playwright
    folder: TemporaryDirectory[str] = field(factory=TemporaryDirectory)
    browsers: dict[tuple[str, ...], Browser] = field(factory=dict)
    """One for each way in which people set theirs up."""

    def __attrs_post_init__(self) -> None:
        program("firefox-esr", "firefox")
        Locator.fill = changing(Locator.fill)  # type: ignore[assignment, method-assign]
        security.CONTENT_POLICY += "; script-src 'self' 'unsafe-eval'"  # there Playwright's own scripts are the page's

    def new_context(
        self,
        color_scheme: str = "light",
        locale: str = "",
        reduced_motion: str = "",
        java_script_enabled: bool = True,
        extra_http_headers: dict[str, str] | None = None,
        **more: Any,
    ) -> BrowserContext:
        """A new device."""
        if extra_http_headers:
            more["service_workers"] = "block"  # what they ask for goes past a route
        context = self.browser(color_scheme, locale, reduced_motion).new_context(**more)
        if not java_script_enabled:
            context.route(re.compile(r"\.(js|css)(\?|$)"), without_scripts)
        if extra_http_headers:
            headers = extra_http_headers
            context.set_extra_http_headers(headers)  # of what is asked for beside the pages
            context.route("**", lambda route: route.continue_(headers=route.request.headers | headers))
        context.set_offline = lambda offline: cut(context, offline)  # type: ignore[method-assign]
        return context

    def browser(self, *ways: str) -> Browser:
        """The browser with this theme, language and wish for calm: begun when there is none, or none any more."""
        if ways not in self.browsers or not self.browsers[ways].is_connected():
            theme, language, calm = ways
            home = Path(mkdtemp(dir=self.folder.name))  # no browser is told of another one's downloads
            starts, downloads = home / "firefox", home / "downloads"
            downloads.mkdir()
            command = f'"{sys.executable}" -m tests.browser.bidi "{downloads}" "$@"'
            starts.write_text(f'#!/bin/sh\nPYTHONPATH="{HOUSE}" exec {command}\n')
            starts.chmod(0o700)
            preferences: dict[str, str | float | bool] = {
                "layout.css.prefers-color-scheme.content-override": ["dark", "light"].index(theme),
                "ui.prefersReducedMotion": int(calm == "reduce"),
                "ui.primaryPointerCapabilities": 1,  # a finger, which can't hover
                "ui.allPointerCapabilities": 1,
                "dom.w3c_touch_events.enabled": 1,
                "ui.useOverlayScrollbars": 1,
                "widget.gtk.overlay-scrollbars.enabled": True,
                "browser.sessionhistory.max_total_viewers": 0,  # no page is kept for the way back, as with Chromium
                "browser.download.folderList": 2,
                "browser.download.dir": str(downloads),
            }
            if language:
                preferences["intl.accept_languages"] = language
            self.browsers[ways] = self.playwright.firefox.launch(
                channel="moz-firefox",
                executable_path=starts,
                downloads_path=downloads,
                firefox_user_prefs=preferences,
            )
        return self.browsers[ways]

    def close(self) -> None:
        for browser in self.browsers.values():
            browser.close()
        self.folder.cleanup()


def changing(fill: Callable[..., None]) -> Callable[..., None]:
    """Have a field that is filled in say that it changed once it is left: what a script filled in says nothing."""

    def fills(field: Locator, value: str, **more: Any) -> None:
        field.evaluate(LEFT)
        fill(field, value, **more)

    return fills


def cut(context: BrowserContext, offline: bool) -> None:
    """Cut the line of a device, or mend it."""
    if offline:
        context.route("**", goes_nowhere)
    else:
        context.unroute("**", goes_nowhere)
        for page in context.pages:
            page.evaluate("dispatchEvent(new Event('online'))")


def goes_nowhere(route: Route) -> None:
    """Let a request find the line cut."""
    route.abort()


def without_scripts(route: Route) -> None:
    """Give no page a script, and say so to its style: where none is run, Playwright's own would not be either."""
    with suppress(Error):  # the page may be gone before its answer is there
        if ".js" in route.request.url:
            route.abort()
        else:
            style = route.fetch()
            route.fulfill(response=style, body=style.text().replace("(scripting: none)", "all"))
