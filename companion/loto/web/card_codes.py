"""The codes of printed cards: made from the table's secret, so that the same table prints the same ones again.

A code gives its phone the right of that card alone, and no name: whoever has the paper has the card. The secret leaves
the database with its backups, never with a sheet, a journal or an evening's file.
"""

import hmac
import re
from collections.abc import Iterator
from typing import NamedTuple

from flask import abort, session

from companion.engine.game import Opening
from companion.engine.message import say
from companion.loto.rules.box import Card
from companion.loto.rules.hall import GAME, Give, HouseRules
from companion.loto.rules.pack import pack
from companion.store import Table
from companion.store.entries import ALPHABET
from companion.web.request.access import remember, table_or_404, tries
from companion.web.request.services import services

LETTERS = 13
"""Letters of a code, each one of 31: 64 bits."""
MAX_REMEMBERED_CARDS = 24
"""How many cards a device remembers in its cookie, and opens also where its address has tried too many codes."""


class Scanned(NamedTuple):
    """A printed card whose code was shown."""

    table: Table
    number: int
    rows: Card
    code: str
    """The number and the letters, as an address has them."""
    why: str = ""
    """Why it isn't in play; empty where it is."""


def letters(secret: str, seed: str, number: int) -> str:
    """Return the letters of a card: nobody finds them without the secret."""
    left = int.from_bytes(hmac.digest(secret.encode(), f"{seed} {number}".encode(), "sha256"))
    found = ""
    for _ in range(LETTERS):
        left, place = divmod(left, len(ALPHABET))
        found += ALPHABET[place]
    return found


def in_groups(number: int, letters: str) -> str:
    """Return the number and the letters as they are printed, in groups that can be read aloud."""
    return f"{number} · {letters[:4]} {letters[4:8]} {letters[8:]}"


def card_or_404(code: str, typed: str) -> Scanned:
    """Return the card of a code at a table; 404 for a wrong code, 429 after too many of them from one address."""
    table = table_or_404(code)
    typed = re.sub("[^0-9A-Z]", "", typed.upper())
    named = f"{table.code} {typed[:-LETTERS]}"
    wrong = tries(known=named in session.get("cards", ()))
    found = proven(table, typed)
    if found is None:
        wrong(typed)
        abort(404, say("No card of this table has that code. Check it, and type it in again."))
    remember(table)
    if named not in session.get("cards", ()):
        session["cards"] = [named, *session.get("cards", ())][:MAX_REMEMBERED_CARDS]
    return found


def proven(table: Table, typed: str) -> Scanned | None:
    """Return the card whose code this is, None where it is no card's."""
    number, secret = typed[:-LETTERS], services().tables.secret(table.code)
    if not secret or not re.fullmatch("[1-9][0-9]{0,3}", number):
        return None
    for rules in packs(table):
        cards = pack(rules.pack, rules.cards)
        right = letters(secret, rules.pack, int(number))
        if int(number) in cards and hmac.compare_digest(typed[-LETTERS:], right):
            code = f"{number}-{right}"
            return Scanned(table, int(number), cards[int(number)], code, not_in_play(table, rules, int(number)))
    return None


def packs(table: Table) -> Iterator[HouseRules]:
    """Yield the rules with which Loto night was played at a table, each with its pack: those of today first."""
    if table.journal.state.game is GAME:
        yield table.journal.state.options
    for step in reversed(table.journal.steps):
        if step.in_force and isinstance(step.line.move, Opening) and step.line.move.game is GAME:
            yield step.state.options


def not_in_play(table: Table, rules: HouseRules, number: int) -> str:
    """Return why a card of these rules isn't in play now; empty where it is."""
    state = table.journal.state
    if state.game is not GAME:
        return say("Loto night isn't being played at this table just now.")
    if rules.pack != state.options.pack:
        return say("This card is of another pack, which isn't played with any more.")
    if state.facts.holder(number):
        return ""
    gifts = [step.line.move for step in table.journal.in_force() if isinstance(step.line.move, Give)]
    if any(gift.first <= number <= gift.last for gift in gifts):
        return say("Card {number} was taken back. Ask the caller if it should be in play.", number=number)
    return say("Card {number} hasn't been given out yet. Ask the caller if it should be in play.", number=number)
