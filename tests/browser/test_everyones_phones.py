"""A hand of which every player's phone says its row: it opens by itself, and the writer writes it down."""

from collections.abc import Mapping
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

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


EVENINGS = [
    Evening("Pope Joan", ["Deal hand", "another card"], 3, (-9, 7, -5, -4, -3), {"pope_held_by": "Eve"}),
    Evening("Spin", ["Deal hand"], 2, (-6, 17, -3, -2, -9), {"spin_held_by": "Eve"}),
    Evening("Newmarket", ["Deal hand"], 2, (-5, 9, -3, -2, -5)),
    Evening("Jig", ["Deal hand"], 2, (-3, 10, -2, -1, -4)),
    Evening("Earl of Coventry", ["Deal hand"], 2, (-3, 10, -2, -1, -4)),
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
    expect(form.locator(".outcome")).to_contain_text("Ann 3")
    pictured(writer, f"{evening.game} writer"), pictured(phones["Eve"], f"{evening.game} phone")
    assert writer.locator("#table").get_attribute("data-version") != version
    finger.presses("Write it down")
    expect(form).to_have_count(1 if evening.game in ("Jig", "Earl of Coventry") else 0)
    assert (finger.taps, tuple(balances(writer).values())) == (evening.taps, evening.paid)


def pictured(page: Page, name: str) -> None:
    page.screenshot(path=f"/tmp/shots/{name}.png")
