"""The command line; a command imports what it needs when it runs, so that each starts quickly."""

import json
import os
import sys
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import click
from attrs import evolve

from companion.engine.errors import Refusal
from companion.engine.message import listed
from companion.engine.phrases import between
from companion.games import catalogue
from companion.loto.rules.box import BOXES, spaced
from companion.machine.clock import today
from companion.scoresheet import read_sheet, record_sheet, write_sheet
from companion.scoresheet.lines import answer, printable, score_lines
from companion.terminal import exit_on_refusal, fail, input_stream, open_database, print_line, progress, read_file

DATA_OPTION = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="COMPANION_DATA",
    help="The folder of the database. Default: instance/ in a checkout, else your own data folder.",
)
"""The option ``--data`` of every command that opens the database."""


class Commands(click.Group):
    """The group of all commands: one that fails ends with one sentence and a status."""

    def main(self, *args: Any, **more: Any) -> Any:
        """Run a command. Raises SystemExit."""
        if sys.stdout:
            sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        with exit_on_refusal():
            return super().main(*args, **more)


@click.group(cls=Commands)
@click.version_option(package_name="companion-scoresheet")
@click.pass_context
def main(context: click.Context) -> None:
    """Companion: the score sheet for a real table."""
    if not sys.stdout and context.invoked_subcommand != "serve":
        raise Refusal("Standard output is closed: there is nothing to print to.")


@main.command()
@click.option("--host", help="The address to listen on. Default: 0.0.0.0, or 127.0.0.1 behind a proxy.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0 takes any free one.")
@click.option("--address", help="The address, or name, that other phones should use, if this machine has several.")
@click.option("--https", is_flag=True, help="Over https, with a certificate made here (needs the extra: https).")
@click.option(
    "--backup-to",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder on a stick or another disk: every backup is made there too.",
)
@click.option(
    "--behind-proxy",
    multiple=True,
    metavar="ADDRESS",
    help="An address at which a proxy serves it: cards.example (https), or http://cards.example/prefix.",
)
@DATA_OPTION
def serve(
    host: str | None,
    port: int,
    address: str | None,
    https: bool,
    backup_to: Path | None,
    behind_proxy: tuple[str, ...],
    data: Path | None,
) -> None:
    """Serve the tables on the home network."""
    from companion.server.serve import run

    if behind_proxy and (https or address):
        raise click.UsageError("--behind-proxy says the address, and the proxy has the certificate: use it alone")
    run(data, host, port, address, https, backup_to, behind_proxy)


@main.command("score")
@click.argument("sheet", required=False)
@click.option("--lines", is_flag=True, help="Read one sheet a line, write one line a sheet.")
def score_command(sheet: str | None, lines: bool) -> None:
    """Score a SHEET (- for standard input) and print the result as JSON."""
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    if lines:
        if sheet is not None:
            raise click.UsageError("--lines reads the sheets from standard input: name none")
        score_lines(input_stream(), partial(print, end="", flush=True))
        return
    if sheet is None:
        raise click.UsageError("name a score sheet, - for standard input, or --lines")
    result = answer(read_file(sheet))
    if result["status"]:
        fail(result["error"], result["status"])
    click.echo(json.dumps(result["result"], indent=2, ensure_ascii=False))


@main.command("export")
@click.argument("table", required=False)
@click.option(
    "--all",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write every table into a new FOLDER instead; from a damaged database, whatever can be read.",
    metavar="FOLDER",
)
@click.option("--journal", is_flag=True, help="Write the whole evening, with its journal, to carry on elsewhere.")
@DATA_OPTION
def export_command(table: str | None, folder: Path | None, journal: bool, data: Path | None) -> None:
    """Write a TABLE, by its code, as a score sheet to standard output."""
    from companion.store import Moving, Tables
    from companion.store.check import export_all

    if (table is None) == (folder is None) or (journal and folder):
        raise click.UsageError("name a table by its code, or a folder for all of them: --all FOLDER")
    with open_database(data, create=False) as database:
        if folder:
            lost = list(export_all(database, folder))
            for line in lost:
                print_line(line)
            print_line(f"Score sheets written to {folder}: {len(list(folder.iterdir()))}.")
            raise SystemExit(1 if lost else 0)
        assert table
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
        tables, code = Tables(database), table.upper()
        text = f"{Moving(database, tables).file_of(code)}\n" if journal else write_sheet(tables.find(code).sheet())
        click.echo(text, nl=False)


@main.command("import")
@click.argument("file", required=False)
@click.option("--day", help="The day of evenings of which the file says none, like 2024-03-02. Default: today.")
@click.option("--names", help="A file that says who is who: a line each, the name there;the name here.")
@click.option("--days", type=click.Choice(["day-first", "month-first"]), help="How 03/02/2024 is to be read.")
@click.option("--undo", metavar="NUMBER", help="Take an import of plays back, by the number that it printed.")
@DATA_OPTION
def import_command(
    file: str | None, day: str | None, names: str | None, days: str | None, undo: str | None, data: Path | None
) -> None:
    """Take in a FILE (- for standard input): a score sheet, an evening's journal, a year, or plays of another program.

    A sheet and a journal print the code of their table, plays the number of the import.
    """
    from companion.plays import is_alone
    from companion.plays.keeping import laid_on
    from companion.store import Moving, Tables
    from companion.store.kept import day as kept_day
    from companion.store.moving import is_evening, read_evening, unpacked

    if (file is None) == (undo is None):
        raise click.UsageError("name a file, or an import to take back: --undo NUMBER")
    that_day = date.fromisoformat(kept_day(day)) if day else None
    if undo is not None:
        with open_database(data, create=False) as database:
            print_line(f"Evenings that stay: {imports_of(database).undo(undo)}.")
        return
    content = read_file(file or "-")
    if not is_alone(content) and not content.startswith((b"\x1f\x8b", b"H4sI")):
        import_plays(file or "-", content, that_day, names, days, data)
        return
    if is_evening(content := unpacked(content)):
        evening = read_evening(content)
        with open_database(data) as database:
            click.echo(Moving(database, Tables(database)).import_evening(evening))
        if evening.is_to_come:
            click.echo(f"By this computer's clock, its day is still to come: {evening.laid_at[:10]}.", err=True)
        return
    if not is_alone(content):
        import_plays(file or "-", content, that_day, names, days, data)
        return
    table = read_sheet(content)
    with progress(list(table.placed_moves)) as moves:
        journal = record_sheet(table, moves)  # refused before the database is opened
    with open_database(data) as database:
        laid_at = laid_on(that_day) if that_day else None
        click.echo(Tables(database).lay(table, journal=journal, laid_at=laid_at).code)


def imports_of(database: Any) -> Any:
    """Return the imports of a database."""
    from companion.plays import Imports
    from companion.store import Evenings, Moving, Tables

    tables = Tables(database)
    return Imports(database, tables, Evenings(database, tables), Moving(database, tables))


def import_plays(
    name: str, content: bytes, day: date | None, names: str | None, days: str | None, data: Path | None
) -> None:
    """Take in plays of another program, or a year; a name that may be somebody's is asked for, or refused."""
    from companion.plays import Wanted, read_plays
    from companion.plays.spreadsheet import decoded
    from companion.store import Evenings, People, Tables

    wanted = Wanted(day=(day or today()).isoformat(), day_first=days == "day-first" if days else None)
    reading = read_plays(content, name, wanted.how)  # refused before the database is opened
    if reading.either:
        raise Refusal(f"Say how {reading.either} is to be read: --days day-first, or --days month-first.")
    pairs = [line.split(";", 1) for line in decoded(read_file(names)).splitlines() if ";" in line] if names else []
    said = {there.strip(): here.strip() for there, here in pairs}
    for line in unread_lines(reading):
        click.echo(printable(line), err=True)
    with open_database(data) as database:
        people = People(database, Evenings(database, Tables(database)))
        wanted = evolve(wanted, names=who_is_who(reading, people, said))
        found = imports_of(database)
        number = found.begin(Path(name).name)
        found.add(number, 0, content)
        with progress(range(len(reading.plays)), "Working out") as bar:
            work = found.keep(number, wanted, lambda work: bar.update(1))
        for each in (*work.refused, *work.differ):
            click.echo(printable(f"{each}".rstrip(".") + "."), err=True)
        kept = found.kept(number)
        found.discard(number)
        click.echo(f"{reading.kind}: {kept} saved, {len(reading.plays) - work.of} here already.", err=True)
        print_line(number)


def unread_lines(reading: Any) -> list[str]:
    """Return what of a file comes in otherwise, and what stays out; plays of one person, or of too many, in a line."""
    lines = [f"{play.game or play.where}, {play.day}: {doubt}." for play in reading.plays for doubt in play.doubts]
    if left := [column.head or "one without a heading" for column in reading.columns if column.role == "out"]:
        lines.append(f"Columns that are left out: {', '.join(left)}.")
    if reading.no_plays:
        lines.append(f"Left out, as headings or totals: {', '.join(reading.no_plays)}.")
    groups: dict[str, list[str]] = {}
    for each in reading.unread:
        if each.players == 1 or each.players > 16:
            what = "plays of one person" if each.players == 1 else "plays of more than sixteen people"
            groups.setdefault(what, []).append(f"{each.game} {each.day or each.where}".strip())
        else:
            lines.append(f"{each}.")
    return lines + [f"{len(own)} {what} stay out: {', '.join(own)}." for what, own in groups.items()]


def who_is_who(reading: Any, people: Any, said: dict[str, str]) -> dict[str, str]:
    """Return who the people of a file are: as ``said``, as answered at a terminal, else new.

    Raises Refusal where one may be somebody here and nobody can be asked.
    """
    unknown = people.who_is_who(reading.names)[1]
    names, doubtful = dict(said), {who.name: who.likely for who in unknown if who.likely and who.name not in said}
    if doubtful and not (sys.stdin and sys.stdin.isatty()):
        which = "; ".join(f"{name} (perhaps {', '.join(likely)})" for name, likely in doubtful.items())
        raise Refusal(f"Say who these are in a file of names, --names FILE, a line each such as Anne;Anna: {which}.")
    for name, likely in doubtful.items():
        names[name] = click.prompt(f"Who is {name}? Perhaps {', '.join(likely)}", default=name, err=True).strip()
    return names


@main.command("tables")
@click.option("--json", "as_json", is_flag=True, help="As data: code, day, players, games, hands, who is on top.")
@DATA_OPTION
def tables_command(as_json: bool, data: Path | None) -> None:
    """List every evening, the latest first, with its code."""
    from companion.store import Evenings, Tables

    with open_database(data, create=False) as database:
        found = Evenings(database, Tables(database)).find(most=-1)
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    if as_json:
        click.echo(json.dumps([evening.facts() for evening in found], indent=2, ensure_ascii=False))
        return
    for evening in found:
        print_line(" ".join([evening.code, evening.laid_at[:10], evening.in_words()]))


@main.command("games")
@click.option("--json", "as_json", is_flag=True, help="As data: key, title, least and most players, summary.")
def games_command(as_json: bool) -> None:
    """List the games, then (not as data) those on the shelf."""
    from companion.shelf import shelf

    games = list(catalogue().values())
    if as_json:
        facts = [
            {"key": game.key, "title": game.title, "players": [game.seats[0], game.seats[-1]], "summary": game.summary}
            for game in games
        ]
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    width = max(len(game.key) for game in games)
    seats = max(len(between(game.seats)) for game in games)
    for game in games:
        click.echo(f"{game.key:<{width}}  {between(game.seats):>{seats}}  {game.title}: {game.summary}")
    click.echo("\nOn the shelf, each based on the game in the second column:\n")
    for key, told in shelf().items():
        click.echo(f"  {key:<{width}}  {told.game.key:<11}  {told.name}")


@main.command("schema")
def schema_command() -> None:
    """Print the JSON Schema of a score sheet, with every game."""
    from companion.scoresheet.json_schema import json_schema

    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    click.echo(json.dumps(json_schema(), indent=2, ensure_ascii=False))


@main.command("backup")
@click.argument("file", required=False)
@DATA_OPTION
def backup_command(file: str | None, data: Path | None) -> None:
    """Copy the database to a FILE, or a folder, also while people play. Default: its own folder's backups."""
    from companion.machine.files import data_folder, is_folder
    from companion.store.backups import backup

    if file and file.endswith(("/", os.sep)) and not is_folder(Path(file)):
        raise Refusal(f"There is no folder {file}.")
    print_line(str(backup(data or data_folder(), Path(file) if file else None)))


@main.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@DATA_OPTION
def restore_command(file: Path, data: Path | None) -> None:
    """Replace the database with the backup in FILE; the old one is kept, and so are the household and the pencils."""
    from companion.machine.files import data_folder
    from companion.store import HouseDevices
    from companion.store.backups import restore
    from companion.store.devices import device_name

    restored = restore(data or data_folder(), file)
    with open_database(data) as database:
        print_line(f"Restored from {file}. Tables: {database.rows.table('tables').count}.")
        back = [known for known in HouseDevices(database).all() if known.device in restored.devices]
    if restored.aside:
        print_line(f"The old database is kept as {restored.aside}.")
    stay = "stay" if restored.keeps_rights else "aren't known here"
    print_line(f"Changes to the household and the pencils since that backup {stay}.")
    if back:
        names = listed([known.name or str(device_name(known.device, known.kind)) for known in back])
        print_line(f"In the household again: {names}. Remove on its page what isn't yours.")


@main.command("check")
@click.option("--anew", is_flag=True, help="First rebuild what is kept of each evening beside its journal.")
@DATA_OPTION
def check_command(anew: bool, data: Path | None) -> None:
    """Check every table: nothing altered or lost, every journal replays, the counters balance."""
    from companion.store import Evenings, Tables
    from companion.store.check import problems

    with open_database(data, create=False) as database:
        if anew:
            evenings = Evenings(database, Tables(database))
            evenings.drop()
            evenings.count()
        all_problems = problems(database)
        for problem in all_problems:
            print_line(problem)
        if all_problems:
            raise SystemExit(1)
        tables, entries = (database.rows.table(name).count for name in ("tables", "entries"))
        print_line(f"All is well. Tables: {tables}, entries: {entries}.")


@main.command("cards")
@click.option("--box", type=click.Choice(["24", "18"]), help="Only the box with this many cards. Default: both.")
@click.option("--seed", help="The printed cards of a Loto night instead, by the 32 digits of their seed.")
@click.option(
    "--cards", "number", type=int, default=120, show_default=True, help="How many of these, rounded up to whole sixes."
)
@click.option("--json", "as_json", is_flag=True, help="As data: the rows of each card, by box and card number.")
def cards_command(box: str | None, seed: str | None, number: int, as_json: bool) -> None:
    """Print the cards of the built-in Loto boxes, or those of a Loto night."""
    boxes = {str(size): cards for size, cards in BOXES.items() if box in (None, str(size))}
    if seed is not None:
        from companion.engine.structure import read
        from companion.loto.rules.hall import HouseRules
        from companion.loto.rules.pack import in_sixes, pack

        if (sixes := in_sixes(number)) != number:
            click.echo(f"{number} cards become {sixes}: they come in sixes.", err=True)
        night = read(HouseRules, {"pack": seed, "cards": sixes})
        boxes = {night.pack: pack(night.pack, night.cards)}
    if as_json:
        click.echo(json.dumps(boxes))
        return
    for name, cards in boxes.items():
        click.echo(f"The cards of the seed {name}\n" if seed else f"The box of {name} cards\n")
        for card, rows in cards.items():
            lines = ["|".join(f"{number or '':>3} " for number in spaced(row)).rstrip() for row in rows]
            click.echo("\n".join([f"Card {card}", *lines, ""]))
