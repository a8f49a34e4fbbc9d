"""What the commands open, read and print: one line for a refusal, a status, and no traceback."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, TextIO

import click

from companion.engine.errors import Malformed, Refusal
from companion.scoresheet.lines import printable


def progress(moves: Sequence[Any], label: str = "Playing") -> Any:
    """Return a context that yields moves, and shows on standard error how far they are if that is a terminal."""
    shown = bool(sys.stderr and sys.stderr.isatty())
    step = len(moves) // 100 + 1
    bar = partial(click.progressbar, label=label, show_pos=True, update_min_steps=step, file=sys.stderr)
    return bar(moves, hidden=not shown)


@contextmanager
def exit_on_refusal() -> Iterator[None]:
    """End the command with the sentence of a refusal or of the system: status 2 if it is malformed, else 1."""
    try:
        yield
    except Malformed as error:
        fail(str(error), 2)
    except Refusal as error:
        fail(str(error), 1)
    except OSError as error:
        discard(sys.stdout)
        what = ": ".join(str(part) for part in (error.filename, error.strerror or error) if part)
        fail(f"This couldn't be done: {what}.", 1)


def discard(stream: TextIO | None) -> None:
    """Discard what could not be printed; Python would try once more at its end, and complain."""
    with suppress(OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[union-attr]


def read_file(name: str) -> bytes:
    """Return the bytes of a file, or of standard input; end with status 2 if it can't be read."""
    try:
        return input_stream().read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        fail(f"{name} can't be read: {getattr(error, 'strerror', None) or error}", 2)


def input_stream() -> BinaryIO:
    """Return standard input. Raises Refusal if it is closed."""
    if not sys.stdin:
        raise Refusal("Standard input is closed: there is nothing to read.")
    return sys.stdin.buffer


def print_line(line: str) -> None:
    """Print one line to standard output, whatever characters it holds."""
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    click.echo(printable(line))


def fail(why: str, status: int) -> NoReturn:
    """Print one line to standard error and exit. Raises SystemExit."""
    if sys.stderr:
        try:
            print(printable(why).encode("utf-8", "backslashreplace").decode(), file=sys.stderr)  # noqa: T201
        except OSError:
            discard(sys.stderr)
    raise SystemExit(status)


@contextmanager
def open_database(data: Path | None, *, create: bool = True) -> Iterator[Any]:
    """Open the database in a folder for one command, and create it if it may.

    Raises CannotOpen if there is none and none may be created, or if it can't be read.
    """
    import sqlite3

    from companion.machine.files import data_folder, is_file
    from companion.store import CannotOpen, Database
    from companion.store.database import FILE, words_for

    folder = data or data_folder()
    file = folder / FILE
    if not create and not (is_file(file) and file.stat().st_size):
        raise CannotOpen(f"There are no tables in {folder}.")
    database = Database(folder)
    try:
        yield database
    except sqlite3.Error as error:
        raise CannotOpen(f"The database {file} can't be read: {words_for(error)}.") from None
    finally:
        database.close()
