"""The household's own box of cards: typed in once, kept by name. Score sheets hold the cards themselves, not these."""

import json

from attrs import frozen

from companion.engine.fields import Text, alike
from companion.engine.refusals import Illegal, Malformed, Refusal
from companion.engine.saying import say
from companion.loto_box import Card, problem
from companion.store.database import Database
from companion.store.pencils import hashed
from companion.store.tables import now

MOST = 200
"""So many cards go into the box."""
NAME = Text(40, name=True)
HIGHEST = 2**63 - 1
"""SQLite numbers no row higher."""
COLUMNS = "select id, name, rows, device from own_cards"


class UnknownCard(Refusal):
    """There is no such card in the household box."""


@frozen
class OwnCard:
    """A card of the household; ``device`` is the hash of the one on which it was typed in."""

    number: int
    name: str
    rows: Card
    device: str


class Household:
    """The cards that people typed in."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def cards(self) -> list[OwnCard]:
        """All of them, in the order in which they were typed in."""
        with self._database.reading() as rows:
            return [_card(row) for row in rows.execute(f"{COLUMNS} order by id")]

    def find(self, number: int) -> OwnCard:
        """The card of this number; raises UnknownCard."""
        with self._database.reading() as rows:
            found = rows.execute(f"{COLUMNS} where id = ?", [min(number, HIGHEST)]).fetchone()
        if found is None:
            raise UnknownCard(say("There is no such card in the household box."))
        return _card(found)

    def keep(self, name: str, card: Card, secret: str, key: str | None = None) -> OwnCard:
        """Puts a card into the box; a key used before gives the card that was kept with it.

        Raises Malformed where name or card is none, Illegal where the box has the name or the card already.
        """
        checked = _name(name)
        if wrong := problem(card):
            raise Malformed(wrong)
        with self._database.writing() as rows:
            if key and (twin := rows.execute(f"{COLUMNS} where key = ?", [key]).fetchone()):
                return _card(twin)
            self._must_be_new(checked, card)
            row = {"name": checked, "alike": alike(checked), "rows": json.dumps(card), "device": hashed(secret)}
            rows.table("own_cards").insert(row | {"kept_at": now(), "key": key})
            return _card(rows.execute(f"{COLUMNS} where alike = ?", [row["alike"]]).fetchone())

    def rename(self, number: int, name: str) -> None:
        """Gives a card another name. Raises UnknownCard, and what ``keep`` raises for names."""
        checked = _name(name)
        with self._database.writing() as rows:
            self.find(number)
            self._must_be_free(checked, number)
            rows.table("own_cards").update(number, {"name": checked, "alike": alike(checked)})

    def remove(self, number: int) -> None:
        """Takes a card out of the box; one that isn't there changes nothing. What was played with it stays."""
        with self._database.writing() as rows:
            rows.execute("delete from own_cards where id = ?", [number])

    def _must_be_new(self, name: str, card: Card) -> None:
        self._must_be_free(name)
        cards = self.cards()
        if twin := next((kept for kept in cards if kept.rows == card), None):
            raise Illegal(say("This card is in the household box already: it is called {name}.", name=twin.name))
        if len(cards) >= MOST:
            raise Illegal(say("The household box holds {most} cards and is full.", most=MOST))

    def _must_be_free(self, name: str, number: int = 0) -> None:
        found = self._database.rows.execute(f"{COLUMNS} where alike = ? and id != ?", [alike(name), number]).fetchone()
        if found:
            raise Illegal(say("There is a card called {name} already: choose another name.", name=_card(found).name))


def _name(name: str) -> str:
    """The name without blanks around it. Raises Malformed where it is none."""
    if not name.strip():
        raise Malformed(say("The card needs a name, by which it is taken ever after."))
    if why := NAME.problem(name.strip()):
        raise Malformed(say("The card's name {why}.", why=why))
    return name.strip()


def _card(row: tuple[int, str, str, str]) -> OwnCard:
    number, name, rows, device = row
    return OwnCard(number, name, tuple(tuple(line) for line in json.loads(rows)), device)
