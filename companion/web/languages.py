"""The languages of the pages: which there are, in which one a request is answered, and the words of each.

A language is a folder under ``translations`` with a ``messages.po``; it is read when somebody first asks for it.
"""

import re
from datetime import date
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from flask import Blueprint, Flask, g, redirect, render_template, request, session
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.engine.saying import Said, spoken

pages = Blueprint("languages", __name__, url_prefix="/language")
FOLDER = Path(__file__).parent.parent / "translations"
ENGLISH = "en"


@cache
def languages() -> dict[str, str]:
    """Every language by its tag, such as ``pt-BR``, with what it calls itself; English first."""
    files = {file.parent.parent.name: file for file in sorted(FOLDER.glob("*/LC_MESSAGES/messages.po"))}
    own = {name.replace("_", "-"): own_name(name, file) for name, file in files.items()}
    return {ENGLISH: "English"} | own


def own_name(name: str, file: Path) -> str:
    """What a language calls itself: its team in the head of its file, else what Babel knows, for megabytes."""
    team = re.search(r'^"Language-Team: ([^<\\]*[^<\\ ])', file.read_text("utf-8"), re.MULTILINE)
    known = team[1] if team and team[1] != name else known_name(name)
    return known[:1].upper() + known[1:]


def known_name(name: str) -> str:
    """What Babel knows that a language calls itself."""
    from babel import Locale

    return Locale.parse(name).get_language_name() or name


def dated(moment: date, pattern: str) -> str:
    """A date in the language of this request, by Babel's pattern; Babel is loaded by whoever first needs it."""
    from babel.dates import format_date

    return format_date(moment, pattern, tongue_here().name)


def decimal_point() -> str:
    """The decimal point of the language of this request."""
    from babel.numbers import get_decimal_symbol

    return get_decimal_symbol(tongue_here().name)


def language() -> str:
    """The tag of the language in which this request is answered."""
    return tongue_here().name.replace("_", "-")


def spoken_here(text: Any) -> Any:
    """What was said, in the language of this request; all else as it is."""
    if not isinstance(text, Said):
        return text
    tongue = tongue_here()
    return spoken(text, tongue) if tongue.foreign else str.__str__(text)


class Tongue(NamedTuple):
    """The words of a language by the name of its folder, for what was said; English has none of its own."""

    name: str
    words: NullTranslations

    @property
    def foreign(self) -> bool:
        return self.name != ENGLISH

    def word(self, english: str) -> str | None:
        """What the language has for an English text, None where it has nothing else."""
        found = self.words.gettext(english) if english else english
        return None if found == english else found

    def form(self, one: str, many: str, number: int) -> str:
        """The pattern for so many."""
        return self.words.ngettext(one, many, number)


def tongue_here() -> Tongue:
    """The language of this request."""
    found: Tongue | None = g.get("tongue")
    if found is None:
        name = chosen()
        found = g.tongue = Tongue(name, words(name))
    return found


@cache
def words(name: str) -> NullTranslations:
    """The words of a language by the name of its folder."""
    file = FOLDER / name / "LC_MESSAGES" / "messages.po"
    if not file.is_file():
        return NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with file.open("rb") as po:
        write_mo(compiled, read_po(po, locale=name))
    compiled.seek(0)
    return GNUTranslations(compiled)


def teach(app: Flask) -> None:
    """Answers every request in its language: what was said is translated at the last moment, when it is shown."""
    app.jinja_env.extend(newstyle_gettext=True)  # a text is given its values, and takes them itself
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.finalize = spoken_here
    app.jinja_env.globals.update(_=gettext, gettext=gettext, ngettext=ngettext, pgettext=pgettext)
    app.jinja_env.globals.update(language=language, languages=languages)


@pass_context
def gettext(context: Context, text: str, **values: Any) -> str:
    """What a template itself says, with its values."""
    return _filled(context, tongue_here().words.gettext(text), values)


@pass_context
def ngettext(context: Context, one: str, many: str, num: int, **values: Any) -> str:
    """The same of one, or of several."""
    return _filled(context, tongue_here().words.ngettext(one, many, num), {"num": num, **values})


@pass_context
def pgettext(context: Context, about: str, text: str, **values: Any) -> str:
    """A text that means something else elsewhere."""
    return _filled(context, tongue_here().words.pgettext(about, text), values)


def _filled(context: Context, text: str, values: dict[str, Any]) -> str:
    """A text of a template: it may hold tags, its values may not."""
    shown = Markup(text) if context.eval_ctx.autoescape else text
    return shown % {name: spoken_here(value) for name, value in values.items()} if values or "%" in text else shown


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
    return address if re.fullmatch(r"/(?!/)[!-\[\]-~]*", address) else ""  # no space, no line break, no backslash
