"""What a device is sent after a tap: the table as it now is, or why nothing was written, beside what was typed."""

from collections.abc import Iterable, Mapping
from typing import Any

from flask import make_response, render_template, request
from werkzeug.wrappers import Response

from companion.engine.changes import Amend, Entry, Insert, Restore, Strike
from companion.engine.errors import Refusal
from companion.engine.game import Move, State
from companion.engine.kit.moves import Count
from companion.engine.message import say, sentences
from companion.engine.reports.offers import miscount
from companion.loto.rules.words import told
from companion.store import Stale, Table
from companion.web.forms.answers import Path
from companion.web.forms.fields import Field, move_fields
from companion.web.forms.redisplay import redisplay
from companion.web.forms.refused_fields import marked, path_of, with_label
from companion.web.i18n.language import language
from companion.web.request.access import asking_screen, device, is_htmx, table_or_404, to_table, visitor
from companion.web.request.refusal import status_of
from companion.web.request.services import services
from companion.web.request.submission import new_form_key
from companion.web.table.view import view


class Doubtful(Refusal):
    """A move that is unlikely as it was said; ``sure`` is the text of the button that writes it down all the same."""

    def __init__(self, question: str, sure: str) -> None:
        """Take the question that is asked first."""
        super().__init__(question)
        self.sure = sure


MAX_NEWS = 5
"""How many entries that another device wrote first are named in a refusal."""


def fragment(
    table: Table,
    refused: str = "",
    asked: Mapping[str, str] | None = None,
    typed: Mapping[str, Any] | None = None,
    refused_at: Path | None = None,
    sure: str = "",
) -> str:
    """Return the part of the page that changes with every move.

    Devices that only watch share one rendering of a version. A player's own phone has one to itself: it mixes in one
    word, however many phones its player has. Another page of the table that sent a form is sent its own part.
    """
    if screen := asking_screen():
        return screen.fragment(table, refused)
    who, asked = visitor(table), asked or {}
    if who.writes or refused:
        game = table.journal.state.game
        kind = game.by_name.get(asked.get("move", "")) if game else None
        seen = view(table, who, refused, kind, asked, typed, refused_at)
        return render_template("table/_table.html", view=seen, key=new_form_key(), sure=sure)
    cache_key = (table.code, table.version, who, who.player and device(), language())
    return services().render_cache.get(
        cache_key, lambda: render_template("table/_table.html", view=view(table, who), key="")
    )


def table_response(table: Table) -> Response:
    """Return the table as it now is: its fragment where htmx swaps it in, else a redirect to its page."""
    return make_response(fragment(table)) if is_htmx() else to_table(table)


def refused_response(table: Table, kind: type[Move] | None, refused: Refusal, written: Move | None = None) -> Response:
    """Return the table, or the page of the move, with why it was refused beside what was typed.

    ``kind`` is a move of the game that is on at ``table``.
    """
    state = table.journal.state
    fields = move_fields(kind, state, {}) if kind else []
    why, refused_at = refusal_text(refused, table, fields), path_of(refused, fields)
    sure = refused.sure if isinstance(refused, Doubtful) else ""
    if kind and not is_htmx():
        page = move_page(table, kind, redisplay_submitted(kind, state), why, written, refused_at, sure)
        return make_response(page, status_of(refused))
    asked, typed = {}, {}
    if kind and not is_one_tap(table, kind):
        asked, typed = {**request.args, "move": kind.name}, redisplay_submitted(kind, state)
    page = fragment(table, why, asked, typed, refused_at, sure)
    if not is_htmx():
        screen = asking_screen()
        template = screen.template if screen else "table/page.html"
        page = render_template(template, fragment=page, table=table, visitor=visitor(table))
    return make_response(page, status_of(refused))


def is_one_tap(table: Table, kind: type[Move]) -> bool:
    """Return whether one tap on the table said all of a move: then there is nothing to ask again."""
    if request.args:
        return False
    seen = view(table, visitor(table))
    asking = seen.asking
    if kind in seen.calls or not asking:
        return kind in seen.calls
    more = any(request.form.get(field.name) for field in (*asking.beside_fields, *asking.aside_fields))
    return asking.kind is kind and asking.is_last and not more


def refused_elsewhere(table: Table, refused: Refusal) -> Response:
    """Return the whole page of the table with why something asked on another page was refused.

    htmx puts it in the place of that page.
    """
    body = fragment(table, refusal_text(refused, table))
    page = render_template("table/page.html", fragment=body, table=table, visitor=visitor(table))
    headers = {"HX-Retarget": "body", "HX-Reswap": "innerHTML"} if is_htmx() else {}
    return make_response(page, status_of(refused), headers)


def tap_refused(refused: Refusal, code: str) -> Response:
    """Return the table with why a tap on it was refused."""
    return refused_response(table_or_404(code), None, refused)


def refusal_text(refused: Refusal, newest: Table, asked: Iterable[Field] = ()) -> str:
    """Return the sentence of a refusal, with the label of the question that it answers.

    Where another device wrote first, the sentence says what it wrote last.
    """
    if not isinstance(refused, Stale):
        return with_label(refused, asked)
    new = [entry for entry in newest.journal.entries[-MAX_NEWS:] if entry.number > refused.since]
    return say("{refused} New: {memos}", refused=refused.why, memos=sentences(*(news(newest, entry) for entry in new)))


def news(table: Table, entry: Entry) -> str:
    """Return what an entry did, in a sentence."""
    memo = told(table.journal.memo(entry), table.words)
    match entry.change:
        case Strike():
            return say("struck out: {memo}", memo=memo)
        case Restore():
            return say("restored: {memo}", memo=memo)
        case Amend():
            return say("corrected: {memo}", memo=memo)
        case Insert():
            return say("added: {memo}", memo=memo)
    return memo


def move_page(
    table: Table,
    kind: type[Move],
    typed: Mapping[str, Any],
    refused: str = "",
    written: Move | None = None,
    refused_at: Path | None = None,
    sure: str = "",
) -> str:
    """Return the page of one move, with what was typed; where a count differs, with where it may have gone wrong."""
    return render_template(
        "table/move.html",
        view=view(table, visitor(table), refused),
        kind=kind,
        fields=marked(move_fields(kind, table.journal.state, typed), refused_at),
        miscount=miscount(table.journal, written) if isinstance(written, Count) else None,
        sure=sure,
        key=new_form_key(),
        screen=asking_screen(),
    )


def submitted() -> dict[str, str]:
    """Return what was answered of a move: tap by tap in the address, and in the form."""
    return {**request.args, **dict(request.form.items())}


def redisplay_submitted(kind: type[Move], state: State[Any, Any]) -> dict[str, Any]:
    """Return what was answered of a move, as its form shows it again."""
    form = submitted()
    return redisplay(move_fields(kind, state, form), form)
