"""One submission of a form: the key that it is known by, and the tap that it writes down."""

import re
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256

from flask import request

from companion.engine.changes import Change
from companion.engine.errors import Refusal
from companion.engine.journal import Journal
from companion.store import Table
from companion.store.devices import hashed
from companion.store.entries import Writer, Written, writers_of
from companion.store.table import Tap
from companion.web.request.access import device, forget_visitor, table_or_404, visitor, writing
from companion.web.request.services import services
from companion.web.request.typed_names import two_people


def record(table: Table, tap: Tap) -> Table:
    """Write the changes of one tap down, and return the table after it.

    Call it within ``writing``. Raises what ``Tables.record`` raises, and Confirmation where somebody comes by it who
    counts as another one there.
    """
    by = Writer(hashed(device()), visitor(table).player)

    def asked(now: Table) -> Journal:
        made = tap(now)
        after = made if isinstance(made, Journal) else now.journal.extend(*made)
        if new := after.state.seats.keys() - now.journal.state.seats.keys():
            services().people.keep_apart(two_people([*after.state.seats], new, now.code))
        return after

    changed = services().tables.record(table.code, *submission(), tap=asked, by=by)
    if any(entry.new_name for entry in changed.journal.entries[-1:]):
        forget_visitor()
    return changed


def record_correction(code: str, tap: Callable[[Table], Sequence[Change]]) -> Table:
    """Write the changes of one tap down after which much is played anew, as it is before anybody has to wait for it.

    Raises what ``writing`` and ``Tables.record`` raise.
    """
    seen, after = table_or_404(code), None
    with suppress(Refusal):  # said below, in its turn
        after = seen.journal.extend(*tap(seen))
    with writing(code) as table:
        return record(table, lambda now: after if after and now.journal is seen.journal else tap(now))


def submission() -> tuple[str | None, int | None]:
    """Return the key of what was submitted, and the number of the last entry that its page showed.

    All forms of a page share the key of the page: the same submission sent twice is one entry, while another one sent
    from an old page is stale.
    """
    seen = request.form.get("seen", "")
    submitted = repr((request.full_path, sorted(request.form.items(multi=True))))
    key = sha256(submitted.encode("utf-8", "surrogatepass")).hexdigest() if request.form.get("key") else None
    return key, int(seen) if re.fullmatch("[0-9]{1,9}", seen) else None


def new_form_key() -> str:
    """Return a new key for the forms of a page: whatever is submitted twice with it is written once."""
    return secrets.token_urlsafe(9)


def written_at(table: Table) -> dict[int, Written]:
    """Return when each entry of a table was written, by its number, and by whom where several devices write."""
    with services().database.reading() as rows:
        return writers_of(rows, table.code)
