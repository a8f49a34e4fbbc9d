"""A table goes out as a sheet and comes in again: the same bytes."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from cProfile import Profile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.engine import journal, replay
from companion.engine.game import Effect, Move, State
from companion.engine.playing import play
from companion.scoresheet import read_sheet, write_sheet
from companion.store.database import FILE
from tests.tools.clock import Clock
from tests.tools.house import DEAL, SPOILT, House, amends, strikes, undoes, won

FOLDER = Path(__file__).parents[1] / "scoresheets"
GOOD = sorted(
    path.with_suffix("").with_suffix(".json")
    for path in FOLDER.glob("*.result.json")
    if "status" not in json.loads(path.read_text("utf-8"))
)


def run(data: Path, *arguments: str, text: str | bytes = "") -> Result:
    return CliRunner().invoke(main, [*arguments, "--data", str(data)], input=text)


def brought_in(data: Path, text: str | bytes) -> str:
    """The code of a table made of a sheet."""
    result = run(data, "import", "-", text=text)
    assert (result.exit_code, result.stderr) == (0, "")
    (code,) = result.stdout.split()
    return code


def sent_out(data: Path, code: str) -> bytes:
    result = run(data, "export", code)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout_bytes


def refused(result: Result, status: int) -> str:
    """The one line of a refusal, which prints nothing else."""
    assert result.exit_code == status, result.output
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


def test_an_evening_of_tomorrow_is_taken_in_with_a_word(house: House, tmp_path: Path, wall: Clock) -> None:
    wall.shows("2026-11-28")
    code = house.tables.lay(house.table.sheet()).code
    file = run(house.folder, "export", "--journal", code).stdout
    wall.shows("2026-11-26")
    result = run(tmp_path / "other", "import", "-", text=file)
    assert (result.exit_code, result.stdout) == (0, f"{code}\n")
    assert result.stderr == "By this computer's clock, its day is still to come: 2026-11-28.\n"


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_export_import_export_gives_the_same_bytes(tmp_path: Path, path: Path) -> None:
    first = sent_out(tmp_path, brought_in(tmp_path, path.read_bytes()))
    assert first == write_sheet(read_sheet(path.read_bytes())).encode()
    assert json.loads(first) == json.loads(path.read_bytes())
    assert sent_out(tmp_path, brought_in(tmp_path, first)) == first


GIVEN: list[dict[str, Any]] = [
    {"game": "spoil-five", "moves": []},
    {"game": "spoil-five", "options": {}, "moves": []},
    {"game": "spoil-five", "options": {"ante": 2, "sides": None}, "dealer": "Zoë", "edition": 2, "moves": []},
    {"game": "spoil-five", "dealer": "Ann", "moves": [{"move": "deal"}, {"move": "abandon"}]},
]


@pytest.mark.parametrize("game", GIVEN, ids=json.dumps)
def test_a_game_is_written_as_it_was_given(tmp_path: Path, game: dict[str, Any]) -> None:
    text = json.dumps({"scoresheet": 1, "players": ["Ann", "Zoë"], "games": [game]}, indent=2, ensure_ascii=False)
    assert sent_out(tmp_path, brought_in(tmp_path, text)).decode() == text + "\n"


def test_a_sheet_is_read_from_a_file_and_a_code_however_it_is_typed(tmp_path: Path) -> None:
    result = run(tmp_path, "import", str(GOOD[0]))
    assert sent_out(tmp_path, result.stdout.strip().lower()) == write_sheet(read_sheet(GOOD[0].read_bytes())).encode()


def test_only_what_counts_and_stands_goes_out(house: House) -> None:
    """The first hand was struck, the second amended, the third undone and then its deal struck."""
    house.taps(DEAL, won("Ann"), DEAL, SPOILT, DEAL, won("Cat"), undoes)
    house.taps(strikes(3), strikes(2), amends(5, won("Dan")), strikes(6))
    (game,) = json.loads(sent_out(house.folder, house.code))["games"]
    assert game["moves"] == [{"move": "deal"}, {"move": "won", "player": "Dan"}]
    house.taps(strikes(4))
    assert house.table.journal.conflicts
    (game,) = json.loads(sent_out(house.folder, house.code))["games"]
    assert game["moves"] == []


def test_a_sheet_that_came_in_can_be_played_on_and_undone(house: House) -> None:
    whole = house.taps(DEAL, won("Ann"), DEAL)
    house.code = brought_in(house.folder, sent_out(house.folder, house.code))
    assert house.table.journal.state == whole.journal.state
    assert [step.memo for step in house.taps(SPOILT, undoes, undoes).journal.in_force()] == [
        "Spoil-Five begins; Ann deals first.",
        "Ann deals hand 1.",
        "Ann takes the pool.",
    ]


SHEET = '{"scoresheet": 1, "players": ["Ann", "Ben"], "games": [{"game": "spoil-five", "moves": [%s]}]}'
BAD = {
    "no JSON": ("Dear diary", 2, "Companion can't tell what this file is."),
    "no sheet": ("[]", 2, "Companion can't tell what this file is."),
    "no such move": (SHEET % '{"move": "jump"}', 2, "games[0].moves[0]"),
    "malformed after illegal": (SHEET % '{"move": "spoilt"}, {"move": "jump"}', 2, "games[0].moves[1]"),
    "an illegal move": (SHEET % '{"move": "deal"}, {"move": "deal"}', 1, "games[0].moves[1] deal: A hand is"),
}


@pytest.mark.parametrize(("text", "status", "line"), BAD.values(), ids=BAD.keys())
def test_a_bad_sheet_is_refused_before_a_database_is_made(tmp_path: Path, text: str, status: int, line: str) -> None:
    data = tmp_path / "data"
    assert refused(run(data, "import", "-", text=text), status).startswith(line)
    assert not data.exists()


def test_a_file_and_a_table_that_are_not_there_are_refused(tmp_path: Path, house: House) -> None:
    data = tmp_path / "data"
    assert "can't be read" in refused(run(data, "import", str(tmp_path / "none.json")), 2)
    refused(run(data, "export", "NOPE2"), 1)
    assert not data.exists(), "none is made by looking"
    assert refused(run(house.folder, "export", "NOPE2"), 1) == "There is no table NOPE2 here."
    assert "There is no table" in refused(run(house.folder, "export", "\udcff"), 1)


@pytest.mark.parametrize("arguments", [("export", "NOPE2"), ("import", "-")])
def test_a_file_that_is_no_database_is_refused(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / FILE).write_text("Dear diary")
    assert "can't be opened" in refused(run(tmp_path, *arguments, text=SHEET % ""), 1)
    assert (tmp_path / FILE).read_text() == "Dear diary"


@pytest.mark.parametrize("arguments", [("check",), ("import", "-"), ("export", "NOPE2")])
def test_another_programs_database_is_left_as_it_is(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as other:
        other.execute("create table recipes (name text)")
    before = (tmp_path / FILE).read_bytes()
    assert "is not as Companion makes it" in refused(run(tmp_path, *arguments, text=SHEET % ""), 1)
    assert (tmp_path / FILE).read_bytes() == before


@pytest.mark.parametrize("arguments", [("check",), ("export", "NOPE2")])
def test_an_empty_file_holds_no_tables_and_stays_empty(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / FILE).touch()
    assert "There are no tables" in refused(run(tmp_path, *arguments), 1)
    assert (tmp_path / FILE).read_bytes() == b""


# A long sheet: each move is played once, before anything is written.


def long_sheet(moves: int) -> bytes:
    """A sheet of one game with an even number of moves."""
    hand = '{"move": "deal"}, {"move": "won", "player": "Ann"}'
    return (SHEET % ", ".join([hand] * (moves // 2))).encode()


def calls(work: Callable[[], object]) -> int:
    """How many calls Python made for some work."""
    profile = Profile()
    profile.runcall(work)
    profile.create_stats()
    return sum(calls for calls, *_ in profile.stats.values())  # type: ignore[attr-defined]


def test_four_times_the_moves_take_four_times_the_work(tmp_path: Path) -> None:
    brought_in(tmp_path, long_sheet(2))  # what is loaded by the first is no work of the others
    short, long = (calls(lambda moves=moves: brought_in(tmp_path, long_sheet(moves))) for moves in (500, 2000))
    assert long < 5 * short


def test_every_move_is_played_once_and_none_while_others_wait_to_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database isn't even open yet."""
    played = []

    def watched(state: State[Any, Any], move: Move) -> Effect:
        played.append((tmp_path / FILE).exists())
        return play(state, move)

    monkeypatch.setattr(journal, "play_stored", watched)
    monkeypatch.setattr(replay, "play_stored", watched)
    brought_in(tmp_path, long_sheet(100))
    assert played == [False] * 101


def test_a_terminal_is_shown_how_far_it_is(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty", reason="there are no terminals like this here")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "companion", "import", "-", "--data", str(tmp_path)]
    subprocess.run(command, input=long_sheet(100), stderr=theirs, stdout=subprocess.DEVNULL, check=True)
    os.close(theirs)
    shown = ""
    while "101/101" not in shown and (more := os.read(ours, 10_000)):
        shown += more.decode()
    os.close(ours)
    assert shown.count("Playing") > 10


def test_a_whole_evening_goes_out_and_comes_in_with_its_journal(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    code = brought_in(here, GOOD[0].read_bytes())
    file = run(here, "export", code, "--journal").stdout_bytes
    assert brought_in(there, file) == brought_in(there, file) == code, "once, under its own code"
    assert run(there, "export", code, "--journal").stdout_bytes == file
    assert "resumed" not in refused(run(there, "import", "-", text=file.replace(b'"hash":"', b'"hash":"0')), 1)
