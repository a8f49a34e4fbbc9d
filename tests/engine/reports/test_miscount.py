"""Where a count may have gone wrong."""

from companion.engine.changes import Change
from companion.engine.journal import Journal
from companion.engine.kit.moves import Count
from companion.engine.replay import initial_state
from companion.engine.reports.offers import miscount
from tests.tools.evening import move, opening

DEAL, SPOILT = {"name": "deal"}, {"name": "spoilt"}


def evening(*moves: dict[str, object]) -> Journal:
    """A journal of Spoil-Five; the moves are numbered from 2."""
    journal = Journal(initial_state(["Ann", "Ben", "Cat"])).extend(Change.play(opening("spoil-five")))
    for fields in moves:
        made = move("spoil-five", **fields)  # type: ignore[arg-type]
        journal = journal.extend(Change.play(made))
    return journal


def counted(player: str, counters: int) -> dict[str, object]:
    return {"name": "count", "player": player, "counters": counters}


def test_a_count_that_agrees_is_no_miscount() -> None:
    assert miscount(evening(DEAL), Count(pot="pool", counters=7)) is None
    assert miscount(evening(DEAL), Count(player="Ann", counters=-3)) is None


def test_nor_is_one_of_what_is_not_there() -> None:
    assert miscount(evening(DEAL), Count(pot="kitty", counters=7)) is None
    assert miscount(evening(DEAL), Count(player="Eve", counters=7)) is None


def test_all_that_touched_the_account_is_named_newest_first() -> None:
    found = miscount(evening(DEAL, SPOILT, DEAL), Count(pot="pool", counters=4))
    assert found
    assert (found.more, found.since) == (-7, None)
    assert [step.line.number for step in found.touched] == [4, 2]
    assert [step.line.number for step in found.likely] == [2]


def test_only_what_came_after_the_last_good_count_matters() -> None:
    good, other = counted("Ann", -3), counted("Ben", -2)
    found = miscount(evening(DEAL, good, other, SPOILT, DEAL), Count(player="Ann", counters=-3))
    assert found
    assert found.more == 1
    assert found.since
    assert found.since.line.number == 3
    assert [step.line.number for step in found.touched] == [6]
    assert found.likely == found.touched


def test_a_struck_move_touched_nothing() -> None:
    journal = evening(DEAL, {"name": "give", "from_": "Ann", "to": "Ben", "counters": 2})
    journal = journal.extend(Change.strike(3))
    found = miscount(journal, Count(player="Ann", counters=-5))
    assert found
    assert [step.line.number for step in found.touched] == [2]
    assert found.likely == ()


def test_a_struck_count_shows_nothing() -> None:
    journal = evening(DEAL, counted("Ann", -3), SPOILT).extend(Change.strike(3))
    found = miscount(journal, Count(player="Ann", counters=0))
    assert found
    assert found.since is None
    assert [step.line.number for step in found.touched] == [2]


def test_only_what_came_since_the_pot_was_last_empty_matters() -> None:
    won = {"name": "won", "player": "Ann"}
    found = miscount(evening(DEAL, SPOILT, DEAL, won, DEAL, SPOILT, DEAL), Count(pot="pool", counters=12))
    assert found and found.since
    assert (found.since.line.number, found.emptied) == (5, True)
    assert [step.line.number for step in found.touched] == [8, 6]


def test_of_a_pot_that_is_empty_all_that_emptied_it_matters() -> None:
    won = {"name": "won", "player": "Ann"}
    found = miscount(evening(DEAL, won, DEAL, won), Count(pot="pool", counters=1))
    assert found and found.since
    assert [step.line.number for step in found.touched] == [5, 4]
    assert found.since.line.number == 3
