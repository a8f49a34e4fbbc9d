"""Every phone its own row: two phones say theirs, a writer writes the hand down, and a tablet lies flat among them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from tests.browser.conftest import TABLET, Asking, Device, lay, next_held, types
from tests.browser.engines import needs
from tests.browser.test_the_table_that_plays import in_the_middle, twice
from tests.tools.phone import Phone

SENT = "Sent. Tap again to change it; the writer has the last word."
Said = Mapping[str, str]
"""Keys that are tapped and numbers that are typed, by the names of inputs without the player's."""


class Hand(NamedTuple):
    """A hand of which each phone says its own row."""

    game: str
    said: dict[str, Said]
    """What phones say, by whose they are."""
    comes_to: str
    """What changes by it, once it is written down."""
    players: tuple[str, ...] = ("Ann", "Ben", "Cleo")
    typed: Said = MappingProxyType({})
    """What the writer answers besides, by the names of inputs."""
    most_taps: int = 4


# a hand for each kind of question that a row asks; those of test_everyones_phones and test_taps_of_a_hand are told by
# phones, too
HANDS = [
    Hand(
        "Phase 10",
        {"Ben": {"held": "25", "laid": "1"}, "Cleo": {"out": "Cleo", "laid": "1"}},
        typed={"held:Ann": "60"},
        comes_to="Ann 60, Ben 25; Cleo leads with 0",
    ),
    Hand(
        "Tarot",
        {"Ben": {"taker": "Ben"}},
        players=("Ann", "Ben", "Cleo", "Dan"),
        typed={"contract": "garde", "bouts": "2", "points": "49"},
        comes_to="Ben",
    ),
    Hand(
        "Macao",
        {"Ben": {"stakes": "5", "outcomes": "-1"}, "Cleo": {"stakes": "3", "outcomes": "2"}},
        comes_to="Ann −1, Ben −5, Cleo +6",
    ),
    Hand(
        "Cassino",
        {"Ben": {"aces": "3", "sweeps": "1"}, "Cleo": {"aces": "1"}},
        players=("Ben", "Cleo"),
        typed={
            "most_cards": "player:Ben",
            "most_spades": "player:Cleo",
            "great": "Ben",
            "little": "Cleo",
            "last": "Ben",
        },
        comes_to="Ben",
        most_taps=7,
    ),
]


def answer(form: Locator, name: str, value: str) -> None:
    """Tap a key, or type a number."""
    field = form.locator(f'[name="{name}"]')
    if field.first.get_attribute("type") in ("radio", "checkbox"):
        form.locator(f'label:has([name="{name}"][value="{value}"])').tap()
    else:
        types(field, value)


def expect_held(form: Locator, name: str, value: str) -> None:
    """Wait until an answer stands in a form."""
    field = form.locator(f'[name="{name}"]')
    if field.first.get_attribute("type") in ("radio", "checkbox"):
        expect(form.locator(f'[name="{name}"][value="{value}"]')).to_be_checked()
    else:
        expect(field).to_have_value(value)


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.game)
def test_what_phones_say_stands_in_the_writers_form_and_is_written_with_few_taps(device: Device, hand: Hand) -> None:
    writer = device()
    code = lay(writer, *hand.players, game=hand.game)
    phones = {name: named(device(), code, name) for name in hand.said}
    taps = 0
    for name, said in hand.said.items():
        form = phones[name].locator(".own-row")
        for key, value in said.items():
            answer(form, of(name, key), value)
        expect(form.locator(".heard")).to_contain_text(SENT)
    version = writer.locator("#table").get_attribute("data-version") or ""
    form = writer.locator("#asking")
    for name, said in hand.said.items():
        row = form.locator(f'[data-row="{name}"][data-by-phone]')
        expect(row).to_have_attribute("aria-description", "by phone")
        for key, value in said.items():
            expect_held(form, of(name, key), value)
    for name, value in hand.typed.items():
        answer(form, name, value)
        taps += 1
    expect(form.locator(".outcome")).to_contain_text(hand.comes_to)
    writer.get_by_role("button", name="Write it down").tap()
    assert taps + 1 <= hand.most_taps
    for page in (writer, *phones.values()):
        expect(page.locator("#table")).not_to_have_attribute("data-version", version)
    assert phones["Ben"].locator(".own-row").count() == 1, "the next hand is open at once"


def of(name: str, key: str) -> str:
    """The name of an input of a player's row."""
    return key if key in {"player", "out", "taker"} else f"{key}:{name}"


def named(page: Page, code: str, name: str) -> Page:
    """The phone of a player."""
    page.goto(f"/t/{code}/me")
    page.locator(f'button[value="{name}"]').tap()
    expect(page.locator("body.is-live")).to_be_attached()
    return page


def test_the_writer_overrules_a_phone_for_good(device: Device) -> None:
    writer, ben, cleo = device(), device(), device()
    code = lay(writer, "Ann", "Ben", "Cleo", game="Jig", pressed=["Deal"])
    named(ben, code, "Ben")
    named(cleo, code, "Cleo")
    form = writer.locator("#asking")
    answer(ben.locator(".own-row"), "cards_left:Ben", "1")
    expect(form.locator('[data-row="Ben"][data-by-phone]')).to_be_visible()
    answer(form, "cards_left:Ben", "2")
    expect(form.locator('[data-row="Ben"][data-by-phone]')).to_have_count(0)
    answer(ben.locator(".own-row"), "cards_left:Ben", "3")
    answer(cleo.locator(".own-row"), "cards_left:Cleo", "4")
    expect(form.locator('[data-row="Cleo"][data-by-phone]')).to_be_visible()
    for player, cards in (("Ben", "2"), ("Cleo", "4")):
        expect_held(form, f"cards_left:{player}", cards)
    expect_held(form, "player", "Ann")  # the last row that is open is out
    writer.reload()
    expect(form.locator('[data-row="Cleo"][data-by-phone]')).to_be_visible()
    for player, cards in (("Ben", "2"), ("Cleo", "4")):
        expect_held(form, f"cards_left:{player}", cards)


def test_who_folds_the_own_row_sees_the_table_until_another_hand_asks(device: Device) -> None:
    writer, ben = device(), device()
    code = lay(writer, "Ann", "Ben", "Cleo", game="Jig", pressed=["Deal"])
    named(ben, code, "Ben")
    folded, phone = ben.locator(".own-row > details:not([open])"), Phone(Asking(writer))
    ben.locator(".own-row summary").tap()
    expect(folded).to_have_count(1)
    (gives,) = phone.open(f"/t/{code}/moves/give").buttons
    phone.press(gives, {"from": "player:Ann", "to": "player:Ben", "counters": 3})
    expect(ben.locator(".own-phone .balance")).to_contain_text("3")
    expect(ben.locator(".own-row")).to_be_visible()
    expect(folded).to_have_count(1)
    phone.press("Abandon").press("Deal")
    expect(ben.locator(".own-row > details[open]")).to_have_count(1)


def test_a_phone_that_asks_while_the_next_hand_is_dealt_is_asked_for_its_row(device: Device) -> None:
    writer, ben = device(), device()
    code = lay(writer, "Ann", "Ben", "Cleo", game="Jig", pressed=["Deal"])
    named(ben, code, "Ben")
    table, answers = ben.locator("#table"), list[tuple[Route, APIResponse]]()
    version = int(table.get_attribute("data-version") or "")
    ben.route("**/reply?*", lambda route: answers.append((route, route.fetch())))
    phone = Phone(Asking(writer)).open(f"/t/{code}").press("Abandon")
    route, of_no_hand = next_held(ben, answers)
    while of_no_hand.status == 204:  # the page looked as its stream began
        route.fulfill(response=of_no_hand)
        route, of_no_hand = next_held(ben, answers)
    assert "own-row" not in of_no_hand.text()
    phone.press("Deal")
    expect(table).to_have_attribute("data-version", str(version + 2))
    route.fulfill(response=of_no_hand)
    route, of_the_next = next_held(ben, answers)
    route.fulfill(response=of_the_next)
    expect(ben.locator(".own-row > details[open]")).to_be_visible()


def test_what_was_refused_is_the_writers_and_no_phone_replaces_it(device: Device) -> None:
    """Dan's points were filled in as what is left of 78."""
    writer, dan = device(), device()
    code = lay(writer, "Ann", "Ben", "Cleo", "Dan", game="Points", sums="26 78")
    named(dan, code, "Dan")
    form = writer.locator("#asking")
    for name, points in (("Ann", "50"), ("Ben", "20"), ("Cleo", "20")):
        answer(form, f"points:{name}", points)
    expect_held(form, "points:Dan", "0")
    writer.get_by_role("button", name="Write it down").tap()
    expect(writer.locator("#refused")).to_be_visible()
    dan.locator('.own-row [name="points:Dan"]').fill("3")
    expect(dan.locator(".own-row .heard")).to_contain_text(SENT)
    writer.wait_for_function("() => document.querySelector('[data-replies]').dataset.replies.includes('Dan')")
    expect_held(form, "points:Dan", "0")
    expect(form.locator('[data-row="Dan"][data-by-phone]')).to_have_count(0)


def test_a_tablet_that_lies_flat_is_told_what_phones_say(device: Device) -> None:
    tablet, ben, cleo = device(TABLET), device(), device()
    code = lay(tablet, "Ann", "Ben", "Cleo", game="Jig", pressed=["Deal"])
    tablet.goto(f"/t/{code}/overhead")
    named(ben, code, "Ben")
    named(cleo, code, "Cleo")
    seat = tablet.locator(".place:visible")
    answer(ben.locator(".own-row"), "cards_left:Ben", "1")
    expect(seat.locator('[data-row="Ben"][data-by-phone]')).to_be_visible()
    expect_held(seat, "cards_left:Ben", "1")
    answer(seat, "cards_left:Ben", "2")
    expect(seat.locator('[data-row="Ben"][data-by-phone]')).to_have_count(0)
    answer(ben.locator(".own-row"), "cards_left:Ben", "3")
    answer(cleo.locator(".own-row"), "player", "Cleo")
    expect(seat.locator('[data-row="Cleo"][data-by-phone]')).to_be_visible()
    answer(seat, "cards_left:Ann", "1")
    expect_held(seat, "cards_left:Ben", "2")
    expect(tablet.locator(".outcome:visible")).to_contain_text("Ben 2")
    twice(tablet, in_the_middle(tablet, "Write it down"))
    expect(seat.locator(".balance", has_text="+3")).to_be_visible()


def test_what_phones_say_moves_nothing(device: Device) -> None:
    writer, ben = device(), device()
    code = lay(writer, "Ann", "Ben", "Cleo", game="Jig", pressed=["Deal"])
    named(ben, code, "Ben")
    places = "part => [...part.querySelectorAll('button, label, .row')].map(one => one.getBoundingClientRect().y)"
    table, row = writer.locator("#table"), ben.locator(".own-row")
    before = table.evaluate(places), row.evaluate(places)
    answer(ben.locator(".own-row"), "cards_left:Ben", "1")
    expect(writer.locator('#asking [data-row="Ben"][data-by-phone]')).to_be_visible()
    expect(ben.locator(".heard")).to_contain_text(SENT)
    assert (table.evaluate(places), row.evaluate(places)) == before


@needs("what stands there without scripts alone")
def test_without_scripts_a_reload_shows_it(device: Device) -> None:
    writer, ben = device(java_script_enabled=False), device(java_script_enabled=False)
    code = lay(writer, "Ann", "Ben", "Cleo", game="Jig", pressed=["Deal"])
    ben.goto(f"/t/{code}/me")
    ben.locator('button[value="Ben"]').click()
    answer(ben.locator(".own-row"), "cards_left:Ben", "2")
    ben.get_by_role("button", name="Say it").click()
    expect(ben.locator(".heard")).to_contain_text(SENT)
    writer.reload()
    expect_held(writer.locator("#asking"), "cards_left:Ben", "2")


def test_what_a_phone_takes_back_leaves_the_writers_form(device: Device) -> None:
    writer, ben = device(), device()
    code = lay(writer, "Ann", "Ben", "Cleo", game="Vingt-un")
    named(ben, code, "Ben")
    form, own = writer.locator("#asking"), ben.locator(".own-row")
    split, stakes = '[name="outcomes-split:Ben"]', '[name="stakes:Ben"]'
    answer(own, "stakes:Ben", "2")
    own.locator(f"label:has({split})").tap()
    expect(form.locator(split)).to_be_checked()
    own.locator(f"label:has({split})").tap()
    expect(form.locator(split)).not_to_be_checked()
    expect_held(form, "stakes:Ben", "2")
    own.locator(stakes).fill("")
    expect(form.locator(stakes)).to_have_value("")
    expect(form.locator('[data-row="Ben"][data-by-phone]')).to_have_count(0)


@pytest.mark.core
def test_a_mark_that_a_phone_takes_back_is_nobodys_again(device: Device) -> None:
    writer, ben = device(), device()
    code = lay(writer, "Ann", "Ben", "Cleo", game="Pope Joan", pressed=["Deal"])
    named(ben, code, "Ben")
    writer.locator(".calls", has=writer.locator('a[href*="player=Ann"]')).get_by_text("out").tap()
    form, mark = writer.locator("#asking"), ben.locator(".own-row .mark")
    mark.tap()
    expect_held(form, "pope_held_by", "Ben")
    mark.tap()
    expect_held(form, "pope_held_by", "")
    expect_held(form, "player", "Ann")


def test_what_a_phone_could_not_send_it_sends_by_itself(device: Device) -> None:
    writer, ben = device(), device()
    code = lay(writer, "Ann", "Ben", "Cleo", game="Jig", pressed=["Deal"])
    named(ben, code, "Ben")
    form, own = writer.locator("#asking"), ben.locator(".own-row")
    answer(own, "cards_left:Ben", "1")
    expect(own.locator(".heard")).to_contain_text(SENT)
    ben.context.set_offline(True)
    answer(own, "cards_left:Ben", "2")
    expect(own.locator(".heard")).to_contain_text("Not sent yet")
    expect_held(form, "cards_left:Ben", "1")
    ben.context.set_offline(False)
    expect(own.locator(".heard")).to_contain_text(SENT)
    expect_held(form, "cards_left:Ben", "2")
    expect_held(own, "cards_left:Ben", "2")
