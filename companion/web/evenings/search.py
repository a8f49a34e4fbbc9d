"""What was typed to find an evening: names, games and days, in the words of the visitor's language."""

import re
from collections.abc import Iterator

from companion.engine.message import say
from companion.games import catalogue
from companion.store.evenings import Sought, searchable
from companion.web.i18n.language import current_catalogue, localize
from companion.web.request.services import services

MAX_WORDS = 8
"""The words that are looked for; more are left out."""
MAX_LENGTH = 40
"""The letters of a word that are looked at."""
LEAST_LETTERS = 3
"""The letters of a month or a day of the week that stand for it."""
OWES = say("owe owes owed owing debt debts unpaid")
"""The words for evenings at which somebody still owes something, and for the ledger."""
DAY = r"([0-9]{1,2})(?:st|nd|rd|th|er|\.)?"
"""A day of the month, as it is written in English, French or German."""


def sought(typed: str) -> list[Sought]:
    """Return the words that an evening must have, all of them, to be found by what was typed."""
    words = [searchable(word[:MAX_LENGTH]) for word in re.split(r"[\s,]+", typed) if word][:MAX_WORDS]
    return [_word(word) for word in words if word]


def _word(word: str) -> Sought:
    names, codes = services().people.known_as(word)
    owes = word in searchable(localize(OWES)).split()
    return Sought([word, *_games(word)], [*_days(word)], [searchable(name) for name in names], codes, owes)


def _games(word: str) -> Iterator[str]:
    """Yield the names under which games are kept whose names in the visitor's language have this word."""
    for game in catalogue().values():
        if word in searchable(localize(say(game.title))):
            yield searchable(game.title)


def _days(word: str) -> Iterator[str]:
    """Yield the patterns of the days that a word may mean: 2026, November, Thursday, 19th, 19/11, 2026-11-19."""
    if re.fullmatch("[0-9]{4}(-[0-9]{2}){0,2}", word):
        yield f"{word}*"
    if day := re.fullmatch(DAY, word):
        yield f"????-??-{int(day[1]):02} *"
    if date := re.fullmatch("([0-9]{1,2})[./]([0-9]{1,2})[./]?([0-9]{4})?", word):
        yield f"{date[3] or '????'}-{int(date[2]):02}-{int(date[1]):02} *"
    if len(word) >= LEAST_LETTERS and word.isalpha():
        yield from _named_days(word)


def _named_days(word: str) -> Iterator[str]:
    from babel.dates import get_day_names, get_month_names  # a start doesn't load Babel

    locale = current_catalogue().locale
    for month, name in get_month_names("wide", locale=locale).items():
        if searchable(name).startswith(word):
            yield f"????-{month:02}-*"
    for weekday, name in get_day_names("wide", locale=locale).items():
        if searchable(name).startswith(word):
            yield f"* {(weekday + 1) % 7}"  # Babel counts from Monday, SQLite from Sunday
