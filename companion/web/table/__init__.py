"""``/t/CODE``: the table, live, and every move that is made on it.

- No route and no form belongs to one game: buttons, questions and refusals come from its declared moves.
- A move that asks several things is asked a tap at a time (``steps``), without scripts too.
- Devices that only watch share one rendering of a version; the stream tells version numbers only, and the page fetches
  what it shows.
- A whole hand of a round game is one form that writes several moves.
- ``routes``, ``seats``, ``crib`` and ``stream`` answer; ``view``, ``rows`` and ``pots`` say what is shown;
  ``responses`` says what a device is sent after a tap.

It imports request, forms, live, home and learn; journal, overhead and the pages of games import it.
"""

from flask import Blueprint

bp = Blueprint("table", __name__)

from companion.web.table import crib, replies, routes, seats, stream  # noqa: E402, F401 -- its pages
