"""What the gallery shows of a game, walked over the catalogue and the shelf: its emblem, a line, needs, minutes."""

import re
from collections import Counter
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import pytest
from attrs import evolve
from flask import Flask, render_template_string

from companion.engine.game import NEEDS, Need
from companion.games import catalogue
from companion.shelf import shelf
from companion.web.home.games import choice_of_shelved, emblem, game_choice
from companion.web.i18n.language import language
from tests.tools.words import SPOKEN

EMBLEMS = Path(__file__).parents[3] / "static" / "emblems"
CHOICES = [*(f"{key}:book" for key in catalogue()), *map(choice_of_shelved, shelf())]
OF_A_KIND = {"cards", "pad", "counters"}
MAX_BYTES = 2_500
MAX_LINE = 36
TAGS = {"svg", "defs", "g", "use", "path", "rect", "circle", "ellipse", "text"}
TAGS |= {"filter", "feDropShadow", "radialGradient", "stop"}
DRAWN = sorted(EMBLEMS.glob("*.svg"))

every_choice = pytest.mark.parametrize("choice", CHOICES)
every_drawing = pytest.mark.parametrize("file", DRAWN, ids=lambda file: file.stem)


@every_choice
def test_a_game_has_an_emblem_a_line_in_each_language_and_says_what_it_takes(app: Flask, choice: str) -> None:
    """The emblem is its own where it isn't still to be described."""
    with app.test_request_context():
        chosen = game_choice(choice)
        own = chosen.shelved or chosen.game.key
        assert emblem(chosen) == own or (chosen.described and emblem(chosen) in OF_A_KIND)
        assert {*chosen.seats} <= {*chosen.options.seats()} and len(chosen.seats)
        assert (chosen.game.of_the_house and not chosen.shelved) or chosen.needs
        assert {*chosen.needs} <= {*NEEDS} and chosen.minutes in range(5, 121, 5)
    for tag in SPOKEN:
        with app.test_request_context(headers={"Accept-Language": tag}):
            line = str(game_choice(choice).summary)
            assert language() == tag and 4 < len(line) <= MAX_LINE and line[-1] not in ".:,;", (tag, line)


def test_every_emblem_is_shown() -> None:
    assert [file.stem for file in DRAWN if file.stem not in {*catalogue(), *shelf(), *OF_A_KIND}] == []


@every_drawing
def test_an_emblem_is_a_small_drawing_and_nothing_else(file: Path) -> None:
    text = file.read_text("utf-8")
    assert len(text.encode()) <= MAX_BYTES
    root = ElementTree.fromstring(text)
    every = [*root.iter()]
    assert root.get("viewBox") == "0 0 160 120"
    assert {each.tag.removeprefix("{http://www.w3.org/2000/svg}") for each in every} <= TAGS
    ids = Counter(each.get("id") for each in every if each.get("id"))
    assert [name for name, times in ids.items() if times > 1] == []
    named = re.findall(r"url\(([^)]*)\)", text) + re.findall(r'href="([^"]*)"', text)
    assert {*named} == {f"#{name}" for name in ids}, "nothing from elsewhere, and nothing in vain"
    assert re.findall(r"\bon\w+=|style=|<!|<\?", text) == []


@every_drawing
def test_an_emblem_is_read_in_every_language(file: Path) -> None:
    """Numbers, and the corners of cards as *How to play* has them."""
    texts = [each for each in ElementTree.parse(file).getroot().itertext() if each.strip()]
    assert [each for each in texts if not re.fullmatch("−?[0-9]{1,2}|[AKQJ]", each)] == []


@pytest.mark.parametrize("key", shelf())
def test_a_game_of_the_shelf_says_so_itself(key: str) -> None:
    told = shelf()[key]
    assert told.players and told.needs and told.minutes


def test_whatever_a_game_can_need_has_words() -> None:
    assert {*NEEDS} == {*get_args(Need)}


def test_what_a_game_needs_is_said_with_its_counters(app: Flask) -> None:
    with app.test_request_context():
        assert game_choice("pope-joan:book").needed == "a Pope Joan board, a pack and counters"
        assert game_choice("points-game:yahtzee").needed == "five dice"
        assert game_choice("cassino:book").needed == "a pack"


def test_a_game_without_an_emblem_has_that_of_its_kind(app: Flask) -> None:
    games = {kind: evolve(game, key="of-another-package") for kind, game in catalogue().items()}
    with app.test_request_context():
        kinds = [emblem(games[kind]) for kind in ("spin", "points-game", "house-game", "loto")]
        assert kinds == ["cards", "pad", "counters", "counters"] and {*kinds} == OF_A_KIND


def test_the_place_of_an_emblem_is_kept_while_it_is_fetched(app: Flask) -> None:
    with app.test_request_context():
        shown = render_template_string(
            "{% import 'ui.html' as ui %}{{ ui.emblem(game) }}", game=game_choice("points-game:skat")
        )
    address = re.search(r'src="([^"]*emblems/skat\.svg)"', shown)
    assert address and app.test_client().get(address[1]).mimetype == "image/svg+xml"
    assert 'alt=""' in shown and 'width="160"' in shown and 'height="120"' in shown and 'loading="lazy"' in shown
