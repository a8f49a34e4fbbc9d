"""The cards of the built-in boxes: to look at, to print, and one on a phone, with what is drawn."""

import re

import pytest
from flask import Flask

from companion.engine.kit.moves import COMMON
from companion.games import catalogue
from companion.loto.rules.box import BOXES
from companion.loto.web import cards
from companion.web.request import qr
from tests.loto.web.test_calling import drawn, loto, takes
from tests.tools.house import plays
from tests.tools.phone import Phone
from tests.web.table.test_routes import table_of


def printed(text: str) -> list[list[list[int | None]]]:
    """The cards of a page as they are drawn: for every card its rows of nine spaces."""
    tables = re.findall(r"<table>(.*?)</table>", text, re.DOTALL)
    rows = [re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL) for table in tables]
    return [[[int(n) if n else None for n in re.findall(r"<td[^>]*>(?:<b>(\d+))?", row)] for row in of] for of in rows]


def marked(phone: Phone) -> list[int]:
    """The numbers of the page that are marked as drawn."""
    return [int(number) for number in re.findall(r'<td class="drawn.*?<b>(\d+)</b>', phone.text)]


def newest(phone: Phone) -> list[int]:
    return [int(number) for number in re.findall(r'<td class="drawn newest"><b>(\d+)</b>', phone.text)]


@pytest.mark.parametrize("size", [24, 18])
def test_every_card_of_a_box_is_drawn_with_nine_spaces_a_row(phone: Phone, size: int) -> None:
    drawn_cards = printed(phone.open(f"/cards?box={size}").text)
    assert len(drawn_cards) == size
    for rows, card in zip(drawn_cards, BOXES[size].values(), strict=True):
        assert [len(row) for row in rows] == [9, 9, 9]
        assert [sorted(filter(None, row)) for row in rows] == [sorted(row) for row in card]
    assert all(
        row[place] is None or row[place] // 10 == place or row[place] == 90
        for rows in drawn_cards
        for row in rows
        for place in range(9)
    )


def test_the_cards_are_found_behind_the_games(phone: Phone) -> None:
    phone.open("/").open(phone.page.links["Games & rules"])
    assert phone.page.links["Loto cards"] == "/cards"
    assert "Card 24" in phone.open("/cards").says
    assert phone.page.links["Print"] == "/cards/print?box=24&per=6"


@pytest.mark.parametrize(
    "path",
    [
        *("/cards?box=12", "/cards?box=x", "/cards/24/0", "/cards/24/25", "/cards/18/19", "/cards/7/1"),
        *("/cards/print?per=3", "/cards/print?box=0", "/cards/24/7?table=NOPE2"),
    ],
)
def test_what_is_not_in_a_box_is_not_there(phone: Phone, path: str) -> None:
    assert phone.open(path).status == 404


@pytest.mark.parametrize(("size", "per", "sheets"), [(24, 6, 4), (24, 2, 12), (18, 6, 3), (18, 2, 9)])
def test_each_printed_card_has_its_number_and_the_code_of_its_address(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, size: int, per: int, sheets: int
) -> None:
    coded: list[str] = []
    drawn_code = cards.qr_svg
    monkeypatch.setattr(cards, "qr_svg", lambda address: coded.append(address) or drawn_code(address))
    phone.open(f"/cards/print?box={size}&per={per}")
    assert phone.text.count('<section class="sheet') == sheets
    assert [int(number) for number in re.findall(r"<b>№ (\d+)</b>", phone.text)] == list(BOXES[size])
    assert len(printed(phone.text)) == phone.text.count('<figure class="code"><svg') == size
    for number, address in zip(BOXES[size], coded, strict=True):
        assert re.fullmatch(rf"http://[\w.]+/cards/{size}/{number}", address)
        assert "localhost" not in address, "which another phone could not reach"


def test_cards_are_printed_for_the_address_that_was_chosen(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(qr, "own_addresses", lambda: ["10.0.0.5", "172.17.0.1"])
    phone.open("/cards/print")
    phone.open(phone.page.links["172.17.0.1"]).open(phone.page.links["Two to a page"])
    assert "Each QR code opens its card at http://172.17.0.1/" in phone.says


def test_a_card_is_plain_for_who_follows_no_table(app: Flask, phone: Phone, another) -> None:
    loto(app, phone).press("Draw")
    stranger = another().open("/cards/24/1")
    assert len(printed(stranger.text)) == 1
    assert marked(stranger) == []
    assert "hx-get" not in stranger.text and "data-stream" not in stranger.text
    assert "Type in the code of its table" in stranger.says


def test_a_card_shows_what_is_drawn_at_the_table_that_the_phone_follows(app: Flask, phone: Phone, another) -> None:
    loto(app, phone, drawn_by="bag", covered_by="app")
    watcher = another().open(f"/t/{phone.code}").open("/cards/24/1")
    assert "Ben's card" in watcher.says
    assert "No number is drawn yet." in watcher.says
    for number in (33, 90, 5):
        phone.open(f"/t/{phone.code}").press(str(number), of=str(number))
    watcher.open("/cards/24/1")
    assert marked(watcher) == [5, 33] and newest(watcher) == [5]
    assert "3 of the 90 numbers are out." in watcher.says
    assert f'data-stream="/t/{phone.code}/stream"' in watcher.text
    assert marked(watcher.open("/cards/24/2")) == []
    assert "data-stream" not in watcher.open("/cards/18/1").text, "no table plays from this box"


def test_a_card_asks_for_news_alone_and_gets_what_changed(app: Flask, phone: Phone) -> None:
    loto(app, phone, drawn_by="bag", covered_by="app").open("/cards/24/1")
    at = re.findall(r'hx-get="(.*?)"', phone.text)[0].replace("&amp;", "&")
    assert phone.open(at, **{"HX-Request": "true"}).status == 204
    phone.open("").press("50", of="50")
    phone.open(at, **{"HX-Request": "true"})
    assert phone.status == 200
    assert marked(phone) == [50]
    assert "<html" not in phone.text
    assert "HX-Request" in phone.response.headers["Vary"], "the part is not taken for the page"


def test_the_marks_stay_when_the_hand_is_over_until_the_next(app: Flask, phone: Phone) -> None:
    loto(app, phone, "Ben 1, Cat 2, Dan 3", drawn_by="bag", covered_by="app").press("5", of="5").open(
        "moves/abandon"
    ).press("Abandon")
    assert marked(phone.open("/cards/24/1")) == [5]
    assert "The hand is over. Its numbers stay marked until the next." in phone.says
    phone.open("").press("Deal")
    assert marked(phone.open("/cards/24/1")) == []


def test_a_slip_of_the_finger_is_not_marked_any_more(app: Flask, phone: Phone) -> None:
    loto(app, phone, drawn_by="bag", covered_by="app").press("5", of="5").press("50", of="50").press("Undo")
    assert drawn(app, phone) == (5,)
    assert marked(phone.open("/cards/24/1")) == [5]
    assert "50 is taken back: uncover it." in phone.says and "50 is taken back" in phone.open("").says
    phone.press("7", of="7")
    assert "taken back" not in phone.open("/cards/24/1").says


def test_in_a_race_the_marks_are_no_covered_numbers(app: Flask, phone: Phone) -> None:
    loto(app, phone, drawn_by="bag", race="on").press("5", of="5")
    assert "Only those you answered first are yours" in phone.open("/cards/24/1").says
    assert marked(phone) == []


def test_by_drawings_the_last_ten_numbers_are_marked(app: Flask, phone: Phone) -> None:
    phone.lays(game="Loto, by drawings")
    takes(app, phone, "Ann", {"numbers": [1]})
    phone.open("").press("Deal")
    tables, game = app.extensions["companion"].tables, table_of(app, phone).journal.state.game
    for first in (1, 11):
        move = game.read_move({"move": "drawing", "numbers": list(range(first, first + 10))})
        tables.record(phone.code, None, None, plays(move))
    assert marked(phone.open("/cards/24/1")) == [11, 17]
    assert newest(phone) == []
    assert "These are the numbers of the last drawing." in phone.says


def test_a_move_with_a_page_of_its_own_has_one(app: Flask, phone: Phone) -> None:
    kinds = {kind for game in catalogue().values() for kind in game.by_name.values()}
    named = {kind.page for kind in kinds if kind.page}
    assert named == {"loto.hand_out", "loto.given", "table.page"}
    assert named <= app.view_functions.keys()
    assert not any(kind.page for kind in COMMON)
