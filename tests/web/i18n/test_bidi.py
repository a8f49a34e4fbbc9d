"""Names that are written from right to left turn nothing round that stands beside them."""

import csv
import re
from html.parser import HTMLParser

import pytest
from flask import Flask

from companion.engine.message import listed, say
from companion.web.i18n.bidi import FIRST, LAST, isolated, with_isolates
from tests.tools.phone import VOID, Phone
from tests.tools.words import SPOKEN
from tests.web.table.test_routes import table_of

SARAH, OMAR = "שרה", "عمر 2"
PAGES = ["", "seats", "journal", "journal/3", "settlement", "evening", "paper", "me", "overhead", "moves/give"]


class Bare(HTMLParser):
    """Where a name is shown, neither in a ``<bdi>`` nor between isolates; and what a ``<bdi>`` must not stand in."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.bare: list[str] = []
        self.isolated = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag == "bdi":
            assert not {"title", "option", "svg", "textarea"} & set(self.open), self.open
        if tag not in VOID:
            self.open.append(tag)
        held = dict(attributes)
        for name in ("value", "action", "href", "name"):
            assert FIRST not in (held.get(name) or ""), (tag, name)

    def handle_endtag(self, tag: str) -> None:
        while tag in self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        shown = re.sub(f"{FIRST}[^{LAST}]*{LAST}", "", data)
        self.isolated += "bdi" in self.open or shown != data
        if "bdi" not in self.open and not {"script", "style", "textarea"} & set(self.open):
            self.bare += [name for name in (SARAH, OMAR) if name in shown]


@pytest.fixture
def dealt(phone: Phone) -> Phone:
    return phone.lays("Ann", SARAH, OMAR).press("Deal").press(SARAH)


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("page", PAGES)
def test_every_name_on_a_page_is_isolated(dealt: Phone, page: str, language: str) -> None:
    shown = Bare(dealt.open(page, **{"Accept-Language": language}).text)
    assert dealt.status == 200
    assert shown.bare == []
    assert shown.isolated


def test_a_name_that_is_sent_is_the_name(app: Flask, dealt: Phone) -> None:
    dealt.open("seats").press("Sits out", of=SARAH).open("").press("Deal")
    assert table_of(app, dealt).journal.state.playing == ("Ann", OMAR)
    names = {value for form in dealt.open("journal/2").page.forms for _, value in form.filled}
    assert not any(FIRST in name for name in names)


def test_pages_without_such_names_have_no_such_marks(phone: Phone) -> None:
    phone.lays("Zoë", "नीना", "Ann").press("Deal").press("Ann")
    for page in PAGES:
        assert "<bdi>" not in phone.open(page).text and FIRST not in phone.text


def test_plain_text_has_isolates(dealt: Phone) -> None:
    assert f"{FIRST}{SARAH}{LAST}: " in dealt.open("settlement.txt").text


def test_a_spreadsheet_finds_names_as_they_are_written(dealt: Phone) -> None:
    head, *_ = csv.reader(dealt.open("balances.csv").response.get_data(as_text=True).splitlines())
    assert [name for name in head if name in (SARAH, OMAR)] == [SARAH, OMAR]


def test_sentences_isolate_each_name_once() -> None:
    sentence = with_isolates(say("{who} pays {names}", who=SARAH, names=listed(["Ann", OMAR])))
    assert sentence.values["who"] == f"{FIRST}{SARAH}{LAST}"
    plain = say("{who} pays", who="Ann")
    assert with_isolates(plain) is plain
    assert isolated("Zoë") == "Zoë"
