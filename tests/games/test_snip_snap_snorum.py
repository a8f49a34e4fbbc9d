"""Snip-Snap-Snorum, rule by rule (SN)."""

import pytest

from companion.engine.errors import Malformed
from companion.games.snip_snap_snorum import GAME
from companion.scoresheet.sheet import open_game
from tests.tools.evening import Evening


def snip(players: str = "Ann Ben Cat Dan", **options: object) -> Evening:
    return Evening("snip-snap-snorum", players, **options)


def test_sn_16_or_the_player_takes_one_out_of_the_pool() -> None:
    evening = snip(turn_up="pool", lives=2).deal().snap(player="Cat").snip(player="Dan").deal()
    assert evening.turned_up(player="Dan").balances == [0, -2, -1, 1]
    assert evening.memo == "Dan matches the card turned up."
    assert evening.state.facts.left == {"Ben": 0, "Cat": 1, "Dan": 3}
    assert evening.snorum(player="Ann").balances == [0, -2, -1, -2]


def test_sn_13_no_card_is_turned_up_where_all_are_dealt() -> None:
    with pytest.raises(Malformed, match="none can be turned up"):
        open_game(GAME, {"turn_up": "pool", "unlimited": True}, None).options.require_playable()


def test_gen_07_a_newcomer_has_lives_and_who_comes_back_what_he_had() -> None:
    evening = snip(lives=2).deal().snip(player="Cat").leave(player="Ben").join(player="Ben").join(player="Eve")
    evening.deal().snap(player="Eve").snap(player="Ann")
    assert evening.state.balances == {"Ann": 0, "Cat": 0, "Dan": 0, "Ben": -2, "Eve": -2}
    evening.leave(player="Ben").join(player="Ben", left_of="Ann")
    assert "Ben" not in evening.state.playing
    assert evening.state.absence("Ben") == "has no stakes left"


def test_sn_what_is_left_is_told_in_stakes() -> None:
    assert Evening("snip-snap-snorum").state.manner.left == ("stake left", "stakes left")
    assert Evening("jig").state.manner.left[1] == "to pay with"
