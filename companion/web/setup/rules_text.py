"""The rules of a game on one screen: its own words with the house rules filled in, and what differs from the book."""

import re
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any, NamedTuple

from flask import render_template
from jinja2 import Template, TemplateNotFound

from companion.engine.message import Message, capital, say
from companion.engine.state import State
from companion.web.i18n.language import language
from companion.web.setup import bp

MAX_ISLAND_WORDS = 3
"""A run of this many words that are as in the book, between runs that differ, is shown as differing too."""


class Paragraph(NamedTuple):
    """A heading with its text."""

    heading: str
    runs: list[tuple[str, bool]]
    """The text in runs of words, each with whether it differs from the book."""


def rules_text(state: State[Any, Any]) -> list[Paragraph]:
    """Return the rules of the game that is on, for the number of players who are in; empty where it has no text."""
    if state.game is None:
        return []
    seats = state.options.seats()
    players = min(max(len(state.playing), seats[0]), seats[-1])
    by_house_rules = paragraphs(state.game.key, state.options, players)
    by_the_book = paragraphs(state.game.key, state.game.options(), players)
    return [Paragraph(heading, runs(by_the_book.get(heading, ""), text)) for heading, text in by_house_rules.items()]


def paragraphs(key: str, options: Any, players: int) -> dict[str, str]:
    """Return the text of a game under each of its headings, by these house rules."""
    try:
        names: list[str | Template] = [f"games/{key}/rules.{language()}.txt", f"games/{key}/rules.txt"]
        text = render_template(names, options=options, players=players)
    except TemplateNotFound:
        return {}
    parts = (paragraph.partition(":") for paragraph in re.split(r"\n\s*\n", text.strip()))
    return {heading.strip(): capital(" ".join(words(body))) for heading, _, body in parts}


def words(text: str) -> list[str]:
    """Split a text into words; words with a no-break space between them count as one."""
    return re.findall(r"[^ \t\n]+", text)


def runs(book: str, text: str) -> list[tuple[str, bool]]:
    """Split a text into runs of words, each with whether it differs from the book."""
    old, new = words(book), words(text)
    differs = [False] * len(new)
    for tag, _, _, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        island = end - start <= MAX_ISLAND_WORDS and start and end < len(new)
        differs[start:end] = [tag != "equal" or bool(island)] * (end - start)
    grouped = groupby(zip(new, differs, strict=True), key=lambda word: word[1])
    return [(" ".join(word for word, _ in run), other) for other, run in grouped]


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
        return say("everyone puts {each} {where}, the dealer no more", **values)
    return say("everyone puts {each} {where}, the dealer {dealer} more", **values)
