"""The first page and a new table: ``/``, ``/lay``.

``games`` says what can be chosen and ``gallery`` shows it. ``new_table`` reads the form that lays a table or begins
another game; on the page of ``seating`` people sit down. ``again`` is an evening that one tap lays once more.
"""

from flask import Blueprint

bp = Blueprint("home", __name__)

from companion.web.home import home, seating  # noqa: E402, F401 -- its pages
