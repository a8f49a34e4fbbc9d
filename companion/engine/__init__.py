"""The engine: values in, values out. It knows no clock, no chance, no file and no network.

It exists so that a score can be trusted: the same moves always come to the same counters, in a test, on the command
line and on every phone. ``docs/TOUR.md`` plays a hand with it. Everything else may import it; it imports attrs
and itself, without circles, not even for types (a contract in ``pyproject.toml``).

From the bottom up: ``message``, ``errors``, ``names`` and ``payments``; ``fields``; ``structure``, ``phrases`` and
``ledger``; ``game``; the folder ``kit``, of which games are built; ``playing``, ``changes``, ``replay``, ``journal``,
``hands``; the folder ``reports``.

- **Counters, never money.** Postings are the only way in which counters move, and ``ledger.post`` refuses what doesn't
  add up to zero (GEN-01). What a counter is worth is the score sheet's business.
- **attrs for what is read, NamedTuple for what is shown.** Moves, house rules, facts and states are frozen attrs
  classes: they are read strictly, compared and replaced. A plain row, such as a step, a posting or a payment, is a
  ``NamedTuple``, for which no methods need be made when it is declared; a start declares over a hundred classes.
- **One declaration.** The annotations of a field drive the check of a sheet, the form, the offered buttons, the JSON
  and the help; ``fields`` has the notes, ``structure`` reads and writes by them.
- **Editions.** Every stored move names the edition of its game, and is read where the game still has that number.
- **Numbers of rules.** ``SF-07`` is a rule of the old books, numbered game by game: SF is Spoil-Five, PJ Pope Joan,
  GEN what holds for all games. The page of a game under ``docs/games`` says each of its rules in our words, and
  ``docs/SCORESHEET.md`` those of GEN.
- **Messages.** The engine speaks English. ``say("{who} takes {counters}", …)`` returns a ``Message``: a str that
  remembers its pattern and values, so that the pages can translate it at the last moment, while journals, exports and
  the command line keep the text. Titles, labels and pots that games declare stay plain strings and are translated where
  they are shown. A name is never translated.
- **Two kinds of refusal.** ``Malformed`` needs no table to be seen, ``Illegal`` breaks a rule at this table. Each is
  one sentence for players, a pattern with its values as ``say`` takes them.

What ``__all__`` names here, in ``companion.engine.kit`` and in its ``bank`` is public: a game is written with these
names alone, our own too. They keep their meaning and their parameters until the next major version; everything else may
change.
"""

from companion.engine.errors import Illegal, Malformed, Refusal
from companion.engine.fields import (
    MAX_COUNTERS,
    NOBODY_OF_ALL,
    Account,
    AllOf,
    Aside,
    AsLastTime,
    Assumed,
    AsTheyFall,
    Balance,
    Buttons,
    Card,
    CardsLeft,
    Carried,
    Counters,
    Except,
    FollowsFrom,
    Hex,
    InRow,
    Kind,
    Likely,
    MaxItems,
    Memo,
    Name,
    NamesSomebody,
    NonEmpty,
    NotTheDealer,
    NotZero,
    OfASide,
    OneOf,
    OnlyWith,
    Over,
    Pot,
    PotName,
    RulesText,
    Seat,
    SeatOrTie,
    Side,
    SumIs,
    Text,
    Tie,
    Times,
    Unusual,
    Within,
    excerpt,
)
from companion.engine.formula import Formula, FormulaName, FormulaText, read_formula, spoken
from companion.engine.game import (
    HAS_WON,
    Boxes,
    Effect,
    Facts,
    Family,
    Game,
    GivenAway,
    Moment,
    Move,
    Options,
    Presence,
    State,
    game_ends,
    hand_ends,
)
from companion.engine.ledger import Posting, post
from companion.engine.message import Message, capital, fill, joined, listed, say, say_many, sentences, series
from companion.engine.names import name_key
from companion.engine.phrases import (
    RANKS,
    SUIT_SIGNS,
    SUITS,
    Dealing,
    card_name,
    into,
    letter,
    ordinal,
    placed,
    plural,
    pot_named,
    short_name,
    signed,
    takes_the_pool,
    the,
    unsigned,
    who_took,
    whole_pack,
)
from companion.engine.playing import play

__all__ = [
    "HAS_WON",
    "MAX_COUNTERS",
    "NOBODY_OF_ALL",
    "RANKS",
    "SUITS",
    "SUIT_SIGNS",
    "Account",
    "AllOf",
    "AsLastTime",
    "AsTheyFall",
    "Aside",
    "Assumed",
    "Balance",
    "Boxes",
    "Buttons",
    "Card",
    "CardsLeft",
    "Carried",
    "Counters",
    "Dealing",
    "Effect",
    "Except",
    "Facts",
    "Family",
    "FollowsFrom",
    "Formula",
    "FormulaName",
    "FormulaText",
    "Game",
    "GivenAway",
    "Hex",
    "Illegal",
    "InRow",
    "Kind",
    "Likely",
    "Malformed",
    "MaxItems",
    "Memo",
    "Message",
    "Moment",
    "Move",
    "Name",
    "NamesSomebody",
    "NonEmpty",
    "NotTheDealer",
    "NotZero",
    "OfASide",
    "OneOf",
    "OnlyWith",
    "Options",
    "Over",
    "Posting",
    "Pot",
    "PotName",
    "Presence",
    "Refusal",
    "RulesText",
    "Seat",
    "SeatOrTie",
    "Side",
    "State",
    "SumIs",
    "Text",
    "Tie",
    "Times",
    "Unusual",
    "Within",
    "capital",
    "card_name",
    "excerpt",
    "fill",
    "game_ends",
    "hand_ends",
    "into",
    "joined",
    "letter",
    "listed",
    "name_key",
    "ordinal",
    "placed",
    "play",
    "plural",
    "post",
    "pot_named",
    "read_formula",
    "say",
    "say_many",
    "sentences",
    "series",
    "short_name",
    "signed",
    "spoken",
    "takes_the_pool",
    "the",
    "unsigned",
    "who_took",
    "whole_pack",
]
