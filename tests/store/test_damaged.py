"""A page in the middle of the database is damaged: the other tables are named, shown, played on and saved.

Where the list of tables itself is damaged, every command says so in a sentence, and a backup can be restored.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.scoresheet import read_sheet, write_sheet
from companion.store import CannotOpen, Database, Tables
from companion.store.backups import backup
from companion.store.check import problems
from companion.store.database import FILE, LEFT_OUT
from tests.tools.house import DEAL, House, sheet, won
from tests.tools.phone import Phone
from tests.tools.quick import furnish, quick_app

PAGE = 4096
LEAF = 13
"""The first byte of a page that holds rows."""


@pytest.fixture
def codes(tmp_path: Path) -> list[str]:
    """The codes of six tables of a closed house, each with more entries than a page holds."""
    house = House(tmp_path)
    house.database.close()
    house.open()
    made = [house.code, *(house.tables.lay(sheet()).code for _ in range(5))]
    for house.code in made:
        house.taps(*[DEAL, won("Ann")] * 30)
    house.database.close()
    return made


def harm(file: Path, number: int, what: bytes = b"\xff") -> None:
    """Overwrite a page, counted from 0."""
    with file.open("r+b") as pages:
        pages.seek(number * PAGE)
        pages.write(what * (PAGE // len(what)))


def pages_of(file: Path) -> list[bytes]:
    whole = file.read_bytes()
    return [whole[start : start + PAGE] for start in range(0, len(whole), PAGE)]


def root(file: Path, name: str) -> int:
    with closing(sqlite3.connect(file)) as rows:
        return int(rows.execute("select rootpage from sqlite_master where name = ?", [name]).fetchone()[0]) - 1


@pytest.fixture(params=[b"\xff", b"\0"], ids=["noise", "nothing"])
def lost(request: pytest.FixtureRequest, tmp_path: Path, codes: list[str]) -> str:
    """The code of a table of whose entries a page was damaged, and no page of another one."""
    lost = codes[2]
    held = [
        number
        for number, page in enumerate(pages_of(tmp_path / FILE))
        if page[0] == LEAF and [code for code in codes if code.encode() in page] == [lost]
    ]
    harm(tmp_path / FILE, held[-1], request.param)
    return lost


def run(*arguments: str) -> tuple[int, list[str]]:
    result = CliRunner().invoke(main, arguments)
    return result.exit_code, result.output.splitlines()


def test_check_names_the_sound_tables_and_the_damaged_one(tmp_path: Path, codes: list[str], lost: str) -> None:
    status, said = run("check", "--data", str(tmp_path))
    assert status == 1
    assert [line for line in said if line.startswith("Table ")] == [f"Table {lost}: the file is damaged at this place."]
    (sound,) = [line for line in said if line.startswith("Sound tables: ")]
    assert all(code in sound for code in codes if code != lost) and lost not in sound
    assert "companion export --all FOLDER" in sound


def test_the_server_serves_the_sound_ones(
    tmp_path: Path, codes: list[str], lost: str, caplog: pytest.LogCaptureFixture
) -> None:
    app = quick_app(tmp_path)
    services = app.extensions["companion"]
    services.keeper.tick()
    (told,) = [line for line in caplog.messages if line.startswith("No backup was made: ")]
    assert "companion check" in told and "companion export --all" in told
    phone = Phone(app)
    phone.address = "127.0.0.1"
    listed = phone.open("/evenings").text
    assert {code for code in codes if f"/t/{code}" in listed} == {*codes} - {lost}
    assert "No backup could be made" in phone.open("/").says
    assert phone.says.count(LEFT_OUT) == 1
    phone.open(f"/t/{lost}")
    assert (phone.status, phone.says.count(f"Table {lost} can't be read")) == (500, 1)
    for code in codes:
        if code != lost:
            phone.code = code
            assert phone.open(f"/t/{code}").status == 200
            phone.open(f"/t/{code}/pencil").press("Take the pencil here").open(f"/t/{code}").press("Deal")
            assert phone.status == 200
            assert services.tables.find(code).journal.last == 62
    services.close()


def test_export_all_saves_the_sound_ones_whole_and_names_the_other(tmp_path: Path, codes: list[str], lost: str) -> None:
    status, said = run("export", "--all", str(tmp_path / "saved"), "--data", str(tmp_path))
    assert status == 1
    assert said[0].startswith(f"Table {lost} can't be read: ")
    assert said[-1] == f"Score sheets written to {tmp_path / 'saved'}: 5."
    saved = {file.stem: read_sheet(file.read_bytes()) for file in (tmp_path / "saved").iterdir()}
    assert saved.keys() == {*codes} - {lost}
    assert {len(sheet.games[0].moves) for sheet in saved.values()} == {60}


def test_export_all_of_a_sound_database_saves_everything_and_overwrites_nothing(
    tmp_path: Path, codes: list[str]
) -> None:
    folder = tmp_path / "saved"
    for answer in (f"Score sheets written to {folder}: 6.", f"The folder {folder} is not empty. Choose a new one."):
        status, (said,) = run("export", "--all", str(folder), "--data", str(tmp_path))
        assert said == answer
    assert status == 1
    assert run("export")[0] == 2
    assert run("export", codes[0], "--all", str(folder))[0] == 2


@pytest.mark.parametrize("index", ["sqlite_autoindex_entries_1", "sqlite_autoindex_tables_1"])
def test_a_damaged_index_costs_no_table(tmp_path: Path, codes: list[str], index: str) -> None:
    harm(tmp_path / FILE, root(tmp_path / FILE, index))
    database = Database(tmp_path)
    assert {table.code: table.journal.last for table in Tables(database).newest()} == dict.fromkeys(codes, 61)
    assert any(line.startswith("The database file: ") for line in problems(database))
    database.close()


@pytest.mark.parametrize("part", ["devices", "house_rules", "own_cards", "bags", "invitations", "called", "tables"])
def test_whatever_is_damaged_no_page_breaks(tmp_path: Path, codes: list[str], part: str) -> None:
    harm(tmp_path / FILE, root(tmp_path / FILE, part))
    app = quick_app(tmp_path)
    phone = Phone(app)
    for page in ("/", "/lay", "/rules", "/cards", *(f"/t/{codes[0]}{page}" for page in ("", "/journal", "/pencil"))):
        phone.open(page)
        assert phone.status in {200, 500, 503}, page
        assert "Something went wrong" not in phone.says, page
    if part != "tables":
        assert phone.open(f"/t/{codes[0]}").status == 200
    app.extensions["companion"].close()
    assert any(line.startswith("Sound tables: ") for line in run("check", "--data", str(tmp_path))[1])


def schema_texts(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as rows:
        return [sql for (sql,) in rows.execute("select sql from sqlite_master where sql not null")]


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    return furnish(tmp_path / "empty") / FILE


def test_a_schema_in_which_a_byte_is_hit_is_refused_in_a_sentence(empty: Path, tmp_path: Path) -> None:
    whole, file = empty.read_bytes(), furnish(tmp_path / "hit") / FILE
    for place, sql in enumerate(schema_texts(empty)):
        for hit in (whole.index(sql.encode()) + len(sql) * (place % 5) // 5, whole.index(sql.encode()) + len(sql) - 2):
            for byte in (b"\xff", b"\0"):
                file.write_bytes(whole[:hit] + byte + whole[hit + 1 :])
                with pytest.raises(CannotOpen, match=r"damaged|is not as Companion makes it") as refused:
                    Database(file.parent)
                assert f"{refused.value}".isprintable()


TAKES_DATA = sorted(name for name, command in main.commands.items() if any(p.name == "data" for p in command.params))


@pytest.mark.parametrize("command", TAKES_DATA)
def test_every_command_says_that_the_schema_is_damaged(command: str, empty: Path, tmp_path: Path) -> None:
    sheet_file = tmp_path / "sheet.json"
    sheet_file.write_text(write_sheet(sheet()))
    whole = empty.read_bytes()
    hit = whole.index(b"CREATE UNIQUE INDEX") + len("CREATE U")
    sound = backup(empty.parent, tmp_path / "sound.sqlite3")
    empty.write_bytes(whole[:hit] + b"\xff" + whole[hit + 1 :])
    more = {"export": ["--all", f"{tmp_path / 'all'}"], "import": [f"{sheet_file}"], "restore": [f"{sound}"]}
    result = CliRunner().invoke(main, [command, *more.get(command, []), "--data", f"{empty.parent}"])
    assert isinstance(result.exception, SystemExit | None)
    if command == "restore":
        assert (result.exit_code, Database(empty.parent).close()) == (0, None)
    else:
        (line,) = result.output.splitlines()
        assert result.exit_code == 1 and "damaged" in line
