"""The settlement ticked off: what was paid stays paid, and the rest stays as it was."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from companion.engine.changes import Change
from companion.engine.game import Move
from companion.engine.journal import Journal
from companion.engine.replay import initial_state
from companion.engine.settlement import Payment, Purse, in_purses
from companion.scoresheet import CounterValue
from companion.store import Groups
from companion.store.table import Beside, Table, Tick
from tests.tools.evening import move, opening
from tests.tools.house import DEAL, FINISH, House, give, sheet, strikes, won

PLAYERS = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]


@pytest.fixture
def over(house: House) -> House:
    """An evening of one hand, finished: Ann pays Cat 3, Ben and Dan 2 each."""
    house.taps(DEAL, won("Cat"), FINISH)
    return house


def owed(table: Table) -> list[str]:
    return [said(due) for due in table.owed]


def said(payment: Payment[Purse]) -> str:
    payer, payee = (" & ".join(side) for side in (payment.payer, payment.payee))
    return f"{payer} {'pay' if len(payment.payer) > 1 else 'pays'} {payee} {payment.counters}"


def pay(house: House, place: int = 0, key: str | None = None) -> Table:
    """Ticks off one of the payments still owed."""
    return house.settling.tick(house.code, house.table.owed[place], key)


def test_a_tick_is_taken_back_at_its_own_table_for_good(over: House) -> None:
    """Neither it nor its number, under which another phone still shows it, returns with the tap sent again."""
    due = over.table.owed[1]
    (paid,) = over.settling.tick(over.code, due, "one tap").paid
    over.settling.untick(over.tables.lay(sheet()).code, paid.number)
    over.restart()
    assert len(over.table.paid) == 1, "it is of another table"
    over.settling.untick(over.code, paid.number)
    assert over.settling.tick(over.code, due, "one tap").paid == ()
    over.restart()
    assert pay(over).paid[0].number != paid.number


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


def test_somebody_who_paid_and_then_never_joined_gets_it_back(house: House) -> None:
    house.taps(move("spoil-five", "join", player="Eve"), give("Eve", "Ann", 4), FINISH)
    assert owed(house.table) == ["Eve pays Ann 4"]
    pay(house)
    house.taps(strikes(2))
    assert owed(house.table) == ["Ann pays Eve 4"]


def joins(house: House, *names: str) -> Table:
    return house.settling.join(house.code, names)


def test_a_couple_pays_as_one_and_their_balances_stay_their_own(over: House) -> None:
    balances = over.table.journal.state.balances
    assert owed(joins(over, "Ben", "Ann")) == ["Ann & Ben pay Cat 5", "Dan pays Cat 2"]
    assert over.table.journal.state.balances == balances
    assert owed(joins(over, "Cat", "Dan")) == ["Ann & Ben pay Cat & Dan 5"]
    over.restart()
    assert owed(over.settling.part(over.code, ["Ben", "Ann"])) == ["Ann pays Cat & Dan 3", "Ben pays Cat & Dan 2"]
    assert len(over.announced) == 1


def test_joining_or_parting_again_changes_nothing(over: House) -> None:
    before = joins(over, "Ann", "Ben")
    assert joins(over, "Ben", "Ann") is before
    assert over.settling.part(over.code, ["Ann", "Cat"]) is before
    after = over.settling.part(over.code, ["Ann", "Ben"])
    assert over.settling.part(over.code, ["Ann", "Ben"]) is after
    assert after.purses == ()


def test_what_a_couple_paid_is_theirs_when_they_part(over: House) -> None:
    """The tick says who paid as one; it makes both even."""
    joins(over, "Ann", "Ben")
    pay(over)
    parted = over.settling.part(over.code, ["Ann", "Ben"])
    assert [said(paid.payment) for paid in parted.paid] == ["Ann & Ben pay Cat 5"]
    assert owed(parted) == ["Dan pays Cat 2"]
    over.restart()
    assert over.table == parted
    assert owed(over.settling.untick(over.code, parted.paid[0].number)) == [
        "Ann pays Cat 3",
        "Ben pays Cat 2",
        "Dan pays Cat 2",
    ]


def test_what_one_paid_before_they_were_joined_counts_for_both(over: House) -> None:
    pay(over)
    assert owed(joins(over, "Ann", "Ben")) == ["Ann & Ben pay Cat 2", "Dan pays Cat 2"]
    assert [said(paid.payment) for paid in over.table.paid] == ["Ann pays Cat 3"]


def test_a_couple_that_won_and_lost_owes_each_other_the_rest_when_they_part(over: House) -> None:
    joins(over, "Ann", "Cat")
    assert owed(over.table) == ["Ben pays Ann & Cat 2", "Dan pays Ann & Cat 2"]
    pay(over)
    pay(over)
    assert owed(over.settling.part(over.code, ["Ann", "Cat"])) == ["Ann pays Cat 3"]


@pytest.mark.parametrize(("settled", "pays"), [((), 5), ((give("Cat", "Ben", 2),), 3)])
def test_somebody_who_left_early_settles_with_the_others_of_the_purse(
    house: House, settled: Sequence[Move], pays: int
) -> None:
    """Ben goes home, and Ann pays for both what he hasn't settled."""
    house.taps(DEAL, won("Cat"), *settled, move("spoil-five", "leave", player="Ben"), FINISH)
    assert owed(joins(house, "Ann", "Ben")) == [f"Ann & Ben pay Cat {pays}", "Dan pays Cat 2"]


def test_a_purse_without_somebody_who_never_came_is_one_of_the_others(house: House) -> None:
    house.taps(move("spoil-five", "join", player="Eve"), give("Eve", "Ann", 4), FINISH)
    assert joins(house, "Ben", "Eve").joined == [("Ben", "Eve")]
    assert owed(house.taps(strikes(2))) == []
    assert house.table.joined == []


def test_a_group_begins_with_those_who_settled_as_one_last_time(over: House) -> None:
    groups = Groups(over.database)
    joins(over, "Ann", "Ben")
    groups.keep("Thursdays", over.table)
    assert groups.all()[0].purses == (("Ann", "Ben"),)
    joins(over, "Cat", "Dan")
    over.settling.part(over.code, ["Ann", "Ben"])
    (group,) = groups.all()
    assert group.purses == (("Cat", "Dan"),)
    laid = over.tables.lay(group.sheet, purses=group.purses)
    assert laid.joined == [("Cat", "Dan")]
    over.restart()
    assert over.tables.find(laid.code).joined == [("Cat", "Dan")]
    assert over.tables.lay(sheet("Ann Cat Eve"), purses=group.purses).purses == ()


def test_a_group_keeps_its_other_couples_when_an_old_evening_is_settled(over: House) -> None:
    """Eve and Fay weren't there that evening; Ann and Ben are a couple no more."""
    groups = Groups(over.database)
    groups.keep("Thursdays", over.table)
    with over.database.writing() as rows:
        rows.table("groups").update(1, {"purses": '[["Eve", "Fay"], ["Ann", "Ben"], ["Gus", "Cat"]]'})
    joins(over, "Ann", "Dan")
    assert groups.all()[0].purses == (("Eve", "Fay"), ("Gus", "Cat"), ("Ann", "Dan")), "nobody is in two"
    over.settling.part(over.code, ["Dan", "Ann"])
    assert groups.all()[0].purses == (("Eve", "Fay"), ("Gus", "Cat"))


BALANCES = st.lists(st.integers(-6, 6), min_size=5, max_size=5).map(lambda some: [*some, -sum(some)])


def settled(balances: list[int], paid: list[Payment[Purse]], purses: Sequence[Purse] = ()) -> Table:
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
    journal = Journal(initial_state(PLAYERS)).extend(*(Change.play(made) for made in taps))
    ticks = [Tick([*payer], [*payee], counters) for payer, payee, counters in paid]
    return Table("", "", 1, journal, Beside(purses=[[*purse] for purse in purses], paid=ticks))


@pytest.mark.parametrize("place", range(4))
def test_a_tick_after_a_correction_leaves_the_rest_as_it_was(place: int) -> None:
    early, balances = Payment(("Ann",), ("Fay",), 2), [3, -3, 2, 4, -6, 0]
    due = settled(balances, [early]).owed
    paid = due.pop(place)
    assert settled(balances, [early, paid]).owed == due


@settings(max_examples=30)
@given(before=BALANCES, after=BALANCES, early=st.integers(0, 3), chance=st.randoms())
def test_a_tick_never_reshuffles_the_rest(before: list[int], after: list[int], early: int, chance: Random) -> None:
    """Some pay, then a correction changes the balances, then the others pay."""
    paid: list[Payment[Purse]] = []
    for balances, ticks in ((before, early), (after, 99)):
        while ticks and (due := settled(balances, paid).owed):
            ticks -= 1
            paid.append(chance.choice(due))
            due.remove(paid[-1])
            assert settled(balances, paid).owed == due
    left = dict(zip(PLAYERS, after, strict=True))
    for (payer,), (payee,), counters in paid:
        left[payer] += counters
        left[payee] -= counters
    assert not any(left.values())


def purses_of(places: list[int]) -> list[Purse]:
    """The players by the purse in which each puts his own: those of one number settle as one."""
    purses = [tuple(name for name, at in zip(PLAYERS, places, strict=True) if at == each) for each in {*places}]
    return [purse for purse in purses if len(purse) > 1]


PURSES = st.lists(st.integers(0, 3), min_size=6, max_size=6).map(purses_of)


@settings(max_examples=40)
@given(balances=BALANCES, first=PURSES, then=PURSES, ticks=st.integers(0, 3), chance=st.randoms())
def test_between_purses_the_fewest_payments_bring_every_purse_to_nothing(
    balances: list[int], first: list[Purse], then: list[Purse], ticks: int, chance: Random
) -> None:
    """Some pay, then others are joined and parted, and the rest is paid; no counter is lost on the way."""
    paid: list[Payment[Purse]] = []
    while ticks and (due := settled(balances, paid, first).owed):
        ticks -= 1
        paid.append(chance.choice(due))
    purses = in_purses(dict(zip(PLAYERS, balances, strict=True)), first)
    assert len(settled(balances, [], first).owed) == fewest([held for held in purses.values() if held])
    while due := settled(balances, paid, then).owed:
        paid.append(chance.choice(due))
        rest = settled(balances, paid, then).owed
        assert rest == [payment for payment in due if payment is not paid[-1]]
    left = dict.fromkeys(PLAYERS, 0)
    for (payer,), (payee,), counters in settled(balances, paid).owed:
        left[payer] -= counters
        left[payee] += counters
    assert not any(in_purses(left, then).values()), "what is owed once all part stays within what they were"


def fewest(balances: list[int]) -> int:
    """The fewest payments, by trying every split into groups that add up to nothing."""
    if not balances:
        return 0
    first, rest = balances[0], balances[1:]
    sizes = (
        (size, [*others])
        for size in range(len(rest) + 1)
        for others in combinations(range(len(rest)), size)
        if first + sum(rest[at] for at in others) == 0
    )
    return min(size + fewest([held for at, held in enumerate(rest) if at not in others]) for size, others in sizes)


# In money: what each is up or down is rounded to coins, and those are paid.


def in_money(
    balances: list[int], amount: str, currency: str, paid: list[Tick] | None = None, coin: str | None = None
) -> Table:
    """The same table, a counter being worth something."""
    table = settled(balances, [])
    value = CounterValue(amount, currency)
    return table.with_beside(counter_value=value, coin=coin, paid=paid or [])


YEN = [-3, 4, -1, 0, 0, 0]
"""At half a yen a counter Ann would pay Ben 1.50 and Cat 0.50."""


def test_what_was_paid_stays_paid_in_money() -> None:
    table = in_money(YEN, "0.5", "JPY")
    first = table.tick(table.owed[0])
    assert first.beside.paid == [Tick(["Ann"], ["Ben"], 2, amount="1")]
    assert owed(first) == ["Cat pays Ben 1"]
    both = first.tick(first.owed[0])
    assert owed(both) == []
    assert [said(paid.payment) for paid in both.paid] == ["Ann pays Ben 1", "Cat pays Ben 1"]
    assert owed(both.join(["Ann", "Cat"])) == [], "less than a coin is open"
    dearer = first.with_beside(counter_value=CounterValue("1", "JPY"))
    assert owed(dearer) == ["Ann pays Ben 2", "Cat pays Ben 1"], "of 3 she has paid 1"


def test_parts_that_were_paid_are_exact_in_another_coin() -> None:
    table = in_money([-30, 30, 0, 0, 0, 0], "0.01", "GBP")
    (whole,) = table.owed
    for left in (25, 20, 15):
        table = table.pay(whole._replace(counters=5))
        assert owed(table) == [f"Ann pays Ben {left}"]
    assert table.pay(whole._replace(counters=16)) == table, "more than is owed"
    assert owed(table.with_beside(coin="0.10")) == ["Ann pays Ben 1"], "of the 15 pence that are left"


def test_what_was_paid_in_counters_before_money_was_rounded_stays_paid() -> None:
    paid = [Tick(["Ann"], ["Ben"], 3), Tick(["Cat"], ["Ben"], 1)]
    table = in_money(YEN, "0.5", "JPY", paid)
    assert owed(table) == []
    assert all(found.payment.counters for found in table.paid)


def test_a_couple_is_rounded_as_one_and_pays_what_both_are_rounded_to() -> None:
    table = in_money(YEN, "0.5", "JPY").join(["Ann", "Cat"])
    assert owed(table) == ["Ann & Cat pay Ben 2"]
    assert owed(table.tick(table.owed[0])) == []
    table = in_money([-1, -1, 1, 1, 0, 0], "0.005", "GBP").join(["Ann", "Ben"])
    assert owed(table) == ["Ann & Ben pay Cat 1"]
    assert [str(table.worth[name]) for name in PLAYERS[:4]] == ["0.00", "-0.01", "0.01", "0.00"]
    alone = [Tick(["Ann"], ["Cat"], 2, amount="0.01")]
    table = in_money([-3, -1, 3, 1, 0, 0], "0.005", "GBP", alone)
    assert owed(table.join(["Ann", "Ben"])) == ["Ann & Ben pay Cat 1"], "half a coin each"
