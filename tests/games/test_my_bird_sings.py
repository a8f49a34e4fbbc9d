"""My Bird Sings, rule by rule (MB)."""

import pytest

from tests.tools.evening import Evening, why_not


def singing(players: str = "Ann Ben Cat Dan", **options: object) -> Evening:
    return Evening("my-bird-sings", players, **options)


def whole_pack(players: str = "Ann Ben Cat", **options: object) -> Evening:
    return singing(players, whole_pack=True, **options)


@pytest.mark.parametrize(
    ("options", "most"),
    [({}, 13), ({"pack": 32}, 8), ({"cards": 3}, 17), ({"pack": 32, "cards": 3}, 10), ({"flushes_only": True}, 13)],
)
def test_mb_01_as_many_play_as_the_pack_can_serve(options: dict[str, object], most: int) -> None:
    names = [f"P{number}" for number in range(1, most + 2)]
    assert why_not(singing(" ".join(names[:most]), **options), "deal") == ""
    refusal = why_not(singing(" ".join(names), **options), "deal")
    assert f"2 to {most} players" in refusal
    assert f"{most + 1} in" in refusal


def test_mb_01_nobody_plays_alone() -> None:
    assert "2 to 13 players" in why_not(singing("Ann"), "deal")


def test_mb_03_mb_04_each_pays_the_ante_and_the_dealer_more() -> None:
    assert singing().deal().balances == [-2, -1, -1, -1]
    dearer = singing(dealer="Cat", ante=3, dealer_extra=2).deal()
    assert dearer.balances == [-3, -3, -5, -3]
    assert dearer.pool == 14
    assert singing(ante=0, dealer_extra=0).deal().sings(player="Ann").balances == [0, 0, 0, 0]


def test_mb_06_who_sings_takes_the_whole_pool_and_the_deal_passes_left() -> None:
    evening = singing().deal().sings(player="Cat")
    assert evening.balances == [-2, -1, 4, -1]
    assert evening.pool == 0
    assert evening.deals == "Ben"
    assert not evening.state.open


def test_mb_08_an_abandoned_pool_stays_and_antes_are_paid_again() -> None:
    evening = singing().deal().abandon().deal()
    assert evening.balances == [-3, -3, -2, -2]
    assert evening.pool == 10


@pytest.mark.parametrize("options", [{"flushes_only": True}, {"cards": 3}])
def test_mb_09_where_flushes_alone_count_four_suits_do_not_sing(options: dict[str, object]) -> None:
    evening = singing(**options).deal()
    assert "only a flush" in why_not(evening, "sings", player="Ann", with_="four-suits")
    assert evening.sings(player="Ann", with_="flush").memo == "Ann's bird sings with a flush and takes the pool."


def test_mb_05_four_suits_sing_otherwise() -> None:
    assert "one of each suit" in singing().deal().sings(player="Ann", with_="four-suits").memo


def test_mb_10_in_the_whole_pack_a_song_is_a_trick_and_most_tricks_take_the_pool() -> None:
    evening = whole_pack().deal().sings(player="Cat").sings(player="Ben").sings(player="Cat")
    assert evening.pool == 4
    assert evening.state.open
    assert evening.state.facts.summary() == "tricks: Cat 2, Ben 1"
    evening.exhausted()
    assert evening.balances == [-2, -1, 3]
    assert evening.memo == "Cat takes the pool with 2 tricks."


def test_mb_11_those_who_tie_share_the_pool_and_the_odd_counter_stays() -> None:
    evening = whole_pack(ante=2).deal().sings(player="Ann").sings(player="Cat").exhausted()
    assert evening.balances == [0, -2, 1]
    assert evening.pool == 1
    assert "Ann and Cat share" in evening.memo


def test_mb_10_tricks_are_forgotten_after_a_misdeal_and_in_the_next_hand() -> None:
    evening = whole_pack().deal().sings(player="Ann").misdeal()
    assert evening.state.facts.summary() == ""
    assert "Nobody has sung" in why_not(evening, "exhausted")
    evening.sings(player="Ben").exhausted().deal()
    assert "Nobody has sung" in why_not(evening, "exhausted")


def test_mb_10_the_pack_is_exhausted_only_where_it_is_played_out() -> None:
    assert "first song takes the pool" in why_not(singing().deal(), "exhausted")
    assert "No hand is in play" in why_not(whole_pack(), "exhausted")


def test_mb_11_those_who_tie_are_named_as_they_sit() -> None:
    evening = whole_pack().deal()
    for name in ("Cat", "Ann", "Cat", "Ann"):
        evening.sings(player=name)
    assert evening.exhausted().memo == "Ann and Cat share the pool with 2 tricks."


def test_mb_01_what_is_taken_out_of_a_small_pack() -> None:
    assert singing().state.options.dealing(4).pack == ""
    assert singing(pack=32).state.options.dealing(4).pack == "Take out everything from the 2s to the 6s."


def test_mb_09_where_three_cards_are_dealt() -> None:
    assert singing(cards=3).state.options.dealing(4).summary() == "3 cards each"
