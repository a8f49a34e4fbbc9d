"""Games as they are described: the file in which one is kept and shared, and the shelf of those that we bring.

A description says which game it is told by (``points-game``, ``house-game``, or a game of the books), its house rules
as a score sheet has them, and what of them reads otherwise in another language. A game of the shelf is a file here,
``KEY.json``, and no code; a household's own game is shared as the same file.

- ``description``  a description from its file and back

It imports the games, the engine and the score sheet: no database, no page.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from companion.shelf.description import Description, read_description, write_description

__all__ = ["Description", "read_description", "shelf", "write_description"]


@cache
def shelf() -> Mapping[str, Description]:
    """Return the games of the shelf by their keys, in the order of their English names."""
    games = {file.stem: read_description(file.read_bytes()) for file in Path(__file__).parent.glob("*.json")}
    return MappingProxyType(dict(sorted(games.items(), key=lambda game: game[1].name)))
