"""What a game may bring to pages beside its declaration, and the templates of its package; else it is shown in general.

A game names them in ``Game.pages``, and they are loaded where pages are served: its rules need nothing of Flask.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pkgutil import resolve_name
from typing import Any, NamedTuple

from flask import Blueprint, Flask, current_app, url_for
from jinja2 import BaseLoader, Environment, PackageLoader, TemplateNotFound

from companion.engine.game import Game, Move, State
from companion.engine.message import Message, say
from companion.engine.replay import Step
from companion.engine.reports.pad import has_pad
from companion.games import leave_out, outside_games
from companion.store import Table


def as_submitted(state: State[Any, Any], move: Move) -> Move:
    return move


class GamePages(NamedTuple):
    """What one game brings."""

    blueprint: Blueprint
    """Its routes, with its folders of templates and static files; several games may have one together."""
    shows: Callable[[Any], Any] | None = None
    """Makes what the templates of the game show as ``view.game_view``, from the view of the table."""
    completes: Callable[[State[Any, Any], Move], Move] = as_submitted
    """Adds to a move what the server alone knows, in the transaction that writes it."""
    begins: Callable[[], dict[str, Any]] = dict
    """Makes the house rules that nobody is asked for as a game begins, such as the seed of its cards."""
    check: Callable[[Table, Sequence[Step]], str] | None = None
    """Gives the address at which the moves of a hand are checked for fairness; empty where they can't be."""
    links: Mapping[str, Message] = {}
    """Its pages of no table, by endpoint with their names: they stand among the games."""
    screens: Mapping[str, Message] = {}
    """Further pages of its tables, to be looked at from afar, by endpoint with their names."""


def load_pages() -> dict[str, GamePages]:
    """Return what games bring, by their keys; a game whose pages are broken is left out."""
    found: dict[str, GamePages] = {}
    for key, outside in [*outside_games().items()]:
        try:
            if outside.game.pages:
                pages = resolve_name(outside.game.pages)
                if not isinstance(pages, GamePages):
                    raise TypeError("its pages must be GamePages")
                found[key] = pages
        except Exception as error:  # a package may fail in any way, and no table may suffer from it
            leave_out(key, error)
    return found


def add_pages(app: Flask, pages: dict[str, GamePages]) -> None:
    """Let the application answer what games bring; a game is left out whose pages go by a name that is taken."""
    for key, brought in [*pages.items()]:
        try:
            if brought.blueprint not in app.blueprints.values():  # two games may share their pages
                app.register_blueprint(brought.blueprint)
        except ValueError as error:
            leave_out(key, error)
            del pages[key]


def rules_unasked(game: Game) -> dict[str, Any]:
    """Return the house rules that a new game has without anybody being asked, as a sheet holds them."""
    pages: Mapping[str, GamePages] = current_app.extensions["companion"].game_pages
    return pages[game.key].begins() if game.key in pages else {}


def pages_of(state: State[Any, Any]) -> GamePages | None:
    """Return what the game that is on brings, None where it brings nothing."""
    pages: Mapping[str, GamePages] = current_app.extensions["companion"].game_pages
    return pages.get(state.game.key) if state.game else None


def links_of_games() -> dict[str, Message]:
    """Return the pages of no table that games bring, by endpoint with their names."""
    pages: Mapping[str, GamePages] = current_app.extensions["companion"].game_pages
    return {endpoint: name for brought in pages.values() for endpoint, name in brought.links.items()}


def screens_of(table: Table) -> Mapping[str, Message]:
    """Return the further pages of a table by their addresses with their names: its score pad, those of its game."""
    state = table.journal.state
    pages, own = pages_of(state), {"overhead.pad_page": say("TV view")} if has_pad(state) else {}
    return {url_for(at, code=table.code): name for at, name in (own | {**pages.screens} if pages else own).items()}


def check_of(table: Table, hand: Sequence[Step]) -> str:
    """Return the address at which a hand is checked for fairness; empty where its game has none."""
    pages = pages_of(hand[0].state)
    return pages.check(table, hand) if pages and pages.check else ""


def completed(state: State[Any, Any], move: Move) -> Move:
    """Return the move with what its game adds to it; call it in the transaction that writes the move."""
    pages = pages_of(state)
    return pages.completes(state, move) if pages else move


class PackageTemplates(BaseLoader):
    """Loads what lies under ``games/KEY/`` from the package of the game of this key, and nothing else.

    No package is looked at before a game needs a template that isn't Companion's.
    """

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        """Return the template's source, its file and whether it is current. Raise TemplateNotFound."""
        folder, _, rest = template.partition("/")
        loader = loader_of(rest.partition("/")[0]) if folder == "games" else None
        if loader is None:
            raise TemplateNotFound(template)
        return loader.get_source(environment, template)

    def list_templates(self) -> list[str]:
        return [
            name
            for key in outside_games()
            if (loader := loader_of(key))
            for name in loader.list_templates()
            if name.startswith(f"games/{key}/")
        ]


@cache
def loader_of(key: str) -> PackageLoader | None:
    """Return what loads the templates of a game's package, None where the game is built in or brings none."""
    if key not in outside_games():
        return None
    try:
        return PackageLoader(outside_games()[key].package)
    except ValueError:  # there is no folder of templates
        return None
