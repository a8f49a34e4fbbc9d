"""Bags that were settled before their first number: each seed is kept under its fingerprint until it is revealed."""

import secrets
from hashlib import sha256

from companion.store.database import Database

SEED_BYTES = 16


class Bags:
    """The seeds in a database. They stand in no score sheet before they are revealed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def seal(self) -> str:
        """The fingerprint of a new seed, by which alone it is known. Raises Unwritable."""
        seed = secrets.token_hex(SEED_BYTES)
        fingerprint = sha256(seed.encode()).hexdigest()
        with self._database.writing() as rows:
            rows.execute("insert into bags (fingerprint, seed) values (?, ?)", [fingerprint, seed])
        return fingerprint

    def seed(self, fingerprint: str) -> str | None:
        """The seed of a fingerprint, None where the bag was settled elsewhere."""
        with self._database.reading() as rows:
            found = rows.execute("select seed from bags where fingerprint = ?", [fingerprint]).fetchone()
        return found[0] if found else None
