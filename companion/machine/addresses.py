"""The addresses and names of this machine: for QR codes, certificates, and the check of the Host header.

A page on another site could point a name of its own at this machine and read the tables through a visitor's browser
(DNS rebinding). So a request is answered only under a name or an address that this machine has at that moment: a
tablet changes its network in mid-evening.
"""

import re
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from ipaddress import ip_address, ip_network

import ifaddr
from attrs import define, field
from cachetools.func import ttl_cache

LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""The hosts by which a machine reaches itself."""
LOCAL_SUFFIXES = ("", ".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box")
"""Endings that home networks give to a machine's name."""
TUNNELS = (
    *("tun", "utun", "tap", "wg", "wireguard", "wintun", "tailscale", "zt", "zerotier", "openvpn", "nordlynx", "ppp"),
    *("ipsec", "fortinet", "cisco anyconnect", "pangp", "rmnet", "v4-rmnet", "ccmni", "wwan", "pdp_ip"),
)
"""How names of adapters begin that lead far away: of virtual private networks, and of a phone's own network."""
VIRTUAL = (
    *("docker", "veth", "cni", "podman", "virbr", "lxcbr", "lxdbr", "vbox", "virtualbox", "vmnet", "vmware"),
    *("hyper-v", "microsoft wi-fi direct", "bridge10", "parallels"),
)
"""How names of adapters begin that lead to containers and virtual machines inside this one, or share its network."""
DOCKER_BRIDGE = re.compile("br-[0-9a-f]{12}$")
"""The name of the adapter of one of Docker's networks; a router's own bridge is called br-lan."""
VIRTUAL_NETWORKS = tuple(
    ip_network(network)
    for network in (
        "192.168.56.0/24",  # VirtualBox
        "192.168.137.0/24",  # Windows shares its network
        "192.168.122.0/24",  # libvirt
        "192.168.64.0/23",  # virtual machines of macOS, Docker Desktop
        "172.17.0.0/16",  # Docker
        "10.88.0.0/16",  # Podman
        "10.0.3.0/24",  # LXC
        "10.8.0.0/24",  # OpenVPN
        "10.211.55.0/24",  # Parallels
        "100.64.0.0/10",  # Tailscale
    )
)
"""Networks that such adapters have unless somebody chooses another."""
MAX_PREFIX = 30
"""Bits of a netmask that still leave room for a second device."""
PORT = re.compile(":[0-9]{1,5}$", re.ASCII)
"""The port at the end of a Host header."""
MAX_HOST_LENGTH = 253
"""Letters that the name of a host may have."""
FRESH_SECONDS = 10.0
"""Seconds after which this machine's addresses are looked up again."""


def own_addresses() -> list[str]:
    """Return the IPv4 addresses of this machine, the one that phones most likely reach first, loopback left out."""
    outward = _outward_address()
    ranks = {}
    with suppress(OSError):
        ranks = {
            ip.ip: _rank(ip.ip, ip.network_prefix, (adapter.nice_name, ip.nice_name), is_default=ip.ip == outward)
            for adapter in ifaddr.get_adapters()
            for ip in adapter.ips
            if isinstance(ip.ip, str)
        }
    found = (ip for ip in ranks or {outward: 0} if not ip.startswith(("127.", "169.254.")))
    return sorted(found, key=lambda ip: ranks.get(ip, 0))


def in_url(host: str) -> str:
    """Return a host as URLs have it: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _outward_address() -> str:
    """Return the address of the default route, from which this machine would send; nothing is sent."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return "127.0.0.1"


def _rank(ip: str, prefix: int, names: Sequence[str], *, is_default: bool) -> int:
    """Return 0 for the address by which phones most likely reach this machine, more the less likely it is.

    That is the one of the default route, unless it leads into a tunnel. A bridge of virtual machines has it where the
    network card itself is part of the bridge.
    """
    if prefix > MAX_PREFIX or any(name.lower().startswith(TUNNELS) for name in names):
        return 6
    if is_default:
        return 0
    if any(name.lower().startswith(VIRTUAL) or DOCKER_BRIDGE.match(name) for name in names):
        return 5
    if any(ip_address(ip) in network for network in VIRTUAL_NETWORKS):
        return 5
    return next((rank for rank, start in enumerate(("192.168.", "10.", "172."), 1) if ip.startswith(start)), 4)


@define
class AllowedHosts:
    """The hosts to answer to, as browsers ask for them: this machine's present names and addresses, and ``more``."""

    more: tuple[str, ...] = ()
    _hosts: list[str] = field(factory=list)
    _fresh_until: float = 0.0

    def __iter__(self) -> Iterator[str]:
        """Iterate over the hosts, looked up again when they are older than ``FRESH_SECONDS``."""
        if time.monotonic() > self._fresh_until:
            full = socket.gethostname()
            named = (name + suffix for name in (full, full.partition(".")[0]) for suffix in LOCAL_SUFFIXES)
            found = map(normalize_host, [*LOOPBACK, *named, *own_addresses(), *self.more])
            self._hosts = [*dict.fromkeys(filter(None, found))]
            self._fresh_until = time.monotonic() + FRESH_SECONDS
        return iter(self._hosts)


def without_port(host: str) -> str:
    return PORT.sub("", host)


@lru_cache(maxsize=64)
def normalize_host(host: str) -> str:
    """Return a host as browsers ask for it: lower case, no brackets, no dot at the end, ASCII; empty if it can't be."""
    bare = host.strip("[]").lower().removesuffix(".")
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


@ttl_cache(maxsize=1, ttl=FRESH_SECONDS)
def recent_addresses() -> frozenset[str]:
    """Return the addresses of this machine, which are asked for at every request, as they were lately."""
    return frozenset(own_addresses())


def is_own_address(remote: str | None) -> bool:
    """Return whether a request from this address comes from this machine itself."""
    with suppress(ValueError):
        ip = ip_address(remote or "")
        remote = str((ip.version == 6 and ip.ipv4_mapped) or ip)  # a socket for both kinds shows IPv4 inside IPv6
    return remote in {"127.0.0.1", "::1"} or remote in recent_addresses()
