"""A line between a phone and its server that can go silent without being cut, as when a phone changes its wifi."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Relay:
    """Passes on what comes over each connection, to a server on this machine."""

    def __init__(self, port: int) -> None:
        """Listen on a free port, and lead from there to ``port``."""
        self._port = port
        self._door = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        self._stalls = 0
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def address(self) -> str:
        """Return where phones find the server through this."""
        return f"http://127.0.0.1:{self._door.getsockname()[1]}"

    def stall(self) -> None:
        """Pass nothing on any more over the connections that are open; new ones are as good as ever."""
        self._stalls += 1

    def close(self) -> None:
        """Close every connection, and listen no more."""
        for end in (self._door, *self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._door.accept()
                far = socket.create_connection(("127.0.0.1", self._port))
                self._ends += [near, far]
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._pass, args=(*ends, self._stalls), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket, stalls: int) -> None:
        with suppress(OSError):
            while (data := one.recv(65536)) and stalls == self._stalls:
                other.sendall(data)
        if stalls == self._stalls:  # one end has left, and the other one learns it
            for end in (one, other):
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)


@contextmanager
def relayed(address: str) -> Iterator[Relay]:
    """A relay to the server at an address, until the block ends."""
    relay = Relay(int(address.rpartition(":")[2]))
    try:
        yield relay
    finally:
        relay.close()
