"""Whole hands of a journal: which moves make one, and who goes on dealing where another is inserted."""

import pytest

from companion.engine.changes import Change
from companion.engine.errors import Illegal
from companion.engine.game import Move
from companion.engine.hands import (
    bringing_deal,
    dealers_moved,
    hand_of,
    inserted_after,
    open_deal,
    play_hand,
    state_for,
    tap_changes,
    with_dealers_kept,
)
from companion.engine.journal import Journal, entry_place
from companion.engine.replay import initial_state
from tests.tools.evening import FOUR, move, opening


def evening(hands: int) -> Journal:
    """Spoil-Five, each hand won by Ann."""
    journal = Journal(initial_state(FOUR.split())).extend(Change.play(opening("spoil-five")))
    for _ in range(hands):
        journal = journal.extend(Change.play(DEAL), Change.play(WON))
    return journal


DEAL, WON = move("spoil-five", "deal"), move("spoil-five", "won", player="Ann")
JOIN = move("spoil-five", "join", player="Eve")


def test_a_hand_begins_with_its_deal() -> None:
    state = evening(0).state
    assert [effect.state.open for effect in play_hand(state, [DEAL, WON])] == [True, False]
    for moves in ([WON], [DEAL, DEAL], [DEAL, WON, JOIN]):
        with pytest.raises(Illegal, match="doesn't belong to any hand"):
            play_hand(state, moves)


def test_a_hand_is_its_deal_and_what_followed() -> None:
    assert [step.line.number for step in hand_of(evening(2), 5)] == [4, 5]
    with pytest.raises(Illegal, match="doesn't belong to any hand"):
        hand_of(evening(1), 1)


def test_the_open_hand_began_with_its_own_deal() -> None:
    between = evening(1)
    dealt = open_deal(between.extend(Change.play(DEAL)))
    assert (open_deal(between), dealt and dealt.line.number) == (None, 4)


def test_in_a_game_of_points_what_is_said_or_scored_brings_its_deal() -> None:
    laid = Journal(initial_state(FOUR.split())).extend(Change.play(opening("points-game")))
    assert [kind.name for kind in bringing_deal(laid.state)] == ["said", "scored"]
    assert bringing_deal(laid.extend(Change.play(move("points-game", "deal"))).state) == []
    assert bringing_deal(evening(1).state) == bringing_deal(initial_state(FOUR.split())) == []


def tapped(journal: Journal, move: Move, *, deals_at_once: bool = True) -> list[Change]:
    """What a tap plays where the game adds nothing."""
    return tap_changes(journal, move, lambda state, move: move, deals_at_once=deals_at_once)


def test_a_tap_plays_the_next_deal_too_where_the_table_deals() -> None:
    dealt = evening(1).extend(Change.play(DEAL))
    assert tapped(dealt, WON) == [Change.play(WON), Change.play(DEAL)]
    assert tapped(dealt, WON, deals_at_once=False) == [Change.play(WON)]
    barred = move("spoil-five", "bar", player="Ann", why="did-not-rob")
    assert tapped(dealt, barred) == [Change.play(barred)]  # the hand goes on
    twenty_five = Journal(initial_state(FOUR.split())).extend(Change.play(opening("twenty-five")))
    all_five = move("twenty-five", "tricks", won={"Ann": 5})
    open_hand = twenty_five.extend(Change.play(move("twenty-five", "deal")))
    assert tapped(open_hand, all_five) == [Change.play(all_five)]  # the points of a game that was won stand


def test_a_tap_plays_its_own_deal_where_points_follow() -> None:
    laid = Journal(initial_state(FOUR.split())).extend(Change.play(opening("points-game")))
    scored = move("points-game", "scored", points={"Ann": 3})
    assert tapped(laid, scored) == [Change.play(move("points-game", "deal")), Change.play(scored)]
    assert state_for(laid, type(scored)).open and not laid.state.open


def test_a_move_between_hands_takes_back_the_deal_that_the_table_made_while_nobody_touched_it() -> None:
    dealt = evening(1).extend(Change.play(DEAL)).extend(Change.play(WON), Change.play(DEAL))
    last = dealt.last
    assert tapped(dealt, JOIN) == [Change.strike(last), Change.play(JOIN)]
    assert state_for(dealt, type(JOIN)) == dealt.before(last)
    touched = dealt.extend(Change.play(move("spoil-five", "bar", player="Ann", why="did-not-rob")))
    assert state_for(touched, type(JOIN)) == touched.state


def test_later_hands_stay_with_those_who_dealt_them() -> None:
    journal = evening(3)
    missing = [Change.insert(4, DEAL), Change.insert(4, WON)]
    kept, passed = journal.extend(*with_dealers_kept(journal, missing)), journal.extend(*missing)
    assert dealers_moved(journal, passed)[0].was == "Ben"
    assert dealers_moved(journal, kept) == []
    dealers = {step.line.number: step.state.dealer for step in journal.in_force() if step.line.move == DEAL}
    assert {step.line.number: step.state.dealer for step in kept.in_force()}.items() >= dealers.items()
    assert with_dealers_kept(evening(0), [Change.play(DEAL)]) == [Change.play(DEAL)]
    fresh = Journal(initial_state(FOUR.split()))
    assert with_dealers_kept(fresh, [Change.play(opening("spoil-five"))]) == [Change.play(opening("spoil-five"))]


def test_a_hand_passes_to_the_next_where_its_dealer_had_left() -> None:
    leaves = [Change.insert(4, move("spoil-five", "leave", player="Ben"))]
    assert with_dealers_kept(evening(2), leaves) == leaves
    assert evening(2).extend(*leaves).step(4).state.dealer == "Cat"


def test_a_move_is_inserted_after_another_or_played_where_nothing_follows() -> None:
    assert inserted_after(evening(1), 2, [DEAL, WON]) == [Change.insert(3, DEAL), Change.insert(3, WON)]
    assert inserted_after(evening(1), 3, [DEAL, WON]) == [Change.play(DEAL), Change.play(WON)]
    with pytest.raises(Illegal):
        inserted_after(evening(1), 4, [DEAL])


def test_an_entry_is_found_where_one_before_it_was_lost() -> None:
    assert entry_place(evening(2).entries[2:], 4) == 1
