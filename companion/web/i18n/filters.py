"""The filters and functions of the templates for words and numbers."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date as Day
from decimal import Decimal, localcontext
from functools import cache, lru_cache
from itertools import chain, groupby
from typing import Any
from urllib.parse import urlencode

from flask import Flask
from jinja2.filters import do_join
from jinja2.nodes import EvalContext
from jinja2.utils import pass_eval_context
from markupsafe import Markup, escape

from companion.engine.game import Game, Move, State
from companion.engine.kit.moves import Give
from companion.engine.message import Message, capital, joined, listed, say, say_many
from companion.engine.names import MAX_NAME_LENGTH
from companion.engine.phrases import between, ordinal, placed, plural, pot_named, signed, the, unsigned, up_or_down
from companion.engine.reports.sentences import counts_down, step_changes
from companion.engine.settlement import Purse
from companion.machine.clock import night_of, on_the_wall, tonight
from companion.scoresheet import Coins, CounterValue
from companion.store import Table
from companion.web.forms.labels import against, help_text, in_words, times_won
from companion.web.i18n.bidi import FIRST, isolated, with_bdi
from companion.web.i18n.language import current_catalogue, localize, localized_date

RED_SUITS = re.compile("[♥♦]")
BEFORE_FIGURE = re.compile(" (?=[0-9])")
SPECIAL = re.compile("[&<>\"']")
"""What stands for something else in HTML."""


def init_app(app: Flask) -> None:
    """Register what the templates of all folders use."""
    app.jinja_env.filters.update(
        bdi=bdi,
        between=between,
        called=called,
        capital=capital,
        clock=clock,
        date=date,
        day=day,
        dealer_title=dealer_title,
        figure=figure,
        figure_class=figure_class,
        game_on=game_on,
        help=lambda kind: say(help_text(kind)),
        in_coins=in_coins,
        in_pieces=in_pieces,
        in_words=in_words,
        isolate=isolate,
        join=join,
        listed=listed,
        localize=localize,
        money=money,
        name_class=name_class,
        nowrap_figures=nowrap_figures,
        placed=placed,
        plural=plural,
        points_of=points_of,
        points_told=points_told,
        points_word=points_word,
        pot_named=pot_named,
        purse=purse,
        said=say,
        sign_class=sign_class,
        signed=signed,
        unsigned=unsigned,
        ordinal=ordinal,
        span=span,
        teams=teams,
        the=the,
        times_won=times_won,
        with_sign=with_sign,
        worth_of=worth_of,
    )
    app.jinja_env.globals.update(
        MAX_NAME_LENGTH=MAX_NAME_LENGTH,
        game_template=template_finder(app),
        colon=colon,
        joined=joined,
        run_on=run_on,
        move_query=move_query,
        step_changes=step_changes,
    )
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True


def colon() -> str:
    """Return a colon as the language sets it behind what stands in the markup."""
    return str(localize(say("{label}:", label="")))


@pass_eval_context
def join(context: EvalContext, parts: Iterable[Any], separator: str = "", attribute: str | int | None = None) -> Any:
    """Join as Jinja does, with each message in the language."""
    return do_join(context, map(localize, parts), separator, attribute)


def run_on(between: str, sentences: Sequence[str]) -> Message:
    """Join sentences in a line; one with its full stop needs nothing between."""
    *before, last = sentences or [""]
    return joined("", [*chain.from_iterable((each, " " if each.endswith(".") else between) for each in before), last])


def as_html(value: Any) -> str:
    """Return a value as templates write it into a page: in the language of the request, escaped unless it is markup."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is str:
        return escape(value) if SPECIAL.search(value) else value
    if kind is int:
        return str(value)
    return escape(localize(value))


def as_text(value: Any) -> str:
    """Return a value as a template writes it into plain text: in the language of the request."""
    return str(localize(value))


@pass_eval_context
def bdi(context: EvalContext, text: Any) -> Any:
    """Return what a page shows as its text: a name with right-to-left letters is a ``<bdi>``, a red suit is red."""
    kind = type(text)
    if kind is int or kind is Markup or (kind is str and text.isascii()):
        return text
    shown = isolate(context, text)
    if type(shown) is not str or not context.autoescape:
        return shown
    return with_red_suits(with_bdi(shown) if FIRST in shown else shown)


def with_red_suits(text: str) -> str:
    """Return what a page shows with hearts and diamonds in red."""
    if text.isascii() or not RED_SUITS.search(text):
        return text
    return Markup(RED_SUITS.sub(r'<span class="red-suit">\g<0></span>', str(escape(text))))


@pass_eval_context
def isolate(context: EvalContext, text: Any) -> Any:
    """Return what a page shows where no element can stand: a name with right-to-left letters between isolates."""
    shown = localize(text)
    return isolated(shown) if type(shown) is str and context.autoescape and FIRST not in shown else shown


def template_finder(app: Flask) -> Callable[[Game | None, str], str]:
    """Return a function that names a game's own template for a part of a page, empty where it has none."""
    names = cache(lambda: set(app.jinja_env.list_templates()))

    def game_template(game: Game | None, part: str) -> str:
        name = f"games/{game.key}/{part}.html" if game else ""
        return name if name in names() else ""

    return game_template


def game_on(state: State[Any, Any]) -> Message:
    """Name the game that a table plays."""
    return say(state.game.title) if state.game else say("No game yet")


def dealer_title(state: State[Any, Any]) -> str:
    """Name the office of the player with the disc: dealer, banker or another; empty where nothing is dealt."""
    if state.manner.in_rounds:
        return ""
    return state.game.dealer if state.game else say("Dealer")


def figure(counters: int, state: State[Any, Any]) -> str:
    """Write what is shown of a player: a stack as it lies there, a score with its sign."""
    return signed(counters) if state.start is None or counters < 0 else f"{counters}"


def figure_class(counters: int, state: State[Any, Any]) -> str:
    """Return the CSS class of what is shown of a player; a stack has no colour unless it is overdrawn."""
    return sign_class(counters) if state.start is None or counters < 0 else "stack"


def in_pieces(counters: int, state: State[Any, Any]) -> str:
    """Write counters as pieces of the game's box, such as fish; empty where that says no more than the number."""
    pieces = state.in_pieces(counters)
    return "" if pieces == str(counters) or pieces == plural(counters) else pieces


def sign_class(counters: int) -> str:
    """Return the CSS class of a change: up, down or even."""
    return "up" if counters > 0 else "down" if counters < 0 else "even"


@lru_cache(1_000)
def name_class(name: str) -> str:
    """Return the CSS classes of a name: what is as long as a column of its own, or longer than any row, is marked."""
    longest = max(map(len, re.split(r"[\s-]+", name)))
    return "name long cut" if longest > 16 else "name long" if longest > 12 else "name"


def points_of(state: State[Any, Any]) -> dict[str, int]:
    """Return the score by player or by the names of a side; empty where the game is about counters."""
    return {listed(state.side(name)): points for name, points in state.score.items()}


def points_told(points: int, state: State[Any, Any]) -> str:
    """Write a score: ``26``, or what is known in its place: ``won``, ``2nd``."""
    return state.manner.in_words(points) or unsigned(points)


def points_word(points: int, state: State[Any, Any]) -> Message:
    """Return the word behind a score: ``points``, or ``to pay with`` of a stock; none where it is told in words."""
    if not state.manner.tells_points:
        return Message()
    if counts_down(state):
        return state.manner.left[points != 1]
    return say("point") if points == 1 else say("points")


def in_both_ways(balance: int, worth: str) -> Message:
    """Return by how much a player is up or down, and the money that it is ``worth``: ``13 down, £0.65``."""
    standing = up_or_down(balance)
    return say("{standing}, {worth}", standing=standing, worth=worth) if worth and balance else standing


def worth_of(table: Table, name: str) -> str:
    """Write the amount in coins by which a player is up or down; empty where counters are worth no money."""
    return in_currency(abs(table.worth[name]), table.coins.value.currency) if table.coins else ""


def with_sign(amount: Decimal, currency: str) -> str:
    """Write an amount of money with its sign: ``+£4.15``."""
    return f"{'+' if amount > 0 else ''}{in_currency(amount, currency)}"


def in_coins(number: int, coins: Coins) -> str:
    return in_currency(coins.money(number), coins.value.currency)


def purse(names: Purse) -> Message:
    """Write the names of those who settle as one: ``Ann & Ben``."""
    return joined(" & ", names)


def pays(payer: Purse, payee: Purse, what: str) -> Message:
    """Say who pays whom: ``Ann & Ben pay Cat 5 counters``."""
    return say_many(
        "{payer} pays {payee} {counters}",
        "{payer} pay {payee} {counters}",
        len(payer),
        payer=purse(payer),
        payee=purse(payee),
        counters=what,
    )


def span(numbers: Sequence[int]) -> str:
    """Write some numbers: ``2–10``, ``4``, ``2–4, 6``."""
    runs = groupby(enumerate(numbers), lambda placed: placed[1] - placed[0])
    ends = [(run[0][1], run[-1][1]) for run in ([*held] for _, held in runs)]
    return ", ".join(f"{least}–{most}" if most > least else f"{least}" for least, most in ends)


def money(value: CounterValue, counters: int = 1) -> str:
    """Write what counters are worth, as the language writes money: ``£0.65``, ``−£0.20``."""
    return in_currency(Decimal(value.worth(counters)), value.currency)


def in_currency(amount: Decimal, currency: str) -> str:
    """Write an amount of a currency, as the language writes money."""
    written = _in_currency(str(abs(amount)), currency, current_catalogue().locale)
    return f"−{written}" if amount < 0 else written


@lru_cache(4_000)
def _in_currency(amount: str, currency: str, locale: str) -> str:
    """Return an amount as Babel writes it, which takes it a while; as a text 1.50 is another than 1.5."""
    from babel.numbers import format_currency  # a start doesn't load Babel

    with localcontext(prec=len(amount) + 20):  # Babel calculates
        return format_currency(Decimal(amount), currency, locale=locale, decimal_quantization=False)


def decimal(number: float) -> str:
    """Write a number with at most one decimal, as the language writes it: ``−3.7``."""
    from babel.numbers import format_decimal  # a start doesn't load Babel

    written = format_decimal(round(abs(number), 1), "#,##0.#", locale=current_catalogue().locale)
    return f"−{written}" if number < 0 else str(written)


def percent(part: int, whole: int) -> str:
    """Write how much of a whole a part is, as the language writes it: ``42%``."""
    from babel.numbers import format_percent  # a start doesn't load Babel

    return str(format_percent(part / max(whole, 1), locale=current_catalogue().locale))


def currency_sign(currency: str) -> str:
    """Write the sign of a currency: ``£``."""
    from babel.numbers import get_currency_symbol  # a start doesn't load Babel

    return str(get_currency_symbol(currency, locale=current_catalogue().locale))


def teams(sides: list[list[str]] | None) -> str:
    """Write ``Ann and Cat against Ben and Dan``; nothing where the house rules name no sides."""
    return against(sides) if sides else ""


def nowrap_figures(sentence: str) -> str:
    """Translate a sentence, and let no line end between a figure and the word before it."""
    return BEFORE_FIGURE.sub("\u00a0", localize(sentence))


def called(kind: type[Move], state: State[Any, Any]) -> Message:
    """Return the label of a move; where no counters lie on the table none are given: the score is corrected."""
    if kind is not Give or state.start is not None:
        return say(kind.label)
    return say("Payment between players") if state.score else say("Correct the score")


def move_query(kind: type[Move], answers: Mapping[str, str]) -> str:
    """Return the query string with which a table asks for a move, some of its questions being answered."""
    return f"?{urlencode({'move': kind.name, **answers})}"


def day(when: str | Day) -> str:
    """Write a day, or that of the evening to which a timestamp of the database belongs: ``today``, ``3 November``."""
    then = night_of(when) if isinstance(when, str) else when
    days_ago = (tonight() - then).days
    if days_ago in (0, 1):
        return str(localize((say("today"), say("yesterday"))[days_ago]))
    return localized_date(then, "d MMMM" if abs(days_ago) < 300 else "d MMMM y")


def clock(timestamp: str) -> str:
    """Write the time of a timestamp of the database: ``21:04``; a device shows it in the format of its own clock."""
    return f"{on_the_wall(timestamp):%H:%M}"


def date(timestamp: str) -> str:
    """Write the day of a timestamp of the database as on paper: ``3 November 2026``."""
    return localized_date(night_of(timestamp), "d MMMM y")
