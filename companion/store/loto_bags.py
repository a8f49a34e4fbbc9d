"""Loto bags whose order is settled before the first number: their seeds, by their fingerprints."""

import secrets

from companion.loto.rules.box import fingerprint
from companion.store.database import Database

SEED_BYTES = 16
"""The length of a seed: 128 bits."""


class SealedBags:
    """The seeds of a database. No score sheet has a seed before it is revealed."""

    def __init__(self, database: Database) -> None:
        """Read and write the seeds of a database."""
        self._database = database

    def seal(self) -> str:
        """Make a new seed, and return its fingerprint. Raises WriteFailed."""
        seed = secrets.token_hex(SEED_BYTES)
        sealed = fingerprint(seed)
        with self._database.writing() as rows:
            rows.execute("insert into bags (fingerprint, seed) values (?, ?)", [sealed, seed])
        return sealed

    def seed(self, sealed: str) -> str | None:
        """Return the seed of a fingerprint, None where the bag was settled elsewhere."""
        with self._database.reading() as rows:
            found = rows.execute("select seed from bags where fingerprint = ?", [sealed]).fetchone()
        return found[0] if found else None
