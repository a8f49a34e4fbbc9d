"""The clock on the wall is wrong: every page and every command does what it does when it is right.

The routes are walked as the application has them, the commands as they are declared; a new command says below how it
is called.
"""

from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from companion.cli import main
from companion.store import Bin, Groups
from companion.store.backups import FOLDER, backup
from companion.store.check import problems
from tests.attacks.posts import SENT
from tests.attacks.routes import NEEDS, at, routes_of
from tests.server.test_serve import COMPANION, SERVE, end, printed_until, process
from tests.tools.clock import OFF, Clock
from tests.tools.house import DEAL, House, won
from tests.tools.phone import HOME_NETWORK, NAVIGATION, Phone
from tests.tools.quick import app_over

FROM = {"REMOTE_ADDR": HOME_NETWORK}


def filled(folder: Path) -> tuple[str, str]:
    """A house that has something of everything, and the code and the secret of the phone at its table."""
    with app_over(folder) as app:
        phone = Phone(app).lays().press("Deal").press("Cat").press("Deal")
        open_ = app.extensions["companion"]
        for name in ("Thursdays", "Fridays"):
            open_.groups.keep(name, open_.tables.find(phone.code))
        open_.groups.remove(2)
        with phone.client.session_transaction() as cookie:
            return phone.code, cookie["device"]


def counts(app: Flask) -> Counter[str]:
    """How many rows each table of the database has, but those that are worked out of others."""
    rows = app.extensions["companion"].database.rows
    return Counter({name: rows.table(name).count for name in rows.table_names() if name != "evenings"})


def walked(folder: Path, code: str, secret: str) -> tuple[dict[str, int], Counter[str]]:
    """How every route answers the phone, in one order, and what the database holds then."""
    with app_over(folder) as app:
        client, answered = Phone(app).client, {}
        with client.session_transaction(environ_overrides=FROM) as cookie:
            cookie["device"] = secret
        for method, route in sorted(routes_of(app), key=lambda asked: (asked[0] == "POST", asked)):
            app.extensions["companion"].pencils.know(code, secret, pencil=True)  # an earlier route may have taken it
            answer = client.open(
                at(route, code), method=method, data=SENT.get(route), headers=NAVIGATION, environ_overrides=FROM
            )
            answer.close()
            answered[f"{method} {route}"] = answer.status_code
        assert problems(app.extensions["companion"].database) == []
        return answered, counts(app)


@pytest.mark.parametrize("off", OFF.values(), ids=OFF.keys())
def test_every_route_answers_as_when_the_clock_is_right(tmp_path: Path, wall: Clock, off: timedelta) -> None:
    right = walked(tmp_path / "right", *filled(tmp_path / "right"))
    laid = filled(tmp_path / "wrong")
    wall.off = off
    wrong = walked(tmp_path / "wrong", *laid)
    assert wrong[0].keys() == NEEDS.keys()
    assert {route: status for route, status in wrong[0].items() if status >= 500} == {}
    assert wrong == right


def laid(folder: Path) -> dict[str, list[str]]:
    """How each command is called, in a folder with an evening that goes on, and one from elsewhere."""
    house = House(folder / "data")
    house.taps(DEAL, won("Cat"))
    other = House(folder / "other")
    (folder / "evening.json").write_text(run(folder / "other", "export", "--journal", other.code).stdout)
    kept = backup(house.folder, folder / "kept.sqlite3")
    house.database.close()
    other.database.close()
    sheet = str(Path(__file__).parents[1] / "scoresheets" / "SF-E1.json")
    return {
        "backup": [],
        "cards": [],
        "check": ["--anew"],
        "export": ["--journal", house.code],
        "games": [],
        "import": [str(folder / "evening.json")],
        "restore": [str(kept)],
        "schema": [],
        "score": [sheet],
        "serve": [],
        "tables": [],
    }


def run(data: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, env={"COMPANION_DATA": str(data)})


@pytest.mark.parametrize("off", OFF.values(), ids=OFF.keys())
def test_every_command_ends_as_when_the_clock_is_right(tmp_path: Path, wall: Clock, off: timedelta) -> None:
    commands = laid(tmp_path)
    assert commands.keys() == main.commands.keys()
    wall.off = off
    for name in sorted(commands.keys() - {"serve"}, key=lambda name: (name == "restore", name)):
        ended = run(tmp_path / "data", name, *commands[name])
        assert (name, ended.exit_code, ended.exception) == (name, 0, None)
        assert not ended.stderr or (name, off < timedelta()) == ("import", True), ended.stderr
    wall.off = timedelta()
    assert run(tmp_path / "data", "check").stdout == "All is well. Tables: 1, entries: 3.\n"


SET = """
import sys, time
real, off = time.time, float(sys.argv.pop(1))
time.time = lambda: real() + off
from companion.cli import main
main()
"""
"""A Companion whose clock is off."""


@pytest.mark.parametrize("off", OFF.values(), ids=OFF.keys())
def test_it_serves_and_makes_its_backup_whatever_the_clock_says(tmp_path: Path, off: timedelta) -> None:
    house = House(tmp_path)
    Groups(house.database).remove(Groups(house.database).keep("Thursdays", house.table).number)
    house.database.close()
    command = [COMPANION[0], "-c", SET, f"{off.total_seconds()}", *SERVE, str(tmp_path)]
    with process(*command, PYTHONUNBUFFERED="1") as running:
        printed_until(running, "Stop it with Ctrl-C")
        said = end(running, 15)
        assert "Good night. Every move is kept." in said and "Traceback" not in said
    (daily,) = (tmp_path / FOLDER).iterdir()
    day = datetime.now(UTC) + off
    assert {f"daily-{(day + timedelta(days=near)):%Y-%m-%d}.sqlite3" for near in (-1, 0, 1)} & {daily.name}
    house.open()
    assert [gone.days_left for gone in Bin(house.database).all()] == [29]
    house.database.close()
