"""Games of dice and tiles speak of rounds, and of nobody who deals."""

from re import findall

import pytest

from tests.tools.phone import Phone

PAGES = [
    "",
    "journal",
    "journal/3",
    "journal/3/missing",
    "seats",
    "evening",
    "settlement",
    "overhead",
    "rules",
    "crib",
    "pad",
]
ELSEWHERE = "hand it to another Companion"
"""What is said of another thing."""


@pytest.mark.parametrize("game", ["Yahtzee", "Farkle", "Mölkky", "Darts", "Qwirkle"])
def test_no_page_of_a_game_without_cards_speaks_of_a_deal(phone: Phone, game: str) -> None:
    phone.lays("Ann", "Ben", game=game)
    if game == "Yahtzee":
        phone.open("?move=scored&box=Ones").press("3")
    else:
        asked = {name: 0 for name, _ in phone.page.forms[0].filled if name.endswith((":Ann", ":Ben"))}
        phone.press("Write it down", asked)
    for page in PAGES:
        says = phone.open(page).says.replace(ELSEWHERE, "")
        assert not findall(r".{0,60}\b(?:[Hh]ands?|[Dd]eal\w*)\b.{0,60}", says), page
    assert "Round 1 begins." in phone.open("journal").says


def test_it_does_so_in_each_language_and_at_no_other_table(phone: Phone) -> None:
    phone.lays("Ann", "Ben", game="Farkle").press("Write it down", {"turn:Ann": 500, "turn:Ben": 0})
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "fr"
    assert "La manche 1 commence." in phone.open("journal").says
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    assert "Ann deals first." in phone.lays("Ann", "Ben", game="Oh Hell").open("journal").says
