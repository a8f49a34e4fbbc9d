"""What a household keeps under names: a page of all of a kind, a page of each with its form, and the way into the bin.

Each room says in a ``Kind`` what it keeps, and in a template that fills the blocks of ``kept.html`` what is said of it.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.store.kept import Kept
from companion.web.forms.reading import refusals_at
from companion.web.request.access import Rung, device, kept_or_404, needs
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key, submission


class Kind(NamedTuple):
    """Things that are kept alike."""

    store: type[Kept[Any]]
    all: str
    """The endpoint of the page of all."""
    one: str
    """The endpoint of the page of one, and with ``new_`` before it that of a new one."""
    template: str
    lists: Callable[[], Mapping[str, Any]]
    """Returns what the page of all shows."""
    shows: Callable[[Any], Mapping[str, Any]] = lambda one: {}
    """Returns what the page of one shows besides, or that of a new one, which is None yet."""
    typed: Callable[[], Any] | None = None
    """Returns what the form says besides the name; None where it is changed elsewhere. Raises Malformed."""
    seen_by: Rung = Rung.GUEST

    @property
    def kept(self) -> Any:
        """All that the household keeps of it."""
        return self.store(services().database)


def keep_at(bp: Blueprint, at: str, kind: Kind, *, is_typed: bool = False) -> Callable[[], str]:
    """Let a room answer for a kind at an address, and return what shows all of it.

    What ``is_typed`` has a form for a new one there, too.
    """
    seen, household = needs(kind.seen_by), needs(Rung.HOUSEHOLD)
    routes: list[tuple[str, str, str, Callable[..., Any]]] = [
        ("GET", at, kind.all, seen(all_of)),
        ("GET", f"{at}/<int:number>", kind.one, seen(one_of)),
        ("POST", f"{at}/<int:number>", f"change_{kind.one}", household(change)),
    ]
    if is_typed:
        routes += [
            ("GET", f"{at}/new", f"new_{kind.one}", household(new_one)),
            ("POST", at, f"keep_{kind.one}", household(keep)),
        ]
    for method, address, endpoint, view in routes:
        bp.add_url_rule(address, endpoint, view, methods=[method], defaults={"kind": kind})
    return partial(all_of, kind)


def page(kind: Kind, **shown: Any) -> str:
    """Render a page, whose form may say what was typed."""
    said = {"one": None, "new": False, "typed": request.form, "key": new_form_key()}
    return render_template(kind.template, **said | shown)


def all_of(kind: Kind) -> str:
    """Show all of a kind."""
    return page(kind, **kind.lists())


def one_of(kind: Kind, number: int) -> str:
    """Show one, with its form on a device that may change it."""
    one = kept_or_404(kind.kept, number)
    return page(kind, one=one, **kind.shows(one))


def new_one(kind: Kind) -> str:
    """Show the form of a new one; ``after`` is the number of the one that was just typed."""
    before = [one for one in kind.kept.all() if str(one.number) == request.args.get("after")]
    return page(kind, new=True, before=before[0] if before else None, **kind.shows(None))


@shows(new_one)
def keep(kind: Kind) -> Response:
    """Keep what was typed."""
    assert kind.typed
    typed = kind.typed()
    with refusals_at("name"):
        kept = kind.kept.keep(request.form.get("name", ""), typed, device(), submission()[0])
    if "another" in request.form:
        return redirect(url_for(f".new_{kind.one}", after=kept.number), 303)
    return redirect(url_for(f".{kind.all}", _anchor=str(kept.number)), 303)


@shows(one_of)
def change(kind: Kind, number: int) -> Response:
    """Lay one into the bin, or give it another name and what was typed; what was played with it stays as it was."""
    if "remove" in request.form:
        kind.kept.remove(number)
    else:
        kept_or_404(kind.kept, number)
        typed = kind.typed() if kind.typed else abort(400)
        with refusals_at("name"):
            kind.kept.change(number, request.form.get("name", ""), typed)
    return redirect(url_for(f".{kind.all}"), 303)
