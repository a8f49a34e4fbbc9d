"""What each game of an evening comes to for each player: hands, counters and points, who came out on top."""

from typing import Any

from companion.engine.changes import Change
from companion.engine.game import Move
from companion.engine.journal import Journal
from companion.engine.replay import initial_state
from companion.engine.reports.evening import biggest_pool, evening, longest_spoil
from companion.engine.reports.played import PlayedGame
from companion.engine.reports.tallies import BestHand, Figures, PlayerTally, tallies
from companion.engine.reports.winners import result
from tests.engine.reports.test_evening import DEAL, FINISH, FIVE, SPOILT, give, won
from tests.tools.evening import FOUR, TWO_SIDES, move, opening


def told(*moves: Move, players: str = FOUR) -> list[PlayedGame]:
    journal = Journal(initial_state(players.split())).extend(*(Change.play(made) for made in moves))
    return evening(journal).tallied


def points(**each: int) -> Move:
    return move("points-game", "scored", points=each)


def tallied(game: PlayedGame) -> list[PlayerTally]:
    return tallies(game, result(game))


def of(name: str, game: PlayedGame) -> Figures:
    return figures(game)[name]


def best(name: str, game: PlayedGame) -> BestHand | None:
    return next(player.best for player in tallied(game) if player.name == name)


def figures(game: PlayedGame) -> dict[str, Figures]:
    return {player.name: player.figures for player in tallied(game)}


POINTS_DEAL = move("points-game", "deal")


def test_a_table_at_which_nothing_was_played_has_nothing_to_count() -> None:
    assert told() == told(FIVE) == told(FIVE, give("Ann", "Ben", 3)) == []


def test_a_hand_is_won_by_who_gained_counters_and_lost_by_whom_it_cost_some() -> None:
    (game,) = told(FIVE, DEAL, SPOILT, DEAL, won("Cat"), DEAL, won("Ann"), FINISH)
    assert (game.title, game.in_points, len(game.hands)) == ("Spoil-Five", False, 3)
    cat = of("Cat", game)
    assert (cat.hands, cat.won, cat.lost) == (3, 1, 2)
    assert (cat.gained, cat.paid, cat.counters) == (13, 5, 8)
    assert cat.games_won and not of("Ann", game).games_won
    most = best("Cat", game)
    assert most and (most.brought, most.hand.number) == (13, 2)
    assert best("Dan", game) is None
    assert sum(own.counters for name, own in figures(game).items()) == 0


def test_after_a_misdeal_another_sits_out() -> None:
    worked = {"questions": [{"key": "tricks", "ask": "Tricks", "most": "10"}], "scores": "tricks"}
    answers = {"Ann": {"tricks": 3}, "Cat": {"tricks": 7}}
    (game,) = told(
        opening("points-game", plays=3, worked=worked),
        *(POINTS_DEAL, move("points-game", "misdeal"), move("points-game", "scored", answers=answers)),
        move("points-game", "finish"),
    )
    assert [name for name, own in figures(game).items() if own.hands] == ["Ann", "Cat", "Dan"]


def test_what_passes_by_agreement_counts_in_the_balance_and_wins_no_hand() -> None:
    (game,) = told(FIVE, DEAL, won("Cat"), give("Cat", "Ben", 50), FINISH)
    assert (of("Ben", game).counters, of("Ben", game).lost, of("Ben", game).gained) == (
        48,
        1,
        0,
    )
    assert of("Ben", game).games_won


def test_a_debt_that_is_settled_has_won_nobody_anything() -> None:
    settles = [move("spoil-five", "settle", from_="Ann", to="Cat", counters=9)]
    (game,), (without,) = told(FIVE, DEAL, *settles, won("Cat"), *settles, FINISH), told(FIVE, DEAL, won("Cat"), FINISH)
    assert figures(game) == figures(without)


def test_a_gift_without_a_hand_is_counted_too_so_that_the_evening_adds_up() -> None:
    first, second = told(FIVE, give("Ann", "Ben", 3), FINISH, FIVE, FINISH, FIVE, DEAL, won("Cat"), FINISH)
    assert (first.place, len(first.hands), second.place) == (0, 0, 2)
    assert [(name, own.counters, own.hands) for name, own in figures(first).items()] == [
        ("Ann", -3, 0),
        ("Ben", 3, 0),
    ]
    assert not any(own.games_won for name, own in figures(first).items())


def test_a_hand_that_is_open_counts_when_it_is_over_and_its_counters_at_once() -> None:
    (game,) = told(FIVE, DEAL, won("Cat"), DEAL)
    assert (len(game.hands), of("Ann", game).hands, of("Ann", game).counters) == (2, 1, -5)
    assert not any(own.games_won for name, own in figures(game).items())


def test_the_biggest_pool_and_the_longest_spoil_are_those_of_the_game() -> None:
    first, second = told(FIVE, DEAL, SPOILT, DEAL, won("Cat"), FINISH, FIVE, DEAL, won("Ann"), FINISH)
    pools, spoils = [biggest_pool(game) for game in (first, second)], [longest_spoil(game) for game in (first, second)]
    assert pools[0] and pools[1] and spoils[0]
    assert (pools[0].counters, pools[0].takers, pools[1].counters) == (14, ("Cat",), 9)
    assert (spoils[0].hands, spoils[0].since.number, spoils[1]) == (1, 1, None)


def test_who_sits_out_or_left_has_played_the_hands_before() -> None:
    out = [move("spoil-five", "sit_out", player="Dan"), DEAL, won("Ann"), FINISH]
    (game,) = told(FIVE, DEAL, won("Cat"), *out)
    assert (of("Ann", game).hands, of("Dan", game).hands) == (2, 1)


def test_a_hand_of_points_is_won_by_the_best_and_lost_by_the_worst() -> None:
    begun = opening("points-game", name="Skyline", hands=2)
    hands = [POINTS_DEAL, points(Ann=5, Ben=2, Cat=2), POINTS_DEAL, points(Ann=1, Ben=7, Cat=3)]
    (game,) = told(begun, *hands, players="Ann Ben Cat")
    assert (game.title, game.in_points, game.fewest_win) == ("Skyline", True, False)
    ann, ben = of("Ann", game), of("Ben", game)
    assert (ann.won, ann.lost, ann.points, ann.games_won) == (1, 1, 6, False)
    assert (ben.won, ben.lost, ben.points, ben.games_won) == (1, 1, 9, True)
    most = best("Ben", game)
    assert most and (most.brought, most.hand.number, ben.counters) == (7, 2, 0)


def test_where_the_fewest_points_win_the_most_lose() -> None:
    begun = opening("points-game", name="Hearts", wins="fewest", hands=1)
    (game,) = told(begun, POINTS_DEAL, points(Ann=5, Ben=2, Cat=9), players="Ann Ben Cat")
    assert [(own.won, own.lost, own.games_won) for name, own in figures(game).items()] == [
        (0, 0, False),
        (1, 0, True),
        (0, 1, False),
    ]
    assert {best(name, game) for name in figures(game)} == {None}


def test_who_sat_out_throughout_has_won_nothing_though_the_fewest_points_win() -> None:
    begun = opening("points-game", name="Hearts", wins="fewest", hands=1)
    out = move("points-game", "sit_out", player="Cat")
    (game,) = told(begun, out, POINTS_DEAL, points(Ann=5, Ben=2), players="Ann Ben Cat")
    assert [(name, own.games_won) for name, own in figures(game).items()] == [("Ann", False), ("Ben", True)]


def test_a_hand_in_which_all_are_level_is_nobodys_and_such_a_game_everybodys() -> None:
    begun = opening("points-game", name="Skyline", hands=1)
    (game,) = told(begun, POINTS_DEAL, points(Ann=4, Ben=4), players="Ann Ben")
    assert {(own.won, own.lost, own.games_won) for name, own in figures(game).items()} == {(0, 0, True)}


def test_partners_have_what_their_side_scored() -> None:
    sided: dict[str, Any] = {"name": "Whist", "sides": TWO_SIDES, "hands": 1}
    (game,) = told(opening("points-game", **sided), POINTS_DEAL, points(Ann=3, Ben=1))
    assert {name: (own.points, own.won, own.games_won) for name, own in figures(game).items()} == {
        "Ann": (3, 1, True),
        "Cat": (3, 1, True),
        "Ben": (1, 0, False),
        "Dan": (1, 0, False),
    }


def tricks(**made: int) -> Move:
    return move("twenty-five", "tricks", won=made)


DEAL_25 = move("twenty-five", "deal")


def test_twenty_five_is_won_by_who_took_the_most_from_its_pools_not_by_who_led_for_the_last() -> None:
    """Ann takes a whole pool; Ben leads for the next when it is divided, and is still down."""
    pool = [DEAL_25, tricks(Ann=5), DEAL_25, tricks(Ben=3, Cat=2), move("twenty-five", "finish")]
    (game,) = told(opening("twenty-five"), *pool, players="Ann Ben Cat")
    assert game.in_points and not result(game).by_points, "Ann, who won, also has the most points of both pools"
    assert {name: (own.counters, own.games_won) for name, own in figures(game).items()} == {
        "Ann": (5, True),
        "Ben": (-3, False),
        "Cat": (-2, False),
    }


def test_a_side_wins_with_the_counters_of_both() -> None:
    (game,) = told(opening("twenty-five", sides=TWO_SIDES), DEAL_25, tricks(Ann=5), move("twenty-five", "finish"))
    assert {name: own.counters for name, own in figures(game).items() if own.games_won} == {
        "Ann": 1,
        "Cat": 3,
    }


def test_two_who_gained_alike_have_both_won_and_nobody_has_where_all_are_even() -> None:
    halves = [DEAL, give({"pot": "pool"}, "Cat", 4), give({"pot": "pool"}, "Ann", 5), SPOILT, FINISH]
    (game,) = told(FIVE, *halves)
    assert {name: own.counters for name, own in figures(game).items()} == {
        "Ann": 2,
        "Ben": -2,
        "Cat": 2,
        "Dan": -2,
    }
    assert {name for name, own in figures(game).items() if own.games_won} == {"Ann", "Cat"}
    (even,) = told(FIVE, DEAL, SPOILT, give({"pot": "pool"}, "Ann", 1), FINISH)
    assert not any(own.counters or own.games_won for name, own in figures(even).items())


def test_figures_of_several_games_add_up() -> None:
    one, other = Figures(hands=3, won=2, gained=9, games_won=1), Figures(hands=2, won=1, lost=1, counters=-4)
    assert Figures.total([one]) == one
    assert Figures.total([one, other]) == Figures(hands=5, won=3, lost=1, gained=9, counters=-4, games_won=1)
