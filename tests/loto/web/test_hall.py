"""A Loto night as its caller plays it: the programme, cards given out and checked, prizes given, the end."""

import json
from html import unescape

from flask import Flask

from companion.loto.rules.hall import possible_claims, verdict
from companion.scoresheet import score, sheet_from
from tests.loto.web.test_printed_cards import writes
from tests.tools.phone import Phone
from tests.web.table.test_routes import memos, table_of


def night(phone: Phone, *buttons: str, **fill: str) -> Phone:
    """A night of the British programme changed by buttons, of which every card is given out."""
    phone.joins().open("/lay?game=loto-hall")
    for button in buttons:
        phone.press(button)
    phone.press("Start", fill)
    phone.open("loto/given").press("All of them")
    return phone.open("").press("Start the round")


def programme(app: Flask, phone: Phone) -> list[list[str]]:
    """What every prize is for, and the thing that is won."""
    rounds = table_of(app, phone).journal.state.options.programme
    return [[f"{prize.words}: {prize.thing}" for prize in prizes] for prizes in rounds]


def having(app: Flask, phone: Phone, prize: int) -> list[int]:
    """The cards that have the prize at this place, the one that has it first before the others."""
    return [each.card for each in possible_claims(table_of(app, phone).journal.state) if each.prize == prize]


def first_with(app: Flask, phone: Phone, prize: int) -> int:
    """Draws until a card has the prize at this place; the one that has it first."""
    while not (cards := having(app, phone, prize)):
        phone.press("Draw")
    return cards[0]


def without(app: Flask, phone: Phone, prize: int) -> int:
    """A card that lacks something for a prize."""
    state = table_of(app, phone).journal.state
    return next(card for card in range(1, 121) if verdict(state, prize, card).since is None)


def checks(phone: Phone, card: int) -> Phone:
    return phone.press("Check", {"card": str(card)})


def test_a_night_goes_from_the_gallery_to_its_last_prize(app: Flask, phone: Phone, another) -> None:
    night(phone, "Another round")
    things = {1: "", 2: "", 3: ""}
    for number in (1, 2):
        if number == 2:
            phone.press("Start the round")
        for place in things:
            card = first_with(app, phone, place)
            assert "right" in checks(phone, card).says
            phone.press("To card", {"who": "Eve" if place == 3 else ""})
            assert f"ard {card}" in phone.says
    assert "Loto night is over 6 prizes were won" in phone.says
    assert any("seed" in memo for memo in memos(app, phone)[-3:])
    won = phone.says.partition("Round 1 A row")[2].partition("Share")[0]
    assert won.count("Eve, card") == 2
    assert "Caller" not in won
    for page in ("wall", "paper", "evening"):
        assert f"Round 2 A row {'C' if page == '' else 'c'}ard" in phone.open(page).says, page
    assert "Hand by hand" not in phone.open("paper").says
    table = table_of(app, phone)
    result = score(sheet_from(json.loads(unescape(phone.open("sheet.json").text))))
    assert result["balances"] == {"Caller": 0}
    assert table.journal.state.over
    phone.open("/evenings")
    assert "Loto night finished" in phone.says
    assert "Caller" not in phone.says + phone.open("/evenings/people").says + phone.open("/statistics").says
    phone.open("/lay?game=spoil-five")
    assert "Caller" not in phone.says


def test_the_programme_is_put_together_by_taps(app: Flask, phone: Phone) -> None:
    phone.joins().open("/lay?game=loto-hall").press("Indian")
    phone.press("Another round").press("Italian").press("Another round")
    phone.press("Another prize").press("Our own numbers", of="for:1:4:cells")
    phone.press("Start")
    assert "Round 2: tap the numbers that win" in phone.refused
    own = {"programme:1:4:cell:2:3": "1", "programme:1:4:cell:1:1": "1", "programme:1:4:named": "The heart"}
    phone.press("Play it earlier", own | {"programme:1:4:thing": "a rose"}).press("Start")
    assert programme(app, phone) == [
        ["two in one row: None", "three in one row: None", "four in one row: None", "five in one row: None",
         "The heart: a rose", "the whole card: None"],
        ["two in one row: None", "three in one row: None", "four in one row: None", "five in one row: None",
         "the whole card: None"],
    ]  # fmt: skip
    state = table_of(app, phone).journal.state
    assert state.options.programme[0][4].cells == [[1, 1], [2, 3]]
    assert state.options.pack != "0" * 32


def test_a_programme_without_prizes_is_refused(phone: Phone) -> None:
    phone.joins().open("/lay?game=loto-hall").press("Take this round out").press("Start")
    assert "Nothing can be won yet" in phone.refused
    phone.press("Another round")
    for _ in range(3):
        phone.press("Take this prize out")
    assert "Round 1 has no prize" in phone.press("Start").refused


def test_what_can_not_be_checked_is_said_in_a_sentence(app: Flask, phone: Phone) -> None:
    phone.joins().open("/lay?game=loto-hall").press("Start")
    phone.open("loto/given").press("Give out", {"first": "1", "last": "60", "to": "the school"})
    assert "Card 1 was given to the school already." in phone.press("Give out", {"first": "1", "last": "2"}).refused
    phone.open("").press("Start the round")
    before = len(memos(app, phone))
    for card, why in {
        "7": "No number has been drawn yet.", "61": "Card 61 hasn't been given out.",
        "500": "There's no card 500", "": "", "seven": "whole number",
    }.items():  # fmt: skip
        assert why in checks(phone, card).refused  # type: ignore[arg-type]
    phone.press("Draw")
    assert "Card 61 hasn't been given out." in checks(phone, 61).refused
    assert len(memos(app, phone)) == before + 1


def test_a_card_without_the_prize_is_told_what_it_lacks_and_another_has_it(app: Flask, phone: Phone) -> None:
    night(phone)
    good = first_with(app, phone, 1)
    bad = without(app, phone, 1)
    checks(phone, bad)
    assert f"Card {bad} doesn't have a row yet:" in phone.says
    assert "To card" not in " ".join(phone.buttons)
    wall = phone.open("wall").says
    assert f"A row Card {bad} is being checked" in wall
    phone.open("").press("Go on")
    assert "being checked" not in phone.says
    checks(phone, good).press("Don't give it")
    assert "being checked" not in phone.says


def test_two_cards_share_a_prize_or_draw_lots_for_it(app: Flask, phone: Phone) -> None:
    for ties, button in (("shared", "Shared by cards"), ("lot", "Draw lots among")):
        night(phone, ties=ties)
        first_with(app, phone, 1)
        while len(both := having(app, phone, 1)) < 2:
            phone.press("Draw")
        checks(phone, both[0])
        assert "could claim it, too, since" in phone.says
        checks(phone, both[1]).press(button)
        award = table_of(app, phone).journal.state.facts.awards[0][1]
        assert [*award.cards] == both[:2]
        assert (award.lot in both) == (ties == "lot")
        assert "is gone" not in phone.refused


def test_the_programme_and_the_pack_grow_in_mid_evening(app: Flask, phone: Phone) -> None:
    night(phone)
    phone.press("Draw")
    old = table_of(app, phone).journal.state
    phone.open("programme").press("Another round", {"cards": "240"})
    assert "Round 2" in phone.says
    phone.press("Save", {"programme:0:2:thing": "a bicycle"})
    now = table_of(app, phone).journal.state
    assert now.facts.drawn == old.facts.drawn
    assert (now.options.cards, now.options.pack) == (240, old.options.pack)
    assert programme(app, phone)[1] == ["a row: None", "two rows: None", "the whole card: a bicycle"]
    phone.open("programme").press("Save", {"cards": "60"})
    assert "Card 120 is given out" in phone.refused
    assert table_of(app, phone).journal.state.options.cards == 240


def test_a_prize_is_left_out_and_the_round_goes_on(app: Flask, phone: Phone) -> None:
    night(phone)
    phone.open("moves/pass").press("Leave a prize out", {"prize": "1"})
    assert "A row not played for any more" in phone.open("").says
    card = first_with(app, phone, 2)
    assert "Two rows: right" in checks(phone, card).says


def test_another_tablet_goes_on_where_the_callers_died(app: Flask, phone: Phone, another) -> None:
    night(phone)
    card = first_with(app, phone, 1)
    checks(phone, card)
    tablet = phone.lets_write(another())
    assert "A row: right" in tablet.open("").says
    tablet.press("To card")
    tablet.press("Draw")
    assert f"A row Card {card}" in tablet.says


def test_cards_that_were_given_out_stay_in_the_pack_though_they_came_back(app: Flask, phone: Phone) -> None:
    night(phone)
    writes(app, phone, move="take-back", first=61, last=120)
    phone.open("programme").press("Save", {"cards": "60"})
    assert "Card 120 is given out" in phone.refused
    assert not any(step.conflict for step in table_of(app, phone).journal.steps)


def test_a_round_that_began_meanwhile_is_not_put_into_the_programme_again(app: Flask, phone: Phone) -> None:
    phone.joins().open("/lay?game=loto-hall").press("Start")
    writes(app, phone, move="give", first=1, last=60)
    address, answers = phone.open("programme").request_of("Another round", {})
    writes(app, phone, move="deal")
    page = phone.send(address, answers)
    assert "Round 2" in page.says
    page.press("Save")
    assert "A round has begun meanwhile: open the programme again." in phone.refused
    assert len(programme(app, phone)) == 1


def test_500_cards_become_504_with_a_word(app: Flask, phone: Phone) -> None:
    phone.lays("Caller", game="Loto night", cards="500")
    assert table_of(app, phone).journal.state.options.cards == 504
    assert "The pack has 504 cards, in whole sixes." in phone.says
    assert "500 become 504" in phone.new_table("Loto night").says
