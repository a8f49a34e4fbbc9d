"""Firefox as Debian keeps it, for a Playwright that is newer: what this Firefox doesn't know yet is answered for it.

Playwright starts this in Firefox's place, with its arguments, and speaks WebDriver BiDi with it through a relay. Some
commands of every start are newer than Firefox 140, for the bodies of answers, downloads, screens and themes; the relay
puts one in their place that changes nothing.
"""

import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress

UNKNOWN = re.compile(
    rb'"(network\.addDataCollector|browser\.setDownloadBehavior'
    rb'|emulation\.set(?:MediaFeatures|ScreenOrientation|ScreenSettings)Override)"'
)
HARMLESS = b'"session.status"'
ADDRESS = re.compile(r"(WebDriver BiDi listening on ws://127\.0\.0\.1:)(\d+)")


def main() -> None:
    """Start Firefox, and end with it."""
    program = shutil.which("firefox-esr") or "firefox"
    running = subprocess.Popen([program, *sys.argv[1:]], stderr=subprocess.PIPE, text=True)
    signal.signal(signal.SIGTERM, lambda *_: running.terminate())
    assert running.stderr
    for line in running.stderr:
        if found := ADDRESS.search(line):
            line = ADDRESS.sub(rf"\g<1>{relayed(int(found[2]))}", line)
        print(line, end="", file=sys.stderr, flush=True)  # noqa: T201
    sys.exit(running.wait())


def relayed(port: int) -> int:
    """Relay whoever connects to the port that is returned to this one."""
    door = socket.create_server(("127.0.0.1", 0))

    def welcome() -> None:
        while True:
            ours, theirs = door.accept()[0], socket.create_connection(("127.0.0.1", port))
            for pass_on in ((said, ours, theirs), (as_it_is, theirs, ours)):
                threading.Thread(target=pass_on[0], args=pass_on[1:], daemon=True).start()

    threading.Thread(target=welcome, daemon=True).start()
    taken: int = door.getsockname()[1]
    return taken


def as_it_is(source: socket.socket, target: socket.socket) -> None:
    """Pass on all that comes."""
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


def said(source: socket.socket, target: socket.socket) -> None:
    """Pass on what Playwright says, message by message, each masked as the protocol of a WebSocket has it."""
    reads = source.makefile("rb")
    with suppress(OSError):
        while (line := reads.readline()) not in (b"\r\n", b""):
            own = line.lower().startswith(b"host:")  # Firefox answers to its own address alone
            target.sendall(b"Host: 127.0.0.1:%d\r\n" % target.getpeername()[1] if own else line)
        target.sendall(b"\r\n")
        while len(head := reads.read(2)) == 2:
            longer = reads.read({126: 2, 127: 8}.get(head[1] & 127, 0))
            length = int.from_bytes(longer, "big") if longer else head[1] & 127
            mask = reads.read(4)
            text = UNKNOWN.sub(lambda found: HARMLESS.ljust(len(found[0])), masked(reads.read(length), mask))
            target.sendall(head + longer + mask + masked(text, mask))
        target.shutdown(socket.SHUT_WR)


def masked(text: bytes, mask: bytes) -> bytes:
    """A message with its mask put on, or taken off."""
    whole = mask * (len(text) // 4 + 1)
    return (int.from_bytes(text, "big") ^ int.from_bytes(whole[: len(text)], "big")).to_bytes(len(text), "big")


if __name__ == "__main__":
    main()
