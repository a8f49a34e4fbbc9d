"""Every page of a house with one of everything: no name scrolls, tears or is cut, nothing is said twice, and no part of
it takes for the table's what a proxy says.
"""

import re
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Route

from tests.attacks.routes import at, routes_of
from tests.browser.conftest import SMALL_PHONE, Device, takes_the_pencil
from tests.browser.kinds import covering, saying_most
from tests.browser.test_access import whole_pages
from tests.browser.test_end_of_hand import speaks
from tests.browser.test_for_every_hand import SIDEWAYS
from tests.browser.test_large_text import TEXT_SIZES, in_size
from tests.tools.full_house import full_house
from tests.tools.quick import quick_app

NAMES = ["Anne-Marie von der Heide", "Grandma and Hugo", "W" * 40, "Maximilian", "M" * 40]
"""What everybody and everything is called, in several words or in one that no line holds."""
WORDS = [name for name in NAMES if len({*name}) > 1]
FITTED = ("/overhead", "/places", "/paper", "/wall")
"""How the paths of pages end whose text is fitted to a screen or a sheet, however large it is elsewhere."""
THOROUGH = pytest.mark.thorough
UNFOLD = "() => { for (const fold of document.querySelectorAll('details:not(.menu)')) fold.open = true; }"
TORN = r"""(names) => {
  const words = new Set(names.join(' ').match(/\p{L}+/gu)), range = document.createRange(), faults = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; text = texts.nextNode();) {
    const holder = text.parentElement;
    if (!holder.checkVisibility({ visibilityProperty: true }) || holder.closest('.sr, .at, svg, textarea')) continue;
    for (const word of text.data.matchAll(/\p{L}+/gu)) {
      if (!words.has(word[0])) continue;
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = [...range.getClientRects()].filter(({ width }) => width);  // in WebKit the line before has one
      if (new Set(lines.map(({ top }) => Math.round(top))).size > 1) faults.add(`${word[0]} is torn: ${at(holder)}`);
      for (let part = holder; part !== document.documentElement; part = part.parentElement) {
        const { overflowX } = getComputedStyle(part);
        if (overflowX === 'auto') break;
        if (overflowX === 'visible') continue;
        const { left, right } = part.getBoundingClientRect();
        if (lines.some(line => line.right > right + 1 || line.left < left - 1) && !part.closest('[title]'))
          faults.add(`${word[0]} is cut: ${at(holder)}`);
      }
    }
  }
  function at(part) { return part.parentElement.outerHTML.slice(0, 160).replace(/\s+/g, ' '); }
  return [...faults].slice(0, 3);
}"""
"""Words of names that stand in two lines, or end where something cuts them off that doesn't say the whole."""

TWICE = """() => {
  const chosen = 'label.tap, .chip.told + *, .tile, .tables > li, .place > .part';
  const more = `.sr, [aria-hidden], ${chosen}, :is(li, tr, figure) + *, .missing ~ *`;
  const away = [...document.querySelectorAll(more)];
  for (const part of away) part.style.setProperty('display', 'none', 'important');
  const said = document.body.innerText.split(/\\n|(?<=[.!?]) /).map(one => one.trim());
  for (const part of away) part.style.removeProperty('display');
  return [...new Set(said.filter((one, place) => one.split(/\\s+/).length > 4 && said.indexOf(one) < place))];
}"""
"""Sentences of more than four words that are in sight twice, but for what is listed, chosen from or said to each."""
PART = re.compile(r"<[^>]*?hx-(?:get|post)=[^>]*>")
HOW = re.compile(r'(?:class|hx-(?:trigger|target|swap|select))="[^"]*"')
UNANSWERED = """async () => {
  let unanswered = 0;
  document.addEventListener('htmx:sendError', () => { unanswered += 1; });
  await Promise.all([...document.querySelectorAll('[hx-get], [hx-post]')].map(source => {
    const verb = source.hasAttribute('hx-get') ? 'get' : 'post';
    return htmx.ajax(verb, source.getAttribute(`hx-${verb}`), { source });
  }));
  return unanswered; }"""
"""Lets every part of a page ask for what it asks for, and counts those that go without an answer."""


@pytest.fixture
def codes(tmp_path: Path) -> list[str]:
    """Evenings in which everything has such a name, in a house that keeps such things."""
    return full_house(tmp_path, NAMES, "T" * 60)


@pytest.fixture
def paths(tmp_path_factory: pytest.TempPathFactory, codes: list[str]) -> list[str]:
    """Every route that may be a page, and pages that are asked for by a name."""
    app = quick_app(tmp_path_factory.mktemp("routes"))
    app.extensions["companion"].close()
    routes = [route for method, route in routes_of(app) if method == "GET" and "/site/" not in route]
    asked = [
        *(f"/people/{page}?name={NAMES[0]}" for page in ("person", "same", "two")),
        *(f"/{page}/person?name={NAMES[2]}" for page in ("people", "statistics")),
        f"/statistics/person?name={NAMES[0]}",
        f"/statistics/between?one={NAMES[0]}&other={NAMES[1]}",
        f"/evenings?q={NAMES[0]}",
        "/lay?game=kept:1",
        "/rules/new?game=kept:1",
    ]
    return [*dict.fromkeys([*(at(route, code) for route in routes for code in codes), *asked])]


@pytest.mark.parametrize(
    "language", ["en", *(pytest.param(other, marks=pytest.mark.thorough) for other in ("de", "fr"))]
)
def test_no_page_scrolls_sideways_or_says_anything_twice_and_no_name_is_torn_or_cut_in_text_of_two_sizes(
    device: Device, codes: list[str], paths: list[str], language: str
) -> None:
    """On the pages that say most in a kind of part: a new one is covered by being there."""
    page, faults = device(SMALL_PHONE), []
    page.goto("/")
    for code in codes:
        takes_the_pencil(page, code)
    speaks(page, language)
    pages = whole_pages(page, paths)
    assert len(pages) > 70
    for path in saying_most(pages):
        page.goto(path)
        faults += [f"{path} says twice: {said}" for said in page.evaluate(TWICE)]
        page.evaluate(UNFOLD)
        for percent in (100,) if path.endswith(FITTED) else TEXT_SIZES:
            in_size(page, percent)
            faults += [f"{path}, {percent} %: wider by {wide}"] if (wide := page.evaluate(SIDEWAYS)) > 0 else []
            faults += [f"{path}, {percent} %: {fault}" for fault in page.evaluate(TORN, WORDS)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("status", [502, 200], ids=["nobody is behind it", "log in first"])
def test_what_a_proxy_says_for_companion_is_put_in_no_place_of_a_page(
    device: Device, codes: list[str], paths: list[str], status: int
) -> None:
    """On the pages that together have every kind of part that asks."""
    page = device(SMALL_PHONE)
    page.goto("/")
    for code in codes:
        takes_the_pencil(page, code)
    pages = whole_pages(page, paths)
    asks = covering({path: {(*HOW.findall(part),) for part in PART.findall(markup)} for path, markup in pages.items()})
    assert len(asks) > 5
    for path in asks:
        page.goto(path)
        page.route("**/*", partial(says_for_companion, status))
        assert page.evaluate(UNANSWERED) >= len(PART.findall(pages[path])), path
        page.unroute("**/*")
        assert "Somebody else" not in page.inner_text("body"), path


def says_for_companion(status: int, route: Route) -> None:
    """Answer what htmx asks for as a proxy may, under this status."""
    if route.request.headers.get("hx-request"):
        route.fulfill(status=status, content_type="text/html", body="<h1>Somebody else</h1>")
    else:
        route.continue_()
