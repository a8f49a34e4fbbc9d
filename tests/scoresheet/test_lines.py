"""``companion score --lines``: many sheets, one a line."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.scoresheet.lines import CONTROL_CHARACTERS, answer

SCORE = [sys.executable, "-m", "companion", "score", "--lines"]
EVENING = (Path(__file__).parents[1] / "scoresheets" / "SP-E1.json").read_bytes().replace(b"\n", b" ") + b"\n"
SHEETS = (EVENING * 3 + b'{"scoresheet": 2}\n\n') * 20


def answers(sheets: bytes) -> str:
    """The lines that are due for some sheets."""
    lines = sheets.removesuffix(b"\n").split(b"\n")
    return "".join(json.dumps(answer(line), ensure_ascii=False) + "\n" for line in lines)


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


def test_many_sheets_are_answered_in_their_order() -> None:
    sheets = SHEETS + EVENING.removesuffix(b"\n")
    result = subprocess.run(SCORE, input=sheets, capture_output=True, check=True)
    assert result.stdout.decode() == answers(sheets)
    assert result.stderr == b""


def test_a_sheet_is_answered_while_the_next_is_still_being_sent() -> None:
    with subprocess.Popen(SCORE, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for sent in (EVENING + EVENING[:9], EVENING[9:]):
            assert answered(process, sent) == answers(EVENING)


@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
def test_lines_of_any_system_are_read(ending: bytes) -> None:
    result = subprocess.run(SCORE, input=EVENING.strip() + ending, capture_output=True, check=True)
    assert result.stdout.decode() == answers(EVENING)


def test_ctrl_c_in_a_terminal_prints_no_traceback() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # where a shell had it ignored
    with scoring(start_new_session=True) as process:
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert b"Traceback" not in said


def test_an_answer_holds_nothing_that_a_terminal_would_obey() -> None:
    said = answer(b'{"scoresheet": 1, "players": ["Ann", "Ben"], "games": [], "\\u009b2J\\n": 1}')
    assert said["status"] == 2
    assert not CONTROL_CHARACTERS.search(said["error"])
