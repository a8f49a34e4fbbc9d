"""A race at Loto (LO1-10): phones answer to the number called, first come first written, and the order is shown."""

import pytest
from flask import Flask

from companion.engine.changes import Change, Redo, Undo
from companion.loto.rules.box import BOXES
from companion.loto.rules.called import Drawn
from companion.loto.web.claims import SHOWN_FOR
from companion.scoresheet import write_sheet
from tests.loto.web.test_calling import drawn, follows, loto, until
from tests.tools.house import renames
from tests.tools.phone import Phone
from tests.web.table.test_routes import table_of

ROW = BOXES[24][1][0]
ON_BOTH = sorted({n for row in BOXES[24][1] for n in row} & {n for row in BOXES[24][9] for n in row})


@pytest.fixture
def race(app: Flask, phone: Phone, another) -> tuple[Phone, Phone, Phone]:
    """Ann calls out of a real bag, Ben and Cat race with cards that share numbers."""
    loto(app, phone, "Ben 1, Cat 9", race=True, drawn_by="bag", saving=True, stake=15)
    return phone, follows(phone, another, "Ben"), follows(phone, another, "Cat")


def calls(caller: Phone, number: int) -> int:
    caller.open("").press(str(number))
    return number


def taps(phone: Phone, number: int) -> Phone:
    """The number is tapped on the card."""
    return phone.open("").press(str(number), of=str(number))


def test_the_first_answer_covers_and_the_order_is_shown_to_all(app: Flask, race: tuple[Phone, ...]) -> None:
    ann, ben, cat = race
    number = calls(ann, ON_BOTH[0])
    sheet = write_sheet(table_of(app, ann).sheet())
    assert "You answered first" in taps(cat, number).says
    assert "Cat answered first: it stays open on your cards." in taps(ben, number).says
    for phone in (ann, ben, cat):
        assert "1. Cat 2. Ben" in phone.open("").says
    assert "1. Cat · 2. Ben" in ann.open("wall").says
    assert f"{number} is out" in cat.open("").says and f"{number} is out" not in ben.open("").says
    assert f"{number} is drawn" not in ben.open("cards/mine").says
    assert write_sheet(table_of(app, ann).sheet()) == sheet, "nothing of it is in the journal"
    app.extensions["companion"].tables._cache.pop(ann.code, None)
    assert "1. Cat 2. Ben" in ann.open("").says, "it is on the disk"


def test_an_answer_to_an_earlier_number_or_without_the_number_is_refused(race: tuple[Phone, ...]) -> None:
    ann, ben, cat = race
    late = calls(ann, ROW[0])
    tap = ben.open("").request_of(str(late), of=str(late))
    other = calls(ann, ROW[1])
    assert ben.send(*tap).status == 409
    assert ben.refused == "Too late: another number was called meanwhile."
    answer, another = {"number": other}, BOXES[24][9][0][0]
    assert taps(cat, another).status == 409 and cat.refused == "That one hasn't been called."
    assert cat.send(f"/t/{ann.code}/loto/answer", answer).status == 409
    assert cat.refused == f"{other} isn't on a card of Cat."
    assert ann.send(f"/t/{ann.code}/loto/answer", {"number": other, "player": "Ann"}).status
    assert ann.refused == "Ann has nothing to answer to just now."


def test_the_caller_answers_for_who_calls_out_and_a_strange_phone_for_nobody(race: tuple[Phone, ...], another) -> None:
    ann, ben, _ = race
    number = calls(ann, ROW[0])
    ann.open("").press("Ben", of="Ben")
    assert "1. Ben" in ben.open("").says and f"{number} is out" in ben.says
    stranger = another()
    form = {"number": number, "player": "Ben"}
    assert stranger.send(f"/t/{ann.code}/loto/answer", form).status == 403


def test_what_losers_have_covered_is_filled_in_by_the_answers(app: Flask, race: tuple[Phone, ...]) -> None:
    ann, ben, cat = race
    numbers = [number for row in BOXES[24][1] for number in row]
    for number in numbers:
        calls(ann, number)
        if number == ON_BOTH[0]:
            taps(cat, number)
    ben.open("").press("I have the whole card!")
    ann.open("")
    assert ann.filled("saved:Cat") == ["1"]
    assert f"Others were first to {ON_BOTH[0]}." in ann.says
    ann.press("Pay Ben")
    assert table_of(app, ann).journal.state.balances["Cat"] == -14
    assert len(drawn(app, ann)) == 0


def test_who_holds_cards_that_nobody_typed_in_answers_by_a_button(app: Flask, phone: Phone, another) -> None:
    loto(app, phone, "Ben 1, Dan 0", race=True, drawn_by="bag")
    dan, number = follows(phone, another, "Dan"), calls(phone, ROW[0])
    assert "1. Dan" in dan.open("").press(f"I have {number}!").says
    assert f"I have {number}!" not in dan.buttons


def test_without_a_race_nobody_answers(app: Flask, phone: Phone, another) -> None:
    loto(app, phone, drawn_by="bag").press(str(ROW[0]))
    ben = follows(phone, another, "Ben")
    assert str(ROW[0]) not in ben.open("").buttons
    form = {"number": ROW[0]}
    assert ben.send(f"/t/{phone.code}/loto/answer", form).status == 409


def test_a_name_that_is_corrected_is_corrected_in_the_answers(app: Flask, race: tuple[Phone, ...]) -> None:
    ann, ben, _ = race
    number = calls(ann, ROW[0])
    taps(ben, number)
    answers = table_of(app, ann).beside.answers
    assert [*answers.values()] == [["Ben"]]
    tables = app.extensions["companion"].tables
    tables.record(ann.code, None, None, renames("Ben", "Benedict"))
    assert "1. Benedict" in ann.open("").says


def test_a_number_that_was_forgotten_and_is_inserted_leaves_the_last_call_to_its_answers(
    app: Flask, race: tuple[Phone, ...]
) -> None:
    ann, ben, cat = race
    number, forgotten = calls(ann, ON_BOTH[0]), next(number for number in ROW if number not in ON_BOTH)
    taps(ben, number)
    tables, last = app.extensions["companion"].tables, table_of(app, ann).journal.last
    tables.record(ann.code, None, None, lambda now: [Change.insert(last, Drawn(forgotten))])
    assert drawn(app, ann) == (forgotten, number)
    assert "1. Ben" in ann.open("").says
    assert str(number) not in ben.open("").buttons
    assert "1. Ben 2. Cat" in taps(cat, number).says


def test_a_number_that_was_called_by_mistake_loses_its_answers_and_the_right_one_is_answered_anew(
    app: Flask, race: tuple[Phone, ...]
) -> None:
    ann, ben, cat = race
    wrong, right = calls(ann, next(number for number in ROW if number not in ON_BOTH)), ON_BOTH[0]
    late = ben.open("").request_of(str(wrong), of=str(wrong))
    taps(ben, wrong)
    tables, last = app.extensions["companion"].tables, table_of(app, ann).journal.last
    tables.record(ann.code, None, None, lambda now: [Change.amend(last, Drawn(right))])
    assert "1. Ben" not in ann.open("").says
    assert ben.send(*late).status == 409
    for took_back, answered in ((Undo(), True), (Redo(), False)):
        tables.record(ann.code, None, None, lambda now, change=took_back: [change])
        assert ("1. Ben" in ann.open("").says) == answered
    assert "You answered first" in taps(cat, right).says
    assert "1. Cat 2. Ben" in taps(ben, right).says


def test_a_refused_claim_says_so_on_the_claimants_phone(app: Flask, phone: Phone, another) -> None:
    loto(app, phone, prizes="quarters")
    ben, cat = follows(phone, another, "Ben"), follows(phone, another, "Cat")
    until(app, phone, 1, 1)
    ben.open("").press("I have a row!")
    phone.open("").press("Not this one")
    said = "Your claim of a row was refused."
    assert said in ben.open("").says
    assert said not in cat.open("").says and said not in phone.open("").says
    ben.press("I have a row!")
    assert said not in ben.says
    ben.press("Withdraw it")
    assert said not in ben.says, "it was not the caller who dismissed it"
    ben.press("I have a row!")
    phone.open("").press("Not this one")
    for _ in range(SHOWN_FOR - 1):
        phone.press("Draw")
    assert said in ben.open("").says
    phone.press("Draw")
    assert said not in ben.open("").says
