"""One submission of a form: the key that it is known by, and the tap that it writes down."""

import re
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any

from flask import request

from companion.engine.changes import Change
from companion.engine.errors import Refusal
from companion.engine.game import Move, State
from companion.engine.hands import deal_along, next_deal
from companion.engine.journal import Journal
from companion.engine.playing import play
from companion.engine.replay import Step
from companion.store import Table
from companion.store.entries import Writer, Written, writers_of
from companion.store.pencils import hashed
from companion.store.table import Tap
from companion.web.request.access import device, forget_visitor, table_or_404, visitor, writing
from companion.web.request.game_pages import completed
from companion.web.request.services import services
from companion.web.request.two_people import two_people


def untouched_deal(journal: Journal) -> Step | None:
    """Return the deal that the table made by itself with the last tap; None where anything was done since."""
    tap = journal.last_tap
    last = tap[-1].change if len(tap) > 1 else None
    if not (last and last.act == "play" and last.move and last.move.name == "deal"):
        return None
    dealt = journal.step(tap[-1].number)
    return dealt if dealt.in_force and journal.state.open else None


def state_for(journal: Journal, kind: type[Move]) -> State[Any, Any]:
    """Return the table that a move of this kind meets: before a deal that it takes back, or after its own deal."""
    dealt = untouched_deal(journal) if kind.takes_back_deal else None
    if dealt:
        return journal.before(dealt.line.number)
    deal = deal_along(journal.state, kind)
    return play(journal.state, deal).state if deal else journal.state


def tap_changes(table: Table, move: Move) -> list[Change]:
    """Return what a tap plays: a move, its own deal before it, or the next one where the table deals. Raises Illegal.

    The points of a game that was won stand until somebody deals.
    A move between hands first takes back a deal that the table made by itself, as long as nobody has touched it.
    The game completes both, which may write: call it within the transaction of the tap only.
    """
    dealt = untouched_deal(table.journal) if move.takes_back_deal else None
    if dealt:
        return [Change.strike(dealt.line.number), Change.play(completed(table.journal.before(dealt.line.number), move))]
    state = table.journal.state
    if deal := deal_along(state, type(move)):
        deal = completed(state, deal)
        return [Change.play(deal), Change.play(completed(play(state, deal).state, move))]
    move = completed(state, move)
    if not table.deals_at_once or not state.open:
        return [Change.play(move)]
    after = play(state, move).state
    if after.open or after.over or not after.game or not after.game.deals or type(move) not in after.game.moves:
        return [Change.play(move)]
    deals = next_deal(after)
    if not deals or deals[1].state.score != after.score:
        return [Change.play(move)]
    return [Change.play(move), Change.play(completed(after, deals[0]))]


def record(table: Table, tap: Tap) -> Table:
    """Write the changes of one tap down, and return the table after it.

    Call it within ``writing``. Raises what ``Tables.record`` raises, and Question where somebody comes by it who
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
