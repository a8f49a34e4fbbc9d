"""Companion: the score sheet for a real table.

The map of the package, in the order in which a tap walks through it:

- ``cli``         the command line: serve, score, export, import, games, cards, backup, restore, check
- ``server``      limits, deadlines, TLS and live streams around h11
- ``web``         the Flask application: pages, forms made from moves, the live stream, the pencil
- ``store``       the database: tables, their journals, the devices that may write
- ``scoresheet``  the public file format: read, write, score
- ``machine``     this computer: addresses, data folder, private files, open files
- ``games``       one module or folder a game: its house rules and its moves
- ``loto``        Loto, which enters as a game of another package does: its rules, and its pages above ``web``
- ``engine``      the pure heart: moves, postings, the journal, the replay, the settlement

Imports point downwards only; import-linter checks it (``pyproject.toml``). Each package says in its docstring why it
exists and what it may import.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

__all__ = ["create_app"]


def create_app() -> "Flask":
    """Return the application for ``flask --app companion``, with the database in ``machine.data_folder``."""
    from companion.web import create_app as create

    return create()
