"""Score sheets of every shape: a result or one sentence, status 0, 1 or 2, never a traceback."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, strategies as st

from companion.cli import main
from companion.store import Database
from companion.store.check import problems
from tests.fuzz.amount import tries
from tests.fuzz.shapes import broken_sheets, broken_texts, json_values


def run(command: str, *arguments: str, given: bytes) -> Result:
    """A command with something on its standard input; it must end by itself."""
    result = CliRunner().invoke(main, [command, *arguments], input=given)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code in {0, 1, 2}
    if result.exit_code:
        assert result.stdout == ""
        assert len(result.stderr.splitlines()) == 1 and "Traceback" not in result.stderr
    else:
        assert result.stderr == ""
    return result


def scored(text: bytes) -> None:
    """``companion score`` of one sheet."""
    result = run("score", "-", given=text)
    if not result.exit_code:
        balanced(json.loads(result.stdout))


def balanced(result: dict[str, Any]) -> None:
    """What a sheet comes to adds up, and so does each of its moves."""
    assert sum(result["balances"].values()) + sum(result["pots"].values()) == 0
    for entry in result["entries"]:
        assert sum(entry["players"].values()) + sum(entry["pots"].values()) == 0


@tries(0.2)
@given(text=broken_sheets(st.just(1)))
def test_a_sheet_broken_in_one_place(turn: int, text: bytes) -> None:
    scored(text)


@tries(0.12)
@given(text=broken_sheets(st.integers(2, 6)))
def test_a_sheet_broken_in_several_places(turn: int, text: bytes) -> None:
    scored(text)


@tries(0.03)
@given(value=json_values())
def test_any_json_at_all(turn: int, value: Any) -> None:
    scored(json.dumps(value).encode())


@tries(0.05)
@given(text=broken_texts() | st.binary(max_size=200))
def test_any_bytes_at_all(turn: int, text: bytes) -> None:
    scored(text)


@tries(0.03)
@given(
    texts=st.lists(broken_sheets(st.integers(0, 2)) | broken_texts() | st.binary(max_size=40), min_size=1, max_size=4)
)
def test_a_line_for_a_line(turn: int, texts: list[bytes]) -> None:
    lines = [text.replace(b"\n", b" ") for text in texts]
    result = run("score", "--lines", given=b"\n".join(lines) + b"\n")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0 and len(answers) == len(lines)
    for answer in answers:
        assert answer.keys() == ({"status", "error"} if answer["status"] else {"status", "result"})
        assert answer["status"] in {0, 1, 2}
        if not answer["status"]:
            balanced(answer["result"])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a database, which is looked through when everything was tried."""
    data = tmp_path_factory.mktemp("imported")
    yield data
    database = Database(data)
    assert problems(database) == []
    database.close()


@tries(0.02)
@given(text=broken_sheets(st.integers(0, 2)))
def test_what_is_refused_is_not_imported(turn: int, folder: Path, text: bytes) -> None:
    before = tables(folder)
    result = run("import", "-", "--data", str(folder), given=text)
    assert tables(folder) == before + (result.exit_code == 0)
    if not result.exit_code:
        code = result.stdout.strip()
        written = run("export", code, "--data", str(folder), given=b"").stdout.encode()
        assert json.loads(written)["players"] == json.loads(text)["players"]
        forget(folder, code)


def tables(folder: Path) -> int:
    """How many tables there are."""
    database = Database(folder)
    try:
        return int(database.rows.table("tables").count)
    finally:
        database.close()


def forget(folder: Path, code: str) -> None:
    """Takes a table away again: thousands of them would slow everything down."""
    database = Database(folder)
    for name in ("entries", "devices", "invitations", "replies", "tables"):
        database.rows.table(name).delete_where("code = ?", [code])
    database.close()
