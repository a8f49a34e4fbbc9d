"""What is attacked: a table in the middle of a hand, and the phone that laid it."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.tools.phone import Phone


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A phone of the household."""
    return Phone(app).joins().open("/")


@pytest.fixture
def owner(app: Flask) -> Phone:
    """The phone that laid a table, where a hand has been won and another is open."""
    return Phone(app).lays().press("Deal").press("Cat").press("Deal")


@pytest.fixture
def written(app: Flask) -> Callable[[], str]:
    """Everything that is written down in the database, to be compared, but what is worked out of the rest."""

    def dump() -> str:
        lines = app.extensions["companion"].database.rows.conn.iterdump()
        return "\n".join(line for line in lines if not line.startswith('INSERT INTO "evenings"'))

    return dump
