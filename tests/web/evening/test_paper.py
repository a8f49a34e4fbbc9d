"""Print and download: the sheet, the blank one, CSV that no spreadsheet takes for formulas, the sheet as JSON."""

import codecs
import cProfile
import csv
import io
import json
import re
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner
from flask import Flask

from companion.cli import main
from companion.engine.reports.evening import evening
from companion.loto.rules.box import BOXES
from companion.machine.clock import on_the_wall, wall_clock
from companion.scoresheet import read_sheet, sheet_from
from companion.web.evening.files import escape_formula
from tests.cli.test_export_import import FOLDER as SCORESHEETS, GOOD
from tests.tools.house import laid
from tests.tools.phone import Phone
from tests.tools.quick import app_over
from tests.web.evening.test_bgstats import linked, most_wins
from tests.web.test_costs import calls_in


def rows(phone: Phone, name: str) -> list[dict[str, str]]:
    """A CSV file of the table, read strictly, its rows by their heads."""
    phone.open(name)
    assert phone.status == 200
    lines = csv.reader(io.StringIO(phone.response.get_data().decode("utf-8-sig"), newline=""), strict=True)
    head, *body = lines
    assert {len(line) for line in body} <= {len(head)}
    return [dict(zip(head, line, strict=True)) for line in body]


def test_the_balances_have_a_row_for_every_hand_that_comes_to_nothing_with_the_pots(phone: Phone) -> None:
    phone.lays().press("Deal").press("Cat").press("Deal").press("Nobody")
    start, first, second = rows(phone, "balances.csv")
    assert [start[name] for name in ("number", "Ann", "in the pots")] == ["0", "0", ""]
    assert (first["Cat"], first["in the pots"], first["left in the pots"]) == ("7", "9", "0")
    for row in (first, second):
        assert sum(int(row[name]) for name in ("Ann", "Ben", "Cat", "Dan", "left in the pots")) == 0


def test_a_csv_file_keeps_to_the_standard(phone: Phone) -> None:
    phone.lays('Zoë "the knave", queen', "Bén").press("Deal").press("Bén").open("balances.csv")
    raw = phone.response.get_data()
    assert raw.count(b"\n") == raw.count(b"\r\n")
    assert raw.endswith(b"\r\n")
    assert '"Zoë ""the knave"", queen"'.encode() in raw
    assert phone.response.content_type == "text/csv; charset=utf-8"
    assert phone.response.headers["Content-Disposition"] == f"attachment; filename=companion-{phone.code}-balances.csv"


@pytest.mark.parametrize(("language", "between", "point"), [("en", ",", "."), ("fr", ";", ","), ("de", ";", ",")])
def test_a_spreadsheet_of_the_country_opens_it_by_a_double_click(
    phone: Phone, language: str, between: str, point: str
) -> None:
    """UTF-8 is known by its mark, cells and decimals by the country; a minus is the one on keyboards."""
    phone.joins().lays("Zoë", "Ben", amount="0.05", currency="GBP").press("Deal").press("Ben")
    year, asked = on_the_wall(wall_clock()).year, {"Accept-Language": language}
    archive = ZipFile(io.BytesIO(phone.client.get(f"/year/{year}.zip", headers=asked).get_data()))
    own = phone.client.get(f"/t/{phone.code}/balances.csv", headers=asked).get_data()
    files = {name: archive.read(name) for name in ("evenings.csv", "hands.csv")} | {"balances.csv": own}
    cells = {}
    for name, raw in files.items():
        assert raw.startswith(codecs.BOM_UTF8) and raw.count(codecs.BOM_UTF8) == 1
        head, *lines = csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline=""), delimiter=between, strict=True)
        cells[name] = [dict(zip(head, line, strict=True)) for line in lines]
    assert cells["evenings.csv"][0]["counter worth"] == f"0{point}05"
    assert [hand["change"] for hand in cells["hands.csv"] if hand["player"] == "Zoë"] == ["-3"]
    assert cells["balances.csv"][-1]["Zoë"] == "-3"


FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "＝1+1", "＋1", "−1 is text", "a;=1+1", "a; @b", "'=1", '"=1', "|=1"]
STARTS = re.compile(r"(^|[;\t\r\n])\s*[=+\-@＝＋－＠]")


@pytest.mark.parametrize("name", FORMULAS)
def test_no_name_and_no_memo_is_taken_for_a_formula(phone: Phone, name: str) -> None:
    phone.lays(name, "Ben").press("Deal").open("moves/give")
    phone.press("Correct the score", {"from": f"player:{name}", "to": "player:Ben", "counters": 1, "memo": name})
    assert "gives Ben 1" in phone.says
    phone.open("balances.csv")
    cells = [cell for line in csv.reader(io.StringIO(phone.text, newline="")) for cell in line]
    texts = [cell for cell in cells if not re.fullmatch(r"-?\d*", cell)]
    assert any(name.replace("'", "") in cell.replace("'", "") for cell in texts)
    assert not [cell for cell in texts if STARTS.search(cell)]


def test_what_is_no_formula_stays_as_it_is() -> None:
    for text in ("Ann", "a=b", "Ann + Ben", "hand-made", "", "Ann gives Ben 3 counters: fine; all agreed."):
        assert escape_formula(text) == text
    assert escape_formula(" =1") == " '=1"
    assert escape_formula("\t=1") == "\t'=1"
    assert escape_formula("a\r\n-1") == "a\r\n'-1"


def test_the_sheet_has_the_bytes_of_the_export(app: Flask, phone: Phone, tmp_path) -> None:
    phone.lays("Zoë", "Ben").press("Deal").press("Ben").open("sheet.json")
    exported = CliRunner().invoke(main, ["export", phone.code, "--data", str(tmp_path)])
    assert phone.response.get_data() == exported.stdout_bytes
    assert phone.response.content_type.startswith("application/json")
    assert phone.response.headers["Content-Disposition"].endswith(f"filename=companion-{phone.code}-sheet.json")
    assert sheet_from(json.loads(phone.text)).players == ["Zoë", "Ben"]


def test_the_result_has_the_bytes_of_the_score_of_the_export(app: Flask, phone: Phone, tmp_path) -> None:
    phone.lays("Zoë", "Ben", amount="0.05", currency="GBP").press("Deal").press("Ben").press("Finish the game")
    phone.open("result.json")
    exported = CliRunner().invoke(main, ["export", phone.code, "--data", str(tmp_path)])
    scored = CliRunner().invoke(main, ["score", "-"], input=exported.stdout_bytes)
    assert phone.response.get_data() == scored.stdout_bytes
    assert phone.response.content_type.startswith("application/json")
    assert phone.response.headers["Content-Disposition"].endswith(f"filename=companion-{phone.code}-result.json")
    assert phone.response.headers["Cache-Control"] == "no-cache"
    assert json.loads(phone.text)["settlement"] == [{"from": "Zoë", "to": "Ben", "counters": 3, "amount": "0.15"}]


def test_the_result_leaves_out_a_move_that_no_longer_stands(phone: Phone) -> None:
    phone.lays().press("Deal").press("Cat").open("journal/2").press("Strike it out").press("Save").open("result.json")
    assert (json.loads(phone.text)["entries"], json.loads(phone.text)["pots"]) == ([], {"pool": 0})


def test_the_code_of_the_file_is_the_tables_however_it_was_typed(phone: Phone) -> None:
    code = phone.lays().code
    phone.open(f"/t/{code.lower()}/balances.csv")
    assert f"companion-{code}-balances.csv" in phone.response.headers["Content-Disposition"]


def test_the_printed_sheet_has_moves_balances_and_settlement(phone: Phone) -> None:
    phone.lays(amount="0.05", currency="GBP", **{"ante": 3}).press("Deal").press("Cat").press("Finish the game")
    phone.open("paper")
    assert "Spoil-Five with house rules: What is paid For a new pool everyone puts 3 in, the dealer 1" in phone.says
    assert "Balances Player Counters Money Ann −4 −£0.20" in phone.says
    assert "Settlement Who pays whom Counters Money Paid Ann Cat 4 £0.20" in phone.says
    assert "2 Ann deals hand 1. Ann puts 4 into the pool, the others 3 each" in phone.says


def test_struck_moves_are_not_printed_and_a_table_without_a_move_prints_too(phone: Phone) -> None:
    assert "as in the book" in phone.lays().open("paper").says
    assert "Settlement Who pays" not in phone.says and "Balances Player" not in phone.says
    phone.open("").press("Deal").press("Cat").press("Deal").press("Undo").open("paper")
    assert "Ann deals hand 1." in phone.says
    assert "Ben deals hand 2." not in phone.says


def test_a_hand_of_loto_prints_as_a_line_with_its_numbers_and_claims(app: Flask, phone: Phone) -> None:
    row, *rest = BOXES[24][1]
    taken = {"Ann": 3, "Ben": 1, "Cat": 2}
    cards = [{"move": "cards", "player": name, "numbers": [card]} for name, card in taken.items()]
    numbers = [{"move": "drawn", "number": number} for number in (*row, *sum(rest, ()))]
    claims = [{"move": "claim", "prize": prize, "by": [{"player": "Ben", "card": 1}]} for prize in ("row", "card")]
    ended = [*numbers[:5], claims[0], *numbers[5:], claims[1], {"move": "deal"}, {"move": "drawn", "number": 90}]
    game = {"game": "loto", "options": {"prizes": "quarters", "drawn_by": "bag"}}
    moves = [*cards, {"move": "deal"}, *ended]
    sheet = sheet_from({"scoresheet": 1, "players": ["Ann", "Ben", "Cat"], "games": [{**game, "moves": moves}]})
    phone.code = app.extensions["companion"].tables.lay(sheet).code
    phone.open("paper")
    in_order = ", ".join(str(move["number"]) for move in numbers)
    assert f"6–22 {in_order} On {row[-1]}: Ben has a row and takes 2 counters." in phone.says
    assert f"On {rest[-1][-1]}: Ben has the whole card and takes" in phone.says
    assert "24 90 " in phone.says, "the next hand has a line of its own"


def test_a_told_game_without_counters_prints_its_rules_and_no_word_of_counters(app: Flask, phone: Phone) -> None:
    oh_hell = read_sheet((SCORESHEETS / "SHELF-oh-hell.json").read_bytes())
    phone.code = app.extensions["companion"].tables.lay(oh_hell).code
    says = phone.open("paper").says
    assert "The rules Say how many tricks you'll take. If you are right you score 10 and a point a trick" in says
    assert "The end of the game After hand 7." in says and "2/2 +12 12" in says
    for screen in ("Companion asks", "What Companion asks", "everyone says “", "owes anything", "Balances Player"):
        assert screen not in says


def test_the_empty_sheet_goes_on_from_where_the_table_stands(phone: Phone) -> None:
    phone.lays().press("Deal").press("Nobody").open("paper?empty=1")
    assert "so far −3 −2 −2 −2 9 2 3" in phone.says
    assert "Hand Ann Ben Cat Dan pool What happened" in phone.says
    phone.lays().press("Deal").press("Cat").open("seats").press("Leaves", of="Cat").open("paper?empty=1")
    assert "Hand Ann Ben Dan pool" in phone.says, "who left has no column to write in"
    assert "counting what those who left are up or down: Cat +7" in phone.says
    phone.lays(game="Pope Joan").press("Deal").open("paper?empty=1")
    assert "Hand Ann Ben Cat Dan pots What happened" in phone.says, "a board of many pots is one column"
    assert "so far −6 −3 −3 −3 15" in phone.says


@pytest.mark.parametrize(("asked", "columns"), [("", 6), ("3", 3), ("0", 1), ("99", 25), ("x", 6), ("-4", 1)])
def test_an_empty_sheet_without_a_table_has_as_many_columns_as_asked(phone: Phone, asked: str, columns: int) -> None:
    phone.open(f"/paper?players={asked}")
    head = phone.text.partition("<thead>")[2].partition("</thead>")[0]
    assert phone.status == 200
    assert head.count('<th scope="col"><span></span>') == columns


def test_the_page_of_all_games_leads_to_an_empty_sheet(phone: Phone) -> None:
    phone.open("/how-to-play").open(phone.page.links["A blank score sheet to print"])
    assert "A blank sheet" in phone.says


def test_every_given_evening_can_be_drawn_printed_and_downloaded(app: Flask, phone: Phone) -> None:
    """Also games without a deal, sides, boards and several games: what the hands left is what the balances say, and a
    play for BG Stats has the winners of the evening, also where the fewest points win.
    """
    tables, most_win = app.extensions["companion"].tables, set()
    for path in GOOD:
        table = tables.lay(read_sheet(path.read_bytes()))
        told = evening(table.journal)
        assert all(sum(hand.balances.values()) + hand.left == 0 for hand in told.hands), path.stem
        assert not told.hands or told.hands[-1].balances == table.journal.state.won, path.stem
        for page in ("evening", "paper?empty=1", "balances.csv", "sheet.json", "result.json", "plays.bgsplay", "paper"):
            assert phone.open(f"/t/{table.code}/{page}").status == 200, (path.stem, page)
        most_win |= {most_wins(play, table) for play in linked(phone)}
    assert most_win == {True, False}


def test_the_journal_says_when_and_by_whom_where_several_write(phone: Phone) -> None:
    phone.lays().press("Deal").open("me").press("Ann")
    phone.open("").press("Cat")
    tables = phone.client.application.extensions["companion"].pencils
    tables.know(phone.code, "the secret of another device", pencil=True)
    for page in ("journal", "paper"):
        assert "· Ann" in phone.open(page).says
        assert "data-clock" in phone.text
    phone.open("seats").press("Save", {"was": "Ann", "now": "Anna"})
    assert "· Anna" in phone.open("journal").says


@pytest.mark.parametrize(
    ("game", "each", "file", "settlement"),
    [
        ("Spoil-Five", None, "Balances (CSV)", "Balances and settlement"),
        ("Spoil-Five", 30, "Counters (CSV)", "Counters and settlement"),
        ("Bridge", None, "Points (CSV)", "Settlement"),
        ("Bridge", 30, "Points (CSV)", "Counters and settlement"),
    ],
)
def test_links_are_called_by_what_lies_behind_them(phone: Phone, game: str, each, file: str, settlement: str) -> None:
    phone.lays("Ann", "Ben", "Cat", "Dan", game=game, each=each)
    if game == "Bridge":
        phone.open("?move=played&trumps=H&side=Ann").press("Write it down", {"odd": 4}).press("No honours")
    at = f"/t/{phone.code}"
    assert phone.open("paper").page.links[file] == f"{at}/balances.csv"
    for page in ("", "evening"):
        assert phone.open(page).page.links[settlement] == f"{at}/settlement"


def test_a_game_of_points_prints_its_pad_and_no_counters_that_never_moved(phone: Phone) -> None:
    phone.lays("Ann", "Ben", game="Points", name="Hearts", wins="fewest", pay="winner")
    phone.press("Write it down", {"points:Ann": 20, "points:Ben": -3}).press("Write it down", {"points:Ben": 5})
    phone.press("Finish").open("paper")
    assert "Hand Ann 20 Ben 2 1 +20 20 −3 −3 2 0 20 +5 2" in phone.says
    assert "How to play Hearts The aim Hearts is played for points: the fewest at the end win." in phone.says
    assert "Hand Ann Ben 2 −18 +18 Moves" in phone.says, "in the first hand no counter moved"


def test_the_work_of_the_sheet_grows_with_the_evening_alone(tmp_path: Path) -> None:
    """Counted in calls: twice as many hands cost at most a little more than twice as much."""
    counts = []
    for hands in (200, 400):
        moves = [{"move": "deal"}, {"move": "won", "player": "Cat"}] * hands
        code = laid(tmp_path / f"{hands}", {"game": "spoil-five", "moves": moves}, ["Ann", "Ben", "Cat"])
        with app_over(tmp_path / f"{hands}") as app:
            phone = Phone(app).joins()
            phone.open(f"/t/{code}/paper")
            with cProfile.Profile() as profile:
                phone.open(f"/t/{code}/paper")
            counts.append(calls_in(profile))
    assert counts[1] < 2.1 * counts[0], counts
