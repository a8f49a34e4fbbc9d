"""Games as they are described: the file in which one is kept and shared, and the shelf of those that we bring.

A description says which game it is told by (``points-game``, ``house-game``, or a game of the books), its house rules
as a score sheet has them, and what of them reads otherwise in another language. A game of the shelf is a file,
``shelf/KEY.json``, and no code; a household's own game is shared as the same file.

It imports the games, the engine and the score sheet: no database, no page.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, TypeAlias

from attrs import evolve, field, frozen

from companion import games
from companion.engine.errors import Malformed
from companion.engine.fields import MAX_MEMO_LENGTH, Counters, MaxItems, Name, Text, Within, excerpt
from companion.engine.game import Game, Need, Opening, Options
from companion.engine.structure import read, require_new_names, sort_keys
from companion.scoresheet import open_game, parse

EDITION = 1
"""The edition of the format."""
MAX_BYTES = 65_536
"""The longest file: rules of 4 000 characters in a few languages, and all else."""
Credit: TypeAlias = Annotated[str, Text(MAX_MEMO_LENGTH, name=True)]


@frozen
class Description:
    """A game by its house rules, in one language and others; ``named`` where its house rules hold no name.

    ``looed`` is what a player pays who takes none of the three tricks that share the pool, 0 for as much as the pool
    held; None in any other game. ``players`` are the least and the most who play it, ``needs`` what lies on the table
    and ``minutes`` about how long it lasts; without them the game that it is told by says so.
    """

    opening: Opening
    languages: Mapping[str, Opening] = field(factory=dict)
    named: str = ""
    source: str = ""
    made_by: str = ""
    looed: int | None = None
    players: tuple[int, ...] = ()
    needs: tuple[Need, ...] = ()
    minutes: int = 0

    @property
    def game(self) -> Game:
        """Return the game that it is told by."""
        return self.opening.game

    @property
    def name(self) -> str:
        """Return its name, in the language that it was written in."""
        return self.opening.options.title() or self.named

    def options(self, language: str = "") -> Options:
        """Return its house rules in a language, else as they were written."""
        return self.languages.get(language, self.opening).options

    def says(self, options: Options) -> bool:
        """Return whether these house rules go by its name, in any language."""
        return options.title() in [each.title() for each in self.every]

    @property
    def every(self) -> list[Any]:
        """Return its house rules in each of its languages."""
        return [opening.options for opening in (self.opening, *self.languages.values())]


# A description as its file has it: what its options may be is known once the game is.
@frozen
class _Written:
    description: Annotated[int, "The edition of the format"]
    game: str
    edition: int
    options: dict  # type: ignore[type-arg]
    name: Name | None = None
    languages: dict[str, dict] | None = None  # type: ignore[type-arg]
    source: Credit | None = None
    made_by: Credit | None = None
    looed: Counters | None = None
    players: Annotated[list[Annotated[int, Within(1, 25)]], MaxItems(2)] | None = None
    needs: list[Need] | None = None
    minutes: Annotated[int, Within(1, 1440)] | None = None
    partners: Annotated[int, Within(2, 6), "A house rule today"] | None = None

    def well_formed(self) -> None:
        """Refuse players that aren't two numbers, the least first."""
        if self.players is not None and (len(self.players) < 2 or self.players[0] > self.players[1]):
            raise Malformed("players: give the least and the most, as [2, 10]")


def read_description(text: bytes) -> Description:
    """Return a game from the bytes of its description. Raises Malformed."""
    if len(text) > MAX_BYTES:
        raise Malformed("This is too long for the description of a game: {most} bytes at most.", most=MAX_BYTES)
    return description_from(parse(text))


def description_from(value: Any) -> Description:
    """Return a game from the JSON value of its description. Raises Malformed."""
    if type(value) is not dict:
        raise Malformed("not the description of a game: it must be an object")
    if value.get("description", EDITION) != EDITION:
        given = excerpt(value["description"])
        raise Malformed("description: this Companion reads edition {known}, not {given}", known=EDITION, given=given)
    written = read(_Written, value)
    require_new_names(written)
    game = games.game(written.game)
    if game is None:
        raise Malformed("This Companion doesn't know {key}.", key=excerpt(written.game))
    if written.edition != game.edition:
        raise Malformed(
            "{key} is described by edition {known} here, not {given}",
            key=game.key,
            known=game.edition,
            given=excerpt(written.edition),
        )
    if written.partners and hasattr(game.options, "partners"):
        written = evolve(written, options={"partners": written.partners} | written.options)
    opening = _opened(game, written.options, "options")
    languages = {
        tag: _opened(game, written.options | said, f"languages[{excerpt(tag)}]")
        for tag, said in (written.languages or {}).items()
    }
    source, made_by = written.source or "", written.made_by or ""
    return Description(
        opening,
        languages,
        written.name or "",
        source,
        made_by,
        written.looed,
        tuple(written.players or ()),
        tuple(written.needs or ()),
        written.minutes or 0,
    )


def _opened(game: Game, options: dict[str, Any], where: str) -> Opening:
    return open_game(game, options, None, where=where)


def write_description(described: Description, *, compact: bool = False) -> str:
    """Return a description as its file; ``compact`` on one line, without spaces."""
    game, given = described.game, described.opening.given or {}
    written: dict[str, Any] = {"description": EDITION, "game": game.key, "edition": game.edition}
    if described.named:
        written["name"] = described.named
    written["options"] = sort_keys(game.options, dict(given))
    if described.languages:
        written["languages"] = {
            tag: {key: held for key, held in (opening.given or {}).items() if held != given.get(key)}
            for tag, opening in described.languages.items()
        }
    written |= {key: held for key in ("source", "made_by") if (held := getattr(described, key))}
    if described.looed is not None:
        written["looed"] = described.looed
    written |= {key: held for key in ("players", "needs", "minutes") if (held := getattr(described, key))}
    if compact:
        return json.dumps(written, ensure_ascii=False, separators=(",", ":"))
    return json.dumps(written, indent=2, ensure_ascii=False) + "\n"


@cache
def shelf() -> Mapping[str, Description]:
    """Return the games of the shelf by their keys, in the order of their English names."""
    games = {
        file.stem: read_description(file.read_bytes()) for file in Path(__file__).with_name("shelf").glob("*.json")
    }
    return MappingProxyType(dict(sorted(games.items(), key=lambda game: game[1].name)))


@cache
def players_by_rules() -> Mapping[str, tuple[int, ...]]:
    """Return the least and the most players of games of the shelf, by the words of their rules in each language."""
    return {
        each.rules: described.players
        for described in shelf().values()
        if described.players
        for each in described.every
        if getattr(each, "rules", "")
    }
