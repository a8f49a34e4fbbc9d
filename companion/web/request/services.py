"""What every page needs: the tables, the pencils, the live hub. One set for each application."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, cast

from attrs import field, frozen
from flask import current_app

from companion.plays import Imports
from companion.store import (
    Database,
    Evenings,
    Groups,
    HouseDevices,
    Keeper,
    Moving,
    Pencils,
    People,
    Replies,
    Statistics,
    Table,
    Tables,
)
from companion.web.live.hub import Hub
from companion.web.live.limits import MAX_LOADED_CODES, NameClaims, WrongCodes
from companion.web.live.render_cache import RenderCache
from companion.web.request.game_pages import GamePages
from companion.web.request.proxy import Proxy


class Screen(NamedTuple):
    """Another page of a table on which people write, too: it is shown after a form whose address names it."""

    endpoint: str
    template: str
    """Of the whole page; it is given the part that changes as ``fragment``."""
    fragment: Callable[[Table, Mapping[str, str], Mapping[str, Any] | None], str]
    """Renders the part that changes, with the move that is asked for on it and what was typed of it."""


@frozen
class Services:
    """The parts behind the pages. ``address`` is the host that other devices should use, None where it is found out."""

    database: Database
    tables: Tables
    pencils: Pencils
    replies: Replies
    household: HouseDevices
    hub: Hub
    keeper: Keeper
    evenings: Evenings
    groups: Groups
    people: People
    statistics: Statistics
    moving: Moving
    imports: Imports
    address: str | None
    hosts: Iterable[str]
    """Those that a request may name."""
    proxy: Proxy | None = None
    """What stands in front, if anything does."""
    in_container: bool = False
    """Whether it runs in a container, where whatever passes its ports on may give others the machine's own address."""
    game_pages: dict[str, GamePages] = field(factory=dict)
    screens: Mapping[str, Screen] = {}
    render_cache: RenderCache = field(factory=RenderCache)
    name_claims: NameClaims = field(factory=NameClaims)
    wrong_codes: WrongCodes = field(factory=WrongCodes)
    """Those that people opened."""
    loaded_codes: WrongCodes = field(factory=lambda: WrongCodes(MAX_LOADED_CODES))
    """Those that anything else asked for."""

    def close(self) -> None:
        """End the streams and close the database."""
        self.hub.close()
        self.imports.stop()
        self.database.close()


def services() -> Services:
    """Return the parts of the application that answers this request."""
    return cast(Services, current_app.extensions["companion"])
