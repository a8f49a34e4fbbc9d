"""Companion without a server, as ``companion serve`` sends its files."""

from pathlib import Path

import pytest
from flask import Flask

from tests.tools.phone import Phone


@pytest.fixture
def built(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of static files with a site in it."""
    folder = tmp_path / "static"
    (folder / "site").mkdir(parents=True)
    monkeypatch.setattr(app, "_static_folder", str(folder))
    return folder / "site"


def test_a_site_that_is_not_built_is_said(app: Flask, phone: Phone, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(app, "_static_folder", str(tmp_path))
    assert "make site builds it" in phone.open("/site/").says
    assert phone.status == 404


def test_its_pages_may_compile_webassembly_and_only_its_worker_more(phone: Phone, built: Path) -> None:
    (built / "index.html").write_text("The site")
    (built / "worker.js").write_text("")
    assert phone.open("/site").says == "The site"
    assert "'wasm-unsafe-eval'" in phone.response.headers["Content-Security-Policy"]
    assert " 'unsafe-eval'" not in phone.response.headers["Content-Security-Policy"]
    assert " 'unsafe-eval'" in phone.open("/site/worker.js").response.headers["Content-Security-Policy"]
    assert phone.open("/site/../secret.key").status == 404
