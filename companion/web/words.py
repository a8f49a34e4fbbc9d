"""Words and numbers as the pages show them."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from flask import Flask

from companion.engine.fields import Kind
from companion.engine.game import Game, Move
from companion.engine.journal import Act, Journal
from companion.engine.saying import Said, capital, joined, listed, say
from companion.engine.state import State
from companion.engine.words import between, changes_hands, placed, plural, pot_named, the
from companion.web.controls import against, in_words
from companion.web.forms import help_text
from companion.web.languages import dated, decimal_point, spoken_here


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
        teams=teams,
        help=help_of,
        amount=amount,
        span=span,
        points_of=points_of,
        boxed=boxed,
        said=say,
        spoken=spoken_here,
        game_on=game_on,
        unparted=unparted,
        office=office,
        capital=capital,
        the=the,
        placed=placed,
        pot_named=pot_named,
    )
    app.jinja_env.globals.update(
        changes_hands=changes_hands, joined=joined, asked=asked, own=own_templates(app), puts=puts, Kind=Kind
    )
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True


def own_templates(app: Flask) -> Callable[[Game | None, str], str]:
    """The name of a game's own template for a part of a page; empty where it has none, and is shown as all are."""
    names = set(app.jinja_env.list_templates())

    def own(game: Game | None, part: str) -> str:
        name = f"games/{game.key}/{part}.html" if game else ""
        return name if name in names else ""

    return own


def game_on(state: State[Any, Any]) -> Said:
    """The game that is on at a table."""
    return say(state.game.title) if state.game else say("No game yet")


def office(state: State[Any, Any]) -> Said:
    """What the player with the disc is: the dealer, or who keeps the bank."""
    return say("Banker") if state.game and state.game.banked else say("Dealer")


def signed(counters: int) -> str:
    """``+8``, ``−6`` with a true minus, ``0``."""
    return f"−{-counters}" if counters < 0 else f"+{counters}" if counters else "0"


def boxed(counters: int, state: State[Any, Any]) -> str:
    """So many counters in the pieces of the game's box; empty where it has none, or they are single counters."""
    pieces = state.in_pieces(counters)
    return "" if pieces == str(counters) or pieces == plural(counters) else pieces


def tone(counters: int) -> str:
    """Up, down or even, as the style sheet calls it."""
    return "up" if counters > 0 else "down" if counters < 0 else "even"


def points_of(state: State[Any, Any]) -> dict[str, int]:
    """The points of everybody, or of both sides, in words; empty where the game scores none."""
    return {listed(state.side(name)): points for name, points in state.scored().items()}


def span(numbers: range) -> str:
    """``2–10``, ``4``."""
    return f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else f"{numbers[0]}"


def amount(money: str) -> str:
    """An amount of money, exact, with the decimal point of the language."""
    return money.replace(".", decimal_point())


def teams(sides: list[list[str]] | None, unsided: str = "") -> str:
    """``Ann and Cat against Ben and Dan``, or who plays with whom where there are no sides."""
    return against(sides) if sides else unsided


def puts(each: int, dealer: int | None, where: str) -> Said:
    """``everyone puts 2 into the pool, the dealer 1 more``; ``dealer`` is None where he never puts in more."""
    said = {"each": each, "dealer": dealer, "where": where}
    if not each:
        if dealer:
            return say("the dealer alone puts {dealer} {where}", **said)
        return say("nobody puts anything {where}", **said)
    if dealer is None:
        return say("everyone puts {each} {where}", **said)
    if not dealer:
        return say("everyone puts {each} {where}, the dealer no more", **said)
    return say("everyone puts {each} {where}, the dealer {dealer} more", **said)


def undo_sentence(journal: Journal) -> str:
    """What Undo would take back."""
    tap = journal.last_tap
    if not tap:
        return ""
    memo = journal.memo(tap[0])
    match tap[0].act:
        case Act.STRIKE:
            return say("the striking of: {memo}", memo=memo)
        case Act.AMEND:
            return say("the change of: {memo}", memo=memo)
    return memo


def standing(pot: str, since: int) -> Said:
    """Since when counters lie in the only pot, or in one of several, which then is named."""
    if not pot:
        return say("standing since hand {hand}", hand=since)
    return say("{pot} standing since hand {hand}", pot=pot_named(pot), hand=since)


def shorter(sentence: str) -> str:
    """What changes hands, without what lies in each pot of a board, or is paid by the card."""
    amounts = sentence.values.get("amounts") if isinstance(sentence, Said) else None
    return amounts if amounts is not None else sentence


def unparted(sentence: str) -> str:
    """What changes hands, as it is shown: no line ends between a figure and the word before it."""
    return re.sub(" (?=[0-9])", "\u00a0", spoken_here(sentence))


def help_of(kind: type[Move]) -> Said:
    """What a move is, in a sentence."""
    return say(help_text(kind))


def asked(kind: type[Move], said: Mapping[str, str]) -> str:
    """The end of the address at which a table asks for a move, with what was said of it."""
    return f"?{urlencode({'move': kind.name, **said})}"


def day(at: str) -> str:
    """A moment of the database as people say the day: ``today``, ``yesterday``, ``3 November``."""
    then = datetime.fromisoformat(at).astimezone()
    days = (datetime.now(UTC).astimezone().date() - then.date()).days
    if days in (0, 1):
        return (say("today"), say("yesterday"))[days]
    return dated(then, "d MMMM" if days < 300 else "d MMMM y")


def date(at: str) -> str:
    """A moment of the database as a date on paper: ``3 November 2026``."""
    then = datetime.fromisoformat(at).astimezone()
    return dated(then, "d MMMM y")
