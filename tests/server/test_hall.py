"""A hall: 200 phones from the door to the last prize of a Loto night, each with a card of its own and no name."""

import os
import re
import selectors
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.loto.web.test_box_cards import printed
from tests.loto.web.test_printed_cards import LETTERS
from tests.tools.phone import Phone
from tests.tools.serving import Killed, Wire
from tests.tools.writers import all_is_well

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system can't fork: these tests are skipped")

PHONES, CARDS, ADDRESSES = 200, 504, 50
SWAPS = {"HX-Request": "true"}
PRIZES = {"a row": 1, "two rows": 2, "the whole card": 3}
"""How many rows each of them takes."""


class Follower:
    """A phone that scanned a card: what it shows it was told by its stream, or has fetched."""

    def __init__(self, server: Killed, code: str, place: int, card: str) -> None:
        self.number, self.path = int(card.partition("-")[0]), f"/t/{code}/k/{card}"
        source = f"127.0.1.{1 + place % ADDRESSES}"
        self.wire = Wire(server.port, source=source)
        page = self.fetch()
        self.rows = [sorted(filter(None, row)) for row in printed(page)[0]]
        self.stream = socket.create_connection(("127.0.0.1", server.port), source_address=(source, 0))
        lines = (f"GET /t/{code}/stream HTTP/1.1", f"Host: 127.0.0.1:{server.port}", f"Cookie: {self.wire.cookie}")
        self.stream.sendall("\r\n".join([*lines, "", ""]).encode())
        self.heard: list[int] = []

    def fetch(self) -> str:
        """The part of its page that changes, as it is now."""
        answer = self.wire.get(self.path, SWAPS)
        assert answer.status_code == 200, answer.get_data()
        page = re.sub(r"\s+", " ", answer.get_data())
        self.version, self.last = (int(re.findall(rf'data-{name}="(\d+)', page)[0]) for name in ("version", "seen"))
        return page

    def hear(self) -> bool:
        """Read what the stream says, and whether a number was told that follows on what the page shows."""
        told = self.stream.recv(65536).decode()
        for version, entry, number in re.findall(r"event: drawn\ndata: (\d+) (\d+) (\d+)\n", told):
            if (int(version), int(entry)) == (self.version + 1, self.last + 1):
                self.version, self.last = int(version), int(entry)
                self.heard.append(int(number))
                return True
        return False

    def has(self, rows: int) -> bool:
        """Whether so many rows of its card are out."""
        return sum({*row} <= {*self.heard} for row in self.rows) >= rows


class Hall(NamedTuple):
    """A caller and the phones of a hall."""

    caller: Phone
    phones: list[Follower]
    ears: selectors.BaseSelector

    def draws(self) -> None:
        """The caller draws a number, and each phone shows it without asking."""
        self.caller.press("Draw")
        waiting, end = len(self.phones), time.monotonic() + 20
        while waiting and time.monotonic() < end:
            waiting -= sum(key.data.hear() for key, _ in self.ears.select(1))
        assert not waiting, f"{waiting} phones have not heard the number"

    def catch_up(self) -> list[str]:
        """All phones fetch what is new, each of its own card."""
        return [phone.fetch() for phone in self.phones]


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """504 printed cards, the first 200 of them on a phone each, from fifty addresses."""
    server = Killed(tmp_path).start()
    caller = (
        Phone(Wire(server.port)).open("/lay?game=loto-hall").press("Start", {"cards": str(CARDS), "covered_by": "app"})
    )
    caller.open("loto/given").press("All of them")
    codes = ["-".join([number, "".join(code)]) for number, *code in LETTERS.findall(caller.open("cards/print").says)]
    assert len(codes) == CARDS
    phones = [Follower(server, caller.code, place, card) for place, card in enumerate(codes[:PHONES])]
    ears = selectors.DefaultSelector()
    for phone in phones:
        ears.register(phone.stream, selectors.EVENT_READ, phone)
    yield Hall(caller.open(""), phones, ears)
    for phone in phones:
        phone.stream.close()
    server.close()
    all_is_well(tmp_path)


def test_a_hall_of_200_phones_from_the_door_to_the_last_prize(hall: Hall) -> None:
    assert all("Round 1 of 1 begins soon." in page for page in hall.catch_up())
    hall.caller.press("Start the round")
    assert all("No number is drawn yet." in page for page in hall.catch_up())
    for prize, rows in PRIZES.items():
        while not (winners := [phone for phone in hall.phones if phone.has(rows)]):
            hall.draws()
        for phone in winners[:3]:
            claimed = phone.wire.post(phone.path, {"prize": str(rows)}, SWAPS)
            assert "is with the caller" in claimed.get_data()
        hall.caller.open("")
        hall.caller.press(next(words for words in hall.caller.buttons if words.startswith(("To card", "Shared"))))
        won = [phone for phone, page in zip(hall.phones, hall.catch_up(), strict=True) if f"You won {prize}" in page]
        assert won == winners[:3], "who claimed it together, and nobody else"
    assert all("That was the last round." in page for page in hall.catch_up())
    assert len({tuple(phone.heard) for phone in hall.phones}) == 1
