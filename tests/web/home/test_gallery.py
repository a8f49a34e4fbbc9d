"""The gallery: every game to choose from, found by words, players and kind; three are suggested."""

import re
from html import unescape

import pytest
from flask import Flask

from companion.games import catalogue
from companion.shelf import players_by_rules, shelf
from companion.store.evenings import searchable
from tests.tools.phone import Phone
from tests.tools.words import SPOKEN


def shown(phone: Phone) -> list[str]:
    """The names of the games that are in sight, in their order."""
    return re.findall(r"<li data-words(?![^>]* hidden)[^>]*>.*?<b>(.*?)</b>", phone.text)


def every(phone: Phone) -> list[str]:
    return re.findall(r"<li data-words.*?<b>(.*?)</b>", phone.text)


@pytest.fixture
def phone(phone: Phone) -> Phone:
    return phone.joins()


@pytest.mark.parametrize("language", SPOKEN)
def test_every_game_of_the_books_and_the_shelf_is_there_once(phone: Phone, language: str) -> None:
    phone.open("/lay", **{"Accept-Language": language})
    choices = re.findall(r'href="/lay\?game=([^"]*)"', phone.text)
    shelved = [f"{told.game.key}:{key}" for key, told in shelf().items()]
    assert sorted(choice.replace("%3A", ":") for choice in choices) == sorted([*catalogue(), *shelved])


def test_every_game_is_told_from_the_same_tiles(phone: Phone) -> None:
    phone.open("/how-to-play")
    assert set(re.findall(r'href="/how-to-play/([^"]*)"', phone.text)) == {*catalogue(), *shelf()}


def test_a_guest_reads_about_a_game_and_starts_none(app: Flask) -> None:
    guest, describes = Phone(app), "Describe a game of your own"
    assert Phone(app).joins().open("/lay").page.links[describes] == "/rules"
    assert describes not in guest.open("/how-to-play?q=nothing").page.links
    assert "Play it" not in guest.open("/how-to-play/pope-joan").page.links
    assert guest.open("/lay").response.request.path == "/"


@pytest.mark.parametrize(
    ("asked", "games"),
    [
        ("q=pope", ["Pope Joan"]),
        ("q=POPE+joan", ["Pope Joan"]),
        ("q=no+such+game", []),
        ("q=whist", ["Knock-out Whist", "Whist"]),
        ("q=bingo", ["Loto", "Loto night"]),
        ("players=25", ["Loto", "Loto night"]),
        ("kind=Loto", ["Loto", "Loto, by drawings", "Loto night"]),
        ("q=joan&kind=Loto", []),
        ("players=gladly&kind=None+of+them", []),
    ],
)
def test_games_are_found(phone: Phone, asked: str, games: list[str]) -> None:
    found = shown(phone.open(f"/lay?{asked}"))
    assert [game for game in found if not game.startswith("Commerce")] == games
    assert ("No game fits" in re.sub("(?s)<p[^>]* hidden>.*?</p>", "", phone.text)) is not bool(found)


@pytest.mark.parametrize("language", SPOKEN)
def test_every_game_is_found_by_its_name_in_the_language_of_the_phone(phone: Phone, language: str) -> None:
    phone.open("/lay", **{"Accept-Language": language})
    for words, name in re.findall(r'data-words="(.*?)".*?<b>(.*?)</b>', phone.text):
        assert searchable(unescape(name)) in unescape(words)


def test_games_for_so_many_are_found(phone: Phone) -> None:
    for players in (2, 5, 9, 10):
        fit = {game.title for game in catalogue().values() if players in game.seats or game.seats[-1] == 1}
        found = {*shown(phone.open(f"/lay?players={players}"))}
        assert found & {game.title for game in catalogue().values()} == fit


def test_what_was_played_last_comes_first_on_both_pages(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Polignac")
    phone.lays("Ann", "Ben", "Cat", game="Hearts")
    phone.lays("Ann", "Ben", "Cat", game="Polignac")
    assert shown(phone.open("/lay"))[:2] == ["Polignac", "Hearts"]
    assert every(phone).count("Polignac") == 1
    six = re.findall(r'class="tile".*?<b>(.*?)</b>', phone.open("/").text)
    assert six[:2] == ["Polignac", "Hearts"] and len({*six}) == 6


def test_the_first_page_after_a_start_reads_no_game_of_the_shelf(phone: Phone) -> None:
    phone.lays()
    for known in (shelf, players_by_rules):
        known.cache_clear()
    assert "Spoil-Five" in phone.open("/").says
    assert not shelf.cache_info().currsize


def test_the_households_own_rules_are_among_them(phone: Phone) -> None:
    phone.chooses("Pope Joan").press("Add", {"newcomer": "Ann, Ben, Cat"}).press("Start", {"keep_as": "our Pope"})
    assert "our Pope" in shown(phone.open("/lay")) and "our Pope" in shown(phone.open("/how-to-play"))
    assert phone.open(phone.page.links[next(words for words in phone.page.links if "our Pope" in words)]).status == 200


def test_three_games_are_suggested_the_same_ones_each_time(phone: Phone) -> None:
    asked = "/lay?players=5&minutes=20&counters=with&suggest=1"
    three = shown(phone.open(asked))[:3]
    assert "How about these?" in phone.says and shown(phone.open(asked))[:3] == three
    kinds = re.findall(r'data-kind="(.*?)"', phone.text)[:3]
    assert len({*kinds}) == 3, "they are of several kinds"
    for game in three:
        assert 5 in next(known for known in catalogue().values() if known.title == game).seats
    assert shown(phone.open(asked.replace("=with", "=without")))[:3] != three
    phone.lays("Ann", "Ben", "Cat", "Dan", "Eve", game=three[0])
    assert len(shown(phone.open(asked))) > 3


def test_who_sits_down_goes_on_to_the_form(phone: Phone) -> None:
    phone.open("/lay?player=Ann&player=Ben")
    assert "Ann and Ben" in phone.says
    phone.open(next(to for words, to in phone.page.links.items() if words.startswith("Pope Joan ")))
    assert phone.filled("player") == ["Ann", "Ben"] and phone.filled("game") == ["pope-joan"]


def test_another_game_is_chosen_at_the_table(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Polignac").press("Finish").open("games")
    assert shown(phone)[0] == "Spoil-Five" or "Polignac" not in shown(phone), "Polignac is for four"
    phone.chooses("Pope Joan", "games").press("Start Pope Joan")
    assert "Pope Joan begins" in phone.says


def test_a_code_is_asked_for_on_a_page_of_its_own(phone: Phone, app: Flask) -> None:
    code = phone.lays().code
    guest = Phone(app).open("/")
    guest.open(guest.page.links["Join a table"]).press("Go to the table", {"code": code.lower()})
    assert guest.response.request.path == f"/t/{code}/me"
