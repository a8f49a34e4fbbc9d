"""Loto, first method, rule by rule (LO1)."""

from collections.abc import Iterable
from typing import Any

import pytest

from companion.engine.errors import Malformed
from companion.loto.rules.box import BOXES, bag, fingerprint
from companion.loto.rules.cards import PossibleClaim, offered, possible_claims, progress_of, waits_for_one
from tests.tools.evening import FOUR, Evening, why_not

SEED = "0123456789abcdef0123456789abcdef"
FIG_1 = [[5, 11, 33, 50, 76], [17, 22, 43, 65, 89], [2, 28, 35, 56, 74]]
BEN_S = [[4, 10, 21, 57, 63], [6, 24, 46, 59, 73], [16, 29, 39, 75, 80]]


def table(players: str = FOUR, dealer: str = "Dan", **options: Any) -> Evening:
    """Dan calls; the others have one card of the box each, in seat order, himself included."""
    evening = Evening("loto", players, dealer, **options)
    for number, name in enumerate(players.split(), 1):
        evening.cards(player=name, numbers=[number])
    return evening


def dealt(players: str = FOUR, dealer: str = "Dan", **options: Any) -> Evening:
    return table(players, dealer, **options).deal()


def draws(evening: Evening, numbers: Iterable[int]) -> Evening:
    for number in numbers:
        evening.drawn(number=number)
    return evening


def card(number: int, rows: int = 3) -> list[int]:
    """The numbers of the first rows of a card of the box."""
    return [held for row in BOXES[24][number][:rows] for held in row]


def by(*claims: tuple[str, int]) -> list[dict[str, Any]]:
    return [{"player": player, "card": number} for player, number in claims]


def test_lo1_01_two_to_twenty_five_sit_down() -> None:
    names = " ".join(f"P{number}" for number in range(25))
    evening = Evening("loto", names, caller="nobody").cards(player="P0", own=FIG_1).cards(player="P24", own=BEN_S)
    assert evening.deal().balances[0] == -4
    assert "2 to 25 players" in why_not(Evening("loto", "Ann").cards(player="Ann", numbers=[1]), "deal")


def test_lo1_02_the_caller_pays_nothing_and_claims_nothing() -> None:
    evening = draws(dealt(), card(4))
    assert evening.balances == [-4, -4, -4, 0]
    said = why_not(evening, "claim", prize="card", by=by(("Dan", 4)))
    assert said == "Dan calls the numbers and doesn't play: there is nothing to claim."
    assert all(found.player != "Dan" for found in possible_claims(evening.state))


def test_lo1_02_where_nobody_calls_everyone_plays() -> None:
    evening = draws(dealt(caller="nobody"), card(4))
    assert evening.balances == [-4, -4, -4, -4]
    assert evening.claim(prize="card", by=by(("Dan", 4))).balances == [-4, -4, -4, 12]


def test_lo1_02_at_least_two_must_play_and_hold_cards() -> None:
    evening = Evening("loto", "Ann Ben").cards(player="Ann", numbers=[1]).cards(player="Ben", numbers=[2])
    said = "At least two players need cards, besides Ann, who calls: give out the cards first."
    assert why_not(evening, "deal") == said
    evening = Evening("loto", "Ann Ben", caller="nobody").cards(player="Ann", numbers=[1])
    assert why_not(evening, "deal") == "At least two players need cards: give out the cards first."
    assert why_not(evening.cards(player="Ben", unseen=1), "deal") == ""


def test_lo1_03_everyone_stakes_for_each_card() -> None:
    evening = Evening("loto", FOUR, "Dan", stake=3).cards(player="Ann", numbers=[7, 2]).cards(player="Ben", unseen=3)
    evening.cards(player="Cat", own=[FIG_1, FIG_1]).cards(player="Dan", numbers=[1]).deal()
    assert evening.balances == [-6, -9, -6, 0]
    assert evening.pool == 21


def test_without_a_stake_nothing_is_laid_and_the_prize_is_there() -> None:
    evening = draws(dealt(stake=0), card(2))
    assert evening.claim(prize="card", by=by(("Ben", 2))).effect.postings == ()
    assert not evening.state.open


def test_cards_of_the_box_are_held_by_one_player_and_given_back() -> None:
    evening = Evening("loto").cards(player="Ann", numbers=[7, 2])
    assert evening.memo == "Ann has cards 7 and 2."
    assert why_not(evening, "cards", player="Ben", numbers=[3, 2]) == "Ann holds card 2."
    assert why_not(evening, "cards", player="Ben", numbers=[3, 3]) == "Card 3 is named twice."
    assert evening.cards(player="Ann", numbers=[2, 8]).memo == "Ann has cards 2 and 8."
    assert evening.cards(player="Ben", numbers=[7]).memo == "Ben has card 7."
    assert evening.cards(player="Ann", numbers=[]).memo == "Ann has no card."
    assert why_not(evening, "cards", player="Ben", numbers=[2]) == ""


def test_who_leaves_gives_the_cards_back_who_sits_out_keeps_them() -> None:
    evening = table()
    evening.leave(player="Ann").sit_out(player="Ben")
    assert why_not(evening, "cards", player="Cat", numbers=[1]) == ""
    assert why_not(evening, "cards", player="Cat", numbers=[2]) == "Ben holds card 2."
    assert why_not(evening, "cards", player="Ben", numbers=[9]) == "Ben sits out."
    assert why_not(evening.join(player="Ann"), "deal") != ""
    evening.sit_in(player="Ben").deal()
    assert evening.state.balances == {"Ben": -4, "Cat": -4, "Dan": 0, "Ann": 0}


@pytest.mark.parametrize(("box", "number"), [(24, 25), (24, 0), (18, 19)])
def test_lc_04_the_box_has_no_more_cards(box: int, number: int) -> None:
    said = why_not(Evening("loto", box=box), "cards", player="Ann", numbers=[number])
    assert said == f"There is no card {number} in the box of {box}."


def test_lc_05_a_card_of_other_make_obeys_the_rule() -> None:
    evening = Evening("loto")
    assert evening.cards(player="Ann", own=FIG_1).memo == "Ann has 1 card from another box."
    assert evening.cards(player="Ben", own=[FIG_1, BEN_S]).memo == "Ben has 2 cards from another box."
    assert evening.cards(player="Ben", own=[]).memo == "Ben has no card."
    assert evening.cards(player="Cat", unseen=2).memo == "Cat has 2 cards from another box, not entered."
    bad = [FIG_1[0], FIG_1[1], [2, 28, 35, 55, 56]]
    said = why_not(evening, "cards", player="Ann", own=[FIG_1, bad])
    assert said == "55 and 56 belong in the same column: they can't be in one row."


@pytest.mark.parametrize(
    "own",
    [[[5, 11, 33, 50, 76]], FIG_1[:2], [*FIG_1, FIG_1[0]], [FIG_1, 3], [FIG_1, FIG_1[:2]], [[*FIG_1[:2], [1, 2, 3, 4]]],
     [[1, 2, 3, 4, "5"], *FIG_1[:2]], [[True, 11, 33, 50, 76], *FIG_1[1:]], [[-1, 11, 33, 50, 76], *FIG_1[1:]], [3]],
)  # fmt: skip
def test_what_is_no_card_at_all(own: Any) -> None:
    with pytest.raises(Malformed, match=r"cards.own: must be a card, three lists of five whole numbers, or a list"):
        Evening("loto").cards(player="Ann", own=own)


def test_cards_change_between_hands_only() -> None:
    assert why_not(dealt(), "cards", player="Ann", numbers=[9]) == "A hand is still in play: finish it first."
    assert why_not(dealt(), "leave", player="Ann") == "A hand is still in play: finish it first."


def test_each_number_is_drawn_once_a_hand() -> None:
    evening = draws(dealt(), [33, 7])
    assert evening.memo == "7 is drawn, as number 2."
    assert why_not(evening, "drawn", number=33) == "33 has already been drawn in this hand, as number 1."
    draws(evening, [number for number in range(1, 91) if number not in (33, 7)])
    assert why_not(evening, "drawn", number=33) == "All 90 numbers are drawn: the bag is empty."
    assert why_not(evening.abandon().deal(), "drawn", number=33) == ""


@pytest.mark.parametrize("number", [0, 91])
def test_there_are_ninety_numbers(number: int) -> None:
    with pytest.raises(Malformed, match="must be a whole number from 1 to 90"):
        dealt().drawn(number=number)


def test_lo1_05_the_first_card_covered_takes_all() -> None:
    evening = draws(dealt(), card(2))
    evening.claim(prize="card", by=by(("Ben", 2)))
    assert evening.balances == [-4, 8, -4, 0]
    assert evening.memo == "Ben has the whole card and takes 12 counters."
    assert (evening.state.open, evening.deals, evening.pool) == (False, "Ann", 0)


def test_lo1_05_a_false_claim_is_told_kindly_what_is_missing() -> None:
    evening = draws(dealt(prizes="quarters"), [5, 11, 76, 17])
    said = why_not(evening, "claim", prize="row", by=by(("Ann", 1)))
    assert said == "Ann doesn't have a row on card 1 yet: 33 and 50 are missing."
    assert "two rows on card 1 yet: 6 are still missing." in why_not(
        evening, "claim", prize="two-rows", by=by(("Ann", 1))
    )
    assert "Ann doesn't have all of card 1 yet: 11 are" in why_not(evening, "claim", prize="card", by=by(("Ann", 1)))
    said = why_not(draws(evening, [33]), "claim", prize="row", by=by(("Ann", 1)))
    assert said == "Ann doesn't have a row on card 1 yet: 50 is missing."


def test_only_held_cards_win() -> None:
    evening = draws(dealt(), card(2))
    assert why_not(evening, "claim", prize="card", by=by(("Ann", 2))) == "Ann has card 1, not card 2."
    assert why_not(evening, "claim", prize="card", by=by(("Ann", 0))) == "Ann has card 1, not a card from another box."
    evening = draws(table().cards(player="Cat", own=BEN_S).deal(), card(3))
    assert why_not(evening, "claim", prize="card", by=by(("Cat", 3))) == "Cat has 1 card from another box, not card 3."
    assert evening.claim(prize="card", by=by(("Cat", 0))).balances == [-4, -4, 8, 0]


def test_the_nearest_card_of_other_make_counts() -> None:
    evening = table(prizes="quarters").cards(player="Cat", own=[FIG_1, BEN_S]).deal()
    said = why_not(draws(evening, BEN_S[1][:4]), "claim", prize="row", by=by(("Cat", 0)))
    assert said == "Cat doesn't have a row yet: 73 is missing."
    said = why_not(evening, "claim", prize="card", by=by(("Cat", 0)))
    assert said.startswith("Cat doesn't have a whole card yet: ")
    assert why_not(evening.drawn(number=73), "claim", prize="row", by=by(("Cat", 0))) == ""


def test_somebody_claims() -> None:
    with pytest.raises(Malformed, match=r"claim.by: Name at least one."):
        dealt().claim(prize="card", by=[])


def test_lo1_05_all_cards_must_be_complete_where_the_house_says_so() -> None:
    evening = table(whole="all-cards", prizes="quarters").cards(player="Ann", numbers=[1, 5]).deal()
    draws(evening, card(1))
    assert why_not(evening, "claim", prize="two-rows", by=by(("Ann", 1))) == ""
    assert why_not(evening, "claim", prize="card", by=by(("Ann", 1))) == (
        "Ann doesn't have all of every card yet: 15 are still missing."
    )
    draws(evening, card(5)[:-1])
    assert (
        why_not(evening, "claim", prize="card", by=by(("Ann", 1)))
        == "Ann doesn't have all of every card yet: 86 is missing."
    )
    assert PossibleClaim("card", "Ann", 1, 30) not in possible_claims(evening.state)
    evening.drawn(number=86)
    assert PossibleClaim("card", "Ann", 1, 30) in possible_claims(evening.state)
    assert why_not(evening, "claim", prize="card", by=by(("Ann", 1), ("Ann", 5))) == "Ann is named twice with card 5."
    assert evening.claim(prize="card", by=by(("Ann", 5))).balances == [-8 + 4 + 8, -4, -4, 0]


def test_lo1_06_quarters_for_a_row_two_rows_on_one_card_and_the_card() -> None:
    evening = table(prizes="quarters").cards(player="Ann", numbers=[1, 5]).deal()
    assert evening.state.pots == {"row": 4, "two-rows": 4, "card": 8}
    draws(evening, [*card(1, 1), *card(5, 1)])
    evening.claim(prize="row", by=by(("Ann", 1)))
    assert (evening.memo, evening.balances[0]) == ("Ann has a row and takes 4 counters.", -8 + 4)
    assert why_not(evening, "claim", prize="two-rows", by=by(("Ann", 1))).startswith(
        "Ann doesn't have two rows on card 1"
    )
    assert why_not(evening, "claim", prize="row", by=by(("Ann", 5))) == "Ann has already had a row in this hand."
    draws(evening, BOXES[24][1][1]).claim(prize="two-rows", by=by(("Ann", 1)))
    assert evening.state.facts.summary() == "15 out, the last 89 · Ann had a row · Ann had two rows"
    draws(evening, BOXES[24][1][2]).claim(prize="card", by=by(("Ann", 1)))
    assert evening.balances == [8, -4, -4, 0]
    assert evening.state.facts.summary() == "Ann had a row · Ann had two rows · Ann had the whole card"
    assert evening.state.facts.prizes() == dict.fromkeys(("row", "two-rows", "card"), ("Ann",))
    assert evening.deal().state.facts.summary() == ""


def test_lo1_06_late_claims_are_good_and_prizes_nobody_claimed_stay() -> None:
    evening = draws(dealt(prizes="quarters", stake=8), [*card(2), 1, 90])
    evening.claim(prize="two-rows", by=by(("Ben", 2))).claim(prize="card", by=by(("Ben", 2)))
    assert evening.state.pots == {"row": 6, "two-rows": 0, "card": 0}
    assert evening.dealer(player="Dan").deal().state.pots == {"row": 12, "two-rows": 6, "card": 12}
    assert why_not(evening, "claim", prize="two-rows", by=by(("Ben", 2))) != ""


def test_lo1_06_there_is_one_prize_only_without_quarters() -> None:
    said = why_not(draws(dealt(), card(2)), "claim", prize="row", by=by(("Ben", 2)))
    assert said == "Under the house rules there's only one prize, for the card."


def test_lo1_07_what_cannot_be_quartered_goes_to_the_card() -> None:
    evening = table(prizes="quarters", stake=5)
    deal = evening.state.game.by_name["deal"]  # type: ignore[union-attr]
    assert deal.hints(evening.state) == ["15 counters can't be quartered: the odd ones go to the prize for the card."]  # type: ignore[attr-defined]
    assert evening.deal().state.pots == {"row": 3, "two-rows": 3, "card": 9}
    assert deal.hints(table(stake=5).state) == []  # type: ignore[attr-defined]


SAVING = {"saving": True, "stake": 20}


def test_lo1_08_losers_save_what_they_have_covered() -> None:
    evening = table(**SAVING).cards(player="Ann", numbers=[1, 5]).deal()
    draws(evening, [*card(2), *card(1)[:4], *card(5)[:3], *card(3)[:6], *card(4)])
    evening.claim(prize="card", by=by(("Ben", 2)))
    assert evening.balances == [-40 + 7, -20 + 80 - 7 - 6, -20 + 6, 0]
    assert evening.memo == "Ben has the whole card and takes 67 counters; Ann saves 7; Cat saves 6."


def test_lo1_08_saving_needs_fifteen_counters_a_card_and_one_prize() -> None:
    with pytest.raises(Malformed, match="only with a stake of at least 15"):
        Evening("loto", saving=True, stake=14)
    with pytest.raises(Malformed, match="only where the one prize is for the card"):
        Evening("loto", saving=True, stake=16, prizes="quarters")


def test_lo1_08_where_the_pool_runs_short_the_later_ones_get_what_is_left() -> None:
    evening = draws(dealt(dealer="Ann", **SAVING), [*card(2), *card(3)[:12], *card(4)[:14]])
    evening.give(from_={"pot": "pool"}, to="Ann", counters=45)
    evening.claim(prize="card", by=by(("Ben", 2)))
    assert evening.balances == [45, -20, -20 + 12, -20 + 3]


def test_lo1_08_what_unseen_cards_have_covered_must_be_said() -> None:
    evening = draws(table(**SAVING).cards(player="Ann", unseen=2).deal(), card(2))
    said = "Enter how many numbers each loser has covered: nothing here shows it."
    assert why_not(evening, "claim", prize="card", by=by(("Ben", 2))) == said
    for stranger in ("Ben", "Dan"):
        said = why_not(evening, "claim", prize="card", by=by(("Ben", 2)), saved={"Ann": 3, stranger: 1})
        assert said == f"{stranger} is not one of the losers, and only they save what they have covered."
    evening.claim(prize="card", by=by(("Ben", 2)), saved={"Ann": 17})
    assert evening.balances == [-40 + 17, -20 + 80 - 17, -20, 0]


@pytest.mark.parametrize(
    ("options", "why"), [(SAVING, "the numbers drawn show it"), ({}, "under the house rules losers save nothing")]
)
def test_lo1_08_it_is_not_said_where_it_is_known_or_nothing_is_saved(options: dict[str, Any], why: str) -> None:
    evening = draws(dealt(**options), card(2))
    said = why_not(evening, "claim", prize="card", by=by(("Ben", 2)), saved={"Ann": 3})
    assert said == f"Leave out what the losers have covered: {why}."


def test_lo1_09_who_claim_together_share() -> None:
    evening = table(stake=5).cards(player="Ann", own=FIG_1).cards(player="Cat", own=FIG_1)
    evening.cards(player="Ben", numbers=[1]).deal()
    draws(evening, card(1)).claim(prize="card", by=by(("Cat", 0), ("Ben", 1)))
    assert evening.balances == [-5, -5 + 7, -5 + 8, 0]
    assert evening.memo == "Cat and Ben have the whole card and share 15 counters."


def test_lo1_09_each_card_named_is_a_share_and_odd_counters_of_a_row_go_to_the_card() -> None:
    evening = Evening("loto", dealer="Dan", prizes="quarters", stake=7).cards(player="Ann", numbers=[1, 2])
    evening.cards(player="Ben", own=FIG_1).cards(player="Cat", numbers=[4]).deal()
    assert evening.state.pots == {"row": 7, "two-rows": 7, "card": 14}
    draws(evening, [*card(1, 2), *card(2, 2)])
    evening.claim(prize="row", by=by(("Ann", 2), ("Ben", 0), ("Ann", 1)))
    assert evening.state.pots == {"row": 0, "two-rows": 7, "card": 15}
    assert evening.balances == [-14 + 4, -7 + 2, -7, 0]
    evening.give(from_={"pot": "two-rows"}, to="Dan", counters=6).claim(prize="two-rows", by=by(("Ann", 2), ("Ben", 0)))
    assert evening.state.pots == {"row": 0, "two-rows": 0, "card": 16}


@pytest.mark.parametrize(
    ("claims", "said"),
    [
        ([("Ann", 1), ("Ann", 1)], "Ann is named twice with card 1."),
        ([("Cat", 0), ("Ann", 1), ("Cat", 0)], "Cat is named twice."),
    ],
)
def test_no_card_is_named_twice(claims: list[tuple[str, int]], said: str) -> None:
    evening = draws(table().cards(player="Cat", own=FIG_1).deal(), card(1))
    assert why_not(evening, "claim", prize="card", by=by(*claims)) == said


def test_unseen_cards_are_taken_on_trust() -> None:
    evening = table(prizes="quarters").cards(player="Cat", unseen=2).deal()
    evening.claim(prize="row", by=by(("Cat", 0))).claim(prize="card", by=by(("Cat", 0)))
    assert evening.balances == [-4, -4, -8 + 4 + 8, 0]
    evening = table(whole="all-cards").cards(player="Cat", unseen=2).deal()
    assert why_not(evening, "claim", prize="card", by=by(("Cat", 0))) == ""


def test_lo1_10_in_a_race_what_was_covered_is_said() -> None:
    evening = draws(dealt(race=True, **SAVING), [*card(2), *card(1), *card(3)])
    assert why_not(evening, "claim", prize="card", by=by(("Ben", 2))).endswith("nothing here shows it.")
    evening.claim(prize="card", by=by(("Ben", 2)), saved={"Cat": 4})
    assert evening.balances == [-20, -20 + 56, -16, 0]


def test_lo1_10_a_race_without_saving_needs_nothing_more() -> None:
    evening = draws(dealt(race=True), card(2)[:-1])
    assert why_not(evening, "claim", prize="card", by=by(("Ben", 2))).endswith("87 is missing.")
    assert evening.drawn(number=87).claim(prize="card", by=by(("Ben", 2))).balances == [-4, 8, -4, 0]


def test_who_has_what_since_which_number() -> None:
    evening = draws(dealt(prizes="quarters"), [90, *card(1, 2), *card(3, 1), 28])
    (first,) = progress_of(evening.state, "Ann")
    assert first.since == (6, 11, None)
    assert first.missing == ((), (), (2, 35, 56, 74))
    assert (first.complete_since(1), first.complete_since(2), first.complete_since(3)) == (6, 11, None)
    assert (first.lacks(2), first.lacks(3)) == ((), (2, 35, 56, 74))
    assert possible_claims(evening.state) == [
        PossibleClaim("row", "Ann", 1, 6),
        PossibleClaim("row", "Cat", 3, 16),
        PossibleClaim("two-rows", "Ann", 1, 11),
    ]
    evening.claim(prize="row", by=by(("Ann", 1), ("Cat", 3)))
    assert possible_claims(evening.state) == [PossibleClaim("two-rows", "Ann", 1, 11)]
    assert possible_claims(draws(dealt(), card(1)).state) == [PossibleClaim("card", "Ann", 1, 15)]


def test_who_waits_for_one_number_lacks_it_alone() -> None:
    short = draws(dealt(prizes="quarters"), card(1, 1)[:-1]).state
    assert [prize for prize in offered(short) if waits_for_one(short, "Ann", prize)] == ["row"]
    assert not any(waits_for_one(short, "Cat", prize) for prize in offered(short))
    complete = draws(dealt(prizes="quarters"), card(1, 1)).state
    assert not waits_for_one(complete, "Ann", "row")


def with_fingerprint(**options: Any) -> Evening:
    return table(**options).deal(fingerprint=fingerprint(SEED))


def test_a_revealed_seed_shows_that_the_bag_was_settled_before() -> None:
    evening = draws(with_fingerprint(), bag(SEED)[:5])
    assert why_not(evening, "revealed", seed=SEED) == "A hand is still in play: finish it first."
    evening.abandon().revealed(seed=SEED)
    fair = "The bag was fair: its order was fixed before the first of the 5 numbers"
    assert evening.memo == f"{fair} (seed {SEED})."
    assert evening.effect.postings == ()
    said = "No seed can be revealed: the last hand had no fingerprint, or its seed is known already."
    assert why_not(evening, "revealed", seed=SEED) == said
    assert why_not(evening.deal().abandon(), "revealed", seed=SEED) == said
    assert why_not(Evening("loto"), "revealed", seed=SEED) == said


def test_a_seed_can_be_revealed_when_seats_and_cards_have_changed() -> None:
    evening = draws(with_fingerprint(), bag(SEED)).claim(prize="card", by=by(("Ben", 2)))
    evening.leave(player="Ann").cards(player="Ben", numbers=[]).sit_out(player="Cat")
    assert "was fixed before the first of the 90 numbers" in evening.revealed(seed=SEED).memo


def test_another_seed_or_other_numbers_are_refused() -> None:
    evening = draws(with_fingerprint(), bag(SEED)[:2]).abandon()
    said = why_not(evening, "revealed", seed="f" * 32)
    assert said == "This isn't the seed of the last hand: its fingerprint is different."
    first, second, third = bag(SEED)[:3]
    evening = draws(with_fingerprint(), [first, third]).abandon()
    said = f"Number 2 was {third}, but this seed's bag gives {second}."
    assert why_not(evening, "revealed", seed=SEED) == said


def test_a_real_bag_has_no_fingerprint() -> None:
    evening = table(drawn_by="bag")
    said = "No fingerprint here: under the house rules the numbers come from a real bag."
    assert why_not(evening, "deal", fingerprint=fingerprint(SEED)) == said
    deal, claim = (evening.state.game.by_name[name] for name in ("deal", "claim"))  # type: ignore[union-attr]
    assert deal.hidden(evening.state, {}) == ("fingerprint",)
    assert deal.hidden(table().state, {}) == ()
    assert claim.hidden(table().state, {}) == ("saved",)
    assert claim.hidden(table(**SAVING).state, {"prize": "card"}) == ()


@pytest.mark.parametrize("seed", ["0" * 31, "0" * 33, "A" * 32, "g" * 32, "0" * 32 + "\n", ""])
def test_what_is_no_seed_at_all(seed: str) -> None:
    with pytest.raises(Malformed, match=r"revealed\.seed: must be 32 hexadecimal digits in lower case"):
        with_fingerprint().revealed(seed=seed)


def test_gen_09_what_lies_in_the_pots_is_shared_at_the_end() -> None:
    evening = dealt(prizes="quarters").abandon().finish()
    assert evening.balances == [-4 + 3, -4 + 3, -4 + 3, 3]


def test_lo1_09_two_may_claim_together_each_on_a_card_of_other_make() -> None:
    evening = table(stake=5).cards(player="Ann", own=FIG_1).cards(player="Cat", own=FIG_1).deal()
    draws(evening, card(1)).claim(prize="card", by=by(("Ann", 0), ("Cat", 0)))
    assert evening.balances == [-5 + 8, -5, -5 + 7, 0]


def test_lo1_08_none_of_those_who_claim_together_saves() -> None:
    evening = table(**SAVING).cards(player="Ann", own=FIG_1).cards(player="Cat", own=FIG_1).deal()
    draws(evening, [*card(1), *card(2)[:3]]).claim(prize="card", by=by(("Ann", 0), ("Cat", 0)))
    assert evening.memo == "Ann and Cat have the whole card and share 57 counters; Ben saves 3."
    assert evening.balances == [-20 + 29, -20 + 3, -20 + 28, 0]


def test_lo1_09_who_claims_on_two_cards_is_named_once_and_odd_counters_go_round() -> None:
    evening = Evening("loto", dealer="Dan", stake=5).cards(player="Ann", numbers=[1, 2])
    evening.cards(player="Ben", own=FIG_1).cards(player="Cat", numbers=[4]).deal()
    draws(evening, [*card(1), *card(2)]).claim(prize="card", by=by(("Ann", 2), ("Ben", 0), ("Ann", 1)))
    assert evening.balances == [-10 + 7 + 6, -5 + 7, -5, 0]
    assert evening.memo == "Ann and Ben have the whole card and share 20 counters."


def test_lo1_08_unseen_cards_of_who_does_not_play_leave_nothing_to_be_said() -> None:
    evening = draws(table(**SAVING).cards(player="Dan", unseen=2).deal(), card(2))
    assert why_not(evening, "claim", prize="card", by=by(("Ben", 2))) == ""


def test_lo1_08_where_the_pool_runs_short_it_goes_from_the_callers_left() -> None:
    evening = draws(dealt(dealer="Cat", **SAVING), [*card(2), *card(1)[:14], *card(4)[:12]])
    evening.give(from_={"pot": "pool"}, to="Cat", counters=45)
    evening.claim(prize="card", by=by(("Ben", 2)))
    assert evening.balances == [-20 + 3, -20, 45, -20 + 12]


def test_lo1_05_one_complete_card_of_several_is_nothing_where_all_must_be() -> None:
    evening = table(whole="all-cards").cards(player="Ann", numbers=[1, 5]).deal()
    draws(evening, card(1))
    assert possible_claims(evening.state) == []
    assert why_not(evening, "claim", prize="card", by=by(("Ann", 5))).startswith(
        "Ann doesn't have all of every card yet"
    )


def test_lo1_05_five_missing_numbers_are_named_one_by_one() -> None:
    said = why_not(draws(dealt(), card(2, 2)), "claim", prize="card", by=by(("Ben", 2)))
    assert said == "Ben doesn't have all of card 2 yet: 19, 44, 58, 67 and 87 are missing."


def test_a_row_is_complete_since_its_last_number_was_drawn_wherever_that_stands() -> None:
    evening = draws(dealt(prizes="quarters"), reversed(card(1, 1)))
    assert possible_claims(evening.state) == [PossibleClaim("row", "Ann", 1, 5)]


def test_lo1_08_what_was_said_is_saved_from_the_callers_left_however_it_was_typed() -> None:
    evening = draws(dealt(race=True, dealer="Ann", **SAVING), [*card(2), *card(3)[:12], *card(4)[:14]])
    evening.give(from_={"pot": "pool"}, to="Ann", counters=45)
    evening.claim(prize="card", by=by(("Ben", 2)), saved={"Dan": 14, "Cat": 12})
    assert evening.balances == [45, -20, -20 + 12, -20 + 3]


def test_lc_04_amended_cards_are_said_in_one_way() -> None:
    game = Evening("loto").state.game
    assert game
    amended, own = game.by_name["cards"].amended, {"own": [[[1] * 5] * 3]}
    assert amended({"player": "Ann"}, own) == {"player": "Ann"} | own, "one's own stay"
    assert amended({"player": "Ann", "unseen": 2}, own) == {"player": "Ann", "unseen": 2}
    assert amended({"player": "Ann"}, {}) == {"player": "Ann", "numbers": []}, "all go back"
    assert game.by_name["deal"].amended({}, {"fingerprint": "f"}) == {"fingerprint": "f"}


def test_lo1_08_no_more_is_saved_than_can_lie_covered() -> None:
    evening = draws(dealt(race=True, **SAVING), [*card(2), *card(1)[:7]])
    said = why_not(evening, "claim", prize="card", by=by(("Ben", 2)), saved={"Ann": 8})
    assert said == "Ann can have 7 numbers covered at most, not 8."
    assert why_not(evening, "claim", prize="card", by=by(("Ben", 2)), saved={"Ann": 7}) == ""


def test_lo1_08_on_a_card_that_nobody_saw_lie_no_more_than_were_drawn_and_fifteen_at_most() -> None:
    evening = draws(table(**SAVING).cards(player="Ann", unseen=2).deal(), card(2))
    assert "30 numbers covered at most, not 31" in why_not(
        evening, "claim", prize="card", by=by(("Ben", 2)), saved={"Ann": 31}
    )
    evening = table(**SAVING).cards(player="Ben", unseen=1).cards(player="Ann", unseen=1).deal()
    draws(evening, range(1, 4))
    claim = {"prize": "card", "by": by(("Ben", 0))}
    assert "3 numbers covered at most, not 4" in why_not(evening, "claim", **claim, saved={"Ann": 4})
    assert "15 numbers covered" in why_not(draws(evening, range(4, 50)), "claim", **claim, saved={"Ann": 16})


def test_a_word_that_is_mixed_in_changes_the_bag() -> None:
    evening = with_fingerprint().mix(word="rain in Köln").mix(word="Ann").mix(word="Ann")
    assert evening.memo == "“Ann” is mixed into the bag."
    words = ("rain in Köln", "Ann", "Ann")
    draws(evening, bag(SEED, words)[:4]).abandon().revealed(seed=SEED)
    assert len({bag(SEED), bag(SEED, words), bag(SEED, words[::-1])}) == 3
    unmixed = draws(with_fingerprint().mix(word="Ann"), bag(SEED)[:4]).abandon()
    assert "this seed's bag gives" in why_not(unmixed, "revealed", seed=SEED)


def test_a_word_is_mixed_in_before_the_first_number_of_a_hand_with_a_fingerprint() -> None:
    said = "No bag is sealed yet that a word could be mixed into."
    assert why_not(dealt(), "mix", word="Ann") == said
    evening = draws(with_fingerprint(), [4])
    assert (
        why_not(evening, "mix", word="Ann") == "A number has already been drawn: words are mixed in before the first."
    )
    assert "No hand is in play" in why_not(evening.abandon(), "mix", word="Ann")
    assert why_not(evening.deal(), "mix", word="Ann") == said, "the words of a hand are its own"


def test_at_most_twenty_five_words_are_mixed_in() -> None:
    evening = with_fingerprint()
    for _ in range(25):
        evening.mix(word="again")
    assert why_not(evening, "mix", word="again") == "25 words are already mixed in: that's enough."


@pytest.mark.parametrize("word", ["", " ", "x" * 41, "a\nb", "\u0085"])
def test_a_word_is_one_that_can_be_read_out(word: str) -> None:
    with pytest.raises(Malformed, match="word: must"):
        with_fingerprint().mix(word=word)


def test_a_word_may_hold_signs_that_a_name_may_not() -> None:
    assert with_fingerprint().mix(word="\u200dword\u202e").state.open


def test_what_came_out_of_the_apps_bag_nobody_can_have_forgotten() -> None:
    by_app, by_hand = table().state, table(drawn_by="bag").state
    assert by_app.game and set(by_app.game.alone(by_app)) == {"deal", "drawn", "revealed"}
    assert by_hand.game and by_hand.game.alone(by_hand) == ()
    other = Evening("spoil-five").state
    assert other.game and other.game.alone(other) == ()
