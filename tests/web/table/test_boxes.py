"""A pad of boxes on the pages: what a turn asks, what a correction can say, and how one that was undone is told."""

from re import findall

from companion.engine.changes import Change
from companion.engine.journal import Journal
from companion.engine.replay import initial_state
from companion.web.table.captions import undo_sentence
from tests.tools.evening import move, opening
from tests.tools.phone import Phone


def fills(phone: Phone, *boxes: tuple[str, int]) -> Phone:
    """Boxes that are filled turn by turn, a tap for the box and one for the number."""
    for box, number in boxes:
        phone.open(f"?move=scored&box={box}").press(str(number))
    return phone


def test_a_turn_asks_for_what_can_be_so_of_whose_turn_it_is(phone: Phone) -> None:
    phone.lays("Ann", "Ben", game="Yahtzee")
    fills(phone, ("Yahtzee", 50))
    assert "A further Yahtzee" not in phone.open("?move=scored&box=Ones").says, "Ben has none yet"
    fills(phone, ("Yahtzee", 0))
    assert "A further Yahtzee" in phone.open("?move=scored&box=Ones").says
    phone.press("5", {"another": "on"})
    assert "Ones: Ann 105." in phone.open("journal").says
    assert "A further Yahtzee" not in phone.open("?move=scored&box=Ones").says, "Ben crossed his out"


def test_on_a_tablet_that_lies_flat_a_box_asks_for_what_it_can_be(phone: Phone) -> None:
    phone.lays("Ann", "Ben", game="Yahtzee").open("moves/scored?screen=overhead&box=Full house")
    assert findall(r'name="(?:in_)?box"\s+value="([^"]*)"', phone.text) == ["0", "25"]
    phone.press("Write the round down", {"in_box": 25})
    assert "Full house: Ann 25." in phone.open("journal").says


def test_a_correction_offers_the_boxes_that_are_still_free(phone: Phone) -> None:
    phone.lays("Ann", "Ben", game="Yahtzee")
    fills(phone, ("Ones", 3), ("Chance", 20), ("Twos", 4))
    offered = {"Ones", "Threes", "Fours", "Fives", "Sixes", "Chance", "Yahtzee"}
    found = findall(r'name="box" value="(\w+)"', phone.open("journal/3").text)
    assert {*found} == offered, "not Twos, which Ann filled since"
    assert {*findall(r'name="box" value="(\w+)"', phone.open("journal/6").text)} == offered - {"Ones"} | {"Twos"}


def test_what_a_tap_did_is_what_undo_names() -> None:
    journal = Journal(initial_state(["Ann", "Ben", "Cat"])).extend(Change.play(opening("pope-joan")))
    journal = journal.extend(Change.play(move("pope-joan", "deal")))
    plays = move("pope-joan", "played", card="ace", player="Ann")
    tap = journal.extend(Change.amend(2, move("pope-joan", "deal")), Change.play(plays))
    assert "Ann plays the ace of trumps" in undo_sentence(tap)


def test_a_turn_that_is_undone_says_what_it_was(phone: Phone) -> None:
    fills(phone.lays("Ann", "Ben", game="Yahtzee"), ("Ones", 3)).press("Undo")
    assert "Ones: Ann 3." in phone.open("journal").says and "Score the hand" not in phone.says
