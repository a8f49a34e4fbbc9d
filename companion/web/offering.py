"""What the household can play: the rules it keeps under a name, and the games of the books as it last played them."""

from attrs import frozen
from flask import session

from companion.engine.game import Game
from companion.engine.opening import Opening
from companion.engine.state import Options
from companion.engine.words import listed
from companion.games import catalogue, newest
from companion.store import Kept, KeptRules, NotKept
from companion.store.pencils import hashed
from companion.web.access import device, here
from companion.web.services import services

BOOK = "book"


@frozen
class Offered:
    """A game as a form offers it; ``choice`` names it there: a key, with the number of the rules that are kept.

    ``own`` are the household's rules; what it ``describes`` is a game that the house has still to describe.
    """

    choice: str
    title: str
    summary: str
    own: bool = False
    describes: bool = False


@frozen
class Chosen:
    """A game with the house rules that its form begins with; ``said`` is whose rules they are."""

    choice: str
    game: Game
    options: Options
    said: str = "as in the book, unless you change them"
    kept: Kept | None = None

    @property
    def offered(self) -> str:
        """The choice under which the form offers the game, by whichever rules."""
        return self.choice.removesuffix(f":{BOOK}")

    @property
    def described(self) -> bool:
        """Whether the house has still to describe the game."""
        return self.game.of_the_house and not self.kept

    @property
    def differs(self) -> bool:
        """Whether the rules are others than the book's."""
        return not self.game.of_the_house and self.options != self.game.options()


def offered() -> list[Offered]:
    """The household's own first, then every game."""
    own = [Offered(choice_of(kept), kept.name, summary_of(kept), own=True) for kept in kept_rules().all()]
    games = (editions[-1] for editions in catalogue().values())
    return own + [Offered(game.key, game.title, game.summary, describes=game.of_the_house) for game in games]


def choice_of(kept: Kept) -> str:
    """How a form names rules that are kept."""
    return f"{kept.game.key}:{kept.number}"


def summary_of(kept: Kept) -> str:
    """What is offered with rules that are kept, in a few words."""
    if not kept.game.of_the_house:
        return f"{kept.game.title} by your own rules."
    return f"A game of your own, {pots(kept.opening.options)}."


def pots(options: Options) -> str:
    """The pots of a game in a few words."""
    names = options.pots()
    return f"with {'pots' if len(names) > 1 else 'the pot'} {listed(names)}" if names else "without pots"


def chosen(choice: str) -> Chosen:
    """The game that a form names, and its rules: those that are kept under a number, the book's where it says so,
    else those of the household's newest table that played it. A game that isn't there is the first one."""
    key, _, rules = choice.partition(":")
    game = newest(key) or next(iter(catalogue().values()))[-1]
    if rules.isdecimal() and (kept := kept_under(int(rules))) and kept.game is game:
        return Chosen(choice, game, kept.opening.options, kept.name, kept)
    last = None if rules == BOOK or game.of_the_house else played_last(game)
    if last is None or last == game.options():
        return Chosen(f"{game.key}:{BOOK}" if rules == BOOK else game.key, game, game.options())
    return Chosen(game.key, game, last, "as you played it last")


def played_last(game: Game) -> Options | None:
    """The house rules of the newest table that played a game; None where none did, or by an older edition."""
    for table in services().tables.that_play(game.key):
        for step in reversed(table.journal.steps):
            move = step.line.move
            if step.in_force and isinstance(move, Opening) and move.game.key == game.key:
                return move.options if type(move.options) is game.options else None
    return None


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
    except NotKept:
        return None


def keep(name: str, opening: Opening) -> Kept:
    """Keeps the rules of a game for the household. Raises Malformed, Taken or Unwritable."""
    return kept_rules().keep(name, opening, device(), anyones=here())


def may_change(kept: Kept) -> bool:
    """Whether this device may change or forget what is kept."""
    return here() or ("device" in session and hashed(session["device"]) == kept.keeper)
