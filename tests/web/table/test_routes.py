"""Hands are played by pressing buttons; a page without JavaScript and one with htmx write the same journal."""

import re

import pytest
from flask import Flask

from companion.store import Table
from tests.tools.phone import Page, Phone

pytestmark = pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])


def table_of(app: Flask, phone: Phone) -> Table:
    return app.extensions["companion"].tables.find(phone.code)


def memos(app: Flask, phone: Phone) -> list[str]:
    return [step.memo for step in table_of(app, phone).journal.in_force()]


def test_a_whole_evening(app: Flask, phone: Phone) -> None:
    phone.lays()
    assert "Ann puts 3 into the pool, the others 2 each" in phone.says, "what the next deal costs"
    phone.press("Deal hand 1")
    assert "9 in the pool" in phone.says
    assert "Who takes the pool?" in phone.says
    phone.press("Nobody: spoilt")
    assert "Spoilt once · there since hand 1" in phone.says
    phone.press("Deal hand 2").press("Cat")
    assert "Cat takes 14 from the pool" in phone.says
    phone.press("Undo").press("Dan")
    assert "Dan takes 14 from the pool" in phone.says
    phone.press("Deal hand 3").press("Undo").press("Finish the game")
    assert "Settle up" in phone.says
    assert memos(app, phone) == [
        "Spoil-Five begins; Ann deals first.",
        "Ann deals hand 1.",
        "Nobody makes it: the pool stays.",
        "Ben deals hand 2.",
        "Dan takes the pool.",
        "The game is finished.",
    ]
    phone.open("settlement")
    assert "3 payments settle everything" in phone.says


def test_after_every_move_the_counters_are_conserved(phone: Phone) -> None:
    phone.lays(each=30)
    for button in ("Deal", "Nobody", "Deal", "Ann", "Undo", "Undo", "Finish"):
        phone.press(button)
        assert "= 120" in phone.says
        assert "no counter is lost" in phone.says


def test_redo_stands_beside_undo_as_long_as_nothing_else_was_written(app: Flask, phone: Phone) -> None:
    phone.lays().press("Deal")
    assert "Redo" not in phone.buttons
    phone.press("Cat")
    phone.press("Undo").press("Undo")
    assert "Redo: Ann deals hand 1." in phone.text
    phone.press("Redo").press("Redo")
    assert "Cat takes 9 from the pool" in phone.says
    assert "Redo" not in phone.buttons
    phone.press("Undo").press("Dan")
    assert "Redo" not in phone.buttons, "Dan was written instead"
    phone.press("Undo").press("Undo").press("Undo")
    assert phone.status == 200
    assert memos(app, phone) == []
    assert "Undo" not in phone.buttons, "the first move of all is undone"


def test_one_tap_a_hand_where_the_table_deals_at_once(app: Flask, phone: Phone) -> None:
    phone.lays(deal_at_once="on").press("Deal").press("Cat")
    assert memos(app, phone)[2:] == ["Cat takes the pool.", "Ben deals hand 2."]
    assert "Cat takes 9 from the pool" in phone.says
    phone.press("Undo")
    assert memos(app, phone) == ["Spoil-Five begins; Ann deals first.", "Ann deals hand 1."]
    phone.press("Nobody")
    assert memos(app, phone)[-1] == "Ben deals hand 2."
    phone.open("rules").press("Go back to tapping for each deal").open("").press("Ann")
    assert memos(app, phone)[-1] == "Ann takes the pool."


def test_a_deal_that_somebody_touched_is_not_taken_back_and_a_correction_deals_nothing(
    app: Flask, phone: Phone
) -> None:
    phone.lays(deal_at_once="on").press("Deal").press("Cat").open("moves/give")
    phone.press("Correct the score", {"from": "player:Ann", "to": "player:Ben", "counters": "1"})
    assert memos(app, phone)[-1] == "Ann gives Ben 1."
    assert "Finish the game" not in phone.buttons
    assert "Hand in play: you can change seats when it's over." in phone.open("seats").says
    phone.open("moves/misdeal").press("Misdeal")
    assert memos(app, phone)[-1].endswith("redeals.")
    phone.open("moves/give").press("Correct the score", {"from": "player:Ann", "to": "pot:pool", "counters": 2})
    assert memos(app, phone)[-1] == "Ann gives the pool 2.", "nothing is dealt at once"


def test_where_no_counters_lie_none_are_given(phone: Phone) -> None:
    phone.lays().press("Deal")
    assert "Correct the score from one to another" in phone.page.links and "Give counters" not in phone.says
    assert "Correct the score: Ann gives Ben How many?" in phone.open("?move=give&from=player:Ann&to=player:Ben").says
    assert "Payment between players from one to another" in phone.lays("Ann", "Ben", game="Twenty-five").page.links
    assert "Give counters from one to another" in phone.lays(each=30).page.links
    assert "How many counters?" in phone.open("moves/give").says


def test_a_wrong_count_is_traced_to_when_the_pot_was_last_empty(phone: Phone) -> None:
    phone.lays().press("Deal").press("Cat").press("Deal").open("moves/count")
    phone.press("Count", {"either": "pot:pool", "counters": 8})
    assert "It was last empty after move 3. These moves touched it: 4 Ben deals hand 2." in phone.says
    assert "Ann deals hand 1." not in phone.says


# Refusals: the same status, the same sentence, and what was typed is kept.


@pytest.mark.parametrize(
    ("name", "words", "typed", "status", "refused"),
    [
        (
            "give", "Correct the score",
            {"from": "player:Ann", "to": "pot:pool", "counters": "a few", "memo": "for the cake"},
            422, "How many? “a few” isn't a whole number.",
        ),
        (
            "give", "Correct the score",
            {"from": "pot:pool", "to": "player:Ben", "counters": "10", "memo": "too much"},
            409, "The pool holds 9: it can't give 10.",
        ),
        ("bar", "Bar a player", {"player": "Ann"}, 422, "Why? Please answer this."),
    ],
)  # fmt: skip
def test_what_is_refused_is_said_beside_what_was_typed(
    app: Flask, phone: Phone, name: str, words: str, typed: dict[str, str], status: int, refused: str
) -> None:
    assert phone.lays().open("moves/bar").refused == "No hand is in play: deal first.", "the form says so at once"
    phone.open("").press("Deal").open(f"moves/{name}").press(words, typed)
    assert (phone.status, phone.refused) == (status, refused)
    assert [phone.filled(field) for field in typed] == [[held] for held in typed.values()]
    assert len(memos(app, phone)) == 2
    if "memo" in typed:
        phone.press(words, {"counters": 3})
        assert memos(app, phone)[-1].endswith(f" 3: {typed['memo']}")


def test_tricks_typed_are_kept(app: Flask, phone: Phone) -> None:
    """Six tricks of five: in the form on the table's own page."""
    phone.lays(game="Twenty-five").press("Deal")
    phone.press("Write it down", {"won:Ann": 4, "won:Ben": 2, "won:Cat": 0, "won:Dan": 0})
    assert phone.status in {409, 422}
    assert phone.refused
    assert phone.filled("won:Ann") == ["4"] and phone.filled("won:Ben") == ["2"]
    phone.press("Write it down" if phone.htmx else "Tricks", {"won:Ben": 1})
    assert phone.status == 200
    assert len(memos(app, phone)) == 4, "the next hand is dealt with it"


def test_several_main_calls_are_buttons_beside_each_player_and_say_who_pays(app: Flask, phone: Phone) -> None:
    phone.lays(game="Snip-Snap-Snorum").press("Deal")
    assert phone.text.count("<span>Snorum</span>") == 4
    on_bens = "<span>Snorum</span> <small>Ann −3</small>"
    assert on_bens in phone.text, "the neighbour on the right is named on Ben's button"
    assert 'aria-label="Ben: Snorum, Ann pays 3"' in phone.text
    assert "Deal hand 2" in phone.says
    assert "Ben deals" in phone.says
    phone.press("Snap")
    assert table_of(app, phone).journal.state.pots == {"pool": 2}
    assert "Deals next" in phone.open("seats").says, "what happens between hands closes the hand"


def test_who_keeps_the_bank_is_said_until_it_is_passed(app: Flask, phone: Phone) -> None:
    phone.lays(game="Macao")
    assert "Macao begins; Ann is the banker." in phone.says
    assert phone.text.count('title="Banker"') == 1 and "Dealer" not in phone.text
    assert "First dealer" not in phone.open("journal/1").says
    phone.open("moves/bank").press("Pass the bank", {"player": "Ben"})
    assert "Ben is the banker" in re.findall(r'<p class="pot-status">([^<]*)', phone.text)


def test_a_player_who_is_out_is_paid_and_not_named_by_the_row_left_at_0(app: Flask, phone: Phone) -> None:
    left = {"cards_left:Ann": 3, "cards_left:Ben": 0, "cards_left:Cat": 0, "cards_left:Dan": 4}
    phone.lays(game="Jig").press("Deal").open("moves/out")
    phone.press("Somebody went out", {"player": "Cat"} | left)
    assert phone.refused == ""
    assert table_of(app, phone).journal.state.balances == {"Ann": -3, "Ben": 0, "Cat": 7, "Dan": -4}


@pytest.mark.parametrize("player", ["", "Nobody", "<b>Ann</b>"])
def test_a_player_who_is_not_there_wins_nothing(app: Flask, phone: Phone, player: str) -> None:
    path, form = phone.lays().press("Deal").request_of("Ann")
    phone.send(path, form.to_dict() | {"player": player})
    assert phone.status == (409 if player.strip() else 422)
    assert phone.refused
    assert "<b>Ann</b>" not in phone.text
    assert len(memos(app, phone)) == 2


def test_of_two_phones_the_later_sees_what_the_other_wrote(app: Flask, phone: Phone, another) -> None:
    later, first = phone, phone.lays().press("Deal").lets_write(another())
    first.press("Cat").press("Deal")
    later.press("Ann")
    assert later.status == 409
    assert later.refused.startswith("Somebody else was quicker.")
    assert later.refused.endswith("New: Cat takes the pool. Ben deals hand 2.")
    assert memos(app, later)[-1] == "Ben deals hand 2."
    later.open("")
    first.press("Undo")
    later.press("Ann")
    assert later.status == 409
    assert later.refused.endswith("New: struck out: Ben deals hand 2.")
    assert later.open("").press("Deal").press("Ann").status == 200


def test_what_was_typed_stays_where_it_cannot_be_written(app: Flask, phone: Phone) -> None:
    phone.lays().open("moves/give")
    app.extensions["companion"].database.rows.execute("PRAGMA query_only=ON")
    phone.press("Correct the score", {"from": "player:Ann", "to": "player:Ben", "counters": 7})
    assert (phone.status, phone.filled("counters")) == (503, ["7"])


def test_who_lost_the_pencil_meanwhile_is_told(app: Flask, phone: Phone) -> None:
    pencils = app.extensions["companion"].pencils
    (holder,) = pencils.holders(phone.lays().code)
    pencils.take_back(phone.code, holder.device)
    phone.press("Deal")
    assert phone.status == 403
    assert "Only a device with the pencil can write at this table." in phone.says
    whole_page = (phone.response.headers.get("HX-Retarget"), phone.response.headers.get("HX-Reswap"))
    assert whole_page == (("body", "innerHTML") if phone.htmx else (None, None))
    phone.open("/t/NOPE2", **{"HX-Request": "true"})
    assert phone.status == 404
    assert phone.response.headers["HX-Reswap"] == "none", "a look for news that fails leaves the page as it is"


# One tap, one entry.


def test_a_tap_is_one_entry_however_often_and_late_it_is_sent(app: Flask, phone: Phone) -> None:
    path, form = phone.lays().request_of("Deal")
    for name in ("dances", "game", "__class__", "x" * 300):
        assert phone.send(path.replace("deal", name), form).status == 404
    assert phone.open("moves/dances").status == 404
    for seen in ("", "x", "-1", "9" * 5000, "²"):
        phone.send(path, form.to_dict() | {"key": "k" * 5000, "seen": seen})
        assert phone.status in {200, 409}, "a key longer than any page makes is a key too"
    assert len(memos(app, phone)) == 2
    nobody = phone.open("").request_of("Nobody")
    phone.press("Undo").send(*nobody)
    assert phone.status == 409, "another button of an old page isn't taken for the tap that was made"
    tap = phone.open("").request_of("Deal")
    phone.send(*tap).press("Cat").send(*tap)
    assert phone.status == 200
    assert phone.htmx or phone.response.request.method == "GET", "what is reloaded is the table, not the tap"
    phone.open("").open("")
    assert memos(app, phone)[1:] == ["Ann deals hand 1.", "Cat takes the pool."]


@pytest.mark.parametrize("said", ["counters=3", "to=player:Ben", "memo=x&counters="])
def test_an_address_that_says_the_later_of_a_move_first_asks_on(phone: Phone, said: str) -> None:
    phone.lays().open(f"?move=give&{said}")
    assert phone.status == 200 and "Not now" in phone.says


def test_what_is_malformed_is_told_beside_its_question(phone: Phone) -> None:
    """Nobody at the table knows how a sheet calls it."""
    phone.lays("Ann", "Ben", "Cat", game="Macao").press("Write it down", {"stakes:Ben": "", "stakes:Cat": ""})
    assert phone.status == 422
    assert "What did each stake? (not the banker) Enter a number for somebody." in phone.says
    assert "round.stakes" not in phone.says
    outcomes = {"outcomes:Ben": 1, "outcomes:Cat": -1}
    phone.open("").press("Write it down", {"stakes:Ben": 9999999, "stakes:Cat": 1} | outcomes)
    assert "What did each stake? (not the banker) Ben must be a whole number from 0 to 1000000" in phone.says
    phone.open("journal/1").press("See what would change", {"limit": 9999999})
    assert "before any doubling (empty: no limit) — must be a whole number" in phone.refused
    assert "options" not in phone.refused


def test_a_deal_that_nobody_touched_is_taken_back_by_what_comes_between_hands(app: Flask, phone: Phone) -> None:
    phone.lays(deal_at_once="on").press("Deal").press("Cat")
    assert "the deal of hand 2 is taken back" in phone.says
    phone.open("seats")
    assert "Hand 2 was dealt automatically" in phone.says
    phone.press("Joins", {"player": "Eve"})
    assert memos(app, phone)[-2:] == ["Cat takes the pool.", "Eve joins."]
    phone.press("Undo")
    assert memos(app, phone)[-1] == "Ben deals hand 2.", "one tap, also for Undo"
    phone.press("Finish the game")
    assert memos(app, phone)[-1] == "The game is finished."
    assert "Settle up" in phone.says


@pytest.mark.parametrize("name", ["leave", "sit_out"])
def test_who_goes_takes_an_untouched_deal_back(app: Flask, phone: Phone, name: str) -> None:
    phone.lays(deal_at_once="on").press("Deal").press("Cat").open(f"moves/{name}")
    words = {"leave": "Somebody leaves", "sit_out": "Somebody sits out"}[name]
    phone.press(words, {"player": "Dan"})
    assert memos(app, phone)[-1].startswith("Dan ")
    assert "Deal hand 2" in phone.says


def test_finish_says_who_wins_or_how_the_pool_is_shared(phone: Phone) -> None:
    """PO-07: the pool goes to the player who paid least."""
    phone.lays("Ann", "Ben", game="Points")
    assert re.search(r"Finish the game\?</summary>", phone.text), "no hand was played"
    assert "Finish the game? Ben wins Points" in phone.press("Write it down", {"points:Ben": 3}).says
    phone.lays("Ann", "Ben", "Cat", "Dan", game="Polignac", general="on").press("Deal").press("General made")
    takes = "Finish the game? the deal of hand 2 is taken back; Ann takes 15 from the pool"
    assert takes in phone.says.replace("\u00a0", " ")
    phone.lays().press("Deal").press("Nobody")
    assert "Finish the game? the 9 in the pool are shared: 2 each, 1 more to Cat" in phone.says.replace("\u00a0", " ")


def test_the_end_of_the_game_is_asked_once_and_is_the_last_of_the_other_moves(phone: Phone) -> None:
    phone.lays(each=30).press("Deal").press("Nobody")
    other = re.search(r'<nav class="rarer".*?</nav>', phone.text, re.DOTALL)
    assert other
    words = [" ".join(Page(part).words) for part in re.split(r"(?=<a |<details|<button type)", other[0])[1:]]
    assert words[0] == "Seats and dealer" and words[-1].startswith("Finish the game? the 9 in the pool are shared")
    assert re.search(r"<details.*<summary[^>]*>Finish the game\?.*</summary>.*<button", other[0], re.DOTALL)
    assert words[1:-1] == [
        "Counters",
        "Give counters from one to another",
        "Count and compare does the sheet agree?",
        "More from the box when somebody runs out",
    ], "one chip, and in it each in its own words, with a line"


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ({}, "Ben redeals: Ben puts 1 into the pool"),
        ({"dealer_extra": "0"}, "Ben redeals; nobody pays again"),
        ({"game": "Polignac"}, "Ben redeals"),
        ({"misdeal": "pay"}, "Ann redeals: Ann puts 1 into the pool"),
    ],
)
def test_a_misdeal_says_who_deals_and_who_pays_again(phone: Phone, rules: dict[str, str], says: str) -> None:
    phone.lays(**rules).press("Deal")
    assert says in phone.says.replace("\u00a0", " ")
    assert says in phone.open("moves/misdeal").says.replace("\u00a0", " ")
