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
    connection = app.extensions["companion"].database.rows.conn
    dumped: tuple[int, int, str] = -1, -1, ""

    def dump() -> str:
        nonlocal dumped
        since = connection.total_changes, connection.execute("PRAGMA data_version").fetchone()[0]
        if since != dumped[:2]:  # else no row was touched, here or by another connection
            lines = (line for line in connection.iterdump() if not line.startswith('INSERT INTO "evenings"'))
            dumped = *since, "\n".join(lines)
        return dumped[2]

    return dump
