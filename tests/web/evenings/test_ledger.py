"""The household's ledger on its page: found in few taps, ticked off and undone, and shown to no guest."""

import re
from collections.abc import Callable

import pytest

from tests.tools.phone import Phone


def finished(phone: Phone, *players: str, winner: str = "Cat", **fill: object) -> Phone:
    """An evening of one hand."""
    return phone.lays(*players, **fill).press("Deal").press(winner).open("moves/finish").press("Finish")


@pytest.fixture
def two(phone: Phone) -> Phone:
    """Two evenings, at five pence a counter; the phone is Cat's."""
    phone.joins()
    for _ in range(2):
        finished(phone, "Ann", "Ben", "Cat", amount="0.05", currency="GBP")
    phone.open("me").press("Cat")
    return phone


def test_what_ben_owes_me_overall_is_two_taps_away_from_the_first_page(two: Phone) -> None:
    page, taps = two.open("/").page, ("Evenings", "Who owes whom")
    for words in taps:
        page = two.open(page.links[words]).page
    assert len(taps) <= 3 and "Ben owes you from 2 evenings £0.20" in two.says


def test_a_search_for_owes_finds_it_with_the_evenings_at_which_something_is_owed(two: Phone) -> None:
    open_still = two.code
    finished(two, "Ben", "Dan", winner="Dan").open("settlement").press("Ben pays Dan")
    for typed in ("owes", "Ben owes", "OWED"):
        two.open(f"/evenings?q={typed}")
        assert "Who owes whom Over all evenings 2 evenings" in two.says, typed
        assert f"/t/{open_still}/evening" in two.text and f"/t/{two.code}/evening" not in two.text
    assert "Over all evenings" not in two.open("/evenings?q=Ben").says
    assert "No evening matches" in two.open("/evenings?q=Zoë owes").says


def test_debts_are_ticked_off_together_or_all_at_once_and_that_is_undone(two: Phone) -> None:
    two.open("/ledger").press("Tick it off")
    assert "Ticked off in 2 evenings." in two.says and "Ann owes you" not in two.says and "Ben owes you" in two.says
    assert "1 payment is still to be made." in two.open("settlement").says
    two.open("/ledger")
    assert "Ticked off" not in two.says, "it is said once"
    assert "Nobody owes anyone anything" in two.press("Tick it off").says
    assert "Ben owes you" in two.press("Undo").says and "Ann owes you" not in two.says
    finished(two, "Ann", "Ben", "Cat", amount="0.05", currency="GBP")
    assert "Ticked off in 3 evenings." in two.open("/ledger").press("Tick everything off").says
    assert "Nobody owes anyone anything" in two.says and "All paid." in two.open("settlement").says


def test_a_part_is_paid_and_the_rest_carried_over(two: Phone) -> None:
    two.open("/ledger").press("Tick it off", {"amount": "0,25"})
    assert "Ann owes you from 1 evening £0.05" in two.says
    two.open("/ledger").press("Tick it off", {"amount": ""})
    assert (two.status, two.refused) == (422, "How much was paid? Enter a number.")
    two.open("/ledger").press("Tick it off", {"amount": "9"})
    assert (two.status, two.refused) == (409, "That's more than is owed.")


@pytest.mark.parametrize("amount", ["1.000", "1,500", "1.000,05", "1,000.05"])
def test_an_amount_is_never_read_as_a_thousandth_or_a_thousand_times(two: Phone, amount: str) -> None:
    two.open("/ledger").press("Tick it off", {"amount": amount})
    assert two.status == 422 and ("two ways" in two.refused or "Enter a number" in two.refused)
    two.open(f"/t/{two.code}/settlement").press("Save", {"amount": amount})
    assert two.status == 422


def test_no_guest_sees_what_is_owed_at_another_evening(two: Phone, another: Callable[[], Phone]) -> None:
    guest = another()
    assert "Over all evenings" not in guest.open(f"/t/{two.code}/settlement").says
    assert guest.open("/ledger").status == 403 and "owes" not in guest.says
    assert "Who owes whom" not in guest.open("/evenings?q=owes").says
    two.lets_write(guest)
    assert guest.open("/ledger").status == 403, "the pencil of one evening shows no other"


def test_a_correction_says_what_it_changed(two: Phone) -> None:
    assert "Changed by a correction" not in two.open("/ledger").says
    two.open("journal/3").press("See what would change", {"player": "Ben"}).press("Save")
    said = two.open("/ledger").says
    assert "Changed by a correction Today corrected today before: Ann pays Cat £0.15, Ben pays Cat £0.10 now:" in said
    assert "now: Ann pays Ben £0.15, Cat pays Ben £0.10" in said
    assert "Ben and Cat are even from 2 evenings" in said
    told = [two.open(debt).says for debt in re.findall(r'href="(/ledger/\w+)"', two.text)]
    assert any("Today Spoil-Five · corrected" in evenings for evenings in told), "where the debt is unfolded"
    two.open("/ledger/ffffffff")
    assert "What's owed has changed in the meantime." in two.says, "it was ticked off meanwhile"
    assert "Changed by a correction" in two.open(two.page.links["Who owes whom"]).says


def test_a_debt_is_unfolded_in_the_language_of_the_device(two: Phone) -> None:
    finished(two, "Ann", "Ben", "Cat", amount="0.05", currency="GBP").chooses("My Bird Sings", "games")
    two.press("Start My Bird Sings").press("Deal").press("Ann").press("Finish").open("/ledger")
    debts = re.findall(r'href="(/ledger/\w+)"', two.text)
    two.send("/language", {"language": "fr"})
    assert any("Spoil-Five et My Bird Sings" in two.open(debt).says for debt in debts)
