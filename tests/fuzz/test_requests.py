"""Forms, addresses and bodies of every shape: no 5xx, no traceback, and what is refused has changed nothing."""

import json
from collections.abc import Iterator
from io import BytesIO
from urllib.parse import quote, quote_from_bytes

import pytest
from hypothesis import given, strategies as st

from companion.games import catalogue
from tests.fuzz.amount import tries
from tests.fuzz.shapes import ODD_TEXTS, broken_sheets, broken_texts, json_values
from tests.fuzz.world import World, multi

ASKED = ["move", "player", "before", "v", "game", "kind", "counters", "shape", "asked", "after", "pot", "card", "box"]
HTMX = [{}, {"HX-Request": "true"}]
ADDRESSABLE = [text.encode("utf-8", "replace").decode() for text in ODD_TEXTS if len(text) < 1000]
texts = st.sampled_from(ADDRESSABLE) | st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    made = World(tmp_path_factory.mktemp("world"))
    yield made
    made.close()


@st.composite
def changes(draw: st.DrawFn) -> list[tuple[int, int, str]]:
    """What is done to the fields of a form: where, what, and with which text."""
    number = draw(st.sampled_from([0, 1, 1, 1, 1, 2, 4]))
    return [(draw(st.integers(0, 200)), draw(st.integers(0, 5)), draw(texts)) for _ in range(number)]


def changed(filled: list[tuple[str, str]], names: list[str], done: list[tuple[int, int, str]]) -> list[tuple[str, str]]:
    """A form with the changes made."""
    for where, what, text in done:
        name = names[where % len(names)] if names else "on"
        place = where % (len(filled) or 1)
        if what == 0 and filled:
            del filled[place]
        elif what == 1 and filled:
            filled[place] = (filled[place][0], text)
        elif what == 2 and filled:
            filled.insert(place, filled[place])
        elif what == 3 and filled:
            filled[place] = (filled[place][0] + text, filled[place][1])
        else:
            filled = [pair for pair in filled if pair[0] != name or what == 4] + [(name, text)]
    return filled


@tries(0.18)
@given(at=st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), done=changes(), htmx=st.sampled_from(HTMX))
def test_every_form_filled_in_oddly(
    turn: int, world: World, at: tuple[int, int], done: list[tuple[int, int, str]], htmx: dict[str, str]
) -> None:
    routes = sorted(world.forms)
    forms = world.forms[routes[at[0] % len(routes)]]
    form = forms[at[1] % len(forms)]
    names = sorted({*form.names, "act", "kind", "player", "counters", "seen", "key", "number"})
    sent = changed(list(form.filled), names, done)
    world.ask("POST", form.path, multi(sent), **htmx)


@st.composite
def parts(draw: st.DrawFn) -> str:
    """A part of an address."""
    return quote(draw(texts | st.sampled_from(["deal", "give", "won", "1", "2", "0", "99", "9" * 25])), safe="")


@tries(0.12)
@given(
    at=st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)),
    filled=st.tuples(parts(), st.integers(0, 3)),
    query=st.lists(st.tuples(texts, texts), max_size=3),
    method=st.sampled_from(["GET", "GET", "GET", "POST", "HEAD", "OPTIONS", "PUT"]),
    htmx=st.sampled_from(HTMX),
)
def test_every_address_asked_oddly(turn, world: World, at, filled, query, method, htmx) -> None:
    rule = world.routes[at[0] % len(world.routes)]
    path, (odd, where) = rule.rule, filled
    usual = {"code": world.codes[at[1] % len(world.codes)], "name": "give", "number": "1", "token": "x", "size": "24"}
    for place, name in enumerate(sorted(rule.arguments)):
        part = odd if place == where else usual.get(name, odd)
        path = path.replace(f"<{name}>", part).replace(f"<int:{name}>", part).replace(f"<path:{name}>", part)
    said = [(ASKED[at[1] % len(ASKED)] if place == 0 else name, text) for place, (name, text) in enumerate(query)]
    asked = "&".join(f"{quote(name, safe='')}={quote(text, safe='')}" for name, text in said)
    world.ask(method, f"{path}?{asked}", **htmx)


@tries(0.04)
@given(path=st.binary(max_size=30), query=st.binary(max_size=30), method=st.sampled_from(["GET", "POST"]))
def test_any_address_at_all(turn: int, world: World, path: bytes, query: bytes, method: str) -> None:
    asked = f"/{quote_from_bytes(path, safe='/:@%~')}?{quote_from_bytes(query, safe='&=%;+')}"
    world.ask(method, "/" + asked.lstrip("/"))


FORM, PARTS = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"


@tries(0.03)
@given(
    at=st.integers(0, 10**6),
    body=st.binary(max_size=100) | json_values().map(lambda value: json.dumps(value).encode()),
    kind=st.sampled_from([FORM, PARTS, "application/json", "text/plain", "", "é"]),
    origin=st.sampled_from(["http://localhost", "http://evil.example", "null", ""]),
)
def test_any_body_at_all(turn: int, world: World, at: int, body: bytes, kind: str, origin: str) -> None:
    routes = sorted(world.forms)
    path = world.forms[routes[at % len(routes)]][0].path
    world.ask("POST", path, body, **{"Content-Type": kind, "Origin": origin})


@tries(0.03)
@given(sheet=broken_sheets(st.integers(0, 2)) | broken_texts() | st.binary(max_size=40), name=texts)
def test_any_file_for_a_sheet(turn: int, world: World, sheet: bytes, name: str) -> None:
    for page in ("/rules/read", "/evenings/import"):
        world.ask("POST", page, {"sheet": (BytesIO(sheet), name)})
    world.ask("POST", "/evenings/import/keep", {"sheet": sheet.decode("utf-8", "replace")})


@tries(0.03)
@given(at=st.integers(0, 10**6), less=st.integers(0, 40), more=st.binary(max_size=20))
def test_any_damage_to_an_evening_taken_along(turn: int, world: World, at: int, less: int, more: bytes) -> None:
    file = world.ask("GET", f"/t/{world.codes[at % len(world.codes)]}/evening.json").get_data()
    at %= len(file)
    damaged = file[:at] + more + file[at + less :]
    for path, name in (("/evenings/import", "sheet"), ("/evenings/import/keep", "evening")):
        sent = (BytesIO(damaged), "evening.json") if name == "sheet" else damaged.decode("utf-8", "replace")
        world.ask("POST", path, {name: sent})


def test_every_route_is_asked(world: World) -> None:
    """Whatever is added is tried by itself: its own form where a page has one, else all the fields there are."""
    posts = {rule.rule for rule in world.routes if rule.methods and "POST" in rule.methods}
    assert posts == world.forms.keys()
    shown = {route for route, forms in world.forms.items() if not any(form.made_up for form in forms)}
    assert len(shown) > len(posts) / 2, "most of them are forms of real pages"
    assert len(world.codes) >= len(catalogue())


def test_the_forms_as_they_are_mostly_write(world: World) -> None:
    """Otherwise all that is tried would be refused at the door."""
    statuses = [
        world.ask("POST", form.path, multi(form.filled)).status_code
        for forms in world.forms.values()
        for form in forms[:3]
    ]
    assert sum(status < 400 for status in statuses) > len(statuses) / 3
