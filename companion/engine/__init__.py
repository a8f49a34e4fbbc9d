"""The engine: values in, values out. It knows no clock, no chance, no file and no network.

It exists so that a score can be trusted: the same moves always come to the same counters, in a test, on the command
line and on every phone. ``docs/TOUR.md`` plays a hand with it. Everything else may import it; it imports attrs
and itself, without circles, not even for types (a contract in ``pyproject.toml``).

From the bottom up: ``message``, ``errors``, ``names`` and ``settlement``; ``fields``; ``structure``, ``phrases`` and
``postings``; ``game``; the folder ``kit``, of which games are built; ``playing``, ``changes``, ``replay``, ``journal``,
``hands``; the folder ``reports``.

- **Counters, never money.** Postings are the only way in which counters move, and ``post`` refuses what doesn't
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

What is imported here, in ``companion.engine.kit`` and in its ``bank`` is public: a game is written with these
names alone, our own too. They keep their meaning and their parameters until the next major version; everything else may
change.
"""

from companion.engine.errors import (
    Illegal as Illegal,
    Malformed as Malformed,
    Refusal as Refusal,
)
from companion.engine.fields import (
    MAX_COUNTERS as MAX_COUNTERS,
    NOBODY_OF_ALL as NOBODY_OF_ALL,
    Account as Account,
    AllOf as AllOf,
    Aside as Aside,
    AsLastTime as AsLastTime,
    Assumed as Assumed,
    AsTheyFall as AsTheyFall,
    Balance as Balance,
    Buttons as Buttons,
    Card as Card,
    CardsLeft as CardsLeft,
    Carried as Carried,
    Counters as Counters,
    Except as Except,
    FollowsFrom as FollowsFrom,
    Hex as Hex,
    InRow as InRow,
    Kind as Kind,
    Likely as Likely,
    MaxItems as MaxItems,
    Memo as Memo,
    Name as Name,
    NamesSomebody as NamesSomebody,
    NonEmpty as NonEmpty,
    NotTheDealer as NotTheDealer,
    NotZero as NotZero,
    OfASide as OfASide,
    OneOf as OneOf,
    OnlyWith as OnlyWith,
    Over as Over,
    Pot as Pot,
    PotName as PotName,
    RulesText as RulesText,
    Seat as Seat,
    SeatOrTie as SeatOrTie,
    Side as Side,
    SumIs as SumIs,
    Text as Text,
    Tie as Tie,
    Times as Times,
    Unusual as Unusual,
    Within as Within,
    excerpt as excerpt,
)
from companion.engine.formula import (
    Formula as Formula,
    FormulaName as FormulaName,
    FormulaText as FormulaText,
    read_formula as read_formula,
    read_optional as read_optional,
    spoken as spoken,
)
from companion.engine.game import (
    HAS_WON as HAS_WON,
    Boxes as Boxes,
    Effect as Effect,
    Facts as Facts,
    Family as Family,
    Game as Game,
    GivenAway as GivenAway,
    Manner as Manner,
    Moment as Moment,
    Move as Move,
    Options as Options,
    Presence as Presence,
    State as State,
    game_ends as game_ends,
    hand_ends as hand_ends,
)
from companion.engine.message import (
    Message as Message,
    capital as capital,
    fill as fill,
    joined as joined,
    listed as listed,
    say as say,
    say_many as say_many,
    sentences as sentences,
    series as series,
)
from companion.engine.names import (
    name_key as name_key,
)
from companion.engine.phrases import (
    RANKS as RANKS,
    SUIT_SIGNS as SUIT_SIGNS,
    SUITS as SUITS,
    Dealing as Dealing,
    card_name as card_name,
    into as into,
    letter as letter,
    ordinal as ordinal,
    placed as placed,
    plural as plural,
    pot_named as pot_named,
    short_name as short_name,
    signed as signed,
    takes_the_pool as takes_the_pool,
    the as the,
    unsigned as unsigned,
    who_took as who_took,
    whole_pack as whole_pack,
)
from companion.engine.playing import (
    play as play,
)
from companion.engine.postings import (
    Posting as Posting,
    post as post,
)
