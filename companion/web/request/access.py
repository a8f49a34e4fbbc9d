"""Which device asks, what it may do at a table and in the house, and the one way in which it writes there."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from functools import wraps
from hashlib import sha256
from typing import Any, NamedTuple, ParamSpec, TypeVar

from flask import abort, g, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from companion.engine.message import say
from companion.machine.addresses import is_own_address
from companion.store import NotKept, Table, UnknownTable
from companion.store.database import T
from companion.store.devices import KINDS, Device, hashed, new_secret
from companion.store.entries import CODE_LENGTH
from companion.store.kept import Kept
from companion.store.tables import ALL, Filter
from companion.web.live.limits import WrongCodes
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


def kept_or_404(kept: Kept[T], number: int) -> T:
    """Return the one of a number among things that the household keeps, such as its house rules or cards."""
    try:
        return kept.find(number)
    except NotKept:
        abort(404)


def tries(*, known: bool) -> Callable[[str], None]:
    """Return what counts a wrong code against the address that asks; 429 after too many, unless the code is known."""
    address = request.remote_addr or ""

    def counted() -> WrongCodes:
        return services().wrong_codes if is_visit() else services().loaded_codes

    if not known and counted().too_many(address):
        abort(429, say("Too many wrong codes from this device. Wait ten minutes, then try again."))

    def count_wrong(code: str) -> None:
        if not is_local():  # the machine itself is shown all tables
            counted().add(address, code)

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


def own_tables() -> Filter:
    """Return which tables this device has laid or watched; all of them on the machine that keeps them."""
    return ALL if is_local() else Filter(own_device(), session.get("tables", []))


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
