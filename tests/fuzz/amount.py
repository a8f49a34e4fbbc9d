"""How much is tried: ``COMPANION_FUZZ`` examples in all, shared out among the tests."""

import gc
import os
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

gc.set_threshold(100_000)  # a fifth of the time else
ALL = int(os.environ.get("COMPANION_FUZZ", "3000"))
A_TURN = 2_000
"""So many examples at most are tried in one go: each turn begins afresh, and two processors share them."""


def tries(share: float) -> Callable[[Any], Any]:
    """Tries a share of all the examples, in turns; goes above ``given``."""
    wanted = max(round(ALL * share), 1)
    turns = -(-wanted // A_TURN)
    setting = settings(
        max_examples=-(-wanted // turns),
        database=None,
        suppress_health_check=list(HealthCheck),
    )

    def decorated(test: Any) -> Any:
        return pytest.mark.parametrize("turn", range(turns))(setting(test))

    return decorated
