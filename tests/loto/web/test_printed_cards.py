"""The printed cards of a Loto night: their sheets, their codes, and the phone that scans one."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.loto.rules.calling import GAME as LOTO
from companion.loto.rules.hall import GAME as NIGHT, cards_of
from companion.loto.web import printed_cards
from companion.scoresheet import sheet_from, stored_opening
from companion.store import backups
from companion.store.database import FILE
from companion.web.live.limits import MAX_WRONG_CODES
from tests.attacks.test_guessing import WRONG
from tests.loto.web.test_box_cards import marked, printed
from tests.tools.house import plays, strikes
from tests.tools.phone import Phone
from tests.tools.quick import app_over
from tests.web.table.test_routes import table_of

PACK = "3f9a" + "0" * 28
OTHER_PACK = "c0de" + "0" * 28
ROUNDS = [[{"for": "row", "thing": "A ham"}, {"for": "card"}], [{"for": "corners", "thing": "A hamper"}]]
GIVEN = {"move": "give", "first": 1, "last": 60}
DEALT = {"move": "deal"}
LETTERS = re.compile(r"(\d+) · (\w{4}) (\w{4}) (\w{5})")


def night(phone: Phone, *moves: dict[str, Any], **options: Any) -> Phone:
    """A night whose caller has the pencil, after these moves."""
    rules = {"pack": PACK, "cards": 120, "programme": ROUNDS, "drawn_by": "bag", "covered_by": "app"} | options
    games = [{"game": "loto-hall", "options": rules, "moves": [*moves]}]
    tables = phone.client.application.extensions["companion"].tables
    phone.code = tables.lay(sheet_from({"scoresheet": 1, "players": ["Caller"], "games": games})).code
    return phone.open("pencil").press("Take the pencil here")


def draws(app: Flask, phone: Phone, *numbers: int) -> None:
    """Numbers come out of the bag."""
    for number in numbers:
        writes(app, phone, move="drawn", number=number)


def writes(app: Flask, phone: Phone, **said: Any) -> None:
    """A move, as any page may write it."""
    game = table_of(app, phone).journal.state.game
    app.extensions["companion"].tables.record(phone.code, None, None, plays(game.read_move(said)))


def row_of(app: Flask, phone: Phone, card: int) -> tuple[int, ...]:
    """The first row of a card."""
    return cards_of(table_of(app, phone).journal.state)[card][0]


def letters(phone: Phone, number: int) -> str:
    """The number and the letters of a card, as the caller's printer prints them."""
    found = LETTERS.search(phone.open(f"cards/print?first={number}&last={number}").says)
    assert found
    return f"{found[1]}-{found[2]}{found[3]}{found[4]}"


@pytest.fixture
def scans(phone: Phone, another: Callable[[], Phone]) -> Callable[[int], Phone]:
    """A new phone that scans a card of the caller's table."""

    def scan(number: int) -> Phone:
        code = letters(phone, number)
        other = another()
        other.code = phone.code
        return other.open(f"k/{code}")

    return scan


# On paper.


@pytest.mark.parametrize(("asked", "cards", "sheets"), [
    ("", range(1, 121), 20),
    ("per=2", range(1, 121), 60),
    ("first=7&last=13", range(7, 14), 2),
    ("first=-3&last=6", range(1, 7), 1),
    ("first=119&last=900", range(119, 121), 1),
    ("first=9&last=5", range(5, 10), 1),
    ("first=x", range(1, 121), 20),
])  # fmt: skip
def test_all_cards_or_a_range_go_on_sheets(app: Flask, phone: Phone, asked: str, cards: range, sheets: int) -> None:
    night(phone).open(f"cards/print?{asked}")
    assert [int(number) for number in re.findall(r"<b>№ (\d+)</b>", phone.text)] == [*cards]
    assert phone.text.count('<section class="sheet') == sheets
    right = cards_of(table_of(app, phone).journal.state)
    assert [[sorted(filter(None, row)) for row in card] for card in printed(phone.text)] == [
        [sorted(row) for row in right[number]] for number in cards
    ]


def test_the_same_table_prints_the_same_again_also_after_a_restart_and_from_a_backup(tmp_path: Path) -> None:
    folders = [tmp_path / "house", tmp_path / "elsewhere"]
    with app_over(folders[0]) as app:
        code = night(Phone(app).joins()).code
        first = [Phone(app).open(f"/t/{code}").joins() for _ in range(2)]
        pages = [sheets(phone) for phone in first]
        saved = backups.backup(folders[0])
    folders[1].mkdir()
    (folders[1] / FILE).write_bytes(saved.read_bytes())
    for folder in folders:
        with app_over(folder) as app:
            pages.append(sheets(Phone(app).open(f"/t/{code}").joins()))
    assert len({*pages}) == 1
    assert len({*LETTERS.findall(pages[0])}) == 120


def sheets(phone: Phone) -> str:
    """The sheets on which all cards of a phone's table are printed."""
    phone.open("pencil")
    if "Take the pencil here" in phone.buttons:
        phone.press("Take the pencil here")
    return phone.open("cards/print").text.partition('<section class="sheet')[2]


def test_each_card_has_the_code_of_its_address(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    coded: list[str] = []
    monkeypatch.setattr(printed_cards, "qr_svg", lambda address, quick: coded.append(address) or "")
    night(phone).open("cards/print?last=3")
    said = ["".join(found).replace(" ", "") for found in LETTERS.findall(phone.says)]
    for number, (address, read) in enumerate(zip(coded, said, strict=True), 1):
        assert re.fullmatch(rf"http://[\w.]+/t/{phone.code}/k/{number}-\w{{13}}", address)
        assert address.rpartition("/")[2].replace("-", "") == read


def test_another_game_has_no_pack(phone: Phone) -> None:
    assert phone.lays().open("cards/print").status == 404


# The code is a secret.


def test_a_code_opens_its_card_alone(phone: Phone, scans, another) -> None:
    card = scans(night(phone, GIVEN, DEALT) and 7)
    assert card.status == 200
    whole = letters(phone, 7)
    code, guest = whole.partition("-")[2], another()
    guest.code = phone.code
    for other in ("8", "07", "0", "121", "7777", ""):
        assert guest.open(f"k/{other}-{code}").status == 404
    assert guest.open("k/7").status == 404, "a number typed shows nothing"
    assert "Card 7" in guest.open(f"k?code=7 · {code[:4]} {code[4:8].lower()} {code[8:]}").says
    night(phone).open("cards/print")
    assert guest.open(f"/t/{phone.code}/k/{whole}").status == 404, "nor at another table"


def test_nothing_that_a_guest_can_open_has_the_codes(app: Flask, phone: Phone, another) -> None:
    night(phone, GIVEN, DEALT)
    code, secret = letters(phone, 7).partition("-")[2], app.extensions["companion"].tables.secret(phone.code)
    assert secret
    guest, pages = (
        another(),
        ["", "journal", "evening", "paper", "rules", "wall", "follow", "seats", "journal/since?n=0"],
    )
    files = ["sheet.json", "result.json", "evening.json", "evening.json.gz"]
    for page in (*pages, *files):
        guest.open(f"/t/{phone.code}/{page}")
        assert code not in guest.text and secret not in guest.text, page
        assert code[:4] not in guest.says, page
    moved = app.extensions["companion"].moving.file_of(phone.code)
    assert secret not in moved and code not in moved


def test_codes_that_are_tried_are_limited_but_not_for_who_has_a_card(app: Flask, phone: Phone, scans) -> None:
    holder = scans(night(phone, GIVEN, DEALT) and 7)
    right = letters(phone, 8)
    holder.address = "10.9.9.66"
    for wrong in WRONG[:MAX_WRONG_CODES]:
        assert holder.open(f"k/8-{right[2:][:8]}{wrong}").status == 404
    assert holder.open(f"k/{right}").status == 429, "nobody learns that it is right"
    assert "Wait ten minutes" in holder.says
    assert holder.open(f"k/{letters(phone, 7)}").status == 200
    assert scans(8).status == 200, "others go on"


# The phone that scans it.


def test_a_card_is_live_and_covered_by_the_app_or_by_taps(app: Flask, phone: Phone, scans) -> None:
    card = scans(night(phone, GIVEN, DEALT) and 7)
    assert "No number is drawn yet." in card.says
    row = row_of(app, phone, 7)
    draws(app, phone, *row[:2])
    assert marked(card.open(card.response.request.path)) == sorted(row[:2])
    assert "2 of the 90 numbers are out." in card.says
    card = scans(night(phone, GIVEN, DEALT, covered_by="players") and 7)
    draws(app, phone, 5)
    assert card.open(card.response.request.path).text.count("checkbox") == 15


WHY = {
    "not given out": ([DEALT, GIVEN], 99, "Card 99 hasn't been given out yet."),
    "taken back": ([GIVEN, {"move": "take-back", "first": 7, "last": 7}], 7, "Card 7 was taken back."),
}


@pytest.mark.parametrize("why", WHY)
def test_a_card_that_is_not_in_play_says_so(app: Flask, phone: Phone, scans, why: str) -> None:
    moves, number, sentence = WHY[why]
    card = scans(night(phone, *sorted(moves, key=lambda move: move["move"] == "deal")) and number)
    assert sentence in card.says
    assert card.buttons == []
    assert sentence in card.send(card.response.request.path, {"prize": "1"}).says
    assert card.status == 409


def test_a_card_of_an_earlier_pack_says_so(app: Flask, phone: Phone, scans) -> None:
    card = scans(night(phone, GIVEN) and 7)
    at = card.response.request.path
    writes(app, phone, move="finish")
    rules = {"pack": OTHER_PACK, "cards": 120}
    tables = app.extensions["companion"].tables
    tables.record(phone.code, None, None, plays(stored_opening(NIGHT, rules, None)))
    assert "This card is of another pack" in card.open(at).says
    writes(app, phone, move="finish")
    tables.record(phone.code, None, None, plays(stored_opening(LOTO, {}, None)))
    assert "Loto night isn't being played" in card.open(at).says


# Its claims.


def test_a_claim_needs_no_name_waits_for_the_caller_and_is_granted(app: Flask, phone: Phone, scans) -> None:
    card = scans(night(phone, GIVEN, DEALT) and 7)
    draws(app, phone, *row_of(app, phone, 7))
    card.open(card.response.request.path).press("I have a row!")
    assert "Your claim of a row is with the caller." in card.says
    phone.open("")
    assert "7" in phone.says
    writes(app, phone, move="claim", prize=1, cards=[7])
    card.open(card.response.request.path)
    assert "You won a row (A ham)." in card.says
    assert "with the caller" not in card.says
    assert [words for words in card.buttons if "row" in words] == []


def test_a_claim_is_refused_can_be_made_again_and_is_withdrawn_by_its_own_phone(
    app: Flask, phone: Phone, scans
) -> None:
    card, other = scans(night(phone, GIVEN, DEALT) and 7), scans(8)
    draws(app, phone, *row_of(app, phone, 7), *row_of(app, phone, 8))
    for each in (card, other):
        each.open(each.response.request.path).press("I have a row!")
    phone.send("loto/put-aside", {"card": "7"})
    assert "Your claim of a row was refused." in card.open(card.response.request.path).says
    assert "with the caller" in card.press("I have a row!").says
    assert "was refused" not in card.says
    assert "with the caller" not in card.press("Withdraw it").says
    assert "with the caller" in other.open(other.response.request.path).says


LATE = {"no number is out": [], "the prize is gone": ["claim"], "the round is over": ["claim", "pass"]}


@pytest.mark.parametrize("why", LATE)
def test_what_cannot_be_claimed_is_refused_and_nothing_waits(app: Flask, phone: Phone, scans, why: str) -> None:
    card = scans(night(phone, GIVEN, DEALT) and 7)
    if LATE[why]:
        draws(app, phone, *row_of(app, phone, 9))
        writes(app, phone, move="claim", prize=1, cards=[9])
    if "pass" in LATE[why]:
        writes(app, phone, move="pass", prize=2)
    for prize in ("1", "9", "x", ""):
        assert card.send(card.response.request.path, {"prize": prize}).status == 409
        assert "Card 7 has nothing to claim right now." in card.refused
    assert card.send(card.response.request.path, {"prize": "1", "hand": "0"}).refused == "Too late: that round is over."


def test_a_number_taken_back_is_said_and_a_pause_too(app: Flask, phone: Phone, scans) -> None:
    card = scans(night(phone, GIVEN, DEALT) and 7)
    at = card.response.request.path
    draws(app, phone, 1, 2)
    tables = app.extensions["companion"].tables
    last = table_of(app, phone).journal.last
    tables.record(phone.code, None, None, strikes(last))
    assert "2 is taken back: uncover it." in card.open(at).says
    tables.change(phone.code, lambda now: now.with_beside(paused=now.journal.last))
    assert "A short break" in card.open(at).says
