"""The wall: the number, the board, prizes and who has them, the card that won; for other games a sentence."""

import re
from pathlib import Path

from flask import Flask

from companion.loto.rules.box import BOXES
from tests.loto.web.test_calling import drawn, follows, loto, seed_of, takes, until
from tests.loto.web.test_drawings import AMBO_TERNE, draws, table as by_drawings
from tests.tools.house import plays
from tests.tools.phone import Phone
from tests.tools.quick import app_over
from tests.web.table.test_routes import table_of

QUARTERS = {"prizes": "quarters", "stake": 8}

NOBODYS = (3, 7, 8, 9, 13, 14, 18, 19, 20, 23)
"""On none of the cards 1, 3 and 5."""


def tiles(phone: Phone) -> dict[str, tuple[str, str]]:
    """What each tile says: its figure and its sentence, by its title."""
    found = re.findall(r"<h2>([^<]*)</h2>\s*<b>([^<]*)</b>\s*<p>([^<]*)</p>", phone.open("wall").text)
    return {title: (counters, says) for title, counters, says in found}


def on_the_board(phone: Phone) -> set[int]:
    """The numbers that are out, by the board of the wall."""
    return {int(number) for number in re.findall(r'<span class="out(?: last)?">(\d+)</span>', phone.open("wall").text)}


def in_order(phone: Phone) -> list[tuple[int, int]]:
    """Every number with its place in the order of the calls."""
    found = re.findall(r"<li><small>(\d+)\.</small>\s*(?:<b>)?(\d+)", phone.text)
    return [(int(place), int(number)) for place, number in found]


def to_the_end(app: Flask, phone: Phone, another) -> Phone:
    """Ben claims a row, two rows and the card as soon as he has them, and is paid."""
    ben = follows(phone, another, "Ben")
    for rows, prize in ((1, "a row"), (2, "two rows"), (3, "the whole card")):
        phone.open("")
        until(app, phone, 1, rows)
        ben.open("").press(f"I have {prize}!")
        phone.open("").press("Pay Ben")
    return ben


def test_one_who_may_watch_sees_the_number_the_board_and_the_prizes(app: Flask, phone: Phone, another) -> None:
    loto(app, phone, **QUARTERS)
    for _ in range(9):
        phone.press("Draw")
    watcher = another()
    watcher.code = phone.code
    called = drawn(app, phone)
    assert on_the_board(watcher) == {*called}
    assert f"Number {called[-1]}" in watcher.says
    (before,) = re.findall(r'<ol class="before".*?</ol>', watcher.text, re.DOTALL)
    assert [int(number) for number in re.findall(r"<li>(\d+)</li>", before)] == [*called[-6:-1][::-1]]
    assert in_order(watcher) == [*enumerate(called, 1)]
    assert tiles(watcher) == {
        "A row": ("4", "still to be won"),
        "Two rows": ("4", "still to be won"),
        "The whole card": ("8", "still to be won"),
    }
    assert seed_of(app, phone) not in watcher.text and "<form" not in watcher.text


def test_it_says_how_many_wait_for_one_number_but_not_in_a_race(app: Flask, phone: Phone) -> None:
    """LO1-10: in a race nobody but the players knows who covers what."""
    numbers = BOXES[24][1][0]
    for race, says in (({}, "1 needs one number"), ({"race": "on"}, "still to be won")):
        loto(app, phone, drawn_by="bag", **race)
        for number in [*BOXES[24][1][1], *BOXES[24][1][2], *numbers[1:]]:
            phone.press(str(number), of=str(number))
        assert tiles(phone) == {"The whole card": ("8", says)}


def test_a_claim_is_shown_as_it_comes(app: Flask, phone: Phone, another) -> None:
    ben = follows(loto(app, phone, **QUARTERS).press("Draw"), another, "Ben").press("I have a row!")
    assert "Ben doesn't have a row" not in ben.open("wall").says, "its phone alone was told"
    until(app, phone, 1, 1)
    ben.open("").press("I have a row!")
    assert "Ben has a row" in ben.open("wall").says
    phone.open("").press("Not this one")
    assert "Ben has a row" not in ben.open("wall").says


def test_after_the_last_prize_all_stays_until_the_next_deal(app: Flask, phone: Phone, another) -> None:
    ben = to_the_end(app, loto(app, phone, "Ben 1, Cat 2, Dan 3", **QUARTERS), another)
    called = [number for _, number in in_order(ben.open("wall"))]
    assert on_the_board(ben) == {*called} > {number for row in BOXES[24][1] for number in row}
    assert "Ben The whole card · 12 Ben · card 1" in ben.says
    paid = tiles(ben)
    assert paid["The whole card"] == ("12", f"Ben, after {called[-1]}")
    assert [counters for counters, _ in paid.values()] == ["6", "6", "12"]
    assert all(says.startswith("Ben, after ") for _, says in paid.values())
    winning = re.findall(r'<span class="out">(\d+)<span class="sr"> is out</span>', ben.text)
    assert sorted(map(int, winning)) == sorted(number for row in BOXES[24][1] for number in row)
    phone.open("").press("Deal")
    assert on_the_board(ben) == set() and "Ben · card 1" not in ben.says


def test_all_cards_of_who_needs_all_of_them_are_shown(app: Flask, phone: Phone) -> None:
    """LO1-05."""
    loto(app, phone, "Cat 2, Dan 3", whole="all-cards", drawn_by="bag", caller="nobody")
    phone.press("Undo")
    takes(app, phone, "Ben", {"numbers": [1, 4]})
    phone.open("").press("Deal")
    for number in {number for card in (1, 4) for row in BOXES[24][card] for number in row}:
        phone.press(str(number), of=str(number))
    phone.open("").press("Ben", {"prize": "card"}).press("Pay Ben")
    says = phone.open("wall").says
    assert "Ben · card 1" in says and "Ben · card 4" in says and "card 2" not in says


def test_cards_that_nobody_here_has_seen_win_without_a_picture(app: Flask, phone: Phone) -> None:
    loto(app, phone, "Ben 1, Cat 0")
    game = table_of(app, phone).journal.state.game
    won = game.read_move({"move": "claim", "prize": "card", "by": [{"player": "Cat", "card": 0}]})
    app.extensions["companion"].tables.record(phone.code, None, None, plays(won))
    assert tiles(phone) == {"The whole card": ("8", "Cat")}
    assert 'class="winning"' not in phone.text


def test_a_drawing_stands_there_with_what_it_paid(app: Flask, phone: Phone) -> None:
    by_drawings(app, phone)
    assert "Nothing paid yet." in phone.open("wall").says
    draws(phone, *AMBO_TERNE)
    paid = tiles(phone)
    assert next(iter(paid)) == "Ann" and paid["Ann"][1] == "terne, ambo"
    assert on_the_board(phone) == {*AMBO_TERNE}
    assert [number for _, number in in_order(phone)] == [*AMBO_TERNE]
    assert "Ann drew" in phone.says and "Pass the bag to Ben." in phone.says


def test_a_drawing_of_which_nobody_has_a_number_says_so(app: Flask, phone: Phone) -> None:
    draws(by_drawings(app, phone), *NOBODYS)
    assert "Nobody has won one yet." in phone.open("wall").says


def test_every_drawing_stays_to_be_looked_up(app: Flask, phone: Phone) -> None:
    draws(draws(by_drawings(app, phone), *AMBO_TERNE), *NOBODYS)
    says = phone.open("").says
    assert f"1. Ann {' · '.join(map(str, AMBO_TERNE))}" in says
    assert f"2. Ben {' · '.join(map(str, NOBODYS))}" in says


def test_the_rhythm_and_a_pause_outlive_a_restart(tmp_path: Path) -> None:
    with app_over(tmp_path) as app:
        at_once, rests = by_drawings(app, Phone(app)).press("All at once").press("Draw ten"), loto(app, Phone(app))
        rests.press("Draw").send("loto/pause", {"on": "1"})
    with app_over(tmp_path) as app:
        assert 'data-every="0"' in Phone(app).open(f"/t/{at_once.code}/wall").text
        assert "A short break" in Phone(app).open(f"/t/{rests.code}/wall").says


def test_another_game_is_told_that_the_wall_is_for_loto(app: Flask, phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat")
    assert "/wall" not in phone.open("").text and "/wall" not in phone.open("overhead").text
    assert "This screen is for Loto" in phone.open("wall").says
    assert f'href="/t/{phone.code}/overhead"' in phone.text
    loto(app, phone)
    assert (
        f'href="/t/{phone.code}/wall"' in phone.open("follow").text
        and f'href="/t/{phone.code}/wall"' in phone.open("overhead").text
    )


def test_a_screen_that_is_up_to_date_is_sent_nothing(app: Flask, phone: Phone) -> None:
    loto(app, phone)
    at = re.findall(r'hx-get="([^"]*/wall[^"]*)"', phone.open("wall").text)[0].replace("&amp;", "&")
    swaps = {"HX-Request": "true"}
    assert phone.client.get(at, headers=swaps).status_code == 204
    phone.open("").press("Draw")
    assert f"Number {drawn(app, phone)[-1]}" in phone.open(at.removeprefix(f"/t/{phone.code}/"), **swaps).says
