"""Loto: its games, and what they share. Companion finds them as it finds games of other packages.

- ``rules``  the games and their cards, pure; ``store`` and the command line know them
- ``web``    their pages, above all others: nothing in ``companion.web`` knows of them
"""
