"""Static files are asked for once: their addresses change with them."""

import re
import shutil
from itertools import chain
from pathlib import Path

from flask import Flask

from companion.web.assets import EXPORT, IMPORT, SCRIPTS, edition, scripts
from tests.tools.phone import Phone

STATIC = Path(__file__).parents[2] / "static"


def test_whatever_a_page_loads_is_kept_by_the_browser(app: Flask) -> None:
    phone = Phone(app).lays(game="Loto")
    loaded = set()
    for page in ("/", "/lay", "", "cards", "overhead", "how-to-play", "/device", "settlement"):
        found = re.findall(r'(?:src|href)="([^"]*/static/[^"]+)"', phone.open(page).text)
        loaded.update(found)
        assert 3 < len([path for path in found if "/emblems/" not in path]) < 11, page
    for path in loaded:
        answer = app.test_client().get(path)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "public, max-age=31536000, immutable"), (
            path
        )
        assert f"/{edition(STATIC)}/" in path


def test_a_page_of_another_edition_is_sent_the_files_of_today(app: Flask) -> None:
    today, client = (STATIC / "css" / "base.css").read_bytes(), app.test_client()
    for path in ("/static/0123456789/css/base.css", "/static/css/base.css"):
        answer = client.get(path)
        assert (answer.data, answer.headers["Cache-Control"]) == (today, "no-cache")
    assert client.get("/static/0123456789/css/none.css").status_code == 404


def test_another_content_is_another_edition(tmp_path: Path) -> None:
    copy = Path(shutil.copytree(STATIC, tmp_path / "static"))
    assert edition(copy) == edition(STATIC)
    with (copy / "js" / "live.js").open("a") as script:
        script.write("// another")
    assert edition(copy) != edition(STATIC)


def test_each_script_of_every_page_stands_after_those_that_it_imports_and_runs_once() -> None:
    known = set[str]()
    for name in chain(*SCRIPTS.values()):
        source = (STATIC / "js" / f"{name}.js").read_text("utf-8")
        imported = {module for _, module in IMPORT.findall(source)}
        assert imported <= known and len(imported) == source.count("import {"), name
        assert len(EXPORT.findall(source)) == source.count("\nexport "), name
        known.add(name)
    others = [file for file in STATIC.glob("js/*.js") if file.stem not in known]
    for file in others:
        assert not {module for _, module in IMPORT.findall(file.read_text("utf-8"))} & known, file.name
    first, later = SCRIPTS.values()
    imported = {
        module for part in later for _, module in IMPORT.findall((STATIC / "js" / f"{part}.js").read_text("utf-8"))
    }
    assert imported - {*later} <= {"device", "typing", "live"} < {*first}, "what the second module has of the first"
    assert scripts(STATIC, "companion").count("export ") == 4, "what the scripts of other pages import"
    assert "export " not in scripts(STATIC, "writing")
