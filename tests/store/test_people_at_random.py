"""Evenings at random in which names are put right, undone and redone: all other seats stay whose they were.

``COMPANION_EVENINGS`` in the environment is how many walks are made.
"""

import os
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from companion.engine.changes import Change, Redo, Undo
from companion.engine.errors import Refusal
from companion.store import Evenings, People, Statistics
from companion.store.check import problems
from tests.tools.house import House, sheet

WALKS = int(os.environ.get("COMPANION_EVENINGS", "25"))
TAPS = 14
NAMES = ["Ann", "Ben", "Cat", "Dan", "Eva", "Fay"]
NEW = [*NAMES, "Anna", "Benno", "Kate", "Zoe"]
Seats = dict[tuple[str, str], str]


class Household:
    """Three evenings of three, and what people say of the names in them."""

    def __init__(self, house: House, seed: int) -> None:
        self.house, self.random, self.told = house, Random(seed), list[object]()
        house.tables.remove(house.code)
        sat = [self.random.sample(NAMES, 3) for _ in range(3)]
        self.codes = [house.tables.lay(sheet(" ".join(names), "jig")).code for names in sat]
        self.evenings = Evenings(house.database, house.tables)
        self.people = People(house.database, self.evenings)
        self.told.append(sat)

    def whose(self) -> Seats:
        """Whose every seat is, by the evening and the name."""
        known = self.evenings.known()
        return {
            (tally.code, name): known.whose.key(name, tally.code) for tally in known.evenings for name in tally.players
        }

    def stands(self) -> object:
        """Whose every seat is, and who isn't named."""
        return self.whose(), self.evenings.known().unnamed

    def taps(self, code: str, change: Change | Undo | Redo) -> None:
        self.house.tables.record(code, None, None, lambda table: [change])

    def says(self) -> None:
        """Something is said on *People*, or refused there."""
        known = self.evenings.known()
        one, other = self.random.sample([*known.names.values()], 2)
        way = self.random.choice(["merge", "merge", "part", "part", "apart", "take back", "unname"])
        self.told.append((way, one, other))
        match way:
            case "merge":
                self.people.merge(one, other)
            case "part":
                new, seats = self.random.choice(NEW), self.people.seats(one)
                self.told.append((codes := [seat.code for seat in seats if self.random.random() < 0.6], new))
                self.people.part(one, codes, new)
            case "apart":
                self.people.tell_apart(one, other)
            case "take back":
                for said in self.people.said(one)[:1]:
                    self.people.take_back(said.name, said.person, always=bool(said.always))
            case "unname":
                Statistics(self.house.database, self.evenings).unname(one)

    def puts_right(self) -> None:
        """A name is put right; then that is undone and redone, or not."""
        code, new = self.random.choice(self.codes), self.random.choice(NEW)
        was = self.random.choice([*self.house.tables.find(code).journal.state.seats])
        self.told.append(("rename", self.codes.index(code), was, new))
        before, seats = self.stands(), self.whose()
        self.taps(code, Change.rename(was, new))
        after = self.stands()
        assert together(seats, code) == together(self.whose(), code), self.told
        for _ in range(self.random.randint(0, 2)):
            self.taps(code, Undo())
            assert self.stands() == before, self.told
            self.taps(code, Redo())
            assert self.stands() == after, self.told
        if self.random.random() < 0.3:
            self.told.append("undo")
            self.taps(code, Undo())
            assert self.stands() == before, self.told


def together(seats: Seats, but: str) -> set[frozenset[tuple[str, str]]]:
    """Which seats are one person's, but for those of one evening."""
    people: dict[str, set[tuple[str, str]]] = {}
    for (code, name), own in seats.items():
        people.setdefault(own, set()).update([(code, name)] if code != but else [])
    return {frozenset(own) for own in people.values() if own}


@pytest.mark.parametrize("seed", range(WALKS))
def test_a_name_put_right_at_one_table_makes_nobody_another_elsewhere(tmp_path: Path, seed: int) -> None:
    household = Household(House(tmp_path), seed)
    for _ in range(TAPS):
        with suppress(Refusal):
            household.random.choice([household.says, household.puts_right])()
    assert problems(household.house.database) == []
    household.house.database.close()
