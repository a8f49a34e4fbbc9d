"""A hand of which every player's phone says its row: it opens by itself, and the writer writes it down."""

import re
from collections.abc import Mapping
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Device, balances, lay
from tests.browser.finger import Finger
from tests.browser.test_own_rows import SENT, answer, expect_held, named

FIVE = ("Ann", "Ben", "Cleo", "Dan", "Eve")
LEFT = {"Ann": "3", "Cleo": "2", "Dan": "1", "Eve": "4"}


class Evening(NamedTuple):
    """A hand that Ben writes, and is out of."""

    game: str
    presses: list[str]
    """What he presses before all have answered."""
    taps: int
    """How many presses the hand takes him in all, its deal among them."""
    paid: tuple[int, ...]
    """What the hand brings or costs each."""
    held: Mapping[str, str] = {}
    """What a phone says besides, and its player."""


# one whose rows open by themselves, with who holds a card besides, and one whose rows are open as it is dealt
EVENINGS = [
    Evening("Pope Joan", ["Deal hand"], 2, (-9, 7, -5, -4, -3), {"pope_held_by": "Eve"}),
    Evening("Jig", ["Deal hand"], 2, (-3, 10, -2, -1, -4)),
]


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.game)
def test_the_hand_that_every_phone_has_answered_is_written_with_one_tap(device: Device, evening: Evening) -> None:
    writer = device()
    code = lay(writer, *FIVE, game=evening.game)
    phones = {name: named(device(), code, name) for name in LEFT}
    version = writer.locator("#table").get_attribute("data-version") or ""
    finger = Finger(writer)
    finger.presses(*evening.presses)
    for name, left in LEFT.items():
        said = {f"cards_left:{name}": left} | {key: who for key, who in evening.held.items() if who == name}
        for key, value in said.items():
            answer(phones[name].locator(".own-row"), key, value)
        expect(phones[name].locator(".heard")).to_contain_text(SENT)
    form = writer.locator("#asking")
    for name, left in LEFT.items():
        expect_held(form, f"cards_left:{name}", left)
    expect_held(form, "player", "Ben")
    expect(form.locator(".outcome")).to_contain_text(re.compile(r"Ann\s−?3"))
    assert writer.locator("#table").get_attribute("data-version") != version
    finger.presses("Write it down")
    expect(form).to_have_count(1 if evening.game == "Jig" else 0)
    assert (finger.taps, tuple(balances(writer).values())) == (evening.taps, evening.paid)


def test_what_two_phones_say_is_for_the_writer_to_decide(device: Device) -> None:
    """PJ-13: both hold Pope; neither counts until one is tapped, and both hear who it was."""
    writer = device()
    code = lay(writer, *FIVE, game="Pope Joan", pressed=["Deal"])
    phones = {name: named(device(), code, name) for name in ("Cleo", "Dan")}
    writer.locator(".calls", has=writer.locator('a[href*="player=Ben"]')).get_by_text("out").tap()
    form = writer.locator("#asking")
    for name, left in LEFT.items():
        if name not in phones:
            answer(form, f"cards_left:{name}", left)
            continue
        answer(phones[name].locator(".own-row"), f"cards_left:{name}", left)
        expect_held(form, f"cards_left:{name}", left)
    answer(phones["Cleo"].locator(".own-row"), "pope_held_by", "Cleo")
    expect_held(form, "pope_held_by", "Cleo")
    answer(phones["Dan"].locator(".own-row"), "pope_held_by", "Dan")
    both = "Cleo and Dan each say “holds Pope”"
    expect(form.locator(".outcome")).to_contain_text(f"{both}: tap the one who's right, or nobody.")
    expect(form.locator('[name="pope_held_by"]:checked')).to_have_count(0)
    expect(form.get_by_text("holds Pope: nobody")).to_be_visible()
    for phone in phones.values():
        expect(phone.locator(".heard")).to_contain_text(f"{both}: the writer decides.")
    version = writer.locator("#table").get_attribute("data-version") or ""
    writer.get_by_role("button", name="Write it down").tap()
    expect(writer.locator("#refused")).to_contain_text(both)
    expect(writer.locator("#table")).to_have_attribute("data-version", version)
    answer(form, "pope_held_by", "Cleo")
    expect(form.locator(".outcome")).to_contain_text("Ben takes 4 from Game")
    expect(form.locator(".told")).to_have_text("Dan says by phone: holds Pope")
    writer.get_by_role("button", name="Write it down").tap()
    for phone in phones.values():
        expect(phone.locator(".replies")).to_contain_text("Written down: “holds Pope” – Cleo.")
    assert balances(writer) == {"Ann": -9, "Ben": 9, "Cleo": -3, "Dan": -4, "Eve": -7}


def test_the_writers_tap_stays_whatever_comes_late(device: Device) -> None:
    writer = device()
    code = lay(writer, *FIVE, game="Newmarket", pressed=["Deal"])
    phones = {name: named(device(), code, name) for name in LEFT}
    form = writer.locator("#asking")
    for name in ("Ann", "Dan", "Cleo"):
        answer(phones[name].locator(".own-row"), f"cards_left:{name}", LEFT[name])
        expect(phones[name].locator(".heard")).to_contain_text(SENT)
    writer.locator(".calls", has=writer.locator('a[href*="player=Ben"]')).get_by_text("out").tap()
    answer(phones["Eve"].locator(".own-row"), "cards_left:Eve", "4")
    expect_held(form, "cards_left:Eve", "4")
    answer(phones["Cleo"].locator(".own-row"), "player", "Cleo")
    expect(form.locator(".told")).to_have_text("Cleo says by phone: out")
    for name, left in LEFT.items():
        expect_held(form, f"cards_left:{name}", left)
    expect_held(form, "player", "Ben")
    answer(form, "cards_left:Ann", "5")
    answer(phones["Ann"].locator(".own-row"), "cards_left:Ann", "6")
    expect(form.locator(".told")).to_contain_text("Ann says by phone: 6")
    expect_held(form, "cards_left:Ann", "5")
    writer.get_by_role("button", name="Write it down").tap()
    expect(phones["Cleo"].locator(".replies")).to_contain_text("Written down: “out” – Ben.")
    assert balances(writer) == {"Ann": -7, "Ben": 11, "Cleo": -3, "Dan": -2, "Eve": -5}


def test_a_hand_that_is_ready_waits_for_the_writer_and_comes_once(device: Device) -> None:
    writer = device()
    code = lay(writer, "Ann", "Ben", "Cleo", game="Pope Joan", pressed=["Deal"])
    phones = {name: named(device(), code, name) for name in ("Ben", "Cleo")}
    for name, phone in phones.items():
        answer(phone.locator(".own-row"), *({"Ben": ("player", "Ben"), "Cleo": ("cards_left:Cleo", "2")}[name]))
        expect(phone.locator(".heard")).to_contain_text(SENT)
    told = "() => JSON.parse(document.querySelector('[data-replies]').dataset.replies).ready"
    writer.wait_for_function(told)
    form = writer.locator("#asking")
    expect_held(form, "player", "Ben")
    expect(form.locator(".outcome")).to_contain_text("Nothing is entered for Ann")
    writer.get_by_role("link", name="Not now").tap()
    expect(writer.locator(".calls").first).to_be_visible()
    writer.wait_for_timeout(400)
    expect(form).to_have_count(0)


def test_more_cards_are_offered_once_the_dealer_is_said_to_have_none(device: Device) -> None:
    """PJ-21."""
    writer = device()
    code = lay(writer, *FIVE, game="Pope Joan", pressed=["Deal"])
    ann, cleo = (named(device(), code, name) for name in ("Ann", "Cleo"))
    writer.locator(".calls", has=writer.locator('a[href*="player=Ben"]')).get_by_text("out").tap()
    row = writer.locator('#asking [data-row="Cleo"]')
    expect(row.get_by_text("10", exact=True)).not_to_be_visible()
    answer(ann.locator(".own-row"), "cards_left:Ann", "0")
    expect(writer.locator("#asking .none-dealt")).to_have_text("Ann was dealt no cards")
    answer(cleo.locator(".own-row"), "cards_left:Cleo", "10")
    expect(row.locator('[value="10"]')).to_be_checked()
    expect(row.get_by_text("10", exact=True)).to_be_visible()
