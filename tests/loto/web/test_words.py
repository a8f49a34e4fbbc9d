"""Words instead of numbers: chosen at the table, called, on every card and its print; the journal keeps numbers."""

import re
from collections import Counter

import pytest
from flask import Flask

from companion.loto.rules.box import BOXES
from companion.loto.rules.words import MOST_WORDS
from companion.loto.web.words import our_lists
from companion.scoresheet import write_sheet
from companion.store import WordLists
from tests.loto.web.test_calling import drawn, follows, loto
from tests.tools.phone import Phone
from tests.web.table.test_routes import memos, table_of

VILLAGE = "church\nmill\npost office"


def keeps(phone: Phone, name: str = "In our village", words: str = VILLAGE) -> Phone:
    return phone.open("/cards/words/new").press("Save", {"name": name, "words": words})


def kept(app: Flask) -> list[str]:
    return [kept.list.name for kept in WordLists(app.extensions["companion"].database).all()]


def with_animals(phone: Phone) -> Phone:
    return phone.open("loto/words").press("Animals").open("")


def test_every_language_brings_animals_flowers_towns_and_pictures_of_ninety_words() -> None:
    brought = Counter(words.language for words in our_lists().values())
    assert brought >= Counter({"en": 4, "fr": 4, "de": 4})
    english = [words.name for words in our_lists().values() if words.language == "en"]
    assert english == ["Animals", "Flowers", "Pictures", "Towns"]
    for key, words in our_lists().items():
        assert len(words.words) == MOST_WORDS, key
        assert words.name and key.startswith(words.language)


def test_the_table_plays_with_words_and_the_sheet_has_the_numbers(app: Flask, phone: Phone, another) -> None:
    loto(app, phone, drawn_by="bag").press("34")
    sheet = write_sheet(table_of(app, phone).sheet())
    with_animals(phone)
    frog = our_lists()["en-animals"].said(34)
    assert f"{frog} 34" in phone.says and "Number" not in phone.says and "Words: Animals" in phone.says
    assert f"{frog} is drawn, as word 1." in phone.says and "34 is drawn" not in phone.says
    assert f"{frog} is drawn, as word 1." in phone.open("journal").says
    assert f"Redo: {frog} is drawn, as word 1." in phone.open("").press("Undo").text
    phone.press("Redo")
    assert f'data-word="{frog}"' in phone.text and 'data-word-language="en"' in phone.text
    assert drawn(app, phone) == (34,) and memos(app, phone)[-1] == "34 is drawn, as number 1."
    assert write_sheet(table_of(app, phone).sheet()) == sheet
    ben = follows(phone, another, "Ben")
    words = [our_lists()["en-animals"].said(number) for row in BOXES[24][1] for number in row]
    assert all(word in ben.says for word in words)
    assert all(word in ben.open("cards/mine").says for word in words)
    assert all(word in ben.open(f"/cards/24/1?table={phone.code}").says for word in words)
    assert f"Out: {frog}" in ben.open("wall").text
    flat = phone.open("overhead").says
    assert f"1. {frog}" in flat and "the last 34" not in flat
    phone.open("loto/words").press("Numbers")
    assert frog not in phone.open("").says


def test_a_claim_says_in_words_what_is_missing_and_since_when_it_is_good(app: Flask, phone: Phone, another) -> None:
    loto(app, phone, drawn_by="bag", prizes="quarters")
    with_animals(phone)
    said = our_lists()["en-animals"].said
    row = BOXES[24][1][0]
    for number in row[:-1]:
        phone.press(said(number))
    ben = follows(phone, another, "Ben").press("I have a row!")
    assert f"Ben doesn't have a row on card 1 yet: {said(row[-1])} is missing." in ben.says
    phone.open("").press(said(row[-1]))
    ben.open("").press("I have a row!")
    assert "Ben has a row on card 1." in phone.open("").says
    phone.press("Pay Ben")
    assert f"Ben, after {said(row[-1])}" in phone.open("wall").says


def test_only_the_writer_chooses_the_words_and_only_at_loto(app: Flask, phone: Phone, another) -> None:
    loto(app, phone)
    ben = follows(phone, another, "Ben")
    assert ben.open("loto/words").status == 403
    form = {"list": "en-animals"}
    assert ben.send(f"/t/{phone.code}/loto/words", form).status == 403
    other = another().lays()
    assert other.open("loto/words").status == 409
    assert "no" in other.refused


def test_a_list_that_is_gone_is_refused_and_the_table_goes_on_with_its_own(app: Flask, phone: Phone) -> None:
    keeps(phone)
    loto(app, phone).open("loto/words").press("In our village")
    chosen = phone.open("loto/words").request_of("In our village")
    phone.open("/cards/words/1").press("Delete In our village")
    assert kept(app) == []
    assert phone.send(*chosen).status == 409
    assert phone.refused == "There is no such list of words here: choose another."
    assert "Words: In our village" in phone.open("").says
    board = phone.open("wall").says
    assert "church mill post office 4 5" in board


def test_a_list_is_pasted_kept_changed_and_printed(app: Flask, phone: Phone) -> None:
    assert keeps(phone).response.request.path == "/cards/words"
    assert "In our village" in phone.says and kept(app) == ["In our village"]
    printed = phone.open("/cards/print?words=own-1")
    assert "In our village" in printed.says and "mill" in printed.says
    phone.open("/cards/words/1").press("Save", {"name": "Here", "words": "bridge\nmill"})
    assert kept(app) == ["Here"] and "2 words" in phone.says
    assert "bridge 12 41" in phone.open("/cards/24/12?words=own-1").says


WRONG = {
    "no name": ({"name": " "}, 422, "Give the list a name", "name"),
    "a long name": ({"name": "x" * 41}, 422, "The list's name must have at most 40 characters", "name"),
    "taken": ({"name": "THEIRS"}, 409, "There's already a list called Theirs", "name"),
    "twice": ({"words": "mill\nMill"}, 422, "“Mill” is in the list twice, in lines 1 and 2.", "words"),
    "none": ({"words": ""}, 422, "Write a word in each line", "words"),
}


@pytest.mark.parametrize(("wrong", "status", "why", "field"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_said_beside_it_and_all_is_kept(
    app: Flask, phone: Phone, wrong: dict[str, str], status: int, why: str, field: str
) -> None:
    keeps(phone, "Theirs")
    typed = {"name": "Ours", "words": VILLAGE} | wrong
    phone.open("/cards/words/new").press("Save", typed)
    assert (phone.status, phone.refused[: len(why)]) == (status, why)
    assert re.findall(r'<(?:input|textarea) name="(\w+)"[^>]*aria-invalid', phone.text) == [field]
    assert phone.filled("name") == [typed["name"]]
    assert kept(app) == ["Theirs"]


def test_a_list_that_cannot_be_read_is_typed_in_again_or_deleted(app: Flask, phone: Phone) -> None:
    keeps(phone)
    app.extensions["companion"].database.rows.execute("update word_lists set words = '{'")
    assert "In our village can't be read" in phone.open("/cards/words").says
    assert "Its words can't be read" in phone.open("/cards/words/1").says
    assert "In our village" not in loto(app, phone).open("loto/words").buttons
    phone.open("/cards/words/1").press("Save", {"words": VILLAGE})
    assert "In our village 3 words" in phone.open("/cards/words").says
    app.extensions["companion"].database.rows.execute("update word_lists set words = '{'")
    phone.open("/cards/words/1").press("Delete In our village")
    assert kept(app) == []


def test_guests_look_at_a_list(phone: Phone, another) -> None:
    keeps(phone)
    other = another().open("/cards/words/1")
    assert "church, mill, post office" in other.says and other.buttons == []
    assert phone.open("/cards/words/9").status == 404
    assert other.open("/cards/print?words=own-9").status == 404


def test_a_household_keeps_a_hundred_lists(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WordLists, "most", 1)
    keeps(phone)
    keeps(phone, "Another")
    assert phone.refused == "There are 1 lists already: delete one first."


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_page_of_all_lists_begins_with_those_in_its_own_language(phone: Phone, language: str) -> None:
    phone.open("/cards/words", **{"Accept-Language": language})
    assert [words.name for words in our_lists().values() if words.name not in phone.says] == []
    first = sorted(our_lists().values(), key=lambda words: phone.says.index(words.name))[:4]
    assert [words.language for words in first] == [language] * 4
