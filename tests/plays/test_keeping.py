"""An import as a whole: who is who, what is here already, killed and gone on with, taken back."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from companion.engine.errors import Illegal, Malformed
from companion.plays import Imports, Wanted, keeping
from companion.plays.keeping import UnknownImport
from companion.plays.play import made
from companion.store import Database, Evenings, Moving, Tables
from companion.store.check import problems
from companion.web.evening.files import archived
from tests.tools.phone import Phone
from tests.tools.quick import quick_app

TWELVE = "Date;Game;Ann;Anne;Ben\n" + "".join(f"2024-03-{day:02};Cribbage;{day};;9\n" for day in range(1, 13))


class House:
    """A database with its imports; ``open`` opens it anew, as after a power cut."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.open()

    def open(self) -> None:
        self.database = Database(self.folder)
        self.tables = Tables(self.database)
        self.evenings = Evenings(self.database, self.tables)
        self.imports = Imports(self.database, self.tables, self.evenings, Moving(self.database, self.tables))

    def begins(self, content: str = TWELVE, **wanted: object) -> str:
        """A file comes in, and is to be kept."""
        number = self.imports.begin("plays.csv")
        self.imports.add(number, 0, content.encode())
        self.imports.keep(number, Wanted(**wanted))  # type: ignore[arg-type]
        return number

    def keeps(self, content: str = TWELVE, **wanted: object) -> str:
        """And is kept."""
        number = self.begins(content, **wanted)
        while (found := self.imports.step(number)).done < len(found.take or []):
            pass
        return number


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.database.close()


def test_evenings_of_points_have_their_day_and_are_worked_out_at_once(house: House) -> None:
    house.keeps()
    assert house.evenings.lacking() == 0
    found = house.evenings.find(most=-1)
    assert len(found) == 12
    assert [found[-1].in_words(), found[-1].laid_at[:10]] == ["Ann and Ben · Cribbage · 1 hand · Ben 9", "2024-03-01"]
    assert problems(house.database) == []


def test_who_is_who_is_said_once_and_nobody_plays_twice(house: House) -> None:
    number = house.keeps(
        "Date;Ann;Anne;Ben\n2024-03-01;1;;2\n2024-03-02;;3;4\n2024-03-03;5;6;\n", names={"Anne": "Ann"}
    )
    assert [evening.players for evening in house.evenings.find()] == [("Ann", "Ben"), ("Ann", "Ben")]
    (refused,) = house.imports.why_refused(number)
    assert (refused.where, refused.why) == ("line 4", "Ann would play twice in it")


def test_what_is_here_already_is_left_out_under_whatever_name(house: House) -> None:
    house.keeps()
    assert house.imports.wanted(house.begins(TWELVE.replace("Ben", "Benn"), names={"Benn": "Ben"})).take == []
    more = TWELVE + "2024-03-12;Cribbage;12;;9\n2024-03-13;Cribbage;1;;9\n"
    assert house.imports.wanted(house.begins(more)).take == [12, 13], "the same twice in a file is two games"


def test_one_that_is_killed_goes_on_where_it_was_and_nothing_is_there_twice(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = house.begins()
    with monkeypatch.context() as killed:
        killed.setattr(house.imports, "_want", lambda *told: pytest.fail("killed"))
        killed.setattr(house.imports, "_batch", 5)
        killed.setattr(keeping, "STEP_SECONDS", 0)
        with pytest.raises(pytest.fail.Exception):
            house.imports.step(number)
    assert house.tables.count() == 5
    house.database.close()
    house.open()
    assert house.imports.unfinished() == [number]
    house.imports.step(number)
    assert (house.tables.count(), house.imports.unfinished()) == (12, [])
    assert [each.evenings for each in house.imports.all()] == [12]


def test_where_the_disk_is_slow_fewer_evenings_are_written_at_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each evening takes the disk 8 ms here: more than two at once would hold a tap up for over 20."""
    number, clock, written, insert = house.begins(), 0.0, list[int](), keeping.insert_rows

    def slow(rows: object, name: str, made: list[object]) -> None:
        nonlocal clock
        if name == "tables":
            written.append(len(made))
            clock += 0.008 * len(made)
        insert(rows, name, made)  # type: ignore[arg-type]

    monkeypatch.setattr(keeping, "insert_rows", slow)
    monkeypatch.setattr(keeping, "monotonic", lambda: clock)
    house.imports.step(number)
    assert written == [8, 2, 2]


def test_it_is_taken_back_as_a_whole_but_for_what_somebody_wrote_since(house: House) -> None:
    first, second = house.keeps(), house.keeps("Round;Ann;Ben\n1;2;3\n", day="2020-02-02", game="Skat")
    assert house.imports.undo(second) == 0
    assert house.tables.count() == 12
    touched = house.tables.newest()[0].code
    house.tables.change(touched, lambda table: table.with_beside(notes="What a night"))
    assert house.imports.undo(first) == 1
    assert [table.code for table in house.tables.newest()] == [touched]
    assert problems(house.database) == []
    assert house.imports.undo("20200101000000-00000000") == 0, "what isn't there"


def test_a_missing_day_is_asked_and_held_to(house: House) -> None:
    for day in ("", "soon", "0001-01-01"):
        with pytest.raises(Malformed):
            house.begins("Ann;Ben\n1;2\n", day=day)
    house.keeps("Ann;Ben\n1;2\n", day=f"{date.today()}")
    assert [evening.titles for evening in house.evenings.find()] == [("Points",)]


def test_an_upload_comes_in_parts_is_bounded_and_forgotten(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    number = house.imports.begin("plays.csv")
    for at in (0, 10, 10, 20):
        house.imports.add(number, at, TWELVE.encode()[at : at + 10])
    assert house.imports.content(number) == TWELVE.encode()[:30], "a part that came twice is there once"
    monkeypatch.setattr(keeping, "MAX_BYTES", 100)
    with pytest.raises(Malformed, match="more than Companion takes"):
        house.imports.add(number, 30, b"x" * 71)
    for gone in (number, "../../etc/passwd", "20200101000000-00000000"):
        with pytest.raises(UnknownImport):
            house.imports.content(gone)
    with pytest.raises(Illegal, match="Too many files wait"):
        for _ in range(keeping.MOST_UPLOADS + 1):
            house.imports.begin("plays.csv")
    monkeypatch.setattr(keeping, "KEPT_DAYS", -1)
    house.imports.begin("plays.csv")
    assert len([*(house.folder / keeping.FOLDER).iterdir()]) == 2


def test_a_play_is_written_once_for_one_form(house: House) -> None:
    play = made(["Ann", "Ben"], [[1, 0]], day=date(1999, 12, 31), outcome="won", game="Pandemic")
    assert house.imports.lay(play, "a key") == house.imports.lay(play, "a key")
    assert house.tables.count() == 1


def test_a_year_comes_back_in_one_step(house: House, tmp_path: Path) -> None:
    elsewhere = quick_app(tmp_path / "elsewhere")
    phone = Phone(elsewhere).lays().press("Deal").press("Cat")
    assert phone.lays("Zoe", "Yan").status == 200
    services = elsewhere.extensions["companion"]
    with elsewhere.test_request_context():
        year = archived(services.evenings.find(most=-1))
    was = [(line.players, line.titles, line.hands) for line in services.evenings.find()]
    services.close()
    number = house.imports.begin("2026.zip")
    house.imports.add(number, 0, year)
    house.imports.keep(number, Wanted())
    house.imports.step(number)
    assert sorted((line.players, line.titles, line.hands) for line in house.evenings.find()) == sorted(was)
    assert house.imports.all()[0].evenings == 2
