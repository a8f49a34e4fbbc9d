"""A table is laid by a form, a button at a time."""

import pytest

from tests.tools.phone import Phone

pytestmark = pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])


def players(phone: Phone) -> list[str]:
    return phone.filled("player")


def test_a_table_is_laid_a_name_at_a_time(phone: Phone) -> None:
    phone.joins().new_table()
    assert phone.status == 200
    assert not any(button.startswith("Start") for button in phone.buttons)
    assert "Start 2 names at least" in phone.says
    for name in ("Ann", "Ben", "Cat"):
        phone.press("Add", {"newcomer": name})
    assert players(phone) == ["Ann", "Ben", "Cat"]
    assert "Start 3 players · 5 cards each" in phone.buttons
    phone.press("Start")
    assert phone.status == 200
    assert "Deal hand 1" in phone.says
    assert len(phone.code) == 5


def test_players_are_reseated_and_sent_away(phone: Phone) -> None:
    phone.names("Ann", "Ben", "Cat", "Dan")
    assert players(phone.press("Move Cat one seat back")) == ["Ann", "Cat", "Ben", "Dan"]
    assert players(phone.press("Move Ann one seat on")) == ["Cat", "Ann", "Ben", "Dan"]
    assert players(phone.press("Remove Ben")) == ["Cat", "Ann", "Dan"]
    assert players(phone.press("Move Cat one seat back")) == ["Dan", "Ann", "Cat"], "round the table"
    assert players(phone.press("Move Cat one seat on")) == ["Cat", "Ann", "Dan"]
    phone.press("Start")
    assert [button[:3] for button in phone.open("me").buttons[:3]] == ["Cat", "Ann", "Dan"]


def test_a_game_its_house_rules_its_dealer_and_the_counters_worth_are_chosen(phone: Phone) -> None:
    phone.names("Ann", "Ben", game="My Bird Sings").new_table("Spoil-Five", "Ann", "Ben")
    chosen = {"ante": 3, "jink": "on", "robbing": "may", "dealer": "Ben", "amount": "0,05", "currency": "eur"}
    phone.press("Start", chosen)
    assert "Everyone" not in phone.says
    assert "Ben deals next" in phone.says
    phone.press("Deal")
    assert "Ann puts 3 into the pool, Ben 4" in phone.says
    phone.open("rules")
    for bold in ("<b>3</b>", "<b>yes</b>", "<b>may rob</b>"):
        assert bold in phone.text


def test_names_of_earlier_tables_are_offered(phone: Phone) -> None:
    phone.lays("Ann", "Ben").new_table()
    assert {"Ann", "Ben"} <= set(phone.buttons)
    phone.press("Ann")
    assert players(phone) == ["Ann"]
    assert "Ann" not in phone.buttons


BAD = {
    "a counter worth nothing": ({"amount": "0"}, "amount"),
    "a counter worth words": ({"amount": "a penny"}, "amount"),
    "a currency of five letters": ({"amount": "1", "currency": "pound"}, "currency"),
    "an ante in words": ({"ante": "two"}, "isn't a whole number"),
    "an ante with a point": ({"ante": "2.5"}, "isn't a whole number"),
    "an ante below nothing": ({"ante": "-1"}, "from 0 to 1000000"),
    "an ante without end": ({"ante": "9" * 10}, "from 0 to 1000000"),
}


@pytest.mark.parametrize(("fill", "why"), BAD.values(), ids=BAD.keys())
def test_what_is_malformed_is_said_and_kept(phone: Phone, fill: dict[str, str], why: str) -> None:
    phone.lays("Ann", "Ben", **fill)
    assert phone.status == 422
    assert why in phone.refused
    assert players(phone) == ["Ann", "Ben"]
    for name, typed in fill.items():
        assert phone.filled(name) == [typed]
    phone.press("Start", dict.fromkeys(fill, "1") | ({"currency": "GBP"} if "currency" in fill else {}))
    assert phone.status == 200 and phone.code


def sent(phone: Phone, **changed: object) -> Phone:
    """Sends a form that the page itself would not."""
    _, form = phone.names().request_of("Add")
    form.setlist("player", ["Ann", "Ben"])
    for name, held in changed.items():
        form.setlist(name, held if isinstance(held, list) else [held])
    return phone.send("/tables", form)


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"player": ["Ann"]}, 422),
        ({"player": []}, 422),
        ({"player": ["Ann", "ann "]}, 422),
        ({"player": ["Ann", "x" * 41]}, 422),
        ({"player": ["Ann", "a\tb"]}, 422),
        ({"player": [f"P{n}" for n in range(26)]}, 422),
        ({"robbing": "gladly"}, 422),
        ({"sides": "7"}, 422),
        ({"dealer": "Nobody"}, 409),
    ],
)
def test_what_the_page_would_not_send_is_refused_in_a_sentence(phone: Phone, changed, status: int) -> None:
    sent(phone, **changed)
    assert phone.status == status
    assert len(phone.refused) > 10
    assert phone.code == ""


@pytest.mark.parametrize("name", ["Ann", " ann ", "x" * 41, "a\tb"])
def test_a_name_that_cannot_be_added_is_said_and_kept(phone: Phone, name: str) -> None:
    for button in ("Add", "Start"):
        phone.names("Ann", "Ben").press(button, {"newcomer": name})
        assert phone.status == 422
        assert players(phone) == ["Ann", "Ben"]
        assert phone.refused
        assert phone.filled("newcomer") == [name]


def test_a_table_of_two_sides(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", "Dan", sides="0")
    assert phone.status == 200
    assert "Ann and Cat against Ben and Dan" in phone.open("rules").says


def test_without_sides_everyone_plays_alone_but_at_bridge(phone: Phone) -> None:
    four = ("Ann", "Ben", "Cat", "Dan")
    for game, alone in (("Cassino", "everyone alone"), ("Bridge", "as they sit opposite each other")):
        path, form = phone.names(*four, game=game).request_of("Add")
        assert alone in phone.send(path, form).says
        phone.lays(*four, game=game)
        assert alone in phone.open("rules").says.partition("House rules one by one")[2]


def test_a_form_that_was_changed_lays_another_table(phone: Phone) -> None:
    """The way back of the phone shows it with the key that it had."""
    path, form = phone.names("Ann", "Ben", "Cat").request_of("Start")
    first = phone.send(path, form).code
    assert phone.send(path, form).code == first, "the same answer sent twice"
    form["ante"] = "5"
    assert phone.send(path, form).code != first
    assert "Ben and Cat put 5 each into the pool" in phone.press("Deal").says


def test_a_game_against_a_bank_asks_who_keeps_it(phone: Phone) -> None:
    assert "First dealer" in phone.names("Ann", "Ben", "Cat", game="Spoil-Five").says
    assert "Banker" in phone.new_table("Macao", "Ann", "Ben", "Cat").says and "First dealer" not in phone.says


def test_a_game_for_fewer_or_more_players_says_so_before_the_table_is_laid(phone: Phone) -> None:
    phone.names("Ann", "Ben", "Cat", game="Bridge")
    assert "Too few players: 3 at this table." in phone.says
    phone.press("Add", {"newcomer": "Dan"})
    assert "Too few" not in phone.says and "sit out" not in phone.says
    phone.press("Add", {"newcomer": "Eve"})
    assert "With 5 at this table, someone has to sit out." in phone.says
    phone.press("Start")
    assert (phone.status, phone.refused) == (422, "5 sit down, and 4 can play: say who sits out at first.")
    phone.press("Start", {"sits_out": "Ben"})
    assert "Bridge begins" in phone.says and "Ben sits out." in phone.says and "must sit out" not in phone.says


def test_a_house_rule_is_answered_in_its_own_words(phone: Phone) -> None:
    """SN-15: nobody robs at Snip-Snap-Snorum."""
    asked = phone.names("Ann", "Ben", "Cat", game="Snip-Snap-Snorum").says
    assert "turned up is matched nobody dealer pool" in asked.replace("the card turned up", "is turned up")
    assert "robbing" not in asked
    assert "no robbing" in phone.new_table("Spoil-Five", "Ann", "Ben", "Cat").says


def test_several_names_typed_at_once_are_several_players(phone: Phone) -> None:
    assert players(phone.names("Ann").press("Add", {"newcomer": "Hal, Ivy,Jo"})) == ["Ann", "Hal", "Ivy", "Jo"]
    phone.press("Add", {"newcomer": "Kim, Hal"})
    assert (phone.status, phone.refused) == (422, "Hal is already at the table: choose another name.")
    assert players(phone) == ["Ann", "Hal", "Ivy", "Jo"] and phone.filled("newcomer") == ["Kim, Hal"]


def test_the_rules_of_the_last_table_say_what_is_not_as_in_the_book(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Cassino", lowest="two-against-one").new_table("Cassino")
    phone.press("Add", {"newcomer": "Ann, Ben, Cat, Dan"})
    assert "With 4 at this table, someone has to sit out." in phone.says
    assert "the two lowest play the highest As in the book" in phone.says.partition("Different from the book:")[2]
    phone.press("As in the book")
    assert "must sit out" not in phone.says and "Different from the book" not in phone.says


def test_a_game_of_points_begins_without_counters_on_the_table_whatever_was_played_last(phone: Phone) -> None:
    phone.lays("Ann", "Ben", each=40).open("/lay?game=points-game")
    assert phone.filled("keeps") == ["score"]
    phone.new_table("Jig")
    assert (phone.filled("keeps"), phone.filled("start")) == (["counters"], ["40"])
    phone.press("Add", {"newcomer": "Ann", "keeps": "score"})
    assert phone.filled("keeps") == ["score"], "what somebody said stays"


def test_where_points_alone_are_scored_no_counters_are_asked_for(phone: Phone) -> None:
    phone.open("/lay?game=points-game:hearts")
    assert "What's a counter worth?" not in phone.says and "Real counters" not in phone.says
    phone.lays("Ann", "Ben", "Cat", "Dan", game="Points", sums="26 78")
    assert "Extra points" in phone.says
    assert not any(words in phone.says for words in ("Count", "Payment between players", "no counter is lost"))
    assert "Real counters" not in phone.open("rules").says
    assert "What must the points of a hand add up to? (optional) 26, 78" in phone.says


def test_once_points_are_paid_for_counters_are_asked_for_again(phone: Phone) -> None:
    phone.open("/lay?game=points-game:hearts").press("Add", {"newcomer": "Ann", "pay": "winner"})
    assert "What's a counter worth?" in phone.says and "Real counters on the table" in phone.says
    phone.press("Add", {"newcomer": "Ben", "pay": "nothing"})
    assert "Real counters on the table" not in phone.says
