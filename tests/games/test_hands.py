"""Hands of the games, rule by rule: tables, what is played there, and what each move comes to or why it is refused.

An evening of ``hands/`` is a list: the table and the game that begins there, then its moves as a sheet has them.
``then`` says how the table stands after a move; one that is ``refused`` or ``malformed`` leaves it as it was.
"""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.engine.errors import Illegal, Malformed
from companion.engine.game import Effect, Family, State
from companion.engine.playing import play
from companion.engine.replay import initial_state
from companion.games import catalogue
from tests.tools.evening import opening, the_game

HANDS = [
    pytest.param(evenings, id=rule)
    for file in sorted((Path(__file__).parent / "hands").glob("*.json"))
    for rule, evenings in json.loads(file.read_text("utf-8")).items()
]
Step = dict[str, Any]


@pytest.mark.parametrize("evenings", HANDS)
def test_a_hand_comes_to_what_its_rule_says(evenings: list[list[Step]]) -> None:
    for steps in evenings:
        state = initial_state(steps[0]["players"].split())
        for step in steps:
            if refusal := {key: step[key] for key in ("refused", "malformed") if key in step}:
                with pytest.raises((Illegal, Malformed)) as why:
                    played(state, step)
                assert {"refused" if why.type is Illegal else "malformed": str(why.value)} == refusal, step
                continue
            effect = played(state, step)
            for key, wanted in step.get("then", {}).items():
                assert seen(key, effect) == wanted, (key, step)
            state = effect.state
        assert sum(state.balances.values()) + sum(state.pots.values()) == 0, steps[0]


def test_every_game_of_the_books_refuses_three_hands() -> None:
    refused = Counter(
        evening[0]["game"]
        for rule in HANDS
        for evening in rule.values[0]
        for step in evening[1:]
        if "refused" in step or "malformed" in step
    )
    books = [key for key, game in catalogue().items() if game.family not in (Family.OWN, Family.LOTO)]
    assert [key for key in books if refused[key] < 3] == []


def played(state: State[Any, Any], step: Step) -> Effect:
    """What a move comes to; a step without one begins a game."""
    if "move" not in step:
        return play(state, opening(step["game"], step.get("dealer"), **step.get("options", {})))
    assert state.game
    said = {key: held for key, held in step.items() if key not in ("then", "refused", "malformed")}
    return play(state, the_game(state.game.key).read_move(said))


def seen(what: str, effect: Effect) -> object:
    state = effect.state
    asked: dict[str, Callable[[], object]] = {
        "balances": lambda: [*state.balances.values()],
        "pots": lambda: dict(state.pots),
        "points": state.scored,
        "dealer": lambda: state.dealer,
        "memo": lambda: effect.memo,
        "paid": lambda: [[side(paid.payer), side(paid.payee), paid.counters] for paid in effect.postings],
        "summary": state.facts.summary,
        "open": lambda: state.open,
        "hand": lambda: state.hand,
        "score": lambda: dict(state.score),
        "over": lambda: state.over,
        "in": lambda: [*state.playing],
        "seats": lambda: [*state.seats],
    }
    return asked[what]()


def side(of_a_payment: Any) -> object:
    return of_a_payment if isinstance(of_a_payment, str) else {"pot": of_a_payment.name}
