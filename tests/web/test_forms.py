"""Forms made from declarations, where a question may be left alone or isn't asked at all."""

import pytest

from companion.web.corrections import unasked
from companion.web.forms import in_words, move_fields, move_json, option_fields
from tests.evening import Evening


def test_cards_left_at_0_are_not_said() -> None:
    state = Evening("pope-joan").deal().state
    played, left = state.game.by_name["played"], ["cards_left:Ann", "cards_left:Ben", "cards_left:Cat"]  # type: ignore[union-attr]
    form = dict.fromkeys(left, "0") | {"card": "king", "player": "Ann"}
    assert move_json(played, form, state) == {"card": "king", "player": "Ann"}
    form |= {"card": "pope", "cards_left:Ben": "4"}
    assert move_json(played, form, state) == {"card": "pope", "player": "Ann", "cards_left": {"Ben": 4}}


def test_a_required_question_is_answered_also_by_0_alone() -> None:
    state = Evening("newmarket").deal().state
    out = state.game.by_name["out"]  # type: ignore[union-attr]
    assert move_json(out, {"player": "Ann", "cards_left:Ann": "0"}, state) == {"player": "Ann", "cards_left": {}}


@pytest.mark.parametrize(("key", "name", "field"), [("newmarket", "deal", "on"), ("pope-joan", "out", "penalties")])
def test_who_lays_how_much_on_which_pot_is_not_asked(key: str, name: str, field: str) -> None:
    state = Evening(key).state
    kind = state.game.by_name[name]  # type: ignore[union-attr]
    asked = next(found for found in move_fields(kind, state, {}) if found.name == field)
    assert (asked.control, asked.choices, asked.required) == ("none", (), False)
    assert field not in move_json(kind, {field: "x", "player": "Ann"}, state)


def test_a_card_is_read_however_it_is_typed() -> None:
    state = Evening("spin").deal().state
    kind = state.game.by_name["played"]  # type: ignore[union-attr]
    assert move_json(kind, {"card": "kh", "player": "Ann"}, state)["card"] == "KH"


def test_what_no_form_asks_is_said_again_when_a_move_is_amended() -> None:
    state = Evening("newmarket").state
    game = state.game
    assert game
    on = {"Ann": {"ace": 2}, "Ben": {"king": 1}, "Cat": {"queen": 1}, "Dan": {"knave": 1}}
    dealt = game.read_move({"move": "deal", "on": on})
    assert unasked(dealt, game.by_name["deal"], state) == {"on": on}
    assert unasked(dealt, game.by_name["out"], state) == {}


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
