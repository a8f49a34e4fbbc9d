"""A move asked for at the table itself, a tap at a time, as links that work without scripts too."""

import re

import pytest
from flask import Flask

from tests.tools.phone import Phone
from tests.web.table.test_routes import table_of

FIVE = ("Ann", "Ben", "Cat", "Dan", "Eve")


def board(phone: Phone) -> dict[str, str]:
    """The pots that can be tapped, with the end of their address."""
    taps = re.findall(r'<a class="wedge[^"]*" href="/t/\w+\?([^"]*)"[^>]*aria-label="(\w+)', phone.text)
    return {pot.lower(): asks.replace("&amp;", "&") for asks, pot in taps}


def ask_line(phone: Phone) -> str:
    return (re.findall(r'<h2 class="ask-line">([^<]*)', phone.text) or [""])[0]


def test_a_pot_of_the_board_is_tapped_to_say_who_played_its_card(app: Flask, phone: Phone) -> None:
    """PJ-09."""
    phone.lays(*FIVE, game="Pope Joan").press("Deal")
    phone.open("?" + board(phone)["king"])
    assert ask_line(phone) == "The king of trumps: who played it?"
    phone.press("Cat")
    assert table_of(app, phone).journal.state.pots["king"] == 0
    assert "king" not in board(phone), "each card once a hand"
    assert ask_line(phone) == "Who plays which card?"


def test_a_card_of_the_board_is_one_press_beside_the_player(app: Flask, phone: Phone) -> None:
    """PJ-09, PJ-10: Pope asks for the cards in hand as well."""
    phone.lays(*FIVE, game="Pope Joan").press("Deal")
    phone.press("K", of="king").press("Q", of="queen")
    pots, king = table_of(app, phone).journal.state.pots, [button for button in phone.buttons if button[0] == "K"]
    assert (pots["king"], pots["queen"], pots["matrimony"], king) == (0, 0, 0, [])
    phone.open(phone.page.links["Pope 6"])
    assert ask_line(phone) == "Eve played Pope"


def test_what_is_turned_up_is_asked_where_it_is_told_and_may_be_any_card(app: Flask, phone: Phone) -> None:
    """PJ-06, PJ-07."""
    phone.lays(*FIVE, game="Pope Joan").press("Deal")
    assert ask_line(phone) == "Who plays which card?" and not table_of(app, phone).journal.state.facts.turned
    phone.open(phone.page.links["Turn-up"])
    assert ask_line(phone) == "Which card is turned up?"
    cards = [button for button in phone.page.buttons if button.attributes.get("name") == "card"]
    assert len(cards) == 17 and cards[0].attributes["aria-label"] == "the ace of spades"
    phone.open(phone.page.links["another card"])
    phone.press("Turn-up", {"card:rank": "7", "card:suit": "H"})
    assert table_of(app, phone).journal.state.facts.turned == "7H"
    phone.press("Undo").send("moves/turn_up", {"card": "KH"})
    assert table_of(app, phone).journal.state.balances["Ann"] == -6 + 1
    assert ask_line(phone) == "Who plays which card?"


def test_a_general_is_one_press_until_a_jack_is_taken(app: Flask, phone: Phone) -> None:
    """PO-05, PO-06."""
    phone.lays("Ann", "Ben", "Cat", "Dan", game="Polignac", general="on").press("Deal").press("General failed")
    assert table_of(app, phone).journal.state.facts.announced == "Ann"
    assert "General made" not in phone.buttons
    phone.press("Undo").press("General made")
    assert table_of(app, phone).journal.state.balances == {"Ann": 0, "Ben": -5, "Cat": -5, "Dan": -5}


def test_counters_are_laid_where_everybody_likes_and_as_last_time(app: Flask, phone: Phone) -> None:
    """NM-05."""
    phone.lays("Ann", "Ben", "Cat", game="Newmarket", dealer_extra=2)
    assert "Same as last time, and deal" not in phone.buttons
    phone.open("?move=deal")
    laid = {"on:Ann:ace": 2, "on:Ann:king": 1, "on:Ben:queen": 1, "on:Cat:knave": 1}
    phone.press("Write it down", laid | {"on:Cat:knave": 2})
    assert phone.refused == "Cat puts down 1 counter in all, not 2." and phone.filled("on:Ann:ace") == ["2"]
    phone.press("Deal", {"on:Cat:knave": 1}).open("?move=out&player=Cat")
    phone.press("Write it down", {"cards_left:Ann": 0, "cards_left:Ben": 0}).press("Same as last time, and deal")
    assert table_of(app, phone).journal.state.pots == {"ace": 3, "king": 3, "queen": 2, "knave": 2}


def test_pope_asks_for_the_cards_in_hand_too(app: Flask, phone: Phone) -> None:
    """PJ-10."""
    phone.lays(*FIVE, game="Pope Joan").press("Deal")
    phone.open("?" + board(phone)["pope"] + "&player=Dan")
    assert ask_line(phone) == "Dan played Pope"
    phone.press("Write it down", {f"cards_left:{name}": 2 for name in ("Ann", "Ben", "Cat", "Eve")})
    assert table_of(app, phone).journal.state.balances["Dan"] == -3 + 6 + 8


def test_what_was_typed_is_kept_where_it_is_refused(app: Flask, phone: Phone) -> None:
    """PJ-16: Ben owes two and lays three."""
    phone.lays("Ann", "Ben", "Cat", game="Pope Joan", leftovers="board").press("Deal")
    phone.open("?move=out&player=Ann")
    left = {"cards_left:Ben": 2, "cards_left:Cat": 0}
    phone.press("Write it down", left | {"penalties:Ben:king": 3})
    assert phone.status == 409
    assert phone.refused == "Ben puts down 2 counters in all, not 3."
    assert phone.filled("penalties:Ben:king") == ["3"] and phone.filled("cards_left:Ben") == ["2"]
    assert "Ann" in (ask_line(phone) if phone.htmx else phone.says)


def test_nobody_receives_what_he_gives_himself(app: Flask, phone: Phone) -> None:
    phone.lays().open("?move=give")
    assert ask_line(phone) == "Who gives?" and "Ann" in phone.page.links
    phone.open("?move=give&from=player:Ann")
    assert ask_line(phone) == "Ann gives: who receives?"
    assert "Ann" not in phone.page.links and {"Ben", "the pool"} <= phone.page.links.keys()
    phone.open("?move=give&from=player:Ann&to=pot:pool").press("Write it down", {"counters": 2})
    assert table_of(app, phone).journal.state.balances["Ann"] == -2


def test_between_hands_the_dealer_taps_the_pot_for_his_counter(app: Flask, phone: Phone) -> None:
    """PJ-17."""
    phone.lays("Ann", "Ben", "Cat", game="Pope Joan", leftovers="board")
    assert board(phone) == {}, "the first deal dresses the whole board"
    phone.press("Deal").open("?move=out&player=Ann")
    phone.press("Write it down", {"cards_left:Ben": 1, "cards_left:Cat": 1})
    phone.open("?" + board(phone)["queen"]).press("Write it down")
    assert table_of(app, phone).journal.state.pots["queen"] == 2


def test_with_five_divisions_matrimony_stands_for_the_cards_that_have_no_pot(app: Flask, phone: Phone) -> None:
    """PJ-18."""
    phone.lays("Ann", "Ben", "Cat", game="Pope Joan", divisions="5").press("Deal")
    phone.open("?" + board(phone)["matrimony"])
    assert "Which board card?" in ask_line(phone)
    phone.open("?move=played&card=king").press("Ben").open("?move=played&card=queen").press("Ben")
    assert table_of(app, phone).journal.state.pots["matrimony"] == 0


@pytest.mark.parametrize(
    "address",
    ["?move=played&card=tower", "?move=nothing", "?move=out&player=Zoe", "?move=deal", "?move=won&player=Ann"],
)
def test_an_address_that_makes_no_sense_leaves_the_table_as_it_is(app: Flask, phone: Phone, address: str) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Pope Joan").press("Deal").open(address)
    assert phone.status == 200
    assert len(table_of(app, phone).journal.entries) == 2


def test_a_phone_that_only_watches_is_asked_nothing(phone: Phone, another) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Pope Joan").press("Deal")
    watcher = another()
    watcher.code = phone.code
    watcher.open("?move=out&player=Ann")
    assert watcher.status == 200
    assert board(watcher) == {} and ask_line(watcher) == ""


def test_the_stakes_of_the_last_round_stand_there_already(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Macao")
    assert phone.filled("stakes:Ben") == ["1"], "in the first round the least that can be staked"
    phone.press("Write it down", {"stakes:Ben": 3, "stakes:Cat": "", "outcomes:Ben": 1})
    assert (phone.filled("stakes:Ben"), phone.filled("stakes:Cat")) == (["3"], [""])
    assert not {"1"} & set(phone.filled("outcomes:Ben")), "what came of it doesn't"
    phone.press("Finish").chooses("Macao", "games").press("Start")
    assert phone.filled("stakes:Ben") == ["1"], "another game begins anew"


def test_a_banco_does_not_stand_there_for_the_next_coup(phone: Phone) -> None:
    """CF-04."""
    phone.lays("Ann", "Ben", "Cat", game="Chemin de Fer").open("?move=open&player=Ann")
    phone.press("Write it down", {"counters": 6})
    phone.press("Write it down", {"stakes:Cat": 6, "outcome": "lost"})
    assert (phone.filled("stakes:Ben"), phone.filled("stakes:Cat")) == ([""], [""])
    phone.press("Write it down", {"stakes:Ben": 5, "outcome": "lost"})
    assert phone.filled("stakes:Ben") == ["5"]


def test_what_would_change_hands_is_told_before_it_is_written(app: Flask, phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Macao")
    typed = {"stakes:Ben": "3", "points:Ann": "5", "points:Ben": "natural-9"}
    phone.send(f"/t/{phone.code}/moves/round/try", typed)
    assert "Ann −9, Ben +9" in phone.says
    phone.send(f"/t/{phone.code}/moves/round/try", typed | {"points:Ben": ""})
    assert phone.status == 200 and "Points are missing" in phone.says
    assert len(table_of(app, phone).journal.entries) == 1, "nothing is written"


def test_what_was_probably_forgotten_is_asked_before_it_is_written(phone: Phone) -> None:
    """BR-05."""
    phone.lays("Ann", "Ben", "Cat", "Dan", game="Bridge")
    typed = {"trumps": "H", "side": "Ann", "odd": "2"}
    phone.send(f"/t/{phone.code}/moves/played/try", typed)
    assert "One side always holds three or more of the five honours: which?" in phone.says
    phone.send(f"/t/{phone.code}/moves/played/try", typed | {"honours:side": "Ben", "honours:held": "three"})
    assert "honours: which?" not in phone.says


@pytest.mark.parametrize("game", ["Jig", "Spin"])
def test_who_was_tapped_to_be_out_still_is_where_the_page_is_told_of_news(phone: Phone, game: str) -> None:
    phone.lays(*FIVE, game=game).press("Deal").open("?move=out&player=Ben")
    assert phone.filled("player") == ["Ben"]
    asks_anew = re.search(r'id="table".*?hx-get="([^"]*)"', phone.text)
    assert asks_anew
    phone.open(asks_anew[1].replace("&amp;", "&").partition("&v=")[0])
    assert phone.filled("player") == ["Ben"]


def test_who_forgot_a_row_is_asked_again_with_the_rows_open(phone: Phone) -> None:
    phone.htmx = True
    phone.lays(*FIVE, game="Spin").press("Deal").open("?move=out&player=Ben")
    left = {f"cards_left:{name}": 3 for name in FIVE[2:]}
    phone.press("Write it down", left)
    assert phone.status == 422
    assert phone.filled("player") == ["Ben"]
    assert phone.filled("cards_left:Eve") == ["3"]
