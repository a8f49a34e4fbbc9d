"""The live stream: server-sent events that carry only the table's version; the page fetches what it shows."""

from functools import partial
from itertools import chain

from flask import Response, request

from companion.web.live.subscribers import (
    CALLED,
    HAND_OVER,
    Follower,
    QueueSubscriber,
    SocketSubscriber,
    event,
    heartbeat,
)
from companion.web.request.access import own_device, table_or_404
from companion.web.request.services import services
from companion.web.request.who import device_kind
from companion.web.table import bp
from companion.web.table.news import news_at


@bp.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """Follow a table; 503 where too many follow already, all together, from one address or in one browser."""
    table, hub, address = table_or_404(code), services().hub, request.remote_addr or ""
    who = Follower(own_device(), device_kind())
    if not hub.enter(address, who.device):
        return Response("Too many follow live just now.\n", 503, {"Retry-After": "60"}, mimetype="text/plain")
    offer, _, phones, nobody_writes = news_at(table)
    called = [CALLED] if offer or phones or nobody_writes else []
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
