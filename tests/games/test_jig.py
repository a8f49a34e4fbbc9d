"""Jig, rule by rule (JG)."""

from tests.tools.evening import Evening, why_not


def jig(players: str = "Ann Ben Cat Dan", **options: object) -> Evening:
    return Evening("jig", players, **options)


def test_jg_01_three_to_ten_play() -> None:
    names = [f"P{number}" for number in range(1, 12)]
    assert "3 to 10 players" in why_not(jig("Ann Ben"), "deal")
    assert "11 in" in why_not(jig(" ".join(names)), "deal")
    assert why_not(jig(" ".join(names[:10])), "deal") == ""
    assert why_not(jig("Ann Ben Cat"), "deal") == ""


def test_jg_03_at_the_price_of_the_house() -> None:
    assert jig(card_price=3).deal().out(player="Ann", cards_left={"Cat": 2}).balances == [6, 0, -6, 0]
    assert jig(card_price=0).deal().out(player="Ann", cards_left={"Cat": 2}).balances == [0, 0, 0, 0]


def test_jg_03_who_is_not_named_holds_no_card() -> None:
    assert jig().deal().out(player="Ann", cards_left={}).balances == [0, 0, 0, 0]
    assert jig().deal().out(player="Ann", cards_left={"Ben": 0, "Dan": 1}).balances == [1, 0, 0, -1]


def test_jg_04_antes_and_the_dealers_extra_make_a_pool() -> None:
    assert jig().deal().pool == 0
    assert jig(ante=2, dealer_extra=3, dealer="Ben").deal().balances == [-2, -5, -2, -2]
    assert jig(dealer_extra=1).deal().balances == [-1, 0, 0, 0]


def test_jg_04_a_fine_goes_into_the_pool_in_mid_hand() -> None:
    evening = jig(fine=2).deal().fined(player="Dan").fined(player="Dan")
    assert evening.balances == [0, 0, 0, -4]
    assert evening.pool == 4
    assert evening.memo == "Dan pays a fine of 2 counters."
    assert evening.state.open
    assert jig(fine=0).deal().fined(player="Dan").balances == [0, 0, 0, 0]


def test_jg_05_only_an_abandoned_hand_leaves_its_pool() -> None:
    evening = jig(ante=1).deal().abandon().deal()
    assert evening.pool == 8
    assert evening.out(player="Dan", cards_left={"Ben": 1}).deal().pool == 4


def test_jg_04_a_pool_of_fines_alone_is_told_of_too() -> None:
    evening = jig().deal().fined(player="Dan").out(player="Ann", cards_left={"Ben": 1})
    assert evening.memo == "Ann went out first, takes the pool and is paid for the cards left."
