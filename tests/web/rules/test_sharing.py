"""A game goes from household to household: as a file, a QR code or a text; looked at before it is kept."""

import json
import re
from html import unescape

import pytest
import zxingcpp
from PIL import Image

from companion.shelf import shelf, write_description
from tests.shelf.test_description import HOSTILE
from tests.tools.phone import Phone
from tests.web.rules.test_house_rules import number, reads

QUIZ = {"description": 1, "game": "points-game", "edition": 1, "options": {"name": "Quiz", "target": 50}}


def pastes(phone: Phone, text: str) -> Phone:
    """Pastes what a QR code or a message holds."""
    return phone.open("/rules").press("Have a look", {"text": text})


def describes(phone: Phone, **more: object) -> str:
    """Describes a quiz, and gives the number under which it is kept."""
    phone.open("/rules/new?game=points-game").press("Save the game", {"name": "Quiz", "target": 50, **more})
    return number(phone)


def test_a_game_goes_to_another_household_as_a_file(phone: Phone, another) -> None:  # type: ignore[no-untyped-def]
    kept = describes(phone, rules="Ten questions.\nOne point each.")
    shared = phone.client.get(f"/rules/{kept}/file")
    assert shared.headers["Content-Disposition"] == 'attachment; filename="Quiz.json"'
    phone.open(f"/rules/{kept}").press("Forget")
    friend = reads(another().joins(), shared.data, "Quiz.json")
    assert "Nothing is saved yet. This is what was shared with you." in friend.says
    assert "“Quiz” is new here." in friend.says and "One point each." in friend.says
    assert "Your house rules and games will be listed here." in another().joins().open("/rules").says
    friend.press("Save")
    assert "One point each." in friend.says and "Forget it" in friend.says


@pytest.mark.parametrize("key", ["hearts", "nap"])
def test_a_game_is_pasted_in_the_language_of_the_phone(phone: Phone, key: str) -> None:
    phone.open("/rules", **{"Accept-Language": "fr"})
    told = shelf()[key]
    sent = {"text": write_description(told)}
    page = phone.client.post("/rules/read", data=sent, headers={"Accept-Language": "fr"}).get_data(as_text=True)
    assert told.options("fr").title() in page and told.options("fr").rules.splitlines()[1][:40] in page


def test_what_keeping_it_would_change_is_shown(phone: Phone) -> None:
    phone.open("/rules/new?game=house-game").press("Save the game", {"name": "Quiz"})
    pastes(phone, json.dumps(QUIZ))
    assert "It would replace your “Quiz”, which is House game." in phone.says
    assert "a game of your own" in phone.open("/rules").says
    phone.open("/rules/1").press("Forget")
    describes(phone)
    pastes(phone, json.dumps(QUIZ))
    assert "Nothing: your “Quiz” is exactly the same." in phone.says
    pastes(phone, json.dumps(QUIZ | {"options": {"name": "Quiz", "target": 70}}))
    assert "It would change your “Quiz”." in phone.says
    assert "At how many points does the game end? (optional) 50 70" in phone.says
    phone.press("Save", {"keep_as": "Theirs"})
    assert "Theirs" in phone.says and "Quiz" in phone.open("/rules").says, "both are kept"


def test_house_rules_of_the_book_are_shared_under_their_name(phone: Phone, another) -> None:  # type: ignore[no-untyped-def]
    phone.open("/rules/new?game=jig").press("Save these rules", {"keep_as": "our Jig", "ante": 2})
    text = phone.client.get(f"/rules/{number(phone)}/file").get_data(as_text=True)
    phone.press("Forget")
    assert "House rules our Jig" in pastes(another().joins(), text).press("Save").says


@pytest.mark.parametrize("given", HOSTILE)
def test_a_hostile_text_is_refused_in_a_sentence(phone: Phone, given: str) -> None:
    value, _ = HOSTILE[given]
    pastes(phone, json.dumps(value))
    assert phone.status == 422 and phone.refused and len(phone.refused) < 250
    phone.send("/rules/take", {"described": json.dumps(value), "keep_as": "Mine"})
    assert phone.status == 422 and phone.refused
    assert "Your house rules and games will be listed here." in phone.open("/rules").says


def test_a_million_parts_are_refused_before_they_are_read(phone: Phone) -> None:
    reads(phone, b'{"description": 1, "options": {"parts": [' + b"{}," * 1_000_000 + b"{}]}}", "big.json")
    assert phone.status in {413, 422}


def test_the_qr_code_holds_the_description_itself(phone: Phone) -> None:
    kept = describes(phone, rules="Dix questions, à un point. Ça compte !")
    page = phone.open(f"/rules/{kept}/share").response.get_data(as_text=True)
    drawn = Image.new("L", (8 * 300, 8 * 300), "white")
    for x, y, many in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", page):
        drawn.paste("black", (8 * int(x), 8 * int(y), 8 * (int(x) + int(many)), 8 * (int(y) + 1)))
    (scanned,) = zxingcpp.read_barcodes(drawn, try_invert=False)
    assert scanned.text == unescape(re.findall(r"<textarea[^>]*>\s*(.*?)</textarea>", page)[0])
    assert json.loads(scanned.text) == json.loads(phone.client.get(f"/rules/{kept}/file").data)


def test_rules_that_fit_in_no_qr_code_are_shared_as_a_file(phone: Phone) -> None:
    kept = describes(phone, rules="Long. " * 600)
    phone.open(f"/rules/{kept}/share")
    assert "too long for a QR code" in phone.says and "<svg" not in phone.text.partition("<main")[2]
    assert f"/rules/{kept}/file" in phone.page.links.values()


def test_a_game_that_is_shared_says_who_made_it_and_where_its_rules_are_from(phone: Phone, another) -> None:  # type: ignore[no-untyped-def]
    said = {"made_by": "The Tuesday table", "source": "Aunt May’s notebook"}
    kept = describes(phone)
    phone.open(f"/rules/{kept}/share").press("Include this in the file", said)
    (file,) = (link for link in phone.page.links.values() if link.startswith(f"/rules/{kept}/file"))
    shared = phone.client.get(file).data
    assert {name: json.loads(shared)[name] for name in said} == said
    assert '"made_by":"The Tuesday table"' in unescape(phone.text)
    friend = reads(another().joins(), shared, "Quiz.json")
    assert "Made by The Tuesday table" in friend.says and "Checked against Aunt May’s notebook" in friend.says
    phone.open(f"/rules/{kept}/share?source=a%07b")
    assert phone.status == 422 and "control characters" in phone.refused


def test_who_made_a_game_and_who_is_looed_stay_with_it_when_it_is_shared_on(phone: Phone) -> None:
    told = shelf()["loo"]
    given = {**(told.opening.given or {}), "name": "Lanterloo"}
    looed = given.pop("looed")  # as a file of before has it
    described = {**json.loads(write_description(told)), "looed": looed, "options": given, "made_by": "The O’Neills"}
    phone.open("/rules").press("Have a look", {"text": json.dumps(described)}).press("Save")
    assert "Made by The O’Neills" in phone.says and told.source in phone.says
    shared = json.loads(phone.client.get("/rules/1/file").data)
    assert [shared["made_by"], shared["source"], shared["options"]["looed"]] == ["The O’Neills", told.source, 3]
    phone.lays("Ann", "Ben", "Cleo", game="Lanterloo").open(f"/t/{phone.code}").press("Deal hand 1")
    assert "How many tricks did each take? Looed: stayed in and took none" in phone.says and phone.filled(
        "counters"
    ) == ["3"]


def test_a_game_of_tricks_is_described_with_what_the_looed_pay(phone: Phone) -> None:
    pots = {"name": "Our Loo", "pots:0:pot": "pool", "pots:0:dealer": 3}
    phone.open("/rules/new?game=house-game").press("Save the game", {**pots, "looed": "many"})
    assert phone.status == 422 and "whole number" in phone.refused
    phone.press("Save the game", {"looed": 2})
    phone.lays("Ann", "Ben", "Cleo", game="Our Loo").open(f"/t/{phone.code}").press("Deal hand 1")
    assert phone.filled("counters") == ["2"]
