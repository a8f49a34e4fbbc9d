"""How to play: from the choice of a game, from the table, and at an address of its own."""

import re
from functools import partial

import pytest
from flask import Flask
from markupsafe import Markup

from companion.engine.replay import initial_state
from companion.games import catalogue, game, keys
from companion.scoresheet import Sheet
from companion.shelf import shelf
from companion.web.learn import how_to_play
from companion.web.learn.how_to_play import changed_rules, with_differences
from tests.tools.phone import Phone
from tests.tools.words import SPOKEN


@pytest.mark.parametrize("key", [*catalogue(), *shelf()])
def test_every_game_is_taught_in_every_language_and_its_page_ends_with_playing_it(phone: Phone, key: str) -> None:
    """One of the shelf is told as its file tells it, and by whom."""
    told = shelf().get(key)
    phone.joins()
    for language in sorted(SPOKEN, key="en".__eq__):
        phone.open(f"/how-to-play/{key}", **{"Accept-Language": language})
        assert phone.status == 200 and f'<html lang="{language}">' in phone.text and "<article" in phone.text
        said = " ".join(phone.says.split())
        for line in (*told.options(language).rules.splitlines(), told.source, told.made_by) if told else ():
            assert " ".join(line.split()) in said, f"{language} lacks: {line}"
    phone.open(phone.page.links["Play it"])
    assert phone.status == 200 and ("First player" in phone.says or "Who's the caller?" in phone.says)


@pytest.mark.parametrize("language", SPOKEN)
def test_on_paper_no_rule_ends_before_its_list_and_no_mistake_is_a_rule(
    app: Flask, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """As if every sentence differed from the book."""
    bold = partial(re.sub, r"([^\s>]*)(\s*)</(p|li)>", r"<b>\1</b>\2</\3>")
    monkeypatch.setattr(how_to_play, "with_differences", lambda book, told: bold(f"{told}"))
    with app.test_request_context(headers={"Accept-Language": language}):
        told = {
            key: changed_rules(initial_state("ABCD").replace(game=game(key), options=game(key).options()))
            for key in keys()
        }
    assert not [rule for parts in told.values() for _, rules in parts for rule in rules if rule.endswith(":")]
    assert not [heading for parts in told.values() for heading, _ in parts if re.search("Three|Drei|Trois", heading)]
    (counts,) = [rule for heading, rules in told["cassino"] for rule in rules if " 3; " in rule]
    assert re.search(r": .* 3; .* 1; .* 10 .* 2; .* 2 .* 1; .* 1; .* 1\.$", counts)


def test_all_games_are_listed_to_read_about_also_at_a_table_without_one(app: Flask, phone: Phone) -> None:
    phone.open("/").open(phone.page.links["Games & rules"])
    links = set(phone.page.links.values())
    assert {f"/how-to-play/{key}" for key in keys()} <= links
    assert phone.open("/how-to-play/whist").status == 404
    phone.code = app.extensions["companion"].tables.lay(Sheet(["Ann", "Ben"], [])).code
    assert phone.open("how-to-play").response.request.path == "/how-to-play"


def test_the_choice_of_a_game_teaches_it(phone: Phone) -> None:
    phone.names("Ann", "Ben", game="Cassino").open(phone.page.links["How to play"])
    assert phone.says.count("Great Cassino") == 1
    phone.new_table("Cassino", "Ann", "Ben").press("How to play by these rules")
    assert phone.says.count("Great Cassino") == 1


def test_a_phone_that_watches_reads_the_rules_of_this_table(phone: Phone, another) -> None:  # type: ignore[no-untyped-def]
    code = phone.lays("Ann", "Ben", "Cat", "Dan", ante=7).code
    watching = another().open(f"/t/{code}")
    watching.open(watching.page.links["How to play"])
    assert "everyone puts <b>7</b> in" in watching.text
    assert "In bold: what this table plays differently" in watching.says
    assert watching.page.links[code] == f"/t/{code}"


def test_a_table_as_in_the_book_has_nothing_in_bold(phone: Phone) -> None:
    assert "<b>" not in phone.lays().open("how-to-play").text.partition("<article")[2]
    assert "In bold" not in phone.says


def test_a_name_cannot_write_into_the_page(phone: Phone) -> None:
    phone.lays("Ann", "Ben", game="House game", name="<i>Loo</i>")
    assert "<i>Loo" not in phone.open("how-to-play").text


def test_what_differs_is_bold_but_no_tag_is() -> None:
    book = Markup("<p>Three tricks of five <em>win</em>.</p> <svg>1</svg>")
    assert with_differences(book, Markup("<p>Two tricks of five <em>may win</em>.</p> <svg>2</svg>")) == (
        "<p><b>Two</b> tricks of five <em><b>may</b> win</em>.</p> <svg>2</svg>"
    )


def test_rules_that_are_not_saved_yet_are_told_from_the_form_of_a_new_table(phone: Phone) -> None:
    path, form = phone.new_table().request_of("How to play by these rules")
    form.setlist("player", ["Ann", "Ben", "Cat", "Dan"])
    form["ante"], form["sides"] = "7", "0"
    phone.send(path, form)
    assert "everyone puts 7 in" in phone.says and "sides: Ann and Cat against Ben and Dan" in phone.says
    assert "<b>7" in phone.text, "what differs from the book is bold"
    form["ante"] = "many"
    phone.send(path, form)
    assert "whole number" in phone.refused and "everyone puts 2 in" in phone.says, "the book is told"
    assert phone.send("/how-to-play/whist").status == 404


def test_the_form_of_another_game_tells_its_rules_too(phone: Phone) -> None:
    phone.lays().press("Finish").chooses("Spoil-Five", "games")
    assert "How to play by these rules" in phone.buttons
    _, form = phone.request_of("Start Spoil-Five")
    form["ante"] = "9"
    assert "everyone puts 9 in" in phone.send("/how-to-play/spoil-five", form).says
