"""Claims of Loto: they wait for the caller, in memory until they are paid, and are checked by the numbers drawn."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from attrs import define, field
from cachetools import LRUCache

from companion.engine.errors import Illegal
from companion.engine.game import State
from companion.engine.journal import Journal
from companion.engine.message import listed, say
from companion.engine.replay import with_current_names
from companion.loto.rules import hall
from companion.loto.rules.calling import GAME
from companion.loto.rules.cards import (
    OTHER_MAKE,
    PRIZE_WORDS,
    PRIZES,
    holds,
    must_have,
    possible_claims,
    prize_on,
    progress_of,
    still_there,
)
from companion.loto.web.live_cards import dealt_by
from companion.store import Table
from companion.web.request.services import services

MAX_TABLES = 500
"""Tables at which claims may wait."""
SHOWN_FOR = 5
"""Moves for which a phone shows that its claim was refused."""
MAX_DISMISSED = 100
"""Claims dismissed in a hand that are known again when their phone sends them once more."""


class PendingClaim(NamedTuple):
    """A player claims a prize; of a printed card nobody knows whose it is, and it is claimed by its number."""

    player: str
    prize: str
    device: str = ""
    """The hash of the phone that claims; empty where the caller was told."""
    tap: str = ""
    """The key of the tap, the same each time the phone sends it; empty where it sends it once."""
    card: int = 0
    """The number of a printed card; 0 where a player claims."""

    @property
    def key(self) -> tuple[str, str, int]:
        """Who claims what, whichever phone says it."""
        return self.player, self.prize, self.card


def there(state: State[Any, Any]) -> list[str]:
    """Return the prizes that are still there, as claims name them: at a Loto night by their places in the round."""
    if state.game is hall.GAME:
        return [str(offered.place) for offered in hall.still_there(state)]
    return still_there(state)


def open_hand_number(journal: Journal) -> int:
    """Return the number of the entry that dealt the open hand; 0 where no hand is open."""
    return dealt_by(journal) if journal.state.open else 0


@define
class PendingClaims:
    """The claims that wait at each table, in their order; they end with the hand, or when their prize is paid."""

    _waiting: LRUCache[str, tuple[int, int, list[PendingClaim]]] = field(factory=lambda: LRUCache(MAX_TABLES))
    """By code: the entry that dealt the hand of the claims, the last entry when they were made, and the claims."""
    _dismissed: LRUCache[str, tuple[int, list[str]]] = field(factory=lambda: LRUCache(MAX_TABLES))
    """By code: the entry that dealt the hand, and the keys of the claims dismissed in it."""
    _refused: LRUCache[str, tuple[int, dict[tuple[str, str, int], int]]] = field(factory=lambda: LRUCache(MAX_TABLES))
    """By code: the entry that dealt the hand, and the last entry when a claim was refused, by who claimed what."""
    _guard: threading.Lock = field(factory=threading.Lock)

    def at(self, table: Table) -> list[PendingClaim]:
        """Return the claims at one table whose prize is still there."""
        with self._guard:
            waiting = self._of(table)
        return [claim for claim in waiting if claim.prize in there(table.journal.state)]

    def add(self, table: Table, claim: PendingClaim) -> bool:
        """Add a claim; return False where the same one waits already, or the same tap was dismissed."""
        with self._guard:
            waiting = self._of(table)
            if claim.key in [other.key for other in waiting] or claim.tap in self._dismissed_taps(table):
                return False
            self._set(table, [*waiting, claim])
            self._refused_in(table).pop(claim.key, None)
            return True

    def refused(self, table: Table, player: str | None, card: int = 0) -> list[str]:
        """Return the prizes that are still there and were lately refused to a player, or to a printed card."""
        with self._guard:
            refused = [*self._refused_in(table).items()]  # the next claim may come meanwhile
        lately = [key for key, last in refused if table.journal.last < last + SHOWN_FOR]
        left = there(table.journal.state)
        return [prize for name, prize, number in lately if (name, number) == (player, card) and prize in left]

    def dismiss(
        self, table: Table, player: str | None, prize: str | None = None, card: int = 0, *, refused: bool = False
    ) -> bool:
        """Dismiss a player's or a card's claim of a prize, all claims of either, or all; False where none waited.

        ``refused`` by the caller, the claimant's phone says so.
        """
        with self._guard:
            waiting = self._of(table)
            whose = [claim for claim in waiting if player is None or (player, card) == (claim.player, claim.card)]
            gone = [claim for claim in whose if prize in (None, claim.prize)]
            others = [claim for claim in waiting if claim not in gone]
            taps = [claim.tap for claim in gone if claim.tap]
            now = {claim.key: table.journal.last for claim in gone if refused and claim.device}
            self._refused[table.code] = open_hand_number(table.journal), self._refused_in(table) | now
            taps = [*self._dismissed_taps(table), *taps][-MAX_DISMISSED:]
            self._dismissed[table.code] = open_hand_number(table.journal), taps
            self._set(table, others)
            return others != waiting

    @contextmanager
    def put_back_on_failure(self, code: str) -> Iterator[None]:
        """Put the claims of a table back as they were where the change can't be written; call it while writing."""
        with self._guard:
            before, refused = self._waiting.get(code, (0, 0, [])), self._refused.get(code, (0, {}))
        try:
            yield
        except BaseException:
            with self._guard:
                self._waiting[code], self._refused[code] = before, refused
            raise

    def _of(self, table: Table) -> list[PendingClaim]:
        hand, last, waiting = self._waiting.get(table.code, (0, 0, []))
        if not waiting or hand != open_hand_number(table.journal):
            return []
        _, names = with_current_names(table.journal.entries[last:])  # a name may have been put right since
        return [claim._replace(player=names.get(claim.player, claim.player)) for claim in waiting]

    def _refused_in(self, table: Table) -> dict[tuple[str, str, int], int]:
        hand, refused = self._refused.get(table.code, (0, {}))
        return refused if hand == open_hand_number(table.journal) else {}

    def _dismissed_taps(self, table: Table) -> list[str]:
        hand, taps = self._dismissed.get(table.code, (0, []))
        return taps if hand == open_hand_number(table.journal) else []

    def _set(self, table: Table, claims: list[PendingClaim]) -> None:
        self._waiting[table.code] = open_hand_number(table.journal), table.journal.last, claims


def pending() -> PendingClaims:
    """Return the claims at the tables of the application that answers this request."""
    of_games = services().of_games
    claims: PendingClaims = of_games.get(GAME.key) or of_games.setdefault(GAME.key, PendingClaims())
    return claims


class Verdict(NamedTuple):
    """Whether a claim is good, with a sentence about it."""

    claim: PendingClaim
    cards: tuple[int, ...]
    """The cards on which it is good, by number."""
    sentence: str
    since: int = 0
    """Which number drawn made it good, from 1; 0 where that isn't known."""

    @property
    def good(self) -> bool:
        """Whether the player has the prize."""
        return bool(self.cards)


class ToPay(NamedTuple):
    """A prize that can be paid."""

    prize: str
    claims: list[Verdict]
    """The good claims of it."""
    silent: list[str]
    """Who could claim it too, with the same number, and hasn't."""

    @property
    def who(self) -> str:
        """The players who share it, in words."""
        return listed([found.claim.player for found in self.claims])

    @property
    def not_together(self) -> str:
        """A sentence where they have it since different numbers; empty otherwise."""
        since = {found.since: found.claim.player for found in reversed(self.claims) if found.since}
        if len(since) < 2:
            return ""
        return say("{player} had it first. Refuse the others, or pay them all together.", player=since[min(since)])


def silent_beside(state: State[Any, Any], claimed: Sequence[Verdict]) -> list[str]:
    """Return who has the prize of these claims with the same number as one of them, and hasn't claimed it."""
    players, since = {found.claim.player for found in claimed}, {found.since for found in claimed if found.good}
    prizes = {found.claim.prize for found in claimed}
    possible = [claim for claim in possible_claims(state) if claim.prize in prizes and claim.since in since]
    return [name for name in dict.fromkeys(claim.player for claim in possible) if name not in players]


def verdict(state: State[Any, Any], claim: PendingClaim, said: Callable[[int], str] = str) -> Verdict:
    """Check a claim against the numbers drawn: name the cards that have it, or what is missing on the best of them.

    ``said`` returns what is said of a number: its word, or itself.
    """
    wanted = (claim.player, claim.prize)
    good = [possible for possible in possible_claims(state) if (possible.player, possible.prize) == wanted]
    if good:
        first = min(possible.since for possible in good)
        number = said(state.facts.drawn[first - 1])
        cards = tuple(possible.card for possible in good if possible.since == first)
        prize = prize_on(claim.prize, cards[0])
        sentence = say("{player} has {prize}.", player=claim.player, prize=prize)
        if first < len(state.facts.drawn):
            sentence = say(
                "{player} has had {prize} since {number} was drawn.", player=claim.player, prize=prize, number=number
            )
        return Verdict(claim, cards, sentence, first)
    if holds(state, claim.player).unseen:
        sentence = say("{player} claims {prize}: check the card.", player=claim.player, prize=PRIZE_WORDS[claim.prize])
        return Verdict(claim, (OTHER_MAKE,), sentence)
    try:
        best = min(progress_of(state, claim.player), key=lambda card: len(card.lacks(PRIZES[claim.prize])))
        must_have(state, claim.player, best.number, claim.prize, said)
    except Illegal as refused:
        return Verdict(claim, (), refused.why)
    except ValueError:
        return Verdict(claim, (), say("{player} has no card.", player=claim.player))
    return Verdict(
        claim, (best.number,), say("{player} has {prize}.", player=claim.player, prize=PRIZE_WORDS[claim.prize])
    )
