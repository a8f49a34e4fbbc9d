"""The usual ways of scoring a hand (PG): what each tells, that it is known again, and a hand as an example of it."""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from attrs import fields

from companion.engine.errors import Illegal, Malformed
from companion.engine.formula import name_from
from companion.engine.playing import play
from companion.engine.replay import initial_state
from companion.engine.reports.offers import offers
from companion.engine.structure import read, write
from companion.games.points_game import points_told
from companion.games.points_game.blocks import WAYS, Bids, Turns
from companion.games.points_game.hand import Told
from companion.shelf import shelf
from tests.games.test_worked_points import EVENINGS, answered
from tests.tools.evening import TWO_SIDES, Evening, the_game, why_not


def told_as(way: Any) -> Any:
    """The house rule that a way tells, as a sheet has it."""
    return json.loads(json.dumps(write(way.told())))


WIZARD = Bids(cards="one-more", pack=60, right=20, each=10, wrong="each-one-off")
SPADES = Bids(cards="the-same", right=0, each=10, wrong="each-one-said", over=1, bags=10, nil=100, off=10)
KNOWN = {
    "oh-hell": (Bids(), {"hands": 4}),
    "oh-hell-exact": (Bids(wrong="nothing"), {"hands": 4}),
    "wizard": (WIZARD, {}),
    "spades": (SPADES, {"target": 500}),
    "river": (Bids(cards="down-and-up", dealer=True, called="spades, hearts"), {"hands": 5}),
    "molkky": (Turns(turn="Thrown", most=12, beyond="falls-back", misses=3), {"target": 50}),
    "farkle": (Turns(most=20_000, step=50, least=500, last_turn=True), {"target": 10_000}),
}
"""Evenings whose games are told by a few questions."""


@pytest.mark.parametrize("key", KNOWN)
def test_pg_an_evening_comes_to_the_same_as_its_way_tells_it(key: str) -> None:
    evening, (way, ends) = EVENINGS[key], KNOWN[key]
    sides = {"sides": evening["sides"]} if "sides" in evening else {}
    table = Evening("points-game", " ".join(evening["players"]), worked=told_as(way), **ends, **sides)
    for hand in evening["hands"]:
        answers, _ = answered(hand)
        table.deal().scored(answers=answers)
        assert table.points == {name.partition(" & ")[0]: number for name, number in hand["totals"].items()}


def every(kind: Any) -> Iterator[Any]:
    """A way with every choice that there is, and some numbers where it has any."""
    held = []
    for own in fields(kind):
        hint = get_type_hints(kind)[own.name]
        words = get_args(hint) if get_origin(hint) is Literal else (False, True) if hint is bool else (own.default,)
        held.append((None, 3) if own.default is None else (*words, 0) if own.name == "right" else words)
    return (kind(*each) for each in product(*held))


@pytest.mark.parametrize("kind", WAYS)
def test_pg_a_way_tells_a_hand_and_its_sentences_whatever_was_chosen(kind: Any) -> None:
    for way in every(kind):
        way.told().well_formed()
        assert len({*way.sentences()}) == len(way.sentences()) > 0


def test_pg_a_name_that_no_hand_can_have_is_refused_as_that() -> None:
    assert read(Bids, {"called": "spades, " + "h" * 50}).told().rounds[1].round == "h" * 50
    with pytest.raises(Malformed, match="is too long: at most 50 characters"):
        read(Bids, {"called": "spades, " + "h" * 51})


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ({"way": {}}, "give exactly one of bids, out and turns"),
        ({"way": {"out": {}, "turns": {}}}, "give exactly one of bids, out and turns"),
        ({"way": {"out": {}}, "worked": {"questions": [{"key": "a", "ask": "A"}], "scores": "a"}}, "leave worked"),
        ({"way": {"bids": {"called": "h" * 51}}}, "is too long"),
    ],
)
def test_pg_a_way_is_one_and_tells_the_hand_alone(rules: dict[str, Any], why: str) -> None:
    with pytest.raises(Malformed, match=why):
        read(the_game("points-game").options, rules)


def test_pg_a_game_that_was_told_by_a_way_is_scored_like_the_same_without_one() -> None:
    by_way = Evening("points-game", "Ann Ben", way={"turns": {"last": 6}})
    assert by_way.state.options.worked == Turns(last=6).told()


SAID: dict[str, Any] = {"cards": "the-same", "right": 0, "wrong": "each-one-said", "each": 10, "nil": 50}


@pytest.mark.parametrize(
    ("way", "answers", "points"),
    [
        ({"bids": SAID}, {"bid": (0, 3, 3, 7), "tricks": (0, 3, 3, 7)}, (80, 100)),
        ({"bids": SAID}, {"bid": (0, 3, 3, 7), "tricks": (2, 3, 3, 5)}, (-80, -100)),
        ({"bids": SAID}, {"bid": (0, 6, 0, 7), "tricks": (0, 6, 0, 7)}, (100, 130)),
        ({"bids": SAID | {"over": 1}}, {"bid": (0, 3, 3, 7), "tricks": (0, 3, 3, 7)}, (80, 100)),
        ({"out": {}}, {"out": (1,), "held": (0, 10, 15, 20)}, (30, 0)),
        ({"out": {"counts": "against-each"}}, {"out": (0, 1), "held": (5, 0, 15, 20)}, (20, 20)),
    ],
)
def test_pg_partners_say_0_and_hold_cards_each_for_themselves(
    way: dict[str, Any], answers: dict[str, tuple[int, ...]], points: tuple[int, int]
) -> None:
    """The points of Ann and Cat, and of Ben and Dan."""
    table = Evening("points-game", "Ann Ben Cat Dan", way=way, partners=2, sides=TWO_SIDES).deal()
    each = {key: dict(zip(table.state.playing, numbers, strict=False)) for key, numbers in answers.items()}
    table.scored(answers={name: {key: own.get(name, 0) for key, own in each.items()} for name in table.state.playing})
    assert table.points == {"Ann": points[0], "Ben": points[1]}


def test_pg_who_said_0_alone_is_right_or_wrong_by_that_alone() -> None:
    table = Evening("points-game", "Ann Ben Cat", way={"bids": SAID | {"right": 10, "over": 1}}).deal()
    answers = {"Ann": {"bid": 0, "tricks": 0}, "Ben": {"bid": 0, "tricks": 2}, "Cat": {"bid": 11, "tricks": 11}}
    assert table.scored(answers=answers).points == {"Ann": 50, "Ben": -50, "Cat": 120}


def test_pg_a_hand_that_the_pack_has_no_cards_for_is_not_dealt() -> None:
    table = Evening("points-game", "A B C D E", way={"bids": {"cards": "one-more", "pack": 52}})
    for hand in range(1, 11):
        assert not table.state.over
        table.deal().scored(answers={name: {"bid": 0, "tricks": hand * (name == "A")} for name in "ABCDE"})
    assert table.state.over


def test_pg_only_who_speaks_last_is_told_not_to_make_it_even() -> None:
    assert len(Bids(dealer=True).sentences()) == len(Bids(dealer=True, hidden=True).sentences()) + 1


def test_pg_what_the_end_brings_comes_to_all_who_played() -> None:
    """Dan wins twice and goes to bed; Eve comes, and never plays."""
    given = shelf()["skat"].given({"seeger": 1, "hands": 3})
    table = Evening("points-game", "Ann Ben Cleo Dan", **given)
    lost = {"game": 10, "tops": 1, "points": 50}
    for alone, hand in ("Dan", lost | {"points": 66}), ("Dan", lost | {"points": 66}), ("Ben", lost):
        if alone == "Ben":
            table.sit_out(player="Dan").join(player="Eve").sit_out(player="Eve")
        table.deal().scored(answers={alone: {"alone": 1}}, hand=hand)
    assert table.points == {"Ann": 30, "Ben": -90, "Cleo": 30, "Dan": 170, "Eve": 0}


@pytest.mark.parametrize(("target", "why"), [(None, "say how many points you play to"), (301, "")])
def test_pg_a_target_that_cannot_be_is_refused_as_rules_are_made(target: int | None, why: str) -> None:
    given = shelf()["darts"].given({}) | {"target": target}
    refused = ""
    try:
        read(the_game("points-game").options, {key: held for key, held in given.items() if held is not None})
    except Malformed as error:
        refused = str(error)
    assert why in refused and bool(why) == bool(refused)


def test_pg_a_condition_that_cannot_be_worked_out_keeps_no_rules_from_being_read() -> None:
    worked = {"questions": [{"key": "red", "ask": "Red"}], "scores": "red"}
    read(the_game("points-game").options, {"worked": worked | {"musts": [{"must": "60 / target > 1", "says": ""}]}})


def test_pg_every_told_game_of_the_shelf_has_a_hand_for_an_example() -> None:
    for key, told in shelf().items():
        given = told.opening.given or {}
        if told.opening.options.worked if hasattr(told.opening.options, "worked") else None:
            players = ("Ann Ben Cat Dan", "Ann Ben", "Ann Ben Cat Dan Eve")
            assert any(accepted(names, given, shift) for names in players for shift in range(6)), key


def accepted(names: str, given: dict[str, Any], shift: int) -> bool:
    """Whether a game accepts a hand that is tried as an example."""
    if given.get("partners", 1) > 1:
        if names.count(" ") != 3:
            return False
        given = {**given, "sides": TWO_SIDES}
    try:
        table = Evening("points-game", names, **given).deal()
        kind: Any = table.state.game.by_name["scored"]  # type: ignore[union-attr]
        table.scored(**kind.example(table.state, shift))
    except Illegal:
        return False
    return True


@pytest.mark.parametrize(("key", "names"), [("yahtzee", "Ann Ben"), ("skat", "Ann Ben Cat"), ("tarot", "A B C D")])
def test_pg_an_example_fills_one_box_and_answers_what_is_asked_of_such_a_hand(key: str, names: str) -> None:
    given = shelf()[key].opening.given or {}
    assert any(accepted(names, given, shift) for shift in range(6))


def test_pg_a_name_for_formulas_is_made_of_words() -> None:
    known = [*Told.reserved, "tricks"]
    words = ["Tricks said", "Tricks", "Überstiche!", "Total", "If", "牌"]
    names = ["tricks_said", "tricks2", "uberstiche", "total2", "if2", "answer"]
    assert [name_from(said, known) for said in words] == names
    assert name_from("Same", ["same", *(f"same{n}" for n in range(2, 1_001))]) == "same1001"


def told_by(scores: str, **options: Any) -> Any:
    """The house rules of a game that asks how many red cards each has."""
    worked = {"questions": [{"key": "red", "ask": "Red cards"}], "scores": scores}
    return Evening("points-game", worked=worked, **options).state.options


def test_pg_how_the_points_come_is_told_in_sentences_and_by_no_formula() -> None:
    way = {"bids": {"cards": "one-more", "right": 20, "each": 10}}
    wizard: Any = read(the_game("points-game").options, {"way": way})
    assert "If you're right: 20, and 10 more for each one said." in points_told(wizard)
    assert points_told(told_by("5 * red")) == []


def test_pg_a_hand_that_is_drawn_by_lot_keeps_to_what_can_be_answered() -> None:
    asked = [
        {
            "key": "sort",
            "ask": "Sort",
            "of": "hand",
            "choices": [{"choice": "one", "is": 1}, {"choice": "two", "is": 2}],
        },
        {"key": "tricks", "ask": "Tricks", "most": "13", "total": "13"},
        {"key": "place", "ask": "Place", "least": "1", "most": "players", "total": "players * (players + 1) / 2"},
        {"key": "out", "ask": "Out", "most": "1", "total": "1"},
        {"key": "closed", "ask": "Closed", "most": "1"},
        {"key": "held", "ask": "Held", "most": "40", "step": 5},
    ]
    table = Evening("points-game", worked={"questions": asked, "scores": "tricks"}).deal()
    kind: Any = table.state.game.by_name["scored"]  # type: ignore[union-attr]
    drawn = [kind.example(table.state, shift) for shift in range(20)]
    assert len({str(hand) for hand in drawn}) > 12
    for hand in drawn:
        Evening("points-game", worked={"questions": asked, "scores": "tricks"}).deal().scored(**hand)


def test_pg_whose_turn_nobody_said_is_named_but_not_who_has_none() -> None:
    table = Evening("points-game", "Ann Ben Cat", target=50, way={"turns": {}}).deal()
    kind: Any = table.state.game.by_name["scored"]  # type: ignore[union-attr]
    with pytest.raises(Illegal, match="Ben hasn't had a turn yet"):
        kind.gathered(table.state, {"turn": {"Ann": 7, "Cat": 0}})
    with pytest.raises(Illegal, match="Ann, Ben and Cat haven't had a turn yet"):
        kind.gathered(table.state, {"turn": {}})
    with pytest.raises(Illegal, match="Ann and Ben haven't had a turn yet"):
        kind.gathered(table.state, {"turn": {"Cat": 7}})
    ends = {"answers": {"Ann": {"turn": 0}, "Ben": {"turn": 50}}}
    assert kind.gathered(table.state, {"turn": {"Ann": 0, "Ben": 50}}) == ends
    assert kind.gathered(table.state, {"turn": {"Ann": 7}}) == {"answers": {"Ann": {"turn": 7}}, "so_far": True}
    last = Evening("points-game", "Ann Ben Cat", target=50, way={"turns": {"last_turn": True}}).deal()
    assert kind.gathered(last.state, {"turn": {"Ann": 0, "Ben": 50}})["so_far"]
    bid = {"key": "bid", "ask": "Bid", "most": "9", "total": "9"}
    by_all = Evening("points-game", "Ann Ben Cat", worked={"questions": [bid], "scores": "bid", "in_turn": True}).deal()
    with pytest.raises(Illegal, match="Cat hasn't had a turn yet"):
        kind.gathered(by_all.state, {"bid": {"Ann": 0, "Ben": 9}})
    with pytest.raises(Illegal, match="everyone's turns are written down together"):
        by_all.scored(answers={"Ann": {"bid": 0}, "Ben": {"bid": 9}}, so_far=True)


@pytest.mark.parametrize(("most", "is_typed"), [("9", False), ("99", True), ("hands", False)])
def test_pg_nothing_entered_is_refused_where_numbers_are_typed_and_all_0_where_they_are_keys(
    most: str, is_typed: bool
) -> None:
    """A round of Cornhole ends 0 to 0; in the first hand nobody can have more than the 0 hands before it."""
    asked = {"questions": [{"key": "board", "ask": "On the board", "most": most}], "scores": "board"}
    table = Evening("points-game", "Ann Ben Cat", worked=asked).deal()
    kind: Any = table.state.game.by_name["scored"]  # type: ignore[union-attr]
    if is_typed:
        with pytest.raises(Illegal, match="Enter a number for somebody"):
            kind.gathered(table.state, {"board": {}})
    else:
        assert table.scored(**kind.gathered(table.state, {"board": {}})).points == {"Ann": 0, "Ben": 0, "Cat": 0}


def test_pg_what_must_be_so_of_the_table_is_so_of_those_who_play() -> None:
    red: dict[str, Any] = {"questions": [{"key": "red", "ask": "Red"}], "scores": "red"}
    worked = red | {"musts": [{"must": "players = 4", "says": "four play"}]}
    table = Evening("points-game", "Ann Ben Cat Dan Eve", plays=4, worked=worked).deal()
    assert table.state.playing == ("Ben", "Cat", "Dan", "Eve")
    for told in shelf().values():
        if plays := getattr(told.opening.options, "plays", None):
            more = [*"ABCDEFG"][: plays + 1]
            state = play(play(initial_state(more), told.opening).state, told.opening.read_move({"move": "deal"})).state
            assert [*state.playing] == more[1:], told.name


def turns_of(table: Evening, **numbers: int) -> Evening:
    """Write turns down as a form does that was sent with these alone."""
    kind: Any = table.state.game.by_name["scored"]  # type: ignore[union-attr]
    return table.scored(**kind.gathered(table.state, {"turn": numbers}))


def test_pg_turns_are_written_one_by_one_or_a_whole_round_at_once() -> None:
    rules: dict[str, Any] = {"target": 50, "way": {"turns": {"misses": 2, "last_turn": True}}}
    single, whole = (Evening("points-game", "Ann Ben Cat", **rules).deal() for _ in range(2))
    for name, number in {"Ann": 7, "Ben": 0}.items():
        turns_of(single, **{name: number})
        assert single.state.open
    assert single.state.game.by_name["scored"].asked_at(single.state).whom == {"turn": ("Cat",)}  # type: ignore
    with pytest.raises(Illegal, match="Ann has no turn any more"):
        single.scored(answers={"Ann": {"turn": 7}})
    with pytest.raises(Illegal, match="Enter a number for somebody"):
        single.scored(answers={}, so_far=True)
    turns_of(single, Cat=3)
    assert single.state.facts == turns_of(whole, Ann=7, Ben=0, Cat=3).state.facts
    for table in (single, whole):
        table.deal()
    turns_of(turns_of(single, Ann=4), Ben=50)  # who came before and who comes after have one turn more
    assert single.state.facts.last == ("Ann", "Cat") and not single.state.over
    turns_of(single, Cat=1).deal()
    assert turns_of(single, Ann=2).state.over
    assert turns_of(turns_of(whole, Ann=4, Ben=50, Cat=1).deal(), Ann=2).state.points == single.state.points
    assert single.points == {"Ann": 13, "Ben": 50, "Cat": 4}


def test_pg_nobody_sits_out_of_a_last_turn_and_none_is_dealt_to_who_has_gone_home() -> None:
    rules: dict[str, Any] = {"target": 50, "plays": 3, "way": {"turns": {"last_turn": True}}}
    table = Evening("points-game", "Ann Ben Cat Dan", **rules).deal()
    assert table.state.facts.rests == "Ann"
    turns_of(table, Ben=4, Cat=50, Dan=3)
    assert table.state.facts.last == ("Ben",) and table.state.dealer == "Ben"
    home = Evening("points-game", "Ann Ben Cat Dan", **rules).deal()
    turns_of(home, Ben=4, Cat=50, Dan=3).leave(player="Ben")
    with pytest.raises(Illegal, match="Nobody at the table has a last turn left: finish the game"):
        home.deal()
    assert not table.deal().state.facts.rests and turns_of(table, Ben=60).state.over


def test_pg_a_nought_of_who_has_no_turn_any_more_is_no_turn() -> None:
    table = Evening("points-game", "Ann Ben Cat", target=50, way={"turns": {"misses": 1}}).deal()
    assert turns_of(table, Ann=7, Ben=50, Cat=0).state.over
    assert table.points == {"Ann": 7, "Ben": 50, "Cat": 0}
    said = {"key": "said", "ask": "Said", "most": "3", "said": True}
    worked = {"questions": [{"key": "bid", "ask": "Bid", "most": "9"}, said], "scores": "bid", "in_turn": True}
    table = Evening("points-game", "Ann Ben", target=5, worked=worked).deal()
    table.said(answers={"Ann": {"said": 1}, "Ben": {"said": 2}})
    assert table.scored(answers={"Ann": {"bid": 5}, "Ben": {"bid": 0}}).state.over


TURN = {"key": "turn", "ask": "Turn", "most": "9"}
LEFT: dict[str, Any] = {"questions": [TURN], "scores": "turn", "in_turn": True, "begins": "left"}
BOXES: dict[str, Any] = {
    "questions": [{"key": key, "ask": key, "most": "30", "once": True} for key in ("ones", "chance")],
    "scores": "ones + chance",
}


@pytest.mark.parametrize("voids", ["abandon", "misdeal"])
@pytest.mark.parametrize(
    ("worked", "turn"),
    [
        (LEFT, {"answers": {"Ann": {"turn": 5}}, "so_far": True}),
        (BOXES, {"answers": {"Ann": {"ones": 5}}}),
    ],
)
def test_pg_a_round_of_which_turns_are_written_down_is_not_made_void(
    voids: str, worked: dict[str, Any], turn: dict[str, Any]
) -> None:
    table = Evening("points-game", "Ann Ben Cat", dealer="Cat", worked=worked).deal()
    possible = {offer.kind.name for offer in offers(table.state)}
    assert ("abandon" in possible, "misdeal" in possible) == (True, worked is LEFT)
    table.scored(**turn)
    assert not {"abandon", "misdeal"} & {offer.kind.name for offer in offers(table.state)}
    why = "Turns of this round are written down already: undo them first."
    assert why_not(table, voids) == (why if voids == "abandon" or worked is LEFT else "Nothing is dealt in this game.")


def test_pg_who_only_said_something_before_the_round_has_a_turn_still() -> None:
    said = {"key": "said", "ask": "Said", "most": "9", "said": True}
    worked = {"questions": [said, TURN], "scores": "turn * (turn = said)", "in_turn": True}
    table = Evening("points-game", "Ann Ben Cat", worked=worked).deal()
    kind: Any = table.state.game.by_name["scored"]  # type: ignore[union-attr]
    sent = kind.gathered(table.state, {"said": {"Ann": 1, "Ben": 2, "Cat": 0}, "turn": {"Ann": 1}})
    assert sent == {"answers": {"Ann": {"said": 1, "turn": 1}, "Ben": {"said": 2}, "Cat": {"said": 0}}, "so_far": True}
    assert table.scored(**sent).state.facts.had == ("Ann",)
    assert {own.name for own in fields(kind.asked_at(table.state))} == {"turn"}, "what was said is kept for the round"
    assert turns_of(turns_of(table, Ben=2), Cat=4).points == {"Ann": 1, "Ben": 2, "Cat": 0}
    assert not table.state.open


def test_pg_who_is_silent_yet_breaks_no_rule_of_turns() -> None:
    must = {"must": "turn >= 1", "says": "must be one at least"}
    worked = {"questions": [TURN], "scores": "turn", "in_turn": True, "musts": [must]}
    table = Evening("points-game", "Ann Ben Cat", worked=worked).deal()
    with pytest.raises(Illegal, match="Ben hasn't had a turn yet"):
        turns_of(table, Ann=5, Cat=4)
    with pytest.raises(Illegal, match="Ben: must be one at least"):
        turns_of(table, Ann=5, Ben=0)
    assert turns_of(turns_of(table, Ann=5), Ben=2, Cat=4).points == {"Ann": 5, "Ben": 2, "Cat": 4}


@pytest.mark.parametrize("one", ["Ben", ":nobody"])
def test_pg_it_may_be_nobody_who_went_out(one: str) -> None:
    table = Evening("points-game", "Ann Ben", way={"out": {"counts": "against-each"}}).deal()
    kind: Any = table.state.game.by_name["scored"]  # type: ignore[union-attr]
    given = kind.gathered(table.state, {"out": one, "held": {"Ann": 9, "Ben": 0}})
    move = table.state.game.read_move({"move": "scored", **given})  # type: ignore[union-attr]
    shown = move.spread(table.state)
    assert shown and shown["out"] == one
    assert table.scored(**given).points == {"Ann": 9, "Ben": 0}
