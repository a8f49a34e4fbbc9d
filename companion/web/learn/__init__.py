"""``/how-to-play``: a game is taught, with a hand that is played out; the pages of a table teach by it, too."""

from flask import Blueprint

bp = Blueprint("learn", __name__)

from companion.web.learn import how_to_play  # noqa: E402, F401 -- its pages
