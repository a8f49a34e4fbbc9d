"""How to play a game: a page for somebody who never saw it, by the house rules; what differs from the book is bold."""

import re
import sys
from difflib import SequenceMatcher
from itertools import groupby
from types import ModuleType
from typing import Any

from flask import abort, render_template, request
from jinja2 import Template, TemplateNotFound
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion import games
from companion.engine.errors import Refusal
from companion.engine.game import Game, Options, State
from companion.engine.message import Message, capital, say
from companion.engine.phrases import card_name
from companion.scoresheet import open_game
from companion.shelf import on_shelf, shelf
from companion.web.forms.reading import with_label
from companion.web.home.gallery import gallery, tables_of_household
from companion.web.home.new_table import new_table_form
from companion.web.i18n.language import language
from companion.web.learn import bp
from companion.web.learn.played_hand import shown_hand

MAX_ISLAND_WORDS = 3
"""A run of this many words that are as in the book, between runs that differ, is shown as differing too."""
USUAL_PLAYERS = 4
"""For how many a page is told beside any table."""
WORD = re.compile(r"(\s*)(<svg.*?</svg>|<[^>]+>|[^\s<]+)", re.DOTALL)
"""The space before a word, and the word; a tag or a drawing is one, too."""
HEADING = re.compile("<h2>(.*?)</h2>", re.DOTALL)
SENTENCES = re.compile(
    r"<(?:p|li)\b(?![^>]*not-printed)[^>]*>(.*?)</(?:p|li)>"
    r"(?:(?:(?<=:</p>)|(?<=:</b></p>))\s*<(table|ul|ol)\b[^>]*>(.*?)</\2>)?",
    re.DOTALL,
)
"""What stands in sentences on a page, with the list that one ends in, but for what is only said on a screen."""
MISTAKES = ("Three beginners' mistakes", "Drei Anfängerfehler", "Trois erreurs de débutants")
"""The headings below which no rules stand."""
DRAWN = re.compile(r"<svg[^>]*aria-label=\"([^\"]*)\".*?</svg>", re.DOTALL)
"""A drawn card, with its name."""

bp.add_app_template_filter(card_name)


@bp.get("/how-to-play")
def all_games() -> str:
    """Show every game, to choose the one to read about."""
    return render_template("learn/all_games.html", **gallery(tables_of_household()))


@bp.get("/how-to-play/<key>")
def how_to_play(key: str) -> str:
    """Show how a game is played by the book, or one of the shelf. Answer 404 where there is no such game, or page."""
    today, settings = on_shelf(key)
    game, shelved = games.game(key), None
    if game is None and (shelved := shelf().get(today)):
        game = shelved.game
    if game is None:
        abort(404)
    options = shelved.played(settings, language()) if shelved else game.options()
    told = told_by(game, options)
    if not told:
        abort(404)
    choice = f"{game.key}:{key}" if shelved else key
    return render_template(
        "learn/how_to_play.html",
        game=game,
        told=told,
        shelved=shelved,
        options=options,
        choice=choice,
        hand=shown_hand(key),
    )


@bp.post("/how-to-play/<key>")
def how_to_play_as_typed(key: str) -> str:
    """Show how a game is played by the house rules as they stand in the form of a game, saved or not.

    Where they can't be read the page says why, and tells the book's.
    """
    game = games.game(key)
    if game is None:
        abort(404)
    form = new_table_form(request.form)
    if form.game is not game:
        form = new_table_form(MultiDict([*request.form.items(multi=True), ("choose", key)]))
    state, refused, options = form.new_table(), "", form.chosen.options
    try:
        options = open_game(game, form.as_said(state), None, game.edition).options
    except Refusal as error:
        refused = with_label(error, form.fields())
    told = told_by(game, options, len(form.players) or USUAL_PLAYERS)
    if not told:
        abort(404)
    return render_template("learn/how_to_play.html", game=game, told=told, refused=refused)


def told_by(game: Game, options: Any, players: int = USUAL_PLAYERS) -> Markup:
    """Return how a game is played by these house rules, among ``players`` or as near as may be; empty without one."""
    seats = options.seats()
    among = max((number for number in seats if number <= players), default=seats[0])
    by_house_rules = article(game.key, options, among)
    if options.title() or options == game.options():
        return by_house_rules
    return with_differences(article(game.key, game.options(), among), by_house_rules)


def article(key: str, options: Any, players: int) -> Markup:
    """Return the page of a game in the language of the request, else in English; empty where it has none."""
    names: list[str | Template] = [f"games/{key}/howto.{language()}.html", f"games/{key}/howto.html"]
    try:
        return Markup(render_template(names, options=options, players=players))
    except TemplateNotFound:
        return Markup()


def with_differences(book: Markup, told: Markup) -> Markup:
    """Return a page with what differs from the book's in bold."""
    old, new = WORD.findall(book), WORD.findall(told)
    matcher = SequenceMatcher(None, [word for _, word in old], [word for _, word in new], autojunk=False)
    differs = [False] * len(new)
    for tag, _, _, start, end in matcher.get_opcodes():
        island = end - start <= MAX_ISLAND_WORDS and start and end < len(new)
        differs[start:end] = [tag != "equal" or bool(island)] * (end - start)
    bold = [other and not word.startswith("<") for (_, word), other in zip(new, differs, strict=True)]
    parts = []
    for other, run in groupby(zip(new, bold, strict=True), key=lambda word: word[1]):
        (space, first), *rest = (word for word, _ in run)
        text = first + "".join(before + word for before, word in rest)
        parts.append(f"{space}<b>{text}</b>" if other else space + text)
    return Markup("".join(parts))


def changed_rules(opening: State[Any, Any]) -> list[tuple[str, list[str]]]:
    """Return what the house rules of a table change in how its game is played, in sentences under their headings.

    Of a drawing it is told what it shows; a list is told in the sentence that ends in it.
    """
    assert opening.game
    key, players = opening.game.key, len(opening.seated)
    told = with_differences(article(key, opening.game.options(), players), article(key, opening.options, players))
    _, *parts = HEADING.split(re.sub(r"\s+</p>", "</p>", DRAWN.sub(r"\1", told)))
    found = {
        text_of(heading): [*SENTENCES.finditer(part)] for heading, part in zip(parts[::2], parts[1::2], strict=True)
    }
    changed = {heading: [each for each in all_ if "<b>" in each[0]] for heading, all_ in found.items()}
    return [(heading, [*map(in_words, own)]) for heading, own in changed.items() if own and heading not in MISTAKES]


def in_words(sentence: re.Match[str]) -> str:
    """Return a sentence as text, with the rows of the list in which it ends."""
    said, _, listed = sentence.groups()
    if listed is None:
        return re.sub(r"\s*:$", ".", text_of(said))
    rows = [text_of(re.sub("<t[dh]", r" \g<0>", row)).rstrip(".,") for row in re.split("</(?:tr|li)>", listed)]
    return f"{text_of(said)} {'; '.join(filter(None, rows))}."


def text_of(part: str) -> str:
    """Return a part of a page as text."""
    return capital(Markup(part).striptags())


@bp.app_template_global()
def rules_of(options: Options) -> ModuleType:
    """Return what a game knows besides its house rules: the module that holds them, with its figures."""
    return sys.modules[type(options).__module__]


@bp.app_template_global()
def ante_sentence(each: int, dealer: int | None, where: str) -> Message:
    """Say what a deal costs: ``everyone puts 2 into the pool, the dealer 1 more``.

    ``dealer`` is None in a game whose dealer never puts in more.
    """
    values = {"each": each, "dealer": dealer, "where": where}
    if not each:
        if dealer:
            return say("the dealer alone puts {dealer} {where}", **values)
        return say("nobody puts anything {where}", **values)
    if dealer is None:
        return say("everyone puts {each} {where}", **values)
    if not dealer:
        return say("everyone puts {each} {where}, the dealer too", **values)
    return say("everyone puts {each} {where}, the dealer {dealer} more", **values)
