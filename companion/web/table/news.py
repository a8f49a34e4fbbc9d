"""What is new for one device at a table: what it is offered, and phones that want a name or took another one."""

from typing import NamedTuple

from flask import session
from werkzeug.wrappers import Response

from companion.store import Invitation, NameClaim, Table
from companion.web.request.access import mark, own_device, part_unless_shown, table_or_404, visitor
from companion.web.request.services import services
from companion.web.table import bp


class News(NamedTuple):
    """What a device is told beside the table."""

    offer: Invitation | None
    """What it is offered; None where it has the pencil already, or is offered nothing."""
    giver: str | None
    """The player whose device offers it; None where that has no name."""
    phones: list[NameClaim]
    """To a writer all that phones want, to a player's phone who else wants its name."""
    nobody_writes: bool
    """Whether no device has the pencil: the one that had it was removed."""

    @property
    def mark(self) -> str:
        """What a page that shows this is known by."""
        return mark(self)


@bp.app_template_global()
def news_at(table: Table) -> News:
    """Return what is new for this device."""
    who, pencils, seats = visitor(table), services().pencils, table.journal.state.seats
    offer = pencils.offered(table.code, session["device"]) if "device" in session else None
    if offer and offer.code and who.writes:
        offer = None
    giver = offer and next((phone.player for phone in pencils.phones(table.code) if phone.device == offer.giver), None)
    wanted = [each for each in table.beside.names if each.player in seats]
    if not who.writes:
        own = own_device()
        wanted = [each for each in wanted if each.asks and each.player == who.player and each.device != own]
    return News(offer, giver, wanted, nobody_writes=not who.writes and not pencils.holders(table.code))


@bp.get("/t/<code>/news")
def news(code: str) -> Response | str:
    """Show what is new for this device; 204 where its page shows that already."""
    table = table_or_404(code)
    return part_unless_shown("_news.html", table, news_at(table).mark)
