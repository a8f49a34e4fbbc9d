"""How the cards are dealt, worked out for the dealer."""

from attrs import frozen

from companion.engine.saying import say, say_many


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
        if self.more:
            each = say("{least} or {most} cards each", least=self.each, most=self.most)
        else:
            each = say_many("{n} card each", "{n} cards each", self.each)
        return say("{each}, {spare} in the spare hand", each=each, spare=self.spare) if self.spare else each


def whole_pack(cards: int, players: int, pack: str = "") -> Dealing:
    """So many cards dealt one by one until none is left."""
    return Dealing(*divmod(cards, players), pack=pack)
