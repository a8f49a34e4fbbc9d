"""A mistake found later is corrected where it was made, and seen before it is saved."""

import re
from pathlib import Path

import pytest
from flask import Flask

from companion.scoresheet import read_sheet, sheet_from
from tests.loto.web.test_calling import loto, takes
from tests.tools.phone import Phone
from tests.web.table.test_routes import memos, table_of


@pytest.fixture
def evening(phone: Phone) -> Phone:
    """Two hands: Cat won the first, Ben the second."""
    phone.lays()
    for button in ("Deal", "Cat", "Deal", "Ben"):
        phone.press(button)
    return phone


def balances(app: Flask, phone: Phone) -> list[int]:
    return list(app.extensions["companion"].tables.find(phone.code).journal.state.balances.values())


def test_the_journal_is_read_newest_first_by_hands_and_strikes_below_what_corrects(evening: Phone) -> None:
    evening.open("journal")
    second = ["Spoil-Five · hand 2", "Ben takes the pool.", "Ben deals hand 2."]
    first = ["Spoil-Five · hand 1", "Cat takes the pool.", "Ann deals hand 1."]
    places = [evening.says.index(words) for words in (*second, *first, "Spoil-Five begins")]
    assert places == sorted(places)
    words = next(words for words in evening.page.links if words.startswith("3 Cat takes the pool. Cat takes 9"))
    assert evening.page.links[words] == f"/t/{evening.code}/journal/3"
    assert re.search(r"[0-9]{2}:[0-9]{2}$", words), "and when it was written"
    evening.open("journal/3")
    acts = ("Correct it", "See what would change", "Strike it out", "Strike out hand 1")
    places = [evening.says.index(words) for words in acts]
    assert places == sorted(places)


def test_who_came_under_a_name_that_was_given_up_is_told_by_it_wherever_that_is_struck(evening: Phone) -> None:
    evening.send("names", {"was": "Cat", "now": "Kate"})
    evening.send("moves/join", {"player": "Cat", "key": "comes"}).send("undo", {"key": "taken back"})
    for page in ("journal", "journal/7", "journal/7/missing", "journal/7/hand"):
        assert "Cat joins" in evening.open(page).says, page
    assert "Cat joins" in evening.send("journal/7/preview", {"act": "restore"}).says
    assert "(2)" not in evening.says


def test_a_long_journal_has_pages(evening: Phone) -> None:
    for _ in range(30):
        evening.open("").press("Deal").press("Ann")
    evening.open("journal")
    assert "Spoil-Five begins" not in evening.says
    evening.open(evening.page.links["Older moves"])
    assert "Spoil-Five begins" in evening.says
    assert "Older moves" not in evening.page.links
    for odd in ("x", "99999"):
        assert "hand 32" in evening.open(f"journal?before={odd}").says
    assert "hand 3" not in evening.open("journal?before=-5").says, "before the first move there is none"


def test_a_move_is_struck_after_a_look_at_what_becomes(app: Flask, evening: Phone) -> None:
    evening.open("journal/5").press("Strike it out")
    assert "Ben pays" not in evening.says and "Ben puts 9 into the pool" in evening.says
    assert "Ben" in evening.says and "+4 −5" in evening.says, "Ben's balance is and becomes"
    assert balances(app, evening) == [-5, 4, 5, -4], "nothing is written yet"
    evening.press("Save")
    assert evening.status == 200
    assert balances(app, evening) == [-5, -5, 5, -4]
    assert "Ben puts 9 into the pool" in evening.says, "what changes hands now"
    assert "struck out" in evening.open("journal").says


def test_later_moves_that_would_fall_are_named(app: Flask, evening: Phone) -> None:
    evening.open("journal/4").press("Strike it out")
    assert "1 later move would no longer count" in evening.says
    assert "Takes the pool" in evening.says and "No hand is in play: deal first." in evening.says
    evening.press("Save")
    assert "1 move no longer counts" in evening.says
    assert "no longer counts: No hand is in play" in evening.open("journal").says
    assert balances(app, evening) == [-3, -2, 7, -2]


def test_a_struck_move_is_restored(app: Flask, evening: Phone) -> None:
    before = balances(app, evening)
    evening.open("journal/3").press("Strike it out").press("Save")
    assert balances(app, evening) != before
    evening.open("journal/3").press("Restore it").press("Save")
    assert balances(app, evening) == before
    evening.press("Undo").press("Undo")
    assert balances(app, evening) == before


def test_a_move_is_amended_also_to_another_kind_and_only_the_difference_changes_hands(
    app: Flask, evening: Phone
) -> None:
    evening.open("journal/3").press("See what would change", {"player": "Dan"})
    assert "Cat pays Dan 9" in evening.says
    evening.press("Save")
    assert "Cat pays Dan 9" in evening.says
    assert balances(app, evening) == [-5, 4, -4, 5]
    assert "Dan takes the pool." in evening.open("journal").says and "corrected" in evening.says
    evening.open("journal/3?kind=spoilt").press("See what would change").press("Save")
    assert balances(app, evening) == [-4, 10, -3, -3]


def test_the_house_rules_are_amended_from_the_start(app: Flask, evening: Phone) -> None:
    evening.open(evening.open("rules").page.links["Change them from the start of the game"])
    assert evening.filled("ante") == ["2"]
    evening.press("See what would change", {"ante": 5})
    assert evening.says.count("Spoil-Five begins") == 1, "a sentence that stays the same is not said twice"
    assert re.findall("<dd>.*?</dd>", evening.text) == ["<dd><s>2</s> <b>5</b></dd>"], "only what changes"
    evening.open("journal/1").press("See what would change", {"ante": 5, "dealer": "Ben"}).press("Save")
    assert balances(app, evening) == [-10, 10, 10, -10]
    assert "<b>5</b>" in evening.open("rules").text
    assert evening.open("journal/1").filled("dealer") == ["Ben"]


def test_a_player_who_is_out_is_not_asked_for_his_cards_and_none_left_is_an_answer(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Jig").press("Deal")
    phone.open("?move=out&player=Ben").press("Write it down", {"cards_left:Ann": 2, "cards_left:Cat": 0})
    phone.open("journal/3")
    assert [phone.filled(f"cards_left:{name}") for name in ("Ann", "Ben", "Cat")] == [["2"], [""], ["0"]]
    assert phone.filled("player") == ["Ben"]
    assert "cards_left:Ben" in phone.text, "who went out may have to be said otherwise"
    phone.press("See what would change", {"cards_left:Cat": 1})
    assert "Cat pays Ben 1" in phone.says
    phone.open("journal/3").press("See what would change", {"player": "Cat"})
    assert phone.refused.endswith("Nothing is entered for Ben.")
    assert (phone.filled("player"), phone.filled("cards_left:Ben")) == (["Cat"], [""])
    phone.press("See what would change", {"cards_left:Ben": 1}).press("Save")
    assert "Ann 2, Ben 1" in phone.open("journal").says


def test_pope_played_by_another_is_paid_for_the_cards_of_who_was_named_first_too(app: Flask, phone: Phone) -> None:
    """PJ-10."""
    phone.lays("Ann", "Ben", "Cat", game="Pope Joan").press("Deal")
    left = {"cards_left:Ann": 3, "cards_left:Ben": 2}
    phone.open("?move=played&card=pope&player=Cat").press("Write it down", left)
    phone.open("journal/3").press("See what would change", {"player": "Ben"})
    assert phone.refused.endswith("Nothing is entered for Cat.")
    phone.press("See what would change", {"cards_left:Cat": 4}).press("Save")
    assert "Ann 3, Cat 4" in phone.open("journal").says


def test_counters_given_the_wrong_way_are_turned_round(app: Flask, phone: Phone) -> None:
    phone.lays("Ann", "Ben").open("moves/give").press(
        "Correct the score", {"from": "player:Ann", "to": "player:Ben", "counters": 3}
    )
    phone.open("journal/2").press("See what would change", {"from": "player:Ben", "to": "player:Ann"}).press("Save")
    assert balances(app, phone) == [3, -3]


def test_another_kind_of_move_keeps_what_both_say_and_is_chosen_also_after_a_refusal(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Spoil-Five").press("Deal").press("Cat")
    phone.open("journal/3?kind=bar")
    assert phone.filled("player") == ["Cat"]
    phone.press("See what would change")
    assert phone.refused
    phone.press("Choose", {"kind": "won"})
    assert phone.status == 200 and phone.filled("player") == ["Cat"]


def test_honours_written_by_mistake_are_amended_away(phone: Phone) -> None:
    """BR-06."""
    phone.lays("Ann", "Ben", "Cat", "Dan", game="Bridge")
    honours = {"honours:side": "Ann", "honours:held": "four"}
    phone.open("moves/played").press("Hand played", {"trumps": "H", "side": "Ann", "odd": 2} | honours)
    assert "Ann and Cat 32: honours, four" in phone.open("journal/3").says
    phone.press("See what would change", {"honours:side": "", "honours:held": ""})
    assert "One side always holds three or more of the five honours: which?" in phone.says
    phone.press("Save")
    assert phone.open("journal/3").says.startswith(
        "Journal Hand 1 Ann and Cat 16: 2 in hearts. Ann and Cat score 16, and lead 16 to 0 Correct it"
    )


def test_a_prize_is_amended_to_whose_it_was_and_to_those_who_share_it(app: Flask, phone: Phone) -> None:
    """LO1-09."""
    loto(app, phone, "Ben 0, Cat 0").press("Draw").press("Ben", {"prize": "card"}).press("Pay Ben")
    claim = table_of(app, phone).journal.last - 1  # with the card the seed was revealed
    phone.open(f"journal/{claim}").press("See what would change", {"by:0:player": "", "by:0:card": ""})
    assert phone.refused == "Who claims it, on which card? Name at least one."
    phone.press("See what would change", {"by:0:player": "Cat", "by:0:card": "0"}).press("Save")
    assert "Cat has the whole card and takes 8 counters." in memos(app, phone)
    phone.open(f"journal/{claim}").press("See what would change", {"by:1:player": "Ben", "by:1:card": "0"})
    phone.press("Save")
    assert "Cat and Ben have the whole card and share 8 counters." in memos(app, phone)


def test_points_are_shown_before_they_change_and_tricks_amended_wrongly_are_kept(phone: Phone) -> None:
    phone.lays(game="Twenty-five").press("Deal").press("Write it down", {"won:Ann": 3, "won:Ben": 2})
    phone.open("journal/3").press("See what would change", {"won:Ann": 4})
    assert phone.refused
    assert (phone.filled("won:Ann"), phone.filled("won:Ben")) == (["4"], ["2"])
    phone.open("journal/3").press("See what would change", {"won:Ann": 2, "won:Ben": 3})
    assert "Points now after Ann 15 10 Ben 10 15 Cat 0 0" in phone.says
    assert "is now" not in phone.says, "before it is saved"


def test_what_fell_with_the_beginning_can_be_looked_at_and_struck(app: Flask, evening: Phone) -> None:
    """The game itself is struck: no move after it stands."""
    evening.open("journal/1").press("Strike it out")
    assert "4 later moves would no longer count" in evening.says
    evening.press("Save")
    assert balances(app, evening) == [0, 0, 0, 0]
    for number in (1, 2, 3):
        assert evening.open(f"journal/{number}").status == 200
    assert "No game is on at this point: restore its beginning first." in evening.says
    form = evening.open("journal/1").request_of("Restore it")[1].to_dict()
    evening.send("journal/3/preview", form | {"act": "amend", "kind": "won", "player": "Ann"})
    assert evening.status == 409
    assert evening.refused
    evening.open("journal/3").press("Strike it out").press("Save").press("Undo").press("Undo")
    assert balances(app, evening) == [-5, 4, 5, -4]


# Counts.


@pytest.mark.parametrize(
    ("account", "counted", "differs", "gives"),
    [
        ("pot:pool", "11", "2 counters too many", ("from", "player:Dan")),
        ("pot:pool", "5", "4 counters too few", ("to", "player:Dan")),
        ("player:Ann", "0", "3 counters too many", ("from", "player:Dan")),
        ("player:Ann", "−4", "1 counter too few", ("to", "player:Dan")),
    ],
)
def test_a_count_that_differs_offers_the_give_that_makes_it_agree(
    phone: Phone, account: str, counted: str, differs: str, gives: tuple[str, str]
) -> None:
    count = {"either": account, "counters": counted}
    phone.lays().press("Deal").open("moves/count").press("Count", count)
    assert phone.status == 409
    assert differs in phone.refused
    assert (phone.filled("either"), phone.filled("counters")) == ([account], [counted])
    offered = next(words for words in phone.page.links if words.startswith("Record"))
    phone.open(phone.page.links[offered]).press("Correct the score", dict([gives]))
    assert "Correction after a count" in phone.says
    phone.open("moves/count").press("Count", count)
    assert "It matches." in phone.says


def test_a_count_that_differs_says_since_when(phone: Phone) -> None:
    phone.lays().press("Deal").open("moves/count").press("Count", {"either": "pot:pool", "counters": 0})
    assert "It has not been counted before in this game." in phone.says
    assert "Ann deals hand 1." in phone.says
    phone.press("Count", {"counters": 9})
    phone.press("Nobody").press("Deal").open("moves/count").press("Count", {"either": "pot:pool", "counters": 9})
    assert "The count last agreed at move 3." in phone.says
    assert "Exactly that many changed hands here: 5 Ben deals hand 2." in phone.says


@pytest.mark.parametrize("counted", ["", "nine", "-1", "9.0"])
def test_a_count_that_is_no_count_is_malformed(phone: Phone, counted: str) -> None:
    phone.lays().press("Deal").open("moves/count").press("Count", {"either": "pot:pool", "counters": counted})
    assert phone.status == 422
    assert phone.refused
    assert phone.filled("counters") == [counted]


def test_cards_given_back_are_amended_to_others_and_back(app: Flask, phone: Phone) -> None:
    """LC-04; cards of one's own stay unless others are named."""
    phone.lays(game="Loto")
    own = [[[1, 10, 20, 30, 40], [2, 11, 21, 31, 41], [3, 12, 22, 32, 42]]]
    for what in ({"numbers": [7, 8]}, {"numbers": []}, {"own": own}):
        takes(app, phone, "Ann", what)
    for number, sentence in ((2, "cards 7 and 8"), (3, "no card"), (4, "1 card of her own")):
        before = memos(app, phone)
        phone.open(f"journal/{number}").press("See what would change").press("Save")
        assert memos(app, phone) == before, sentence
    assert "stays as it is" in phone.open("journal/4").says
    phone.press("See what would change", {"numbers": "5"}).press("Save").open("journal/2")
    phone.press("See what would change", {"numbers": ""}).press("Save")
    assert memos(app, phone)[1:] == ["Ann has no card.", "Ann has no card.", "Ann has card 5."]


@pytest.fixture
def two_games(app: Flask) -> Phone:
    """Spoil-Five, which Cat won, then Jig, in which Ben deals because it is his turn, and is out."""
    first = [{"move": "deal"}, {"move": "won", "player": "Cat"}, {"move": "finish"}]
    second = [{"move": "deal"}, {"move": "out", "player": "Ben", "cards_left": {"Ann": 9}}]
    games = [{"game": "spoil-five", "moves": first}, {"game": "jig", "moves": second}]
    sheet = sheet_from({"scoresheet": 1, "players": ["Ann", "Ben", "Cat", "Dan"], "games": games})
    phone = Phone(app, address="127.0.0.1")
    phone.code = app.extensions["companion"].tables.lay(sheet).code
    return phone.open("pencil").press("Take the pencil")


def test_who_deals_first_in_another_game_stays_who_it_was(app: Flask, two_games: Phone) -> None:
    two_games.open("journal/5").press("See what would change", {"card_price": 3}).press("Save")
    assert memos(app, two_games)[4:6] == ["Jig begins; Ben deals first.", "Ben deals hand 1."]
    assert table_of(app, two_games).sheet().games[1].opening.dealer is None


def test_a_hand_of_points_is_corrected_by_its_number_and_no_counter_is_spoken_of(phone: Phone) -> None:
    phone.lays("Ann", "Ben", game="Points").press("Write it down", {"points:Ann": 3}).open("journal/3")
    assert phone.says.startswith("Journal Hand 1 Scored: Ann 3, Ben 0. Correct it")
    says = phone.press("See what would change", {"points:Ann": 4}).says
    assert says.startswith("Hand 1 Before you save") and "Balance" not in says and "the pool" not in says
    unchanged = phone.open("journal/3").press("See what would change").says
    assert "The score stays as it is." in unchanged and "Balance" not in unchanged
    assert "Settle up" not in phone.open("").press("Finish").says, "nothing is owed"


def test_what_would_fall_and_what_would_stand_again_is_named_by_its_number(evening: Phone) -> None:
    evening.open("journal/2").press("Strike it out")
    assert "1 later move would no longer count: Takes the pool: Cat. No hand is in play" in evening.says
    assert '<li value="3">' in evening.text
    evening.press("Save").open("journal/2").press("Restore it")
    assert "1 later move would count again: Cat takes the pool." in evening.says


def test_a_move_of_a_game_that_is_not_on_is_first_asked_what_it_was(two_games: Phone) -> None:
    two_games.open("journal/4").press("Strike it out").press("Save")
    assert "Jig begins." in two_games.open("journal").says
    two_games.open("journal/7")
    assert 'option value="" selected' in two_games.text and "See what would change" not in two_games.says
    assert "See what would change" in two_games.open("journal/7?kind=deal").says


@pytest.mark.parametrize("name", ["CA-E1", "JG-E1", "LO1-E1", "PJ-E1", "SP-E1"])
def test_every_move_of_a_game_that_never_began_has_its_page(app: Flask, name: str) -> None:
    sheet = (Path(__file__).parents[2] / "scoresheets" / f"{name}.json").read_bytes()
    table = app.extensions["companion"].tables.lay(read_sheet(sheet))
    phone = Phone(app, address="127.0.0.1").open(f"/t/{table.code}/pencil").press("Take the pencil")
    phone.open("journal/1").press("Strike it out").press("Save")
    for step in table.journal.steps[1:]:
        assert phone.open(f"journal/{step.line.number}").status == 200
        assert "restore its beginning first" in phone.says


def test_forgotten_moves_are_inserted_after_a_look_at_what_becomes_and_undone_by_name(
    app: Flask, evening: Phone
) -> None:
    """Between the two hands there was another, which Dan won."""
    for chip, fill in (("Deal", {}), ("Takes the pool", {"player": "Dan"})):
        evening.open("journal/4").open(evening.page.links["A move is missing before this one"])
        evening.open(evening.page.links[chip]).press("See what would change", fill).press("Save")
    assert "Undo: Dan takes the pool." in evening.text
    assert memos(app, evening)[2:] == [
        "Cat takes the pool.",
        "Ben deals hand 2.",
        "Dan takes the pool.",
        "Cat deals hand 3.",
        "Ben takes the pool.",
    ]
    assert balances(app, evening) == [-7, 2, 2, 3]
    numbers = re.findall(r'class="number">(\d+)<', evening.open("journal").text)
    assert numbers == ["5", "4", "7", "6", "3", "2", "1"]
    evening.open("").press("Undo").press("Undo")
    assert balances(app, evening) == [-5, 4, 5, -4]


def test_the_table_says_what_was_inserted_also_where_no_counter_moves(evening: Phone) -> None:
    evening.open("journal/4/missing?kind=count").press("See what would change", {"either": "pot:pool", "counters": 0})
    assert "Counted the pool: 0. It matches." in evening.press("Save").says
    assert "Taken back: Counted the pool: 0. It matches." in evening.press("Undo").says


def test_before_a_move_is_inserted_it_says_what_moves_and_what_falls(app: Flask, evening: Phone) -> None:
    evening.open("journal/4/missing?kind=deal").press("See what would change")
    assert "The score stays as it is." in evening.says, "it is the deal that is written already, with the next to fall"
    assert "1 later move would no longer count: Deal. A hand is still in play: finish it first." in evening.says
    assert evening.page.links["Leave it"] == f"/t/{evening.code}/journal/4"
    assert len(memos(app, evening)) == 5, "nothing is written yet"


def test_only_what_could_be_made_there_is_offered(evening: Phone) -> None:
    def offered(number: int) -> set[str]:
        return {"Deal", "Takes the pool", "Misdeal", "Correct the score"} & set(
            evening.open(f"journal/{number}/missing").page.links
        )

    assert offered(4) == {"Deal", "Correct the score"}
    assert "Somebody is back in" not in evening.page.links, "nobody sits out"
    assert offered(5) == {"Takes the pool", "Misdeal", "Correct the score"}
    assert "no game is on at this point" in evening.open("journal/1/missing").says
    assert evening.open("journal/77/missing").status == 404
    for number, missing in ((1, False), (2, True)):
        assert ("A move is missing before this one" in evening.open(f"journal/{number}").page.links) == missing


def test_what_cannot_be_inserted_is_refused_beside_what_was_typed(app: Flask, evening: Phone) -> None:
    evening.open("journal/4/missing?kind=give")
    evening.press("See what would change", {"from": "player:Ann", "to": "player:Ann", "counters": 3})
    assert evening.status == 409
    assert evening.refused == "Choose two different players or pots."
    assert evening.filled("counters") == ["3"]
    evening.press("See what would change", {"from": "player:Ann", "to": "player:Cat"}).press("Save")
    assert balances(app, evening) == [-8, 4, 8, -4]


def test_cards_that_were_given_back_and_forgotten_are_inserted(app: Flask, phone: Phone) -> None:
    phone.lays(game="Loto")
    takes(app, phone, "Ann", {"numbers": [5]})
    takes(app, phone, "Ben", {"numbers": [6]})
    phone.open("journal/3/missing?kind=cards").press("See what would change", {"player": "Ann"}).press("Save")
    assert memos(app, phone)[1:] == ["Ann has card 5.", "Ann has no card.", "Ben has card 6."]


@pytest.mark.parametrize(("by", "forgotten"), [("bag", {"Number drawn", "Deal"}), ("app", set())])
def test_what_the_app_drew_cannot_have_been_forgotten(app: Flask, phone: Phone, by: str, forgotten: set[str]) -> None:
    loto(app, phone, drawn_by=by).open("moves/give")
    phone.press("Correct the score", {"from": "player:Ann", "to": "player:Ben", "counters": 1})
    last = table_of(app, phone).journal.last
    offered = {words for place in (last, last - 1) for words in phone.open(f"journal/{place}/missing").page.links}
    assert "Cards" in offered
    assert {"Number drawn", "Deal"} & offered == forgotten


def test_a_struck_hand_leaves_who_dealt_later(app: Flask, evening: Phone) -> None:
    evening.press("Deal").open("journal/3").press("Strike out hand 1")
    assert "Hand 1 is struck out." in evening.says
    assert "The dealers of the later hands stay as they were." in evening.says
    assert "would no longer count" not in evening.says
    evening.press("Save")
    assert memos(app, evening) == [
        "Spoil-Five begins; Ann deals first.",
        "Ben deals next.",
        "Ben deals hand 1.",
        "Ben takes the pool.",
        "Cat deals hand 2.",
    ]
    evening.press("Undo")
    assert memos(app, evening)[-1] == "Cat deals hand 3."


def test_the_deal_may_pass_anew_after_a_struck_hand_and_says_who_pays_the_extra(app: Flask, evening: Phone) -> None:
    evening.press("Deal").open("journal/3").press("Strike out hand 1").press("Work the dealers out again instead")
    assert "hand 1: Ann, not Ben" in evening.says and "hand 2: Ben, not Cat" in evening.says
    assert "2 later moves pay differently" in evening.says, "who pays the dealer's extra"
    evening.press("No, leave the dealers as they were").press("Work the dealers out again instead").press("Save")
    assert memos(app, evening)[1:] == ["Ann deals hand 1.", "Ben takes the pool.", "Ben deals hand 2."]


def test_a_correction_of_who_deals_is_meant(app: Flask, evening: Phone) -> None:
    evening.press("Deal").open("journal/2/missing?kind=dealer").press("See what would change", {"player": "Cat"})
    assert "hand 1: Cat, not Ann" in evening.says
    evening.press("Save")
    assert memos(app, evening)[1:3] == ["Cat deals next.", "Cat deals hand 1."]
    assert memos(app, evening)[-1] == "Ann deals hand 3."


def test_a_hand_that_is_missing_after_the_last_one_is_played_there(app: Flask, evening: Phone) -> None:
    assert "Ben deals next, not Cat." in evening.open("journal/5").press("Strike out hand 2").says
    evening.open("journal?missing=").open(evening.page.links["Here"])
    evening.open("journal/5/hand").press("Dan")
    assert "Dan deals next, not Cat." in evening.says
    evening.press("Save")
    assert memos(app, evening)[5:] == ["Cat deals hand 3.", "Dan takes the pool."]
    assert "Undo: hand 3" in evening.text
    evening.press("Undo")
    assert balances(app, evening) == [-5, 4, 5, -4]


@pytest.fixture
def three_hands(evening: Phone) -> Phone:
    """Three hands, each with its own dealer; Dan won another one between the first two."""
    return evening.press("Deal").press("Ann")


def test_a_missing_hand_is_three_taps_and_later_hands_keep_their_dealers_and_one_tap_undoes_it(
    app: Flask, three_hands: Phone
) -> None:
    before, held = memos(app, three_hands), balances(app, three_hands)
    three_hands.open("journal")
    assert three_hands.says.count("A hand is missing") == 1
    three_hands.open(three_hands.page.links["A hand is missing"])
    assert three_hands.says.count(" Here") == 4, "before, between and after the three hands"
    three_hands.open("journal/3/hand")
    assert "After this: Cat takes the pool. Ben deals hand 2. Who takes the pool?" in three_hands.says
    three_hands.press("Dan")
    assert "Hand 2 is added. These moves are added: Ben deals hand 2. Dan takes the pool." in three_hands.says
    assert "The dealers of the later hands stay as they were." in three_hands.says
    assert "Ann +2 0 Ben +2 −1 Cat +2 0 Dan −6 +1" in three_hands.says
    assert memos(app, three_hands) == before, "nothing is written yet"
    three_hands.press("Save")
    after = balances(app, three_hands)
    assert after != held
    assert memos(app, three_hands)[2:] == [
        "Cat takes the pool.",
        "Ben deals hand 2.",
        "Dan takes the pool.",
        "Ben deals next.",
        "Ben deals hand 3.",
        "Ben takes the pool.",
        "Cat deals hand 4.",
        "Ann takes the pool.",
    ]
    assert "Undo: hand 2" in three_hands.text
    three_hands.press("Undo")
    assert "Redo: hand 2" in three_hands.text
    assert (memos(app, three_hands), balances(app, three_hands)) == (before, held)
    assert balances(app, three_hands.press("Redo")) == after


def test_the_deal_may_pass_anew_after_an_inserted_hand(app: Flask, three_hands: Phone) -> None:
    three_hands.open("journal/3/hand").press("Dan").press("Work the dealers out again instead")
    assert "hand 3: Cat, not Ben" in three_hands.says and "hand 4: Dan, not Cat" in three_hands.says
    assert (
        "4 later moves pay differently" not in three_hands.says and "2 later moves pay differently" in three_hands.says
    )
    three_hands.press("Save")
    assert [words for words in memos(app, three_hands) if "deals" in words][1:] == [
        "Ann deals hand 1.",
        "Ben deals hand 2.",
        "Cat deals hand 3.",
        "Dan deals hand 4.",
    ]


def test_somebody_else_can_have_dealt_the_missing_hand(app: Flask, three_hands: Phone) -> None:
    three_hands.open("journal/3/hand").press("Dan", of='[{"move": "dealer", "player": "Dan"}]')
    assert "Dan deals next. Dan deals hand 2. Who takes the pool?" in three_hands.says
    three_hands.press("Nobody: spoilt").press("Save")
    assert memos(app, three_hands)[3:8] == [
        "Dan deals next.",
        "Dan deals hand 2.",
        "Nobody makes it: the pool stays.",
        "Ben deals next.",
        "Ben deals hand 3.",
    ]


def test_a_missing_hand_of_a_finished_game_comes_before_its_end(app: Flask, evening: Phone) -> None:
    evening.open("moves/finish").press("Finish").open("journal?missing=")
    assert f"/t/{evening.code}/journal/5/hand" in evening.text
    evening.open("journal/5/hand").press("Cat").press("Save")
    assert memos(app, evening)[5:7] == ["Cat deals hand 3.", "Cat takes the pool."]
    assert table_of(app, evening).journal.state.over


def test_a_missing_hand_of_several_moves_is_said_move_by_move(app: Flask, phone: Phone) -> None:
    phone.lays(game="Pope Joan").press("Deal").open("journal/1/hand")
    phone.press("Somebody went out").press("Add it", {"player": "Ben", "cards_left:Ann": "many"})
    assert phone.status == 422 and phone.refused
    assert phone.filled("player") == ["Ben"], "what was answered stays"
    phone.press("Add it", {"cards_left:Ann": 3, "cards_left:Cat": 0, "cards_left:Dan": 1})
    assert "Hand 1 is added." in phone.says
    assert len(memos(app, phone)) == 2, "nothing is written yet"
    phone.press("Save")
    assert [words for words in memos(app, phone) if "deals hand" in words] == ["Ann deals hand 1.", "Ann deals hand 2."]


def test_a_hand_is_struck_in_its_own_game_where_two_are_alike(app: Flask) -> None:
    again = sheet_from(
        {
            "scoresheet": 1,
            "players": ["Ann", "Ben", "Cat", "Dan"],
            "games": [
                {"game": "spoil-five", "moves": [{"move": "deal"}, {"move": "won", "player": who}, {"move": "finish"}]}
                for who in ("Cat", "Ben")
            ],
        }
    )
    evening = Phone(app, address="127.0.0.1")
    evening.code = app.extensions["companion"].tables.lay(again).code
    evening.open("pencil").press("Take the pencil").open("journal/3").press("Strike out hand 1")
    assert "Cat takes the pool." in evening.says
    assert "Ben takes the pool." not in evening.says
