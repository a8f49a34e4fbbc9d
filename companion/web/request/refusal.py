"""Answer a refusal: the page that says why, under the status that says what kind of refusal it is."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from flask import make_response
from werkzeug.wrappers import Response

from companion.engine.errors import Malformed, Refusal
from companion.store import ReadFailed, UnknownTable, Unreadable, WriteFailed

Parts = ParamSpec("Parts")
"""The parts of a route's URL."""
Answer = TypeVar("Answer")


def status_of(refused: Refusal) -> int:
    """Return the status of a refusal: malformed 422, illegal or stale 409, refused by the disk 503."""
    return 422 if isinstance(refused, Malformed) else 503 if isinstance(refused, WriteFailed | ReadFailed) else 409


def on_refusal(
    page: Callable[Concatenate[Refusal, Parts], str | Response],
) -> Callable[[Callable[Parts, Answer]], Callable[Parts, Answer | Response]]:
    """Decorate a route: answer what it refuses with a page, under the status of the refusal.

    ``page`` is called with the refusal and the parts of the URL, after the transaction of the route was rolled back, so
    that it shows what is newest.
    """

    def decorate(route: Callable[Parts, Answer]) -> Callable[Parts, Answer | Response]:
        @wraps(route)
        def answer(*args: Parts.args, **parts: Parts.kwargs) -> Answer | Response:
            try:
                return route(*args, **parts)
            except (Unreadable, UnknownTable):  # answered by a page of their own
                raise
            except Refusal as refused:
                return make_response(page(refused, *args, **parts), status_of(refused))

        return answer

    return decorate
