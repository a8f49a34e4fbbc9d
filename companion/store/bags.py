"""Bags that were settled before their first number: each seed is kept under its fingerprint until it is revealed."""

import secrets

from companion.loto_box import fingerprint
from companion.store.database import Database

SEED_BYTES = 16


class Bags:
    """The seeds in a database. They stand in no score sheet before they are revealed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def seal(self) -> str:
        """The fingerprint of a new seed, by which alone it is known. Raises Unwritable."""
        seed = secrets.token_hex(SEED_BYTES)
        kept_as = fingerprint(seed)
        with self._database.writing() as rows:
            rows.execute("insert into bags (fingerprint, seed) values (?, ?)", [kept_as, seed])
        return kept_as

    def seed(self, kept_as: str) -> str | None:
        """The seed of a fingerprint, None where the bag was settled elsewhere."""
        with self._database.reading() as rows:
            found = rows.execute("select seed from bags where fingerprint = ?", [kept_as]).fetchone()
        return found[0] if found else None
