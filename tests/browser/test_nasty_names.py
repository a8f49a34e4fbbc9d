"""Names and memos that would be a script, a tag, an attribute or a template, on every page of a real Chromium: shown as
they were typed, and nothing else."""

from pathlib import Path
from urllib.parse import quote

import pytest
from attrs import evolve
from playwright.sync_api import Page

from companion import games
from companion.loto.rules.box import BOXES
from companion.scoresheet import open_game, sheet_from
from companion.store import Database, HouseRules, OwnCards, Tables
from tests.browser.conftest import Device, sits_down, takes_the_pencil

NASTY = [
    "<script nasty>pwned()</script>",
    "<img nasty src=x onerror=pwned()>",
    "<svg nasty onload=pwned()>",
    '"><b nasty onmouseover=pwned()>',
    "'><i nasty tabindex=0 onfocus=pwned()>",
    '" nasty="" hx-get="/" hx-trigger="load',
    "' nasty onclick='pwned()",
    "</textarea></title></select><b nasty>",
    "</script><script nasty>pwned()//",
    "<iframe nasty srcdoc='<b>'>",
    "<!--><a nasty href=//evil.example>",
    "<style nasty>*{display:none}",
    "{{7*7}}${7*7}#{7*7}<%=7*7%>{%raw%}",
    "javascript:pwned()",
    "'; DROP TABLE entries; --",
    "a & b &amp; &lt;c&gt; &#60;d&#62;",
    "\\u003cb nasty\\u003e\\x3cb nasty\\x3e",
    "__proto__",
    "\u202enamdeelB",
    "A\u200bn\u200dn\u2060a\ufeff",
    "👨‍👩‍👧‍👦 🂡 Z̸a̴l̷g̵o̶",
    "W" * 40,
]
"""What people may be called, and everything else that has a name."""
MARKED = "[nasty], iframe, object, embed, base, script:not([src]), a[href^='//'], a[href^='javascript'], img[src='x']"
"""What none of these pages has, unless it was made out of a name."""
LISTENS = """window.violations = [];
document.addEventListener('securitypolicyviolation', (event) => window.violations.push(event.violatedDirective));
window.pwned = () => window.violations.push('pwned');"""

LOOKS = """marked => {
  for (const one of document.querySelectorAll('details')) one.open = true;
  const typed = [...document.querySelectorAll('input')].map(one => one.value);
  return [window.violations, [...document.querySelectorAll(marked)].map(one => one.outerHTML),
    [document.title, document.body.textContent, ...typed].join(' ')]; }"""
CARDS = [BOXES[24][number] for number in range(1, 7)]

TABLE = [
    *(
        "",
        "/journal",
        "/journal/1",
        "/journal/3",
        "/journal/4",
        "/journal/4/missing",
        "/journal/4/missing?kind=give",
        "/seats",
        "/rules",
        "/how-to-play",
        "/me",
        "/follow",
        "/pencil",
        "/games",
    ),
    *(
        "/settlement",
        "/evening",
        "/paper",
        "/paper?empty=1",
        "/overhead",
        "/overhead/places",
        "/moves/give",
        "/moves/takes",
    ),
    *("/moves/count", "/moves/collects"),
]
LOTO = ["", "/cards", "/journal/2", "/cards/mine", "/me"]
ROOMS = [
    "/",
    "/lay",
    "/lay?game=kept:1",
    "/rules",
    "/rules/new",
    "/rules/1",
    "/cards",
    "/cards/own",
    "/cards/own/1",
    "/cards/own/new?after=3",
]
REFLECTING = [
    "/find?code={}",
    "/t/{}",
    "/lay?game={}",
    "/rules/new?game={}",
    "/cards/print?box={}",
    "/cards/own/new?after={}",
]
OF_THE_TABLE = [
    "?move={}",
    "?move=takes&pot={}",
    "/moves/give?memo={}&from={}",
    "/cards?player={}",
    "/overhead/places?player={}",
]


@pytest.fixture
def codes(tmp_path: Path) -> tuple[str, str]:
    """A table of a game of the house in which everything has such a name, and one of Loto with such cards."""
    players = NASTY
    pots = [{"pot": name, "each": 1} for name in NASTY[:6]]
    moves = [{"move": "deal"}]
    moves += [{"move": "give", "from": players[0], "to": players[1], "counters": 1, "memo": memo} for memo in NASTY]
    moves += [{"move": "takes", "players": players[:2], "pot": NASTY[0]}, {"move": "ends"}, {"move": "deal"}]
    options = {"name": NASTY[1], "pots": pots}
    house = {"game": "house-game", "options": options, "moves": moves}
    own = [
        {"move": "cards", "player": name, "own": [[*map(list, CARDS[place])]]} for place, name in enumerate(players[:6])
    ]
    loto = {"game": "loto", "moves": [*own, {"move": "deal"}]}
    database = Database(tmp_path)
    sheets = [sheet_from({"scoresheet": 1, "players": ["Ann"], "games": [game]}) for game in (house, loto)]
    laid = [
        Tables(database).lay(evolve(sheet, players=players)).code for sheet in sheets
    ]  # as of old, unseen signs too
    for name, card in zip(NASTY[:6], CARDS, strict=True):
        OwnCards(database).keep(name, card, "a phone")
    game = games.game("house-game")
    assert game
    for name in NASTY[:4]:
        HouseRules(database).keep(name, open_game(game, options, None), "a phone")
    database.close()
    return laid[0], laid[1]


@pytest.fixture
def page(device: Device) -> Page:
    """A phone that tells of whatever a name did."""
    opened = device()
    opened.add_init_script(LISTENS)
    opened.on("dialog", lambda dialog: pytest.fail(f"a dialog: {dialog.message}"))
    return opened


def looks_well(page: Page, path: str, statuses: tuple[int, ...] = (200,)) -> str:
    """Everything that can be read on a page, which must be as it was made and nothing more."""
    answer = page.goto(path)
    assert answer and answer.status in statuses, path
    violations, marked, text = page.evaluate(LOOKS, MARKED)
    assert (path, violations, marked) == (path, [], [])
    return str(text)


def test_names_are_shown_as_they_were_typed(page: Page, codes: tuple[str, str]) -> None:
    house, loto = codes
    takes_the_pencil(page, house)
    for path in TABLE:
        text = looks_well(page, f"/t/{house}{path}")
        if path in {"", "/seats", "/settlement", "/evening", "/paper", "/me", "/overhead"}:
            assert [name for name in NASTY if name not in text] == [], path
        if path == "/journal":
            assert [memo for memo in NASTY if memo not in text] == [], "memos"
        if path == "/rules":
            assert [name for name in [NASTY[1], *NASTY[:6]] if name not in text] == [], "the game and its pots"
    takes_the_pencil(page, loto)
    for path in LOTO:
        looks_well(page, f"/t/{loto}{path}")


def test_what_the_household_keeps_is_shown_as_it_was_typed(page: Page, codes: tuple[str, str]) -> None:
    for path in ROOMS:
        text = looks_well(page, path)
        kept = {"/rules": NASTY[:4], "/cards/own": NASTY[:6]}.get(path, [])
        assert [name for name in kept if name not in text] == [], path


def test_what_an_address_says_is_only_said(page: Page, codes: tuple[str, str]) -> None:
    house, _ = codes
    takes_the_pencil(page, house)
    for number, path in enumerate([*REFLECTING, *(f"/t/{house}{path}" for path in OF_THE_TABLE)]):
        for nasty in (NASTY[number], NASTY[number + 5]):
            said = quote(nasty, safe="")
            looks_well(page, path.format(said, said), statuses=(200, 404, 409))


def test_names_that_are_typed_in_a_form_stay_text(page: Page, codes: tuple[str, str]) -> None:
    """The form is swapped by htmx with every name."""
    page.goto("/lay?game=spoil-five")
    for name in NASTY[:8]:
        page.locator(".add input").fill(name)
        page.get_by_role("button", name="Add", exact=True).click()
        sits_down(page, name)
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/t/*")
    page.get_by_role("button", name="Deal hand 1").click()
    page.get_by_text("Nobody: spoilt").wait_for()
    page.get_by_role("button", name=NASTY[0]).first.click()
    page.get_by_role("button", name="Deal hand 2").wait_for()
    assert page.evaluate("marked => [...window.violations, ...document.querySelectorAll(marked)].length", MARKED) == 0
    looks_well(page, page.url)
