"""Lift Smoke, rule by rule (LS)."""

from tests.tools.evening import Evening, why_not


def smoke(players: str = "Ann Ben Cat Dan", **options: object) -> Evening:
    return Evening("lift-smoke", players, **options)


def test_ls_02_everyone_pays_the_ante_the_dealer_no_more() -> None:
    assert smoke().deal().balances == [-1, -1, -1, -1]
    assert smoke(ante=3).deal().pool == 12
    assert smoke(ante=0).deal().effect.postings == ()


def test_ls_02_three_to_six_play() -> None:
    assert "Lift Smoke is for 3 to 6 players" in why_not(smoke("Ann Ben"), "deal")
    assert "7 in" in why_not(smoke("Ann Ben Cat Dan Eve Fay Gus"), "deal")
    assert why_not(smoke("Ann Ben Cat"), "deal") == ""
    assert why_not(smoke("Ann Ben Cat Dan Eve Fay"), "deal") == ""


def test_ls_03_as_many_cards_each_as_there_are_players() -> None:
    assert smoke().state.options.dealing(5).summary() == "5 cards each"


def test_ls_07_and_deals_next() -> None:
    evening = smoke().deal().won(player="Cat")
    assert evening.deals == "Cat"
    assert evening.deal().won(player="Cat").deals == "Cat"


def test_ls_07_unless_he_goes_before() -> None:
    assert smoke().deal().won(player="Cat").leave(player="Cat").deals == "Dan"
    assert smoke().deal().won(player="Dan").sit_out(player="Dan").deals == "Ann"


def test_gen_04_after_an_abandoned_hand_the_deal_passes_and_the_pool_stays() -> None:
    evening = smoke().deal().abandon()
    assert evening.deals == "Ben"
    assert evening.deal().won(player="Ann").balances == [6, -2, -2, -2]
