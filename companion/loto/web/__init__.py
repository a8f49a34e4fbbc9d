"""Loto: ``/t/CODE/loto`` and ``/drawings`` for its methods, ``/wall`` for a big screen, ``/cards`` for its cards.

Each game declares its moves like any other; what stands here is what only Loto needs. ``calling`` is the caller's
screen, ``claims`` what phones say beside it: they claim, and answer to numbers. ``drawings`` are those of ten numbers,
``hall`` and ``programme`` a Loto night. ``cards`` come from the box or are the household's own, ``hand_out`` gives them
to players, and ``printed_cards`` are those of a night on paper, with the phones that scan them.

Where the app draws, a bag is settled before its first number: its order follows from a seed, whose fingerprint stands
in the journal, and from the words that people mix in; the seed is revealed afterwards, and anyone can check that
nothing was changed in between (``fairness``). Seeds and the household's own cards are of no table, but of the database
(``store/kept.py``).

The rules of boxes, cards and prizes are in ``companion/loto/rules``. Nothing outside this folder imports from it:
what the games bring to Companion stands below, and is found by the names ``CALLING``, ``DRAWINGS`` and ``NIGHT``.
"""

from flask import Blueprint

from companion.engine.message import say
from companion.web.request.game_pages import GamePages

bp = Blueprint("loto", __name__)

from companion.loto.web import (  # noqa: E402, F401 -- its pages
    calling,
    cards,
    claims,
    drawings,
    fairness,
    hall,
    hand_out,
    printed_cards,
    programme,
    wall,
    words,
)

CALLING = GamePages(
    bp,
    calling.CallingView,
    calling.completed,
    check=fairness.check_of,
    links={"loto.box": say("Loto cards")},
    screens={"loto.wall": say("TV view")},
)
DRAWINGS = CALLING._replace(shows=drawings.DrawingsView, completes=drawings.completed)
NIGHT = CALLING._replace(shows=hall.HallView, begins=programme.new_pack)
