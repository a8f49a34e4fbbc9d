"""What many tests begin with: a house with its database, an application, phones that open its pages."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.web import create_app
from tests.house import House
from tests.phone import Phone


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A database in a folder of its own."""
    opened = House(tmp_path)
    yield opened
    opened.database.close()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """The application over an empty database."""
    made = create_app(tmp_path)
    yield made
    made.extensions["companion"].close()


@pytest.fixture(params=["plain", "htmx"])
def phone(app: Flask, request: pytest.FixtureRequest) -> Phone:
    """A phone on the home network, once without JavaScript and once with htmx."""
    return Phone(app, htmx=request.param == "htmx")


@pytest.fixture
def another(app: Flask) -> Callable[[], Phone]:
    """More phones for the same application, each with its own cookies."""
    return lambda: Phone(app)
