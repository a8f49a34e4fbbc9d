"""The household's own lists of words for Loto, kept by name. A table keeps a copy of the list that it plays with."""

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from companion.engine.errors import Illegal, Malformed, Refusal
from companion.engine.fields import NAME
from companion.engine.message import say
from companion.engine.names import stored_name_key
from companion.loto.rules.words import WordList, words_in
from companion.store.database import MAX_INTEGER, Database, now
from companion.store.entries import readable
from companion.store.pencils import hashed

MAX_LISTS = 100
"""How many lists a household keeps."""
SELECT = "select id, name, words, device from word_lists"


class UnknownWords(Refusal):
    """The household keeps no such list."""


class Illegible(Refusal):
    """The words of a list can't be read."""


class OwnWords(NamedTuple):
    """A list of the household; ``device`` is the hash of the device on which it was typed in."""

    number: int
    list: WordList
    device: str


class WordLists:
    """The lists of words that people typed in."""

    def __init__(self, database: Database) -> None:
        """Read and write the lists of a database."""
        self._database = database

    def lists(self) -> list[OwnWords]:
        """Return all lists by name; one that can't be read has no words."""
        with self._database.reading() as rows:
            return list(readable(rows, f"{SELECT} order by alike", kept_of))

    def find(self, number: int) -> OwnWords:
        """Return the list of this number, without words where it can't be read. Raises UnknownWords."""
        with self._database.reading() as rows:
            found = rows.execute(f"{SELECT} where id = ?", [min(number, MAX_INTEGER)]).fetchone()
        if found is None:
            raise UnknownWords(say("There is no such list of words here."))
        return kept_of(found)

    def keep(self, name: str, words: Sequence[str], secret: str, key: str | None = None) -> OwnWords:
        """Keep words, as ``words_in`` reads them; a key used before gives the list that was kept with it.

        Raises Malformed where the name can't be one, Illegal where it is taken or there is no room.
        """
        row = _row(name, words)
        with self._database.writing() as rows:
            if key and (twin := rows.execute(f"{SELECT} where key = ?", [key]).fetchone()):
                return words_of(twin)
            self._require_free_name(row["name"])
            if rows.table("word_lists").count >= MAX_LISTS:
                raise Illegal(say("There are {most} lists already: delete one first.", most=MAX_LISTS))
            rows.table("word_lists").insert(row | {"device": hashed(secret), "kept_at": now(), "key": key})
            return words_of(rows.execute(f"{SELECT} where alike = ?", [row["alike"]]).fetchone())

    def change(self, number: int, name: str, words: Sequence[str]) -> None:
        """Give a list another name or other words. Raises UnknownWords, and what ``keep`` raises."""
        row = _row(name, words)
        with self._database.writing() as rows:
            self.find(number)
            self._require_free_name(row["name"], number)
            rows.table("word_lists").update(number, row)

    def remove(self, number: int) -> None:
        """Delete a list; one that isn't there changes nothing. Tables that play with it keep their copy."""
        with self._database.writing() as rows:
            rows.execute("delete from word_lists where id = ?", [number])

    def _require_free_name(self, name: str, number: int = 0) -> None:
        taken = "select name from word_lists where alike = ? and id != ?"
        if found := self._database.rows.execute(taken, [stored_name_key(name), number]).fetchone():
            raise Illegal(say("There's already a list called {name}: choose another name.", name=found[0]))


def _row(name: str, words: Sequence[str]) -> dict[str, Any]:
    """Return the columns of a list. Raises Malformed where the name can't be one."""
    name = name.strip()
    if not name:
        raise Malformed(say("Give the list a name, so you can choose it later."))
    if why := NAME.problem_if_new(name):
        raise Malformed(say("The list's name {why}.", why=why))
    return {"name": name, "alike": stored_name_key(name), "words": json.dumps(words, ensure_ascii=False)}


def kept_of(row: tuple[Any, ...]) -> OwnWords:
    """Return the list of a row, without words where they can't be read: they can be typed again, or deleted."""
    with suppress(Illegible):
        return words_of(row)
    number, name, _, device = row
    return OwnWords(number, WordList(name, ()), device)


def words_of(row: tuple[Any, ...]) -> OwnWords:
    """Return the list of a row. Raises Illegible where its words can't be read."""
    number, name, words, device = row
    try:
        found = words_in("\n".join(json.loads(words)))
    except (Malformed, RecursionError, TypeError, ValueError):
        raise Illegible(say("The list of words {name} can't be read.", name=name)) from None
    return OwnWords(number, WordList(name, found), device)
