"""The database: tables with their journals, devices and invitations, and what a household keeps.

- The database is the truth; screens are caches. A table in memory is what its rows say, or it is read again.
- One tap is one transaction (``BEGIN IMMEDIATE … COMMIT``, WAL, ``synchronous=FULL``), and is answered once it is on
  the disk. What belongs together is written together: ``writing()`` inside ``writing()`` is one transaction.
- A tap is written once. Its key is stored with its first entry; the same key again writes nothing. A writer that has
  not seen the last entry is refused with ``Stale``, a full disk with ``WriteFailed``.
- The entries of a table are chained: each carries a hash over the one before. No entry is edited; a correction, a name
  put right and an undo are further entries. What a phone kept is written again only where the chain fits to the letter.
- What is answered as written lies under the path: a commit asks whether the open file is still the one there.
- No file is trusted: one is opened or restored only if its schema is what our migrations make, from 1.0 on. Where a
  page is damaged, the tables beside it are read, and the others refused one by one. A row that holds anything else than
  was written is left out and named (``Database.read_rows``).
- The keeper makes backups by itself while tables are served, in two places if asked.
- Every stored move names its game's edition, and is read under no other.
- What stands beside a journal is declared once (``Beside``). Every name in it, and in what was said of it, is corrected
  in the transaction in which a name is.
- Who is who across evenings is said beside the journals, of names, and can be taken back: no evening is rewritten.
- A device is known by the hash of its secret. An invitation to write is good once, for ten minutes.
- An evening that comes in as a file is played entry by entry, each held to its hash; the same one isn't doubled.
- What is worked out of a journal is kept in one line that can be dropped at any time: the transaction that changes a
  table drops it, and it is worked out anew when it is next read. People and statistics are added up from these lines.
- ``Tables.table_changed`` is the one signal after a change; what shows or copies tables listens to it.

It imports the engine, the games and the score sheet, and knows nothing of the web.
"""

from companion.store.bin import Bin as Bin, Deleted as Deleted
from companion.store.database import (
    CannotOpen as CannotOpen,
    Database as Database,
    ReadFailed as ReadFailed,
    WriteFailed as WriteFailed,
)
from companion.store.devices import (
    Device as Device,
    HouseDevice as HouseDevice,
    HouseDevices as HouseDevices,
    Invitation as Invitation,
    Pencils as Pencils,
)
from companion.store.evenings import Evenings as Evenings, Summary as Summary
from companion.store.keeper import Keeper as Keeper
from companion.store.kept import (
    Group as Group,
    Groups as Groups,
    HouseRules as HouseRules,
    NameTaken as NameTaken,
    NotKept as NotKept,
    Origin as Origin,
    OwnCard as OwnCard,
    OwnCards as OwnCards,
    OwnWords as OwnWords,
    SavedRules as SavedRules,
    SealedBags as SealedBags,
    WordLists as WordLists,
)
from companion.store.ledger import Ledger as Ledger
from companion.store.moving import Moving as Moving
from companion.store.people import People as People, Person as Person, UnknownPerson as UnknownPerson
from companion.store.replies import Replies as Replies, Reply as Reply
from companion.store.statistics import Span as Span, Statistics as Statistics
from companion.store.table import (
    Beside as Beside,
    NameClaim as NameClaim,
    PendingClaim as PendingClaim,
    Stale as Stale,
    Table as Table,
    UnknownTable as UnknownTable,
    Unreadable as Unreadable,
)
from companion.store.tables import Tables as Tables
