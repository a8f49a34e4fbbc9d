"""The certificate of ``--https``: made once, kept to oneself, made anew when it must be."""

import ssl
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from companion.machine import addresses
from companion.server import certificate
from companion.server.certificate import (
    CERTIFICATE_LIFETIME,
    MAX_CERTIFICATE_NAMES,
    Certificate,
    names_covered,
    present_names,
)
from companion.store import CannotOpen
from companion.web.devices.device import root_pem

NOW = datetime.now(UTC)

LIFETIME_DAYS = CERTIFICATE_LIFETIME.days


@pytest.fixture
def kept(tmp_path: Path) -> Certificate:
    """A certificate just made."""
    made = Certificate(tmp_path)
    assert made.renew()
    return made


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """Gives the machine other addresses."""

    def changed(*found: str) -> None:
        monkeypatch.setattr(addresses, "own_addresses", lambda: list(found))

    return changed


def names(made: Certificate) -> set[str]:
    return set(names_covered(made.file, NOW))


def test_it_is_made_once(kept: Certificate) -> None:
    before = kept.file.read_bytes()
    assert not Certificate(kept.folder).renew()
    assert kept.file.read_bytes() == before


def test_only_its_owner_can_read_the_key(kept: Certificate) -> None:
    assert stat.S_IMODE(kept.file.stat().st_mode) == 0o600
    assert [file.name for file in kept.folder.iterdir()] == [kept.file.name], "nothing else is left"


def test_it_is_for_every_name_and_address_of_the_machine(tmp_path: Path, network) -> None:
    network("192.168.1.20", "10.0.0.7")
    made = Certificate(tmp_path, ("cards.example",))
    made.renew()
    assert {"localhost", "127.0.0.1", "::1", "192.168.1.20", "10.0.0.7", "cards.example"} <= names(made)


def test_what_can_be_no_name_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "The_Tablet")
    wrong = {"a b", "x..y", "ab--cd", "-x", "a_b", ""}
    assert not any("_" in name or name in wrong for name in present_names(wrong))
    assert present_names(["Cards.Example"])[-1] == "cards.example"


def test_a_new_address_makes_a_new_one_and_an_old_one_stays_in_it(tmp_path: Path, network) -> None:
    network("192.168.1.20")
    made = Certificate(tmp_path)
    made.renew()
    network("10.0.0.7")
    assert made.renew()
    assert {"192.168.1.20", "10.0.0.7"} <= names(made)
    network("192.168.1.20")
    assert not made.renew(), "back at home it is good as it is"
    network()
    assert not made.renew()


def test_a_machine_of_more_names_than_it_holds_makes_it_once(tmp_path: Path, network) -> None:
    network(*(f"10.0.0.{number}" for number in range(1, 2 * MAX_CERTIFICATE_NAMES)))
    made = Certificate(tmp_path)
    assert made.renew() and not made.renew()
    assert len(names(made)) == MAX_CERTIFICATE_NAMES


@pytest.mark.parametrize("address", ["2001:DB8:0:0::7", "[2001:db8::7]", "Cards.Example"])
def test_however_an_address_is_written_it_is_made_once(tmp_path: Path, address: str) -> None:
    made = Certificate(tmp_path, (address,))
    assert made.renew() and not made.renew()
    assert {"2001:db8::7", "cards.example"} & names(made)


@pytest.mark.parametrize(("days", "anew"), [(LIFETIME_DAYS - 31, False), (LIFETIME_DAYS - 29, True), (3000, True)])
def test_one_that_runs_out_is_made_anew(kept: Certificate, days: int, anew: bool) -> None:
    assert kept.renew(NOW + timedelta(days=days)) is anew


def test_no_device_finds_it_too_long(kept: Certificate) -> None:
    leaf, _ = x509.load_pem_x509_certificates(kept.file.read_bytes())
    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc <= timedelta(days=825)


def test_a_device_whose_clock_is_slow_believes_it(kept: Certificate) -> None:
    leaf, _ = x509.load_pem_x509_certificates(kept.file.read_bytes())
    assert leaf.not_valid_before_utc <= NOW - timedelta(hours=12)
    assert leaf.not_valid_before_utc <= NOW - timedelta(days=40), "the clock here was ahead when it was made"


def test_two_certificates_to_trust_are_told_apart() -> None:
    """A device that trusts both looks for the one that vouches by its name."""
    times = (NOW, NOW + timedelta(seconds=1))
    first, second = (x509.load_pem_x509_certificates(certificate.issue(["localhost"], at))[-1] for at in times)
    assert first.subject != second.subject


@pytest.mark.parametrize("held", [b"", b"Dear diary", b"half"], ids=["empty", "something else", "cut off"])
def test_what_is_none_is_made_anew(kept: Certificate, held: bytes) -> None:
    kept.file.write_bytes(kept.file.read_bytes()[:900] if held == b"half" else held)
    assert kept.renew()
    assert "localhost" in names(kept)


def test_the_key_of_another_is_found_out(kept: Certificate, tmp_path: Path) -> None:
    other = certificate.issue(["localhost"], NOW)
    end = b"-----END EC PRIVATE KEY-----\n"
    kept.file.write_bytes(other.split(end)[0] + end + kept.file.read_bytes().split(end)[1])
    assert kept.renew()


def test_the_key_that_signed_it_is_thrown_away(kept: Certificate) -> None:
    assert kept.file.read_bytes().count(b"PRIVATE KEY-----\n") == 2, "begin and end of one key"
    root = x509.load_pem_x509_certificate(root_pem(kept.file))
    leaf, _ = x509.load_pem_x509_certificates(kept.file.read_bytes())
    assert leaf.issuer == root.subject and leaf.public_key() != root.public_key()
    assert root.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    ssl.create_default_context(cadata=root_pem(kept.file).decode())


def test_a_folder_that_takes_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="can't be made: No such file"):
        Certificate(tmp_path / "nowhere").renew()
