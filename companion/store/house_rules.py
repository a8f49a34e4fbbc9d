"""House rules that a household saves under a name: "our Pope Joan", and round games that are all its own."""

import json
from typing import Any, NamedTuple

from companion import games
from companion.engine.errors import Illegal, Malformed, Refusal
from companion.engine.fields import NAME
from companion.engine.game import Game, Opening
from companion.engine.message import say
from companion.engine.names import legible, stored_name_key
from companion.scoresheet import stored_opening
from companion.store.database import MAX_INTEGER, Database, now
from companion.store.entries import readable
from companion.store.pencils import hashed

MAX_RULES = 200
"""How many rules a household keeps."""
SELECT = "select number, name, game, options, device, source, made_by, looed from kept_rules"


class UnknownRules(Refusal):
    """No house rules are saved under this number."""


class NameTaken(Refusal):
    """Another device saved other house rules under this name."""


class Told(NamedTuple):
    """What a description says beside its house rules: where they are from, and who made them.

    ``looed`` is of a game of tricks what somebody pays who takes none, in counters, 0 for as much as the pot held.
    """

    source: str = ""
    made_by: str = ""
    looed: int | None = None


class SavedRules(NamedTuple):
    """House rules under a name; ``keeper`` is the hash of the device that saved them."""

    number: int
    name: str
    opening: Opening
    keeper: str
    told: Told = Told()

    @property
    def game(self) -> Game:
        """Return the game whose rules they are, in its newest edition."""
        return self.opening.game


class SavedRulesStore:
    """The house rules that a database has.

    A device changes and forgets its own; ``anyones`` lets the machine that keeps the tables change and forget all.
    """

    def __init__(self, database: Database) -> None:
        """Read and write the house rules of a database."""
        self._database = database

    def keep(
        self, name: str, opening: Opening, secret: str, *, told: Told | None = None, anyones: bool = False
    ) -> SavedRules:
        """Save the options of an opening under a name, in the place of what this device saved under it before.

        Without ``told`` what was said beside them stays.
        Raises Malformed where the name can't be one, NameTaken where another device has it, Illegal where too many are
        kept, and WriteFailed.
        """
        name = name.strip()
        if why := NAME.problem_if_new(name):
            raise Malformed(say("The name “{name}” {why}.", name=legible(name[:20]), why=why))
        device, options = hashed(secret), json.dumps(opening.given or {}, ensure_ascii=False)
        beside = {} if told is None else told._asdict()
        with self._database.writing() as rows:
            saved = rows.execute(f"{SELECT} where alike = ?", [stored_name_key(name)]).fetchone()
            if saved is None:
                if rows.table("kept_rules").count >= MAX_RULES:
                    raise Illegal(
                        say(
                            "There are {most} sets of house rules already: forget one that nobody uses.", most=MAX_RULES
                        )
                    )
                row = {"name": name, "alike": stored_name_key(name), "game": opening.game.key, "options": options}
                rows.table("kept_rules").insert(row | beside | {"device": device, "kept_at": now()})
            elif saved[2:4] != (opening.game.key, options) or told not in (None, told_of(saved)):
                if saved[4] != device and not anyones:
                    raise NameTaken(
                        say("Another device keeps other rules as “{name}”: choose another name.", name=saved[1])
                    )
                changed = {"name": name, "game": opening.game.key, "options": options, "kept_at": now()} | beside
                rows.table("kept_rules").update(saved[0], changed)
            found = rows.execute(f"{SELECT} where alike = ?", [stored_name_key(name)]).fetchone()
        return rules_of(found)

    def all(self, most: int = MAX_RULES, skip: int = 0) -> list[SavedRules]:
        """Return ``most`` rules by their names, after the first ``skip``, without those that can't be read today."""
        with self._database.reading() as rows:
            return list(readable(rows, f"{SELECT} order by alike limit {most:d} offset {skip:d}", rules_of))

    def newest(self, most: int, game: str = "") -> list[SavedRules]:
        """Return ``most`` rules of a game, or of all, the latest first, without those that can't be read today."""
        of_game = "where game = ?" if game else ""
        latest = f"{SELECT} {of_game} order by kept_at desc, number desc limit {most:d}"
        with self._database.reading() as rows:
            return list(readable(rows, latest, rules_of, [game] if game else []))

    def count(self) -> int:
        """Return how many rules there are."""
        with self._database.reading() as rows:
            return rows.table("kept_rules").count

    def find(self, number: int) -> SavedRules:
        """Return the rules of this number. Raises UnknownRules, or Malformed where no game reads them."""
        with self._database.reading() as rows:
            found = rows.execute(f"{SELECT} where number = ?", [min(number, MAX_INTEGER)]).fetchone()
        if found is None:
            raise UnknownRules(say("These house rules are no longer kept here."))
        return rules_of(found)

    def forget(self, rules: SavedRules, secret: str, *, anyones: bool = False) -> None:
        """Forget rules; tables that were laid with them go on. Raises NameTaken where another device saved them."""
        if rules.keeper != hashed(secret) and not anyones:
            raise NameTaken(
                say("Another device keeps “{name}”: forget it there, or where the tables are kept.", name=rules.name)
            )
        with self._database.writing() as rows:
            rows.table("kept_rules").delete_where("number = ?", [rules.number])


def told_of(row: tuple[Any, ...]) -> Told:
    """Return what the row of rules says beside them."""
    source, made_by, looed = row[5:]
    return Told(source or "", made_by or "", looed)


def rules_of(row: tuple[Any, ...]) -> SavedRules:
    """Return the rules of a row. Raises Malformed where no game reads them."""
    number, name, key, options, device = row[:5]
    try:
        if (game := games.game(key)) is None:
            raise Malformed(say("This Companion doesn't know {key}.", key=key))
        opening = stored_opening(game, json.loads(options), None)
    except (Malformed, RecursionError, ValueError) as error:
        raise Malformed(f"The house rules “{name}”: {error}") from None
    return SavedRules(number, name, opening, device, told_of(row))
