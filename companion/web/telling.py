"""The rules of a game on one screen: its own words, with the house rules filled in, and what differs from the book."""

import re
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any, NamedTuple

from flask import render_template
from jinja2 import Template, TemplateNotFound

from companion.engine.saying import capital
from companion.engine.state import State
from companion.web.languages import language

ISLAND = 3
"""Up to so many words that are as in the book, between others that are not, are shown like these."""


class Paragraph(NamedTuple):
    """A heading, and what is told under it in runs of words, each with whether it differs from the book."""

    heading: str
    runs: list[tuple[str, bool]]


def telling(state: State[Any, Any]) -> list[Paragraph]:
    """The rules of the game that is on, for as many as are in, or as it allows; none where it has no words."""
    if state.game is None:
        return []
    seats = state.options.seats()
    players = min(max(len(state.playing), seats[0]), seats[-1])
    here = told(state.game.key, state.options, players)
    book = told(state.game.key, state.game.options(), players)
    return [Paragraph(heading, against(book.get(heading, ""), text)) for heading, text in here.items()]


def told(key: str, options: Any, players: int) -> dict[str, str]:
    """What the game's own words say under each heading, by these house rules."""
    try:
        names: list[str | Template] = [f"games/{key}/rules.{language()}.txt", f"games/{key}/rules.txt"]
        words = render_template(names, options=options, players=players)
    except TemplateNotFound:
        return {}
    paragraphs = (text.partition(":") for text in re.split(r"\n\s*\n", words.strip()))
    return {heading.strip(): capital(" ".join(words_of(text))) for heading, _, text in paragraphs}


def words_of(text: str) -> list[str]:
    """The words of a text; what a no-break space holds together is one."""
    return re.findall(r"[^ \t\n]+", text)


def against(book: str, text: str) -> list[tuple[str, bool]]:
    """A text in runs of words, each with whether it differs from the book."""
    old, new = words_of(book), words_of(text)
    differs = [False] * len(new)
    for same, _, _, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        island = end - start <= ISLAND and start and end < len(new)
        differs[start:end] = [same != "equal" or bool(island)] * (end - start)
    runs = groupby(zip(new, differs, strict=True), key=lambda word: word[1])
    return [(" ".join(word for word, _ in words), other) for other, words in runs]
