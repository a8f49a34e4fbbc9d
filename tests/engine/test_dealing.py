"""The deal worked out for the dealer."""

from typing import Any

import pytest

from companion.engine.phrases import Dealing, whole_pack
from companion.engine.structure import hints as hints_of
from companion.games import catalogue
from tests.tools.evening import Evening, the_game, why_not


def test_the_deal_in_words() -> None:
    assert Dealing(8, spare=10).summary() == "8 cards each, 10 in the spare hand"
    assert Dealing(1).summary() == "1 card each"
    assert Dealing(9, more=2, spare=5).summary() == "9 or 10 cards each, 5 in the spare hand"
    assert whole_pack(52, 5).summary() == "10 or 11 cards each"
    assert whole_pack(52, 4).summary() == "13 cards each"


@pytest.mark.parametrize(
    ("players", "each", "spare"), [(3, 12, 14), (4, 10, 10), (5, 8, 10), (6, 7, 8), (7, 6, 8), (8, 5, 10)]
)
def test_pj_02_a_spare_hand_and_what_is_left_over(players: int, each: int, spare: int) -> None:
    dealing = the_game("pope-joan").options().dealing(players)
    assert dealing and (dealing.each, dealing.spare) == (each, spare)
    assert "8 of diamonds" in dealing.pack


def test_pj_02_the_house_may_settle_how_many_cards() -> None:
    dealing = the_game("pope-joan").options(cards_each=12).dealing(4)  # type: ignore[call-arg]
    assert dealing and (dealing.each, dealing.spare) == (12, 2)


def test_pj_02_no_more_are_dealt_than_the_pack_has() -> None:
    twelve = the_game("pope-joan").options(cards_each=12)  # type: ignore[call-arg]
    assert twelve.seats() == range(3, 5)


@pytest.mark.parametrize(
    ("key", "players", "most", "pack"), [("spin", 4, 13, "2 of hearts"), ("newmarket", 4, 11, "sevens")]
)
def test_sp_01_nm_01_the_pack(key: str, players: int, most: int, pack: str) -> None:
    dealing = the_game(key).options().dealing(players)
    assert dealing and dealing.longest_hand == most
    assert pack in dealing.pack


def hints(evening: Evening) -> list[str]:
    """What the dealer is told."""
    deal = evening.state.game.by_name["deal"]  # type: ignore[union-attr]
    said: list[str] = deal.hints(evening.state)  # type: ignore[attr-defined]
    return said


def test_the_dealer_is_told() -> None:
    assert hints(Evening("pope-joan")) == [
        "Ann deals next: 10 cards each, 10 in the spare hand.",
        "Take out the 8 of diamonds.",
    ]
    assert hints(Evening("spoil-five")) == ["Ann deals next: 5 cards each."]


def test_sn_02_sn_14_five_cards_or_where_each_deal_is_a_game_the_whole_pack() -> None:
    assert hints(Evening("snip-snap-snorum")) == ["Ann deals next: 5 cards each.", "32 cards are left over."]
    assert hints(Evening("snip-snap-snorum", unlimited=True)) == ["Ann deals next: 13 cards each."]


def test_pj_21_a_hand_may_be_longer_where_the_dealer_stands_out() -> None:
    dealing = the_game("pope-joan").options().dealing(4)
    assert dealing and (dealing.longest_hand, dealing.longest_of_all) == (10, 12)


def test_pj_05_how_far_it_is_to_a_full_round_where_the_dealer_dresses() -> None:
    evening = Evening("pope-joan", "Ann Ben Cat", dressed_by="dealer")
    assert "3 more deals until" in hints(evening)[-1]
    evening.deal().misdeal().out(player="Ann", cards_left={})
    assert evening.deals == "Cat"
    assert "1 more deal until" in hints(evening)[-1]
    evening.deal().out(player="Ann", cards_left={})
    assert "equally often" in hints(evening)[-1]
    evening.leave(player="Ann")
    assert len(hints(evening)) == 2, "the round is lost with the player who began it"


@pytest.mark.parametrize("key", list(catalogue()))
def test_what_a_tap_on_the_board_says_are_fields_of_its_move(key: str) -> None:
    game = the_game(key)
    state = Evening(key).state
    if "deal" in game.by_name and not why_not(evening := Evening(key), "deal"):
        state = evening.state
    for kind in game.by_name.values():
        for pot, said in kind.pot_taps(state).items():
            assert pot in state.pots
            assert {field for field in said if field not in hints_of(kind)} == set()


@pytest.mark.parametrize("key", list(catalogue()))
def test_nobody_is_dealt_more_cards_than_there_are(key: str) -> None:
    options = the_game(key).options()
    for players in options.seats():
        dealing = options.dealing(players)
        assert dealing is None or 0 < dealing.each * players + dealing.more + dealing.spare <= 52


@pytest.mark.parametrize(
    ("key", "options", "players", "cards", "pack"),
    [
        ("spin", {}, 5, "10 cards each", "2 of hearts"),
        ("newmarket", {}, 4, "11 cards each", "sevens"),
        ("earl-of-coventry", {}, 4, "13 cards each", ""),
        ("jig", {}, 4, "13 cards each", ""),
        ("twenty-five", {}, 4, "5 cards each", ""),
        ("bridge", {}, 4, "13 cards each", ""),
        ("lift-smoke", {}, 5, "5 cards each", "turned up for trumps."),
        ("farmer", {}, 4, "1 card each", "eights"),
        ("my-bird-sings", {"cards": 3}, 4, "3 cards each", ""),
        ("my-bird-sings", {"pack": 32}, 4, "4 cards each", "Take out everything from the 2s to the 6s."),
        ("polignac", {}, 4, "8 cards each", "2s to the 6s."),
        ("polignac", {}, 5, "6 cards each", "2s to the 6s, and 2 of the 7s."),
        ("polignac", {}, 6, "5 cards each", "and 2 of the 7s."),
        ("polignac", {}, 7, "4 cards each", "2s to the 7s."),
        ("cassino", {}, 2, "4 cards each", "Four more go face up; then four each again, 6 rounds in all"),
        ("cassino", {}, 3, "4 cards each", "4 rounds in all, until the pack runs out."),
        ("cassino", {}, 4, "4 cards each", "3 rounds in all, until the pack runs out."),
        ("cassino", {}, 6, "4 cards each", "2 rounds in all, until the pack runs out."),
    ],
)
def test_no_card_too_many_and_none_too_few(
    key: str, options: dict[str, Any], players: int, cards: str, pack: str
) -> None:
    dealing = the_game(key).options(**options).dealing(players)
    assert dealing and dealing.summary() == cards
    assert pack in dealing.pack and bool(pack) == bool(dealing.pack)
