"""Table view: ``/t/CODE/overhead``, for a tablet that lies flat in the middle.

Every name is turned to its player. Who sits at which edge is not the journal's business: the order of the seats is the
game's, while the places (13 an edge, clockwise) are kept beside the journal, by name, once somebody has
dragged a name; until then players are spread evenly. The style sheet shares out the room between the names of an edge
in proportion, so that no two overlap on any screen. A game may draw its own middle in its ``overhead.html``. ``tv``
is what a television shows: the score pad of a game of points.

Where the device holds the pencil it is played on: each name card has the moves that name its player, as the table page
offers them, and the middle has the others (``view``). A game adds its own in ``seat.html`` and ``middle.html``. Forms
name this page as the ``screen`` to come back to; they write by the routes of the table. What all are asked of a hand is
one form that stands all around: each player's row is at the own seat, and a card in the middle asks the rest, says what
it comes to and writes it down. The card faces who was tapped for it, else the dealer; a tap turns it to the next edge.
What players' own phones say of it stands there too, with a small phone on the name card.

Nothing is written by one touch: a second tap is needed, tried in Chromium with touches like a sleeve's. A short hold
would not do: an arm that lies on the glass holds a button for as long as it likes, but doesn't tap twice. A second tap
also needs no steady finger, works by keys, and without scripts: the button is a ``<details>`` whose first tap shows the
button that writes. With scripts it closes after 2.5 seconds, while a ring empties, unless keys opened it, and only
short taps of one finger count (``overhead.js``). Undo is asked for twice like the rest.
"""

from flask import Blueprint

bp = Blueprint("overhead", __name__)

from companion.web.overhead import routes, tv  # noqa: E402, F401 -- its pages
