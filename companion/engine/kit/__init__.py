"""The kit: what several games are built of.

It exists since no game may import another: what two of them share lies here. Games pick from it: ``moves`` (those
that every game has), ``payments`` (ways of paying and of laying, as postings), ``shapes`` and ``bank`` (what families
of games share).

It imports of the engine what stands below it, no journal; a game, and the pages, may import any of
it. A game replaces a common move by a move of its own with the same name.

What is imported here is public, as in ``companion.engine``.
"""

from companion.engine.kit.moves import (
    COMMON as COMMON,
    Abandon as Abandon,
    Count as Count,
    Deal as Deal,
    Dealer as Dealer,
    Finish as Finish,
    Give as Give,
    Join as Join,
    Leave as Leave,
    Misdeal as Misdeal,
    Settle as Settle,
    SitIn as SitIn,
    SitOut as SitOut,
    Stack as Stack,
    enough_players as enough_players,
    must_have_a_seat as must_have_a_seat,
)
from companion.engine.kit.payments import (
    antes as antes,
    as_far_as as as_far_as,
    as_laid as as_laid,
    bare_first as bare_first,
    exactly as exactly,
    filled as filled,
    from_each as from_each,
    from_pot as from_pot,
    in_proportion as in_proportion,
    must_exist as must_exist,
    out_of as out_of,
    parts as parts,
    per_card as per_card,
    seat_against_seat as seat_against_seat,
    share as share,
)
from companion.engine.kit.shapes import (
    FirstOut as FirstOut,
    Partnerships as Partnerships,
    Sides as Sides,
    TwoOrThreeSides as TwoOrThreeSides,
    standing as standing,
    wins as wins,
)
