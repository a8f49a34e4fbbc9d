"""Ten questions that people ask of a year, each answered in at most four taps from the first page."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import Mock, patch

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.scoresheet import read_sheet, record_sheet, sheet_from
from companion.store import Database, Tables
from tests.browser.conftest import Asking, Device
from tests.tools.clock import Clock
from tests.tools.phone import Phone
from tests.tools.quick import furnish
from tests.tools.year import SHEETS, renamed

FAMILY = ["Ann", "Ben", "Grandma"]
POUND = {"counter_value": {"amount": "1", "currency": "GBP"}}


def played(key: str, *moves: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An evening of the family."""
    options = more.pop("options", {})
    return {"scoresheet": 1, "players": FAMILY, "games": [{"game": key, "options": options, "moves": [*moves]}]} | more


def spoil_five(winner: str, **more: Any) -> dict[str, Any]:
    return played("spoil-five", {"move": "deal"}, {"move": "won", "player": winner}, {"move": "finish"}, **more)


def hearts(*points: int) -> dict[str, Any]:
    scored = {"move": "scored", "points": dict(zip(FAMILY, points, strict=True))}
    return played("points-game", {"move": "deal"}, scored, options={"name": "Hearts", "wins": "fewest", "hands": 1})


def kept(sheet: str, *names: str) -> dict[str, Any]:
    """A kept sheet with these in the place of its players, played to its end."""
    held = json.loads((SHEETS / f"{sheet}.json").read_text())
    made: dict[str, Any] = renamed(held, dict(zip(held["players"], names, strict=True)))
    if not record_sheet(read_sheet(json.dumps(made).encode())).state.over:
        made["games"][-1]["moves"].append({"move": "finish"})
    return made


EVENINGS = {
    "2025-11-08": kept("CA-E1", "Ann", "Ben"),
    "2025-12-06": spoil_five("Ben"),
    "2025-12-13": spoil_five("Ben"),
    "2025-12-20": hearts(4, 9, 12),
    "2025-12-27": spoil_five("Grandma"),
    "2026-01-10": kept("LO1-E5", "Ann", "Grandma", "Ben"),
    "2026-02-14": kept("PJ-E2", "Ann", "Ben", "Grandma", "Hugo"),
    "2026-02-15": kept("PJ-E2", "Ann", "Ben", "Grandma", "Hugo"),
    "2026-02-16": kept("PJ-E2", "Ann", "Grandma", "Ben", "Hugo"),
    "2026-03-05": spoil_five("Grandma"),
    "2026-03-06": spoil_five("Ben"),
    "2026-04-03": hearts(7, 2, 9),
    "2026-05-01": kept("CA-E1", "Ann", "Ben"),
    "2026-06-05": spoil_five("Ann", **POUND),
}


class Taps:
    """A finger that counts, from the first page."""

    def __init__(self, page: Page) -> None:
        self.page, self.number = page, 0
        page.goto("/")

    def on(self, *links: str) -> "Taps":
        """Taps links that begin with these words, one after another."""
        for words in links:
            self.at(self.page.get_by_role("link", name=re.compile(f"^{words}")).first)
        return self

    def at(self, place: Locator) -> "Taps":
        place.tap()
        self.number += 1
        assert self.number <= 4
        return self

    def searches(self, words: str) -> Locator:
        """Types into the search of the evenings; the rows that it finds."""
        self.on("Evenings").at(self.page.get_by_label("Find an evening"))
        with self.page.expect_response(lambda answer: "q=" in answer.url):
            self.page.keyboard.type(words)
        return self.page.locator("#found .evenings .row")

    def first(self) -> Locator:
        """The first of the standings, or of the games where they stand alone."""
        return self.page.locator(".stood .row").first

    def says(self, words: str) -> None:
        expect(self.page.locator("main")).to_contain_text(words)


def who_won_most_at_spoil_five_since_christmas(taps: Taps) -> None:
    taps.on("Statistics", "Spoil-Five", "Since Christmas")
    expect(taps.first()).to_contain_text("Grandma won 2 of 4 games (50%)")


def the_evening_when_grandma_won_at_loto(taps: Taps) -> None:
    rows = taps.searches("Grandma won at Loto")
    expect(rows).to_have_count(1)
    taps.at(rows).says("10 January 2026")


def what_does_ben_owe_me(taps: Taps) -> None:
    taps.on("Evenings", "Who owes whom").says("Ben owes you")


def who_is_best_at_pope_joan(taps: Taps) -> None:
    taps.on("Statistics", "Pope Joan").says("Grandma wins most often: 2 of 3 games.")


def whom_cant_i_beat(taps: Taps) -> None:
    taps.on("Statistics").at(taps.page.locator(".stood .row", has_text="you")).says("Grandma is the hardest to beat")


def what_is_my_best_score_at_hearts(taps: Taps) -> None:
    taps.on("Statistics", "All years").at(taps.page.locator(".stood .row", has_text="you"))
    taps.says("Hearts won 1 of 2 games (50%) best 4 points, on average 5.5")


def how_often_did_we_play_last_year(taps: Taps) -> None:
    taps.on("Statistics", "2025").says("2025: 5 days")


def what_did_we_play_most(taps: Taps) -> None:
    taps.on("Statistics", "All years")
    expect(taps.page.locator("h2:text('Games') + .stood .row").first).to_contain_text("Spoil-Five")


def who_was_ahead_in_december(taps: Taps) -> None:
    taps.on("Statistics", "2025", "Dec").says("December 2025: 4 days")
    expect(taps.first()).to_contain_text("Ben 4 days · won 2 of 4 games")


def when_did_we_last_play_cassino(taps: Taps) -> None:
    expect(taps.searches("when did we last play Cassino?").first).to_contain_text("Friday 1")
    taps.says("May")


QUESTIONS = (
    who_won_most_at_spoil_five_since_christmas,
    the_evening_when_grandma_won_at_loto,
    what_does_ben_owe_me,
    who_is_best_at_pope_joan,
    whom_cant_i_beat,
    what_is_my_best_score_at_hearts,
    how_often_did_we_play_last_year,
    what_did_we_play_most,
    who_was_ahead_in_december,
    when_did_we_last_play_cassino,
)


@pytest.fixture
def year(tmp_path: Path, wall: Clock) -> str:
    """A house with a year of evenings; the code of the last."""
    wall.shows("2026-11-27")
    database = Database(furnish(tmp_path))
    tables, code = Tables(database), ""
    for day, sheet in EVENINGS.items():
        at = datetime.fromisoformat(f"{day}T19:00:00+00:00").astimezone(UTC).isoformat(timespec="seconds")
        with patch("companion.store.tables.now", Mock(return_value=at)):
            code = tables.lay(sheet_from(sheet)).code
    database.close()
    return code


def test_ten_questions_are_answered_in_at_most_four_taps_each(year: str, device: Device) -> None:
    page = device()
    Phone(Asking(page)).open(f"/t/{year}/me").press("Ann")
    for question in QUESTIONS:
        question(Taps(page))
