"""The household's own cards: typed in once, kept by name, never needed by a score sheet that used them."""

import pytest

from companion.engine.errors import Illegal
from companion.loto.rules.box import BOXES
from companion.store import NotKept, OwnCards
from companion.store.devices import hashed
from tests.tools.house import House

FIG_1, SECOND = BOXES[24][1], BOXES[24][2]


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


def test_a_card_is_in_the_box_once(box: OwnCards) -> None:
    box.keep("Red 1", FIG_1, "")
    with pytest.raises(Illegal, match="already in the household box: it's called Red 1"):
        box.keep("Red 2", FIG_1, "")
    other = box.keep("Red 2", SECOND, "")
    with pytest.raises(Illegal, match="already in the household box: it's called Red 1"):
        box.change(other.number, "Red 2", FIG_1)


def test_the_box_is_full_at_last(box: OwnCards, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OwnCards, "most", 1)
    box.keep("Red 1", FIG_1, "")
    with pytest.raises(Illegal, match="it holds 1 cards"):
        box.keep("Red 2", SECOND, "")


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
