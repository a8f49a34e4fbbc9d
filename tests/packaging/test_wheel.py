"""The wheel stands alone: installed in an empty environment it serves pages and htmx without the checkout."""

import json
from pathlib import Path
from urllib.request import Request, urlopen
from zipfile import ZipFile

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from build_hook import of_static
from tests.packaging.conftest import serving
from tests.tools.lock import pins


def test_an_installed_companion_needs_no_checkout(python: Path, tmp_path: Path) -> None:
    with serving(python, tmp_path) as address:
        assert "What are we playing?" in fetched(address)
        assert "htmx" in fetched(address + "static/vendor/htmx.min.js")
        assert "Français" in fetched(address + "device")
        assert '<html lang="fr">' in fetched(Request(address, headers={"Accept-Language": "fr"}))
        assert "--baize" in fetched(address + "static/css/tokens.css")
        assert "loto/cards.css" in fetched(address + "cards"), "a game that comes with it brings its pages"
        assert not list((tmp_path / "empty").iterdir()), "nothing is left where it was started"
        assert list((tmp_path / "home").rglob("companion.sqlite3")), "the database lies in the user's own data folder"


def test_a_site_that_was_built_in_the_checkout_is_in_a_wheel_that_asks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = {str(tmp_path / name): f"companion/static/{name}" for name in ("css", "site")}
    for folder in both:
        Path(folder).mkdir()
    assert of_static(tmp_path) == {str(tmp_path / "css"): "companion/static/css"}
    monkeypatch.setenv("COMPANION_WITH_SITE", "1")
    assert of_static(tmp_path) == both


def test_type_checkers_are_told_that_it_is_typed(wheel: Path) -> None:
    assert "companion/py.typed" in ZipFile(wheel).namelist()


def test_it_carries_its_bill_of_materials(wheel: Path) -> None:
    archive = ZipFile(wheel)
    (name,) = (name for name in archive.namelist() if name.endswith(".cdx.json"))
    assert ".dist-info/sboms/" in name
    bill = archive.read(name).decode()
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(bill) is None
    parts = {part["name"]: part["version"] for part in json.loads(bill)["components"] if part["hashes"]}
    assert pins("constraints.txt").items() <= parts.items()


def fetched(address: str | Request) -> str:
    """The text at an address."""
    with urlopen(address, timeout=20) as answer:
        return str(answer.read().decode())
