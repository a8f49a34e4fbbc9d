"""The house can't grow by itself: a line more, or a file more, is seen."""

from pathlib import Path

import pytest

from tests.tools.size import changed, sizes

SPOIL_FIVE = "companion/games                      1 files       2 lines"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    (tmp_path / "companion/games").mkdir(parents=True)
    (tmp_path / "companion/games/spoil_five.py").write_text("GAME = 5\nPOOL = 0\n")
    return tmp_path


def test_a_line_more_is_seen(house: Path) -> None:
    before = sizes(house)
    assert SPOIL_FIVE in before
    (house / "companion/games/spoil_five.py").write_text("GAME = 5\nPOOL = 0\n\n")
    assert f"{SPOIL_FIVE}  kept" in changed(sizes(house), before)


def test_a_file_more_is_seen_and_its_folder_counts(house: Path) -> None:
    before = sizes(house)
    (house / "companion/games/pope.py").touch()
    assert "companion/games                      2 files       2 lines  now" in changed(sizes(house), before)


def test_a_line_that_no_formatter_breaks_counts_as_what_it_fills(house: Path) -> None:
    (house / "static/css").mkdir(parents=True)
    (house / "static/css/base.css").write_text("a" * 240 + "\n" + "b" * 241 + "\n")
    assert "static/css                           1 files       5 lines" in sizes(house)


@pytest.mark.parametrize("place", ["static/vendor/htmx.min.js", "companion/shelf/uno.json", "static/site/app.js"])
def test_what_is_built_or_only_data_counts_nowhere(house: Path, place: str) -> None:
    before = sizes(house)
    (house / place).parent.mkdir(parents=True)
    (house / place).write_text("{}\n" * 9)
    assert sizes(house) == before
