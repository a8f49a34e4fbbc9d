"""Another page of a table than its own, on which people write too: the one that sent a form is shown after it."""

from collections.abc import Callable
from typing import NamedTuple

from companion.store import Table


class Screen(NamedTuple):
    """A page of a table, known by the ``screen`` that the addresses of its forms name."""

    endpoint: str
    template: str
    """Of the whole page; it is given the part that changes as ``fragment``."""
    fragment: Callable[[Table], str]
    """Renders the part that changes."""
