"""Two who count as one person don't come to one table unasked, by whatever door; and nothing owed is lost by it."""

import gzip
import json
from base64 import b64encode
from collections.abc import Callable
from io import BytesIO

import pytest
from flask import Flask

from companion.engine.changes import Redo, Undo
from companion.store import Evenings, Ledger, People
from tests.tools.evening import move
from tests.tools.house import DEAL, FINISH, House, renames, sheet, won
from tests.tools.phone import Phone

SHEET = {"scoresheet": 1, "players": ["Ann", "Zoë"], "games": [{"game": "spoil-five", "moves": []}]}
Door = Callable[[Phone], Phone]


def starts(phone: Phone) -> Phone:
    return phone.new_table("Spoil-Five", "Ann", "Zoë").press("Start")


def group(phone: Phone) -> Phone:
    return phone.open("/groups").press("Thursdays Play again")


def again(phone: Phone) -> Phone:
    return phone.send(f"/t/{together(phone)}/again", {"key": "a"})


def together(phone: Phone) -> str:
    """The code of the evening at which they sat before they were said to be one."""
    return phone.client.application.extensions["companion"].evenings.find()[-1].code


def joins(phone: Phone) -> Phone:
    return phone.lays("Ann", "Ben").send("moves/join", {"player": "Zoë"})


def is_called(phone: Phone) -> Phone:
    return phone.lays("Ann", "Ben").send("names", {"was": "Ben", "now": "Zoë"})


def joined(phone: Phone) -> Phone:
    phone.lays("Ann", "Ben").press("Deal").press("Ann").press("Deal")
    return phone.send("journal/4", {"act": "insert", "kind": "join", "player": "Zoë"})


def had_joined(phone: Phone) -> Phone:
    phone.lays("Ann", "Ben").send("moves/join", {"player": "Eve"})
    return phone.send("journal/2", {"act": "amend", "kind": "join", "player": "Zoë"})


def comes_back(phone: Phone) -> Phone:
    return had_come(phone).send("redo")


def is_restored(phone: Phone) -> Phone:
    return had_come(phone).send("journal/2", {"act": "restore"})


def had_come(phone: Phone) -> Phone:
    """A table that Zoë joined while she was another, which was undone."""
    said = "update called set name_key = ? where name_key = ?"
    rows = phone.client.application.extensions["companion"].database.rows
    rows.execute(said, ["somebody", "zoë"])
    phone.lays("Ann", "Ben").send("moves/join", {"player": "Zoë"}).send("undo")
    rows.execute(said, ["zoë", "somebody"])
    return phone


def from_a_sheet(phone: Phone) -> Phone:
    return phone.send("/evenings/import/keep", {"sheet": json.dumps(SHEET), "day": "2024-05-06", "key": "a"})


def from_a_file(phone: Phone) -> Phone:
    """An evening taken along elsewhere, before they were one."""
    return phone.send("/evenings/import/keep", {"evening": phone.client.application.config["KEPT_EVENING"]})


def from_paper(phone: Phone) -> Phone:
    rows = {"name:0": "Ann", "points:0": "3", "name:1": "Zoë", "points:1": "4"}
    return phone.send("/evenings/result", rows | {"day": "2024-05-06", "game": "Quiz", "key": "a"})


def from_a_spreadsheet(phone: Phone) -> Phone:
    csv = b"Date,Game,Ann,Ben,Zo\xc3\xab\n2024-03-14,Hearts,12,9,3\n2024-03-15,Hearts,12,9,\n"
    file = {"sheet": (BytesIO(csv), "ours.csv")}
    answer = phone.client.post("/evenings/import", data=file, environ_overrides={"REMOTE_ADDR": phone.address})
    return phone.open(answer.location).press("Save 2 evenings")


DOORS: list[Door] = [starts, group, joins, is_called, joined, had_joined, from_a_sheet, from_a_file, from_paper, again]
DOORS += [from_a_spreadsheet, comes_back, is_restored]


@pytest.fixture
def house_of_one(app: Flask, phone: Phone) -> Phone:
    """A household where Zoë was said to be Ann, and played as such once."""
    phone.lays("Ann", "Zoë").press("Deal").press("Ann")
    phone.open("evening").press("Save the group", {"name": "Thursdays"})
    kept = phone.open(f"/t/{phone.code}/evening.json")
    app.config["KEPT_EVENING"] = b64encode(gzip.compress(kept.response.get_data(), mtime=0)).decode()
    phone.lays("Zoë", "Ben", game="Jig")
    phone.lays("Ann", "Cat", game="Jig")
    said = {"code": "", "name_key": "zoë", "person": "Ann"}
    app.extensions["companion"].database.rows.table("called").insert(said)
    app.extensions["companion"].database.rows.conn.commit()
    return phone


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_one_who_counts_as_another_is_asked_about_at_every_door(door: Door, app: Flask, house_of_one: Phone) -> None:
    phone, people = house_of_one, app.extensions["companion"].people
    if door is from_a_file:
        for code in [table.code for table in app.extensions["companion"].tables.newest()]:
            if code == together(phone):
                phone.send(f"/evenings/{code}/delete", {"sure": "yes"})
    assert people.whose(["Zoë"]) == {"Zoë": "Ann"}
    door(phone)
    assert phone.status == 409, phone.says
    assert "counts as Ann, who plays here too." in phone.says
    assert people.whose(["Zoë"]) == {"Zoë": "Ann"}, "nobody has said yet that they are two"
    phone.press("Somebody else")
    assert phone.status == 200
    assert people.whose(["Zoë"]) == {"Zoë": "Zoë"}
    assert "counts as" not in phone.open("/people").says


def test_a_guest_who_writes_is_told_nothing_of_who_is_who(app: Flask, house_of_one: Phone) -> None:
    guest = house_of_one.lays("Ann", "Ben").lets_write(Phone(app))
    assert guest.send("moves/join", {"player": "Zoë"}).status == 200
    says = house_of_one.open("/people").says
    assert "Zoë counts as Ann, but both sat at one table." in says
    house_of_one.press("Somebody else")
    assert "counts as" not in house_of_one.open("/people").says


def adds_up(house: House) -> None:
    """The ledger and the people come to what the evenings come to by themselves, whatever was said of names."""
    evenings = Evenings(house.database, house.tables)
    tables = house.tables.newest()
    owed = sorted((table.code, payment) for table in tables for payment in table.owed if table.is_paid)
    debts = Ledger(house.database, house.tables, evenings).debts()
    assert sorted((due.evening.code, due.payment) for debt in debts for due in debt.dues) == owed
    people = People(house.database, evenings)
    sat = sum(person.evenings for person in people.all())
    assert sat == sum(len(table.journal.state.seats) for table in tables)


@pytest.mark.parametrize("says", ["before", "after"])
def test_no_debt_vanishes_in_any_state(house: House, says: str) -> None:
    people = People(house.database, Evenings(house.database, house.tables))
    own, house.code = house.code, house.tables.lay(sheet("Zoë Ben")).code
    house.taps(DEAL, won("Ben"), FINISH)
    first = house.code
    house.code = house.tables.lay(sheet("Ann Cat")).code
    if says == "before":
        people.merge("Zoë", "Ann")
    house.taps(move("spoil-five", "join", player="Zoë"), DEAL, won("Ann"), DEAL, won("Zoë"), FINISH)
    adds_up(house)
    house.taps(renames("Cat", "Zoe"))
    if says == "before":
        assert [*people.together()] == [("Zoë", "Ann")]
        people.keep_apart(people.together())
        assert people.together() == []
        assert {seat.code for seat in people.seats("Ann")} == {own, first, house.code}, "what was said of it stays"
    adds_up(house)
    for change in [Undo(), Undo(), Redo(), Redo()]:
        house.tables.record(house.code, None, None, lambda table, change=change: [change])
        adds_up(house)
