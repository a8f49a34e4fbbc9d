"""Security of every request: the secret key, the checks of host and origin, cookies, response headers.

- **The Host header** must name this machine (``machine.addresses``), or behind a proxy one of the names that it serves,
  so that no other site reads tables by DNS rebinding.
- **The origin** of whatever may write must be this host: browsers name it in headers that no page can set, so that no
  other site writes with the cookie of its visitor (CSRF).
- **The cookie** is signed and holds the secret by which a table knows a device (``request.access``). Over https it has
  another name, with the ``__Host-`` prefix, which plain http can't overwrite.
- **Nothing inline**: the content policy allows files of this server alone. htmx is configured by a meta tag, and swaps
  Companion's own 4xx answers in.
"""

import secrets
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Flask, Request, Response, abort, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature
from werkzeug.exceptions import SecurityError

from companion.engine.message import say
from companion.machine.addresses import normalize_host, without_port
from companion.machine.files import keep_private, write_private_file
from companion.store import CannotOpen
from companion.web.request.services import services

MAX_FORM_BYTES = 128 * 1024
"""Bytes that a form may have."""
KEY_BYTES = 32
"""Bytes of a new key; one of less than half of them, or of one byte repeated, is damaged."""
COOKIE_ENDS = datetime(2099, 12, 31, tzinfo=UTC)
"""When a browser may forget the cookie, which most keep for a year or so by their own clocks."""
COOKIE_NAME = "companion"
"""The name of the session cookie over plain http."""
HTTPS_CONFIG = {"SESSION_COOKIE_SECURE": True, "SESSION_COOKIE_NAME": f"__Host-{COOKIE_NAME}"}
"""Flask's configuration over https. The plain cookie is still read there, so that a device keeps its pencil when the
same tables are served the other way."""
CONTENT_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of every answer."""
PAGES_VARY = "HX-Request, Accept-Language, Accept-Encoding, Cookie"
"""What an answer of HTML depends on: at one URL stands a page or a fragment, in any language."""


class CachedSessions(SecureCookieSessionInterface):
    """Sessions in signed cookies, verified once each: a phone sends the same cookie with every tap."""

    def __init__(self) -> None:
        self._read = lru_cache(maxsize=1024)(self._verified)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Return the session in the request's cookie; an empty one if the cookie is missing or forged."""
        try:
            cookie = request.cookies.get(self.get_cookie_name(app)) or request.cookies.get(COOKIE_NAME, "")
            return self.session_class(self._read(app, cookie))
        except BadSignature:
            return self.session_class()

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        """Return when the browser may forget the cookie: not by the clock of here, which may be years behind."""
        return COOKIE_ENDS if session.permanent else None

    def _verified(self, app: Flask, cookie: str) -> dict[str, Any]:
        """Return the values in a signed cookie. Raises BadSignature, which is not cached, if it isn't this server's."""
        serializer = self.get_signing_serializer(app)
        values: dict[str, Any] = serializer.loads(cookie) if serializer else {}
        return values


def init_app(app: Flask, folder: Path) -> None:
    """Configure cookies, and check every request; the secret key lies in ``folder``. Raises CannotOpen."""
    app.config.update(
        SECRET_KEY=secret_key(folder / "secret.key"),
        SESSION_COOKIE_NAME=COOKIE_NAME,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_REFRESH_EACH_REQUEST=False,
        MAX_CONTENT_LENGTH=MAX_FORM_BYTES,
        DEBUG=False,
    )
    app.session_interface = CachedSessions()
    app.before_request(require_own_host)  # first of all
    app.before_request(require_own_origin)
    app.after_request(set_headers)


def secret_key(file: Path) -> bytes:
    """Return the key that signs cookies, made on the first run, readable by its owner only. Raises CannotOpen."""
    try:
        if not file.exists() or not file.stat().st_size:  # empty after a power cut
            write_private_file(file, secrets.token_bytes(KEY_BYTES))
        keep_private(file)
        key = file.read_bytes()
    except OSError as error:
        raise CannotOpen(f"The key {file} can't be made or read: {error.strerror}.") from None
    if len(key) < KEY_BYTES // 2 or len(set(key)) == 1:
        raise CannotOpen(
            f"The key {file} is damaged: cookies could be forged with it. Put the right one back, or delete it: "
            "then a new one is made, and every device asks for the pencil again."
        )
    return key


def require_own_host() -> None:
    """Refuse a request whose Host header doesn't name this machine. Raises SecurityError.

    Behind a proxy a health check may ask the process directly.
    """
    host = normalize_host(without_port(request.host))
    if (not host or host not in services().hosts) and not (services().proxy and request.path == "/healthz"):
        raise SecurityError


def require_own_origin() -> None:
    """Refuse what may write, unless a page of this scheme, host and port sent it: 403.

    Browsers say so in Origin, older ones in Referer, and in Sec-Fetch-Site over https. A page that hides where it is
    sends an Origin of ``null``; what names no origin at all was sent by no page of ours.
    """
    if request.method in {"GET", "HEAD", "OPTIONS"}:
        return
    headers = request.headers
    sender = headers.get("Origin", headers.get("Referer", ""))
    own = f"{request.scheme}://{request.host}/"  # not request.host_url, which writes xn-- out
    if not f"{sender}/".startswith(own) or headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        abort(403, say("Nothing was written down: this wasn't sent from a page of this Companion."))


def set_headers(response: Response) -> Response:
    """Set the headers that forbid inline code, other sites, framing, type guessing, and passing URLs on.

    One more says that no proxy answers in Companion's place: a page takes nothing else for an answer.
    """
    response.headers.setdefault("Content-Security-Policy", CONTENT_POLICY)
    response.headers.add("X-Content-Type-Options", "nosniff")
    response.headers.add("Referrer-Policy", "same-origin")
    response.headers["X-Companion"] = "answers"
    if response.mimetype == "text/html":
        response.headers.setdefault("Cache-Control", "no-cache")
        response.headers["Vary"] = PAGES_VARY
    return response
