"""What every page needs: the tables, the pencils, the live hub. One set an application."""

from typing import cast

from attrs import field, frozen
from flask import current_app

from companion.store import Database, Pencils, Tables
from companion.web.claims import Claims
from companion.web.guesses import Guesses
from companion.web.hub import Hub
from companion.web.renderings import Renderings


@frozen
class Services:
    """The parts behind the pages. ``address`` is the host that others should use; None: worked out."""

    database: Database
    tables: Tables
    pencils: Pencils
    hub: Hub
    address: str | None
    renderings: Renderings = field(factory=Renderings)
    claims: Claims = field(factory=Claims)
    guesses: Guesses = field(factory=Guesses)

    def close(self) -> None:
        """Ends the streams and lets go of the database."""
        self.hub.close()
        self.database.close()


def services() -> Services:
    """The parts of the application that answers this request."""
    return cast(Services, current_app.extensions["companion"])
