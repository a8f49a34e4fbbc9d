"""Evenings kept with names that no new player could have: invisible signs, two that are alike, pots turned round."""

import json

from companion.store import Tables
from companion.store.chain import hashes
from companion.store.check import problems
from tests.tools.house import DEAL, House, renames, undoes, won

NFC, NFD, UNSEEN = "Zo\u00eb", "Zoe\u0308", "An\u200bn"


def kept(house: House) -> House:
    """The table of four becomes one that an older Companion wrote."""
    with house.database.writing() as rows:
        rows.table("tables").update(house.code, {"players": json.dumps(["Ann", UNSEEN, NFC, "Dan"])})
        joins = {"move": "join", "player": NFD}
        row = {"code": house.code, "number": 2, "act": "play", "game": "spoil-five", "edition": 2}
        rows.table("entries").insert(row | {"move": json.dumps(joins), "at": "2026-01-01T20:00:00+00:00"})
        (table,), entries = rows.table("tables").rows, list(rows.table("entries").rows)
        for entry, link in zip(entries, hashes(table, entries), strict=True):
            rows.table("entries").update((house.code, entry["number"]), {"hash": link})
    house.restart()
    return house


def test_an_evening_with_such_names_is_read_and_goes_on(house: House) -> None:
    kept(house).taps(DEAL, won(NFD))
    assert list(house.table.journal.state.seated) == ["Ann", UNSEEN, NFC, "Dan", NFD]
    assert house.table.journal.conflicts == ()
    assert problems(house.database) == []
    house.restart()
    assert house.table.journal.state.balances[NFD] > 0


def test_a_name_is_put_right_and_that_is_taken_back(house: House) -> None:
    seats = kept(house).table.journal.state.seats
    house.taps(renames(UNSEEN, "Anna"), renames(NFD, "Zoe"), undoes, undoes)
    house.restart()
    assert Tables(house.database).find(house.code).journal.state.seats == seats
    assert problems(house.database) == []
