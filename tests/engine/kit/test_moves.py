"""The moves that every game has, played at a table of Spoil-Five."""

import pytest

from companion.engine.errors import Illegal, Malformed
from companion.engine.game import Family, Game, Move, Opening, Options, Presence
from companion.engine.kit.moves import COMMON, Deal, Give
from companion.engine.playing import play
from companion.engine.replay import initial_state
from tests.tools.evening import Evening, move, opening


def table(players: str = "Ann Ben Cat Dan", **options: object) -> Evening:
    return Evening("spoil-five", players, **options)


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


def test_a_game_begins_only_when_the_last_is_over() -> None:
    with pytest.raises(Illegal, match="Spoil-Five isn't over yet"):
        play(table().state, opening("my-bird-sings"))


# deal, misdeal, abandon, dealer


# give


def test_a_gift_is_of_counters_where_they_lie_on_the_table() -> None:
    given = move("spoil-five", "give", **{"from": "Ann", "to": "Ben", "counters": 5})
    for start, memo in ((30, "Ann gives Ben 5 counters."), (None, "Ann gives Ben 5.")):
        begun = play(initial_state(["Ann", "Ben"], start), opening("spoil-five")).state
        assert play(begun, given).memo == memo


def test_a_question_says_which_way_the_counters_go() -> None:
    assert Give.summary({"from": "Ann"}) == "Ann gives"
    assert Give.summary({"from": "Ann", "to": "the pool"}) == "Ann gives the pool"
    assert Deal.summary({"card": "king", "player": "Ben"}) == "king, Ben"  # as every other move says it


# count


# join, leave, sit_out, sit_in


def test_who_sits_out_may_leave_and_plays_again_after_coming_back() -> None:
    evening = table().sit_out(player="Cat").leave(player="Cat")
    assert evening.state.seats["Cat"] is Presence.LEFT
    assert evening.join(player="Cat").state.playing == ("Ann", "Ben", "Dan", "Cat")


# finish


def test_once_a_game_is_over_it_is_between_no_hands() -> None:
    assert table().state.between
    assert not table().finish().state.between


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
