"""Who won a game and with what, by the rule of that game."""

from typing import Any

from companion.engine.changes import Change
from companion.engine.game import Move
from companion.engine.journal import Journal
from companion.engine.replay import initial_state
from companion.engine.reports.evening import evening
from companion.engine.reports.played import backwards, games_of
from companion.engine.reports.tallies import tallies
from companion.engine.reports.winners import (
    Result,
    ahead,
    headline,
    just_ended,
    leading,
    outcome,
    with_what,
)
from companion.loto.rules.pack import pack
from tests.engine.reports.test_evening import DEAL, FINISH, FIVE, SPOILT, won
from tests.engine.reports.test_tallies import DEAL_25, POINTS_DEAL, points, tricks
from tests.tools.evening import FOUR, TWO_SIDES, move, opening

FINISH_25 = move("twenty-five", "finish")


def played(*moves: Move, players: str = "Ann Ben Cat") -> Journal:
    return Journal(initial_state(players.split())).extend(*(Change.play(made) for made in moves))


def last(*moves: Move, players: str = "Ann Ben Cat") -> Result:
    return evening(played(*moves, players=players)).results[-1]


def hearts(*hands: dict[str, int], **rules: Any) -> Result:
    made = [step for hand in hands for step in (POINTS_DEAL, points(**hand))]
    return last(opening("points-game", name="Hearts", wins="fewest", **rules), *made)


def test_a_pool_game_is_won_by_who_came_out_ahead_in_play() -> None:
    """What was settled doesn't count: Cat is paid before the end."""
    settled = move("spoil-five", "settle", from_="Ann", to="Cat", counters=9)
    ended = last(FIVE, DEAL, won("Cat"), settled, FINISH, players=FOUR)
    assert (headline(ended), with_what(ended)) == ("Cat wins Spoil-Five", [])
    assert [(each.player, each.rank, each.counters) for each in ended.standings][:2] == [("Cat", 1, 7), ("Ben", 2, -2)]


def test_a_game_that_goes_on_is_nobodys() -> None:
    going_on = last(FIVE, DEAL, won("Cat"), players=FOUR)
    assert not going_on.decided and not going_on.who
    assert just_ended(played(FIVE, DEAL, won("Cat"), players=FOUR)) is None
    ended = just_ended(played(FIVE, DEAL, won("Cat"), FINISH, players=FOUR))
    assert ended and ended.who == ("Cat",)
    assert just_ended(played(FIVE, DEAL, move("spoil-five", "abandon"), FINISH, players=FOUR)) is None, (
        "of which no hand was played"
    )


def test_the_fewest_points_win_where_the_rules_say_so() -> None:
    ended = hearts({"Ann": 5, "Ben": 2, "Cat": 9}, hands=1)
    assert (headline(ended), with_what(ended)) == ("Ben wins Hearts", ["2 points"])
    assert [each.player for each in ended.standings] == ["Ben", "Ann", "Cat"]


def test_who_leads_wins_a_game_that_is_finished_by_hand() -> None:
    begun = opening("points-game", name="Skyline")
    ended = last(begun, POINTS_DEAL, points(Ann=1, Ben=0), move("points-game", "finish"))
    assert with_what(ended) == ["1 point"] and ended.who == ("Ann",)


def test_points_decide_also_where_counters_are_paid_for_them() -> None:
    begun = opening("points-game", name="Skyline", hands=1, stake=5)
    given = move("points-game", "give", from_="Ann", to="Ben", counters=40)
    ended = last(begun, POINTS_DEAL, given, points(Ann=7, Ben=2, Cat=1))
    assert ended.who == ("Ann",) and next(each.counters for each in ended.standings if each.player == "Ben") > 0


def test_who_sat_out_throughout_stands_last_whatever_was_given() -> None:
    out, given = (
        move("points-game", "sit_out", player="Cat"),
        move("points-game", "give", from_="Ann", to="Cat", counters=9),
    )
    begun = opening("points-game", name="Hearts", wins="fewest", hands=1)
    ended = last(begun, out, POINTS_DEAL, given, points(Ann=7, Ben=2))
    assert [(each.player, each.points) for each in ended.standings] == [("Ben", 2), ("Ann", 7), ("Cat", None)]


def test_where_all_are_level_at_the_end_each_has_won_in_points_and_nobody_in_counters() -> None:
    level = hearts({"Ann": 4, "Ben": 4, "Cat": 4}, hands=1)
    assert (headline(level), with_what(level)) == ("Ann, Ben and Cat win Hearts", ["4 points"])
    spoilt = [FIVE, *[DEAL, SPOILT] * 3]
    even = last(*spoilt, FINISH)
    assert (headline(even), with_what(even)) == ("Nobody wins Spoil-Five", ["everyone is even"])


def test_a_gift_wins_nothing_but_not_everyone_is_even_after_it() -> None:
    out = move("jig", "out", player="Ann", cards_left={"Ben": 0, "Cat": 0})
    given = move("jig", "give", from_="Ann", to="Ben", counters=5)
    uneven = last(opening("jig"), move("jig", "deal"), out, given, move("jig", "finish"))
    assert (headline(uneven), with_what(uneven)) == ("Nobody wins Jig", [])


def test_a_game_of_which_no_hand_was_played_to_its_end_has_no_ending() -> None:
    abandoned = move("spoil-five", "abandon")
    assert not last(FIVE, DEAL, abandoned, FINISH).decided
    assert last(FIVE, DEAL, abandoned, DEAL, won("Cat"), FINISH).who == ("Cat",)


def test_several_who_are_level_have_won_together_but_at_cassino_a_tie_is_nobodys() -> None:
    assert hearts({"Ann": 2, "Ben": 2, "Cat": 9}, hands=1).who == ("Ann", "Ben")
    cards = {"cards": {"Ann": 18, "Ben": 18, "Cat": 16}, "spades": {"Ann": 5, "Ben": 5, "Cat": 3}}
    counted = move(
        "cassino", "counted", **cards, aces={"Ann": 1, "Ben": 2, "Cat": 1}, great="Ann", little="Ben", last="Cat"
    )
    tied = last(opening("cassino", target=None), move("cassino", "deal"), counted)
    assert tied.decided and not tied.who


def test_twenty_five_is_won_by_who_takes_the_pool_not_by_who_stands_at_25() -> None:
    """Ann and Ben stand at 25; Ben was there first. The next deal begins a game of its own."""
    hands = [
        DEAL_25,
        tricks(Ann=4, Ben=1),
        DEAL_25,
        move("twenty-five", "tricks", won={"Ann": 1, "Ben": 4}, first="Ben"),
    ]
    ended = last(opening("twenty-five"), *hands)
    assert ended.decided and headline(ended) == "Ben wins Twenty-five"
    assert with_what(ended) == ["25 points", "the pool of 8"]
    assert [(each.player, each.rank, each.points) for each in ended.standings][:2] == [("Ben", 1, 25), ("Ann", 2, 25)]
    assert not last(opening("twenty-five"), *hands, DEAL_25).decided
    finished = last(opening("twenty-five"), *hands, FINISH_25)
    assert finished.who == ("Ben",) and finished.wins == (("Ben",),)


def test_over_several_pools_twenty_five_is_won_by_who_came_out_ahead() -> None:
    pools = [DEAL_25, tricks(Ann=5), DEAL_25, tricks(Ann=5), DEAL_25, tricks(Ben=5)]
    ended = last(opening("twenty-five"), *pools, FINISH_25)
    assert (ended.who, ended.wins) == (("Ann",), (("Ann",), ("Ann",), ("Ben",)))
    assert not ended.in_points and [prize.who for prize in ended.prizes] == [("Ben",)]
    assert (ended.pools[0].hand, ended.pools[0].told) == (1, "Ann · the pool of 7")


def test_a_game_of_points_without_its_pool_is_won_by_who_leads() -> None:
    ended = last(opening("twenty-five"), DEAL_25, tricks(Ann=3, Ben=2), FINISH_25)
    assert (ended.who, with_what(ended)) == (("Ann",), ["15 points"])


def test_a_side_wins_together() -> None:
    ended = last(opening("twenty-five", sides=TWO_SIDES), DEAL_25, tricks(Ann=5), players=FOUR)
    assert headline(ended) == "Ann and Cat win Twenty-five"


def test_of_a_stock_the_most_that_is_left_wins() -> None:
    begun = opening("snip-snap-snorum")
    hand = [move("snip-snap-snorum", "deal"), move("snip-snap-snorum", "snip", player="Ben")]
    ended = last(begun, *hand, move("snip-snap-snorum", "finish"))
    assert ended.decided and "left" in with_what(ended)[0]


def test_who_leads_in_points_is_said_of_the_last_game_about_them() -> None:
    begun = opening("points-game", name="Skyline")
    assert leading(games_of(played(begun, POINTS_DEAL, points(Ann=7, Ben=2)))) == (("Ann",), 7)
    assert leading(games_of(played(FIVE, DEAL, players=FOUR))) == ((), 0)
    assert leading(games_of(played(begun, POINTS_DEAL, points(Ann=2, Ben=2, Cat=2)))) == ((), 0)


def test_who_came_out_ahead_is_said_over_all_games() -> None:
    assert ahead(played(FIVE, DEAL, won("Cat"), FINISH, players=FOUR)) == "Cat comes out ahead, with +7"
    assert ahead(played(FIVE, players=FOUR)) == ""


def test_a_night_whose_prizes_are_given_away_is_won_by_nobody() -> None:
    """The caller plays for nothing: what is told is how many of the prizes were won."""
    rules = {"programme": [[{"for": "row"}, {"for": "card"}]], "cards": 6, "pack": "0" * 32, "drawn_by": "bag"}
    drawn = [move("loto-hall", "drawn", number=number) for number in pack("0" * 32, 6)[1][0]]
    out = [
        move("loto-hall", "claim", prize=1, cards=[1]),
        move("loto-hall", "pass", prize=2),
        move("loto-hall", "finish"),
    ]
    begun = [opening("loto-hall", **rules), move("loto-hall", "give", first=1, last=6), move("loto-hall", "deal")]
    night = played(*begun, *drawn, *out, players="Caller")
    (ended,) = evening(night).results
    assert (headline(ended), with_what(ended)) == ("Loto night is over", ["1 prize was won"])
    assert (ended.who, ended.standings) == ((), ())
    assert not tallies(games_of(night)[0], ended)


def test_how_a_game_ends_is_told_from_its_last_moves_alone() -> None:
    ended = played(FIVE, DEAL, won("Cat"), FINISH, players=FOUR)
    for journal in (ended, played(opening("twenty-five"), DEAL_25, tricks(Ann=5))):
        told, whole = outcome(journal), just_ended(journal)
        assert told and whole and headline(told) == headline(whole)
    assert outcome(played(FIVE, DEAL, players=FOUR)) is None


def test_a_game_is_walked_backwards_as_far_as_it_goes() -> None:
    journal = played(FIVE, DEAL, won("Cat"), FINISH, FIVE, DEAL, won("Ben"), DEAL, players=FOUR)
    assert [step.line.number for step in backwards(journal.extend(Change.strike(8)))] == [7, 6, 5]
    assert [*backwards(Journal(initial_state(["Ann", "Ben"])))] == []


def test_who_won_is_not_told_where_nobody_knows_it() -> None:
    begun = opening("points-game", name="Saboteur", outcome="unknown")
    ended = last(begun, POINTS_DEAL, points(Ann=0, Ben=0, Cat=0), move("points-game", "finish"))
    assert (headline(ended), ended.who) == ("Who won Saboteur isn't known", ())
    assert with_what(ended) == []
