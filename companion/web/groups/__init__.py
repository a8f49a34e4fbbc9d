"""Regular groups: ``/groups``, and ``/t/CODE/again``: the same people play the same game again, in one tap.

Groups are seen and kept by devices of the household; a table is laid again by any device that may start one, from
``sheet_again`` in ``store/groups.py``. Nothing outside this folder imports from it, except the application.
"""

from flask import Blueprint

bp = Blueprint("groups", __name__)
