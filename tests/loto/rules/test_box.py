"""The Loto box, rule by rule (LC), and the bag that anyone can check."""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

import pytest

from companion.loto.rules.box import BOXES, NUMBERS, bag, by_tens, column, fingerprint, in_pieces, problem, spaced

FIG_1 = ((5, 11, 33, 50, 76), (17, 22, 43, 65, 89), (2, 28, 35, 56, 74))
SEED = "0123456789abcdef0123456789abcdef"

EVERY_CARD = [pytest.param(card, id=f"{size}-{number}") for size in BOXES for number, card in BOXES[size].items()]


def row(number: int, instead_of: int) -> list[tuple[int, ...]]:
    """The card of Fig. 1 with another number in the place of one."""
    return [tuple(number if held == instead_of else held for held in row) for row in FIG_1]


def test_lc_01_the_box_holds_1440_counters() -> None:
    assert in_pieces(12 * 100 + 14 * 10 + 100) == "14 contracts and 4 fish"
    assert in_pieces(1440) == in_pieces(24 * 60)


@pytest.mark.parametrize(
    ("counters", "pieces"),
    [
        (0, "0 counters"),
        (1, "1 counter"),
        (10, "1 fish"),
        (36, "3 fish and 6 counters"),
        (121, "1 contract, 2 fish and 1 counter"),
        (250, "2 contracts and 5 fish"),
    ],
)
def test_lc_01_counters_are_shown_as_the_box_has_them(counters: int, pieces: str) -> None:
    assert in_pieces(counters) == pieces


@pytest.mark.parametrize(
    ("number", "place"), [(1, 1), (9, 1), (10, 2), (19, 2), (20, 3), (79, 8), (80, 9), (89, 9), (90, 9)]
)
def test_lc_02_each_number_has_its_column(number: int, place: int) -> None:
    assert column(number) == place


def test_lc_02_a_row_has_four_blank_spaces() -> None:
    assert spaced((90, 5, 33, 50, 76)) == [5, None, None, 33, None, 50, None, 76, 90]


@pytest.mark.parametrize("size", BOXES)
def test_lc_03_card_1_is_that_of_fig_1(size: int) -> None:
    assert BOXES[size][1] == FIG_1


@pytest.mark.parametrize(("size", "times"), [(24, 4), (18, 3)])
def test_lc_04_every_number_is_on_as_many_cards(size: int, times: int) -> None:
    assert list(BOXES[size]) == list(range(1, size + 1))
    assert Counter(number for card in BOXES[size].values() for row in card for number in row) == Counter(
        dict.fromkeys(NUMBERS, times)
    )


@pytest.mark.parametrize("first", range(1, 25, 6))
def test_lc_04_six_cards_together_have_every_number_once(first: int) -> None:
    six = [BOXES[24][number] for number in range(first, first + 6)]
    assert sorted(number for card in six for row in card for number in row) == list(NUMBERS)


@pytest.mark.parametrize("card", EVERY_CARD)
def test_lc_05_every_card_of_the_boxes_obeys_the_rule(card: Sequence[Sequence[int]]) -> None:
    assert [len(row) for row in card] == [5, 5, 5]
    assert problem(card) == ""


def test_lc_05_no_two_cards_of_a_box_are_alike() -> None:
    assert len({frozenset(number for row in card for number in row) for card in BOXES[24].values()}) == 24


@pytest.mark.parametrize(
    ("card", "wrong"),
    [
        (row(91, 89), "No Loto card has 91 on it: its numbers are 1 to 90."),
        (row(0, 5), "No Loto card has 0 on it: its numbers are 1 to 90."),
        (row(76, 74), "76 is on the card twice."),
        (row(55, 35), "55 and 56 belong in the same column: they can't be in one row."),
        (row(80, 65), "80 and 89 belong in the same column: they can't be in one row."),
        (row(9, 11), "5 and 9 belong in the same column: they can't be in one row."),
    ],
)
def test_lc_05_a_bad_card_is_told_which_number_is_wrong(card: Sequence[Sequence[int]], wrong: str) -> None:
    assert problem(card) == wrong


def test_lc_03_numbers_need_not_stand_in_order() -> None:
    assert problem([[76, 5, 11, 50, 33], [17, 22, 43, 65, 89], [2, 28, 35, 56, 74]]) == ""


def test_the_bag_of_a_seed_is_every_number_by_its_digest() -> None:
    order = bag(SEED)
    assert sorted(order) == list(NUMBERS)
    digests = [sha256(f"{SEED}:{number}".encode("ascii")).hexdigest() for number in order]
    assert digests == sorted(digests)
    assert order[:10] == (63, 27, 82, 3, 54, 29, 71, 13, 14, 76)
    assert bag(SEED.replace("0", "1")) != order


def test_the_fingerprint_is_the_digest_of_the_characters_of_the_seed() -> None:
    assert fingerprint(SEED) == sha256(SEED.encode("ascii")).hexdigest()
    assert fingerprint(SEED) == "3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9"


def test_the_board_of_ninety_is_nine_rows_of_ten() -> None:
    board = by_tens([1, 30, 90])
    assert [number for row in board for number, _ in row] == list(range(1, 91))
    assert [len(row) for row in board] == [10] * 9
    assert [number for row in board for number, out in row if out] == [1, 30, 90]
