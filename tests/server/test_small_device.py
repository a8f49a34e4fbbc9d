"""A small tablet as the server: little memory, one core, and that is enough for an evening."""

import signal
import sys
from pathlib import Path

import pytest

from tests.attacks import raw
from tests.server.test_serve import SERVE, end, printed_until, process
from tests.tools.phone import Phone
from tests.tools.serving import Wire

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits are set as Linux knows them")

LIMITED = """
import os, resource, runpy, sys
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]) * 2**20,) * 2)
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[2]),) * 2)
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
sys.argv[1:] = sys.argv[3:]
runpy.run_module("companion", run_name="__main__", alter_sys=True)
"""
ADDRESS_SPACE_MB = 300
"""Address space that the server may reserve: far more than memory, since every thread reserves some."""
SMALL_ARENAS = {"MALLOC_ARENA_MAX": "2", "PYTHONUNBUFFERED": "1"}
"""The environment in which the allocator reserves little address space per thread, as on phones."""
MEMORY_MB = 120
"""Memory that the server may have used at its peak."""
FOLLOWERS = 8
OPEN_FILES = 120
"""Open files that the server may have; sixty of them are kept for pages."""


def peak_memory(pid: int) -> float:
    """Return the peak memory of a process, in megabytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def test_an_evening_fits_into_a_small_device(tmp_path: Path) -> None:
    serve = [*SERVE, str(tmp_path)]
    command = [sys.executable, "-c", LIMITED, str(ADDRESS_SPACE_MB), str(OPEN_FILES), *serve]
    with process(*command, **SMALL_ARENAS) as running:
        said = printed_until(running, "Stop it with Ctrl-C")
        port = int(said.partition("http://127.0.0.1:")[2].partition("/")[0])
        phone = Phone(Wire(port)).lays()
        lines = [Wire(port).line() for _ in range(FOLLOWERS)]
        for line in lines:
            line.request("GET", f"/t/{phone.code}/stream")
        assert {line.getresponse().status for line in lines} == {200}
        for winner in ("Cat", "Ben", "Ann"):
            phone.press("Deal").press(winner)
        for page in ("journal", "evening", "overhead", "rules"):
            assert Phone(Wire(port)).open(f"/t/{phone.code}/{page}").status == 200
        assert peak_memory(running.pid) < MEMORY_MB
        for line in lines:
            line.close()


def test_who_follows_and_who_is_silent_leave_room_for_pages(tmp_path: Path) -> None:
    """Every line is a file to the system, which gives few to a process here: thirty streams, ten to an address."""
    serve = [*SERVE, str(tmp_path)]
    with process(sys.executable, "-c", LIMITED, "1000", str(OPEN_FILES), *serve, **SMALL_ARENAS) as running:
        said = printed_until(running, "Stop it with Ctrl-C")
        port = int(said.partition("http://127.0.0.1:")[2].partition("/")[0])
        code = Phone(Wire(port)).lays().code
        lines, told = [], []
        for device in range(2, 6):
            lines += [Wire(port, source=f"127.0.0.{device}").line() for _ in range(12)]
            for line in lines[-12:]:
                line.request("GET", f"/t/{code}/stream")
                told.append(line.getresponse().status)
        assert told == ([200] * 10 + [503] * 2) * 3 + [503] * 12
        address = f"http://127.0.0.1:{port}"
        silent = [raw.line(address, f"127.0.1.{1 + number % 50}") for number in range(150)]
        assert Phone(Wire(port)).open(f"/t/{code}").status == 200
        assert Phone(Wire(port)).lays().press("Deal").status == 200
        assert len(list(Path(f"/proc/{running.pid}/fd").iterdir())) < OPEN_FILES
        for line in [*lines, *silent]:
            line.close()
        assert "open files" not in end(running, signal.SIGTERM)
