"""What many tests begin with: a house with its database, an application, phones that open its pages."""

import faulthandler
import gc
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, expect, sync_playwright

from build_hook import TRANSLATIONS, compile_translations
from companion.machine.addresses import recent_addresses
from tests.browser.conftest import PATIENCE
from tests.browser.engines import ENGINE, ENGINES, WebKit
from tests.tools import descriptors
from tests.tools.clock import Clock
from tests.tools.house import House
from tests.tools.phone import Phone
from tests.tools.quick import app_over
from tests.tools.serving import end_servers

settings.register_profile(
    "busy",
    settings(),
    deadline=None,  # where a machine has much else to do, slowness says nothing
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="COMPANION_FUZZ" not in os.environ,  # a run can be repeated; make fuzz draws others each time
)
settings.load_profile("busy")
descriptors.watch()


def pytest_configure(config: pytest.Config) -> None:
    """Compile the languages, as the build does: before the processes of a run start, so that none reads half a file."""
    if not hasattr(config, "workerinput"):
        compile_translations(TRANSLATIONS)


@pytest.fixture(autouse=True)
def addresses_of_now() -> None:
    """Let no test take this machine for what it was in the test before."""
    recent_addresses.cache_clear()


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock on the wall."""
    return Clock(monkeypatch)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A database in a folder of its own."""
    opened = House(tmp_path)
    yield opened
    opened.database.close()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def _in_time(item: pytest.Item) -> Iterator[None]:
    """Fail what waits for ever in half of the time after which the run is ended, and then each wait that cleans up."""
    seconds = float(item.config.getini("faulthandler_timeout")) / 2

    def too_late(*_: Any) -> None:
        raise TimeoutError(f"{item.nodeid} waits for something that has not come in {seconds:g} seconds.")

    before = signal.signal(signal.SIGALRM, too_late)
    signal.setitimer(signal.ITIMER_REAL, seconds, 20)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


if hasattr(signal, "setitimer"):
    pytest_runtest_setup = pytest_runtest_call = pytest_runtest_teardown = _in_time


def pytest_sessionfinish() -> None:
    """End what goes on; a process that a thread keeps alive says which, and ends."""
    faulthandler.dump_traceback_later(120, exit=True)
    end_servers()


def pytest_collection_finish() -> None:
    """Let no later collection of garbage walk through the tests and what they import."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """The application over an empty database."""
    with app_over(tmp_path) as made:
        yield made


@pytest.fixture
def htmx() -> bool:
    """Whether the phone has htmx; a module that cares tries both."""
    return False


@pytest.fixture
def phone(app: Flask, htmx: bool) -> Phone:
    """A phone of the household."""
    return Phone(app, htmx=htmx).joins()


@pytest.fixture
def another(app: Flask) -> Callable[[], Phone]:
    """More phones for the same application, guests each with their own cookies."""
    return lambda: Phone(app)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser | WebKit]:
    """One browser for all tests of a process, the one that ``COMPANION_BROWSER`` names."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        launched = ENGINES[ENGINE](playwright)
        yield launched
        launched.close()
