"""What was said of names beside the evenings: whose a name is (``called``), and who isn't named (``unnamed``)."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from companion.engine.changes import Rename
from companion.engine.names import stored_name_key
from companion.store.database import Database

ALWAYS = ""
"""The code of a row that says whose a name is in every evening of which nothing else is said."""
APART = "not "
"""With what the code of a row begins that says that a person isn't another, whose key follows."""


class Alias(NamedTuple):
    """Names of one person that lead to one another, and the evenings in which others are theirs."""

    names: frozenset[str]
    """As ``stored_name_key`` compares names."""
    codes: frozenset[str]


class Whose:
    """Whose every name is, by what was said when this was read."""

    def __init__(self, database: Database) -> None:
        """Read what was said."""
        found = database.read_rows("called", lambda row: ((row["code"], row["name_key"]), row["person"]))
        self.said: dict[tuple[str, str], str] = dict(found)
        self._apart: set[tuple[str, str]] = set()
        """The codes of evenings, with names that are nobody else's there, whatever was said."""

    def person(self, name: str, code: str = ALWAYS) -> str:
        """Return the name to which one leads in the evening of a code, or in any other."""
        at, passed = (code, stored_name_key(name)), set[tuple[str, str]]()
        if at in self._apart:
            return name
        at = at if at in self.said else (ALWAYS, at[1])
        while at in self.said and at not in passed:
            passed.add(at)
            name = self.said[at]
            at = (ALWAYS, stored_name_key(name))
        return name

    def key(self, name: str, code: str = ALWAYS) -> str:
        """Return the key of the person to whom a name leads."""
        return stored_name_key(self.person(name, code)) if self.said else stored_name_key(name)

    def twice(self, names: Iterable[str], code: str = ALWAYS) -> list[tuple[str, str]]:
        """Return those of one table who count as another one there, each with the name of that one."""
        first: dict[str, str] = {}
        found = []
        own_first = sorted(dict.fromkeys(names), key=lambda name: self.key(name, code) != stored_name_key(name))
        for name in own_first if self.said else ():
            other = first.setdefault(self.key(name, code), name)
            if stored_name_key(other) != stored_name_key(name):
                found.append((name, other))
        return found

    def keep_apart(self, names: Iterable[str], code: str = ALWAYS) -> list[tuple[str, str]]:
        """Let everybody at one table be somebody else there, so that nobody owes themselves; return ``twice``."""
        found = self.twice(names, code)
        self._apart |= {(code, stored_name_key(name)) for name, _ in found}
        return found

    def key_of(self, alike: str, code: str = ALWAYS) -> str:
        """Return the same for a name as names are compared."""
        return self.key(alike, code) if self.said else alike


def aliases(database: Database) -> Iterator[Alias]:
    """Yield everybody who is somebody else by what was said, with all names that are theirs."""
    whose = Whose(database)
    names: dict[str, set[str]] = {}
    codes: dict[str, set[str]] = {}
    for (code, name), person in whose.said.items():
        if code.startswith(APART):
            continue
        key, alike = whose.key(person), stored_name_key(person)
        names.setdefault(key, {key}).update([alike, name] if code == ALWAYS else [alike])
        codes.setdefault(key, set()).update([] if code == ALWAYS else [code])
    for key, own in names.items():
        yield Alias(frozenset(own), frozenset(codes[key]))


def rename_alias(database: Database, code: str, rename: Rename, *, undone: bool) -> None:
    """Let what was said of a name go with it, where it is put right in an evening to one that nobody else has.

    Whose it is in this evening is said of the new name. So is whose it always is, and that it isn't to be named; of the
    old one, too, where that stands in another evening. A new name that is known already is that person's. Where it is
    known from no evening, only from what was said, this evening gets a row that leads from the name to itself: so it
    can be put right again without taking along what was said of others. Where that is ``undone``, what was said of the
    evening goes back with the name.
    """
    rows, was, now = database.rows, stored_name_key(rename.was), stored_name_key(rename.now)
    if was == now:
        return
    whose, at = Whose(database), (code, was)
    own, sits, sat = whose.said.get(at), _sits_elsewhere(database, code, now), _sits_elsewhere(database, code, was)
    is_guest = own is not None and stored_name_key(own) == was
    is_new = not (sits or _is_spoken_of(database, now))
    add, left_out = "insert or ignore into called values (?, ?, ?)", "select at from unnamed where alike in (?, ?)"
    if is_guest and undone:
        rows.execute("delete from called where code = ? and name_key = ?", at)
    elif (code, now) in whose.said:  # it had this name before
        rows.execute(add, [*at, rename.was])
    elif own is not None:
        if not is_guest and (undone or is_new):
            rows.execute("update called set name_key = ? where code = ? and name_key = ?", [now, *at])
    elif is_new and not sat:
        rows.execute("update called set name_key = ? where code = '' and name_key = ?", [now, was])
        rows.execute("update called set person = ? where name_key(person) = ?", [rename.now, was])
        rows.execute("update unnamed set alike = ? where alike = ?", [now, was])
    elif is_new and not undone:
        rows.execute(f"insert or ignore into unnamed select ?, at from ({left_out})", [now, was, whose.key_of(was)])
    elif undone and not sat:  # nobody has the name to which that went along
        rows.execute(f"delete from unnamed where alike = ? and at in ({left_out})", [was, now, whose.key_of(now)])
    if not (is_new or sits or undone):
        rows.execute(add, [code, now, rename.now])


def _sits_elsewhere(database: Database, code: str, key: str) -> bool:
    """Return whether somebody of this name sits in another evening, as far as their lines are worked out."""
    players = "json_each(iif(json_valid(line), line, '{}'), '$.players')"
    seats = f"select 1 from evenings, {players} where code <> ? and name_key(value) = ? limit 1"
    return database.rows.execute(seats, [code, key]).fetchone() is not None


def _is_spoken_of(database: Database, key: str) -> bool:
    """Return whether it was said whose this name is, that another is this one's, or that it isn't to be named."""
    said = f"code not like '{APART}%' and ? in (name_key(person), iif(code = '', name_key, ''))"
    either = f"select 1 from called where {said} union select 1 from unnamed where alike = ?"
    return database.rows.execute(either, [key] * 2).fetchone() is not None
