"""The live stream: server-sent events that carry only the table's version; the page fetches what it shows."""

from functools import partial
from itertools import chain

from flask import Blueprint, Response, request

from companion.web.access import table_or_404
from companion.web.lines import KEEP, AnswerLine, OwnLine, event
from companion.web.services import services

pages = Blueprint("live", __name__)


@pages.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """Follow a table; 503 where too many follow already, and the page polls instead."""
    table, hub = table_or_404(code), services().hub
    if not hub.enter():
        return Response("Too many follow live just now.\n", 503, {"Retry-After": "60"}, mimetype="text/plain")
    said = [b"retry: 2000\n\n", event(table.version)]
    keep = request.environ.get(KEEP) if request.method == "GET" else None
    if keep:
        kept = keep()
        response = Response(iter(said), mimetype="text/event-stream")
        response.call_on_close(lambda: hub.follow(OwnLine(table.code, table.version, kept)))
    else:
        line = AnswerLine(table.code, table.version)
        hub.follow(line)
        response = Response(chain(said, line), mimetype="text/event-stream")
        response.call_on_close(partial(hub.leave, line))
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response
