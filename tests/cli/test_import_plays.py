"""Plays of other programs by command: with a day, with a file of names, and taken back."""

from pathlib import Path
from zipfile import ZipFile

from click.testing import CliRunner, Result

from companion.cli import main

PLAYS = Path(__file__).parents[1] / "plays" / "files"


def run(data: Path, *words: str, text: str = "") -> Result:
    return CliRunner().invoke(main, [*words, "--data", str(data)], input=text)


def test_plays_come_in_doubtful_names_need_a_file_and_all_goes_again(tmp_path: Path) -> None:
    data, names = tmp_path / "data", tmp_path / "names.txt"
    first = run(data, "import", str(PLAYS / "bgg.xml"))
    assert (first.exit_code, first.stderr) == (0, "plays of BoardGameGeek: 1 saved, 0 here already.\n")
    assert "0 saved, 1 here already" in run(data, "import", str(PLAYS / "plays.bgsplay")).stderr
    rounds = "Anne;Ben\n3;4\nx;5\n"
    doubtful = run(data, "import", "-", "--day", "1999-12-31", text=rounds)
    assert doubtful.exit_code == 1
    assert doubtful.stderr.startswith("line 3: “x” is not a number of points.\nSay who these are")
    names.write_text("Anne;Ann\n", "utf-8")
    number = run(data, "import", "-", "--day", "1999-12-31", "--names", str(names), text=rounds).stdout.strip()
    listed = run(data, "tables").stdout.splitlines()
    assert [line[6:] for line in listed] == [
        "2024-03-02 Ann and Ben · Cribbage · 1 hand · Ann 121",
        "1999-12-31 Ann and Ben · Points · 1 hand · Ben 4",
    ]
    assert run(data, "import", "--undo", number).stdout == "Evenings that stay: 0.\n"
    assert run(data, "tables").stdout.splitlines() == listed[:1]
    assert run(data, "import", "--day", "soon", str(PLAYS / "plays.csv")).exit_code == 2
    assert run(data, "import").exit_code == 2


def test_a_file_of_names_is_read_however_it_was_saved(tmp_path: Path) -> None:
    data, names = tmp_path / "data", tmp_path / "names.txt"
    run(data, "import", "-", text="Date;Zoé;Ben\n2024-03-01;1;2\n")
    for day, saved in enumerate(
        ("Zoë;Zoé\r\n".encode("cp1252"), "Zoë;Zoé".encode("utf-8-sig"), b" Zo\xc3\xab ; Zo\xc3\xa9 "), 2
    ):
        names.write_bytes(saved)
        kept = run(data, "import", "-", "--names", str(names), text=f"Date;Zoë;Ben\n2024-03-0{day};1;2\n")
        assert (kept.exit_code, "1 saved" in kept.stderr) == (0, True)
    assert {line.partition(" · ")[0][17:] for line in run(data, "tables").stdout.splitlines()} == {"Zoé and Ben"}


def test_what_is_asked_on_the_page_is_an_option_and_what_is_not_there_is_said(tmp_path: Path) -> None:
    data, rows = tmp_path / "data", "Date,Ann,Ben\n03/02/2024,1,2\n2024-01-01,7,\n"
    asked = run(data, "import", "-", text=rows)
    assert (asked.exit_code, "--days day-first" in asked.stderr) == (1, True)
    assert run(data, "import", "-", "--days", "month-first", text=rows).exit_code == 0
    assert run(data, "tables").stdout[6:16] == "2024-03-02"
    gone = run(data, "import", "--undo", "nonsense")
    assert (gone.exit_code, gone.stdout, gone.stderr) == (1, "", "There is no import nonsense here.\n")
    left_out = run(data, "import", str(PLAYS / "bgg-page.xml")).stderr
    assert "4 plays of one person stay out: 365 Adventures: The Dungeon 2024-04-16, " in left_out
    by_points = "by the points it would be Ben and Cat: who won is kept, the points aren't."
    assert f"Tiwanaku, 2023-10-16: {by_points}" in left_out
    years = run(tmp_path / "years", "import", str(PLAYS / "bgstats-kept-for-years.bgsplay")).stderr
    assert "play 20, ROVE: Results-Oriented Versatile Explor…, 2021-12-04: it is marked to be ignored." in years
    assert "42 saved, 0 here already" in years


def test_an_evening_of_a_year_that_no_cards_can_bring_about_is_named_and_the_others_come_in(tmp_path: Path) -> None:
    sheets = PLAYS.parents[1] / "scoresheets"
    cassino = str(sheets / "CA-tie-at-the-target-plays-on.json")
    code = run(tmp_path, "import", cassino, "--day", "2024-03-02").stdout.strip()
    evening, year = run(tmp_path, "export", code, "--journal").stdout, tmp_path / "2024.zip"
    with ZipFile(year, "w") as archive:
        archive.writestr("other.json", evening.replace('Cleo\\": 39', 'Cleo\\": 19'))
        archive.writestr("journals/2024-03-02-same.json", evening)
        archive.writestr("again.json", evening)
    kept = run(tmp_path / "others", "import", str(year))
    assert kept.stderr.splitlines() == [
        "other.json, Cassino, 2024-03-02: Move 5 can't be written again: The cards add up to 32, not 52.",
        "an archive of Companion: 1 saved, 1 here already.",
    ]
