"""Refusals: errors whose text is one sentence for players, saying what is wrong and what to do."""

from typing import Any

from companion.engine.message import say


class Refusal(Exception):
    """Something that can't be done; its text is a sentence for players."""

    path: tuple[str, ...] = ()
    """Leads to the answer of a form that was refused, such as ``("pots", "0", "each")``; empty where none was."""

    def __init__(self, why: str = "", where: str = "", /, *, path: tuple[str, ...] = (), **values: Any) -> None:
        """Take the sentence with its ``{values}``, and the place in a sheet or the path in a form that was refused."""
        self.why = say(why, **values)
        self.where = where
        super().__init__(say("{where}: {why}", where=where, why=self.why) if where else self.why)
        if path:
            self.path = path


class Malformed(Refusal):
    """A value that is no move, option or sheet at all, whatever the table."""


class Faulty(Refusal):
    """A mistake of a game's own code, by which a move can't be worked out: of its package, never of the players."""


class Illegal(Refusal):
    """A move that breaks a rule at this table, now."""
