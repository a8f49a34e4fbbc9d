"""The devices of the household: any of them gives any other a name, by the rules of names."""

import pytest
from flask import Flask

from companion.store.devices import hashed
from tests.tools.phone import Phone


@pytest.fixture
def tablet(app: Flask, phone: Phone) -> str:
    """The hash of a tablet of the household, beside the phone."""
    phone.joins()
    app.extensions["companion"].household.admit(hashed("the tablet"), "tablet")
    return hashed("the tablet")


def renamed(phone: Phone, device: str, name: str) -> Phone:
    return phone.send("/household", {"device": device, "name": name})


def test_any_device_of_the_household_is_renamed_and_gets_its_own_name_back(phone: Phone, tablet: str) -> None:
    assert phone.open("/household").text.count("Rename") == 2
    assert "Kitchen Android tablet" in renamed(phone, tablet, " Kitchen ").says
    assert "Kitchen" not in renamed(phone, tablet, "").says


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("kitchen", "can't be told apart from Kitchen"),
        ("Kit\u034fchen", "can't be told apart from Kitchen"),
        ("Ha\u202ell", "must not contain invisible characters"),
        ("\u3164", "This name has no visible letters"),
        ("x" * 41, "must have at most 40 characters"),
    ],
)
def test_a_name_keeps_the_rules_of_names(app: Flask, phone: Phone, tablet: str, name: str, why: str) -> None:
    household = app.extensions["companion"].household
    household.admit(hashed("another"), "ipad")
    renamed(phone, tablet, "Kitchen")
    assert why in renamed(phone, hashed("another"), name).refused
    assert [device.name for device in household.all() if device.name] == ["Kitchen"]
