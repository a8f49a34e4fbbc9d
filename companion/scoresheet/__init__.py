"""The score sheet as a file: one evening at one table as JSON, read, written and scored.

The format is public (docs/SCORESHEET.md): programs of others write sheets and read results, so a sheet that was once
good stays good, and is scored as it was then.

- ``strict_json``  JSON from outside
- ``sheet``        a sheet from its file and back; what it comes to
- ``money``        what counters are worth
- ``lines``        a sheet a line

It imports the games and the engine: no database, no page.
"""

from companion.scoresheet.money import Coins as Coins, CounterValue as CounterValue
from companion.scoresheet.sheet import (
    Sheet as Sheet,
    SheetGame as SheetGame,
    open_game as open_game,
    read_sheet as read_sheet,
    record_sheet as record_sheet,
    require_distinct as require_distinct,
    score as score,
    sheet_from as sheet_from,
    stored_opening as stored_opening,
    write_move as write_move,
    write_opening as write_opening,
    write_sheet as write_sheet,
)
from companion.scoresheet.strict_json import NotJson as NotJson, parse as parse
