"""The house rules of Pope Joan, and what is remembered of a hand."""

from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from companion.engine.dealing import Dealing
from companion.engine.fields import Counters, Within
from companion.engine.game import Facts, Options, State
from companion.engine.message import Message, joined, say
from companion.engine.phrases import RANKS, card_name

POPE = "9D"
"""The 9 of diamonds."""
DRESSING = {"pope": 6, "matrimony": 2, "intrigue": 2, "ace": 1, "king": 1, "queen": 1, "knave": 1, "game": 1}
"""How many counters dress each pot of the full board."""
CARDS_DEALT = 50
"""How many cards are dealt, the spare hand included (PJ-02)."""


@frozen
class HouseRules(Options):
    """House rules of Pope Joan."""

    ante: Annotated[
        Counters | None, "What everyone pays to dress the board, the dealer double (empty: just enough) (PJ-03)"
    ] = None
    dressed_by: Annotated[Literal["players", "dealer"], "Who dresses the board? (PJ-03, PJ-05)"] = "players"
    divisions: Annotated[
        Literal[8, 5], "How many compartments the board has (five: no King, Queen or Knave) (PJ-18)"
    ] = 8
    pope_limit: Annotated[Counters | None, "The most cards that Pope is paid for (empty: all of them) (PJ-08)"] = 6
    card_price: Annotated[
        Counters, "What a card costs, left over or held when Pope is played (PJ-07, PJ-10, PJ-12)"
    ] = 1
    split: Annotated[bool, "Two players with one card each share Matrimony or Intrigue (PJ-15)"] = False
    leftovers: Annotated[
        Literal["winner", "board"], "Are cards left paid to the winner, or to the board? (PJ-12, PJ-16)"
    ] = "winner"
    pope_wins: Annotated[bool, "Pope turned up wins Game as well and ends the hand (PJ-19)"] = False
    cards_each: Annotated[
        Annotated[int, Within(1)] | None,
        "How many cards each is dealt (empty: as many as 50 allow, with a spare hand) (PJ-02)",
    ] = None

    def seats(self) -> range:
        """Allow three to eight (PJ-02)."""
        return range(3, 9)

    def pots(self) -> tuple[str, ...]:
        """Return the divisions of the board (PJ-01, PJ-18)."""
        return tuple(pot for pot in DRESSING if self.divisions == 8 or pot not in {"king", "queen", "knave"})

    def dealing(self, players: int) -> Dealing:
        """Deal a spare hand as well, and turn the last card up (PJ-02)."""
        return evolve(
            self._dealt(players), pack=say("Take out the 8 of diamonds."), without_dealer=self._dealt(players - 1)
        )

    def _dealt(self, hands: int) -> Dealing:
        """Return the deal of this number of hands and a spare one; a dealer who stands out has none (PJ-21)."""
        each = self.cards_each or CARDS_DEALT // (hands + 1)
        return Dealing(each, spare=max(CARDS_DEALT - hands * each, 0))

    def pays(self, players: int) -> int:
        """Return what everyone pays to dress the board, the dealer double (PJ-03)."""
        return self.just_enough(players) if self.ante is None else self.ante

    def just_enough(self, players: int) -> int:
        """Return the least that fills the board when everyone pays it and the dealer double (PJ-03)."""
        return -(-self.fills() // (players + 1))

    def fills(self) -> int:
        """Return what fills the board: 15 counters, or 12 (PJ-03, PJ-18)."""
        return sum(DRESSING[pot] for pot in self.pots())


@frozen
class Hand(Facts):
    """The card turned up in this hand, who played which card of the board, and who dealt the first hand."""

    turned: str = ""
    played: tuple[tuple[str, str], ...] = ()
    first: str = ""

    def for_hand(self) -> "Hand":
        """Keep who dealt the first hand."""
        return Hand(first=self.first)

    def summary(self) -> str:
        """Return what was turned up, and who played what."""
        turned = [say("{card} is turned up", card=card_name(self.turned))] if self.turned else []
        played = [say("{player} played {card}", player=player, card=on_board(card)) for card, player in self.played]
        return joined(" · ", [*turned, *played])

    @property
    def by(self) -> dict[str, str]:
        """Return who played which card, by card."""
        return dict(self.played)

    @property
    def turned_pot(self) -> str:
        """Return the card of the board that was turned up and can't be played, empty if it isn't one of these."""
        return "pope" if self.turned == POPE else RANKS.get(self.turned[:-1], "")

    @property
    def gone(self) -> set[str]:
        """Return the cards of the board that nobody can play any more."""
        return {*self.by, self.turned_pot}


Table: TypeAlias = State[HouseRules, Hand]


def on_board(card: str) -> Message:
    """Return a card of the board in a sentence: ``the ace of trumps``."""
    return {
        "pope": say("Pope"),
        "ace": say("the ace of trumps"),
        "king": say("the king of trumps"),
        "queen": say("the queen of trumps"),
        "knave": say("the knave of trumps"),
    }[card]
