"""Who asks: the device, what it may do at a table, whether it is the machine itself."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from flask import abort, g, redirect, request, session, url_for
from werkzeug.wrappers import Response

from companion.engine.saying import say
from companion.store import Table, UnknownTable
from companion.store.pencils import Device, hashed, new_secret
from companion.store.tables import CODE_LENGTH
from companion.web.addresses import is_own
from companion.web.services import services

KNOWN = 60
"""So many tables that were only watched are remembered in the cookie."""


class Visitor(NamedTuple):
    """The device that asks, at one table: may it write, did it lay the table, whose is it."""

    writes: bool = False
    owner: bool = False
    player: str | None = None


def device() -> str:
    """The secret of this device; made when it first does something that must be remembered."""
    if "device" not in session:
        session.permanent = True
        session["device"] = new_secret()
    secret: str = session["device"]
    return secret


def visitor(table: Table, *, anew: bool = False) -> Visitor:
    """Who asks, at this table; found once for all that is asked of a request, but where it is asked ``anew``."""
    if "device" not in session:
        return Visitor()
    if anew or g.get("visited") != table.code:
        g.visited, g.known_device = table.code, services().pencils.find(table.code, session["device"])
    known: Device | None = g.known_device
    return Visitor(known.pencil, known.owner, known.player) if known else Visitor()


def forget_visitor() -> None:
    """Who asks is found anew: the player whose device it is may be called otherwise now."""
    g.pop("visited", None)


def table_or_404(code: str) -> Table:
    """The table of this code, however it was typed; 429 where too many codes that are none were tried from here."""
    code, guesses, address = code.upper(), services().guesses, request.remote_addr or ""
    if guesses.too_many(address) and code not in session.get("tables", []):
        abort(429, say("Too many codes that are none were tried from this device. Wait ten minutes, then try again."))
    try:
        return services().tables.find(code)
    except UnknownTable:
        if len(code) == CODE_LENGTH and not here():  # the machine itself is shown all tables
            guesses.missed(address, code)
        abort(404)


def table_to_write(code: str) -> Table:
    """The table, if this device holds its pencil; 403 otherwise."""
    table = table_or_404(code)
    must_write(visitor(table))
    return table


@contextmanager
def still_writing(table: Table) -> Iterator[None]:
    """One transaction, for which the device is asked once more for the pencil: it may have been handed on since."""
    with services().database.writing():
        must_write(visitor(table, anew=True))
        yield


def must_write(who: Visitor) -> None:
    """403 for whoever does not hold the pencil."""
    if not who.writes:
        abort(403, say("Only the device with the pencil writes at this table."))


def here() -> bool:
    """Whether this is the machine that keeps the tables."""
    return is_own(request.remote_addr)


def may_change(keeper: str) -> bool:
    """Whether this device may change what the device of this hash keeps: it is that one, or the machine itself."""
    return here() or ("device" in session and hashed(session["device"]) == keeper)


def remember(table: Table) -> None:
    """This device has seen the table."""
    seen = [code for code in session.get("tables", []) if code != table.code]
    if session.get("tables", [None])[0] != table.code:
        session.permanent = True
        session["tables"] = [table.code, *seen][:KNOWN]


def swaps() -> bool:
    """Whether htmx asks for a fragment of the page that is open."""
    return request.headers.get("HX-Request") == "true"


def shows_newest(table: Table) -> bool:
    """Whether the screen that asks for news shows this version of the table already."""
    return request.args.get("v") == str(table.version)


def to_table(table: Table) -> Response:
    """Back to the table's page."""
    return redirect(url_for("playing.table", code=table.code), 303)
