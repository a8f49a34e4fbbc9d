"""An evening moves house: entry for entry, with its corrections, once; a stranger's file is held to the same rules."""

import gzip
import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine.changes import Change, Redo, UndoTo
from companion.engine.errors import Refusal
from companion.scoresheet import read_sheet
from companion.store import Moving
from companion.store.chain import CHAINED, SHORT, hashes
from companion.store.check import problems
from companion.store.moving import MOST_BYTES, Standing, is_evening, play_evening, read_evening, unpacked
from tests.store.test_chain import chain, evening
from tests.tools.evening import move
from tests.tools.house import DEAL, FINISH, House, Writes, renames, sheet, undoes, won
from tests.tools.kept import comes_to, lived_in

__all__ = ["evening"]

SHEETS = sorted(
    path.with_suffix("").with_suffix(".json")
    for path in (Path(__file__).parents[1] / "scoresheets").glob("*.result.json")
    if "status" not in json.loads(path.read_text("utf-8"))
)
Written = dict[str, Any]


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[House]:
    """Another house, where nobody has played."""
    house = House(tmp_path / "elsewhere")
    clears(house)
    yield house
    house.database.close()


def clears(house: House) -> None:
    for name in ("entries", "tables"):
        house.database.rows.execute(f"delete from {name}")
    house.database.rows.commit()
    house.restart()


def along(house: House) -> bytes:
    """The file of the evening."""
    return Moving(house.database, house.tables).file_of(house.code).encode()


def arrives(house: House, file: bytes) -> str:
    """The code under which an evening stands in a house after its file was taken in."""
    moving = Moving(house.database, house.tables)
    house.code = moving.import_evening(read_evening(unpacked(file)), lambda code: None, lambda code: None)
    return house.code


def stands(house: House, file: bytes) -> Standing:
    return Moving(house.database, house.tables).meet(play_evening(read_evening(file))).standing


def one(house: House, *changes: Change) -> None:
    house.tables.record(house.code, None, None, lambda table: changes)


def test_an_evening_stands_elsewhere_as_it_stood_here(evening: House, elsewhere: House) -> None:
    Writes(evening.tables).describe(evening.code, "Grandma’s birthday", "Galway", "Rain.")
    Writes(evening.tables).remark(evening.code, 2, "Grandpa’s misdeal")
    file, code, before = along(evening), evening.code, chain(evening)
    assert arrives(elsewhere, file) == code, "its addresses stay"
    assert chain(elsewhere) == before
    elsewhere.restart()
    assert elsewhere.table.journal == evening.table.journal
    assert comes_to(elsewhere.table) | {"version": 0} == comes_to(evening.table) | {"version": 0}
    assert problems(elsewhere.database) == []
    assert along(elsewhere) == file, "to the last byte"


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, House]]:
    folder = tmp_path_factory.mktemp("houses")
    pair = House(folder / "one"), House(folder / "other")
    yield pair
    for house in pair:
        assert problems(house.database) == []
        house.database.close()


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_every_worked_evening_moves_with_its_corrections(houses: tuple[House, House], path: Path) -> None:
    here, there = houses
    here.code = here.tables.lay(read_sheet(path.read_bytes())).code
    last = here.table.journal.last
    one(here, UndoTo(last // 2))
    one(here, Redo())
    one(here, Change.strike(last))
    if last > 4:
        one(here, UndoTo(last - 2))
    file = along(here)
    arrives(there, file)
    assert there.table.journal == here.table.journal
    assert comes_to(there.table) == comes_to(here.table)
    assert along(there) == file


def test_a_house_full_of_evenings_moves_whole(tmp_path: Path, elsewhere: House) -> None:
    house = lived_in(tmp_path / "here")
    for table in house.tables.newest(most=100):
        house.code = table.code
        arrives(elsewhere, along(house))
        assert comes_to(elsewhere.table) | {"version": 0} == comes_to(table) | {"version": 0}
        assert (elsewhere.table.words, elsewhere.table.beside.places) == (table.words, table.beside.places)
    assert problems(elsewhere.database) == []
    house.database.close()


@pytest.mark.parametrize("lost", [2, 3])
def test_an_entry_whose_hash_is_lost_comes_along_and_has_one_again(house: House, elsewhere: House, lost: int) -> None:
    house.taps(DEAL, won("Ann"))
    house.database.rows.execute("update entries set hash = null where number = ?", [lost])
    house.database.rows.commit()
    arrives(elsewhere, along(house))
    assert comes_to(elsewhere.table) | {"version": 0} == comes_to(house.table) | {"version": 0}
    assert problems(elsewhere.database) == []


def test_who_wrote_what_stays_known_and_no_secret_travels(house: House, elsewhere: House) -> None:
    for player in ("Ann", "Ben"):
        house.pencils.know(house.code, f"{player}'s secret", pencil=True)
        house.database.rows.execute("update devices set player = ? where player is null", [player])
    house.taps(DEAL, won("Ann"))
    house.database.rows.execute("update entries set device = 'a hash', player = 'Ben' where number = 3")
    house.database.rows.commit()
    file = along(house)
    assert b"a hash" not in file and b"secret" not in file and b"device" not in file
    arrives(elsewhere, file)
    assert [row["player"] for row in elsewhere.rows("entries") if row["code"] == elsewhere.code] == [None, None, "Ben"]
    assert elsewhere.rows("devices") == []
    house.taps(DEAL, won("Cat"))
    house.database.rows.execute("update entries set device = 'a hash', player = 'Cat' where number = 5")
    house.database.rows.commit()
    arrives(elsewhere, along(house))
    written = [row["player"] for row in elsewhere.rows("entries") if row["code"] == elsewhere.code]
    assert written == [None, None, "Ben", None, "Cat"], "also of the moves that come later"


def test_counters_that_were_laid_on_the_table_elsewhere_come_along(house: House, elsewhere: House) -> None:
    house.taps(DEAL, won("Ann"))
    arrives(elsewhere, along(house))
    house.tables.change(house.code, lambda now: now.lay_counters(30))
    house.taps(DEAL, move("spoil-five", "stack", player="Ann", counters=10))
    arrives(elsewhere, along(house))
    assert elsewhere.table.journal == house.table.journal
    elsewhere.tables.change(elsewhere.code, lambda now: now.lay_counters(40))
    arrives(elsewhere, along(house))
    assert elsewhere.table.beside.start == 40, "what was said here stays"


def test_a_whole_copy_comes_in_beside_an_evening_that_cannot_be_read(house: House) -> None:
    house.taps(DEAL, won("Ann"))
    file, broken = along(house), house.code
    house.database.rows.execute("update entries set move = '{}' where code = ? and number = 2", [broken])
    house.database.rows.commit()
    house.restart()
    assert arrives(house, file) != broken
    assert house.table.journal.last == 3


def test_the_same_evening_is_recognised_gone_on_with_and_kept_apart(house: House, elsewhere: House) -> None:
    house.taps(DEAL, won("Ann"))
    early = along(house)
    assert stands(elsewhere, early) is Standing.NEW
    code = arrives(elsewhere, early)
    assert stands(elsewhere, early) is Standing.HERE
    house.taps(DEAL, won("Ben"), undoes)
    late = along(house)
    assert stands(elsewhere, late) is Standing.FURTHER
    assert arrives(elsewhere, late) == arrives(elsewhere, late) == arrives(elsewhere, early) == code
    assert chain(elsewhere) == chain(house), "what was there is there once, and the rest follows on"
    house.taps(won("Cat"))
    elsewhere.taps(won("Dan"))
    other = along(house)
    assert stands(elsewhere, other) is Standing.PARTED
    apart = arrives(elsewhere, other)
    assert apart != code
    assert stands(elsewhere, other) is Standing.HERE
    assert arrives(elsewhere, other) == apart, "kept apart once"
    house.taps(DEAL)
    assert arrives(elsewhere, along(house)) == apart, "and gone on with under the code that it has there"
    assert elsewhere.table.journal == house.table.journal
    assert problems(elsewhere.database) == []


def test_another_evening_under_the_same_code_gets_a_code_of_its_own(house: House, elsewhere: House) -> None:
    elsewhere.tables.lay(sheet("Eve Mia"))
    elsewhere.database.rows.execute("delete from entries")
    elsewhere.database.rows.execute("update tables set code = ?", [house.code])
    elsewhere.database.rows.commit()
    assert arrives(elsewhere, along(house)) != house.code
    assert elsewhere.table.journal == house.table.journal


def changed(change: Callable[[Written], object]) -> Callable[[bytes], bytes]:
    def write(file: bytes) -> bytes:
        written = json.loads(file)
        change(written)
        return json.dumps(written).encode()

    return write


def entry(nth: int, **values: Any) -> Callable[[bytes], bytes]:
    return changed(lambda written: written["entries"][nth - 1].update(values))


def tick(payer: str, counters: int) -> Written:
    return {"payer": payer.split(), "payee": ["Ann"], "counters": counters}


REFUSED = {
    "a byte less": lambda file: file[:-1],
    "another edition": changed(lambda written: written.update(evening=2)),
    "a key nobody knows": changed(lambda written: written.update(script="alert(1)")),
    "another day": changed(lambda written: written.update(laid_at="2001-01-01T00:00:00+00:00")),
    "a day to come": changed(lambda written: written.update(laid_at="9999-01-01T00:00:00+00:00")),
    "a day without a zone": changed(lambda written: written.update(laid_at="2001-01-01T00:00:00")),
    "another code": changed(lambda written: written.update(code="ZZZZZ")),
    "a code that leads elsewhere": changed(lambda written: written.update(code="../..")),
    "a player more": changed(lambda written: written["players"].append("Eve")),
    "two players alike": changed(lambda written: written.update(players=["Ann", "ANN"])),
    "an unseen sign in a name": changed(lambda written: written.update(players=["Ann\u200b", "Ben"])),
    "a hash of another": entry(4, hash="0" * 16),
    "a winner of another hand": entry(3, move='{"move":"won","player":"Dan"}'),
    "a time of another": entry(4, at="2001-01-01T00:00:00+00:00"),
    "a number twice": entry(4, number=3),
    "a move nobody may make": entry(3, move='{"move":"won","player":"Eve"}'),
    "a move without its entry": changed(lambda written: written["entries"].pop(1)),
    "half a tap": changed(lambda written: written["entries"].pop(4)),
    "another order": changed(lambda written: written["entries"].reverse()),
    "balances": changed(lambda written: written.update(balances={"Ann": 100})),
    "a tick of nobody": changed(lambda written: written.update(paid=[tick("Eve", 1)])),
    "a tick of nothing": changed(lambda written: written.update(paid=[tick("Ben", 0)])),
    "a tick by no one": changed(lambda written: written.update(paid=[tick("", 1)])),
    "a purse of strangers": changed(lambda written: written.update(purses=[["Ann", "Eve"]])),
    "a place off the table": changed(lambda written: written.update(places={"Ann": 999})),
    "a remark at no move": changed(lambda written: written.update(remarks={"99": "Well!"})),
    "a remark at half a move": changed(lambda written: written.update(remarks={"1.5": "Well!"})),
    "an endless title": changed(lambda written: written.update(title="x" * 61)),
    "words that are numbers": changed(lambda written: written.update(words={"name": "W", "words": ["7"]})),
    "nobody": changed(lambda written: written.update(players=[])),
}


@pytest.mark.parametrize("change", REFUSED.values(), ids=REFUSED.keys())
def test_what_was_not_played_so_is_refused_whole(house: House, change: Callable[[bytes], bytes]) -> None:
    house.taps(DEAL, won("Ann"))
    one(house, Change.strike(2), Change.strike(3))
    file = along(house)
    before = house.rows("tables"), house.rows("entries")
    with pytest.raises(Refusal) as refused:
        arrives(house, change(file))
    assert len(str(refused.value)) < 200
    assert (house.rows("tables"), house.rows("entries")) == before


@pytest.mark.parametrize("laid_at", ["0001-01-01T00:00:00+00:00", "0001-01-01T00:00:00+14:00", "20261124T000000Z"])
def test_a_day_that_no_page_can_show_is_refused(house: House, elsewhere: House, laid_at: str) -> None:
    empty = changed(lambda written: written.update(laid_at=laid_at, entries=[]))(along(house))
    with pytest.raises(Refusal, match="its day can't be read"):
        arrives(elsewhere, empty)


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59+00:00"])
def test_a_move_at_a_time_that_no_clock_shows_is_refused(house: House, elsewhere: House, at: str) -> None:
    house.taps(DEAL)
    written = json.loads(along(house))
    for row in written["entries"]:
        row["at"] = at
    rows = [dict.fromkeys(CHAINED) | row for row in written["entries"]]
    for row, link in zip(written["entries"], hashes(read_evening(json.dumps(written).encode()).row, rows), strict=True):
        row["hash"] = link[:SHORT]
    with pytest.raises(Refusal, match="can't be read"):
        arrives(elsewhere, json.dumps(written).encode())


def test_a_file_unpacks_within_bounds(house: House) -> None:
    file = along(house)
    packed = gzip.compress(file)
    assert unpacked(packed) == unpacked(b64encode(packed)) == unpacked(file) == file
    for broken in (packed[:-3], packed + b"more", b"H4sI\xe9"):
        with pytest.raises(Refusal, match="can't be unpacked"):
            unpacked(broken)
    long = file[:-1] + b" " * MOST_BYTES + b"}"
    for too_long in (gzip.compress(long), b64encode(gzip.compress(long)), gzip.compress(bytes(50_000_000))):
        with pytest.raises(Refusal, match="only a backup of its whole Companion takes it along"):
            unpacked(too_long)
    with pytest.raises(Refusal, match="only a backup"):
        read_evening(long)


def test_an_evening_is_told_from_a_sheet(house: House) -> None:
    assert is_evening(along(house)) and is_evening(b' {\n "evening": 1}')
    assert not is_evening(SHEETS[0].read_bytes())


def test_ticks_and_purses_come_along(house: House, elsewhere: House) -> None:
    house.taps(DEAL, won("Ann"), FINISH)
    house.settling.join(house.code, ["Ben", "Cat"])
    house.settling.tick(house.code, house.table.owed[0], None)
    arrives(elsewhere, along(house))
    assert [paid.payment for paid in elsewhere.table.paid] == [paid.payment for paid in house.table.paid]
    assert (elsewhere.table.joined, elsewhere.table.owed) == (house.table.joined, house.table.owed)


def test_what_stands_beside_the_copy_that_is_here_stays(house: House, elsewhere: House) -> None:
    """Whether or not the evening went on; a name put right since then is right here too."""
    house.taps(DEAL, won("Ann"))
    arrives(elsewhere, along(house))
    Writes(elsewhere.tables).remark(elsewhere.code, 2, "Our remark")
    elsewhere.settling.join(elsewhere.code, ["Ann", "Ben"])
    Writes(house.tables).describe(house.code, "Theirs", "Galway")
    arrives(elsewhere, along(house))
    house.taps(renames("Ann", "Anna"), DEAL)
    for _ in range(2):
        arrives(elsewhere, along(house))
    assert elsewhere.table.journal == house.table.journal
    assert (elsewhere.table.beside.title, elsewhere.table.remarks) == ("", {2: "Our remark"})
    assert elsewhere.table.joined == [("Anna", "Ben")]
    before, found = elsewhere.table, elsewhere.restart() or elsewhere.table
    assert found.beside == before.beside
    assert problems(elsewhere.database) == []
