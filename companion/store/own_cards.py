"""The household's own box of cards: typed in once, kept by name. Score sheets have the numbers, not the names."""

import json
from typing import Any, NamedTuple

from companion.engine.errors import Illegal, Malformed, Refusal
from companion.engine.fields import NAME
from companion.engine.message import say
from companion.engine.names import stored_name_key
from companion.loto.rules.box import PER_ROW, ROWS, Card, problem
from companion.store.database import MAX_INTEGER, Database, now
from companion.store.entries import readable
from companion.store.pencils import hashed

MAX_CARDS = 200
"""How many cards go into the box."""
SELECT = "select id, name, rows, device from own_cards"


class UnknownCard(Refusal):
    """The household box has no such card, or it can't be read."""


class OwnCard(NamedTuple):
    """A card of the household; ``device`` is the hash of the device on which it was typed in."""

    number: int
    name: str
    rows: Card
    device: str


class HouseholdBox:
    """The cards that people typed in."""

    def __init__(self, database: Database) -> None:
        """Read and write the cards of a database."""
        self._database = database

    def cards(self) -> list[OwnCard]:
        """Return all cards in the order in which they were typed in, without unreadable ones."""
        with self._database.reading() as rows:
            return list(readable(rows, f"{SELECT} order by id", card_of))

    def find(self, number: int) -> OwnCard:
        """Return the card of this number. Raises UnknownCard."""
        with self._database.reading() as rows:
            found = rows.execute(f"{SELECT} where id = ?", [min(number, MAX_INTEGER)]).fetchone()
        if found is None:
            raise UnknownCard(say("There is no such card in the household box."))
        return card_of(found)

    def keep(self, name: str, card: Card, secret: str, key: str | None = None) -> OwnCard:
        """Put a card into the box; a key used before gives the card that was kept with it.

        Raises Malformed where the name or the card can't be one, Illegal where the box has either already.
        """
        checked = _name(name)
        if wrong := problem(card):
            raise Malformed(wrong)
        with self._database.writing() as rows:
            if key and (twin := rows.execute(f"{SELECT} where key = ?", [key]).fetchone()):
                return card_of(twin)
            self._require_new(checked, card)
            row = {
                "name": checked,
                "alike": stored_name_key(checked),
                "rows": json.dumps(card),
                "device": hashed(secret),
            }
            rows.table("own_cards").insert(row | {"kept_at": now(), "key": key})
            return card_of(rows.execute(f"{SELECT} where alike = ?", [row["alike"]]).fetchone())

    def rename(self, number: int, name: str) -> None:
        """Give a card another name. Raises UnknownCard, and what ``keep`` raises for names."""
        checked = _name(name)
        with self._database.writing() as rows:
            self.find(number)
            self._require_free_name(checked, number)
            rows.table("own_cards").update(number, {"name": checked, "alike": stored_name_key(checked)})

    def remove(self, number: int) -> None:
        """Take a card out of the box; one that isn't there changes nothing. What was played with it stays."""
        with self._database.writing() as rows:
            rows.execute("delete from own_cards where id = ?", [number])

    def _require_new(self, name: str, card: Card) -> None:
        self._require_free_name(name)
        cards = self.cards()
        if twin := next((own for own in cards if own.rows == card), None):
            raise Illegal(say("This card is already in the household box: it's called {name}.", name=twin.name))
        if len(cards) >= MAX_CARDS:
            raise Illegal(say("The household box is full: it holds {most} cards.", most=MAX_CARDS))

    def _require_free_name(self, name: str, number: int = 0) -> None:
        taken = "select name from own_cards where alike = ? and id != ?"
        if found := self._database.rows.execute(taken, [stored_name_key(name), number]).fetchone():
            raise Illegal(say("There's already a card called {name}: choose another name.", name=found[0]))


def _name(name: str) -> str:
    """Return the name without blanks around it. Raises Malformed where it can't be one."""
    if not name.strip():
        raise Malformed(say("Give the card a name, so you can choose it later."))
    if why := NAME.problem_if_new(name.strip()):
        raise Malformed(say("The card's name {why}.", why=why))
    return name.strip()


def card_of(row: tuple[Any, ...]) -> OwnCard:
    """Return the card of a row. Raises UnknownCard where the row can't be read."""
    number, name, rows, device = row
    try:
        card = tuple(tuple(line) for line in json.loads(rows))
        sound = [len(line) for line in card] == [PER_ROW] * ROWS and not problem(card)
    except (RecursionError, TypeError, ValueError):
        sound = False
    if not sound:
        raise UnknownCard(say("The card {name} of the household box can't be read.", name=name))
    return OwnCard(number, name, card, device)
