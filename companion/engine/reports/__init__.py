"""Reports: what a table or a journal tells people, without changing it.

``offers`` says what can be done now; it tries every player who could be named, so no game lists its own buttons.
``sentences`` says what changes hands, and what changes of the points. ``played`` walks the journal once, by
games and hands, for four: ``evening`` tells what was remarkable, ``winners`` who won each game, ``tallies`` what it
came to; ``pad`` is a game of points, hand by hand.

Reports import the rest of the engine; nothing in the engine imports them, nor do games. A new report needs nothing but
a journal, which keeps the state after every step.
"""
