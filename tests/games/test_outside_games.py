"""Games of other packages: found by their entry points, left out with one line where they can't be played."""

import json
import re
import shutil
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask

import companion.games
from build_hook import compile_translations
from companion.cli import main
from companion.games import catalogue, families, game, keys, most_general, outside_games
from companion.scoresheet import read_sheet, score
from companion.scoresheet.json_schema import json_schema
from companion.web.i18n.language import _patterns, catalogues
from companion.web.request.game_pages import PackageTemplates, loader_of
from tests.tools.phone import Phone
from tests.tools.quick import quick_app

NAP = Path(__file__).parents[1] / "packaging" / "nap"
PAGE = Path(__file__).parents[2] / "docs" / "GAMES-FROM-OUTSIDE.md"
CACHES = (outside_games, catalogue, families, loader_of, catalogues, _patterns)
GAME = """
from companion.engine import Family, Game, Options
from companion.engine.kit import COMMON, Deal
class Few(Options):
    def seats(self):
        return range(2, {most})
GAME = Game("{key}", "{key}", Family.OWN, "", Few, (Deal,), COMMON)
"""

Install = Callable[[str, str], None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Install]:
    """Gives what installs a game by its key, from a module or from the text of one."""
    points: list[EntryPoint] = []
    sources = tmp_path / "packages"
    shutil.copytree(NAP / "nap_for_companion", sources / "nap_for_companion")
    compile_translations(sources / "nap_for_companion" / "translations")
    monkeypatch.syspath_prepend(sources)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: EntryPoints(points).select(group=group))
    before = set(sys.modules)

    def installed(key: str, module: str) -> None:
        if "\n" in module:
            text, module = module, f"outside_{len(points)}"
            (sources / f"{module}.py").write_text(text)
        points.append(EntryPoint(key, module, companion.games.GROUP))
        forget()

    forget()
    yield installed
    forget()
    for name in set(sys.modules) - before:
        del sys.modules[name]


def forget() -> None:
    """Forget which games and languages there are."""
    for function in CACHES:
        function.cache_clear()


@pytest.fixture
def nap(install: Install) -> None:
    """Nap is installed."""
    install("nap", "nap_for_companion")


@pytest.mark.usefixtures("nap")
def test_a_game_from_outside_is_a_game_as_any_other() -> None:
    assert game("nap") == catalogue()["nap"] and "nap" not in keys()
    assert game("nap") in [game for games in families().values() for game in games]
    assert "nap" in CliRunner().invoke(main, ["games"]).stdout
    assert "nap" in json_schema()["$defs"]
    result = score(read_sheet((NAP / "sheet.json").read_bytes()))
    assert result["balances"] == {"Ann": -36, "Ben": 28, "Cat": 4, "Dan": 4}


def test_the_game_that_is_written_out_in_the_docs_is_played(install: Install, phone: Phone) -> None:
    page = PAGE.read_text("utf-8")
    package, module, sheet = (
        re.findall(f"^```{kind}\n(.*?)^```", page, re.S | re.M)[0] for kind in ("toml", "python", "json")
    )
    ((key, _),) = tomllib.loads(package)["project"]["entry-points"][companion.games.GROUP].items()
    install(key, module)
    result = score(read_sheet(sheet.encode()))
    ann, ben, cat = result["balances"].values()
    assert (
        f"says that Ann has −{-ann}, Ben {ben}, Cat −{-cat}, and that {result['pots']['kitty']} is in the kitty" in page
    )
    phone.lays_by_its_form("Ann", "Ben", "Cat", game=key).press("Deal").press("Ben −2")
    assert "Ben takes the kitty." in phone.says
    assert json.loads(phone.open("result.json").text)["balances"] == {"Ann": -2, "Ben": 4, "Cat": -2}


@pytest.mark.usefixtures("nap")
def test_a_new_table_is_still_laid_for_a_game_that_is_built_in() -> None:
    assert most_general().key in keys()


WRONG = {
    "a clash": ("jig", GAME.format(key="jig", most=5), "Companion has a game of this key itself"),
    "a twin": ("nap", GAME.format(key="nap", most=5), "nap_for_companion has a game of this key already"),
    "not a key": ("../etc", GAME.format(key="../etc", most=5), "small letters, digits and single hyphens"),
    "another key": ("whist", GAME.format(key="hist", most=5), "must be a game of this key"),
    "no game": ("whist", "GAME = 5\n", "must be a game of this key"),
    "nothing": ("whist", "\n", "AttributeError"),
    "no players": ("whist", GAME.format(key="whist", most=2), "nobody can play it"),
    "no module": ("whist", "there_is_no_such_module", "ModuleNotFoundError"),
    "a fault": ("whist", "raise RuntimeError('two\\nlines')\n", "RuntimeError: two lines"),
    "no Python": ("whist", "def\n", "SyntaxError"),
}


@pytest.mark.usefixtures("nap")
@pytest.mark.parametrize("wrong", WRONG)
def test_a_game_that_cannot_be_played_is_left_out_with_a_line(
    install: Install, caplog: pytest.LogCaptureFixture, wrong: str
) -> None:
    key, module, why = WRONG[wrong]
    install(key, module)
    assert len(catalogue()) == len(keys()) + 1
    assert catalogue()["nap"].title == "Nap"
    (line,) = caplog.messages
    assert line.startswith(f"The game {key} of ") and why in line and "\n" not in line


def test_where_nothing_is_installed_there_are_the_built_in_games(install: Install) -> None:
    assert dict(outside_games()) == {}
    assert game("nap") is None


def test_no_package_is_looked_for_before_it_is_needed(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    def looks(group: str) -> None:
        raise AssertionError("looked for packages")

    monkeypatch.setattr("importlib.metadata.entry_points", looks)
    assert game("spoil-five")
    with pytest.raises(AssertionError):
        catalogue()


@pytest.mark.usefixtures("nap")
def test_a_package_brings_templates_for_its_own_game_alone(app: Flask) -> None:
    names = PackageTemplates().list_templates()
    assert sorted(names) == ["games/nap/howto.fr.html", "games/nap/howto.html"]
    source, *_ = app.jinja_env.loader.get_source(app.jinja_env, "games/nap/howto.html")  # type: ignore[union-attr]
    assert "five cards each" not in source and "options.dealing" in source
    assert loader_of("jig") is None


@pytest.mark.usefixtures("nap")
def test_a_package_brings_a_part_of_the_page_of_its_game(tmp_path: Path) -> None:
    folder = tmp_path / "packages" / "nap_for_companion" / "templates" / "games"
    (folder / "jig").mkdir()
    for key in ("nap", "jig"):
        (folder / key / "pots.html").write_text("<p>Nap has <b>no</b> pots</p>")
    app = quick_app(tmp_path / "house")  # which pages there are is found out once
    phone = Phone(app).joins()
    assert "Nap has no pots" in phone.lays_by_its_form(game="nap").says
    assert "Nap has no pots" not in phone.lays_by_its_form(game="Jig").says, "a package's own game alone"
    app.extensions["companion"].close()


def test_a_package_needs_no_templates(install: Install, phone: Phone) -> None:
    install("whist", GAME.format(key="whist", most=5))
    assert PackageTemplates().list_templates() == []
    assert "Ann deals hand 1." in phone.lays(game="whist").press("Deal").says


PAGES = """
from flask import Blueprint, url_for
from companion.engine import say
from companion.web.request.game_pages import GamePages
bp = Blueprint("whist", __name__)
@bp.get("/whist/cards")
def cards():
    return "The cards of Whist"
@bp.get("/t/<code>/whist")
def tricks(code):
    return "The tricks of " + code
GAME_PAGES = GamePages(
    bp,
    lambda view: view.state.hand,
    links={"whist.cards": say("Cards of Whist")},
    screens={"whist.tricks": say("Tricks")},
)
"""


def test_a_package_brings_pages_of_its_own(install: Install, tmp_path: Path) -> None:
    (tmp_path / "packages" / "whist_pages.py").write_text(PAGES)
    install("whist", GAME.format(key="whist", most=5).replace("COMMON)", 'COMMON, pages="whist_pages:GAME_PAGES")'))
    app = quick_app(tmp_path / "house")
    phone = Phone(app).lays(game="whist").press("Deal")
    assert phone.open(phone.open("follow").page.links["Tricks"]).text == f"The tricks of {phone.code}"
    assert phone.open(phone.open("/how-to-play").page.links["Cards of Whist"]).text == "The cards of Whist"
    assert '<html lang="de">' in phone.open("/", **{"Accept-Language": "de"}).text, "a single module has no texts"
    assert "Tricks" not in phone.lays_by_its_form(game="Jig").open("follow").page.links, "a page of its own game alone"
    app.extensions["companion"].close()


def test_a_package_whose_pages_are_something_else_is_left_out(
    install: Install, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    install("whist", GAME.format(key="whist", most=5).replace("COMMON)", 'COMMON, pages="json:loads")'))
    app = quick_app(tmp_path / "house")
    assert caplog.messages == ["The game whist of json:loads is left out: TypeError: its pages must be GamePages"]
    assert Phone(app).open("/").status == 200 and "whist" not in catalogue()
    app.extensions["companion"].close()


def test_a_package_whose_pages_go_by_a_name_that_is_taken_is_left_out(
    install: Install, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "packages" / "whist_pages.py").write_text(PAGES.replace('Blueprint("whist"', 'Blueprint("table"'))
    install("whist", GAME.format(key="whist", most=5).replace("COMMON)", 'COMMON, pages="whist_pages:GAME_PAGES")'))
    app = quick_app(tmp_path / "house")
    (said,) = caplog.messages
    assert said.startswith("The game whist of whist_pages:GAME_PAGES is left out: ValueError: ")
    assert Phone(app).open("/").status == 200 and "whist" not in catalogue()
    app.extensions["companion"].close()


def made_by_cat(phone: Phone) -> None:
    """Play a hand of Nap in which Cat bids three tricks and makes them."""
    phone.lays_by_its_form(game="nap").press("Deal").open(phone.page.links["Bid made"])
    phone.open(phone.page.links["Cat 0"]).press("3")


@pytest.mark.usefixtures("nap")
def test_its_hand_is_played_through_the_pages(phone: Phone) -> None:
    made_by_cat(phone)
    assert "Cat bids 3: made." in phone.says
    assert json.loads(phone.open("result.json").text)["balances"] == {"Ann": -3, "Ben": -3, "Cat": 9, "Dan": -3}
    assert "is paid 1 counter for each trick" in phone.open("how-to-play").says
    assert phone.open("crib").status == 200, "who deals and what lies in the pots, without a crib of its own"
    assert phone.open("/how-to-play/nap").text.count("playing-card") == 3, "drawn with Companion's cards"


@pytest.mark.usefixtures("nap")
def test_its_tables_wait_while_the_package_is_away(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made_by_cat(phone)
    app.extensions["companion"].close()
    with monkeypatch.context() as without:
        without.setattr("importlib.metadata.entry_points", lambda group: EntryPoints())
        forget()
        away = quick_app(tmp_path)
        assert Phone(away).open(f"/t/{phone.code}").status == 500
        away.extensions["companion"].close()
    forget()
    back = quick_app(tmp_path)
    assert "Cat bids 3: made." in Phone(back).open(f"/t/{phone.code}").says
    back.extensions["companion"].close()


@pytest.mark.usefixtures("nap")
def test_it_speaks_the_languages_that_it_brings(phone: Phone) -> None:
    made_by_cat(phone)
    phone.open("", **{"Accept-Language": "fr"})
    assert "Cat annonce 3 : réussi." in phone.says
    assert "reçoit de chacun 1 jeton par levée" in phone.open("how-to-play", **{"Accept-Language": "fr"}).says


def test_a_language_that_cannot_be_read_takes_nothing_with_it(
    install: Install, tmp_path: Path, phone: Phone, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "packages" / "nap_for_companion" / "translations" / "fr" / "LC_MESSAGES" / "messages.mo"
    file.write_bytes(b"no words")
    install("nap", "nap_for_companion")
    assert '<html lang="fr">' in phone.open("/", **{"Accept-Language": "fr"}).text
    assert any("messages.mo can't be read" in line for line in caplog.messages)
