"""Companion without a server: the files that ``make site`` has built, sent as any other web space would."""

from flask import abort, send_from_directory
from werkzeug.wrappers import Response

from companion.engine.message import say
from companion.web.devices import bp
from companion.web.devices.device import static

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of the site's pages: WebAssembly is compiled there."""
WORKER_POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval' 'unsafe-eval'"
"""That of its worker: Pyodide makes JavaScript out of text when it starts. The worker shows nothing."""


@bp.get("/site/")
@bp.get("/site/<path:name>")
def site(name: str = "index.html") -> Response:
    """Send a file of the site; 404 where it isn't built, or has none of this name."""
    folder = static() / "site"
    if not folder.is_dir():
        abort(404, say("Companion without a server isn't built here. make site builds it."))
    response = send_from_directory(folder.resolve(), name)
    response.headers["Content-Security-Policy"] = WORKER_POLICY if name == "worker.js" else POLICY
    response.headers["Cache-Control"] = "no-cache"
    return response
