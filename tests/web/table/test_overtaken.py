"""A tap made for a game that another one has replaced: what was overtaken is said, with the newest table, always."""

from collections.abc import Iterator
from functools import cache

import pytest
from flask import Flask

from companion.games import catalogue
from companion.store import Table, Tables
from tests.tools.evening import FOUR, the_game
from tests.tools.phone import Phone
from tests.tools.quick import quick_app
from tests.web.table.test_routes import table_of

LOTO = ("draw", "number", "pay", "reveal")
"""The taps of Loto with a route of their own."""
LAPS = 5
"""Rounds in which every game has met every tap."""
Tap = tuple[str, tuple[tuple[str, str], ...]]
"""The address of a tap below its table, and what its form holds."""


@cache
def games() -> list[str]:
    return list(catalogue())


def taps(phone: Phone, key: str) -> Iterator[Tap]:
    """The moves of a game with the forms that its own table shows for them, filled in."""
    phone.lays(*FOUR.split(), game=the_game(key).title)
    for name in the_game(key).by_name:
        address = f"moves/{name}"
        forms = [form for form in phone.open(address).page.forms if form.attributes.get("action", "").endswith(address)]
        held = dict(forms[0].filled) if forms else {}
        names = forms[0].names if forms else set()
        answers = {field: held.get(field) or "1" for field in names - {"key", "seen", ""}}
        yield address, tuple(sorted(answers.items()))


@pytest.fixture(scope="module")
def every_tap(tmp_path_factory: pytest.TempPathFactory) -> list[Tap]:
    """Every move of every game, and the taps of Loto; a form that several games share once."""
    app = quick_app(tmp_path_factory.mktemp("taps"))
    found = dict.fromkeys(tap for key in games() for tap in taps(Phone(app), key))
    app.extensions["companion"].close()
    return [*found, *((f"loto/{tap}", (("number", "7"), ("prize", "card"))) for tap in LOTO), ("cards", ())]


EACH = [pytest.param(key, lap, marks=pytest.mark.thorough if lap else ()) for key in catalogue() for lap in range(LAPS)]
"""Every game with a share of the taps: a round has every tap at some game, all rounds have it at all of them."""


@pytest.mark.parametrize(("key", "lap"), EACH)
def test_every_move_of_every_game_is_overtaken_at_every_other(
    phone: Phone, key: str, lap: int, every_tap: list[Tap]
) -> None:
    """Every second tap is one of htmx."""
    phone.lays(*FOUR.split(), game=the_game(key).title)
    table = table_of(phone.client.application, phone)
    for place, (address, answers) in enumerate(every_tap[(games().index(key) + lap) % LAPS :: LAPS]):
        form = {**dict(answers), "key": "a page that is gone", "seen": "0"}
        phone.send(address, form, **({"HX-Request": "true"} if place % 2 else {}))
        assert phone.status == 409, (address, phone.says)
        assert phone.refused.startswith("Somebody else was quicker."), address
    assert table_of(phone.client.application, phone).journal == table.journal


@pytest.mark.parametrize(("key", "lap"), EACH)
def test_a_move_that_the_game_does_not_have_is_told_which_game_is_on(
    phone: Phone, key: str, lap: int, every_tap: list[Tap]
) -> None:
    """A link or a form without the number of its last entry, as an old page may have."""
    title = the_game(key).title
    phone.lays(*FOUR.split(), game=title)
    own = {f"moves/{name}" for name in the_game(key).by_name}
    others = [address for address in dict.fromkeys(address for address, _ in every_tap) if address not in own]
    moves = [address for address in others if address.startswith("moves/")]
    for address in moves[(games().index(key) + lap) % LAPS :: LAPS]:
        for asked in (phone.open(address), phone.send(address)):
            assert asked.status == 409, address
            assert asked.refused == f"This belongs to another game; this one is {title}."
        assert f"this one is {title}" in phone.send(f"{address}/try").says
    phone.open("moves/nonsense")
    assert phone.status == 404


def test_the_page_of_a_refusal_may_show_another_game_yet(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever within the answer another device begins the next game: one look at the table is enough."""
    phone.lays(*FOUR.split(), game="Cassino")
    cassino, form = phone.code, {"key": "a page", "seen": "0", "counters": "1"}
    spin = Phone(app).lays(*FOUR.split(), game="Spin").code
    find, looks = Tables.find, 0

    def finds(tables: Tables, code: str) -> Table:
        nonlocal looks
        looks += 1
        return find(tables, code if looks <= before else spin)

    monkeypatch.setattr(Tables, "find", finds)
    for name in the_game("cassino").by_name:
        for before in range(2, 8):
            looks = 0
            assert phone.send(f"/t/{cassino}/moves/{name}", form).status in {403, 409}, (name, before)
