"""Wheels built as they are released, and empty environments to install them in."""

import os
import re
import shutil
import signal
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.tools.lock import pins

CHECKOUT = Path(__file__).parents[2]
NAP = Path(__file__).parent / "nap"
BUILD_TOOL = "hatchling==1.33.0"

Environment = Callable[..., Path]


def pip(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pip in the checkout."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=CHECKOUT)


def built(source: Path, folder: Path, *how: str) -> Path:
    """Return the wheel of a source folder."""
    done = pip("wheel", "--no-deps", *how, "--wheel-dir", str(folder / "wheel"), str(source))
    assert done.returncode == 0, done.stderr
    (wheel,) = (folder / "wheel").glob("*.whl")
    return wheel


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of Companion; tests are skipped where nothing to build it with can be had."""
    folder = tmp_path_factory.mktemp("companion")
    if pip("download", "--no-deps", "--dest", str(folder / "tool"), BUILD_TOOL).returncode:
        pytest.skip("no network to build the wheel with: this test is skipped")
    return built(CHECKOUT, folder)


@pytest.fixture(scope="session")
def nap_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of a game of another package, built with what is here."""
    folder = tmp_path_factory.mktemp("nap")
    return built(Path(shutil.copytree(NAP, folder / "source")), folder, "--no-build-isolation")


def installed(folder: Path, *wheels: Path) -> Path:
    """Return the Python of a new environment with these wheels, and what they need, in it."""
    venv.create(folder)
    tested = folder / "versions.txt"
    tested.write_text("\n".join(f"{name}=={version}" for name, version in pins("constraints.txt").items()))
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    into = ("--python", str(python), "install", "--no-compile", "--constraint", str(tested))
    done = pip(*into, *map(str, wheels))
    assert done.returncode == 0, done.stderr
    return python


@pytest.fixture(scope="session")
def python(wheel: Path, nap_wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with both packages in it."""
    return installed(tmp_path_factory.mktemp("environment") / "venv", wheel, nap_wheel)


@contextmanager
def serving(python: Path, folder: Path) -> Iterator[str]:
    """Give the address of an installed Companion, started in an empty folder beside an empty home."""
    empty, home = folder / "empty", folder / "home"
    empty.mkdir()
    home.mkdir()
    server = subprocess.Popen(
        [str(python), "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "0"],
        cwd=empty,
        env={"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout
        address = re.search(r"http://\S+/", server.stdout.readline())
        assert address
        yield address[0]
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(20)
