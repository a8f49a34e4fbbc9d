"""Nobody holds more cards than one can have been dealt."""

import pytest

from companion.engine.changes import Change, Entry, Redo, Undo
from companion.engine.errors import Illegal
from companion.engine.journal import Journal
from companion.engine.replay import initial_state
from tests.tools.evening import Evening, move, opening


def test_pj_10_it_holds_where_pope_is_played_too() -> None:
    evening = Evening("pope-joan", "Ann Ben Cat Dan Eve").deal()
    for held, most in (({"Ann": 1, "Cat": 9}, 8), ({"Cat": 11}, 10)):
        with pytest.raises(Illegal, match=f"nobody was dealt more than {most}"):
            evening.played(card="pope", player="Ben", cards_left=held)
    evening.played(card="pope", player="Ben", cards_left={"Cat": 10})


def test_in_a_game_of_the_house_nobody_knows_the_pack() -> None:
    Evening("house-game", "Ann Ben Cat").deal().out(player="Ann", cards_left={"Cat": 40})


def test_what_was_written_down_before_goes_on_counting() -> None:
    """A table may hold more from a time when it was taken; new words about it are held to the rule."""
    begun = Journal(initial_state(["Ann", "Ben", "Cat"])).extend(
        Change.play(opening("jig")), Change.play(move("jig", "deal"))
    )
    too_many = Change.play(move("jig", "out", player="Ann", cards_left={"Cat": 30}))
    written = begun.with_entries([Entry(3, too_many)])
    assert written.state.balances["Ann"] == 30
    for change in (Undo(), Redo()):
        written = written.extend(change)
    assert written.state.balances["Ann"] == 30
    with pytest.raises(Illegal):
        begun.extend(too_many)
    with pytest.raises(Illegal):
        written.extend(Change.amend(3, move("jig", "out", player="Ann", cards_left={"Cat": 29})))
