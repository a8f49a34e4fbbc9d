"""What can be done at the table now, and who can be named in it; where a count may have gone wrong."""

from collections.abc import Container
from itertools import islice
from typing import Any, NamedTuple

from attrs import NOTHING, Attribute, fields

from companion.engine.errors import Illegal
from companion.engine.fields import Account, Pot
from companion.engine.game import Move, Opening, State
from companion.engine.journal import Journal
from companion.engine.kit.moves import Count, Dealer, Settle
from companion.engine.playing import check, check_available
from companion.engine.postings import changes
from companion.engine.replay import Step
from companion.engine.structure import hints, seat_fields, unwrap


class Offer(NamedTuple):
    """A kind of move that is possible now."""

    kind: type[Move]
    players: tuple[str, ...] = ()
    """Who can be named, where a player is all the move needs; only the first of them unless the move is ``main``."""
    plain: bool = False
    """Whether the move needs no answer at all."""


def offers(state: State[Any, Any], without: Container[str] = ()) -> list[Offer]:
    """Return the moves that are possible now, but for those named in ``without``; the game's own first."""
    kinds = [kind for kind in state.game.by_name.values() if is_offered(state, kind)] if state.game else []
    return [possible for kind in kinds if kind.name not in without and (possible := offer(state, kind))]


def is_offered(state: State[Any, Any], kind: type[Move]) -> bool:
    """Return whether a kind of move has a button: a settlement has none, nor who deals where nothing is dealt."""
    return kind is not Settle and not (kind is Dealer and state.manner.in_rounds)


def offer(state: State[Any, Any], kind: type[Move]) -> Offer | None:
    """Return a kind of move as it is possible now, None where it isn't."""
    try:
        check_available(state, kind)
    except Illegal:
        return None
    questions = required(kind)
    if not questions:
        return Offer(kind, plain=not kind.required(state))
    name = questions[0].name
    if len(questions) > 1 or name not in seat_fields(kind) or unwrap(hints(kind)[name]) is not str:
        return Offer(kind)
    legal = (player for player in state.seats if _legal(state, kind(**{name: player})))
    players = tuple(legal if kind.main else islice(legal, 1))
    return Offer(kind, players) if players else None


def required(kind: type[Move]) -> list["Attribute[Any]"]:
    """Return the fields of a move that must be given."""
    return [field for field in fields(kind) if field.default is NOTHING]


def _legal(state: State[Any, Any], move: Move) -> bool:
    try:
        check(state, move)
    except Illegal:
        return False
    return True


class Miscount(NamedTuple):
    """An account whose count differs from the sheet."""

    account: Account
    more: int
    """Counters more than on the sheet; below 0, fewer."""
    since: Step | None
    """The last time it was counted right, or the pot was empty; None if it never was."""
    touched: tuple[Step, ...]
    """The moves since then that changed it, newest first."""

    @property
    def emptied(self) -> bool:
        """Whether they are those since the pot was last empty."""
        return self.since is not None and not isinstance(self.since.line.move, Count)

    @property
    def likely(self) -> tuple[Step, ...]:
        """Those moves that changed it by exactly the difference."""
        return tuple(step for step in self.touched if abs(changes(step.postings)[self.account]) == abs(self.more))


def miscount(journal: Journal, count: Count) -> Miscount | None:
    """Return how a count differs from the sheet, None where it agrees or the account isn't there."""
    state, account = journal.state, count.account
    on_sheet = state.pots.get(account.name) if isinstance(account, Pot) else state.balances.get(account)
    if on_sheet is None or on_sheet == count.counters:
        return None
    since: Step | None = None
    touched: list[Step] = []
    for step in reversed(journal.steps):
        if not step.in_force:
            continue
        counted = isinstance(step.line.move, Count) and step.line.move.account == account
        empty = isinstance(account, Pot) and not step.state.pots.get(account.name)
        if counted or (empty and touched):
            since = None if isinstance(step.line.move, Opening) else step
            break
        if account in changes(step.postings):
            touched.append(step)
    return Miscount(account, count.counters - on_sheet, since, tuple(touched))
