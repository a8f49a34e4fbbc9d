"""The moves that every game has, played at a table of Spoil-Five."""

import pytest

from companion.engine.errors import Illegal, Malformed
from companion.engine.game import Family, Game, Move, Opening, Options, Presence
from companion.engine.kit.moves import COMMON, Deal, Give
from companion.engine.playing import play
from companion.engine.replay import initial_state
from tests.tools.evening import TWO_SIDES, Evening, move, opening, why_not

POOL = {"pot": "pool"}


def table(players: str = "Ann Ben Cat Dan", **options: object) -> Evening:
    return Evening("spoil-five", players, **options)


def bird(players: str = "Ann Ben Cat Dan", **options: object) -> Evening:
    """A game whose misdeal has no price of its own."""
    return Evening("my-bird-sings", players, **options)


def seats(evening: Evening) -> str:
    return " ".join(evening.state.seats)


BETWEEN = {
    "deal": {},
    "dealer": {"player": "Ben"},
    "join": {"player": "Eve"},
    "leave": {"player": "Ben"},
    "sit_out": {"player": "Ben"},
    "sit_in": {"player": "Dan"},
    "finish": {},
}
IN_A_HAND = {"misdeal": {}, "abandon": {}, "won": {"player": "Ann"}, "spoilt": {}}
ANY_TIME = {
    "give": {"from": "Ann", "to": "Ben", "counters": 1},
    "count": {"player": "Ann", "counters": 0},
}


@pytest.mark.parametrize("name", BETWEEN)
def test_in_an_open_hand_what_belongs_between_hands_is_refused(name: str) -> None:
    assert why_not(table().deal(), name, **BETWEEN[name]) == "A hand is still in play: finish it first."


@pytest.mark.parametrize("name", IN_A_HAND)
def test_between_hands_what_belongs_in_a_hand_is_refused(name: str) -> None:
    assert why_not(table(), name, **IN_A_HAND[name]) == "No hand is in play: deal first."


@pytest.mark.parametrize("name", [*BETWEEN, *IN_A_HAND, *ANY_TIME])
def test_once_a_game_is_over_no_move_is_taken_in_it(name: str) -> None:
    evening = table().sit_out(player="Dan").finish()
    assert "The game is over" in why_not(evening, name, **(BETWEEN | IN_A_HAND | ANY_TIME)[name])


def test_before_the_first_game_no_move_is_taken() -> None:
    with pytest.raises(Illegal, match="No game has begun"):
        play(initial_state(["Ann", "Ben"]), move("spoil-five", "deal"))


def test_a_move_of_another_game_is_refused() -> None:
    with pytest.raises(Illegal, match="Spoil-Five"):
        play(table().deal().state, move("my-bird-sings", "sings", player="Ann"))


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ({"move": "jump"}, '"jump" is not a move of Spoil-Five'),
        ({"move": 3}, '"3" is not a move of Spoil-Five'),
        ({"move": ["deal"]}, "is not a move of Spoil-Five"),
        ({"player": "Ann"}, "move is missing"),
        ({}, "move is missing"),
        ("deal", "a move must be an object"),
        ({"move": "deal", "player": "Ann"}, 'deal: "player" is not a key that belongs here'),
        ({"move": "won"}, "won: player is missing"),
        ({"move": "won", "player": None}, "won: player must not be null"),
    ],
    ids=str,
)
def test_what_is_no_move_is_malformed(value: object, why: str) -> None:
    game = table().state.game
    assert game
    with pytest.raises(Malformed) as refusal:
        game.read_move(value, "moves[0]")
    assert str(refusal.value).startswith("moves[0]")
    assert why in str(refusal.value)


def test_a_move_must_say_what_it_does() -> None:
    with pytest.raises(NotImplementedError):
        Move().effect(table().state)


def test_a_game_that_declares_nothing_has_the_moves_of_every_game_and_deals_for_nothing() -> None:
    quiet = Game("quiet", "Quiet", Family.OWN, "Nothing happens.", Options, moves=(), common=COMMON)
    state = play(initial_state(["Ann", "Ben"]), Opening(quiet, Options())).state
    dealt = play(state, quiet.read_move({"move": "deal"}))
    assert (dealt.memo, dealt.postings) == ("Ann deals hand 1.", ())
    assert (dealt.state.open, dealt.state.facts.summary()) == (True, "")
    assert dealt.state.others("Ann") == ("Ben",)


# The game begins


def test_the_first_player_deals_first_unless_somebody_is_named() -> None:
    assert table().deals == "Ann"
    assert table(dealer="Cat").deals == "Cat"


def test_in_a_later_game_whoever_was_to_deal_next_deals() -> None:
    evening = table().deal().won(player="Ann").finish()
    assert evening.begins("my-bird-sings").deals == "Ben"


@pytest.mark.parametrize("dealer", ["Eve", "Dan", "Cat"])
def test_a_first_dealer_must_be_in(dealer: str) -> None:
    evening = table().sit_out(player="Dan").leave(player="Cat").finish()
    with pytest.raises(Illegal, match=f"{dealer} isn't in and can't deal first"):
        evening.begins("spoil-five", dealer)


def test_a_game_begins_only_when_the_last_is_over() -> None:
    with pytest.raises(Illegal, match="Spoil-Five isn't over yet"):
        play(table().state, opening("my-bird-sings"))


def test_sit_outs_and_balances_last_over_the_games() -> None:
    evening = table().deal().won(player="Cat").sit_out(player="Dan").finish().begins("my-bird-sings").deal()
    assert evening.balances == [-4, -4, 6, -2]
    assert evening.state.playing == ("Ann", "Ben", "Cat")


# deal, misdeal, abandon, dealer


def test_players_are_counted_at_the_deal_not_when_the_game_starts() -> None:
    evening = table("Ann")
    assert "Spoil-Five is for 2 to 10 players under these house rules; 1 in." in why_not(evening, "deal")
    assert evening.join(player="Ben").deal().pool == 5


def test_only_those_in_are_dealt_in() -> None:
    evening = table().sit_out(player="Ben").deal()
    assert evening.balances == [-3, 0, -2, -2]


def test_after_a_misdeal_the_player_on_the_left_deals_and_nobody_antes_again() -> None:
    evening = bird().sit_out(player="Ben").deal().misdeal()
    assert evening.deals == "Cat"
    assert evening.balances == [-2, 0, -1, -1]
    assert evening.state.open
    assert evening.state.hand == 1
    assert evening.sings(player="Ann").deals == "Dan"


def test_an_abandoned_hand_leaves_the_pots_and_passes_the_deal() -> None:
    evening = table().deal().abandon()
    assert (evening.pool, evening.deals, evening.state.open) == (9, "Ben", False)


def test_the_deal_goes_round_the_table_among_those_in() -> None:
    evening, dealers = table().sit_out(player="Cat"), []
    for _ in range(4):
        dealers.append(evening.deals)
        evening.deal().abandon()
    assert dealers == ["Ann", "Ben", "Dan", "Ann"]


def test_another_may_deal_next() -> None:
    assert table().dealer(player="Cat").deal().balances == [-2, -2, -3, -2]
    assert why_not(table(), "dealer", player="Eve") == "Eve is not at this table."
    assert why_not(table().sit_out(player="Cat"), "dealer", player="Cat") == "Cat sits out."


# give


def test_counters_pass_by_agreement() -> None:
    evening = table().give(from_="Ann", to="Ben", counters=5, memo="a fine")
    assert evening.balances == [-5, 5, 0, 0]
    assert evening.memo == "Ann gives Ben 5: a fine"
    assert evening.give(from_="Ben", to=POOL, counters=1).pool == 1
    assert evening.give(from_=POOL, to="Cat", counters=1).balances == [-5, 4, 1, 0]
    assert evening.memo == "The pool gives Cat 1."


def test_a_gift_is_of_counters_where_they_lie_on_the_table() -> None:
    given = move("spoil-five", "give", **{"from": "Ann", "to": "Ben", "counters": 5})
    for start, memo in ((30, "Ann gives Ben 5 counters."), (None, "Ann gives Ben 5.")):
        begun = play(initial_state(["Ann", "Ben"], start), opening("spoil-five")).state
        assert play(begun, given).memo == memo


def test_a_question_says_which_way_the_counters_go() -> None:
    assert Give.summary({"from": "Ann"}) == "Ann gives"
    assert Give.summary({"from": "Ann", "to": "the pool"}) == "Ann gives the pool"
    assert Deal.summary({"card": "king", "player": "Ben"}) == "king, Ben"  # as every other move says it


def test_nothing_may_be_given_too() -> None:
    assert table().give(from_="Ann", to="Ben", counters=0).effect.postings == ()


def test_counters_may_be_given_in_a_hand_and_by_and_to_who_is_away() -> None:
    evening = table().sit_out(player="Cat").leave(player="Dan").deal()
    evening.give(from_="Dan", to="Cat", counters=3)
    assert evening.balances == [-3, -2, 3, -3]


def test_an_account_must_be_there_and_be_another_one() -> None:
    evening = table()
    assert why_not(evening, "give", from_="Eve", to="Ann", counters=1) == "Eve is not at this table."
    assert why_not(evening, "give", from_="Ann", to="Eve", counters=1) == "Eve is not at this table."
    assert "no pot called kitty" in why_not(evening, "give", from_="Ann", to={"pot": "kitty"}, counters=1)
    assert "two different players or pots" in why_not(evening, "give", from_="Ann", to="Ann", counters=1)
    assert "two different players or pots" in why_not(evening, "give", from_=POOL, to=POOL, counters=0)


def test_a_pot_cannot_give_more_than_it_holds() -> None:
    evening = table().deal()
    assert why_not(evening, "give", from_=POOL, to="Ann", counters=10) == "The pool holds 9: it can't give 10."
    assert evening.give(from_=POOL, to="Ann", counters=9).pool == 0


def test_a_player_and_a_pot_of_one_name_are_two_accounts() -> None:
    evening = table("pool Ann").give(from_="pool", to=POOL, counters=2)
    assert (evening.balances, evening.pool) == ([-2, 0], 2)


@pytest.mark.parametrize("fields", [{"counters": -1}, {"memo": "x" * 201}, {"to": {"pool": "pot"}}], ids=str)
def test_a_gift_that_is_none(fields: dict[str, object]) -> None:
    with pytest.raises(Malformed, match=f"give.{next(iter(fields))}: must"):
        table().give(**({"from_": "Ann", "to": "Ben", "counters": 1} | fields))


# count


def test_a_count_that_agrees_changes_nothing() -> None:
    evening = table().leave(player="Dan").deal()
    for count in ({"pot": "pool", "counters": 7}, {"player": "Ann", "counters": -3}, {"player": "Dan", "counters": 0}):
        assert evening.count(**count).effect.postings == ()
        assert "It matches" in evening.memo


def test_a_count_that_differs_says_by_how_much() -> None:
    evening = table().deal()
    why = why_not(evening, "count", pot="pool", counters=8)
    assert why == "The pool: you counted 8, but the sheet says 9: 1 counter too few."
    assert "counted 11, but the sheet says 9: 2 counters too many" in why_not(evening, "count", pot="pool", counters=11)
    why = why_not(evening, "count", player="Ann", counters=3)
    assert why == "Ann: you counted 3, but the sheet says −3: 6 counters too many."


def test_what_is_counted_must_be_there() -> None:
    assert "no pot called kitty" in why_not(table(), "count", pot="kitty", counters=0)
    assert why_not(table(), "count", player="Eve", counters=0) == "Eve is not at this table."


@pytest.mark.parametrize(
    "fields",
    [{}, {"player": "Ann", "pot": "pool"}, {"pot": "pool", "counters": -1}, {"player": "Ann", "counters": -1_000_001}],
    ids=str,
)
def test_a_count_that_is_none(fields: dict[str, object]) -> None:
    with pytest.raises(Malformed):
        table().count(**({"counters": 0} | fields))


# join, leave, sit_out, sit_in


def test_who_joins_sits_at_the_end_or_on_the_left_of_the_one_named() -> None:
    assert seats(table("Ann Ben").join(player="Cat")) == "Ann Ben Cat"
    assert seats(table("Ann Ben").join(player="Cat", left_of="Ann")) == "Ann Cat Ben"
    assert seats(table("Ann Ben").join(player="Cat", left_of="Ben")) == "Ann Ben Cat"
    evening = table("Ann Ben").join(player="Cat", left_of="Ann")
    assert evening.memo == "Cat joins on Ann's left."
    assert table("Ann Ben").join(player="Cat", left_of="Ben").memo == "Cat joins on Ben's left."
    assert table("Ann Ben").join(player="Cat").memo == "Cat joins."
    evening.deal()
    assert list(evening.state.balances.items()) == [("Ann", -3), ("Cat", -2), ("Ben", -2)]
    assert evening.abandon().deals == "Cat"


def test_who_left_may_come_back_to_the_new_place_with_the_old_balance() -> None:
    evening = table("Ann Ben Cat").deal().won(player="Ben").leave(player="Ann")
    assert evening.balances == [-3, 5, -2]
    assert seats(evening.join(player="Ann", left_of="Ben")) == "Ben Ann Cat"
    assert evening.balances == [5, -3, -2]
    assert evening.state.playing == ("Ben", "Ann", "Cat")


def test_one_may_sit_beside_who_sits_out_but_not_beside_who_left() -> None:
    evening = table().sit_out(player="Ben").leave(player="Cat")
    assert "Cat has no seat" in why_not(evening, "join", player="Eve", left_of="Cat")
    assert "Zoe has no seat" in why_not(evening, "join", player="Eve", left_of="Zoe")
    assert "Eve has no seat" in why_not(evening, "join", player="Eve", left_of="Eve")
    assert "Cat has no seat" in why_not(evening, "join", player="Cat", left_of="Cat")
    assert seats(evening.join(player="Eve", left_of="Ben")) == "Ann Ben Eve Cat Dan"


@pytest.mark.parametrize("name", ["ann", " Ann", "ANN "])
def test_names_that_cannot_be_told_apart_are_refused(name: str) -> None:
    assert "told apart from Ann" in why_not(table(), "join", player=name)
    assert "told apart from Ann" in why_not(table().leave(player="Ann"), "join", player=name)


def test_who_has_a_seat_cannot_sit_down() -> None:
    assert why_not(table(), "join", player="Ann") == "Ann already has a seat."
    assert why_not(table().sit_out(player="Ann"), "join", player="Ann") == "Ann already has a seat."


def test_the_sheet_holds_25_names_leavers_counted() -> None:
    names = [f"P{number}" for number in range(25)]
    evening = table(" ".join(names)).leave(player="P7")
    assert "it holds 25 names" in why_not(evening, "join", player="P25")
    assert why_not(evening, "join", player="P7") == ""
    assert why_not(table(" ".join(names[:24])), "join", player="P25") == ""


@pytest.mark.parametrize("name", ["", " ", "A\tB", "x" * 41])
def test_a_name_that_is_none(name: str) -> None:
    with pytest.raises(Malformed, match=r"join\.player"):
        table().join(player=name)


@pytest.mark.parametrize("goes", ["leave", "sit_out"])
def test_a_dealer_who_goes_passes_the_deal_on(goes: str) -> None:
    evening = table().sit_out(player="Ben")
    assert getattr(evening, goes)(player="Ann").deals == "Cat"
    assert getattr(table(), goes)(player="Cat").deals == "Ann"
    assert getattr(table(dealer="Dan"), goes)(player="Dan").deals == "Ann"


@pytest.mark.parametrize("goes", ["leave", "sit_out"])
def test_the_last_one_in_cannot_go(goes: str) -> None:
    evening = table("Ann Ben").sit_out(player="Ben")
    assert why_not(evening, goes, player="Ann") == "Ann is the last one in and can't leave."
    assert why_not(evening, "leave", player="Ben") == ""
    assert why_not(evening, goes, player="Ann") == "Ann is the last one in and can't leave."


def test_who_is_not_there_cannot_go() -> None:
    evening = table().leave(player="Dan").sit_out(player="Cat")
    assert why_not(evening, "leave", player="Dan") == "Dan has no seat at this table."
    assert why_not(evening, "leave", player="Eve") == "Eve has no seat at this table."
    assert why_not(evening, "sit_out", player="Dan") == "Dan is not at this table."
    assert why_not(evening, "sit_out", player="Cat") == "Cat sits out."


def test_who_sits_out_may_leave_and_plays_again_after_coming_back() -> None:
    evening = table().sit_out(player="Cat").leave(player="Cat")
    assert evening.state.seats["Cat"] is Presence.LEFT
    assert evening.join(player="Cat").state.playing == ("Ann", "Ben", "Dan", "Cat")


def test_only_who_sits_out_sits_in_again() -> None:
    evening = table().sit_out(player="Cat").leave(player="Dan")
    for name in ("Ann", "Dan", "Eve"):
        assert why_not(evening, "sit_in", player=name) == f"{name} isn't sitting out."
    assert evening.sit_in(player="Cat").state.playing == ("Ann", "Ben", "Cat")


# finish


def test_gen_09_the_pots_are_shared_among_those_in_odd_counters_from_the_left_of_the_next_dealer() -> None:
    evening = table().give(from_="Ann", to=POOL, counters=11).dealer(player="Cat").finish()
    assert evening.balances == [-11 + 3, 3, 2, 3]
    assert (evening.pool, evening.deals, evening.state.over) == (0, "Cat", True)


def test_gen_09_who_is_away_gets_nothing_of_it() -> None:
    evening = table().deal().abandon().sit_out(player="Cat").leave(player="Dan").finish()
    assert evening.balances == [-3 + 5, -2 + 4, -2, -2]


def test_an_empty_pool_is_shared_too() -> None:
    assert table().finish().effect.postings == ()


def test_sides_may_finish_without_having_played() -> None:
    assert table(sides=TWO_SIDES).sit_out(player="Ann").finish().state.over


def test_the_sides_of_a_game_have_seats_who_left_has_none() -> None:
    evening = table().leave(player="Dan").finish()
    with pytest.raises(Illegal, match="Dan is named in the sides, but has no seat at this table"):
        evening.begins("spoil-five", sides=TWO_SIDES)


def test_once_a_game_is_over_it_is_between_no_hands() -> None:
    assert table().state.between
    assert not table().finish().state.between


def test_the_memo_of_a_misdeal_names_who_misdealt_and_who_deals_now() -> None:
    assert bird().deal().misdeal().memo == "Ann misdeals; Ben redeals."


def test_who_sits_down_is_told_where_and_with_what() -> None:
    eve = move("spoil-five", "join", player="Eve", left_of="Ann")
    assert table().join(player="Eve", left_of="Ann").memo == "Eve joins on Ann's left."
    begun = play(initial_state(["Ann", "Ben"], 30), opening("spoil-five")).state
    assert play(begun, eve).memo == "Eve joins on Ann's left and takes 30 counters from the box."


def test_a_deal_that_lays_counters_where_the_sheet_says_leaves_nothing_to_ask() -> None:
    evening = table()
    before, deal = evening.state, Deal()
    after = evening.deal().state
    assert [*deal.may_lie(before, after, "pool")] == [] and deal.lying(before, after, "pool", 5) is deal


def test_what_was_said_of_a_gift_so_far_stands_before_the_next_question() -> None:
    assert Give.summary({"from": "Ann"}) == "Ann gives"
    assert Give.summary({"from": "Ann", "to": "Ben"}) == "Ann gives Ben"
    assert Give.summary({"to": "Ben"}) == "Ben", "an address may say anything"
