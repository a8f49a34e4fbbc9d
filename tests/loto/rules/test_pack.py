"""The printed cards of a Loto night, rule by rule (LH), and how fair they are, counted."""

from collections import Counter
from hashlib import sha256
from itertools import chain

import pytest

from companion.loto.rules.box import NUMBERS, Card, column, problem
from companion.loto.rules.pack import A_SIX, MOST_CARDS, a_six, pack

SEED = "0123456789abcdef0123456789abcdef"
"""Of this seed one six, the 107th, would have a row again if nobody looked."""
CARD_1 = ((17, 24, 40, 53, 84), (2, 20, 55, 71, 82), (6, 36, 58, 68, 86))
PRINTED = "940a0221577bfa27cd71a8a19bfc61e91038396d0e023952000fad044f1e608a"
"""The SHA-256 of the numbers of all 1200 cards: rows with commas, card after card with semicolons."""


def numbers(card: Card) -> list[int]:
    return [*chain(*card)]


def test_lh_01_a_pack_that_was_printed_comes_again_for_ever() -> None:
    cards = pack(SEED, MOST_CARDS)
    assert list(cards) == list(range(1, MOST_CARDS + 1))
    assert cards[1] == CARD_1
    printed = ";".join(",".join(map(str, numbers(card))) for card in cards.values())
    assert sha256(printed.encode("ascii")).hexdigest() == PRINTED


def test_lh_01_a_larger_pack_begins_with_the_same_cards_and_another_seed_has_others() -> None:
    small, large = pack(SEED, 60), pack(SEED, 66)
    assert [*large.items()][:60] == [*small.items()]
    assert not set(small.values()) & set(pack(SEED[::-1], 60).values())


def test_lh_01_each_six_hold_every_number_once_and_no_row_is_twice() -> None:
    cards = [*pack(SEED, MOST_CARDS).values()]
    assert [problem(card) for card in cards if problem(card)] == []
    for first in range(0, MOST_CARDS, A_SIX):
        assert sorted(chain(*map(numbers, cards[first : first + A_SIX]))) == [*NUMBERS]
    rows = [*chain(*cards)]
    assert len({*map(frozenset, rows)}) == len(rows)


def test_lh_01_a_six_with_a_row_that_was_there_is_made_again() -> None:
    rows = {*chain(*pack(SEED, 106 * A_SIX).values())}
    first, second, *_ = filter(None, (a_six(SEED, 107, attempt) for attempt in range(1, 9)))
    assert len(rows.intersection(chain(*first))) == 1
    assert [*pack(SEED, 107 * A_SIX).values()][-A_SIX:] == second


def test_lh_02_every_card_has_one_to_three_numbers_of_each_column() -> None:
    for card in pack(SEED, MOST_CARDS).values():
        columns = Counter(map(column, numbers(card)))
        assert len(columns) == 9 and max(columns.values()) <= 3


@pytest.mark.parametrize("packs", [1, pytest.param(20, marks=pytest.mark.thorough)])
def test_each_number_is_equally_often_on_the_cards_in_each_row_on_each_of_six_and_beside_each_other(packs: int) -> None:
    """What a number has by chance lies within five standard deviations of what is fair."""
    seeds = [SEED, *(f"{number:032x}" for number in range(1, packs))]
    cards = [card for seed in seeds for card in pack(seed, MOST_CARDS).values()]
    sixes = len(cards) // A_SIX
    assert Counter(chain(*map(numbers, cards))) == dict.fromkeys(NUMBERS, sixes)
    fair(Counter((place, n) for card in cards for place, row in enumerate(card) for n in row), sixes, 1 / 3, 3 * 90)
    fair(Counter((at % A_SIX, n) for at, card in enumerate(cards) for n in numbers(card)), sixes, 1 / 6, 6 * 90)
    twenties = Counter(
        (a, b) for card in cards for a in numbers(card) for b in numbers(card) if a < b and column(a) == column(b) == 3
    )
    fair(twenties, sixes, sum(twenties.values()) / 45 / sixes, 45)


def fair(counted: Counter[tuple[int, int]], times: int, share: float, kinds: int) -> None:
    """Each kind came up about as often as chance has it."""
    assert len(counted) == kinds
    deviation = (times * share * (1 - share)) ** 0.5
    assert max(abs(found - times * share) for found in counted.values()) < 5 * deviation
    chi_square = sum((found - times * share) ** 2 for found in counted.values()) / (times * share)
    assert chi_square < kinds + 5 * (2 * kinds) ** 0.5
