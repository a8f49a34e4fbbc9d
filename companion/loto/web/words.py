"""Words instead of numbers at a table of Loto: our lists, the household's, and the one that a table plays with."""

from collections.abc import Callable
from functools import cache

from flask import render_template, request
from werkzeug.wrappers import Response

from companion.engine.message import say
from companion.loto.rules.called import Drawn
from companion.loto.rules.words import MOST_WORDS, WordList, words_in
from companion.loto.web import bp
from companion.store import NotKept, Table, WordLists
from companion.store.table import Words
from companion.web.i18n.language import TRANSLATIONS, language
from companion.web.request.access import table_to_write, to_table, visitor, writing
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.table.responses import table_instead
from companion.web.table.routes import kind_of

OWN = "own-"
"""What the key of a list of the household begins with, before its number."""


@cache
def our_lists() -> dict[str, WordList]:
    """Return our lists by their keys, such as ``fr-animaux``: a title after ``# ``, then a word a line.

    They are the files in the folders ``words`` of the translations, so that a language brings its own.
    """
    found: dict[str, WordList] = {}
    for file in sorted(TRANSLATIONS.glob("*/words/*.txt")):
        title, _, words = file.read_text("utf-8").partition("\n")
        tag = file.parent.parent.name.replace("_", "-")
        found[f"{tag}-{file.stem}"] = WordList(title.removeprefix("# "), words_in(words), tag)
    return found


def all_lists() -> dict[str, WordList]:
    """Return all lists by their keys: the household's, ours in the language of this request, then in the others."""
    own = {f"{OWN}{kept.number}": kept.list for kept in WordLists(services().database).all() if kept.list.words}
    return own | ours_first_in_own_language()


def ours_first_in_own_language() -> dict[str, WordList]:
    """Return our lists by their keys: those in the language of this request, then the others."""
    return dict(sorted(our_lists().items(), key=lambda item: item[1].language != language()))


def list_of(key: str) -> WordList | None:
    """Return the list of a key, None for an empty one: numbers. Raises NotKept."""
    if not key:
        return None
    found = all_lists().get(key)
    if found is None:
        raise NotKept(say("There is no such list of words here: choose another."))
    return found


def words_at(table: Table) -> WordList | None:
    """Return the words that a table plays with, None where it plays with numbers, or another game is on."""
    game = table.journal.state.game
    return table.words if game and Drawn in game.moves else None


def said_at(table: Table) -> Callable[[int], str]:
    """Return what says a number at a table: its word, or itself."""
    return table.words.said if table.words else str


@bp.get("/t/<code>/loto/words")
@shows(table_instead)
def choose_words(code: str) -> str:
    """Show the lists of words that a table may play with, the chosen one marked."""
    table = table_to_write(code)
    kind_of(table, Drawn.name)
    lists = all_lists()
    chosen = next((key for key, words in lists.items() if words == table.words), "")
    return render_template(
        "loto/words.html", table=table, lists=lists, chosen=chosen, most=MOST_WORDS, visitor=visitor(table)
    )


@bp.post("/t/<code>/loto/words")
@shows(table_instead)
def set_words(code: str) -> Response:
    """Let a table play with words, or with numbers again; the journal stays as it is."""
    with writing(code) as table:
        kind_of(table, Drawn.name)
        chosen = list_of(request.form.get("list", ""))
        words = Words(chosen.name, [*chosen.words], chosen.language) if chosen else None
        changed = services().tables.change(table.code, lambda now: now.with_beside(words=words))
    return to_table(changed)
