"""Ask whether two who count as one person, and come to one table, are two people; else a debt between them vanishes."""

from collections.abc import Collection

from flask import request

from companion.engine.message import say, sentences
from companion.store.aliases import ALWAYS
from companion.web.request.refusal import Question
from companion.web.request.services import services
from companion.web.request.who import of_household

Pairs = Collection[tuple[str, str]]


def two_people(names: Collection[str], new: Collection[str] | None = None, code: str = ALWAYS) -> Pairs:
    """Return who at one table is to be kept apart (``People.keep_apart``) once they sit there; ``new``: of these alone.

    Only the household is asked, which alone knows who is who; elsewhere both are counted for themselves. Raises
    Question until somebody has said so.
    """
    if not of_household():
        return []
    pairs = [pair for pair in services().people.twice(names, code) if new is None or {*pair} & {*new}]
    names = {name: None for name, _ in pairs}
    if not names.keys() <= {*request.form.getlist("apart")}:
        told = (say("{name} counts as {other}, who plays here too.", name=name, other=other) for name, other in pairs)
        hint = say(
            "If so, the two are counted apart from now on; earlier evenings stay as they are. If not, go back and "
            "correct the name."
        )
        raise Question(say("Is this somebody else?"), sentences(*told), hint, say("Somebody else"), apart=names)
    return pairs
