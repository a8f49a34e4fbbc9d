"""The ladder of rights: what a guest, a player, a writer and a device of the household may do."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import abort, g, request, session

from companion.engine.errors import Illegal
from companion.engine.message import Message, joined, say
from companion.store.pencils import hashed
from companion.web.live.door import Ask
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


KINDS = {
    "iphone": ("iPhone", say("iPhone")),
    "ipad": ("iPad", say("iPad")),
    "phone": ("Android.* Mobile", say("Android phone")),
    "tablet": ("Android", say("Android tablet")),
    "windows": ("Windows", say("Windows computer")),
    "mac": ("Macintosh", say("Mac or iPad")),
    "chromebook": ("CrOS", say("Chromebook")),
    "linux": ("Linux", say("Linux computer")),
}
"""What a device is: how its browser says so, and in words."""


def of_household() -> bool:
    """Return whether this device is of the household, or the machine that keeps the tables."""
    if "of_household" not in g:
        known = "device" in session and services().household.includes(session["device"])
        g.of_household = known or is_local()
    return bool(g.of_household)


def may_start() -> bool:
    """Return whether this device may start tables and keep house rules and cards."""
    return of_household() or is_open_house()


def is_open_house() -> bool:
    """Return whether any device may start tables, those of guests too."""
    return services().door.open_house or services().household.is_open()


def sees_statistics() -> bool:
    """Return whether this device sees the statistics: one of the household, or any where it lets guests see them."""
    return of_household() or services().household.shows_statistics()


def own_rung(who: Visitor = NOBODY) -> Rung:
    """Return the rung of this device, at a table as ``who`` it is there; else by itself."""
    if of_household():
        return Rung.HOUSEHOLD
    return Rung.WRITER if who.writes else Rung.PLAYER if who.player else Rung.GUEST


def needs(rung: Rung) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Answer 403 on a route to a device that is below a rung by itself.

    What hangs on a table is asked within the transaction that writes there (``access.writing``).
    """

    def decorate(page: Callable[P, R]) -> Callable[P, R]:
        @wraps(page)
        def answer(*args: P.args, **named: P.kwargs) -> R:
            if own_rung() < rung:
                abort(403, say("Only this household's devices can do that."))
            return page(*args, **named)

        return answer

    return decorate


def require_statistics() -> None:
    """Answer 403 to a guest where the household keeps its statistics to itself."""
    if not sees_statistics():
        abort(403, say("The household keeps its statistics to itself."))


def require_start() -> None:
    """Answer 403 to a device that may neither start tables nor keep anything."""
    if not may_start():
        abort(403, say("Only this household's devices can do that. You can ask to join on the first page."))


@contextmanager
def keeping(what: str) -> Iterator[None]:
    """Open one transaction in which this device keeps something: tables, house rules, cards or words.

    403 where it may not. Raises Illegal where it has kept too much within the hour.
    """
    require_start()
    address, quotas, local = request.remote_addr or "", services().quotas, is_local()
    own = own_device() or f"new at {address}"
    if not local and quotas.used_up(what, own, address):
        raise Illegal(say("That's a lot for one hour. Nothing was written down: wait a little, then try again."))
    with services().database.writing():
        if local:  # it is no guest, whatever address it comes by later
            services().household.admit(hashed(device()), device_kind())
        yield
    if not local:
        quotas.add(what, own, address)


def may_change(keeper: str) -> bool:
    """Return whether this device may change what the device of this hash saved: it is that one, or the machine."""
    own = own_device()
    return is_local() or (own != "" and own == keeper and may_start())


def device_kind() -> str:
    """Return what this device is, by what its browser says, as a key of ``KINDS``; empty where that is unknown."""
    agent = request.headers.get("User-Agent", "")
    return next((kind for kind, (pattern, _) in KINDS.items() if re.search(pattern, agent)), "")


def device_name(device: str, kind: str) -> Message:
    """Return what a device of this hash is called: its kind, and a number that tells two of a kind apart."""
    words = KINDS[kind][1] if kind in KINDS else say("Device")
    return joined(" ", [words, f"({int(device[:6], 16) % 90 + 10})"])


def devices_asking() -> list[Ask]:
    """Return who asks to be let in, where this device may answer."""
    return services().door.asking() if of_household() else []


def seen_asks() -> str:
    """Return a mark of the devices that ask: a page that carries the same one shows them already."""
    return "-".join(ask.device[:8] for ask in devices_asking())


def own_ask() -> Ask | None:
    """Return the ask of this device, None where it hasn't asked."""
    own = own_device()
    return next((ask for ask in services().door.asking() if ask.device == own), None)
