"""The server: cheroot, whose threads grow with the phones that are slow."""

import logging
import signal
import sys
import threading
import time
from datetime import date
from pathlib import Path
from typing import Any

import click
from cheroot.wsgi import Server
from flask import Flask

from companion.engine.refusals import Refusal
from companion.store import Refused
from companion.store.backups import daily
from companion.web import create_app
from companion.web.addresses import asked_for, is_here, own_addresses
from companion.web.certificate import Certificate, can_be_made
from companion.web.hub import MOST_STREAMS
from companion.web.open_files import room_for
from companion.web.qr import in_terminal
from companion.web.secure import SecureAdapter, SecureConnection
from companion.web.security import SECURE
from companion.web.services import Services
from companion.web.wire import MOST_BODY, MOST_HEAD, Connection, Gateway, Hurry

EVERYWHERE = {"0.0.0.0", "::"}
ENDINGS = (signal.SIGINT, signal.SIGTERM)
WARNS = """\
Every device warns once that the connection is not private, since nobody it knows vouches for this machine: tap
Advanced (Show Details), then Proceed (visit this website). Nothing warns on a device that has installed the
certificate of {0}certificate, and Companion can lie among its apps."""

SPARE = 10
"""Threads kept ready for pages, beside those that are busy."""
MOST_THREADS = 250
"""So many requests are answered at once; an open stream holds no thread."""
STACK = 1024 * 1024
"""Bytes that a thread may use for its calls, as on the systems that are sparing with it. Elsewhere it would be eight
times as much, and a small device has no room for as many threads."""
LOOK = 0.1
"""Seconds between looks at whether enough threads are ready."""
NO_ROOM = 10.0
"""Seconds until more threads are tried again where there is no memory for them."""
HOUR = 3600.0
"""Seconds between looks at whether something was written that today's backup lacks."""
MINUTE = 60.0
"""Seconds between looks at whether the certificate is still for this machine's addresses."""


class QuietServer(Server):
    """cheroot, which would tell of every phone that leaves in mid-answer, and wait for one that never ends."""

    ConnectionClass = Connection
    max_request_header_size = MOST_HEAD
    max_request_body_size = MOST_BODY

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.gateway = Gateway
        self.hurry = Hurry()

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        if not isinstance(sys.exc_info()[1], OSError):
            logging.getLogger("companion").log(max(level, logging.WARNING), msg, exc_info=traceback)


class GrowingServer:
    """Serves the application on an address; whoever is slow never takes the thread that a page needs."""

    def __init__(self, app: Flask, host: str, port: int, secure: SecureAdapter | None = None) -> None:
        self._server: Any = QuietServer(
            (host, port),
            app,
            numthreads=SPARE,
            max=MOST_THREADS,
            request_queue_size=MOST_STREAMS,
            server_name="companion",
        )
        if secure:
            self._server.ssl_adapter, self._server.ConnectionClass = secure, SecureConnection
        self._stopped = threading.Event()
        self._room = threading.Thread(target=self._make_room, daemon=True)

    def prepare(self) -> int:
        """Takes the port, and gives its number. Raises OSError where it can't be had."""
        self._server.prepare()
        return int(self._server.bind_addr[1])

    def serve(self) -> None:
        """Answers until it is stopped."""
        self._room.start()
        self._server.serve()

    def stop(self) -> None:
        """Answers no more."""
        self._stopped.set()
        if self._room.is_alive():
            self._room.join()  # a thread made after the others were told to end would wait for ever
        self._server.stop()

    def _make_room(self) -> None:
        """Keeps spare threads ready, and alone changes how many there are. Lets nobody keep one by never ending."""
        pool = self._server.requests
        while not self._stopped.wait(LOOK):
            self._server.hurry.look()
            missing = SPARE - pool.idle
            try:
                for _ in range(missing):
                    pool.grow(1)  # of several at once it would forget those before one that finds no room
                if missing < -3 * SPARE:
                    pool.shrink(-missing - SPARE)
            except RuntimeError as full:
                logging.getLogger("companion").warning("There is no room for more threads: %s", full)
                self._stopped.wait(NO_ROOM)


def run(data: Path | None, host: str, port: int, address: str | None, https: bool = False) -> None:
    """Serves until it is interrupted, telling first where. Raises Refused where it can't."""
    host = host or "0.0.0.0"
    named = asked_for(address) if address else None
    if address and not named:
        raise Refused(f"--address {address[:40]} can be no name of a machine. Choose another.")
    address = named
    if https:
        can_be_made()
    threading.stack_size(STACK)
    app = create_app(data, address=address, **(SECURE if https else {}))
    found: Services = app.extensions["companion"]
    found.hub.most = room_for(found.hub.most)
    stopped = threading.Event()
    try:
        secure = secured(app, address, stopped) if https else None
        server = GrowingServer(app, host, port, secure)
        taken = server.prepare()
    except (OSError, ValueError, Refused) as error:
        stopped.set()
        found.close()
        if isinstance(error, Refused):
            raise
        why = "this machine has no such address. Choose another --host."
        if is_here(host):
            why = "another program has it, or only the system may have it. Choose another --port."
        raise Refused(f"{host}:{port} can't be had: {why}") from None
    signals: list[int] = []
    for ending in ENDINGS:  # raised as an exception, one could break the server wherever it just was
        signal.signal(ending, lambda number, _: signals.append(number))
    try:
        click.echo(welcome(host, taken, address, "https" if https else "http"))
        threading.Thread(target=keep_backups, args=[found.database.folder, stopped], daemon=True).start()
        serving = threading.Thread(target=server.serve, daemon=True)
        serving.start()
        while serving.is_alive() and not signals:
            time.sleep(LOOK)
        click.echo("Good night. Every move is kept.")
    finally:
        for ending in ENDINGS:
            signal.signal(ending, signal.SIG_IGN)  # the end is not broken by whoever can't wait for it
        found.hub.close()  # streams end, then what is being answered is answered, then the database is let go
        server.stop()
        stopped.set()
        found.close()


def keep_backups(folder: Path, stopped: threading.Event) -> None:
    """Keeps a backup of every day, until it is stopped; where that can't be, says so and tries again."""
    while not stopped.is_set():
        try:
            daily(folder, date.today())
        except (Refusal, OSError) as error:
            logging.getLogger("companion").warning("No backup was made: %s", error)
        stopped.wait(HOUR)


def secured(app: Flask, address: str | None, stopped: threading.Event) -> SecureAdapter:
    """What makes the connections secure, with a certificate that is kept up until it is stopped. Raises Refused."""
    certificate = Certificate(app.extensions["companion"].database.folder, (address,) if address else ())
    certificate.renew()
    app.config["CERTIFICATE"] = certificate.file
    secure = SecureAdapter(certificate.file)
    threading.Thread(target=keep_certificate, args=[certificate, secure, stopped], daemon=True).start()
    return secure


def keep_certificate(certificate: Certificate, secure: SecureAdapter, stopped: threading.Event) -> None:
    """Makes the certificate anew where the machine changes its network in mid-evening, until it is stopped."""
    while not stopped.wait(MINUTE):
        try:
            if certificate.renew():
                secure.context.load_cert_chain(certificate.file)
        except (Refused, OSError) as error:
            logging.getLogger("companion").warning("The certificate was not made anew: %s", error)


def welcome(host: str, port: int, address: str | None, scheme: str = "http") -> str:
    """The address on the home network, as text and as a QR code, and other addresses that serve too."""
    others = own_addresses() if host in EVERYWHERE else [host]
    chosen = address or next(iter(others), "localhost")
    first = web_address(chosen, port, scheme)
    lines = [f"Companion lies on the table: {first}", "", in_terminal(first)]
    lines += [f"also {web_address(other, port, scheme)}" for other in others if other != chosen]
    if len(others) > 1:
        lines.append("Another of them for the QR codes: --address")
    if scheme == "https":
        lines.append(WARNS.format(first))
    return "\n".join([*lines, "Stop it with Ctrl-C."])


def web_address(host: str, port: int, scheme: str = "http") -> str:
    """The address of the first page."""
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}/"
