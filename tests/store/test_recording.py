"""Taps written down: one tap is one transaction, and is written once."""

import pytest

from companion.engine.errors import Illegal
from companion.scoresheet import read_sheet
from companion.store import Groups, Stale, Table, UnknownTable
from companion.store.entries import ALPHABET, CODE_LENGTH
from tests.tools.house import DEAL, SPOILT, House, plays, sheet, undoes, won


def test_a_code_is_short_and_unambiguous(house: House) -> None:
    codes = {house.tables.lay(sheet()).code for _ in range(20)}
    assert len(codes) == 20
    assert all(len(code) == CODE_LENGTH and set(code) <= set(ALPHABET) for code in codes)
    assert not set("0O1IL") & set(ALPHABET)


def test_a_table_of_another_code_is_unknown(house: House) -> None:
    with pytest.raises(UnknownTable):
        house.tables.find("NOBODY")
    with pytest.raises(UnknownTable):
        house.tables.record("NOBODY", None, None, plays(DEAL))


def test_a_table_is_laid_with_everything_on_its_sheet_or_not_at_all(house: House) -> None:
    moves = '{"move": "deal"}, {"move": "won", "player": "Ann"}, {"move": "won", "player": "Ann"}'
    text = f'{{"scoresheet": 1, "players": ["Ann", "Ben"], "games": [{{"game": "spoil-five", "moves": [{moves}]}}]}}'
    with pytest.raises(Illegal):
        house.tables.lay(read_sheet(text.encode()))
    assert [table.code for table in house.tables.newest()] == [house.code]
    assert len(house.rows("entries")) == 1


@pytest.mark.parametrize("second", [won("Ben"), won("Nobody")], ids=["no hand is open", "not at the table"])
def test_a_tap_whose_second_move_is_illegal_is_not_written_at_all(house: House, second) -> None:
    house.taps(DEAL)
    before = house.table
    with pytest.raises(Illegal):
        house.taps(plays(won("Ann"), second))
    assert house.table is before
    assert len(house.rows("entries")) == 2


def test_a_tap_that_fails_between_its_two_rows_is_not_written_at_all(house: House) -> None:
    """The second row of the tap breaks a rule of the database, not of the game."""
    house.taps(DEAL)
    before = house.table
    house.database.rows.execute(
        "CREATE TEMP TRIGGER full_disk BEFORE INSERT ON entries WHEN NEW.number = 4"
        " BEGIN SELECT RAISE(ABORT, 'no'); END"
    )
    with pytest.raises(Exception, match="no"):
        house.taps(plays(won("Ann"), DEAL))
    assert house.table is before
    assert len(house.rows("entries")) == 2
    house.database.rows.execute("DROP TRIGGER full_disk")
    assert house.taps(plays(won("Ann"), DEAL)).journal.last == 4


def test_a_key_counts_at_its_table_also_after_a_restart_but_not_that_of_a_refused_tap(house: House) -> None:
    with pytest.raises(Illegal):
        house.tables.record(house.code, "a key", None, plays(SPOILT))
    other = house.tables.lay(sheet("Eve Fay"))
    for code in (house.code, other.code):
        assert house.tables.record(code, "a key", None, plays(DEAL)).journal.last == 2
    house.restart()
    assert house.tables.record(house.code, "a key", 1, plays(SPOILT)).journal.last == 2


def test_undo_with_nothing_to_undo_changes_nothing(house: House) -> None:
    table = house.taps(undoes)
    assert house.taps(undoes) is table
    assert house.tables.find(house.code).version == table.version


@pytest.mark.parametrize("chosen", [None, True, False])
def test_whether_to_deal_at_once_is_kept_also_by_a_group(house: House, chosen: bool | None) -> None:
    version = house.tables.change(house.code, lambda now: now.with_beside(deal_at_once=chosen)).version
    assert Groups(house.database).keep("Thursdays", house.table).deal_at_once is chosen
    house.restart()
    assert house.table.beside.deal_at_once is chosen
    assert house.table.version == version == (1 if chosen is None else 2)


def test_what_stands_beside_the_journal_is_written_with_it_and_announced(house: House) -> None:
    def breaks(code: str) -> None:
        raise RuntimeError(code)

    with pytest.raises(RuntimeError):
        house.tables.lay(sheet(), beside=breaks)
    assert len(house.rows("tables")) == 1
    inside: list[bool] = []
    table = house.tables.touch(house.code, lambda: inside.append(house.database.rows.conn.in_transaction))
    assert inside == [True]
    assert table.version == 2
    assert house.announced == [table]


def test_the_same_places_again_change_nothing(house: House) -> None:
    changed = house.tables.change(house.code, lambda now: now.with_beside(places={"Ann": 4, "Ben": 30}))
    assert house.tables.change(house.code, lambda now: now.with_beside(places={"Ann": 4, "Ben": 30})) is changed
    assert house.announced == [changed]


def test_a_page_that_saw_more_than_there_is_writes_nothing(house: House) -> None:
    """A backup was put back: what the page showed is gone."""
    with pytest.raises(Stale):
        house.tables.record(house.code, None, 99, plays(DEAL))


def test_nobody_hears_of_a_move_before_it_is_on_the_disk(house: House) -> None:
    found: list[int] = []

    def looks(sender: object, table: Table) -> None:
        found.append(len(house.rows("entries")))

    house.tables.table_changed.connect(looks)
    house.taps(DEAL)
    assert found == [2]
