"""The kit: what several games are built of.

It exists since no game may import another: what two of them share lies here. Games pick from it: ``moves`` (those
that every game has), ``payments`` (ways of paying and of laying, as postings), ``shapes`` and ``bank`` (what families
of games share).

It imports of the engine what stands below it, no journal; a game, and the pages, may import any of
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
    Join,
    Leave,
    Misdeal,
    Settle,
    SitIn,
    SitOut,
    Stack,
    enough_players,
    must_have_a_seat,
)
from companion.engine.kit.payments import (
    antes,
    as_far_as,
    as_laid,
    bare_first,
    exactly,
    filled,
    from_each,
    from_pot,
    in_proportion,
    must_exist,
    out_of,
    parts,
    per_card,
    seat_against_seat,
    share,
)
from companion.engine.kit.shapes import FirstOut, Partnerships, Sides, TwoOrThreeSides, standing, wins

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
    "TwoOrThreeSides",
    "antes",
    "as_far_as",
    "as_laid",
    "bare_first",
    "enough_players",
    "exactly",
    "filled",
    "from_each",
    "from_pot",
    "in_proportion",
    "must_exist",
    "must_have_a_seat",
    "out_of",
    "parts",
    "per_card",
    "seat_against_seat",
    "share",
    "standing",
    "wins",
]
