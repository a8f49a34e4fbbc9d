"""Companion: the score sheet for a real table.

The map of the package, in the order in which a tap walks through it:

- ``web``         the Flask shell: pages, forms made from moves, the live stream, the pencil
- ``cli``         the command line: serve, score, export, import, games, cards, backup, restore, check
- ``store``       the database: tables, their journals, who may write
- ``scoresheet``  the public file format: read, write, score
- ``games``       one module a game: its house rules and its moves
- ``loto_…``      the Loto box, its cards, prizes and lines: what both its games, the pages and the command line share
- ``engine``      the pure heart: moves, postings, the journal, the replay, the settlement

Imports point downwards only. ``docs/ARCHITECTURE.md`` tells why.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

__all__ = ["create_app"]


def create_app() -> "Flask":
    """The application for ``flask --app companion``; its data folder is ``COMPANION_DATA`` or the usual one."""
    from companion.web import create_app as create

    return create()
