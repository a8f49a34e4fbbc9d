"""What the strip says of the last tap."""

from companion.engine.changes import Change, Undo
from companion.engine.journal import Journal
from companion.engine.replay import initial_state
from companion.web.table.captions import latest_changes
from tests.tools.evening import move, opening


def test_a_correction_is_said_to_be_one_and_its_undoing_is_not() -> None:
    laid = Journal(initial_state(["Ann", "Ben"])).extend(Change.play(opening("spoil-five")))
    won = laid.extend(Change.play(move("spoil-five", "deal")))
    won = won.extend(Change.play(move("spoil-five", "won", player="Ann")))
    corrected = won.extend(Change.amend(3, move("spoil-five", "won", player="Ben")))
    first, *changed = latest_changes(corrected)
    assert first == "Corrected: Ben takes the pool." and changed == ["Ann pays Ben 5"]
    assert latest_changes(corrected.follow(Undo())) == ["Ben pays Ann 5"]
    assert latest_changes(won.extend(Change.strike(3)))[0] == "Taken back: Ann takes the pool."
