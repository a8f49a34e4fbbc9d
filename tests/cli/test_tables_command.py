"""``companion tables``: every evening with its code, for people and for programs."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from companion.cli import main
from tests.tools.house import DEAL, FINISH, House, sheet, won


def run(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["tables", *arguments, "--data", str(folder)])


def test_a_line_for_every_evening_the_latest_first(house: House) -> None:
    house.taps(DEAL, won("Cat"), FINISH)
    later = house.tables.lay(sheet("Zoë Øyvind", "jig")).code
    first, second = run(house.folder).stdout.splitlines()
    assert first.startswith(f"{later} 20") and first.endswith(" Zoë and Øyvind · Jig · 0 hands")
    assert second.startswith(house.code)
    assert second.endswith(" Ann, Ben, Cat and Dan · Spoil-Five · 1 hand · Cat +7")


def test_every_evening_as_data(house: House) -> None:
    house.taps(DEAL, won("Cat"), FINISH)
    (evening,) = json.loads(run(house.folder, "--json").stdout)
    assert evening == {
        "code": house.code,
        "laid_at": house.table.laid_at,
        "title": "",
        "players": ["Ann", "Ben", "Cat", "Dan"],
        "games": ["Spoil-Five"],
        "hands": 1,
        "over": True,
        "on_top": {"players": ["Cat"], "counters": 7},
        "owed": [{"from": name, "to": "Cat"} for name in ("Ann", "Ben", "Dan")],
    }


def test_without_a_database_that_is_said(tmp_path: Path) -> None:
    assert "There are no tables in" in run(tmp_path / "none").stderr


def test_check_works_the_lines_out_anew_where_asked(house: House) -> None:
    run(house.folder)
    house.database.rows.execute("update evenings set words = ''")
    house.database.rows.commit()
    check = ["check", "--data", str(house.folder)]
    assert CliRunner().invoke(main, check).exit_code == 1
    assert CliRunner().invoke(main, [*check, "--anew"]).exit_code == 0
