"""A proxy in front: the addresses at which people reach Companion there, and the little that is believed of it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from attrs import frozen
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.machine.addresses import normalize_host, without_port
from companion.store import CannotOpen

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


@frozen
class Proxy:
    """A proxy that serves Companion at addresses of one scheme, under one prefix.

    All three are what the owner said, whatever a request claims. The proxy is believed two things: who asks, the last
    address in ``X-Forwarded-For``, by which wrong codes and streams are counted; and that it took the prefix off, where
    ``X-Forwarded-Prefix`` is that prefix. Nobody who comes through it is held for the machine that keeps the tables.
    """

    scheme: str
    hosts: dict[str, str]
    """What a browser writes in its Host header, with the port where there is one, by the name alone."""
    prefix: str
    """The path before every address, empty or such as ``/cards``."""

    @classmethod
    def serving(cls, addresses: Sequence[str]) -> "Proxy":
        """Return the proxy that serves these names, or addresses such as ``https://cards.example/prefix``.

        A name alone is served over https. Raises CannotOpen if one can't be an address, or if they differ in more
        than their names.
        """
        parts = [_parts(address) for address in addresses]
        kinds = {(scheme, prefix) for scheme, _, _, prefix in parts}
        if len(kinds) > 1:
            raise CannotOpen(
                "--behind-proxy takes several names of one scheme and one path. Start a Companion for each other one."
            )
        ((scheme, prefix),) = kinds
        return cls(scheme, {host: name for _, host, name, _ in parts}, prefix)

    @property
    def home(self) -> str:
        """Return the URL of the first page."""
        return f"{self.scheme}://{next(iter(self.hosts.values()))}{self.prefix}/"

    @property
    def config(self) -> dict[str, Any]:
        """Return Flask's configuration: a cookie that stays with this scheme and this path."""
        if self.scheme == "http":
            return {"SESSION_COOKIE_PATH": self.prefix or "/"}
        kind = "Secure" if self.prefix else "Host"  # browsers take a cookie named __Host- for a whole host alone
        return {
            "SESSION_COOKIE_SECURE": True,
            "SESSION_COOKIE_NAME": f"__{kind}-companion",
            "SESSION_COOKIE_PATH": self.prefix or "/",
        }

    def before(self, app: "WSGIApplication") -> "WSGIApplication":
        """Return an application as people reach it here; the prefix is taken off once, by the proxy or else here."""
        fixed = ProxyFix(app, x_for=1, x_proto=0)

        def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Any:
            path, host = environ["PATH_INFO"], normalize_host(without_port(environ.get("HTTP_HOST", "")))
            taken_off = environ.get("HTTP_X_FORWARDED_PREFIX", "").rstrip("/") == self.prefix
            if not taken_off and f"{path}/".startswith(f"{self.prefix}/"):
                path = path.removeprefix(self.prefix)
            environ |= {"wsgi.url_scheme": self.scheme, "SCRIPT_NAME": self.prefix, "PATH_INFO": path or "/"}
            if host in self.hosts:
                environ["HTTP_HOST"] = self.hosts[host]
            return fixed(environ, start_response)

        return answer


def _parts(address: str) -> tuple[str, str, str, str]:
    """Return the scheme of an address, its host, its host with the port, and its path. Raises CannotOpen."""
    url = urlsplit(address if "://" in address else f"https://{address}")
    host = normalize_host(without_port(url.netloc))
    clean = not (url.query or url.fragment or "@" in url.netloc) and url.path.isascii() and " " not in url.path
    if url.scheme not in {"http", "https"} or not host or not clean:
        raise CannotOpen(
            f"--behind-proxy {address[:40]} can't be an address. Write it as browsers do: https://cards.example"
        )
    port = url.netloc.removeprefix(without_port(url.netloc))
    name = f"[{host}]" if ":" in host else host
    return url.scheme, host, name + port, url.path.rstrip("/")
