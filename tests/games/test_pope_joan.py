"""Pope Joan, rule by rule (PJ)."""

import pytest

from companion.engine.errors import Malformed
from companion.engine.kit import FirstOut
from companion.games.jig import Out as JigOut
from companion.games.pope_joan import Deal, Out, Played
from tests.tools.evening import FOUR, Evening, why_not

DRESSED = {"pope": 6, "matrimony": 2, "intrigue": 2, "ace": 1, "king": 1, "queen": 1, "knave": 1, "game": 1}


def pope_joan(players: str = FOUR, **options: object) -> Evening:
    return Evening("pope-joan", players, **options)


def pots(evening: Evening) -> dict[str, int]:
    return dict(evening.state.pots)


def won(evening: Evening) -> list[int]:
    """What the last move brought everybody."""
    change = dict.fromkeys(evening.state.seats, 0)
    for posting in evening.effect.postings:
        if isinstance(posting.payer, str):
            change[posting.payer] -= posting.counters
        if isinstance(posting.payee, str):
            change[posting.payee] += posting.counters
    return list(change.values())


def test_pj_01_three_to_eight_play() -> None:
    names = [f"P{number}" for number in range(1, 10)]
    assert "3 to 8 players" in why_not(pope_joan("Ann Ben"), "deal")
    assert "9 in" in why_not(pope_joan(" ".join(names)), "deal")


@pytest.mark.parametrize(("number", "ante"), [(3, 4), (4, 3), (5, 3), (6, 3), (7, 2), (8, 2)])
def test_pj_03_everyone_pays_the_least_that_fills_the_board_the_dealer_double(number: int, ante: int) -> None:
    evening = pope_joan(" ".join(f"P{place}" for place in range(number))).deal()
    assert evening.balances == [-2 * ante] + [-ante] * (number - 1)
    assert pots(evening) == DRESSED | {"game": (number + 1) * ante - 14}


def test_pj_03_a_larger_ante_goes_to_game_a_smaller_is_refused() -> None:
    evening = pope_joan(ante=5).deal()
    assert evening.balances == [-10, -5, -5, -5]
    assert pots(evening) == DRESSED | {"game": 11}
    assert why_not(pope_joan(ante=2), "deal") == "Dressing the board takes 15: with 4 players everyone pays at least 3."
    assert "at least 4" in why_not(pope_joan("Ann Ben Cat", ante=3), "deal")
    assert why_not(pope_joan("Ann Ben Cat", ante=3, divisions=5), "deal") == ""


@pytest.mark.parametrize(("divisions", "costs"), [(8, 15), (5, 12)])
def test_pj_05_the_dealer_may_dress_the_board_alone(divisions: int, costs: int) -> None:
    evening = pope_joan(dressed_by="dealer", divisions=divisions, ante=0, dealer="Ben").deal()
    assert evening.balances == [0, -costs, 0, 0]
    assert pots(evening)["game"] == 1


def test_pj_14_the_board_is_dressed_on_top_of_what_was_left() -> None:
    assert pots(pope_joan().deal().abandon().deal()) == {pot: 2 * held for pot, held in DRESSED.items()}


@pytest.mark.parametrize(("card", "pot"), [("AS", "ace"), ("KD", "king"), ("QH", "queen"), ("JC", "knave")])
def test_pj_06_the_dealer_takes_the_pot_of_the_turn_up_and_nobody_plays_it(card: str, pot: str) -> None:
    evening = pope_joan().deal().turn_up(card=card)
    assert won(evening) == [1, 0, 0, 0]
    assert pots(evening) == DRESSED | {pot: 0}
    assert evening.memo.startswith("Ann turns up the ") and evening.memo.endswith(" and takes its pot.")
    assert "was turned up: nobody can play it" in why_not(evening, "played", card=pot, player="Ben")
    assert evening.state.open


def test_pj_06_a_low_card_moves_nothing() -> None:
    evening = pope_joan().deal().turn_up(card="10S")
    assert evening.effect.postings == ()
    assert evening.memo == "Ann turns up the 10 of spades: nothing to take."
    assert evening.state.facts.summary() == "the 10 of spades is turned up"
    assert why_not(evening, "turn_up", card="9S") == "A card has already been turned up in this hand."


def test_pj_02_the_eight_of_diamonds_is_not_in_the_pack() -> None:
    assert "isn't in the pack" in why_not(pope_joan().deal(), "turn_up", card="8D")
    with pytest.raises(Malformed, match=r"turn_up\.card: must be a card"):
        pope_joan().deal().turn_up(card="1D")


def test_pj_06_the_card_is_turned_up_before_any_is_played() -> None:
    evening = pope_joan().deal().played(card="ace", player="Ben")
    assert why_not(evening, "turn_up", card="7S") == "The card is turned up before any is played."


@pytest.mark.parametrize(
    ("players", "options", "cards"),
    [
        (3, {"pope_limit": None}, 12),
        (4, {"pope_limit": None}, 10),
        (5, {"pope_limit": None}, 8),
        (8, {"pope_limit": None}, 5),
        (4, {}, 6),
        (4, {"pope_limit": 4}, 4),
        (4, {"pope_limit": 0}, 0),
        (4, {"cards_each": 5}, 5),
        (4, {"cards_each": 5, "card_price": 2}, 10),
    ],
)
def test_pj_07_pope_turned_up_is_paid_for_the_cards_dealt(players: int, options: dict[str, object], cards: int) -> None:
    evening = pope_joan(" ".join(f"P{place}" for place in range(players)), **options).deal().turn_up(card="9D")
    assert won(evening) == [6 + cards * (players - 1)] + [-cards] * (players - 1)
    assert evening.state.open
    assert evening.state.pots["pope"] == 0


def test_pj_07_pope_turned_up_is_in_nobodys_hand() -> None:
    evening = pope_joan().deal().turn_up(card="9D")
    assert "9 of diamonds was turned up" in why_not(evening, "played", card="pope", player="Ben", cards_left={})
    assert "Nobody holds Pope" in why_not(evening, "out", player="Ben", cards_left={}, pope_held_by="Ann")


def test_pj_19_pope_turned_up_may_win_the_hand() -> None:
    evening = pope_joan(pope_wins=True, ante=4).deal().turn_up(card="9D")
    assert won(evening) == [6 + 6 + 18, -6, -6, -6]
    assert not evening.state.open
    assert evening.deals == "Ben"
    assert evening.state.pots["game"] == 0


@pytest.mark.parametrize("card", ["ace", "king", "queen", "knave"])
def test_pj_09_who_plays_a_card_of_the_board_takes_its_pot(card: str) -> None:
    evening = pope_joan().deal().played(card=card, player="Cat")
    assert won(evening) == [0, 0, 1, 0]
    said = card.replace("knave", "jack")
    assert evening.memo == f"Cat plays the {said} of trumps and takes its pot."
    again = why_not(evening, "played", card=card, player="Ann")
    assert again == f"The {said} of trumps has already been played in this hand, by Cat."
    assert evening.state.facts.summary() == f"Cat played the {said} of trumps"


@pytest.mark.parametrize(
    ("cards", "total"), [(["king", "queen"], 4), (["knave", "queen"], 4), (["knave", "queen", "king"], 7)]
)
def test_pj_09_two_from_one_hand_take_matrimony_or_intrigue_too(cards: list[str], total: int) -> None:
    evening = pope_joan().deal()
    before = evening.balances[3]
    for card in cards:
        evening.played(card=card, player="Dan")
    assert evening.balances[3] == before + total


def test_pj_09_king_and_jack_make_nothing() -> None:
    evening = pope_joan().deal().played(card="king", player="Dan").played(card="knave", player="Dan")
    assert pots(evening) == DRESSED | {"king": 0, "knave": 0}


def test_pj_15_two_from_two_hands_leave_it_or_share_it() -> None:
    evening = pope_joan().deal().played(card="king", player="Dan").played(card="queen", player="Ann")
    assert evening.state.pots["matrimony"] == 2
    evening = pope_joan(split=True).deal()
    evening.give(from_="Ben", to={"pot": "matrimony"}, counters=1)
    evening.played(card="king", player="Dan").played(card="queen", player="Ann")
    assert won(evening) == [2, 0, 0, 1]
    assert evening.state.pots["matrimony"] == 1
    assert evening.memo == "Ann plays the queen of trumps and takes its pot and Matrimony (shared)."
    assert won(evening.played(card="knave", player="Ann")) == [3, 0, 0, 0]


def test_pj_09_what_a_tap_on_matrimony_or_intrigue_says() -> None:
    evening = pope_joan().deal()
    taps = evening.state.game.by_name["played"].pot_taps
    assert taps(evening.state)["matrimony"] == taps(evening.state)["intrigue"] == {}, "which card is still to be said"
    evening.played(player="Ann", card="king")
    assert taps(evening.state)["matrimony"] == {"card": "queen"}
    evening.played(player="Ann", card="queen")
    assert taps(evening.state)["intrigue"] == {"card": "knave"}
    assert "matrimony" not in taps(evening.state)
    turned = pope_joan().deal().turn_up(card="KH").state
    assert {"matrimony", "king"}.isdisjoint(taps(turned)), "nobody can play the card that was turned up"


def test_pj_10_pope_played_is_paid_for_the_cards_in_hand() -> None:
    hands = {"Ann": 9, "Ben": 2}
    evening = pope_joan(card_price=2).deal().played(card="pope", player="Cat", cards_left=hands)
    assert won(evening) == [-12, -4, 6 + 16, 0]
    evening = pope_joan(pope_limit=None).deal().played(card="pope", player="Cat", cards_left=hands)
    assert won(evening) == [-9, -2, 6 + 11, 0]
    assert evening.memo == "Cat plays Pope and takes its pot."
    assert why_not(evening, "played", card="pope", player="Cat", cards_left={}).startswith(
        "Pope has already been played"
    )


def test_pj_10_who_plays_pope_is_not_named_and_the_hands_belong_to_pope() -> None:
    evening = pope_joan().deal()
    assert "Cat is paid for Pope" in why_not(evening, "played", card="pope", player="Cat", cards_left={"Cat": 1})
    with pytest.raises(Malformed, match="played: Enter how many cards each of the others holds"):
        evening.played(card="pope", player="Cat")
    with pytest.raises(Malformed, match="played: cards_left belongs to Pope alone"):
        evening.played(card="king", player="Cat", cards_left={})


def test_pj_12_the_first_out_takes_game_and_a_price_a_card() -> None:
    evening = pope_joan(card_price=2, ante=4).deal().out(player="Dan", cards_left={"Ann": 3, "Cat": 1})
    assert won(evening) == [-6, 0, -2, 6 + 8]
    assert evening.deals == "Ben"
    assert evening.memo == "Dan went out, takes Game and is paid for the cards left."
    assert "Dan went out" in why_not(evening.deal(), "out", player="Dan", cards_left={"Dan": 1})


@pytest.mark.parametrize("left", [{"Ann": 3, "Cat": 1}, {"Cat": 1}])
def test_pj_13_who_holds_pope_pays_nothing(left: dict[str, int]) -> None:
    evening = pope_joan().deal().out(player="Dan", cards_left=left, pope_held_by="Ann")
    assert won(evening) == [0, 0, -1, 2]
    assert "Ann holds Pope and pays nothing" in evening.memo


def test_pj_13_once_played_nobody_holds_pope() -> None:
    evening = pope_joan().deal().played(card="pope", player="Ann", cards_left={})
    assert "Nobody holds Pope" in why_not(evening, "out", player="Dan", cards_left={}, pope_held_by="Ann")
    evening.misdeal()
    assert why_not(evening, "out", player="Dan", cards_left={}, pope_held_by="Ann") == ""


def test_pj_13_who_is_out_holds_no_pope() -> None:
    said = why_not(pope_joan().deal(), "out", player="Dan", cards_left={}, pope_held_by="Dan")
    assert said == "Dan went out and can't be holding Pope."


def test_pj_16_cards_left_may_go_to_the_board() -> None:
    evening = pope_joan(leftovers="board").deal().played(card="ace", player="Ann").played(card="king", player="Ann")
    evening.out(player="Cat", cards_left={"Ann": 4, "Ben": 1, "Dan": 3}, pope_held_by="Ben")
    assert won(evening) == [-4, 0, 1, -3]
    assert pots(evening) == DRESSED | {"game": 1 + 4}
    assert [posting.payer for posting in evening.effect.postings[1:]] == ["Dan", "Dan", "Dan", "Ann"]


def test_pj_16_who_is_named_lays_exactly_the_price_where_they_like() -> None:
    evening = pope_joan(leftovers="board", card_price=2).deal()
    left = {"Ann": 2, "Ben": 1}
    evening.out(player="Cat", cards_left=left, penalties={"Ann": {"pope": 3, "ace": 1}, "Dan": {}})
    assert won(evening) == [-4, -2, 1, 0]
    assert pots(evening) == DRESSED | {"pope": 9, "ace": 2, "game": 2}


@pytest.mark.parametrize(
    ("penalties", "why"),
    [
        ({"Ann": {"pope": 1}}, "Ann puts down 2 counters in all, not 1."),
        ({"Ben": {"pope": 1}}, "Ben puts down 0 counters in all, not 1."),
        ({"Cat": {"pope": 1}}, "Cat puts down 0 counters in all, not 1."),
        ({"Ann": {"kitty": 2}}, "There is no pot called kitty in this game."),
        ({"Zoe": {"pope": 2}}, "Zoe is not at this table."),
    ],
)
def test_pj_16_what_cannot_be_laid(penalties: dict[str, dict[str, int]], why: str) -> None:
    evening = pope_joan(leftovers="board").deal()
    fields = {"player": "Cat", "cards_left": {"Ann": 2, "Ben": 2}, "pope_held_by": "Ben"}
    assert why_not(evening, "out", **fields, penalties=penalties) == why


def test_pj_17_later_the_dealer_lays_one_counter_only() -> None:
    evening = pope_joan(leftovers="board", ante=3).deal().played(card="queen", player="Dan").abandon().deal()
    assert won(evening) == [0, -1, 0, 0]
    assert pots(evening) == DRESSED
    assert pots(evening.abandon().deal()) == DRESSED | {"game": 2}
    assert pots(evening.abandon().deal(on="intrigue")) == DRESSED | {"game": 2, "intrigue": 3}
    assert "no pot called kitty" in why_not(evening.abandon(), "deal", on="kitty")


def test_pj_17_later_deals_don_t_ask_for_a_full_board() -> None:
    evening = pope_joan("Ann Ben Cat Dan", leftovers="board", ante=3).deal().abandon().sit_out(player="Dan")
    assert why_not(evening, "deal") == ""


@pytest.mark.parametrize("leftovers", ["winner", "board"])
def test_pj_17_where_the_board_is_dressed_the_dealer_chooses_no_pot(leftovers: str) -> None:
    assert "The whole board is dressed" in why_not(pope_joan(leftovers=leftovers), "deal", on="ace")


def test_pj_18_five_divisions_lack_king_queen_and_jack() -> None:
    evening = pope_joan(divisions=5).deal()
    assert pots(evening) == {"pope": 6, "matrimony": 2, "intrigue": 2, "ace": 1, "game": 4}
    assert evening.played(card="queen", player="Ben").memo == "Ben plays the queen of trumps: nothing to take."
    assert won(evening.played(card="king", player="Ben")) == [0, 2, 0, 0]
    assert won(evening.played(card="knave", player="Ben")) == [0, 2, 0, 0]


def test_pj_24_a_turned_up_king_makes_no_matrimony() -> None:
    evening = pope_joan(divisions=5, split=True).deal().turn_up(card="KH")
    assert evening.effect.postings == ()
    assert "nobody can play it" in why_not(evening, "played", card="king", player="Ben")
    assert evening.played(card="queen", player="Ann").state.pots["matrimony"] == 2


def test_a_misdeal_forgets_what_was_turned_up_and_played_and_costs_nothing() -> None:
    evening = pope_joan().deal().turn_up(card="KH").played(card="queen", player="Ann")
    before = evening.balances
    assert evening.misdeal().balances == before
    assert evening.deals == "Ben"
    assert evening.turn_up(card="AS").balances[1] == before[1] + 1
    assert why_not(evening, "played", card="king", player="Ann") == ""
    assert evening.state.pots["matrimony"] == 2


def test_pj_17_nor_where_every_deal_dresses_it() -> None:
    evening = pope_joan().deal().abandon()
    assert "The whole board is dressed" in why_not(evening, "deal", on="ace")


def test_pj_07_pope_turned_up_is_paid_for_the_cards_dealt_to_those_in_by_the_others_alone() -> None:
    evening = pope_joan(pope_limit=None).sit_out(player="Dan").deal().turn_up(card="9D")
    assert won(evening) == [6 + 2 * 12, -12, -12, 0]
    assert [posting.payer for posting in evening.effect.postings if isinstance(posting.payer, str)] == ["Ben", "Cat"]


def test_pj_16_too_few_counters_lie_on_the_first_bare_pots() -> None:
    evening = pope_joan(leftovers="board").deal()
    for card in ("ace", "king", "knave"):
        evening.played(card=card, player="Ann")
    evening.out(player="Cat", cards_left={"Ben": 2})
    assert pots(evening) == DRESSED | {"knave": 0, "game": 0}


def test_pj_12_what_stands_for_being_out_on_the_board_is_game_alone() -> None:
    evening = pope_joan().deal()
    assert evening.state.game.by_name["out"].pot_taps(evening.state) == {"game": {}}


def test_pj_05_where_penalties_dress_the_board_there_is_no_full_round() -> None:
    evening = pope_joan(dressed_by="dealer", leftovers="board")
    assert len(evening.state.game.by_name["deal"].hints(evening.state)) == 2


def test_pj_03_the_board_is_dressed_in_turn_from_the_dealers_left() -> None:
    payers = [posting.payer for posting in pope_joan(dealer="Ben").deal().effect.postings]
    assert list(dict.fromkeys(payers)) == ["Cat", "Dan", "Ann", "Ben"]


def test_pj_12_the_others_pay_in_turn_from_the_dealers_left() -> None:
    evening = pope_joan(dealer="Ben").deal().out(player="Dan", cards_left={"Ann": 1, "Ben": 2, "Cat": 3})
    assert [posting.payer for posting in evening.effect.postings[1:]] == ["Cat", "Ann", "Ben"]


def test_pj_09_each_card_of_the_board_is_played_once_also_when_others_were_between() -> None:
    evening = pope_joan().deal()
    for card in ("ace", "king", "knave"):
        evening.played(card=card, player="Ann")
    for card in ("ace", "king", "knave"):
        assert "has already been played" in why_not(evening, "played", card=card, player="Ben")


def test_pj_07_no_other_nine_is_pope() -> None:
    assert pope_joan().deal().turn_up(card="9S").effect.postings == ()


def test_what_a_form_need_not_ask() -> None:
    evening = pope_joan(leftovers="board")
    deal, played, out = (evening.state.game.by_name[name] for name in ("deal", "played", "out"))
    assert deal.hidden(evening.state, {}) == ("on",)
    assert deal.pot_taps(evening.state) == {}
    assert out.hidden(pope_joan().deal().state, {}) == ("penalties",)
    assert out.hidden(evening.deal().state, {}) == ()
    assert played.hidden(evening.state, {}) == played.hidden(evening.state, {"card": "pope"}) == ()
    assert played.hidden(evening.state, {"card": "king"}) == ("cards_left",)
    evening.played(card="pope", player="Ann", cards_left={})
    assert out.hidden(evening.state, {}) == ("pope_held_by",)
    evening.abandon()
    assert deal.hidden(evening.state, {}) == ()
    assert deal.pot_taps(evening.state)["ace"] == {"on": "ace"}


def test_what_was_answered_is_said_as_a_sentence() -> None:
    assert Played.as_sentence({"player": "Ann", "card": "Pope"}) == "Ann played Pope"
    assert Played.as_sentence({"card": "Pope"}) == "", "who played it is still asked"
    assert FirstOut.as_sentence({"player": "Ann"}) == "Ann went out"
    assert Deal.as_sentence({"turned": "Pope"}) == "", "its label stands before the answers"


def test_pj_21_the_dealer_who_stands_out_may_hold_no_card_though_another_is_out() -> None:
    evening = pope_joan().deal()
    assert Out.empty_handed(evening.state) == (evening.state.dealer,)
    assert JigOut.empty_handed(evening.state) == (), "where the whole pack is dealt nobody may"
