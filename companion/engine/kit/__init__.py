"""The kit: what several games are built of.

It exists since no game may import another: what two of them share lies here. Games pick from it: ``moves`` and
``seats`` (the moves that every game has), ``payments`` and ``laying`` (ways of paying and of laying, as postings),
``bank``, ``stops`` and ``sides`` (shapes that families of games share).

It imports the modules of the engine but neither ``journal`` nor ``reports``; a game, and the pages, may import any of
it. A game replaces a common move by a move of its own with the same name.

What ``__all__`` names is public, as in ``companion.engine``.
"""

from companion.engine.kit.moves import (
    COMMON,
    Abandon,
    Count,
    Deal,
    Dealer,
    Finish,
    Give,
    Misdeal,
    Settle,
    Stack,
    must_exist,
)
from companion.engine.kit.payments import antes, from_each, from_pot, per_card, seat_against_seat, share
from companion.engine.kit.seats import Join, Leave, SitIn, SitOut, enough_players
from companion.engine.kit.sides import Partnerships, Sides
from companion.engine.kit.stops import FirstOut

__all__ = [
    "COMMON",
    "Abandon",
    "Count",
    "Deal",
    "Dealer",
    "Finish",
    "FirstOut",
    "Give",
    "Join",
    "Leave",
    "Misdeal",
    "Partnerships",
    "Settle",
    "Sides",
    "SitIn",
    "SitOut",
    "Stack",
    "antes",
    "enough_players",
    "from_each",
    "from_pot",
    "must_exist",
    "per_card",
    "seat_against_seat",
    "share",
]
