"""Start and stop the server, say where it is reached, and keep the certificate up to date while it runs."""

import logging
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from ssl import Purpose, SSLContext, create_default_context
from typing import NamedTuple

import click
from flask import Flask

from companion.machine.addresses import LOOPBACK, can_bind, in_url, normalize_host, own_addresses
from companion.machine.files import network_disk, raise_file_limit
from companion.server.certificate import Certificate, require_trustme
from companion.server.lobby import MAX_CONNECTIONS, Lobby
from companion.store import CannotOpen, Pencils
from companion.store.database import file_in
from companion.web import create_app
from companion.web.live.limits import MAX_STREAMS, Places
from companion.web.request.proxy import Proxy
from companion.web.request.qr import in_terminal
from companion.web.request.services import Services
from companion.web.security import HTTPS_CONFIG

WILDCARD_HOSTS = {"0.0.0.0", "::"}
"""Hosts to listen on that mean every address of this machine."""
HTTPS_NOTICE = """\
Every device warns once that the connection is not private, since nobody it knows vouches for this machine: tap
Advanced (Show Details), then Proceed (visit this website). Nothing warns on a device that has installed the
certificate of {0}certificate, and Companion can be one of its apps."""


class Reached(NamedTuple):
    """Where the server is reached: where it listens, the address that was chosen for others, and what stands before."""

    host: str
    port: int
    address: str | None = None
    scheme: str = "http"
    proxy: Proxy | None = None

    @property
    def addresses(self) -> list[str]:
        """Return the addresses at which a server that listens there is reached; behind a proxy at none of its own."""
        if self.proxy:
            return []
        return own_addresses() if self.host in WILDCARD_HOSTS else [self.host]

    @property
    def home(self) -> str:
        """Return the URL of the first page for other devices."""
        if self.proxy:
            return self.proxy.home
        return self.home_at(self.address or next(iter(self.addresses), "localhost"))

    def home_at(self, host: str) -> str:
        """Return the URL of the first page at one of its addresses."""
        return f"{self.scheme}://{in_url(host)}:{self.port}/"


def greeting(reached: Reached, token: str) -> str:
    """Return the text to print: the address for other devices, a QR code, and other addresses that serve too."""
    lines = [f"Companion is on the table: {reached.home}", "", in_terminal(invitation(reached, token))]
    lines += ["The device that scans this may start tables. The code works once; then another is shown.", ""]
    others = [url for url in map(reached.home_at, reached.addresses) if url != reached.home]
    lines += [f"also {url}" for url in others]
    if not reached.proxy and (reached.address or reached.host) in LOOPBACK:
        lines.append("Only this machine can open it, no phone: leave --host out to let phones in.")
    if len(reached.addresses) > 1:
        lines.append("Phones can't reach it? Try another address; --address puts it into the QR codes.")
    if reached.proxy:
        lines.append(f"The proxy finds it at {reached.home_at(reached.host)}")
    elif reached.scheme == "https":
        lines.append(HTTPS_NOTICE.format(reached.home))
    return "\n".join([*lines, "Stop it with Ctrl-C."])


def invitation(reached: Reached, token: str) -> str:
    """Return the URL that lets a device into the household."""
    return f"{reached.home}in/{token}"


STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Signals that ask the server to stop."""
STACK_BYTES = 1024 * 1024
"""Stack of a thread, in bytes. The usual 8 MB would leave a small device no room for as many threads."""
SWITCH_SECONDS = 0.002
"""How long a thread that computes keeps others waiting. Python's 5 ms would hold a tap up at every step to the disk;
with much less, thirty who write at once wait unevenly."""
POLL_SECONDS = 0.1
"""Seconds between checks of the signals."""
ON_THE_NETWORK = (
    "The tables lie on a network disk ({}), where moves may get lost: give --data a folder of this machine."
)
"""What is said of a database for whose log the disk may not be safe."""
CERTIFICATE_SECONDS = 60.0
"""Seconds between checks of whether the certificate covers this machine's present addresses."""


def open_lobby(
    app: Flask, host: str, port: int, context: SSLContext | None = None, connections: int = MAX_CONNECTIONS
) -> Lobby:
    """Listen on an address, for this many connections at once, over https if there is a context. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
    door = socket.create_server((host, port), family=family, backlog=MAX_STREAMS, dualstack_ipv6=both)
    services: Services = app.extensions["companion"]
    return Lobby(app, door, Places("connections", connections, shared=services.proxy is not None), context)


def run(
    data: Path | None,
    host: str | None,
    port: int,
    address: str | None,
    https: bool = False,
    backup_to: Path | None = None,
    behind_proxy: Sequence[str] = (),
) -> None:
    """Serve the database in ``data`` until a signal stops it; print the addresses first. Raises CannotOpen.

    ``behind_proxy`` are the addresses at which a proxy serves it; by itself it then listens to this machine alone.
    """
    proxy = Proxy.serving(behind_proxy) if behind_proxy else None
    host = "127.0.0.1" if proxy and host is None else host or "0.0.0.0"
    address = _address_for_others(address, host, proxied=bool(proxy))
    if https:
        require_trustme()
    threading.stack_size(STACK_BYTES)
    sys.setswitchinterval(SWITCH_SECONDS)
    config = HTTPS_CONFIG if https else {}
    app = create_app(data, address=address, proxy=proxy, **config)
    services: Services = app.extensions["companion"]
    services.keeper.second = backup_to
    services.hub.places.most, connections = raise_file_limit(services.hub.places.most, MAX_CONNECTIONS)
    stopped = threading.Event()
    try:
        context = https_context(app, address, stopped) if https else None
        lobby = open_lobby(app, host, port, context, connections)
    except (OSError, ValueError, CannotOpen) as error:
        stopped.set()
        services.close()
        raise error if isinstance(error, CannotOpen) else _cannot_listen(host, port) from None
    try:
        with _stop_signals() as signals:
            reached = Reached(host, lobby.port, address, "https" if https else "http", proxy)
            click.echo(greeting(reached, services.pencils.terminal))
            if kind := network_disk(file_in(services.database.folder).parent):
                show(ON_THE_NETWORK.format(kind))
            services.keeper.start()
            for token in _tokens_until(lobby, signals, services.pencils):
                code = in_terminal(invitation(reached, token))
                show(f"One more device may start tables. For the next one:\n\n{code}")
            click.echo("Good night. Every move is kept.")
    finally:
        services.hub.close()  # streams end first, then requests are answered, then the database is closed
        lobby.stop()
        stopped.set()
        services.keeper.stop()
        services.close()


def _address_for_others(address: str | None, host: str, *, proxied: bool) -> str | None:
    """Return the address for other devices as browsers write it: the one that was chosen, else the only one.

    None where they may use several, or a proxy's. Raises CannotOpen if what was chosen can't be one.
    """
    if not address:
        return None if proxied or host in WILDCARD_HOSTS else normalize_host(host)
    if not (chosen := normalize_host(address)):
        raise CannotOpen(f"--address {address[:40]} can't be the name of a machine. Choose another.")
    return chosen


def _cannot_listen(host: str, port: int) -> CannotOpen:
    """Return the refusal of an address that can't be listened on, with what to change."""
    why = "this machine has no such address. Choose another --host."
    if can_bind(host):
        why = "another program is using it, or only the system may. Choose another --port."
    return CannotOpen(f"{host}:{port} can't be used: {why}")


@contextmanager
def _stop_signals() -> Iterator[list[int]]:
    """Collect the signals that ask to stop, and ignore them once the end has begun.

    As exceptions they could break into any line of the server.
    """
    received: list[int] = []
    for number in STOP_SIGNALS:
        signal.signal(number, lambda number, _: received.append(number))
    try:
        yield received
    finally:
        for number in STOP_SIGNALS:
            signal.signal(number, signal.SIG_IGN)


def _tokens_until(lobby: Lobby, signals: list[int], pencils: Pencils) -> Iterator[str]:
    """Serve in a thread until a signal was received or the server ended by itself; yield each new invitation."""
    serving = threading.Thread(target=lobby.run, daemon=True)
    token = pencils.terminal
    serving.start()
    while serving.is_alive() and not signals:
        time.sleep(POLL_SECONDS)
        if token != pencils.terminal:
            token = pencils.terminal
            yield token


def show(text: str) -> None:
    """Print a text while the server runs; it serves on where nobody can read that any more."""
    with suppress(OSError):
        click.echo(text)


def https_context(app: Flask, address: str | None, stopped: threading.Event) -> SSLContext:
    """Return the TLS context, with a certificate that is kept up to date until ``stopped``. Raises CannotOpen."""
    certificate = Certificate(app.extensions["companion"].database.folder, (address,) if address else ())
    certificate.renew()
    app.config["CERTIFICATE"] = certificate.file
    context = create_default_context(Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate.file)
    threading.Thread(target=keep_certificate, args=[certificate, context, stopped], daemon=True).start()
    return context


def keep_certificate(certificate: Certificate, context: SSLContext, stopped: threading.Event) -> None:
    """Renew the certificate when the machine's addresses change or it runs out, until ``stopped`` is set."""
    while not stopped.wait(CERTIFICATE_SECONDS):
        try:
            if certificate.renew():
                context.load_cert_chain(certificate.file)
        except (CannotOpen, OSError) as error:
            logging.getLogger("companion").warning("The certificate could not be renewed: %s", error)
