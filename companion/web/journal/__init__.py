"""``/t/CODE/journal``: what was played, and how it is corrected.

A correction is shown before it is saved: what becomes of balances and pots, and which later moves would no longer
stand. Nothing is edited; a correction is an entry like any other (see ``companion.engine.journal``).
"""

from flask import Blueprint

bp = Blueprint("journal", __name__)

URLS = ("/t/<code>/journal",)
"""The URLs of this folder, with everything beneath them."""
