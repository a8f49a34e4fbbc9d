"""What was typed to find an evening, as people speak: names, games, days, who won, in the visitor's language."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from companion.engine.message import Message, say
from companion.games import catalogue
from companion.machine.clock import last_christmas, tonight
from companion.store import Span
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
WON = say("won win wins winner")
"""The words for evenings at which somebody won a game."""
BESIDE = say(
    "a an at did evening for game games how in last most of often on play played the was we when which who with"
)
"""The words that say nothing of an evening."""
CHRISTMAS = say("Christmas")
DAY = r"([0-9]{1,2})(?:st|nd|rd|th|er|\.)?"
"""A day of the month, as it is written in English, French or German."""
NOT_LETTERS = re.compile(r"[\W_]+")


class Search(NamedTuple):
    """What was typed, and what it asks for."""

    words: list[Sought]
    """All of which an evening must have."""
    between: tuple[date, date] | None
    """The days that were named, such as last week."""
    title: str
    """The game that was named, as it is kept."""

    @property
    def owes(self) -> bool:
        return any(word.owes for word in self.words)


def said(typed: str) -> Search:
    """Return what was typed, and what it asks for."""
    if not typed:
        return Search([], None, "")
    rest = " ".join(["", *(searchable(word[:MAX_LENGTH]) for word in re.split(r"[\s,?]+", typed) if word), ""])
    words, between = list[Sought](), None
    for phrase, days in _phrases():
        if phrase in rest:
            rest = rest.replace(phrase, " ")
            words.append(days)
            between = days.between or between
    every, beside, won = rest.split(), _listed(BESIDE), _listed(WON)
    plain = [word for word in every if word not in beside] or every
    looked_for = [_word(word) for word in [word for word in plain if word not in won][:MAX_WORDS]]
    if won.intersection(plain):
        named = [word.texts for word in looked_for if not word.days]
        words.append(Sought(codes=services().statistics.won(named)))
    return Search([*words, *looked_for], between, _title(rest))


def _listed(words: Message) -> set[str]:
    return {*searchable(localize(words)).split()}


def _phrases() -> Iterator[tuple[str, Sought]]:
    """Yield what people call days, between spaces, the longer first, and which these are."""
    day = tonight()
    monday, first, year = day - timedelta(days=day.weekday()), day.replace(day=1), day.replace(month=1, day=1)
    before = timedelta(days=1)
    spans: dict[Message, tuple[date, date]] = {
        say("since Christmas"): (last_christmas(), day),
        say("today"): (day, day),
        say("yesterday"): (day - before, day - before),
        say("this week"): (monday, day),
        say("last week"): (monday - 7 * before, monday - before),
        say("this month"): (first, day),
        say("last month"): ((first - before).replace(day=1), first - before),
        say("this year"): (year, day),
        say("last year"): ((year - before).replace(month=1, day=1), year - before),
    }
    for words, (since, until) in spans.items():
        yield f" {searchable(localize(words))} ", Sought(between=(since, until))
    yield f" {searchable(localize(CHRISTMAS))} ", Sought(days=["????-12-2[4-6] *"])


def _title(rest: str) -> str:
    """Return the game that was played here whose name, or an earlier one, stands in a text; else an empty text."""
    typed, statistics = NOT_LETTERS.sub("", rest), services().statistics
    today = services().evenings.known().names_today
    titles = [*(game.title for game in statistics.played(Span())), *today]
    named = [title for title in titles if NOT_LETTERS.sub("", searchable(localize(say(title)))) in typed]
    longest = max(named, key=len, default="")
    return today.get(longest, longest)


def _word(word: str) -> Sought:
    names, codes = services().people.known_as(word)
    owes = word in _listed(OWES)
    texts, days = [word, *_games(word)], [*_days(word)]
    return Sought(texts, days, [searchable(name) for name in names], codes, owes=owes)


def _games(word: str) -> Iterator[str]:
    """Yield the names under which games are kept that have this word in the visitor's language: ``spoilfive``."""
    for game in catalogue().values():
        title = searchable(localize(say(game.title)))
        if word in title or word in NOT_LETTERS.sub("", title):
            yield searchable(game.title)


def _days(word: str) -> Iterator[str]:
    """Yield the patterns of the days that a word may mean: 2026, November, Thursday, 19th, 19/11, 2026-11-19."""
    if re.fullmatch("[0-9]{4}(-[0-9]{2}){0,2}", word):
        yield f"{word}*"
    if day := re.fullmatch(DAY, word):
        yield f"????-??-{int(day[1]):02} *"
    if date := re.fullmatch("([0-9]{1,2})[./]([0-9]{1,2})[./]?([0-9]{4})?", word):
        yield f"{date[3] or '????'}-{int(date[2]):02}-{int(date[1]):02} *"
    if len(word) >= LEAST_LETTERS and word.isalpha() and not _is_name(word):
        yield from _named_days(word)


def _is_name(word: str) -> bool:
    """Return whether somebody who plays here is called so, such as Jan: then it is no month."""
    return any(word in searchable(name).split() for name in services().evenings.known().names.values())


def _named_days(word: str) -> Iterator[str]:
    from babel.dates import get_day_names, get_month_names  # a start doesn't load Babel

    locale = current_catalogue().locale
    for month, name in get_month_names("wide", locale=locale).items():
        if searchable(name).startswith(word):
            yield f"????-{month:02}-*"
    for weekday, name in get_day_names("wide", locale=locale).items():
        if searchable(name).startswith(word):
            yield f"* {(weekday + 1) % 7}"  # Babel counts from Monday, SQLite from Sunday
