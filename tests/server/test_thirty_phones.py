"""Thirty phones write to one table at once: one order, nothing lost or doubled, the same page on every phone.

``COMPANION_PHONES_SECONDS`` says for how long; ``make phones`` lets them write for a minute.
"""

import os
import random
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store import Database, Pencils
from tests.tools.phone import Phone
from tests.tools.serving import Answered, Killed, Wire
from tests.tools.writers import all_is_well, written

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system can't fork: these tests are skipped")

SECONDS = float(os.environ.get("COMPANION_PHONES_SECONDS", "2"))
PHONES = 30
PATIENCE = 60
"""Seconds in which everybody gets a turn, however busy the machine is."""
NAMES = ["Ann", "Ben", "Cat", "Dan"]
SWAPS = {"HX-Request": "true"}


class Hand:
    """A phone in a hand that taps without looking much: moves, now and then Undo, and now and then a tap twice."""

    def __init__(self, phone: Phone, number: int) -> None:
        self.wire, self.code, self.number = phone.client, phone.code, number
        self.chance = random.Random(number)
        self.given: list[str] = []
        self.refused = self.taps = self.undone = 0
        self.failed: BaseException | None = None

    def taps_until(self, enough: threading.Event) -> None:
        """Taps and taps."""
        try:
            while not enough.is_set():
                self.tap()
        except BaseException as error:
            self.failed = error

    def tap(self) -> None:
        """One tap: counters given, with a memo by which it is known again, or Undo. One in five is sent twice."""
        self.taps += 1
        mark = f"{self.number}/{self.taps}"
        undoes = self.taps > 2 and self.chance.random() < 0.15  # never the game away
        form = {"key": mark}
        if not undoes:
            payer, payee = self.chance.sample(NAMES, 2)
            form |= {"from": f"player:{payer}", "to": f"player:{payee}", "counters": "1", "memo": mark}
        if self.chance.random() < 0.3:
            form["seen"] = str(self.last_seen())  # most of these are stale: others write all the time
        path = f"/t/{self.code}/{'undo' if undoes else 'moves/give'}"
        answers = [self.wire.post(path, form) for _ in range(self.chance.choice([1, 1, 1, 1, 2]))]
        self._count(answers, undoes, mark)

    def _count(self, answers: list[Answered], undoes: bool, mark: str) -> None:
        statuses = {answer.status_code for answer in answers}
        assert statuses <= {303, 409}, statuses
        if 303 not in statuses:
            self.refused += 1
        elif undoes:
            self.undone += 1
        else:
            self.given.append(mark)

    def last_seen(self) -> int:
        """The last entry that the page of this phone shows."""
        text = self.wire.get(f"/t/{self.code}", SWAPS).get_data()
        return int(re.findall(r'name="seen" value="([0-9]+)"', text)[0])

    def page(self, version: int | None = None) -> str:
        """The part of the table's page that changes, without what is each phone's own."""
        asked = "" if version is None else f"?v={version}"
        return shared(self.wire.get(f"/t/{self.code}{asked}", SWAPS).get_data())


def shared(text: str) -> str:
    """A page without the key of its forms, which is one phone's."""
    return re.sub(r'(name="key" value=")[^"]*', r"\1", text)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Killed]:
    """A server of an empty folder."""
    made = Killed(tmp_path).start()
    yield made
    made.close()


@pytest.fixture
def hands(server: Killed, tmp_path: Path) -> list[Hand]:
    """Thirty phones at one table, each with a cookie and a pencil of its own, to which it was invited."""
    first = Phone(Wire(server.port)).lays(*NAMES).press("Deal")
    phones = [first, *(Phone(Wire(server.port)) for _ in range(PHONES - 1))]
    database = Database(tmp_path)
    for number, phone in enumerate(phones[1:]):
        token = Pencils(database).invite(first.code, f"giver {number}", gives_away=False)
        phone.open(f"/in/{token}").press("Take the pencil")
    database.close()
    assert len({phone.client.cookie for phone in phones}) == PHONES
    return [Hand(phone, number) for number, phone in enumerate(phones)]


def all_write(hands: list[Hand], seconds: float) -> None:
    """All thirty at once, for so long; longer where the machine is busy and somebody hasn't had a turn."""
    enough, end = threading.Event(), time.monotonic() + seconds
    running = [threading.Thread(target=hand.taps_until, args=[enough]) for hand in hands]
    for thread in running:
        thread.start()
    time.sleep(seconds)
    while time.monotonic() < end + PATIENCE and not all_was_tried(hands):
        time.sleep(0.1)
    enough.set()
    for thread in running:
        thread.join()
    for hand in hands:
        if hand.failed:
            raise hand.failed


def all_was_tried(hands: list[Hand]) -> bool:
    """Whether everybody has written, somebody undone, and somebody been refused; or somebody failed."""
    some_failed, some_undone, some_refused = (
        any(getattr(hand, what) for hand in hands) for what in ("failed", "undone", "refused")
    )
    return some_failed or (some_undone and some_refused and all(hand.given for hand in hands))


def test_thirty_phones_write_at_once(server: Killed, hands: list[Hand], tmp_path: Path) -> None:
    all_write(hands, SECONDS)
    code = hands[0].code
    rows = written(tmp_path, code)
    assert [row["number"] for row in rows] == list(range(1, len(rows) + 1)), "one order without gaps"
    given = [row["move"]["memo"] for row in rows if row["move"].get("move") == "give"]
    assert sorted(given) == sorted(mark for hand in hands for mark in hand.given), "each answered tap is there once"
    for hand in hands:
        own = [mark for mark in given if mark.startswith(f"{hand.number}/")]
        assert own == hand.given, "in the order in which it was tapped"
    keys = [row["key"] for row in rows if row["key"]]
    assert len(keys) == len(set(keys))
    pages = {hand.page() for hand in hands}
    assert len(pages) == 1, "every phone ends with the same page"
    struck = [row for row in rows if row["undoes"] and row["along"] in (None, row["number"])]
    undone, refused = (sum(getattr(hand, what) for hand in hands) for what in ("undone", "refused"))
    print(f"{len(given)} moves, {undone} undone, {refused} refused, by {PHONES} phones")  # noqa: T201
    assert min(len(hand.given) for hand in hands) > 0, "nobody was kept waiting for good"
    assert len(struck) == undone
    assert undone and refused, "some were undone, and some had not seen the newest"
    server.kill()
    all_is_well(tmp_path)  # it replays to the same, and comes to nothing in sum


def test_a_phone_that_was_away_for_an_hour_catches_up_with_one_request(hands: list[Hand]) -> None:
    away, *others = hands
    before = away.page()
    old = int(re.findall(r'data-version="([0-9]+)"', before)[0])
    for hand in others * 10:
        hand.tap()
    caught_up = away.page(old)
    assert caught_up != before
    assert {caught_up} == {hand.page() for hand in others}
    newest = int(re.findall(r'data-version="([0-9]+)"', caught_up)[0])
    assert newest > old + 100
    assert away.wire.get(f"/t/{away.code}?v={newest}", SWAPS).status_code == 204, "and it need not ask again"
