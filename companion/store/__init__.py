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

from companion.store.bin import Bin as Bin
from companion.store.bin import Deleted as Deleted
from companion.store.database import CannotOpen as CannotOpen
from companion.store.database import Database as Database
from companion.store.database import ReadFailed as ReadFailed
from companion.store.database import WriteFailed as WriteFailed
from companion.store.evenings import Evenings as Evenings
from companion.store.evenings import Summary as Summary
from companion.store.household import HouseDevice as HouseDevice
from companion.store.household import HouseDevices as HouseDevices
from companion.store.keeper import Keeper as Keeper
from companion.store.kept import Group as Group
from companion.store.kept import Groups as Groups
from companion.store.kept import HouseRules as HouseRules
from companion.store.kept import NameTaken as NameTaken
from companion.store.kept import NotKept as NotKept
from companion.store.kept import OwnCard as OwnCard
from companion.store.kept import OwnCards as OwnCards
from companion.store.kept import OwnWords as OwnWords
from companion.store.kept import SavedRules as SavedRules
from companion.store.kept import SealedBags as SealedBags
from companion.store.kept import Season as Season
from companion.store.kept import Seasons as Seasons
from companion.store.kept import Told as Told
from companion.store.kept import WordLists as WordLists
from companion.store.ledger import Kitty as Kitty
from companion.store.ledger import Ledger as Ledger
from companion.store.moving import Moving as Moving
from companion.store.pencils import Device as Device
from companion.store.pencils import Invitation as Invitation
from companion.store.pencils import Pencils as Pencils
from companion.store.people import People as People
from companion.store.people import Person as Person
from companion.store.people import UnknownPerson as UnknownPerson
from companion.store.replies import Replies as Replies
from companion.store.replies import Reply as Reply
from companion.store.statistics import Span as Span
from companion.store.statistics import Statistics as Statistics
from companion.store.table import Beside as Beside
from companion.store.table import NameClaim as NameClaim
from companion.store.table import PendingClaim as PendingClaim
from companion.store.table import Stale as Stale
from companion.store.table import Table as Table
from companion.store.table import UnknownTable as UnknownTable
from companion.store.table import Unreadable as Unreadable
from companion.store.tables import Tables as Tables
