"""The statistics: ``/statistics``, the standings of a year or any days, of a game, of a group, of two people.

Devices of the household see them. The figures are rows that the store adds up (``store/statistics.py``); ``standings``
understands what is asked for, says how people stand and draws it. Nothing outside this folder imports
from it, except the application.
"""

from flask import Blueprint

bp = Blueprint("statistics", __name__)

from companion.web.statistics import routes  # noqa: E402, F401 -- its pages
