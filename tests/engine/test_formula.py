"""Formulas: what they come to, where they can't be read, and how far they go at most."""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

import pytest
from attrs import frozen
from hypothesis import given, strategies as st

from companion.engine.errors import Illegal, Malformed
from companion.engine.formula import (
    FUNCTIONS,
    MAX_DEPTH,
    MAX_LENGTH,
    MAX_NUMBER,
    OURS,
    OVER,
    read_formula,
    spoken,
    stored,
)


@frozen
class Player:
    """A player with these numbers, beside others."""

    numbers: Mapping[str, int]
    table: tuple["Player", ...] = ()

    def value(self, name: str) -> Fraction:
        return Fraction(self.numbers.get(name, 0))

    def all_of(self, which: str) -> Iterable["Player"]:
        return [other for other in self.table if which != "others" or other.numbers != self.numbers]

    def words(self) -> dict[str, str]:
        return {"tricks": "Tricks taken"}


ANN, BEN, CLEO = ({"bid": 2, "tricks": 2}, {"bid": 1, "tricks": 3}, {"bid": 4, "tricks": 0})
TABLE = tuple(Player(numbers) for numbers in (ANN, BEN, CLEO))


def worth(text: str, numbers: Mapping[str, int] = ANN) -> Fraction:
    return read_formula(text).worth(Player(numbers, TABLE))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1 + 2 * 3 - 4", 3),
        ("(1 + 2) * 3", 9),
        ("-2 - -3", 1),
        ("--2", 2),
        ("10 - 4 - 3", 3),
        ("1 / 3 + 1 / 6", Fraction(1, 2)),
        ("0.25 * 2", Fraction(1, 2)),
        ("2 < 3", 1),
        ("2 <> 2", 0),
        ("tricks = bid", 1),
        ("1 < 2 and not 2 < 1 or 1 / 0", 1),
        ("not not 5", 1),
        ("if(tricks = bid, 20 + 10 * bid, 1 / 0)", 40),
        ("if(tricks > bid, 1 / 0, -bid)", -2),
        ("min(3, bid, 7) + max(3, bid)", 5),
        ("abs(-3) + floor(2.5) + ceiling(2.5) + round(2.5) + round(-2.5)", 3 + 2 + 3 + 3 - 2),
        ("pick(bid, 56, 51, 41, 36)", 41),
        ("sum(tricks)", 5),
        ("others(tricks - bid)", 3 - 1 - 4),
        ("most(tricks) - least(bid)", 2),
        ("sum(tricks > 0) + side(1)", 2 + 3),
    ],
)
def test_a_formula_comes_to(text: str, number: Fraction | int) -> None:
    assert worth(text) == number


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "something is missing after this: "),
        ("1 +", "something is missing after this: 1 +"),
        ("(1", "something is missing after this: (1"),
        ("1 ) + 2", "“)” can't be read here: ) + 2"),
        ("1 + ?", "“?” is no sign here: there are + − × ÷ = ≠ < > ≤ ≥ ( ) ;"),
        ("1.2.3", "“1.2.3” is no number: it has one point at most, as in 2.5"),
        ("1 2", "between “1” and “2” a sign is missing, such as + or ×"),
        ("Tricks", "“Tricks” is no question of yours, and no word of Companion's"),
        ("and", "something is missing before “and”"),
        (
            "eval(1)",
            "“eval” is no word of Companion's: before a bracket stand if, pick, min, max, abs, floor, ceiling, round, "
            "sum, others, side, most, least, such as if(Tricks taken = 3, 10, 0)",
        ),
        ("if(1, 2)", "“if” goes like this: if(Tricks taken = 3, 10, 0)"),
        ("abs(1, 2)", "“abs” goes like this: abs(Tricks taken)"),
        ("sum(1, 2)", "“sum” goes like this: sum(Tricks taken)"),
        ("sum(1 + most(2))", "“most” can't go into another such word: work it out first, under a name of its own"),
        ("__import__", "“__import__” is no question of yours, and no word of Companion's"),
        ("1234567890123", "“3” can't be read here: 3"),
        ("1" + "+1" * MAX_LENGTH, f"this has at most {MAX_LENGTH} characters, not {2 * MAX_LENGTH + 1}"),
        (
            "(" * (MAX_DEPTH + 1) + "1" + ")" * (MAX_DEPTH + 1),
            f"brackets lie at most {MAX_DEPTH} deep in one another",
        ),
    ],
)
def test_what_can_t_be_read_is_told_by_its_word(text: str, why: str) -> None:
    with pytest.raises(Malformed) as refused:
        read_formula(text)
    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 / (bid - 2)", "The points can't be worked out: (bid - 2) is 0, and they are divided by it."),
        ("pick(bid, 1, 2)", "The points can't be worked out: 2 is not among 0, 1."),
        ("pick(bid / 4, 1, 2)", "The points can't be worked out: 1/2 is not among 0, 1."),
        ("1000000 * 1000000 * 10", "The points of this hand come out far too large to be counted."),
    ],
)
def test_what_can_t_be_worked_out_is_refused(text: str, why: str) -> None:
    with pytest.raises(Illegal) as refused:
        worth(text)
    assert str(refused.value) == why


def test_a_long_formula_is_worked_out() -> None:
    assert worth("1" + "+1" * (MAX_LENGTH // 2 - 1)) == MAX_LENGTH // 2
    assert worth("(" * MAX_DEPTH + "7" + ")" * MAX_DEPTH) == 7


WORDS = [
    "bid",
    "tricks",
    *FUNCTIONS,
    *OVER,
    "if",
    "pick",
    "and",
    "or",
    "not",
    *"+-*/=<>(),",
    "<=",
    "<>",
    "0",
    "2",
    "0.5",
]


@given(st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join) | st.text(max_size=40))
def test_any_text_is_a_formula_or_is_refused(text: str) -> None:
    """Nothing hangs, swells or breaks; the same formula comes to the same."""
    try:
        found = worth(text)
    except (Malformed, Illegal):
        return
    assert (found, abs(found) <= MAX_NUMBER) == (worth(text), True)


def test_formulas_that_lead_to_one_another_without_end_are_refused() -> None:
    @frozen
    class Loop:
        def value(self, name: str) -> Fraction:
            return read_formula("abs(again) + 1").worth(self)

        def all_of(self, which: str) -> Iterable["Loop"]:
            return []

        def words(self) -> dict[str, str]:
            return {}

    with pytest.raises(Illegal, match="the formulas lead to one another too often"):
        read_formula("again").worth(Loop())


NAMES = {"wenn": "if", "angesagt": "bid", "stiche": "tricks", "stiche gesamt": "sum_of_all", "if": "if", "bid": "bid"}


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("wenn(Angesagt = Stiche, 10, 0)", "if(bid = tricks, 10, 0)"),
        ("Stiche Gesamt - 2 * bid / STICHE", "sum_of_all - 2 * bid / tricks"),
        (" ", ""),
        ("=Stiche × 2 ÷ 3 − 1", "tricks * 2 / 3 - 1"),
        ("wenn(Stiche ≥ 1; 1,5 × Stiche; 0)", "if(tricks >= 1, 1.5 * tricks, 0)"),
        ("round(Stiche * 1,5)", "round(tricks * 1.5)"),
        ("2 x Stiche : 3", "2 * tricks / 3"),
    ],
)
def test_a_formula_is_written_in_words_of_people_and_stored_in_one_notation(written: str, kept: str) -> None:
    assert stored(written, NAMES) == kept
    assert stored(spoken(kept, {"tricks": "Stiche"}), NAMES) == kept


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("Stiche gesammt", "“gesammt” is no question of yours, and no word of Companion's"),
        ("2 * Gesammt", "“Gesammt” is no question of yours, and no word of Companion's"),
        ("2 * Stiche + trumps", "“trumps” is no question of yours, and no word of Companion's"),
        ("wenn(Stiche, 1", "something is missing after this"),
        ("1.000 * Stiche", "“1.000” can be read in two ways: write 1000, or else 1.0000"),
        ("Stiche Stiche", "between “Stiche” and “Stiche” a sign is missing, such as + or ×"),
        ("jede(Stiche)", "“jede” is no word of Companion's: before a bracket stand wenn, pick, min"),
        ("Stiche(2)", "between “Stiche” and “(” a sign is missing, such as + or ×"),
        ("Stiche + wenn()", "“wenn” goes like this: wenn(Tricks taken = 3, 10, 0)"),
        ("Stiche / (2 - 2)", "“/ (2 - 2)” divides by 0"),
        ("Stiche + wenn", "“wenn” goes like this: wenn(Tricks taken = 3, 10, 0)"),
    ],
)
def test_what_is_wrong_with_a_formula_in_words_is_told_by_its_word(written: str, why: str) -> None:
    with pytest.raises(Malformed, match=re.escape(why)):
        stored(written, NAMES)


HOUSES = {"und": "of_hers", f"{OURS}und": "and", "nicht": "of_his", f"{OURS}nicht": "not", "stiche": "tricks"}


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Stiche und Stiche", "tricks and tricks"),
        ("und + Stiche", "of_hers + tricks"),
        ("nicht (Stiche)", "not (tricks)"),
        ("2 * nicht", "2 * of_his"),
    ],
)
def test_a_word_of_the_household_wins_where_companions_own_cannot_stand(written: str, kept: str) -> None:
    assert stored(written, HOUSES) == kept
