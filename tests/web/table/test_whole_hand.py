"""A whole hand of a round game on one form: it writes the moves that a sheet has, and Undo takes all of them back."""

import json

import pytest

from companion.shelf import shelf
from tests.tools.phone import Phone

FOUR = ("Ann", "Ben", "Cleo", "Dan")


def dealt(phone: Phone, key: str, **settings: str) -> Phone:
    """A table of four that has dealt a hand of a game of the shelf."""
    return phone.lays(*FOUR, game=shelf()[key].name, **settings).open(f"/t/{phone.code}").press("Deal hand 1")


def moves(phone: Phone) -> list[dict[str, object]]:
    (game,) = json.loads(phone.client.get(f"/t/{phone.code}/sheet.json").data)["games"]
    return list(game["moves"][1:])


def balances(phone: Phone) -> list[int]:
    return [*json.loads(phone.client.get(f"/t/{phone.code}/result.json").data)["balances"].values()]


def test_a_hand_of_loo_is_its_tricks_and_who_is_looed(phone: Phone) -> None:
    dealt(phone, "loo")
    assert phone.filled("counters") == ["3"], "as the game is described"
    phone.press("Write it down", {"each:Ben": 2, "each:Cleo": 1, "each:Dan": "looed"})
    assert moves(phone) == [
        {"move": "takes", "shares": {"Ben": 2, "Cleo": 1}, "pot": "pool"},
        {"move": "pays", "players": ["Dan"], "pot": "pool", "counters": 3},
        {"move": "ends"},
    ]
    assert balances(phone) == [-3, 2, 1, -3] and "Deal hand 2" in " ".join(phone.buttons)
    phone.press("Undo")
    assert moves(phone) == [] and "Write it down" in phone.buttons
    phone.press("Redo")
    assert balances(phone) == [-3, 2, 1, -3]


def test_who_is_looed_in_unlimited_loo_pays_what_the_pool_held(phone: Phone) -> None:
    dealt(phone, "loo", looed="the whole pool: unlimited").press(
        "Write it down", {"each:Ben": 3, "each:Cleo": "looed", "each:Dan": "looed"}
    )
    phone.press("Deal hand 2")
    assert phone.filled("counters") == ["9"]
    phone.press("Write it down", {"each:Cleo": 2, "each:Dan": 1, "each:Ann": "looed"})
    assert moves(phone)[5] == {"move": "pays", "players": ["Ann"], "pot": "pool", "counters": 9}


def test_a_hand_is_tried_before_it_is_written_and_a_trick_that_is_missing_is_said(phone: Phone) -> None:
    path, form = dealt(phone, "loo").request_of("Write it down", {"each:Ben": 1, "each:Cleo": 2})
    says = phone.send(f"{path}/try", form).says
    assert "Ben takes 1 from the pool, Cleo 2" in says
    form["each:Ben"] = "2"
    assert "A hand has 3 tricks: 4 so far." in phone.send(f"{path}/try", form).says
    phone.open("").press("Write it down", {"each:Ben": 2, "each:Dan": "looed"})
    assert phone.status == 422 and "A hand has 3 tricks: 2 so far." in phone.refused
    assert moves(phone) == [] and phone.filled("each:Ben") == ["2"] and phone.filled("each:Dan") == ["looed"]
    phone.press("Write it down", {"each:Ben": 3})
    assert balances(phone) == [-3, 3, 0, -3]


@pytest.mark.parametrize(("said", "comes_to"), [("is paid", [-3, 9, -3, -3]), ("pays", [3, -9, 3, 3])])
def test_a_call_at_nap_is_made_or_not_and_the_hand_ends(phone: Phone, said: str, comes_to: list[int]) -> None:
    dealt(phone, "nap").press("Write it down", {"each:Ben": said, "counters": 3})
    assert balances(phone) == comes_to and moves(phone)[-1] == {"move": "ends"}


def test_a_pool_is_taken_or_shared_and_paid_into_and_a_hand_may_end_without(phone: Phone) -> None:
    dealt(phone, "commerce").press("Write it down", {"each:Ben": "takes", "each:Cleo": "takes"})
    assert balances(phone) == [-1, 1, 1, -1]
    phone.press("Deal hand 2").press("Write it down", {"each:Ann": "pays", "counters": ""})
    assert phone.status == 422 and phone.refused == "How many counters? Please answer this."
    phone.open("").press("Write it down", {"each:Ann": "pays", "counters": 2})
    assert moves(phone)[3:] == [{"move": "pays", "players": ["Ann"], "pot": "pool", "counters": 2}, {"move": "ends"}]
    phone.press("Deal hand 3").press("Write it down")
    assert phone.status == 422 and "Choose somebody" in phone.refused
    phone.press("The hand ends")
    assert moves(phone)[5:] == [{"move": "deal"}, {"move": "ends"}]


def test_the_next_hand_is_dealt_by_itself_where_the_table_deals_at_once(phone: Phone) -> None:
    dealt(phone, "loo").open("rules").press("Deal automatically")
    phone.open("").press("Write it down", {"each:Ben": 3})
    assert [move["move"] for move in moves(phone)] == ["takes", "ends", "deal"]
    phone.press("Undo")
    assert moves(phone) == []


def test_a_form_of_a_hand_that_is_over_is_refused(phone: Phone) -> None:
    path, form = dealt(phone, "commerce").request_of("Write it down", {"each:Ben": "takes"})
    phone.press("The hand ends")
    form["seen"] = phone.filled("seen")[0]
    phone.send(path, form)
    assert phone.status == 409 and "There's no hand to write down" in phone.refused
    assert "There's no hand to write down" in phone.send(f"{path}/try", form).says


def test_a_game_of_several_pots_is_asked_pot_by_pot(phone: Phone) -> None:
    pots = {"pots:0:pot": "kitty", "pots:0:each": 1, "pots:1:pot": "best", "pots:1:each": 1}
    phone.lays(*FOUR, game="House game", name="Two pots", **pots).open(f"/t/{phone.code}").press("Deal hand 1")
    assert "Which pot?" in phone.says and "Who takes the pool, and who pays into it?" not in phone.says
