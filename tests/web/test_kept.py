"""What a household keeps under names, alike whatever it is."""

from pathlib import Path

import pytest

from tests.tools.full_house import full_house
from tests.tools.phone import Phone
from tests.tools.quick import app_over

KEEPS = "You can bring it back from the bin for thirty days."


@pytest.mark.parametrize("path", ["/rules/1", "/groups", "/cards/own/1", "/cards/words/1"])
def test_what_is_forgotten_says_so_and_is_brought_back_from_the_bin(tmp_path: Path, path: str) -> None:
    full_house(tmp_path, ["Ann", "Ben", "Cat", "Dan", "Eve"], "A title")
    with app_over(tmp_path) as app:
        phone = Phone(app).joins().open(path)
        assert phone.says.count(KEEPS) == 1
        phone.press(next(words for words in phone.buttons if words.startswith(("Forget", "Take", "Delete"))))
        assert KEEPS not in phone.open(path).says
        phone.open("/bin").press("Bring it back").open(path)
        assert phone.says.count(KEEPS) == 1
