"""The journal: every move in order, never edited, and what follows from it.

It exists so that a mistake can be corrected where it was made, hours later, with everything after it played anew:

- A correction is an entry, too. ``Strike``, ``Restore`` and ``Amend`` name a move by its number, ``Insert`` the move
  before which another belongs; ``Undo`` writes the opposite of the last tap that was not undone yet, ``UndoTo`` that
  of everything after an entry, and ``Redo`` the opposite of what Undo wrote.
- A corrected name is an entry, not a move: a score sheet has the name, not the correction. Earlier entries keep the
  name that they were written with and are read by today's, so the old name is free again. A name that the journal
  knows as another player's is refused, since the two could not be told apart afterwards.
- A move that no longer stands is a conflict: it is kept, flagged and skipped, and an export leaves it out.
- The state is always a replay. The journal keeps the state after every step, so a move costs the same at the tenth
  entry and at the ten-thousandth, and a correction replays only what comes after it.

Callers say *what* changes (``journal.extend(Play(move))``); the journal alone numbers entries and marks those of one
tap. It imports the engine only, and needs neither clock nor file.
"""

from companion.engine.journal.changes import (
    Act,
    Amend,
    Change,
    Entry,
    Insert,
    Play,
    Redo,
    Restore,
    Strike,
    Undo,
    UndoTo,
    change_of,
)
from companion.engine.journal.journal import Journal, load
from companion.engine.journal.rename import Rename
from companion.engine.journal.replay import with_current_names

__all__ = [
    "Act",
    "Amend",
    "Change",
    "Entry",
    "Insert",
    "Journal",
    "Play",
    "Redo",
    "Rename",
    "Restore",
    "Strike",
    "Undo",
    "UndoTo",
    "change_of",
    "load",
    "with_current_names",
]
