"""Forms made from declarations, where a question may be left alone or isn't asked at all."""

from typing import Any

from companion.web.corrections import unasked
from companion.web.forms import Field, again, in_words, move_fields, move_json, option_fields
from tests.evening import Evening


def test_cards_left_are_said_of_pope_alone() -> None:
    state = Evening("pope-joan").deal().state
    played, left = state.game.by_name["played"], ["cards_left:Ann", "cards_left:Ben", "cards_left:Cat"]  # type: ignore[union-attr]
    form = dict.fromkeys(left, "0") | {"card": "king", "player": "Ann"}
    assert move_json(played, form, state) == {"card": "king", "player": "Ann"}
    assert move_json(played, form | {"card": "pope"}, state) == {"card": "pope", "player": "Ann", "cards_left": {}}
    form |= {"card": "pope", "cards_left:Ben": "4"}
    assert move_json(played, form, state) == {"card": "pope", "player": "Ann", "cards_left": {"Ben": 4}}


def test_a_required_question_is_answered_also_by_0_alone() -> None:
    state = Evening("newmarket").deal().state
    out = state.game.by_name["out"]  # type: ignore[union-attr]
    assert move_json(out, {"player": "Ann", "cards_left:Ann": "0"}, state) == {"player": "Ann", "cards_left": {}}


def fields_of(state: Any, name: str, **said: str) -> dict[str, Field]:
    """The questions of a move by their names, when some were answered."""
    return {field.name: field for field in move_fields(state.game.by_name[name], state, {}, said)}


def test_nobody_is_asked_for_more_cards_than_were_dealt_and_the_winner_for_none() -> None:
    """PJ-02: among five, eight cards each."""
    state = Evening("pope-joan", "Ann Ben Cat Dan Eve").deal().state
    left = fields_of(state, "out", player="Ben")["cards_left"]
    assert left.taps == 8
    assert [name for name, _ in left.choices] == ["Ann", "Cat", "Dan", "Eve"]


def test_an_unplayed_pope_is_asked_for_only_where_it_can_be() -> None:
    """PJ-13, PJ-07."""
    evening = Evening("pope-joan").deal()
    assert "pope_held_by" in fields_of(evening.state, "out")
    assert "pope_held_by" not in fields_of(evening.turn_up(card="9D").state, "out")
    played = Evening("pope-joan").deal().played(card="pope", player="Ann", cards_left={"Ben": 4})
    assert "pope_held_by" not in fields_of(played.state, "out")


def test_an_unplayed_spin_is_asked_for_only_where_it_can_be() -> None:
    """SP-11."""
    evening = Evening("spin").deal()
    assert "spin_held_by" in fields_of(evening.state, "out")
    assert "spin_held_by" not in fields_of(evening.played(card="AD", player="Ann").state, "out")


def test_penalties_are_asked_for_where_the_house_pays_them_to_the_board() -> None:
    """PJ-16."""
    assert "penalties" not in fields_of(Evening("pope-joan").deal().state, "out")
    state = Evening("pope-joan", leftovers="board").deal().state
    assert fields_of(state, "out", player="Ann")["penalties"].control == "lays"
    form = {"player": "Ann", "cards_left:Ben": "2", "penalties:Ben:king": "2", "penalties:Cat:ace": ""}
    said = move_json(state.game.by_name["out"], form, state)  # type: ignore[union-attr]
    assert said == {"player": "Ann", "cards_left": {"Ben": 2}, "penalties": {"Ben": {"king": 2}}}


def test_who_lays_where_is_shown_again_as_it_was_typed() -> None:
    state = Evening("newmarket").state
    on = fields_of(state, "deal")["on"]
    assert again(on, {"on:Ann:ace": "2", "on:Ben:king": "x", "other": "1"}) == {
        "Ann": {"ace": "2"}, "Ben": {"king": "x"}, "Cat": {}, "Dan": {},
    }  # fmt: skip


def test_a_card_is_tapped_rank_and_suit() -> None:
    state = Evening("pope-joan").deal().state
    kind = state.game.by_name["turn_up"]  # type: ignore[union-attr]
    assert move_json(kind, {"card:rank": "10", "card:suit": "S"}, state) == {"card": "10S"}
    assert again(fields_of(state, "turn_up")["card"], {"card:rank": "10"}) == "10"


def test_of_few_cards_one_is_chosen_by_name() -> None:
    state = Evening("spin").deal().state
    choices = dict(fields_of(state, "played")["card"].choices)
    assert choices["AD"] == "the ace of diamonds" and len(choices) == 5


def test_a_card_is_read_however_it_is_typed() -> None:
    state = Evening("spin").deal().state
    kind = state.game.by_name["played"]  # type: ignore[union-attr]
    assert move_json(kind, {"card": "kh", "player": "Ann"}, state)["card"] == "KH"


def test_what_no_form_asks_is_said_again_when_a_move_is_amended() -> None:
    state = Evening("bridge").deal().state
    game = state.game
    assert game
    honours = {"side": "Ann", "held": "four"}
    played = game.read_move({"move": "played", "trumps": "H", "side": "Ann", "odd": 3, "honours": honours})
    assert unasked(played, game.by_name["played"], state) == {"honours": honours}
    assert unasked(played, game.by_name["abandon"], state) == {}


def test_what_has_parts_of_its_own_is_not_asked() -> None:
    pots = [{"pot": "kitty", "each": 1}, {"pot": "best", "dealer": 2}]
    bridge, house = Evening("bridge").deal().state, Evening("house-game", pots=pots).deal().state
    questions = [
        *move_fields(bridge.game.by_name["played"], bridge, {}),  # type: ignore[union-attr]
        *move_fields(house.game.by_name["takes"], house, {}),  # type: ignore[union-attr]
        *option_fields(type(house.options), house, {}),
    ]
    assert {asked.name for asked in questions if asked.control == "none"} == {"honours", "players", "pots"}


def test_a_list_of_the_house_rules_is_said_one_by_one() -> None:
    house = Evening("house-game", pots=[{"pot": "kitty", "each": 1}, {"pot": "best", "dealer": 2}]).state.options
    kitty, best = "kitty: 1 from each, 0 more from the dealer", "best: 0 from each, 2 more from the dealer"
    assert in_words(house.pots_) == f"{kitty}; {best}"
    assert in_words([]) == "none"


def test_points_of_which_some_are_words_are_one_answer_a_player() -> None:
    """MA-03: a natural among the figures."""
    state = Evening("macao").state
    points = fields_of(state, "round")["points"]
    assert {9, "over", "natural-9"} <= set(points.answers)
    form = {"stakes:Ben": "3", "points:Ann": "7", "points:Ben": "natural-9", "points:Cat": ""}
    said = move_json(state.game.by_name["round"], form, state)  # type: ignore[union-attr]
    assert said == {"stakes": {"Ben": 3}, "points": {"Ann": 7, "Ben": "natural-9"}}


def test_a_count_knows_its_sum() -> None:
    """CA-06: fifty-two cards, thirteen spades, four aces."""
    asked = fields_of(Evening("cassino").deal().state, "counted")
    assert [asked[name].total for name in ("cards", "spades", "aces")] == [52, 13, 4]


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
