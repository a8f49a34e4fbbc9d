"""The rules that a household keeps: described in one form beside a sample hand, and printed on one page."""

from collections.abc import Iterable
from math import ceil
from typing import Any

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.engine.errors import Malformed, Refusal
from companion.engine.game import State
from companion.engine.message import say
from companion.engine.replay import initial_state
from companion.games import families
from companion.store import HouseRules, Origin, SavedRules
from companion.web.forms.form import Field
from companion.web.forms.reading import path_of, refusals_at, with_label
from companion.web.forms.ways import Ways
from companion.web.home.games import choice_of_saved, last_opening, save_rules, saved_rules_store
from companion.web.home.new_table import NewTableForm, form_opening, name_to_save, new_table_form, numbers_in
from companion.web.i18n.language import localize
from companion.web.kept import Kind, keep_at
from companion.web.learn.how_to_play import told_by
from companion.web.request.access import Rung, is_local, needs, own_device, writing
from companion.web.request.refusal import marked, refused, shows
from companion.web.rules import bp
from companion.web.rules.sample import require_a_hand, require_sense, sample_hand

bp.add_app_template_filter(choice_of_saved, "choice")
EMPTY_TABLE: State[Any, Any] = initial_state(("",))
"""A table without players, for house rules beside any table."""
RULES_PER_PAGE = 50
"""The number of saved rules that are listed at once."""


def page_of_rules() -> dict[str, Any]:
    """Return what is kept on the page that is asked for, and the games for which more is described."""
    store = saved_rules_store()
    pages = max(ceil(store.count() / RULES_PER_PAGE), 1)
    page = min(max(request.args.get("page", 1, int), 1), pages)
    kept = store.all(most=RULES_PER_PAGE, skip=(page - 1) * RULES_PER_PAGE)
    return {"kept": kept, "page": page, "pages": pages, "families": families()}


def told_of(saved: SavedRules) -> dict[str, Any]:
    """Return what saved rules come to, to read and to print."""
    return {
        "told": told_by(saved.game, saved.opening.options),
        "choice": choice_of_saved(saved),
        "may_change": is_local() or saved.keeper == own_device(),
    }


rules = Kind(HouseRules, "house_rules", "saved_rules", "rules/house_rules.html", page_of_rules, told_of)
house_rules = keep_at(bp, "/rules", rules)


@bp.get("/rules/new")
@needs(Rung.HOUSEHOLD)
def describe() -> str:
    """Show the form in which a game or its rules are described."""
    return form_page(new_table_form(request.args, in_full=True))


def described_again() -> str:
    """Return the form in which rules are described as it was filled in.

    A refusal may begin with the name of the house rule that it is about.
    """
    form, why = new_table_form(request.form, in_full=True), refused()
    rule = str(why.why).partition(":")[0] if why else ""
    if why and not path_of(why) and rule in {field.name for field in form.fields(EMPTY_TABLE)}:
        why.path = (rule,)
    return form_page(form)


@bp.post("/rules/sample")
@needs(Rung.HOUSEHOLD)
def sample() -> str:
    """Show a hand that is played by what is described so far, or why it can't be; nothing is written."""
    form = new_table_form(request.form, in_full=True)
    fields = form.fields(EMPTY_TABLE)
    told = field_of_ways(fields)
    words, ours = told.chips(form.typed) if told else ([], [])
    try:
        opening = form_opening(form, EMPTY_TABLE)
        require_sense(opening.options)
        shown, why = sample_hand(opening), ""
    except Refusal as error:
        shown, why = None, with_label(error, fields)
    return render_template("rules/_sample.html", sample=shown, refused=why, words=words, ours=ours)


@bp.post("/rules")
@needs(Rung.HOUSEHOLD)
@shows(described_again)
def keep_rules() -> Answer:
    """Save what was described."""
    form = new_table_form(request.form, in_full=True)
    opening = form_opening(form, EMPTY_TABLE)
    require_sense(opening.options)
    require_a_hand(opening)
    require_rules_follow(form.chosen.options, opening.options)
    name = name_to_save(form, opening)
    if not name:
        with refusals_at("name" if opening.game.of_the_house else "keep_as"):
            raise Malformed(say("Give it a name."))
    return to_rules(save_rules(name, opening, form.chosen.told, changes=form.chosen.kept))


def require_rules_follow(before: Any, now: Any) -> None:
    """Refuse rules in words that still say how many points won before. Raises Malformed."""
    was, is_now = getattr(before, "target", None), getattr(now, "target", None)
    if not (getattr(before, "rules", "") and was and is_now and was != is_now):
        return
    numbers = numbers_in(now.rules)
    if str(was) in numbers and str(is_now) not in numbers:
        with refusals_at("rules"):
            raise Malformed(say("The rules still say {was}: say {now} there, too.", was=was, now=is_now))


@bp.post("/rules/from/<code>")
@shows(house_rules)
def keep_of_table(code: str) -> Answer:
    """Save the rules of the game that a table plays."""
    with writing(code) as table:
        opening = last_opening(table.journal)
        if opening is None:
            abort(404)
        saved = save_rules(
            request.form.get("keep_as", "") or opening.options.title(),
            opening,
            Origin() if opening.game.of_the_house else None,
        )
    return to_rules(saved)


def form_page(form: NewTableForm) -> str:
    """Render the form as it stands."""
    fields = marked(form.fields(EMPTY_TABLE))
    told = field_of_ways(fields)
    return render_template(
        "rules/describe.html",
        draft=form,
        fields=fields,
        told=told,
        examples=form.game.examples,
        spoken={name: str(localize(word)) for name, word in told.spoken.items()} if told else {},
    )


def field_of_ways(fields: Iterable[Field]) -> Any:
    """Return the question that is told in one of several ways; None in a game without one."""
    return next((field for field in fields if isinstance(field, Ways)), None)


def to_rules(saved: SavedRules) -> Answer:
    """Redirect to the page of saved rules."""
    return redirect(url_for("rules.saved_rules", number=saved.number), 303)
