"""The addresses and names of this machine: for the QR code, and against DNS rebinding."""

import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import ip_address

import ifaddr
from attrs import define, field

LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""What this machine calls itself."""
PORT = re.compile(":[0-9]{1,5}$", re.ASCII)
LONGEST = 253
"""So many letters a name has at most."""
FRESH = 10.0
"""Seconds for which the list of own addresses is believed; a tablet changes its network in mid-evening."""


def own_addresses() -> list[str]:
    """The IPv4 addresses of this machine on its networks, home networks first, loopback left out."""
    found = []
    with suppress(OSError):
        found = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if isinstance(ip.ip, str)]
    if not found:
        found = [_outward()]
    wanted = [ip for ip in found if not ip.startswith(("127.", "169.254."))]
    return sorted(dict.fromkeys(wanted), key=_rank)


def _outward() -> str:
    """The address this machine would speak from, where its adapters can't be listed; nothing is sent."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return "127.0.0.1"


def _rank(ip: str) -> int:
    return next((rank for rank, start in enumerate(("192.168.", "10.", "172.")) if ip.startswith(start)), 3)


@define
class OwnHosts:
    """The hosts that this machine answers to, as browsers ask for them: its names and addresses as they are now, and
    ``more``."""

    more: tuple[str, ...] = ()
    _known: list[str] = field(factory=list)
    _until: float = 0.0

    def __iter__(self) -> Iterator[str]:
        if time.monotonic() > self._until:
            name = socket.gethostname()
            names = [*LOOPBACK, name, f"{name}.local", f"{name}.lan", f"{name}.home"]
            self._known = [*filter(None, map(asked_for, [*names, *own_addresses(), *self.more]))]
            self._until = time.monotonic() + FRESH
        return iter(self._known)


def without_port(host: str) -> str:
    """A host as a request names it, without the port."""
    return PORT.sub("", host)


def asked_for(host: str) -> str:
    """A host as browsers ask for it: in lower case, without brackets, in ASCII; empty where it can be none."""
    bare = host.strip("[]").lower()
    with suppress(ValueError):
        return str(ip_address(bare))  # in its shortest form
    with suppress(UnicodeError):
        name = bare.encode("idna").decode("ascii")
        return name if re.fullmatch(r"(?![0-9.]+$)[a-z0-9-][a-z0-9.-]*", name) and len(bare) <= LONGEST else ""
    return ""


def is_here(host: str) -> bool:
    """Whether this machine can listen on a host at all, on whatever port."""
    found = []
    with suppress(OSError, ValueError):
        found = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    for family, kind, *_, address in found:
        with suppress(OSError), socket.socket(family, kind) as probe:
            probe.bind(address)
            return True
    return False


def is_own(remote: str | None) -> bool:
    """Whether a request comes from this machine itself."""
    with suppress(ValueError):
        ip = ip_address(remote or "")
        remote = str((ip.version == 6 and ip.ipv4_mapped) or ip)  # a socket for both kinds shows the old one in the new
    return remote in {"127.0.0.1", "::1"} or remote in own_addresses()
