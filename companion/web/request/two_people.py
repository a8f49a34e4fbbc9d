"""Ask whether two who count as one person, and come to one table, are two people; else a debt between them vanishes."""

from collections.abc import Collection

from flask import request

from companion.engine.errors import Refusal
from companion.engine.message import say, sentences
from companion.store.aliases import ALWAYS
from companion.web.request.services import services
from companion.web.request.who import of_household

Pairs = Collection[tuple[str, str]]


class CountAsOne(Refusal):
    """Two at one table count as one person, and nobody said yet that they are two; a page of its own asks."""

    def __init__(self, pairs: Pairs) -> None:
        """Take those who count as another, each with the name of that one."""
        told = (say("{name} counts as {other}, who plays here too.", name=name, other=other) for name, other in pairs)
        super().__init__(sentences(*told))
        self.pairs = pairs


def two_people(names: Collection[str], new: Collection[str] | None = None, code: str = ALWAYS) -> Pairs:
    """Return who at one table is to be kept apart (``People.keep_apart``) once they sit there; ``new``: of these alone.

    Only the household is asked, which alone knows who is who; elsewhere both are counted for themselves. Raises
    CountAsOne until somebody has said so.
    """
    if not of_household():
        return []
    pairs = [pair for pair in services().people.twice(names, code) if new is None or {*pair} & {*new}]
    if not {name for name, _ in pairs} <= {*request.form.getlist("apart")}:
        raise CountAsOne(pairs)
    return pairs
