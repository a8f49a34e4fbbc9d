"""A Loto night as its caller plays it: the programme, the cards given out, a card checked, its prize, the end."""

from flask import Flask

from companion.loto.rules.hall import possible_claims
from tests.tools.phone import Phone
from tests.web.table.test_routes import memos, table_of


def night(phone: Phone, rounds: int = 1, **fill: str) -> Phone:
    """A night of the British programme, of which every card is given out."""
    phone.open("/lay?game=loto-hall")
    for _ in range(rounds - 1):
        phone.press("Another round")
    phone.press("Start", fill)
    phone.open("loto/given").press("all up to")
    return phone.open("")


def draws_until(app: Flask, phone: Phone, prize: int) -> int:
    """Draws until a card has the prize at this place; returns the card that has it first."""
    while True:
        claims = [claim for claim in possible_claims(table_of(app, phone).journal.state) if claim.prize == prize]
        if claims:
            return claims[0].card
        phone.press("Draw")


def test_a_night_is_played_from_the_gallery_to_its_last_prize(app: Flask, phone: Phone) -> None:
    night(phone)
    phone.press("Start the next round")
    for prize in (1, 2, 3):
        card = draws_until(app, phone, prize)
        phone.press("Check", {"card": str(card)})
        assert "right" in phone.says
        phone.press("Give", {"who": "Eve"})
    for page in (
        "settlement",
        "journal",
        "paper",
        "evening",
        "wall",
        "overhead",
        "seats",
        "rules",
        "/evenings",
        "/statistics",
        "programme",
        "loto/given",
        "result.json",
        "crib",
    ):
        phone.open(page)


def test_look(app, phone):
    night(phone)
    phone.press("Start the next round")
    for prize in (1, 2, 3):
        card = draws_until(app, phone, prize)
        phone.press("Check", {"card": str(card)})
        print(phone.says[:1500], phone.refused)
        phone.press("Give", {"who": "Eve"})
    print(phone.says)
    print(memos(app, phone))
    for page in (
        "settlement",
        "journal",
        "paper",
        "evening",
        "wall",
        "overhead",
        "seats",
        "rules",
        "/evenings",
        "/statistics",
        "programme",
        "loto/given",
        "result.json",
        "crib",
    ):
        try:
            phone.open(page)
            print("=====", page, phone.response.status_code, phone.says[:900])
        except Exception as e:
            print("=====", page, repr(e)[:500])
