"""The household's own lists of words for Loto: typed or pasted, kept by name, changed, deleted."""

from typing import Any

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.loto.rules.words import LONGEST_WORD, MOST_WORDS, words_in
from companion.loto.web import bp
from companion.loto.web.words import OWN, ours_first_in_own_language
from companion.store import NotKept, OwnWords, WordLists
from companion.web.forms.reading import refusals_at
from companion.web.request.access import device
from companion.web.request.refusal import refused, shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key, submission
from companion.web.request.who import Rung, needs, of_household


@bp.get("/cards/words")
def word_lists() -> str:
    """Show the lists of the household, and ours."""
    ours = ours_first_in_own_language()
    return render_template("loto/word_lists.html", own=kept_lists().all(), ours=ours, prefix=OWN)


@bp.get("/cards/words/new")
@needs(Rung.HOUSEHOLD)
def new_words() -> str:
    """Show the form of a new list."""
    return form_page()


@bp.post("/cards/words")
@needs(Rung.HOUSEHOLD)
@shows(new_words)
def keep_words() -> Response:
    """Keep the list that was typed."""
    words = typed_words()
    with refusals_at("name"):
        kept_lists().keep(request.form.get("name", ""), words, device(), submission()[0])
    return redirect(url_for("loto.word_lists"), 303)


@bp.get("/cards/words/<int:number>")
def own_words(number: int) -> str:
    """Show a list of the household, to be changed where this device may."""
    return form_page(list_or_404(number))


@bp.post("/cards/words/<int:number>")
@needs(Rung.HOUSEHOLD)
@shows(own_words)
def change_words(number: int) -> Response:
    """Give a list another name or other words, or delete it; tables that play with it go on with what they have."""
    if "remove" in request.form:
        kept_lists().remove(number)
        return redirect(url_for("loto.word_lists"), 303)
    list_or_404(number)
    words = typed_words()
    with refusals_at("name"):
        kept_lists().change(number, request.form.get("name", ""), words)
    return redirect(url_for("loto.word_lists"), 303)


def kept_lists() -> WordLists:
    """Return the lists that the household keeps."""
    return WordLists(services().database)


def list_or_404(number: int) -> OwnWords:
    """Return the list of a number."""
    try:
        return kept_lists().find(number)
    except NotKept:
        abort(404)


def typed_words() -> tuple[str, ...]:
    """Return the words that were typed. Raises Malformed."""
    with refusals_at("words"):
        return words_in(request.form.get("words", ""))


def form_page(kept: OwnWords | None = None) -> str:
    """Render the form of a new list, or of one that is kept; after a refusal with what was typed."""
    typed: dict[str, Any] = {"name": kept.list.name, "words": "\n".join(kept.list.words)} if kept else {}
    return render_template(
        "loto/word_list.html",
        kept=kept,
        typed=request.form if refused() else typed,
        changes=of_household(),
        most=MOST_WORDS,
        longest=LONGEST_WORD,
        key=new_form_key(),
    )
