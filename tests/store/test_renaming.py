"""A name is put right wherever the database has it; what was written down before stays as it was written."""

import pytest

from companion.engine.errors import Illegal
from companion.store import Replies, Reply
from companion.store.check import problems
from tests.tools.house import DEAL, FINISH, House, renames, undoes, won


@pytest.fixture
def settled(house: House) -> House:
    """Ann's phone; where she sits; a payment of hers, and one to Cat."""
    house.pencils.know(house.code, "a phone")
    house.pencils.set_player(house.code, "a phone", "Ann")
    house.taps(DEAL, won("Cat"), FINISH)
    for _ in range(2):
        house.settling.tick(house.code, house.table.owed[0], None)
    house.tables.change(house.code, lambda table: table.with_beside(places={"Ann": 4, "Ben": 30}))
    return house


def paid(house: House) -> list[str]:
    return [
        f"{' & '.join(payer)} pays {' & '.join(payee)} {counters}"
        for payer, payee, counters in (p.payment for p in house.table.paid)
    ]


def player(house: House) -> str | None:
    found = house.pencils.find(house.code, "a phone")
    assert found
    return found.player


def test_phones_payments_and_places_are_named_anew(settled: House) -> None:
    settled.taps(renames("Ann", "Anna"), renames("Cat", "Kate"))
    assert player(settled) == "Anna"
    assert paid(settled) == ["Anna pays Kate 3", "Ben pays Kate 2"]
    assert [due.payee for due in settled.table.owed] == [("Kate",)]
    assert settled.table.beside.places == {"Anna": 4, "Ben": 30}
    before = settled.table
    settled.restart()
    assert settled.table == before
    assert problems(settled.database) == []


def test_those_who_settle_as_one_are_named_anew_and_so_is_what_they_paid(settled: House) -> None:
    settled.settling.join(settled.code, ["Ben", "Dan"])
    settled.settling.tick(settled.code, settled.table.owed[0], None)
    after = settled.taps(renames("Dan", "Daniel"))
    assert after.purses == (("Ben", "Daniel"),)
    assert paid(settled)[-1] == "Ben & Daniel pays Cat 2"
    settled.restart()
    assert settled.table == after


def test_undo_names_them_as_before(settled: House) -> None:
    before = settled.table
    after = settled.taps(renames("Ann", "Anna"), undoes)
    assert player(settled) == "Ann"
    assert (after.paid, after.beside.places) == (before.paid, before.beside.places)
    assert after.journal.state == before.journal.state


def test_entries_stay_as_they_were_written(settled: House) -> None:
    before = settled.rows("entries")
    settled.taps(renames("Cat", "Kate"))
    assert settled.rows("entries")[:-1] == before
    assert settled.rows("entries")[-1]["move"] == '{"was": "Cat", "now": "Kate"}'


def test_another_table_keeps_its_names(settled: House) -> None:
    first, settled.code = settled.code, settled.tables.lay(settled.table.sheet()).code
    settled.taps(renames("Ann", "Anna"))
    settled.code = first
    assert player(settled) == "Ann"
    assert paid(settled)[0] == "Ann pays Cat 3"
    assert list(settled.table.journal.state.seats) == ["Ann", "Ben", "Cat", "Dan"]


def test_a_refused_name_changes_nothing(settled: House) -> None:
    before = settled.table
    with pytest.raises(Illegal):
        settled.taps(renames("Ann", "Ben"))
    assert player(settled) == "Ann"
    assert settled.table is before


def test_a_name_that_a_reply_of_an_older_hand_has_is_given_to_another(house: House) -> None:
    replies = Replies(house.database)
    for player in ("Zoe", "Ben"):
        replies.put(house.code, 2, Reply(player, "out", {"cards_left": "3"}))
    house.taps(renames("Ben", "Zoe"))
    assert [reply.player for reply in replies.of(house.code, 2)] == ["Zoe"]
