"""Loto enters Companion as a game of another package does: nothing needs it, and no other game's table loads it."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest
from flask import Flask

import companion.games
from companion.games import catalogue, families, outside_games
from companion.web.request.game_pages import loader_of
from tests.loto.web.test_calling import loto
from tests.tools.phone import Phone
from tests.tools.quick import quick_app

Points = Callable[..., None]
RULES = "companion.loto.rules.calling"


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Points]:
    """Gives what says which games from outside there are, by key and module."""

    def forget() -> None:
        for function in (outside_games, catalogue, families, loader_of):
            function.cache_clear()

    def there_are(**modules: str) -> None:
        points = EntryPoints([EntryPoint(key, module, companion.games.GROUP) for key, module in modules.items()])
        monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points.select(group=group))
        forget()

    yield there_are
    monkeypatch.undo()
    forget()


def test_without_its_package_everything_else_is_played_and_its_tables_wait(
    app: Flask, phone: Phone, tmp_path: Path, installed: Points
) -> None:
    code = loto(app, phone).press("Draw").code
    told = phone.open("journal").says
    app.extensions["companion"].close()
    installed()
    away = quick_app(tmp_path)
    there = Phone(away)
    assert there.open("/cards").status == 404 and "Loto" not in there.open("/lay").says
    assert there.open(f"/t/{code}").status == 500, "unreadable, but there"
    assert "Cat takes" in there.lays(game="Spoil-Five").press("Deal").press("Cat").says
    away.extensions["companion"].close()
    installed(loto=RULES)
    back = quick_app(tmp_path)
    assert told.partition("Was it fair?")[2] in Phone(back).open(f"/t/{code}/journal").says
    back.extensions["companion"].close()


def test_with_broken_pages_it_is_left_out_with_a_line(
    tmp_path: Path, installed: Points, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    installed(loto=RULES)
    monkeypatch.setitem(sys.modules, "companion.loto.web", None)
    app = quick_app(tmp_path)
    (line,) = caplog.messages
    assert line.startswith("The game loto of companion.loto.web:CALLING is left out: ModuleNotFoundError")
    assert "loto" not in catalogue() and Phone(app).lays(game="Spoil-Five").status == 200
    app.extensions["companion"].close()


WITHOUT = """
import sys
from importlib.abc import MetaPathFinder
class Away(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name in ("companion.loto.rules.calling", "companion.loto.rules.drawings", "companion.loto.web"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Away())
from pathlib import Path
from companion.web import create_app
app = create_app(Path(sys.argv[1]))
assert app.test_client().get("/", base_url="http://localhost").status_code == 200
from companion.games import catalogue
assert "loto" not in catalogue() and "spoil-five" in catalogue()
"""


def test_companion_starts_where_its_modules_cannot_be_loaded(tmp_path: Path) -> None:
    started = subprocess.run([sys.executable, "-c", WITHOUT, tmp_path], capture_output=True, text=True, timeout=60)
    assert started.returncode == 0, started.stderr
    assert "The game loto of companion.loto.rules.calling is left out" in started.stderr


@pytest.mark.parametrize("page", ["", "overhead", "settlement"])
def test_a_table_of_another_game_loads_nothing_of_it(app: Flask, phone: Phone, page: str) -> None:
    phone.lays(game="Spoil-Five").press("Deal").open(page)
    loaded = re.findall(r'(?:src|href)="([^"]*/static/[^"]+\.(?:js|css))"', phone.text)
    assert len(loaded) >= 2 and not [path for path in loaded if "/loto/" in path]
    for path in loaded:
        assert not re.search("loto|ninety|data-caller", app.test_client().get(path).text, re.IGNORECASE), path
