"""Regular groups: ``/groups``, and ``/t/CODE/again``: the same people play the same game again, in one tap.

``routes`` has the pages; ``again`` says what the first page and the page of an evening offer. Groups are seen and kept
by devices of the household; a table is laid again by any device that may start one. Nothing outside this folder imports
from it, except the application.
"""

from flask import Blueprint

bp = Blueprint("groups", __name__)

URLS = ("/groups", "/t/<code>/again")
"""The URLs of this folder, with everything beneath them."""
