"""Words and numbers as the pages show them."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from flask import Flask

from companion.engine.fields import Kind
from companion.engine.game import Game, Move
from companion.engine.saying import listed
from companion.engine.state import State
from companion.engine.words import between, changes_hands, placed, plural
from companion.web.forms import in_words


def teach(app: Flask) -> None:
    """Gives the templates their words."""
    app.jinja_env.filters.update(
        signed=signed,
        tone=tone,
        listed=listed,
        plural=plural,
        between=between,
        day=day,
        date=date,
        in_words=in_words,
        rule=rule,
        teams=teams,
    )
    app.jinja_env.filters.update(boxed=boxed, placed=placed)
    app.jinja_env.globals.update(changes_hands=changes_hands, asked=asked, own=own_templates(app), puts=puts, Kind=Kind)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True


def own_templates(app: Flask) -> Callable[[Game | None, str], str]:
    """The name of a game's own template for a part of a page; empty where it has none, and is shown as all are."""
    names = set(app.jinja_env.list_templates())

    def own(game: Game | None, part: str) -> str:
        name = f"games/{game.key}/{part}.html" if game else ""
        return name if name in names else ""

    return own


def signed(counters: int) -> str:
    """``+8``, ``−6`` with a true minus, ``0``."""
    return f"−{-counters}" if counters < 0 else f"+{counters}" if counters else "0"


def boxed(counters: int, state: State[Any, Any]) -> str:
    """So many counters in the pieces of the game's box; empty where it has none, or they are single counters."""
    pieces = state.in_pieces(counters)
    return "" if pieces in {str(counters), plural(counters)} else pieces


def tone(counters: int) -> str:
    """Up, down or even, as the style sheet calls it."""
    return "up" if counters > 0 else "down" if counters < 0 else "even"


def teams(sides: list[list[str]] | None) -> str:
    """``Ann and Cat against Ben and Dan``."""
    return " against ".join(listed(side) for side in sides) if sides else "everyone alone"


def puts(each: int, dealer: int | None, where: str) -> str:
    """``everyone puts 2 into the pool, the dealer 1 more``; ``dealer`` is None where he never puts in more."""
    if not each:
        return f"the dealer alone puts {dealer} {where}" if dealer else f"nobody puts anything {where}"
    more = "" if dealer is None else f", the dealer {dealer or 'no'} more"
    return f"everyone puts {each} {where}{more}"


def rule(text: str) -> str:
    """A help text without the ids of the rules it keeps, which are for engineers."""
    return re.sub(r" \([A-Z]{2}[A-Z0-9]?-[^)]*\)", "", text)


def asked(kind: type[Move], said: Mapping[str, str]) -> str:
    """The end of the address at which a table asks for a move, with what was said of it."""
    return f"?{urlencode({'move': kind.name, **said})}"


def day(at: str) -> str:
    """A moment of the database as people say the day: ``today``, ``yesterday``, ``3 November``."""
    then = datetime.fromisoformat(at).astimezone()
    days = (datetime.now(UTC).astimezone().date() - then.date()).days
    if days in (0, 1):
        return ("today", "yesterday")[days]
    return f"{then.day} {then:%B}" + ("" if days < 300 else f" {then.year}")


def date(at: str) -> str:
    """A moment of the database as a date on paper: ``3 November 2026``."""
    then = datetime.fromisoformat(at).astimezone()
    return f"{then.day} {then:%B %Y}"
