"""The statistics: kept with the line of an evening, added up over spans, without those who aren't to be named."""

import json
from unittest.mock import patch

import pytest

from companion.scoresheet import read_sheet
from companion.store import Evenings, People, Span, Statistics
from companion.store.check import problems
from companion.store.statistics import GAMES
from tests.tools.evening import move, opening
from tests.tools.house import DEAL, FINISH, SPOILT, House, renames, sheet, won

EVER = Span()


@pytest.fixture
def statistics(house: House) -> Statistics:
    return Statistics(house.database, Evenings(house.database, house.tables))


def counters(statistics: Statistics, span: Span = EVER) -> dict[str, int]:
    """What each is up or down over all evenings."""
    found: dict[str, int] = {}
    for part in statistics.parts(span, GAMES):
        found[part.name] = found.get(part.name, 0) + part.figures.counters
    return found


def laid_on(house: House, at: str, code: str | None = None) -> None:
    with house.database.writing() as rows:
        rows.execute("update tables set laid_at = ? where code = ?", [at, code or house.code])


def another(house: House, *taps, players: str = "Ann Ben Cat Dan") -> str:
    """One more evening."""
    house.code = house.tables.lay(sheet(players)).code
    house.taps(*taps)
    return house.code


@pytest.mark.parametrize(
    "harm",
    ["update evenings set words = 'x'", "update evenings set line = json_set(line, '$.games[0][9][0][2][1]', 9)"],
)
def test_statistics_that_say_something_else_are_found_and_made_anew(house: House, statistics, harm: str) -> None:
    house.taps(DEAL, won("Cat"), FINISH)
    before = statistics.parts(EVER, GAMES)
    house.database.rows.execute(harm)
    house.database.rows.commit()
    assert "its line, or its statistics, are not what its journal says" in problems(house.database)[0]
    Evenings(house.database, house.tables).drop()
    assert statistics.parts(EVER, GAMES) == before
    assert problems(house.database) == []


def test_each_figure_leads_to_the_hand_it_comes_from(house: House, statistics: Statistics) -> None:
    house.taps(DEAL, SPOILT, DEAL, won("Cat"), DEAL, won("Ann"), FINISH)
    pool, spoil, hand = statistics.biggest_pool(EVER), statistics.longest_spoil(EVER), statistics.best_hand(EVER)
    assert pool and spoil and hand
    assert (pool.number, pool.names, pool.place.hand) == (14, ("Cat",), 2)
    assert (spoil.number, spoil.place.hand) == (1, 1)
    assert (hand.number, hand.names, hand.place.hand) == (13, ("Cat",), 2)
    assert "Cat" in house.table.journal.step(hand.place.move).memo


def test_a_hand_is_found_at_the_move_that_ended_it_not_at_what_came_after(house: House, statistics) -> None:
    house.taps(DEAL, won("Cat"), move("spoil-five", "join", player="Eve"), FINISH)
    pool = statistics.biggest_pool(EVER)
    assert house.table.journal.step(pool.place.move).line.move.name == "won"


@pytest.mark.parametrize("ask", ["parts", "in_games", "biggest_pool"])
def test_figures_and_names_are_read_at_one_time(house: House, statistics: Statistics, ask: str) -> None:
    """After the first thing that is read, a name is put right by somebody else."""
    house.taps(DEAL, won("Cat"), FINISH)
    read, writes = Evenings.read, [renames("Cat", "Kate")]

    def read_then_written(evenings, work, needed=None):
        found = read(evenings, work, needed)
        if writes:
            house.taps(writes.pop())
        return found

    asked = (EVER, GAMES) if ask == "parts" else (EVER,)
    with patch.object(Evenings, "read", read_then_written):
        assert "Cat" in str(getattr(statistics, ask)(*asked))
    assert "Kate" in str(getattr(statistics, ask)(*asked))


def test_points_are_held_against_each_other_also_beside_a_stake(house: House, statistics: Statistics) -> None:
    house.code = house.tables.lay(sheet("Ann Ben Cat", "points-game", name="Oh Hell", hands=1, stake=5)).code
    scored = move("points-game", "scored", points={"Ann": 37, "Ben": 26, "Cat": 16})
    house.taps(move("points-game", "deal"), scored)
    held = [(met.in_points, met.ahead, met.by, met.counters) for met in statistics.rivals(EVER, "ben").get("cat", [])]
    assert held == [(True, 1, 10, 0)]
    assert [(met.ahead * met.by, met.counters) for met in statistics.rivals(EVER, "cat").get("ann", [])] == [(-21, -15)]


def test_a_game_counts_once_it_is_over_also_at_a_table_that_plays_on(house: House, statistics: Statistics) -> None:
    house.taps(DEAL, won("Cat"), DEAL)
    assert (counters(statistics), statistics.going_on(EVER)) == ({}, 1)
    house.taps(won("Cat"), FINISH)
    before = counters(statistics)
    assert (before["Cat"], sum(before.values()), statistics.going_on(EVER)) == (14, 0, 0)
    house.taps(opening("spoil-five"), DEAL)
    assert (counters(statistics), statistics.going_on(EVER)) == (before, 1)


def test_the_tables_of_a_night_are_one_evening(house: House, statistics: Statistics) -> None:
    house.taps(DEAL, won("Cat"), FINISH, opening("spoil-five"), DEAL, won("Ann"), FINISH)
    laid_on(house, "2026-03-05T20:00:00+00:00")
    for at in ("2026-03-05T22:00:00+00:00", "2026-03-06T20:00:00+00:00"):
        another(house, DEAL, won("Ann"), FINISH)
        laid_on(house, at)
    assert [(part.night.day, part.games) for part in statistics.parts(EVER, GAMES) if part.key == "ann"] == [
        (5, 3),
        (6, 1),
    ]
    assert [night.day for night in statistics.nights(EVER)] == [5, 6]


def test_a_best_score_is_one_of_a_game_played_from_first_to_last(house: House, statistics: Statistics) -> None:
    hearts = sheet("Ann Ben Cat", "points-game", name="Hearts", wins="fewest", hands=3)
    scored = [{"Ann": 5, "Ben": 2, "Cat": 9}, {"Ann": 1, "Ben": 4, "Cat": 0}, {"Ann": 0, "Ben": 7}]
    for leaves in (False, True):
        house.code = house.tables.lay(hearts).code
        for number, points in enumerate(scored):
            if number == 2 and leaves:
                house.taps(move("points-game", "leave", player="Cat"))
            here = points if number < 2 or leaves else points | {"Cat": 3}
            house.taps(move("points-game", "deal"), move("points-game", "scored", points=here))
    found = {game.key: (game.games, game.best, game.average) for game in statistics.in_games(EVER)}
    assert found == {"ann": (2, 6, 6), "ben": (2, 13, 13), "cat": (2, 12, 10.5)}


def test_money_is_that_of_the_settlement_however_people_are_called(house: House, statistics: Statistics) -> None:
    out = {"move": "out", "player": "Zoe", "cards_left": {"Ann": 1, "Mia": 2}}
    value, moves = {"amount": "0.005", "currency": "GBP"}, [{"move": "deal"}, out, {"move": "finish"}]
    played = {"scoresheet": 1, "players": ["Zoe", "Ann", "Mia"], "counter_value": value}
    laid = house.tables.lay(read_sheet(json.dumps(played | {"games": [{"game": "jig", "moves": moves}]}).encode()))
    money = {part.name: part.money for part in statistics.parts(EVER, "GBP")}
    assert money == laid.worth


def test_what_is_kept_in_memory_is_read_anew_when_another_program_writes(house: House, statistics: Statistics) -> None:
    house.taps(DEAL, won("Cat"), FINISH)
    assert counters(statistics)["Cat"] == 7
    other = House.__new__(House)
    other.folder = house.folder
    other.open()
    Statistics(other.database, Evenings(other.database, other.tables)).unname("Cat")
    other.database.close()
    assert "Cat" not in counters(statistics)


def test_one_who_is_not_to_be_named_stays_so_when_the_name_becomes_another_one(house: House, statistics) -> None:
    house.taps(DEAL, won("Cat"), FINISH)
    another(house, DEAL, won("Kat"), FINISH, players="Ann Ben Kat Dan")
    statistics.unname("kat")
    People(house.database, Evenings(house.database, house.tables)).merge("Kat", "Cat")
    assert "Cat" not in counters(statistics) and statistics.unnamed() == ["cat"]
    statistics.name_again("cat")
    assert counters(statistics)["Cat"] == 14 and statistics.unnamed() == []
