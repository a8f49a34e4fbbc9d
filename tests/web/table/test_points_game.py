"""A game of points on a phone: a row a player, a number each, counted parts, sides, and the house's own rules."""

import json
from html import unescape
from re import search
from secrets import token_hex

from companion.engine.changes import Change
from companion.machine.clock import today
from tests.tools.phone import Phone

HEARTS = {
    "name": "Hearts",
    "wins": "fewest",
    "parts:0:part": "heart",
    "parts:0:points": "1",
    "parts:0:most": "13",
    "parts:1:part": "queen",
    "parts:1:points": "13",
    "parts:1:most": "1",
}
"""The form of a new table, filled in as for Hearts."""


def last_move(phone: Phone) -> dict[str, object]:
    moves: list[dict[str, object]] = phone.open("sheet.json").response.json["games"][0]["moves"]
    phone.open("")
    return moves[-1]


def takes_in(phone: Phone, worked: dict[str, object]) -> None:
    """Takes in the evening of a game that was described so, whose first hand is on."""
    game = {"game": "points-game", "options": {"worked": worked}, "moves": [{"move": "deal"}]}
    sheet = json.dumps({"scoresheet": 1, "players": ["Ann", "Ben"], "games": [game]})
    phone.open("/rules").send("/evenings/import/keep", {"sheet": sheet, "day": str(today()), "key": token_hex(8)})


def test_a_hand_is_a_number_each_also_below_nought(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Points", name="Fifty", target=50)
    assert "Fifty" in phone.says
    phone.press("Write it down")
    assert "Enter a number for somebody" in phone.refused, "a hand of which nothing is said is asked again"
    phone.press("Score the hand", {"points:Ann": "ten"})
    assert "“ten” isn't a whole number" in phone.refused
    assert phone.filled("points:Ann") == ["ten"]
    phone.open("").press("Write it down", {"points:Ann": 20, "points:Cat": "−5"})
    assert "The score is now Ann 20, Ben 0, Cat −5" in phone.says
    assert phone.open(phone.page.links["−5 −5"]).filled("points:Cat") == ["-5"], "the pad leads to its correction"
    phone.open("").press("Write it down", {"points:Ben": 55})
    assert "Ben wins with 55" in phone.says
    assert "Another game" in phone.says


def test_no_hand_need_be_dealt_and_the_deal_stands_in_the_sheet(phone: Phone) -> None:
    phone.lays("Ann", "Ben", game="Points").press("Write it down", {"points:Ann": 20})
    assert "Ann scores 20, and leads 20 to 0" in phone.says
    phone.send(f"/t/{phone.code}/moves/scored/try", {"points:Ben": "30"})
    assert "Ben scores 30, and leads 30 to 20" in phone.says
    phone.open("").press("Write it down", {"points:Ben": 30})
    moves = [made["move"] for made in phone.open("sheet.json").response.json["games"][0]["moves"]]
    assert moves == ["deal", "scored", "deal", "scored"]
    phone.open("").press("Undo")
    assert "Hand Ann 20 leads Ben 0 1 +20 20 0 0 2" in phone.says, "the hand with its deal"
    phone.press("Write it down", {"points:Ben": "x"})
    assert len(phone.open("sheet.json").response.json["games"][0]["moves"]) == 2, "nothing is dealt by what is refused"


def test_where_the_deal_costs_something_it_is_tapped(phone: Phone) -> None:
    phone.lays("Ann", "Ben", game="Points", stake=5)
    assert not any("points:Ann" in form.names for form in phone.page.forms)
    phone.press("Deal hand 1").press("Write it down", {"points:Ann": 20}).press("Write it down", {"points:Ben": 30})
    assert "10 In the pool" in phone.says or "10 in the pool" in phone.says


def test_parts_are_counted_a_number_each(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Points", **HEARTS)
    phone.press("Write it down", {"counts:Ann:heart": 9, "counts:Ben:heart": 9})
    assert "heart: a hand has 13, not 18." in phone.refused
    assert phone.filled("counts:Ben:heart") == ["9"]
    phone.press("Score the hand", {"counts:Ben:heart": 4, "counts:Ben:queen": 1})
    assert "Scored: Ann 9, Ben 17; Cat leads with 0" in phone.says
    assert last_move(phone)["counts"] == {"Ann": {"heart": 9}, "Ben": {"heart": 4, "queen": 1}, "Cat": {}}
    phone.press("Write it down")
    assert "Enter a number for somebody." in phone.refused
    phone.press("Score the hand", {"counts:Ann:heart": 0})
    assert last_move(phone)["counts"] == {"Ann": {}, "Ben": {}, "Cat": {}}


def test_the_fewest_points_lead_and_extra_points_count(phone: Phone) -> None:
    phone.lays("Ann", "Ben", game="Points", wins="fewest", rules="No talking.\r\nFewest wins.\r\n")
    options = phone.open("sheet.json").response.json["games"][0]["options"]
    assert options == {"wins": "fewest", "rules": "No talking.\nFewest wins."}
    assert "Fewest wins." in phone.open("rules").says
    phone.open("").press("Write it down", {"points:Ann": 7})
    assert "Ann scores 7; Ben leads 0 to 7" in phone.says
    phone.press("Write it down", {"points:Ben": 3})
    assert "Ben scores 3, and leads 3 to 7" in phone.says
    phone.open("moves/bonus").press("Extra points", {"player": "Ben", "points": "−6", "memo": "talking"})
    assert "The score is now Ann 7, Ben −3" in phone.says
    assert "Ben: −6 points, talking" in phone.says


def test_partners_have_one_row_and_an_amended_hand_keeps_what_any_of_them_was_given(phone: Phone) -> None:
    phone.lays(game="Points", sides="0")
    assert "points:Ben" in {name for form in phone.page.forms for name in form.names}
    assert "points:Cat" not in {name for form in phone.page.forms for name in form.names}
    phone.press("Write it down", {"points:Ann": 4, "points:Ben": 1})
    sheet = {"move": "scored", "points": {"Cat": 6}}
    assert last_move(phone)["points"] == {"Ann": 4, "Ben": 1}
    tables = phone.client.application.extensions["companion"].tables
    table = tables.find(phone.code)
    hand = ({"move": "deal"}, sheet)
    tables.record(
        phone.code, None, None, lambda now: [Change.play(now.journal.state.game.read_move(move)) for move in hand]
    )
    number = tables.find(phone.code).journal.last
    assert table and phone.open(f"journal/{number}").filled("points:Ann") == ["6"]


def test_in_a_game_of_the_house_a_pot_is_shared_by_numbers_and_several_pay(phone: Phone) -> None:
    loo = {"name": "Loo", "pots:0:pot": "loo", "pots:0:dealer": "3"}
    phone.lays("Ann", "Ben", "Cat", game="House game", **loo).press("Deal")
    phone.open("?move=pays").press(
        "Write it down", {"players:Ben": "on", "players:Cat": "on", "pot": "loo", "counters": 0}
    )
    assert last_move(phone) == {"move": "pays", "players": ["Ben", "Cat"], "pot": "loo", "counters": 0}
    phone.open("?move=takes")
    phone.open(phone.page.links["Type the numbers instead"])
    phone.press("Takes a pot", {"shares:Ben": 2, "shares:Cat": 1, "pot": "loo"})
    assert "Ben and Cat share the loo: Ben 2 and Cat 1." in phone.says
    assert last_move(phone) == {"move": "takes", "shares": {"Ben": 2, "Cat": 1}, "pot": "loo"}


def test_where_no_hand_is_dealt_by_a_tap_nothing_says_how_to_deal(phone: Phone) -> None:
    """Neither before the first hand, between two, nor after the game."""
    phone.lays("Ann", "Ben", game="Points", hands=2)
    for points in (3, 4):
        assert "Deal automatically" not in phone.open("rules").says and "Deal hand" not in phone.open("").says
        phone.press("Write it down", {"points:Ann": points})
    assert "Deal automatically" not in phone.open("rules").says
    assert "Deal automatically" in phone.lays("Ann", "Ben").open("rules").says


def test_a_told_hand_is_asked_in_its_order_and_of_sides_as_sides(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cleo", "Dan", game="Coinche").open(phone.page.links["100"])
    assert "Score the hand: 100" in phone.says
    assert "Ben and Dan 0 points Who bid Belote Took every trick Who bid: nobody" in phone.says
    phone.lays("Ann", "Ben", "Cleo", "Dan", "Eve", game="Tarot", plays="five: the taker calls a king")
    assert "Eve 0 points Taker Called partner Taker: nobody" in phone.says
    assert "nobody Contract petite garde garde sans garde contre The taker's bouts" in phone.says


def test_a_question_stands_there_once_it_can_be_answered_and_for_those_who_are_asked(phone: Phone) -> None:
    """Skat asks for the card points of each once it is a Ramsch; of a game that asks who is behind, only who is. Beside
    a box, what hangs on another answer is asked after it.
    """
    phone.lays("Ann", "Ben", "Cleo", game="Skat").open("?move=scored&game=Ramsch")
    assert phone.filled("took:Ann") and not phone.filled("points")
    behind = {"key": "late", "ask": "Late", "most": "50", "when": "total < 5"}
    special = {"key": "special", "ask": "Special", "of": "hand", "most": "1"}
    bonus = {"key": "bonus", "ask": "Bonus", "most": "50", "when": "special"}
    points = {"key": "made", "ask": "Made", "most": "90"}
    takes_in(phone, {"questions": [points, special, behind, bonus], "scores": "made + late + bonus"})
    phone.open("").press("Write it down", {"made:Ann": 9})
    assert (phone.filled("late:Ben"), phone.filled("late:Ann"), phone.filled("bonus:Ben")) == ([""], [], [])
    tried = search(r'hx-post="([^"]*/try[^"]*)"', phone.text)
    assert tried
    phone.send(tried[1], {"made:Ann": "7", "special": "on"})
    assert (phone.filled("made:Ann"), phone.filled("bonus:Ben")) == (["7"], [""])
    takes_in(
        phone,
        {"questions": [points | {"once": True, "most": "9"}, special | {"most": "9"}, bonus], "scores": "made + bonus"},
    )
    phone.open("?move=scored&box=Made&in_box=5")
    tried = search(r'hx-post="([^"]*/try[^"]*)"', phone.text)
    assert tried and not phone.filled("bonus")
    phone.send(unescape(tried[1]), {"special": "3"})
    assert (phone.filled("special"), phone.filled("bonus")) == (["3"], [""])
