"""A tap as it is written down: what it is known by, and the entries it makes."""

import re
import secrets
from collections.abc import Callable, Sequence
from hashlib import sha256

from flask import request

from companion.engine.game import Move
from companion.engine.journal import Act, Entry
from companion.engine.refusals import Illegal
from companion.store import Table
from companion.web.access import forget_visitor, still_writing
from companion.web.pictures import completed
from companion.web.services import services


def tapped(table: Table, written: Move) -> list[Entry]:
    """The entries of one tap: the move, and the next deal where the table deals at once."""
    entries = plays(table, written)
    if not table.deal_at_once or not table.journal.state.open:
        return entries
    after = table.journal.tapped(entries).state
    own = written.name in {kind.name for kind in (after.game.moves if after.game else ())}
    if after.open or after.over or not own or not after.game or not after.game.deals:
        return entries
    deal = completed(after, after.game.by_name["deal"]())
    dealt = Entry(table.journal.last + 2, Act.PLAY, deal, along=table.journal.last + 1)
    try:
        table.journal.tapped([*entries, dealt])
    except Illegal:
        return entries
    return [*entries, dealt]


def plays(table: Table, written: Move) -> list[Entry]:
    """One move as the next entry."""
    return [Entry(table.journal.last + 1, Act.PLAY, written)]


def recorded(table: Table, tap: Callable[[Table], Sequence[Entry]]) -> Table:
    """Writes the entries of one tap down, if the device still holds the pencil when it is its turn to write. Raises
    what ``Tables.record`` raises."""
    with still_writing(table):
        changed = services().tables.record(table.code, *stamp(), tap=tap)
    if any(entry.renaming for entry in changed.journal.entries[-1:]):
        forget_visitor()
    return changed


def stamp() -> tuple[str | None, int | None]:
    """The key of what was tapped, and the last entry that its page showed. All forms of a page share its key: the
    same answer sent twice is one entry, another one sent from an old page is stale."""
    seen = request.form.get("seen", "")
    said = sorted(item for item in request.form.items(multi=True) if item[0] != "csrf_token")
    answer = repr((request.full_path, said))
    key = sha256(answer.encode("utf-8", "surrogatepass")).hexdigest() if request.form.get("key") else None
    return key, int(seen) if re.fullmatch("[0-9]{1,9}", seen) else None


def new_key() -> str:
    """The key of a form: whatever is sent twice with it is written once."""
    return secrets.token_urlsafe(9)
