"""What Debian's Firefox doesn't know yet of WebDriver BiDi is answered for it, as Playwright is newer.

Playwright starts this in Firefox's place, with its arguments, and speaks WebDriver BiDi with it through a relay. Some
commands of every start are newer than Firefox 140, for the bodies of answers, headers, downloads, screens and themes;
the relay puts one in their place that changes nothing. It also tells of a download, once its file is there.
"""

import json
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO
from uuid import uuid4

from attrs import define, field

UNKNOWN = re.compile(
    rb'"(network\.(?:addDataCollector|setExtraHeaders)|browser\.setDownloadBehavior'
    rb'|emulation\.set(?:MediaFeatures|ScreenOrientation|ScreenSettings)Override)"'
)
HARMLESS = b'"session.status"'
TYPED = (b"inputElement.value += text", b"inputElement.value  = text")
"""A number that is filled in takes the place of the one before it, as in other browsers."""
CLICK = re.compile(rb'"input\.performActions","params":\{"context":"([^"]+)"')
ADDRESS = re.compile(r"(WebDriver BiDi listening on ws://127\.0\.0\.1:)(\d+)")


def main() -> None:
    """Start Firefox, and end with it; the first argument is the folder of its downloads."""
    downloads, *words = sys.argv[1:]
    program = shutil.which("firefox-esr") or "firefox"
    running = subprocess.Popen([program, *words], stderr=subprocess.PIPE, text=True)
    signal.signal(signal.SIGTERM, lambda *_: running.terminate())
    assert running.stderr
    for line in running.stderr:
        if found := ADDRESS.search(line):
            line = ADDRESS.sub(rf"\g<1>{relayed(int(found[2]), Path(downloads))}", line)
        print(line, end="", file=sys.stderr, flush=True)  # noqa: T201
    sys.exit(running.wait())


def relayed(port: int, downloads: Path) -> int:
    """Relay what connects to the port that is returned to this one."""
    door = socket.create_server(("127.0.0.1", 0))

    def welcome() -> None:
        while True:
            relay = Relay(door.accept()[0], socket.create_connection(("127.0.0.1", port)), downloads)
            for passes_on in (relay.asks, relay.answers, relay.downloads):
                threading.Thread(target=passes_on, daemon=True).start()

    threading.Thread(target=welcome, daemon=True).start()
    taken: int = door.getsockname()[1]
    return taken


@define
class Relay:
    """Passes on what Playwright and Firefox say, message by message, as the protocol of a WebSocket has them."""

    playwright: socket.socket
    firefox: socket.socket
    folder: Path
    speaks: threading.Lock = field(factory=threading.Lock)
    """Held while something is said to Playwright."""
    clicked: str = ""
    """The page on which something was clicked last."""

    def asks(self) -> None:
        """Pass on what Playwright says; each message is masked."""
        reads = self.playwright.makefile("rb")
        with suppress(OSError):
            while (line := reads.readline()) not in (b"\r\n", b""):
                own = line.lower().startswith(b"host:")  # Firefox answers to its own address alone
                self.firefox.sendall(b"Host: 127.0.0.1:%d\r\n" % self.firefox.getpeername()[1] if own else line)
            self.firefox.sendall(b"\r\n")
            while head := head_of(reads):
                mask = reads.read(4)
                text = masked(reads.read(length(head)), mask)
                if click := CLICK.search(text):
                    self.clicked = click[1].decode()
                text = UNKNOWN.sub(lambda found: HARMLESS.ljust(len(found[0])), text).replace(*TYPED)
                self.firefox.sendall(head + mask + masked(text, mask))
            self.firefox.shutdown(socket.SHUT_WR)

    def answers(self) -> None:
        """Pass on what Firefox says."""
        reads = self.firefox.makefile("rb")
        with suppress(OSError):
            while (line := reads.readline()) not in (b"\r\n", b""):
                self.playwright.sendall(line)
            self.playwright.sendall(b"\r\n")
            while head := head_of(reads):
                text = reads.read(length(head))
                with self.speaks:
                    self.playwright.sendall(head + text)
            self.playwright.shutdown(socket.SHUT_WR)

    def downloads(self) -> None:
        """Tell of every file that comes to lie in the folder: that it began, and that it is all there."""
        known = self.downloaded()
        while self.playwright.fileno() >= 0:
            time.sleep(0.1)
            with suppress(OSError):  # what is not needed any more is taken away
                whole = self.downloaded()
                for name in whole - known:
                    event = {"context": self.clicked, "download": str(uuid4()), "url": "", "timestamp": 0}
                    self.tell("downloadWillBegin", event | {"suggestedFilename": name})
                    self.tell("downloadEnd", event | {"status": "complete", "filepath": name})
                known = whole

    def downloaded(self) -> set[str]:
        """The names of the files that are all there."""
        found = {file.name for file in self.folder.iterdir()}
        partly = {name for name in found if name.endswith(".part")}
        whole = {name for name in found - partly if f"{name}.part" not in partly}
        return {name for name in whole if Path(self.folder, name).stat().st_size}

    def tell(self, what: str, how: dict[str, object]) -> None:
        """Tell Playwright of something that happened."""
        text = json.dumps({"type": "event", "method": f"browsingContext.{what}", "params": how}).encode()
        with self.speaks:
            self.playwright.sendall(b"\x81\x7e" + len(text).to_bytes(2, "big") + text)


def head_of(reads: BinaryIO) -> bytes:
    """How the next message begins, or nothing at the end."""
    head = reads.read(2)
    return head + reads.read({126: 2, 127: 8}.get(head[1] & 127, 0)) if len(head) == 2 else b""


def length(head: bytes) -> int:
    """The bytes of a message that begins so."""
    return int.from_bytes(head[2:], "big") if len(head) > 2 else head[1] & 127


def masked(text: bytes, mask: bytes) -> bytes:
    """A message with its mask put on, or taken off."""
    whole = mask * (len(text) // 4 + 1)
    return (int.from_bytes(text, "big") ^ int.from_bytes(whole[: len(text)], "big")).to_bytes(len(text), "big")


if __name__ == "__main__":
    main()
