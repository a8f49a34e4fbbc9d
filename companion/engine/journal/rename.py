"""A name that was written wrong, put right in all that was written with it before."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, get_args, get_origin

import attrs
from attrs import evolve, frozen

from companion.engine.fields import Kind, Name, Seat, alike, shown
from companion.engine.game import Move
from companion.engine.opening import Opening
from companion.engine.reading import bare, hints, key_of, notes_of, read, write
from companion.engine.refusals import Illegal
from companion.engine.saying import Said, say
from companion.engine.seating import Join

PLAYERS = (Kind.SEAT, Kind.ACCOUNT, Kind.NEWCOMER)
"""What a text stands for where it names a player."""


@frozen
class Renaming:
    """Who ``was`` called so until now is called otherwise from now on, and in everything that was written before."""

    was: Annotated[Seat, "Whose name?"]
    now: Annotated[Name, "How is it written?"]

    @property
    def memo(self) -> Said:
        """A sentence about it."""
        return say("{was} is called {now} now.", was=self.was, now=self.now)

    @property
    def back(self) -> "Renaming":
        """What takes it back."""
        return Renaming(self.now, self.was)

    def check(self, players: Iterable[str], moves: Iterable[Move]) -> None:
        """Raises Illegal unless the name belongs to one of ``players``, by whom a table was laid, or to somebody who
        sits down in one of ``moves``, and the new one to nobody else of them."""
        known = [*players, *(move.player for move in moves if isinstance(move, Join))]
        if self.was not in known:
            raise Illegal(say("{account} is not at this table.", account=shown(self.was)))
        if self.was == self.now:
            raise Illegal(say("{name} is written so already.", name=self.was))
        twin = next((name for name in known if name != self.was and alike(name) == alike(self.now)), None)
        if twin is not None:
            raise Illegal(say("The journal of this table knows another {twin}: choose another name.", twin=twin))


def renamed(move: Move, names: Mapping[str, str]) -> Move:
    """The move with every player in it called as ``names`` says; who isn't named there keeps the name."""
    if isinstance(move, Opening):
        given = move.given and called(type(move.options), dict(move.given), names)
        options = read(type(move.options), given or {})
        return evolve(move, options=options, dealer=names.get(move.dealer or "", move.dealer), given=given)
    written = write(move)
    again = called(type(move), written, names)
    return move if again == written else read(type(move), again)


def called(declared: Any, written: Any, names: Mapping[str, str]) -> Any:
    """A JSON value that ``declared`` reads, with every player in it called as ``names`` says."""
    base = bare(declared)
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
