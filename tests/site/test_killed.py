"""An evening on a tablet without a server, whose browser is killed in the middle: nothing that was answered is lost.

``make thorough`` kills Chromium and WebKit fifty times each; ``COMPANION_KILLS`` says otherwise.
"""

import os
import random
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page

from companion.store import Database
from companion.store.check import problems
from tests.site.conftest import (
    APP,
    Tablet,
    backed_up,
    newest,
    phone,
    plays_a_round_of_loto_and_a_hand_of_cards,
)
from tests.tools.phone import Phone
from tests.tools.writers import written

KILLS = -(-int(os.environ.get("COMPANION_KILLS", "50")) // 3)
MAX_TAPS = 4
"""Taps that are answered before the one in which the browser is killed."""
MAX_DELAY_SECONDS = 0.05
"""Seconds that this one has, at most."""


def any_button(of: Phone, chance: random.Random) -> str:
    """A button of the table, but not the one with which the evening ends."""
    return chance.choice([words for words in of.open("").buttons if not words.startswith(("Finish", "Nobody"))])


def tapped_and_killed(tablet: Tablet, page: Page, of: Phone, chance: random.Random) -> int:
    """Taps a few times, and once more while the browser is killed; the newest entry that was answered."""
    for _ in range(chance.randint(1, MAX_TAPS)):
        of.press(any_button(of, chance))
        assert of.status == 200, of.says
    answered = newest(of.open(""))
    path, form = of.request_of(any_button(of, chance))
    sent: dict[str, Any] = {
        "method": "POST",
        "body": urlencode(list(form.items(multi=True))),
        "headers": {"Content-Type": "application/x-www-form-urlencoded"},
    }
    page.evaluate("([path, how]) => { fetch(path, how).catch(() => {}); }", [APP + path.removeprefix(APP), sent])
    time.sleep(chance.uniform(0, MAX_DELAY_SECONDS))
    tablet.kill()
    return answered


@pytest.mark.parametrize(
    ("game", "kills"),
    [
        pytest.param("Spoil-Five", 1, marks=pytest.mark.core),
        *(pytest.param(game, KILLS, marks=pytest.mark.thorough) for game in ("Spoil-Five", "Pope Joan", "Loto")),
    ],
)
def test_an_evening_goes_on_where_the_browser_was_killed(tablet: Tablet, tmp_path: Path, game: str, kills: int) -> None:
    chance = random.Random(game)
    page = tablet.open()
    if kills == 1:
        plays_a_round_of_loto_and_a_hand_of_cards(page)
    of = phone(page).lays("Ann", "Ben", "Cat", game=game)
    if game == "Loto":
        of.open("cards").press("2 cards")
    of.open("").press("Deal")
    for _ in range(kills):
        before = written(backed_up(page, tmp_path / "backup"), of.code)
        answered = tapped_and_killed(tablet, page, of, chance)
        page = tablet.open()
        of.client.page = page
        entries = written(backed_up(page, tmp_path / "backup"), of.code)
        assert entries[: len(before)] == before
        assert len(entries) >= answered
        assert newest(of.open("")) == len(entries)
        of.press(any_button(of, chance))
        assert of.status == 200, "the tablet has lost the pencil"
    database = Database(backed_up(page, tmp_path / "backup"))
    assert not list(problems(database))
    database.close()
