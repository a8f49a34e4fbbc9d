"""Plays from elsewhere: what other programs and spreadsheets keep of games, read as evenings of points.

A module reads each format and yields the same plain ``Play``, or why there is none at a place of the file; ``reading``
tells the formats apart, and takes archives and Companion's own files too. ``keeping`` works them out beside the play,
copies them in as a whole, and takes a whole import back. docs/IMPORT.md says which edition of each format was read.

It imports the store and the score sheet: no page.
"""

from companion.plays.keeping import Imports, Wanted
from companion.plays.play import Play, Reading, Unread
from companion.plays.reading import is_alone, read_plays

__all__ = ["Imports", "Play", "Reading", "Unread", "Wanted", "is_alone", "read_plays"]
