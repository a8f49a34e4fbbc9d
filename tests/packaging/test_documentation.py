"""The documentation becomes a site, and none of its links leads nowhere."""

import re
from pathlib import Path

import pytest

from tests.tools import documentation

HOUSE = Path(__file__).parents[2]
HELD = ("companion", "templates", "static", "tests")


def test_every_link_of_the_site_leads_somewhere_and_one_that_does_not_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(documentation, "ENGINE", f"{documentation.ENGINE}\n[Gone](docs/GONE.md)\n")
    assert documentation.build(tmp_path, "dummy") == 1
    (told,) = [line for line in capfd.readouterr().err.splitlines() if line.strip()]
    assert "docs/GONE.md" in told


@pytest.mark.thorough
def test_the_site_holds_the_rules_of_every_game_in_every_language(tmp_path: Path) -> None:
    assert documentation.build(tmp_path) == 0
    for language, pope in (("en", "Pope"), ("fr", "Pape"), ("de", "Papst")):
        assert pope in (tmp_path / "rules" / language / "pope-joan.html").read_text("utf-8")
    assert "companion.engine.kit.antes" in (tmp_path / "engine.html").read_text("utf-8")
    assert (tmp_path / "scoresheet.schema.json").stat().st_size > 100_000


@pytest.mark.parametrize("page", ["ARCHITECTURE", "CHOICES", "TRUST", "DESCRIBING", "TABLET", "BROWSERS"])
def test_files_that_a_page_names_are_there(page: str) -> None:
    """Each is named by the end of its path."""
    ends = [
        "/build_hook.py",
        *(f"/{path.relative_to(HOUSE)}" for folder in HELD for path in (HOUSE / folder).glob("**/*.*")),
    ]
    named = re.findall(r"`([\w/.-]+\.(?:py|html|js|css))`", (HOUSE / "docs" / f"{page}.md").read_text("utf-8"))
    assert named and [name for name in named if not any(end.endswith(f"/{name}") for end in ends)] == []
