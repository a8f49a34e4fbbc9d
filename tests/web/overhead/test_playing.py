"""The table view is tapped on: each name card has what its player can say now, as the table page offers it."""

import re
from html import unescape

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from tests.loto.web.test_calling import drawn, loto
from tests.tools.phone import Button, Phone
from tests.web.table.test_routes import memos, table_of

pytestmark = pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])

CROWD = [f"Player {number}" for number in range(1, 12)]


def own(phone: Phone, player: str) -> list[str]:
    """What stands on the buttons and links of a player's name card."""
    (form,) = re.findall(rf'<form class="own"[^>]*aria-label="{player}">(.*?)</form>', phone.text, re.DOTALL)
    found = re.findall(r'<summary class="play"[^>]*>(.*?)</summary>|<a class="play"[^>]*>(.*?)</a>', form, re.DOTALL)
    return [unescape(re.sub("<[^>]+>", "", button or link)).strip() for button, link in found]


def in_the_middle(phone: Phone) -> list[str]:
    """What stands on the buttons and links before the near side."""
    near = phone.text.split('class="acts"')[-1].partition("</form>")[0]
    found = re.findall(r'<(?:summary|a) class="play[^>]*>(.*?)</(?:summary|a)>', near, re.DOTALL)
    return [re.sub("<[^>]+>.*", "", words.removeprefix("<span>")).strip() for words in found]


def again(phone: Phone, words: str, player: str = "") -> Button:
    """The button that the first tap shows."""
    return next(
        button
        for button in phone.page.buttons
        if button.attributes.get("aria-label") == f"Tap again: {words}"
        and (not player or ("player", player) in button.form.filled)
    )


def taps(phone: Phone, words: str, player: str = "") -> Phone:
    """Taps a button twice, on a player's name card or in the middle."""
    button = again(phone, words, player)
    sent = MultiDict(button.form.filled)
    if "name" in button.attributes:
        sent.add(button.attributes["name"], button.attributes["value"])
    return phone.send(phone._target(button), sent)


def test_an_evening_is_tapped_and_every_answer_is_the_table_view(app: Flask, phone: Phone) -> None:
    taps(phone.lays().open("overhead"), "Deal hand 1")
    assert own(phone, "Ann") == own(phone, "Cat") == ["I take the pool"]
    assert in_the_middle(phone) == ["Nobody: spoilt", "Undo", "Other moves"]
    taps(phone, "I take the pool", "Cat")
    assert own(phone, "Cat") == []
    assert in_the_middle(phone) == ["Deal hand 2", "Undo", "Other moves", "Finish the game"]
    taps(taps(phone, "Undo: Cat takes the pool."), "Redo: Cat takes the pool.")
    taps(phone, "Finish the game")
    assert 'class="overhead' in phone.text
    assert in_the_middle(phone)[:2] == ["Settle up", "Share"] and "Play again" in phone.buttons
    assert memos(app, phone)[-2:] == ["Cat takes the pool.", "The game is finished."]


@pytest.mark.parametrize(
    ("game", "offered"),
    [
        ("Snip-Snap-Snorum", ["Snip Ann −1", "Snap Ann −2", "Snorum Ann −3"]),
        ("Pope Joan", ["Pope", "A 1", "K 1", "Q 1", "J 1", "I'm out"]),
        ("My Bird Sings", ["My bird sings"]),
        ("Polignac", ["♠ 2", "♥ 1", "♦ 1", "♣ 1"]),
    ],
)
def test_what_a_game_declares_stands_on_every_card(phone: Phone, game: str, offered: list[str]) -> None:
    phone.lays(game=game).press("Deal")
    assert own(phone.open("overhead"), "Ben")[: len(offered)] == offered


def test_everybody_says_a_part_of_the_hand_at_the_own_seat(app: Flask, phone: Phone) -> None:
    phone.lays(game="Pope Joan").press("Deal").open("overhead")
    out = next(to for to in re.findall(r'href="([^"]*move=out[^"]*)"', phone.text) if to.endswith("player=Cat"))
    out = unescape(out)
    phone.open(out)
    asked = re.findall(r'<input [^>]*name="(cards_left:\w+)"[^>]* form="hand-"', phone.text)
    assert {*asked} == {f"cards_left:{name}" for name in ("Ann", "Ben", "Cat", "Dan")}
    answers = {"player": "Cat"} | {f"cards_left:{name}": "2" for name in ("Ann", "Ben", "Dan")}
    sends(phone, answers | {"cards_left:Dan": ""})
    assert phone.status == 422 and "Nothing is entered for Dan" in phone.text
    sends(phone.open(out), answers)
    assert 'class="overhead' in phone.text
    assert re.match("Cat .*out", memos(app, phone)[-1])


def test_what_lay_on_a_card_is_asked_at_the_seat_that_wins_it(app: Flask, phone: Phone) -> None:
    phone.lays(game="Newmarket").press("Deal").open("overhead")
    assert "on the board" in phone.text and "to King" not in phone.text
    assert 'class="counter"' not in phone.text and 'class="figure"' not in phone.text
    ace = next(to for to in re.findall(r'href="([^"]*/moves/played[^"]*)"', phone.text) if "player=Cat" in to)
    assert "What lay there?" in phone.open(unescape(ace)).says
    form = next(form for form in phone.page.forms if "lay" in form.names)
    to = unescape(form.attributes["action"])
    phone.send(to, MultiDict(form.filled) | {"lay": "99"})
    assert "not 99" in phone.refused
    phone.send(to, MultiDict(form.filled) | {"lay": "2"})
    assert 'class="overhead' in phone.text
    assert table_of(app, phone).journal.state.balances["Cat"] == 1


def sends(phone: Phone, answers: dict[str, str]) -> Phone:
    """Writes the hand down with what stands at the seats."""
    button = again(phone, "Write it down")
    return phone.send(phone._target(button), MultiDict(button.form.filled) | answers)


def test_a_tap_from_an_old_page_is_refused_on_the_table_view(app: Flask, phone: Phone) -> None:
    phone.lays().press("Deal").open("overhead")
    button = again(phone, "I take the pool", "Cat")
    path, sent = phone._target(button), MultiDict(button.form.filled)
    sent["seen"], sent["key"] = "1", "another"
    phone.send(path, sent)
    assert phone.status == 409
    assert "New:" in phone.refused
    assert memos(app, phone)[-1] == "Ann deals hand 1."


def test_without_the_pencil_there_is_nothing_to_tap(phone: Phone, another) -> None:
    phone.lays().press("Deal")
    guest = another().open(f"/t/{phone.code}/overhead")
    assert 'class="play' not in guest.text
    assert guest.page.links["Who writes"] == f"/t/{phone.code}/pencil"


def test_more_than_ten_players_have_their_moves_in_the_middle(phone: Phone) -> None:
    phone.lays(*CROWD, game="My Bird Sings").press("Deal").open("overhead")
    assert 'class="own"' not in phone.text
    assert in_the_middle(phone)[0] == "My bird sings"


def test_loto_is_drawn_claimed_and_paid(app: Flask, phone: Phone) -> None:
    loto(app, phone, "Ben 0, Cat 0", prizes="quarters")
    taps(phone.open("overhead"), "Draw")
    assert len(drawn(app, phone)) == 1
    assert own(phone, "Ben") == ["A row!", "Two rows!", "The whole card!"]
    assert own(phone, "Ann") == []
    taps(phone, "I have a row!", "Ben")
    assert "Ben claims a row: check the card." in phone.says
    assert own(phone, "Ben") == ["Two rows!", "The whole card!"]
    taps(phone, "Not this one")
    taps(taps(phone, "I have the whole card!", "Cat"), "Pay Cat")
    assert memos(app, phone)[-2].startswith("Cat ")
    assert 'class="overhead' in phone.text


def test_the_rarer_moves_are_opened_to_the_side_that_asks_and_lead_back(app: Flask, phone: Phone) -> None:
    taps(phone.lays().open("overhead"), "Deal hand 1")
    phone.open(*re.findall(r'href="([^"]*overhead/moves\?turned=far)"', phone.text))
    assert 'class="paper-page turned far"' in phone.text
    phone.open(next(to for words, to in phone.page.links.items() if words.startswith("Bar a player")))
    assert 'class="paper-page turned far"' in phone.text
    phone.press("Bar a player", {"player": "Ben", "why": "did-not-rob"})
    assert 'class="overhead' in phone.text
    assert "Ben" in memos(app, phone)[-1]
