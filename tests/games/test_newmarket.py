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


def pots(evening: Evening) -> list[int]:
    """Ace, king, queen, jack."""
    return list(evening.state.pots.values())


def free() -> Evening:
    """A game whose deals cost nothing, with three counters on the ace and one on the king."""
    evening = newmarket(ante=0, dealer_extra=0)
    return evening.give(from_="Ann", to={"pot": "ace"}, counters=3).give(from_="Ann", to={"pot": "king"}, counters=1)


def test_nm_02_three_to_eight_play() -> None:
    names = [f"P{number}" for number in range(1, 10)]
    assert "3 to 8 players" in why_not(newmarket("Ann Ben"), "deal")
    assert "9 in" in why_not(newmarket(" ".join(names)), "deal")
    assert pots(newmarket(" ".join(names[:8])).deal()) == [3, 2, 2, 2]


def test_nm_03_nm_04_everyone_lays_the_ante_and_the_dealer_more() -> None:
    evening = newmarket(ante=2, dealer_extra=3, dealer="Cat").deal()
    assert evening.balances == [-2, -2, -5, -2]
    assert pots(evening) == [3, 3, 3, 2]


def test_nm_03_without_more_said_each_lays_on_the_emptiest_in_turn() -> None:
    laid = [(posting.payer, posting.payee.name) for posting in newmarket().deal().effect.postings]  # type: ignore[union-attr]
    assert laid == [("Ben", "ace"), ("Cat", "king"), ("Dan", "queen"), ("Ann", "ace"), ("Ann", "knave")]


@pytest.mark.parametrize(
    ("before", "counters", "after"),
    [
        ([0, 0, 0, 0], 3, [1, 1, 1, 0]),
        ([3, 1, 0, 0], 1, [3, 1, 1, 0]),
        ([3, 1, 0, 0], 4, [3, 2, 2, 1]),
        ([3, 1, 0, 0], 9, [4, 3, 3, 3]),
        ([5, 2, 5, 2], 1, [5, 3, 5, 2]),
        ([0, 9, 0, 1_000_000], 999_999, [333_336, 333_336, 333_336, 1_000_000]),
    ],
)
def test_nm_05_one_by_one_on_the_emptiest(before: list[int], counters: int, after: list[int]) -> None:
    evening = newmarket(ante=0, dealer_extra=counters)
    for pot, held in zip(evening.state.pots, before, strict=True):
        evening.give(from_="Dan", to={"pot": pot}, counters=held)
    assert pots(evening.deal()) == after


def test_nm_03_each_may_lay_where_they_like() -> None:
    evening = newmarket().deal(on={"Ann": {"ace": 1, "king": 1}, "Ben": {"queen": 1}, "Cat": {"knave": 1, "ace": 0},
                                   "Dan": {"ace": 1}})  # fmt: skip
    assert evening.balances == [-2, -1, -1, -1]
    assert pots(evening) == [2, 1, 1, 1]


@pytest.mark.parametrize(
    ("on", "why"),
    [
        ({"Ann": {"ace": 1}}, "Ben puts down 1 counter in all, not 0."),
        ({"Ben": {"ace": 1}, "Cat": {"king": 2}}, "Cat puts down 1 counter in all, not 2."),
        ({"Ben": {"ten": 1}}, "There is no pot called ten in this game."),
        ({"Zoe": {"ace": 1}}, "Zoe is not at this table."),
        ({"Ann": {"ace": 2}, "Ben": {"king": 1}, "Cat": {"ace": 1}, "Dan": {"king": 1}},
         "Cover every pool card: Queen and Jack would stay empty."),
    ],
)  # fmt: skip
def test_nm_05_what_is_laid_must_be_owed_and_cover_all(on: dict[str, dict[str, int]], why: str) -> None:
    assert why_not(newmarket(), "deal", on=on) == why


def test_nm_05_too_few_counters_cover_as_many_as_they_reach() -> None:
    few = newmarket("Ann Ben Cat", dealer_extra=0)
    on = {"Ann": {"ace": 1}, "Ben": {"ace": 1}, "Cat": {"king": 1}}
    assert why_not(few, "deal", on=on).startswith("Cover as many empty pool cards as 3 counters can: ")
    assert pots(few.deal(on=on | {"Ben": {"queen": 1}})) == [1, 1, 1, 0]


def test_nm_05_cards_that_are_covered_need_no_more() -> None:
    evening = newmarket(ante=0, dealer_extra=2)
    evening.give(from_="Ann", to={"pot": "ace"}, counters=1).give(from_="Ann", to={"pot": "king"}, counters=1)
    assert "Jack would stay empty" in why_not(evening, "deal", on={"Ann": {"ace": 1, "queen": 1}})
    assert pots(evening.deal(on={"Ann": {"queen": 1, "knave": 1}})) == [1, 1, 1, 1]


def test_nm_05_who_owes_nothing_may_be_left_out() -> None:
    evening = free()
    assert pots(evening.deal(on={})) == [3, 1, 0, 0]
    assert pots(evening.abandon().deal()) == [3, 1, 0, 0]
    assert evening.effect.postings == ()


def test_nm_06_antes_at_every_deal_or_at_the_first_only() -> None:
    assert newmarket().deal().abandon().deal().balances == [-3, -3, -2, -2]
    evening = newmarket(antes="first-deal", dealer_extra=2).deal().abandon().deal()
    assert evening.balances == [-3, -3, -1, -1]
    assert why_not(evening.abandon(), "deal", on={"Cat": {"ace": 2}}) == ""


def test_nm_07_the_card_just_below_takes_what_lies_there() -> None:
    evening = newmarket().deal().played(pot="ace", player="Ben")
    assert evening.balances == [-2, 1, -1, -1]
    assert pots(evening) == [0, 1, 1, 1]
    assert evening.memo == "Ben plays the card just below the ace and takes what's on it."
    assert evening.state.facts.summary() == "Ben took the ace"
    assert "below the ace has already been played" in why_not(evening, "played", pot="ace", player="Cat")
    assert why_not(evening, "played", pot="ten", player="Cat") == "There is no pot called ten in this game."


def test_nm_08_nm_09_the_first_out_is_paid_a_card_and_the_rest_stays() -> None:
    evening = newmarket(card_price=2).deal().out(player="Ben", cards_left={"Ann": 4, "Dan": 1})
    assert evening.balances == [-10, 9, -1, -3]
    assert pots(evening) == [2, 1, 1, 1]
    assert evening.deals == "Ben"
    assert pots(evening.deal()) == [3, 3, 2, 2]


def test_nm_08_who_is_out_has_no_cards_left() -> None:
    assert "Ben went out" in why_not(newmarket().deal(), "out", player="Ben", cards_left={"Ben": 1})


@pytest.mark.parametrize("after", ["misdeal", "abandon"])
def test_what_was_reached_is_forgotten_and_a_misdeal_costs_nothing(after: str) -> None:
    evening = newmarket().deal().played(pot="ace", player="Ben")
    before = evening.balances
    getattr(evening, after)()
    assert evening.balances == before
    assert evening.deals == "Ben"
    if after == "abandon":
        evening.deal()
    assert why_not(evening, "played", pot="ace", player="Cat") == ""


def test_nm_07_each_pool_card_is_taken_once_a_hand_also_when_others_were_between() -> None:
    evening = newmarket().deal().played(pot="ace", player="Ben").played(pot="king", player="Cat")
    for pot in ("ace", "king"):
        assert "has already been played" in why_not(evening, "played", pot=pot, player="Dan")
    played = evening.state.game.by_name["played"]
    assert played.pot_taps(evening.state) == {"queen": {"pot": "queen"}, "knave": {"pot": "knave"}}


def test_nm_05_no_counter_covers_no_card() -> None:
    on = {"Ann": {"ace": 2}, "Ben": {"king": 1}, "Cat": {"queen": 1, "knave": 0}, "Dan": {"ace": 1}}
    assert why_not(newmarket(), "deal", on=on) == "Cover every pool card: Jack would stay empty."


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
