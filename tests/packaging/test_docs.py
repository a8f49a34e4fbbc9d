"""The docs are true: every file and folder that they name is there."""

import json
import re
from pathlib import Path

import pytest

from companion.games import catalogue
from companion.shelf import shelf

HOUSE = Path(__file__).parents[2]
PAGES = [HOUSE / "README.md", HOUSE / "CONTRIBUTING.md", *sorted((HOUSE / "docs").rglob("*.md"))]
ROOTS = (HOUSE, HOUSE / "companion", HOUSE / "companion" / "web", HOUSE / "tests")
PLACEHOLDERS = re.compile(r"KEY|CODE|FOLDER|LANG|\b(fr|nl)\b")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_is_named_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    named = re.findall(r"`((?:[\w.-]+/)+[\w.-]+\.(?:py|html|js|css|txt|md|json))`", text)
    missing = {path for path in named if not PLACEHOLDERS.search(path) and not any((r / path).exists() for r in ROOTS)}
    assert missing == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\((?![a-z]+:|#)([^)#]+)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_games_are_counted() -> None:
    """Games of the books and of the shelf; those that a household describes come on top."""
    games = len(shelf()) + sum(not game.of_the_house for game in catalogue().values())
    assert f"\n{games} games are there and taught" in PAGES[0].read_text("utf-8")
    evenings = [each["key"] for each in json.loads((HOUSE / "tests/games/worked/evenings.json").read_bytes())]
    counted = f"{len(evenings)} scorings of {len(shelf().keys() & {*evenings})} known games"
    assert counted in (HOUSE / "docs/DESCRIBING.md").read_text("utf-8")
