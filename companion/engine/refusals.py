"""The refusals. Each carries one sentence for people: what is wrong and what to do."""

from companion.engine.saying import say


class Refusal(Exception):
    """Something that can't be done; ``str()`` of it is a sentence for players.

    ``why`` is the sentence alone; ``where`` the place in a sheet where it was refused, if it was in one.
    """

    def __init__(self, why: str = "", where: str = "") -> None:
        super().__init__(say("{where}: {why}", where=where, why=why) if where else why)
        self.why = why
        self.where = where


class Malformed(Refusal):
    """Not a move, an option or a sheet at all: it can be seen without knowing the table."""


class Illegal(Refusal):
    """A move that breaks a rule at this table, now."""
