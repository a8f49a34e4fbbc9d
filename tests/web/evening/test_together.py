"""Couples and families settle together: joined and parted by a tap, and said so wherever payments are listed."""

import re

import pytest
from flask import Flask

from tests.tools.phone import Phone
from tests.web.evenings.test_groups import finished


@pytest.fixture
def over(phone: Phone) -> Phone:
    """Ann won a hand, and the others pay her."""
    return finished(phone, "Ann", "Ben", "Cat", "Dan")


def joins(phone: Phone, *names: str, status: int = 200) -> Phone:
    answer = phone.send("settlement/joined", {"name": [*names]})
    assert answer.status == status
    return phone


def payments(phone: Phone) -> list[str]:
    """The payments on the settlement as text."""
    return phone.open("settlement.txt").text.split("\n\n")[1].splitlines()


def test_a_couple_is_joined_and_parted_by_a_tap(over: Phone) -> None:
    assert payments(over) == ["Ben pays Ann 2 counters", "Cat pays Ann 2 counters", "Dan pays Ann 2 counters"]
    joins(over, "Ben", "Dan")
    assert payments(over) == ["Ben & Dan pay Ann 4 counters", "Cat pays Ann 2 counters"]
    assert over.open("settlement").press("Ben & Dan settle together").status == 200
    assert len(payments(over)) == 3


def test_what_a_couple_pays_is_ticked_off_on_every_page(over: Phone) -> None:
    joins(over, "Ben", "Dan").open("settlement").press("Ben & Dan pay Ann")
    assert payments(over) == ["Cat pays Ann 2 counters", "Ben & Dan pay Ann 4 counters (paid)"]
    paper = re.sub(r"\s+", " ", over.open("paper").says)
    assert "Ben & Dan Ann 4 paid" in paper
    over.open("settlement").press("Ben & Dan settle together")
    assert payments(over) == ["Cat pays Ann 2 counters", "Ben & Dan pay Ann 4 counters (paid)"]
    over.open("settlement").press("Ben & Dan pay Ann")
    assert len(payments(over)) == 3


def test_balances_and_the_result_stay_each_persons(over: Phone) -> None:
    before = over.open("result.json").text
    joins(over, "Ben", "Dan")
    assert over.open("result.json").text == before
    assert over.open("settlement.txt").text.startswith("Ann: +6\nBen: −2\nCat: −2\nDan: −2\n")


def test_an_evening_is_owed_by_all_who_settle_as_one(over: Phone) -> None:
    joins(over, "Ben", "Dan").open("settlement").press("Cat pays Ann")
    assert "Ben and Dan still owe" in over.open("/evenings").says


def test_a_purse_that_is_even_owes_nothing(over: Phone) -> None:
    joins(over, "Ann", "Ben", "Cat", "Dan")
    for page in ("settlement", "paper"):
        assert "With those who settle together, everyone is even: nobody owes anything." in over.open(page).says
    assert any(button.startswith("Ann & Ben & Cat & Dan settle together") for button in over.open("settlement").buttons)


def test_why_somebody_cannot_be_joined_stands_beside_the_names(over: Phone) -> None:
    joins(over, "Ben", "Dan")
    assert "Dan already settles with Ben: separate them first." in joins(over, "Cat", "Dan", status=409).says
    for few in (["Cat"], ["Cat", "Cat"]):
        assert "Tap two names or more, then join them." in joins(over, *few, status=422).says
    assert "Zoe is not at this table." in joins(over, "Cat", "Zoe", status=409).says


def test_it_is_offered_to_who_writes_where_people_pay_and_are_three(app: Flask, phone: Phone) -> None:
    couple = finished(phone, "Ann", "Ben")
    assert "Settle together" not in couple.open("settlement").says
    stacks = finished(phone, "Ann", "Ben", "Cat", each=40)
    assert "Settle together" not in stacks.open("settlement").says
    money = finished(phone, "Ann", "Ben", "Cat", each=40, amount="0.05", currency="GBP")
    assert "Settle together" in money.open("settlement").says
    joins(money, "Ben", "Cat")
    assert payments(money) == ["Ben & Cat pay Ann 4 counters (£0.20)"]
    guest = Phone(app, address="10.9.8.7")
    assert "Settle together" not in guest.open(f"/t/{money.code}/settlement").says
    phone.lays("Ann", "Ben", "Cat")
    assert "Settle together" not in phone.open("settlement").says


def test_a_group_remembers_who_settles_as_one(over: Phone) -> None:
    over.joins().open("evening").press("Save the group", {"name": "Thursdays"})
    joins(over, "Ben", "Dan")
    over.open("/groups").press("Thursdays Play again").press("Deal").press("Ann").open("moves/finish").press("Finish")
    assert payments(over) == ["Ben & Dan pay Ann 4 counters", "Cat pays Ann 2 counters"]


def test_played_again_an_evening_begins_with_those_who_settled_as_one(over: Phone) -> None:
    joins(over, "Ben", "Dan")
    over.open("evening").press("Play again").press("Deal").press("Ann").open("moves/finish").press("Finish")
    assert payments(over)[0].startswith("Ben & Dan pay Ann")
