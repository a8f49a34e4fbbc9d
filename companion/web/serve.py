"""The server: cheroot, whose threads grow with the open streams."""

import signal
import threading
from pathlib import Path
from typing import Any

import click
from cheroot.wsgi import Server
from flask import Flask

from companion.store import Refused
from companion.web.addresses import Address, own_addresses
from companion.web.app import create_app
from companion.web.qr import in_terminal
from companion.web.services import Services

EVERYWHERE = {"0.0.0.0", "::", ""}

SPARE = 10
"""Threads kept ready for pages, beside one for every open stream."""


class GrowingServer:
    """Serves the application on an address; streams never take the threads that pages need."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        self._server: Any = Server((host, port), app, numthreads=SPARE, request_queue_size=128, server_name="companion")
        self._growing = threading.Lock()
        app.config["ON_STREAMS"] = self.make_room

    def prepare(self) -> int:
        """Takes the port, and gives its number. Raises OSError where it can't be had."""
        self._server.prepare()
        return int(self._server.bind_addr[1])

    def serve(self) -> None:
        """Answers until it is stopped."""
        self._server.serve()

    def stop(self) -> None:
        """Answers no more."""
        self._server.stop()

    def make_room(self, streams: int) -> None:
        """So many streams are open: as many threads more than the spare ones must be there."""
        with self._growing:
            missing = streams + SPARE - len(self._server.requests._threads)
        if missing > 0:
            self._server.requests.grow(missing)
        elif missing < -2 * SPARE:
            self._server.requests.shrink(-missing - SPARE)


def run(data: Path | None, host: str, port: int, address: str | None) -> None:
    """Serves until it is interrupted, telling first where. Raises Refused where it can't."""
    app = create_app(data, address=Address(address))
    found: Services = app.extensions["companion"]
    server = GrowingServer(app, host, port)
    try:
        taken = server.prepare()
    except OSError as error:
        found.close()
        raise Refused(f"{host}:{port} can't be had: {error.strerror or error}. Choose another --port.") from None
    signal.signal(signal.SIGTERM, lambda *_: _interrupt())
    click.echo(welcome(host, taken, address))
    try:
        server.serve()
    except KeyboardInterrupt:
        click.echo("Good night. Every move is kept.")
    finally:
        found.close()
        server.stop()


def welcome(host: str, port: int, address: str | None) -> str:
    """The address on the home network, as text and as a QR code, and other addresses that serve too."""
    others = own_addresses() if host in EVERYWHERE else [host]
    chosen = address or next(iter(others), "localhost")
    lines = [f"Companion lies on the table: {web_address(chosen, port)}", "", in_terminal(web_address(chosen, port))]
    lines += [f"also {web_address(other, port)}" for other in others if other != chosen]
    if len(others) > 1:
        lines.append("Another of them for the QR codes: --address")
    return "\n".join([*lines, "Stop it with Ctrl-C."])


def web_address(host: str, port: int) -> str:
    """The address of the first page."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _interrupt() -> None:
    raise KeyboardInterrupt
