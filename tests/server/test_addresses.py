"""Which of a machine's addresses phones are shown first, by its adapters, its default route and the usual networks."""

from itertools import permutations

import ifaddr
import pytest

from companion.machine import addresses
from companion.machine.addresses import own_addresses
from companion.server.serve import Reached, greeting

NOWHERE = "127.0.0.1"
"""What stands for the default route where there is none: no router, or a network that ends here."""
ADAPTERS = {
    "VirtualBox, which nothing but its network tells": (
        "10.0.0.5",
        NOWHERE,
        [("Ethernet", "Ethernet", "10.0.0.5", 24), ("Ethernet 2", "Ethernet 2", "192.168.56.1", 24)],
    ),
    "Windows shares its network": (
        "10.0.1.9",
        "10.0.1.9",
        [
            ("Intel(R) Wi-Fi 6 AX201", "Wi-Fi", "10.0.1.9", 24),
            ("Microsoft Wi-Fi Direct Virtual Adapter", "Local Area Connection* 2", "192.168.137.1", 24),
        ],
    ),
    "a phone's hotspot, with Podman": (
        "172.20.10.2",
        "172.20.10.2",
        [("wlan0", "wlan0", "172.20.10.2", 28), ("podman0", "podman0", "10.88.0.1", 16)],
    ),
    "a private network that takes the default route": (
        "10.0.0.5",
        "10.8.0.6",
        [("eth0", "eth0", "10.0.0.5", 24), ("tun0", "tun0", "10.8.0.6", 24)],
    ),
    "one that nothing but its netmask tells": (
        "172.16.4.9",
        "192.168.7.2",
        [("en0", "en0", "172.16.4.9", 16), ("corp", "corp", "192.168.7.2", 32)],
    ),
    "Docker and its own networks": (
        "172.16.0.14",
        "172.16.0.14",
        [
            ("docker0", "docker0", "172.17.0.1", 16),
            ("br-3f2a9c81d04e", "br-3f2a9c81d04e", "192.168.16.1", 20),
            ("vethab12", "vethab12", "169.254.7.7", 16),
            ("enp3s0", "enp3s0", "172.16.0.14", 16),
        ],
    ),
    "a router with a bridge of its own": (
        "192.168.1.1",
        NOWHERE,
        [("br-lan", "br-lan", "192.168.1.1", 24), ("docker0", "docker0", "172.17.0.1", 16)],
    ),
    "Hyper-V beside the network card": (
        "10.0.0.7",
        "10.0.0.7",
        [
            ("Realtek PCIe GbE Family Controller", "Ethernet", "10.0.0.7", 24),
            ("Hyper-V Virtual Ethernet Adapter", "vEthernet (WSL)", "172.28.160.1", 20),
            ("VMware Virtual Ethernet Adapter for VMnet8", "VMware Network Adapter VMnet8", "192.168.203.1", 24),
        ],
    ),
    "Hyper-V, with the network card in its bridge": (
        "10.0.0.7",
        "10.0.0.7",
        [
            ("Hyper-V Virtual Ethernet Adapter #2", "vEthernet (External)", "10.0.0.7", 24),
            ("VirtualBox Host-Only Ethernet Adapter", "Ethernet 3", "192.168.99.1", 24),
        ],
    ),
    "a Mac with virtual machines": (
        "10.0.0.12",
        "10.0.0.12",
        [
            ("en0", "en0", "10.0.0.12", 24),
            ("bridge100", "bridge100", "192.168.64.1", 24),
            ("utun4", "utun4", "100.101.102.103", 32),
        ],
    ),
    "an Android phone that is the hotspot itself": (
        "192.168.43.1",
        "10.123.45.66",
        [("rmnet_data0", "rmnet_data0", "10.123.45.66", 30), ("ap0", "ap0", "192.168.43.1", 24)],
    ),
    "private networks, with libvirt and without a router": (
        "192.168.1.20",
        NOWHERE,
        [
            ("virbr0", "virbr0", "192.168.122.1", 24),
            ("tailscale0", "tailscale0", "100.101.102.103", 32),
            ("wg-home", "wg-home", "192.168.2.4", 24),
            ("wlan0", "wlan0", "192.168.1.20", 24),
        ],
    ),
}
"""Machines: the address that phones reach, the one of the default route, and the adapters."""


@pytest.mark.parametrize(("right", "default", "adapters"), ADAPTERS.values(), ids=ADAPTERS)
def test_the_address_that_phones_reach_comes_first(
    monkeypatch: pytest.MonkeyPatch, right: str, default: str, adapters: list[tuple[str, str, str, int]]
) -> None:
    """In whatever order the adapters are found."""
    monkeypatch.setattr(addresses, "_outward_address", lambda: default)
    for order in permutations(adapters):
        found = [ifaddr.Adapter(name, name, [ifaddr.IP(ip, prefix, nice)]) for name, nice, ip, prefix in order]
        monkeypatch.setattr(ifaddr, "get_adapters", lambda found=found: found)
        own = own_addresses()
        assert own[0] == right
        assert {*own} == {ip for *_, ip, _ in adapters if not ip.startswith("169.254.")}, "and none is left out"


def test_where_adapters_cannot_be_listed_the_default_route_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        raise PermissionError

    monkeypatch.setattr(ifaddr, "get_adapters", refused)
    for outward, own in (("192.168.1.20", ["192.168.1.20"]), (NOWHERE, [])):
        monkeypatch.setattr(addresses, "_outward_address", lambda outward=outward: outward)
        assert own_addresses() == own


def test_the_terminal_says_that_no_phone_can_come_where_this_machine_listens_to_itself_alone() -> None:
    alone = "Only this machine can open it, no phone"
    assert alone in greeting(Reached("127.0.0.1", 8000), "key")
    assert alone not in greeting(Reached("127.0.0.1", 8000, "tablet.local"), "key")


def test_the_terminal_offers_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.server.serve.own_addresses", lambda: ["10.0.0.5", "192.168.56.1"])
    said = greeting(Reached("0.0.0.0", 8000), "key")
    assert said.startswith("Companion is on the table: http://10.0.0.5:8000/\n")
    assert "also http://192.168.56.1:8000/\nPhones can't reach it? Try another address;" in said
