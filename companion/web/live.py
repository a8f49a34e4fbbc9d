"""The live stream: server-sent events that carry only the table's version; the page fetches what it shows."""

from collections.abc import Iterator

from flask import Blueprint, Response

from companion.web.access import table_or_404
from companion.web.hub import Hub
from companion.web.services import services

pages = Blueprint("live", __name__)


@pages.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """Follow a table; 503 where too many follow already, and the page polls instead."""
    table, hub = table_or_404(code), services().hub
    if not hub.enter():
        return Response("Too many follow live just now.\n", 503, {"Retry-After": "60"}, mimetype="text/plain")
    response = Response(events(hub, table.code, table.version), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(hub.leave)
    return response


def events(hub: Hub, code: str, version: int) -> Iterator[str]:
    """The versions as events, with a comment for a heartbeat."""
    yield "retry: 2000\n\n"
    for newest in hub.follow(code, version):
        yield ": still here\n\n" if newest is None else f"event: version\ndata: {newest}\n\n"
