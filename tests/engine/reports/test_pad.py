"""The score pad of a game of points: each hand's points beside the totals, who leads, which hand is next."""

from companion.engine.changes import Change
from companion.engine.game import Move
from companion.engine.hands import deal_along
from companion.engine.journal import Journal
from companion.engine.replay import initial_state
from companion.engine.reports.evening import evening
from companion.engine.reports.pad import pad
from tests.tools.evening import TWO_SIDES, move, opening


def said(name: str, **fields: object) -> Move:
    return move("points-game", name, **fields)


FINISH = said("finish")


def scored(**points: int) -> list[Move]:
    return [said("deal"), said("scored", points=points)]


def played(*moves: Move, **options: object) -> Journal:
    laid = Journal(initial_state(["Ann", "Ben", "Cat", "Dan"]))
    return laid.extend(*map(Change.play, [opening("points-game", **options), *moves]))


def lines(journal: Journal) -> list[tuple[object, ...]]:
    found = pad(journal)
    assert found
    return [(line.hand, *((cell.made, cell.total) for cell in line.cells)) for line in found.lines]


def test_each_hand_stands_beside_the_totals_and_below_nought() -> None:
    journal = played(*scored(Ann=20, Ben=-5), *scored(Ben=7))
    assert lines(journal) == [
        (1, (20, 20), (-5, -5), (0, 0), (0, 0)),
        (2, (0, 20), (7, 2), (0, 0), (0, 0)),
    ]
    found = pad(journal)
    assert found and [(column.total, column.leads) for column in found.columns] == [
        (20, True),
        (2, False),
        (0, False),
        (0, False),
    ]
    assert found.next_hand == 3


def test_a_line_leads_to_the_move_that_says_it_also_once_it_is_corrected() -> None:
    journal = played(*scored(Ann=20), said("bonus", player="Ben", points=3), *scored(Cat=0))
    found = pad(journal)
    assert found and [line.entry for line in found.lines] == [3, 6], "the hand, not what came on top of it"
    assert lines(journal)[0] == (1, (20, 20), (3, 3), (0, 0), (0, 0))
    mended = journal.extend(Change.amend(3, said("scored", points={"Ann": 2})))
    assert lines(mended)[1] == (2, (0, 2), (0, 3), (0, 0), (0, 0))


def test_before_the_first_hand_and_during_one_nothing_is_written_down_yet() -> None:
    laid = played(said("bonus", player="Ben", points=3))
    found = pad(laid)
    assert found and (found.lines, found.next_hand, [column.total for column in found.columns]) == ([], 1, [0, 3, 0, 0])
    dealt = laid.extend(Change.play(said("deal")))
    assert lines(dealt) == [(0, (None, 0), (None, 3), (None, 0), (None, 0))], "what stood before the first hand"
    found = pad(dealt)
    assert found and found.next_hand == 1


def test_a_hand_that_nobody_scores_is_a_line_without_points() -> None:
    assert lines(played(said("deal"), said("abandon")))[-1] == (1, (None, 0), (None, 0), (None, 0), (None, 0))


def test_the_pool_that_a_hand_won_stands_at_its_line() -> None:
    laid = Journal(initial_state(["Ann", "Ben"])).extend(Change.play(opening("twenty-five")))
    tricks = ({"Ann": 3, "Ben": 2}, {"Ann": 5})
    moves = [each for won in tricks for each in (move("twenty-five", "deal"), move("twenty-five", "tricks", won=won))]
    found = pad(laid.extend(*map(Change.play, moves)))
    assert found and [line.took and line.took.who for line in found.lines] == [None, ("Ann",)]
    assert [*found.lines[1].moves] == [4, 5]


def test_who_leaves_after_a_hand_keeps_what_it_came_to_on_its_line() -> None:
    left = played(*scored(Ann=3, Ben=7), said("leave", player="Ben"), *scored(Ann=1))
    assert lines(left) == [(1, (3, 3), (7, 7), (0, 0), (0, 0)), (2, (1, 4), (None, None), (0, 0), (0, 0))]


def test_partners_share_a_column_and_who_sits_out_has_brought_nothing() -> None:
    found = pad(played(*scored(Ann=4, Dan=1), sides=TWO_SIDES))
    assert found and [column.players for column in found.columns] == [("Ann", "Cat"), ("Ben", "Dan")]
    assert lines(played(said("sit_out", player="Dan"), *scored(Ann=4)))[0][-1] == (None, 0)


def test_a_game_that_is_over_has_no_next_hand_and_another_begins_anew() -> None:
    over = played(*scored(Ann=50), target=50)
    found = pad(over)
    assert found and found.next_hand is None
    again = pad(over.extend(Change.play(opening("points-game"))))
    assert again and (again.lines, [column.total for column in again.columns]) == ([], [0, 0, 0, 0])


def test_games_of_counters_and_those_with_a_sheet_of_their_own_have_none() -> None:
    for key in ("spoil-five", "bridge"):
        laid = Journal(initial_state(["Ann", "Ben", "Cat", "Dan"])).extend(Change.play(opening(key)))
        assert pad(laid) is None


def test_the_next_hand_brings_its_deal_along_where_that_asks_and_costs_nothing() -> None:
    between = [played(), played(*scored(Ann=3)), played(stake=5), played(said("deal")), played(*scored(Ann=3), FINISH)]
    scores = type(scored(Ann=3)[1])
    assert [deal_along(journal.state, scores) for journal in between] == [said("deal")] * 2 + [None] * 3


def test_a_hand_of_points_that_moves_no_counter_is_no_hand_of_counters() -> None:
    still, staked = (evening(played(*scored(Ann=3), **options)) for options in ({}, {"stake": 5}))
    assert still.counted == []
    assert [[hand.number for hand in hands] for hands in staked.counted] == [[1]]


def test_who_is_marked_has_won_once_the_game_is_over() -> None:
    going, over = (pad(played(*scored(Ann=3), *then)) for then in ([], [FINISH]))
    assert going and over
    assert [(each.columns[0].leads, each.is_won) for each in (going, over)] == [(True, False), (True, True)]
