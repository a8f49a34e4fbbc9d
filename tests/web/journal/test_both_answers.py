"""A cell of the pad that shows what was said and what was made corrects both."""

import json
import re

import pytest

from tests.games.test_worked_points import told_of
from tests.tools.phone import Phone
from tests.web.table.test_taps_of_told_games import GAMES, Writer, begins, play_the_hand

SAID = [key for key in GAMES if any(question.said for question in told_of(key).questions)]


@pytest.mark.parametrize("key", SAID)
def test_the_page_of_a_cell_with_two_answers_asks_both_and_corrects_both(phone: Phone, key: str) -> None:
    code, writer = begins(phone, key), Writer(phone)
    play_the_hand(key, code, {}, writer.writes)
    phone.open(f"/t/{code}")
    cell = re.search(r'<td>\s*<a href="([^"]*/journal/\d+)">\s*<i[^>]*>\s*\d+/\d+', phone.text)
    assert cell, "the cell shows both"
    said, made = ([q for q in told_of(key).questions if q.said == when] for when in (True, False))
    phone.open(cell[1])
    names = {name for form in phone.page.forms for name in form.names}
    asked = {name.partition(":")[0] for name in names}
    assert {said[0].key, made[0].key} <= asked
    field = next(name for name in sorted(names) if name.startswith(f"{said[0].key}:"))
    before = phone.filled(field)[0] or "0"
    phone.press("See what would change", {field: "1" if before == "0" else "0"})
    if phone.refused:  # the last to speak can't say that
        return
    phone.press("Save")
    moves = json.loads(phone.client.get(f"/t/{code}/sheet.json").data)["games"][0]["moves"]
    own = [move["answers"].get(field.partition(":")[2], {}) for move in moves if move["move"] == "said"]
    assert own[0].get(said[0].key, 0) == (1 if before == "0" else 0)
    assert "Undo" in phone.buttons
    phone.press("Undo")
    again = json.loads(phone.client.get(f"/t/{code}/sheet.json").data)["games"][0]["moves"]
    own = [move["answers"].get(field.partition(":")[2], {}) for move in again if move["move"] == "said"]
    assert str(own[0].get(said[0].key, 0)) == before
