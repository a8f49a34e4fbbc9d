"""``companion score``: what it prints, and the status it ends with."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.engine.errors import Illegal, Malformed
from companion.scoresheet import read_sheet, score

SHEETS = Path(__file__).parents[1] / "scoresheets"
DEAL: dict[str, Any] = {"move": "deal"}


def won(player: str) -> dict[str, Any]:
    return {"move": "won", "player": player}


def sheet(*moves: Any, **fields: Any) -> dict[str, Any]:
    """A sheet of one Spoil-Five with these moves; other fields replace its own."""
    games = [{"game": "spoil-five", "moves": list(moves)}]
    return {"scoresheet": 1, "players": ["Ann", "Ben", "Cat", "Dan"], "games": games} | fields


def game(*moves: Any, **fields: Any) -> dict[str, Any]:
    return sheet(games=[{"game": "spoil-five", "moves": list(moves)} | fields])


def run(text: str | bytes, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["score", *(arguments or ["-"])], input=text)


def refused(result: Result, status: int) -> str:
    """The one line on standard error of a refusal, which prints nothing else."""
    assert result.exit_code == status, result.output
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


def test_a_good_sheet_is_printed_as_its_result() -> None:
    text = (SHEETS / "whole-evening.json").read_bytes()
    result = run(text)
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == score(read_sheet(text))


def test_a_sheet_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "zoë.json"
    file.write_text(json.dumps(sheet(players=["Zoë", "Ben"])), "utf-8")
    assert json.loads(run("", str(file)).stdout)["balances"] == {"Zoë": 0, "Ben": 0}


def test_a_file_that_is_not_there_or_no_file_is_refused(tmp_path: Path) -> None:
    assert "can't be read" in refused(run("", str(tmp_path / "nothing.json")), 2)
    assert "can't be read" in refused(run("", str(tmp_path)), 2)
    assert "can't be read" in refused(run("", "a\0b"), 2)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"{} {}", "not JSON"),
        (b"{'scoresheet': 1}", "not JSON"),
        (b'{"scoresheet": 1,}', "not JSON"),
        (b'{"players": ["A\nn"]}', "not JSON"),
        (b"\xef\xbb\xbf{}", "byte order mark"),
        (b'{"players": ["\xff"]}', "not UTF-8"),
        ('{"players": ["Ann"]}'.encode("utf-16"), "not UTF-8"),
        (b'{"scoresheet": 1, "scoresheet": 1}', 'the key "scoresheet" appears twice'),
        (b'{"games": [{"moves": [{"move": "deal", "move": "won"}]}]}', 'the key "move" appears twice'),
        (b'{"scoresheet": NaN}', "NaN"),
        (b'{"scoresheet": Infinity}', "Infinity"),
        (b'{"scoresheet": -Infinity}', "-Infinity"),
        (b'{"scoresheet": ' + b"9" * 10_000 + b"}", "a number with thousands of digits"),
        (b"[" * 100_000 + b"]" * 100_000, "too many brackets"),
        (b'{"players": ' * 5_000 + b"1" + b"}" * 5_000, "too many brackets"),
        (b"[" * 101 + b"]" * 101, "too many brackets"),
        (b"[" * 100 + b"]" * 100, "it must be an object"),
        (b"[" + b"[]," * 1_000 + b"[]]", "it must be an object"),
        (b'["\\"' + b"[" * 1_000 + b'"]', "it must be an object"),
        (b'["\\\\", "' + b"{" * 1_000 + b'"]', "it must be an object"),
        (b'["\\\\"' + b"[" * 1_000, "too many brackets"),
        (b'"' + b"[" * 1_000, "not JSON"),
        (b'"' + b"[" * 1_000 + b"\\", "not JSON"),
        (b"]" * 1_000 + b"[" * 1_000, "not JSON"),
        (b'{"players": ["\\ud800"]}', "half a character"),
        (b'{"\\udfff": 1}', "half a character"),
        (b'{"\\ud800": 1, "\\ud800": 2}', "appears twice"),
    ],
    ids=lambda text: repr(text[:40]),
)
def test_what_is_no_json_is_refused(text: bytes, why: str) -> None:
    assert why in refused(run(text), 2)


REFUSED = [json.loads(line) for line in (SHEETS / "refused.jsonl").read_text("utf-8").rstrip().split("\n")]
"""Sheets that are malformed (2) or break a rule (1), each with its sentence; one that JSON can't hold as its text."""


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["error"][:70])
def test_what_is_no_sheet_ends_with_2_and_what_breaks_a_rule_with_1(case: dict[str, Any]) -> None:
    """The one is found without playing, the other only by playing."""
    text = case["text"] if "text" in case else json.dumps(case["sheet"])
    assert refused(run(text), case["status"]) == case["error"]
    if case["status"] == 2:
        with pytest.raises(Malformed):
            read_sheet(text.encode())
        return
    played = read_sheet(text.encode())
    with pytest.raises(Illegal):
        score(played)


def test_the_whole_sheet_is_read_before_the_first_move_is_played() -> None:
    assert "games[0].moves[1] won: player is missing" in refused(run(json.dumps(sheet(won("Eve"), {"move": "won"}))), 2)
    second = {"game": "poker", "moves": []}
    first = {"game": "spoil-five", "moves": [won("Eve")]}
    assert "games[1]: there is no game" in refused(run(json.dumps(sheet(games=[first, second]))), 2)


def test_a_refusal_is_one_line_whatever_was_written() -> None:
    line = refused(run(json.dumps(sheet(DEAL, won("A\nB\u2028C\rD")))), 1)
    assert line.endswith("won: A�B�C�D is not at this table.")
    assert "\x1b" not in refused(run(json.dumps(sheet(DEAL, won("\x1b[2J")))), 1), "no terminal is told to do anything"
    assert refused(run(json.dumps(game(game="x\n" * 500))), 2)


LONG = "x" * 100_000


@pytest.mark.parametrize(
    "value",
    [
        sheet(DEAL, won(LONG)),
        *(sheet({"move": kind, "player": LONG}) for kind in ("leave", "sit_out", "sit_in", "dealer")),
        sheet({"move": "join", "player": "Eve", "left_of": LONG}),
        sheet({"move": "give", "from": LONG, "to": "Ann", "counters": 1}),
        sheet({"move": "count", "pot": LONG, "counters": 0}),
        game(dealer=LONG),
        game(options={"sides": [["Ann", LONG], ["Ben", "Cat"]]}),
    ],
    ids=lambda value: json.dumps(value["games"][0])[24:60],
)
def test_a_refusal_is_short_whatever_was_written(value: Any) -> None:
    assert len(refused(run(json.dumps(value)), 1)) < 120


def test_with_lines_one_sheet_a_line_gives_one_line_a_sheet() -> None:
    lines = [
        json.dumps(sheet(DEAL)),
        json.dumps(sheet(won("Ann"))),
        "",
        "{",
        json.dumps(sheet(players=["Zoë", "Zoë"])),
        json.dumps(sheet(DEAL, won("\ud800"))),
        json.dumps(sheet(players=["Zoë", "Ben"])),
    ]
    result = run("\n".join(lines), "--lines")
    assert (result.exit_code, result.stderr) == (0, "")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer["status"] for answer in answers] == [0, 1, 2, 2, 2, 2, 0]
    assert [sorted(answer) for answer in answers[:2]] == [["result", "status"], ["error", "status"]]
    assert answers[0]["result"]["pots"] == {"pool": 9}
    assert answers[1]["error"].startswith("games[0].moves[0] won: No hand is in play")
    assert [answers[place]["error"] for place in (2, 3)] == [
        "not JSON: Expecting value, line 1, column 1",
        "not JSON: Expecting property name enclosed in double quotes, line 1, column 2",
    ]
    assert '"Zoë": 0' in result.stdout


def test_without_a_sheet_the_command_says_what_it_wants_and_no_lines_no_answers() -> None:
    assert run("", "--lines").stdout == ""
    result = CliRunner().invoke(main, ["score"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "name a score sheet" in result.stderr


def test_the_command_runs_by_itself() -> None:
    """Also where the terminal knows no UTF-8."""
    text = json.dumps(sheet(DEAL, won("Zoë")), ensure_ascii=False).encode()
    done = subprocess.run(
        [sys.executable, "-m", "companion", "score", "-"],
        input=text,
        capture_output=True,
        check=False,
        cwd=Path(__file__).parents[2],
        env={"PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.startswith(b"games[0].moves[1] won: Zo")
