"""Words in the place of numbers (LO1-11): how a list is read, and what is said of a number."""

import pytest

from companion.engine.errors import Malformed
from companion.engine.message import say
from companion.loto.rules.cards import are_missing
from companion.loto.rules.words import LONGEST_WORD, MOST_WORDS, WordList, told, words_in

VILLAGE = WordList("In our village", ("church", "mill", "old post office"))


def test_a_text_has_a_word_in_each_line_and_blank_lines_count_for_nothing() -> None:
    assert words_in(" church \r\n\n the   mill\n") == ("church", "the mill")


WRONG = {
    "nothing": (" \n\n", "Write a word in each line: a list needs at least one."),
    "too many": ("\n".join(f"word {n}" for n in range(MOST_WORDS + 1)), "There are 91 words: a list has 90 at most"),
    "too long": ("mill\n" + "m" * (LONGEST_WORD + 1), "Line 2, “m"),
    "twice": ("mill\nchurch\n\nMILL", "“MILL” is in the list twice, in lines 1 and 4."),
    "a number": ("mill\n7", "Line 2 is the number 7: write a word there."),
    "unseen": ("mi\u202ell", "must not contain invisible characters"),
}


@pytest.mark.parametrize(("text", "why"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_in_a_list_is_said_with_its_line(text: str, why: str) -> None:
    with pytest.raises(Malformed) as refused:
        words_in(text)
    assert why in str(refused.value)


def test_the_numbers_above_a_short_list_stay_numbers() -> None:
    assert [VILLAGE.said(number) for number in (1, 3, 4, 90)] == ["church", "old post office", "4", "90"]


def test_there_is_room_for_the_longest_part_of_a_word() -> None:
    words = WordList("Long", ("owl", "old post office", "caterpillar", "n" * 20, "Moscow", "town mill"))
    assert [words.letters(number) for number in range(1, 7)] == [4, 6, 12, LONGEST_WORD, 7, 5]
    assert [words.letters(number, in_one_line=True) for number in (1, 2, 6)] == [4, 16, 10]


def test_a_word_may_have_a_picture() -> None:
    words = WordList("Pictures", ("🐜 ant", "ice cream", "🐝", "church"))
    assert [words.pictured(number) for number in range(1, 6)] == [
        ("🐜", "ant"),
        ("", "ice cream"),
        ("", "🐝"),
        ("", "church"),
        ("", "5"),
    ]


def test_what_is_missing_is_said_in_words() -> None:
    assert are_missing([3, 1], VILLAGE.said) == "church and old post office are missing"


def test_a_number_drawn_is_told_with_its_word_also_when_it_is_taken_back() -> None:
    drawn = say("{number} is drawn, as number {place}.", number=2, place=5)
    assert told(drawn, VILLAGE) == "mill is drawn, as word 5."
    assert told(say("Taken back: {memo}", memo=drawn), VILLAGE) == "Taken back: mill is drawn, as word 5."
    others = say("Ann deals hand 1."), "as it was typed"
    assert [told(memo, VILLAGE) for memo in others] == [*others]
    assert told(drawn, None) is drawn
    beyond = say("{number} is drawn, as number {place}.", number=90, place=6)
    assert told(beyond, VILLAGE) is beyond, "for which the list has no word"
