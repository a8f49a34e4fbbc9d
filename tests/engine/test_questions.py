"""What a form leaves out, insists on or lets be tapped on the board, as the moves themselves say it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from companion.engine.changes import Change
from companion.engine.game import Move, State
from companion.engine.journal import Journal
from companion.engine.replay import initial_state
from companion.engine.reports.offers import offers
from companion.games.bridge import ACES, HONOURS, NO_TRUMPS, SLAM_MADE
from companion.scoresheet import read_sheet
from tests.scoresheet.test_sheet import GOOD, named
from tests.tools.evening import Evening, move


def states(path: Path) -> Iterator[State[Any, Any]]:
    """The table after every move of a sheet."""
    sheet = read_sheet(path.read_bytes())
    moves = [move for played in sheet.games for move in (played.opening, *played.moves)]
    journal = Journal(initial_state(sheet.players, sheet.start)).extend(*(Change.play(move) for move in moves))
    yield from (journal.before(number) for number in range(2, journal.last + 1))
    yield journal.state


@pytest.mark.parametrize("path", GOOD, ids=named)
def test_a_form_asks_only_what_its_move_has(path: Path) -> None:
    for state in states(path):
        for kind in (offer.kind for offer in offers(state)):
            own, tapped = {asked.name for asked in attrs.fields(kind)}, kind.pot_taps(state)
            assert {*kind.required(state), *kind.hidden(state, {})} <= own
            assert not {*kind.required(state)} & {*kind.hidden(state, {})}
            assert kind.choices_left({}).keys() <= own
            assert tapped.keys() <= state.pots.keys()
            assert kind.beside in own or not kind.choices_beside(state)
            assert all(said.keys() <= own for said in tapped.values())


def left_out(evening: Evening, name: str, **said: str) -> set[str]:
    return {*kind_of(evening, name).hidden(evening.state, said)}


def kind_of(evening: Evening, name: str) -> type[Move]:
    assert evening.state.game
    return evening.state.game.by_name[name]


def test_pope_and_spin_are_asked_for_while_somebody_can_hold_them() -> None:
    """PJ-13, SP-08."""
    pope = Evening("pope-joan").deal()
    assert left_out(pope, "out") == {"penalties"}
    assert left_out(pope, "played", card="king") == {"cards_left"}
    assert left_out(pope, "played", card="pope") == set()
    assert left_out(pope.turn_up(card="9D"), "out") == {"penalties", "pope_held_by"}
    assert left_out(Evening("pope-joan", leftovers="board").deal(), "out") == set()


@pytest.mark.parametrize("counts", [True, False])
def test_the_last_board_is_asked_for_where_it_counts(counts: bool) -> None:
    """CA-08."""
    evening = Evening("cassino", last_board=counts).deal()
    assert left_out(evening, "counted") == (set() if counts else {"last"})
    assert kind_of(evening, "counted").required(evening.state) == (("last",) if counts else ())


def test_honours_are_those_of_the_trumps() -> None:
    played = kind_of(Evening("bridge").deal(), "played")
    assert "honours:held" not in played.choices_left({})
    assert played.choices_left({"trumps": NO_TRUMPS})["honours:held"] == tuple(ACES)
    assert played.choices_left({"trumps": "hearts"})["honours:held"] == tuple(HONOURS)


def test_counters_are_said_in_the_pieces_of_the_box() -> None:
    assert Evening("loto-drawings").state.in_pieces(11) == "1 fish and 1 counter"
    for plain in ("loto", "spoil-five"):
        assert Evening(plain).state.in_pieces(11) == "11"


def test_a_move_that_is_likely_is_written_down_without_a_question() -> None:
    assert move("spoil-five", "won", player="Ann").doubt() == ""


@pytest.mark.parametrize(
    ("evening", "name", "beside"),
    [
        (lambda: Evening("newmarket").deal().played(pot="king", player="Ann"), "played", "A Q J"),
        (lambda: Evening("polignac").deal().took(player="Ann", card="JH"), "took", "♠ ♦ ♣"),
        (lambda: Evening("polignac", general=True).deal(), "general", "General made, General failed"),
        (lambda: Evening("pope-joan").deal().turn_up(card="9D"), "played", "A K Q J"),
        (lambda: Evening("spin").deal().played(card="KH", player="Ann"), "played", "Spin K♠ K♦ K♣"),
        (lambda: Evening("spin").deal().shown(pot="intrigue", player="Ann"), "shown", "KQ♦"),
    ],
)
def test_what_one_tap_beside_a_player_can_say_is_what_is_left(
    evening: Callable[[], Evening], name: str, beside: str
) -> None:
    table = evening()
    labels = kind_of(table, name).choices_beside(table.state).values()
    assert (", " if "," in beside else " ").join(labels) == beside


def test_with_a_pot_that_is_named_beside_a_player_goes_what_lies_in_it() -> None:
    table = Evening("newmarket").deal()
    assert kind_of(table, "played").counters_beside(table.state) == {"ace": 2, "king": 1, "queen": 1, "knave": 1}


def test_a_slam_follows_from_twelve_or_thirteen_tricks() -> None:
    assert [SLAM_MADE.word(odd) for odd in (5, 6, "7", "", None)] == [None, "little", "grand", None, None]


def test_only_some_moves_can_be_made_again_as_last_time() -> None:
    evening = Evening("spoil-five").deal()
    assert kind_of(evening, "won").again(evening.state, move("spoil-five", "won", player="Ann")) is None
