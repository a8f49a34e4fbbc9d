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
``pages`` says what the games bring to Companion, which finds it by their names.
"""

from flask import Blueprint

bp = Blueprint("loto", __name__)
