"""A small tablet as the server: little memory, one core, and that is enough for an evening."""

import sys
from pathlib import Path

import pytest

from tests.phone import Phone
from tests.serving import Wire
from tests.test_serve import printed_until, process

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits are set as Linux knows them")

LIMITED = """
import os, resource, runpy, sys
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]) * 2**20,) * 2)
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[2]),) * 2)
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
sys.argv[1:] = sys.argv[3:]
runpy.run_module("companion", run_name="__main__", alter_sys=True)
"""
ADDRESSES = 300
"""So many megabytes of addresses it may take: much more than of memory, since every thread reserves some."""
SPARING = {"MALLOC_ARENA_MAX": "2", "PYTHONUNBUFFERED": "1"}
"""The allocator of this system would reserve 64 megabytes of addresses a thread; those of phones don't."""
MEMORY = 120
"""So many megabytes of memory it may have taken at the end."""
FOLLOWERS = 8
FILES = 120
"""So many open files it may have; a hundred of them are kept for pages."""


def taken(pid: int) -> float:
    """The most memory that a process ever had, in megabytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def test_an_evening_fits_into_a_small_device(tmp_path: Path) -> None:
    serve = ["serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]
    command = [sys.executable, "-c", LIMITED, str(ADDRESSES), str(FILES), *serve]
    with process(*command, **SPARING) as running:
        said = printed_until(running, "Stop it with Ctrl-C")
        port = int(said.partition("http://127.0.0.1:")[2].partition("/")[0])
        phone = Phone(Wire(port)).lays()
        lines = [Wire(port).line() for _ in range(FOLLOWERS)]
        for line in lines:
            line.request("GET", f"/t/{phone.code}/stream")
        assert {line.getresponse().status for line in lines} == {200}
        for winner in ("Cat", "Ben", "Ann"):
            phone.press("Deal").press(winner)
        for page in ("journal", "evening", "board", "rules"):
            assert Phone(Wire(port)).open(f"/t/{phone.code}/{page}").status == 200
        assert taken(running.pid) < MEMORY
        for line in lines:
            line.close()


def test_who_follows_leaves_room_for_pages(tmp_path: Path) -> None:
    """Every line is a file to the system, which gives few to a process here."""
    serve = ["serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]
    with process(sys.executable, "-c", LIMITED, "1000", str(FILES), *serve, **SPARING) as running:
        said = printed_until(running, "Stop it with Ctrl-C")
        port = int(said.partition("http://127.0.0.1:")[2].partition("/")[0])
        code = Phone(Wire(port)).lays().code
        lines = [Wire(port).line() for _ in range(FILES)]
        told = []
        for line in lines:
            line.request("GET", f"/t/{code}/stream")
            told.append(line.getresponse().status)
        assert told == [200] * 20 + [503] * 100
        assert Phone(Wire(port)).open(f"/t/{code}").status == 200
        for line in lines:
            line.close()
