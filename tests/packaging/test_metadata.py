"""The package's metadata: addresses of the repository it was built from, and a README that works outside it."""

import re
from pathlib import Path

import pytest

from build_hook import outside_the_repository, project_urls, public_address

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
HOME = "https://example.org/games/companion"
RELATIVE = re.compile(r"\]\((?!https://)[^)]*\)")


@pytest.mark.parametrize(
    ("origin", "address"),
    [
        ("https://example.org/games/companion.git", HOME),
        ("https://name:secret@example.org/games/companion", HOME),
        ("git@example.org:games/companion.git", HOME),
        ("ssh://git@example.org/games/companion.git", HOME),
        ("/srv/companion", ""),
        ("../companion.git", ""),
        ("", ""),
    ],
)
def test_the_address_is_that_of_the_origin(origin: str, address: str) -> None:
    assert public_address(origin) == address


def test_every_link_of_the_readme_leads_to_the_repository() -> None:
    shown = outside_the_repository(README, HOME)
    assert not RELATIVE.findall(shown)
    assert f"]({HOME}/blob/HEAD/docs/ARCHITECTURE.md)" in shown
    assert f"]({HOME}/raw/HEAD/docs/pictures/table-phone.png)" in shown


def test_without_an_address_the_words_are_left() -> None:
    shown = outside_the_repository("See [the way in](docs/ARCHITECTURE.md): ![a table](docs/table.png).", "")
    assert shown == "See the way in: *a table*."
    assert not RELATIVE.findall(outside_the_repository(README, ""))
    assert project_urls("") == {}


def test_links_to_elsewhere_and_into_the_page_stay() -> None:
    text = "[htmx](https://htmx.org) and [below](#below)"
    assert outside_the_repository(text, HOME) == text


def test_every_file_that_the_readme_links_to_is_there() -> None:
    root = Path(__file__).parents[2]
    for path in re.findall(r"\]\((?!https?://|#)([^)#]+)", README):
        assert (root / path).exists(), path


def test_the_addresses_are_complete() -> None:
    assert project_urls(HOME).keys() == {"Repository", "Issues", "Documentation", "Changelog"}
    assert all(address.startswith(HOME) for address in project_urls(HOME).values())
