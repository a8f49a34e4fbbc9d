"""The tour of the engine in the documentation, run line by line."""

import doctest
from pathlib import Path

TOUR = Path(__file__).parents[2] / "docs" / "TOUR.md"


def test_the_tour_says_what_the_engine_does() -> None:
    result = doctest.testfile(str(TOUR), module_relative=False, encoding="utf-8")
    assert result.attempted > 20, "the page was found, and its examples with it"
    assert result.failed == 0
