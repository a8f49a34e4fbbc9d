"""Correct a name that was written wrong, in everything that was written with it."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, get_args, get_origin

import attrs
from attrs import evolve, frozen

from companion.engine.errors import Illegal
from companion.engine.fields import Kind, Name, Seat, excerpt
from companion.engine.game import Move, Opening
from companion.engine.kit.seats import Join
from companion.engine.message import Message, say
from companion.engine.names import twin_of
from companion.engine.structure import hints, key_of, notes_of, read, unwrap, write

PLAYERS = (Kind.SEAT, Kind.ACCOUNT, Kind.NEWCOMER)
"""The kinds of text that name a player."""


@frozen
class Rename:
    """A player gets another name, from now on and in everything that was written before."""

    was: Annotated[Seat, "Whose name?"]
    now: Annotated[Name, "How is it spelt?"]

    @property
    def memo(self) -> Message:
        """Return a sentence about it."""
        return say("{was} is now called {now}.", was=self.was, now=self.now)

    @property
    def back(self) -> "Rename":
        """Return the change that takes it back."""
        return Rename(self.now, self.was)

    def check(self, players: Iterable[str], moves: Iterable[Move]) -> None:
        """Refuse a name that is not at the table, or a new one that belongs to another player of its journal.

        The names of a journal are those of the ``players`` for whom the table was laid, and of everybody who joins in
        one of the ``moves``. Raises Illegal.
        """
        names = [*players, *(move.player for move in moves if isinstance(move, Join))]
        if self.was not in names:
            raise Illegal(say("{account} is not at this table.", account=excerpt(self.was)))
        if self.was == self.now:
            raise Illegal(say("{name} is already spelt that way.", name=self.was))
        others = [name for name in names if name != self.was]
        twin = self.now if self.now in others else twin_of(self.now, others)
        if twin is not None:
            raise Illegal(say("{twin} is already in this table's journal: choose another name.", twin=twin))


def renamed(move: Move, names: Mapping[str, str]) -> Move:
    """Return the move with its players called as ``names`` says; a player that it doesn't list keeps the name."""
    if isinstance(move, Opening):
        given = move.given and called(type(move.options), dict(move.given), names)
        options = read(type(move.options), given or {})
        return evolve(move, options=options, dealer=names.get(move.dealer or "", move.dealer), given=given)
    written = write(move)
    again = called(type(move), written, names)
    return move if again == written else read(type(move), again)


def called(declared: Any, written: Any, names: Mapping[str, str]) -> Any:
    """Return the JSON value of a declared type with its players called as ``names`` says."""
    base = unwrap(declared)
    if isinstance(written, str):
        notes = notes_of(declared)
        return names.get(written, written) if any(kind in notes for kind in PLAYERS) else written
    if isinstance(written, list) and get_origin(base) is list:
        return [called(get_args(base)[0], one, names) for one in written]
    if isinstance(written, dict) and get_origin(base) is dict:
        name, inner = get_args(base)
        return {called(name, key, names): called(inner, one, names) for key, one in written.items()}
    if isinstance(written, dict) and attrs.has(base):
        fields = {key_of(name): hint for name, hint in hints(base).items()}
        return {key: called(fields[key], one, names) for key, one in written.items()}
    return written
