"""Start and stop the server; keep threads and the certificate while it runs."""

import logging
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click
from cheroot import wsgi
from flask import Flask

from companion.machine.addresses import can_bind, normalize_host
from companion.machine.files import network_disk, raise_file_limit
from companion.server.greeting import WILDCARD_HOSTS, Reached, greeting, next_code
from companion.server.http import Connection, StreamGateway
from companion.server.inbox import MAX_BODY_BYTES, MAX_HEADER_BYTES
from companion.server.lobby import MAX_CONNECTIONS, Lobby
from companion.server.tls import LazyHandshakeAdapter, SecureConnection
from companion.store import CannotOpen, Pencils
from companion.store.database import file_in
from companion.web import create_app
from companion.web.devices.certificate import Certificate, require_trustme
from companion.web.live.hub import MAX_STREAMS
from companion.web.live.places import Places
from companion.web.request.proxy import Proxy
from companion.web.request.services import Services
from companion.web.security import HTTPS_CONFIG

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Signals that ask the server to stop."""
SPARE_THREADS = 10
"""Threads kept ready for pages, beside those that are busy."""
MAX_THREADS = 250
"""Requests that are answered at once; neither an open stream nor a request that has not come whole holds a thread."""
STACK_BYTES = 1024 * 1024
"""Stack of a thread, in bytes. The usual 8 MB would leave a small device no room for as many threads."""
SWITCH_SECONDS = 0.002
"""How long a thread that computes keeps others waiting. Python's 5 ms would hold a tap up at every step to the disk;
with much less, thirty who write at once wait unevenly."""
POLL_SECONDS = 0.1
"""Seconds between checks of the threads and the signals."""
RETRY_SECONDS = 10.0
"""Seconds until more threads are tried again after memory ran out."""
ON_THE_NETWORK = (
    "The tables lie on a network disk ({}), where moves may get lost: give --data a folder of this machine."
)
"""What is said of a database for whose log the disk may not be safe."""
CERTIFICATE_SECONDS = 60.0
"""Seconds between checks of whether the certificate covers this machine's present addresses."""


class HTTPServer(wsgi.Server):
    """cheroot without log noise from dropped connections, with limits on headers and body."""

    ConnectionClass = Connection
    max_request_header_size = MAX_HEADER_BYTES
    max_request_body_size = MAX_BODY_BYTES

    def __init__(self, *args: Any, places: Places | None = None, **more: Any) -> None:
        """Take what cheroot's own server takes, and the places of its connections."""
        super().__init__(*args, **more)
        self.gateway = StreamGateway
        self._places = places or Places("connections", MAX_CONNECTIONS)

    def prepare(self) -> None:
        """Bind the port, and let connections wait in the lobby. Raises OSError."""
        super().prepare()
        self._connections.close()
        self._connections: Any = Lobby(self, self._places)

    def connection(self, sock: socket.socket) -> Connection:
        """Return the connection of a socket, over https if there is an adapter for it. Raises OSError."""
        environ: dict[str, str] = {}
        if self.ssl_adapter:
            sock, environ = self.ssl_adapter.wrap(sock)
        connection = self.ConnectionClass(self, sock)
        connection.ssl_env = environ
        return connection

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        """Log what went wrong, unless a phone has merely left."""
        if not isinstance(sys.exc_info()[1], OSError):
            logging.getLogger("companion").log(max(level, logging.WARNING), msg, exc_info=traceback)


class Server:
    """The server of one application, with enough threads that a slow phone never takes the one that a page needs."""

    def __init__(
        self,
        app: Flask,
        host: str,
        port: int,
        adapter: LazyHandshakeAdapter | None = None,
        connections: int = MAX_CONNECTIONS,
    ) -> None:
        """Serve ``app`` on an address, to this many connections at once, over https if there is an adapter for it."""
        services: Services = app.extensions["companion"]
        self._server: Any = HTTPServer(
            (host, port),
            app,
            numthreads=SPARE_THREADS,
            max=MAX_THREADS,
            request_queue_size=MAX_STREAMS,
            places=Places("connections", connections, shared=services.proxy is not None),
            server_name="companion",
        )
        if adapter:
            self._server.ssl_adapter, self._server.ConnectionClass = adapter, SecureConnection
        self._stopped = threading.Event()
        self._keeper = threading.Thread(target=self._keep_threads, daemon=True)

    def prepare(self) -> int:
        """Bind the port and return its number. Raises OSError."""
        self._server.prepare()
        return int(self._server.bind_addr[1])

    def serve(self) -> None:
        """Answer requests until ``stop`` is called."""
        self._keeper.start()
        self._server.serve()

    def stop(self) -> None:
        """Finish the requests that are being answered, and take no more."""
        self._stopped.set()
        if self._keeper.is_alive():
            self._keeper.join()  # a thread made after the others were told to end would wait for ever
        self._server.stop()

    def _keep_threads(self) -> None:
        """Keep spare threads ready; nothing else changes the number of threads."""
        pool = self._server.requests
        while not self._stopped.wait(POLL_SECONDS):
            missing = SPARE_THREADS - pool.idle
            try:
                for _ in range(missing):
                    pool.grow(1)  # by several at once, it would forget those made before one that finds no memory
                if missing < -3 * SPARE_THREADS:
                    pool.shrink(-missing - SPARE_THREADS)
            except RuntimeError as error:
                logging.getLogger("companion").warning("There is no room for more threads: %s", error)
                self._stopped.wait(RETRY_SECONDS)


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
        adapter = https_adapter(app, address, stopped) if https else None
        server = Server(app, host, port, adapter, connections)
        bound_port = server.prepare()
    except (OSError, ValueError, CannotOpen) as error:
        stopped.set()
        services.close()
        raise error if isinstance(error, CannotOpen) else _cannot_listen(host, port) from None
    try:
        with _stop_signals() as signals:
            reached = Reached(host, bound_port, address, "https" if https else "http", proxy)
            click.echo(greeting(reached, services.pencils.terminal))
            if kind := network_disk(file_in(services.database.folder).parent):
                show(ON_THE_NETWORK.format(kind))
            services.keeper.start()
            for token in _tokens_until(server, signals, services.pencils):
                show(next_code(reached, token))
            click.echo("Good night. Every move is kept.")
    finally:
        services.hub.close()  # streams end first, then requests are answered, then the database is closed
        server.stop()
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


def _tokens_until(server: Server, signals: list[int], pencils: Pencils) -> Iterator[str]:
    """Serve in a thread until a signal was received or the server ended by itself; yield each new invitation."""
    serving = threading.Thread(target=server.serve, daemon=True)
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


def https_adapter(app: Flask, address: str | None, stopped: threading.Event) -> LazyHandshakeAdapter:
    """Return the TLS adapter, with a certificate that is kept up to date until ``stopped``. Raises CannotOpen."""
    certificate = Certificate(app.extensions["companion"].database.folder, (address,) if address else ())
    certificate.renew()
    app.config["CERTIFICATE"] = certificate.file
    adapter = LazyHandshakeAdapter(certificate.file)
    threading.Thread(target=keep_certificate, args=[certificate, adapter, stopped], daemon=True).start()
    return adapter


def keep_certificate(certificate: Certificate, adapter: LazyHandshakeAdapter, stopped: threading.Event) -> None:
    """Renew the certificate when the machine's addresses change or it runs out, until ``stopped`` is set."""
    while not stopped.wait(CERTIFICATE_SECONDS):
        try:
            if certificate.renew():
                adapter.context.load_cert_chain(certificate.file)
        except (CannotOpen, OSError) as error:
            logging.getLogger("companion").warning("The certificate could not be renewed: %s", error)
