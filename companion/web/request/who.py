"""The ladder of rights: what a guest, a player, a writer and a device of the household may do."""

import re
from collections.abc import Callable
from enum import IntEnum
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from flask import abort, g, request

from companion.engine.message import say
from companion.store.household import KINDS
from companion.store.pencils import hashed
from companion.web.request.access import NOBODY, Visitor, device, is_local, own_device
from companion.web.request.services import services

P = ParamSpec("P")
R = TypeVar("R")


class Rung(IntEnum):
    """What a device is to a table and to the house; each rung holds those below."""

    GUEST = 0
    """Sees a table whose code it knows, and nothing of any other."""
    PLAYER = 1
    """Is a player's phone at a table, and says there what is the player's to say."""
    WRITER = 2
    """Holds the pencil of a table."""
    HOUSEHOLD = 3
    """Starts tables, sees and keeps all that the household keeps, and takes up any pencil."""


ONLY_HOUSEHOLD = say("Only this household's devices can do that.")


RIGHTS = {
    Rung.GUEST: (
        say("Guest"),
        say("Has the table's code: sees the table, its journal and its settlement, and can say whose phone it is."),
    ),
    Rung.PLAYER: (
        say("Player"),
        say("Is a player's phone: answers and claims for that player, and is asked when another phone wants the name."),
    ),
    Rung.WRITER: (
        say("Writer"),
        say("Has the pencil of this table: writes down moves, corrects them, and can let others write too."),
    ),
    Rung.HOUSEHOLD: (
        say("Household"),
        say(
            "Starts tables, sees every evening and the statistics, keeps rules, cards and groups, lets devices in, "
            "and can take any pencil."
        ),
    ),
}
"""What each rung is called, and what it may do beside those below it."""


def of_household() -> bool:
    """Return whether this device is of the household, or the machine that keeps the tables."""
    if "of_household" not in g:
        g.of_household = services().household.includes(own_device()) or is_local()
    return bool(g.of_household)


def own_rung(who: Visitor = NOBODY) -> Rung:
    """Return the rung of this device, at a table as ``who`` it is there; else by itself."""
    if of_household():
        return Rung.HOUSEHOLD
    return Rung.WRITER if who.writes else Rung.PLAYER if who.player else Rung.GUEST


def require_household() -> None:
    """Answer 403 to a device that is not of the household."""
    if not of_household():
        abort(403, ONLY_HOUSEHOLD)


NEEDS: dict[Callable[..., Any], Rung] = {}
"""The rungs of routes that need one above the lowest."""


def needs(rung: Rung) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Answer 403 on a route to a device that is below a rung by itself.

    What hangs on a table is asked within the transaction that writes there (``access.writing``).
    """

    def decorate(page: Callable[P, R]) -> Callable[P, R]:
        @wraps(page)
        def answer(*args: P.args, **named: P.kwargs) -> R:
            if own_rung() < rung:
                abort(403, ONLY_HOUSEHOLD)
            return page(*args, **named)

        NEEDS[answer] = rung
        return answer

    return decorate


def take_pencil(code: str) -> None:
    """Give this device the pencil of a table that it lays, within the transaction; 403 to a guest.

    The machine that keeps the tables is listed from then on: it is no guest, whatever address it comes by later.
    """
    require_household()
    if is_local():
        services().household.admit(hashed(device()), device_kind())
    services().pencils.know(code, device(), pencil=True)


def device_kind() -> str:
    """Return what this device is, by what its browser says, as a key of ``KINDS``; empty where that is unknown."""
    agent = request.headers.get("User-Agent", "")
    return next((kind for kind, (pattern, _) in KINDS.items() if re.search(pattern, agent)), "")
