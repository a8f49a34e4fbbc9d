"""The words that were decided, in docs/WORDS.md: those they replaced are said nowhere any more."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import catalogue
from tests.tools.words import SPOKEN, extracted, first, known, prose

HOUSE = Path(__file__).parents[3]
HEADS = {"English": "en", "French": "fr", "German": "de"}
"""The heads of the tables of old words, by language."""
MARKUP = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}|{[\w>]+}|<[^>]*>|`[^`]*`", re.DOTALL)
"""What isn't read as a word: markup, marks in texts, and what a score sheet calls things."""
QUOTED = re.compile('"(.*?)"')
LABEL = re.compile("(?:“|(?:under|taps?|opens|then, here,) )([A-Z][^”.,:;?{%]+)")
"""What a text may quote of another one: what stands on a button or a door."""
KEPT = {"Chromebook", "Pause", "Snap", "Snip", "Snorum", "Vibration", "abs", "iPhone", "max", "min", "null"}
"""What is called so in every language, besides games."""


def old_words() -> Iterator[tuple[str, str]]:
    """Yield each old word with its language."""
    language = ""
    told = (HOUSE / "docs" / "WORDS.md").read_text("utf-8").partition("## What must not come back")[2]
    for line in told.splitlines():
        cells = [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip("|"))]
        if cells[0] in HEADS:
            language = HEADS[cells[0]]
        elif line.startswith("| "):
            yield language, cells[0]


def pattern_of(word: str) -> re.Pattern[str]:
    """The pattern of an old word, which may be one between slashes."""
    return re.compile(word.strip("/") if word.startswith("/") else re.escape(word), re.IGNORECASE)


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Yield every text that people read in a language, with where it stands."""
    messages = extracted() if language == "en" else known(language)
    for message in messages:
        said = message.id if language == "en" else message.string
        for form in (said,) if isinstance(said, str) else said:
            yield "a text of the pages", form
    pages = [*prose(language)]
    if language == "en":
        files = (*(HOUSE / "templates" / "games").rglob("*.html"), *(HOUSE / "docs" / "games").glob("*.md"))
        pages += [(file.name, file.read_text("utf-8")) for file in files]
    for name, page in pages:
        yield name, " ".join(MARKUP.sub(quoted, page).split())
    for file in (HOUSE / "companion" / "shelf").glob("*.json"):
        told = json.loads(file.read_text("utf-8"))
        others = told.pop("languages", {})
        told.pop("former", None)
        yield file.name, "\n".join(written(told if language == "en" else others.get(language)))


def quoted(markup: re.Match[str]) -> str:
    """Return what a page says inside a mark of its own: ``{{ "an ace" if eight }}``."""
    return f" {' '.join(QUOTED.findall(markup[0]))} " if markup[0].startswith("{{") else " "


def written(part: Any) -> Iterator[str]:
    """Yield the texts of a part of a description, without its keys and formulas."""
    if isinstance(part, str):
        yield MARKUP.sub(" ", part)
    elif isinstance(part, list | dict):
        for key, inner in part.items() if isinstance(part, dict) else enumerate(part):
            if key not in {"key", "only", "is"}:
                yield from written(inner)


@pytest.mark.parametrize("language", SPOKEN)
def test_no_old_word_comes_back(language: str) -> None:
    words = [word for own, word in old_words() if own == language]
    assert len(words) > 5, "the list is read"
    patterns = [pattern_of(word) for word in words]
    said = [*texts(language)]
    found = [f"{where}: {text}" for where, text in said for old in patterns if old.search(text)]
    assert found == []
    assert {"jig/howto.html" if language == "en" else f"jig/howto.{language}.html", "nap.json"} <= {
        where for where, _ in said
    }


def test_an_old_word_would_be_found() -> None:
    english = [pattern_of(word) for language, word in old_words() if language == "en"]
    for old in ("Dan gets up.", "1 Knave", "Who is out?", "Everyone pays {payee} 3", "3 in the pope"):
        assert any(pattern.search(old) for pattern in english), old
    german = [pattern_of(word) for language, word in old_words() if language == "de"]
    for old in ("Wenn ihr aufhört", "Was zählt ihr?", "in eurem Haus", "Tippt die Karte an", "um es auszubessern"):
        assert any(pattern.search(old) for pattern in german), old
    for right in ("Ihr Einsatz ist weg", "Ben zahlt ihr 3", "Die Karte unter ihr", "Zieht der Geber, hat er fertig"):
        assert not any(pattern.search(right) for pattern in german), right


def test_a_label_that_a_text_quotes_is_what_stands_there_in_every_language() -> None:
    labels = {first(message.id) for message in extracted() if message.id}
    quoted: dict[str, set[str]] = {}
    for text in labels:
        for words in (found.split() for found in LABEL.findall(text)):
            found = (" ".join(words[:many]) for many in range(len(words), 0, -1))
            if (label := next((label for label in found if label in labels), None)) and label != text:
                quoted.setdefault(text, set()).add(label)
    assert len(quoted) > 10
    for language in SPOKEN[1:]:
        said = {first(message.id): first(message.string) for message in known(language) if message.id}
        for text, named in quoted.items():
            assert [label for label in named if said[label] not in said[text]] == [], f"{language}: {said[text]}"


@pytest.mark.parametrize("page", ["README.md", "docs/TABLET.md"])
def test_a_label_that_is_told_of_is_on_a_page(page: str) -> None:
    labels = {first(message.id).rstrip("?") for message in extracted() if message.id}
    starred = re.findall(r"(?<![*\w])\*([^*]+)\*(?![*\w])", (HOUSE / page).read_text("utf-8"))
    named = {" ".join(words.split()).rstrip(".,:?") for words in starred}
    assert len(named) > 3 and named - labels == set()


def test_no_text_is_left_as_its_key() -> None:
    """What is the same in every language is the name of a game or of a thing; a sheet's words are translated."""
    languages = [{first(text.id): first(text.string) for text in known(name) if text.id} for name in SPOKEN[1:]]
    alike = [{text for text, said in each.items() if text == said} for each in languages]
    words = {re.sub(r"%\(\w+\)s", "", MARKUP.sub("", text)) for text in set.intersection(*alike)}
    left = {text for text in words if re.search("[a-z]{3}", text)}
    assert left - {" · Companion"} - KEPT - {game.title for game in catalogue().values()} == set()
