"""The wheel stands alone: installed in an empty environment it serves pages and htmx without the checkout."""

import os
import re
import signal
import subprocess
import sys
import venv
from pathlib import Path
from urllib.request import urlopen

import pytest

CHECKOUT = Path(__file__).parent.parent
BUILD_TOOL = "hatchling==1.33.0"


def pip(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=CHECKOUT)


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """An empty environment with the wheel in it."""
    if pip("download", "--no-deps", "--dest", str(tmp_path / "tool"), BUILD_TOOL).returncode:
        pytest.skip("no network to build the wheel with: this test is skipped")
    built = pip("wheel", "--no-deps", "--wheel-dir", str(tmp_path / "wheel"), ".")
    assert built.returncode == 0, built.stderr
    (wheel,) = (tmp_path / "wheel").glob("*.whl")
    venv.create(tmp_path / "venv")
    python = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    into = ("--python", str(python), "install", "--no-compile", "--constraint", "constraints.txt")
    installed = pip(*into, str(wheel))
    assert installed.returncode == 0, installed.stderr
    return python


def test_an_installed_companion_needs_no_checkout(environment: Path, tmp_path: Path) -> None:
    empty, home = tmp_path / "empty", tmp_path / "home"
    empty.mkdir()
    home.mkdir()
    server = subprocess.Popen(
        [str(environment), "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "0"],
        cwd=empty,
        env={"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout
        address = re.search(r"http://\S+/", server.stdout.readline())
        assert address
        assert "Lay the table" in fetched(address[0])
        assert "htmx" in fetched(address[0] + "static/vendor/htmx.min.js")
        assert "sse" in fetched(address[0] + "static/vendor/htmx-sse.min.js")
        assert "--baize" in fetched(address[0] + "static/companion.css")
        assert not list(empty.iterdir()), "nothing is left where it was started"
        assert list(home.rglob("companion.sqlite3")), "the database lies in the user's own data folder"
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(20)


def fetched(address: str) -> str:
    """The text at an address."""
    with urlopen(address, timeout=20) as answer:
        return str(answer.read().decode())
