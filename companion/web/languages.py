"""The languages of the pages: which there are, in which one a request is answered, and the words of each.

A language is a folder under ``translations`` with a ``messages.po``; it is read when somebody first asks for it.
"""

import re
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Blueprint, Flask, redirect, render_template, request, session
from flask_babel import Babel, Domain, get_locale, get_translations
from jinja2 import pass_context
from jinja2.runtime import Context
from werkzeug.wrappers import Response

from companion.engine.saying import Said, spoken

pages = Blueprint("languages", __name__, url_prefix="/language")
FOLDER = Path(__file__).parent.parent / "translations"
ENGLISH = "en"


@cache
def languages() -> dict[str, str]:
    """Every language by its tag, such as ``pt-BR``, with what it calls itself; English first."""
    folders = sorted(found.parent.parent.name for found in FOLDER.glob("*/LC_MESSAGES/messages.po"))
    own = {name.replace("_", "-"): Locale.parse(name).get_language_name() or name for name in (ENGLISH, *folders)}
    return {tag: name[:1].upper() + name[1:] for tag, name in own.items()}


def language() -> str:
    """The tag of the language in which this request is answered."""
    return str(get_locale() or ENGLISH).replace("_", "-")


def spoken_here(text: Any) -> Any:
    """What was said, in the language of this request; all else as it is."""
    if not isinstance(text, Said):
        return text
    return str.__str__(text) if language() == ENGLISH else spoken(text, Tongue(get_translations()))


class Tongue:
    """The words of a language, for what was said."""

    def __init__(self, words: NullTranslations) -> None:
        self._words = words

    def word(self, english: str) -> str | None:
        """What the language has for an English text, None where it has nothing else."""
        found = self._words.gettext(english) if english else english
        return None if found == english else found

    def form(self, one: str, many: str, number: int) -> str:
        """The pattern for so many."""
        return self._words.ngettext(one, many, number)


class Words(Domain):  # type: ignore[misc]
    """Reads the words from the .po itself, so that nothing is compiled beforehand."""

    def get_translations(self) -> NullTranslations:
        return words(str(get_locale() or ENGLISH))


@cache
def words(name: str) -> NullTranslations:
    """The words of a language by the name of its folder."""
    file = FOLDER / name / "LC_MESSAGES" / "messages.po"
    if not file.is_file():
        return NullTranslations()
    compiled = BytesIO()
    with file.open("rb") as po:
        write_mo(compiled, read_po(po, locale=name))
    compiled.seek(0)
    return Translations(compiled)


def teach(app: Flask) -> None:
    """Answers every request in its language: what was said is translated at the last moment, when it is shown."""
    babel = Babel(app, locale_selector=chosen)
    babel.domain_instance = Words()
    app.jinja_env.finalize = spoken_here
    for name in ("gettext", "ngettext"):
        app.jinja_env.globals[name] = with_what_was_said(app.jinja_env.globals[name])
    app.jinja_env.globals["_"] = app.jinja_env.globals["gettext"]
    app.jinja_env.globals.update(language=language, languages=languages)


def with_what_was_said(gettext: Any) -> Any:
    """A template's own translating, with values that were said translated too."""

    @pass_context
    def translated(context: Context, *text: Any, **values: Any) -> Any:
        return gettext(context, *text, **{name: spoken_here(value) for name, value in values.items()})

    return translated


def chosen() -> str:
    """The language of this request: as its device chose it, else as its browser asks for one."""
    kept = session.get("language")
    found = kept if kept in languages() else request.accept_languages.best_match(languages(), ENGLISH)
    return str(found).replace("-", "_")


@pages.get("")
def choice() -> str:
    """The page on which the language is chosen."""
    return render_template("language.html", back=within(request.args.get("back", "")))


@pages.post("")
def choose() -> Response:
    """Remembers the language on this device, and goes back to the page from which it was chosen."""
    if (tag := request.form.get("language")) in languages():
        session.permanent = True
        session["language"] = tag
    return redirect(within(request.form.get("back", "")) or "/", 303)


def within(address: str) -> str:
    """The address, if it is a page of ours; else none."""
    return address if re.match(r"/(?![/\\])", address) else ""
