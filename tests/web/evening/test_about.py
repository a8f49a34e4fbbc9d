"""An evening is given a title, a place and notes, and a hand a remark; all pages of the evening show them."""

from flask import Flask

from tests.tools.phone import Phone

BIRTHDAY = {"title": "Grandma’s <b>birthday</b>", "place": "Galway", "notes": "Rain all day.\r\nNobody minded."}


def test_the_evening_and_the_paper_show_its_title_place_and_notes(phone: Phone) -> None:
    phone.lays().press("Deal").press("Cat").open("evening").press("Save", BIRTHDAY)
    for page in ("evening", "paper"):
        says = phone.open(page).says
        for words in (BIRTHDAY["title"], "Galway", "Rain all day. Nobody minded."):
            assert words in says, page
    assert BIRTHDAY["title"] in phone.open("/evenings?q=grandma’s").says


def test_what_is_refused_stays_typed_with_why(phone: Phone) -> None:
    phone.lays().open("evening").press("Save", {"title": "x" * 61, "place": "Galway"})
    assert phone.status == 422
    assert phone.refused == "The title must have at most 60 characters, not 61."
    assert phone.filled("place") == ["Galway"]


def test_a_remark_stands_at_its_move_in_the_journal_the_evening_and_on_paper(phone: Phone) -> None:
    phone.lays().press("Deal").press("Cat").open("journal/2")
    phone.press("Save the note", {"remark": "Grandpa’s misdeal"})
    assert "Correct it" in phone.says
    for page in ("journal", "journal/2", "evening", "paper"):
        assert "Grandpa’s misdeal" in phone.open(page).says, page
    phone.open("journal/2").press("Save the note", {"remark": ""})
    assert "Grandpa’s misdeal" not in phone.open("journal").says


def test_a_remark_on_a_hand_of_points_stands_on_the_pad_below_it(phone: Phone) -> None:
    phone.lays("Ann", "Ben", game="Points").send("moves/scored", {"points:Ann": 3})
    phone.open("journal/3").press("Save the note", {"remark": "x" * 201})
    assert phone.refused == "The note must have at most 200 characters, not 201."
    assert phone.filled("points:Ann") == ["3"], "what can be corrected beside it"
    phone.open("journal/3").press("Save the note", {"remark": "Ben had no chance"})
    for page in ("", "evening", "paper", "pad"):
        assert "1 +3 3 0 0 Ben had no chance" in phone.open(page).says, page


def test_a_device_of_the_household_writes_them_without_the_pencil(app: Flask, phone: Phone) -> None:
    machine = Phone(app, address="127.0.0.1")
    machine.code = phone.lays().code
    machine.open("evening").press("Save", BIRTHDAY)
    assert "Galway" in phone.open("evening").says


def test_who_follows_reads_them_and_writes_nothing(phone: Phone, another) -> None:
    code = phone.lays().open("evening").press("Save", BIRTHDAY).code
    other = another().open(f"/t/{code}/evening")
    assert "Galway" in other.says
    assert "Save" not in other.buttons
