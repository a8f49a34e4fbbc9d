"""What a household keeps under names of its own: house rules, groups, Loto cards, lists of words.

What is removed lies in the bin. And the seeds of the bags from which the app draws, by their fingerprints.
"""

import json
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from typing import Any, ClassVar, Generic, NamedTuple

from companion import games
from companion.engine.errors import Illegal, Malformed, Refusal
from companion.engine.fields import NAME
from companion.engine.game import Game, Opening, Presence
from companion.engine.message import Message, fill, say
from companion.engine.names import legible, stored_name_key
from companion.engine.settlement import Purse
from companion.engine.structure import write
from companion.loto.rules.box import PER_ROW, ROWS, Card, fingerprint, problem
from companion.loto.rules.words import WordList, words_in
from companion.machine.clock import FIRST_YEAR, LAST_YEAR
from companion.scoresheet import Sheet, SheetGame, read_sheet, stored_opening, write_sheet
from companion.shelf import with_looed
from companion.store.bin import lay_aside
from companion.store.database import MAX_INTEGER, Database, Row, T, now
from companion.store.devices import hashed
from companion.store.table import Table, purses_json, purses_of

SEED_BYTES = 16
"""The length of a seed: 128 bits."""


class NotKept(Refusal):
    """The household doesn't keep what was asked for, or it can't be read."""


class WouldReplace(Refusal):
    """Something else is kept under this name: that it is to be replaced must be said."""


REPLACES = say("“{name}” is kept already, as something else.")


class NameTaken(Refusal):
    """Another device saved other house rules under this name."""


class Kept(Generic[T]):
    """One table of the database: rows under names that can be told apart, as many as ``most``."""

    table: ClassVar[str]
    most: ClassVar[int]
    order: ClassVar[str] = "number"
    unknown: ClassVar[Message]
    """Says that there is nothing of a number."""
    full: ClassVar[Message]
    """Says that there is no room for another one."""
    misnamed: ClassVar[Message] = say("The name “{name}” {why}.")
    """Says why nothing can be called so."""
    unnamed: ClassVar[Message] = misnamed
    """Says that a name is missing."""
    taken: ClassVar[Message]
    """Says that another one is called so."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def read(self, row: Row) -> T:
        """Return what a row holds. Raises whatever is wrong with it."""
        raise NotImplementedError

    def all(self, where: str = "1", *values: object, order: str = "", most: int = -1, skip: int = 0) -> list[T]:
        """Return ``most`` of them after the first ``skip``, without those that can't be read."""
        which = f"where {where} order by {order or self.order} limit {most:d} offset {skip:d}"
        return self._database.read_rows(self.table, self.read, which, values)

    def count(self) -> int:
        """Return how many there are."""
        with self._database.reading() as rows:
            return rows.table(self.table).count

    def find(self, number: int) -> T:
        """Return the one of a number. Raises NotKept where there is none, or it can't be read."""
        for kept in self.all("number = ?", max(0, min(number, MAX_INTEGER))):
            return kept
        raise NotKept(self.unknown)

    def row_of(self, typed: Any) -> Row:
        """Return what was typed as a row holds it. Raises Malformed."""
        return {}

    def change(self, number: int, name: str, typed: Any = None) -> None:
        """Give one another name, and what was typed. Raises NotKept; Malformed or Illegal where either can't be."""
        name, row = self.new_name(name), self.row_of(typed)
        with self._database.writing() as rows:
            self.find(number)
            self.require_free(name, row, number)
            rows.table(self.table).update(number, row | {"name": name, "alike": stored_name_key(name)})

    def remove(self, number: int) -> None:
        """Lay one into the bin; one that isn't there changes nothing. Raises WriteFailed."""
        with self._database.writing() as rows, suppress(NotKept):
            lay_aside(rows, self.table, {self.table: [self._row(number)]})
            rows.table(self.table).delete(number)

    def new_name(self, name: str) -> str:
        """Return a name without blanks around it. Raises Malformed where it can't be one."""
        name = name.strip()
        if why := NAME.problem_if_new(name):
            raise Malformed(fill(self.misnamed if name else self.unnamed, name=legible(name[:20]), why=why))
        return name

    def require_free(self, name: str, row: Row, number: int = 0) -> None:
        """Raise Illegal where another than the one of a number is called so, or is the same."""
        if (found := self._named(name)) and found["number"] != number:
            raise Illegal(fill(self.taken, name=found["name"]))

    def _row(self, number: int) -> Row:
        row = self._first("number = ?", max(0, min(number, MAX_INTEGER)))
        if row is None:
            raise NotKept(self.unknown)
        return row

    def _named(self, name: str) -> Row | None:
        return self._first("alike = ?", stored_name_key(name))

    def _first(self, where: str, *values: object) -> Row | None:
        with self._database.reading() as rows:
            return next(rows.query(f"select * from {self.table} where {where}", values), None)

    def _insert(self, name: str, row: Row) -> None:
        """Write a new row down. Raises Illegal where there is no room."""
        if self.count() >= self.most:
            raise Illegal(fill(self.full, most=self.most))
        kept = {"name": name, "alike": stored_name_key(name), "kept_at": now()}
        self._database.rows.table(self.table).insert(row | kept)


class TypedIn(Kept[T]):
    """What people type in, each on a device of theirs."""

    def keep(self, name: str, typed: Any, secret: str, key: str | None = None) -> T:
        """Keep what was typed on the device of a secret; a key used before gives the one that was kept with it.

        Raises Malformed where the name or the rest can't be, Illegal where either is taken or there is no room.
        """
        name, row = self.new_name(name), self.row_of(typed)
        with self._database.writing():
            if key and (twin := self._first("key = ?", key)):
                return self.read(twin)
            self.require_free(name, row)
            self._insert(name, row | {"device": hashed(secret), "key": key})
            return self.read(self._named(name) or {})


# House rules: "our Pope Joan", and round games that are all a household's own.


class Origin(NamedTuple):
    """What a description says beside its house rules: where they are from, and who made them."""

    source: str = ""
    made_by: str = ""


class SavedRules(NamedTuple):
    """House rules under a name; ``keeper`` is the hash of the device that saved them."""

    number: int
    name: str
    opening: Opening
    keeper: str
    told: Origin = Origin()

    @property
    def game(self) -> Game:
        return self.opening.game


class HouseRules(Kept[SavedRules]):
    """The house rules that a household saves.

    A device changes its own; ``anyones`` lets the machine that keeps the tables change all.
    """

    table, most, order = "house_rules", 200, "alike"
    unknown = say("These house rules are no longer kept here.")
    full = say("There are {most} sets of house rules already: forget one that nobody uses.")

    def read(self, row: Row) -> SavedRules:
        """Return the rules of a row. Raises whatever is wrong with them."""
        if (game := games.game(row["game"])) is None:
            raise Malformed(say("This Companion doesn't know {key}.", key=row["game"]))
        opening = stored_opening(game, with_looed(game, json.loads(row["options"]), row["looed"]), None)
        told = Origin(row["source"] or "", row["made_by"] or "")
        return SavedRules(row["number"], row["name"], opening, row["device"], told)

    def keep(
        self,
        name: str,
        opening: Opening,
        secret: str,
        *,
        told: Origin | None = None,
        anyones: bool = False,
        replaces: Callable[[int], bool] = lambda number: True,
    ) -> SavedRules:
        """Save the options of an opening under a name, in the place of what this device saved under it before.

        ``replaces`` says of the number of that whether it may.

        Without ``told`` what was said beside them stays.
        Raises Malformed where the name can't be one, NameTaken where another device has it, WouldReplace, Illegal where
        too many are kept, and WriteFailed.
        """
        name = self.new_name(name)
        device, options = hashed(secret), json.dumps(opening.given or {}, ensure_ascii=False)
        row = {"game": opening.game.key, "options": options, "looed": None} | (told._asdict() if told else {})
        with self._database.writing() as rows:
            saved = self._named(name)
            if saved is None:
                self._insert(name, row | {"device": device})
            elif any(saved[column] != value for column, value in row.items()):
                if saved["device"] != device and not anyones:
                    taken = say(
                        "Another device keeps other rules as “{name}”: choose another name.", name=saved["name"]
                    )
                    raise NameTaken(taken)
                if not replaces(saved["number"]):
                    raise WouldReplace(fill(REPLACES, name=saved["name"]))
                rows.table(self.table).update(saved["number"], row | {"name": name, "kept_at": now()})
            return self.read(self._named(name) or {})

    def newest(self, most: int, game: str = "") -> list[SavedRules]:
        """Return ``most`` rules of a game, or of all, the latest first, without those that can't be read today."""
        return self.all("? in ('', game)", game, order="kept_at desc, number desc", most=most)


# Regular groups: the same people, game, rules and counters as last time.


class Group(NamedTuple):
    """People who play together, and what they play."""

    number: int
    name: str
    sheet: Sheet
    """Its players, its one game in which nobody has moved but who sits out, and its counters."""
    deal_at_once: bool | None
    purses: tuple[Purse, ...] = ()
    """The names of those who settle as one."""


def sheet_again(table: Table) -> Sheet | None:
    """Return the sheet by which those with a seat begin the last game of a table again; None without a game.

    Who sits out there sits out again.
    """
    moves = [step.line.move for step in table.journal.in_force()]
    opening = next((move for move in reversed(moves) if isinstance(move, Opening)), None)
    if opening is None:
        return None
    state, options = table.journal.state, opening.options.again()
    given = dict(opening.given or {}) if options == opening.options else write(options)
    again = stored_opening(opening.game, given or None, None)
    resting = [name for name in state.seated if state.seats[name] is Presence.SITS_OUT]
    out = [again.read_move({"move": "sit_out", "player": name}) for name in resting]
    return Sheet([*state.seated], [SheetGame(again, out)], table.beside.counter_value, table.beside.start)


def sheet_to_play(table: Table) -> Sheet:
    """Return the sheet with which a table is played again. Raises Illegal where no game was begun at it."""
    sheet = sheet_again(table)
    if sheet is None:
        raise Illegal(say("No game was started at this table, so there's nothing to play again."))
    return sheet


DEALS = (None, True, False)
"""Whether a group's next hand is dealt by itself, by the number in its row; None: as the game has it."""


class Groups(Kept[Group]):
    """The regular groups of a household, each with a score sheet without moves of what it plays."""

    table, most = "groups", 50
    order = "(select max(laid_at) from tables where group_number = number) desc, number desc"
    """The one that played last first."""
    unknown = say("This group is no longer kept here.")
    full = say("There are {most} groups already: forget one that no longer plays.")
    taken = say("There's already a group called {name}: choose another name.")

    def read(self, row: Row) -> Group:
        """Return the group of a row. Raises whatever is wrong with it."""
        sheet = read_sheet(row["sheet"].encode())
        return Group(row["number"], row["name"], sheet, DEALS[row["deal_at_once"]], purses_of(row["purses"]))

    def keep(self, name: str, table: Table, *, replaces: bool = True) -> Group:
        """Keep the people of a table and what they play under a name, in the place of the group of this name.

        The table is an evening of the group from now on. Raises Malformed where the name can't be one, Illegal where
        no game was begun or too many groups are kept, WouldReplace where another is called so and it is not said that
        it is to be replaced, and WriteFailed.
        """
        name = self.new_name(name)
        row = {
            "sheet": write_sheet(sheet_to_play(table)),
            "deal_at_once": DEALS.index(table.beside.deal_at_once),
            "purses": purses_json(table.joined),
        }
        with self._database.writing() as rows:
            if kept := self._named(name):
                if not replaces and any(kept[column] != value for column, value in row.items()):
                    raise WouldReplace(fill(REPLACES, name=kept["name"]))
                rows.table(self.table).update(kept["number"], row | {"name": name})
            else:
                self._insert(name, row)
            group = self.read(self._named(name) or {})
            self.played(group, table.code)
        return group

    def played(self, group: Group, code: str) -> None:
        """Note that the table of a code is an evening of a group. Raises WriteFailed."""
        with self._database.writing() as rows:
            rows.execute("update tables set group_number = ? where code = ?", [group.number, code])

    def settle(self, before: Table, after: Table) -> Table:
        """Let the group of an evening remember who was joined or parted there, and return the evening after it."""
        joined = [purse for purse in after.purses if purse not in before.purses]
        parted = [{*purse} for purse in before.purses if purse not in after.purses]
        if (joined or parted) and (group := self.of(before.code)):
            now_one = {name for purse in joined for name in purse}
            others = [purse for purse in group.purses if {*purse} not in parted and not {*purse} & now_one]
            row = {"purses": purses_json([*others, *joined])}
            self._database.rows.table(self.table).update(group.number, row)
        return after

    def of(self, code: str) -> Group | None:
        """Return the group whose evening the table of a code is, None without one."""
        return next(iter(self.all("number = (select group_number from tables where code = ?)", code)), None)

    def remove(self, number: int) -> None:
        """Lay a group into the bin; its evenings stay. One that isn't there changes nothing. Raises WriteFailed."""
        with self._database.writing() as rows, suppress(NotKept):
            row = self._row(number)
            evenings = [code for (code,) in rows.execute("select code from tables where group_number = ?", [number])]
            lay_aside(rows, self.table, {self.table: [row], "evenings": evenings})
            rows.execute("update tables set group_number = null where group_number = ?", [number])
            rows.table(self.table).delete(number)


def day(written: str) -> str:
    """Return a day as it is kept, ``2026-09-01``. Raises Malformed."""
    with suppress(ValueError):
        found = date.fromisoformat(written)
        if FIRST_YEAR <= found.year <= LAST_YEAR:
            return found.isoformat()
    raise Malformed(say("A date is missing or isn't a date: write it like 2026-09-01."))


# The household's own box of Loto cards. Score sheets have the numbers, not the names.


class OwnCard(NamedTuple):
    """A card of the household; ``device`` is the hash of the device on which it was typed in."""

    number: int
    name: str
    rows: Card
    device: str


class OwnCards(TypedIn[OwnCard]):
    """The cards that people typed in."""

    table, most = "own_cards", 200
    unknown = say("There is no such card in the household box.")
    full = say("The household box is full: it holds {most} cards.")
    unnamed = say("Give the card a name, so you can choose it later.")
    misnamed = say("The card's name {why}.")
    taken = say("There's already a card called {name}: choose another name.")

    def read(self, row: Row) -> OwnCard:
        """Return the card of a row. Raises whatever is wrong with it."""
        card = tuple(tuple(line) for line in json.loads(row["rows"]))
        if [len(line) for line in card] != [PER_ROW] * ROWS:
            raise ValueError("no card of Loto")
        if wrong := problem(card):
            raise Malformed(wrong)
        return OwnCard(row["number"], row["name"], card, row["device"])

    def row_of(self, typed: Card) -> Row:
        """Return a card as a row holds it. Raises Malformed where it can't be one."""
        if wrong := problem(typed):
            raise Malformed(wrong)
        return {"rows": json.dumps(typed)}

    def require_free(self, name: str, row: Row, number: int = 0) -> None:
        """Raise Illegal where another card than that of a number is called so, or has the same numbers."""
        super().require_free(name, row, number)
        if (same := self._first("rows = ?", row["rows"])) and same["number"] != number:
            raise Illegal(say("This card is already in the household box: it's called {name}.", name=same["name"]))


# Lists of words for Loto. A table keeps a copy of the list that it plays with.


class OwnWords(NamedTuple):
    """A list of the household; ``device`` is the hash of the device on which it was typed in."""

    number: int
    list: WordList
    device: str


class WordLists(TypedIn[OwnWords]):
    """The lists of words that people typed in; one that can't be read has no words: they can be typed in again."""

    table, most, order = "word_lists", 100, "alike"
    unknown = say("There is no such list of words here.")
    full = say("There are {most} lists already: delete one first.")
    unnamed = say("Give the list a name, so you can choose it later.")
    misnamed = say("The list's name {why}.")
    taken = say("There's already a list called {name}: choose another name.")

    def read(self, row: Row) -> OwnWords:
        """Return the list of a row."""
        words: tuple[str, ...] = ()
        with suppress(Malformed, RecursionError, TypeError, ValueError):
            words = self.words(row)
        return OwnWords(row["number"], WordList(row["name"], words), row["device"])

    @staticmethod
    def words(row: Row) -> tuple[str, ...]:
        """Return the words of a row. Raises whatever is wrong with them."""
        return words_in("\n".join(json.loads(row["words"])))

    def row_of(self, typed: Sequence[str]) -> Row:
        """Return words as a row holds them."""
        return {"words": json.dumps(typed, ensure_ascii=False)}


# Bags of Loto whose order is settled before the first number.


class SealedBags:
    """The seeds of a database, by their fingerprints. No score sheet has a seed before it is revealed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def seal(self) -> str:
        """Make a new seed, and return its fingerprint. Raises WriteFailed."""
        seed = secrets.token_hex(SEED_BYTES)
        with self._database.writing() as rows:
            rows.table("bags").insert({"fingerprint": fingerprint(seed), "seed": seed})
        return fingerprint(seed)

    def seed(self, sealed: str) -> str | None:
        """Return the seed of a fingerprint, None where the bag was settled elsewhere."""
        found = self._database.read_rows("bags", lambda row: str(row["seed"]), "where fingerprint = ?", [sealed])
        return next(iter(found), None)
