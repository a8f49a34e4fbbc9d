"""Games that work their points out (PG): evenings of well-known games, as their rules add them up by hand."""

import json
from collections.abc import Mapping
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


def answered(hand: Mapping[str, Any]) -> tuple[dict[str, dict[str, int]], dict[str, int]]:
    """What is answered of a hand by name, and of the whole of it."""
    return hand["answers"], hand.get("hand", {})


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
    named = {"sides": evening["sides"]} if "sides" in evening else {}
    return Evening("points-game", " ".join(evening["players"]), dealer=evening.get("dealer"), **options, **named)


@pytest.mark.parametrize("key", EVENINGS)
def test_pg_every_hand_of_a_known_evening_comes_to_what_its_rules_say(key: str) -> None:
    table, evening = game(key), EVENINGS[key]
    for hand in evening["hands"]:
        answers, of_all = answered(hand)
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
        answers, of_all = answered(hand)
        scored(table.deal(), answers, of_all)
    return table.deal()


def scored(table: Evening, answers: dict[str, dict[str, int]], of_all: dict[str, int]) -> None:
    """Write a hand down; a pad of boxes is filled turn by turn."""
    boxes = table.state.options.worked.boxes
    for own in [{name: box} for name, box in answers.items()] if boxes else [answers]:
        table.scored(answers=own, **({"hand": of_all} if of_all else {}))


@pytest.mark.parametrize("key", EVENINGS)
def test_pg_a_hand_that_can_t_be_is_refused(key: str) -> None:
    assert EVENINGS[key]["cant_be"]
    for hand in EVENINGS[key]["cant_be"]:
        answers, of_all = answered(hand)
        assert why_not(tells(key, hand["after"]), "scored", answers=answers, hand=of_all) == hand["why"]


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


def test_pg_what_is_said_stands_until_the_hand_is_scored() -> None:
    table = tells("oh-hell").said(answers=each(bid={"Ann": 1, "Ben": 2, "Cleo": 0, "Dan": 0}))
    assert table.memo == "Tricks said: Ann 1, Ben 2, Cleo 0, Dan 0."
    assert why_not(table, "said", answers=each(bid={"Ann": 1})) == "Everyone has spoken already: undo that first."
    table.scored(answers=each(tricks={"Ann": 1, "Ben": 1, "Cleo": 1, "Dan": 1}))
    assert (table.points, table.state.facts.said) == ({"Ann": 11, "Ben": 1, "Cleo": 1, "Dan": 1}, {})


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
    answers, of_all = answered(EVENINGS[key]["hands"][0])
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


def test_pg_what_each_said_and_the_tallies_stand_beside_the_players() -> None:
    table = tells("spades", 3)
    assert table.state.facts.notes(table.state) == {"Ann": "Bags 1", "Ben": "Bags 6"}
    table.said(answers=each(bid={"Ann": 4, "Ben": 0, "Cleo": 3, "Dan": 0}))
    assert table.state.facts.notes(table.state)["Ann"] == "said 4 · Bags 1"
    of_points = Evening("points-game", "Ann Ben").deal().state
    assert of_points.facts.notes(of_points) == {}


def test_pg_a_formula_may_be_left_empty() -> None:
    """Also where it is the least that can be answered, or what a tally beside boxes becomes."""
    questions = [{"key": "one", "ask": "One", "least": "", "most": "5", "once": True}]
    worked = {"questions": questions, "scores": "one", "tallies": [{"key": "run", "tally": "Run", "becomes": ""}]}
    table = Evening("points-game", "Ann Ben", worked=worked).deal()
    assert [row.label for row in table.state.facts.boxes(table.state)] == ["One", "Run"]
    assert table.scored(answers={"Ann": {"one": 3}}).points == {"Ann": 3, "Ben": 0}


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


def test_pg_a_choice_that_may_be_left_out_is_asked_with_what_is_usual() -> None:
    table = tells("tarot")
    named = each(taker={"Ben": 1})
    table.scored(answers=named, hand={"contract": 1, "bouts": 2, "points": 49})
    assert table.points == {"Ann": -33, "Ben": 99, "Cleo": -33, "Dan": -33}
    asked = attrs.fields_dict(table.state.game.by_name["scored"].asked_at(table.state))
    assert (asked["petit"].default, asked["contract"].default) == ("no", attrs.NOTHING)


def test_pg_what_may_be_left_out_may_be_0_for_each_as_a_form_says_it() -> None:
    extra = BID | {"optional": True, "least": "2", "most": "pick(players, 0, 1)"}
    table = Evening("points-game", "Ann Ben", worked={"questions": [extra], "scores": "bid"}).deal()
    assert table.scored(answers=each(bid={"Ann": 0, "Ben": 0})).points == {"Ann": 0, "Ben": 0}


def test_pg_a_value_whose_formula_is_left_empty_is_0_as_every_other() -> None:
    worked = {"questions": [BID], "values": [{"key": "half", "is": ""}], "scores": "bid + half"}
    table = Evening("points-game", "Ann Ben", worked=worked).deal().scored(answers=each(bid={"Ann": 3, "Ben": 2}))
    assert table.points == {"Ann": 3, "Ben": 2}


def test_pg_a_choice_is_asked_of_each_player() -> None:
    cards = {"key": "cards", "ask": "Cards", "choices": [{"choice": "none", "is": 0}, {"choice": "all", "is": 9}]}
    table = Evening("points-game", "Ann Ben", worked={"questions": [cards], "scores": "2 * cards"}).deal()
    asked = attrs.fields_dict(table.state.game.by_name["scored"].asked_at(table.state))["cards"]
    assert table.scored(answers=each(cards={"Ann": 9, "Ben": 0})).points == {"Ann": 18, "Ben": 0}
    assert get_args(asked.type.__origin__.__args__[1]) == ("none", "all")


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


def test_pg_people_have_turns_where_a_round_is_over_by_a_formula_no_matter_who_begins() -> None:
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
