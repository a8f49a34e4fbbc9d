"""The score sheet as a file: one evening at one table as JSON, read, written and scored.

The format is public (docs/SCORESHEET.md): programs of others write sheets and read results, so a sheet that was once
good stays good, and is scored as it was then.

- ``strict_json``  JSON from outside
- ``sheet``        a sheet from its file and back; what it comes to
- ``money``        what counters are worth
- ``lines``        a sheet a line

It imports the games and the engine: no database, no page.
"""

from companion.scoresheet.money import Coins, CounterValue
from companion.scoresheet.sheet import (
    Sheet,
    SheetGame,
    open_game,
    read_sheet,
    record_sheet,
    require_distinct,
    score,
    sheet_from,
    stored_opening,
    write_move,
    write_opening,
    write_payment,
    write_sheet,
)
from companion.scoresheet.strict_json import NotJson, parse

__all__ = [
    "Coins",
    "CounterValue",
    "NotJson",
    "Sheet",
    "SheetGame",
    "open_game",
    "parse",
    "read_sheet",
    "record_sheet",
    "require_distinct",
    "score",
    "sheet_from",
    "stored_opening",
    "write_move",
    "write_opening",
    "write_payment",
    "write_sheet",
]
