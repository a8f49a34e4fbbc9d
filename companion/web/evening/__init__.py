"""The evening looked back on: ``/t/CODE/evening``, ``/settlement``, ``/paper`` and the files to download.

All of it is worked out of the journal anew; only the ticks of the settlement are kept beside it. ``picture`` is the
page of the evening with its games of points, ``chart`` works out what it draws, and ``ending`` says who won.
``chart``, ``csv_tables`` and ``bgstats`` are pure; the other modules are pages, ``files`` an evening, or a whole year,
to download. Nothing outside this folder imports from it, except the application, and the statistics what draws lines
and what writes files.
"""

from flask import Blueprint

bp = Blueprint("evening", __name__)
