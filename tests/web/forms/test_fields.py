"""Forms made from declarations, where a question may be left alone or isn't asked at all."""

from typing import Any

import pytest
from attrs import NOTHING, fields

from companion.engine.errors import Malformed
from companion.engine.game import State
from companion.engine.structure import key_of
from companion.games import catalogue
from companion.web.forms.fields import MoveForm, move_fields, option_fields
from companion.web.forms.form import Field, declarations, redisplay, redisplay_written
from companion.web.forms.labels import in_words
from companion.web.forms.reading import move_json, option_json
from companion.web.journal.routes import unasked
from tests.tools.evening import FOUR, TWO_SIDES, Evening


def test_cards_left_are_said_of_pope_alone() -> None:
    state = Evening("pope-joan").deal().state
    played, left = state.game.by_name["played"], [f"cards_left:{name}" for name in FOUR.split()]  # type: ignore[union-attr]
    form = dict.fromkeys(left, "0") | {"card": "king", "player": "Ann"}
    assert move_json(played, form, state) == {"card": "king", "player": "Ann"}
    assert move_json(played, form | {"card": "pope"}, state) == {"card": "pope", "player": "Ann", "cards_left": {}}
    form |= {"card": "pope", "cards_left:Ben": "4"}
    assert move_json(played, form, state) == {"card": "pope", "player": "Ann", "cards_left": {"Ben": 4}}


def test_a_count_of_cards_is_answered_for_all_or_for_nobody_also_by_0_alone() -> None:
    state = Evening("pope-joan").deal().state
    played, out = (state.game.by_name[name] for name in ("played", "out"))  # type: ignore[union-attr]
    one = {"player": "Ann", "cards_left:Ben": "3"}
    for kind, form in ((out, {"player": "Ann"}), (out, one), (played, one | {"card": "pope"})):
        with pytest.raises(Malformed, match="Nothing is entered"):
            move_json(kind, form, state)
    state = Evening("newmarket").deal().state
    others = dict.fromkeys(("cards_left:Ben", "cards_left:Cat", "cards_left:Dan"), "0")
    zeros = move_json(state.game.by_name["out"], {"player": "Ann"} | others, state)  # type: ignore[union-attr]
    assert zeros == {"player": "Ann", "cards_left": {}}


def fields_of(state: Any, name: str, **said: str) -> dict[str, Field]:
    """The questions of a move by their names, when some were answered."""
    return {field.name: field for field in MoveForm(state.game.by_name[name], state).fields({}, said)}


def again(field: Field, form: dict[str, str]) -> Any:
    """What was typed, as the question shows it again."""
    return redisplay([field], form)[field.key]


def test_nobody_is_asked_for_more_cards_than_were_dealt_and_the_winner_for_none() -> None:
    """PJ-02, PJ-21: among five, eight cards each, or ten where the dealer stands out."""
    state = Evening("pope-joan", "Ann Ben Cat Dan Eve").deal().state
    left = fields_of(state, "out", player="Ben")["cards_left"]
    assert (left.usual, left.taps) == (8, 10)
    assert [name for name, _ in left.choices] == ["Ann", "Cat", "Dan", "Eve"]


def test_who_may_have_no_card_left_though_another_is_out() -> None:
    """PJ-21: the dealer who stands out; in a house game, which goes on, those who went out before."""
    rules = {"card_price": 1, "pots": [{"pot": "kitty", "each": 1}]}
    evenings = (Evening("pope-joan"), Evening("jig"), Evening("house-game", players="Ann Ben Cat", **rules))
    may = []
    for evening in evenings:
        state = evening.deal().state
        left = fields_of(state, "out")["cards_left"]
        may.append([name for name in state.playing if left.may_have_none(name)])
    dealer = evenings[0].state.dealer
    assert may == [[dealer], [], ["Ann", "Ben", "Cat"]]


def test_what_decides_a_tie_of_farmers_is_asked_once_there_is_one() -> None:
    """FA-06."""
    state = Evening("farmer").deal().state
    kind = state.game.by_name["hands"]  # type: ignore[union-attr]
    tied = {"points": {"Ben": "16", "Cat": "16"}}
    asked = [{field.key for field in move_fields(kind, state, said)} for said in ({}, tied, {"cards:Ben": "3"})]
    assert asked == [{"points"}, {"points", "cards", "six_of_hearts"}, {"points", "cards", "six_of_hearts"}]
    form = {"points:Ben": "16", "points:Cat": "16", "cards:Ben": "3", "cards:Cat": "4"}
    assert move_json(kind, form, state)["cards"] == {"Ben": 3, "Cat": 4}


def test_small_parts_of_a_known_sum_are_keys() -> None:
    looks = []
    for sums in ([78, 26], [260], [0], []):
        state = Evening("points-game", sums=sums).deal().state
        looks.append(fields_of(state, "scored")["points"].look)
    assert looks == ["keys", "figure", "figure", "figure"]


def test_penalties_are_asked_for_where_the_house_pays_them_to_the_board() -> None:
    """PJ-16."""
    assert "penalties" not in fields_of(Evening("pope-joan").deal().state, "out")
    state = Evening("pope-joan", leftovers="board").deal().state
    assert fields_of(state, "out", player="Ann")["penalties"].macro == "lays"
    left = {"cards_left:Ben": "2", "cards_left:Cat": "0", "cards_left:Dan": "0"}
    form = {"player": "Ann", **left, "penalties:Ben:king": "2", "penalties:Cat:ace": ""}
    said = move_json(state.game.by_name["out"], form, state)  # type: ignore[union-attr]
    assert said == {"player": "Ann", "cards_left": {"Ben": 2}, "penalties": {"Ben": {"king": 2}}}


def test_a_card_is_read_however_it_is_typed() -> None:
    state = Evening("spin").deal().state
    kind = state.game.by_name["played"]  # type: ignore[union-attr]
    assert move_json(kind, {"card": "kh", "player": "Ann"}, state)["card"] == "KH"


def test_what_no_form_asks_is_said_again_when_a_move_is_amended() -> None:
    state = Evening("loto").state
    game = state.game
    assert game
    own = [[[1, 10, 20, 30, 40], [2, 11, 21, 31, 41], [3, 12, 22, 32, 42]]]
    cards = game.read_move({"move": "cards", "player": "Ann", "own": own})
    assert unasked(cards, game.by_name["cards"], state) == {"own": own}
    assert unasked(cards, game.by_name["deal"], state) == {}


def test_all_that_must_be_said_of_any_move_can_be_asked_by_a_form() -> None:
    every = {kind for game in catalogue().values() for kind in game.by_name.values()}
    required = [(kind, own.name) for kind in every for own in fields(kind) if own.default is NOTHING]
    assert not [(kind.name, name) for kind, name in required if not declarations(kind)[key_of(name)].asks.macro]


HOUSE = [{"pot": "kitty", "each": 1}, {"pot": "best", "dealer": 2}]


def said(evening: Evening, name: str, **form: str) -> dict[str, Any]:
    """What a form says of a move; ``__`` stands for the colon before a part."""
    state = evening.state
    assert state.game
    return move_json(state.game.by_name[name], {key.replace("__", ":"): held for key, held in form.items()}, state)


def test_who_left_cannot_be_tapped_but_counted_and_of_whom_a_move_of_the_seats_is_asked() -> None:
    evening = Evening("house-game", pots=HOUSE).leave(player="Ben").deal()
    assert [name for name, _ in fields_of(evening.state, "takes")["players"].choices] == ["Ann", "Cat", "Dan"]
    assert "Ben" not in dict(fields_of(evening.state, "pays")["players"].choices)
    assert "player:Ben" in dict(fields_of(evening.state, "count")["either"].choices)
    state = Evening("spoil-five").leave(player="Ben").sit_out(player="Cat").state

    def named(move: str, question: str) -> list[str]:
        return [words for _, words in fields_of(state, move)[question].choices]

    assert named("join", "left_of") == named("leave", "player") == named("sit_in", "player") == ["Ann", "Cat", "Dan"]
    assert named("dealer", "player") == ["Ann", "Dan"]
    assert named("count", "either")[:4] == ["Ann", "Ben", "Cat", "Dan"], "who left still has a balance"


def test_pots_of_a_game_of_the_house_are_described_row_by_row() -> None:
    state = Evening("house-game").state
    kind = type(state.options)
    form = {
        "name": "Commerce",
        "pots:0:pot": "kitty", "pots:0:each": "2", "pots:0:dealer": "0",
        "pots:1:pot": " ", "pots:1:each": "", "pots:1:dealer": "",
        "pots:7:pot": "best", "pots:7:each": "", "pots:7:dealer": "1",
        "card_price": "1",
    }  # fmt: skip
    options = option_json(kind, form, state)
    assert options == {"name": "Commerce", "pots": [{"pot": "kitty", "each": 2}, {"pot": "best", "dealer": 1}]}
    with pytest.raises(Malformed, match="What is the pot called"):
        option_json(kind, {"pots:0:each": "2"}, state)


def test_rows_written_down_are_shown_again_with_blank_ones_after_them() -> None:
    state = Evening("house-game", pots=HOUSE).state
    asked = option_fields(type(state.options), state, redisplay_written(state.options))
    (pots,) = (field for field in asked if field.rows)
    rows = [[part.value for part in row] for row in pots.rows]
    assert rows == [["kitty", 1, 0], ["best", 0, 2], [None] * 3, [None] * 3]
    assert pots.rows[3][0].name == "pots:3:pot"


def test_no_limit_is_shown_again_as_no_limit() -> None:
    """PJ-08, CA-10: null where the book has a number."""
    options = Evening("pope-joan", pope_limit=None).state.options
    assert redisplay_written(options)["pope_limit"] is None
    state = Evening("cassino", "Ann Ben").state
    assert option_json(type(state.options), {"target": "", "last_board": "on"}, state) == {"target": None}


def test_what_an_address_says_of_something_with_parts_is_let_be() -> None:
    state = Evening("bridge").deal().state
    kind = state.game.by_name["played"]  # type: ignore[union-attr]
    (honours,) = (field for field in move_fields(kind, state, {"honours": "all"}) if field.name == "honours")
    assert [part.value for part in honours.rows[0]] == [None, None]


def test_a_list_of_the_house_rules_is_said_one_by_one() -> None:
    house = Evening("house-game", pots=[{"pot": "kitty", "each": 1}, {"pot": "best", "dealer": 2}]).state.options
    assert in_words(house.pots_) == "kitty: 1 from each; best: 2 from the dealer"
    assert in_words([]) == "none"


def test_points_of_which_some_are_words_are_one_answer_a_player() -> None:
    """MA-03: a natural among the figures."""
    state = Evening("macao").state
    (points,) = (field for field in evidence_of(state, "round") if field.name == "points")
    assert {9, "over", "natural-9"} <= set(points.words)
    form = {"stakes:Ben": "3", "points:Ann": "7", "points:Ben": "natural-9", "points:Cat": ""}
    said = move_json(state.game.by_name["round"], form, state)  # type: ignore[union-attr]
    assert said == {"stakes": {"Ben": 3}, "points": {"Ann": 7, "Ben": "natural-9"}}


def evidence_of(state: State[Any, Any], name: str) -> list[Field]:
    """What is asked of somebody who would rather write the numbers than what came of them."""
    return move_fields(state.game.by_name[name], state, {"evidence": "on"})  # type: ignore[union-attr]


def test_a_natural_of_the_bank_answers_for_all_who_staked_and_say_nothing_else() -> None:
    """MA-06."""
    form = {"stakes__Ben": "3", "stakes__Cat": "1", "outcomes-all": "-2", "outcomes__Cat": "0", "outcomes__Dan": "1"}
    round_ = said(Evening("macao"), "round", **form)
    assert round_ == {"stakes": {"Ben": 3, "Cat": 1}, "outcomes": {"Ben": -2, "Cat": 0}}


def test_vu_09_a_split_pair_is_what_both_hands_won_and_doubled_stakes_count_twice() -> None:
    """VU-03, VU-09: Cat split nothing in the end, and what was said of a second hand isn't counted."""
    staked = {f"stakes__{name}": "1" for name in ("Ben", "Cat", "Dan")}
    split = {"outcomes-split__Ben": "on", "outcomes__Ben": "1", "outcomes-second__Ben": "-2"}
    form = staked | split | {"outcomes__Cat": "1", "outcomes-second__Cat": "2", "outcomes__Dan": "0"}
    assert said(Evening("vingt-un"), "round", **form)["outcomes"] == {"Ben": -1, "Cat": 1, "Dan": 0}
    doubled = form | {"outcomes-doubled": "on"}
    assert said(Evening("vingt-un"), "round", **doubled)["outcomes"] == {"Ben": -2, "Cat": 2, "Dan": 0}
    kind = Evening("vingt-un").state.game.by_name["round"]  # type: ignore[union-attr]
    written = {field.key: field for field in move_fields(kind, Evening("vingt-un").state, {"outcomes": {"Ben": 4}})}
    assert written["outcomes"].numbers[-1] == 4  # type: ignore[attr-defined]


def test_in_farmer_who_is_under_sixteen_is_not_named() -> None:
    """FA-04, FA-07: but where the nearest wins every number is typed."""
    evening = Evening("farmer").deal()
    assert said(evening, "hands", points__Ben="18", points__Cat="") == {"points": {"Ben": 18}}
    assert said(evening, "hands") == {"points": {}}
    points = fields_of(evening.state, "hands")["points"]
    assert points.numbers[:2] == (16, 17)  # type: ignore[attr-defined]
    (shown,) = (
        f for f in move_fields(points.declaration.owner, evening.state, {"points": {"Ben": 31}}) if f.key == "points"
    )
    assert shown.numbers[-1] == 31  # type: ignore[attr-defined]
    nearest = fields_of(Evening("farmer", nearest=True).deal().state, "hands")["points"]
    assert nearest.numbers == ()  # type: ignore[attr-defined]


def test_a_tie_for_the_most_is_an_answer_and_shown_again() -> None:
    """CA-07: with sides one answer a side."""
    state = Evening("cassino", sides=TWO_SIDES).deal().state
    most = fields_of(state, "counted")["most_cards"]
    assert most.choices == (("player:Ann", "Ann and Cat"), ("player:Ben", "Ben and Dan"), ("tied", "tied"))
    assert most.answers({"most_cards": "tied"}) == {"most_cards": None}
    assert most.answers({"most_cards": "player:Ben"}) == {"most_cards": "Ben"}
    move = {
        "most_cards": None,
        "most_spades": "Ben",
        "aces": {"Ann": 4},
        "great": "Ann",
        "little": "Ben",
        "last": "Ann",
    }
    counted = state.game.read_move({"move": "counted"} | move)  # type: ignore[union-attr]
    shown = redisplay_written(counted)
    assert (shown["most_cards"], shown["most_spades"]) == ("tied", "player:Ben")


def test_cards_of_the_box_are_typed_by_their_numbers() -> None:
    """LO2-03."""
    state = Evening("loto-drawings").state
    kind = state.game.by_name["cards"]  # type: ignore[union-attr]
    assert move_json(kind, {"player": "Ann", "numbers": "7, 12"}, state) == {"player": "Ann", "numbers": [7, 12]}
    assert move_json(kind, {"player": "Ann", "numbers": " "}, state) == {"player": "Ann"}
    assert fields_of(state, "cards")["numbers"].choices == ()


def test_a_drawing_is_asked_for_on_a_board_of_ninety_with_ten_holes() -> None:
    state = Evening("loto-drawings").cards(player="Ann", numbers=[1]).deal().state
    asked = fields_of(state, "drawing")["numbers"]
    assert (len(asked.choices), asked.choices[-1], asked.taps) == (90, ("90", "90"), 10)


def test_as_many_cards_can_be_tapped_as_are_dealt_or_were_said() -> None:
    rules = {"card_price": 1, "pots": [{"pot": "kitty", "each": 1}]}
    three = Evening("house-game", players="Ann Ben Cat", **rules).deal().state
    assert fields_of(three, "out")["cards_left"].taps == 17, "a pack among three"
    joan = Evening("pope-joan").deal().state
    dealt = fields_of(joan, "out")["cards_left"].taps
    kind = joan.game.by_name["out"]  # type: ignore[union-attr]
    said = {field.name: field for field in move_fields(kind, joan, {"cards_left": {"Ben": dealt + 2, "Cat": 999}})}
    assert said["cards_left"].taps == dealt + 2
