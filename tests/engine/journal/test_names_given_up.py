"""A name that was given up is another player's now; corrected, undone and redone, nobody is taken for another."""

from random import Random

import pytest

from companion.engine.changes import Change, Redo, Undo, UndoTo
from companion.engine.errors import Illegal
from companion.engine.game import Move
from companion.engine.journal import not_undone
from tests.engine.journal.test_journal import Book, a_hand
from tests.tools.evening import move

NAMES = ["Ann", "Ben", "Cat", "Dan", "Kate", "Fay"]


class Corrected(Book):
    """A table where Cat is called Kate now, and another Cat came; people correct what comes to their minds."""

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self.chance, self.before = chance, [self.journal.state]
        self.rename("Cat", "Kate")
        self.before.append(self.journal.state)
        self.play("join", player="Cat")

    def gift(self) -> Move:
        giver, taker = self.chance.sample(list(self.journal.state.seats), 2)
        return move("spoil-five", "give", **{"from": giver, "to": taker, "counters": self.chance.randint(1, 9)})

    def correction(self) -> Change:
        number, name = self.chance.choice([step.line.number for step in self.journal.steps]), self.chance.choice(NAMES)
        is_called = Change.rename(self.chance.choice(list(self.journal.state.seats)), name)
        joins = Change.play(move("spoil-five", "join", player=name))
        of_line = [
            Change.amend(number, self.gift()),
            Change.insert(number, self.gift()),
            Change.strike(number),
            Change.restore(number),
        ]
        every = [is_called, joins, Change.play(self.gift()), *of_line]
        return self.chance.choices(every, weights=[1, 1, 2, 2, 1, 1, 1])[0]

    def corrects(self) -> None:
        """One tap of one or two changes, where it may be made."""
        before = self.journal.state
        try:
            self.tap(*(self.correction() for _ in range(self.chance.choice([1, 1, 1, 2]))))
        except Illegal:
            return
        self.before.append(before)

    def goes_back(self) -> None:
        """Some taps are undone and redone: both lead to what was; now and then they stay undone."""
        firsts = [entry for entry in not_undone(self.journal.entries) if entry.along in (None, entry.number)]
        taps, now = self.chance.randint(1, min(9, len(self.before))), self.journal.state
        self.tap(Undo() if taps == 1 else UndoTo(firsts[taps - 1].number - 1))
        assert self.journal.state == self.before[-taps]
        self.tap(Redo())
        assert self.journal.state == now
        if self.chance.random() < 0.6:
            self.tap(UndoTo(firsts[taps - 1].number - 1))
            assert self.journal.state == self.before[-taps]
            del self.before[-taps:]


@pytest.mark.parametrize("seed", range(60))
def test_undo_and_redo_lead_to_what_was(seed: int) -> None:
    chance = Random(seed)
    book = Corrected(chance)
    for _ in range(25):
        if book.before and chance.random() < 0.3:
            book.goes_back()
        else:
            book.corrects()


def test_who_comes_or_goes_in_the_tap_that_plays_on_is_told() -> None:
    book = a_hand().play("join", player="Eve")
    book.tap(Change.strike(4), Change.play(move("spoil-five", "deal")))
    assert book.balances == [-5, -5, 5, -4]
    eve = Book().play("join", player="Eve").play("deal").strike(2)
    eve.tap(Change.restore(2), Change.play(move("spoil-five", "give", **{"from": "Ann", "to": "Ben", "counters": 1})))
    assert {*eve.moved} == {"Eve → the pool 2", "Ann → Ben 1"}


def test_who_joined_is_told_by_their_own_name_when_it_is_undone_and_redone() -> None:
    book = a_hand().rename("Cat", "Kate").play("join", player="cat").undo()
    for told in (book.journal.last_undo[-1], book.journal.entries[-1]):
        assert book.journal.memo(told) == "cat joins."
    assert book.journal.told(book.journal.steps[-1]) == "cat joins."
    book.tap(Redo())
    assert book.journal.memo(book.journal.entries[-1]) == "cat joins."
    assert list(book.journal.state.seats)[-1] == "cat", "another way to write Cat is the name that was given up"
    assert book.undo().journal.names() == {"Ann", "Ben", "Kate", "Dan", "cat (2)"}
    assert list(book.restore(5).journal.state.seats)[-1] == "cat", "brought back in the journal, they have it again"
    assert list(book.undo().play("join", player="Cat").restore(5).journal.state.seats)[-2:] == ["cat (2)", "Cat"]
    eve = a_hand().play("join", player="Eve").undo()
    assert eve.journal.memo(eve.journal.entries[-1]) == "Eve joins."
