"""A page of its own, as a tablet that lies flat opens it, asks what the table asks, in its order."""

import re

import pytest

from tests.games.test_worked_points import told_of
from tests.tools.phone import Phone
from tests.web.table.test_taps_of_told_games import GAMES, begins

ASKED = re.compile(r'<(?:input|select) (?![^>]*type="hidden")[^>]*name="([^"]*)"')
FIRST = [key for key in GAMES if any(question.choices for question in told_of(key).questions)]


def asked(phone: Phone, form: str) -> list[str]:
    """What the form of a page asks, from top to bottom."""
    found = re.search(rf"<form [^>]*{form}.*?</form>", phone.text, re.DOTALL)
    return [*dict.fromkeys(ASKED.findall(found[0]))] if found else []


def links(phone: Phone) -> dict[str, str]:
    """The answers that are offered alone, each with what it adds to the address."""
    offered = phone.page.links.items()
    found = {words: re.search(r"[?&](?!move=|kind=|screen=)(.*)", to) for words, to in offered}
    return {words: leads[1] for words, leads in found.items() if leads}


@pytest.mark.parametrize("key", FIRST)
def test_a_page_of_its_own_asks_what_the_table_asks(phone: Phone, key: str) -> None:
    code = begins(phone, key)
    first = links(phone.open(f"/t/{code}"))
    last = len(phone.client.get(f"/t/{code}/sheet.json").json["games"][0]["moves"]) + 1
    for said, on_table in [("", ""), *((said, f"?move=scored&{said}") for said in first.values())]:
        phone.open(f"/t/{code}{on_table}")
        wanted, offered = asked(phone, 'id="asking"'), [*links(phone)]
        for page in (f"moves/scored?screen=overhead&{said}", f"journal/{last}/missing?kind=scored&{said}"):
            phone.open(f"/t/{code}/{page}")
            form = f'action="/t/{code}/(?:moves|journal/{last}/preview)'
            assert asked(phone, form) == wanted, f"{page} asks otherwise"
            assert [words for words in links(phone) if words in offered] == offered, page
    phone.open(f"/t/{code}").send("moves/scored", **{"HX-Request": "true"})
    assert phone.status in {409, 422}, "nothing was answered: it is asked again"
