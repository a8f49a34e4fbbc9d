"""What lay on a pool card of Newmarket: people put counters where they like, and say it as a card is won (NM-05)."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from companion.scoresheet import read_sheet, score
from tests.tools.phone import Phone
from tests.web.table.test_routes import table_of

FIVE = ("Ann", "Ben", "Cat", "Dan", "Eve")


@pytest.fixture
def dealt(phone: Phone) -> Phone:
    return phone.lays(*FIVE, game="Newmarket", ante=2).press("Deal")


def wins(phone: Phone, card: str, player: str, lay: int | None = None) -> Phone:
    phone.open(f"?move=played&pot={card}&player={player}")
    return phone if lay is None else phone.press(f"{lay}")


def state(app: Flask, phone: Phone) -> Any:
    return table_of(app, phone).journal.state


def test_a_card_that_is_won_asks_what_lay_there_and_pays_it(
    app: Flask, dealt: Phone, another: Callable[[], Phone]
) -> None:
    """Until then the board shows the sum alone; Undo takes the card and what lay there back together."""
    before = state(app, dealt)
    assert 'aria-label="Ace"' in dealt.text and 'aria-label="Ace 3"' not in dealt.text
    assert 'aria-label="Ace"' in another().open(f"/t/{dealt.code}").text
    assert "on the board <b>11</b>" in dealt.text and "that is Ace" not in dealt.says
    assert "Ben, Ace: what lay there?" in wins(dealt, "ace", "Ben").says
    assert [words for words in dealt.buttons if words.isdigit()] == [f"{number}" for number in range(1, 9)]
    dealt.press("7")
    assert 'aria-label="Ace 0"' in dealt.text and 'aria-label="King"' in dealt.text
    assert state(app, dealt).balances["Ben"] == -2 + 7
    assert state(app, dealt).pots == {"ace": 0, "king": 2, "queen": 1, "knave": 1}
    assert "Ben takes 7 from Ace" in dealt.says
    scored = score(read_sheet(dealt.open("sheet.json").text.encode()))
    assert scored["balances"] == state(app, dealt).balances
    dealt.open("").press("Undo")
    assert state(app, dealt) == before
    dealt.press("Redo")
    assert state(app, dealt).balances["Ben"] == 5


def test_what_was_said_of_a_card_stays_and_the_last_ones_follow(app: Flask, dealt: Phone) -> None:
    wins(dealt, "ace", "Ben", 4)
    wins(dealt, "king", "Cat", 5)
    dealt.press("Q 1", of="queen")
    assert state(app, dealt).balances == {"Ann": -2, "Ben": 2, "Cat": 3, "Dan": -2, "Eve": -2}


def test_where_only_one_number_can_be_nothing_is_asked_and_many_counters_are_typed(app: Flask, phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Newmarket").press("Deal")
    assert " data-again>" not in phone.text, "a card is won once, though a hand trembles"
    assert state(app, phone.press("A")).balances["Ann"] == -1
    phone.lays(*FIVE, game="Newmarket", ante=9).press("Deal")
    wins(phone, "king", "Dan").press("Write it down", {"lay": "30"})
    assert state(app, phone).balances["Dan"] == 21


def test_a_number_that_cannot_be_and_a_card_that_was_won_already_are_refused(app: Flask, dealt: Phone) -> None:
    before = table_of(app, dealt).version
    dealt.send("moves/played?pot=ace&player=Ben", {"lay": "9"})
    assert "The ace: from 1 to 8 can lie there in this hand, not 9. Count again" in dealt.refused
    dealt.send("moves/played?pot=ace&player=Ben", {"lay": "many"})
    assert "What lay there?" in dealt.refused
    assert table_of(app, dealt).version == before
    wins(dealt, "ace", "Ben", 7)
    assert dealt.send("moves/played", {"pot": "ace", "player": "Cat", "lay": "7"}).status == 409
    assert "already been played" in dealt.says


def test_counters_that_were_laid_by_taps_are_known(app: Flask, phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Newmarket", ante=2, dealer_extra=0).open("?move=deal")
    laid = {"on:Ann:ace": 2, "on:Ben:king": 1, "on:Ben:queen": 1, "on:Cat:knave": 2}
    phone.press("Write it down", laid).press("A", of="ace")
    assert state(app, phone).balances["Ann"] == 0


def test_counters_that_stay_for_the_next_hand_are_shown_as_their_sum(dealt: Phone) -> None:
    wins(dealt, "ace", "Ben", 2).open("?move=out&player=Cat")
    dealt.press("Write it down", {f"cards_left:{name}": 1 for name in FIVE if name != "Cat"})
    assert "Same as last time, and deal" not in dealt.buttons, "nobody said what they laid"
    assert 'aria-label="King"' in dealt.text and 'aria-label="Ace 0"' in dealt.text
    assert "Correct that deal in the journal" in wins(dealt.press("Deal"), "king", "Dan").says
    assert "Correct that deal in the journal" not in wins(dealt, "ace", "Dan").says


def test_a_deal_that_was_corrected_by_hand_was_said(app: Flask, dealt: Phone) -> None:
    laid = {"Ann": "ace", "Ben": "ace", "Cat": "king", "Dan": "queen", "Eve": "knave"}
    owed = {f"on:{name}:{pot}": 2 for name, pot in laid.items()} | {"on:Ann:ace": 3}
    dealt.open("journal/2").press("See what would change", owed).press("Save")
    assert state(app, dealt).pots == {"ace": 5, "king": 2, "queen": 2, "knave": 2}
    dealt.open("").press("A", of="ace")
    assert state(app, dealt).pots["ace"] == 0
