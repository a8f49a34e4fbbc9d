"""A browser that brings back what a form held brings it into the next hand: every form of a table forbids it."""

import re
from html import unescape

import pytest

from tests.tools.phone import Phone

FORM = re.compile(r"<form([^>]*)>(.*?)</form>", re.DOTALL)
CHOSEN = re.compile(r'type="(?:radio|checkbox)"|inputmode=|<select')


@pytest.mark.parametrize("game", ["Cassino", "Hearts", "Macao", "Spin", "Vingt-un"])
def test_a_form_in_which_something_is_chosen_is_never_filled_again(phone: Phone, game: str) -> None:
    phone.lays("Ann", "Ben", "Cat", game=game)
    if any(button.startswith("Deal hand 1") for button in phone.open("").buttons):
        phone.press("Deal hand 1")
    above = f"/t/{phone.code}/overhead"
    opened = re.findall(rf'href="({above}\?move=[^"]*)"', phone.open(above).text)
    pages = [f"/t/{phone.code}", above, *map(unescape, opened[:1])]
    forms = [(head, body) for path in pages for head, body in FORM.findall(phone.open(path).text)]
    chosen = [head for head, body in forms if CHOSEN.search(body)]
    assert chosen and [head for head in chosen if 'autocomplete="off"' not in head] == []
