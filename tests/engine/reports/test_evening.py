"""The evening hand by hand: what each left behind, the biggest pool, the longest spoil, who was lucky."""

from typing import Any

from companion.engine.changes import Change
from companion.engine.game import Move
from companion.engine.journal import Journal
from companion.engine.replay import initial_state
from companion.engine.reports.evening import Evening, evening
from tests.tools.evening import FOUR, move, opening

FIVE = opening("spoil-five", "Ann")
DEAL, SPOILT, FINISH = (move("spoil-five", name) for name in ("deal", "spoilt", "finish"))


def won(player: str) -> Move:
    return move("spoil-five", "won", player=player)


def give(payer: Any, payee: Any, counters: int) -> Move:
    return move("spoil-five", "give", from_=payer, to=payee, counters=counters)


def told(*moves: Move, struck: tuple[int, ...] = ()) -> Evening:
    """The evening of these moves, some of them struck afterwards."""
    journal = Journal(initial_state(FOUR.split())).extend(*(Change.play(made) for made in moves))
    return evening(journal.extend(*(Change.strike(number) for number in struck)))


def test_a_table_just_laid_has_no_hands_and_nothing_to_tell() -> None:
    for moves in ((), (FIVE,)):
        nothing = told(*moves)
        assert nothing.hands == ()
        assert nothing.players == tuple(FOUR.split())
        assert (nothing.biggest, nothing.longest, nothing.luckiest) == (None, None, None)


def test_every_hand_knows_what_it_left_and_what_it_was_played_for() -> None:
    # antes 2 and 1 of the dealer more: 9; a spoilt pool grows by 1 each and 1: 14; won; 9, won
    hands = told(FIVE, DEAL, SPOILT, DEAL, won("Cat"), DEAL, won("Ann"), FINISH).hands
    assert [(hand.number, hand.dealt, hand.peak, hand.left) for hand in hands] == [
        (1, 1, 9, 9),
        (2, 2, 14, 0),
        (3, 3, 9, 0),
    ]
    assert hands[1].balances == {"Ann": -4, "Ben": -4, "Cat": 11, "Dan": -3}
    assert hands[2].balances == {"Ann": 3, "Ben": -6, "Cat": 8, "Dan": -5}
    assert all(sum(hand.balances.values()) + hand.left == 0 for hand in hands)
    assert {hand.title for hand in hands} == {"Spoil-Five"}


def test_where_stacks_lie_what_is_seen_of_each_begins_with_them() -> None:
    four = initial_state(FOUR.split(), start=30)
    seen = evening(Journal(four).extend(*map(Change.play, (FIVE, DEAL, won("Cat")))))
    assert (seen.level, seen.shown) == (30, dict.fromkeys(FOUR.split(), 30))
    assert seen.hands[0].shown == {"Ann": 27, "Ben": 28, "Cat": 37, "Dan": 28}


def test_what_is_given_between_two_hands_shows_before_the_next() -> None:
    later = told(FIVE, give("Ann", "Ben", 3), DEAL, won("Cat"), give("Cat", "Ben", 4), DEAL)
    assert later.start == {"Ann": -3, "Ben": 3, "Cat": 0, "Dan": 0}
    assert later.hands[0].balances == {"Ann": -6, "Ben": 5, "Cat": 3, "Dan": -2}


def test_struck_moves_count_for_nothing() -> None:
    struck = told(FIVE, DEAL, SPOILT, DEAL, won("Cat"), struck=(2, 3))
    assert [(hand.number, hand.peak) for hand in struck.hands] == [(1, 9)]
    assert struck.longest is None


def test_hands_are_counted_over_all_games_and_the_second_game_begins_afresh() -> None:
    both = told(FIVE, DEAL, won("Cat"), FINISH, FIVE, give("Dan", "Ann", 1), DEAL, SPOILT)
    assert [(hand.number, hand.dealt) for hand in both.hands] == [(1, 1), (2, 1)]
    assert both.titles == ["Spoil-Five"]
    assert [len(game.hands) for game in both.games] == [1, 1]
    assert both.hands[0].left == 0
    assert both.hands[0].balances["Dan"] == -3
    assert both.longest
    assert both.longest.since is both.hands[1]


def test_the_biggest_pool_and_who_took_it() -> None:
    spoilt = told(FIVE, DEAL, SPOILT, DEAL)
    assert spoilt.biggest
    assert (spoilt.biggest.pot, spoilt.biggest.counters, spoilt.biggest.hand.number) == ("pool", 14, 2)
    assert spoilt.biggest.takers == ()
    taken = told(FIVE, DEAL, SPOILT, DEAL, won("Cat"), DEAL, won("Ann"))
    assert taken.biggest
    assert (taken.biggest.counters, taken.biggest.takers) == (14, ("Cat",))


def test_a_few_counters_out_of_a_pool_are_not_the_pool() -> None:
    lent = told(FIVE, DEAL, give({"pot": "pool"}, "Dan", 2), SPOILT)
    assert lent.biggest
    assert (lent.biggest.counters, lent.biggest.takers) == (9, ())


def test_a_pool_that_is_divided_at_the_end_is_taken_by_nobody() -> None:
    divided = told(FIVE, DEAL, SPOILT, FINISH, FIVE, DEAL, won("Ann"))
    assert divided.biggest
    assert (divided.biggest.hand.number, divided.biggest.takers) == (1, ())


def test_the_longest_spoil_is_the_pot_that_outlived_the_most_hands() -> None:
    evening = told(FIVE, DEAL, won("Ann"), DEAL, SPOILT, DEAL, SPOILT, DEAL, won("Ben"), DEAL, SPOILT)
    assert evening.longest
    assert (evening.longest.pot, evening.longest.hands, evening.longest.counters) == ("pool", 2, 19)
    assert evening.longest.since.number == 2
    assert told(FIVE, DEAL, won("Ann")).longest is None
    assert told(FIVE, DEAL).longest is None


def test_a_gift_before_the_first_deal_has_stood_no_longer_than_the_hand() -> None:
    assert told(FIVE, give("Ann", {"pot": "pool"}, 2), DEAL).longest is None


def test_the_luckiest_gained_in_the_most_hands_that_are_over() -> None:
    evening = told(FIVE, DEAL, won("Ann"), DEAL, won("Ben"), DEAL, won("Ann"), DEAL, give("Ann", "Ben", 50))
    assert evening.luckiest
    assert (evening.luckiest.players, evening.luckiest.hands) == (("Ann",), 2)
    assert evening.luckiest.counters == 6 + 7


def test_of_equals_the_luckier_gained_more_and_real_equals_are_all_named() -> None:
    once = told(FIVE, DEAL, won("Ann"), DEAL, SPOILT, DEAL, won("Ben"))
    assert once.luckiest
    assert once.luckiest.players == ("Ben",)
    equal = told(FIVE, DEAL, won("Ann"), DEAL, won("Ben"))
    assert equal.luckiest
    assert (equal.luckiest.players, equal.luckiest.hands, equal.luckiest.counters) == (("Ann", "Ben"), 1, 6)


def test_what_passed_by_agreement_is_no_luck() -> None:
    assert told(FIVE, DEAL, give("Ann", "Ben", 50), SPOILT).luckiest is None


def test_a_hand_without_an_end_of_its_own_is_over_when_the_next_is_dealt() -> None:
    key = "snip-snap-snorum"
    hands = told(opening(key), move(key, "deal"), move(key, "snip", player="Cat"), move(key, "deal")).hands
    assert [hand.gains() for hand in hands] == [{"Ben": -1}, {}]
    assert [hand.over for hand in hands] == [True, False]


def test_half_of_a_pool_is_not_the_most_of_it() -> None:
    halved = told(FIVE, DEAL, SPOILT, DEAL, give({"pot": "pool"}, "Dan", 7), SPOILT)
    assert halved.biggest
    assert (halved.biggest.counters, halved.biggest.takers) == (14, ())


def test_what_is_laid_before_the_first_deal_of_a_second_game_belongs_to_no_hand_of_the_first() -> None:
    both = told(FIVE, DEAL, won("Cat"), FINISH, FIVE, give("Dan", {"pot": "pool"}, 5), DEAL)
    assert (both.hands[0].left, both.hands[0].peak) == (0, 9)


def test_who_is_paid_in_an_open_hand_is_not_the_luckiest_yet() -> None:
    spin = [opening("spin", king_price=9), move("spin", "deal"), move("spin", "played", card="KS", player="Cat")]
    assert told(*spin).luckiest is None


def test_what_lay_in_several_pots_together_and_a_pot_that_is_taken_and_filled_by_one_move() -> None:
    key = "pope-joan"
    out = move(key, "out", player="Cat", cards_left={"Ann": 10, "Ben": 10})
    later = [move(key, "deal", on="ace"), move(key, "out", player="Dan", cards_left={})]
    evening = told(opening(key, leftovers="board"), move(key, "deal"), out, *later)
    assert evening.hands[0].peak == 14 + 20
    assert evening.biggest
    assert (evening.biggest.pot, evening.biggest.counters, evening.biggest.takers) == ("game", 20, ("Dan",))
