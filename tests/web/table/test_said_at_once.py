"""Bids that all say at one time: nobody's page tells another's before all have spoken, whatever page it is."""

import json
from re import sub

import pytest

from tests.tools.phone import Phone
from tests.web.table.test_replies import Another, phone_of, says, told

PAGES = [
    *("", "reply", "news", "follow", "journal", "overhead", "crib", "evening"),
    *("sheet.json", "result.json", "evening.json", "settlement"),
]


@pytest.fixture
def writer(phone: Phone) -> Phone:
    """The writer of a game of Skull King in its third round, of three cards."""
    phone.lays("Ann", "Ben", "Cat", game="Skull King")
    for cards in (1, 2):
        phone.press("Write it down", {"bid:Ann": 1, "bid:Ben": 0, "bid:Cat": 0}).press(
            "Write it down", {"tricks:Ann": cards}
        )
    return phone


def pages_of(phone: Phone) -> list[str]:
    """All that a phone can open of the table, without what is another each time."""
    return [sub(r'(name="key" value=|\?v=|nonce=)"?\w+', "", phone.open(page).text) for page in PAGES]


def test_nobody_sees_a_bid_until_all_have_spoken(writer: Phone, another: Another) -> None:
    ben, cat = phone_of("Ben", writer, another), phone_of("Cat", writer, another)
    assert "Nobody sees it until everyone has spoken." in ben.says
    before = pages_of(cat)
    says(ben, bid="3")
    assert pages_of(cat) == before, "no page tells Cat that Ben said 3"
    assert told(writer) == {"Ben": {"bid:Ben": ""}}, "the writer sees that Ben has spoken, but not what"
    assert (writer.filled("bid:Ann"), writer.filled("bid:Ben")) == ([], []), "nobody's 0 goes without saying"
    assert "Ann and Cat haven't said yet." in writer.press("Write it down").refused
    writer.open("")
    assert ben.open("").filled("bid:Ben") == ["3"]
    says(cat, bid="2")
    assert told(writer) == {"Ben": {"bid:Ben": ""}, "Cat": {"bid:Cat": ""}}, "Ann, who writes, is still to speak"
    said = {"bid:Ann": 1}
    tried = writer.send("moves/said/try", writer.request_of("Write it down", said)[1])
    assert "Everyone's numbers show once they're written down." in tried.says
    writer.open("").press("Write it down", said)
    assert "Tricks said: Ann 1, Ben 3, Cat 2." in cat.open("journal").says
    moves = json.loads(writer.open("sheet.json").text)["games"][0]["moves"]
    assert moves[-1] == {"move": "said", "answers": {"Ann": {"bid": 1}, "Ben": {"bid": 3}, "Cat": {"bid": 2}}}


def test_once_every_phone_has_spoken_the_writer_sees_all_and_has_the_last_word(writer: Phone, another: Another) -> None:
    phones = {name: phone_of(name, writer, another) for name in ("Ann", "Ben", "Cat")}
    for bid, phone in enumerate(phones.values(), 1):
        says(phone, bid=str(bid))
    assert told(writer) == {name: {f"bid:{name}": str(bid)} for bid, name in enumerate(phones, 1)}
    writer.press("Write it down", {"bid:Ben": 0})
    assert "Tricks said: Ann 1, Ben 0, Cat 3." in writer.open("journal").says


def test_a_page_opened_before_the_last_spoke_writes_down_what_it_hid(writer: Phone, another: Another) -> None:
    ann, ben, cat = (phone_of(name, writer, another) for name in ("Ann", "Ben", "Cat"))
    says(ann, bid="1"), says(ben, bid="3")
    address, answers = writer.open("").request_of("Write it down", {})
    says(cat, bid="0")
    writer.send(address, answers)
    assert "Tricks said: Ann 1, Ben 3, Cat 0." in writer.open("journal").says


def test_what_was_said_and_undone_is_hidden_again_and_can_be_said_anew(writer: Phone, another: Another) -> None:
    ben = says(phone_of("Ben", writer, another), bid="3")
    writer.open("").press("Write it down", {"bid:Ann": 0, "bid:Cat": 0})
    assert "Tricks said: Ann 0, Ben 3, Cat 0." in writer.open("journal").says
    writer.open("").press("Undo")
    says(ben, bid="2")
    assert told(writer) == {"Ben": {"bid:Ben": ""}}
    writer.press("Write it down", {"bid:Ann": 0, "bid:Cat": 0})
    assert "Tricks said: Ann 0, Ben 2, Cat 0." in writer.open("journal").says
