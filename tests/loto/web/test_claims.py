"""A claim is as lasting as a number: it stands beside the journal until its prize is paid or its hand is over."""

from pathlib import Path

from flask import Flask

from tests.loto.web.test_calling import follows, loto, stand_at_5, until
from tests.tools.phone import Phone
from tests.tools.quick import app_over
from tests.web.table.test_routes import table_of


def cried(app: Flask, phone: Phone, another) -> str:
    """The code of a table at which Ben has the whole card, and has claimed it on his phone."""
    ben = follows(loto(app, phone), another, "Ben")
    until(app, phone, 1, 3)
    ben.open("").press("I have the whole card!")
    return phone.code


def test_what_waits_is_there_after_a_restart_and_can_be_paid(tmp_path: Path) -> None:
    with app_over(tmp_path) as app:
        code = cried(app, Phone(app), lambda: Phone(app))
    with app_over(tmp_path) as app:
        caller = Phone(app).joins().open(f"/t/{code}/pencil").press("Take the pencil here").open(f"/t/{code}")
        assert "Ben has" in caller.says
        caller.press("Pay Ben")
        assert table_of(app, caller).journal.state.hand == 1 and not table_of(app, caller).journal.state.open


def test_what_was_refused_is_still_refused_after_a_restart(tmp_path: Path) -> None:
    with app_over(tmp_path) as app:
        phone = Phone(app)
        ben = follows(loto(app, phone), lambda: Phone(app), "Ben")
        until(app, phone, 1, 3)
        path, sent = ben.open("").request_of("I have the whole card!")
        ben.send(path, sent.to_dict() | {"key": "one tap", "hand": "1"})
        phone.open("").press("Not this one")
        code = phone.code
    with app_over(tmp_path) as app:
        table = app.extensions["companion"].tables.find(code)
        assert [claim.gone for claim in table.beside.claims] == ["refused"]


def test_a_claim_follows_the_name_that_is_put_right_and_is_in_no_file(app: Flask, phone: Phone, another) -> None:
    code = cried(app, phone, another)
    for path in ("evening.json", "sheet.json"):
        assert "claims" not in phone.client.get(f"/t/{code}/{path}", environ_overrides=phone._from()).json
    phone.open("").send("names", {"was": "Ben", "now": "Benno", "key": "right", "seen": phone.filled("seen")[0]})
    assert [claim.player for claim in table_of(app, phone).beside.claims] == ["Benno"]
    phone.open("").press("Undo")
    assert [claim.player for claim in table_of(app, phone).beside.claims] == ["Ben"]
    phone.open("").press("Pay Ben")


def test_a_false_claim_turns_true_when_its_number_is_put_right(app: Flask, phone: Phone, another) -> None:
    stand_at_5(app, phone).press("6", of="6")
    ben = follows(phone, another, "Ben").press("I have a row!")
    assert "5 is missing" in ben.says and "tell the caller" in ben.says and not claims(ben)
    phone.open("").press("6", of="6")
    assert claims(ben.open("")), "at once when a number was taken back"
    phone.press("5", of="5")
    assert "Pay Ben" in phone.says
    phone.press("5", of="5")
    assert "Pay Ben" not in phone.says
    assert "Pay Ben" in phone.press("5", of="5").says


def claims(phone: Phone) -> bool:
    """Whether a phone may claim a row."""
    return any(words.startswith("I have a row!") for words in phone.buttons)


def test_a_false_claim_is_over_with_the_next_number_and_is_not_made_good_by_it(
    app: Flask, phone: Phone, another
) -> None:
    ben = follows(stand_at_5(app, phone), another, "Ben").press("I have a row!")
    assert 'data-claims="0"' in phone.open("").text and "Ben doesn't have a row" in phone.says
    phone.press("5", of="5")
    assert "Pay Ben" not in phone.says and "Ben doesn't have" not in phone.says
    ben.open("").press("I have a row!")
    assert "Pay Ben" in phone.open("").says


def test_a_card_that_nobody_here_knows_is_never_false(app: Flask, phone: Phone, another) -> None:
    ben = follows(loto(app, phone, "Ben 0, Cat 2").press("Draw"), another, "Ben").press("I have the whole card!")
    assert "check the card" in phone.press("Draw").says and "tell the caller" not in ben.open("").says
    assert "Pay Ben" in phone.says
