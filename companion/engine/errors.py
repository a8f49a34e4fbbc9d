"""Refusals: errors whose text is one sentence for players, saying what is wrong and what to do."""

from companion.engine.message import say


class Refusal(Exception):
    """Something that can't be done; its text is a sentence for players."""

    path: tuple[str, ...] = ()
    """Leads to the answer of a form that was refused, such as ``("pots", "0", "each")``; empty where none was."""

    def __init__(self, why: str = "", where: str = "", path: tuple[str, ...] = ()) -> None:
        """Take the sentence, and the place in a sheet or the path in a form where it was refused, if there is one."""
        super().__init__(say("{where}: {why}", where=where, why=why) if where else why)
        self.why = why
        self.where = where
        if path:
            self.path = path


class Malformed(Refusal):
    """A value that is no move, option or sheet at all, whatever the table."""


class Illegal(Refusal):
    """A move that breaks a rule at this table, now."""
