"""What is worked out of a table for the statistics, as rows: one a game of the evening, and one a player in it."""

import json
from typing import Any

from companion.engine.names import stored_name_key
from companion.engine.replay import Step
from companion.engine.reports.evening import Evening, PlayedHand
from companion.engine.reports.tallies import GameTally, PlayerTally, tallies
from companion.store.table import Table


def tally_rows(table: Table, report: Evening) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of an evening by their tables: ``evening_games`` and ``evening_players``."""
    games = tallies(table.journal, report)
    goes_on = not table.journal.state.over
    return {
        "evening_games": [_game(table.code, game, goes_on) for game in games],
        "evening_players": [_player(table.code, game.place, player) for game in games for player in game.players],
    }


def _game(code: str, game: GameTally, goes_on: bool) -> dict[str, Any]:
    pool, spoil = game.pool, game.spoil
    return {
        "code": code,
        "nth": game.place,
        "game": game.title,
        "in_points": int(game.in_points),
        "fewest_win": int(game.fewest_win),
        "goes_on": int(goes_on),
        "dealt": game.dealt,
        "pool": pool.counters if pool else None,
        "pool_pot": pool.pot if pool else None,
        "pool_takers": json.dumps(pool.takers, ensure_ascii=False) if pool else None,
        "pool_hand": pool.hand.number if pool else None,
        "pool_move": _last_move(pool.hand) if pool else None,
        "spoil": spoil.hands if spoil else None,
        "spoil_pot": spoil.pot if spoil else None,
        "spoil_counters": spoil.counters if spoil else None,
        "spoil_hand": spoil.since.number if spoil else None,
        "spoil_move": _last_move(spoil.since) if spoil else None,
    }


def _player(code: str, place: int, player: PlayerTally) -> dict[str, Any]:
    best = player.best
    row = {**player._asdict(), "game_won": int(player.game_won), "alike": stored_name_key(player.name)}
    return (
        {"code": code, "nth": place}
        | row
        | {
            "best": best.brought if best else None,
            "best_hand": best.hand.number if best else None,
            "best_move": _last_move(best.hand) if best else None,
        }
    )


def _last_move(hand: PlayedHand) -> int:
    """Return the number by which the journal leads to a hand: that of the move that ended it, else of its last."""
    step: Step = next((step for step in hand.steps if not step.state.open), hand.steps[-1])
    return step.line.number
