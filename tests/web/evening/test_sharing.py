"""How an evening ended, as the text that a device shares."""

import re
from html import unescape

from tests.tools.house import Writes
from tests.tools.phone import Phone


def result(phone: Phone) -> str:
    found = re.search('aria-label="[^"]*">(.*?)</textarea>', phone.response.get_data(as_text=True), re.DOTALL)
    assert found
    return unescape(found[1])


def test_it_says_what_was_played_how_it_stands_and_who_pays(phone: Phone) -> None:
    phone.lays().press("Deal").press("Cat").open("moves/finish").press("Finish").open("evening")
    heading, blank, won, gap, *lines = result(phone).splitlines()
    assert re.fullmatch(r"[0-9]+ [A-Z][a-z]+ [0-9]{4} · Spoil-Five", heading) and not blank and not gap
    assert won == "Cat wins Spoil-Five (7 up · after 1 hand)"
    assert lines[:4] == ["Ann: −3", "Ben: −2", "Cat: +7", "Dan: −2"]
    assert "Ann pays Cat 3 counters" in lines


def test_a_game_of_points_says_points_and_no_balances(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Twenty-five").press("Deal")
    assert "Twenty-five: Ann 0, Ben 0, Cat 0" in result(phone.open("evening"))


def test_the_title_is_shared_and_the_rest_stays_in_the_house(phone: Phone) -> None:
    code = phone.lays().press("Deal").press("Cat").code
    found = phone.client.application.extensions["companion"]
    Writes(found.tables).describe(code, "Thursday", "Paris", "Cat cheated.")
    text = result(phone.open("evening"))
    assert text.startswith("Thursday · ") and "Paris" not in text and "cheated" not in text


def test_nothing_is_shared_before_a_hand_was_dealt(phone: Phone) -> None:
    assert "data-share" not in phone.lays().open("evening").text


def test_it_is_shared_in_the_language_of_the_device(phone: Phone) -> None:
    phone.lays().press("Deal").press("Cat").open("moves/finish").press("Finish")
    assert "Ann paie 3 jetons à Cat" in result(phone.open("evening", **{"Accept-Language": "fr"}))
