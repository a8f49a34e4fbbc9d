"""The table from above: ``/t/CODE/overhead``, for a tablet that lies flat in the middle.

Every name is turned to its player. Who sits at which edge is not the journal's business: the order of the seats is the
game's, while the places (``places``: 13 an edge, clockwise) are kept beside the journal, by name, once somebody has
dragged a name; until then players are spread evenly. The style sheet shares out the room between the names of an edge
in proportion, so that no two overlap on any screen. A game may draw its own middle in its ``overhead.html``.
"""

from flask import Blueprint

bp = Blueprint("overhead", __name__)

URLS = ("/t/<code>/overhead", "/t/<code>/board")
"""The URLs of this folder, with everything beneath them."""
