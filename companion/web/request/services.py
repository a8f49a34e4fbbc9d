"""What every page needs: the tables, the pencils, the live hub, renderings in memory. One set for each application."""

import threading
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, NamedTuple, cast

from attrs import Factory, define, field, frozen
from cachetools import LRUCache
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
from companion.web.request.game_pages import GamePages
from companion.web.request.proxy import Proxy

MAX_CHARACTERS = 4_000_000
"""The characters of all renderings in memory, at most; those asked for last are kept."""


@define
class RenderCache:
    """The last renderings, by a key that holds everything they depend on.

    Many phones ask at once after a move: one of their requests renders, the others wait for it.
    """

    max_size: int = MAX_CHARACTERS
    _cache: LRUCache[Hashable, str] = field(
        init=False, default=Factory(lambda self: LRUCache(self.max_size, len), takes_self=True)
    )
    _lock: threading.Lock = field(init=False, factory=threading.Lock)

    def get(self, key: Hashable, render: Callable[[], str]) -> str:
        """Return the rendering of this key, and make it where the cache has none."""
        with self._lock:
            rendering = self._cache.get(key)
            if rendering is None:
                rendering = render()
                if len(rendering) <= self.max_size:
                    self._cache[key] = rendering
            return rendering


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
