"""What keeps strangers out: the secret key, the Host check, CSRF tokens, cookies, the content policy."""

import secrets
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Flask, Request, Response, g, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask_wtf.csrf import CSRFProtect
from itsdangerous import BadSignature
from werkzeug.exceptions import SecurityError

from companion.store import Refused
from companion.web.addresses import OwnHosts, asked_for, without_port
from companion.web.secret_files import keep_secret
from companion.web.services import Services

MOST_BYTES = 128 * 1024
PLAIN = "companion"
"""The cookie's name over plain http."""
SECURE = {"SESSION_COOKIE_SECURE": True, "SESSION_COOKIE_NAME": f"__Host-{PLAIN}"}
"""How Flask is configured over https. The cookie has another name there: a browser lets plain http write over no
secure one, and a device keeps its pencil when the tables are served the other way."""
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


class Sessions(SecureCookieSessionInterface):
    """Reads every cookie once: a phone sends the same one with each tap."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        try:
            cookie = request.cookies.get(self.get_cookie_name(app)) or request.cookies.get(PLAIN, "")
            return self.session_class(_read(app, cookie))
        except BadSignature:
            return self.session_class()


@lru_cache(maxsize=1024)
def _read(app: Flask, cookie: str) -> dict[str, Any]:
    """What a cookie holds. Raises BadSignature where it isn't ours; that is not remembered."""
    serializer = Sessions().get_signing_serializer(app)
    held: dict[str, Any] = serializer.loads(cookie) if serializer else {}
    return held


def guard(app: Flask, folder: Path) -> None:
    """Sets up everything that keeps strangers out."""
    found: Services = app.extensions["companion"]
    hosts = OwnHosts((found.address,) if found.address else ())
    app.config.update(
        SECRET_KEY=secret_key(folder / "secret.key"),
        SESSION_COOKIE_NAME=PLAIN,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=timedelta(days=3650),
        MAX_CONTENT_LENGTH=MOST_BYTES,
        WTF_CSRF_TIME_LIMIT=None,
        DEBUG=False,
    )
    app.session_interface = Sessions()
    app.before_request(lambda: must_be_ours(hosts))  # before all else
    CSRFProtect(app)
    app.before_request(keep_token)
    app.after_request(headers)


def secret_key(file: Path) -> bytes:
    """The key that signs cookies, made on the first run, readable by its owner only. Raises Refused."""
    try:
        if not file.exists() or not file.stat().st_size:  # one that was cut short is no key
            keep_secret(file, secrets.token_bytes(32))
        return file.read_bytes()
    except OSError as error:
        raise Refused(f"The key {file} can't be made or read: {error.strerror}.") from None


def must_be_ours(hosts: OwnHosts) -> None:
    """Raises SecurityError where something is asked for under a name that isn't this machine's."""
    name = asked_for(without_port(request.host))
    if not name or name not in hosts:
        raise SecurityError


def keep_token() -> None:
    """A token that was just found good goes into the answer's forms again, instead of a new one."""
    if g.get("csrf_valid") and (token := request.form.get("csrf_token")):
        g.csrf_token = token


def headers(response: Response) -> Response:
    """Nothing inline, nothing from elsewhere, no framing, no guessing of types, no address passed on."""
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    if response.mimetype == "text/html":
        response.headers.setdefault("Cache-Control", "no-cache")
        response.vary.update(("HX-Request", "Accept-Language", "Cookie"))  # one address: a page, a part, any language
    return response
