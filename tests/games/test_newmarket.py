"""Newmarket, rule by rule (NM)."""

from itertools import product

import pytest

from companion.engine.errors import Illegal
from companion.engine.game import State
from companion.engine.playing import play
from companion.games.newmarket import Deal, Played, all_covered
from tests.tools.evening import FOUR, Evening, why_not


def newmarket(players: str = FOUR, **options: object) -> Evening:
    return Evening("newmarket", players, **options)


def test_nm_07_each_pool_card_is_taken_once_a_hand_also_when_others_were_between() -> None:
    evening = newmarket().deal().played(pot="ace", player="Ben").played(pot="king", player="Cat")
    for pot in ("ace", "king"):
        assert "has already been played" in why_not(evening, "played", pot=pot, player="Dan")
    played = evening.state.game.by_name["played"]
    assert played.pot_taps(evening.state) == {"queen": {"pot": "queen"}, "knave": {"pot": "knave"}}


def test_nm_05_a_deal_lays_as_the_last_one_did_fitted_to_what_each_owes() -> None:
    """Ben, who deals next, lays his more on the emptiest; Ann, who dealt, takes hers off the fullest; Eve is new."""
    on = {"Ann": {"ace": 2, "king": 1}, "Ben": {"ace": 2}, "Cat": {"queen": 2}, "Dan": {"knave": 2}}
    evening = newmarket(ante=2).deal(on=on)
    last = evening.state
    deal = evening.state.game.by_name["deal"]
    evening.abandon().join(player="Eve")
    again = deal.again(evening.state, deal(on=on))
    assert again.on == {
        "Cat": {"queen": 2},
        "Dan": {"knave": 2},
        "Eve": {"king": 2},
        "Ann": {"ace": 1, "king": 1},
        "Ben": {"ace": 2, "king": 1},
    }
    assert deal.again(last, deal()) is None, "nobody said where"


def test_nm_05_a_deal_that_leaves_a_card_bare_is_not_made_again() -> None:
    on = {"Ann": {"ace": 1}, "Ben": {"king": 1}, "Cat": {"queen": 1}, "Dan": {"knave": 1}}
    evening = newmarket(dealer_extra=0).deal(on=on)
    deal = evening.state.game.by_name["deal"]
    evening.played(pot="king", player="Cat").out(player="Dan", cards_left={})
    assert deal.again(evening.state, deal(on=on | {"Ben": {"ace": 1}})) is None


def could_lie(before: State, laid: dict[str, int], known: set[str], pot: str) -> set[int]:
    """What may lie on a pool card, found by laying the counters of all in every way."""
    found, counters = set(), sum(laid.values())
    for ways in product(range(counters + 1), repeat=4):
        sums = dict(zip(before.pots, ways, strict=True))
        if sum(ways) != counters or any(sums[one] != laid[one] for one in known):
            continue
        try:
            all_covered(before, {"Ann": sums})
        except Illegal:
            continue
        found.add(before.pots[pot] + sums[pot])
    return found


@pytest.mark.parametrize("ante", [0, 1, 2])
@pytest.mark.parametrize("known", [(), ("ace",), ("ace", "king"), ("ace", "king", "queen")])
@pytest.mark.parametrize("carried", [(0, 0, 0, 0), (2, 0, 0, 0), (1, 1, 2, 3), (0, 0, 3, 0)])
def test_nm_05_what_may_lie_on_a_card_is_what_counters_can_give(
    ante: int, known: tuple[str, ...], carried: tuple[int, ...]
) -> None:
    """Each number that may lie there is laid by a deal that stands, and leaves what was taken as it was."""
    evening = newmarket("Ann Ben Cat", ante=ante)
    for pot, counters in zip(evening.state.pots, carried, strict=True):
        evening.give(from_="Ann", to={"pot": pot}, counters=counters)
    before, deal = evening.state, Deal()
    evening.deal()
    for pot in known:
        evening.played(pot=pot, player="Ben")
    numbers = deal.may_lie(before, evening.state, "knave")
    assert {*numbers} == could_lie(before, deal.laid(before), {*known}, "knave")
    for number in numbers:
        anew = deal.lying(before, evening.state, "knave", number)
        after = play(before, anew).state
        assert after.pots["knave"] == number
        assert {pot: after.pots[pot] for pot in known} == {pot: play(before, deal).state.pots[pot] for pot in known}
        for pot in known:
            after = play(after, Played(pot=pot, player="Ben")).state
        assert [*anew.may_lie(before, after, "knave")] == [*numbers], "it may be said anew"
    with pytest.raises(Illegal, match="The jack: "):
        deal.lying(before, evening.state, "knave", numbers[-1] + 1)


def test_nm_05_a_card_from_which_counters_were_given_keeps_what_lay_there() -> None:
    evening = newmarket()
    before, deal = evening.state, Deal()
    evening.deal().give(from_={"pot": "ace"}, to="Ben", counters=1)
    assert "ace" not in deal.unseen(before, evening.state, "king")
    assert {*deal.may_lie(before, evening.state, "king")} == {1}


def test_nm_07_a_card_that_was_reached_holds_nothing_more_to_be_asked() -> None:
    evening = newmarket()
    before, deal = evening.state, Deal()
    evening.deal().played(pot="ace", player="Ben")
    assert [*deal.may_lie(before, evening.state, "ace")] == []


def test_what_lay_there_is_asked_by_who_and_card() -> None:
    assert Played.as_sentence({"player": "Ben", "pot": "Ace"}) == "Ben, Ace: what lay there?"
    assert Played.as_sentence({"pot": "Ace"}) == ""
