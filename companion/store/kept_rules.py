"""The house rules that a household keeps under a name: "our Pope Joan", and the round games that are all its own."""

import json
from typing import Any, NamedTuple

from companion.engine.fields import NAME, alike
from companion.engine.game import Game
from companion.engine.opening import Opening
from companion.engine.refusals import Malformed, Refusal
from companion.engine.saying import say
from companion.games import newest
from companion.scoresheet import open_game
from companion.store.database import HIGHEST, Database
from companion.store.pencils import hashed
from companion.store.records import readable
from companion.store.tables import now

SELECT = "select number, name, game, options, device from kept_rules"


class NotKept(Refusal):
    """No house rules are kept under this number."""


class Taken(Refusal):
    """Another device keeps other house rules under this name."""


class Kept(NamedTuple):
    """House rules under a name; ``keeper`` is the device that keeps them, by its hash."""

    number: int
    name: str
    opening: Opening
    keeper: str

    @property
    def game(self) -> Game:
        """The game whose rules they are, in its newest edition."""
        return self.opening.game


class KeptRules:
    """The house rules that a database keeps. A device changes and forgets its own; the machine that keeps the tables
    may change and forget all, which is said by naming no device."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, name: str, opening: Opening, secret: str, *, anyones: bool = False) -> Kept:
        """Keeps the options of an opening under a name, in the place of what this device, or with ``anyones`` any,
        kept under it before. Raises Malformed for a name that is none, Taken, and Unwritable."""
        name = name.strip()
        if why := NAME.problem(name):
            raise Malformed(say("The name “{name}” {why}.", name=name[:20], why=why))
        device, options = hashed(secret), json.dumps(opening.given or {}, ensure_ascii=False)
        with self._database.writing() as rows:
            held = rows.execute(f"{SELECT} where alike = ?", [alike(name)]).fetchone()
            if held is None:
                row = {"name": name, "alike": alike(name), "game": opening.game.key, "options": options}
                rows.table("kept_rules").insert(row | {"device": device, "kept_at": now()})
            elif held[2:4] != (opening.game.key, options):
                if held[4] != device and not anyones:
                    raise Taken(say("Another device keeps other rules as “{name}”: choose another name.", name=held[1]))
                changed = {"name": name, "game": opening.game.key, "options": options, "kept_at": now()}
                rows.table("kept_rules").update(held[0], changed)
            found = rows.execute(f"{SELECT} where alike = ?", [alike(name)]).fetchone()
        return rules_of(found)

    def all(self) -> list[Kept]:
        """All that are kept, by their names; those that no edition of today reads are left out."""
        with self._database.reading() as rows:
            return list(readable(rows.execute(f"{SELECT} order by alike"), rules_of))

    def find(self, number: int) -> Kept:
        """The rules of this number. Raises NotKept, or Malformed where no edition of today reads them."""
        with self._database.reading() as rows:
            found = rows.execute(f"{SELECT} where number = ?", [min(number, HIGHEST)]).fetchone()
        if found is None:
            raise NotKept(say("These house rules are not kept here any more."))
        return rules_of(found)

    def forget(self, kept: Kept, secret: str, *, anyones: bool = False) -> None:
        """Keeps them no longer; tables that were laid with them go on. Raises Taken where another device keeps them."""
        if kept.keeper != hashed(secret) and not anyones:
            raise Taken(
                say("Another device keeps “{name}”: forget it there, or where the tables are kept.", name=kept.name)
            )
        with self._database.writing() as rows:
            rows.table("kept_rules").delete_where("number = ?", [kept.number])


def rules_of(row: tuple[Any, ...]) -> Kept:
    """The rules that a row of the database holds. Raises Malformed where no edition of today reads them."""
    number, name, key, options, device = row
    try:
        if (game := newest(key)) is None:
            raise Malformed(say("This Companion doesn't know {key}.", key=key))
        opening = open_game(game, json.loads(options), None)
    except (Malformed, RecursionError, ValueError) as error:
        raise Malformed(f"The house rules “{name}”: {error}") from None
    return Kept(number, name, opening, device)
