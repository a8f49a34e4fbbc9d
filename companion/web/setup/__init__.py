"""Setting up: ``/``, ``/lay`` and ``/house``, the first page, a new table, the games and the household's rules.

``games`` says what can be chosen, ``new_table`` reads the form that lays a table or begins another game, ``rules_text``
tells a game's rules on one screen; the table's pages use all three. ``home`` and ``house_rules`` are pages alone.
"""

from flask import Blueprint

bp = Blueprint("setup", __name__)

URLS = ("/", "/find", "/healthz", "/house", "/lay", "/tables")
"""The URLs of this folder, with everything beneath them; ``/`` is the first page alone."""
