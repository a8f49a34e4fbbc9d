"""A name that only looks like another is asked about on the page before it is taken."""

import subprocess
import sys

import pytest
from flask import Flask

from companion.scoresheet import sheet_from
from companion.web.request.look_alikes import looks, shown
from tests.tools.phone import Phone
from tests.web.table.test_routes import table_of

CYRILLIC = "\u0410nna"  # its first letter
ASKS = "“\u0410nna” looks like Anna, but is spelt with different letters."


@pytest.mark.parametrize(
    ("name", "other"),
    [
        (CYRILLIC, "Anna"),
        ("anna\u0430", "annaa"),
        ("\u0420\u0430ul", "Paul"),
        ("Μaria", "Maria"),
        ("Jo\u034fe", "Joe"),
        ("❤", "❤\ufe0f"),
        ("Αnna", CYRILLIC),
        ("łlan", "łIan"),
    ],
)
def test_names_that_look_alike(name: str, other: str) -> None:
    assert looks(name) & looks(other)


@pytest.mark.parametrize(("name", "other"), [("Zoë", "Zoe"), ("Анна", "Anna"), ("Łukasz", "Lukasz"), ("नीना", "मीना")])
def test_names_that_look_different(name: str, other: str) -> None:
    assert not looks(name) & looks(other)


def test_nothing_can_be_seen_of_some() -> None:
    assert [shown(name) for name in ("\u3164", "\u2800 \ufe0f", "A\u034f")] == ["", "", "A"]


@pytest.mark.parametrize("htmx", [False, True])
def test_it_is_asked_when_a_table_is_laid(phone: Phone) -> None:
    phone.names("Ben", "Anna").press("Add", {"newcomer": CYRILLIC})
    assert (phone.status, ASKS in phone.says) == (409, True)
    phone.press("No, not this name")
    assert phone.filled("player") == ["Ben", "Anna"]
    phone.press("Add", {"newcomer": CYRILLIC}).press("Yes, use this name")
    assert phone.filled("player") == ["Ben", "Anna", CYRILLIC]
    phone.press("Start")
    assert list(table_of(phone.client.application, phone).journal.state.seats) == ["Ben", "Anna", CYRILLIC]


def test_a_name_that_nobody_sees_is_refused(phone: Phone) -> None:
    phone.names("Ben").press("Add", {"newcomer": "\u3164"})
    assert (phone.status, phone.filled("player")) == (422, ["Ben"])
    assert phone.refused == "Nobody can see this name: choose another."


def test_it_is_asked_when_somebody_joins(app: Flask, phone: Phone) -> None:
    phone.lays("Anna", "Ben", "Cat").open("seats").press("Joins", {"player": CYRILLIC})
    assert (phone.status, ASKS in phone.says) == (409, True)
    assert CYRILLIC not in table_of(app, phone).journal.state.seats
    assert phone.page.links["No, not this name"] == f"/t/{phone.code}/seats"
    phone.press("Yes, use this name")
    assert CYRILLIC in table_of(app, phone).journal.state.seats
    phone.open("seats").press("Leaves", of=CYRILLIC).open("seats").press("Comes back", of=CYRILLIC)
    assert CYRILLIC in table_of(app, phone).journal.state.playing, "who comes back isn't asked about again"


def test_it_is_asked_when_a_name_is_put_right_or_a_move_is_corrected(app: Flask, phone: Phone) -> None:
    phone.lays("Anna", "Ben", "Cat").open("seats").press("Save", {"was": "Cat", "now": CYRILLIC})
    assert (phone.status, ASKS in phone.says) == (409, True)
    phone.open("seats").press("Joins", {"player": "Dan"})
    phone.open("journal/2").press("See what would change", {"player": CYRILLIC})
    assert (phone.status, ASKS in phone.says) == (409, True)
    phone.press("Yes, use this name").press("Save")
    assert CYRILLIC in table_of(app, phone).journal.state.seats
    phone.open("seats").press("Save", {"was": CYRILLIC, "now": "Dora"})
    assert "Dora" in table_of(app, phone).journal.state.seats


def test_a_start_does_not_load_the_table_of_letters() -> None:
    code = "import companion.web, sys; print('confusable_homoglyphs' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(("typed", "sign"), [("Eve, Fay", ","), ("Eve; Fay", ";"), ("Eve、Fay", "、")])
def test_several_names_are_not_one_player(app: Flask, phone: Phone, typed: str, sign: str) -> None:
    why = f"Type one name at a time, without “{sign}”."
    phone.lays("Anna", "Ben", "Cat").open("seats").press("Joins", {"player": typed})
    assert (phone.status, phone.refused, phone.filled("player")[-1:]) == (422, why, [typed])
    phone.open("seats").press("Save", {"was": "Cat", "now": typed})
    assert (phone.status, phone.refused, phone.filled("now")) == (422, why, [typed])
    phone.open("seats").press("Joins", {"player": "Dan"})
    phone.open("journal/2").press("See what would change", {"player": typed})
    assert (phone.status, phone.refused) == (422, why)
    assert list(table_of(app, phone).journal.state.seats) == ["Anna", "Ben", "Cat", "Dan"]


def test_a_player_of_a_sheet_whose_name_has_a_comma_comes_back(app: Flask, phone: Phone) -> None:
    named = {"scoresheet": 1, "players": ["Anna", "Ben, junior", "Cat"], "games": [{"game": "spoil-five", "moves": []}]}
    phone.code = app.extensions["companion"].tables.lay(sheet_from(named)).code
    phone.lets_write(phone).open("seats").press("Leaves", of="Ben, junior")
    phone.open("seats").press("Comes back", of="Ben, junior")
    assert "Ben, junior" in table_of(app, phone).journal.state.playing
