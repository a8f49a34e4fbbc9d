"""The house rules that a household keeps under a name, and those that it played by last."""

import pytest

from companion.store import HouseRules, NameTaken
from tests.tools.evening import opening
from tests.tools.house import FINISH, House, plays, sheet, strikes

COMMERCE = opening("house-game", name="Commerce", pots=[{"pot": "kitty", "each": 1}])
OURS = opening("pope-joan", pope_limit=None, split=True)


@pytest.fixture
def kept_rules(house: House) -> HouseRules:
    return HouseRules(house.database)


def names(kept_rules: HouseRules) -> list[str]:
    return [kept.name for kept in kept_rules.all()]


def test_what_is_kept_is_there_after_a_restart(house: House, kept_rules: HouseRules) -> None:
    kept_rules.keep(" our Pope Joan ", OURS, "Ann's")
    kept_rules.keep("Commerce", COMMERCE, "Ann's")
    house.restart()
    commerce, ours = HouseRules(house.database).all()
    assert (commerce.name, commerce.opening.options) == ("Commerce", COMMERCE.options)
    assert (ours.name, ours.game.key, ours.opening.given) == ("our Pope Joan", "pope-joan", OURS.given)
    assert HouseRules(house.database).find(ours.number) == ours


def test_who_keeps_rules_changes_them_under_the_same_name(kept_rules: HouseRules) -> None:
    first = kept_rules.keep("our Pope Joan", OURS, "Ann's")
    again = kept_rules.keep("Our Pope Joan", opening("pope-joan"), "Ann's")
    assert (again.number, again.name, again.opening.given) == (first.number, "Our Pope Joan", {})
    assert names(kept_rules) == ["Our Pope Joan"]


def test_another_device_does_not_change_them(kept_rules: HouseRules) -> None:
    kept = kept_rules.keep("Commerce", COMMERCE, "Ann's")
    with pytest.raises(NameTaken, match="Another device keeps other rules as “Commerce”"):
        kept_rules.keep("commerce ", OURS, "Ben's")
    assert kept_rules.all() == [kept]
    assert kept_rules.keep("Commerce", COMMERCE, "Ben's") == kept, "the same rules are kept already"


def test_the_machine_that_keeps_the_tables_changes_all(kept_rules: HouseRules) -> None:
    kept = kept_rules.keep("Commerce", COMMERCE, "Ann's")
    changed = kept_rules.keep("Commerce", opening("house-game", name="Commerce"), "the machine's", anyones=True)
    assert changed.keeper == kept.keeper
    kept_rules.remove(changed.number)
    assert kept_rules.all() == []


def test_rules_that_no_edition_of_today_reads_are_left_out(house: House, kept_rules: HouseRules) -> None:
    kept = [kept_rules.keep(name, COMMERCE, "Ann's") for name in ("Commerce", "Old", "Older", "Torn")]
    with house.database.writing() as rows:
        rows.table("house_rules").update(kept[1].number, {"options": '{"forgotten": 1}'})
        rows.table("house_rules").update(kept[2].number, {"game": "a-game-of-yore"})
        rows.table("house_rules").update(kept[3].number, {"options": '{"pots":'})
    assert names(kept_rules) == ["Commerce"]


def tables_that_play(house: House, key: str) -> list[str]:
    return [table.code for table in house.tables.with_game(key)]


def test_tables_that_play_a_game_are_found_newest_first(house: House) -> None:
    pope = house.tables.lay(sheet(key="pope-joan")).code
    five = house.tables.lay(sheet()).code
    assert tables_that_play(house, "spoil-five") == [five, house.code]
    house.tables.record(pope, None, None, strikes(1))
    assert tables_that_play(house, "pope-joan") == [pope], "struck or not, the journal tells"
    assert tables_that_play(house, "jig") == []


def test_a_game_of_an_old_evening_is_not_the_newest(house: House) -> None:
    long_ago = house.tables.lay(sheet(), laid_at="2019-11-19T19:00:00+00:00").code
    assert tables_that_play(house, "spoil-five") == [house.code, long_ago]


def test_a_game_begun_later_at_a_table_counts_too(house: House) -> None:
    house.taps(FINISH)
    house.tables.record(house.code, None, None, plays(opening("jig")))
    assert tables_that_play(house, "jig") == [house.code]


def test_another_game_with_the_same_rules_is_kept_under_the_name(kept_rules: HouseRules) -> None:
    kept_rules.keep("ours", opening("spoil-five"), "Ann's")
    assert kept_rules.keep("ours", opening("twenty-five"), "Ann's").game.key == "twenty-five"
