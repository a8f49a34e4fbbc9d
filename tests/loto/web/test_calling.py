"""The caller's page: the bag, the board of ninety, claims and their check."""

import json
from hashlib import sha256

import pytest
from flask import Flask

from companion.loto.rules.box import BOXES, bag
from companion.loto.rules.cards import card_progress
from companion.scoresheet import score, sheet_from, write_sheet
from companion.store import SealedBags
from tests.tools.house import plays
from tests.tools.phone import Phone
from tests.web.table.test_routes import memos, table_of

LONG = pytest.param("9" * 5000, id="long")


def loto(app: Flask, phone: Phone, cards: str = "Ben 1, Cat 2", **options: object) -> Phone:
    """A table of Ann, who calls, Ben, Cat and Dan, with their cards; ``Dan 0`` plays with one unseen card."""
    phone.lays(game="Loto", **{name: str(held) for name, held in options.items()})
    for name, number in (card.split() for card in cards.split(", ")):
        takes(app, phone, name, {"numbers": [int(number)]} if int(number) else {"unseen": 1})
    return phone.open("").press("Deal")


def takes(app: Flask, phone: Phone, name: str, what: dict[str, object]) -> None:
    """Somebody takes cards, as any page may write it."""
    tables = app.extensions["companion"].tables
    game = table_of(app, phone).journal.state.game
    tables.record(phone.code, None, None, plays(game.read_move({"move": "cards", "player": name} | what)))


def drawn(app: Flask, phone: Phone) -> tuple[int, ...]:
    return table_of(app, phone).journal.state.facts.drawn  # type: ignore[no-any-return]


def seed_of(app: Flask, phone: Phone) -> str:
    facts = table_of(app, phone).journal.state.facts
    return SealedBags(app.extensions["companion"].database).seed(facts.fingerprint or facts.unrevealed[0]) or ""


def follows(phone: Phone, another, player: str) -> Phone:
    """A phone whose player said who he is."""
    other = another()
    other.code = phone.code
    return other.open("me").press(player)


def until(app: Flask, phone: Phone, card: int, rows: int) -> None:
    """Numbers are drawn until so many rows of a card are complete; the caller has the page then."""
    tables, order = app.extensions["companion"].tables, bag(seed_of(app, phone))
    draw = table_of(app, phone).journal.state.game.by_name["drawn"]
    while card_progress(card, BOXES[24][card], drawn(app, phone)).complete_since(rows) is None:
        tables.record(phone.code, None, None, plays(draw(order[len(drawn(app, phone))])))
    phone.open("")


def test_the_app_draws_from_a_bag_that_was_settled_at_the_deal(app: Flask, phone: Phone) -> None:
    loto(app, phone)
    seed, fingerprint = seed_of(app, phone), table_of(app, phone).journal.state.facts.fingerprint
    assert sha256(seed.encode()).hexdigest() == fingerprint
    assert fingerprint in phone.says and seed not in phone.text
    for _ in range(3):
        phone.press("Draw")
    assert drawn(app, phone) == bag(seed)[:3]
    phone.press("Undo").press("Draw")
    assert drawn(app, phone) == bag(seed)[:3], "a number put back is the next to come"
    assert seed not in write_sheet(table_of(app, phone).sheet()), "nor does an export give it away"


def test_the_seed_is_revealed_with_the_card_and_checked_with_the_sheet(app: Flask, phone: Phone, another) -> None:
    loto(app, phone)
    until(app, phone, 1, 3)
    follows(phone, another, "Ben").press("I have the whole card!")
    phone.open("").press("Pay Ben")
    assert "Was it fair? Check the bag" in phone.says
    result = score(sheet_from(json.loads(write_sheet(table_of(app, phone).sheet()))))
    assert result["balances"] == {"Ann": 0, "Ben": 4, "Cat": -4, "Dan": 0}
    assert memos(app, phone)[-1].startswith("The bag was fair")
    phone.press("Undo")
    assert table_of(app, phone).journal.state.open, "one tap wrote both, and takes both back"


def test_numbers_of_a_real_bag_are_tapped_and_a_slip_is_struck(app: Flask, phone: Phone) -> None:
    loto(app, phone, drawn_by="bag")
    assert "Draw" not in phone.buttons
    phone.press("34").press("5")
    assert drawn(app, phone) == (34, 5)
    phone.press("5")
    assert drawn(app, phone) == (34,)
    assert [step.line.struck for step in table_of(app, phone).journal.steps][-2:] == [False, True]


def test_a_claim_waits_on_when_the_name_of_its_player_is_put_right(app: Flask, phone: Phone, another) -> None:
    loto(app, phone).press("Draw")
    follows(phone, another, "Ben").press("I have the whole card!")
    phone.open("seats").press("Save", {"was": "Ben", "now": "Benno"})
    assert "Benno doesn't have" in phone.says
    assert "Ben doesn't have" in phone.press("Undo").says


def test_a_false_claim_is_shown_kindly_and_costs_nothing(app: Flask, phone: Phone, another) -> None:
    loto(app, phone).press("Draw")
    ben = follows(phone, another, "Ben")
    ben.press("I have the whole card!")
    assert "Ben doesn't have" in ben.says
    assert "tell the caller" in ben.says and "I have the whole card!" not in ben.buttons
    phone.open("")
    assert "Ben doesn't have" in phone.says and "Pay Ben" not in phone.says and 'data-claims="0"' in phone.text
    phone.press("Put all aside")
    assert "Ben doesn't have" not in phone.says
    assert "Ben doesn't have" in phone.press("Bring back").says
    assert "Ben doesn't have" not in phone.press("Draw").says
    assert "Ben doesn't have" in ben.open("").press("I have the whole card!").says
    assert table_of(app, phone).journal.state.balances["Ben"] == -4


ROWS_WITH_A_5 = {"Ben": (1, (11, 33, 50, 76)), "Cat": (8, (17, 54, 68, 90))}
"""Cards on which a row needs a 5 and these numbers."""


def stand_at_5(app: Flask, phone: Phone, *first: int) -> Phone:
    """Ben and Cat each lack a 5 for a row, once other numbers came out of the real bag first."""
    loto(app, phone, "Ben 1, Cat 8", prizes="quarters", drawn_by="bag")
    for number in (*first, *(number for _, row in ROWS_WITH_A_5.values() for number in row if number not in first)):
        phone.press(str(number))
    return phone


def test_a_claim_is_withdrawn_from_its_own_phone_alone(app: Flask, phone: Phone, another) -> None:
    loto(app, phone)
    ben, cat = follows(phone, another, "Ben"), follows(phone, another, "Cat")
    until(app, phone, 1, 3)
    ben.open("").press("I have the whole card!")
    assert 'name="prize" value="card">' in ben.text and "I have the whole card!" not in ben.text, "it is made"
    assert "Withdraw it" not in cat.open("").buttons
    assert "I have the whole card!" in ben.press("Withdraw it").open("").text
    assert 'data-claims="0"' in phone.open("").text
    withdrawn = {"player": "Ben", "prize": "card"}
    assert cat.client.post(f"/t/{phone.code}/loto/dismiss", data=withdrawn).status_code == 403


def test_before_one_alone_is_paid_who_stands_there_too_is_named(app: Flask, phone: Phone) -> None:
    stand_at_5(app, phone).press("5", of="5").press("Ben", {"prize": "row"})
    assert "Cat could claim it with the same number, too." in phone.says
    phone.press("Pay Ben alone", {"alone": None})
    assert phone.refused == "Cat could claim it too: check the claims, then pay."
    assert table_of(app, phone).journal.state.pots["row"] == 2
    phone.press("Pay Ben alone")
    assert table_of(app, phone).journal.state.pots["row"] == 0
    phone.press("Undo").press("Cat claims it")
    assert "Pay Ben and Cat" in phone.says
    phone.press("Not this one")
    assert "Pay Cat alone" in phone.says, "a good claim is refused by itself: Ben has the row all the same"


def test_two_who_have_it_since_different_numbers_are_told_apart(app: Flask, phone: Phone) -> None:
    stand_at_5(app, phone, 5, 17, 54, 68, 90).press("Ben", {"prize": "row"}).press("Cat", {"prize": "row"})
    assert "Cat had it first. Refuse the others, or pay them all together." in phone.says


def test_a_claim_is_over_with_its_hand(app: Flask, phone: Phone, another) -> None:
    loto(app, phone, "Ann 3, Ben 1, Cat 2, Dan 4", caller="nobody").press("Draw")
    ben = follows(phone, another, "Ben").press("I have the whole card!")
    assert "Ben doesn't have" in phone.open("").says
    phone.open("moves/abandon").press("Abandon").press("Deal")
    assert "Ben doesn't have" not in phone.says and 'data-claims="0"' in phone.text
    phone.press("Draw")
    ben.open("").press("I have the whole card!")
    assert "Ben doesn't have" in phone.open("").says, "he claims anew"


def test_a_prize_that_is_paid_is_not_claimed_again_and_waits_again_when_that_is_undone(
    app: Flask, phone: Phone, another
) -> None:
    loto(app, phone, prizes="quarters")
    until(app, phone, 1, 1)
    cat = follows(phone, another, "Cat")
    phone.open("").press("Ben", {"prize": "row"}).press("Pay Ben")
    assert "Pay Ben" not in phone.says and 'data-claims="0"' in phone.text
    cat.press("I have a row!")
    assert cat.status == 409 and "nothing to claim" in cat.says
    assert 'data-claims="0"' in phone.open("").text
    phone.press("Undo")
    assert "Pay Ben" in phone.says and 'data-claims="1"' in phone.text


def test_a_player_with_two_devices_claims_on_either(app: Flask, phone: Phone, another) -> None:
    loto(app, phone).press("Draw")
    first, second = follows(phone, another, "Ben"), follows(phone, another, "Ben")
    first.open("").press("Ben has two phones")
    second.open("")
    second.press("I have the whole card!")
    assert second.status == 200 and "Ben doesn't have" in phone.open("").says


def test_two_who_claim_the_same_row_share_it(app: Flask, phone: Phone, another) -> None:
    """LO1-09: cards 1 and 2 with a row each before anybody claims."""
    loto(app, phone, prizes="quarters", stake=10)
    until(app, phone, 1, 1)
    until(app, phone, 2, 1)
    follows(phone, another, "Ben").press("I have a row!")
    phone.open("").press("Cat", {"prize": "row"})
    phone.press("Pay Ben and Cat")
    state = table_of(app, phone).journal.state
    assert state.balances == {"Ann": 0, "Ben": -8, "Cat": -8, "Dan": 0}
    assert state.pots == {"row": 0, "two-rows": 5, "card": 11}, "the odd counter goes to the card"
    assert "I have a row!" not in phone.says


@pytest.mark.parametrize("typed", ["x", "", LONG, "٣"])
def test_a_loser_who_covered_no_number_at_all_is_refused(app: Flask, phone: Phone, typed: str) -> None:
    loto(app, phone, "Ben 1, Dan 0", saving="on", stake=15).press("Draw").press("Dan", {"prize": "card"})
    phone.press("Pay Dan", {"saved:Ben": typed})
    assert phone.status == 422
    assert f"Ben: “{typed[:20]}” isn't a whole number." in phone.refused
    assert phone.filled("saved:Ben") == [typed], "what was typed is still there"
    assert table_of(app, phone).journal.state.open


def test_an_unseen_card_is_taken_on_trust(app: Flask, phone: Phone) -> None:
    loto(app, phone, "Ben 1, Dan 0").press("Draw").press("Dan", {"prize": "card"})
    assert "check the card" in phone.says
    phone.press("Pay Dan")
    assert table_of(app, phone).journal.state.balances["Dan"] == 4


def test_what_the_losers_have_covered_is_asked_where_nothing_tells_it(app: Flask, phone: Phone) -> None:
    """LO1-08."""
    loto(app, phone, "Ben 1, Dan 0", saving="on", stake=15)
    until(app, phone, 1, 1)
    phone.press("Dan", {"prize": "card"}).press("Pay Dan", {"saved:Ben": 16})
    assert "numbers covered at most, not 16." in phone.refused
    phone.press("Pay Dan", {"saved:Ben": 5})
    assert table_of(app, phone).journal.state.balances == {"Ann": 0, "Ben": -10, "Cat": 0, "Dan": 10}


def test_the_app_watches_only_where_the_caller_lets_it_and_claims_by_one_tap(app: Flask, phone: Phone) -> None:
    loto(app, phone, prizes="quarters")
    until(app, phone, 1, 1)
    assert "Ben has a row on card 1" not in phone.says
    phone.press("Let Companion watch")
    assert "Ben has a row on card 1" in phone.open("").says
    phone.press("Let people watch")
    assert "Ben has a row on card 1" not in phone.open("").says
    phone.press("Let Companion watch").open("").press("It is claimed", of="Ben").press("Pay Ben")
    assert table_of(app, phone).journal.state.balances["Ben"] == -2, "his stake, and a quarter of two"


@pytest.mark.parametrize("covered_by", ["players", "app"])
def test_a_phone_covers_its_players_cards_only_where_the_table_wants_it(
    app: Flask, phone: Phone, another, covered_by: str
) -> None:
    loto(app, phone, drawn_by="bag", covered_by=covered_by).press("33")
    ben = follows(phone, another, "Ben")
    assert "Card 1" in ben.says and "76 is out" not in ben.says
    assert ("33 is out" in ben.says) == (covered_by == "app")
    assert ben.text.count('type="checkbox"') == (15 if covered_by == "players" else 0)


def test_the_caller_a_stranger_and_a_latecomer_claim_nothing(app: Flask, phone: Phone, another) -> None:
    loto(app, phone).press("Draw")
    stranger = another()
    stranger.code = phone.code
    stranger.open("").send(f"/t/{phone.code}/loto/claim", {"prize": "card"})
    assert stranger.status == 403
    caller = follows(phone, another, "Ann")
    caller.send(f"/t/{phone.code}/loto/claim", {"prize": "card"})
    assert caller.status == 409 and "nothing to claim" in caller.says
    late = claims_card(follows(phone, another, "Ben"), hand="0")
    assert "Too late: that hand is over." in late.says
    assert "Ben doesn't have" not in phone.open("").says


def claims_card(phone: Phone, **kept: str) -> Phone:
    """A player's phone claims, and its script says more about the tap."""
    path, sent = phone.request_of("I have the whole card!")
    return phone.send(path, {**sent.to_dict(), **kept})


def test_a_claim_that_its_phone_sends_again_does_not_come_back_once_it_was_dismissed(
    app: Flask, phone: Phone, another
) -> None:
    loto(app, phone).press("Draw")
    ben = follows(phone, another, "Ben")
    for _ in range(2):
        until(app, phone, 1, 3)
        claims_card(ben.open(""), key="tap-1", hand="1")
        assert "Ben has" in phone.open("").says
        phone.press("Not this one")
        claims_card(ben.open(""), key="tap-1", hand="1")
        assert "Ben has" not in phone.open("").says
        while table_of(app, phone).journal.state.open:
            phone.press("Undo")
        phone.press("Deal").press("Draw")


def test_the_buttons_of_loto_are_for_tables_of_loto(phone: Phone) -> None:
    phone.lays().send(f"/t/{phone.code}/loto/draw")
    assert (phone.status, phone.refused) == (409, "This belongs to another game; this one is Spoil-Five.")


@pytest.mark.parametrize("typed", ["91", "x", "", "5", LONG, "٣", "-1", "7\n8"])
def test_a_number_that_cannot_be_is_refused(app: Flask, phone: Phone, typed: str) -> None:
    loto(app, phone, drawn_by="bag").press("5").press("6")
    phone.send(f"/t/{phone.code}/loto/number", {"number": typed})
    assert phone.status in {409, 422}
    assert drawn(app, phone) == (5, 6)


def test_the_ball_is_called_by_what_it_does_and_what_it_shows(app: Flask, phone: Phone) -> None:
    loto(app, phone).press("Draw")
    (ball,) = [button.text for button in phone.page.buttons if button.attributes.get("class") == "called"]
    assert " ".join(ball.split()) == f"Draw. Number {drawn(app, phone)[-1]}"
    assert "<main>" in phone.text
