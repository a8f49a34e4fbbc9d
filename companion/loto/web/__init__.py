"""Loto: ``/t/CODE/loto`` and ``/drawings`` for its methods, ``/wall`` for a big screen, ``/cards`` for its cards.

Both games declare their moves like any other; what stands here is what only Loto needs: a caller's screen with claims
that wait (``calling``), drawings of ten numbers (``drawings``), cards given out, looked at live, printed and typed in.
Where the app draws, a bag is settled before its first number: its order follows from a seed, whose fingerprint stands
in the journal, and from the words that people mix in; the seed is revealed afterwards, and anyone can check that
nothing was changed in between (``fairness``).
Seeds and the household's own cards are of no table, but of the database (``store/kept.py``).

The rules of boxes, cards and prizes are in ``companion/loto/rules``. Nothing outside this folder imports from it:
``pages`` says what both games bring to Companion, which finds it by their names.
"""

from flask import Blueprint

bp = Blueprint("loto", __name__)
