"""What the server prints when it starts: its addresses, a QR code, and what browsers will warn of."""

from companion.machine.addresses import own_addresses
from companion.web.devices.qr import in_terminal

WILDCARD_HOSTS = {"0.0.0.0", "::"}
"""Hosts to listen on that mean every address of this machine."""
HTTPS_NOTICE = """\
Every device warns once that the connection is not private, since nobody it knows vouches for this machine: tap
Advanced (Show Details), then Proceed (visit this website). Nothing warns on a device that has installed the
certificate of {0}certificate, and Companion can lie among its apps."""


def greeting(host: str, port: int, address: str | None, scheme: str = "http") -> str:
    """Return the text to print: the address for other devices, its QR code, and other addresses that serve too."""
    addresses = own_addresses() if host in WILDCARD_HOSTS else [host]
    main_host = address or next(iter(addresses), "localhost")
    url = home_url(main_host, port, scheme)
    lines = [f"Companion lies on the table: {url}", "", in_terminal(url)]
    lines += [f"also {home_url(other, port, scheme)}" for other in addresses if other != main_host]
    if len(addresses) > 1:
        lines.append("Another of them for the QR codes: --address")
    if scheme == "https":
        lines.append(HTTPS_NOTICE.format(url))
    return "\n".join([*lines, "Stop it with Ctrl-C."])


def home_url(host: str, port: int, scheme: str = "http") -> str:
    """Return the URL of the first page."""
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}/"
