"""What the household can play: the rules it keeps under a name, and the games of the books as it last played them."""

import re
from typing import NamedTuple

from companion.engine.game import Game
from companion.engine.journal import Journal
from companion.engine.opening import Opening
from companion.engine.refusals import Malformed
from companion.engine.replay import Step
from companion.engine.saying import listed, say
from companion.engine.state import Options
from companion.engine.words import the
from companion.games import most_general, newest
from companion.store import Kept, KeptRules, NotKept
from companion.web.access import device, here
from companion.web.services import services

BOOK = "book"


class Chosen(NamedTuple):
    """A game with the house rules that its form begins with; ``said`` is whose rules they are."""

    choice: str
    game: Game
    options: Options
    said: str = say("as in the book, unless you change them")
    kept: Kept | None = None

    @property
    def title(self) -> str:
        """What the house calls it."""
        return self.kept.name if self.kept else say(self.game.title)

    @property
    def book(self) -> str:
        """How a form names the same game by the book's rules."""
        return f"{self.game.key}:{BOOK}"

    @property
    def summary(self) -> str:
        """What it is, in a sentence."""
        if self.kept and self.game.of_the_house:
            names = self.options.pots()
            pots = listed([the(name) for name in names]) if names else say("no pots")
            return say("A game of your own, with {pots}.", pots=pots)
        if self.kept:
            return say("{game} by your own rules.", game=say(self.game.title))
        return say(self.game.summary)

    @property
    def described(self) -> bool:
        """Whether the house has still to describe the game."""
        return self.game.of_the_house and not self.kept

    @property
    def differs(self) -> bool:
        """Whether the rules are others than the book's."""
        return not self.game.of_the_house and self.options != self.game.options()


def choice_of(kept: Kept) -> str:
    """How a form names rules that are kept."""
    return f"{kept.game.key}:{kept.number}"


def chosen(choice: str) -> Chosen:
    """The game that a form names, and its rules: those that are kept under a number, the book's where it says so,
    else those of the household's newest table that played it. Without such a game it is the most general one."""
    key, _, rules = choice.partition(":")
    game = newest(key) or most_general()
    if re.fullmatch("[0-9]{1,9}", rules) and (kept := kept_under(int(rules))) and kept.game is game:
        return Chosen(choice, game, kept.opening.options, kept.name, kept)
    last = None if rules == BOOK or game.of_the_house else played_last(game)
    if last is None or last == game.options():
        return Chosen(f"{game.key}:{BOOK}" if rules == BOOK else game.key, game, game.options())
    return Chosen(game.key, game, last, say("as you played it last"))


def played_last(game: Game) -> Options | None:
    """The house rules of the newest table that played a game; None where none did, or by an older edition."""
    played = (opening_of(table.journal, game.key) for table in services().tables.that_play(game.key))
    last = next(filter(None, played), None)
    return last.options if last and type(last.options) is game.options else None


def opened(journal: Journal, key: str = "") -> Step | None:
    """The step that began the last game of a journal, or the last of this key; None where none stands."""
    return next(
        (
            step
            for step in reversed(journal.steps)
            if step.in_force and isinstance(step.line.move, Opening) and key in ("", step.line.move.game.key)
        ),
        None,
    )


def opening_of(journal: Journal, key: str = "") -> Opening | None:
    """How that game began."""
    begun = opened(journal, key)
    return begun.line.move if begun and isinstance(begun.line.move, Opening) else None


def choice_like(opening: Opening) -> str:
    """The choice by which a game that was played is played again: as it is kept, else by its key."""
    kept = kept_like(opening)
    return choice_of(kept) if kept else opening.game.key


def kept_like(opening: Opening) -> Kept | None:
    """The rules that are kept and say the same as those of a game that was played."""
    alike = (kept for kept in kept_rules().all() if kept.game.key == opening.game.key)
    return next((kept for kept in alike if kept.opening.options == opening.options), None)


def kept_rules() -> KeptRules:
    """The rules that the household keeps."""
    return KeptRules(services().database)


def kept_under(number: int) -> Kept | None:
    """The rules that are kept under a number, None where there are none any more."""
    try:
        return kept_rules().find(number)
    except (NotKept, Malformed):
        return None


def keep(name: str, opening: Opening) -> Kept:
    """Keeps the rules of a game for the household. Raises Malformed, Taken or Unwritable."""
    return kept_rules().keep(name, opening, device(), anyones=here())
