"""How many cards each player is dealt, worked out for the dealer."""

from attrs import frozen

from companion.engine.message import say, say_many


@frozen
class Dealing:
    """The cards of one deal."""

    each: int
    """Cards that every player gets."""
    more: int = 0
    """How many players, from the first, get one more."""
    spare: int = 0
    """Cards in the spare hand."""
    pack: str = ""
    """What the dealer does with the pack before dealing, as a sentence."""
    without_dealer: "Dealing | None" = None
    """The deal where the dealer stands out and is dealt nothing; None where no dealer may."""

    @property
    def longest_hand(self) -> int:
        """The most cards that one player is dealt, the dealer playing."""
        return self.each + (self.more > 0)

    @property
    def longest_of_all(self) -> int:
        """The most cards that one player can be dealt, also where the dealer stands out."""
        return max(self.longest_hand, self.without_dealer.longest_hand if self.without_dealer else 0)

    def summary(self) -> str:
        """Return ``8 cards each, 10 in the spare hand``."""
        if self.more:
            each = say("{least} or {most} cards each", least=self.each, most=self.longest_hand)
        else:
            each = say_many("{n} card each", "{n} cards each", self.each)
        return say("{each}, {spare} in the spare hand", each=each, spare=self.spare) if self.spare else each


def whole_pack(cards: int, players: int, pack: str = "") -> Dealing:
    """Return the deal of a whole pack, one card at a time until none is left."""
    return Dealing(*divmod(cards, players), pack=pack)
