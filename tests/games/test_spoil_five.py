"""Spoil-Five, rule by rule (SF)."""

import pytest

from companion.engine.errors import Illegal, Malformed
from tests.tools.evening import TWO_SIDES, Evening, why_not

DID_NOT_ROB = "did-not-rob"
WITHOUT_ACE = "robbed-without-ace"


def spoil_five(players: str = "Ann Ben Cat Dan", **options: object) -> Evening:
    return Evening("spoil-five", players, **options)


def in_sides(**options: object) -> Evening:
    return spoil_five(sides=TWO_SIDES, **options)


def test_sf_01_two_to_ten_play() -> None:
    names = [f"P{number}" for number in range(1, 12)]
    assert "2 to 10 players" in why_not(spoil_five(names[0]), "deal")
    assert "11 in" in why_not(spoil_five(" ".join(names)), "deal")
    assert spoil_five(" ".join(names[:10])).deal().pool == 21
    assert spoil_five("Ann Ben").deal().pool == 5


def test_sf_04_sf_05_everyone_pays_the_ante_and_the_dealer_more() -> None:
    assert spoil_five().deal().balances == [-3, -2, -2, -2]
    assert spoil_five(ante=3, dealer_extra=2, dealer="Dan").deal().balances == [-3, -3, -3, -5]


def test_sf_06_a_spoilt_pool_stands_and_everyone_adds_the_spoil_ante() -> None:
    evening = spoil_five(ante=5, spoil_ante=2).deal().spoilt().deal()
    assert evening.balances == [-8, -8, -7, -7]
    assert evening.pool == 30
    assert evening.state.facts.summary() == "spoilt once"
    assert evening.spoilt().state.facts.summary() == "spoilt 2 hands running"
    assert evening.deal().spoilt().state.facts.summary() == "spoilt 3 hands running"


@pytest.mark.parametrize("between", ["abandon", "give"])
def test_sf_06_neither_an_abandoned_hand_nor_a_gift_ends_a_spoilt_pool(between: str) -> None:
    evening = spoil_five(ante=5).deal().spoilt()
    if between == "abandon":
        evening.deal().abandon()
    else:
        evening.give(from_={"pot": "pool"}, to="Ann", counters=evening.pool)
    pool = evening.pool
    assert evening.deal().pool == pool + 5


def test_sf_06_a_first_pool_that_was_abandoned_is_not_spoilt() -> None:
    assert spoil_five(ante=5).deal().abandon().deal().pool == 42


def test_sf_07_who_wins_takes_the_pool_and_the_deal_passes() -> None:
    evening = spoil_five().deal().won(player="Cat")
    assert evening.balances == [-3, -2, 7, -2]
    assert evening.pool == 0
    assert evening.deals == "Ben"
    assert evening.memo == "Cat takes the pool."


@pytest.mark.parametrize("end", ["won", "jinked"])
def test_sf_10_after_a_win_the_full_ante_is_due_again(end: str) -> None:
    evening = spoil_five(ante=5, jink=True).deal().spoilt().deal()
    getattr(evening, end)(player="Ann")
    assert evening.deal().pool == 21


@pytest.mark.parametrize(
    ("players", "options"),
    [
        ("Ann Ben", {}),
        ("Ann Ben Cat Dan", {"sides": TWO_SIDES}),
        ("Ann Ben Cat Dan", {"tricks": 2, "sides": TWO_SIDES}),
        ("Ann Ben", {"tricks": 2}),
        ("Ann Ben Cat Dan", {"tricks": 2}),
    ],
)
def test_sf_09_sf_18_where_somebody_must_have_the_tricks_nothing_is_spoilt(
    players: str, options: dict[str, object]
) -> None:
    evening = spoil_five(players, **options).deal()
    assert "Somebody must have made it" in why_not(evening, "spoilt")
    evening.bar(player="Ben", why=DID_NOT_ROB)
    assert why_not(evening, "spoilt") == ""


@pytest.mark.parametrize(("players", "tricks"), [("Ann Ben Cat", 3), ("Ann Ben Cat Dan Eve", 2)])
def test_sf_08_otherwise_a_hand_can_be_spoilt(players: str, tricks: int) -> None:
    assert spoil_five(players, tricks=tricks).deal().spoilt().deals == "Ben"


def test_sf_09_only_those_in_count_for_a_spoilt_hand() -> None:
    assert "with 2 players" in why_not(spoil_five("Ann Ben Cat").sit_out(player="Cat").deal(), "spoilt")


def test_sf_09a_partners_share_the_pool_and_the_odd_counter_stays() -> None:
    evening = in_sides().deal().won(player="Cat")
    assert evening.balances == [1, -2, 2, -2]
    assert evening.pool == 1
    assert evening.memo == "Ann and Cat share the pool."


def test_sf_09_a_hand_is_dealt_only_when_exactly_the_four_of_the_sides_are_in() -> None:
    evening = in_sides().sit_out(player="Dan")
    assert "exactly these 4" in why_not(evening, "deal")
    evening.join(player="Eve")
    assert "Ann, Cat, Ben and Dan" in why_not(evening, "deal")
    evening.sit_in(player="Dan")
    assert "exactly these 4" in why_not(evening, "deal")
    assert evening.sit_out(player="Eve").deal().pool == 9


@pytest.mark.parametrize(
    ("sides", "why"),
    [
        ([["Ann", "Ben"]], "two or more lists"),
        ([], "two or more lists"),
        ([["Ann", "Ben", "Cat"], ["Dan"]], "all of the same length"),
        ([["Ann"], ["Dan"]], "two players or more in each"),
        ([["Ann", "Ben"], ["Cat", "Dan", "Eve"]], "all of the same length"),
        ([["Ann", "Ben"], ["Cat", "Ann"]], "Ann can't be named twice"),
    ],
)
def test_sf_09_sides_that_are_none(sides: object, why: str) -> None:
    with pytest.raises(Malformed, match=why):
        spoil_five(sides=sides)


THREE_SIDES = [["A", "D"], ["B", "E"], ["C", "F"]]


def test_sf_09_three_partnerships_may_spoil_the_pool_and_share_what_they_jink() -> None:
    evening = spoil_five("A B C D E F", sides=THREE_SIDES, jink=True, dealer_extra=0).deal().spoilt()
    assert why_not(evening.deal().bar(player="E", why=DID_NOT_ROB), "jinked", player="B") != ""
    before = evening.balances
    evening.jinked(player="D")
    assert [after - old for after, old in zip(evening.balances, before, strict=True)] == [13, -2, -2, 13, -2, -2]
    assert evening.pool == 0


@pytest.mark.parametrize(
    ("sides", "tricks", "who"),
    [
        ([["A", "C", "E"], ["B", "D", "F"]], 3, "2 sides"),
        (THREE_SIDES, 2, "3 sides"),
    ],
)
def test_sf_08_sides_that_must_have_the_tricks(sides: list[list[str]], tricks: int, who: str) -> None:
    evening = spoil_five("A B C D E F", sides=sides, tricks=tricks).deal()
    assert f"with {who}" in why_not(evening, "spoilt")
    assert why_not(evening.bar(player="A", why=DID_NOT_ROB), "spoilt") == ""


def test_sf_15_the_dealer_may_give_the_deal_up_instead_of_paying() -> None:
    evening = spoil_five(misdeal="pay").deal()
    assert (evening.pool, evening.misdeal(pays=False).deals, evening.pool) == (9, "Ben", 10)
    assert (evening.misdeal().deals, evening.pool) == ("Ben", 11)
    assert (evening.misdeal(pays=True).deals, evening.pool) == ("Ben", 12)


def test_sf_09_all_partners_have_a_seat_at_the_start() -> None:
    with pytest.raises(Illegal, match="Eve is named in the sides, but has no seat"):
        spoil_five(sides=[["Ann", "Eve"], ["Ben", "Cat"]])


def test_sf_09_a_partner_may_sit_out_at_the_start() -> None:
    evening = spoil_five("Ann Ben Cat Dan Eve").sit_out(player="Dan").finish()
    evening.begins("spoil-five", sides=TWO_SIDES)
    assert evening.sit_out(player="Eve").sit_in(player="Dan").deal().pool == 9


def test_sf_11_who_did_not_rob_cannot_win_the_pool() -> None:
    evening = spoil_five(jink=True).deal().bar(player="Dan", why=DID_NOT_ROB)
    assert evening.memo == "Dan did not rob and can't win the pool this hand."
    assert evening.state.facts.summary() == "Dan is barred: did not rob"
    assert why_not(evening, "won", player="Dan").startswith("Dan can't win the pool this hand: ")
    assert "did not rob" in why_not(evening, "jinked", player="Dan")
    assert evening.won(player="Ann").balances == [6, -2, -2, -2]


def test_sf_11_nor_who_robbed_without_the_ace() -> None:
    evening = spoil_five().deal().bar(player="Dan", why=WITHOUT_ACE)
    assert "robbed without the ace" in why_not(evening, "won", player="Dan")
    assert evening.state.facts.summary() == "Dan is barred: robbed without the ace"


def test_sf_11_nor_the_partner() -> None:
    evening = in_sides(jink=True).deal().bar(player="Cat", why=DID_NOT_ROB)
    assert "Ann can't win the pool this hand: Cat did not rob" in why_not(evening, "won", player="Ann")
    assert "Ann can't win" in why_not(evening, "jinked", player="Ann")
    assert why_not(evening, "won", player="Ben") == ""


def test_sf_11_a_player_is_barred_once_but_several_can_be() -> None:
    evening = spoil_five().deal().bar(player="Dan", why=DID_NOT_ROB)
    assert why_not(evening, "bar", player="Dan", why=WITHOUT_ACE) == "Dan is already barred."
    evening.bar(player="Ann", why=WITHOUT_ACE)
    assert "Ann" in why_not(evening, "won", player="Ann")
    assert "Dan" in why_not(evening, "won", player="Dan")


@pytest.mark.parametrize("after", ["misdeal", "spoilt", "abandon", "won"])
def test_sf_11_who_is_barred_may_win_the_next_hand(after: str) -> None:
    evening = spoil_five().deal().bar(player="Dan", why=DID_NOT_ROB)
    getattr(evening, after)(**({"player": "Ann"} if after == "won" else {}))
    if after != "misdeal":
        evening.deal()
    assert why_not(evening, "won", player="Dan") == ""


def test_sf_12_a_barred_player_who_has_the_tricks_spoils_the_hand() -> None:
    evening = spoil_five("Ann Ben", ante=4).deal().bar(player="Ben", why=DID_NOT_ROB).spoilt().deal()
    assert evening.pool == 9 + 3


@pytest.mark.parametrize("robbing", ["may", "none"])
def test_sf_13_where_the_ace_need_not_rob_nobody_is_barred(robbing: str) -> None:
    evening = spoil_five(robbing=robbing).deal()
    assert "Nobody is barred here" in why_not(evening, "bar", player="Ann", why=DID_NOT_ROB)


def test_sf_14_after_a_misdeal_the_deal_passes_and_the_new_dealer_pays_too() -> None:
    evening = spoil_five(dealer_extra=2).deal().misdeal()
    assert evening.balances == [-4, -4, -2, -2]
    assert evening.deals == "Ben"
    assert evening.state.open


def test_sf_14_a_misdeal_costs_nothing_where_the_deal_does_not() -> None:
    evening = spoil_five(dealer_extra=0).deal().misdeal()
    assert evening.balances == [-2, -2, -2, -2]
    assert evening.memo == "Ann misdeals; Ben redeals."


def test_sf_14_a_misdeal_over_a_spoilt_pool_leaves_it_spoilt() -> None:
    evening = spoil_five(ante=5).deal().spoilt().deal().misdeal().spoilt().deal()
    assert evening.pool == 21 + 5 + 1 + 5


def test_sf_20_without_jinking_nobody_plays_on() -> None:
    evening = spoil_five().deal()
    assert "jinking is off" in why_not(evening, "jinked", player="Ann")
    assert "jinking is off" in why_not(evening, "jink_failed", player="Ann")


def test_sf_21_a_jink_takes_the_pool_and_the_full_ante_from_each_other() -> None:
    evening = spoil_five(ante=3, jink=True).deal().spoilt().deal().jinked(player="Dan")
    assert evening.balances == [-8, -8, -7, 23]
    assert evening.pool == 0
    assert "jinks" in evening.memo


def test_sf_21_a_jink_of_a_side_pays_each_partner_alike() -> None:
    evening = in_sides(ante=3, jink=True).deal().jinked(player="Cat")
    assert evening.balances == [-4 + 6 + 3, -3 - 3, -3 + 6 + 3, -3 - 3]
    assert evening.pool == 1
    payers = [posting.payer for posting in evening.effect.postings if isinstance(posting.payer, str)]
    payees = [posting.payee for posting in evening.effect.postings if isinstance(posting.payer, str)]
    assert sorted(payers) == ["Ben", "Dan"]
    assert sorted(payees) == ["Ann", "Cat"]  # type: ignore[type-var]


@pytest.mark.parametrize("sides", [None, TWO_SIDES])
def test_sf_21_a_jink_without_antes_wins_the_pool_only(sides: object) -> None:
    evening = spoil_five(ante=0, dealer_extra=2, jink=True, sides=sides).deal().jinked(player="Ann")
    assert evening.pool == 0
    assert sum(evening.balances) == 0
    assert min(evening.balances) == (0 if sides is None else -1)


def test_sf_11_nor_the_partner_of_who_robbed_without_the_ace() -> None:
    evening = in_sides().deal().bar(player="Cat", why=WITHOUT_ACE)
    said = "Ann can't win the pool this hand: Cat robbed without the ace."
    assert why_not(evening, "won", player="Ann") == said


def test_sf_15_a_hand_dealt_again_by_the_same_dealer_bars_nobody_either() -> None:
    evening = spoil_five(misdeal="pay").deal().bar(player="Dan", why=DID_NOT_ROB).misdeal()
    assert why_not(evening, "won", player="Dan") == ""


def test_sf_21_the_memo_of_a_jink_of_a_side_names_both() -> None:
    assert in_sides(jink=True).deal().jinked(player="Cat").memo == "Ann and Cat share the pool and jink."


def test_sf_09a_a_side_is_named_as_the_house_rules_name_it() -> None:
    evening = spoil_five(sides=[["Cat", "Ann"], ["Dan", "Ben"]]).deal().won(player="Ann")
    assert evening.memo == "Cat and Ann share the pool."
