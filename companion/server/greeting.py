"""What the server prints when it starts: its addresses, a QR code, and what browsers will warn of."""

from companion.machine.addresses import own_addresses
from companion.web.request.qr import in_terminal

WILDCARD_HOSTS = {"0.0.0.0", "::"}
"""Hosts to listen on that mean every address of this machine."""
HTTPS_NOTICE = """\
Every device warns once that the connection is not private, since nobody it knows vouches for this machine: tap
Advanced (Show Details), then Proceed (visit this website). Nothing warns on a device that has installed the
certificate of {0}certificate, and Companion can be one of its apps."""


def greeting(host: str, port: int, address: str | None, scheme: str = "http", key: str = "") -> str:
    """Return the text to print: the address for other devices, a QR code, and other addresses that serve too."""
    addresses = served_addresses(host)
    main_host = address or next(iter(addresses), "localhost")
    url = home_url(main_host, port, scheme)
    lines = [f"Companion is on the table: {url}", "", in_terminal(url_with_key(url, key))]
    if key:
        lines += ["The device that scans this may start tables. The code works once; then another is shown.", ""]
    lines += [f"also {home_url(other, port, scheme)}" for other in addresses if other != main_host]
    if len(addresses) > 1:
        lines.append("For another of them in the QR codes: --address")
    if scheme == "https":
        lines.append(HTTPS_NOTICE.format(url))
    return "\n".join([*lines, "Stop it with Ctrl-C."])


def next_code(host: str, port: int, address: str | None, scheme: str, key: str) -> str:
    """Return the text to print when a device was let in by the QR code: another one."""
    url = home_url(address or next(iter(served_addresses(host)), "localhost"), port, scheme)
    return f"One more device may start tables. For the next one:\n\n{in_terminal(url_with_key(url, key))}"


def served_addresses(host: str) -> list[str]:
    """Return the addresses at which a server that listens on a host is reached."""
    return own_addresses() if host in WILDCARD_HOSTS else [host]


def url_with_key(url: str, key: str) -> str:
    """Return the URL of the first page, or with a key the one that lets a device into the household."""
    return f"{url}in/{key}" if key else url


def home_url(host: str, port: int, scheme: str = "http") -> str:
    """Return the URL of the first page."""
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}/"
