"""Games that are told: each that may be saved has a hand that its own form writes, tapped question by question."""

import json
from random import Random
from typing import Any

from hypothesis import given

from companion.engine.errors import Malformed
from companion.engine.fields import NOBODY_OF_ALL
from companion.engine.game import Opening
from companion.engine.playing import play
from companion.games.points_game.asked import is_flag, names_one
from companion.scoresheet import PlayedGame, Sheet, open_game, read_sheet, record_sheet, score, write_sheet
from companion.web.forms.fields import MoveForm
from companion.web.forms.form import Field, redisplay
from companion.web.forms.reading import move_json
from companion.web.setup import sample
from companion.web.table.steps import MoveSteps
from tests.fuzz.amount import tries
from tests.fuzz.test_told import SEEDED, description
from tests.tools.evening import the_game

TURNS = 40
"""More often nobody is asked anew for one hand."""


def hanging(random: Random) -> Any:
    """A game whose questions hang on choices, numbers and ticks of the whole hand, in any order."""
    kinds = [
        {"choices": [{"choice": f"way {n}", "is": n} for n in range(random.randint(2, 4))]},
        {"most": "1"},
        {"most": random.choice(["3", "13"])},
    ]
    of_all: list[Any] = [
        {"key": f"h{n}", "ask": f"Hand {n}", "of": "hand", **random.choice(kinds)} for n in range(random.randint(1, 4))
    ]
    of_each: list[Any] = []
    for n in range(random.randint(1, 4)):
        own: dict[str, Any] = {"key": f"p{n}", "ask": f"Each {n}", "most": random.choice(["1", "3", "13", "100"])}
        sums = {"1": ["1", "2"], "3": ["3", "4"], "13": ["13", "7"], "100": ["100", "26"]}[own["most"]]
        own |= {"total": random.choice(sums)} if random.random() < 0.6 else {}
        own |= {"optional": True} if random.random() < 0.2 else {}
        of_each.append(own)
    asked = [*of_all, *of_each]
    for own in asked:
        others = [other["key"] for other in of_all if other is not own]
        if others and random.random() < 0.7:
            own["when"] = f"{random.choice(others)} {random.choice(['=', '>', '<>'])} {random.randint(0, 2)}"
        if own in of_each and random.random() < 0.2:
            own |= {"said": True, "hidden": random.random() < 0.5} if "when" not in own else {}
    random.shuffle(asked)
    scores = " + ".join(f"{random.choice([1, 2, -5])} * {own['key']}" for own in of_each)
    told = {"questions": asked, "scores": scores, "in_turn": random.random() < 0.15}
    if random.random() < 0.2:
        told["musts"] = [{"must": f"{of_each[0]['key']} >= {random.randint(0, 1)}", "says": "too few"}]
    return told


def told_at_random(random: Random) -> Opening:
    """The opening of a game as somebody tells it. Raises Malformed."""
    rules: dict[str, Any] = {"worked": hanging(random) if random.random() < 0.7 else description(random)}
    rules |= {"hands": random.choice([None, 3]), "target": random.choice([None, 50])}
    if random.random() < 0.2:
        rules["plays"] = random.choice([3, 4])
    if random.random() < 0.15:
        rules["partners"] = 2
    opening = open_game(the_game("points-game"), json.loads(json.dumps(rules)), None)
    sample.require_sense(opening.options)
    sample.require_playable(opening)
    return opening


def inputs(asked: Field, question: Any, answers: dict[str, int]) -> dict[str, str]:
    """What a browser sends of a question, of which each answered so."""
    words = {choice.is_: str(choice.choice) for choice in question.choices}
    if question.of == "hand":
        number = answers[""]
        if is_flag(question):
            return {asked.name: "on"} if number else {}
        return {asked.name: words.get(number, str(number))}
    if asked.control.in_rows:
        one = next((name for name, number in answers.items() if number), None)
        nobody = {asked.name: NOBODY_OF_ALL} if names_one(question) and question.optional else {}
        return {asked.name: one} if one else nobody
    if is_flag(question):
        return {f"{asked.name}:{name}": "on" for name, number in answers.items() if number}
    shown = {f"{asked.name}:{name}": words.get(number, str(number)) for name, number in answers.items()}
    offered = getattr(asked.control, "words", None)
    return shown if offered is None else {key: text for key, text in shown.items() if text in map(str, offered)}


def tapped(state: Any, kind: Any, hand: dict[str, dict[str, int]]) -> Any:
    """The move that comes of tapping what a page asks, until it asks nothing more. Raises what the server refuses."""
    form, questions = MoveForm(kind, state), state.options.worked.by_key
    answered: dict[str, str] = {}
    typed: dict[str, Any] = {}
    for _ in range(TURNS):
        steps = MoveSteps(form, answered, typed)
        if steps.step is not None:
            key = steps.step.key
            value = hand["box"][""] if key == "box" else None
            value = value or inputs(steps.step, questions[key], hand[key])[key]  # type: ignore[assignment]
            assert value in dict(steps.choices), f"{key} can't be answered {value}"
            if steps.ends_with(str(value)):
                return read_move(state, kind, {**answered, key: str(value)})
            answered[key] = str(value)
            continue
        sent: dict[str, str] = {}
        for asked in (*steps.open_fields, *steps.beside_fields, *steps.aside_fields):
            names = () if state.options.worked.in_turn else dict(asked.choices)  # a turn may not come any more
            silent = {"": 0} if questions[asked.key].of == "hand" else dict.fromkeys(names, 0)
            sent |= inputs(asked, questions[asked.key], hand.get(asked.key) or silent)
        again = redisplay(steps.fields, {**answered, **sent})
        if MoveSteps(form, answered, again).unasked == steps.unasked:
            return read_move(state, kind, {**answered, **sent})
        typed = again
    raise AssertionError("asked again and again")


def read_move(state: Any, kind: Any, sent: dict[str, str]) -> Any:
    """The move that is read from what a browser sends."""
    return state.game.read_move({"move": kind.name} | move_json(kind, sent, state))


def written(opening: Opening, found: Any) -> None:
    """Writes the hand of a sample once more by its form, and has the sheet read by the reader of sheets."""
    *before, last = found.moves
    state = record_sheet(Sheet(found.players, [PlayedGame(opening, before)])).state
    worked = state.options.worked
    hand: dict[str, dict[str, int]] = {}
    for name, own in (last.answers or {}).items():
        for key, number in own.items():
            hand.setdefault(key, {})[name] = number
    for key, number in (last.hand or {}).items():
        hand[key] = {"": number}
    kinds = state.game.by_name
    moves = []
    said = [each.key for each in worked.questions if each.said]
    for kind in (kinds["said"], kinds["scored"]) if said else (kinds["scored"],):
        move = tapped(state, kind, hand)
        state = play(state, move).state
        moves.append(move)
    sheet = write_sheet(Sheet(found.players, [PlayedGame(opening, [*before, *moves])]))
    text = sheet if isinstance(sheet, str) else json.dumps(sheet)
    assert score(read_sheet(text.encode()))["points"] == state.scored()
    wanted = record_sheet(Sheet(found.players, [PlayedGame(opening, found.moves)])).state
    assert wanted.scored() == state.scored()


@tries(0.1)
@given(random=SEEDED)
def test_any_game_that_may_be_saved_has_a_hand_that_its_form_writes(turn: int, random: Random) -> None:
    try:
        opening = told_at_random(random)
    except Malformed as refused:
        assert str(refused).strip() and "Traceback" not in str(refused)
        return
    sides = sample.with_sides(opening).options.teams()
    opening = open_game(opening.game, {**(opening.given or {}), **({"sides": sides} if sides else {})}, None)
    found = sample.worked_hand(opening, sample.LOTS, 60)
    if not opening.options.worked.boxes:  # a turn there is a box and a number, tapped on the pad
        written(opening, found)


def test_a_game_of_which_no_hand_can_be_written_is_refused() -> None:
    worked = {"questions": [{"key": "a", "ask": "A", "most": "3", "total": "50"}], "scores": "a"}
    opening = open_game(the_game("points-game"), {"worked": worked}, None)
    try:
        sample.require_playable(opening)
    except Malformed as refused:
        assert str(refused).startswith("No hand of this game can be written down. A: ")
        return
    raise AssertionError
