"""The table as it stands."""

import pytest

from companion.engine.game import Presence
from companion.engine.replay import initial_state


def test_a_state_is_replaced_and_never_changed() -> None:
    before = initial_state(["Ann", "Ben"])
    assert before.playing == ("Ann", "Ben")
    after = before.replace(seats={"Ann": Presence.IN, "Ben": Presence.SITS_OUT})
    assert (before.playing, after.playing) == (("Ann", "Ben"), ("Ann",)), "who plays is worked out anew"
    assert after.replace() == after


def test_a_field_that_a_state_lacks_is_refused() -> None:
    with pytest.raises(TypeError, match="not fields of a State: playing, sort"):
        initial_state(["Ann", "Ben"]).replace(dealer="Ben", sort=1, playing=())
