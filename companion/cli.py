"""The command line."""

import json
import sys
from pathlib import Path
from typing import Any, NoReturn

import click

from companion.engine.refusals import Illegal, Malformed
from companion.scoresheet import read_sheet, score


@click.group()
@click.version_option(package_name="companion-scoresheet")
def main() -> None:
    """Companion: the score sheet for a real table."""


@main.command("score")
@click.argument("sheet", required=False)
@click.option("--lines", is_flag=True, help="Read one sheet a line, write one line a sheet.")
def score_command(sheet: str | None, lines: bool) -> None:
    """Score a SHEET, or standard input where it is -, and print what it comes to as JSON."""
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    if lines:
        for line in sys.stdin.buffer:
            print(json.dumps(_scored(line), ensure_ascii=False), flush=True)  # noqa: T201
        return
    if sheet is None:
        raise click.UsageError("name a score sheet, - for standard input, or --lines")
    answer = _scored(read_file(sheet))
    if answer["status"]:
        stop(answer["error"], answer["status"])
    click.echo(json.dumps(answer["result"], indent=2, ensure_ascii=False))


def _scored(text: bytes) -> dict[str, Any]:
    """One sheet scored: its status with its result or the reason why there is none."""
    try:
        return {"status": 0, "result": score(read_sheet(text))}
    except Malformed as error:
        return {"status": 2, "error": one_line(str(error))}
    except Illegal as error:
        return {"status": 1, "error": one_line(str(error))}


def read_file(name: str) -> bytes:
    """The bytes of a file, or of standard input; ends with status 2 where it can't be read."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        stop(f"{name} can't be read: {getattr(error, 'strerror', None) or error}", 2)


def one_line(text: str) -> str:
    """A text without line breaks, for a terminal."""
    return " ".join(text.split())


def stop(why: str, status: int) -> NoReturn:
    """Ends with one line on standard error."""
    print(one_line(why).encode("utf-8", "backslashreplace").decode(), file=sys.stderr)  # noqa: T201
    raise SystemExit(status)
