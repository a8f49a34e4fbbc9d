"""How the cards are dealt, worked out for the dealer."""

from attrs import frozen


@frozen
class Dealing:
    """``each`` player gets so many cards, the first ``more`` of them one more; ``spare`` is what lies aside.

    ``pack`` says what the dealer does before dealing.
    """

    each: int
    more: int = 0
    spare: int = 0
    pack: str = ""

    @property
    def most(self) -> int:
        """The most cards that anybody is dealt."""
        return self.each + (self.more > 0)

    def says(self) -> str:
        """``8 cards each, 10 in the spare hand``."""
        number = f"{self.each} or {self.most}" if self.more else f"{self.each}"
        spare = f", {self.spare} in the spare hand" if self.spare else ""
        return f"{number} {'card' if number == '1' else 'cards'} each{spare}"


def whole_pack(cards: int, players: int, pack: str = "") -> Dealing:
    """So many cards dealt one by one until none is left."""
    return Dealing(*divmod(cards, players), pack=pack)
