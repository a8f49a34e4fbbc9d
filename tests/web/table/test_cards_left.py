"""How many cards can be left: what a phone offers can be shown by the writer's form, and nobody takes one more."""

import re
from collections.abc import Callable

import pytest

from companion.engine.errors import Illegal
from tests.tools.evening import Evening, the_game
from tests.tools.phone import Phone
from tests.web.table.test_replies import phone_of, says

Another = Callable[[], Phone]
NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Joe"]
GAMES = ("pope-joan", "newmarket", "spin", "jig", "earl-of-coventry")
TABLES = [(key, players) for key in GAMES for players in the_game(key).seats]


def keys(page: Phone, name: str) -> set[int]:
    """The keys of a player's row; of a row in which numbers are typed every one."""
    named = rf'name="cards_left:{name}"'
    if re.search(rf'inputmode="tel" {named}', page.text):
        return {*range(1, 53)}
    return {int(number) for number in re.findall(rf'{named} value="([0-9]+)"', page.text)}


def dealt(key: str, players: int) -> int:
    """How many cards a player can have been dealt, as the sheet's contract has it."""
    if key == "pope-joan":
        return 50 // (players + 1)
    return -(-{"newmarket": 44, "spin": 50}.get(key, 52) // players)


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_what_a_phone_offers_the_form_shows_and_one_more_is_refused(
    phone: Phone, another: Another, key: str, players: int
) -> None:
    names = NAMES[:players]
    writer = phone.lays(*names, game=the_game(key).title).press("Deal")
    most, form = dealt(key, players), {f"cards_left:{name}": 1 for name in names[1:]}
    cat = phone_of("Cat", writer, another)
    assert max(keys(says(cat, cards_left=str(most)).open(""), "Cat")) in (most, 52)
    assert (cat.status, writer.open("?move=out&player=Ann").filled("cards_left:Cat")) == (200, [str(most)])
    assert keys(cat, "Cat") - {0} <= keys(writer, "Cat")
    cat = says(cat, cards_left=str(most + 1))
    assert cat.status == 422
    refused = f"Cat can't hold {most + 1} cards: nobody was dealt more than {most}."
    # the dealer is out, and so had cards: nobody was dealt more
    writer.open("moves/out").press("Somebody went out", form | {"player": "Ann", "cards_left:Cat": most + 1})
    assert (writer.status, refused in writer.refused) == (409, True), writer.refused
    evening = Evening(key, " ".join(names)).deal()
    with pytest.raises(Illegal, match=f"nobody was dealt more than {most}"):
        evening.out(player="Ann", cards_left={"Cat": most + 1})
    evening.out(player="Ann", cards_left={"Cat": most})


def test_pj_21_where_the_dealer_was_dealt_none_the_others_hold_more(phone: Phone, another: Another) -> None:
    writer = phone.lays(*NAMES[:5], game="Pope Joan").press("Deal")
    ann, cat = phone_of("Ann", writer, another), phone_of("Cat", writer, another)
    assert "–" in ann.says and max(keys(cat, "Cat")) == 8
    says(ann, cards_left="0")
    assert max(keys(cat.open(""), "Cat")) == 10
    assert (says(cat, cards_left="11").status, says(cat, cards_left="10").status) == (422, 200)
    writer.open("?move=out&player=Ben")
    assert writer.filled("cards_left:Cat") == ["10"] and writer.filled("cards_left:Ann") == ["0"]
    says(ann, cards_left="3")
    assert cat.open("").filled("cards_left:Cat") == ["10"], "what it said still shows"
    writer.open("?move=out&player=Ben").press("Write it down", {"cards_left:Dan": 1, "cards_left:Eve": 1})
    assert writer.refused == "Cat can't hold 10 cards: nobody was dealt more than 8."
    says(ann, cards_left="0")
    writer.open("?move=out&player=Ben").press("Write it down", {"cards_left:Dan": 1, "cards_left:Eve": 1})
    assert not writer.refused
