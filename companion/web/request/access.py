"""Which device asks, what it may do at a table, and the one way in which it writes there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import NamedTuple

from flask import abort, g, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from companion.engine.message import say
from companion.machine.addresses import is_own_address
from companion.store import Table, UnknownTable
from companion.store.entries import CODE_LENGTH
from companion.store.pencils import Device, hashed, new_secret
from companion.web.request.services import Screen, services

MAX_CODE_SAID = 12
"""Letters of a code that are said again where no table has it: more than any code has."""
MAX_REMEMBERED_TABLES = 60
"""How many tables a device remembers in its cookie."""
PROXY_HEADERS = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")
"""The headers by which a proxy says that somebody else asks through it."""


class Visitor(NamedTuple):
    """The device that asks, at one table."""

    writes: bool = False
    """Whether it holds the pencil."""
    player: str | None = None
    """The player whose device it is."""


NOBODY = Visitor()


def device() -> str:
    """Return the secret of this device, which gets one when it first does something that must be remembered."""
    if "device" not in session:
        session.permanent = True
        session["device"] = new_secret()
    secret: str = session["device"]
    return secret


def own_device() -> str:
    """Return the hash of this device's secret; empty where it has none yet."""
    return hashed(session["device"]) if "device" in session else ""


def visitor(table: Table, *, anew: bool = False) -> Visitor:
    """Return who asks, at this table. The database is asked once a request, and again with ``anew``."""
    if "device" not in session:
        return NOBODY
    if anew or g.get("visited") != table.code:
        g.visited, g.known_device = table.code, services().pencils.find(table.code, session["device"])
    known: Device | None = g.known_device
    return Visitor(known.pencil, known.player) if known else NOBODY


def forget_visitor() -> None:
    """Ask the database again who asks: the name of the device's player may have been corrected."""
    g.pop("visited", None)


def table_or_404(code: str) -> Table:
    """Return the table of this code in any case of letters; 404 without one, 429 after too many wrong codes."""
    code = code.upper()
    count_wrong = tries(known=code in session.get("tables", []))
    try:
        table = services().tables.find(code)
        g.in_rounds = table.journal.state.manner.in_rounds  # how its pages speak
        return table
    except UnknownTable:
        if len(code) == CODE_LENGTH:
            count_wrong(code)
        g.unknown_table = code
        abort(404, say("No table here has the code {code}. Check it, and type it in again.", code=code[:MAX_CODE_SAID]))


def tries(*, known: bool) -> Callable[[str], None]:
    """Return what counts a wrong code against the address that asks; 429 after too many, unless the code is known."""
    address = request.remote_addr or ""
    wrong_codes = services().wrong_codes if is_visit() else services().loaded_codes
    if wrong_codes.too_many(address) and not known:
        abort(429, say("Too many wrong codes from this device. Wait ten minutes, then try again."))

    def count_wrong(code: str) -> None:
        if not is_local():  # the machine itself is shown all tables
            wrong_codes.add(address, code)

    return count_wrong


def table_to_write(code: str) -> Table:
    """Return the table for a page that leads to writing; 403 where this device doesn't hold its pencil."""
    table = table_or_404(code)
    must_write(visitor(table))
    return table


@contextmanager
def writing(code: str) -> Iterator[Table]:
    """Open one transaction in which this device may write at a table, and yield the table as it stands then.

    The pencil is asked for within the transaction, since it may have been handed on while the request waited for its
    turn to write: 403 without it. Whatever raises inside leaves the database as it was. Render the answer outside:
    others wait for their turn meanwhile.
    """
    with at_table(code) as (table, who):
        must_write(who)
        yield table


@contextmanager
def at_table(code: str) -> Iterator[tuple[Table, Visitor]]:
    """Open one transaction for what may need no pencil; yield the table and who asks, as both stand then."""
    code = table_or_404(code).code
    with services().database.writing():
        table = services().tables.find(code)
        yield table, visitor(table, anew=True)


def must_write(who: Visitor) -> None:
    """Answer 403 to a device that does not hold the pencil."""
    if not who.writes:
        abort(403, say("Only a device with the pencil can write at this table."))


def is_local() -> bool:
    """Return whether the machine that keeps the tables asks, and not a proxy on it for somebody else.

    Behind a proxy or in a container that can't be told.
    """
    if services().proxy or services().in_container:
        return False
    return is_own_address(request.remote_addr) and not any(name in request.headers for name in PROXY_HEADERS)


def is_visit() -> bool:
    """Return whether somebody opened this page, rather than another site's page that loads something from here.

    Browsers say so in Sec-Fetch headers, but over plain http they send none: there an image or a script doesn't ask
    for HTML, and a frame names the page around it.
    """
    headers = request.headers
    if site := headers.get("Sec-Fetch-Site"):
        opened = (headers.get("Sec-Fetch-Mode"), headers.get("Sec-Fetch-Dest")) == ("navigate", "document")
        return opened or site in {"same-origin", "none"}
    if request.referrer:
        return request.referrer.startswith(request.host_url)
    return is_htmx() or "text/html" in headers.get("Accept", "")


def remember(table: Table) -> None:
    """Remember in the cookie that this device has seen the table; it gets a secret, by which it is known there."""
    device()
    seen = [code for code in session.get("tables", []) if code != table.code]
    if session.get("tables", [None])[0] != table.code:
        session.permanent = True
        session["tables"] = [table.code, *seen][:MAX_REMEMBERED_TABLES]


def is_htmx() -> bool:
    """Return whether htmx asks for a fragment of the page that is open."""
    return request.headers.get("HX-Request") == "true"


def mark(shown: object) -> str:
    """Return by what a page that shows this is known, when it asks whether anything is new."""
    return sha256(repr(shown).encode()).hexdigest()[:12]


def part_unless_shown(template: str, table: Table, shown: str) -> Response | str:
    """Render a part of the table's page that is known by ``shown``; 204 where the page that asks shows that already."""
    return Response(status=204) if request.args.get("v") == shown else render_template(template, table=table)


def newest(table: Table, part: Callable[[], str]) -> Response | None:
    """Answer an open page that asks for what is new of it, 204 where it shows that; None for any other request."""
    if not is_htmx():
        return None
    version, _, head = request.args.get("v", "").partition("-")
    is_current = version == str(table.version) and table.head.startswith(head)
    return make_response("", 204) if is_current else make_response(part())


def live_page(template: str, table: Table, part: Callable[[], str]) -> Response | str:
    """Show a page that follows the table with the ``part`` of it that changes; to an open page only what is new."""
    if changed := newest(table, part):
        return changed
    remember(table)
    return render_template(template, fragment=part(), table=table)


def asking_screen() -> Screen | None:
    """Return the other page of the table that sent this form, None where the table's own did."""
    return services().screens.get(request.args.get("screen", ""))


def to_table(table: Table) -> Response:
    """Redirect to the table's page, or to the other one that sent this form."""
    screen = asking_screen()
    return redirect(url_for(screen.endpoint if screen else "table.page", code=table.code), 303)
