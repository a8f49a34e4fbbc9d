"""A refusal beside the question that it answers: its sentence, and the path that marks the inputs."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from companion.engine.errors import Illegal, Malformed, Refusal
from companion.engine.message import joined
from companion.store import WriteFailed
from companion.web.forms.answers import Path
from companion.web.forms.form import Field

PLACE = re.compile(r"\[(.*?)\](?=[.\[]|$)|([^.\[]+)")
"""A part of the place where something was refused, such as ``options.pots[0].each``: a key, or one in brackets."""


def path_of(refused: Refusal, asked: Iterable[Field] = ()) -> Path | None:
    """Return the path to the answer that was refused, None where no answer is at fault.

    A refusal that names no place is of the only answer, where just one question is ``asked``.
    """
    if refused.path:
        return refused.path
    path = tuple(found[1] or found[2] or "" for found in PLACE.finditer(refused.where))[1:]
    questions = [field.path for field in asked if field.control.template]
    if not path and len(questions) == 1 and type(refused) in (Malformed, Illegal):  # neither stale nor a full disk
        return questions[0]
    return path or None


@contextmanager
def refusals_at(*path: str) -> Iterator[None]:
    """Let whatever is refused inside be the fault of one answer, but for what the disk refuses."""
    try:
        yield
    except Refusal as refused:
        if not isinstance(refused, WriteFailed):
            refused.path = path
        raise


def with_label(refused: Refusal, asked: Iterable[Field]) -> str:
    """Return the sentence of a refusal; beside the question that it answers, its label instead of its place."""
    path = None if refused.path else path_of(refused)
    if not path:
        return refused.why
    question = next((field for field in asked if field.name == path[0]), None)
    if question is None:
        return str(refused)
    label = _label(question, path)
    return joined(" " if "?" in label else " — ", [label, refused.why])


def _label(question: Field, path: Sequence[str]) -> str:
    """Return the label of the part to which a path leads, else that of the question with the names on the path."""
    parts = {part.key: part.label for row in question.rows for part in row}
    named = [] if path[-1] in parts else [part for part in path[1:] if not part.isdecimal()]
    return joined(" ", [parts.get(path[-1], question.label), *named])
