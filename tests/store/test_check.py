"""The whole database is looked through: whatever is wrong with it is said, in a line each."""

import json
from typing import Any

import pytest
from attrs import evolve

from companion.engine.game import State
from companion.engine.journal import Journal, load
from companion.engine.kit.moves import Finish
from companion.engine.settlement import Payment
from companion.loto.rules.box import BOXES
from companion.store import HouseRules, OwnCards, SealedBags, WordLists, check, tables
from companion.store.check import problems, replayed
from tests.tools.evening import opening
from tests.tools.house import DEAL, FINISH, House, amends, plays, sheet, strikes, undoes, won


@pytest.fixture
def played(house: House) -> House:
    """A house where everything happened that can: corrections, conflicts, a settled evening beside another table."""
    house.taps(DEAL, won("Ann"), FINISH)
    house.settling.tick(house.code, house.table.owed[0], "a key")
    SealedBags(house.database).seal()
    OwnCards(house.database).keep("Red 1", BOXES[24][1], "a secret")
    WordLists(house.database).keep("In our village", ["church", "mill"], "a secret")
    HouseRules(house.database).keep("Our Spoil-Five", opening("spoil-five", ante=2), "a secret")
    house.pencils.know(house.code, "a secret", pencil=True)
    house.code = house.tables.lay(sheet()).code
    house.taps(DEAL, plays(won("Ann"), DEAL), strikes(2), undoes, amends(3, won("Ben")), strikes(2))
    assert house.table.journal.conflicts
    return house


def found(house: House) -> list[str]:
    return problems(house.database)


def test_where_all_is_well_nothing_is_said(played: House) -> None:
    assert found(played) == []
    played.restart()
    assert found(played) == []


HARM = {
    "an entry is gone": ("delete from entries where number = 2 and code = :code", "entry 2 is missing"),
    "an edition nobody knows": (
        "update entries set edition = 9 where number = 1",
        "entry 1: This Companion doesn't know",
    ),
    "a game nobody knows": (
        "update entries set game = 'whist' where number = 1",
        "entry 1: This Companion doesn't know",
    ),
    "a move of another player": (
        """update entries set move = '{"move": "won", "player": "Zoe"}' where number = 3 and code = :code""",
        "entry 3: Zoe is not at this table",
    ),
    "no JSON": ("update entries set move = 'won' where number = 2", "entry 2: Expecting value"),
    "an act nobody knows": (
        "update entries set act = 'jump' where number = 2",
        "entry 2: 'jump' isn't an act, or not with these fields",
    ),
    "a target that isn't there": (
        "update entries set target = 77 where target = 2",
        "There's no move 77 in the journal",
    ),
    "no players": ("update tables set players = '[]' where code = :code", "list index out of range"),
    "a counter worth nothing": (
        "update tables set beside = json_set(beside, '$.counter_value', json_object())",
        "amount is missing",
    ),
    "a payment of nothing": (
        "update tables set beside = json_set(beside, '$.paid[0].counters', 0)",
        "must be a whole number from 1",
    ),
    "somebody in two purses": (
        """update tables set beside = json_set(beside, '$.purses', json('[["Ann", "Ben"], ["Cat", "Ben"]]'))""",
        "somebody is in two purses",
    ),
    "a payment of a stranger": (
        "update tables set beside = json_set(beside, '$.paid[0].payer', json_array('Zoe'))",
        "a payment that is ticked off is nobody's",
    ),
    "a phone of a stranger": ("update devices set player = 'Zoe'", "a phone is nobody's"),
    "a seed that was changed": ("update bags set seed = 'another'", "its seed is another bag's"),
    "a seed of no letters": ("update bags set seed = x'ff'", "its seed is another bag's"),
    "an own card of brackets": ("update own_cards set rows = '" + "[" * 3000 + "'", "Loto card Red 1: "),
    "words of brackets": ("update word_lists set words = '" + "[" * 3000 + "'", "List of words In our village: "),
    "kept rules of brackets": ("update house_rules set options = '" + "[" * 3000 + "'", "House rules Our Spoil-Five: "),
    "an own card of no numbers": ("update own_cards set rows = '{'", "Loto card Red 1: "),
    "kept rules that no game has": ("""update house_rules set options = '{"anti": 2}'""", "Our Spoil-Five: "),
    "an entry of no table": (
        "insert into entries (code, number, act, at) values ('NONE2', 1, 'play', '')",
        "entries, row",
    ),
}


@pytest.mark.parametrize(("harm", "why"), HARM.values(), ids=HARM.keys())
def test_harm_is_told_with_its_place(played: House, harm: str, why: str) -> None:
    rows = played.database.rows
    rows.execute("PRAGMA foreign_keys=OFF")
    rows.execute(harm, {"code": played.code} if ":code" in harm else {})
    rows.commit()
    played.restart()
    said = found(played)
    assert any(why in line for line in said), said
    assert all("\n" not in line for line in said)


def test_a_move_that_would_never_have_been_taken_is_told(played: House) -> None:
    """Somebody wrote into the database by hand: the deal was made twice."""
    deal = json.dumps({"move": "deal"})
    played.database.rows.execute("update entries set move = ? where number = 3", [deal])
    played.database.rows.commit()
    assert any("entry 3: " in line for line in found(played))


def test_every_table_is_looked_at_though_one_is_bad(played: House) -> None:
    played.database.rows.execute("update entries set move = 'x' where number = 1")
    played.database.rows.commit()
    assert len(found(played)) == len(played.rows("tables")) == 2


def test_a_page_that_would_show_something_else_is_told(played: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "load", lambda start, entries: load(start, entries[:-1]))
    assert found(played) == [f"Table {code}: its page would not show what was recorded." for code in codes(played)]


def codes(house: House) -> list[str]:
    return [row["code"] for row in house.rows("tables")]


def test_counters_from_nowhere_are_told(played: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of the program: an effect that makes a counter of nothing."""
    honest = Finish.effect

    def faulty(move: Finish, state):  # type: ignore[no-untyped-def]
        effect = honest(move, state)
        richer = dict(effect.state.balances) | {"Ann": effect.state.balances["Ann"] + 1}
        return effect._replace(state=evolve(effect.state, balances=richer))

    monkeypatch.setattr(Finish, "effect", faulty)
    assert any("add up to 1, not 0" in line for line in found(played))


def test_what_others_write_meanwhile_is_no_problem(played: House, monkeypatch: pytest.MonkeyPatch) -> None:
    other = House(played.folder)
    other.code = played.code

    def slowly(start: State[Any, Any], entries: list[dict[str, object]]) -> Journal:
        other.taps(undoes)
        return replayed(start, entries)

    monkeypatch.setattr(check, "replayed", slowly)
    assert found(played) == []
    other.database.close()


def test_a_damaged_page_is_told(played: House) -> None:
    rows = played.database.rows
    (page,) = rows.execute("select rootpage from sqlite_master where name = 'idx_devices_device'").fetchone()
    played.database.close()
    with (played.folder / "companion.sqlite3").open("r+b") as pages:
        pages.seek((page - 1) * 4096)
        pages.write(b"\xff" * 4096)
    played.open()
    assert found(played)[0].startswith("The database file: ")


def test_a_payment_that_a_correction_made_needless_is_no_problem(house: House) -> None:
    house.taps(DEAL, won("Ann"), FINISH)
    house.settling.tick(house.code, Payment(("Ben",), ("Ann",), 2), None)
    house.taps(undoes, strikes(2))
    assert found(house) == []
