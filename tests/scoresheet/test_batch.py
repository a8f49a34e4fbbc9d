"""``companion score --lines`` where so many sheets are at hand that all cores score them."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pytest

from companion.engine.errors import Refusal
from companion.machine import processes
from companion.scoresheet.batch import CHUNK_BYTES, CONTROL_CHARACTERS, answer, answers, score_lines

SCORE = [sys.executable, "-m", "companion", "score", "--lines"]
EVENING = (Path(__file__).parents[1] / "scoresheets" / "SP-E1.json").read_bytes().replace(b"\n", b" ") + b"\n"
SHEETS = (EVENING * 3 + b'{"scoresheet": 2}\n\n') * (4 * CHUNK_BYTES // len(EVENING))

two_cores = pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one core alone scores nothing beside itself")
seen = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="whose children there are is read from /proc")


@contextmanager
def scoring(start_new_session: bool = False) -> Iterator[subprocess.Popen[bytes]]:
    """The command at work, its input open; it has answered the first sheets."""
    with subprocess.Popen(SCORE, stdin=-1, stdout=-1, stderr=-1, start_new_session=start_new_session) as process:
        try:
            assert answered(process, SHEETS, len(SHEETS.splitlines())) == answers(SHEETS)
            yield process
        finally:
            process.kill()


def answered(process: subprocess.Popen[bytes], sent: bytes, lines: int = 1) -> str:
    """The next lines that the command answers, once so much is sent."""
    assert process.stdin and process.stdout
    process.stdin.write(sent)
    process.stdin.flush()
    return b"".join(process.stdout.readline() for _ in range(lines)).decode()


def workers(process: subprocess.Popen[bytes]) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]


def at_work(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_many_sheets_are_answered_in_their_order() -> None:
    sheets = SHEETS + EVENING.removesuffix(b"\n")
    result = subprocess.run(SCORE, input=sheets, capture_output=True, check=True)
    assert result.stdout.decode() == answers(sheets)
    assert result.stderr == b""


def test_a_sheet_is_answered_while_the_next_is_still_being_sent() -> None:
    with subprocess.Popen(SCORE, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for sent in (EVENING + EVENING[:9], EVENING[9:]):
            assert answered(process, sent) == answers(EVENING)


@two_cores
@seen
def test_all_cores_score_and_none_waits_for_further_sheets() -> None:
    with scoring() as process:
        assert len(workers(process)) > 1
        assert answered(process, EVENING) == answers(EVENING)


@two_cores
@seen
def test_a_worker_that_is_ended_is_told_once() -> None:
    with scoring() as process:
        os.kill(workers(process)[0], signal.SIGKILL)
        printed, said = process.communicate(SHEETS)
    assert (process.returncode, said.count(b"\n")) == (1, 1)
    assert said.startswith(b"A worker process was stopped.")
    assert answers(SHEETS).encode().startswith(printed)


@two_cores
@seen
@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_worker_outlives_the_command(by: signal.Signals) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # where a shell had it ignored
    with scoring() as process:
        started = workers(process)
        process.send_signal(by)
        process.wait(60)
        until = time.monotonic() + 60
        while any(map(at_work, started)):
            assert time.monotonic() < until, "still at work"
            time.sleep(0.01)
        assert process.stderr
        assert b"Traceback" not in process.stderr.read()


@two_cores
def test_ctrl_c_in_a_terminal_reaches_every_process_and_prints_no_traceback() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # where a shell had it ignored
    with scoring(start_new_session=True) as process:
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert b"Traceback" not in said


def test_an_answer_holds_nothing_that_a_terminal_would_obey() -> None:
    said = answer(b'{"scoresheet": 1, "players": ["Ann", "Ben"], "games": [], "\\u009b2J\\n": 1}')
    assert said["status"] == 2
    assert not CONTROL_CHARACTERS.search(said["error"])


def test_a_machine_of_one_core_scores_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    assert processes.process_pool() is None
    assert scored() == answers(SHEETS)


@pytest.mark.parametrize("why", [NotImplementedError, PermissionError])
def test_a_system_that_shares_nothing_scores_alone(monkeypatch: pytest.MonkeyPatch, why: type[Exception]) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise why("no semaphores here")

    monkeypatch.setattr(processes, "ProcessPoolExecutor", refuse)
    assert scored() == answers(SHEETS)


def scored() -> str:
    told: list[str] = []
    score_lines(BytesIO(SHEETS), told.append)
    return "".join(told)


def test_nothing_is_told_after_what_could_not_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "process_pool", lambda: ThreadPoolExecutor(2))
    told: list[str] = []

    def tell(text: str) -> None:
        if text == "b":
            raise Refusal("The disk is full.")
        told.append(text)

    with pytest.raises(Refusal, match="The disk is full"):
        processes.map_in_order(bytes.decode, [b"a", b"b", *[b"c"] * 100], tell)
    assert told == ["a"]


def test_what_could_not_be_told_at_the_very_end_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "process_pool", lambda: ThreadPoolExecutor(2))

    def full(text: str) -> None:
        raise Refusal("The disk is full.")

    with pytest.raises(Refusal, match="The disk is full"):
        processes.map_in_order(bytes.decode, [b"a"], full)


def test_no_more_is_read_than_can_soon_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sheets without end, and whoever takes the answers is slow: memory would fill up."""
    monkeypatch.setattr(processes, "process_pool", lambda: ThreadPoolExecutor(2))
    told: list[str] = []
    ahead: list[int] = []

    def pieces() -> Iterator[bytes]:
        for number in range(200):
            ahead.append(number - len(told))
            yield b"a"

    def slowly(text: str) -> None:
        time.sleep(0.002)
        told.append(text)

    processes.map_in_order(bytes.decode, pieces(), slowly)
    assert max(ahead) <= 2 * processes.MAX_PROCESSES + 1
    assert len(told) == 200
