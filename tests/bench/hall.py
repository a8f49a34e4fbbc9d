"""A Loto night of 500 cards and 200 phones: from the caller's tap to the number on each, beside a bare event stream."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.scoresheet import sheet_from
from companion.store import Database, Tables
from tests.bench.live import Followers
from tests.bench.phones import Row, percentile, recorder
from tests.bench.recording import bare_recorder
from tests.bench.server import running

PHONES, CARDS = 200, 500 // 6 * 6
NUMBERS, WARM = 60, 5
"""The first few aren't counted."""
MOST = 3


def rows(folder: Path) -> Iterator[Row]:
    code = hall(folder)
    with running("companion", folder) as full, running("streams", folder, PHONES) as floor:
        phones = Followers(full.port, f"/t/{code}/stream", b"event: drawn")
        bare = Followers(floor.port, "/stream")
        draw, record = recorder(full.port, code, draws=True), bare_recorder(floor.port)
        for followers in (phones, bare):
            followers.grow(PHONES)
        times = [(delays(phones, draw), delays(bare, record)) for _ in range(NUMBERS + WARM)][WARM:]
        for followers in (phones, bare):
            followers.close()
    ours, least = ([each for number in side for each in number] for side in zip(*times, strict=True))
    for percent, most in ((50, None), (99, MOST)):
        taken, floor_taken = percentile(ours, percent), percentile(least, percent)
        what = f"{CARDS} cards, {PHONES} phones: tap to number, p{percent}, to a bare stream"
        yield Row(f"{what} ({taken:.0f} to {floor_taken:.0f} ms)", taken / floor_taken, most)


def hall(folder: Path) -> str:
    """The code of a table at which all cards are given out, and the round is on."""
    database = Database(folder)
    moves = [{"move": "give", "first": 1, "last": CARDS}, {"move": "deal"}]
    game = {"game": "loto-hall", "options": {"cards": CARDS, "programme": [[{"for": "card"}]]}, "moves": moves}
    code = Tables(database).lay(sheet_from({"scoresheet": 1, "players": ["Caller"], "games": [game]})).code
    database.close()
    return code


def delays(followers: Followers, tap: Callable[[], str]) -> list[float]:
    """Milliseconds from a tap until each was told."""
    thread, start = threading.Thread(target=tap), time.monotonic()
    thread.start()
    moments = followers.each_told()
    thread.join()
    time.sleep(0.05)
    return [(moment - start) * 1000 for moment in moments]
