"""Who is who across evenings: a misspelt name is somebody's, two Anns are two people. No evening is rewritten for it.

A person is a name, as ``stored_name_key`` compares names and as it was spelt latest, unless people said otherwise. A
row of ``called`` with the code of an evening says whose a name is in that evening; one without a code says it for all
others. What was said leads on, from there in all evenings: where Annn is Ann and Ann is Anna, Annn is Anna. So to take
one of the two back is to delete its row, and the other stays as it was said.

A name that is put right within an evening takes along what was said of it, unless the new name is known from another
evening: then it is that person's (``aliases.rename_alias``).

Who counts something by person joins ``PLAYED``, in ``Evenings.read``, so that the line of no evening is missing::

    select person, sum(counters) from results join (PLAYED) using (code, name) group by person_key
"""

import json
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from sqlite_utils import Database as Rows

from companion.engine.errors import Illegal, Malformed, Refusal
from companion.engine.fields import NAME, excerpt
from companion.engine.message import listed, say
from companion.engine.names import stored_name_key, twin_of
from companion.store.aliases import ALWAYS, aliases, person_key
from companion.store.database import Database
from companion.store.evenings import Evenings, searchable

LED = """
  leads (code, key, person) as (
    select code, name_key, person from called
    union
    select leads.code, key, called.person
    from leads join called on called.code = '' and called.name_key = name_key(leads.person)
  ),
  ends as materialized (
    select * from leads where name_key(person) not in (select name_key from called where code = '')
  )
"""
"""The tables of a query that say to whom each row of ``called`` leads in the end."""
PLAYED = f"""
with recursive {LED},
  seat as materialized (
    select code, laid_at, value as name, name_key(value) as key
    from evenings join tables using (code), json_each(line, '$.players')
  ),
  whose as (
    select seat.*, coalesce(here.person, always.person, name) as said
    from seat left join ends as here on here.code = seat.code and here.key = seat.key
    left join ends as always on always.code = '' and always.key = seat.key
  ),
  known as (select *, name_key(said) as person_key from whose)
select code, laid_at, name, person_key, first_value(iif(key = person_key, name, said)) over (
  partition by person_key order by key = person_key desc, laid_at desc, code
) as person
from known
"""
"""The query of all who ever sat at a table: the ``code`` of the evening, when it was ``laid_at``, the ``name`` as it is
written there, the ``person`` whose it is, and the ``person_key``, by which a person is one that two evenings spell with
other capitals.
"""

SAID = f"""
select
  coalesce(seat.name, (select person from called as typed where name_key(person) = called.name_key), called.name_key),
  called.person, called.code = '', count(distinct seat.code), max(seat.laid_at)
from called left join ({PLAYED}) as seat on name_key(seat.name) = called.name_key and (
  called.code = seat.code or called.code = '' and not exists (
    select 1 from called as here where here.code = seat.code and here.name_key = called.name_key
  )
)
group by called.name_key, name_key(called.person), called.code = ''
order by 5 desc, 1
"""
"""The query of all that was said: the name as it was spelt latest, whose it is, whether always, in how many evenings,
and when the latest of these was laid.
"""


class UnknownPerson(Refusal):
    """Nobody of this name ever played."""


class Person(NamedTuple):
    """Somebody who played."""

    name: str
    """As it was spelt latest."""
    evenings: int
    """In how many evenings."""
    last: str
    """When the latest of the evenings was laid."""


class Seat(NamedTuple):
    """Where a person sat, and under which name."""

    code: str
    name: str


class Said(NamedTuple):
    """Something that people said: that a name is a person's."""

    name: str
    person: str
    always: bool
    """Whether it was said of all evenings, not of some."""
    evenings: int
    """In how many evenings it makes a difference."""


class People:
    """All people of a database."""

    def __init__(self, database: Database, evenings: Evenings) -> None:
        """Read the lines of the evenings, and read and write what was said of the names in them."""
        self._database = database
        self._evenings = evenings

    def all(self) -> list[Person]:
        """Return everybody who played, those who played last first."""
        query = f"""
            select person, count(distinct code), max(laid_at) from ({PLAYED})
            group by person_key order by 3 desc, 2 desc, person_key
        """
        return self._evenings.read(lambda rows: [Person(*row) for row in rows.execute(query)])

    def find(self, name: str) -> Person:
        """Return the person of a name. Raises UnknownPerson."""
        query = f"select person, count(distinct code), max(laid_at) from ({PLAYED}) where person_key = ?"
        found = self._evenings.read(lambda rows: rows.execute(query, [person_key(rows, name)]).fetchone())
        if found[0] is None:
            raise UnknownPerson(say("Nobody called {name} has played here.", name=excerpt(name)))
        return Person(*found)

    def seats(self, name: str) -> list[Seat]:
        """Return where the person of a name sat, the latest evening first."""
        query = f"select code, name from ({PLAYED}) where person_key = ? order by laid_at desc, code"
        return self._evenings.read(lambda rows: [Seat(*row) for row in rows.execute(query, [person_key(rows, name)])])

    def whose(self, names: Sequence[str], code: str = ALWAYS) -> dict[str, str]:
        """Return whose each of some names is in the evening of a code, or in any other."""
        query = f"""
            with recursive {LED} select value, coalesce(here.person, always.person, value) from json_each(:names)
            left join ends as here on here.code = :code and here.key = name_key(value)
            left join ends as always on always.code = '' and always.key = name_key(value)
        """
        with self._database.reading() as rows:
            return dict(rows.execute(query, {"names": json.dumps(names), "code": code}).fetchall())

    def beside(self, name: str) -> set[str]:
        """Return everybody who ever sat at a table with the person of a name."""
        theirs = f"select code from ({PLAYED}) where person_key = :key"
        query = f"select distinct person from ({PLAYED}) where person_key <> :key and code in ({theirs})"
        return self._evenings.read(
            lambda rows: {person for (person,) in rows.execute(query, {"key": person_key(rows, name)})}
        )

    def known_as(self, word: str) -> tuple[list[str], list[str]]:
        """Return the names, by their keys, of those who have this word in one of several names, ``searchable``.

        And the codes of evenings in which somebody of another name is one of them.
        """
        with self._database.reading() as rows:
            found = [alias for alias in aliases(rows) if any(word in searchable(name) for name in alias.names)]
        return sorted({name for alias in found for name in alias.names}), sorted(
            {code for alias in found for code in alias.codes}
        )

    def said(self, name: str) -> list[Said]:
        """Return what was said by which names are the person's of this name, or would be but for it."""
        return self._evenings.read(lambda rows: _said(rows, person_key(rows, name)))

    def merge(self, name: str, other: str) -> None:
        """Let a person count as another from now on, in every evening.

        Raises UnknownPerson, Illegal where they are one already or sat at one table, and WriteFailed.
        """
        with self._saying() as rows:
            one, another = self.find(name).name, self.find(other).name
            if one == another:
                raise Illegal(say("{name} is already one person.", name=one))
            rows.table("called").insert(_row(ALWAYS, one, another))

    def part(self, name: str, codes: Collection[str], other: str) -> None:
        """Let a person be somebody else in the evenings of these codes, of a known name or a new one.

        Raises UnknownPerson, Malformed where nobody can be called so, Illegal where they are one person, sat at one
        table or can't be told apart, or no evening is named, and WriteFailed.
        """
        with self._saying() as rows:
            person = self.find(name).name
            if why := NAME.problem_if_new(other):
                raise Malformed(say("The name “{name}” {why}.", name=excerpt(other), why=why))
            if person_key(rows, other) == stored_name_key(person):
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
                if person_key(rows, seat.name) != person_key(rows, other):
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
            before = self._evenings.read(_sat_twice)
            yield rows
            for _, names in _sat_twice(rows) - before:
                sat = listed(sorted(json.loads(names)))
                raise Illegal(say("{names} sat at the same table: they can't be one person.", names=sat))


def _row(code: str, name: str, person: str) -> dict[str, str]:
    return {"code": code, "name_key": stored_name_key(name), "person": person}


def _sat_twice(rows: Rows) -> set[tuple[str, str]]:
    """Return the codes of evenings in which one person sat under several names, and these names as JSON."""
    query = f"select code, json_group_array(name) from ({PLAYED}) group by code, person_key having count(*) > 1"
    return set(rows.execute(query))


def _said(rows: Rows, key: str) -> list[Said]:
    """Return what was said by which names are those of the person of a key, or would be but for it."""
    found = rows.execute(SAID).fetchall()
    return [
        Said(name, person, bool(always), evenings)
        for name, person, always, evenings, _ in found
        if key in (person_key(rows, name), person_key(rows, person))
    ]
