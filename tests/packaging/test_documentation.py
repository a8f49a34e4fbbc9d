"""The documentation becomes a site, and none of its links leads nowhere."""

from pathlib import Path

import pytest

from tests.tools import documentation


def test_every_link_of_the_site_leads_somewhere(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert documentation.build(tmp_path, "dummy") == 0, capfd.readouterr().err


def test_a_link_that_leads_nowhere_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(documentation, "ENGINE", "# The engine\n\n[Gone](docs/GONE.md)\n")
    assert documentation.build(tmp_path, "dummy") == 1
    assert "docs/GONE.md" in capfd.readouterr().err


@pytest.mark.thorough
def test_the_site_holds_the_rules_of_every_game_in_every_language(tmp_path: Path) -> None:
    assert documentation.build(tmp_path) == 0
    for language, pope in (("en", "Pope"), ("fr", "Pape"), ("de", "Papst")):
        assert pope in (tmp_path / "rules" / language / "pope-joan.html").read_text("utf-8")
    assert "companion.engine.kit.antes" in (tmp_path / "engine.html").read_text("utf-8")
    assert (tmp_path / "scoresheet.schema.json").stat().st_size > 100_000
