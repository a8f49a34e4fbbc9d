"""A real server on a free port of this machine, in a thread, for tests and pictures."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.web import create_app
from companion.web.serve import GrowingServer


def free_port() -> int:
    """A port that nobody has just now, for a server that must come back on the same one."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(data: Path, port: int = 0) -> Iterator[str]:
    """The address of a Companion that serves the folder until the block ends."""
    app = create_app(data)
    server = GrowingServer(app, "127.0.0.1", port)
    taken = server.prepare()
    thread = threading.Thread(target=server.serve)
    thread.start()
    try:
        yield f"http://127.0.0.1:{taken}"
    finally:
        app.extensions["companion"].close()
        server.stop()
        thread.join()
