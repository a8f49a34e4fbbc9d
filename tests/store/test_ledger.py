"""The household's ledger: what is owed over all evenings, ticked off together or in part."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from decimal import Decimal
from functools import lru_cache
from random import Random
from typing import Any, TypeAlias
from unittest.mock import patch

import pytest
from attrs import evolve

from companion.engine.changes import Change, Redo, Undo
from companion.engine.errors import Illegal, Refusal
from companion.engine.settlement import Purse
from companion.plays import Imports, Wanted
from companion.scoresheet import CounterValue, score, sheet_from, write_sheet
from companion.store import Bin, Evenings, Ledger, Moving, People, Span, Statistics
from companion.store.check import problems
from companion.store.ledger import Debt
from companion.store.statistics import COUNTERS, GAMES
from tests.tools.evening import opening
from tests.tools.house import DEAL, FINISH, House, amends, renames, sheet, undoes, won
from tests.tools.plain_count import Counted, games_of

FIVE_PENCE = CounterValue("0.05", "GBP")
TWO_RAPPEN = CounterValue("0.02", "CHF")
FIVE_RAPPEN = Decimal("0.05")
"""There is no smaller coin."""


def ledger(house: House) -> Ledger:
    return Ledger(house.database, house.tables, Evenings(house.database, house.tables))


def says(debts: list[Debt]) -> list[str]:
    """Every debt in a line: ``Ann owes Cat 0.15 GBP from 1``."""
    return sorted(
        f"{' & '.join(debt.payer)} owes {' & '.join(debt.payee)} {debt.amount} {debt.currency}from {len(debt.dues)}"
        for debt in debts
    )


def owes(house: House) -> list[str]:
    return says(ledger(house).debts())


def plays(house: House, players: str, *winners: str, value: CounterValue | None = None) -> str:
    """An evening of some hands, over; its code."""
    house.code = house.tables.lay(sheet(players)).code
    house.taps(*(move for name in winners for move in (DEAL, won(name))), FINISH)
    house.tables.change(house.code, lambda now: now.with_beside(counter_value=value))
    return house.code


def debt(house: House, payer: str, payee: str) -> Debt:
    return next(debt for debt in ledger(house).debts() if (debt.payer, debt.payee) == ((payer,), (payee,)))


def test_nobody_owes_anything_before_an_evening_is_over(house: House) -> None:
    assert owes(house) == []
    house.taps(DEAL, won("Ann"))
    assert owes(house) == []


def test_two_who_owe_each_other_from_several_evenings_owe_the_difference(house: House) -> None:
    plays(house, "Ann Ben", "Ann")
    plays(house, "Ben Ann", "Ann")
    assert owes(house) == ["Ben owes Ann 5 from 2"]
    plays(house, "Ann Ben", "Ben")
    assert owes(house) == ["Ben owes Ann 2 from 3"]
    assert [due.amount for due in debt(house, "Ben", "Ann").dues] == [2, 3, -3]


def test_a_debt_is_ticked_off_at_all_its_evenings_and_that_is_taken_back(house: House) -> None:
    codes = [plays(house, "Ann Ben Cat", winner) for winner in ("Cat", "Cat", "Ann")]
    before, seen = owes(house), debt(house, "Ben", "Cat").mark
    commits, commit = list[bool](), house.database.commit

    def counted() -> None:
        commits.append(house.database.rows.conn.in_transaction)
        commit()

    with patch.object(house.database, "commit", counted):
        ledger(house).tick([seen], "a form")
    assert commits.count(True) == 1, "both evenings or none"
    assert owes(house) == [line for line in before if not line.startswith("Ben owes Cat")]
    assert [len(house.tables.find(code).paid) for code in codes] == [1, 1, 0]
    assert ledger(house).ticked("a form") == 2
    ledger(house).untick("a form")
    assert (owes(house), ledger(house).ticked("a form")) == (before, 0)
    assert problems(house.database) == []


def test_what_each_owes_the_other_is_ticked_off_together(house: House) -> None:
    for winner in ("Ann", "Ben"):
        plays(house, f"{winner} {'Ben' if winner == 'Ann' else 'Ann'}", winner)
    assert owes(house) == ["Ann owes Ben 0 from 2"]
    ledger(house).tick([debt(house, "Ann", "Ben").mark], "a form")
    assert owes(house) == []


def test_a_part_is_paid_the_earliest_evening_first_and_the_rest_is_carried_over(house: House) -> None:
    codes = [plays(house, "Ann Ben", "Ann", value=FIVE_PENCE) for _ in range(2)]
    codes.append(plays(house, "Ben Ann", "Ben", value=FIVE_PENCE))
    codes.append(plays(house, "Ann Ben", "Ann", "Ann", value=CounterValue("0.10", "GBP")))
    assert owes(house) == ["Ben owes Ann 0.60 GBPfrom 4"]
    ledger(house).tick([debt(house, "Ben", "Ann").mark], "a form", Decimal("0.30"))
    assert owes(house) == ["Ben owes Ann 0.30 GBPfrom 1"]
    ticks = [tick for code in codes for tick in house.tables.find(code).beside.paid]
    assert [(tick.counters, tick.amount) for tick in ticks] == [(2, "0.10")] * 3 + [(2, "0.20")]
    ledger(house).untick("a form")
    assert owes(house) == ["Ben owes Ann 0.60 GBPfrom 4"]


def test_a_part_leaves_the_payments_of_others_as_they_were(house: House) -> None:
    plays(house, "Ann Ben Cat Dan", "Cat", "Dan")
    before = owes(house)
    (payer, payee), *_ = [(one.payer, one.payee) for one in ledger(house).debts() if one.amount > 1]
    ledger(house).tick([debt(house, *payer, *payee).mark], "a form", Decimal(1))
    after = owes(house)
    assert len(set(before) - set(after)) == 1 == len(set(after) - set(before))


@pytest.mark.parametrize("amount", ["0.11", "0.12"])
def test_no_more_than_is_owed_is_paid_and_no_coin_is_split(house: House, amount: str) -> None:
    plays(house, "Ann Ben", "Ann", value=FIVE_PENCE)
    plays(house, "Ann Ben", "Ann", value=CounterValue("0.005", "GBP"))
    with pytest.raises(Illegal, match="more than is owed" if amount == "0.12" else "split"):
        ledger(house).tick([debt(house, "Ben", "Ann").mark], "a form", Decimal(amount) - Decimal("0.008"))
    assert owes(house) == ["Ben owes Ann 0.11 GBPfrom 2"]


def test_what_is_owed_is_what_can_be_paid_in_coins(house: House) -> None:
    for _ in range(3):
        code = plays(house, "Ann Ben", "Ann", value=CounterValue("0.04", "GBP"))
        house.tables.change(code, lambda now: now.with_beside(coin="0.05"))
    assert owes(house) == ["Ben owes Ann 0.30 GBPfrom 3"], "twice 4 pence each time"
    for amount in ("0.03", "0.05"):
        with suppress(Illegal):
            ledger(house).tick([debt(house, "Ben", "Ann").mark], amount, Decimal(amount))
    assert owes(house) == ["Ben owes Ann 0.25 GBPfrom 3"]
    house.taps(amends(3, won("Ben")))
    (corrected,) = ledger(house).corrections()
    assert (corrected.was[0], corrected.now[0]) == ((("Ben",), ("Ann",), 2), (("Ann",), ("Ben",), 2)), "coins"


def test_what_changed_since_it_was_seen_is_not_ticked_off(house: House) -> None:
    plays(house, "Ann Ben", "Ann")
    seen = debt(house, "Ben", "Ann").mark
    plays(house, "Ann Ben", "Ann")
    with pytest.raises(Illegal, match="changed in the meantime"):
        ledger(house).tick([seen], "a form")
    assert owes(house) == ["Ben owes Ann 4 from 2"]


def test_a_correction_changes_what_is_owed_and_says_so(house: House) -> None:
    plays(house, "Ann Ben Cat", "Cat")
    assert (owes(house), ledger(house).corrections()) == (["Ann owes Cat 3 from 1", "Ben owes Cat 2 from 1"], [])
    ledger(house).tick([debt(house, "Ben", "Cat").mark], "a form")
    house.taps(renames("Cat", "Kate"))
    assert ledger(house).corrections() == [], "nobody owes anything else"
    house.taps(amends(3, won("Ann")))
    (corrected,) = ledger(house).corrections()
    assert [tuple(payment) for payment in corrected.was] == [(("Ann",), ("Kate",), 3), (("Ben",), ("Kate",), 2)]
    assert [tuple(payment) for payment in corrected.now] == [(("Ben",), ("Ann",), 2), (("Kate",), ("Ann",), 2)]
    assert owes(house) == ["Kate owes Ann 4 from 1"], "Ben has paid his two, to Kate"
    house.taps(amends(3, won("Kate")))
    assert (owes(house), ledger(house).corrections()) == (["Ann owes Kate 3 from 1"], [])


def test_a_correction_made_by_undoing_the_end_says_so_too(house: House) -> None:
    plays(house, "Ann Ben Cat", "Cat")
    house.taps(renames("Cat", "Kate"), undoes)
    assert ledger(house).corrections() == []
    house.taps(undoes, undoes, won("Ann"))
    assert owes(house) == [] == ledger(house).corrections(), "it goes on again"
    house.taps(FINISH)
    (corrected,) = ledger(house).corrections()
    assert [tuple(payment) for payment in corrected.was] == [(("Ann",), ("Cat",), 3), (("Ben",), ("Cat",), 2)]
    assert [tuple(payment) for payment in corrected.now] == [(("Ben",), ("Ann",), 2), (("Cat",), ("Ann",), 2)]
    house.taps(opening("spoil-five"), DEAL, won("Ben"), FINISH)
    assert ledger(house).corrections() == [], "another game was played since"
    house.code = house.tables.lay(sheet("Ann Ben Cat")).code
    house.taps(DEAL, undoes, DEAL, won("Cat"), FINISH)
    assert ledger(house).corrections() == [], "what was undone before the end corrects nothing"


# Recounted: what the ledger says is what an independent sum of sheets and ticks comes to.

PEOPLE = ("Ann", "Ben", "Cat", "Dan", "Eve", "Evie")
"""The last two are one person, who is never at a table twice unless that is said later."""
COUNTED = ("hands", "won", "lost", "gained", "paid", "points")
"""What is counted besides of everybody."""


Whose: TypeAlias = Callable[[str, str], str]
"""The person of a name in the evening of a code."""


def everyone(house: House) -> Whose:
    """Who is who: each seat is one person's, and nobody has two at one table."""
    evenings = Evenings(house.database, house.tables)
    people, known = People(house.database, evenings), evenings.known()
    seats = [(seat.code, seat.name, known.names[key]) for key, own in known.seats.items() for seat in own]
    sat = {(table.code, name) for table in house.tables.newest(most=-1) for name in table.journal.state.seats}
    assert sorted((code, name) for code, name, _ in seats) == sorted(sat)
    assert len({(code, person) for code, _, person in seats}) == len(seats)
    assert sum(person.evenings for person in people.all()) == len(seats)
    who = {(code, name): person for code, name, person in seats}
    return lambda code, name: who.get((code, name)) or people.whose([name], code)[name]  # whose joining was struck


def any_evening(house: House, chance: Random, people: Sequence[str]) -> str:
    """An evening of people who come and go, in any unit; its code."""
    one = chance.sample(people, 5)
    present, newcomers = one[: chance.randint(2, 4)], one[4:]
    players, moves = [*present], list[dict[str, Any]]()
    for _ in range(chance.randint(1, 3)):
        moves += [{"move": "deal"}, {"move": "won", "player": chance.choice(present)}]
        if len(present) > 2 and chance.random() < 0.3:
            moves.append({"move": "leave", "player": present.pop()})
        elif newcomers and chance.random() < 0.3:
            present.append(newcomers.pop())
            moves.append({"move": "join", "player": present[-1]})
    game = {"game": "spoil-five", "moves": [*moves, {"move": "finish"}]}
    held = sheet_from({"scoresheet": 1, "players": players, "games": [game]})
    value = chance.choice([None, FIVE_PENCE, CounterValue("0.10", "GBP"), CounterValue("0.02", "EUR"), TWO_RAPPEN])
    return house.tables.lay(evolve(held, counter_value=value)).code


def lived(house: House, chance: Random, people: Sequence[str]) -> str:
    """An evening is settled in part, together, corrected or deleted; its code."""
    code = any_evening(house, chance, people)
    if chance.random() < 0.3:
        house.settling.join(code, chance.sample([*house.tables.find(code).journal.state.balances], 2))
    for _ in range(chance.randint(0, 2)):
        if due := house.tables.find(code).owed:
            house.settling.tick(code, chance.choice(due))
    if chance.random() < 0.3:
        steps = [step.line for step in house.tables.find(code).journal.in_force() if step.line.move.name == "won"]
        with suppress(Illegal):  # the other one isn't at the table then
            corrected = amends(chance.choice(steps).number, won(chance.choice(PEOPLE)))
            house.tables.record(code, None, None, corrected)
    if chance.random() < 0.1:
        house.tables.remove(code)
    return code


Sums: TypeAlias = dict[tuple[str, Purse, str], Decimal]
"""What every purse is owed from an evening, with its currency."""


def recounted(house: House) -> Sums:
    """Of each evening its balances, exactly, and what was ticked off since."""
    found: Sums = {}
    whose = everyone(house)
    for table in house.tables.newest(most=-1):
        value = table.beside.counter_value
        if not (table.journal.state.over and table.is_paid):
            continue
        balances = by_pencil(write_sheet(table.sheet()))[0]
        left = {name: counters * Decimal(value.amount if value else 1) for name, counters in balances.items()}
        for tick in table.beside.paid:
            paid = 0 if tick.taken_back else Decimal(tick.amount or tick.counters)
            left[tick.payer[0]] = left.get(tick.payer[0], Decimal()) + paid
            left[tick.payee[0]] = left.get(tick.payee[0], Decimal()) - paid
        for name, worth in left.items():
            purse = next((purse for purse in table.joined if name in purse), (name,))
            side = tuple(sorted(whose(table.code, each) for each in purse))
            key = table.code, side, value.currency if value else ""
            found[key] = found.get(key, Decimal()) + worth
    return found


def added_up(debts: Iterable[Debt]) -> Sums:
    """The same, by the ledger."""
    found: Sums = {}
    for debt in debts:
        assert debt.amount == sum(due.amount for due in debt.dues)
        for due in debt.dues:
            for side, amount in ((debt.payee, due.amount), (debt.payer, -due.amount)):
                key = due.evening.code, tuple(sorted(side)), debt.currency
                found[key] = found.get(key, Decimal()) + amount
    return found


@lru_cache(2_000)
def by_pencil(sheet: str) -> tuple[dict[str, int], list[Counted]]:
    """The balances of a sheet, and its games counted for each."""
    return score(sheet_from(json.loads(sheet)))["balances"], [own for _, _, own in games_of(json.loads(sheet))]


def statistics_fit(house: House) -> bool:
    """Whether the statistics say what a pencil and the sheets come to, for everybody and in every unit."""
    exactly, said, evenings = dict[tuple[str, str], Decimal](), dict[tuple[str, str], Decimal](), Counter[str]()
    whose = everyone(house)
    for table in house.tables.newest(most=-1):
        value = table.beside.counter_value
        unit, worth = (value.currency, Decimal(value.amount)) if value else (COUNTERS, Decimal(1))
        for players in by_pencil(write_sheet(table.sheet()))[1] if table.journal.state.over else ():
            evenings[unit] += 1
            for name, own in players.items():
                counted = {unit: own["counters"] * worth, GAMES: own["game_won"]}
                for what, number in (counted | {what: own[what] for what in COUNTED}).items():
                    key = whose(table.code, name), what
                    exactly[key] = exactly.get(key, Decimal()) + number
    statistics = Statistics(house.database, Evenings(house.database, house.tables))
    for unit in statistics.units(Span()):
        for part in statistics.parts(Span(), unit):
            figures = part.figures
            counted = {unit: figures.counters if unit == COUNTERS else part.money}
            if unit == GAMES:
                counted = {GAMES: figures.games_won} | {what: getattr(figures, what) for what in COUNTED}
            for what, number in counted.items():
                said[part.name, what] = said.get((part.name, what), Decimal()) + number
    off = {key: abs(exactly.get(key, 0) - said.get(key, 0)) for key in exactly | said}
    return all(by < evenings["CHF"] * FIVE_RAPPEN if unit == "CHF" else not by for (_, unit), by in off.items())


def ledger_fits(house: House) -> bool:
    """Whether the ledger says what the sheets and ticks come to."""
    said, exactly = added_up(ledger(house).debts()), recounted(house)
    off = {key: abs(exactly.get(key, 0) - said.get(key, 0)) for key in said | exactly}
    return all(by < len(side) * FIVE_RAPPEN if unit == "CHF" else not by for (_, side, unit), by in off.items())


def said_of_names(house: House, imports: Imports, chance: Random) -> None:
    """Somebody is merged, parted, kept apart, called otherwise; that is taken back; old evenings come in."""
    people = People(house.database, Evenings(house.database, house.tables))
    code = chance.choice(house.tables.newest(most=-1)).code
    table = house.tables.find(code)
    one, other = chance.sample([*PEOPLE, "Eva", "Kate"], 2)
    row = f"2024-03-{chance.randint(1, 28):02},Hearts,{chance.randint(0, 26)},{chance.randint(0, 26)},\n"

    def records(*changes: Change) -> None:
        house.tables.record(code, None, None, lambda table: changes)

    def takes_back() -> None:
        if said := people.said(one):
            people.take_back(said[0].name, said[0].person, always=bool(said[0].always))

    def comes_in() -> None:
        number = imports.begin("ours.csv")
        imports.add(number, 0, f"Date,Game,{one},{other},Zoë\n{row}{row.replace('-03-', '-04-')}".encode())
        imports.keep(number, Wanted(names={"Zoë": "Ann", other: chance.choice(PEOPLE)}))
        imports.discard(number)
        if chance.random() < 0.2:
            imports.undo(number)

    chance.choice(
        [
            lambda: people.merge(one, other),
            lambda: people.part(one, [seat.code for seat in people.seats(one) if chance.random() < 0.5], other),
            lambda: people.tell_apart(one, other),
            lambda: people.keep_apart(people.together()[:1]),
            takes_back,
            comes_in,
            lambda: records(Change.rename(chance.choice([*table.journal.state.seats]), one)),
            lambda: records(Undo()),
            lambda: records(Redo()),
        ]
    )()


def test_they_are_so_whatever_was_said_of_names(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    chance, done = Random(66), 0
    monkeypatch.setattr("secrets.choice", Random(66).choice)
    imports = Imports(
        house.database,
        house.tables,
        Evenings(house.database, house.tables),
        Moving(house.database, house.tables),
    )
    for number in range(25):
        lived(house, chance, PEOPLE)
        for _ in range(8):
            with suppress(Refusal):  # two who sat at one table aren't one
                said_of_names(house, imports, chance)
                done += 1
        assert ledger_fits(house) and statistics_fit(house), number
    assert done > 100 and problems(house.database) == []


def test_ledger_and_statistics_of_200_evenings_are_what_an_independent_sum_comes_to(house: House) -> None:
    chance = Random(44)
    for _ in range(200):
        lived(house, chance, [*PEOPLE[:4], chance.choice(PEOPLE[4:])])
    People(house.database, Evenings(house.database, house.tables)).merge("Evie", "Eve")
    own, bin_ = ledger(house), Bin(house.database)
    assert own.corrections() and bin_.all() and any(table.joined for table in house.tables.newest(most=200))

    told, exactly = added_up(own.debts()), recounted(house)
    assert any(told.get(key, 0) != exactly.get(key, 0) for key in told | exactly), "francs are rounded"

    def fits() -> bool:
        return ledger_fits(house) and statistics_fit(house)

    assert fits()
    for held in bin_.all():
        bin_.bring_back(held.number)
    assert fits()
    some = [debt for debt in own.debts() if chance.random() < 0.5]
    own.tick([debt.mark for debt in some], "a form")
    assert fits() and len(own.debts()) < len(some) * 3
    for number, debt in enumerate([debt for debt in own.debts() if debt.amount][:20]):
        with suppress(Illegal):  # a counter of the one evening isn't one of the other
            own.tick([debt.mark], f"part {number}", (debt.amount / 2).quantize(Decimal("0.1")))
    assert fits()
    own.tick([debt.mark for debt in own.debts()], "all")
    assert own.debts() == [] and fits()
    own.untick("all")
    assert fits() and problems(house.database) == []
