"""How many presses a whole hand takes on a phone: each hand was written down as a sheet beforehand.

Those pressed in the browser have every kind of control together.
"""

import re
from collections.abc import Callable, Hashable
from itertools import pairwise, takewhile
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from companion.engine import Family
from companion.games import catalogue
from tests.browser.conftest import Asking, Device, balances, lay
from tests.browser.finger import Finger, place
from tests.browser.kinds import covering
from tests.browser.sheets import FIVE, FOUR, HANDS, MOST, kind_of, standing
from tests.tools.phone import Phone
from tests.tools.serving import Wire

DRAWN = {"loto", "loto-drawings", "loto-hall"}
"""The games whose numbers nobody can write down beforehand."""
LONGER = {"baccara", "bridge", "cassino"}
"""The games that ask several questions of sides, more than one screen."""
TOLD = """many => JSON.parse(
    document.querySelector("[data-replies]").dataset.replies).rows?.length === many"""
"""The writer's page knows what so many phones replied."""


def kinds(name: str, presses: list[str]) -> set[Hashable]:
    """What a hand proves: how its moves are asked for, and what is pressed after what."""
    return {*HANDS[name].controls, *pairwise(["", *map(kind_of, presses)])}


PRESSED = covering({name: kinds(name, hand.presses) for name, hand in HANDS.items()})
REPLIED = covering({name: kinds(name, hand.presses_with_replies) for name, hand in HANDS.items() if hand.replies})


def test_every_game_has_a_hand() -> None:
    assert catalogue().keys() - {hand.game for hand in HANDS.values()} == DRAWN


@pytest.mark.parametrize("name", HANDS)
def test_a_hand_is_worth_what_it_comes_to_and_few_presses(name: str) -> None:
    hand = HANDS[name]
    assert hand.scored() == hand.comes_to
    alone, with_replies = many(hand.presses), many(hand.presses_with_replies)
    assert alone <= MOST.get(name, (alone, 0))[0]
    assert with_replies <= MOST.get(name, (0, with_replies))[1]


def many(presses: list[str]) -> int:
    """How many presses these are, with the keys of what is typed."""
    return sum(1 + len(words.partition(" = ")[2]) for words in presses)


@pytest.mark.parametrize("family", [family for family in Family if family is not Family.LOTO])
def test_a_hand_takes_few_presses_and_nothing_typed(
    device: Device, family: Family, record_property: Callable[[str, object], None]
) -> None:
    """The journal then holds the moves of the sheet, and the table stands as the sheet is scored."""
    page = device()
    for name, hand in HANDS.items():
        if catalogue()[hand.game].family is not family or name not in PRESSED:
            continue
        code, finger = hand.begins(page), Finger(page)
        finger.presses(*hand.presses)
        assert hand.is_written(page, code), name
        assert standing(page, code) == hand.comes_to, name
        assert finger.scrolls == 0 or hand.game in LONGER, name
        record_property(name, f"{finger.taps} presses, {finger.words} words, {finger.scrolls} scrolls")


def test_with_everyones_phones_the_writer_presses_less(device: Device, address: str) -> None:
    """The others' own phones say their rows; their answers stand in the writer's form at once."""
    port = urlsplit(address).port
    assert port
    page, phones = device(), {name: Phone(Wire(port)) for name in FIVE if name != "Ben"}
    for name in REPLIED:
        hand = HANDS[name]
        code, finger = hand.begins(page), Finger(page)
        for player in hand.replies:
            phones[player].open(f"/t/{code}/me").press(player)
        (newest,) = re.findall(r'id="table"[^>]*data-version="(\d+)"', phones[player].text)
        expect(page.locator("#table")).to_have_attribute("data-version", newest)
        begins = [*takewhile(lambda words: " > " not in words and words != "Write it down", hand.presses_with_replies)]
        finger.presses(*begins)
        for player, said in hand.replies.items():
            (asked,) = phones[player].open(f"/t/{code}").filled("hand")
            phones[player].send("reply", {"hand": asked} | said)
            assert phones[player].status == 200, f"{name}: {player} is refused: {phones[player].refused}"
        page.wait_for_function(TOLD, arg=len(hand.replies), polling=40)
        finger.presses(*hand.presses_with_replies[len(begins) :])
        assert hand.is_written(page, code), name


def test_what_is_shown_in_snip_is_the_stakes_left(device: Device) -> None:
    """SN-03 to SN-06."""
    page = device()
    HANDS["Snip-Snap-Snorum"].begins(page)
    Finger(page).presses(*HANDS["Snip-Snap-Snorum"].presses)
    assert balances(page) == {"Ann": 5, "Ben": 4, "Cleo": 3, "Dan": 2, "Eve": 5}


def test_a_coup_of_chemin_de_fer_takes_four_with_the_bank_that_is_opened_for_it(device: Device) -> None:
    """What the bank and the punters put up stands there from the last coup; *banco* is one tap."""
    page = device()
    phone = Phone(Asking(page)).lays(*FOUR, game="Chemin de Fer")
    phone.open("?move=open&player=Ann").press("Write it down", {"counters": 10})
    phone.press("Write it down", {"stakes:Cleo": 4, "outcome": "won"})
    page.goto(f"/t/{phone.code}")
    finger, asked = Finger(page), page.locator("#table[data-tapped] [name=counters]")
    finger.taps_on(page.locator("a.row", has_text="Ben"), asked)
    finger.taps_on(page.get_by_role("button", name="Write it down"))
    lost = place(page, "happened to the stakes? > lost")
    finger.taps_on(lost, lost)
    finger.taps_on(page.get_by_role("button", name="Write it down"))
    assert (finger.taps, standing(page, phone.code)) == (4, (-4, -10, 0, 0))
    row = page.locator(".each .row", has_text="Dan")
    finger.taps_on(row.get_by_role("button", name="banco"), row)
    expect(row.locator("input")).to_have_value("14")
    finger.taps_on(place(page, "happened to the stakes? > won"), lost)
    finger.taps_on(page.get_by_role("button", name="Write it down"))
    assert (finger.taps, standing(page, phone.code)) == (7, (-4, -10, 0, 14))


def test_everyone_lays_four_counters_of_newmarket_by_taps_and_again_by_one(device: Device) -> None:
    """NM-03 to NM-05: Ben lays all of his on the ace, the others one on each card."""
    page = device()
    phone = Phone(Asking(page)).lays(*FOUR, game="Newmarket", ante=4, dealer_extra=0)
    page.goto(f"/t/{phone.code}")
    finger = Finger(page)
    finger.taps_on(page.get_by_role("link", name="Choose where to put counters"), page.locator(".lays"))
    for name in FOUR:
        for pot in ("ace",) * 4 if name == "Ben" else ("ace", "king", "queen", "jack"):
            heap = page.locator(".lays .row", has_text=name).locator(".heap", has_text=pot)
            finger.taps_on(heap, heap)
    ace = page.locator(".lays .row", has_text="Ben").locator(".heap", has_text="ace")
    expect(ace.locator("input")).to_have_value("4")
    ace.get_by_role("button", name="Take one back").tap()
    expect(ace.locator("input")).to_have_value("3")
    page.get_by_role("link", name="Not now").tap()
    expect(page.locator(".lays")).to_have_count(0)
    page.reload()
    expect(page.locator(".lays")).to_have_count(0)
    page.get_by_role("link", name="Choose where to put counters").tap()
    expect(ace.locator("input")).to_have_value("3")
    ace.tap()
    finger.taps_on(page.get_by_role("button", name="Write it down"))
    assert finger.taps == 2 + 4 * len(FOUR)
    for card in ("ace", "king", "queen", "jack"):
        finger.taps_on(place(page, f"Cleo: {card}"))
    assert balances(page) == {"Ann": -4, "Ben": -4, "Cleo": 12, "Dan": -4}
    phone.open("?move=out&player=Dan").press(
        "Write it down", {f"cards_left:{name}": 1 for name in ("Ann", "Ben", "Cleo")}
    )
    page.reload()
    again = Finger(page)
    again.taps_on(page.get_by_role("button", name="Same as last time, and deal"))
    assert again.taps == 1
    expect(page.locator(".board").get_by_label("Ace 7")).to_be_visible()


def test_a_card_is_tapped_wherever_the_page_was_scrolled_to(device: Device) -> None:
    page = device()
    lay(page, *FOUR, "Eve", "Finn", "Gus", "Hal", game="Newmarket")
    finger = Finger(page)
    finger.deals()
    page.evaluate("scrollTo(0, 200)")
    finger.presses("Hal: queen", "3", "Gus: ace", "2")
    assert (finger.taps, balances(page)["Gus"]) == (5, 1)
