"""What is deleted is gone from every list, and comes back as it was for thirty days on which a backup was made."""

import pytest

from companion.store import (
    Bin,
    Deleted,
    Evenings,
    Groups,
    HouseRules,
    Keeper,
    NotKept,
    OwnCards,
    UnknownTable,
    WordLists,
)
from companion.store.backups import backup
from companion.store.check import problems
from tests.tools.clock import Clock
from tests.tools.evening import opening
from tests.tools.house import DEAL, FINISH, House, Writes, sheet, won

CARD = ((1, 10, 20, 30, 40), (2, 11, 21, 31, 41), (3, 12, 22, 32, 42))


@pytest.fixture
def over(house: House) -> House:
    """An evening that is over, with all that stands beside its journal."""
    house.taps(DEAL, won("Cat"), FINISH)
    house.settling.tick(house.code, house.table.owed[0], None)
    house.pencils.know(house.code, "a secret", pencil=True)
    house.pencils.invite(house.code, "a secret", gives_away=False)
    notes = Writes(house.tables)
    notes.describe(house.code, "Grandma’s birthday", "Galway", "Rain")
    notes.remark(house.code, 2, "Grandpa’s misdeal")
    return house


def found(house: House) -> list[Deleted]:
    return Bin(house.database).all()


def bring_back(house: House) -> None:
    """Bring the latest back."""
    Bin(house.database).bring_back(found(house)[0].number)


def test_an_evening_is_gone_and_comes_back_as_it_was(over: House) -> None:
    before, held = over.table, {name: over.rows(name) for name in ("tables", "entries", "devices")}
    backup(over.folder)  # that one knows the evening is no problem
    over.tables.remove(over.code)
    with pytest.raises(UnknownTable):
        assert over.table
    assert Evenings(over.database, over.tables).find() == []
    assert [(gone.kind, gone.row["code"], gone.players[0]) for gone in found(over)] == [("tables", over.code, "Ann")]
    assert problems(over.database) == []
    over.restart()
    bring_back(over)
    assert over.table == before
    assert {name: over.rows(name) for name in held} == held
    assert found(over) == []
    assert problems(over.database) == []


def test_after_thirty_days_with_a_backup_it_is_gone_for_good_and_its_code_is_not_given_again(over: House) -> None:
    over.tables.remove(over.code)
    for left in range(30, 0, -1):
        assert found(over)[0].days_left == left
        Bin(over.database).count_day()
    assert found(over) == []
    number = over.rows("bin")[0]["number"]
    Bin(over.database).bring_back(number)
    with pytest.raises(UnknownTable):
        assert over.table
    assert [(row["code"], row["contents"]) for row in over.rows("bin")] == [(over.code, None)]


def test_a_clock_that_is_wrong_destroys_nothing(over: House, wall: Clock) -> None:
    """Set forward by years and back again, it makes the day of a backup that is made then."""
    over.tables.remove(over.code)
    keeps = Keeper(over.database, over.tables)
    for day in ("2026-11-26", "2066-01-01", "2026-11-26", "2026-11-26"):
        wall.shows(day)
        keeps._keep()
    assert found(over)[0].days_left == 28


def test_what_was_deleted_before_outlives_what_is_deleted_while_the_clock_is_forty_days_ahead(
    over: House, wall: Clock
) -> None:
    keeps, codes = Keeper(over.database, over.tables), [over.code, over.tables.lay(sheet()).code]
    for day, code in zip(("2026-11-26", "2027-01-05"), codes, strict=True):
        wall.shows(day)
        over.tables.remove(code)
        keeps._keep()
    wall.shows("2026-11-27")
    keeps._keep()
    assert [gone.row["code"] for gone in found(over)] == codes[::-1]


def test_a_day_is_counted_once_where_each_begins_in_1970(over: House, wall: Clock) -> None:
    """As on a device without a clock of its own, until it has asked the network."""
    over.tables.remove(over.code)
    for number in range(1, 16):
        for day in ("1970-01-01", f"2026-11-{number:02}"):
            wall.shows(day)
            Keeper(over.database, over.tables)._keep()
    assert found(over)[0].days_left == 30 - 15 - 1, "and the first of all, in 1970"


def test_what_the_household_keeps_comes_back_as_it_was(house: House) -> None:
    rules, cards, words = HouseRules(house.database), OwnCards(house.database), WordLists(house.database)
    kept = [
        (rules, rules.keep("Ours", opening("jig"), "a secret")),
        (cards, cards.keep("Red 1", CARD, "a secret")),
        (words, words.keep("At sea", ["sail", "anchor"], "a secret")),
    ]
    for of_a_kind, held in kept:
        of_a_kind.remove(held.number)
        of_a_kind.remove(held.number)  # once more changes nothing
        assert of_a_kind.all() == []
        with pytest.raises(NotKept):
            of_a_kind.find(held.number)
        assert len(found(house)) == 1
        bring_back(house)
        assert of_a_kind.all() == [held]


def test_a_group_comes_back_with_its_evenings(house: House) -> None:
    groups = Groups(house.database)
    group = groups.keep("Thursdays", house.table)
    groups.remove(group.number)
    assert (groups.all(), groups.of(house.code)) == ([], None)
    another = groups.keep("Fridays", house.tables.lay(sheet()))
    assert another.number == group.number, "its number was given again"
    bring_back(house)
    back = groups.of(house.code)
    assert back and (back.name, back.number != another.number) == ("Thursdays", True)


def test_a_name_that_was_given_again_meanwhile_is_followed_by_a_number(house: House) -> None:
    rules, cards = HouseRules(house.database), OwnCards(house.database)
    rules.remove(rules.keep("Ours", opening("jig"), "theirs").number)
    rules.keep("Ours", opening("newmarket"), "another's")
    bring_back(house)
    assert [(kept.name, kept.game.key) for kept in rules.all()] == [("Ours", "newmarket"), ("Ours 2", "jig")]
    cards.remove(cards.keep("Red 1", CARD, "theirs").number)
    cards.keep("Blue 1", CARD, "another's")
    bring_back(house)
    assert [card.name for card in cards.all()] == ["Blue 1"], "the same card is not there twice"
