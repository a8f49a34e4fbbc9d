"""Loto as a family or a whole room plays it: on phones, a tablet that calls, one that lies flat, and a television."""

import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.loto.rules.box import BOXES
from tests.browser.conftest import PHONE, SMALL_PHONE, TABLET, Device, balances, follow, takes_the_pencil, tap
from tests.browser.test_loto_caller import followed
from tests.browser.test_the_wall import SCROLLS, TELEVISION
from tests.tools.house import laid

EIGHT = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fred", "Gina", "Hugo"]
NAMES = [*EIGHT, *(f"Guest{number}" for number in range(9, 13))]
PHONES = {"Ben": SMALL_PHONE, "Cleo": PHONE, "Eve": {"width": 430, "height": 932}}
TWICE_AS_LARGE = {"width": 195, "height": 422}
"""What is left of a phone's screen where everything is shown at 200 %."""
CARDS = BOXES[24]


@pytest.fixture
def code(tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """A table at which everybody holds the card with the number of the own seat; who calls lays it aside."""
    key, options, called, names = request.param
    held = [{"move": "cards", "player": name, "numbers": [seat]} for seat, name in enumerate(names, 1)]
    return laid(tmp_path, {"game": key, "options": options, "moves": held + called}, names)


@pytest.fixture
def tablet(device: Device, code: str) -> Page:
    return takes_the_pencil(device(TABLET), code)


@pytest.fixture
def phones(device: Device, code: str) -> dict[str, Page]:
    """The phones of three of them, each of another size, by their names."""
    own = {name: device(size) for name, size in PHONES.items()}
    for name, phone in own.items():
        phone.goto(f"/t/{code}/me")
        phone.get_by_role("button", name=name, exact=True).click()
        expect(phone.locator("body.is-live")).to_be_attached()
    return own


@pytest.fixture
def wall(device: Device, code: str) -> Page:
    return followed(device, f"/t/{code}/wall", TELEVISION)


@pytest.fixture
def flat(device: Device, code: str) -> Page:
    return followed(device, f"/t/{code}/overhead", TABLET)


def numbers(player: str, rows: int = 3) -> list[int]:
    """The numbers of the first rows of a player's card."""
    return [number for row in CARDS[NAMES.index(player) + 1][:rows] for number in row]


def standing(page: Page) -> dict[str, int]:
    """What everybody won or lost, by name."""
    return {name.split("\n")[0]: counters for name, counters in balances(page).items()}


def settle(tablet: Page, phones: dict[str, Page]) -> None:
    """The tablet and every phone show the same payments, and they come to what everybody won or lost."""
    stand = standing(tablet)
    assert sum(stand.values()) == 0 and any(stand.values())
    follow(tablet, "Settle up")
    payments = tablet.locator(".payments .row").all_inner_texts()
    owed = Counter(dict.fromkeys(stand, 0))
    for said in payments:
        payer, payee, counters = re.findall(r"(\w+) pays (\w+).*?(\d+)\s*$", said, re.DOTALL)[0]
        owed.update({payee: int(counters), payer: -int(counters)})
    assert owed == stand
    for phone in phones.values():
        phone.set_viewport_size(TWICE_AS_LARGE)  # type: ignore[arg-type]
        assert phone.evaluate(SCROLLS)[0] == 0
        follow(phone, "Who pays whom")
        assert phone.evaluate(SCROLLS)[0] == 0
        expect(phone.locator(".payments .row")).to_have_text(payments, use_inner_text=True)


WINNERS = {"Ben": 1, "Gina": 2, "Eve": 3}
"""The rows for which they are paid, one after the other."""
LAST = [numbers(player, rows)[-1] for player, rows in WINNERS.items()]
CALLED = dict.fromkeys(number for player, rows in WINNERS.items() for number in numbers(player, rows))
"""What is out once all are paid; all but the last of each stands on the table beforehand."""
BEFORE = [{"move": "deal"}, *({"move": "drawn", "number": number} for number in CALLED if number not in LAST)]
RACE = {"prizes": "quarters", "drawn_by": "bag", "race": True}


@pytest.mark.parametrize("code", [("loto", RACE, BEFORE, NAMES)], ids=["twelve"], indirect=True)
def test_they_play_by_quickness_to_the_settlement(
    tablet: Page, phones: dict[str, Page], wall: Page, flat: Page
) -> None:
    def call(player: str) -> None:
        """Ann calls the number that completes the rows of a player, who is first to tap it where a phone is there."""
        last = numbers(player, WINNERS[player])[-1]
        tap(tablet, str(last))
        for screen in (*phones.values(), wall, flat):
            expect(screen.locator(".called, .ball, .disc").first).to_contain_text(str(last))
        if player in phones:
            phones[player].locator(f".mine-cards button[value='{last}']").tap()
            expect(phones[player].get_by_text("You answered first: cover it.")).to_be_visible()
            expect(wall.locator(".cry")).to_have_text(f"1. {player}")

    def claim(player: str, prize: str) -> None:
        phones[player].get_by_role("button", name=f"I have {prize}!").tap()
        expect(tablet.locator(".claim").first).to_contain_text(player)
        for screen, place in ((wall, ".claimed"), (flat, ".claims")):
            expect(screen.locator(place)).to_contain_text(player)

    call("Ben")
    phones["Cleo"].get_by_role("button", name="I have a row!").tap()
    expect(phones["Cleo"].get_by_text("If it was called, tell the caller.").first).to_be_visible()
    claim("Ben", "a row")
    tap(tablet, "Pay Ben")
    expect(wall.locator(".winner-name")).to_contain_text("Ben")
    call("Gina")
    tablet.get_by_text("Somebody claims").click()
    tablet.locator("#claims").get_by_role("button", name="Gina").click()
    tap(tablet, "Pay Gina")
    call("Eve")
    claim("Eve", "the whole card")
    tap(tablet, "Pay Eve")
    expect(wall.locator(".tiles .taken")).to_have_count(3)
    expect(wall.locator(".winning")).to_contain_text("Eve · card 5")
    assert wall.evaluate(SCROLLS) == [0, 0]
    tap(tablet, "Finish the game")
    stand = standing(tablet)
    row = len(stand) - 1
    assert stand == dict.fromkeys(stand, -4) | {"Ann": 0, "Ben": row - 4, "Gina": row - 4, "Eve": 2 * row - 4}
    settle(tablet, phones)


@pytest.mark.parametrize("code", [("loto-drawings", {}, [], EIGHT)], ids=["eight"], indirect=True)
def test_they_play_by_drawings_to_the_settlement(tablet: Page, phones: dict[str, Page], wall: Page, flat: Page) -> None:
    def shown() -> None:
        """Everybody sees the numbers of the drawing, and each phone what its own player took."""
        drawn = tablet.locator(".holes li").all_inner_texts()
        expect(wall.locator(".ten-balls li")).to_have_text(drawn)
        expect(flat.locator(".ten-balls .near li")).to_have_text(drawn)
        for name, phone in phones.items():
            covered = len(set(map(int, drawn)) & set(numbers(name)))
            expect(phone.locator(".earned .mine .out")).to_have_count(covered)

    tap(tablet, "Deal hand 1")
    tap(tablet, "Draw ten")
    shown()
    tablet.get_by_role("link", name="Tap the numbers").click()
    for number in numbers("Ben", 2):
        tablet.locator(".knobs label").filter(has=tablet.locator(f"input[value='{number}']")).tap()
    tap(tablet, "Write it down")
    shown()
    expect(wall.locator(".tiles li").first).to_contain_text("Ben")
    tablet.locator(".agreed").get_by_role("button", name="1").click()
    expect(tablet.get_by_text("for the last drawing")).to_be_visible()
    tap(tablet, "Draw ten")
    expect(wall.locator(".drawn")).to_have_text(
        f"The last drawing · {' · '.join(tablet.locator('.holes li').all_inner_texts())}"
    )
    expect(wall.locator(".winner h2")).to_contain_text("win")
    assert wall.evaluate(SCROLLS) == [0, 0]
    settle(tablet, phones)
