"""The household's own cards: typed in once, kept by name, never needed by a score sheet that used them."""

import pytest

from companion.engine.errors import Illegal, Malformed
from companion.loto.rules.box import BOXES, Card
from companion.scoresheet import score
from companion.store import NotKept, OwnCards
from companion.store.devices import hashed
from tests.tools.evening import move
from tests.tools.house import House, sheet

FIG_1, SECOND = BOXES[24][1], BOXES[24][2]
SAME_COLUMN: Card = ((55, 56, 1, 11, 21), *FIG_1[1:])


@pytest.fixture
def box(house: House) -> OwnCards:
    return OwnCards(house.database)


def test_a_card_is_kept_by_its_name_and_found_after_a_restart(house: House, box: OwnCards) -> None:
    kept = box.keep("  Grandma's 1 ", FIG_1, "my phone")
    assert (kept.name, kept.rows, kept.device) == ("Grandma's 1", FIG_1, hashed("my phone"))
    box.keep("Red 2", SECOND, "my phone")
    house.restart()
    again = OwnCards(house.database)
    assert [card.name for card in again.all()] == ["Grandma's 1", "Red 2"]
    assert again.find(kept.number) == kept


def test_a_card_is_changed_or_taken_out(box: OwnCards) -> None:
    card = box.keep("Red 1", FIG_1, "")
    box.change(card.number, "RED 1", SECOND)
    assert box.find(card.number)[1:3] == ("RED 1", SECOND), "its own name is free for it"
    box.remove(card.number)
    box.remove(card.number)
    assert box.all() == []
    with pytest.raises(NotKept):
        box.change(card.number, "Blue 1", FIG_1)
    with pytest.raises(NotKept):
        box.find(card.number)


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\tb", "\ud800"])
def test_a_name_that_is_none(box: OwnCards, name: str) -> None:
    card = box.keep("Red 1", FIG_1, "")
    for refused in (lambda: box.keep(name, SECOND, ""), lambda: box.change(card.number, name, FIG_1)):
        with pytest.raises(Malformed, match="name"):
            refused()
    assert [card.name for card in box.all()] == ["Red 1"]


def test_a_name_is_given_once(box: OwnCards) -> None:
    box.keep("Red 1", FIG_1, "")
    other = box.keep("Red 2", SECOND, "")
    with pytest.raises(Illegal, match="There's already a card called Red 1: choose another name"):
        box.keep(" red 1", BOXES[24][3], "")
    with pytest.raises(Illegal, match="There's already a card called Red 1"):
        box.change(other.number, "RED 1", SECOND)
    assert [card.name for card in box.all()] == ["Red 1", "Red 2"]


def test_a_card_is_in_the_box_once(box: OwnCards) -> None:
    box.keep("Red 1", FIG_1, "")
    with pytest.raises(Illegal, match="already in the household box: it's called Red 1"):
        box.keep("Red 2", FIG_1, "")
    other = box.keep("Red 2", SECOND, "")
    with pytest.raises(Illegal, match="already in the household box: it's called Red 1"):
        box.change(other.number, "Red 2", FIG_1)


def test_what_is_no_card_is_not_kept(box: OwnCards) -> None:
    with pytest.raises(Malformed, match="55 and 56 belong in the same column"):
        box.keep("Red 1", SAME_COLUMN, "")
    assert box.all() == []


def test_the_same_form_sent_twice_keeps_one_card(box: OwnCards) -> None:
    first = box.keep("Red 1", FIG_1, "", key="a form")
    assert box.keep("Red 1", FIG_1, "", key="a form") == first
    assert len(box.all()) == 1


def test_the_box_is_full_at_last(box: OwnCards, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OwnCards, "most", 1)
    box.keep("Red 1", FIG_1, "")
    with pytest.raises(Illegal, match="it holds 1 cards"):
        box.keep("Red 2", SECOND, "")


def test_a_score_sheet_keeps_the_card_that_was_taken_out_of_the_box(house: House, box: OwnCards) -> None:
    kept = box.keep("Grandma's 1", FIG_1, "")
    house.code = house.tables.lay(sheet(key="loto")).code
    house.taps(move("loto", "cards", player="Ben", own=[list(row) for row in kept.rows]))
    box.remove(kept.number)
    house.restart()
    assert house.table.journal.state.facts.cards["Ben"].own == (FIG_1,)
    assert score(house.table.sheet())["balances"] == dict.fromkeys(("Ann", "Ben", "Cat", "Dan"), 0)


@pytest.mark.parametrize("rows", ["{", "[[1]]", "[[1, 2, 3, 4, 5]]", "5", '["aaaaa", "bbbbb", "ccccc"]'])
def test_a_card_that_cannot_be_read_leaves_the_others_in_the_box(house: House, box: OwnCards, rows: str) -> None:
    harmed, sound = box.keep("Red 1", FIG_1, ""), box.keep("Red 2", SECOND, "")
    house.database.rows.execute("update own_cards set rows = ? where number = ?", [rows, harmed.number])
    assert box.all() == [sound]
    assert len(house.database.left_out) == 1
    with pytest.raises(NotKept, match="no such card"):
        box.find(harmed.number)
    with pytest.raises(Illegal, match="called Red 1"):
        box.change(sound.number, "Red 1", SECOND)
