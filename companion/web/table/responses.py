"""What a device is sent after a tap: the table as it now is, or why nothing was written, beside what was typed."""

from collections.abc import Mapping
from typing import Any

from flask import make_response, render_template, request
from werkzeug.wrappers import Response

from companion.engine.game import Move, State
from companion.engine.hands import state_for
from companion.engine.kit.moves import Count
from companion.engine.reports.offers import miscount
from companion.store import Table
from companion.web.forms.fields import MoveForm, move_fields
from companion.web.forms.form import redisplay
from companion.web.i18n.language import language
from companion.web.request.access import asking_screen, device, is_htmx, table_or_404, to_table, visitor
from companion.web.request.refusal import marked, refused
from companion.web.request.services import services
from companion.web.request.submission import new_form_key
from companion.web.table.phones import undecided
from companion.web.table.pots import may_have_lain
from companion.web.table.steps import opens_beside, page_steps
from companion.web.table.view import view


def fragment(table: Table, asked: Mapping[str, str] | None = None, typed: Mapping[str, Any] | None = None) -> str:
    """Return the part of the page that changes with every move; ``asked`` is the move that is asked for on it.

    Devices that only watch share one rendering of a version. A player's own phone has one to itself: it mixes in one
    word, however many phones its player has. Another page of the table that sent a form is sent its own part.
    """
    if screen := asking_screen():
        return screen.fragment(table, asked or {}, typed)
    who, asked = visitor(table), asked or {}
    if who.writes or refused():
        return render_template("table/_table.html", view=view(table, who, asked, typed), key=new_form_key())
    cache_key = (table.code, table.version, who, who.player and device(), language())
    return services().render_cache.get(
        cache_key, lambda: render_template("table/_table.html", view=view(table, who), key="")
    )


def part_or_page(table: Table, part: str) -> str:
    """Return the part of the page that changes for htmx, else the whole page with it."""
    if is_htmx():
        return part
    screen = asking_screen()
    template = screen.template if screen else "table/page.html"
    return render_template(template, fragment=part, table=table, visitor=visitor(table))


def table_response(table: Table) -> Response:
    """Return the table as it now is: its fragment where htmx swaps it in, else a redirect to its page."""
    return make_response(fragment(table)) if is_htmx() else to_table(table)


def table_again(code: str) -> str:
    """Return the table as it stands."""
    table = table_or_404(code)
    return part_or_page(table, fragment(table))


def table_instead(code: str) -> Response:
    """Return the whole page of the table, which htmx puts in the place of another page that asked."""
    table = table_or_404(code)
    page = render_template("table/page.html", fragment=fragment(table), table=table, visitor=visitor(table))
    return make_response(page, {"HX-Retarget": "body", "HX-Reswap": "innerHTML"} if is_htmx() else {})


def asked_again(table: Table, kind: type[Move], written: Move | None = None) -> str:
    """Return the table, or the page of a move, that asks for what was answered of it."""
    typed = undecided(table, kind, redisplay_submitted(kind, state_for(table.journal, kind)))
    if not is_htmx():
        return move_page(table, kind, typed, written)
    marked(move_fields(kind, state_for(table.journal, kind), {}))
    return fragment(table) if is_one_tap(table, kind) else fragment(table, {**request.args, "move": kind.name}, typed)


def table_asking(table: Table, kind: type[Move]) -> Response:
    """Return the table with a move as it was typed so far, and what is asked by now; htmx puts it in its place."""
    typed = undecided(table, kind, redisplay_submitted(kind, state_for(table.journal, kind)))
    part = fragment(table, {**request.args, "move": kind.name}, typed)
    return make_response(part, {"HX-Retarget": "#table", "HX-Reswap": "outerHTML"})


def is_one_tap(table: Table, kind: type[Move]) -> bool:
    """Return whether one tap on the table said all of a move: then there is nothing to ask again."""
    if request.args:
        return False
    seen = view(table, visitor(table))
    asking = seen.asking
    if kind in seen.calls or not asking:
        return kind in seen.calls and opens_beside(kind) is None
    more = any(request.form.get(field.name) for field in (*asking.beside_fields, *asking.aside_fields))
    return asking.kind is kind and asking.is_last and not more


def move_page(table: Table, kind: type[Move], typed: Mapping[str, Any], written: Move | None = None) -> str:
    """Return the page of one move, with what was typed; where a count differs, with where it may have gone wrong."""
    steps = page_steps(MoveForm(kind, state_for(table.journal, kind)), request.args, typed)
    return render_template(
        "table/move.html",
        view=view(table, visitor(table)),
        kind=kind,
        steps=steps,
        fields=marked(steps.fields),
        lain=may_have_lain(table.journal, kind, typed),
        miscount=miscount(table.journal, written) if isinstance(written, Count) else None,
        key=new_form_key(),
        screen=asking_screen(),
    )


def asks_other(kind: type[Move], state: State[Any, Any]) -> bool:
    """Return whether what is answered by now asks other questions than its form did."""
    asks, before = kind.asked_at(state), request.args.get("unasked_")
    return before is not None and asks.in_full and {*before.split()} != {*asks.hidden(state, submitted())}


def submitted() -> dict[str, str]:
    """Return what was answered of a move: tap by tap in the address, and in the form."""
    return {**request.args, **dict(request.form.items())}


def redisplay_submitted(kind: type[Move], state: State[Any, Any]) -> dict[str, Any]:
    """Return what was answered of a move, as its form shows it again."""
    form = submitted()
    return redisplay(move_fields(kind, state, form), form)
