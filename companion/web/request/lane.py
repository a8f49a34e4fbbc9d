"""The lane of costly pages: one is worked out at a time, so that a tap never waits for several at once."""

import threading
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

LANE = threading.Lock()
"""Held by the page that is worked out."""


def in_turn(view: Callable[P, R]) -> Callable[P, R]:
    """Let a view whose page of a long evening, or of a whole year, takes over 50 ms wait for the one before."""

    @wraps(view)
    def waits(*said: P.args, **more: P.kwargs) -> R:
        with LANE:
            return view(*said, **more)

    return waits
