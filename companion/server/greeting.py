"""What the server prints when it starts: its addresses, a QR code, and what browsers will warn of."""

from typing import NamedTuple

from companion.machine.addresses import LOOPBACK, in_url, own_addresses
from companion.web.request.proxy import Proxy
from companion.web.request.qr import in_terminal

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


def next_code(reached: Reached, token: str) -> str:
    """Return the text to print when a device was let in by the QR code: another one."""
    return f"One more device may start tables. For the next one:\n\n{in_terminal(invitation(reached, token))}"


def invitation(reached: Reached, token: str) -> str:
    """Return the URL that lets a device into the household."""
    return f"{reached.home}in/{token}"
