"""Evenings of renaming, joining, giving, correcting, undoing and redoing, beside a sum that knows people by number.

``COMPANION_EVENINGS`` in the environment is how many are played.
"""

import os
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random

import pytest
from attrs import evolve, field, frozen

from companion.engine.changes import Change, Entry, Redo, Undo, UndoTo
from companion.engine.errors import Illegal
from companion.engine.game import Move
from companion.engine.kit.moves import Join
from companion.store.aliases import Whose
from companion.store.check import problems
from companion.store.replies import Replies, Reply
from tests.tools.evening import FOUR, move
from tests.tools.house import FINISH, House, give

EVENINGS = int(os.environ.get("COMPANION_EVENINGS", "25"))
TAPS = 80
NAMES = (*FOUR.split(), "Kate", "Eve", "Cat (2)")


@frozen
class Gift:
    """Counters that one person gave another."""

    payer: int
    payee: int
    counters: int
    struck: bool = False


@frozen
class Told:
    """What the journal says after a tap: how everybody at the table is called, and who gave what, by its entry."""

    called: dict[int, str]
    gifts: dict[int, Gift] = field(factory=dict)
    over: bool = False
    last: int = 1

    def balances(self) -> dict[str, int]:
        found = dict.fromkeys(self.called.values(), 0)
        for gift in self.gifts.values():
            found[self.called[gift.payer]] -= 0 if gift.struck else gift.counters
            found[self.called[gift.payee]] += 0 if gift.struck else gift.counters
        return found


class Outside:
    """An evening at a house, and what should have become of everybody's things: people are numbers here."""

    def __init__(self, house: House, seed: int) -> None:
        self.house, self.random, self.newcomer = house, Random(seed), count(4)
        self.told = Told(dict(enumerate(FOUR.split())))
        self.joined: dict[int, str] = {}
        """By which name a newcomer sits down, and goes again where that is undone."""
        self.undone: list[list[Told]] = []
        """What a tap on Redo brings back, the last one first."""
        self.past: list[Told] = []
        self.phones: dict[str, int] = {}
        self.places: dict[int, int] = {}
        self.purses: list[set[int]] = []
        self.ticks: list[tuple[set[int], set[int], int]] = []
        self.replies: dict[int, str] = {}
        self.said: dict[int, str] = {}

    def person(self) -> int:
        return self.random.choice([*self.told.called])

    def taps(self, change: Change, after: Told) -> None:
        """Records a tap; where it is refused nothing has changed."""
        before = self.house.table
        try:
            table = self.house.tables.record(self.house.code, None, None, lambda table: [change])
        except Illegal:
            assert self.house.table == before
            return
        if table.journal is not before.journal:
            self.past.append(self.told)
            self.told, self.undone = evolve(after, last=table.journal.last), []

    def plays(self) -> None:
        """One tap that is written down."""
        told, number = self.told, self.house.table.journal.last + 1
        gift = Gift(self.person(), self.person(), self.random.randint(1, 9))
        match self.random.choice(["rename", "rename", "join", "join", "give", "strike", "amend", "insert", "finish"]):
            case "rename":
                self.called_anew(self.person(), self.random.choice(NAMES))
            case "join":
                self.joins(self.random.choice(NAMES))
            case "give":
                self.taps(Change.play(self.moved(gift)), evolve(told, gifts=told.gifts | {number: gift}))
            case "insert" if told.gifts:
                before = self.random.choice([*told.gifts])
                self.taps(Change.insert(before, self.moved(gift)), evolve(told, gifts=told.gifts | {number: gift}))
            case "finish":
                self.taps(Change.play(FINISH), evolve(told, over=True))
            case "strike" if told.gifts:
                at, was = self.random.choice([*told.gifts.items()])
                change = Change.restore(at) if was.struck else Change.strike(at)
                self.taps(change, evolve(told, gifts=told.gifts | {at: evolve(was, struck=not was.struck)}))
            case "amend" if told.gifts:
                at = self.random.choice([*told.gifts])
                self.taps(Change.amend(at, self.moved(gift)), evolve(told, gifts=told.gifts | {at: gift}))

    def called_anew(self, who: int, name: str) -> None:
        if name not in self.told.called.values():
            after = evolve(self.told, called=self.told.called | {who: name})
            self.taps(Change.rename(self.told.called[who], name), after)

    def joins(self, name: str) -> None:
        here = self.told.called
        if name in here.values() or len(here) == 8:
            return
        gone = {called: who for who, called in self.joined.items() if who not in here}
        who = gone.get(name) or next(self.newcomer)  # who comes again is the same
        number = self.house.table.journal.last
        self.taps(Change.play(move("spoil-five", "join", player=name)), evolve(self.told, called=here | {who: name}))
        match self.house.table.journal.entries[number:][:1]:
            case [Entry(change=Change(content=Join(player=own)))]:
                self.joined[who] = own

    def moved(self, gift: Gift) -> Move:
        return give(self.told.called[gift.payer], self.told.called[gift.payee], gift.counters)

    def goes_back(self) -> None:
        """One tap on Undo, or on *Undo to here*."""
        back = self.random.choice([1, 1, 2, 5])
        if len(self.past) < back:
            return
        change = Undo() if back == 1 else UndoTo(self.past[-back].last)
        self.house.tables.record(self.house.code, None, None, lambda table: [change])
        self.undone.append([*self.past[-back + 1 :], self.told] if back > 1 else [self.told])
        self.told, self.past = self.past[-back], self.past[:-back]

    def goes_on(self) -> None:
        """One tap on Redo."""
        if self.undone:
            self.house.tables.record(self.house.code, None, None, lambda table: [Redo()])
            again = self.undone.pop()
            self.past += [self.told, *again[:-1]]
            self.told = again[-1]

    def beside(self) -> None:
        """Something is said that no journal has."""
        house, code, who, other = self.house, self.house.code, self.person(), self.person()
        name = self.told.called[who]
        match self.random.choice(["phone", "place", "purse", "tick", "reply", "said"]):
            case "phone":
                phone = f"phone {self.random.randint(1, 5)}"
                house.pencils.know(code, phone)
                house.pencils.set_player(code, phone, name)
                self.phones[phone] = who
            case "place":
                self.places[who] = self.random.randint(0, 51)
                here = house.table.beside.places | {name: self.places[who]}
                house.tables.change(code, lambda table: table.with_beside(places=here))
            case "purse" if who != other and not any({who, other} & purse for purse in self.purses):
                house.settling.join(code, [name, self.told.called[other]])
                self.purses.append({who, other})
            case "tick" if house.table.owed:
                due = self.random.choice(house.table.owed)
                numbers = {called: number for number, called in self.told.called.items()}
                if {*due.payer, *due.payee} <= {*numbers}:
                    house.settling.tick(code, due, None)
                    payer, payee = ({numbers[one] for one in purse} for purse in (due.payer, due.payee))
                    self.ticks.append((payer, payee, due.counters))
            case "reply":
                self.replies[who] = str(self.random.randint(0, 9))
                Replies(house.database).put(code, 1, Reply(name, "won", {"points": self.replies[who]}))
            case "said":
                self.said[who] = f"person {who}"
                row = {"code": code, "name_key": name.casefold(), "person": self.said[who]}
                with house.database.writing() as rows:
                    rows.table("called").upsert(row, pk=("code", "name_key"))

    def agrees(self) -> None:
        """Everybody at the table is called, and has, what they should; all others have it under no name of theirs."""
        table, called = self.house.table, self.told.called
        assert (table.journal.state.over, dict(table.journal.state.balances)) == (self.told.over, self.told.balances())
        present = {name: number for number, name in called.items()}

        def numbers(names: Sequence[str]) -> set[int]:
            return {present[name] for name in names if name in present}

        phones = {phone: self.house.pencils.find(table.code, phone) for phone in self.phones}
        players = {phone: numbers([found.player or ""]) for phone, found in phones.items() if found}
        assert players == {phone: {who} & {*called} for phone, who in self.phones.items()}
        assert {present[name]: at for name, at in table.beside.places.items() if name in present} == {
            who: at for who, at in self.places.items() if who in called
        }
        assert [numbers(purse) for purse in table.purses] == [purse & {*called} for purse in self.purses]
        assert [(numbers(tick.payer), numbers(tick.payee), tick.counters) for tick in table.beside.paid] == [
            (payer & {*called}, payee & {*called}, counters) for payer, payee, counters in self.ticks
        ]
        replied = {reply.player: reply.answers["points"] for reply in Replies(self.house.database).of(table.code, 1)}
        assert {present[name]: said for name, said in replied.items() if name in present} == {
            who: said for who, said in self.replies.items() if who in called
        }
        whose = Whose(self.house.database)
        assert {name: whose.person(name, table.code) for name in present} == {
            name: self.said.get(who, name) for name, who in present.items()
        }


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_everything_stays_whose_it_is(tmp_path: Path, seed: int) -> None:
    outside = Outside(House(tmp_path), seed)
    for _ in range(TAPS):
        ways = outside.plays, outside.beside, outside.goes_back, outside.goes_on
        outside.random.choices(ways, [4, 2, 2, 2])[0]()
        outside.agrees()
    assert problems(outside.house.database) == []
    outside.house.restart()
    outside.agrees()
    outside.house.database.close()
