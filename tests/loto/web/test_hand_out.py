"""Cards are given out at a table, with and without htmx, and looked at on the own phone."""

import re
from typing import Any

import pytest
from flask import Flask

from companion.engine.fields import MAX_COUNTERS
from companion.loto.rules.box import BOXES
from companion.loto.web.hand_out import form_value
from companion.store import OwnCards
from tests.loto.web.test_box_cards import marked, printed
from tests.loto.web.test_calling import follows
from tests.tools.phone import Phone
from tests.web.table.test_routes import memos, table_of

pytestmark = pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])

FIG_1 = BOXES[24][1]


def held(app: Flask, phone: Phone) -> dict[str, Any]:
    """Who holds which cards."""
    return dict(table_of(app, phone).journal.state.facts.cards)


def numbers(app: Flask, phone: Phone) -> dict[str, tuple[int, ...]]:
    return {name: cards.box for name, cards in held(app, phone).items()}


def ticks(phone: Phone, player: str, *values: object, words: str = "takes these", field: str = "number") -> Phone:
    """Opens a player's cards, ticks just these and takes them."""
    if f"Which cards does {player} take?" not in phone.says:
        phone.open(f"cards?player={player}")
    path, form = phone.request_of(f"{player} {words}")
    form.setlist(field, [str(value) for value in values])
    return phone.send(path, form)


def own_card(app: Flask, name: str = "Grandma's 1", card: Any = FIG_1) -> str:
    """A card of the household, as a form sends it."""
    return form_value(OwnCards(app.extensions["companion"].database).keep(name, card, "somebody").rows)


@pytest.fixture
def laid(phone: Phone) -> Phone:
    return phone.lays(game="Loto")


def test_the_table_leads_to_the_cards(phone: Phone, another, laid: Phone) -> None:
    assert "give out the cards first" in laid.says
    assert laid.page.links["Cards"] == f"/t/{laid.code}/cards"
    assert another().open(f"/t/{laid.code}").page.links["Cards"] == f"/t/{laid.code}/cards"
    assert laid.open("moves/cards").response.request.path == f"/t/{laid.code}/cards"
    assert laid.open("cards").says.count("no card") == 4


def test_the_players_are_asked_one_after_another_as_they_sit(app: Flask, laid: Phone) -> None:
    ticks(laid, "Cat", 7, 12)
    assert "Cat has cards 7 and 12." in laid.says
    assert "Which cards does Dan take?" in laid.says
    ticks(laid, "Dan", 1)
    assert "Which cards does Ann take?" in laid.says
    ticks(laid, "Ann", 2)
    ticks(laid, "Ben", 3)
    assert "Which cards does" not in laid.says
    assert numbers(app, laid) == {"Cat": (7, 12), "Dan": (1,), "Ann": (2,), "Ben": (3,)}
    assert "5 of the box's 24 cards are given out" in laid.says


def test_a_card_that_is_taken_is_shown_with_whose_it_is_and_not_asked(laid: Phone) -> None:
    ticks(laid, "Ann", 7)
    laid.open("cards?player=Ben")
    assert "7 Ann" in laid.says
    assert 'name="number" value="7"' not in laid.text
    assert laid.text.count('name="number"') == 23
    laid.open("cards?player=Ann")
    assert 'name="number" value="7" checked' in laid.text


def test_who_takes_a_card_that_another_has_just_taken_is_told(app: Flask, laid: Phone) -> None:
    path, form = laid.open("cards?player=Ben").request_of("Ben takes these")
    fresh = ticks(laid, "Ann", 7).open("cards?player=Ben").request_of("Ben takes these")[1]
    form.setlist("number", ["7", "9"])
    laid.send(path, form)
    assert laid.status == 409
    assert "That page was older than your last move" in laid.refused and "New: Ann has card 7." in laid.refused
    assert 'name="number" value="9" checked' in laid.text, "what was ticked is kept"
    form["seen"] = fresh["seen"]
    laid.send(path, form)
    assert laid.status == 409
    assert laid.refused == "Ann holds card 7."
    assert numbers(app, laid) == {"Ann": (7,)}


def test_cards_are_changed_and_given_back_and_the_same_again_are_no_move(app: Flask, laid: Phone) -> None:
    ticks(laid, "Ann", 7, 8)
    ticks(laid, "Ann", 8, 9)
    assert numbers(app, laid) == {"Ann": (8, 9)}
    before = len(memos(app, laid))
    ticks(laid, "Ann", 8, 9)
    ticks(laid, "Ben")
    assert laid.status == 200
    assert len(memos(app, laid)) == before
    ticks(laid, "Ann")
    assert numbers(app, laid) == {"Ann": ()}
    assert memos(app, laid)[-1] == "Ann has no card."


def test_everyone_gets_the_next_free_cards_at_one_tap_and_one_undo(app: Flask, laid: Phone) -> None:
    ticks(laid, "Ben", 2).open("cards").press("3 cards")
    assert numbers(app, laid) == {"Ben": (2,), "Ann": (1, 3, 4), "Cat": (5, 6, 7), "Dan": (8, 9, 10)}
    assert "Give cards to everyone" not in laid.says, "everyone has cards"
    laid.open("").press("Undo")
    assert numbers(app, laid) == {"Ben": (2,)}


def test_what_does_not_go_round_is_not_offered_and_refused(app: Flask, phone: Phone) -> None:
    phone.lays(*(f"P{seat}" for seat in range(1, 10)), game="Loto", box="18").open("cards")
    assert [button for button in phone.buttons if "card" in button] == ["1 card", "2 cards"]
    path, form = phone.request_of("2 cards")
    phone.send(path, form.to_dict() | {"everyone": "3"})
    assert phone.status == 409
    assert phone.refused == "That takes 27 cards, but only 18 in the box are free."
    assert numbers(app, phone) == {}


def test_who_sits_out_is_given_none(app: Flask, laid: Phone) -> None:
    laid.open("seats").press("Sits out", of="Cat").open("cards").press("1 card")
    assert numbers(app, laid) == {"Ann": (1,), "Ben": (2,), "Dan": (3,)}
    assert "sits out" in laid.says
    assert "Which cards does" not in laid.open("cards?player=Cat").says


def test_own_cards_are_taken_by_their_names_and_stay_when_they_leave_the_box(app: Flask, laid: Phone) -> None:
    laid.open("cards?player=Ben")
    assert "The household box is empty" in laid.says
    red, blue = own_card(app, "Red 1"), own_card(app, "Blue 1", BOXES[24][2])
    laid.open("cards?player=Ben")
    ticks(laid, "Ben", red, blue, words="takes these of our own", field="own")
    assert held(app, laid)["Ben"].own == (FIG_1, BOXES[24][2])
    assert "Red 1 and Blue 1" in laid.says
    laid.open("cards?player=Cat")
    assert "Red 1 Ben" in laid.says
    assert 'name="own"' not in laid.text
    laid.open("cards?player=Ben")
    ticks(laid, "Ben", red, words="takes these of our own", field="own")
    assert held(app, laid)["Ben"].own == (FIG_1,)
    box = OwnCards(app.extensions["companion"].database)
    box.remove(next(card.number for card in box.all() if card.name == "Red 1"))
    assert "a card from another box" in laid.open("cards").says
    assert f'name="own" value="{red}" checked' in laid.open("cards?player=Ben").text


def test_own_cards_have_their_names_and_unseen_ones_are_one_tap_and_counted(app: Flask, laid: Phone, another) -> None:
    laid.open("cards?player=Ben")
    ticks(laid, "Cat", own_card(app), words="takes these of our own", field="own")
    laid.open("cards?player=Dan").press("3 unseen")
    assert held(app, laid)["Dan"].unseen == 3
    assert "3 cards from another box, not entered" in laid.says
    cat, dan = follows(laid, another, "Cat"), follows(laid, another, "Dan")
    assert "Grandma's 1" in cat.open("cards/mine").says
    assert len(printed(cat.text)) == 1
    assert "Dan has 3 cards from another box, not entered." in dan.open("cards/mine").says


def test_by_drawings_no_card_is_unseen_and_more_are_paid_at_once(app: Flask, phone: Phone) -> None:
    phone.lays(game="Loto, by drawings").open("cards?player=Ann")
    assert "unseen" not in phone.says
    ticks(phone, "Ann", 1).open("").press("Deal")
    ticks(phone, "Ben", 2)
    assert "Ben puts 2 fish and 5 counters onto the table" in phone.says
    assert table_of(app, phone).journal.state.balances["Ben"] == -60


def test_while_a_hand_is_open_nobody_takes_cards(app: Flask, laid: Phone) -> None:
    form = ticks(laid, "Ann", 1).open("cards").request_of("1 card")
    laid.send(*form).open("").press("Deal").open("cards?player=Ann")
    assert "Hand in play: you can take cards and give them back when it's over." in laid.says
    assert laid.buttons == []
    assert "card 1" in laid.says
    late = form[1].to_dict() | {"player": "Ann", "number": "9", "seen": str(table_of(app, laid).journal.last)}
    late.pop("everyone")
    assert laid.send(form[0], late).status == 409
    assert laid.refused == "A hand is still in play: finish it first."


def test_who_only_watches_sees_the_cards_and_changes_none(app: Flask, laid: Phone, another) -> None:
    path, form = laid.open("cards").request_of("1 card")
    ticks(laid, "Ann", 7)
    watcher = another().open(f"/t/{laid.code}/cards?player=Ann")
    assert "card 7" in watcher.says
    assert "Only a device with the pencil can give out cards." in watcher.says
    assert watcher.buttons == []
    assert watcher.send(path, form.to_dict()).status == 403
    assert numbers(app, laid) == {"Ann": (7,)}


NONSENSE: list[dict[str, str]] = [
    {"number": "x"}, {"number": "-1"}, {"number": "7" * 20}, {"unseen": "many"}, {"unseen": str(MAX_COUNTERS + 1)},
    {"own": "1 2 3"}, {"own": "a b"}, {"own": " ".join(["1"] * 15)}, {"number": "25"}, {"number": "0"},
    {"player": "", "number": "1"}, {"player": "Eve", "number": "1"}, {"everyone": "²"}, {"everyone": "1000000"},
]  # fmt: skip


@pytest.mark.parametrize(
    "said", NONSENSE, ids=lambda said: " ".join(f"{key} {value[:9]}" for key, value in said.items())
)
def test_nonsense_is_refused_in_a_sentence(app: Flask, laid: Phone, said: dict[str, str]) -> None:
    path, form = laid.open("cards?player=Ann").request_of("Ann takes these")
    laid.send(path, form.to_dict() | said)
    assert laid.status in {409, 422}
    assert re.fullmatch(r"[A-Z0-9].*\.", laid.refused), "a sentence"
    assert held(app, laid) == {}


def test_a_game_without_such_cards_shows_its_table_instead(phone: Phone) -> None:
    phone.lays()
    assert "Cards" not in phone.page.links
    for shown in (phone.open("cards"), phone.send("cards")):
        assert (shown.status, shown.refused) == (409, "This belongs to another game; this one is Spoil-Five.")


# The own phone.


def test_a_player_sees_the_own_cards_with_what_is_drawn(app: Flask, phone: Phone, another) -> None:
    phone.lays(game="Loto", drawn_by="bag", covered_by="app")
    ticks(phone, "Ben", 1, 2)
    ticks(phone, "Cat", 3).open("").press("Deal").press("5", of="5").press("11", of="11")
    ben = follows(phone, another, "Ben").open("cards").open("cards/mine")
    assert len(printed(ben.text)) == 2
    assert marked(ben) == [5, 11]
    assert "Card 1" in ben.says and "Card 2" in ben.says
    assert "2 of the 90 numbers are out." in ben.says
    assert ben.open("cards/mine?v=0", **{"HX-Request": "true"}).status == 200
    assert "<html" not in ben.text and marked(ben) == [5, 11]
    version = table_of(app, phone).version
    assert ben.open(f"cards/mine?v={version}", **{"HX-Request": "true"}).status == 204


def test_who_has_no_card_is_told_also_in_another_game_and_nobodys_phone_is_asked_whose_it_is(
    phone: Phone, another
) -> None:
    for game in ("Spoil-Five", "Loto"):
        ann = follows(phone.lays(game=game), another, "Ann").open("cards/mine")
        assert "Ann has no card." in ann.says
    other = another().open(f"/t/{phone.code}/cards/mine")
    assert other.response.request.path == f"/t/{phone.code}/me"


def test_other_cards_from_the_same_page_are_not_taken_for_those_that_were_given(laid: Phone) -> None:
    """A page that is sent a second time with one tick changed says something else."""
    path, form = laid.open("cards?player=Ben").request_of("Ben takes these")
    for cards, status in ((["7", "9"], 200), (["7", "8"], 409)):
        form.setlist("number", cards)
        assert laid.send(path, form).status == status


def test_two_players_change_one_card_or_all_in_one_move_and_one_undo(app: Flask, phone: Phone, laid: Phone) -> None:
    """LC-05: nobody may hold a card that is somebody else's in between."""
    ticks(phone, "Ann", 1, 5)
    ticks(phone, "Ben", 2, 6)
    for words, fill, becomes in (
        ("Swap the two cards", {"give": 5, "get": 6}, {"Ann": (1, 6), "Ben": (2, 5)}),
        ("Swap all cards with Ben", {}, {"Ann": (2, 6), "Ben": (1, 5)}),
    ):
        phone.open("cards?player=Ann").press(words, fill)
        assert phone.status == 200 and numbers(app, phone) == becomes
        phone.open("").press("Undo")
        assert numbers(app, phone) == {"Ann": (1, 5), "Ben": (2, 6)}


def test_own_cards_are_changed_one_for_one_and_for_those_of_the_box_all_at_once(
    app: Flask, phone: Phone, laid: Phone
) -> None:
    one, two = own_card(app), own_card(app, "Grandpa's", BOXES[24][2])
    ticks(phone, "Ann", one, words="takes these of our own", field="own")
    ticks(phone, "Ben", two, words="takes these of our own", field="own")
    phone.open("cards?player=Ann").press("Swap the two cards", {"give": one, "get": two})
    assert held(app, phone)["Ann"].own == (BOXES[24][2],) and held(app, phone)["Ben"].own == (FIG_1,)
    ticks(phone, "Cat", 1, 5)
    path, form = phone.open("cards?player=Cat").request_of("Cat takes these")
    assert "Swap the two cards" not in phone.buttons
    form.update({"give": "1", "get": one})
    assert phone.send(path, form).refused == "Cards from the box can't be swapped for other cards: swap all the cards."
    phone.open("cards?player=Cat").press("Swap all cards with Ben")
    assert numbers(app, phone)["Ben"] == (1, 5) and held(app, phone)["Cat"].own == (FIG_1,)
    phone.open("").press("Undo")
    assert numbers(app, phone)["Cat"] == (1, 5)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"give": "5", "get": "9"}, "Choose one card from each player."),
        ({"give": "7", "get": "2"}, "Choose one card from each player."),
        ({"all_with": "Zoe"}, "Choose someone who has cards."),
    ],
)
def test_a_change_with_nobody_or_of_nothing_is_refused(
    app: Flask, phone: Phone, laid: Phone, wrong: dict[str, str], why: str
) -> None:
    ticks(phone, "Ann", 1, 5)
    ticks(phone, "Ben", 2)
    before = table_of(app, phone).journal.last
    path, form = phone.open("cards?player=Ann").request_of("Ann takes these")
    form.update(wrong)
    assert phone.send(path, form).refused == why and table_of(app, phone).journal.last == before
