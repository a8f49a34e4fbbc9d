"""What is said of a number at Loto: its traditional call, or a word of our lists or the household's own."""

from collections.abc import Callable
from functools import cache
from typing import Any

from flask import render_template, request
from werkzeug.wrappers import Response

from companion.engine.message import say
from companion.loto.rules.called import Drawn
from companion.loto.rules.words import LONGEST_WORD, MOST_WORDS, WordList, words_in
from companion.loto.web import bp
from companion.store import NotKept, OwnWords, Table, WordLists
from companion.store.table import Words
from companion.web.forms.reading import refusals_at
from companion.web.i18n.language import ENGLISH, TRANSLATIONS, language
from companion.web.kept import Kind, keep_at
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


def lists() -> dict[str, Any]:
    """Return the lists of the household, and ours."""
    return {"own": WordLists(services().database).all(), "ours": ours_first_in_own_language()}


def limits(one: OwnWords | None) -> dict[str, Any]:
    """Return how many words a list may have, and how long ones."""
    return {"most": MOST_WORDS, "longest": LONGEST_WORD}


def typed_words() -> tuple[str, ...]:
    """Return the words that were typed. Raises Malformed."""
    with refusals_at("words"):
        return words_in(request.form.get("words", ""))


kept = Kind(WordLists, "word_lists", "own_words", "loto/word_lists.html", lists, limits, typed_words)
keep_at(bp, "/cards/words", kept, is_typed=True)


CALL_LINES = """
Kelly's eye/One little duck/Cup of tea/Knock at the door/Man alive
Half a dozen/Lucky seven/Garden gate/Doctor's orders/Both hands
Legs eleven/One dozen/Unlucky for some/Valentine's day/Young and keen
Sweet sixteen/Dancing queen/Coming of age/Goodbye teens/One score
Key of the door/Two little ducks/Shepherd's psalm/Two dozen/Duck and dive
Half a crown/Gateway to heaven/In a state/Rise and shine/Dirty Gertie
Get up and run/Buckle my shoe/All the threes/Ask for more/Jump and jive
Three dozen/More than eleven/Christmas cake/The steps/Life begins
Time for fun/Winnie the Pooh/Down on your knees/All the fours/Halfway there
Up to tricks/Four and seven/Four dozen/Rise and shine again/Half a century
Tweak of the thumb/Weeks in a year/Stuck in the tree/Clean the floor/All the fives
Was she worth it/Bean tins/Make them wait/Brighton line/Five dozen
Baker's bun/Tickety-boo/Tickle me/Almost retired/Pension day
Clickety-click/Made in heaven/Saving grace/Either way up/Three score and ten
Bang on the drum/Six dozen/Queen bee/Candy store/Strive and strive
Trombones/Two little crutches/Heaven's gate/One more time/Round the world
Stop and run/Straight on through/Time for tea/Seven dozen/Staying alive
Between the sticks/Torquay in Devon/Two fat ladies/Nearly there/Top of the shop
"""
CALLS: dict[int, str] = dict(
    enumerate((call for line in CALL_LINES.split("\n") if line for call in line.split("/")), 1)
)
"""The English call of every number from 1 to 90."""


def call_of(number: int) -> str:
    """Return the call of a number in the language of this request; empty where it has no calls."""
    return calls_in(language()).get(number, "")


@cache
def calls_in(tag: str) -> dict[int, str]:
    """Read the calls of a language: lines such as ``22 les deux cocottes`` in its ``calls.txt``, if it has one."""
    if tag == ENGLISH:
        return CALLS
    file = TRANSLATIONS / tag.replace("-", "_") / "calls.txt"
    if not file.is_file():
        return {}
    lines = (line.partition(" ") for line in file.read_text("utf-8").splitlines() if line.strip())
    return {int(number): call.strip() for number, _, call in lines}
