"""Polignac, rule by rule (PO)."""

import pytest

from companion.engine.errors import Malformed
from tests.tools.evening import Evening, the_game, why_not

JACKS = ("JS", "JH", "JD", "JC")


def polignac(players: str = "Ann Ben Cat Dan", **options: object) -> Evening:
    return Evening("polignac", players, **options)


def takes(evening: Evening, *players: str) -> Evening:
    """Each takes a jack, Polignac first."""
    for player, card in zip(players, JACKS, strict=False):
        evening.took(player=player, card=card)
    return evening


def test_po_01_four_to_seven_play() -> None:
    assert "Polignac is for 4 to 7 players" in why_not(polignac("Ann Ben Cat"), "deal")
    assert "8 in" in why_not(polignac("Ann Ben Cat Dan Eve Fay Gus Hal"), "deal")
    assert why_not(polignac("Ann Ben Cat Dan Eve Fay Gus"), "deal") == ""


@pytest.mark.parametrize(
    ("players", "each", "out"),
    [
        (4, 8, "2s to the 6s"),
        (5, 6, "2s to the 6s, and 2 of the 7s"),
        (6, 5, "and 2 of the 7s"),
        (7, 4, "2s to the 7s"),
    ],
)
def test_po_01_as_many_sevens_are_taken_out_as_make_the_hands_even(players: int, each: int, out: str) -> None:
    dealing = polignac().state.options.dealing(players)
    assert dealing.summary() == f"{each} cards each"
    assert dealing.pack.endswith(f"{out}.")


def test_po_03_a_jack_costs_one_polignac_two_and_the_deal_nothing() -> None:
    evening = polignac().deal()
    assert evening.balances == [0, 0, 0, 0]
    takes(evening, "Cat", "Ann")
    assert evening.balances == [-1, 0, -2, 0]
    assert evening.memo == "Ann takes the jack of hearts."
    assert evening.state.facts.summary() == (
        "Cat took the jack of spades · Ann took the jack of hearts · paid in this game: Cat 2, Ann 1"
    )


def test_po_03_or_what_the_house_rules_say() -> None:
    evening = takes(polignac(knave_price=0, polignac_price=7).deal(), "Cat", "Ann")
    assert evening.balances == [0, 0, -7, 0]
    assert evening.effect.postings == ()


def test_po_03_the_fourth_jack_ends_the_hand() -> None:
    evening = takes(polignac().deal(), "Ann", "Ann", "Ann")
    assert evening.state.open
    evening.took(player="Ben", card="JC")
    assert not evening.state.open
    assert evening.pool == 5
    assert evening.deals == "Ben"
    assert evening.state.facts.summary() == "paid in this game: Ann 4, Ben 1"


def test_po_03_each_jack_once_a_hand() -> None:
    evening = polignac().deal().took(player="Ann", card="JS")
    again = why_not(evening, "took", player="Ben", card="JS")
    assert again == "The jack of spades has already been taken in this hand."
    assert why_not(evening.abandon().deal(), "took", player="Ben", card="JS") == ""


def test_po_03_another_card_costs_nothing() -> None:
    evening = polignac().deal()
    only = "Nothing is paid for the queen of spades: only for the jacks."
    assert why_not(evening, "took", player="Ann", card="QS") == only
    with pytest.raises(Malformed, match=r"took\.card: must be a card"):
        evening.took(player="Ann", card="JX")


def test_po_03_a_misdeal_forgets_the_jacks_and_keeps_what_was_paid() -> None:
    evening = takes(polignac(general=True).deal(), "Ann", "Ben").misdeal()
    assert evening.deals == "Ben"
    assert evening.general(player="Ann", made=False).took(player="Ann", card="JS").balances == [-4, -1, 0, 0]
    assert evening.state.facts.summary().endswith("paid in this game: Ann 4, Ben 1")


def test_po_05_only_where_it_is_played() -> None:
    assert "the house rules don't have them" in why_not(polignac().deal(), "general", player="Dan", made=True)


def test_po_05_before_any_jack_and_once() -> None:
    evening = polignac(general=True).deal().general(player="Dan", made=False)
    assert why_not(evening, "general", player="Ann", made=True) == "Dan has already announced a general in this hand."
    evening = polignac(general=True).deal().took(player="Ann", card="JC")
    assert "before any jack" in why_not(evening, "general", player="Dan", made=True)


def test_po_06a_failed_only_the_jacks_are_paid() -> None:
    evening = polignac(general=True).deal().general(player="Dan", made=False)
    assert evening.balances == [0, 0, 0, 0]
    assert evening.state.facts.summary() == "Dan failed to make the general"
    takes(evening, "Dan", "Dan", "Dan", "Ann")
    assert evening.balances == [-1, 0, 0, -4]
    assert not evening.state.open


def test_po_06b_or_the_price_alone() -> None:
    evening = polignac(general=True, failed="price", general_price=3).deal().general(player="Dan", made=False)
    assert evening.balances == [0, 0, 0, -3]
    assert not evening.state.open


def test_po_06c_or_both() -> None:
    evening = polignac(general=True, failed="both").deal().general(player="Dan", made=False)
    assert evening.state.open
    takes(evening, "Dan", "Dan", "Dan", "Ann")
    assert evening.balances == [-1, 0, 0, -9]


def test_po_07_at_the_end_the_pool_is_for_whoever_paid_least() -> None:
    evening = takes(polignac().deal(), "Cat", "Ann", "Cat", "Ben").finish()
    assert evening.balances == [-1, -1, -3, 5]
    assert evening.memo == "The game is finished. Dan paid least and takes the pool."
    assert evening.deals == "Ben"


def test_po_07_who_tie_share_it_odd_counters_from_the_left_of_who_would_deal_next() -> None:
    evening = takes(polignac().deal(), "Ann", "Ann", "Ann", "Ann").finish()
    assert evening.balances == [-5, 1, 2, 2], "Ben would deal next and comes last"
    assert evening.memo == "The game is finished. Cat, Dan and Ben paid least and share the pool."


def test_po_07_only_among_those_in() -> None:
    evening = takes(polignac().deal(), "Ann", "Ann", "Ann", "Ben").sit_out(player="Dan").leave(player="Cat").finish()
    assert list(evening.state.balances.items()) == [("Ann", -4), ("Ben", 4), ("Cat", 0), ("Dan", 0)]


def test_po_07_an_empty_pool_goes_to_nobody() -> None:
    assert polignac().finish().memo == "The game is finished. The pool is empty."


def test_po_07_what_passes_by_agreement_is_not_paid_in_the_game() -> None:
    evening = polignac().give(from_="Dan", to={"pot": "pool"}, counters=9).deal()
    assert takes(evening, "Cat", "Ann", "Cat", "Ben").finish().balances == [-1, -1, -3, 5]


def test_po_07_with_a_stock_the_game_ends_at_once_when_somebody_has_paid_it() -> None:
    evening = takes(polignac(stock=3).deal(), "Ben", "Ben")
    assert evening.state.over
    assert not evening.state.open
    assert evening.balances == [1, -3, 1, 1]
    assert evening.deals == "Ben"
    assert evening.memo == (
        "Ben takes the jack of hearts. Ben has paid everything: the game is over. "
        "Cat, Dan and Ann paid least and share the pool."
    )


def test_po_07_then_odd_counters_go_from_the_left_of_that_hands_dealer() -> None:
    evening = takes(polignac(stock=2, dealer="Cat").deal(), "Ben")
    assert evening.balances == [1, -2, 0, 1]
    assert evening.deals == "Dan"


def test_po_07_also_with_the_fourth_jack() -> None:
    evening = takes(polignac(stock=5).deal(), "Ben", "Ben", "Ben", "Ben")
    assert evening.state.over
    assert evening.balances == [1, -5, 2, 2]
    assert evening.deals == "Ben"


def test_po_07_nobody_pays_beyond_the_stock() -> None:
    evening = takes(polignac(stock=4).deal(), "Ann", "Ann", "Ben", "Ben").deal().took(player="Ann", card="JS")
    assert evening.state.over
    assert evening.balances == [-4, -2, 3, 3]


def test_po_07_a_general_may_take_all_that_the_others_have_left() -> None:
    evening = polignac(general=True, stock=5).deal().took(player="Ben", card="JS").abandon().deal()
    evening.general(player="Dan", made=True)
    assert evening.state.over
    assert evening.balances == [-5, -5, -5, 15]
    assert "Ann, Ben and Cat have paid everything" in evening.memo


def test_po_07_a_general_that_failed_too() -> None:
    evening = polignac(general=True, failed="both", stock=4).deal().general(player="Dan", made=False)
    assert evening.state.over
    assert evening.balances == [1, 2, 1, -4]


def test_po_07_a_newcomer_counts_as_having_paid_as_much_as_whoever_has_paid_most() -> None:
    evening = takes(polignac().deal(), "Ann", "Ann", "Ben", "Ben").join(player="Eve").deal()
    takes(evening, "Cat", "Cat", "Dan", "Dan").finish()
    assert evening.balances == [-3, 3, -3, 3, 0]
    evening = takes(polignac(stock=5).deal(), "Ann", "Ann", "Ben", "Ben").join(player="Eve").deal()
    takes(evening, "Eve")
    assert evening.state.over
    assert evening.state.balances["Eve"] == -2


def test_po_07_so_does_who_comes_back_also_where_the_one_who_paid_most_has_left() -> None:
    evening = takes(polignac("Ann Ben Cat Dan Eve").deal(), "Ann", "Ann", "Ann", "Ben")
    evening.leave(player="Ann").leave(player="Dan").join(player="Dan")
    assert evening.state.facts.summary() == "paid in this game: Ann 4, Ben 1, Dan 4"
    evening.leave(player="Cat").leave(player="Eve").finish()
    assert evening.state.balances["Ben"] == 4


def test_po_07_before_the_first_deal_nobody_has_paid() -> None:
    evening = polignac().join(player="Eve").leave(player="Dan").join(player="Dan").deal()
    assert evening.state.facts.summary() == ""
    assert takes(evening, "Ann", "Ben", "Cat", "Ann").finish().balances == [-3, -1, -1, 3, 2], "Eve, then Dan"


def test_po_07_who_joins_before_anybody_paid_has_paid_nothing_either() -> None:
    evening = polignac().deal().abandon().join(player="Eve").deal().took(player="Ann", card="JS").abandon()
    assert evening.leave(player="Ben").leave(player="Cat").leave(player="Dan").finish().state.balances["Eve"] == 2


def test_po_07_who_sat_out_counts_as_having_paid_what_he_paid() -> None:
    evening = takes(polignac("Ann Ben Cat Dan Eve").sit_out(player="Eve").deal(), "Ann", "Ben", "Cat", "Dan")
    assert evening.sit_in(player="Eve").finish().state.balances["Eve"] == 5


@pytest.mark.parametrize("made", [1, "true"])
def test_a_general_is_made_or_not(made: object) -> None:
    with pytest.raises(Malformed, match=r"general\.made: must be true or false"):
        polignac(general=True).deal().general(player="Ann", made=made)


def test_po_03_each_jack_once_a_hand_also_when_others_were_taken_between() -> None:
    evening = takes(polignac().deal(), "Ann", "Ben")
    assert (
        why_not(evening, "took", player="Cat", card="JS") == "The jack of spades has already been taken in this hand."
    )


def test_po_07_odd_counters_go_from_the_left_of_that_hands_dealer_also_with_the_fourth_jack() -> None:
    evening = takes(polignac(stock=5, dealer="Dan").deal(), "Ben", "Ben", "Ben", "Ben")
    assert evening.balances == [2, -5, 2, 1]
    assert evening.deals == "Ann"
    assert evening.state.facts.summary() == "paid in this game: Ben 5"


def test_po_06_who_failed_to_make_the_general_is_told_of_until_the_hand_ends() -> None:
    evening = polignac(general=True).deal().general(player="Dan", made=False).took(player="Ann", card="JS")
    assert evening.state.facts.summary().startswith("Dan failed to make the general")


def test_po_03_each_jack_is_shown_with_its_price() -> None:
    table = Evening("polignac", knave_price=2, polignac_price=5).deal().state
    assert the_game("polignac").by_name["took"].counters_beside(table) == {"JS": 5, "JH": 2, "JD": 2, "JC": 2}
