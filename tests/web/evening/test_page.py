"""The page of the evening: its summary, its picture, its figures, and the ways that lead to it."""

import re
from collections.abc import Callable

from tests.tools.phone import Phone


def an_evening(phone: Phone, *winners: str) -> Phone:
    """A table of four where these won their hands; an empty name is a hand spoilt."""
    phone.lays()
    for winner in winners:
        phone.press("Deal").press(winner or "Nobody")
    return phone


def test_before_the_first_deal_there_is_nothing_to_draw(phone: Phone) -> None:
    phone.lays().open("evening")
    assert "Nothing to show yet" in phone.says
    assert "<svg viewBox" not in phone.text.partition("<main")[2]


def test_the_summary_tells_true_figures(phone: Phone) -> None:
    an_evening(phone, "Cat", "", "", "Ann", "Ann").open("evening")
    assert "Hands 5 Spoil-Five" in phone.says
    assert "Biggest pool 19 in the pool, hand 4, won by Ann" in phone.says
    assert "Longest wait Nobody won the pool for 2 hands (from hand 2, up to 19)" in phone.says
    assert "Luckiest Ann up in 2 of 5 hands, by 24 counters" in phone.says


def test_hands_that_move_no_counter_are_no_luck_and_hide_no_pool(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Spoil-Five").press("Deal hand 1").press("Ann").press("Finish the game")
    code = phone.code
    phone.chooses("Hearts", at=f"/t/{code}/games").press("Start Hearts")
    assert "small-pot" not in phone.open(f"/t/{code}").text
    phone.press("Write it down", {"hearts:Ann": "13", "queen": "Ben"})
    assert not phone.refused
    assert "Luckiest Ann up in 1 of 1 hand, by " in phone.open("evening").says


def test_every_figure_of_the_picture_stands_in_the_table(phone: Phone) -> None:
    an_evening(phone, "Cat", "").open("evening")
    rows = re.findall(r'<tr><th scope="row">(\d+)</th>(.*?)</tr>', phone.text)
    figures = [[number, *re.findall(r"<td>(.*?)</td>", cells)] for number, cells in rows]
    assert figures == [["1", "−3", "−2", "+7", "−2", "9", "0"], ["2", "−5", "−5", "+5", "−4", "9", "9"]]
    said = re.search(r'role="img" aria-label="(.*?)"', phone.text)
    assert said
    assert "Balances over 2 hands. Ann −5, Ben −5, Cat +5, Dan −4." in said[1]


def test_a_line_can_be_followed_and_let_go(phone: Phone, another: Callable[[], Phone]) -> None:
    an_evening(phone, "Cat").open("evening")
    assert "followed" not in phone.text
    phone.open(phone.page.links["Ben"])
    assert phone.text.count("followed") == 2
    assert 'aria-current="true"' in phone.text
    assert phone.page.links["Ben"].endswith("?player=")
    phone.open(phone.page.links["Ben"])
    assert "followed" not in phone.text
    assert phone.open("evening?player=%3Cscript%3E").status == 200, "nobody is called so"
    assert "followed" not in phone.text
    assert "faint" not in phone.text, "every line stays as it is"
    assert "<script>" not in phone.text.partition("<main")[2]
    guest = another().open(f"/t/{phone.code}/me").press("Ben").open("evening")
    assert guest.text.count("followed") == 2, "a phone that is somebody's shows that line first"


def test_several_games_are_told_apart(phone: Phone) -> None:
    an_evening(phone, "Cat").press("Finish the game").open("games?game=my-bird-sings").press("Start").press(
        "Deal"
    ).open("evening")
    assert "Hands 2 Spoil-Five and My Bird Sings" in phone.says
    assert "hand 1 (Spoil-Five, hand 1)" in phone.says
    assert re.findall(r'scope="rowgroup"><span>(.*?)<', phone.text) == ["Spoil-Five", "My Bird Sings"]


def test_the_ways_to_it(phone: Phone) -> None:
    an_evening(phone, "Cat")
    assert phone.page.links["The evening"] == f"/t/{phone.code}/evening"
    assert "The evening as a picture" not in phone.text.partition('id="table"')[2]
    phone.press("Finish the game")
    assert "The evening as a picture" in phone.text.partition('id="table"')[2]
    phone.open("settlement")
    assert phone.page.links["The evening as a picture"] == f"/t/{phone.code}/evening"
    assert phone.page.links["Print and download"] == f"/t/{phone.code}/paper"


def test_no_such_table(phone: Phone) -> None:
    for page in ("evening", "paper", "paper?empty=1", "balances.csv", "sheet.json", "result.json"):
        assert phone.open(f"/t/ZZZZZ/{page}").status == 404
