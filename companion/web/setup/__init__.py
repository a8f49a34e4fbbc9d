"""Setting up: ``/``, ``/lay``, ``/rules`` and ``/how-to-play``, the first page, a new table, its rules, its games.

``games`` says what can be chosen and ``gallery`` shows it. ``new_table`` reads the form that lays a table or begins
another game and ``how_to_play`` teaches a game, with a ``played_hand``; the table's pages use all of them. ``known``
says whom the household knows, and which evenings one tap lays once more; on the page of ``seating`` people sit down.
``sample`` plays a hand by what is described; ``home``, ``house_rules`` and ``sharing`` are pages alone.
"""

from flask import Blueprint

bp = Blueprint("setup", __name__)

from companion.web.setup import home, house_rules, how_to_play, seating, sharing  # noqa: E402, F401 -- its pages
