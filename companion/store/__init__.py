"""The database: tables with their journals, devices and invitations, payments, and what a household keeps.

- The database is the truth; screens are caches. A table in memory is what its rows say, or it is read again.
- One tap is one transaction (``BEGIN IMMEDIATE … COMMIT``, WAL, ``synchronous=FULL``), and is answered once it is on
  the disk. What belongs together is written together: ``writing()`` inside ``writing()`` is one transaction.
- A tap is written once. Its key is stored with its first entry; the same key again writes nothing. A writer that has
  not seen the last entry is refused with ``Stale``, a full disk with ``WriteFailed``.
- The entries of a table are chained: each carries a hash over the one before. No entry is edited; a correction, a name
  put right and an undo are further entries. What a phone kept is written again only where the chain fits to the letter.
- What is answered as written lies under the path: a commit asks whether the open file is still the one there.
- No file is trusted: one is opened or restored only if its schema is what our migrations make, from 1.0 on. Where a
  page is damaged, the tables beside it are read, and the others refused one by one.
- The keeper makes backups by itself while tables are served, in two places if asked.
- Every stored move names its game's edition, and is read under that one for ever.
- Everything with a name on it beside the journal (devices, payments, places, what was said of it) is corrected in the
  transaction in which a name is.
- Who is who across evenings is said beside the journals, of names, and can be taken back: no evening is rewritten.
- A device is known by the hash of its secret. An invitation to write is good once, for ten minutes.
- An evening that comes in as a file is played entry by entry, each held to its hash; the same one isn't doubled.
- What is worked out of journals is kept in rows that can be dropped at any time: the transaction that changes a table
  drops those of its code, and they are worked out anew when they are next read.
- ``Tables.table_changed`` is the one signal after a change; what shows or copies tables listens to it.

It imports the engine, the games and the score sheet, and knows nothing of the web.
"""

from companion.store.database import CannotOpen, Database, ReadFailed, WriteFailed
from companion.store.deleting import Deleting
from companion.store.evenings import Evenings, Summary
from companion.store.forgetting import Forgetting, Forgotten, Left
from companion.store.groups import Group, Groups, UnknownGroup
from companion.store.house_rules import HouseRules, NameTaken, SavedRules, Told, UnknownRules
from companion.store.household import HouseDevice, HouseDevices
from companion.store.keeper import Keeper
from companion.store.loto_bags import SealedBags
from companion.store.moving import Moving
from companion.store.own_cards import OwnCard, OwnCards, UnknownCard
from companion.store.pencils import Device, Invitation, Pencils
from companion.store.people import People, Person, UnknownPerson
from companion.store.seasons import Season, Seasons, UnknownSeason
from companion.store.statistics import Span, Statistics
from companion.store.table import About, Stale, Table, UnknownTable, Unreadable
from companion.store.tables import Notes, Settling, Tables
from companion.store.word_lists import OwnWords, UnknownWords, WordLists

__all__ = [
    "About",
    "CannotOpen",
    "Database",
    "Deleting",
    "Device",
    "Evenings",
    "Forgetting",
    "Forgotten",
    "Group",
    "Groups",
    "HouseDevice",
    "HouseDevices",
    "HouseRules",
    "Invitation",
    "Keeper",
    "Left",
    "Moving",
    "NameTaken",
    "Notes",
    "OwnCard",
    "OwnCards",
    "OwnWords",
    "Pencils",
    "People",
    "Person",
    "ReadFailed",
    "SavedRules",
    "SealedBags",
    "Season",
    "Seasons",
    "Settling",
    "Span",
    "Stale",
    "Statistics",
    "Summary",
    "Table",
    "Tables",
    "Told",
    "UnknownCard",
    "UnknownGroup",
    "UnknownPerson",
    "UnknownRules",
    "UnknownSeason",
    "UnknownTable",
    "UnknownWords",
    "Unreadable",
    "WordLists",
    "WriteFailed",
]
