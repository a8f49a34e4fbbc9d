"""The refusals. Each carries one sentence for people: what is wrong and what to do."""


class Refusal(Exception):
    """Something that can't be done; ``str()`` of it is a sentence for players."""


class Malformed(Refusal):
    """Not a move, an option or a sheet at all: it can be seen without knowing the table."""

    def __init__(self, why: str, where: str = "") -> None:
        super().__init__(f"{where}: {why}" if where else why)
        self.why = why
        self.where = where


class Illegal(Refusal):
    """A move that breaks a rule at this table, now."""
