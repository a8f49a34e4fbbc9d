"""What can be played: the rules that the household keeps under a name, and the games of the books as last played.

A form names a game and its rules by its *choice*: ``KEY`` for the rules of the newest table that played it,
``KEY:book`` for those of the book, ``KEY:3`` for those saved under a number, ``KEY:NAME`` for a game of the shelf.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from flask import current_app

from companion import games
from companion.engine.errors import Malformed
from companion.engine.game import NEEDS, Game, Need, Opening, Options
from companion.engine.journal import Journal
from companion.engine.message import listed, say
from companion.engine.phrases import pot_named
from companion.engine.replay import Step
from companion.games import most_general
from companion.shelf import Shelved, first_line, looed_once, on_shelf, players_by_rules, shelf, shelved_as
from companion.store import HouseRules, NotKept, Origin, SavedRules
from companion.web.forms.reading import refusals_at
from companion.web.home import bp
from companion.web.i18n.language import language
from companion.web.request.access import device, is_local, require_household
from companion.web.request.refusal import asks_to_replace, may_replace
from companion.web.request.services import services

BOOK = "book"
MAX_RULES_OFFERED = 24
"""The number of saved rules that are offered beside the games of the books; House rules shows all."""


class GameChoice(NamedTuple):
    """A game with the house rules that its form begins with."""

    choice: str
    game: Game
    options: Options
    kept: SavedRules | None = None
    """The saved rules that were chosen, if any."""
    shelved: str = ""
    """The key of the game of the shelf that was chosen, if any."""

    @property
    def known(self) -> Shelved | None:
        """The game of the shelf that it is, also where the household keeps it, with its settings."""
        return shelved_as(self.options)

    @property
    def given(self) -> Mapping[str, Any]:
        """The house rules as a sheet holds them."""
        if self.kept:
            return self.kept.opening.given or {}
        return shelf()[self.known.key].given(self.known.settings, self.known.language) if self.known else {}

    @property
    def title(self) -> str:
        """What the household calls the game."""
        if self.shelved:
            return self.options.title()
        return self.kept.name if self.kept else say(self.game.title)

    @property
    def book(self) -> str:
        """The choice of the same game by the rules of the book, or of the shelf."""
        return choice_of_shelved(self.known.key) if self.known else f"{self.game.key}:{BOOK}"

    @property
    def told(self) -> Origin:
        """What is told beside the rules, where the household keeps them."""
        return self.kept.told if self.kept else Origin()

    @property
    def summary(self) -> str:
        """A few words about the game."""
        if self.shelved:
            return first_line(self.options).removesuffix(".")
        if self.kept and self.game.of_the_house and self.game.scored:
            return say("A game of your own, scored in points.")
        if self.kept and self.game.of_the_house:
            names = listed(list(map(pot_named, self.options.pots())))
            return say("A game of your own. Pots: {pots}.", pots=names) if names else say("A game of your own.")
        if self.kept:
            return say("{game} with your own rules.", game=say(self.game.title))
        return say(self.game.summary)

    @property
    def for_a_crowd(self) -> bool:
        """Whether the one seat is the caller's, and as many as like play with printed cards."""
        return self.seats[-1] == 1

    @property
    def seats(self) -> Sequence[int]:
        """The numbers of players that it is for, the least first."""
        return seats_of(self.options)

    @property
    def needs(self) -> tuple[Need, ...]:
        """What must lie on the table beside counters."""
        return (shelf()[self.shelved].needs if self.shelved else ()) or self.game.needs

    @property
    def needed(self) -> str:
        """The same in words, with counters where they change hands."""
        things = [NEEDS[need] for need in self.needs]
        return listed([*things, say("counters")] if self.options.for_counters() else things)

    @property
    def minutes(self) -> int:
        """About how long people usually play it."""
        return (shelf()[self.shelved].minutes if self.shelved else 0) or self.game.minutes

    @property
    def partners(self) -> int:
        """How many play on a side, as those did who saved the rules, or as the rules say; 1 where each plays alone."""
        sides = self.options.teams() if self.kept else []
        return len(sides[0]) if sides else getattr(self.options, "partners", 1)

    @property
    def described(self) -> bool:
        """Whether the household has still to describe the game."""
        return self.game.of_the_house and not self.kept and not self.shelved


def choice_of_saved(saved: SavedRules) -> str:
    """Return the choice of saved rules."""
    return f"{saved.game.key}:{saved.number}"


def choice_of_shelved(key: str) -> str:
    """Return the choice of a game of the shelf."""
    return f"{shelf()[key].game.key}:{key}"


def kept_choice(saved: SavedRules) -> GameChoice:
    """Return the choice of saved rules."""
    return GameChoice(choice_of_saved(saved), saved.game, saved.opening.options, saved)


def shelved_choice(key: str) -> GameChoice:
    """Return the choice of a game of the shelf, in the language of the page."""
    told = shelf()[key]
    return GameChoice(choice_of_shelved(key), told.game, told.options(language()), shelved=key)


def played_as(opening: Opening) -> GameChoice:
    """Return the choice by which a game is played again: its saved rules, a game of the shelf, else by the book."""
    game = opening.game
    if saved := find_saved_like(opening):
        return kept_choice(saved)
    for key, told in shelf().items() if game.of_the_house else ():  # else the shelf needn't be read
        if told.game is game and told.says(opening.options):
            return shelved_choice(key)
    return GameChoice(game.key, game, game.options())


def game_choice(choice: str) -> GameChoice:
    """Return the game and the rules that a form chose; the most general game where there is no such game."""
    key, _, rules = choice.partition(":")
    game = games.game(key) or most_general()
    if re.fullmatch("[0-9]{1,9}", rules) and (saved := find_saved(int(rules))) and saved.game is game:
        return GameChoice(choice, game, saved.opening.options, saved)
    today, settings = on_shelf(rules)
    if today and shelf()[today].game.key == key:
        return GameChoice(choice, game, shelf()[today].played(settings, language()), shelved=today)
    last = None if rules == BOOK or game.of_the_house else options_played_last(game)
    if last is None or last == game.options():
        return GameChoice(f"{game.key}:{BOOK}" if rules == BOOK else game.key, game, game.options())
    return GameChoice(game.key, game, last)


def options_played_last(game: Game) -> Options | None:
    """Return the house rules of the newest table that played a game; None without one."""
    openings = (last_opening(table.journal, game.key) for table in services().tables.with_game(game.key))
    opening = next(filter(None, openings), None)
    return opening.options if opening else None


def last_opening_step(journal: Journal, key: str = "") -> Step | None:
    """Return the step that began the last game of a journal, or the last one of this key; None without one in force."""
    return next(
        (
            step
            for step in reversed(journal.steps)
            if step.in_force and isinstance(step.line.move, Opening) and key in ("", step.line.move.game.key)
        ),
        None,
    )


def last_opening(journal: Journal, key: str = "") -> Opening | None:
    """Return the opening of that game."""
    step = last_opening_step(journal, key)
    return step.line.move if step and isinstance(step.line.move, Opening) else None


@bp.app_template_global()
def seats_of(options: Options) -> Sequence[int]:
    """Return for how many a game is: as the shelf says, where its rules are in its words, else by its house rules."""
    plays, rules = getattr(options, "plays", None), first_line(options)  # of one more the dealer sits out
    players = players_by_rules().get(rules) if rules and not plays else None
    seats = options.seats()
    return [number for number in seats if players[0] <= number <= players[1]] or seats if players else seats


@bp.app_template_filter()
def emblem(of: Game | GameChoice) -> str:
    """Return the name of a game's emblem in ``static/emblems``: its own, or that of its kind."""
    game, own = (of, of.key) if isinstance(of, Game) else (of.game, of.shelved or of.game.key)
    if (Path(current_app.static_folder or "") / "emblems" / f"{own}.svg").is_file():
        return own
    return "cards" if "pack" in of.needs else "pad" if game.scored else "counters"


def saved_rules_store() -> HouseRules:
    """Return the rules that the household keeps."""
    return HouseRules(services().database)


def find_saved(number: int) -> SavedRules | None:
    """Return the rules saved under a number, None where there are none, or none that can be read."""
    try:
        return saved_rules_store().find(number)
    except (NotKept, Malformed):
        return None


def find_saved_like(opening: Opening) -> SavedRules | None:
    """Return the saved rules that say the same as those of a game that was played."""
    of_game = saved_rules_store().newest(HouseRules.most, opening.game.key)
    return next((saved for saved in of_game if saved.opening.options == opening.options), None)


def looed_by(options: Any) -> int | None:
    """Return what somebody pays who takes none of the tricks; None in other games.

    0 stands for as much as the pot held. A table may be older than this house rule: then by what goes by its name.
    """
    if options.looed is not None or not options.title():
        return options.looed  # type: ignore[no-any-return]
    kept: Iterator[Any] = (saved.opening.options for saved in saved_rules_store().all("name = ?", options.title()))
    like = [each.looed for each in kept if type(each) is type(options)]
    return like[0] if like else looed_once(options)


def rules_offered() -> list[SavedRules]:
    """Return the saved rules that are offered by their names: the latest."""
    return sorted(saved_rules_store().newest(MAX_RULES_OFFERED), key=lambda saved: saved.name.casefold())


def save_rules(
    name: str,
    opening: Opening,
    told: Origin | None = None,
    *,
    changes: SavedRules | None = None,
    asked_at: str = "",
) -> SavedRules:
    """Save the rules of a game under a name, with what is told of them; 403 where this device may not.

    Others of this name are replaced where these were on the page to be changed, or once somebody said so. Raises
    Malformed, NameTaken, Question or WriteFailed.
    """
    require_household()

    def replaces(number: int) -> bool:
        return may_replace() or (changes is not None and changes.number == number)

    with asks_to_replace(), refusals_at(asked_at or ("name" if opening.game.of_the_house else "keep_as")):
        return saved_rules_store().keep(name, opening, device(), told=told, anyones=is_local(), replaces=replaces)
