"""Games that strangers tell, their hands and their formulas: a result or one sentence, the same each time.

What is tried hangs on one seed, which a failure names: ``Random(seed)`` makes it again.
"""

import json
from copy import deepcopy
from fractions import Fraction
from random import Random
from time import process_time
from typing import Any

from hypothesis import given, strategies as st

from companion.engine.errors import Illegal, Malformed
from companion.engine.formula import MAX_NUMBER, Scope, read_formula
from companion.engine.playing import play
from companion.engine.reports import winners
from companion.games.points_game import Said, ScoredHand
from companion.shelf import shelf
from companion.web.forms.ways import without_defaults
from tests.fuzz.amount import tries
from tests.fuzz.shapes import ODD
from tests.tools.evening import TWO_SIDES, Evening, move

SEEDED = st.randoms(use_true_random=True)
LONG = 2.0
"""So many seconds of the processor are far too many for a hand."""
ON_THE_SHELF: list[Any] = [
    without_defaults(told.opening.options.worked)  # type: ignore[attr-defined]
    for told in shelf().values()
    if getattr(told.opening.options, "worked", None)
]
KEYS = ["size", "bid", "tricks", "flag", "sort", "ones", "twos"]
NAMES = [*KEYS, "run", "mean", "total", "dealer", "score", "hand", "hands", "cards", "times", "players", "target"]
SIGNS = ["+", "-", "*", "/", "=", "<>", "<", "<=", ">", ">=", "and", "or"]
ONE_OF = {"abs": 1, "floor": 1, "ceiling": 1, "round": 1, "not": 1, "min": 2, "max": 3, "if": 3, "pick": 4}
OVER = ["sum", "otown", "most", "least", "side"]
HOSTILE = [
    *("(" * 41 + "1" + ")" * 41, "-" * 600, "not " * 150, "1+" * 400 + "1", "9" * 13, "1/0", "bid/0", "0/0", "1 2"),
    *("sum(sum(bid))", "pick(9, 1, 2)", "pick(0.5, 1, 2)", "if(1, 2)", "min()", "__import__", "bid.real", "1e9", "√"),
    *("*".join(["999999"] * 80), "/".join(["7"] * 200), "max(" * 39 + "1" + ")" * 39, "sum(" + "bid+" * 140 + "1)", ""),
]
"""Formulas that are deep, long, huge, or nothing that can be read."""


def formula(random: Random, names: list[str], deep: int = 3) -> str:
    """A formula over names, now and then a hostile one."""
    how = random.random()
    if how < 0.002:
        return random.choice(HOSTILE)
    if deep == 0 or how < 0.25:
        return random.choice([*names, "0", "1", "2", "7", "0.5", "100"])
    if how < 0.7:
        one, other = formula(random, names, deep - 1), formula(random, names, deep - 1)
        return f"({one} {random.choice(SIGNS)} {other})"
    if how < 0.8:
        return f"{random.choice(OVER)}({formula(random, names, deep - 1)})"
    called, many = random.choice([*ONE_OF.items()])
    return f"{called}({', '.join(formula(random, names, deep - 1) for _ in range(many))})"


def small(random: Random, names: list[str]) -> str:
    """A formula that is often only a number."""
    return formula(random, names, 2) if random.random() < 0.15 else random.choice(["1", "3", "9", "13", "100", "cards"])


def question(random: Random, key: str) -> dict[str, Any]:
    """A question with some of all that it can have."""
    own: dict[str, Any] = {"key": key, "ask": key.title()}
    if random.random() < 0.4:
        own["of"] = random.choice(["hand", "side", "player"])
    for more, share in {"least": 0.1, "most": 0.6, "total": 0.2, "not_total": 0.1}.items():
        if random.random() < share:
            own[more] = "0" if more == "least" else small(random, ["size", "hand", "cards", "players"])
    if random.random() < 0.2:
        own["when"] = formula(random, ["size", "sort", "run", "total", "dealer", "hand"], 1)
    for flag in ("optional", "said", "hidden", "once"):
        if random.random() < (0.8 if flag == "hidden" and "said" in own else 0.1):
            own[flag] = True
    if random.random() < 0.15:
        own["choices"] = [{"choice": f"{key} {n}", "is": n * random.choice([1, 5, -2])} for n in range(3)]
    return own


def description(random: Random) -> Any:
    """A game as somebody tells it: made up, or one of the shelf with something odd in it."""
    if random.random() < 0.4:
        told = deepcopy(random.choice(ON_THE_SHELF))
        broken: Any = told
        while isinstance(broken, list | dict) and broken:
            place = random.choice(range(len(broken)) if isinstance(broken, list) else [*broken])
            if not isinstance(broken[place], list | dict) or random.random() < 0.02:
                odd = [broken[place], formula(random, NAMES), "3", 0, True, random.choice(ODD)]
                broken[place] = random.choice(odd)
                break
            broken = broken[place]
        return told
    keys = random.sample(KEYS, random.randint(1, len(KEYS)))
    known = [*keys, "total", "hand", "cards", "players", "dealer", "run"]
    made: dict[str, Any] = {"questions": [question(random, key) for key in keys], "scores": formula(random, known)}
    made["tallies"] = [{"key": "run", "tally": "Run", "becomes": formula(random, [*known, "score"], 2)}]
    if random.random() < 0.3:
        made["values"] = [{"key": "mean", "is": formula(random, known)}]
        made["scores"] = formula(random, [*known, "mean"])
    if random.random() < 0.2:
        made["musts"] = [{"must": f"{formula(random, known)} >= 0", "says": "it can't be"}]
    if random.random() < 0.3:
        made["rounds"] = [{"round": "First", "cards": 3}, {"cards": 2, "times": 2}]
    for key in ("ends", "round_over", "out", "at_end", "rank", "end_lines"):
        if random.random() < 0.2:
            text = formula(random, [*known, "score"], 2)
            made[key] = [{"line": "In the end", "points": text}] if key == "end_lines" else text
    for key in ("in_turn", "last_turn"):
        made[key] = random.random() < 0.3
    made["begins"] = random.choice(["first", "left"])
    return made


def answered(random: Random, state: Any) -> dict[str, Any]:
    """What is answered in a hand: as an example would have it, or anything."""
    if random.random() < 0.6:
        try:
            answers: dict[str, Any] = ScoredHand.example(state, random.randrange(6))
        except Illegal:
            answers = {"answers": {}}
        if random.random() < 0.7:
            return answers
    else:
        answers = {"answers": {}, "hand": {}}
    for asked in state.options.worked.questions:
        for name in ("hand",) if asked.of == "hand" else state.playing:
            if random.random() < 0.5:
                number = random.choice([0, 1, 2, 3, 9, 13, 100, -1, 100_000])
                into = answers if name == "hand" else answers["answers"]
                into.setdefault(name, {})[asked.key] = number
    return answers


def looked_at(state: Any) -> list[str]:
    """All that pages show of a table, none of which may fail."""
    facts = state.facts
    shown = [state.points, state.over, facts.notes(state), facts.of_hand(state), facts.boxes(state)]
    shown += [winners.leaders(state, state.score)] if facts.rated else []
    for kind in () if state.over else (Said, ScoredHand):
        asks: Any = kind.asked_at(state)
        shown += [asks.hidden(state, {}), asks.totals(state), [*asks.__annotations__]]
    return [str(one) for one in shown]


def played(random: Random) -> list[Any]:
    """An evening of a game that was told, as far as it comes."""
    worked, seats = description(random), random.choice(["Ann Ben", "Ann Ben Cat", "Ann Ben Cat Dan"])
    given: dict[str, Any] = {"worked": worked, "hands": random.choice([None, 3]), "target": random.choice([None, 50])}
    if seats == "Ann Ben Cat Dan" and random.random() < 0.5:
        given["sides"] = TWO_SIDES
    try:
        table = Evening("points-game", seats, **json.loads(json.dumps(given)))
    except (Malformed, Illegal) as refused:
        return [str(refused)]
    told: list[Any] = []
    kinds: list[Any] = [ScoredHand, ScoredHand, Said] if '"said": true' in json.dumps(worked) else [ScoredHand]
    for _ in range(random.randint(1, 8)):
        try:
            told.append(tried(random, table, random.choice(kinds)))
        except (Malformed, Illegal) as refused:
            told.append(str(refused))
        told.append(looked_at(table.state))
        if table.state.over:
            break
    return told


def tried(random: Random, table: Evening, kind: Any) -> str:
    """A hand, or what is said before it, that is taken; the sentence about it. Raises Malformed and Illegal."""
    if not table.state.open:
        table.deal()
    before, answers = table.state, answered(random, table.state)
    if kind is Said:
        answers.pop("hand", None)
    getattr(table, kind.name)(**answers)
    if kind is ScoredHand:
        adds_up(before, answers)
    if not before.facts.said:
        again = typed_again(before, kind, answers)
        assert (again.points, again.over) == (table.state.points, table.state.over)
    return table.memo


def typed_again(state: Any, kind: Any, answers: dict[str, Any]) -> Any:
    """What comes of the same answers where a form that shows them is sent once more."""
    shown = move("points-game", kind.name, **answers).spread(state) or {}
    for key in kind.asked_at(state).hidden(state, shown):
        del shown[key]
    return play(state, move("points-game", kind.name, **kind.gathered(state, shown))).state


def adds_up(state: Any, answers: dict[str, Any]) -> None:
    """Compare the answers of a hand that was taken with the sum they must have, where that is a plain number."""
    for asked in state.options.worked.questions:
        if asked.total.isdecimal() and not asked.when and not asked.said:
            each = answers["answers"].values() if asked.of != "hand" else [answers.get("hand", {})]
            if asked.optional and not sum(own.get(asked.key, 0) for own in each):  # left out, it is 0
                continue
            assert sum(own.get(asked.key, 0) for own in each) == int(asked.total), asked.key


@tries(0.1)
@given(random=SEEDED)
def test_any_game_that_is_told_and_its_hands(turn: int, random: Random) -> None:
    began, seeded = process_time(), random.getstate()
    first = played(random)
    assert process_time() - began < LONG
    if random.random() < 0.3:
        random.setstate(seeded)
        assert played(random) == first


class Numbers(Scope):
    """Some number for each name, of one player and of the otown."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.held: dict[str, Fraction] = {}

    def value(self, name: str) -> Fraction:
        if name not in self.held:
            self.held[name] = Fraction(
                self.random.choice([0, 1, -1, 3, 13, 10**12, -(10**12)]), self.random.choice([1, 2, 7])
            )
        return self.held[name]

    def words(self) -> dict[str, str]:
        """No other words than the names themselves."""
        return {}

    def all_of(self, which: str) -> list[Scope]:
        return [self, *(Numbers(Random(place)) for place in range(3))]


def worked_out(text: str, seed: int) -> str:
    """What a formula comes to, or why it can't be read or worked out."""
    try:
        read_formula.cache_clear()
        found = read_formula(text).worth(Numbers(Random(seed)))
    except (Malformed, Illegal) as refused:
        return str(refused)
    assert isinstance(found, Fraction) and abs(found.numerator) <= MAX_NUMBER and found.denominator <= MAX_NUMBER
    return str(found)


@tries(0.1)
@given(random=SEEDED)
def test_any_formula(turn: int, random: Random) -> None:
    text = formula(random, NAMES, random.randint(0, 7))
    for _ in range(random.choice([0, 0, 0, 1, 3])):
        at = random.randint(0, len(text))
        text = (
            text[:at]
            + random.choice([*" ()+-*/<>=,.", "٣", "\0", "if(", "sum(", "1" * 13, "x" * 31])
            + text[at + random.randint(0, 3) :]
        )
    began = process_time()
    first = worked_out(text, 1)
    assert process_time() - began < LONG
    assert worked_out(text, 1) == first
