"""Loto by drawings: ten holes to fill, what each line earns, and how it ends."""

import re

import pytest
from flask import Flask

from companion.loto.rules.box import bag
from companion.loto.rules.cards import cover
from companion.loto.rules.drawings import Drawing
from companion.store import SealedBags
from tests.loto.web.test_calling import takes
from tests.tools.phone import Phone
from tests.web.table.test_routes import memos, table_of

pytestmark = pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])

AMBO_TERNE = (5, 11, 33, 22, 43, 2, 10, 57, 55, 1)
"""On card 1 a terne, an ambo and an abstract; on card 3 an ambo, on cards 4 and 5 an abstract."""
NOBODYS = (3, 7, 8, 9, 13, 14, 18, 19)
"""On none of the cards 1 to 6."""


def table(app: Flask, phone: Phone, cards: str = "Ann 1, Ben 3, Cat 5", **options: int) -> Phone:
    """A table of three at which the cards are given out and paid for."""
    phone.lays("Ann", "Ben", "Cat", game="Loto, by drawings", **{name: str(held) for name, held in options.items()})
    for name, *numbers in (given.split() for given in cards.split(", ")):
        takes(app, phone, name, {"numbers": [int(number) for number in numbers]})
    return phone.open("").press("Deal")


def test_who_sits_out_sees_the_cards_with_nothing_on_them(app: Flask, phone: Phone, htmx: bool) -> None:
    table(app, phone).press("Abandon")
    phone.send("moves/sit_out", {"player": "Cat"}).open("").press("Deal")
    draws(phone, *AMBO_TERNE)
    assert phone.open("me").press("Cat").open("").status == 200


def draws(phone: Phone, *numbers: int) -> Phone:
    """Writes a drawing down, its numbers in their order."""
    return phone.open("?move=drawing").press("Write it down", {"numbers": " ".join(map(str, numbers))})


def gives(app: Flask, phone: Phone, pot: str, counters: int) -> None:
    """Takes counters out of a pot, so that it runs short."""
    phone.open("moves/give").press(
        "Correct the score", {"from": f"pot:{pot}", "to": "player:Ann", "counters": counters}
    )


def holes(phone: Phone) -> list[str]:
    """The numbers in the ten holes, in their order."""
    (found,) = re.findall(r'<ol class="holes".*?</ol>', phone.text, re.DOTALL)
    return re.findall(r"<li>(\d+)</li>", found)


def lines(phone: Phone) -> list[str]:
    """What the lines earned, as the page names it, in its order."""
    named = re.findall(r'<span class="named">\s*(\w+) ?<b>([^<]*)</b>', phone.text)
    return [f"{name} {earned}" for name, earned in named]


def test_the_first_drawing_is_asked_for_at_once_and_tapped_without_scripts(app: Flask, phone: Phone) -> None:
    """LO2-06: the board alone can't tell the order; rising will do."""
    table(app, phone)
    assert "Ann has the bag and draws first." in phone.says
    phone.press("Write it down", {f"numbers:{number}": number for number in sorted(AMBO_TERNE)})
    assert memos(app, phone)[-1].startswith("Ann draws 1, 2, 5, 10, 11, 22, 33, 43, 55 and 57: ")
    assert table_of(app, phone).journal.state.balances == {"Ann": -60 + 36, "Ben": -60 + 7, "Cat": -60 + 1}


def test_every_line_of_every_card_is_named_with_what_it_earns(app: Flask, phone: Phone, another) -> None:
    """LO2-09, LO2-10: in the order of the seats; the card without any of the numbers is named too."""
    table(app, phone, "Ann 1 2, Ben 3, Cat 5")
    draws(phone, *AMBO_TERNE)
    assert holes(phone) == [str(number) for number in AMBO_TERNE]
    earned = ["terne 3 + 25", "ambo 2 + 5", "abstract 1", "ambo 2 + 5", "abstract 1"]
    assert lines(phone) == earned
    assert "6 counters for covering, 3 fish for premiums" in phone.says
    assert "Nothing on card 2." in phone.says
    assert "Pass the bag to Ben." in phone.says
    assert "paid in again" not in phone.says
    watcher = another().open(f"/t/{phone.code}")
    assert lines(watcher) == earned and "Draw ten" not in watcher.says
    phone.open("moves/abandon").press("Abandon")
    phone.open("").press("Deal")
    assert "Which ten numbers are drawn?" in phone.says
    assert lines(phone) == [], "an abandoned hand leaves none behind"


def test_the_table_pile_and_the_pool_lie_there_in_pieces(app: Flask, phone: Phone) -> None:
    """LC-01."""
    table(app, phone, "Ann 1 2, Ben 3, Cat 5 6")
    assert "125 on the table 1 contract, 2 fish and 5 counters" in phone.says
    assert "175 in the pool 1 contract, 7 fish and 5 counters" in phone.says
    assert "Ann and Cat put 5 fish each onto the table, Ben 2 fish and 5 counters" in phone.says


def test_the_app_draws_by_one_tap_out_of_a_bag_that_was_settled(app: Flask, phone: Phone) -> None:
    """Looking often changes nothing: the ten numbers are settled before anybody looks."""
    table(app, phone)
    facts = table_of(app, phone).journal.state.facts
    seed = SealedBags(app.extensions["companion"].database).seed(facts.fingerprint)
    assert seed and seed not in phone.text and facts.fingerprint in phone.says
    for _ in range(2):
        phone.press("Draw ten")
        assert last_of(app, phone).numbers == list(bag(seed)[:10]) and last_of(app, phone).seed == seed
        assert holes(phone) == [str(number) for number in bag(seed)[:10]]
        assert table_of(app, phone).journal.state.facts.fingerprint not in {"", facts.fingerprint}, (
            "the next is settled"
        )
        phone.press("Undo")  # what is taken back comes out again as it was


def test_beside_a_real_bag_the_settled_one_goes_on_standing(app: Flask, phone: Phone) -> None:
    table(app, phone)
    settled = table_of(app, phone).journal.state.facts.fingerprint
    draws(phone, *AMBO_TERNE)
    assert table_of(app, phone).journal.state.facts.fingerprint == settled
    phone.press("Draw ten")
    assert phone.open("loto/bags").says.count("Hand 1, drawing 2 10 numbers, seed shown") == 1


def test_the_last_drawing_settles_no_further_bag(app: Flask, phone: Phone) -> None:
    """LO2-15: it has no more numbers than it takes to empty the table."""
    table(app, phone, table_share=59).press("1").press("Draw ten")
    drawing = last_of(app, phone)
    assert drawing.seed and drawing.fingerprint is None
    assert drawing.numbers == list(bag(drawing.seed)[: len(drawing.numbers)])


def test_without_a_known_seed_numbers_come_by_chance(app: Flask, phone: Phone) -> None:
    table(app, phone)
    bags = app.extensions["companion"].database
    with bags.writing() as rows:
        rows.table("bags").delete_where()  # as where an evening was imported
    phone.press("Draw ten")
    assert len(set(last_of(app, phone).numbers)) == 10 and last_of(app, phone).seed is None


def last_of(app: Flask, phone: Phone) -> Drawing:
    move = table_of(app, phone).journal.steps[-1].line.move
    assert isinstance(move, Drawing)
    return move


def test_a_drawing_that_is_too_short_keeps_what_was_tapped(app: Flask, phone: Phone) -> None:
    table(app, phone)
    draws(phone, 11, 5, 90)
    assert phone.status == 409
    assert phone.refused == "Ten numbers are drawn, not 3; only the last drawing may be shorter."
    assert phone.filled("numbers") == ["11 5 90"] and phone.filled("numbers:90") == ["90"]
    if phone.htmx:
        assert holes(phone) == ["11", "5", "90"]
        assert phone.text.count('id="asking"') == 1
    phone.press("Write it down" if phone.htmx else "Drawing", {"numbers": " ".join(map(str, AMBO_TERNE))})
    assert phone.status == 422, "90 is tapped still"


def test_what_is_typed_and_what_is_tapped_must_agree(app: Flask, phone: Phone) -> None:
    table(app, phone).press("Write it down", {"numbers": "1 2 3", "numbers:4": "4"})
    assert phone.status == 422
    assert phone.refused.endswith("What you typed isn't what you tapped: use one or the other.")
    draws(phone, 1, 2, 3)
    phone.open("").press("Write it down", {"numbers": "1, two, 3"})
    assert phone.refused.endswith("“two” isn't a whole number.")


def test_everybody_contributes_again_where_the_pool_is_too_small_and_it_is_said_why(app: Flask, phone: Phone) -> None:
    """LO2-13."""
    table(app, phone)
    gives(app, phone, "pool", 90)
    draws(phone, *AMBO_TERNE)
    assert "In the pool lay 1 fish and 5 counters, but 3 fish and 5 counters had to be paid" in phone.says
    assert "so everyone paid in again first." in phone.says


def test_often_where_once_is_not_enough(app: Flask, phone: Phone) -> None:
    table(app, phone, table_share=59)
    draws(phone, 5, 11, *NOBODYS)
    assert "paid in again first." in phone.says
    draws(phone, 5, 11, 17, 22, *NOBODYS[:6])
    assert "paid in 3 times more first." in phone.says


def test_the_last_drawings_are_agreed_upon_by_one_tap(app: Flask, phone: Phone) -> None:
    """LO2-14."""
    table(app, phone)
    draws(phone, *AMBO_TERNE).press("3")
    assert table_of(app, phone).journal.state.facts.left == 3
    assert "1 drawing · 3 more to come" in phone.says
    assert "Drawings left, as agreed: 3." in phone.says
    phone.press("1")
    assert "Pass the bag to Ben for the last drawing." in phone.says
    phone.open("?move=drawing")
    assert "The last drawing: ten numbers, or fewer if one of them takes the last counter." in phone.says
    assert "6 fish and 6 counters are left on the table." in phone.says


def test_bankruptcy_is_said_in_words_and_what_was_left_goes_back(app: Flask, phone: Phone) -> None:
    """LO2-16 to LO2-18: 20 are left in the pool for 30, 5 and nothing."""
    table(app, phone)
    gives(app, phone, "pool", 85)
    phone.open("").press("1")
    draws(phone, *AMBO_TERNE)
    assert "Bankruptcy: the pool was too small for the premiums. Ann got 20 of 30, Ben nothing of 5." in phone.says
    assert "6 counters for covering, 2 fish of 3 fish for premiums" in phone.says
    assert "2 counters for covering, nothing of 5 counters for premiums" in phone.says
    back = (
        "What was left was shared by cards held: Ann 2 fish and 2 counters; Ben 2 fish and 2 counters; Cat 2 fish and 2"
    )
    assert back in phone.says
    assert "Redeeming counters changes nothing" in phone.says
    assert "Settle up" in phone.says


def test_the_last_drawing_ends_with_the_last_counter_on_the_table(app: Flask, phone: Phone) -> None:
    """LO2-15: the app draws no more than that."""
    table(app, phone)
    gives(app, phone, "table", 74)
    phone.open("").press("1")
    before = table_of(app, phone).journal.state
    assert "1 counter is left on the table." in phone.says
    phone.press("Draw ten")
    drawn = last_of(app, phone).numbers
    covering = cover(before, drawn, 1)
    assert covering.emptied_by in {None, len(drawn)}
    assert len(drawn) == 10 or covering.emptied_by
    assert table_of(app, phone).journal.state.over


def test_with_an_empty_table_the_last_drawing_has_no_number(app: Flask, phone: Phone) -> None:
    table(app, phone)
    gives(app, phone, "table", 75)
    phone.open("").press("1")
    assert "no counters are left to cover with" in phone.says
    phone.press("Write it down")
    assert table_of(app, phone).journal.state.over
    assert "draws no more: nobody has any of them" in memos(app, phone)[-1]


def test_one_pile_pays_everything(app: Flask, phone: Phone) -> None:
    """LO2-05: the premiums of the last drawing come after the counters."""
    table(app, phone, table_share=0)
    gives(app, phone, "pool", 160)
    phone.open("").press("1")
    draws(phone, *AMBO_TERNE)
    assert "Ann got 11 of 30, Ben nothing of 5." in phone.says


def test_an_amended_drawing_is_tapped_on_the_same_board(app: Flask, phone: Phone) -> None:
    table(app, phone)
    draws(phone, *AMBO_TERNE)
    number = table_of(app, phone).journal.last
    phone.open(f"journal/{number}")
    assert phone.filled("numbers") == ["5 11 33 22 43 2 10 57 55 1"]
    phone.press("See what would change", {"numbers": "5 11 33 22 43 2 10 57 55 3", "numbers:1": None, "numbers:3": "3"})
    phone.press("Save")
    assert table_of(app, phone).journal.state.balances["Cat"] == -60


def test_counters_are_shown_in_the_pieces_of_the_box_on_every_page(app: Flask, phone: Phone) -> None:
    """LC-01: what changes hands, balances, journal, settlement."""
    table(app, phone, "Ann 1, Ben 2 3, Cat 5")
    assert "Ann 6 fish" in phone.says
    for path in ("journal", "seats", "settlement"):
        assert "fish" in phone.open(path).says, path
    phone.open("").press("1")
    draws(phone, *AMBO_TERNE)
    phone.open("settlement")
    assert "Ben pays Ann 1 fish and" in phone.says or "Ben pays Ann 2 fish" in phone.says
    assert re.search(r"pays Ann \d+ counters: \d fish", phone.open("settlement.txt").text)


def test_other_games_have_figures_alone(phone: Phone) -> None:
    phone.lays(ante=50).press("Deal")
    assert "Ann puts 51 into the pool, the others 50 each" in phone.says
    assert "fish" not in phone.says + phone.open("settlement").says
