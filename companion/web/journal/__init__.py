"""``/t/CODE/journal``: what was played, and how it is corrected.

A correction is shown before it is saved: what becomes of balances and pots, and which later moves would no longer
stand (``correcting``). Nothing is edited; a correction is an entry like any other (``companion.engine.journal``).

Pages that show a table keep the newest entries that they saw. ``witness`` compares them with what the server knows:
where it was started with an older copy they are told so, and what they kept can be written again where it follows on.
"""

from flask import Blueprint

bp = Blueprint("journal", __name__)

from companion.web.journal import routes, witness  # noqa: E402, F401 -- its pages
