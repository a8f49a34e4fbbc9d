"""Counters lie on the table: people see stacks, and nothing that has changed hands already is paid again."""

import csv
import io
import re

import pytest
from flask import Flask

from tests.tools.phone import Phone
from tests.web.table.test_routes import memos, table_of


def rows(phone: Phone) -> dict[str, str]:
    """What stands beside every name of the table page."""
    found = re.findall(r'<span class="name">([^<]+).*?<span class="balance \w+">([^<]+)<', phone.open("").text)
    return dict(found)


def stacks(app: Flask, phone: Phone) -> dict[str, int]:
    return table_of(app, phone).journal.state.stacks


@pytest.fixture
def three(phone: Phone) -> Phone:
    """Spoil-Five with thirty counters each."""
    return phone.lays("Ann", "Ben", "Cleo", each=30)


def test_what_a_new_table_offers_first_is_thirty_counters_each(app: Flask, phone: Phone) -> None:
    phone.names("Ann", "Ben").press("Start")
    assert stacks(app, phone) == {"Ann": 30, "Ben": 30}


def test_the_next_table_of_this_device_is_offered_as_the_last_was_kept(app: Flask, phone: Phone) -> None:
    phone.lays("Ann", "Ben", each=50).new_table()
    assert phone.filled("keeps") == ["counters"]
    assert phone.filled("start") == ["50"]
    assert not table_of(app, phone.lays("Ann", "Ben")).journal.state.stacks
    assert phone.new_table().filled("keeps") == ["score"]


@pytest.mark.parametrize("start", ["", "0", "-3", "many", "1000001"])
def test_a_stack_that_is_no_number_is_refused_beside_the_question(phone: Phone, start: str) -> None:
    phone.names("Ann", "Ben").press("Start", {"start": start})
    assert phone.status == 422
    assert phone.refused == "Enter a whole number of counters for everyone to start with, from 1 to 1000000."
    assert re.search(rf'<input(?=[^>]*name="start")(?=[^>]*value="{start}")[^>]*aria-invalid', phone.text)


def test_everyone_sees_stacks_and_nobody_is_red_at_the_first_deal(app: Flask, three: Phone) -> None:
    three.press("Deal")
    assert rows(three) == {"Ann": "27", "Ben": "28", "Cleo": "28"}
    assert 'class="balance down"' not in three.text
    assert "players 83 + pool 7 = 90" in three.says
    for page in ("overhead", "seats", "settlement", "evening", "paper"):
        assert "27" in three.open(page).page.words, page
        assert 'class="balance down"' not in three.text
    watching = Phone(app).open(f"/t/{three.code}/me").press("Ann")
    assert re.search(r'own-phone.*?<span class="balance stack"> ?27', watching.text)


def test_a_table_that_keeps_the_score_shows_it_with_its_sign(app: Flask, phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cleo").press("Deal")
    assert rows(phone) == {"Ann": "−3", "Ben": "−2", "Cleo": "−2"}
    assert "The score changes" in phone.says
    assert "Changes hands" not in phone.says
    assert "More from the box" not in phone.says
    phone.lays("Ann", "Ben", "Cleo", game="Baccara")
    phone.open("moves/give").press("Correct the score", {"from": "player:Ann", "to": "player:Cleo", "counters": 4})
    assert "Ann −4, Cleo +4" in phone.says, "without pots, player by player"
    other = Phone(app).open(f"/t/{phone.code}/me").press("Ann")
    assert "lose 4" in other.says
    assert "pay" not in other.says


def test_the_stack_that_lies_there_is_counted_and_amended_as_it_was(app: Flask, three: Phone) -> None:
    three.press("Deal").open("moves/count")
    assert "How many are there?" in three.says
    three.press("Count", {"either": "player:Ann", "counters": 25})
    assert three.refused == "Ann: you counted 25, but the sheet says 27: 2 counters too few."
    three.press("Count", {"either": "player:Ann", "counters": 27})
    assert memos(app, three)[-1] == "Counted Ann: 27. It matches."
    assert table_of(app, three).sheet().games[0].moves[-1].counters == -3
    three.open("journal/3")
    assert three.filled("counters") == ["27"]
    three.press("See what would change", {"either": "player:Ben", "counters": 28}).press("Save")
    assert memos(app, three)[-1] == "Counted Ben: 28. It matches."
    three.open("moves/count").press("Count", {"either": "pot:pool", "counters": 7})
    assert memos(app, three)[-1] == "Counted the pool: 7. It matches."


def test_a_correction_a_spreadsheet_and_an_empty_sheet_have_the_stacks(three: Phone) -> None:
    three.press("Deal").press("Cleo").press("Deal")
    table = list(csv.DictReader(io.StringIO(three.open("balances.csv").text)))
    assert [row["Cleo"] for row in table] == ["0", "5", "3"][: len(table)]
    assert [row["stack: Cleo"] for row in table] == ["30", "35", "33"][: len(table)]
    assert "adds up to 90" in three.open("paper?empty=1").says
    three.open("").press("Undo").open("journal/3").press("Strike it out")
    assert re.search(
        r'Cleo</th><td><span class="balance stack">35</span></td><td><span class="balance stack">28<', three.text
    )


def test_who_comes_later_takes_a_stack_and_who_goes_hands_one_over(app: Flask, three: Phone) -> None:
    assert "A new player takes 30 counters from the box." in three.open("seats").says
    three.press("Joins", {"player": "Dan", "left_of": "Ann"})
    assert "Dan joins on Ann's left and takes 30 counters from the box." in three.says
    three.press("Deal").press("Ben").open("seats").press("Leaves", of="Dan")
    assert "Dan leaves and hands back 28 counters: 2 down." in three.says
    assert "has left · 2 down" in three.says
    three.open("seats").press("Comes back", of="Dan")
    assert memos(app, three)[-1] == "Dan joins and takes 28 counters from the box."


def test_who_goes_up_is_paid_by_those_furthest_down_and_the_table_gets_one_order(app: Flask, three: Phone) -> None:
    three.press("Deal").press("Cleo").open("seats")
    assert "Ann settles with Cleo and takes 3 counters." in three.says
    assert "Ben settles with Cleo and takes 2 counters." in three.says
    assert "Cleo puts 30 counters back in the box." in three.says
    three.press("All done: Cleo leaves")
    assert memos(app, three)[-3:] == [
        "Ann settles 3 counters with Cleo.",
        "Ben settles 2 counters with Cleo.",
        "Cleo leaves and hands back 30 counters.",
    ]
    state = table_of(app, three).journal.state
    assert (state.balances, state.won) == (dict.fromkeys(state.seats, 0), {"Ann": -3, "Ben": -2, "Cleo": 5})
    assert "players 60 + pool 0 + box 30 = 90" in three.says
    assert "pays Ann" not in three.says
    three.press("Undo")
    assert stacks(app, three) == {"Ann": 27, "Ben": 28, "Cleo": 35}


def test_who_left_unsettled_is_settled_with_later(app: Flask, three: Phone) -> None:
    three.press("Deal").press("Cleo").open("seats").press("Leaves", of="Ann")
    assert "Ann leaves and hands back 27 counters: 3 down." in three.says
    assert "players 63 + pool 0 + box 27 = 90" in three.says
    assert "Ann settles with Cleo for 3 counters. Cleo puts 3 counters back in the box." in three.says
    three.press("Done")
    state = table_of(app, three).journal.state
    assert state.balances == {"Ann": 0, "Ben": -2, "Cleo": 2}
    assert state.stacks == {"Ann": 30, "Ben": 28, "Cleo": 32}
    assert "Ann settles 3 counters with Cleo." in three.says
    assert "players 60 + pool 0 + box 30 = 90" in three.says
    assert "has left" not in three.says


def test_who_goes_pays_in_money_where_a_counter_has_a_value(app: Flask, phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cleo", each=30, amount="0.05", currency="GBP").press("Deal").press("Cleo").open("seats")
    assert "Ann pays Cleo £0.15 and takes 3 counters for it." in phone.says
    assert "Ben pays Cleo £0.10 and takes 2 counters for it." in phone.says
    phone.press("Leaves", of="Cleo")
    assert "has left · 5 up, £0.25" in phone.says
    assert "Ann takes 3 counters from the box. Ben takes 2 counters from the box." in phone.says


def test_a_deal_that_nobody_touched_is_taken_back_before_who_leaves_is_settled_with(app: Flask, phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cleo", deal_at_once="on").press("Deal").press("Cleo").open("seats")
    assert "Ann pays Cleo 3 counters." in phone.says
    phone.press("All done: Cleo leaves")
    state = table_of(app, phone).journal.state
    assert (state.hand, state.balances) == (1, {"Ann": 0, "Ben": 0, "Cleo": 0})


def test_what_lies_in_the_pool_stays_open_and_the_evening_says_what_was_won(app: Flask, phone: Phone) -> None:
    """Ann is 3 down, Cleo 5 up; a spoilt hand later the pool holds 7, and Ben who is 4 down pays as far as he can."""
    phone.lays("Ann", "Ben", "Cleo").press("Deal").press("Cleo").press("Deal").press("Nobody: spoilt")
    assert table_of(app, phone).journal.state.balances == {"Ann": -5, "Ben": -5, "Cleo": 3}
    phone.open("seats")
    assert "Ben pays Cleo 3 counters. Still open until the end, because it's in a pot: 2 counters." in phone.says
    phone.press("All done: Ben leaves")
    assert "Ben · Still open until the end, because it's in a pot: 2 counters." in phone.says
    assert "no counter is lost" not in phone.says, "none lie on the table"
    phone.press("Deal").press("Ann").press("Finish").open("settlement")
    state = table_of(app, phone).journal.state
    assert state.won["Ben"] == -5
    assert "−5 in play" in phone.says
    assert re.search(r"Ben</th>.*?<td>−5</td>", phone.open("paper").text)


def test_a_hand_corrected_after_somebody_was_settled_with_changes_what_was_won(app: Flask, phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cleo").press("Deal").press("Cleo").open("seats").press("All done: Cleo leaves")
    phone.open("journal/3").press("See what would change", {"player": "Ann"}).press("Save").open("").press("Finish")
    state = table_of(app, phone).journal.state
    assert state.won == {"Ann": 4, "Ben": -2, "Cleo": -2}
    assert state.balances == {"Ann": 7, "Ben": 0, "Cleo": -7}
    assert "Cleo pays Ann 7" in phone.open("settlement").says
    assert "Ann wins Spoil-Five 4 up" in phone.says


def test_a_couple_settles_when_both_have_gone(app: Flask, phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cleo", "Dan").press("Deal").press("Cleo")
    app.extensions["companion"].tables.change(phone.code, lambda now: now.join(["Ben", "Cleo"]))
    phone.open("seats").press("Leaves", of="Cleo")
    assert "Settle up with" not in phone.says
    phone.open("seats")
    assert "Ann pays Ben & Cleo 3 counters. Dan pays Ben & Cleo 2 counters." in phone.says
    phone.press("All done: Ben leaves")
    assert table_of(app, phone).journal.state.balances == {"Ann": 0, "Ben": -2, "Cleo": 2, "Dan": 0}


def test_who_has_run_out_takes_a_stack_with_one_tap(app: Flask, phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cleo", each=5)
    assert "counters from the box" not in phone.says
    phone.press("Deal").press("Cleo").press("Deal")
    assert rows(phone) == {"Ann": "0", "Ben": "0", "Cleo": "8"}
    phone.press("Ann takes 5 counters from the box")
    assert memos(app, phone)[-1] == "Ann takes 5 counters from the box."
    assert rows(phone)["Ann"] == "5"
    assert "took 5 more" in phone.open("settlement").says


@pytest.mark.parametrize("pages", ["settlement", "settlement.txt"])
def test_without_money_the_settlement_is_a_table_of_stacks(phone: Phone, pages: str) -> None:
    phone.lays("Ann", "Ben", "Cleo", each=30).press("Deal").press("Cleo").press("Finish").open("settlement")
    assert "Everyone already has their winnings" in phone.says
    assert "Who won what" in phone.says
    assert " pays " not in phone.says
    assert phone.open("settlement.txt").text == "Ann: 27 (3 down)\nBen: 28 (2 down)\nCleo: 35 (5 up)\n"
    assert "Who pays" not in phone.open("paper").says


def test_where_no_counters_changed_hands_the_settlement_says_so_and_shows_the_points_first(phone: Phone) -> None:
    phone.lays("Ann", "Ben", game="Points", each=30)
    phone.press("Write it down", {"points:Ann": "5", "points:Ben": "2"}).press("Finish").open("settlement")
    assert "No counters changed hands: nobody owes anything." in phone.says
    assert phone.says.index("Points Ann") < phone.says.index("Counters Ann")


def test_with_money_the_settlement_is_paid_in_money(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cleo", each=30, amount="0.05", currency="GBP")
    phone.press("Deal").press("Cleo").press("Finish").open("settlement")
    assert "In money: the winners already have the counters." in phone.says
    assert "Ann pays Cleo £0.15 3 counters" in phone.says
    phone.press("Ann pays Cleo")
    assert "1 payment is still to be made." in phone.says
    assert "Cleo: 35 (5 up, £0.25)" in phone.open("settlement.txt").text


def test_how_the_counters_are_kept_is_changed_later_and_read_by_who_only_watches(app: Flask, three: Phone) -> None:
    other = Phone(app).open(f"/t/{three.code}/rules")
    assert "Real counters on the table: everyone starts with 30 counters." in other.says
    three.press("Deal").open("rules").press("Save", {"keeps": "score"})
    assert "Companion keeps the score" in other.open("rules").says
    assert not stacks(app, three)
    assert rows(three)["Ann"] == "−3"
    three.open("rules").press("Save", {"keeps": "counters", "start": "50"})
    assert rows(three)["Ann"] == "47"
    three.open("rules").press("Save", {"start": "none"})
    assert three.refused.startswith("Enter a whole number of counters")
    three.open("moves/stack").press("More from the box", {"player": "Ann"})
    three.open("rules").press("Save", {"keeps": "score"})
    assert three.refused == "Ann has taken more counters from the box, so there are counters on this table."


def test_an_evening_with_further_stacks_comes_to_what_the_book_of_examples_says(app: Flask, three: Phone) -> None:
    """TB-E1, tap by tap."""
    three.press("Deal").press("Cleo")
    assert rows(three) == {"Ann": "27", "Ben": "28", "Cleo": "35"}
    three.press("Deal").open("moves/stack").press("More from the box", {"player": "Ann"})
    assert rows(three) == {"Ann": "55", "Ben": "25", "Cleo": "33"}
    three.press("Nobody: spoilt").open("moves/stack").press("More from the box", {"player": "Ben", "counters": 10})
    three.open("").press("Deal")
    assert rows(three) == {"Ann": "54", "Ben": "34", "Cleo": "31"}
    three.press("Ann").press("Finish")
    assert rows(three) == {"Ann": "+5", "Cleo": "+1", "Ben": "−6"}, "what was won"
    assert "players 130 + pool 0 = 130" in three.says
    three.open("settlement.txt")
    assert three.text == "Ann: 65 (5 up, took 30 more)\nBen: 34 (6 down, took 10 more)\nCleo: 31 (1 up)\n"


def test_money_is_rounded_to_what_can_be_paid_and_it_is_said_how(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cleo", game="Baccara", amount="0.5", currency="JPY")
    for name, counters in (("Ann", 3), ("Cleo", 1)):
        gives = {"from": f"player:{name}", "to": "player:Ben", "counters": counters}
        phone.open("moves/give").press("Correct the score", gives)
    rounded = "Rounded to ¥1, so that it can be paid and still adds up. Exactly: Ann ¥1.5, Cleo ¥0.5."
    phone.open("").press("Finish").open("settlement")
    assert rounded in phone.says
    assert "Ann pays Ben ¥1" in phone.says
    assert "3 counters" not in phone.says
    phone.press("Ann pays Ben")
    assert "1 payment is still to be made." in phone.says
    assert phone.open("settlement.txt").text == (
        "Ann: −3 (¥1)\nBen: +4 (¥2)\nCleo: −1 (¥1)\n\nCleo pays Ben ¥1\nAnn pays Ben ¥1 (paid)\n\n" + rounded + "\n"
    )
    assert f"Ann −3 −¥1 Ben +4 +¥2 Cleo −1 −¥1 {rounded}" in phone.open("paper").says


def test_the_household_names_the_smallest_coin_and_it_goes_along_to_the_next_evening(app: Flask, phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cleo").press("Deal").press("Cleo").press("Finish").open("settlement")
    phone.press("Save", {"amount": "0,03", "currency": "EUR", "coin": "0"})
    assert phone.refused == "Enter an amount, e.g. 0.05"
    for coin in ("5", "0,001", "0,015"):
        phone.press("Save", {"amount": "0,03", "currency": "EUR", "coin": coin})
        assert phone.refused == "Enter a coin that there is, from €0.01 to €1.00."
    phone.press("Save", {"amount": "0,03", "currency": "EUR", "coin": "1"})
    assert "Nobody owes as much as a coin. Rounded to €1.00" in phone.says
    phone.press("Save", {"amount": "0,03", "currency": "EUR", "coin": "0,05"})
    assert "Ann pays Cleo €0.10 Ben pays Cleo €0.05" in phone.says
    phone.open("evening").press("Play again")
    assert table_of(app, phone).beside.coin == "0.05"


def test_what_is_ticked_off_was_paid_by_what_a_counter_was_worth_then(app: Flask, phone: Phone) -> None:
    worth = {"amount": "0.05", "currency": "GBP"}
    phone.lays("Ann", "Ben", "Cleo", **worth).press("Deal").press("Cleo").press("Finish").open("settlement")
    phone.press("Ann pays Cleo")
    for changed in ({**worth, "coin": "0.10"}, {**worth, "currency": "EUR", "coin": ""}):
        phone.press("Save", changed)
        assert phone.refused == "Untick the payments first: they were made at what a counter was worth then."
    phone.press("Save", {**worth, "coin": ""}).press("Ann pays Cleo").press("Save", {**worth, "coin": "0.10"})
    assert table_of(app, phone).beside.coin == "0.10"


def test_what_is_less_than_a_coin_is_no_payment(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cleo", amount="0.1", currency="JPY").press("Deal").press("Cleo").open("seats")
    assert "Ann owes Cleo 3 counters, less than a coin: that's nothing to pay." in phone.says
