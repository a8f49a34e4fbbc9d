"""A Loto night as its caller plays it: the programme, the cards given out, a card checked, its prize, the end."""

from flask import Flask

from companion.loto.rules.hall import cards_of, possible_claims
from tests.tools.phone import Phone
from tests.web.table.test_routes import memos, table_of


def night(phone: Phone, **fill: str) -> Phone:
    """A night of two rounds with a ham and a hamper, of which every card is given out."""
    phone.open("/lay?game=loto-hall")
    for button in ("Another round", "Take this round out"):
        phone.press(button)
    return phone


def test_it_begins(app: Flask, phone: Phone) -> None:
    phone.open("/lay?game=loto-hall")
    print(phone.says, phone.buttons)
    phone.press("Another round")
    print(phone.says, phone.buttons)
    phone.press("Start")
    print(phone.says, phone.buttons, phone.refused)
