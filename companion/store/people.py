"""Who is who across evenings: a misspelt name is somebody's, two Anns are two people. No evening is rewritten for it.

A person is a name, as ``stored_name_key`` compares names and as it was spelt latest, unless people said otherwise. A
row of ``called`` with the code of an evening says whose a name is in that evening; one without a code says it for all
others. What was said leads on, from there in all evenings: where Annn is Ann and Ann is Anna, Annn is Anna. So to take
one of the two back is to delete its row, and the other stays as it was said.

A name that is put right within an evening takes along what was said of it, unless the new name is known already: then
it is that person's (``aliases.rename_alias``).
"""

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from typing import NamedTuple

from sqlite_utils import Database as Rows

from companion.engine.errors import Illegal, Malformed, Refusal
from companion.engine.fields import NAME, excerpt
from companion.engine.message import listed, say
from companion.engine.names import name_key, stored_name_key, twin_of
from companion.store.aliases import ALWAYS, APART, Whose, aliases
from companion.store.database import Database
from companion.store.evenings import Evenings, TakenSeat, latest_first, searchable

FEW_EVENINGS = 2
"""In how many evenings a misspelt name stands at most: more often, nobody overlooks it."""
LEAST_LETTERS = 3
MAX_ASKED = 200
"""Of how many names it is asked whose they are; the others are new people."""
MAX_OFFERED = 40
"""How many people are offered for each."""


class UnknownPerson(Refusal):
    """Nobody of this name ever played."""


class Person(NamedTuple):
    """Somebody who played."""

    name: str
    """As it was spelt latest."""
    evenings: int
    last: str
    """When the latest of the evenings was laid."""


class NameSaid(NamedTuple):
    """Something that people said: that a name is a person's, or is not."""

    name: str
    person: str
    always: bool | None
    """Whether it was said of all evenings, not of some; None where they are two people."""
    evenings: int
    """In how many evenings it makes a difference."""


class Who(NamedTuple):
    """A name of a file that nobody here has, and who it may be, the likely ones first."""

    name: str
    evenings: int
    likely: list[str]
    others: list[str]


class People:
    """All people of a database."""

    def __init__(self, database: Database, evenings: Evenings) -> None:
        """Read the lines of the evenings, and read and write what was said of the names in them."""
        self._database = database
        self._evenings = evenings

    def all(self) -> list[Person]:
        """Return everybody who played, those who played last first."""
        known = self._evenings.known()
        people = [_person(known.names[key], seats) for key, seats in sorted(known.seats.items())]
        return sorted(people, key=lambda person: (person.last, person.evenings), reverse=True)

    def find(self, name: str) -> Person:
        """Return the person of a name. Raises UnknownPerson."""
        known = self._evenings.known()
        key = known.whose.key(name)
        if key not in known.seats:
            raise UnknownPerson(say("Nobody called {name} has played here.", name=excerpt(name)))
        return _person(known.names[key], known.seats[key])

    def seats(self, name: str) -> list[TakenSeat]:
        """Return where the person of a name sat, the latest evening first."""
        known = self._evenings.known()
        return known.seats.get(known.whose.key(name), [])

    def whose(self, names: Sequence[str], code: str = ALWAYS) -> dict[str, str]:
        """Return for each of some names the person whose it is in the evening of a code, or in any other."""
        whose = Whose(self._database)
        return {name: whose.person(name, code) for name in names}

    def beside(self, name: str) -> set[str]:
        """Return everybody who ever sat at a table with the person of a name."""
        known = self._evenings.known()
        key = known.whose.key(name)
        theirs = {seat.code for seat in known.seats.get(key, [])}
        others = (other for other in known.seats if other != key)
        return {known.names[other] for other in others if any(seat.code in theirs for seat in known.seats[other])}

    def who_is_who(self, names: Counter[str]) -> tuple[list[str], list[Who]]:
        """Return those of some names that people here have, and the others, with who they may be."""
        every, whose = self.all(), self.whose([*names])
        here = {name_key(person.name) for person in every}
        known = dict.fromkeys(name for name in names if name_key(whose[name]) in here)
        others = [name for name, _ in names.most_common() if name not in known]
        return [*known], [_who(name, names[name], every) for name in others[:MAX_ASKED]] if every else []

    def known_as(self, word: str) -> tuple[list[str], list[str]]:
        """Return the names, by their keys, of those who have this word in one of several names, ``searchable``.

        And the codes of evenings in which somebody of another name is one of them.
        """
        found = [alias for alias in aliases(self._database) if any(word in searchable(name) for name in alias.names)]
        return sorted({name for alias in found for name in alias.names}), sorted(
            {code for alias in found for code in alias.codes}
        )

    def said(self, name: str) -> list[NameSaid]:
        """Return what was said by which names are the person's of this name, or would be but for it."""
        known = self._evenings.known()
        whose, key = known.whose, known.whose.key(name)
        typed = {stored_name_key(person): person for person in whose.said.values()}
        spelt: dict[str, list[TakenSeat]] = {}
        for seat in latest_first(seat for seats in known.seats.values() for seat in seats):
            spelt.setdefault(stored_name_key(seat.name), []).append(seat)
        found: dict[tuple[str, str, bool | None], list[TakenSeat]] = {}
        for (code, own), person in whose.said.items():
            differ = [seat for seat in spelt.get(own, []) if code in (ALWAYS, seat.code)]
            if code == ALWAYS:
                differ = [seat for seat in differ if (seat.code, own) not in whose.said]
            always = None if code.startswith(APART) else code == ALWAYS
            found.setdefault((own, stored_name_key(person), always), []).extend(differ)
        told = []
        for (own, person, always), seats in found.items():
            if own != person and key in (whose.key_of(own), whose.key_of(person)):
                latest = next(iter(latest_first(seats)), TakenSeat("", typed.get(own) or known.names.get(own, own), ""))
                told.append((latest.laid_at, NameSaid(latest.name, typed[person], always, len(seats))))
        told.sort(key=lambda each: each[1].name)
        return [said for _, said in sorted(told, key=lambda each: each[0], reverse=True)]

    def merge(self, name: str, other: str) -> None:
        """Let a person count as another from now on, in every evening.

        Raises UnknownPerson, Illegal where they are one already or sat at one table, and WriteFailed.
        """
        with self._saying() as rows:
            one, another = self.find(name).name, self.find(other).name
            if one == another:
                raise Illegal(say("{name} is already one person.", name=one))
            for at in _apart(one, another):
                rows.table("called").delete_where("code = ? and name_key = ?", at)
            rows.table("called").insert(_row(ALWAYS, one, another), replace=True)

    def tell_apart(self, name: str, other: str) -> None:
        """Say that two are two people, so that it isn't asked again. Raises UnknownPerson and WriteFailed."""
        with self._saying() as rows:
            self.keep_apart(self.twice([name, other]))
            one, another = self.find(name).name, self.find(other).name
            rows.table("called").insert(_row(_apart(one, another)[0][0], one, another), replace=True)

    def twice(self, names: Iterable[str], code: str = ALWAYS) -> list[tuple[str, str]]:
        """Return those of some names who count as another of them, in the evening of a code or a new one."""
        return Whose(self._database).twice(names, code)

    def together(self) -> list[tuple[str, str]]:
        """Return who counts as another, though the two sat at one table, where both are counted for themselves."""
        found = {pair for _, names in self._evenings.known().twice for pair in self.twice(sorted(names))}
        return sorted(found)

    def keep_apart(self, pairs: Collection[tuple[str, str]]) -> None:
        """Let the first of each two be somebody else from now on, and where both sat; all other evenings stay.

        Raises WriteFailed.
        """
        with self._database.writing() as rows:
            for name, other in pairs:
                known, own = self._evenings.known(), stored_name_key(name)
                was = known.whose.said.get((ALWAYS, own))
                rows.table("called").insert(_row(_apart(name, other)[0][0], name, other), replace=True)
                if was is None:
                    continue
                together = {code for code, names in known.twice if name in names}
                for tally in known.evenings:
                    if tally.code not in together and own in map(stored_name_key, tally.players):
                        rows.table("called").insert(_row(tally.code, name, was), ignore=True)
                rows.table("called").delete_where("code = '' and name_key = ?", [own])
                leads = f"name_key(person) = ? and code not like '{APART}%'"  # those who led on to the one before
                rows.execute(f"update called set person = ? where {leads}", [was, own])
                rows.execute("delete from called where name_key = name_key(person) and code = ''")

    def are_apart(self, one: str, other: str) -> bool:
        """Return whether people said that two are two people."""
        said = self._evenings.known().whose.said
        return any(at in said for at in _apart(one, other))

    def part(self, name: str, codes: Collection[str], other: str) -> None:
        """Let a person be somebody else in the evenings of these codes, of a known name or a new one.

        Raises UnknownPerson, Malformed where nobody can be called so, Illegal where they are one person, sat at one
        table or can't be told apart, or no evening is named, and WriteFailed.
        """
        with self._saying() as rows:
            person, whose = self.find(name).name, Whose(self._database)
            if why := NAME.problem_if_new(other):
                raise Malformed(say("The name “{name}” {why}.", name=excerpt(other), why=why))
            if whose.key(other) == stored_name_key(person):
                raise Illegal(say("{other} is {name}: give the other one a name too.", other=other, name=person))
            known = [each.name for each in self.all() if stored_name_key(each.name) != stored_name_key(other)]
            if twin := twin_of(other, known):
                refused = say("{player} can't be told apart from {twin}: choose another name.", player=other, twin=twin)
                raise Illegal(refused)
            seats = [seat for seat in self.seats(name) if seat.code in codes]
            if not seats:
                raise Illegal(say("Tick the evenings in which {name} was somebody else.", name=person))
            for seat in seats:
                rows.table("called").delete_where("code = ? and name_key = ?", [seat.code, stored_name_key(seat.name)])
                whose = Whose(self._database)
                if whose.key(seat.name) != whose.key(other):
                    rows.table("called").insert(_row(seat.code, seat.name, other))

    def take_back(self, name: str, person: str, *, always: bool) -> None:
        """Take back that a name is a person's, in all evenings or in those of which it was said; else nothing changes.

        Raises Illegal where two who sat at one table would be one, and WriteFailed.
        """
        which = "name_key = ? and name_key(person) = ? and (code = '') = ?"
        with self._saying() as rows:
            rows.table("called").delete_where(which, [stored_name_key(name), stored_name_key(person), always])

    @contextmanager
    def _saying(self) -> Iterator[Rows]:
        """Open a transaction in which something is said. Raises Illegal where two at one table are one by it."""
        with self._database.writing() as rows:
            before = self._evenings.known().twice
            yield rows
            for _, names in self._evenings.known().twice - before:
                sat = listed(sorted(names))
                raise Illegal(say("{names} sat at the same table: they can't be one person.", names=sat))


def _person(name: str, seats: Sequence[TakenSeat]) -> Person:
    return Person(name, len({seat.code for seat in seats}), seats[0].laid_at)


def _apart(one: str, other: str) -> list[tuple[str, str]]:
    """Return where it may stand that two are two people: the code of a row, and its name."""
    names = stored_name_key(one), stored_name_key(other)
    return [(APART + key, own) for own, key in (names, names[::-1])]


def _row(code: str, name: str, person: str) -> dict[str, str]:
    return {"code": code, "name_key": stored_name_key(name), "person": person}


def _who(name: str, evenings: int, people: Sequence[Person]) -> Who:
    likely = [person.name for person in people if may_be(name, person.name)]
    rest = [person.name for person in people if person.name not in likely]
    return Who(name, evenings, likely, rest[: MAX_OFFERED - len(likely)])


def may_be(name: str, other: str) -> bool:
    """Return whether two names are likely one person's: alike but for a slip, or with the same first word."""
    one, two = searchable(name).split()[:1], searchable(other).split()[:1]
    return is_slip(name, other) or one == two


def likely(people: Sequence[Person], beside: Callable[[str], Container[str]]) -> Iterator[tuple[Person, Person]]:
    """Yield pairs of people of whom the first may be the second; ``beside`` returns who ever sat with somebody."""
    by_evenings = sorted(people, key=lambda person: -person.evenings)
    for place, one in enumerate(by_evenings):
        found = [
            other
            for other in by_evenings[:place]
            if is_short(one.name, other.name) or (one.evenings <= FEW_EVENINGS and is_slip(one.name, other.name))
        ]
        found.sort(key=lambda other: searchable(other.name) != searchable(one.name))  # accents alone: the surest
        sat = beside(one.name) if found else ()
        yield from ((one, other) for other in found if other.name not in sat)


def is_short(one: str, other: str) -> bool:
    """Return whether two names are alike but for accents, or one is short for the other, by two letters or more."""
    short, long = sorted((searchable(one), searchable(other)), key=len)
    return short == long or (LEAST_LETTERS <= len(short) <= len(long) - 2 and long.startswith(short))


def is_slip(one: str, other: str) -> bool:
    """Return whether two names are alike but for one letter, left out, doubled, swapped or another."""
    one, other = searchable(one), searchable(other)
    if min(len(one), len(other)) < LEAST_LETTERS:
        return False
    start = common(one, other)
    one, other = one[start:], other[start:]
    end = common(one[::-1], other[::-1])
    one, other = one[: len(one) - end], other[: len(other) - end]
    return max(len(one), len(other)) <= 1 or (len(one) == 2 and one == other[::-1])


def common(one: str, other: str) -> int:
    """Return with how many letters two texts begin that are the same."""
    return len([*takewhile(lambda letters: letters[0] == letters[1], zip(one, other, strict=False))])
