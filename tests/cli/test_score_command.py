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


def without(key: str) -> dict[str, Any]:
    return {name: held for name, held in sheet().items() if name != key}


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


MALFORMED = [
    ([], "not a score sheet"),
    (None, "not a score sheet"),
    ("deal", "not a score sheet"),
    (1.5, "not a score sheet"),
    ({}, "scoresheet is missing"),
    (without("players"), "players is missing"),
    (without("games"), "games is missing"),
    (sheet(title="Friday"), '"title" is not a key'),
    (sheet(scoresheet=2), "scoresheet:"),
    (sheet(scoresheet="1"), "scoresheet: must be a whole number"),
    (sheet(scoresheet=True), "scoresheet: must be a whole number"),
    (sheet(scoresheet=1.0), "scoresheet: must be a whole number"),
    (sheet(players=[]), "players: 1 to 25"),
    (sheet(players=[f"P{n}" for n in range(26)]), "players: 1 to 25"),
    (sheet(players=["Ann", "Ann"]), "players:"),
    (sheet(players=["Ann", " ann "]), "players:"),
    (sheet(players=["Straße", "STRASSE"]), "players:"),
    (sheet(players=["Ann", " "]), "players[1]: must not be blank"),
    (sheet(players=["Ann", "B\tn"]), "players[1]: must not contain control"),
    (sheet(players=["Ann", "B\u0085n"]), "players[1]: must not contain control"),
    (sheet(players=["Ann", "x" * 41]), "players[1]: must have at most 40"),
    (sheet(players=["Ann", 2]), "players[1]: must be a text"),
    (sheet(players={"Ann": 1}), "players: must be a list"),
    (sheet(games={}), "games: must be a list"),
    (sheet(games=[[]]), "games[0]: must be an object"),
    (sheet(games=[{"moves": []}]), "games[0]: game is missing"),
    (sheet(games=[{"game": "spoil-five"}]), "games[0]: moves is missing"),
    (game(game="poker"), 'games[0]: there is no game called "poker"'),
    (game(game=5), "games[0].game: must be a text"),
    (game(moves={}), "games[0].moves: must be a list"),
    (game(colour="red"), 'games[0]: "colour" is not a key'),
    (game(dealer=1), "games[0].dealer: must be a text"),
    (game(dealer=None), "games[0]: dealer must not be null"),
    (game(options=None), "games[0]: options must not be null"),
    (game(options=[]), "games[0].options: must be an object"),
    (game(options={"ante": 3.0}), "games[0].options.ante: must be a whole number"),
    (game(options={"ante": True}), "games[0].options.ante: must be a whole number"),
    (game(options={"ante": -1}), "games[0].options.ante: must be a whole number from 0"),
    (game(options={"ante": 1_000_001}), "games[0].options.ante: must be a whole number from 0"),
    (game(options={"ante": 1e400}), "not JSON"),
    (game(options={"tricks": 4}), "games[0].options.tricks: must be 3 or 2"),
    (game(options={"sides": [["Ann", "Ben"]]}), "games[0].options.sides: must be two or more lists"),
    (game(options={"lives": 3}), 'games[0].options: "lives" is not a key'),
    (game(edition=0), "games[0]: spoil-five has no edition 0"),
    (game(edition=99), "games[0]: spoil-five has no edition 99"),
    (game(edition="1"), "games[0].edition: must be a whole number"),
    (sheet("deal"), "games[0].moves[0]: a move must be an object"),
    (sheet({}), "games[0].moves[0]: move is missing"),
    (sheet(DEAL, {"move": "jump"}), 'games[0].moves[1]: "jump" is not a move of Spoil-Five'),
    (sheet(DEAL, {"move": None}), "games[0].moves[1]"),
    (sheet(DEAL, {"move": "sings", "player": "Ann"}), 'games[0].moves[1]: "sings" is not a move'),
    (sheet(DEAL, {"move": "won"}), "games[0].moves[1] won: player is missing"),
    (sheet(DEAL, won("Ann") | {"tricks": 3}), 'games[0].moves[1] won: "tricks" is not a key'),
    (sheet(DEAL, {"move": "won", "player": ["Ann"]}), "games[0].moves[1] won.player: must be a text"),
    (sheet({"move": "give", "from": "Ann", "to": "Ben", "counters": -1}), "games[0].moves[0] give.counters:"),
    (sheet({"move": "give", "from": 1, "to": "Ben", "counters": 1}), "games[0].moves[0] give.from:"),
    (sheet({"move": "count", "counters": 1}), "games[0].moves[0] count: "),
    (sheet({"move": "count", "pot": "pool", "player": "Ann", "counters": 1}), "games[0].moves[0] count: "),
    (sheet({"move": "count", "pot": "pool", "counters": -1}), "games[0].moves[0] count: "),
    (sheet({"move": "join", "player": "\t"}), "games[0].moves[0] join.player:"),
    (sheet(counter_value=None), "counter_value must not be null"),
    (sheet(counter_value={"amount": "1"}), "counter_value: currency is missing"),
    (sheet(counter_value={"amount": 1, "currency": "GBP"}), "counter_value.amount: must be a text"),
    (sheet(counter_value={"amount": "1", "currency": "GBP", "rate": 1}), 'counter_value: "rate" is not'),
    *(
        (sheet(counter_value={"amount": amount, "currency": "GBP"}), "counter_value: Enter an amount")
        for amount in ("0", "0.00", "-1", ".5", "5.", "1,5", "1e3", " 1", "1\n", "", "١")
    ),
    *(
        (sheet(counter_value={"amount": "1", "currency": currency}), "counter_value: Enter a currency")
        for currency in ("gbp", "GB", "GBPS", "€", "", "GBP\n")
    ),
]


@pytest.mark.parametrize(("value", "why"), MALFORMED, ids=lambda held: str(held)[:70].encode("unicode_escape").decode())
def test_what_is_no_sheet_ends_with_2(value: Any, why: str) -> None:
    line = refused(run(json.dumps(value)), 2)
    assert line.startswith(why)


BAR_DAN = {"move": "bar", "player": "Dan", "why": "did-not-rob"}
OVER = {"game": "spoil-five", "moves": [{"move": "finish"}]}

ILLEGAL = [
    (sheet(DEAL, BAR_DAN, won("Dan")), "games[0].moves[2] won: Dan can't win the pool this hand: "),
    (sheet(won("Ann")), "games[0].moves[0] won: No hand is in play"),
    (sheet(DEAL, DEAL), "games[0].moves[1] deal: A hand is still in play"),
    (sheet(DEAL, won("Eve")), "games[0].moves[1] won: Eve is not at this table"),
    (sheet(DEAL, won("ann")), "games[0].moves[1] won: ann is not at this table"),
    (sheet(DEAL, won("")), "games[0].moves[1] won: "),
    (sheet(DEAL, players=["Ann"]), "games[0].moves[0] deal: Spoil-Five is for 2 to 10 players"),
    (sheet(DEAL, {"move": "jinked", "player": "Ann"}), "games[0].moves[1] jinked: "),
    (sheet({"move": "count", "pot": "pool", "counters": 3}), "games[0].moves[0] count: The pool: you counted 3"),
    (sheet({"move": "count", "pot": "kitty", "counters": 0}), "games[0].moves[0] count: There is no pot called kitty"),
    (sheet({"move": "give", "from": "Ann", "to": "Ann", "counters": 1}), "games[0].moves[0] give: "),
    (sheet({"move": "give", "from": {"pot": "pool"}, "to": "Ann", "counters": 1}), "games[0].moves[0] give: "),
    (sheet({"move": "join", "player": "ANN"}), "games[0].moves[0] join: "),
    (sheet({"move": "finish"}, DEAL), "games[0].moves[1] deal: The game is over"),
    (sheet(games=[{"game": "spoil-five", "moves": [DEAL]}, OVER]), "games[1]: Spoil-Five isn't over yet"),
    (sheet(games=[OVER, {"game": "spoil-five", "moves": [won("Ann")]}]), "games[1].moves[0] won: "),
    (game(dealer="Eve"), "games[0]: Eve isn't in and can't deal first"),
    (game(options={"sides": [["Ann", "Ben"], ["Cat", "Eve"]]}), "games[0]: Eve is named in the sides, but has no seat"),
]


@pytest.mark.parametrize(("value", "why"), ILLEGAL, ids=lambda held: str(held)[-70:])
def test_what_breaks_a_rule_ends_with_1(value: Any, why: str) -> None:
    line = refused(run(json.dumps(value)), 1)
    assert line.startswith(why)


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


def test_no_lines_no_answers() -> None:
    assert run("", "--lines").stdout == ""


def test_without_a_sheet_the_command_says_what_it_wants() -> None:
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


@pytest.mark.parametrize(("value", "_"), MALFORMED, ids=lambda held: "")
def test_malformed_is_found_without_playing(value: Any, _: str) -> None:
    with pytest.raises(Malformed):
        read_sheet(json.dumps(value).encode())


@pytest.mark.parametrize(("value", "_"), ILLEGAL, ids=lambda held: "")
def test_illegal_is_found_only_by_playing(value: Any, _: str) -> None:
    played = read_sheet(json.dumps(value).encode())
    with pytest.raises(Illegal):
        score(played)
