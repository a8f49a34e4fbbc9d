"""Spin, rule by rule (SP)."""

import pytest

from companion.engine.errors import Malformed
from tests.tools.evening import FOUR, Evening, why_not


def spin(players: str = FOUR, **options: object) -> Evening:
    return Evening("spin", players, **options)


def pots(evening: Evening) -> list[int]:
    return list(evening.state.pots.values())


def test_sp_02_three_to_seven_play() -> None:
    names = [f"P{number}" for number in range(1, 9)]
    assert "3 to 7 players" in why_not(spin("Ann Ben"), "deal")
    assert "8 in" in why_not(spin(" ".join(names)), "deal")
    assert pots(spin(" ".join(names[:7])).deal()) == [2, 1, 6]


def test_sp_03_sp_04_the_dealer_lays_matrimony_and_intrigue_the_others_game() -> None:
    evening = spin(stake=2, dealer="Cat").deal()
    assert evening.balances == [-2, -2, -6, -2]
    assert evening.state.pots == {"matrimony": 4, "intrigue": 2, "game": 6}


def test_sp_04_without_a_stake_nothing_is_laid() -> None:
    assert spin(stake=0).deal().effect.postings == ()


def test_sp_05_the_dealer_may_pay_to_game_too() -> None:
    assert spin(dealer_pays_game=True).deal().balances == [-4, -1, -1, -1]


@pytest.mark.parametrize(("pot", "takes"), [("matrimony", 2), ("intrigue", 1)])
def test_sp_06_who_shows_both_cards_takes_the_stake(pot: str, takes: int) -> None:
    evening = spin().deal().shown(pot=pot, player="Ben")
    assert evening.balances == [-3, -1 + takes, -1, -1]
    assert evening.state.pots[pot] == 0
    assert evening.memo == f"Ben shows {pot.capitalize()} and takes it."
    assert (
        why_not(evening, "shown", pot=pot, player="Cat") == f"{pot.capitalize()} has already been shown in this hand."
    )
    assert evening.state.facts.summary() == f"{pot.capitalize()} is shown"


def test_sp_06_game_is_not_shown() -> None:
    with pytest.raises(Malformed, match=r'shown.pot: must be "matrimony" or "intrigue", not "game"'):
        spin().deal().shown(pot="game", player="Ben")


def test_sp_07_spin_is_paid_by_each_other() -> None:
    evening = spin(stake=0).deal().played(card="AD", player="Cat")
    assert evening.balances == [-3, -3, 9, -3]
    assert evening.memo == "Cat plays Spin: 3 from each of the others."
    assert why_not(evening, "played", card="AD", player="Cat") == "Spin has already been played in this hand."
    assert spin(stake=0, spin_price=5).deal().played(card="AD", player="Cat").balances == [-5, -5, 15, -5]


@pytest.mark.parametrize("king", ["KS", "KH", "KD", "KC"])
def test_sp_08_so_is_each_king(king: str) -> None:
    evening = spin(stake=0, king_price=2).deal().played(card=king, player="Ann")
    assert evening.balances == [6, -2, -2, -2]
    assert "has already been played" in why_not(evening, "played", card=king, player="Ben")
    assert why_not(evening, "played", card="AD", player="Ben") == ""


def test_sp_08_the_memo_and_the_note_name_the_king() -> None:
    evening = spin(king_price=0).deal().played(card="KC", player="Ben")
    assert evening.memo == "Ben plays the king of clubs: 0 from each of the others."
    assert evening.state.facts.summary() == "The king of clubs is played"


@pytest.mark.parametrize("card", ["QH", "8D", "AS", "10C"])
def test_sp_08_no_other_card_is_paid(card: str) -> None:
    assert why_not(spin().deal(), "played", card=card, player="Ann").startswith("Nothing is paid for the ")


@pytest.mark.parametrize("card", ["11H", "1D", "KX", "kh", "HK", "K H", "KH\n", "Joker", ""])
def test_what_is_no_card_at_all(card: str) -> None:
    with pytest.raises(Malformed, match=r"played.card: must be a card, such as"):
        spin().deal().played(card=card, player="Ann")


def test_sp_09_sp_10_the_first_out_takes_game_and_a_stake_a_card() -> None:
    evening = spin(stake=2).deal().out(player="Dan", cards_left={"Ann": 4, "Ben": 0})
    assert evening.balances == [-6 - 8, -2, -2, -2 + 6 + 8]
    assert pots(evening) == [4, 2, 0]
    assert evening.deals == "Ben"
    assert evening.memo == "Dan went out, takes Game and is paid for the cards left."


def test_sp_10_who_is_out_has_no_cards_left() -> None:
    assert "Dan went out" in why_not(spin().deal(), "out", player="Dan", cards_left={"Dan": 0})


def test_sp_11_who_holds_spin_pays_double() -> None:
    evening = spin(stake=0).deal()
    evening.give(from_="Ann", to={"pot": "game"}, counters=2)
    evening.out(player="Cat", cards_left={"Ann": 5, "Dan": 1}, spin_held_by="Ann")
    assert evening.balances == [-2, 0, 2, 0]
    evening = spin(stake=1).deal().out(player="Cat", cards_left={"Ann": 5, "Dan": 1}, spin_held_by="Ann")
    assert evening.balances == [-3 - 10, -1, -1 + 3 + 11, -1 - 1]
    assert "Ann holds Spin and pays double" in evening.memo


@pytest.mark.parametrize("holder", ["Ben", "Dan", "Cat"])
def test_sp_11_who_holds_spin_is_another_with_a_card(holder: str) -> None:
    said = why_not(spin().deal(), "out", player="Cat", cards_left={"Ann": 5, "Dan": 0}, spin_held_by=holder)
    assert said == f"{holder} can't hold Spin without a card left."


def test_sp_11_nobody_holds_spin_once_it_is_played() -> None:
    evening = spin().deal().played(card="AD", player="Ann")
    assert "Nobody holds Spin any more" in why_not(
        evening, "out", player="Cat", cards_left={"Ann": 5}, spin_held_by="Ann"
    )


def test_sp_12_the_winner_lays_nothing_on_the_next_game_only() -> None:
    evening = spin().deal().out(player="Dan", cards_left={})
    assert evening.state.facts.summary() == "Dan won and adds nothing to Game"
    assert pots(evening.deal()) == [4, 2, 2]
    assert evening.effect.postings[-1].payer == "Cat"
    assert evening.state.facts.summary() == ""
    assert pots(evening.out(player="Ann", cards_left={}).deal()) == [6, 3, 2]
    assert evening.balances[3] == -1 + 3 - 1


@pytest.mark.parametrize(("dealer_pays_game", "costs"), [(False, 3), (True, 3)])
def test_sp_13_a_winner_who_deals_pays_the_rest(dealer_pays_game: bool, costs: int) -> None:
    evening = spin(dealer_pays_game=dealer_pays_game).deal().out(player="Ben", cards_left={})
    before = evening.balances[1]
    assert evening.deal().balances[1] == before - costs


@pytest.mark.parametrize("between", [[], ["deal", "abandon"]])
def test_sp_12_after_an_abandoned_hand_everybody_pays(between: list[str]) -> None:
    evening = spin().deal().out(player="Dan", cards_left={})
    for name in between:
        getattr(evening, name)()
    game = evening.state.pots["game"]
    assert evening.deal().state.pots["game"] == game + (3 if between else 2)


def test_a_misdeal_forgets_what_was_played_and_nobody_antes_again() -> None:
    evening = spin().deal().played(card="AD", player="Ann").shown(pot="intrigue", player="Ann")
    before = evening.balances
    assert evening.misdeal().balances == before
    assert evening.deals == "Ben"
    assert why_not(evening, "played", card="AD", player="Cat") == ""
    assert why_not(evening, "shown", pot="intrigue", player="Cat") == ""


def test_cards_are_left_to_those_in() -> None:
    evening = spin().sit_out(player="Dan").deal()
    assert why_not(evening, "out", player="Ann", cards_left={"Dan": 1}) == "Dan sits out."
    with pytest.raises(Malformed, match=r"out.cards_left\[Ben\]: must be a whole number from 0"):
        evening.out(player="Ann", cards_left={"Ben": -1})
    with pytest.raises(Malformed, match="cards_left is missing"):
        evening.out(player="Ann")


def test_sp_07_sp_08_what_was_played_is_remembered_when_another_follows() -> None:
    evening = spin().deal().played(card="AD", player="Ann").played(card="KS", player="Ben")
    for card in ("AD", "KS"):
        assert "has already been played" in why_not(evening, "played", card=card, player="Cat")
    held = {"player": "Cat", "cards_left": {"Dan": 2}, "spin_held_by": "Dan"}
    assert "Nobody holds Spin any more" in why_not(evening, "out", **held)


def test_sp_06_what_was_shown_is_remembered_when_the_other_follows() -> None:
    evening = spin().deal()
    shown = evening.state.game.by_name["shown"]
    evening.shown(pot="matrimony", player="Ann")
    assert shown.pot_taps(evening.state) == {"intrigue": {"pot": "intrigue"}}
    evening.shown(pot="intrigue", player="Ben")
    assert "has already been shown" in why_not(evening, "shown", pot="matrimony", player="Cat")


def test_sp_11_who_holds_spin_is_not_asked_once_it_is_played() -> None:
    evening = spin().deal()
    out = evening.state.game.by_name["out"]
    assert out.hidden(evening.state, {}) == ()
    assert out.hidden(evening.played(card="AD", player="Ann").state, {}) == ("spin_held_by",)
