"""The evening looked back on: ``/t/CODE/evening``, ``/settlement``, ``/paper`` and the files to download.

All of it is worked out of the journal anew; only the ticks of the settlement are kept beside it. ``page`` is the
page of the evening with its games of points, ``chart`` works out what it draws, and ``ending`` says who won.
``files`` are an evening, or a whole year, to download: as a score sheet, as CSV, as plays for BG Stats. Nothing outside
this folder imports from it, except the application, and the statistics what draws lines and what writes files.
"""

from flask import Blueprint

bp = Blueprint("evening", __name__)

from companion.web.evening import files, page, paper, settlement  # noqa: E402, F401 -- its pages
