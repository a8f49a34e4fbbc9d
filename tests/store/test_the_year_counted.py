"""The statistics of a made year are what a plain count of its exported sheets comes to, for every person and game."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.scoresheet import write_sheet
from companion.store import Database, Evenings, Span, Statistics, Tables
from companion.store.check import problems
from companion.store.statistics import GAMES
from tests.tools.plain_count import AT_ONCE, games_of, without_all
from tests.tools.year import EVENINGS, lay_year

EVER = Span()


@pytest.mark.parametrize("number", [40, pytest.param(EVENINGS, marks=pytest.mark.thorough)])
def test_the_year_is_what_a_plain_count_of_its_sheets_comes_to(tmp_path: Path, number: int) -> None:
    database = Database(tmp_path)
    tables = Tables(database)
    codes = lay_year(tables, number)
    evenings = Evenings(database, tables)
    statistics = Statistics(database, evenings)
    sheets = {code: json.loads(write_sheet(tables.find(code).sheet())) for code in codes}
    over = {code for code in codes if tables.find(code).journal.state.over}
    held: dict[tuple[str, int, str], dict[str, Any]] = {}
    pools: dict[tuple[str, int], int] = {}
    for evening in evenings.known().evenings:
        for game in evening.games:
            pools[evening.code, game.place] = game.pool.number if game.pool else 0
            held |= {(evening.code, game.place, player.name): player.figures._asdict() for player in game.players}
    counters: Counter[str] = Counter()
    compared = 0
    for code, sheet in sheets.items():
        for nth, (_, pool, players) in enumerate(games_of(sheet)):
            key = sheet["games"][nth]["game"]
            if (code, nth) in pools:
                assert pools[code, nth] == pool, (code, nth, key)
            for name, counted in players.items():
                where = (code, nth, name)
                assert held.get(where, {}).get("counters", 0) == counted["counters"], (where, key)
                if code in over or nth + 1 < len(sheet["games"]):
                    counters[name.casefold()] += counted["counters"]
                if code in over and not without_all(sheet["games"][nth]):
                    hold(held[where], counted, key)
                    compared += 1
    assert compared > number, "an evening is of two at least"
    told: Counter[str] = Counter()
    for part in statistics.parts(EVER, GAMES):
        told[part.key] += part.figures.counters
    assert +told == +counters and -told == -counters
    ended = {(code, nth) for code, nth, _ in held if code in over or nth + 1 < len(sheets[code]["games"])}
    hands = sum(row["hands"] for (code, nth, _), row in held.items() if (code, nth) in ended)
    assert sum(game.figures.hands for game in statistics.in_games(EVER)) == hands
    pool_told = statistics.biggest_pool(EVER)
    assert pool_told and pool_told.number == max(pools.values())
    assert problems(database) == []
    database.close()


def hold(row: dict[str, Any], counted: dict[str, int], key: str) -> None:
    """A player's row is what was counted; points stand under one name of a side."""
    for what in ("hands", "gained", "paid"):
        assert row[what] == counted[what], (row, what, key)
    if counted["told"]:
        assert row["games_won"] == counted["game_won"], (row, key)
    if counted["told"] and key not in AT_ONCE:
        for what in ("won", "lost", "points"):
            assert row[what] == counted[what], (row, what, key)
