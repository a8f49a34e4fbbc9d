"""The addresses and names of this machine: for QR codes, certificates, and the check of the Host header.

A page on another site could point a name of its own at this machine and read the tables through a visitor's browser
(DNS rebinding). So a request is answered only under a name or an address that this machine has at that moment: a
tablet changes its network in mid-evening.
"""

import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from ipaddress import ip_address

import ifaddr
from attrs import define, field

LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""The hosts by which a machine reaches itself."""
LOCAL_SUFFIXES = ("", ".local", ".lan", ".home")
"""Endings that home networks give to a machine's name."""
PORT = re.compile(":[0-9]{1,5}$", re.ASCII)
"""The port at the end of a Host header."""
MAX_HOST_LENGTH = 253
"""Letters that the name of a host may have."""
FRESH_SECONDS = 10.0
"""Seconds after which this machine's addresses are looked up again."""


def own_addresses() -> list[str]:
    """Return the IPv4 addresses of this machine, those of home networks first, loopback left out."""
    addresses = []
    with suppress(OSError):
        addresses = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if isinstance(ip.ip, str)]
    if not addresses:
        addresses = [_outward_address()]
    reachable = [ip for ip in addresses if not ip.startswith(("127.", "169.254."))]
    return sorted(dict.fromkeys(reachable), key=_network_rank)


def in_url(host: str) -> str:
    """Return a host as URLs have it: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _outward_address() -> str:
    """Return the address that this machine would send from, where adapters can't be listed; nothing is sent."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return "127.0.0.1"


def _network_rank(ip: str) -> int:
    """Return 0 for the address of a typical home network, more for those of other networks."""
    return next((rank for rank, start in enumerate(("192.168.", "10.", "172.")) if ip.startswith(start)), 3)


@define
class AllowedHosts:
    """The hosts to answer to, as browsers ask for them: this machine's present names and addresses, and ``more``."""

    more: tuple[str, ...] = ()
    _hosts: list[str] = field(factory=list)
    _fresh_until: float = 0.0

    def __iter__(self) -> Iterator[str]:
        """Iterate over the hosts, looked up again when they are older than ``FRESH_SECONDS``."""
        if time.monotonic() > self._fresh_until:
            names = [*LOOPBACK, *(socket.gethostname() + suffix for suffix in LOCAL_SUFFIXES)]
            self._hosts = [*filter(None, map(normalize_host, [*names, *own_addresses(), *self.more]))]
            self._fresh_until = time.monotonic() + FRESH_SECONDS
        return iter(self._hosts)


def without_port(host: str) -> str:
    """Return the host that a request names, without the port."""
    return PORT.sub("", host)


@lru_cache(maxsize=64)
def normalize_host(host: str) -> str:
    """Return a host as browsers ask for it: lower case, no brackets, ASCII; empty if it can't be a host."""
    bare = host.strip("[]").lower()
    with suppress(ValueError):
        return str(ip_address(bare))  # in its shortest form
    with suppress(UnicodeError):
        name = bare.encode("idna").decode("ascii")
        return name if re.fullmatch(r"(?![0-9.]+$)[a-z0-9-][a-z0-9.-]*", name) and len(bare) <= MAX_HOST_LENGTH else ""
    return ""


def can_bind(host: str) -> bool:
    """Return whether this machine can listen on a host, on any port."""
    infos = []
    with suppress(OSError, ValueError):
        infos = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    for family, kind, *_, address in infos:
        with suppress(OSError), socket.socket(family, kind) as probe:
            probe.bind(address)
            return True
    return False


def is_own_address(remote: str | None) -> bool:
    """Return whether a request from this address comes from this machine itself."""
    with suppress(ValueError):
        ip = ip_address(remote or "")
        remote = str((ip.version == 6 and ip.ipv4_mapped) or ip)  # a socket for both kinds shows IPv4 inside IPv6
    return remote in {"127.0.0.1", "::1"} or remote in own_addresses()
