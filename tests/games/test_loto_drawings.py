"""Loto, second method, rule by rule (LO2)."""

from collections.abc import Sequence
from typing import Any

from companion.loto.rules.box import BOXES, bag, fingerprint
from companion.loto.rules.cards import CardLine, cover
from tests.tools.evening import Evening, why_not

THREE = "Ann Ben Cat"
FIRST = [5, 11, 33, 22, 43, 2, 10, 57, 55, 1]
"""A terne, an ambo and an abstract for Ann, an ambo and an abstract for Ben, an abstract for Cat (LO2-E1)."""


def table(players: str = THREE, **options: Any) -> Evening:
    """Each has two cards: together the first six of the box, on which every number stands once."""
    evening = Evening("loto-drawings", players, **options)
    for number, name in enumerate(THREE.split()):
        evening.cards(player=name, numbers=[2 * number + 1, 2 * number + 2])
    return evening


def dealt(players: str = THREE, **options: Any) -> Evening:
    return table(players, **options).deal()


def row(card: int, line: int) -> Sequence[int]:
    return BOXES[24][card][line]


def test_what_each_line_of_each_card_earns() -> None:
    lines = cover(dealt().state, FIRST).lines
    assert [(line.player, line.card, line.line) for line in lines[4:8]] == [
        ("Ann", 2, 1), ("Ann", 2, 2), ("Ben", 3, 0), ("Ben", 3, 1),
    ]  # fmt: skip
    assert lines[0] == CardLine("Ann", 1, 0, (5, 11, 33), 25)
    assert [line.name for line in lines[:4]] == ["terne", "ambo", "abstract", ""]
    evening = table().cards(player="Ann", own=[[list(line) for line in BOXES[24][1]]]).deal()
    assert cover(evening.state, FIRST).lines[0] == CardLine("Ann", 0, 0, (5, 11, 33), 25)


def test_lo2_08_a_number_on_nobodys_card_is_put_away_where_the_house_says_so() -> None:
    evening, order = settled(put_away=True).cards(player="Cat", numbers=[]), bag(SEED)
    on_cards = {number for card in (1, 2, 3, 4) for row in BOXES[24][card] for number in row}
    away = next(number for number in order if number not in on_cards)
    assert why_not(evening, "drawing", numbers=[away, *FIRST[1:]]) == (
        f"{away} is on nobody's card: lay it aside and draw another."
    )
    numbers = [number for number in order if number in on_cards][:10]
    assert evening.drawing(numbers=numbers, seed=SEED).state.facts.drawings == 1


SEED, OTHER = "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"


def settled(**options: Any) -> Evening:
    """The bag of a drawing is settled at the deal."""
    return table(**options).deal(fingerprint=fingerprint(SEED))


def test_lo2_a_fingerprint_goes_on_standing_with_its_words_while_a_real_bag_is_drawn_from() -> None:
    evening = settled().mix(word="left foot").drawing(numbers=FIRST).mix(word="right foot")
    numbers = list(bag(SEED, ("left foot", "right foot"))[:10])
    assert why_not(evening, "drawing", numbers=list(bag(SEED)[:10]), seed=SEED)
    evening.drawing(numbers=numbers, seed=SEED, fingerprint=fingerprint(OTHER))
    evening.drawing(numbers=list(bag(OTHER)[:10]), seed=OTHER)
    assert evening.state.facts.drawings == 3


def test_lo2_no_second_bag_is_settled_beside_one() -> None:
    said = why_not(settled(), "drawing", numbers=FIRST, fingerprint=fingerprint(OTHER))
    assert said == "A bag is sealed already: draw from it before you seal another."
    evening = dealt().drawing(numbers=FIRST, fingerprint=fingerprint(SEED))
    assert evening.drawing(numbers=list(bag(SEED)[:10]), seed=SEED).state.facts.fingerprint == ""


def test_lo2_a_form_asks_for_the_seed_where_a_bag_is_settled_and_for_a_fingerprint_before_the_last() -> None:
    evening = settled()
    drawing = evening.state.game.by_name["drawing"]  # type: ignore[union-attr]
    assert drawing.hidden(evening.state, {}) == ()
    assert drawing.hidden(dealt().state, {}) == ("seed",)
    assert drawing.hidden(evening.last_drawings(count=1).state, {}) == ("fingerprint",)
