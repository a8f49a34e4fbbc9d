"""The certificate of ``companion serve --https``, for this machine's names and addresses.

The key that signs it is thrown away at once: no other certificate can be made for devices that trust it.
"""

import re
import socket
import sys
from collections.abc import Iterable
from datetime import datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from attrs import define

from companion.machine.addresses import AllowedHosts
from companion.machine.clock import wall_clock
from companion.machine.files import write_private_file
from companion.store import CannotOpen

FILE_NAME = "https.pem"
CERTIFICATE_LIFETIME = timedelta(days=740)
BEGINS_BEFORE = timedelta(days=60)
"""How long before it is made a certificate begins to be good: the clock may be ahead, those of devices behind.

iPads trust no certificate that is good for more than 825 days.
"""
MIN_LEFT = timedelta(days=30)
"""A certificate that is good for less is made anew."""
MAX_CERTIFICATE_NAMES = 40
"""The names in a certificate: those of now, and those of the certificate before."""
LABEL = "(?!..--)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
NAME = re.compile(rf"{LABEL}(\.{LABEL})*")


@define
class Certificate:
    """The file in the folder of the database with the key, the certificate, and the one to trust."""

    folder: Path
    more: tuple[str, ...] = ()
    """Names of this machine that it can't find out itself."""

    @property
    def file(self) -> Path:
        return self.folder / FILE_NAME

    def renew(self, now: datetime | None = None) -> bool:
        """Make it anew where it lacks a present name or runs out, and return whether it did. Raises CannotOpen."""
        now = now or wall_clock()
        names, covered = present_names(self.more), names_covered(self.file, now + MIN_LEFT)
        if set(names[:MAX_CERTIFICATE_NAMES]) <= set(covered):
            return False
        pem = issue(list(dict.fromkeys([*names, *covered]))[:MAX_CERTIFICATE_NAMES], now)
        try:
            write_private_file(self.file, pem)
        except OSError as error:
            raise CannotOpen(f"The certificate {self.file} can't be made: {error.strerror}.") from None
        return True


def require_trustme() -> None:
    """Raise CannotOpen where the library that makes it is not installed."""
    if find_spec("trustme") is None:
        raise CannotOpen(
            f"--https needs one library more: run {sys.executable} -m pip install trustme, then try again."
        )


def present_names(more: Iterable[str] = ()) -> list[str]:
    """Return the names and addresses of this machine that a certificate can name."""
    return list(dict.fromkeys(name for name in AllowedHosts(tuple(more)) if NAME.fullmatch(name) or ":" in name))


def issue(names: list[str], now: datetime) -> bytes:
    """Return a new key, its certificate for these names, and the root certificate that signed it, as PEM."""
    from trustme import CA

    authority = CA(
        path_length=0,
        organization_name="Companion",
        organization_unit_name=f"Companion on {socket.gethostname()[:30]}, {now:%Y-%m-%d %H:%M:%S}",
    )
    leaf = authority.issue_cert(
        *names,
        common_name=names[0],
        organization_name="Companion",
        organization_unit_name="The score sheet",
        not_before=now - BEGINS_BEFORE,
        not_after=now + CERTIFICATE_LIFETIME,
    )
    return leaf.private_key_and_cert_chain_pem.bytes() + authority.cert_pem.bytes()


def names_covered(file: Path, until: datetime) -> list[str]:
    """Return the names in a certificate; empty where it is broken, missing, or ends before ``until``."""
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        pem = file.read_bytes()
        leaf, _ = x509.load_pem_x509_certificates(pem)
        key: Any = load_pem_private_key(pem, None)
    except (OSError, ValueError):
        return []
    if leaf.not_valid_after_utc < until or key.public_key() != leaf.public_key():
        return []
    names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return [*names.get_values_for_type(x509.DNSName), *map(str, names.get_values_for_type(x509.IPAddress))]
