"""The page of a table in the middle of every game, on the smallest phone, in both languages."""

from pathlib import Path

import pytest

from companion.games import catalogue
from companion.scoresheet import Sheet, SheetGame
from companion.store import Database, Tables
from tests.browser.conftest import SMALL_PHONE, Asking, Device, shows, takes_the_pencil
from tests.browser.test_for_every_hand import found
from tests.fuzz.world import longest
from tests.tools.phone import Phone

OVERLAPPING = """() => {
  const shown = document.querySelectorAll('.baize > :not(.scene), .scene > *');
  const parts = [...shown].map(part => [part, part.getBoundingClientRect()])
    .filter(([part, box]) => box.width && box.height);
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return parts.flatMap(([part, box], place) => parts.slice(place + 1)
    .filter(([, other]) => meet(box, other)).map(([other]) => `${part.className} lies on ${other.className}`));
}"""


@pytest.fixture
def codes(tmp_path: Path) -> dict[str, str]:
    """A table in the middle of the longest evening of every game."""
    tables = Tables(database := Database(tmp_path))
    laid = {}
    for key in catalogue():
        sheet = longest(key)
        (played,) = sheet.games
        half = SheetGame(played.opening, played.moves[: len(played.moves) // 2])
        laid[key] = tables.lay(Sheet(sheet.players, [half], sheet.counter_value)).code
    database.close()
    return laid


@pytest.mark.parametrize("language", ["fr", "de", pytest.param("en", marks=pytest.mark.thorough)])
def test_nothing_lies_on_anything_else(device: Device, codes: dict[str, str], language: str) -> None:
    page = device(SMALL_PHONE, locale=language)
    faults = []
    takes_the_pencil(page, codes["spoil-five"])
    for key, code in codes.items():
        Phone(Asking(page)).send(f"/t/{code}/pencil", {"do": "here"})
        shows(page, f"/t/{code}")
        faults += [f"{key}: {fault}" for fault in [*page.evaluate(OVERLAPPING), *found(page)]]
    assert faults == []
