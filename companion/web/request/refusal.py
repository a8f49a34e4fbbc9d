"""What this request tried and was refused: a page says so beside the question, under the status of the refusal."""

import inspect
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import g, make_response, request
from werkzeug.wrappers import Response

from companion.engine.changes import Change, Entry
from companion.engine.errors import Malformed, Refusal
from companion.engine.message import say, sentences
from companion.store import ReadFailed, Stale, Table, UnknownTable, Unreadable, WriteFailed
from companion.store.kept import WouldReplace
from companion.web.forms.answers import Path
from companion.web.forms.form import Field
from companion.web.forms.reading import path_of, with_label
from companion.web.request.access import table_or_404

Parts = ParamSpec("Parts")
"""The parts of a route's URL."""
Answer = TypeVar("Answer")

MAX_NEWS = 5
"""How many entries that another device wrote first are named in a refusal."""


class Doubtful(Refusal):
    """A move that is unlikely as it was said; ``sure`` is the text of the button that writes it down all the same."""

    def __init__(self, question: str, sure: str) -> None:
        """Take the question that is asked first."""
        super().__init__(question)
        self.sure = sure


class Confirmation(Refusal):
    """What is asked on a page of its own before anything is written; the answer sends the form once more."""

    def __init__(self, heading: str, why: str, hint: str, answer: str, **said: Collection[str]) -> None:
        """Take what the page says, the words of its button, and what the form says besides by that."""
        super().__init__(why)
        self.heading, self.hint, self.answer, self.said = heading, hint, answer, said


@contextmanager
def asks_to_replace() -> Iterator[None]:
    """Ask whether what is kept under a name is to be replaced, where the form doesn't say so. Raises Confirmation."""
    try:
        yield
    except WouldReplace as why:
        hint = say("If you replace it, what was kept is gone. If not, go back and choose another name.")
        raise Confirmation(say("Replace it?"), why.why, hint, say("Replace it"), replace=["yes"]) from None


def may_replace() -> bool:
    """Return whether the form says that what is kept under the name is to be replaced."""
    return "replace" in request.form


def status_of(refused: Refusal) -> int:
    """Return the status of a refusal: malformed 422, illegal or stale 409, refused by the disk 503."""
    return 422 if isinstance(refused, Malformed) else 503 if isinstance(refused, WriteFailed | ReadFailed) else 409


def shows(
    page: Callable[..., str | Response],
) -> Callable[[Callable[Parts, Answer]], Callable[Parts, Answer | Response]]:
    """Decorate a route: what it refuses, a page shows, under the status of the refusal.

    ``page`` is called after the transaction of the route was rolled back, so that it shows what is newest, with those
    parts of the URL that it names. It asks here for why something was refused.
    """
    names = inspect.signature(page).parameters

    def decorate(route: Callable[Parts, Answer]) -> Callable[Parts, Answer | Response]:
        @wraps(route)
        def answer(*args: Parts.args, **parts: Parts.kwargs) -> Answer | Response:
            try:
                return route(*args, **parts)
            except (Unreadable, UnknownTable, Confirmation):  # answered by a page of their own
                raise
            except Refusal as why:
                g.refused = why
                shown = page(**{name: part for name, part in (request.view_args or {}).items() if name in names})
                return make_response(shown, status_of(why))

        return answer

    return decorate


def refuse(why: Refusal) -> None:
    """Let the page of this request say why something was refused, unless it says so already."""
    g.refused = refused() or why


def refused() -> Refusal | None:
    """Return what this request was refused, None where it wasn't."""
    found: Refusal | None = g.get("refused")
    return found


def why_refused() -> str:
    """Return the sentence of the refusal, with the label of the question that it answers; empty without one.

    Where another device wrote first, the sentence says what it wrote last.
    """
    why = refused()
    if why is None:
        return ""
    if not isinstance(why, Stale):
        return with_label(why, g.get("asked", ()))
    newest = table_or_404((request.view_args or {})["code"])
    new = [entry for entry in newest.journal.entries[-MAX_NEWS:] if entry.number > why.since]
    return say("{refused} New: {memos}", refused=why.why, memos=sentences(*(news(newest, entry) for entry in new)))


def news(table: Table, entry: Entry) -> str:
    """Return what an entry did, in a sentence."""
    memo = table.told(table.journal.memo(entry))
    match entry.change:
        case Change("strike"):
            return say("struck out: {memo}", memo=memo)
        case Change("restore"):
            return say("restored: {memo}", memo=memo)
        case Change("amend"):
            return say("corrected: {memo}", memo=memo)
        case Change("insert"):
            return say("added: {memo}", memo=memo)
    return memo


def path_refused() -> Path | None:
    """Return the path to the answer that was refused, None where none was."""
    why = refused()
    return path_of(why, g.get("asked", ())) if why else None


def refused_at(*path: str) -> bool:
    """Return whether the answer to which a path leads was refused."""
    return path_refused() == path


def refused_at_form(action: str) -> bool:
    """Return whether the form with this address was sent, and refused."""
    return refused() is not None and action.partition("?")[0] == request.script_root + request.path


def marked(asked: Iterable[Field]) -> list[Field]:
    """Return the questions of a page, the part marked that was refused; its sentence begins with the label."""
    g.asked = [*asked]
    path = path_refused()
    return [field.marked(path) for field in g.asked] if path else g.asked
