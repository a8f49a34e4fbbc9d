"""Loto, second method, rule by rule (LO2)."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.engine.errors import Malformed
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


def holding(table: int, pool: int, **options: Any) -> Evening:
    """The evening once Ann has taken out of the pots all but so many counters."""
    return emptied(dealt(**options), table, pool)


def emptied(evening: Evening, table: int, pool: int) -> Evening:
    for pot, left in (("table", table), ("pool", pool)):
        evening.give(from_={"pot": pot}, to="Ann", counters=evening.state.pots[pot] - left)
    return evening


def changed(evening: Evening, move: str, **fields: Any) -> list[int]:
    """What a move changes for each player."""
    before = evening.balances
    getattr(evening, move)(**fields)
    return [now - then for now, then in zip(evening.balances, before, strict=True)]


def pots(evening: Evening) -> list[int]:
    return list(evening.state.pots.values())


def row(card: int, line: int) -> Sequence[int]:
    return BOXES[24][card][line]


def nobodys(number: int) -> list[int]:
    """So many numbers on no card where only card 1 is held."""
    held = {n for line in BOXES[24][1] for n in line}
    return [n for n in range(1, 91) if n not in held][:number]


def test_lo2_01_one_to_twenty_four_play() -> None:
    names = [f"P{number}" for number in range(25)]
    evening = Evening("loto-drawings", " ".join(names)).cards(player="P0", numbers=[1])
    assert "1 to 24 players" in why_not(evening, "deal")
    assert evening.sit_out(player="P1").deal().balances[0] == -60
    assert Evening("loto-drawings", "Ann").cards(player="Ann", numbers=[1]).deal().drawing(numbers=FIRST).deals == "Ann"


def test_lo2_02_the_stake_is_paid_by_the_card() -> None:
    evening = table(box=18, stake=7, table_share=3).cards(player="Cat", numbers=[18])
    assert changed(evening, "deal") == [-14, -14, -7]
    assert pots(evening) == [15, 20]


def test_somebody_must_hold_a_card() -> None:
    assert why_not(Evening("loto-drawings"), "deal") == "Nobody holds a card yet: give out the cards first."
    evening = table().cards(player="Ann", numbers=[]).cards(player="Ben", own=[]).deal()
    said = "Nobody but Cat holds a card: somebody must keep one while the drawings go on."
    assert why_not(evening, "cards", player="Cat", numbers=[]) == said
    assert why_not(evening, "leave", player="Cat") == said
    assert why_not(evening, "sit_out", player="Cat") == said
    assert why_not(evening, "leave", player="Ann") == ""
    assert why_not(evening.abandon(), "cards", player="Cat", numbers=[]) == ""


def test_lo2_03_more_cards_are_paid_for_and_none_are_refunded() -> None:
    evening = dealt()
    assert changed(evening, "cards", player="Ann", numbers=[1, 2, 7]) == [-60, 0, 0]
    assert evening.memo == "Ann has cards 1, 2 and 7. Ann pays for 1 more."
    assert pots(evening) == [7 * 25, 7 * 35]
    assert changed(evening, "cards", player="Ann", numbers=[8]) == [0, 0, 0]
    assert changed(evening, "cards", player="Ann", numbers=[1, 2, 8]) == [0, 0, 0]
    assert changed(evening, "cards", player="Ben", numbers=[9, 10]) == [0, 0, 0]
    assert evening.memo == "Ben has cards 9 and 10."
    assert why_not(evening, "cards", player="Ben", numbers=[8]) == "Ann holds card 8."


def test_lo2_03_after_all_contributed_again_the_cards_held_then_are_paid_for() -> None:
    evening = holding(table=5, pool=210).cards(player="Ann", numbers=[1]).drawing(numbers=FIRST)
    assert "Everyone contributes again first." in evening.memo
    assert changed(evening, "cards", player="Ann", numbers=[1, 2, 7]) == [-120, 0, 0]
    assert changed(evening, "cards", player="Ben", numbers=[3, 4]) == [0, 0, 0]


def test_cards_are_named_in_exactly_one_way_and_none_are_unseen() -> None:
    with pytest.raises(Malformed, match="give exactly one of numbers and own"):
        table().cards(player="Ann")
    with pytest.raises(Malformed, match='"unseen" is not a key that belongs here'):
        table().cards(player="Ann", unseen=2)


def test_lo2_05_of_each_stake_a_part_lies_on_the_table() -> None:
    assert pots(dealt()) == [6 * 25, 6 * 35]
    assert pots(dealt(table_share=0)) == [0, 360]
    for stake, share in ((25, 25), (0, 0)):
        with pytest.raises(Malformed, match="less than the stake must go on the table"):
            table(stake=stake, table_share=share)


def test_lo2_07_a_counter_for_each_occurrence_and_lo2_09_a_premium_by_the_line() -> None:
    evening = dealt()
    assert changed(evening, "drawing", numbers=FIRST) == [6 + 30, 3 + 5, 1]
    assert pots(evening) == [140, 175]
    assert evening.memo == (
        "Ann draws 5, 11, 33, 22, 43, 2, 10, 57, 55 and 1: "
        "Ann takes 36 counters (terne, ambo), Ben takes 8 counters (ambo), Cat takes 1 counter."
    )


def test_lo2_07_a_number_on_several_cards_is_covered_on_each() -> None:
    evening = table().cards(player="Ben", own=[[list(line) for line in BOXES[24][1]]] * 2).deal()
    assert changed(evening, "drawing", numbers=FIRST) == [6 + 30, 12 + 60, 1]


@pytest.mark.parametrize(("numbers", "earns"), [(1, 1), (2, 2 + 5), (3, 3 + 25), (4, 4 + 100), (5, 5 + 250)])
def test_lo2_09_abstract_to_quinterne(numbers: int, earns: int) -> None:
    evening = Evening("loto-drawings", "Ann", stake=600).cards(player="Ann", numbers=[1]).deal()
    drawn = [*row(1, 1)[:numbers], *nobodys(10 - numbers)]
    assert changed(evening, "drawing", numbers=drawn) == [earns]


def test_lo2_09_the_house_sets_the_premiums() -> None:
    evening = Evening("loto-drawings", "Ann", stake=5000, ambo=1, terne=10, quaterne=100, quinterne=1000)
    evening.cards(player="Ann", numbers=[1]).deal()
    assert changed(evening, "drawing", numbers=[*row(1, 0), *row(1, 1)]) == [10 + 2000]
    drawn = [*row(1, 0)[:4], *row(1, 1)[:3], *row(1, 2)[:2], 1]
    assert changed(evening, "drawing", numbers=drawn) == [9 + 111]


def test_what_each_line_of_each_card_earns() -> None:
    lines = cover(dealt().state, FIRST).lines
    assert [(line.player, line.card, line.line) for line in lines[4:8]] == [
        ("Ann", 2, 1), ("Ann", 2, 2), ("Ben", 3, 0), ("Ben", 3, 1),
    ]  # fmt: skip
    assert lines[0] == CardLine("Ann", 1, 0, (5, 11, 33), 25)
    assert [line.name for line in lines[:4]] == ["terne", "ambo", "abstract", ""]
    evening = table().cards(player="Ann", own=[[list(line) for line in BOXES[24][1]]]).deal()
    assert cover(evening.state, FIRST).lines[0] == CardLine("Ann", 0, 0, (5, 11, 33), 25)


def test_a_number_is_drawn_once_in_a_drawing_and_ten_are_drawn() -> None:
    evening = dealt()
    assert why_not(evening, "drawing", numbers=[*FIRST[:9], 5]) == "5 can come up only once in a drawing."
    said = "Ten numbers are drawn, not 9; only the last drawing may be shorter."
    assert why_not(evening, "drawing", numbers=FIRST[:9]) == said
    with pytest.raises(Malformed, match=r"drawing.numbers: must name at most 10, not 11"):
        evening.drawing(numbers=[*FIRST, 90])
    with pytest.raises(Malformed, match=r"drawing.numbers\[0\]: must be a whole number from 1 to 90, not 91"):
        evening.drawing(numbers=[91, *FIRST[1:]])


def test_nobody_has_any_of_them() -> None:
    evening = Evening("loto-drawings", "Ann Ben").cards(player="Ann", numbers=[1]).deal()
    assert changed(evening, "drawing", numbers=nobodys(10)) == [0, 0]
    assert evening.memo.endswith("and 13: nobody has any of them.")
    assert evening.state.facts.summary() == "1 drawing"


def test_lo2_08_a_number_on_nobodys_card_is_put_away_where_the_house_says_so() -> None:
    evening, order = settled(put_away=True).cards(player="Cat", numbers=[]), bag(SEED)
    on_cards = {number for card in (1, 2, 3, 4) for row in BOXES[24][card] for number in row}
    away = next(number for number in order if number not in on_cards)
    assert why_not(evening, "drawing", numbers=[away, *FIRST[1:]]) == (
        f"{away} is on nobody's card: lay it aside and draw another."
    )
    numbers = [number for number in order if number in on_cards][:10]
    assert evening.drawing(numbers=numbers, seed=SEED).state.facts.drawings == 1


def test_lo2_12_where_the_table_cannot_pay_everyone_contributes_again() -> None:
    evening = holding(table=9, pool=210)
    assert changed(evening, "drawing", numbers=FIRST) == [-120 + 36, -120 + 8, -120 + 1]
    assert pots(evening) == [9 + 150 - 10, 210 + 210 - 35]
    evening = holding(table=10, pool=35)
    assert changed(evening, "drawing", numbers=FIRST) == [36, 8, 1]
    assert pots(evening) == [0, 0]


@pytest.mark.parametrize(("premium", "times"), [(209, 0), (210, 0), (211, 1), (420, 1), (421, 2), (1000, 4)])
def test_lo2_13_a_premium_larger_than_the_pool_comes_after_as_many_contributions(premium: int, times: int) -> None:
    evening = dealt(terne=premium, ambo=0)
    assert changed(evening, "drawing", numbers=FIRST) == [6 + premium - 120 * times, 3 - 120 * times, 1 - 120 * times]
    assert pots(evening) == [150 * (times + 1) - 10, 210 * (times + 1) - premium]
    said = {0: "", 1: "Everyone contributes again first."}.get(times, f"Everyone contributes {times} times first.")
    assert evening.memo.endswith(said)


def test_lo2_13_one_pile_pays_both_and_is_filled_for_both() -> None:
    evening = holding(table=0, pool=44, table_share=0)
    assert changed(evening, "drawing", numbers=FIRST) == [-120 + 36, -120 + 8, -120 + 1]
    assert pots(evening) == [0, 44 + 360 - 45]
    evening = holding(table=0, pool=45, table_share=0)
    assert changed(evening, "drawing", numbers=FIRST) == [36, 8, 1]


def test_lo2_13_contributions_are_by_the_cards_held_now_among_those_in() -> None:
    evening = dealt().cards(player="Ben", numbers=[3]).cards(player="Cat", numbers=[5, 6, 15]).sit_out(player="Ann")
    emptied(evening, table=0, pool=0)
    assert changed(evening, "drawing", numbers=FIRST) == [0, -60 + 7, -180 + 1]
    assert pots(evening) == [100 - 3, 140 - 5]


def test_lo2_14_the_bag_passes_left_and_the_last_drawings_are_agreed_upon() -> None:
    evening = dealt(dealer="Ben")
    assert evening.drawing(numbers=FIRST).deals == "Cat"
    assert evening.last_drawings(count=3).memo == "3 more drawings."
    assert evening.drawing(numbers=FIRST).deals == "Ann"
    assert evening.state.facts.summary() == "2 drawings · 2 more to come"
    assert evening.last_drawings(count=1).memo == "1 more drawing."
    assert evening.state.facts.summary() == "2 drawings · the next is the last"
    evening.drawing(numbers=FIRST)
    assert (evening.state.over, evening.state.open, evening.deals) == (True, False, "Ben")
    assert pots(evening) == [0, 0]
    with pytest.raises(Malformed, match="count: must be a whole number from 1"):
        dealt().last_drawings(count=0)


def test_lo2_14_the_bag_passes_on_from_who_goes() -> None:
    evening = dealt()
    assert evening.sit_out(player="Ann").deals == "Ben"
    assert evening.leave(player="Ben").deals == "Cat"
    assert evening.sit_in(player="Ann").deals == "Cat"
    assert evening.drawing(numbers=FIRST).deals == "Ann"


def test_seats_change_between_drawings() -> None:
    evening = dealt().drawing(numbers=FIRST)
    evening.join(player="Dan", left_of="Ann").leave(player="Ben")
    assert why_not(evening, "dealer", player="Dan") == "A hand is still in play: finish it first."
    before = dict(evening.state.balances)
    evening.cards(player="Dan", numbers=[3, 4])
    assert evening.state.balances["Dan"] == -120
    evening.drawing(numbers=FIRST)
    assert evening.state.balances["Dan"] == -120 + 8
    assert evening.state.balances["Ben"] == before["Ben"]
    evening.join(player="Ben")
    assert changed(evening, "cards", player="Ben", numbers=[9, 10, 11])[-1] == -60


def last(table: int, pool: int, **options: Any) -> Evening:
    return holding(table, pool, **options).last_drawings(count=1)


def test_lo2_15_the_last_drawing_is_ten_numbers_or_until_the_table_is_empty() -> None:
    short = "The last drawing can be shorter than ten numbers only if the last of them empties the table."
    evening = last(table=3, pool=0)
    assert why_not(evening, "drawing", numbers=[5, 11]) == short
    assert why_not(evening, "drawing", numbers=[5, 11, 33, 50]) == short
    assert why_not(evening, "drawing", numbers=[]) == short
    assert why_not(evening, "drawing", numbers=[5, 11, 33]) == ""
    assert why_not(last(table=3, pool=0), "drawing", numbers=FIRST) == ""
    assert why_not(last(table=50, pool=0), "drawing", numbers=FIRST) == ""
    assert why_not(last(table=50, pool=0), "drawing", numbers=FIRST[:9]) == short


def test_lo2_15_none_are_drawn_where_the_table_is_empty_already() -> None:
    evening = last(table=0, pool=12)
    assert why_not(evening, "drawing", numbers=[5]).startswith("The last drawing can be shorter")
    assert changed(evening, "drawing", numbers=[]) == [4, 4, 4]
    assert evening.memo == "Ann draws no more: nobody has any of them. The game is over."


def test_lo2_15_too_few_counters_for_a_number_go_to_the_eldest_and_only_covered_numbers_count() -> None:
    fig_1 = [list(line) for line in BOXES[24][1]]
    evening = table(dealer="Cat").cards(player="Ben", own=[fig_1, fig_1]).cards(player="Cat", own=fig_1).deal()
    for pot, counters in (("table", 118), ("pool", 175)):
        evening.give(from_={"pot": pot}, to="Ann", counters=counters)
    evening.last_drawings(count=1)
    assert pots(evening) == [7, 0]
    assert changed(evening, "drawing", numbers=[5, 11]) == [2, 4, 1]
    assert evening.memo == (
        "Cat draws 5 and 11: Ann takes 2 counters (ambo), Ben takes 4 counters (ambo, ambo), Cat takes 1 counter. "
        "Bankruptcy: Ann gets 0 of 5 and Ben gets 0 of 10. The game is over."
    )


@pytest.mark.parametrize(
    ("pool", "premiums"), [(35, [30, 5]), (34, [30, 4]), (30, [30, 0]), (29, [29, 0]), (0, [0, 0])]
)
def test_lo2_16_premiums_are_paid_from_the_eldest_on_as_far_as_the_pool_goes(pool: int, premiums: list[int]) -> None:
    evening = last(table=10, pool=pool)
    assert changed(evening, "drawing", numbers=FIRST) == [6 + premiums[0], 3 + premiums[1], 1]
    assert ("Bankruptcy" in evening.memo) == (pool < 35)
    assert evening.state.over


def test_lo2_16_the_eldest_hand_is_the_first_seat_among_those_in() -> None:
    evening = last(table=3, pool=4).sit_out(player="Ann")
    evening.drawing(numbers=[10, 57, 1])
    assert evening.memo.endswith("Bankruptcy: Ben gets 4 of 5. The game is over.")


def test_lo2_16_one_pile_is_the_table_in_the_last_drawing() -> None:
    evening = last(table=0, pool=5, table_share=0)
    assert changed(evening, "drawing", numbers=FIRST[:5]) == [5, 0, 0]
    assert evening.memo.endswith("Bankruptcy: Ann gets 0 of 30. The game is over.")
    evening = last(table=0, pool=12, table_share=0)
    assert changed(evening, "drawing", numbers=FIRST) == [6 + 2, 3, 1]


def test_lo2_18_what_is_left_goes_back_by_cards_held_odd_ones_from_the_eldest() -> None:
    evening = last(table=10, pool=35 + 23)
    assert changed(evening, "drawing", numbers=FIRST) == [36 + 8, 8 + 8, 1 + 7]
    evening = dealt().cards(player="Ann", numbers=[1]).cards(player="Cat", numbers=[5, 6, 15])
    emptied(evening, table=10, pool=35 + 16).last_drawings(count=1)
    assert changed(evening, "drawing", numbers=FIRST) == [36 + 3, 8 + 5, 1 + 8]
    evening = dealt().cards(player="Ann", numbers=[1]).cards(player="Cat", numbers=[5, 6, 15]).leave(player="Ben")
    emptied(evening, table=2, pool=5).last_drawings(count=1)
    assert changed(evening, "drawing", numbers=[5, 1]) == [1 + 2, 0, 1 + 3]


def test_finish_is_before_the_deal_or_after_an_abandoned_hand() -> None:
    assert why_not(dealt(), "finish") == "A hand is still in play: finish it first."
    evening = dealt().drawing(numbers=FIRST).abandon()
    assert evening.state.facts.summary() == ""
    assert evening.finish().balances == [-120 + 36 + 105, -120 + 8 + 105, -120 + 1 + 105]
    assert Evening("loto-drawings").finish().state.over


def test_after_an_abandoned_hand_everyone_pays_again() -> None:
    evening = dealt().last_drawings(count=1).abandon()
    assert evening.deals == "Ben"
    assert changed(evening, "deal") == [-120, -120, -120]
    assert not evening.drawing(numbers=FIRST).state.over


def test_cards_that_were_given_back_are_held_by_nobody() -> None:
    evening = Evening("loto-drawings").cards(player="Ann", numbers=[1]).cards(player="Ann", numbers=[])
    assert why_not(evening, "deal") == "Nobody holds a card yet: give out the cards first."


def test_lo2_14_of_two_more_drawings_the_first_is_not_the_last() -> None:
    evening = dealt().last_drawings(count=2).drawing(numbers=FIRST)
    assert not evening.state.over
    assert evening.drawing(numbers=FIRST).state.over


def test_lo2_14_later_they_may_agree_on_more_drawings_than_are_left() -> None:
    evening = dealt().last_drawings(count=1).last_drawings(count=3)
    assert evening.state.facts.summary() == "3 more to come"
    assert not evening.drawing(numbers=FIRST).state.over


SEED, OTHER = "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"


def settled(**options: Any) -> Evening:
    """The bag of a drawing is settled at the deal."""
    return table(**options).deal(fingerprint=fingerprint(SEED))


def test_lo2_a_drawing_with_a_seed_comes_out_of_its_bag() -> None:
    evening = settled()
    first, second, *others = bag(SEED)[:10]
    swapped = why_not(evening, "drawing", numbers=[second, first, *others], seed=SEED)
    assert swapped == f"Number 1 was {second}, but this seed's bag gives {first}."
    assert why_not(evening, "drawing", numbers=FIRST, seed=OTHER).startswith("This isn't the seed of this drawing")
    evening.drawing(numbers=list(bag(SEED)[:10]), seed=SEED)
    said = why_not(evening, "drawing", numbers=list(bag(SEED)[:10]), seed=SEED)
    assert said == "No bag is sealed for this drawing: leave the seed out."


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


def test_lo2_none_is_settled_in_the_last_drawing_but_it_may_come_out_of_one() -> None:
    evening = settled().last_drawings(count=1)
    numbers = list(bag(SEED)[:10])
    said = why_not(evening, "drawing", numbers=numbers, seed=SEED, fingerprint=fingerprint(OTHER))
    assert said == "After the last drawing there's none left to seal a bag for."
    assert "seed's bag gives" in why_not(evening, "drawing", numbers=numbers[::-1], seed=SEED)
    assert evening.drawing(numbers=numbers, seed=SEED).state.over


def test_lo2_a_fingerprint_falls_where_the_drawings_are_abandoned() -> None:
    evening = settled().mix(word="left foot").abandon().deal()
    assert why_not(evening, "mix", word="Ann").startswith("No bag is sealed")
    assert why_not(evening, "drawing", numbers=list(bag(SEED)[:10]), seed=SEED).startswith("No bag is sealed")


def test_lo2_a_form_asks_for_the_seed_where_a_bag_is_settled_and_for_a_fingerprint_before_the_last() -> None:
    evening = settled()
    drawing = evening.state.game.by_name["drawing"]  # type: ignore[union-attr]
    assert drawing.hidden(evening.state, {}) == ()
    assert drawing.hidden(dealt().state, {}) == ("seed",)
    assert drawing.hidden(evening.last_drawings(count=1).state, {}) == ("fingerprint",)
