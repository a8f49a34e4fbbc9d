"""The certificate of ``companion serve --https``, for this machine's names and addresses.

The key that signs it is thrown away at once: nobody can make another one for devices that trust it.
"""

import re
import socket
import sys
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from attrs import define

from companion.store import Refused
from companion.web.addresses import OwnHosts
from companion.web.secret_files import keep_secret

FILE = "https.pem"
LIFE = timedelta(days=800)
"""iPads believe no certificate that is good for more than 825 days."""
LEFT = timedelta(days=30)
"""A certificate that is good for less is made anew."""
MOST = 40
"""So many names it is for: those of now, and those it was for before."""
LABEL = "(?!..--)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
NAME = re.compile(rf"{LABEL}(\.{LABEL})*")
CERTIFICATE = re.compile(rb"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----\n", re.DOTALL)


@define
class Certificate:
    """The file in the folder of the database that holds the key, the certificate, and the one to trust."""

    folder: Path
    more: tuple[str, ...] = ()

    @property
    def file(self) -> Path:
        """Where it lies."""
        return self.folder / FILE

    def renew(self, now: datetime | None = None) -> bool:
        """Makes it anew where it isn't for all present names any more or runs out; whether it did. Raises Refused."""
        now = now or datetime.now(UTC)
        names, known = present_names(self.more), names_in(self.file, now + LEFT)
        if set(names[:MOST]) <= set(known):
            return False
        pem = made(list(dict.fromkeys([*names, *known]))[:MOST], now)
        try:
            keep_secret(self.file, pem)
        except OSError as error:
            raise Refused(f"The certificate {self.file} can't be made: {error.strerror}.") from None
        return True


def can_be_made() -> None:
    """Raises Refused where what makes it is not installed."""
    if find_spec("trustme") is None:
        raise Refused(f"--https needs one library more: run {sys.executable} -m pip install trustme, then try again.")


def present_names(more: Iterable[str] = ()) -> list[str]:
    """The names and addresses of this machine that a certificate can be for."""
    return list(dict.fromkeys(name for name in OwnHosts(tuple(more)) if NAME.fullmatch(name) or ":" in name))


def made(names: list[str], now: datetime) -> bytes:
    """A new key, its certificate for these names, and the certificate that vouches for it, as PEM."""
    from trustme import CA

    vouches = CA(
        path_length=0,
        organization_name="Companion",
        organization_unit_name=f"Companion on {socket.gethostname()[:30]}, {now:%Y-%m-%d %H:%M:%S}",
    )
    leaf = vouches.issue_cert(
        *names,
        common_name=names[0],
        organization_name="Companion",
        organization_unit_name="The score sheet",
        not_before=now - timedelta(days=1),
        not_after=now + LIFE,
    )
    return leaf.private_key_and_cert_chain_pem.bytes() + vouches.cert_pem.bytes()


def names_in(file: Path, until: datetime) -> list[str]:
    """The names that a kept certificate is for; none where there is no whole one that is good until then."""
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
    said = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return [*said.get_values_for_type(x509.DNSName), *map(str, said.get_values_for_type(x509.IPAddress))]


def root_of(file: Path) -> bytes:
    """The certificate to trust, as PEM."""
    *_, root = CERTIFICATE.finditer(file.read_bytes())
    return root[0]
