"""Games that are told: each that may be saved has a hand that its own form writes, tapped question by question."""

import json
from itertools import chain
from random import Random
from typing import Any

from attrs import evolve
from hypothesis import given

from companion.engine.errors import Illegal, Malformed
from companion.engine.fields import NOBODY_OF_ALL
from companion.engine.game import Opening
from companion.engine.playing import play
from companion.engine.replay import initial_state
from companion.games.points_game import turns
from companion.games.points_game.asked import is_flag, names_one
from companion.scoresheet import Sheet, SheetGame, open_game, read_sheet, score, write_sheet
from companion.web.forms.fields import MoveForm
from companion.web.forms.form import Field, redisplay
from companion.web.forms.reading import move_json
from companion.web.rules import sample
from companion.web.table.steps import MoveSteps
from tests.fuzz.amount import tries
from tests.fuzz.test_told import SEEDED, description
from tests.tools.evening import the_game

TURNS = 40
"""More often nobody is asked anew for one hand."""
HANDS, LOTS = (1, 2, 2, 3, 8), 30
"""So many hands of each are tapped, one of these by lot, of so many that are tried."""


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
        own |= {"of": "side"} if random.random() < 0.1 else {}
        if random.random() < 0.15:
            own = {"key": own["key"], "ask": own["ask"], "choices": [{"choice": f"so {n}", "is": n} for n in (0, 2, 5)]}
            own |= {"optional": True} if random.random() < 0.3 else {}
        of_each.append(own)
    asked = [*of_all, *of_each]
    for own in asked:
        others = [other["key"] for other in of_all if other is not own]
        stands = ["total", "dealer", "hand", "players"] if own in of_each else ["hand"]
        if others and random.random() < 0.7:
            hangs_on = random.choice(others if random.random() < 0.9 else stands)
            own["when"] = f"{hangs_on} {random.choice(['=', '>', '<>'])} {random.randint(0, 2)}"
        if own in of_each and random.random() < 0.2:
            own |= {"said": True, "hidden": random.random() < 0.5} if "when" not in own else {}
    random.shuffle(asked)
    scores = " + ".join(f"{random.choice([1, 2, -5])} * {own['key']}" for own in of_each)
    told = {"questions": asked, "scores": scores, "in_turn": random.random() < 0.15}
    if random.random() < 0.2:
        told["musts"] = [{"must": f"{of_each[0]['key']} >= {random.randint(0, 1)}", "says": "too few"}]
    if random.random() < 0.1:
        told.setdefault("musts", []).append({"must": f"players = {random.choice([3, 4])}", "says": "so many play"})
    return told


def by_a_way(random: Random) -> dict[str, Any]:
    """A usual way of scoring with any answers."""
    bids = {"cards": random.choice(["one-fewer", "one-more", "down-and-up", "the-same"]), "size": random.randint(1, 20)}
    bids |= {flag: True for flag in ("dealer", "hidden") if random.random() < 0.3}
    bids |= {"wrong": random.choice(["tricks-count", "nothing", "each-one-off", "each-one-said"])}
    bids |= {key: random.randint(1, 20) for key in ("right", "each", "over", "bags", "nil") if random.random() < 0.4}
    out: dict[str, Any] = {"counts": random.choice(["for-who-went-out", "for-and-against", "against-each"])}
    out |= {"more": random.randint(-20, 20)} if random.random() < 0.3 else {}
    turns = {"beyond": random.choice(["ends-it-too", "counts-nothing", "falls-back"]), "most": random.randint(1, 60)}
    turns |= {key: random.randint(1, 5) for key in ("step", "least", "misses", "last") if random.random() < 0.3}
    turns |= {"last_turn": True} if random.random() < 0.2 else {}
    return random.choice([{"bids": bids}, {"out": out}, {"turns": turns}])


def told_at_random(random: Random) -> Opening:
    """The opening of a game as somebody tells it. Raises Malformed."""
    kind = random.random()
    rules: dict[str, Any] = {"worked": hanging(random) if kind < 0.6 else description(random)}
    rules = {"way": by_a_way(random)} if kind > 0.85 else rules
    rules |= {"hands": random.choice([None, 3]), "target": random.choice([None, 50])}
    if random.random() < 0.2:
        rules["plays"] = random.choice([3, 4])
    if random.random() < 0.15:
        rules["partners"] = 2
    opening = open_game(the_game("points-game"), json.loads(json.dumps(rules)), None)
    sample.require_sense(opening.options)
    sample.require_a_hand(opening)
    return opening


def why_not_dealt(opening: Opening, many: int) -> str:
    """Why the first hand isn't dealt to so many."""
    try:
        state = play(initial_state([*sample.PLAYERS, *sample.MORE][:many]), opening).state
        play(state, opening.read_move({"move": "deal"}))
    except Illegal as refused:
        return str(refused)
    return ""


def inputs(asked: Field, question: Any, answers: dict[str, Any]) -> dict[str, str]:
    """What a browser sends of a question, of which each answered so; of a turn which box, and how much."""
    if question is None:
        return {asked.name: str(answers[""])}
    words = {choice.is_: str(choice.choice) for choice in question.choices}
    if question.of == "hand":
        number = answers[""]
        if is_flag(question):
            return {asked.name: "on"} if number else {}
        return {asked.name: words.get(number, str(number))}
    if asked.in_rows:
        one = next((name for name, number in answers.items() if number), None)
        nobody = {asked.name: NOBODY_OF_ALL} if names_one(question) and question.optional else {}
        return {asked.name: one} if one else nobody
    if is_flag(question):
        return {f"{asked.name}:{name}": "on" for name, number in answers.items() if number}
    shown = {f"{asked.name}:{name}": words.get(number, str(number)) for name, number in answers.items()}
    offered = getattr(asked, "words", None)
    return shown if offered is None else {key: text for key, text in shown.items() if text in map(str, offered)}


def tapped(state: Any, kind: Any, hand: dict[str, dict[str, int]]) -> Any:
    """The move that comes of tapping what a page asks, until it asks nothing more. Raises what the server refuses."""
    form, questions = MoveForm(kind, state), state.options.worked.by_key
    if form.asks.who:  # of whose turn it is alone
        questions = {key: evolve(question, of="hand") for key, question in questions.items()}
    answered: dict[str, str] = {}
    typed: dict[str, Any] = {}
    for _ in range(TURNS):
        steps, sent = MoveSteps(form, answered, typed), dict[str, str]()
        beside = (*steps.beside_fields, *steps.aside_fields)  # a key that writes at once sends them along
        for asked in beside if steps.step else (*steps.open_fields, *beside):
            names = () if state.options.worked.in_turn else dict(asked.choices)  # a turn may not come any more
            question = questions.get(asked.key)
            silent = {"": 0} if question and question.of == "hand" else dict.fromkeys(names, 0)
            sent |= inputs(asked, question, hand.get(asked.key) or silent)
        if steps.step is not None:
            key = steps.step.key
            value = inputs(steps.step, questions.get(key), hand[key])[key]
            assert value in dict(steps.choices), f"{key} can't be answered {value}"
            if steps.ends_with(value):
                return read_move(state, kind, {**sent, **answered, key: value})
            answered[key] = value
            continue
        again = redisplay(steps.fields, {**answered, **sent})
        asked_now = [asked.key for asked in MoveSteps(form, answered, again).fields]
        if asked_now == [asked.key for asked in steps.fields]:
            return read_move(state, kind, {**answered, **sent})
        typed = again
    raise AssertionError("asked again and again")


def read_move(state: Any, kind: Any, sent: dict[str, str]) -> Any:
    """The move that is read from what a browser sends."""
    return state.game.read_move({"move": kind.name} | move_json(kind, sent, state))


def by_question(told: dict[str, Any]) -> dict[str, dict[str, int]]:
    """The answers of a hand by question."""
    hand = {key: {"": number} for key, number in told.get("hand", {}).items()}
    for name, own in told["answers"].items():
        for key, number in own.items():
            hand.setdefault(key, {})[name] = number
    return hand


def answered_in(moves: list[Any]) -> dict[tuple[str, str], int]:
    """What moves answer but 0, by name and question."""
    names = [{"": move.hand or {}} | (move.answers or {}) if move.name == "scored" else move.answers for move in moves]
    return {(name, key): n for own in names for name, said in own.items() for key, n in said.items() if n}


def in_box(boxes: Any, hand: dict[str, dict[str, int]]) -> dict[str, dict[str, Any]]:
    """The answers of a turn as its form asks for them: which box, how much, and the rest as of the hand."""
    found: dict[str, dict[str, Any]] = {}
    for key, own in hand.items():
        ((_, number),) = own.items()
        found |= {"box": {"": boxes[key].ask}, "in_box": {"": number}} if key in boxes else {key: {"": number}}
    return found


def unsaid(told: dict[str, Any], dealt: Any) -> dict[str, Any]:
    """The answers of a hand without those that were said before it: a page doesn't ask for them again."""
    said = {each.key for each in dealt.options.worked.questions if each.said} if dealt.facts.said else set[str]()
    return told | {
        "answers": {name: {k: n for k, n in own.items() if k not in said} for name, own in told["answers"].items()}
    }


def hands_tapped(random: Random, opening: Opening) -> int:
    """How many hands of an evening were tapped as a page asks for them, which the reader of sheets takes as well."""
    sides = sample.with_sides(opening).options.teams()
    opening = open_game(opening.game, {**(opening.given or {}), **({"sides": sides} if sides else {})}, None)
    many = len([*chain(*sides)]) if sides else random.choice(opening.options.seats()[:6])
    players = [*sample.PLAYERS, *sample.MORE, *"MNOP"][:many]
    deal, games, tapped_hands = opening.read_move({"move": "deal"}), list[SheetGame](), 0
    state, kinds, worked = initial_state(players), opening.game.by_name, opening.options.worked
    boxes, says, wanted = worked.boxes, any(each.said for each in worked.questions), random.choice(HANDS)
    for shift in range(LOTS):
        if tapped_hands == wanted:
            break
        if not games or state.over:
            games.append(SheetGame(opening, []))
            state = play(state, opening).state
        try:
            dealt = state if state.open else play(state, deal).state
            told = unsaid(kinds["scored"].example(dealt, shift), dealt)
            whole = opening.read_move({"move": "scored", **told})
            after = play(dealt, whole).state
        except Illegal:
            continue
        moves, spoken = [] if state.open else [deal], bool(dealt.facts.said)
        asked = by_question(told)
        if says and not spoken:
            moves.append(tapped(dealt, kinds["said"], asked))
            dealt = play(dealt, moves[-1]).state
        if boxes:
            asked = in_box(boxes, {key: own for key, own in asked.items() if not worked.by_key[key].said})
        is_number = worked.turn_by_turn and worked.questions[0].most != "1"  # whether a tick was left out nobody knows
        one_by_one = opening.options.way and is_number and random.random() < 0.5
        for name in turns(dealt) if one_by_one else [""]:
            own = {
                key: {who: n for who, n in each.items() if name and who in dealt.side(name)}
                for key, each in asked.items()
            }
            moves.append(tapped(dealt, kinds["scored"], own if one_by_one else asked))
            dealt = play(dealt, moves[-1]).state
            if dealt.over:
                break
        given, made = answered_in([whole]), answered_in([move for move in moves if move is not deal])
        alone = one_by_one and dealt.over and dealt.facts.out  # one is left before the round is over
        assert alone or made == {
            place: n for place, n in given.items() if not (spoken and worked.by_key[place[1]].said)
        }
        games[-1].moves.extend(moves)
        state, tapped_hands = dealt, tapped_hands + 1
        assert spoken or alone or (state.points, state.over) == (after.points, after.over)
        if not state.over and tapped_hands % 4 == 3 and not state.open:
            finish = opening.read_move({"move": "finish"})
            state = play(state, finish).state
            games[-1].moves.append(finish)
    sheet = read_sheet(write_sheet(Sheet(players, games)).encode())
    result = score(sheet)
    assert (result["points"], result["over"]) == (state.scored(), state.over)
    return tapped_hands


@tries(0.1)
@given(random=SEEDED)
def test_any_game_that_may_be_saved_has_hands_that_its_form_writes(turn: int, random: Random) -> None:
    try:
        opening = told_at_random(random)
    except Malformed as refused:
        assert str(refused).strip() and "Traceback" not in str(refused)
        return
    if plays := opening.options.plays:  # one more sits out
        assert why_not_dealt(opening, plays + 1) == why_not_dealt(opening, plays)
    hands_tapped(random, opening)


def test_a_game_of_which_no_hand_can_be_written_is_refused() -> None:
    worked = {"questions": [{"key": "a", "ask": "A", "most": "3", "total": "50"}], "scores": "a"}
    opening = open_game(the_game("points-game"), {"worked": worked}, None)
    try:
        sample.require_a_hand(opening)
    except Malformed as refused:
        assert str(refused).startswith("No hand of this game can be written down. A: ")
        return
    raise AssertionError
