"""One name from URL to test: a folder of ``companion/web`` is a blueprint, with its templates and tests."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import nodes

import companion
from companion.games import catalogue

HOUSE = Path(companion.__file__).parent
WEB = HOUSE / "web"
TESTS = Path(__file__).parents[1] / "web"
PAGES = (
    "home",
    "learn",
    "rules",
    "evenings",
    "table",
    "journal",
    "evening",
    "overhead",
    "devices",
    "statistics",
)
"""The folders with pages."""
GAMES = {"loto": "companion.loto.web"}
"""The blueprints that games bring, with their packages."""
HELPERS = ("request", "forms", "i18n", "live")
"""The folders that the pages share."""
SHARED_TEMPLATES = {"games"}
"""The folder of templates that all pages may use, beside those in no folder."""
SHARING = PAGES
"""The folders of templates that know no game."""
BORROWED = {
    "home": {"evenings/_again.html", "statistics/_macros.html"},
    "learn": {"home/_gallery.html"},
    "rules": {"home/_games.html"},
    "loto": {"overhead/_macros.html", "overhead/_pots.html", "table/page.html"},
    "overhead": {"table/_pot_board.html"},
    "table": {"home/_gallery.html", "home/_games.html"},
    "games": {
        "overhead/_macros.html",
        "overhead/_pots.html",
        "loto/_actions.html",
        "loto/_by_letters.html",
        "loto/_called.html",
        "loto/_caller_gone.html",
        "loto/_checks.html",
        "loto/_fair.html",
        "loto/_howto_card.html",
        "loto/_false_claims.html",
        "loto/_last_calls.html",
        "loto/_macros.html",
        "loto/_next_number.html",
        "loto/_ninety.html",
        "loto/_number_above.html",
        "loto/_played_out.html",
        "loto/_programme.html",
        "loto/_unsent.html",
        "loto/_voice.html",
        "home/_games.html",
    },
}
"""Templates that a folder takes from another: another game is chosen as the first was, the first page plays again and
shows the year, the table from above shows the pots of the table.
A game's ``overhead.html`` is a part of the overhead page; both games of Loto share parts."""


def folders(root: Path) -> set[str]:
    """The folders right beneath a folder."""
    return {path.name for path in root.iterdir() if path.is_dir() and path.name != "__pycache__"}


def foreign(folder: str, names: Iterator[object]) -> set[str]:
    """The templates among some texts that belong to the folder of another page, and are not borrowed."""
    others = {*PAGES, *GAMES} - {folder}
    named = {name for name in names if isinstance(name, str) and name.partition("/")[0] in others}
    return {name for name in named if "/" in name and not name.endswith((".css", ".js"))} - BORROWED.get(folder, set())


def test_neither_pages_nor_what_all_games_share_names_one() -> None:
    named = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, catalogue()))})(?![\w-])")
    places = [*WEB.rglob("*.py"), *(HOUSE.parent / "static").glob("[cj]s*/*.*")]
    for folder in (HOUSE.parent / "templates", *(HOUSE.parent / "templates" / name for name in SHARING)):
        places += folder.glob("*.*")
    assert not [(place.name, found[0]) for place in places for found in named.finditer(place.read_text("utf-8"))]


def test_every_folder_is_known_and_has_its_tests() -> None:
    assert folders(WEB) == {*PAGES, *HELPERS}
    assert folders(TESTS) == {*PAGES, *HELPERS}


def test_every_folder_has_a_blueprint_of_its_name(app: Flask) -> None:
    packages = {folder: f"companion.web.{folder}" for folder in PAGES} | GAMES
    assert set(app.blueprints) == packages.keys()
    for folder, package in packages.items():
        assert app.blueprints[folder] is import_module(package).bp


def test_every_route_stands_in_the_folder_of_its_blueprint(app: Flask) -> None:
    for endpoint, view in app.view_functions.items():
        folder, dot, _ = endpoint.partition(".")
        own = f"{GAMES.get(folder, f'companion.web.{folder}')}.", "companion.web.kept"
        assert not dot or folder == "static" or view.__module__.startswith(own), endpoint


def test_every_folder_has_its_templates(app: Flask) -> None:
    assert folders(Path(str(app.template_folder))) == {*PAGES, *GAMES, *SHARED_TEMPLATES}


@pytest.mark.parametrize("folder", (*PAGES, *GAMES))
def test_pages_are_drawn_with_templates_of_their_folder(folder: str) -> None:
    for module in (HOUSE / "loto" / "web" if folder in GAMES else WEB / folder).glob("*.py"):
        texts = (node.value for node in ast.walk(ast.parse(module.read_text())) if isinstance(node, ast.Constant))
        assert not foreign(folder, texts), module.name


def test_templates_take_in_those_of_their_folder(app: Flask) -> None:
    for name in app.jinja_env.list_templates():
        if not name.endswith((".html", ".js")):
            continue
        source, _, _ = app.jinja_loader.get_source(app.jinja_env, name)
        texts = (node.value for node in app.jinja_env.parse(source).find_all(nodes.Const))
        assert not foreign(name.rpartition("/")[0].partition("/")[0], texts), name


def test_templates_use_what_they_import(app: Flask) -> None:
    assert app.jinja_env.loader
    for name in app.jinja_env.list_templates():
        tree = app.jinja_env.parse(app.jinja_env.loader.get_source(app.jinja_env, name)[0])
        imported = [given for taken in tree.find_all(nodes.FromImport) for given in taken.names]
        names = {given if isinstance(given, str) else given[1] for given in imported}
        assert names <= {used.name for used in tree.find_all(nodes.Name) if used.ctx == "load"}, name


def test_borrowed_templates_are_there(app: Flask) -> None:
    assert set().union(*BORROWED.values()) <= set(app.jinja_env.list_templates())


def test_functions_of_several_lines_say_what_they_do() -> None:
    """Those that others may use: a private one, and one of a single statement, need no docstring."""
    places = [(path, node) for path in HOUSE.rglob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    of_classes = [each for _, node in places if isinstance(node, ast.ClassDef | ast.Module) for each in node.body]
    functions = [each for each in of_classes if isinstance(each, ast.FunctionDef) and not each.name.startswith("_")]
    assert len(functions) > 2_000
    assert [each.name for each in functions if len(each.body) > 1 and not ast.get_docstring(each)] == []
