"""The evenings of the household: ``/evenings``, all that were ever played, by month, to be searched.

A device of the household finds all of them; any other those at which it is known or to which it was invited. What is
shown of an evening is its line (``store/evenings.py``): no journal is played for this page. ``search`` understands what
was typed, ``routes`` has the page, ``importing`` makes an evening of a score sheet, ``bin`` brings back what was
deleted. ``ledger`` is who owes whom over all of them. ``people`` are those who played, and ``groups`` those who play
again: ``/t/CODE/again`` lays a table once more.
"""

from flask import Blueprint

bp = Blueprint("evenings", __name__)

from companion.web.evenings import groups, importing, ledger, people, plays, result, routes  # noqa: E402, F401 -- its pages
