"""A real browser, and a table of four as people lay it."""

import io
import re
import shutil
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from json import dumps
from pathlib import Path
from typing import Any, Literal, TypeVar
from urllib.parse import urlencode, urljoin, urlsplit

import pytest
import zxingcpp
from attrs import define
from PIL import Image
from playwright.sync_api import APIResponse, Browser, BrowserContext, Error, Locator, Page, expect
from werkzeug.datastructures import MultiDict

from tests.browser.engines import CHROMIUMS, ENGINE, WebKit
from tests.tools.phone import CHOICES, Phone
from tests.tools.serving import Answered, house_at

CHROMIUM = next((found for name in CHROMIUMS if (found := shutil.which(name))), None)
PHONE = {"width": 390, "height": 844}
SMALL_PHONE = {"width": 360, "height": 640}
TABLET = {"width": 1180, "height": 820}
FAREWELL = re.compile(
    r"was interrupted while the page was loading|establish a connection to the server|due to access control"
    r"|^Transition was (aborted|skipped)"
)
"""What browsers say when a page is left while it loads, or changes."""
FOR_PICTURES = "sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA="
"""The style that Playwright gives a page in Firefox before it takes a picture of it, in vain."""
PATIENCE = 30_000
"""Milliseconds that a busy machine may take for what people see at once."""
EVERY_SIZE = [
    pytest.param(SMALL_PHONE, id="small phone"),
    pytest.param(PHONE, id="phone", marks=pytest.mark.thorough),
    pytest.param(TABLET, id="tablet", marks=pytest.mark.thorough),
]
EVERY_THEME = ["light", pytest.param("dark", marks=pytest.mark.thorough)]


BEYOND = re.compile(
    r"Page\.pdf: (PDF generation is only supported for Headless Chromium)"
    r"|BrowserContext\.new_cdp_session: (CDP session is only available in Chromium)"
)
"""How Playwright says that it does something in Chromium alone."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Skip what can't be driven in Firefox or WebKit; whatever else goes wrong there is a failure."""
    try:
        return (yield)
    except Error as error:
        if ENGINE != "chromium" and (said := BEYOND.match(str(error))):
            pytest.skip(f"{ENGINE} can't be driven so, {said[1] or said[2]}: this test is skipped")
        raise


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in Path(item.path).parts:
            item.add_marker(pytest.mark.browser)


@pytest.fixture
def address(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """A house in which stands already what a module's own ``code`` or ``codes`` lays into its folder."""
    for laid in {"code", "codes"} & {*request.fixturenames}:
        request.getfixturevalue(laid)
    with house_at(tmp_path) as where:
        yield where


Device = Callable[..., Page]
OneHeld = TypeVar("OneHeld")
"""A request that is held, with what belongs to it."""


@pytest.fixture
def device(browser: Browser | WebKit, address: str) -> Iterator[Device]:
    """Gives a page on a new device; at the end no page may have complained in its console.

    It has no service worker unless it is allowed one: what goes through one may slip past a route. While the server is
    there one changes nothing, and what it does beyond that has tests of its own.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def opened(viewport: dict[str, int] = PHONE, **more: object) -> Page:
        more = {"service_workers": "block"} | more
        context = browser.new_context(viewport=viewport, base_url=address, has_touch=True, **more)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complains(str(error)))
        page.on("console", lambda said: complains(said.text) if "Content Security" in said.text else None)
        return page

    def complains(said: str) -> None:
        if not FAREWELL.search(said) and FOR_PICTURES not in said:
            complaints.append(said)

    yield opened
    for context in contexts:
        try:
            context.close()
        except Error as error:
            complaints.append(str(error))
    assert not complaints


@define
class Asking:
    """What a Phone asks through with the cookies of a page: quicker than tapping where the taps are not the point."""

    page: Page

    def test_client(self) -> "Asking":
        return self

    def get(self, path: str, headers: Any = (), environ_overrides: Any = None) -> Answered:
        return self._answered(self.page.request.get(urljoin(self.page.url, path), headers=dict(headers)))

    def post(self, path: str, data: Any = None, headers: Any = (), environ_overrides: Any = None) -> Answered:
        form = urlencode(list(MultiDict(data or {}).items(multi=True)))
        own = {"Content-Type": "application/x-www-form-urlencoded", "Origin": self._origin()}
        where = urljoin(self.page.url, path)
        return self._answered(self.page.request.post(where, data=form, headers=dict(headers) | own))

    def _origin(self) -> str:
        """Where the page is, or would be once it opened one."""
        is_open = self.page.url.startswith("http")
        return urljoin(self.page.url if is_open else self.page.request.get("/healthz").url, "/").removesuffix("/")

    def _answered(self, answer: APIResponse) -> Answered:
        return Answered(answer.status, answer.headers, answer.body(), urlsplit(answer.url).path)


def lay(
    page: Page,
    *players: str,
    game: str = "Spoil-Five",
    each: int | None = None,
    pressed: Sequence[str] = (),
    **rules: str,
) -> str:
    """Lays a table where these buttons were pressed already, opens it, and gives its code."""
    phone = Phone(Asking(page)).lays(*players, game=game, each=each, **rules)
    for words in pressed:
        phone.press(words)
        assert phone.response.status_code < 400, f"{words} was refused"
    page.goto(f"/t/{phone.code}")
    return phone.code


def press(page: Page, *buttons: str) -> None:
    """Presses buttons of the table that is open, where the taps are not the point, and opens it as it is then."""
    phone = Phone(Asking(page)).open(urlsplit(page.url).path)
    for words in buttons:
        phone.press(words)
        assert phone.response.status_code < 400, f"{words} was refused"
    page.goto(f"/t/{phone.code}")


SHOWN = """async (path) => {
  const read = new DOMParser().parseFromString(await (await fetch(path)).text(), 'text/html');
  const scripts = from => [...from.scripts].map((script) => script.getAttribute('src')).filter(Boolean);
  if (scripts(read).some((script) => !scripts(document).includes(script))) return false;
  const sheets = from => [...from.querySelectorAll('link[rel=stylesheet]')];
  const there = new Map(sheets(document).map((sheet) => [sheet.getAttribute('href'), sheet]));
  for (const [href, sheet] of there) sheet.disabled = !read.querySelector(`link[href="${href}"]`);
  await Promise.all(sheets(read).filter((sheet) => !there.has(sheet.getAttribute('href')))
    .map((sheet) => new Promise((loaded) => { sheet.onload = loaded; document.head.append(sheet); })));
  document.body.className = read.body.className;
  document.body.innerHTML = read.body.innerHTML;
  document.dispatchEvent(new CustomEvent('htmx:afterSwap', { detail: { target: document.body } }));
  scrollTo(0, 0);
  return true;
}"""


def shows(page: Page, path: str) -> None:
    """Shows another page by the scripts that are there already, which is quicker; one with more of them is opened."""
    if not page.evaluate(SHOWN, path):
        page.goto(path)


def sits_down(page: Page, name: str) -> None:
    """Waits until somebody of this name sits at the new table, also where a page runs no scripts."""
    page.locator(f".seats [name=player][value={dumps(name, ensure_ascii=False)}]").first.wait_for(state="attached")


def choose(page: Page, game: str) -> None:
    """Taps a game of the gallery that is open, and waits until its form is there."""
    page.locator(".tile").filter(has=page.get_by_text(game, exact=True)).first.click()
    page.locator("#begin, .lay").first.wait_for()


def lay_by_tapping(
    page: Page, *players: str, game: str = "Spoil-Five", rules: Callable[[Page], None] = lambda page: None, at: str = ""
) -> str:
    """Lays a table by tapping and typing, under a prefix where it is served at one, and gives its code."""
    page.goto(f"{at}/lay?game={CHOICES[game]}")
    for name in players:
        page.locator(".add input").fill(name)
        page.get_by_role("button", name="Add", exact=True).click()
        sits_down(page, name)
    open_line(page, "counters")
    page.get_by_label("No counters").check()
    rules(page)
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/t/*")
    return page.url.rpartition("/")[2]


def types(field: Locator, value: str) -> None:
    """Types in the place of what stands in a field, as fingers do: a script that fills it in touches nothing."""
    field.focus()
    field.select_text()
    field.page.keyboard.type(value)


def open_line(page: Page, which: str) -> None:
    """Opens one of the lines that say what a game needs to know."""
    page.locator(f"#{which} > summary").click()


def takes_the_pencil(page: Page, code: str) -> Page:
    """Takes the pencil up, as one who stands at the machine itself may, and opens the table."""
    phone = Phone(Asking(page)).open(f"/t/{code}/pencil")
    phone.send("pencil", {"do": "here"})
    page.goto(f"/t/{code}")
    return page


STILL = """() => { window.now = performance.now();
  Date.now = () => Math.round(performance.timeOrigin + window.now);
  performance.now = () => window.now;
  Object.defineProperty(Event.prototype, 'timeStamp', { get: () => window.now }); }"""
"""Lets no time go by on a page, so that a busy machine's taps are as quick as a hand's."""


NO_ANSWER = re.compile("your last tap may not have been written down|Not written down: the table didn't answer")
"""What is said of a tap without an answer, while the line is away and once it is back."""


def middle(part: Locator) -> tuple[float, float]:
    """The middle of a part of the page."""
    box = part.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def at_rest(page: Page) -> None:
    """Waits until no tap is out, and all that is shown can be tapped."""
    expect(page.locator(".pending, .htmx-request, .htmx-settling, .ignore-taps")).to_have_count(0)


def follow(page: Page, name: str) -> None:
    """Follows the first link that begins so to a page of its own, and waits until that is all there."""
    expect(page.locator(".htmx-settling, .ignore-taps")).to_have_count(0)
    with page.expect_navigation():
        page.get_by_role("link", name=re.compile(f"^{re.escape(name)}")).first.click()


ANSWERED = """before => { const table = document.getElementById('table');
  return table && table.dataset.version !== before && !document.querySelector('.htmx-settling, .ignore-taps'); }"""
"""The answer to a tap is there, and the fingers may tap again."""


def tap(page: Page, name: str) -> None:
    """Taps a button of the table page and waits until the answer is there and the fingers may tap again."""
    if name == "Finish the game":
        page.locator("summary", has_text=name).click()
    button = page.get_by_role("button", name=name).first
    # looked at once it is there: what made it appear may be on its way, and has a version of its own
    before = button.evaluate("() => document.getElementById('table').dataset.version")
    button.click()
    page.wait_for_function(ANSWERED, arg=before, polling=40)


def next_held(page: Page, held: list[OneHeld]) -> OneHeld:
    """Waits until a request of the page is held, and gives the oldest one."""
    end = time.monotonic() + PATIENCE / 1000
    while not held:
        assert time.monotonic() < end, "nothing is asked"
        page.wait_for_timeout(20)
    return held.pop(0)


def balances(page: Page) -> dict[str, int]:
    """The big figures as the page shows them, in its order: points where a game is about them, else balances."""
    page.wait_for_load_state()
    shown = "#table :is(.own-phone, .players .row, .each .row:has(.balance), .ranks > li)"
    figures = {
        row.locator(".name").inner_text(): row.locator(".balance").first.inner_text()
        for row in page.locator(shown).all()
    }
    return {name: int(figure.split()[0].replace("−", "-")) for name, figure in figures.items()}


THEME = """theme => {
  const dark = '(prefers-color-scheme: dark)', always = '(min-width: 0px)';
  const [from, to] = theme === 'dark' && !matchMedia(dark).matches ? [dark, always] : [always, dark];
  document.documentElement.style.colorScheme = to === always ? theme : '';
  for (const sheet of document.styleSheets) for (const { media } of sheet.cssRules)
    if (media?.mediaText === from) media.mediaText = to; }"""


def in_theme(page: Page, theme: str) -> None:
    """Shows the page in a theme; in Firefox an open page is given the style of it by a script."""
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.evaluate(THEME, theme)


def on_paper(page: Page, color_scheme: Literal["light", "dark"] = "light") -> None:
    """Shows the page as it is printed; Firefox is given the style of paper by a script."""
    page.emulate_media(media="print", color_scheme=color_scheme)
    page.evaluate(
        "() => { if (!matchMedia('print').matches) for (const sheet of document.styleSheets)"
        " for (const { media } of sheet.cssRules) if (media) media.mediaText ="
        " media.mediaText.replace(/^print/, 'all').replace(/^screen.*/, 'not all'); }"
    )


A4, A5, LETTER = (21.0, 29.7), (14.8, 21.0), (21.59, 27.94)
"""Paper by its width and height, in centimetres."""


def printed(page: Page, paper: tuple[float, float] = A4) -> tuple[bytes, int]:
    """The page as a PDF, with what is packed in it after it, and its sheets."""
    inch = 2.54 if ENGINE == "firefox" else 1  # Playwright counts its paper in inches, and Firefox takes them for cm
    width, height = (f"{side * inch}cm" for side in paper)
    pdf = page.pdf(width=width, height=height, prefer_css_page_size=True)
    parts = [pdf]
    for packed in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        with suppress(zlib.error):
            parts.append(zlib.decompressobj().decompress(packed))
    pdf = b"\n".join(parts)
    return pdf, len(re.findall(rb"/Type\s*/Page\b", pdf))


def scanned(page: Page) -> str:
    """What a phone reads from the QR code on the page."""
    code = page.locator(".qr svg")
    code.wait_for()
    (found,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(code.screenshot())))
    return found.text


@pytest.fixture
def four(device: Device) -> Page:
    """A phone at a Spoil-Five table of four, with the pencil."""
    page = device()
    lay(page, "Ann", "Ben", "Cleo", "Dan")
    return page
