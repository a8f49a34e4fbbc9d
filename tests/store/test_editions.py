"""A made-up rules fix: what was played under the old edition keeps its results, what is begun now has the new one."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, frozen
from flask import Flask

from companion import games
from companion.engine.fields import Pot
from companion.engine.game import Effect, Game
from companion.engine.ledger import Posting
from companion.engine.state import State
from companion.scoresheet import read_sheet, score, write_sheet
from companion.store import Table
from companion.store.check import problems
from companion.web import create_app
from tests.tools.phone import Phone


def fixed(first: Game) -> Game:
    """One edition more: whoever takes the pool leaves one counter in it."""
    won = first.by_name["won"]

    @frozen
    class Leaves(won):  # type: ignore[valid-type, misc]
        """The rule as it should have been."""

        def effect(self, state: State[Any, Any]) -> Effect:
            effect: Effect = super().effect(state)
            return effect._replace(postings=(*effect.postings, Posting(self.player, Pot("pool"), 1)))

    return evolve(
        first, edition=first.edition + 1, moves=tuple(Leaves if move is won else move for move in first.moves)
    )


class Years:
    """A house whose Companion is replaced by a newer one."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self._patch = folder, monkeypatch
        self.app: Flask = create_app(folder)
        self.phone = Phone(self.app).joins()

    def pass_(self) -> None:
        """The rules are fixed, and the house opens again; the phone keeps its cookies."""
        self.close()
        known = games.editions
        found = (*known("spoil-five"), fixed(known("spoil-five")[-1]))
        self._patch.setattr(games, "editions", lambda key: found if key == "spoil-five" else known(key))
        self.app = create_app(self.folder)
        after = Phone(self.app)
        after.client._cookies.update(self.phone.client._cookies)
        after.code = self.phone.code
        self.phone = after

    def table(self, code: str) -> Table:
        found: Table = self.app.extensions["companion"].tables.find(code)
        return found

    def pool(self, code: str) -> int:
        return self.table(code).journal.state.pots["pool"]

    def close(self) -> None:
        assert problems(self.app.extensions["companion"].database) == []
        self.app.extensions["companion"].close()


@pytest.fixture
def years(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Years]:
    made = Years(tmp_path, monkeypatch)
    yield made
    made.close()


@pytest.fixture
def old(years: Years) -> str:
    """The code of a table with a hand won, and one open, when the rules were fixed."""
    years.phone.lays().press("Deal").press("Cat").press("Deal")
    before = years.table(years.phone.code)
    years.pass_()
    assert years.table(years.phone.code) == before, "an old journal keeps its results"
    return years.phone.code


def test_an_old_game_goes_on_under_its_own_edition(years: Years, old: str) -> None:
    years.phone.open(f"/t/{old}").press("Ann")
    assert years.pool(old) == 0
    years.phone.press("Deal").press("Undo").press("Undo").press("Dan")
    assert years.pool(old) == 0


def test_a_correction_of_an_old_move_is_one_of_the_old_edition(years: Years, old: str) -> None:
    balances = dict(years.table(old).journal.state.balances)
    form = {"act": "amend", "kind": "won", "player": "Ben", "csrf_token": years.phone.token()}
    assert years.phone.send(f"/t/{old}/journal/3", form).status == 200
    after = years.table(old).journal.state.balances
    assert {name: after[name] - balances[name] for name in after} == {"Ann": 0, "Ben": 9, "Cat": -9, "Dan": 0}


def test_a_new_table_uses_the_new_edition(years: Years, old: str) -> None:
    years.phone.lays().press("Deal").press("Cat")
    assert years.phone.code != old
    assert years.pool(years.phone.code) == 1
    assert years.pool(old) > 1


def test_another_game_at_an_old_table_uses_the_new_edition(years: Years, old: str) -> None:
    years.phone.open(f"/t/{old}").press("Ann").open("moves/finish").press("Finish")
    years.phone.open("games").press("Spoil-Five").press("Start").press("Deal").press("Cat")
    assert years.pool(old) == 1
    rows = years.app.extensions["companion"].database.rows
    assert [number for (number,) in rows.execute("select edition from entries order by number")] == [2] * 6 + [3] * 3


@pytest.mark.parametrize("given", [None, 2])
def test_an_old_table_goes_out_and_comes_in_again_with_its_results(years: Years, given: int | None) -> None:
    game = {"game": "spoil-five", "moves": [{"move": "deal"}, {"move": "won", "player": "Ann"}]}
    text = {"scoresheet": 1, "players": ["Ann", "Ben"], "games": [game | ({"edition": given} if given else {})]}
    sheet = read_sheet(json.dumps(text).encode())
    code = years.app.extensions["companion"].tables.lay(sheet).code
    before = score(sheet)
    years.pass_()
    written = write_sheet(years.table(code).sheet())
    assert json.loads(written)["games"][0]["edition"] == 2
    assert score(read_sheet(written.encode())) == before
    again = years.app.extensions["companion"].tables.lay(read_sheet(written.encode()))
    assert write_sheet(again.sheet()) == written


def test_a_sheet_that_names_no_edition_has_the_newest(years: Years, old: str) -> None:
    game = {"game": "spoil-five", "moves": [{"move": "deal"}, {"move": "won", "player": "Ann"}]}
    sheet = read_sheet(json.dumps({"scoresheet": 1, "players": ["Ann", "Ben"], "games": [game]}).encode())
    assert score(sheet)["pots"] == {"pool": 1}
    assert "edition" not in write_sheet(sheet)
