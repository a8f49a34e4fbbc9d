"""The games of the shelf: what each file says, in every language, and its sample evening."""

import json
from pathlib import Path

import pytest

from companion.games import catalogue
from companion.scoresheet import read_sheet
from companion.shelf import read_description, shelf, write_description
from tests.tools.words import SPOKEN

HOUSE = Path(__file__).parents[2]
GAMES = sorted(shelf())


def file_of(key: str) -> Path:
    return HOUSE / "companion" / "shelf" / f"{key}.json"


@pytest.mark.parametrize("key", GAMES)
def test_a_game_says_who_made_it_by_which_source_and_its_rules_in_every_language(key: str) -> None:
    told = shelf()[key]
    assert told.made_by and told.source and {*SPOKEN} <= {"en", *told.languages}
    rules = [told.options(language).rules for language in SPOKEN]
    assert min(each.count("\n") for each in rules) >= 3 and len({each.count("\n") for each in rules}) == 1
    assert len({*rules}) == len(SPOKEN)
    assert key not in catalogue(), "its page would be another game's"


@pytest.mark.parametrize("key", GAMES)
def test_a_game_plays_alike_in_every_language(key: str) -> None:
    """Only names and rules are translated."""
    told = shelf()[key]

    def numbers(given: dict) -> object:  # type: ignore[type-arg]
        return {
            name: [{part: n for part, n in each.items() if part not in ("part", "pot")} for each in held]
            if name in ("parts", "pots") else held
            for name, held in given.items() if name not in ("name", "rules", "words")
        }  # fmt: skip

    for opening in told.languages.values():
        assert numbers(dict(opening.given or {})) == numbers(dict(told.opening.given or {}))


@pytest.mark.parametrize("key", GAMES)
def test_a_file_is_written_back_as_it_was_read(key: str) -> None:
    text = file_of(key).read_text("utf-8")
    assert write_description(read_description(text.encode())) == text


@pytest.mark.parametrize("key", GAMES)
def test_its_sample_evening_is_played_by_its_description(key: str) -> None:
    """What it comes to is checked with all sheets; partners are named at the table."""
    (game,) = read_sheet((HOUSE / "tests" / "scoresheets" / f"SHELF-{key}.json").read_bytes()).games
    given = {name: held for name, held in (game.opening.given or {}).items() if name != "sides"}
    assert (game.opening.game.key, given) == (shelf()[key].game.key, shelf()[key].opening.given)


def test_the_page_of_the_shelf_names_every_game_with_its_source() -> None:
    page = (HOUSE / "docs" / "games" / "shelf.md").read_text("utf-8")
    for key, told in shelf().items():
        made_of = f"[{told.game.key}]({told.game.key}.md)"
        assert f"| `{key}` | {told.name} | {made_of} | {told.made_by} | {told.source} |" in page


def test_every_name_stands_once() -> None:
    for language in SPOKEN:
        names = [told.options(language).title() for told in shelf().values()]
        assert len({*names}) == len(names)
    assert "description" in json.loads(file_of("nap").read_text("utf-8"))
