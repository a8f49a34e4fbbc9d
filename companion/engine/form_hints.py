"""Hints among the annotations of fields: how a form asks for a value, which the engine takes as it comes."""

from typing import Any

from attrs import frozen


@frozen
class Buttons:
    """Offer the numbers up to ``most`` as buttons."""

    most: int
    cards: bool = False
    """Whether the number is one of cards: no more are offered than were dealt, where the game says how many."""


@frozen
class OneOf:
    """Offer these cards alone."""

    cards: tuple[str, ...]


@frozen
class Except:
    """Don't offer the player that another field of the same move names."""

    than: str = "player"
    """The key of the other field."""


@frozen
class Times:
    """Ask how many times a hand wins the stake, from ``-most`` to ``most``, of those who staked in ``of``."""

    most: int
    naturals: tuple[int, ...]
    """How many times the stake a natural of the bank takes from everybody."""
    of: str = "stakes"
    """The field of the stakes."""
    splits: bool = False
    """Whether a player may have a second hand at the same stake, and the bank may double all stakes."""


@frozen
class Over:
    """Offer the numbers from ``least`` to ``most`` as buttons; fewer go without saying."""

    least: int
    most: int
    unless: str
    """The house rule under which every number must be said."""


@frozen
class Aside:
    """Fold the question away: nothing that changes hands, and no point, hangs on its answer."""


@frozen
class AllOf:
    """Offer to stake all that lies in a pot in one tap, and nothing for the others."""

    pot: str


@frozen
class AsLastTime:
    """Begin with what was said in the last such move of the game."""


@frozen
class FollowsFrom:
    """Take the word that follows from the number of another field, and ask only whether it doesn't count."""

    number: str
    """The name of the other field."""
    words: tuple[tuple[int, str], ...]
    """The numbers from which a word follows, each with its word."""

    def word(self, number: Any) -> str | None:
        """Return the word that follows from a number, as it is or as it was typed; None where none does."""
        return next((word for least, word in self.words if str(number) == str(least)), None)


@frozen
class OfASide:
    """Ask once for each side, of which any player stands for all."""


@frozen
class NotTheDealer:
    """Don't offer the dealer."""
