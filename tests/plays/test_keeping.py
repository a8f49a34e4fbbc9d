"""An import as a whole: who is who, who won, what is here already, killed, taken back."""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from io import BytesIO
from itertools import count
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from companion.engine.errors import Illegal, Malformed
from companion.machine.clock import night_of
from companion.plays import Imports, Wanted, keeping, play, read_plays
from companion.plays.keeping import UnknownImport
from companion.plays.play import made
from companion.scoresheet import sheet_from, write_sheet
from companion.store import Database, Evenings, Moving, Tables, tables
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

    def begins(self, content: str | bytes = TWELVE) -> str:
        """A file comes in."""
        number = self.imports.begin("plays.csv")
        self.imports.add(number, 0, content.encode() if isinstance(content, str) else content)
        return number

    def keeps(self, content: str | bytes = TWELVE, **wanted: object) -> str:
        """And is kept."""
        number = self.begins(content)
        self.work = self.imports.keep(number, Wanted(**wanted))  # type: ignore[arg-type]
        return number

    def take(self, content: str, **wanted: object) -> list[int]:
        """Which plays of a file aren't here yet."""
        reading = read_plays(content.encode())
        here = self.imports.here(reading.plays, Wanted(**wanted))  # type: ignore[arg-type]
        return [place for place, is_here in enumerate(here) if not is_here]


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
    house.keeps("Date;Ann;Anne;Ben\n2024-03-01;1;;2\n2024-03-02;;3;4\n2024-03-03;5;6;\n", names={"Anne": "Ann"})
    assert [evening.players for evening in house.evenings.find()] == [("Ann", "Ben"), ("Ann", "Ben")]
    (refused,) = house.work.refused
    assert (refused.where, refused.why) == ("line 4", "Ann would play twice in it")


def test_what_is_here_already_is_left_out_under_whatever_name(house: House) -> None:
    house.keeps()
    assert house.take(TWELVE.replace("Ben", "Benn"), names={"Benn": "Ben"}) == []
    more = TWELVE + "2024-03-12;Cribbage;12;;9\n2024-03-13;Cribbage;1;;9\n"
    assert house.take(more) == [12, 13], "the same twice in a file is two games"


FILES = Path(__file__).with_name("files")
PROGRAMS = ["bgg.xml", "bgg-page.xml", "plays.bgsplay", "bgstats-kept-for-years.bgsplay"]


def marked(file: Path) -> list[tuple[str, int, frozenset[str]]]:
    """Day, number of players and marked winners of each play of a file that has marks, read without Companion."""
    if file.suffix == ".xml":
        plays = ElementTree.parse(file).getroot()
        found = [
            (play.get("date", ""), [(own.get("name"), own.get("win") == "1") for own in play.iter("player")])
            for play in plays
        ]
    else:
        held = json.loads(file.read_bytes())
        names = {own["id"]: own["name"] for own in held["players"]}
        found = [
            (play["playDate"][:10], [(names[own["playerRefId"]], own.get("winner")) for own in play["playerScores"]])
            for play in held["plays"]
            if not play.get("ignored")
        ]
    return [
        (day, len(own), frozenset(name or "" for name, won in own if won))
        for day, own in found
        if len(own) > 1 and any(won for _, won in own)
    ]


@pytest.mark.parametrize("name", PROGRAMS)
def test_who_won_is_who_the_file_marks_play_by_play(house: House, name: str) -> None:
    file = FILES / name
    house.keeps(file.read_bytes())
    assert (house.work.refused, house.work.differ) == ([], [])
    here = Counter(
        (f"{evening.night}", len(game.players), frozenset(own.name for own in game.players if own.figures.games_won))
        for evening in house.evenings.known().evenings
        for game in evening.games
    )
    # a second stranger is told apart
    said = Counter(marked(file))
    strangers = Counter(
        (day, players, frozenset(name.removesuffix(" 2") for name in who)) for day, players, who in here.elements()
    )
    assert not said - strangers
    reading = read_plays(file.read_bytes())
    assert house.tables.count() == len(reading.plays)
    known = sum(play.won is not None for play in reading.plays)
    assert known >= sum(said.values())


def test_other_winners_than_the_files_are_named(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "_ahead", lambda totals, fewest: [True, False])
    house.keeps("Date,Game,Ann,Ben,Winner\n2024-03-02,Azul,60,12,Ann\n2024-03-09,Azul,60,12,Ann\n")
    assert [f"{each}" for each in house.work.differ] == []
    monkeypatch.undo()
    judged = keeping.sheet_of
    monkeypatch.setattr(keeping, "sheet_of", lambda play, wanted: judged(play._replace(fewest_win=False), wanted))
    house.keeps("Date,Game,Ann,Ben,Winner\n2024-03-03,Azul,12,60,Ann\n")
    assert [f"{each}" for each in house.work.differ] == [
        "line 2, Azul, 2024-03-03: Ann won by the file, here Ben",
    ]


def test_a_result_that_is_not_known_counts_as_played_and_nobody_won_or_lost(house: House) -> None:
    house.keeps(FILES.joinpath("bgg-page.xml").read_bytes())
    (minos,) = [line for line in house.evenings.find(most=-1) if "Minos" in line.titles[0]]
    assert (minos.top, minos.score, minos.over) == ((), None, True)
    (game,) = next(each.games for each in house.evenings.known().evenings if each.code == minos.code)
    assert game.played == 1
    assert {(own.figures.won, own.figures.lost, own.figures.games_won) for own in game.players} == {(0, 0, 0)}


def test_killed_at_any_step_nothing_came_in(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    number, insert = house.begins(), keeping.insert_rows
    written: list[str] = []

    def killed(rows: object, name: str, made: Sequence[object]) -> None:
        written.append(name)
        if len(written) == stop:
            raise KeyboardInterrupt
        insert(rows, name, made)  # type: ignore[arg-type]

    monkeypatch.setattr(keeping, "insert_rows", killed)
    for stop in (1, 5, 36):  # noqa: B007  # killed() asks for it
        written.clear()
        with pytest.raises(KeyboardInterrupt):
            house.imports.keep(number, Wanted())
        house.database.close()
        house.open()
        assert (house.tables.count(), house.imports.all()) == (0, [])
    stop = 0
    house.imports.keep(number, Wanted())
    house.imports.keep(number, Wanted())
    assert (house.tables.count(), [each.evenings for each in house.imports.all()]) == (12, [12])


def test_under_the_write_lock_rows_are_only_copied(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    held, statements = list[str](), list[str]()
    writing = Database.writing

    @contextmanager
    def watched(self: Database) -> Iterator[object]:
        with writing(self) as rows:
            rows.conn.set_trace_callback(statements.append)
            yield rows
            rows.conn.set_trace_callback(None)

    def computed(*args: object) -> None:
        if house.database.rows.conn.in_transaction:
            held.append("computed")

    monkeypatch.setattr(Database, "writing", watched)
    for name in ("derived", "record_sheet", "laid_rows"):
        work = getattr(keeping, name)
        monkeypatch.setattr(keeping, name, lambda *args, work=work: computed() or work(*args))
    house.keeps()
    assert held == []
    assert len(statements) < 12, "as many statements for twelve evenings as for thousands"


def test_what_has_a_code_by_then_gets_another(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["AAAAA", "BBBBB", "CCCCC", "DDDDD", *(f"{a}{b}222" for a in "EFGH" for b in "EFGHJKMN")])
    monkeypatch.setattr(keeping, "new_code", lambda rows: next(codes))
    monkeypatch.setattr(tables, "new_code", lambda rows: "BBBBB")
    wrote = list[str]()

    def meanwhile(work: keeping.Work) -> None:
        if not wrote and work.done == 2:
            wrote.append(house.tables.lay(sheet_from({"scoresheet": 1, "players": ["Zoe", "Yan"], "games": []})).code)

    number = house.begins("Date;Ann;Ben\n2024-03-01;1;2\n2024-03-02;3;4\n")
    house.imports.keep(number, Wanted(), meanwhile)
    assert wrote == ["BBBBB"]
    assert sorted(table.code for table in house.tables.newest()) == ["BBBBB", "CCCCC", "DDDDD"]
    assert problems(house.database) == []


def test_what_it_costs_grows_with_the_rows(tmp_path: Path) -> None:
    def calls(rows: int) -> int:
        counted = 0

        def count(frame: object, event: str, arg: object) -> None:
            nonlocal counted
            counted += event == "call"

        house = House(tmp_path / f"{rows}")
        file = "Date;Game;Ann;Ben\n" + "".join(f"{2000 + at % 20}-03-{at % 28 + 1:02};{at};1;2\n" for at in range(rows))
        number = house.begins(file)
        sys.setprofile(count)
        try:
            house.imports.keep(number, Wanted())
        finally:
            sys.setprofile(None)
        house.database.close()
        return counted

    calls(10)  # what is only worked out once
    few, more = calls(25), calls(100)
    assert more < 4.4 * few


def test_rows_are_touched_once_for_each_play(tmp_path: Path) -> None:
    def touched(plays: int) -> dict[str, int]:
        house, steps = House(tmp_path / f"{plays}"), count()
        rows = house.database.rows.conn
        number = house.begins("Date;Game;Ann;Ben\n" + "".join(f"2024-03-02;{at};1;2\n" for at in range(plays)))
        rows.set_progress_handler(lambda: next(steps) and None, 1)
        before = rows.total_changes
        house.imports.keep(number, Wanted())
        changed = rows.total_changes - before
        house.database.close()
        return {"rows": changed, "steps": next(steps)}

    few, more = touched(100), touched(1000)
    assert few["rows"] >= 100
    assert all(more[what] <= 10.5 * few[what] for what in few), (few, more)


def test_it_is_taken_back_as_a_whole_but_for_what_somebody_wrote_since(house: House) -> None:
    first, second = house.keeps(), house.keeps("Round;Ann;Ben\n1;2;3\n", day="2020-02-02", game="Skat")
    assert house.imports.undo(second) == 0
    assert house.tables.count() == 12
    touched = house.tables.newest()[0].code
    house.tables.change(touched, lambda table: table.with_beside(notes="What a night"))
    assert house.imports.undo(first) == 1
    assert [table.code for table in house.tables.newest()] == [touched]
    assert problems(house.database) == []
    for number in (second, "20200101000000-00000000", "nonsense"):
        with pytest.raises(UnknownImport, match="There is no import"):
            house.imports.undo(number)


def test_a_missing_day_is_asked_and_held_to(house: House) -> None:
    for day in ("", "soon", "0001-01-01"):
        with pytest.raises(Malformed):
            house.keeps("Ann;Ben\n1;2\n", day=day)
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
    pandemic = made(["Ann", "Ben"], [[1, 0]], day=date(1999, 12, 31), outcome="won", game="Pandemic")
    assert house.imports.lay(pandemic, "a key") == house.imports.lay(pandemic, "a key")
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
    assert house.evenings.lacking() == 0
    assert sorted((line.players, line.titles, line.hands) for line in house.evenings.find()) == sorted(was)
    assert house.imports.all()[0].evenings == 2


@pytest.mark.parametrize("kind", ["journals", "sheets"])
@pytest.mark.parametrize("here", [[0], [2], [0, 2], [0, 1, 2]])
def test_of_evenings_alike_those_come_in_that_are_not_here(
    house: House, tmp_path: Path, kind: str, here: list[int]
) -> None:
    """Three tables of the same four on one day, as a year of today has them, and as one of before had their sheets."""
    elsewhere = quick_app(tmp_path / "elsewhere")
    services = elsewhere.extensions["companion"]
    files = {}
    for winner in ("Ann", "Ben", "Cat"):
        code = Phone(elsewhere).lays().press("Deal").press(winner).code
        table = services.tables.find(code)
        written = services.moving.file_of(code) if kind == "journals" else write_sheet(table.sheet())
        files[f"{kind}/{night_of(table.laid_at)}-{code}.json"] = written
    services.close()

    def year(places: Sequence[int]) -> bytes:
        file = BytesIO()
        with ZipFile(file, "w") as archive:
            for place in places:
                archive.writestr([*files][place], [*files.values()][place])
        return file.getvalue()

    house.keeps(year(here))
    reading = read_plays(year([0, 1, 2]))
    assert house.imports.here(reading.plays, Wanted()) == [place in here for place in (0, 1, 2)]
    house.keeps(year([0, 1, 2]))
    taken = [entry.move.player for table in house.tables.newest() for entry in table.journal.entries[-1:]]
    assert sorted(taken) == ["Ann", "Ben", "Cat"]
