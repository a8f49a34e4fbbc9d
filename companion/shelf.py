"""Games as they are described: the file in which one is kept and shared, and the shelf of those that we bring.

A description says which game it is told by (``points-game``, ``house-game``, or a game of the books), its house rules
as a score sheet has them, and what of them reads otherwise in another language. A game of the shelf is a file,
``shelf/KEY.json``, and no code; a household's own game is shared as the same file.

It imports the games, the engine and the score sheet: no database, no page.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from itertools import product, takewhile
from operator import eq
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, TypeAlias

from attrs import evolve, field, frozen

from companion import games
from companion.engine.cached import cached_property
from companion.engine.errors import Malformed
from companion.engine.fields import MAX_MEMO_LENGTH, Counters, MaxItems, Name, Text, Within, excerpt
from companion.engine.game import Game, Need, Opening, Options
from companion.engine.structure import read, require_new_names, sort_keys, write
from companion.scoresheet import open_game, parse
from companion.settings import MAX_SETTINGS, Setting, Values, complete, settled

EDITION = 1
"""The edition of the format."""
MAX_BYTES = 65_536
"""The longest file: rules of 4 000 characters in a few languages, and all else."""
AT_A_TABLE = frozenset(("name", "partners", "sides", "target", "hands", "stake", "pay", "per_point", "outcome"))
"""House rules of games of points that people agree on anew at every table."""
Credit: TypeAlias = Annotated[str, Text(MAX_MEMO_LENGTH, name=True)]


@frozen
class Former:
    """A game that is a setting of another today: the key and the names that it had, and the settings it stands for."""

    key: Name
    names: list[Name]
    settings: dict[str, int]


@frozen
class Description:
    """A game by its house rules, in one language and others; ``named`` where its house rules hold no name.

    ``players`` are the least and the most who play it, ``needs`` what lies on the table
    and ``minutes`` about how long it lasts; without them the game that it is told by says so. ``settings`` are the
    house rules of its own; ``told`` has the house rules as the file has them, by language, before these are settled.
    """

    opening: Opening
    named: str = ""
    source: str = ""
    made_by: str = ""
    players: tuple[int, ...] = ()
    needs: tuple[Need, ...] = ()
    minutes: int = 0
    settings: tuple[Setting, ...] = ()
    former: tuple[Former, ...] = ()
    told: Mapping[str, dict[str, Any]] = field(factory=dict)

    @property
    def game(self) -> Game:
        return self.opening.game

    @cached_property
    def languages(self) -> Mapping[str, Opening]:
        """Return its house rules in its other languages, which take a while to read. Raises Malformed."""
        others = [tag for tag in self.told if tag]
        return {
            tag: open_game(self.game, self.given({}, tag), None, where=f"languages[{excerpt(tag)}]") for tag in others
        }

    @property
    def name(self) -> str:
        """Return its name, in the language that it was written in."""
        return self.opening.options.title() or self.named

    def options(self, language: str = "") -> Options:
        """Return its house rules in a language, else as they were written."""
        return (self.languages[language] if language and language in self.told else self.opening).options

    def says(self, options: Options) -> bool:
        """Return whether these house rules go by its name, or one that it had, in any language."""
        names = [name for former in self.former for name in former.names]
        return options.title() in [*(each.title() for each in self.every), *names]

    def words(self, language: str) -> dict[str, str]:
        """Return what its settings are called in a language, by what they are called as they were written."""
        return dict(self.told.get(language, {}).get("settings", {}))

    def played(self, changed: Values, language: str = "") -> Any:
        """Return its house rules in a language with some settings changed. Raises Malformed."""
        if not changed:
            return self.options(language)
        return open_game(self.game, self.given(changed, language), None).options

    def given(self, changed: Values, language: str = "") -> dict[str, Any]:
        """Return its house rules as a sheet holds them, with some settings changed. Raises Malformed."""
        told = self.told.get("", {}) | self.told.get(language, {})
        told.pop("settings", None)
        return settled(self.game, told, self.settings, changed, self.words(language))

    @cached_property
    def lines(self) -> Callable[..., Counter[str]]:
        """Return what tells its house rules as lines, by a language and settings; of those asked last it knows them."""

        @lru_cache(1_000)
        def lines(language: str, *changed: tuple[str, int]) -> Counter[str]:
            return lines_of(read(self.game.options, self.given(dict(changed), language)))

        return lines

    @property
    def every(self) -> list[Any]:
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
    players: Annotated[list[Annotated[int, Within(1, 25)]], MaxItems(2)] | None = None
    needs: list[Need] | None = None
    minutes: Annotated[int, Within(1, 1440)] | None = None
    settings: Annotated[list[Setting], MaxItems(MAX_SETTINGS)] | None = None
    former: list[Former] | None = None
    partners: Annotated[int, Within(2, 6), "A house rule today"] | None = None
    looed: Annotated[Counters, "A house rule today"] | None = None

    def well_formed(self) -> None:
        """Refuse players that aren't two numbers, the least first."""
        if self.players is not None and (len(self.players) < 2 or self.players[0] > self.players[1]):
            raise Malformed("players: give the least and the most, as [2, 10]")


def read_description(text: bytes) -> Description:
    """Return a game from the bytes of its description. Raises Malformed."""
    if len(text) > MAX_BYTES:
        raise Malformed("This is too long for the description of a game: {most} bytes at most.", most=MAX_BYTES)
    found = _described(parse(text))
    found.languages  # noqa: B018  # says what is wrong in them
    return found


def _described(value: Any) -> Description:
    """Return a game from the JSON value of its description, its other languages unread. Raises Malformed."""
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
    others = written.languages or {}
    written = evolve(written, options=with_looed(game, written.options, written.looed, *others.values()))
    source, made_by = written.source or "", written.made_by or ""
    told = {"": written.options} | others
    settings = complete(written.settings, written.options) if written.settings else ()
    found = Description(
        Opening(game, game.options()),
        written.name or "",
        source,
        made_by,
        tuple(written.players or ()),
        tuple(written.needs or ()),
        written.minutes or 0,
        settings,
        tuple(written.former or ()),
        told,
    )
    return evolve(found, opening=open_game(game, found.given({}), None, where="options"))


def with_looed(game: Game, options: dict[str, Any], looed: int | None, *others: Mapping[str, Any]) -> dict[str, Any]:
    """Return house rules with what who takes no trick pays, which stood beside them once.

    They stay as they are where it can't be: in a game that has no such rule, or without one pot, in ``others``, too.
    """
    pots = [each.get("pots", options.get("pots")) for each in (options, *others)] if looed is not None else []
    can_be = hasattr(game.options, "looed") and all(type(each) is list and len(each) == 1 for each in pots)
    return {"looed": looed} | options if pots and can_be else options


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
    written |= {key: held for key in ("players", "needs", "minutes") if (held := getattr(described, key))}
    if compact:
        return json.dumps(written, ensure_ascii=False, separators=(",", ":"))
    return json.dumps(written, indent=2, ensure_ascii=False) + "\n"


def _files() -> dict[str, Any]:
    """Return what the files of the shelf hold, by the keys of their games."""
    return {file.stem: parse(file.read_bytes()) for file in Path(__file__).with_name("shelf").glob("*.json")}


@cache
def shelf() -> Mapping[str, Description]:
    """Return the games of the shelf by their keys, in the order of their English names."""
    games = {key: _described(held) for key, held in _files().items()}
    return MappingProxyType(dict(sorted(games.items(), key=lambda game: game[1].name)))


@cache
def players_by_rules() -> Mapping[str, tuple[int, ...]]:
    """Return the least and the most who play games of the shelf, by the first line of the rules in each language."""
    return {
        written["rules"].partition("\n")[0]: described.players
        for described in shelf().values()
        if described.players
        for written in described.told.values()
        if "rules" in written
    }


@cache
def names_on_shelf() -> Mapping[str, tuple[str, bool]]:
    """Return, by every name that a game of the shelf has or had in any language, its key, and whether it had it.

    The first page asks for names alone: no game is read for them.
    """
    had, has = dict[str, tuple[str, bool]](), dict[str, tuple[str, bool]]()
    for key, held in _files().items():
        had |= {name: (key, True) for former in held.get("former", ()) for name in former["names"]}
        told = [held, held["options"], *held.get("languages", {}).values()]
        has |= {each["name"]: (key, False) for each in told if "name" in each}
    return MappingProxyType(had | has)


def on_shelf(key: str) -> tuple[str, Values]:
    """Return the game of the shelf that a key names, or named, with its settings; empty where there is none."""
    formerly = ((today, former) for today, told in shelf().items() for former in told.former if former.key == key)
    today, settings = next(((today, former.settings) for today, former in formerly), ("", {}))
    return (key, {}) if key in shelf() else (today, settings)


def first_line(options: Any) -> str:
    """Return the first line of the rules, which says what a game is about."""
    return str(getattr(options, "rules", "")).partition("\n")[0]


class Shelved(NamedTuple):
    """A game of the shelf with its settings, and the language that its house rules are in."""

    key: str
    settings: Values
    language: str = ""


def shelved_as(options: Options) -> Shelved | None:
    """Return as which game of the shelf house rules can be told; None where they were changed otherwise."""
    kind: Any = type(options)
    return _shelved_as(kind, json.dumps(write(options), sort_keys=True)) if options.title() else None


@lru_cache(256)
def _shelved_as(kind: Any, text: str) -> Shelved | None:
    options = read(kind, json.loads(text))
    for key, told in shelf().items():
        if told.game.options is kind and (told.says(options) or first_line(options) in map(first_line, told.every)):
            for language in ("", *told.languages):
                if (found := nearest(told, options, language)) is not None:
                    return Shelved(key, found, language)
    return None


def looed_once(options: Any) -> int | None:
    """Return what who takes no trick pays by house rules of the shelf that are older than this rule; None by others.

    That is what their words come to, else what goes by the name that they had, else by the sentence nearest to theirs.
    """
    kind: Any = type(options)
    for told in shelf().values():
        rule = next((each for each in told.settings if each.key == "looed"), None)
        if rule is None or told.game.options is not kind or len(options.pots_) != 1:
            continue
        numbers = sorted(rule.known, key=lambda number: number != rule.usual)
        for number in numbers:
            if shelved_as(evolve(options, looed=number)):
                return number
        if told.says(options):
            named = next((each for each in told.former if options.title() in each.names), None)
            if named:
                return named.settings.get(rule.key, rule.usual)
            lines = options.rules.splitlines() or [""]
            says = {number: [rule.tells(number, told.words(tag)) for tag in told.told] for number in numbers}
            alike = {n: max(begin_alike(*both) for both in product(says[n], lines)) for n in numbers}
            return max(numbers, key=alike.__getitem__)
    return None


def begin_alike(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    return sum(takewhile(bool, map(eq, one, other)))


def nearest(told: Description, options: Any, language: str) -> Values | None:
    """Return the settings of a description that come to these house rules in a language; None where none do."""
    lines = lines_of(options)
    known = {each.key: getattr(options, each.key) or 0 for each in told.settings if hasattr(options, each.key)}
    open_ones = [each for each in told.settings if each.key not in known]
    if not all(each.can_be(known[each.key]) for each in told.settings if each.key in known):
        return None
    found = known | {each.key: each.usual or 0 for each in open_ones}
    far = apart(told, found, language, lines)
    for _ in open_ones:  # each time the one change that brings it nearest: two may hang on each other
        if not far:
            break
        others = [
            found | {each.key: number}
            for each in open_ones
            for number in each.known or range(each.least, (each.most or 0) + 1)
        ]
        far, found = min(((apart(told, other, language, lines), other) for other in others), key=lambda one: one[0])
    return None if far else found


def apart(told: Description, values: Values, language: str, lines: Counter[str]) -> int:
    """Return how many lines of the house rules are others than with these settings."""
    own = told.lines(language, *values.items())
    return ((own - lines) + (lines - own)).total()


def lines_of(options: Options) -> Counter[str]:
    """Return house rules as lines, but for what is agreed at a table besides: its sides and what is paid."""
    held = {key: value for key, value in write(options).items() if key not in AT_A_TABLE}
    lines = json.dumps(held, indent=1, ensure_ascii=False).replace("\\n", "\n").splitlines()
    return Counter(line.rstrip(",") for line in lines)
