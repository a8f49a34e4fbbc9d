"""The map of the house shows every room."""

from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent
ROOMS = (HOUSE / "docs/ARCHITECTURE.md").read_text("utf-8").partition("## The rooms")[2].partition("\n## ")[0]
MODULES = [
    module.name
    for folder in ("engine", "web")
    for module in sorted((HOUSE / "companion" / folder).glob("*.py"))
    if module.name != "__init__.py"
]


@pytest.mark.parametrize("module", MODULES)
def test_the_map_shows_every_module(module: str) -> None:
    assert f"/{module}`" in ROOMS or f"`{module}`" in ROOMS
