"""Games of the house and house rules: described, kept, offered by name, printed and shared."""

import io
import json
import re

import pytest
from flask import Flask

from companion.games import catalogue
from companion.scoresheet import read_sheet
from companion.store.kept import HouseRules
from tests.tools.phone import Phone
from tests.web.table.test_routes import table_of

COMMERCE = {
    "name": "Commerce",
    "pots:0:pot": "kitty",
    "pots:0:each": 2,
    "pots:0:dealer": 1,
    "pots:1:pot": "best trick",
    "pots:1:each": 1,
}


@pytest.fixture(params=[False, True], ids=["plain", "htmx"])
def htmx(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def describes(phone: Phone, **more: object) -> Phone:
    """Describes a game of the house on its own form."""
    return phone.open("/rules/new?game=house-game").press("Save the game", COMMERCE | more)


def number(phone: Phone) -> str:
    """The number under which the page's rules are kept."""
    return phone.response.request.path.split("/")[2]


def test_a_game_is_described_in_one_form_and_offered_by_its_name(phone: Phone) -> None:
    describes(phone)
    assert "At every deal everyone puts 2 into the kitty, the dealer 1 more." in phone.says
    phone.new_table("Commerce")
    assert "Commerce 1 to 24 players" in phone.says
    assert "Rules: Commerce A game of your own. Pots: kitty and best trick." in phone.says
    phone.lays_by_its_form("Ann", "Ben", "Cat", game="Commerce")
    assert "Commerce" in phone.says and "Ben and Cat put 2 each into the kitty, Ann 3 · Everyone puts 1" in phone.says


def test_a_game_described_on_the_lay_form_is_kept_by_itself(phone: Phone) -> None:
    phone.lays("Ann", "Ben", game="House game", **COMMERCE)
    assert "Commerce begins" in phone.says
    phone.lays_by_its_form("Cat", "Dan", game="Commerce")
    assert "Commerce begins" in phone.says
    assert "Saved as Commerce" in phone.open("rules").says


def test_a_game_is_not_kept_where_somebody_says_no_or_it_has_no_name(phone: Phone) -> None:
    phone.lays("Ann", "Ben", game="House game", **COMMERCE, keep=None)
    phone.lays("Ann", "Ben", game="House game")
    assert "Your house rules and games will be listed here." in phone.open("/rules").says
    phone.open("/rules/new?game=house-game").press("Save the game")
    assert (phone.status, phone.refused) == (422, "Give it a name.")


def test_a_name_is_added_without_losing_what_was_described(phone: Phone) -> None:
    phone.new_table("House game").press("Add", COMMERCE | {"newcomer": "Ann", "keep": None})
    assert phone.filled("name") == ["Commerce"]
    assert phone.filled("pots:1:pot") == ["best trick"] and phone.filled("pots:0:dealer") == ["1"]
    assert phone.filled("keep") == []


@pytest.mark.parametrize(
    ("fill", "why"),
    [
        ({"pots:1:pot": "kitty"}, 'two pots are called "kitty"'),
        ({"pots:1:pot": ""}, "What is the pot called?"),
        ({"pots:1:each": "many"}, "isn't a whole number"),
        ({"name": "x" * 41}, "at most 40 characters"),
    ],
)
def test_what_is_wrong_with_a_description_is_said_and_kept(phone: Phone, fill: dict[str, str], why: str) -> None:
    describes(phone, **fill)
    assert phone.status == 422
    assert why in phone.refused
    for name, typed in (COMMERCE | fill).items():
        assert phone.filled(name) == [str(typed)]


def test_several_take_a_pot_by_tapping(app: Flask, phone: Phone) -> None:
    """GEN-05: five shared by two, the odd counter stays."""
    phone.lays("Ann", "Ben", "Cat", game="House game", **COMMERCE).press("Deal")
    phone.press("Write it down", {"players:Ann": "on", "players:Cat": "on", "pot": "kitty"})
    assert phone.status == 200
    assert "Ann and Cat share the kitty." in phone.says
    assert table_of(app, phone).journal.state.pots == {"kitty": 1, "best trick": 3}
    phone.press("The hand ends").press("Finish")
    assert table_of(app, phone).journal.state.over


def test_without_pots_nobody_is_asked_who_takes_one(phone: Phone) -> None:
    phone.lays("Ann", "Ben", game="House game", name="Old Maid").press("Deal")
    assert "The hand ends" in phone.buttons and "Who takes it?" not in phone.says
    assert "Pays into a pot" not in phone.says and "Collects from the others" in phone.says


def test_amending_the_beginning_keeps_the_pots(app: Flask, phone: Phone) -> None:
    phone.lays("Ann", "Ben", game="House game", **COMMERCE).press("Deal")
    phone.open("journal/1").press("See what would change", {"card_price": 3}).press("Save")
    options = table_of(app, phone).journal.state.options
    assert (options.card_price, options.pots()) == (3, ("kitty", "best trick"))
    phone.open("journal/1").press("See what would change", {"pots:1:pot": "", "pots:1:each": "", "pots:1:dealer": ""})
    assert phone.press("Save").status == 200
    assert list(table_of(app, phone).journal.state.pots) == ["kitty"]


def test_a_kept_game_is_another_game_at_the_same_table(phone: Phone) -> None:
    describes(phone)
    phone.lays("Ann", "Ben").press("Finish").chooses("Commerce", "games")
    assert "Start Commerce" in phone.buttons
    phone.press("Start Commerce")
    assert "Commerce begins" in phone.says


def test_house_rules_are_offered_as_they_were_played_last(phone: Phone) -> None:
    """PJ-08: also where the book's number was emptied."""
    phone.lays("Ann", "Ben", "Cat", game="Pope Joan", pope_limit="", split="on", card_price=2)
    phone.new_table("Pope Joan")
    assert "as you last played it" in phone.says
    assert (phone.filled("pope_limit"), phone.filled("split"), phone.filled("card_price")) == ([""], ["on"], ["2"])
    phone.press("As in the book")
    assert (phone.filled("pope_limit"), phone.filled("split"), phone.filled("card_price")) == (["6"], [], ["1"])
    phone.press("Add", {"newcomer": "Ann", "card_price": 5})
    assert phone.filled("card_price") == ["5"]


def test_the_newest_table_that_stands_decides(phone: Phone) -> None:
    phone.lays("Ann", "Ben", ante=3)
    phone.lays("Ann", "Ben", ante=4)
    assert phone.new_table().filled("ante") == ["4"]
    phone.open(f"/t/{phone.code}/journal/1").press("Strike it out").press("Save")
    assert phone.new_table().filled("ante") == ["3"]


def test_two_sides_are_offered_again_to_the_same_four(phone: Phone) -> None:
    four = ("Ann", "Ben", "Cat", "Dan")
    phone.lays(*four, sides="1")
    for players, sides in ((four, ["1"]), (("Eve", "Fay", "Gus", "Hal"), [""])):
        path, form = phone.new_table().request_of("Add")
        form.setlist("player", players)
        form["asked"] = ""
        assert phone.send(path, form).filled("sides") == sides
    code = phone.lays(*four, sides="1").code
    assert phone.open(f"/t/{code}/journal/1").filled("sides") == ["1"], "an amendment keeps them too"


def test_rules_are_named_and_chosen_by_their_name(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Pope Joan", split="on", keep_as="our Pope Joan")
    phone.lays("Ann", "Ben", "Cat", game="Pope Joan", split=None, card_price=7)
    phone.new_table("our Pope Joan")
    assert (phone.filled("split"), phone.filled("card_price")) == (["on"], ["1"])
    phone.lays("Ann", "Ben", "Cat", game="our Pope Joan")
    assert "Saved as our Pope Joan" in phone.open("rules").says
    assert "our Pope Joan" in phone.open("/lay").text.partition("<h2>Played last</h2>")[2].partition("</li>")[0]


def test_the_rules_of_a_table_are_kept_from_their_page(phone: Phone) -> None:
    phone.lays("Ann", "Ben", ante=3).open("rules").press("Save rules", {"keep_as": "Friday's Five"})
    assert "Friday's Five" in phone.says
    assert re.findall("<b>(.*?)</b>", phone.text) == ["3"], "what is as in the book is not bold"
    assert phone.text.count("data-print") == 1


def test_rules_are_shared_as_a_file_that_is_read_again(phone: Phone, another) -> None:  # type: ignore[no-untyped-def]
    describes(phone)
    shared = phone.client.get(f"/rules/{number(phone)}/file")
    assert shared.headers["Content-Disposition"] == 'attachment; filename="Commerce.json"'
    phone.press("Forget")
    assert "Your house rules and games will be listed here." in phone.says
    friend = another().joins()
    assert reads(friend, shared.data, "game.json").says.startswith("House rules Commerce")


def reads(phone: Phone, content: bytes, name: str) -> Phone:
    """Reads a file that somebody shared."""
    file = (io.BytesIO(content), name)
    return phone.send("/rules/read", {"sheet": file})


def test_rules_of_the_book_are_named_after_their_file(phone: Phone) -> None:
    sheet = {"scoresheet": 1, "players": ["A"], "games": [{"game": "jig", "options": {"ante": 2}, "moves": []}]}
    reads(phone, json.dumps(sheet).encode(), "Aunt Jane's jig.json")
    assert "Aunt Jane's jig" in phone.says and re.findall("<b>.*?puts? 2 .*?</b>", phone.text)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "not JSON"),
        (b"\xff", "not UTF-8"),
        (b"[]", "not a score sheet"),
        (b'{"scoresheet": 1, "players": ["A"], "games": []}', "There is no game on this score sheet."),
        (b'{"scoresheet": 1, "players": ["A"], "games": [{"game": "whist", "moves": []}]}', 'no game called "whist"'),
    ],
)
def test_a_file_that_is_no_sheet_is_refused_in_a_sentence(phone: Phone, content: bytes, why: str) -> None:
    reads(phone, content, "x.json")
    assert phone.status == 422 and why in phone.refused
    phone.send("/rules/read")
    assert phone.status == 422 and "Choose the file" in phone.refused


def test_only_who_keeps_a_game_changes_it_and_all_may_forget_it(phone: Phone, another) -> None:  # type: ignore[no-untyped-def]
    describes(phone)
    page, kept = phone.response.request.path, number(phone)
    phone.open(f"/rules/new?game=house-game:{kept}").press("Save the game", {"card_price": 4})
    assert phone.response.request.path == page and "4" in phone.says
    other = another().joins().open(page)
    assert "Change it" not in other.page.links
    other.open(f"/rules/new?game=house-game:{kept}").press("Save the game", {"card_price": 5})
    assert other.status == 409
    assert "4" in phone.open(page).says
    other.open(page).press("Forget")
    assert "Your house rules and games will be listed here." in other.says, "the bin has it"


def test_what_is_not_kept_is_not_there(phone: Phone) -> None:
    for path in ("/rules/7", "/rules/7/file"):
        assert phone.open(path).status == 404
    assert phone.send("/rules/7", {"name": "Ours"}).status == 404
    assert phone.open("/rules/new?game=pope-joan:7").status == 200
    assert phone.open("/rules/new?game=no-such-game:x").status == 200


def test_a_name_is_text_and_nothing_else(phone: Phone) -> None:
    describes(phone, name="<i>Commerce</i>", **{"pots:0:pot": '"><b>kitty'})
    assert "<i>" not in phone.text and "<b>kitty" not in phone.text
    assert phone.client.get(f"/rules/{number(phone)}/file").status_code == 200
    phone.lays("Ann", "Ben", game="<i>Commerce</i>").press("Deal")
    assert "<i>" not in phone.text and "<b>kitty" not in phone.text


def test_every_game_can_be_described_and_shared(phone: Phone) -> None:
    for key, game in catalogue().items():
        title = game.title
        fill = {"name": f"Ours: {key}"} if game.of_the_house else {"keep_as": f"our {title}"}
        phone.open(f"/rules/new?game={key}").press("Save", fill)
        assert phone.status == 200, key
        assert phone.client.get(f"/rules/{number(phone)}/file").status_code == 200, key


def test_no_house_rule_is_called_like_a_field_of_the_form_around_it(phone: Phone) -> None:
    phone.names("Ann", "Ben")
    twice = {"player", "up", "down", "without", "enter", "choose", "add"}
    for key in catalogue():
        phone.open(f"/lay?game={key}")
        names = [name for name, _ in phone.page.forms[0].filled if name not in twice]
        assert len(names) == len(set(names)), key


def test_rules_of_one_name_are_replaced_only_where_somebody_says_so(app: Flask, phone: Phone) -> None:
    store = HouseRules(app.extensions["companion"].database)
    phone.send("/rules", {"game": "jig", "keep_as": "Ours"})
    phone.send("/rules", {"game": "newmarket", "keep_as": "Ours"})
    assert phone.status == 409 and "“Ours” is kept already, as something else." in phone.says
    assert [saved.game.key for saved in store.all()] == ["jig"]
    phone.press("Replace it")
    assert [saved.game.key for saved in store.all()] == ["newmarket"]


@pytest.mark.parametrize(
    ("game", "rules", "why"),
    [
        ("snip-snap-snorum", {"unlimited": True, "turn_up": "pool"}, "none can be turned up"),
        ("polignac", {"knave_price": 0, "polignac_price": 0}, "nobody would ever pay"),
    ],
)
def test_rules_by_which_nobody_can_play_are_refused_on_a_form_and_read_from_a_file(
    phone: Phone, game: str, rules: dict[str, object], why: str
) -> None:
    phone.open(f"/rules/new?game={game}").press("Save these rules", {"keep_as": "Ours"} | rules)
    assert why in phone.refused
    sheet = {
        "scoresheet": 1,
        "players": ["Ann", "Ben", "Cat", "Dan"],
        "games": [{"game": game, "options": rules, "moves": []}],
    }
    assert [played.opening.options for played in read_sheet(json.dumps(sheet).encode()).games]
