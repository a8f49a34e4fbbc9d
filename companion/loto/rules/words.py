"""Words in the place of numbers: Picture, Botanical, Spelling, Geographical and Historical Loto (LO1-11).

They are played in exactly the same way. The rules, the moves and the bag know the numbers alone; a list says which word
is called, and stands on the cards, for each of them.
"""

import re
from typing import NamedTuple

from companion.engine import Malformed, Message, Text, excerpt, name_key, say
from companion.loto.rules.box import NUMBERS

MOST_WORDS = len(NUMBERS)
"""The most words of a list: one for every number."""
LONGEST_WORD = 24
"""The most characters of a word: more don't fit on a card."""
WORD = Text(LONGEST_WORD, name=True)
WIDE = "mwMW"
"""Letters of which two need the room of three."""
SIZES = (4, 5, 6, 7, 8, 9, 10, 12, 14, 16)
"""The lengths of words that are written in different sizes, the largest type for the shortest."""

DRAWN = say("{number} is drawn, as number {place}.")
"""What is told of a number drawn."""


class WordList(NamedTuple):
    """Words for the numbers from 1 on, with what the list is called and its language, empty where it isn't known."""

    name: str
    words: tuple[str, ...]
    language: str = ""

    def said(self, number: int) -> str:
        """Return the word of a number; the number itself where the list is shorter."""
        return self.words[number - 1] if number <= len(self.words) else str(number)

    def pictured(self, number: int) -> tuple[str, str]:
        """Return the picture of a number, empty where its word has none, and the word: ``🐜 ant`` has one."""
        picture, _, word = self.said(number).partition(" ")
        return ("", self.said(number)) if not word or any(map(str.isalnum, picture)) else (picture, word)

    def letters(self, number: int, *, in_one_line: bool = False) -> int:
        """Return for how many letters there must be room in a line, one of SIZES and 24: the longest part's, or all."""
        parts = [self.said(number)] if in_one_line else re.split("[ -]", self.said(number))
        room = max(len(part) + (sum(map(part.count, WIDE)) + 1) // 2 for part in parts)
        return next((size for size in SIZES if room <= size), LONGEST_WORD)


def told(memo: str, words: WordList | None) -> str:
    """Return what is told of a number drawn with its word, also within other sentences: ``snail is drawn, as word 6``.

    Everything else stays as it is; so does a memo where no words are played.
    """
    if words is None or not isinstance(memo, Message):
        return memo
    if memo.pattern == DRAWN.pattern and memo.values["number"] <= len(words.words):
        return say(
            "{word} is drawn, as word {place}.", word=words.said(memo.values["number"]), place=memo.values["place"]
        )
    inner = memo.values.get("memo")
    return say(memo.pattern, **{**memo.values, "memo": told(inner, words)}) if inner else memo


def words_in(text: str) -> tuple[str, ...]:
    """Return the words of a text that has one in each line. Raises Malformed with the first line that is wrong."""
    found: dict[str, int] = {}
    words: list[str] = []
    for line, word in enumerate(text.splitlines(), 1):
        if not (word := " ".join(word.split())):
            continue
        if why := WORD.problem_if_new(word):
            raise Malformed("Line {line}, “{word}”, {why}.", line=line, word=excerpt(word), why=why)
        if re.fullmatch("[0-9]{1,2}", word):
            raise Malformed("Line {line} is the number {word}: write a word there.", line=line, word=word)
        if before := found.get(name_key(word)):
            raise Malformed(
                "“{word}” is in the list twice, in lines {before} and {line}.", word=word, before=before, line=line
            )
        found[name_key(word)] = line
        words.append(word)
    if not words:
        raise Malformed("Write a word in each line: a list needs at least one.")
    if len(words) > MOST_WORDS:
        raise Malformed(
            "There are {n} words: a list has {most} at most, one for each number.", n=len(words), most=MOST_WORDS
        )
    return tuple(words)
