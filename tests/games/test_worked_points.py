"""Games that work their points out (PG): evenings of well-known games, as their rules add them up by hand."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, get_args

import attrs
import pytest
from hypothesis import given, strategies as st

from companion.engine.errors import Illegal, Malformed
from companion.engine.reports import winners
from companion.engine.reports.evening import evening
from companion.engine.reports.pad import pad, pad_of
from companion.engine.structure import hints
from companion.games.points_game.hand import BeforeTheDeal, seats_of
from companion.scoresheet import read_sheet, record_sheet, sheet_from
from companion.shelf import on_shelf, shelf
from tests.tools.evening import Evening, why_not

FOLDER = Path(__file__).parent / "worked"
EVENINGS = {evening["key"]: evening for evening in json.loads((FOLDER / "evenings.json").read_text("utf-8"))}
Inputs = Mapping[str, Any]
Answers = tuple[dict[str, dict[str, int]], dict[str, int]]
"""What is answered by name, and of the whole hand."""
SUITS = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
NULLS = {"null": 23, "null hand": 35, "null open": 46, "null open hand": 59}


def each(**questions: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """Answers by question as answers by name."""
    found: dict[str, dict[str, int]] = {}
    for key, own in questions.items():
        for name, number in own.items():
            found.setdefault(name, {})[key] = int(number)
    return found


def sides(**questions: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """Answers of sides, which are named by the first of each."""
    return {name.partition(" & ")[0]: own for name, own in each(**questions).items()}


def bids(inputs: Inputs) -> Answers:
    bonus = inputs.get("bonus", {})
    extras = {
        "pirates": {name: own.get("pirates", 0) for name, own in bonus.items()},
        "mermaid": {name: own.get("skull_king", 0) for name, own in bonus.items()},
    }
    return each(bid=inputs["bids"], tricks=inputs["tricks"], **(extras if bonus else {})), {}


def skat(inputs: Inputs) -> Answers:
    if "soloist" not in inputs:
        return each(took=inputs["card_points"]), {"game": 0}
    game, alone = inputs["game"], each(alone={inputs["soloist"]: 1})
    if game in NULLS:
        return alone, {"game": NULLS[game], "won": int(inputs.get("won", False))}
    said = int("hand" in inputs.get("steps", []))
    return alone, {"game": SUITS[game], "tops": inputs["tops"], "points": inputs["card_points"], "announced": said}


def doppelkopf(inputs: Inputs) -> Answers:
    extras = inputs.get("extras", {})
    re = [inputs["solo"]] if "solo" in inputs else inputs["re"]
    return each(re=dict.fromkeys(re, 1)), {
        "re_points": inputs["re_points"],
        "said_re": int("re" in inputs.get("said", [])),
        "said_kontra": int("kontra" in inputs.get("said", [])),
        "extras": len(extras.get("re", [])),
        "extras_kontra": len(extras.get("kontra", [])),
    }


def tarot(inputs: Inputs) -> Answers:
    named = each(taker={inputs["taker"]: 1}, **({"partner": {inputs["partner"]: 1}} if "partner" in inputs else {}))
    return named, {
        "contract": {"petite": 1, "garde": 2, "garde sans": 4, "garde contre": 6}[inputs["contract"]],
        "bouts": inputs["bouts"],
        "points": inputs["points"],
        "petit": {None: 0, "taker": 1, "attack": 1, "defence": -1}[inputs.get("petit")],
        "poignee": {None: 0, "simple": 20}[inputs.get("poignee")],
        "slam": 0,
    }


def coinche(inputs: Inputs) -> Answers:
    belote = {inputs["belote"]: 1} if "belote" in inputs else {}
    said = {"bid": inputs["bid"], "coinched": {1: 0, 2: 1, 4: 2}[inputs.get("times", 1)]}
    return sides(bidders={inputs["bidders"]: 1}, took=inputs["took"], belote=belote), said


def jass(inputs: Inputs) -> Answers:
    counts = {"hearts": 1, "diamonds": 1, "spades": 2, "clubs": 2}.get(inputs["trumps"], 3)
    stoeck = {inputs["stoeck"]: 1} if "stoeck" in inputs else {}
    every = {inputs["match"]: 1} if "match" in inputs else {}
    return sides(took=inputs["took"], all=every, weis=inputs.get("weis", {}), stoeck=stoeck), {"counts": counts}


def box(turn: Inputs) -> dict[str, int]:
    """The box that is filled with five dice, and with what."""
    dice, name = turn["dice"], turn["box"]
    count = [dice.count(pips) for pips in range(1, 7)]
    runs = {"".join(str(n) for n in range(start, start + 4)) for start in (1, 2, 3)}
    row = "".join(str(n) for n in sorted({*dice}))
    upper = ["ones", "twos", "threes", "fours", "fives", "sixes"]
    if name in upper:
        return {name: count[upper.index(name)] * (upper.index(name) + 1)}
    worth = {
        "three of a kind": ("three", sum(dice) if max(count) >= 3 else 0),
        "four of a kind": ("four", sum(dice) if max(count) >= 4 else 0),
        "full house": ("full", 25 if {2, 3} <= {*count} else 0),
        "small straight": ("small", 30 if any(run in row for run in runs) else 0),
        "large straight": ("large", 40 if row in ("12345", "23456") else 0),
        "yahtzee": ("yahtzee", 50 if max(count) == 5 else 0),
        "chance": ("chance", sum(dice)),
    }
    return dict([worth[name]])


def held(inputs: Inputs) -> Answers:
    held = {
        name: cards["pips"] + 20 * cards["twenties"] + 50 * cards["wilds"] for name, cards in inputs["held"].items()
    }
    return each(held=held, out={inputs["out"]: 1}), {}


def goes_out(inputs: Inputs) -> Answers:
    return each(out={inputs["out"]: 1}, held=inputs["held"]), {}


def gin(inputs: Inputs) -> Answers:
    return each(knock={inputs["knocker"]: 1}, left=inputs["unmatched"]), {}


def rummikub(inputs: Inputs) -> Answers:
    out = {inputs["out"]: 1} if inputs.get("out") else {}
    return each(held=inputs["held"], out=out), {"empty": int(not out)}


def canasta(inputs: Inputs) -> Answers:
    keys = {"natural": "natural", "mixed": "mixed", "red_threes": "red"}
    keys |= {"melded": "melded", "in_hand": "left"}
    found = {}
    for side, own in inputs["sides"].items():
        numbers = {key: own[said] for said, key in keys.items() if said in own}
        found[side.partition(" & ")[0]] = numbers | {"out": int("went" in own)}
    return found, {}


def phases(inputs: Inputs) -> Answers:
    held = {
        name: sum(number * worth for number, worth in zip(own, (5, 10, 15, 25), strict=True))
        for name, own in inputs["held"].items()
    }
    return each(held=held, laid=dict.fromkeys(inputs["laid"], 1), out={inputs["out"]: 1}), {}


def darts(inputs: Inputs) -> Answers:
    def thrown(darts: list[str]) -> dict[str, int]:
        worth = [int(dart.strip("TD")) * {"T": 3, "D": 2}.get(dart[0], 1) for dart in darts]
        return {"thrown": sum(worth), "double": int(darts[-1][0] == "D" or darts[-1] == "50")}

    return {name: thrown(own) for name, own in inputs["darts"].items()}, {}


def crowns(inputs: Inputs) -> Answers:
    ranks = {"J": 11, "Q": 12, "K": 13}

    def worth(card: str) -> int:
        number = 50 if card == "joker" else ranks.get(card) or int(card)
        return 20 if number == inputs["cards"] else number

    return each(left={name: sum(map(worth, cards)) for name, cards in inputs["left"].items()}), {}


def qwirkle(inputs: Inputs) -> Answers:
    turn = {name: sum(n if n < 6 else 12 for n in lines) for name, lines in inputs["lines"].items()}
    last = {inputs["last"]: 1} if "last" in inputs else {}
    return each(turn=turn, last=last), {}


def hearts(inputs: Inputs) -> Answers:
    jack = {"jack": {inputs["jack"]: 1}} if "jack" in inputs else {}
    off = {"off": 1} if inputs.get("choice") == "26 off" else {}
    return each(hearts=inputs["hearts"], queen={inputs["queen"]: 1}, **jack), off


def cribbage(inputs: Inputs) -> Answers:
    of_all = {"crib": inputs["crib"], "jack": int(inputs.get("starter_jack", False))}
    return each(play=inputs["play"], show=inputs["hands"]), of_all


TOLD: dict[str, Callable[[Inputs], Answers]] = {
    "oh-hell": bids,
    "oh-hell-exact": bids,
    "wizard": bids,
    "spades": bids,
    "river": bids,
    "skull-king": bids,
    "skat": skat,
    "doppelkopf": doppelkopf,
    "tarot": tarot,
    "tarot-5": tarot,
    "coinche": coinche,
    "jass": jass,
    "yahtzee": lambda inputs: ({name: box(turn) for name, turn in inputs["turns"].items()}, {}),
    "uno": held,
    "gin": gin,
    "rummikub": rummikub,
    "canasta": canasta,
    "phase-10": phases,
    "darts": darts,
    "molkky": lambda inputs: (each(turn=inputs["throws"]), {}),
    "farkle": lambda inputs: (each(turn=inputs["turns"]), {}),
    "five-crowns": crowns,
    "6-nimmt": lambda inputs: (each(heads=inputs["heads"]), {}),
    "qwirkle": qwirkle,
    "hearts": hearts,
    "hearts-omnibus": hearts,
    "cribbage": cribbage,
    "crazy-eights": goes_out,
    "rummy": goes_out,
    "skyjo": lambda inputs: (each(closed={inputs["closed"]: 1}, cards=inputs["cards"]), {}),
    "short-whist": lambda inputs: (sides(tricks=inputs["tricks"], honours=inputs.get("honours", {})), {}),
    "knock-out-whist": lambda inputs: (each(tricks=inputs["tricks"]), {}),
}


def told_of(key: str) -> Any:
    """How the game of an evening works its points out, by its file on the shelf."""
    today, settings = on_shelf(key)
    return shelf()[today].played(settings).worked


def options_of(key: str) -> dict[str, Any]:
    """A game as its file on the shelf tells it, but for what differs in its evening: how long it is."""
    differs = EVENINGS[key].get("differs", {})
    today, settings = on_shelf(key)
    told = shelf()[today].given(settings)
    return {**told, **differs, "worked": told["worked"] | differs.get("worked", {})}


def game(key: str) -> Evening:
    """A game as it is told, at its table."""
    evening, options = EVENINGS[key], options_of(key)
    first = evening["hands"][0]["inputs"].get("dealer")
    named = {"sides": evening["sides"]} if "sides" in evening else {}
    return Evening("points-game", " ".join(evening["players"]), dealer=first, **options, **named)


@pytest.mark.parametrize("key", EVENINGS)
def test_pg_every_hand_of_a_known_evening_comes_to_what_its_rules_say(key: str) -> None:
    table, evening = game(key), EVENINGS[key]
    for hand in evening["hands"]:
        answers, of_all = TOLD[key](hand["inputs"])
        before = table.points
        scored(table.deal(), answers, of_all)
        last = hand is evening["hands"][-1]
        if last and "result" in evening.get("end", {}):
            assert table.points == evening["end"]["result"]
            continue
        scores = {name.partition(" & ")[0]: number for name, number in hand["scores"].items()}
        assert {name: table.points[name] - before[name] for name in before} == scores
        assert table.points == {name.partition(" & ")[0]: n for name, n in hand["totals"].items()}
        assert last or not table.state.over
    state = table.state
    assert state.over
    won = [*winners.leaders(state, state.score)]
    assert won == [name for who in evening["winner"] for name in who.split(" & ")]


def tells(key: str, hands: int = 0) -> Evening:
    """A game of which some hands of its evening were scored, and another one is dealt."""
    table = game(key)
    for hand in EVENINGS[key]["hands"][:hands]:
        answers, of_all = TOLD[key](hand["inputs"])
        scored(table.deal(), answers, of_all)
    return table.deal()


def scored(table: Evening, answers: dict[str, dict[str, int]], of_all: dict[str, int]) -> None:
    """Write a hand down; a pad of boxes is filled turn by turn."""
    boxes = table.state.options.worked.boxes
    for own in [{name: box} for name, box in answers.items()] if boxes else [answers]:
        table.scored(answers=own, **({"hand": of_all} if of_all else {}))


CANT_BE = [
    (
        "oh-hell",
        0,
        each(bid={"Ann": 1}, tricks={"Ann": 1, "Ben": 1, "Cleo": 1, "Dan": 2}),
        {},
        "Tricks taken: 4 in all, not 5.",
    ),
    ("oh-hell-exact", 0, each(bid={"Ann": 5}, tricks={"Ann": 4}), {}, "Tricks said: a number from 0 to 4, not 5."),
    ("wizard", 2, each(tricks={"Ann": 2, "Ben": 2}), {}, "Tricks taken: 3 in all, not 4."),
    ("spades", 0, each(tricks={"Ann": 5, "Ben": 3, "Cleo": 2, "Dan": 4}), {}, "Tricks taken: 13 in all, not 14."),
    (
        "river",
        1,
        each(bid={"Ben": 1, "Ann": 1}, tricks={"Ben": 2}),
        {},
        "Tricks said: they must not come to 2 in all. The last to speak says another number.",
    ),
    ("skull-king", 3, each(tricks={"Ann": 3, "Ben": 2}), {}, "Tricks taken: 4 in all, not 5."),
    ("skat", 3, each(took={"Ann": 35, "Ben": 20, "Cleo": 60}), {"game": 0}, "Card points each: 120 in all, not 115."),
    ("skat", 0, each(alone={"Ann": 1}), {"game": 13}, "What was played: 13 is none of its choices."),
    (
        "skat",
        0,
        each(alone={"Ann": 1}),
        {"game": 23, "tops": 2},
        "Tops, with or without: that isn't asked in such a hand.",
    ),
    ("skat", 0, {}, {}, "What was played: choose one."),
    ("skat", 0, each(alone={"Ann": 1}), {"game": 23}, "Null: choose one."),
    ("skat", 0, each(alone={"Ann": 1}), {"game": 24, "tops": 5, "points": 70}, "A grand has four tops at most"),
    ("doppelkopf", 0, each(re={"Ann": 1, "Ben": 1, "Cleo": 1}), {"re_points": 1}, "One or two players are re"),
    (
        "tarot",
        0,
        each(taker={"Ann": 1}),
        {"contract": 1, "bouts": 4},
        "The taker's bouts: a number from 0 to 3, not 4.",
    ),
    (
        "tarot-5",
        0,
        each(taker={"Ann": 1}, partner={"Ben": 1, "Cleo": 1}),
        {"contract": 1, "petit": 0, "poignee": 0, "slam": 0},
        "Only one is the partner",
    ),
    (
        "coinche",
        0,
        each(bidders={"Ann": 1}, took={"Ann": 105, "Ben": 67}),
        {"bid": 100, "coinched": 1},
        "Points: 162 in all, not 172.",
    ),
    ("coinche", 0, each(bidders={"Cleo": 1}), {}, "Ann and Cleo are one side: name only Ann."),
    ("jass", 0, each(took={"Ann": 92, "Ben": 64}), {"counts": 1}, "Points: 157 in all, not 156."),
    ("yahtzee", 5, {"Ann": {"chance": 20}}, {}, "Ann has filled Chance already."),
    ("yahtzee", 0, {"Ann": {"chance": 20, "ones": 3}}, {}, "Ann fills one box in a turn, not 2."),
    ("yahtzee", 0, {"Ann": {"chance": 20}, "Ben": {"ones": 1}}, {}, "It's Ann's turn, not Ben's."),
    ("uno", 0, each(out={"Ann": 1, "Ben": 1}), {}, "Went out: choose one, not 2."),
    ("gin", 0, each(knock={"Ann": 1}, left={"Ann": 11, "Ben": 20}), {}, "Ann: knocks with 10 at most"),
    ("rummikub", 0, each(held={"Ann": 2}), {}, "Either somebody goes out or the pool is empty"),
    ("canasta", 0, each(red={"Ann": 3, "Ben": 2}), {}, "There are four red threes"),
    ("phase-10", 0, each(out={"Ann": 1}, laid={"Ben": 1}), {}, "Ann: went out without laying down the phase"),
    ("darts", 0, each(thrown={"Ann": 179}), {}, "Ann: no three darts make that"),
    ("darts", 0, each(thrown={"Ann": 181}), {}, "Thrown: a number from 0 to 180, not 181."),
    (
        "darts",
        4,
        each(thrown={"Ann": 44, "Ben": 3}, double={"Ann": 1}),
        {},
        "Ann ended the game: Ben has no turn any more.",
    ),
    ("molkky", 0, each(turn={"Ann": 13}), {}, "Thrown: a number from 0 to 12, not 13."),
    ("farkle", 0, each(turn={"Ann": 125}), {}, "Put aside: in steps of 50 from 0."),
    ("five-crowns", 0, each(left={"Ann": 151}), {}, "Points left: a number from 0 to 150, not 151."),
    ("6-nimmt", 0, each(heads={"Ann": 100, "Ben": 72}), {}, "The cards that can be taken have fewer heads"),
    ("qwirkle", 0, each(seven={"Ann": 1}), {}, "“seven” isn't asked here."),
    ("hearts", 0, each(hearts={"Ann": 5, "Ben": 4, "Cleo": 3}), {}, "Hearts: 13 in all, not 12."),
    ("hearts-omnibus", 0, each(hearts={"Ann": 13}, queen={"Ann": 1}), {}, "Jack: choose one."),
    ("cribbage", 0, each(show={"Ann": 19}), {}, "Ann: no hand makes that"),
    ("crazy-eights", 0, each(out={"Ann": 1, "Ben": 1}), {}, "Went out: choose one, not 2."),
    ("rummy", 0, each(out={"Ann": 1}, held={"Ann": 3}), {}, "Ann: went out, and holds nothing"),
    (
        "skyjo",
        0,
        each(closed={"Ann": 1}, cards={"Ben": 145}),
        {},
        "Points of the cards: a number from −17 to 140, not 145.",
    ),
    ("short-whist", 0, each(tricks={"Ann": 8, "Ben": 6}), {}, "Tricks: 13 in all, not 14."),
    ("knock-out-whist", 1, each(tricks={"Ann": 5, "Ben": 2}), {}, "Tricks: 6 in all, not 7."),
]


@pytest.mark.parametrize(("key", "hands", "answers", "of_all", "why"), CANT_BE)
def test_pg_a_hand_that_can_t_be_is_refused(
    key: str, hands: int, answers: dict[str, dict[str, int]], of_all: dict[str, int], why: str
) -> None:
    table = tells(key, hands)
    before = table.state
    with pytest.raises(Illegal) as refused:
        table.scored(answers=answers, hand=of_all)
    assert (str(refused.value), table.state) == (why, before)


def test_pg_every_known_game_has_a_hand_that_can_t_be() -> None:
    assert {key for key, *_ in CANT_BE} == EVENINGS.keys()


ATOMS = ["bid", "tricks", "flag", "size", "run", "total", "hand", "cards", "dealer", "players", "0", "1", "7", "0.5"]
FORMULAS = st.recursive(
    st.sampled_from(ATOMS),
    lambda inner: (
        st.builds("({} {} {})".format, inner, st.sampled_from("+-*/=<>"), inner)
        | st.builds("{}({})".format, st.sampled_from(["abs", "floor", "sum", "others", "most", "side"]), inner)
        | st.builds("if({}, {}, {})".format, inner, inner, inner)
    ),
    max_leaves=8,
)
NUMBERS = st.integers(-3, 15)


@given(
    st.lists(FORMULAS, min_size=7, max_size=7),
    st.sampled_from(["", "", "9", "cards * 3"]),
    st.booleans(),
    st.booleans(),
    st.lists(st.tuples(NUMBERS, NUMBERS, st.integers(0, 1)), min_size=12, max_size=12),
)
def test_pg_any_description_scores_or_refuses_and_always_alike(
    formulas: list[str], total: str, in_turn: bool, last: bool, numbers: list[tuple[int, int, int]]
) -> None:
    scores, becomes, must, ends, out, at_end, rank = formulas
    worked = {
        "questions": [
            {"key": "size", "ask": "Size", "of": "hand", "most": "9"},
            {"key": "bid", "ask": "Bid", "most": "13"},
            {"key": "tricks", "ask": "Tricks", "total": total},
            {"key": "flag", "ask": "Flag", "most": "1", "when": "size < 5"},
        ],
        **{"scores": scores, "ends": ends, "out": out, "at_end": at_end, "rank": rank},
        **{"in_turn": in_turn, "last_turn": last, "cards": "hand + 1"},
        "tallies": [{"key": "run", "tally": "Run", "becomes": becomes}],
        "musts": [{"must": f"{must} > -20", "says": "it can't be"}],
    }

    def played() -> list[object]:
        try:
            table = Evening("points-game", "Ann Ben Cat", worked=worked, hands=4)
        except Malformed:
            return []
        told: list[object] = []
        for hand in range(4):
            answers = {
                name: dict(zip(("bid", "tricks", "flag"), numbers[3 * hand + place], strict=True))
                for place, name in enumerate(("Ann", "Ben", "Cat"))
            }
            try:
                table.deal().scored(answers=answers, hand={"size": hand})
            except Illegal as refused:
                return [*told, str(refused)]
            told.append((table.points, table.state.over, winners.leaders(table.state, table.state.score)))
            if table.state.over:
                break
        return told

    assert played() == played()


BID = {"key": "bid", "ask": "Bid"}


@pytest.mark.parametrize(
    ("worked", "why"),
    [
        (
            {"questions": [], "scores": "1"},
            "worked: a hand asks at least one question, and has a formula of its points",
        ),
        (
            {"questions": [BID], "scores": ""},
            "worked: a hand asks at least one question, and has a formula of its points",
        ),
        ({"questions": [BID, BID], "scores": "1"}, 'worked: two things are called "bid"'),
        (
            {"questions": [BID], "scores": "1", "end_lines": [{"line": "Boxes", "points": "1"}] * 2},
            'worked: two things are called "Boxes"',
        ),
        ({"questions": [{"key": "total", "ask": "Bid"}], "scores": "1"}, 'worked: two things are called "total"'),
        ({"questions": [BID], "scores": "tricks"}, "worked.scores: “tricks” can't stand here"),
        ({"questions": [BID], "scores": "1", "cards": "cards + 1"}, "worked.cards: “cards of the hand” can't"),
        ({"questions": [BID | {"most": "bid"}], "scores": "1"}, "worked.questions[0].most: “Bid” can't"),
        (
            {"questions": [BID], "scores": "v", "values": [{"key": "v", "is": "v"}]},
            "worked.values[0].is: “v” can't stand",
        ),
        ({"questions": [BID | {"key": "pass"}], "scores": "1"}, 'worked: "pass" is a word that Companion needs itself'),
        (
            {"questions": [BID | {"key": "label"}], "scores": "1"},
            'worked: "label" is a word that Companion needs itself',
        ),
        (
            {"questions": [BID | {"choices": [{"choice": "a", "is": 1}, {"choice": "b", "is": 1}]}], "scores": "1"},
            "worked: Bid: two choices are alike",
        ),
        (
            {"questions": [BID | {"said": True, "once": True}], "scores": "bid"},
            "worked: Bid: a box is filled after the hand, not said before it",
        ),
        (
            {"questions": [BID | {"of": "hand", "once": True}], "scores": "1"},
            "worked: Bid: a box is of a player or a side, and has no sum and no condition",
        ),
        (
            {"questions": [BID | {"said": True, "hidden": True, "not_total": "1"}], "scores": "1"},
            "worked: Bid: what is hidden is said before a hand, and by nobody last",
        ),
        (
            {"questions": [BID | {"once": True}, BID | {"key": "other", "once": True}], "scores": "1"},
            'worked: two things are called "Bid"',
        ),
        (
            {"questions": [BID | {"of": "hand", "said": True}], "scores": "1"},
            "worked: Bid: only what each says can be said before a hand",
        ),
        ({"questions": [BID], "scores": "1 +"}, "worked.scores: something is missing after this: 1 +"),
        ({"questions": [BID | {"key": "sum"}], "scores": "1"}, "worked.questions[0].key: must be small letters"),
    ],
)
def test_pg_a_description_that_can_t_be_is_refused(worked: dict[str, Any], why: str) -> None:
    with pytest.raises(Malformed) as refused:
        Evening("points-game", "Ann Ben", worked=worked)
    assert str(refused.value).startswith(f"options.{why}")


def test_pg_answers_and_points_don_t_go_together() -> None:
    worked = {"questions": [BID], "scores": "bid / 2"}
    for options, move, why in (
        ({"worked": worked, "sums": [1]}, {"points": {"Ann": 1}}, "such a game counts by its questions alone"),
        ({"worked": worked}, {"points": {"Ann": 1}}, "you enter the answers of the hand"),
        ({}, {"answers": {"Ann": {"bid": 1}}}, "you enter points, not answers"),
    ):
        with pytest.raises((Malformed, Illegal), match=why):
            Evening("points-game", "Ann Ben", **options).deal().scored(**move)
    table = Evening("points-game", "Ann Ben", worked=worked).deal()
    with pytest.raises(Illegal, match=r"Ann: the points come to 0\.5, which isn't whole"):
        table.scored(answers={"Ann": {"bid": 1}})
    assert why_not(table, "said", answers={"Ann": {"bid": 1}}) == "Under the house rules nothing is said before a hand."


def test_pg_what_is_said_stands_until_the_hand_is_scored() -> None:
    table = tells("oh-hell").said(answers=each(bid={"Ann": 1, "Ben": 2, "Cleo": 0, "Dan": 0}))
    assert table.memo == "Tricks said: Ann 1, Ben 2, Cleo 0, Dan 0."
    assert why_not(table, "said", answers=each(bid={"Ann": 1})) == "Everyone has spoken already: undo that first."
    table.scored(answers=each(tricks={"Ann": 1, "Ben": 1, "Cleo": 1, "Dan": 1}))
    assert (table.points, table.state.facts.said) == ({"Ann": 11, "Ben": 1, "Cleo": 1, "Dan": 1}, {})


def test_pg_questions_are_called_as_the_table_speaks() -> None:
    table = Evening("points-game", "Ann Ben Cat", **options_of("oh-hell"), words={"Tricks said": "Angesagt"}).deal()
    assert table.said(answers=each(bid={"Ann": 1, "Ben": 0, "Cat": 0})).memo == "Angesagt: Ann 1, Ben 0, Cat 0."


def test_pg_who_is_out_plays_no_more_and_the_last_one_left_ends_the_game() -> None:
    table = game("molkky")
    for hand in range(3):
        table.deal().scored(answers=each(turn={"Ann": 1, "Ben": 1 if hand else 0, "Cleo": 0}))
    assert (table.state.playing, table.state.over) == (("Ann", "Ben"), False)
    assert table.state.absence("Cleo") == "is out of the game"
    for _ in range(3):
        table.deal().scored(answers=each(turn={"Ann": 1}))
    assert table.state.over


@pytest.mark.parametrize("key", EVENINGS)
def test_pg_a_form_asks_every_question_and_gives_the_answers_back(key: str) -> None:
    """What a hand was told, as answers to the questions of its form, is what they were told as."""
    table = tells(key)
    answers, of_all = TOLD[key](EVENINGS[key]["hands"][0]["inputs"])
    scored = table.state.game.by_name["scored"]
    if table.state.options.worked.boxes:
        answers = dict([*answers.items()][:1])
    move = scored(answers=answers, hand=of_all or None)
    asked = scored.asked_at(table.state)
    asks = [q["key"] for q in options_of(key)["worked"]["questions"] if "once" not in q]
    assert [field.name for field in attrs.fields(asked)][-len(asks) :] == asks
    spread = move.spread(table.state)
    given = scored.gathered(table.state, spread)
    assert {key: number for key, number in given.get("hand", {}).items() if number} == {
        key: number for key, number in of_all.items() if number
    }
    assert without_zeros(given["answers"]) == without_zeros(answers)
    hidden = asked.hidden(table.state, spread)
    assert {q["key"] for q in options_of(key)["worked"]["questions"] if q.get("when")} >= {*hidden}


def without_zeros(answers: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """A player of whom nothing is said has done nothing."""
    above = {name: {key: number for key, number in own.items() if number} for name, own in answers.items()}
    return {name: own for name, own in above.items() if own}


def test_pg_a_form_knows_how_the_points_are_worked_out() -> None:
    said, scored = (tells("oh-hell").state.game.by_name[name] for name in ("said", "scored"))
    table = tells("oh-hell")
    asked = scored.asked_at(table.state)
    assert (asked.totals(table.state), scored.required(table.state)) == ({"tricks": (4,)}, ("answers",))
    assert [*attrs.fields_dict(said.asked_at(table.state))] == ["bid"]
    table.said(answers=each(bid={"Ann": 1, "Ben": 0, "Cleo": 0, "Dan": 0}))
    assert [*attrs.fields_dict(scored.asked_at(table.state))] == ["tricks"]
    of_points = Evening("points-game", "Ann Ben").deal().state
    move = scored(points={"Ann": 1})
    assert (scored.asked_at(of_points), move.spread(of_points)) == (scored, None)
    assert of_points.game.by_name["deal"]().spread(of_points) is None
    assert scored.gathered(of_points, {"points": {"Ann": 1}}) == {"points": {"Ann": 1}}
    skat = tells("skat").state
    hidden = scored.asked_at(skat).hidden
    assert set(hidden(skat, {"game": "Ramsch"})) == {"alone", "tops", "points", "every", "announced", "won", "bid"}
    assert set(hidden(skat, {"game": "null"})) == {"tops", "points", "every", "announced", "took", "none"}
    phased = tells("phase-10").state
    assert scored.asked_at(phased).hidden(phased, {"out": ""}) == ()
    unsure = {"questions": [{"key": "size", "ask": "Size", "of": "hand"}, BID | {"most": "9 / size"}], "scores": "bid"}
    table = Evening("points-game", "Ann Ben", worked=unsure).deal()
    asked = scored.asked_at(table.state)
    assert "Within(least=0, most=100000, step=1)" in str(hints(asked)["bid"])


def test_pg_the_pad_tells_what_was_said_and_made() -> None:
    sheet = (FOLDER.parents[1] / "scoresheets" / "SHELF-spades.json").read_bytes()
    first, *_ = pad_of(evening(record_sheet(read_sheet(sheet))).scored[-1]).lines
    assert [(cell.told, cell.made) for cell in first.cells] == [("7/8", 71), ("5/5", 50)]


def test_pg_the_pad_of_boxes_leads_to_the_move_that_filled_each() -> None:
    journal = record_sheet(read_sheet((FOLDER.parents[1] / "scoresheets" / "SHELF-yahtzee.json").read_bytes()))
    found = pad(journal)
    assert found
    cells = {row.label: [box.number for box in row.cells] for row in found.boxes}
    assert (cells["Full house"], cells["Bonus from 63"], cells["Yahtzees"]) == ([25, 0], [35, 35], [2, 0])
    assert [row.label for row in found.boxes][5:8] == ["Sixes", "Upper sum", "Bonus from 63"]
    first = found.boxes[8 + 2].cells[0]
    assert (journal.step(first.entry or 0).memo, first.tap) == ("Full house: Ann 25.", None)
    assert (found.lines, found.next_hand) == ([], None)


def test_pg_nothing_is_dealt_where_dice_are_thrown() -> None:
    for key in ("yahtzee", "molkky"):
        with pytest.raises(Illegal, match=r"Nothing is dealt in this game\."):
            tells(key).misdeal()
    assert tells("skat").misdeal().state.dealer == "Ben"


def test_pg_what_each_said_and_the_tallies_stand_beside_the_players() -> None:
    table = tells("spades", 3)
    assert table.state.facts.notes(table.state) == {"Ann": "Bags 1", "Ben": "Bags 6"}
    table.said(answers=each(bid={"Ann": 4, "Ben": 0, "Cleo": 3, "Dan": 0}))
    assert table.state.facts.notes(table.state)["Ann"] == "said 4 · Bags 1"
    of_points = Evening("points-game", "Ann Ben").deal().state
    assert of_points.facts.notes(of_points) == {}


def test_pg_a_question_of_a_side_is_said_by_its_first() -> None:
    sides = [["Ann", "Cat"], ["Ben", "Dan"]]
    bid = {"key": "bid", "ask": "Bid", "of": "side", "said": True}
    table = Evening("points-game", "Ann Ben Cat Dan", sides=sides, worked={"questions": [bid], "scores": "bid"}).deal()
    assert table.said(answers={"Ann": {"bid": 3}, "Ben": {"bid": 0}}).memo == "Bid: Ann 3, Ben 0."
    silent = Evening("points-game", "Ann Ben Cat Dan", sides=sides, worked={"questions": [bid], "scores": "bid"}).deal()
    assert why_not(silent, "said", answers={"Ann": {"bid": 3}}) == "Bid: Ben and Dan haven't said yet."


CHAIN = [{"key": f"v{n}", "is": f"abs(abs(v{n - 1})) + 1" if n else "bid"} for n in range(24)]
WIDE = "+".join(["hand"] * 110)
MUSTS = [{"must": f"sum({WIDE}) > 0", "says": "x"}] * 24


@pytest.mark.parametrize(
    ("worked", "why"),
    [
        ({"scores": "bid", "rank": "1 / total"}, "total is 0, and they are divided by it."),
        ({"scores": "cards", "cards": f"sum({WIDE})", "musts": MUSTS}, "the formulas of this game ask for too much."),
    ],
)
def test_pg_a_hand_that_can_t_be_worked_out_is_refused_at_once(worked: dict[str, Any], why: str) -> None:
    sixteen = " ".join(f"P{n}" for n in range(16))
    table = Evening("points-game", sixteen, worked={"questions": [BID]} | worked).deal()
    with pytest.raises(Illegal) as refused:
        table.scored(answers={"P1": {"bid": 1}})
    assert str(refused.value) == f"The points can't be worked out: {why}"


def test_pg_a_sum_that_is_no_whole_number_is_refused_with_its_formula() -> None:
    table = Evening(
        "points-game", "Ann Ben", worked={"questions": [BID | {"total": "hand / 2"}], "scores": "bid"}
    ).deal()
    assert why_not(table, "scored", answers={}) == "The formula hand / 2 comes to 0.5, which isn't whole."


def test_pg_partners_fill_one_box_together_and_only_the_first_is_named() -> None:
    worked = {"questions": [{"key": "one", "ask": "One", "most": "5", "once": True}], "scores": "one"}
    table = Evening("points-game", worked=worked, sides=[["Ann", "Cat"], ["Ben", "Dan"]]).deal()
    assert why_not(table, "scored", answers={"Ann": {"one": 1}, "Cat": {"one": 2}}) == (
        "Ann fills one box in a turn, not 2."
    )
    assert why_not(table, "scored", answers={"Cat": {"one": 2}}) == "Ann and Cat are one side: name only Ann."


def test_pg_a_formula_may_be_left_empty() -> None:
    """Also where it is the least that can be answered, or what a tally beside boxes becomes."""
    questions = [{"key": "one", "ask": "One", "least": "", "most": "5", "once": True}]
    worked = {"questions": questions, "scores": "one", "tallies": [{"key": "run", "tally": "Run", "becomes": ""}]}
    table = Evening("points-game", "Ann Ben", worked=worked).deal()
    assert [row.label for row in table.state.facts.boxes(table.state)] == ["One", "Run"]
    assert table.scored(answers={"Ann": {"one": 3}}).points == {"Ann": 3, "Ben": 0}


def test_pg_values_that_lead_to_one_another_are_worked_out() -> None:
    table = Evening("points-game", "Ann Ben", worked={"questions": [BID], "values": CHAIN, "scores": "v23"}).deal()
    assert table.scored(answers={"Ann": {"bid": 1}}).points == {"Ann": 24, "Ben": 23}


def test_pg_the_winner_stays_found_by_what_can_be_worked_out() -> None:
    worked = {"questions": [BID], "scores": "bid", "rank": "1 / total"}
    table = (
        Evening("points-game", "Ann Ben", worked=worked).deal().scored(answers={"Ann": {"bid": 3}, "Ben": {"bid": 2}})
    )
    assert winners.leaders(table.state, table.state.score) == ("Ben",)
    table.bonus(player="Ben", points=-2)
    assert winners.leaders(table.state, table.state.score) == ("Ann",)


def test_pg_who_leaves_takes_the_tallies_along_and_who_has_no_turn_can_t_score() -> None:
    table = tells("molkky").scored(answers=each(turn={"Ann": 1})).leave(player="Cleo").join(player="Cleo")
    assert table.state.facts.notes(table.state).get("Cleo") is None
    farkle = tells("farkle", 3).scored(answers=each(turn={"Ben": 2050}))
    assert farkle.state.facts.last == ("Ann",)
    assert why_not(farkle.deal(), "scored", answers=each(turn={"Cleo": 50})) == "Cleo has no turn any more."


def test_pg_what_everyone_said_can_t_be_missing() -> None:
    table = tells("wizard")
    why = "Tricks said: Ann, Ben and Cleo haven't said yet."
    assert why_not(table, "scored", answers=each(tricks={"Ann": 1})) == why


def test_pg_a_choice_that_may_be_left_out_is_asked_with_what_is_usual() -> None:
    table = tells("tarot")
    named = each(taker={"Ben": 1})
    table.scored(answers=named, hand={"contract": 1, "bouts": 2, "points": 49})
    assert table.points == {"Ann": -33, "Ben": 99, "Cleo": -33, "Dan": -33}
    asked = attrs.fields_dict(table.state.game.by_name["scored"].asked_at(table.state))
    assert (asked["petit"].default, asked["contract"].default) == ("no", attrs.NOTHING)


def test_pg_a_choice_is_asked_of_each_player() -> None:
    cards = {"key": "cards", "ask": "Cards", "choices": [{"choice": "none", "is": 0}, {"choice": "all", "is": 9}]}
    table = Evening("points-game", "Ann Ben", worked={"questions": [cards], "scores": "2 * cards"}).deal()
    asked = attrs.fields_dict(table.state.game.by_name["scored"].asked_at(table.state))["cards"]
    assert table.scored(answers=each(cards={"Ann": 9, "Ben": 0})).points == {"Ann": 18, "Ben": 0}
    assert get_args(asked.type.__origin__.__args__[1]) == ("none", "all")


def test_pg_points_that_nobody_could_write_down_are_refused() -> None:
    table = Evening("points-game", "Ann Ben", worked={"questions": [BID], "scores": "bid * bid"}).deal()
    refused = "The points of this hand come out far too large to be counted."
    assert why_not(table, "scored", answers=each(bid={"Ann": 400, "Ben": 0})) == refused


def box_of(key: str, **more: str) -> dict[str, Any]:
    return {"key": key, "ask": key.capitalize(), "most": "6", "once": True, **more}


SHORT = {
    "questions": [box_of("ones"), box_of("chance", most="30"), BID | {"optional": True}],
    "scores": "ones + chance + bid",
    "tallies": [{"key": "upper", "tally": "Upper", "becomes": "upper + half"}],
    "values": [{"key": "half", "is": "ones"}],
}
"""A pad of two boxes."""


def test_pg_a_pad_of_boxes_is_filled_turn_by_turn_until_all_are_full() -> None:
    table = Evening("points-game", "Ann Ben Cat", worked=SHORT).deal()
    assert table.scored(answers={"Ann": {"chance": 20}}).memo == "Chance: Ann 20."
    assert why_not(table, "scored", answers={"Ann": {"ones": 1}}) == "It's Ben's turn, not Ann's."
    assert table.scored(answers={"Ben": {"ones": 0}}).state.open
    assert not table.scored(answers={"Cat": {"ones": 6, "bid": 2}}).state.open
    rows = table.state.facts.boxes(table.state)
    assert [(row.label, row.numbers, row.free) for row in rows] == [
        ("Ones", {"Ben": 0, "Cat": 6}, {"Ann": {"move": "scored", "box": "Ones"}}),
        ("Upper", {"Ann": 0, "Ben": 0, "Cat": 6}, None),
        ("Chance", {"Ann": 20}, {}),
    ]
    table.leave(player="Cat").deal().scored(answers={"Ann": {"ones": 3}}).scored(answers={"Ben": {"chance": 9}})
    assert table.state.over
    assert table.state.facts.boxes(table.state)[0].free == {}


def test_pg_the_form_of_a_turn_asks_for_a_box_and_what_it_can_hold() -> None:
    table = Evening("points-game", "Ann Ben", worked=SHORT).deal()
    scored = table.state.game.by_name["scored"]
    asked = scored.asked_at(table.state)
    assert [*attrs.fields_dict(asked)] == ["box", "in_box", "bid"]
    assert asked.choices_left({"box": "Ones"}) == {
        "box": ["Ones"],
        "in_box": ["0", "1", "2", "3", "4", "5", "6"],
    }
    assert asked.choices_left({}) == {}
    told = {"box": "Chance", "in_box": 12, "bid": 0}
    assert scored.gathered(table.state, told) == {"answers": {"Ann": {"chance": 12}}}
    wide = SHORT | {"questions": [box_of("ones", most="100"), BID]}
    typed = scored.asked_at(Evening("points-game", "Ann Ben", worked=wide | {"scores": "ones", "tallies": []}).state)
    assert typed.choices_left({"box": "Ones"}) == {}


def test_pg_where_who_has_free_boxes_leaves_the_game_is_finished() -> None:
    table = Evening("points-game", "Ann Ben Cat", worked=SHORT).sit_out(player="Cat")
    for box in ("ones", "chance"):
        table.deal().scored(answers={"Ann": {box: 1}}).scored(answers={"Ben": {box: 1}})
        if box == "ones":
            table.sit_in(player="Cat")
    table.scored(answers={"Cat": {"ones": 1}}).leave(player="Cat").deal()
    assert why_not(table, "scored", answers={"Ann": {"ones": 1}}) == "Every box is filled: finish the game."


def test_pg_the_dealers_left_may_score_first() -> None:
    worked = {"questions": [BID], "scores": "bid", "in_turn": True, "begins": "left", "ends": "total >= 5"}
    table = Evening("points-game", "Ann Ben", worked=worked, target=5).deal()
    why = why_not(table, "scored", answers=each(bid={"Ann": 5, "Ben": 5}))
    assert why == "Ben ended the game: Ann has no turn any more."


def test_pg_what_comes_at_the_end_comes_also_where_people_finish() -> None:
    table = Evening(
        "points-game", "Ann Ben", worked={"questions": [BID], "scores": "bid", "at_end": "100 * (total > 3)"}
    )
    assert table.deal().scored(answers=each(bid={"Ann": 3, "Ben": 4})).finish().points == {"Ann": 3, "Ben": 104}
    broken = Evening(
        "points-game", "Ann Ben", worked={"questions": [BID], "scores": "bid", "at_end": "1 / (total - 3)"}
    )
    assert broken.deal().scored(answers=each(bid={"Ann": 3})).finish().points == {"Ann": 3, "Ben": 0}


def test_pg_the_sums_of_the_last_hand_are_lines_of_the_pad_also_where_people_finish() -> None:
    """Piquet: the loser who has less than the rubicon of 100 gives all of it, otherwise what lies between counts."""
    rubicon = [
        {"line": "Partie", "points": "100 * (total > others(total))"},
        {"line": "Rubicon", "points": "if(total > others(total), if(others(total) < 100, 1, -1) * others(total), 0)"},
    ]
    options = {"worked": {"questions": [BID], "scores": "bid", "end_lines": rubicon}, "hands": 2}

    def lines(*moves: dict[str, Any]) -> list[object]:
        game = {"game": "points-game", "edition": 1, "options": options, "moves": [*moves]}
        journal = record_sheet(sheet_from({"scoresheet": 1, "players": ["Ann", "Ben"], "games": [game]}))
        found = pad(journal)
        assert found
        return [
            journal.steps[-1].memo,
            *((line.label or line.hand, *map(tuple, line.cells)) for line in found.lines),
        ]

    def hand(ann: int, ben: int) -> list[dict[str, Any]]:
        return [{"move": "deal"}, {"move": "scored", "answers": each(bid={"Ann": ann, "Ben": ben})}]

    assert lines(*hand(70, 40), *hand(60, 45)) == [
        "Scored: Ann 60, Ben 45. Partie: Ann 100, Ben 0. Rubicon: Ann 85, Ben 0. Ann wins with 315.",
        (1, (70, 70, ""), (40, 40, "")),
        (2, (60, 130, ""), (45, 85, "")),
        ("Partie", (100, 230, ""), (0, 85, "")),
        ("Rubicon", (85, 315, ""), (0, 85, "")),
    ]
    assert lines(*hand(100, 130), {"move": "finish"})[1:] == [
        (1, (100, 100, ""), (130, 130, "")),
        ("Partie", (0, 100, ""), (100, 230, "")),
        ("Rubicon", (0, 100, ""), (-100, 130, "")),
    ]


def test_pg_what_is_needed_in_the_first_hand_is_said_before_it() -> None:
    """Canasta: at first each side's first meld must be worth 50."""
    table = Evening(
        "points-game", "Ann Ben Cleo Dan", **options_of("canasta") | {"sides": [["Ann", "Cleo"], ["Ben", "Dan"]]}
    )
    assert table.deal().state.facts.notes(table.state) == {"Ann": "First meld 50", "Ben": "First meld 50"}
    table.scored(
        answers=sides(
            natural={"Ann & Cleo": 3},
            melded={"Ann & Cleo": 700, "Ben & Dan": 0},
            left={"Ann & Cleo": 10, "Ben & Dan": 90},
        )
    )
    assert table.state.facts.notes(table.state) == {"Ann": "First meld 90", "Ben": "First meld 15"}


def test_pg_the_hand_has_its_name_or_its_size() -> None:
    def of_hand(**worked: Any) -> str:
        table = Evening("points-game", "Ann Ben", worked={"questions": [BID], "scores": "bid"} | worked)
        return str(table.state.facts.of_hand(table.state))

    assert of_hand(rounds=[{"round": "Phase 3", "cards": 10}]) == "Phase 3"
    assert (of_hand(cards="8 - hand"), of_hand(cards="hand"), of_hand()) == ("7 cards", "1 card", "")
    of_points = Evening("points-game", "Ann Ben").state
    assert of_points.facts.of_hand(of_points) == ""


TRIOMINOS = {
    "questions": [
        {"key": "laid", "ask": "Tile laid", "most": "15"},
        {"key": "drawn", "ask": "Tiles drawn", "most": "3"},
        {"key": "more", "ask": "More", "choices": [{"choice": "bridge", "is": 40}, {"choice": "hexagon", "is": 50}]},
        {"key": "out", "ask": "Laid the last tile", "most": "1"},
        {"key": "held", "ask": "Points held", "most": "500"},
    ],
    "scores": "laid - if(laid = 0 and drawn = 3, 25, 5 * drawn) + more + if(out, 25 + others(held), 0)",
    "musts": [{"must": "held = 0 or sum(out) = 1", "says": "what is held counts once somebody has laid the last tile"}],
    "round_over": "out",
    "ends": "out and most(total) >= 400",
}


def test_pg_triominos_is_scored_each_time_round_the_table_and_ends_with_a_round() -> None:
    table = Evening("points-game", "Ann Ben", worked=TRIOMINOS)
    table.deal().scored(answers=each(laid={"Ann": 15, "Ben": 9}, drawn={"Ben": 2}, more={"Ann": 50}))
    assert table.points == {"Ann": 65, "Ben": -1}
    table.scored(answers=each(drawn={"Ann": 3}, laid={"Ben": 12}, more={"Ben": 40}))
    assert table.points == {"Ann": 40, "Ben": 51}
    assert "what is held counts" in why_not(table, "scored", answers=each(held={"Ben": 7}))
    table.scored(answers=each(laid={"Ann": 10}, out={"Ann": 1}, held={"Ben": 80}))
    assert (table.points, table.state.open, table.state.facts.hands) == ({"Ann": 155, "Ben": 51}, False, 1)
    table.deal().scored(answers=each(laid={"Ann": 15})).scored(answers=each(out={"Ann": 1}, held={"Ben": 205}))
    assert (table.points, table.state.over, table.state.hand) == ({"Ann": 400, "Ben": 51}, True, 2)


def test_pg_people_have_turns_where_a_round_is_over_by_a_formula_whoever_begins() -> None:
    asks = {"questions": [{"key": "laid", "ask": "Laid"}], "scores": "laid"}
    turns = [asks, asks | {"round_over": "laid > 9"}, asks | {"round_over": "laid > 9", "begins": "left"}]
    tables = [Evening("points-game", "Ann Ben", worked=worked).state.options for worked in turns]
    assert [rules.manner()[2:4] for rules in tables] == [(False, False), (True, True), (False, True)]


def test_pg_a_round_of_several_turns_is_a_line_of_the_pad() -> None:
    turns = [{"laid": {"Ann": 15, "Ben": 9}}, {"drawn": {"Ann": 1}, "laid": {"Ben": 7}}, {"out": {"Ann": 1}}]
    scored = [{"move": "scored", "answers": each(**turn)} for turn in turns]
    game = {"game": "points-game", "options": {"worked": TRIOMINOS}, "moves": [{"move": "deal"}, *scored] * 2}
    found = pad(record_sheet(sheet_from({"scoresheet": 1, "players": ["Ann", "Ben"], "games": [game]})))
    assert found
    assert [(line.hand, [(cell.made, cell.total) for cell in line.cells]) for line in found.lines] == [
        (1, [(35, 35), (16, 16)]),
        (2, [(35, 70), (16, 32)]),
    ]


def dealt(players: int, hands: int = 0, **more: Any) -> str:
    """What is said to a deal in a game of which each hand has a card more, with 20 cards in the pack."""
    musts = [{"must": "players * (cards + 1) <= 20", "says": "the pack has 20 cards"}]
    worked = {
        "questions": [{"key": "made", "ask": "Made"}],
        "scores": "made",
        "cards": "hand",
        "musts": musts,
    }
    options = {"name": "Deep", "worked": worked | more, **({"hands": hands} if hands else {})}
    names = [f"P{number}" for number in range(1, players + 1)]
    moves: list[dict[str, Any]] = []
    for _ in range(hands or 1):
        moves += [{"move": "deal"}, {"move": "scored", "answers": {"P1": {"made": 1}}}]
    sheet = {"scoresheet": 1, "players": names, "games": [{"game": "points-game", "options": options, "moves": moves}]}
    try:
        record_sheet(read_sheet(json.dumps(sheet).encode()))
    except Illegal as refused:
        return refused.why
    return ""


@pytest.mark.parametrize(
    ("players", "hands", "said"),
    [
        (4, 4, ""),
        (5, 4, "Deep is for 2 to 4 players under these house rules; 5 in: somebody must sit out."),
        (5, 3, ""),
        (10, 1, ""),
        (11, 1, "Deep is for 2 to 10 players under these house rules; 11 in: somebody must sit out."),
        (2, 20, "The pack has 20 cards"),
    ],
)
def test_how_many_may_play_and_how_many_hands_follow_from_the_cards(players: int, hands: int, said: str) -> None:
    assert dealt(players, hands) == said


def musts_of(formula: str) -> list[dict[str, str]]:
    return [{"must": formula, "says": "not that"}]


def test_what_hangs_on_more_than_the_table_is_asked_for_after_the_hand() -> None:
    assert "they are divided by it" in dealt(2, 1, musts=musts_of("hand / (hands - 1) < 9"))
    assert dealt(2, rounds=[{"cards": 3}], cards="", musts=musts_of("cards * times > 9")) == "Not that"
    assert dealt(2, musts=musts_of("sum(players) > 9"), cards="") == "Not that"
    assert dealt(2, musts=musts_of("cards > 9"), cards="sum(hand)") == "Not that"


def test_pg_so_few_that_they_can_t_come_to_a_sum_are_dealt_no_cards() -> None:
    asked = {"key": "red", "ask": "Red", "most": "3", "total": "11"}
    worked = {"questions": [asked], "scores": "red", "at_end": "red / 2"}
    table = Evening("points-game", "Ann Ben Cat", worked=worked)
    assert why_not(table, "deal").startswith("Points is for 4 to 16 players")
    four: Any = Evening("points-game", "Ann Ben Cat Dan", worked=worked).deal()
    kind = four.state.game.by_name["scored"]
    assert sum(own["red"] for own in kind.example(four.state, 0)["answers"].values()) == 11
    four.scored(answers={name: {"red": 3} for name in ("Ann", "Ben", "Cat")} | {"Dan": {"red": 2}})
    kind.require_end(four.state)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"least": "4"}, "Red: from 4 to 3 there is no number."),
        ({"total": "7", "when": "hand > 0"}, "Red: no answers come to 7 in all."),
    ],
)
def test_pg_no_example_is_made_of_what_can_t_be_answered(more: dict[str, str], why: str) -> None:
    worked = {"questions": [{"key": "red", "ask": "Red", "most": "3"} | more], "scores": "red"}
    table: Any = Evening("points-game", "Ann Ben", worked=worked).deal()
    with pytest.raises(Illegal) as refused:
        table.state.game.by_name["scored"].example(table.state, 0)
    assert refused.value.why == why


def test_pg_what_is_left_is_entered_of_everybody_who_is_not_out() -> None:
    table = Evening("points-game", "Ann Ben Cat", **options_of("uno")).deal()
    kind: Any = table.state.game.by_name["scored"]  # type: ignore[union-attr]
    with pytest.raises(Illegal, match=r"Ben: .*: that is missing"):
        kind.gathered(table.state, {"out": "Ann", "held": {"Cat": 30}})
    assert kind.gathered(table.state, {"out": "Ann", "held": {"Ben": 0, "Cat": 30}})["answers"]["Cat"] == {"held": 30}


def test_pg_how_a_game_ends_and_who_may_play_follow_from_its_description() -> None:
    assert told_of("yahtzee").ends_itself and not told_of("uno").ends_itself
    assert [*seats_of(told_of("uno"), 0, 0, range(2, 17))] == [*range(2, 11)]
    assert BeforeTheDeal(told_of("uno"), 2, 1, 0, 0).all_of("all") == [], "nobody has any cards yet"
