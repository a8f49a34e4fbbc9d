"""The language in which a request is answered, and its texts.

A language is a folder of ``translations``. The build compiles its ``messages.po`` into the ``messages.mo`` that is
read here; without any, as in a checkout that was never built, the pages are English.
"""

import gettext
import logging
import re
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from flask import Flask, g, request, session
from markupsafe import Markup

from companion.engine.message import Message, say, translate
from companion.games import outside_games
from companion.web.i18n.bidi import IsolateNames, isolated, with_isolates

SAID_ELSEWHERE: Mapping[str, str] = MappingProxyType(
    {
        "Hand": say("Round"),
        "Hands": say("Rounds"),
        "hand": say("round"),
        "Hand {hand}": say("Round {hand}"),
        "hand {hand}": say("round {hand}"),
        "hand %(hand)s": say("round %(hand)s"),
        "hand %(hand)s in play": say("round %(hand)s in play"),
        "· hand %(hand)s": say("· round %(hand)s"),
        "%(num)s hand": say("%(num)s round"),
        "%(num)s hands": say("%(num)s rounds"),
        "{n} of {all} hands": say("{n} of {all} rounds"),
        "after {n} hand": say("after {n} round"),
        "after {n} hands": say("after {n} rounds"),
        "finished after {n} hand": say("finished after {n} round"),
        "finished after {n} hands": say("finished after {n} rounds"),
        "Score the hand": say("Write the round down"),
        "Deal": say("Next round"),
        "Deal hand %(hand)s": say("Begin round %(hand)s"),
        "{dealer} deals hand {hand}.": say("Round {hand} begins."),
        "{title} begins; {dealer} deals first.": say("{title} begins."),
        "%(dealer)s deals": "",
        "%(dealer)s dealt": "",
        "After how many hands does it end? (optional)": say("After how many rounds does it end? (optional)"),
        "What do you count after a hand? (optional)": say("What do you count after a round? (optional)"),
        "What must the points of a hand add up to? (optional)": say(
            "What must the points of a round add up to? (optional)"
        ),
        "{dealer} deals next": say("Ready for the next round"),
        "Someone else dealt": say("Seats"),
        "Seats and dealer": say("Seats"),
        "Hand by hand": say("Round by round"),
        "Points hand by hand": say("Points round by round"),
        "Points hand by hand.": say("Points round by round."),
        "How many play a hand, if the dealer sits out with one more? (optional)": say(
            "How many play a round, if one sits out with one more? (optional)"
        ),
        "Abandon the hand": say("Abandon the round"),
        "The hand is abandoned; the pots stay.": say("The round is abandoned."),
        "striking hand {hand}": say("striking round {hand}"),
        "Strike out hand %(hand)s": say("Strike out round %(hand)s"),
        "Hand %(hand)s is struck out.": say("Round %(hand)s is struck out."),
        "Hand %(hand)s is added.": say("Round %(hand)s is added."),
        "hand %(hand)s: %(becomes)s, not %(was)s": say("round %(hand)s: %(becomes)s, not %(was)s"),
        "A hand is still in play: finish it first.": say("A round is still in play: finish it first."),
        "A hand is missing": say("A round is missing"),
        "Where is a hand missing?": say("Where is a round missing?"),
        "the deal of hand {hand} is taken back": say("the beginning of round {hand} is taken back"),
        "Hand in play: you can change seats when it's over.": say(
            "Round in play: you can change seats when it's over."
        ),
        "Hand in play. Once the game is finished, this page shows who pays whom.": say(
            "Round in play. Once the game is finished, this page shows who pays whom."
        ),
        "That hand is over: answer for the one that is on.": say("That round is over: answer for the one that is on."),
        "The points of this hand come out far too large to be counted.": say(
            "The points of this round come out far too large to be counted."
        ),
    }
)
"""Texts of hands and deals, each with what is said in its place."""


class OfRounds(gettext.NullTranslations):
    """The texts of a language, as a table without a deal says them."""

    def __init__(self, texts: gettext.NullTranslations) -> None:
        """Take the texts of the language."""
        super().__init__()
        self.texts = texts

    def gettext(self, message: str) -> str:
        """Return the translation of a text."""
        message = SAID_ELSEWHERE.get(message, message)
        return self.texts.gettext(message) if message else ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translation for a number of things."""
        return self.texts.ngettext(SAID_ELSEWHERE.get(msgid1, msgid1), SAID_ELSEWHERE.get(msgid2, msgid2), n)

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of a text that means something else in another place."""
        return self.texts.pgettext(context, message)


of_rounds = cache(OfRounds)
"""Returns the texts of a language as a table without a deal says them, the same each time."""
TRANSLATIONS = Path(__file__).parents[2] / "translations"
ENGLISH = "en"


class Catalogue(NamedTuple):
    """The texts of a language by its locale, such as ``pt_BR``, with what it calls itself; English has no texts."""

    locale: str
    own_name: str = "English"
    texts: gettext.NullTranslations = gettext.NullTranslations()

    @property
    def tag(self) -> str:
        """The language as pages and browsers name it, such as ``pt-BR``."""
        return self.locale.replace("_", "-")

    def word(self, english: str) -> str | None:
        """Return the translation of a text, None where it is missing or the same."""
        text = self.texts.gettext(english) if english else english
        return None if text == english else text

    def form(self, one: str, many: str, number: int) -> str:
        """Return the pattern for a number of things, the English one where it is missing."""
        return self.texts.ngettext(one, many, number)


@cache
def catalogues() -> dict[str, Catalogue]:
    """Return every language by its tag, English first; leave out one whose file is broken."""
    found = [Catalogue(ENGLISH)]
    for file in sorted(TRANSLATIONS.glob("*/LC_MESSAGES/messages.mo")):
        try:
            found.append(load_catalogue(file.parent.parent.name))
        except Exception as error:  # gettext raises a handful of kinds; pages do without the language
            logging.getLogger(__name__).warning("%s can't be read: %s", file, error)
    return {catalogue.tag: catalogue for catalogue in found}


def load_catalogue(locale: str) -> Catalogue:
    """Read a language. Its own name is the team in its header, else Babel's name for it."""
    texts = gettext.translation("messages", TRANSLATIONS, [locale])
    for outside in outside_texts(locale):
        texts.add_fallback(outside)
    name = texts.info().get("language-team", "").partition("<")[0].strip()
    if name in ("", locale):
        from babel import Locale  # a start doesn't load Babel

        name = Locale.parse(locale).get_language_name() or locale
    return Catalogue(locale, name[:1].upper() + name[1:], texts)


def outside_texts(locale: str) -> Iterator[gettext.NullTranslations]:
    """Yield what packages of games bring in a language; leave out a file that is broken."""
    from importlib.resources import files  # only a package of games needs it

    for package in sorted({game.package for game in outside_games().values()} - {"companion"}):
        try:
            file = files(package).joinpath("translations", locale, "LC_MESSAGES", "messages.mo")
        except TypeError:  # a single module has no files beside it
            continue
        try:
            if file.is_file():
                with file.open("rb") as texts:
                    yield gettext.GNUTranslations(texts)
        except Exception as error:  # gettext raises a handful of kinds; pages do without these texts
            logging.getLogger(__name__).warning("%s can't be read: %s", file, error)


CURRENT: ContextVar[Catalogue | None] = ContextVar("catalogue", default=None)
"""The language of this request, once it was asked for: every text of a page asks."""


def languages() -> dict[str, str]:
    """Return what every language calls itself, by its tag."""
    return {tag: catalogue.own_name for tag, catalogue in catalogues().items()}


def current_catalogue() -> Catalogue:
    """Return the language of this request: the one chosen on the device, else the browser's best match.

    A table where nothing is dealt speaks of rounds.
    """
    catalogue = CURRENT.get()
    if catalogue is None:
        known, chosen = catalogues(), session.get("language")
        tag = chosen if chosen in known else request.accept_languages.best_match(known, ENGLISH)
        catalogue = known[tag]
        if g.get("in_rounds"):
            catalogue = catalogue._replace(texts=of_rounds(catalogue.texts))
        CURRENT.set(catalogue)
    return catalogue


def language() -> str:
    return current_catalogue().tag


def localize(text: Any) -> Any:
    """Translate a message into the language of this request, its names isolated; return all else as it is."""
    if not isinstance(text, Message):
        return text
    catalogue, shown = current_catalogue(), with_isolates(text)
    plain = catalogue is catalogues()[ENGLISH] and shown is text
    return str.__str__(text) if plain else translate(shown, catalogue)


def forget_language(_error: BaseException | None) -> None:
    """End what the request knew of its language: the next one may have another."""
    CURRENT.set(None)


def localized_date(moment: date, pattern: str) -> str:
    """Format a date by a pattern of Babel's, such as ``d MMMM``."""
    return _formatted(moment.year, moment.month, moment.day, pattern, current_catalogue().locale)


@lru_cache(1_000)
def _formatted(year: int, month: int, day: int, pattern: str, locale: str) -> str:
    from babel.dates import format_date, get_date_format  # a start doesn't load Babel

    if "d." in get_date_format("long", locale).pattern:
        pattern = re.sub(r"\bd\b", "d.", pattern).replace("EEEE ", "EEEE, ")  # an ordinal, as in Sonntag, 29. November
    if day == 1 and locale.startswith("fr"):
        pattern = re.sub(r"\bd\b", "d'er'", pattern)  # 1er mars
    return format_date(date(year, month, day), pattern, locale)


def init_app(app: Flask) -> None:
    """Translate what templates say and show, at the moment at which they show it."""
    env: Any = app.jinja_env
    env.add_extension("jinja2.ext.i18n")
    env.add_extension(IsolateNames)
    env.newstyle_gettext = True  # a text that is translated whole is called with its values
    env.globals.update(_=translated, gettext=translated, ngettext=translated_number, pgettext=translated_in_context)
    env.globals.update(language=language, languages=languages)
    app.teardown_request(forget_language)


def translated(english: str, /, **values: Any) -> Markup:
    """Translate a text of a template into the language of this request, with its values."""
    pattern, alone = _patterns(current_catalogue().texts, english)
    return pattern % localized(values) if values else alone


@lru_cache(8_000)
def _patterns(texts: gettext.NullTranslations, english: str) -> tuple[Markup, Markup]:
    """Return a text in a language as a pattern, and as it is shown without values."""
    pattern = Markup(texts.gettext(english))
    return pattern, Markup(pattern.replace("%%", "%"))


def translated_number(one: str, many: str, num: int, /, **values: Any) -> Markup:
    """Translate a text of a template that tells of a number of things."""
    return Markup(current_catalogue().form(one, many, num)) % localized({"num": num, **values})


def translated_in_context(context: str, english: str, /, **values: Any) -> Markup:
    """Translate a text of a template that means something else in another place."""
    return Markup(current_catalogue().texts.pgettext(context, english)) % localized(values)


def localized(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values of a text with messages translated, and names isolated."""
    return {name: isolated(value) if type(value) is str else localize(value) for name, value in values.items()}
