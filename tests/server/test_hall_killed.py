"""An evening of a hall of 200 phones whose server is killed twice: what waits is there again, on every screen."""

import os
import re
from pathlib import Path

import pytest

from companion.loto.rules.pack import pack
from tests.loto.web.test_printed_cards import sheets
from tests.server.test_killed import server  # noqa: F401 -- a fixture
from tests.tools.house import laid
from tests.tools.phone import Phone
from tests.tools.serving import Killed, Wire
from tests.tools.writers import all_is_well, written

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no SIGKILL: these tests are skipped")

CARDS = pack("7" * 32, 240)
PHONES = range(1, 201)
OPTIONS = {
    "pack": "7" * 32, "cards": 240, "drawn_by": "bag", "programme": [[{"for": "row"}, {"for": "card"}]]
}  # fmt: skip
LETTERS = re.compile(r"(\d+) · (\w{4} \w{4} \w{5})")
ON_SHOW = re.compile(r"<h2>\s*Card (\d+)")
FORGOTTEN, *FIRST = CARDS[3][0]
OUT = [*FIRST, *(n for card, row in ((90, 1), (171, 2), (44, 0)) for n in CARDS[card][row] if n != FORGOTTEN)]


def having(*more: int) -> list[int]:
    """The cards that have a row, counted by hand: no figure is taken from what is tested, but for the cards."""
    return [card for card in PHONES if any({*row} <= {*OUT, *more} for row in CARDS[card])]


def test_what_waits_in_a_hall_outlives_two_kills(server: Killed, tmp_path: Path) -> None:  # noqa: F811
    moves = [{"move": "give", "first": 1, "last": 240}, {"move": "deal"}]
    code = laid(tmp_path, {"game": "loto-hall", "options": OPTIONS, "moves": moves}, ["Caller"])
    server.start()
    caller = Phone(Wire(server.port)).open(f"/t/{code}/pencil").press("Take the pencil here")
    letters = {int(card): "".join(said.split()) for card, said in LETTERS.findall(sheets(caller))}
    for number in dict.fromkeys(OUT):
        caller.open("").press(str(number), of=str(number))
    phones = {card: Phone(Wire(server.port)).open(f"/t/{code}/k/{card}-{letters[card]}") for card in PHONES}
    good = having()
    false = [3, *(card for card in PHONES if card not in [3, *good] and any(FORGOTTEN in row for row in CARDS[card]))][
        :30
    ]
    assert (len(good), len(false)) == (3, 30)
    for card in [*false, *good]:
        phones[card].press("I have a row!")

    def every_phone_says_what_is_so(refused: int = 0) -> None:
        for card in sorted({*false, *good, *PHONES[::20]}):
            says = phones[card].open(f"/t/{code}/k/{card}-{letters[card]}").says
            assert f"{len({*OUT})} of the 90" in says
            assert ("tell the caller" in says) == (card in false)
            assert ("with the caller" in says) == (card in good and card != refused)
            assert ("was refused" in says) == (card == refused)

    every_phone_says_what_is_so()
    caller.open("").press("Check", {"card": "64"})
    server.kill()
    server.start()
    every_phone_says_what_is_so()
    assert [int(card) for card in ON_SHOW.findall(caller.open("").text)] == [64, *good], (
        "the card just typed, then by need"
    )
    assert "30 claims are false." in caller.says and re.search(rf"(\d+|All) of them lack {FORGOTTEN}\b", caller.says)
    caller.press("Put all aside").press("Go on").press("Don't give it")
    server.kill()
    server.start()
    every_phone_says_what_is_so(refused=good[0])
    assert "claims are false" not in caller.open("").says
    assert "30 claims are false." in caller.press("Bring back").says
    caller.press(str(FORGOTTEN), of=str(FORGOTTEN))
    assert "claims are false" not in caller.says and 3 in having(FORGOTTEN)
    assert "with the caller" in phones[3].open(f"/t/{code}/k/3-{letters[3]}").press("I have a row!").says
    caller.open("").press("Shared by cards")
    assert written(tmp_path, code)[-1]["move"]["cards"] == [*good[1:], 3]
    server.kill()
    all_is_well(tmp_path)
