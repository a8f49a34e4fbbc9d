"""The settlement ticked off: what was paid stays paid, and the rest stays as it was."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.journal import Journal, Play
from companion.engine.journal.replay import initial_state
from companion.engine.settlement import Payment
from companion.store import Table
from companion.store.table import Paid
from tests.tools.evening import move, opening
from tests.tools.house import DEAL, FINISH, House, amends, give, sheet, strikes, undoes, won

PLAYERS = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]


@pytest.fixture
def over(house: House) -> House:
    """An evening of one hand, finished: Ann pays Cat 3, Ben and Dan 2 each."""
    house.taps(DEAL, won("Cat"), FINISH)
    return house


def owed(table: Table) -> list[str]:
    return [f"{due.payer} pays {due.payee} {due.counters}" for due in table.owed]


def pay(house: House, place: int = 0, key: str | None = None) -> Table:
    """Ticks off one of the payments still owed."""
    return house.tables.settle(house.code, house.table.owed[place], key)


def test_nothing_is_owed_while_the_game_is_on(house: House) -> None:
    assert house.taps(DEAL).owed == []
    before = house.table
    assert house.tables.settle(house.code, Payment("Ann", "Cat", 3), None) is before


def test_a_payment_is_ticked_off(over: House) -> None:
    assert owed(over.table) == ["Ann pays Cat 3", "Ben pays Cat 2", "Dan pays Cat 2"]
    assert owed(pay(over, 1)) == ["Ann pays Cat 3", "Dan pays Cat 2"]
    pay(over)
    assert owed(pay(over)) == []
    assert len(over.announced) == 6


def test_ticks_survive_a_restart(over: House) -> None:
    before = pay(over, 2)
    over.restart()
    assert over.table == before
    assert owed(over.table) == ["Ann pays Cat 3", "Ben pays Cat 2"]


def test_a_tick_is_taken_back(over: House) -> None:
    (paid,) = pay(over, 1).paid
    assert owed(over.tables.unsettle(over.code, paid.number)) == ["Ann pays Cat 3", "Ben pays Cat 2", "Dan pays Cat 2"]


@pytest.mark.parametrize("number", [0, 99, 10**30])
def test_a_tick_that_is_not_there_is_not_taken_back(over: House, number: int) -> None:
    before = pay(over)
    assert over.tables.unsettle(over.code, number) is before


def test_a_tick_of_another_table_is_not_taken_back(over: House) -> None:
    (paid,) = pay(over).paid
    over.tables.unsettle(over.tables.lay(sheet()).code, paid.number)
    over.restart()
    assert len(over.table.paid) == 1


def test_a_tick_that_was_taken_back_does_not_return_with_the_tap_sent_again(over: House) -> None:
    due = over.table.owed[1]
    (paid,) = over.tables.settle(over.code, due, "one tap").paid
    over.tables.unsettle(over.code, paid.number)
    assert over.tables.settle(over.code, due, "one tap").paid == ()


def test_the_number_of_a_tick_taken_back_is_not_used_again(over: House) -> None:
    """Another phone still shows the old tick under this number."""
    first = pay(over).paid[0].number
    over.tables.unsettle(over.code, first)
    over.restart()
    assert pay(over).paid[0].number != first


@pytest.mark.parametrize(
    "payment", [Payment("Ann", "Cat", 4), Payment("Cat", "Ann", 3), Payment("Nobody", "Cat", 3), Payment("", "", 0)]
)
def test_a_payment_that_nobody_owes_is_not_ticked(over: House, payment: Payment[str]) -> None:
    before = over.table
    assert over.tables.settle(over.code, payment, None) is before


def test_a_payment_sent_twice_is_ticked_once(over: House) -> None:
    due = over.table.owed[1]
    assert over.table.owed is over.table.owed, "worked out once"
    for _ in range(2):
        over.tables.settle(over.code, due, "a key")
    assert owed(over.table) == ["Ann pays Cat 3", "Dan pays Cat 2"]


def test_equal_payments_of_two_evenings_are_two_payments(over: House) -> None:
    """The same hand again: Ann has paid her 3 once and owes 3 more."""
    pay(over)
    over.taps(opening("spoil-five", dealer="Ann"), DEAL, won("Cat"), FINISH)
    assert owed(over.table) == ["Ann pays Cat 3", "Ben pays Cat 4", "Dan pays Cat 4"]
    assert owed(pay(over)) == ["Ben pays Cat 4", "Dan pays Cat 4"]


def test_after_all_is_paid_a_second_game_begins_from_nothing(over: House) -> None:
    for _ in range(3):
        pay(over)
    over.taps(opening("spoil-five", dealer="Ann"), DEAL, won("Ben"), FINISH)
    assert owed(over.table) == ["Ann pays Ben 3", "Cat pays Ben 2", "Dan pays Ben 2"]


def test_a_correction_after_a_payment_counts_what_was_paid(over: House) -> None:
    """It was Ben who won; Ann has given Cat her 3 already."""
    pay(over)
    over.taps(amends(3, won("Ben")))
    paid = {"Ann": 3, "Cat": -3}
    for due in over.table.owed:
        paid[due.payer] = paid.get(due.payer, 0) + due.counters
        paid[due.payee] = paid.get(due.payee, 0) - due.counters
    assert {name: -counters for name, counters in paid.items() if counters} == {
        "Ann": -3,
        "Ben": 7,
        "Cat": -2,
        "Dan": -2,
    }


def test_a_correction_taken_back_owes_what_was_owed_before(over: House) -> None:
    before = owed(pay(over))
    over.taps(amends(3, won("Ben")), undoes)
    assert owed(over.table) == before


def test_somebody_who_paid_and_then_never_joined_gets_it_back(house: House) -> None:
    house.taps(move("spoil-five", "join", player="Eve"), give("Eve", "Ann", 4), FINISH)
    assert owed(house.table) == ["Eve pays Ann 4"]
    pay(house)
    house.taps(strikes(2))
    assert owed(house.table) == ["Ann pays Eve 4"]


BALANCES = st.lists(st.integers(-6, 6), min_size=5, max_size=5).map(lambda some: [*some, -sum(some)])


def settled(balances: list[int], paid: list[Payment[str]]) -> Table:
    """A table in whose only game everybody came out as in ``balances``, with these payments ticked off."""
    moves = [
        give("Ann", name, gained)
        for name, gained in zip(PLAYERS, balances, strict=True)
        if name != "Ann" and gained > 0
    ]
    moves += [
        give(name, "Ann", -lost) for name, lost in zip(PLAYERS, balances, strict=True) if name != "Ann" and lost < 0
    ]
    taps = [opening("spoil-five"), *moves, FINISH]
    journal = Journal(initial_state(PLAYERS)).extend(*(Play(made) for made in taps))
    return Table("", None, False, "", 1, journal, tuple(Paid(n, payment) for n, payment in enumerate(paid)))


@pytest.mark.parametrize("place", range(4))
def test_a_tick_after_a_correction_leaves_the_rest_as_it_was(place: int) -> None:
    early, balances = Payment("Ann", "Fay", 2), [3, -3, 2, 4, -6, 0]
    due = settled(balances, [early]).owed
    paid = due.pop(place)
    assert settled(balances, [early, paid]).owed == due


@settings(max_examples=30)
@given(before=BALANCES, after=BALANCES, early=st.integers(0, 3), chance=st.randoms())
def test_a_tick_never_reshuffles_the_rest(before: list[int], after: list[int], early: int, chance: Random) -> None:
    """Some pay, then a correction changes the balances, then the others pay."""
    paid: list[Payment[str]] = []
    for balances, ticks in ((before, early), (after, 99)):
        while ticks and (due := settled(balances, paid).owed):
            ticks -= 1
            paid.append(chance.choice(due))
            due.remove(paid[-1])
            assert settled(balances, paid).owed == due
    left = dict(zip(PLAYERS, after, strict=True))
    for payment in paid:
        left[payment.payer] += payment.counters
        left[payment.payee] -= payment.counters
    assert not any(left.values())
