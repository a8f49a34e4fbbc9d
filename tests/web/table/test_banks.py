"""Who keeps the bank, what is staked against it, and ties."""

import re

import pytest

from tests.tools.phone import Phone
from tests.web.table.test_routes import table_of

FOUR = ("Ann", "Ben", "Cat", "Dan")


def test_a_round_against_the_bank_is_written_down(phone: Phone) -> None:
    """MA-08."""
    phone.lays(*FOUR, game="Macao")
    phone.press("Write it down", {"stakes:Ben": 4, "stakes:Cat": "", "stakes:Dan": "", "outcomes:Ben": 1})
    assert "Ann −4, Ben +4" in phone.says
    assert "Seats and dealer" not in phone.says
    phone.open("seats").press("Sits out", of="Ann").open("")
    assert table_of(phone.client.application, phone).journal.state.dealer == "Ben"


@pytest.mark.parametrize(
    ("game", "office"),
    [("Chemin de Fer", "Banker"), ("Macao", "Banker"), ("Vingt-un", "Banker"), ("Farmer", "Farmer"), ("Jig", "Dealer")],
)
def test_who_keeps_the_bank_has_one_mark_everywhere(phone: Phone, another, game: str, office: str) -> None:
    phone.lays(*FOUR, game=game)
    for page in ("", "seats", "overhead"):
        marks = re.findall(r'class="dealer" title="(\w+)"> ?<span aria-hidden="true">(\w)', phone.open(page).text)
        assert marks == [(office, office[0])], page
    mine = another().open(f"/t/{phone.code}/me").press("Ann")
    assert f'title="{office}"' in mine.text.partition("</section>")[2]
    assert (office if office != "Dealer" else "First dealer") in phone.names(*FOUR, game=game).says


def test_who_wins_a_tie_is_asked_as_soon_as_there_is_one(phone: Phone) -> None:
    """FA-06."""
    phone.lays(*FOUR, game="Farmer").press("Deal")
    path, form = phone.request_of("Write it down", {"points:Ben": 16})
    assert "With how many cards?" not in phone.send(f"{path}/try", form).says
    form["points:Cat"] = "16"
    asks = phone.send(f"{path}/try", form)
    assert "With how many cards?" in asks.says and "Who has the six of hearts?" in asks.says
    assert asks.filled("points:Cat") == ["16"]
    path, form = asks.request_of("Write it down", {"cards:Ben": 2})
    assert "Cat tie: say how many cards Cat had" in phone.send(f"{path}/try", form).says, "it isn't drawn again"


def test_a_bank_is_opened_and_passes_where_the_next_hand_is_dealt_at_once(phone: Phone) -> None:
    """CF-06."""
    phone.lays(*FOUR, game="Chemin de Fer")
    phone.client.application.extensions["companion"].tables.change(
        phone.code, lambda now: now.with_beside(deal_at_once=True)
    )  # for another game
    phone.open("?move=open&player=Cat").press("Write it down", {"counters": 5}).open("moves/coup")
    assert phone.status == 200
    phone.open("").press("Pass the bank")
    state = table_of(phone.client.application, phone).journal.state
    assert (state.open, state.dealer, state.balances["Cat"]) == (False, "Dan", 0)


def test_why_no_round_can_be_played(phone: Phone) -> None:
    """BA-02."""
    phone.lays("Ann", "Ben", game="Baccara")
    assert "Baccara is for 3 to 11 players" in phone.says


def test_who_is_asked_for_a_stake_stands_in_the_form_alone(phone: Phone) -> None:
    phone.lays(*FOUR, game="Baccara")
    assert re.findall('class="name"[^>]*>(\\w+)<', phone.text) == list(FOUR)
    assert phone.text.count('class="balance') == len(FOUR)


def test_an_empty_bank_takes_no_coup_and_says_what_to_do(phone: Phone) -> None:
    """BA-06: the next banker puts up any sum, or pays all."""
    phone.lays(*FOUR, game="Baccara", funds=1)
    phone.press("Write it down", {"stakes:Ben:left": 1, "outcomes:left": "won", "outcomes:right": "tied"})
    assert "The bank is empty: pass it on first." in phone.says
    assert "Write it down" not in phone.buttons
    form = {"stakes:Ben:left": "1", "outcomes:left": "won", "outcomes:right": "tied"}
    phone.send("moves/coup", form)
    assert phone.status == 409 and "The bank is empty: pass it on first." in phone.says
    phone.open(f"/t/{phone.code}/moves/bank").press("Pass the bank", {"player": "Cat"})
    assert "Cat is the banker now. It pays every stake, without a limit." in phone.says
