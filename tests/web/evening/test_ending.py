"""How a game ends: who won it and with what, on every screen, in the picture's text and on paper, for every game."""

import re
from pathlib import Path

import pytest
from attrs import evolve
from flask import Flask

from companion.engine.reports.winners import just_ended
from companion.games import catalogue
from companion.scoresheet import Sheet, read_sheet, record_sheet, sheet_from
from companion.shelf import shelf
from companion.web.evening.ending import how_it_went
from tests.tools.phone import Phone

SHEETS = Path(__file__).parents[2] / "scoresheets"
WON = {
    "BA-E1": "R1 wins Baccara",
    "BR-E1": "Ann and Cleo win Bridge",
    "CA-E4-stake": "Ann and Cleo win Cassino",
    "CF-bank-grows-passes-and-loses": "Dan wins Chemin de Fer",
    "EC-E1": "Ben and Dan win Earl of Coventry",
    "FA-E4": "Ben wins Farmer",
    "LH-E1": "Loto night is over",
    "HG-1": "Cat wins Kitty",
    "JG-E1": "Cleo wins Jig",
    "LS-E1": "Ben wins Lift Smoke",
    "LO1-E1": "Ben wins Loto",
    "LO2-E7": "Cleo wins Loto, by drawings",
    "MA-E1": "Ben wins Macao",
    "MB-E1": "Cleo wins My Bird Sings",
    "NM-E1": "Ben wins Newmarket",
    "PG-E2": "Cleo wins Hearts",
    "PO-E1": "Dan wins Polignac",
    "PJ-E2": "Cleo wins Pope Joan",
    "SN-E5": "Dan wins Snip-Snap-Snorum",
    "SP-E2": "Cleo wins Spin",
    "SF-E3": "Ann wins Spoil-Five",
    "SF-E6": "Ben wins Twenty-five",
    "VU-E1": "Eve wins Vingt-un",
    "SHELF-commerce": "Ben and Cleo win Commerce",
    "SHELF-crazy-eights": "Ben wins Crazy Eights",
    "SHELF-cribbage": "Ann wins Cribbage",
    "SHELF-yahtzee": "Ann wins Yahtzee",
    "SHELF-doppelkopf": "Dan wins Doppelkopf",
    "SHELF-gin": "Ann wins Gin",
    "SHELF-hearts": "Cleo wins Hearts",
    "SHELF-hearts-omnibus": "Dan wins Hearts",
    "SHELF-knock-out-whist": "Cleo wins Knock-out Whist",
    "SHELF-loo": "Dan wins Loo",
    "SHELF-loo-unlimited": "Ben and Dan win Loo",
    "SHELF-nap": "Dan wins Nap",
    "SHELF-oh-hell": "Ann wins Oh Hell",
    "SHELF-rummy": "Ann wins Rummy",
    "SHELF-short-whist": "Ann and Cleo win Whist",
    "SHELF-skat": "Ben wins Skat",
    "SHELF-skyjo": "Ann wins Skyjo",
    "SHELF-speculation": "Ben wins Speculation",
    "SHELF-uno": "Ann wins Uno",
    "SHELF-6-nimmt": "Dan wins 6 nimmt!",
    "SHELF-darts": "Ann wins Darts",
    "SHELF-farkle": "Cleo wins Farkle",
    "SHELF-five-crowns": "Ben and Cleo win Five Crowns",
    "SHELF-molkky": "Ben wins Mölkky",
    "SHELF-phase-10": "Ann wins Phase 10",
    "SHELF-qwirkle": "Cleo wins Qwirkle",
    "SHELF-river": "Ann wins Up and Down the River",
    "SHELF-rummikub": "Ben wins Rummikub",
    "SHELF-skull-king": "Ben wins Skull King",
    "SHELF-spades": "Ann and Cleo win Spades",
    "SHELF-wizard": "Ben wins Wizard",
    "SHELF-canasta": "Ben and Dan win Canasta",
    "SHELF-coinche": "Ann and Cleo win Coinche",
    "SHELF-jass": "Ann and Cleo win Jass",
    "SHELF-oh-hell-exact": "Cleo wins Oh Hell",
    "SHELF-tarot": "Ann wins Tarot",
    "SHELF-tarot-5": "Ann wins Tarot",
}
"""Who won a worked evening of each game of the books, and of the shelf."""
SCREENS = ("", "overhead", "wall", "evening", "paper", "settlement")


def finished(name: str) -> Sheet:
    """An evening of the sheets, finished by hand where its game didn't end by itself."""
    sheet = read_sheet((SHEETS / f"{name}.json").read_bytes())
    (game,) = sheet.games
    if record_sheet(sheet).state.over:
        return sheet
    return evolve(sheet, games=[evolve(game, moves=[*game.moves, game.opening.read_move({"move": "finish"})])])


def test_every_game_of_the_books_and_of_the_shelf_ends_here() -> None:
    books = {finished(name).games[0].opening.game.key for name in WON}
    assert books == {*catalogue()} and {f"SHELF-{key}" for key in shelf()} <= {*WON}


@pytest.mark.parametrize("name", WON)
def test_every_screen_says_who_won(app: Flask, phone: Phone, name: str) -> None:
    phone.code = app.extensions["companion"].tables.lay(finished(name)).code
    for screen in SCREENS:
        assert WON[name] in phone.open(screen).says, screen or "the table"
    assert f"{WON[name]} (" in phone.open("evening").text, "the text to share"


def test_the_winner_stands_first_with_what_it_pays(app: Flask, phone: Phone) -> None:
    phone.code = app.extensions["companion"].tables.lay(finished("SHELF-hearts")).code
    says = phone.open("").says
    assert "in the lead" not in says, "it ended by itself"
    assert says.index("Cleo 13 points") < says.index("Ben 47 points") < says.index("Dan 100 points")


def jig(phone: Phone, *hands: tuple[str, dict[str, int]]) -> None:
    """Hands of Jig, each won by a player from the cards that the others hold, and its end."""
    for winner, left in hands:
        cards = {f"cards_left:{name}": number for name, number in left.items()}
        phone.open("").send("moves/out", {"player": winner} | cards)
    phone.open("").press("Finish")


def test_a_winner_who_left_and_was_paid_stands_first_on_every_screen(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", "Dan", game="Jig").press("Deal")
    phone.send("moves/out", {"player": "Ann", "cards_left:Ben": 2, "cards_left:Cat": 3, "cards_left:Dan": 1})
    phone.send("settled", {"player": "Ann"}).open("").press("Deal")
    jig(phone, ("Ben", {"Cat": 3, "Dan": 1}))
    for screen in ("", "evening"):
        assert "1 Ann +6 2 Ben" in phone.open(screen).says, screen or "the table"


@pytest.fixture
def again(phone: Phone) -> Phone:
    """A phone at the second game of an evening; the first one put Ann 18 up."""
    phone.lays("Ann", "Ben", "Cat", game="Jig").press("Deal")
    jig(phone, ("Ann", {"Ben": 9, "Cat": 9}))
    return phone.chooses("Jig", at=f"/t/{phone.code}/games").press("Start Jig").press("Deal")


def test_the_second_game_of_an_evening_says_what_it_brought_alone(again: Phone) -> None:
    jig(again, ("Ben", {"Ann": 2, "Cat": 1}))
    for screen in ("", "evening"):
        assert "1 Ben +3 2 Cat −1 3 Ann −2" in again.open(screen).says, screen or "the table"
    assert '">+3</text>' in again.open("").text, "on the medal"


def test_how_it_went_begins_with_the_game_and_draws_what_it_brought(again: Phone) -> None:
    jig(again, ("Ben", {"Ann": 2, "Cat": 1}), ("Ben", {"Ann": 2, "Cat": 1}))
    assert "How it went −4 −2 0 +2 +4 +6 −4 Ann +6 Ben −2 Cat 1 2" in again.open("").says


def test_the_lines_of_a_second_game_end_at_what_is_said_beside_them(app: Flask, phone: Phone) -> None:
    """A gift before its first deal is in both."""
    hands = [{"move": "deal"}, {"move": "won", "player": "Cat"}, {"move": "deal"}, {"move": "won", "player": "Ann"}]
    gift = {"move": "give", "from": "Ann", "to": "Ben", "counters": 5}
    games = [{"game": "spoil-five", "moves": [*before, *hands, {"move": "finish"}]} for before in ([], [gift])]
    sheet = sheet_from({"scoresheet": 1, "players": ["Ann", "Ben", "Cat"], "games": games})
    table = app.extensions["companion"].tables.lay(sheet)
    drawn, ended = how_it_went(table), just_ended(table.journal)
    assert drawn and ended
    assert {line.name: line.balance for line in drawn[1].lines} == {who.player: who.counters for who in ended.standings}


def test_points_below_nothing_have_a_minus_wherever_they_stand(phone: Phone) -> None:
    phone.lays("Ann", "Ben", game="Points").send("moves/scored", {"points:Ann": -5, "points:Ben": -20})
    phone.open("").press("Finish")
    for screen in ("", "evening", "wall"):
        says = phone.open(screen).says
        assert "1 Ann −5 points 2 Ben −20 points" in says or screen == "wall", screen or "the table"
        assert "−5 points · finished after 1 hand" in says and "−5 points Ann wins" in says and "-5" not in says


def test_a_game_of_points_that_people_finish_says_so(app: Flask, phone: Phone) -> None:
    phone.code = app.extensions["companion"].tables.lay(finished("SHELF-skat")).code
    assert "Ben wins Skat 116 points · finished after 6 hands" in phone.open("").says


def test_a_pool_of_twenty_five_is_won_before_the_evening_is_over(phone: Phone) -> None:
    """Ann and Ben stand at 25, and Ben was there first: the pool is his, and the next may be dealt."""
    phone.lays("Ann", "Ben", "Cleo", game="Twenty-five").press("Deal")
    phone.send("moves/tricks", {"won:Ann": "4", "won:Ben": "1"})
    phone.send("moves/tricks", {"won:Ann": "1", "won:Ben": "4", "first": "Ben"})
    says = phone.open("").says
    assert "Ben wins Twenty-five 25 points · the pool of 8 · 5 up · after 2 hands" in says and "Deal hand 3" in says
    assert "lead" not in says
    assert "Ben wins Twenty-five" not in phone.open("").press("Deal").says, "the next is on"
    phone.press("Undo").open("moves/finish").press("Finish")
    assert "Twenty-five last played today · most wins: Ben (1) once" in phone.open("/statistics").says


def test_the_pools_of_an_evening_stay_on_its_pad_its_page_and_in_its_text(phone: Phone) -> None:
    """Also at a table that deals automatically, a pool is seen before the next is dealt for."""
    phone.lays("Ann", "Ben", game="Twenty-five").send("rules", {"deal": "at once"}).open("").press("Deal")
    assert "Ann wins Twenty-five" in phone.press("Write it down", {"won:Ann": 5, "won:Ben": 0}).says
    phone.press("Deal")
    for screen in ("", "pad", "evening", "paper"):
        assert "Ann · the pool of 5" in phone.open(screen).says, screen or "the table"
    pool = "Twenty-five · hand 1 · Ann · the pool of 5"
    assert phone.open("evening").text.count(pool) == 2, "beside its chart, and in the text to share"


def test_every_prize_of_loto_says_who_has_it(app: Flask, phone: Phone) -> None:
    phone.code = app.extensions["companion"].tables.lay(finished("LO1-E1")).code
    for screen in ("", "wall", "evening"):
        assert re.search("Row: Ben ?, 4 Two rows: Ann ?, 4 Card: Ben ?, 8", phone.open(screen).says), screen


def test_where_all_are_level_nobody_wins(app: Flask, phone: Phone) -> None:
    phone.code = app.extensions["companion"].tables.lay(finished("PJ-E7")).code
    assert "Nobody wins Pope Joan everyone is even" in phone.open("").says


def test_who_is_ahead_over_several_games_is_said_beside_their_winners(phone: Phone) -> None:
    phone.lays().press("Deal").press("Cat").open("moves/finish").press("Finish")
    phone.open("games?game=spoil-five").press("Start", of=None).press("Deal").press("Ann")
    says = phone.open("moves/finish").press("Finish").open("evening").says
    assert "Cat wins Spoil-Five" in says and "Ann wins Spoil-Five" in says and "ahead, with" in says
