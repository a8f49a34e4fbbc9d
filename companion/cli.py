"""The command line."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

import click

from companion.engine.refusals import Malformed, Refusal
from companion.engine.words import between
from companion.games import catalogue
from companion.loto_box import BOXES, spaced
from companion.many_sheets import answer, one_line, score_lines
from companion.scoresheet import read_sheet, score, write_sheet

DATA = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="COMPANION_DATA",
    help="The folder of the database. Default: instance/ in a checkout, else your own data folder.",
)


class Commands(click.Group):
    """All commands. Whatever goes wrong with one of them, it ends with one sentence."""

    def main(self, *args: Any, **more: Any) -> Any:
        if sys.stdout:
            sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        with refusals_told():
            return super().main(*args, **more)


@click.group(cls=Commands)
@click.version_option(package_name="companion-scoresheet")
@click.pass_context
def main(context: click.Context) -> None:
    """Companion: the score sheet for a real table."""
    if not sys.stdout and context.invoked_subcommand != "serve":
        raise Refusal("Standard output is closed: there is nothing to print to.")


@main.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0 takes any free one.")
@click.option("--address", help="The address, or name, that other phones should use, where this machine has several.")
@click.option("--https", is_flag=True, help="Over https, with a certificate made here (needs the extra: https).")
@DATA
def serve(host: str, port: int, address: str | None, https: bool, data: Path | None) -> None:
    """Serve the tables on the home network."""
    from companion.web.serve import run

    run(data, host, port, address, https)


@main.command("score")
@click.argument("sheet", required=False)
@click.option("--lines", is_flag=True, help="Read one sheet a line, write one line a sheet.")
def score_command(sheet: str | None, lines: bool) -> None:
    """Score a SHEET, or standard input where it is -, and print what it comes to as JSON."""
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    if lines:
        if sheet is not None:
            raise click.UsageError("--lines reads the sheets from standard input: name none")
        score_lines(standard_input(), partial(print, end="", flush=True))
        return
    if sheet is None:
        raise click.UsageError("name a score sheet, - for standard input, or --lines")
    answered = answer(read_file(sheet))
    if answered["status"]:
        stop(answered["error"], answered["status"])
    click.echo(json.dumps(answered["result"], indent=2, ensure_ascii=False))


@main.command("export")
@click.argument("table")
@DATA
def export_command(table: str, data: Path | None) -> None:
    """Write a TABLE, by its code, as a score sheet to standard output."""
    from companion.store import Tables

    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    with opened(data, make=False) as database:
        click.echo(write_sheet(Tables(database).find(table.upper()).sheet()), nl=False)


@main.command("import")
@click.argument("sheet")
@DATA
def import_command(sheet: str, data: Path | None) -> None:
    """Make a table of a score SHEET, or of standard input where it is -, and print its code."""
    from companion.store import Tables

    written = read_sheet(read_file(sheet))
    score(written)  # refused with the place before the database is opened
    with opened(data) as database:
        click.echo(Tables(database).lay(written).code)


@main.command("games")
@click.option("--json", "as_json", is_flag=True, help="As data: key, title, least and most players, summary.")
def games_command(as_json: bool) -> None:
    """List the games."""
    games = [editions[-1] for editions in catalogue().values()]
    if as_json:
        facts = [
            {"key": game.key, "title": game.title, "players": [game.seats[0], game.seats[-1]], "summary": game.summary}
            for game in games
        ]
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    wide = max(len(game.key) for game in games)
    for game in games:
        click.echo(f"{game.key:<{wide}}  {between(game.seats):>7}  {game.title}: {game.summary}")


@main.command("backup")
@click.argument("file", required=False)
@DATA
def backup_command(file: str | None, data: Path | None) -> None:
    """Copy the database to a FILE, or a folder, also while people play. Default: its own folder's backups."""
    from companion.store.backups import backup
    from companion.store.folder import data_folder

    if file and file.endswith(("/", os.sep)) and not Path(file).is_dir():
        raise Refusal(f"There is no folder {file}.")
    tell(str(backup(data or data_folder(), Path(file) if file else None)))


@main.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@DATA
def restore_command(file: Path, data: Path | None) -> None:
    """Put the backup in FILE in the place of the database, which is kept aside."""
    from companion.store.backups import restore
    from companion.store.folder import data_folder

    aside = restore(data or data_folder(), file)
    with opened(data) as database:
        tell(f"Restored from {file}. Tables: {database.rows.table('tables').count}.")
    if aside:
        tell(f"The database before is kept as {aside}.")


@main.command("check")
@DATA
def check_command(data: Path | None) -> None:
    """Look every table through: it replays, its counters balance, its editions are known."""
    from companion.store.checking import problems

    with opened(data, make=False) as database:
        found = problems(database)
        for problem in found:
            tell(problem)
        if found:
            raise SystemExit(1)
        tables, entries = (database.rows.table(name).count for name in ("tables", "entries"))
        tell(f"All is well. Tables: {tables}, entries: {entries}.")


@main.command("cards")
@click.option("--box", type=click.Choice(["24", "18"]), help="Only the box of so many cards. Default: both.")
@click.option("--json", "as_json", is_flag=True, help="As data: the rows of each card, by box and card number.")
def cards_command(box: str | None, as_json: bool) -> None:
    """Print the cards of the built-in Loto boxes."""
    boxes = {size: cards for size, cards in BOXES.items() if box in (None, str(size))}
    if as_json:
        click.echo(json.dumps(boxes))
        return
    for size, cards in boxes.items():
        click.echo(f"The box of {size} cards\n")
        for number, card in cards.items():
            click.echo("\n".join([f"Card {number}", *map(row_in_words, card), ""]))


def row_in_words(row: Sequence[int]) -> str:
    """A row of a Loto card with its nine columns."""
    return "|".join(f"{number or '':>3} " for number in spaced(row)).rstrip()


@contextmanager
def opened(data: Path | None, *, make: bool = True) -> Iterator[Any]:
    """The database in a folder, for one command; Refused where there is none and none shall be made, or it can't be
    read."""
    import sqlite3

    from companion.store import Database, Refused
    from companion.store.database import FILE
    from companion.store.folder import data_folder

    folder = data or data_folder()
    file = folder / FILE
    if not make and not (file.is_file() and file.stat().st_size):
        raise Refused(f"There are no tables in {folder}.")
    database = Database(folder)
    try:
        yield database
    except sqlite3.Error as error:
        raise Refused(f"The database {file} can't be read: {error}.") from None
    finally:
        database.close()


@contextmanager
def refusals_told() -> Iterator[None]:
    """A refusal, ours or the system's, ends the command with its sentence: status 2 where it is malformed, else 1."""
    try:
        yield
    except Malformed as error:
        stop(str(error), 2)
    except Refusal as error:
        stop(str(error), 1)
    except OSError as error:
        throw_away()
        what = ": ".join(str(said) for said in (error.filename, error.strerror or error) if said)
        stop(f"This could not be done: {what}.", 1)


def throw_away() -> None:
    """What could not be printed is forgotten; Python would try once more at its end, and complain."""
    with suppress(OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def read_file(name: str) -> bytes:
    """The bytes of a file, or of standard input; ends with status 2 where it can't be read."""
    try:
        return standard_input().read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        stop(f"{name} can't be read: {getattr(error, 'strerror', None) or error}", 2)


def standard_input() -> BinaryIO:
    """What is sent to this command. Raises Refusal where it is closed."""
    if not sys.stdin:
        raise Refusal("Standard input is closed: there is nothing to read.")
    return sys.stdin.buffer


def tell(line: str) -> None:
    """One line on standard output, whatever stands in it."""
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    click.echo(one_line(line))


def stop(why: str, status: int) -> NoReturn:
    """Ends with one line on standard error."""
    if sys.stderr:
        with suppress(OSError):
            print(one_line(why).encode("utf-8", "backslashreplace").decode(), file=sys.stderr)  # noqa: T201
    raise SystemExit(status)
