"""A game of another package, installed beside Companion: scored, listed, served, and played through the pages."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import conftest as chromium
from tests.packaging.conftest import NAP, serving
from tests.tools.phone import Phone
from tests.tools.serving import Wire

FOUR = ("Ann", "Ben", "Cat", "Dan")
BALANCES = {"Ann": -3, "Ben": -3, "Cat": 9, "Dan": -3}


class House(NamedTuple):
    """An environment with both packages in it, and the address at which it serves."""

    python: Path
    address: str

    def phone(self) -> Phone:
        """Return a phone."""
        return Phone(Wire(urlsplit(self.address).port or 0))  # type: ignore[arg-type]

    def run(self, *arguments: str) -> str:
        """Return what a command prints."""
        command = [str(self.python), "-m", "companion", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def house(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Both packages, served."""
    with serving(python, tmp_path_factory.mktemp("house")) as address:
        yield House(python, address)


def test_its_sheet_is_scored(house: House) -> None:
    result = json.loads(house.run("score", str(NAP / "sheet.json")))
    assert result["balances"] == {"Ann": -36, "Ben": 28, "Cat": 4, "Dan": 4}
    assert [entry["memo"] for entry in result["entries"]][1::2] == ["Ben bids 3: made.", "Ann bids 5: failed."]


def test_it_is_listed_and_described(house: House) -> None:
    (line,) = [line for line in house.run("games").splitlines() if line.startswith("nap ")]
    assert line.split(maxsplit=1)[1].startswith("2 to 7  Nap: Bid two to five tricks")
    assert "nap" in json.loads(house.run("schema"))["$defs"]


def test_a_hand_is_played_over_http(house: House) -> None:
    phone = house.phone().lays_by_its_form(*FOUR, game="nap").press("Deal")
    phone.open(phone.page.links["Bid made"])
    phone.open(phone.page.links["Cat 0"]).press("3")
    assert "Cat bids 3: made." in phone.says
    assert json.loads(phone.open("result.json").text)["balances"] == BALANCES
    assert "is paid 1 counter for each trick of the bid" in phone.open("how-to-play").says


def test_it_is_played_in_french(house: House) -> None:
    phone = house.phone().lays_by_its_form(*FOUR, game="nap").press("Deal")
    phone.open("", **{"Accept-Language": "fr"})
    assert {"Annonce réussie", "Annonce manquée"} <= phone.page.links.keys()
    assert "reçoit de chacun 1 jeton par levée annoncée" in phone.open("how-to-play", **{"Accept-Language": "fr"}).says


@pytest.mark.browser
def test_a_hand_is_played_in_chromium(house: House, browser: Browser) -> None:
    page = browser.new_context(base_url=house.address, viewport=chromium.PHONE, has_touch=True).new_page()  # type: ignore[arg-type]
    page.goto(f"/t/{Phone(chromium.Asking(page)).lays_by_its_form(*FOUR, game='nap').code}")
    chromium.tap(page, "Deal")
    page.get_by_role("link", name="Bid made").click()
    page.get_by_role("link", name="Cat 0", exact=True).first.click()
    chromium.tap(page, "3")
    expect(page.locator("#table")).to_contain_text("Cat bids 3: made.")
    assert chromium.balances(page) == BALANCES
    page.context.close()
