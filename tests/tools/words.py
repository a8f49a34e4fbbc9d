"""``python -m tests.tools.words``: brings every language up to date with the code, and prints what is missing.

What is said in the code and in the templates is found by Babel; what the games declare, by walking the catalogue.
"""

import sys
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from attrs import evolve, fields, has
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, FileSystemLoader

from companion.engine.fields import Carried
from companion.engine.game import Family, Game, Move, Opening, Options
from companion.engine.phrases import into, placed, pot_named, taken_from, the, without_article
from companion.engine.structure import hints, key_of, note_of, notes_of, unwrap
from companion.games import catalogue
from companion.games.house_game.whole_hand import WholeHand
from companion.web.forms.labels import help_text, in_words, label_of
from companion.web.forms.parts import part_of
from companion.web.i18n.language import TRANSLATIONS
from companion.web.i18n.prose import Prose

HOUSE = Path(__file__).parents[2]
KEYWORDS = {
    "say": None,
    "Illegal": None,
    "Malformed": None,
    "say_many": (1, 2),
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
SOURCES = {"companion": [("**.py", "python")], "templates": [("**.html", "jinja2"), ("**.txt", "jinja2")]}


@cache
def prose(language: str) -> tuple[tuple[str, str], ...]:
    """Return how every game is played, and its hand, as a template in a language, by the name of the template."""
    loader, tag = Prose(FileSystemLoader(HOUSE / "templates")), "" if language == "en" else f".{language}"
    names = [name for name in loader.list_templates() if name.startswith("games/")]
    own = [name for name in names if name.endswith((f"/howto{tag}.html", f"/hand{tag}.html"))]
    return tuple((name.removeprefix("games/"), loader.get_source(Environment(), name)[0]) for name in own)


@cache
def extracted() -> Catalog:
    """Every text that people may see, without translations."""
    found = Catalog(project="Companion", charset="utf-8")
    for folder, methods in SOURCES.items():
        for _, _, text, comments, context in extract_from_dir(HOUSE / folder, methods, keywords=KEYWORDS):
            found.add(text, auto_comments=comments, context=context)
    for text in declared():
        found.add(text)
    return found


def declared() -> Iterator[str]:
    """What the games declare: titles, house rules, moves, questions, answers, pots."""
    yield from (family.value for family in Family)
    yield Opening.label
    for game in catalogue().values():
        yield from (game.title, game.summary)
        yield from asked(game.options)
        yield from pots(game)
        for kind in game.by_name.values():
            yield from of_move(kind)
    for kind in WholeHand.__subclasses__():
        yield from of_move(kind)


def of_move(kind: type[Move]) -> Iterator[str]:
    """The button, the help and the questions of a move."""
    yield from filter(None, (kind.label, kind.question, kind.first_person, kind.sure, help_text(kind)))
    yield from asked(kind)


def asked(declared: Any) -> Iterator[str]:
    """The questions of a declared class, with their answers in words."""
    for own in fields(declared):
        hint, key = hints(declared)[own.name], key_of(own.name)
        if key == "game" and declared is Opening:
            continue
        yield label_of(notes_of(hint), key)
        if get_origin(unwrap(hint)) is dict:
            yield key.replace("_", " ")
            each = unwrap(get_args(unwrap(hint))[1])
            yield from (key_of(one.name) for one in (fields(each) if has(each) else ()))
        yield from (str(in_words(word, key)) for word in literals(hint) if isinstance(word, str))
        carried = note_of(Carried, notes_of(hint))
        for part in (*parts(unwrap(hint)), *(carried.ways if carried else ())):
            yield from asked(part)


def literals(hint: Any) -> Iterator[Any]:
    """The words among which a field chooses, also those of each player."""
    if get_origin(hint) is Literal:
        yield from get_args(hint)
    else:
        for inner in get_args(hint):
            yield from literals(inner)


def parts(base: Any) -> Iterator[Any]:
    """The declared classes inside a type."""
    for inner in (base, *map(unwrap, get_args(base))):
        found = inner if isinstance(inner, type) and has(inner) else part_of(inner)
        if found:
            yield found


def pots(game: Game) -> Iterator[str]:
    """Every pot that a game may have under some house rules, alone and where it stands in a sentence."""
    if game.of_the_house:
        return
    for options in some(game.options()):
        for pot in options.pots():
            yield from (str(call(pot)) for call in (pot_named, without_article, the, placed, into, taken_from))


def some(options: Options) -> Iterator[Options]:
    """The house rules with every choice of one word or another."""
    chosen = {own.name: list(literals(hints(type(options))[own.name])) for own in fields(type(options))}
    named = {name: words for name, words in chosen.items() if words}
    for words in product(*named.values()):
        yield evolve(options, **dict(zip(named, words, strict=True)))


def languages() -> dict[str, Path]:
    """The file of every language, by its folder."""
    return {file.parent.parent.name: file for file in sorted(TRANSLATIONS.glob("*/LC_MESSAGES/messages.po"))}


SPOKEN = ["en", *languages()]
"""Every language that Companion speaks."""


def known(name: str) -> Catalog:
    """What a language has."""
    with languages()[name].open("rb") as file:
        return read_po(file, locale=name)


def missing(words: Catalog) -> list[str]:
    """The texts that a language lacks, wholly or in one of their forms."""
    return [first(message.id) for message in words if message.id and not has_all(message.string)]


def has_all(string: str | tuple[str, ...]) -> bool:
    """Whether a text is translated, in all its forms."""
    return all(string) if isinstance(string, tuple) else bool(string)


def first(text: str | tuple[str, ...]) -> str:
    """A text, or its form for one."""
    return text if isinstance(text, str) else text[0]


def main() -> None:
    """Updates every language: adds what is new, drops what is gone, and prints what it lacks."""
    template = extracted()
    for name, file in languages().items():
        words = known(name)
        template.creation_date = words.creation_date
        words.update(template, no_fuzzy_matching=True, update_header_comment=False)
        with file.open("wb") as po:
            write_po(po, words, width=110, no_location=True, ignore_obsolete=True, sort_output=True)
        lacks = missing(words)
        sys.stdout.write(f"{name}: {len(words) - len(lacks)} of {len(words)} texts\n")
        sys.stdout.writelines(f"    lacks  {text}\n" for text in lacks)


if __name__ == "__main__":
    main()
