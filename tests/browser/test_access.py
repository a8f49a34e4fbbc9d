"""No page breaks a rule of WCAG 2.2 AA that a program can check, in either theme."""

from collections.abc import Iterable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from companion.web import create_app
from tests.browser.conftest import PHONE, TABLET, Device, in_theme, lay, tap
from tests.browser.kinds import covering, longest

RULES = {
    "light": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "dark": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
}
"""The dark theme has other colours, and nothing else that is other."""

ASKED = {"resultTypes": ["violations"], "selectors": False, "preload": False}
"""What it should tell: of what breaks no rule only how much it is, and nowhere how to find it again."""
ALIKE = [[".box-of-cards > :nth-child(n + 7)"], [".sheet ~ .sheet"]]
"""What is left out: the cards of Loto after the first six, and their sheets after the first."""
HOLD = """async ([exclude, options]) => {
  const { violations, passes, incomplete } = await axe.run({ exclude }, options);
  const told = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 110))]);
  return [told, passes.length, incomplete.length];
}"""


def broken(page: Page) -> list[str]:
    """The rules that a page breaks in either theme, with the places."""
    faults = []
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")  # where the doors at the foot cover nothing
    for theme, rules in RULES.items():
        in_theme(page, theme)
        violations, passes, incomplete = page.evaluate(HOLD, [ALIKE, ASKED | {"runOnly": rules}])
        held = passes > 5 if theme == "light" else passes or incomplete
        assert held, "the rules were held against something"
        where = f"{page.url.partition('/t/')[2] or page.url}, {theme}"
        faults += [f"{where}: {rule}: {place}" for rule, places in violations for place in places]
    return faults


@pytest.fixture
def rules(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The rule of every address that needs no more than the code of a table to be opened."""
    app = create_app(tmp_path_factory.mktemp("routes"))
    app.extensions["companion"].close()
    opened = (rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()))
    return sorted(rule.rule for rule in opened if rule.arguments <= {"code"})


WHOLE = """async (paths) => {
  const found = [];
  for (const path of paths) {
    const answer = await fetch(path);
    const isPage = answer.ok && answer.headers.get('content-type').includes('text/html');
    const text = isPage ? await answer.text() : '';
    if (/^\\s*<!doctype/i.test(text)) found.push([path, text]);
  }
  return found;
}"""


def whole_pages(page: Page, paths: Iterable[str]) -> dict[str, str]:
    """The markup of what is a whole page for people, and no part of one, no file or stream."""
    return dict(page.evaluate(WHOLE, [path for path in paths if not path.endswith("/stream")]))


@pytest.mark.parametrize("half", [0, 1])
def test_no_page_breaks_a_rule(device: Device, rules: list[str], half: int) -> None:
    """The pages that together have every kind of part."""
    page = device(PHONE)
    code = lay(page, "Ann", "Ben", "Cleo", "Dan", pressed=["Deal", "Nobody", "Deal"])
    own = ["/rules/new?game=house-game", "/cards/24/1", f"/t/{code}/journal/2", f"/t/{code}/moves/give"]
    pages = whole_pages(page, [*(rule.replace("<code>", code) for rule in rules), *own])
    assert len(pages) > 20
    faults = []
    for path in covering({path: longest(markup) for path, markup in pages.items()})[half::2]:
        page.goto(path)
        faults += broken(page)
    assert faults == []


def test_no_picture_of_a_game_breaks_a_rule(device: Device) -> None:
    page = device(TABLET)
    faults = []
    for game in ("Pope Joan", "Snip-Snap-Snorum", "Spin", "Bridge", "Polignac", "Loto"):
        code = lay(page, "Ann", "Ben", "Cleo", "Dan", game=game)
        faults += broken(page)
        if game not in ("Bridge", "Loto"):
            tap(page, "Deal hand 1")
            faults += broken(page)
        if game == "Pope Joan":
            page.goto(f"/t/{code}?move=out&player=Ann")
            faults += broken(page)
    assert faults == []
