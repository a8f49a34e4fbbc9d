"""The live stream: server-sent events that carry only the table's version; the page fetches what it shows."""

from functools import partial
from itertools import chain
from typing import NamedTuple

from flask import Response, request, session
from werkzeug.wrappers import Response as Answer

from companion.store import Invitation, NameClaim, Table
from companion.web.live.hub import (
    CALLED,
    HAND_OVER,
    Follower,
    QueueSubscriber,
    SocketSubscriber,
    event,
    heartbeat,
)
from companion.web.request.access import device_kind, mark, own_device, part_unless_shown, table_or_404, visitor
from companion.web.request.services import services
from companion.web.table import bp
from companion.web.table.replies import replies_at


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
def news(code: str) -> Answer | str:
    """Show what is new for this device; 204 where its page shows that already."""
    table = table_or_404(code)
    return part_unless_shown("_news.html", table, news_at(table).mark)


@bp.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """Follow a table; 503 where too many follow already, all together, from one address or in one browser."""
    table, hub, address = table_or_404(code), services().hub, request.remote_addr or ""
    who = Follower(own_device(), device_kind())
    if not hub.enter(address, who.device):
        return Response("Too many follow live just now.\n", 503, {"Retry-After": "60"}, mimetype="text/plain")
    offer, _, phones, nobody_writes = news_at(table)
    # a phone may have replied since the page was made
    called = [CALLED] if offer or phones or nobody_writes or replies_at(table).replies else []
    said = [b"retry: 2000\n\n", event(table.version), heartbeat(hub.heartbeat), *called]
    hand_over = request.environ.get(HAND_OVER) if request.method == "GET" else None
    if hand_over:
        connection = hand_over()
        response = Response(iter(said), mimetype="text/event-stream")
        response.call_on_close(
            lambda: hub.follow(SocketSubscriber(table.code, table.version, connection, address, who))
        )
    else:
        line = QueueSubscriber(table.code, table.version, address, who)
        hub.follow(line)
        response = Response(chain(said, line), mimetype="text/event-stream")
        response.call_on_close(partial(hub.leave, line))
    response.headers["Cache-Control"] = "no-store, no-transform"
    response.headers["X-Accel-Buffering"] = "no"
    return response
