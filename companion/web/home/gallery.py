"""What can be played, to choose from: all games on ``/lay``, six of them on the first page."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from flask import render_template, request
from werkzeug.datastructures import MultiDict

from companion.engine.game import Family, Game, Opening
from companion.engine.message import say
from companion.games import families, shown_first
from companion.shelf import shelf
from companion.store import Table
from companion.store.evenings import searchable
from companion.store.tables import ALL
from companion.web.home import bp
from companion.web.home.games import (
    GameChoice,
    kept_choice,
    played_as,
    rules_offered,
    shelved_choice,
)
from companion.web.i18n.language import localize
from companion.web.request.access import of_household, own_tables
from companion.web.request.services import services

LATEST = 20
"""The latest evenings of the household: their games, and their people, are offered once more."""
MAX_TABLES = 20
"""The number of tables that are taken for those of a device."""
FEW = 6
"""The games on the first page."""
SUGGESTED = 3
"""The games that are suggested to people who aren't sure."""
MANY = 10
"""From this number of players on, a game fits that is for as many or for more."""
SHELVED = say("More games")
"""The kind of the games of the shelf."""
TIMES = {20: say("not long"), 45: say("an hour or so"), 90: say("all evening")}
"""How much time people have, as minutes of play."""


class Asked(NamedTuple):
    """What people look for; empty answers ask for nothing."""

    words: str = ""
    players: int = 0
    kind: str = ""
    minutes: int = 0
    counters: str = ""
    """``with`` or ``without``."""

    def fits(self, choice: GameChoice) -> bool:
        """Return whether a game is one of those that are looked for; a game is never left out for its length."""
        seats = choice.seats
        return (
            all(word in found_by(choice) for word in searchable(self.words).split())
            and (not self.players or self.players in seats or MANY <= self.players <= seats[-1] or choice.for_a_crowd)
            and self.kind in ("", kind_of(choice))
            and self.counters in ("", "with" if choice.options.for_counters() else "without")
        )

    def among(self, choices: Iterable[GameChoice]) -> list[GameChoice]:
        """Return those games that fit."""
        return [*filter(self.fits, choices)]


def asked_for(args: MultiDict[str, str], players: int) -> Asked:
    """Return what an address asks for; for so many players where it doesn't say."""
    return Asked(
        args.get("q", "").strip(),
        args.get("players", players, int),
        args.get("kind", ""),
        args.get("minutes", 0, int),
        args.get("counters", ""),
    )


@bp.app_template_filter()
def kind_of(choice: GameChoice) -> str:
    """Return the heading under which a game is found."""
    if choice.shelved:
        return SHELVED.pattern
    return Family.OWN.value if choice.kept else choice.game.family.value


@bp.app_template_filter()
def found_by(choice: GameChoice) -> str:
    """Return the words by which a game is found, without capitals and accents."""
    words = map(localize, (choice.title, say(choice.game.title), choice.summary))
    return searchable(" ".join([*words, choice.game.also_called]))


def every_choice() -> Iterator[GameChoice]:
    """Return all that can be played: the household's own rules, the games of the books, those of the shelf."""
    yield from map(kept_choice, rules_offered())
    yield from map(by_the_book, chain.from_iterable(families().values()))
    yield from sorted(map(shelved_choice, shelf()), key=lambda choice: choice.title.casefold())


def by_the_book(game: Game) -> GameChoice:
    """Return a game of the books, or one that the household has still to describe."""
    return GameChoice(game.key, game, game.options())


def played_last(tables: Iterable[Table]) -> list[GameChoice]:
    """Return the games that were played at these tables, each once, the last one first."""
    seen, played = [], dict[str, GameChoice]()
    for table in tables:
        for step in reversed(table.journal.steps):
            opening = step.line.move
            if not step.in_force or not isinstance(opening, Opening) or (opening.game.key, opening.options) in seen:
                continue
            seen.append((opening.game.key, opening.options))
            found = played_as(opening)
            played.setdefault(found.choice, found)
    return [*played.values()]


def first_six(tables: Iterable[Table]) -> list[GameChoice]:
    """Return the games of the first page: those played last at these tables, then those that show people the most."""
    played = played_last(tables)
    others = map(by_the_book, shown_first())
    return [*played, *(choice for choice in others if choice not in played)][:FEW]


def suggested(choices: Iterable[GameChoice], asked: Asked, played: list[GameChoice]) -> list[GameChoice]:
    """Return three of the games that fit, of different kinds where there are: nearest in time, played least lately."""
    lately = {choice.choice: len(played) - place for place, choice in enumerate(played)}
    by_fit = sorted(
        asked.among(choices),
        key=lambda choice: (abs(choice.minutes - (asked.minutes or choice.minutes)), lately.get(choice.choice, 0)),
    )
    first_of_kind = {kind_of(choice): choice for choice in reversed(by_fit)}
    varied = [choice for choice in by_fit if choice in first_of_kind.values()]
    return [*varied, *(choice for choice in by_fit if choice not in varied)][:SUGGESTED]


def gallery(tables: Iterable[Table], players: int = 0) -> dict[str, Any]:
    """Return what the gallery shows to ``players`` people: all games under headings, those played last at first."""
    asked, every = asked_for(request.args, players), list(every_choice())
    played = played_last(tables)
    shown: dict[str, list[GameChoice]] = {say("Played last"): played[:FEW]} if played else {}
    for choice in every:
        if choice not in played[:FEW]:
            shown.setdefault(kind_of(choice), []).append(choice)
    if "suggest" in request.args:
        shown = {say("How about these?"): suggested(every, asked, played)} | shown
    kinds = [*dict.fromkeys(map(kind_of, every))]
    return {"asked": asked, "shown": shown, "found": asked.among(every), "kinds": kinds, "times": TIMES}


def tables_of_household() -> list[Table]:
    """Return the newest tables of the household; none to a guest."""
    return services().tables.newest(ALL, LATEST) if of_household() else []


def tables_of_device() -> list[Table]:
    """Return the newest tables that this device has laid or watched; all tables on the machine that keeps them."""
    return services().tables.newest(own_tables(), MAX_TABLES)


def gallery_page() -> str:
    """Show every game to choose one for a new table; people who are named already stay named there."""
    names = request.args.getlist("player")
    seated = len(names) if len(names) > 1 else 0  # one alone is still waiting for others
    return render_template("home/gallery.html", names=names, **gallery(tables_of_household(), seated))
