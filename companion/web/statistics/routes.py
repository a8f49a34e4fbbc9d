"""The pages of the statistics: standings, one person, two people, a page for the wall; the year so far."""

from datetime import date
from functools import partial
from typing import Any, NamedTuple

from flask import abort, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from companion.engine.message import Message, say, say_many
from companion.engine.phrases import signed, unsigned
from companion.engine.reports.tallies import Figures
from companion.machine.clock import last_christmas, tonight
from companion.store import Span, Statistics
from companion.store.statistics import COUNTERS, GAMES, Duel, InGame, Part, WhichHand
from companion.web.evening.chart import LABEL_LINE
from companion.web.evenings.ledger import own_player
from companion.web.i18n.filters import currency_sign, decimal, percent
from companion.web.i18n.language import current_catalogue, localized_date
from companion.web.request.access import Rung, needs, of_household
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.statistics import bp
from companion.web.statistics.standings import (
    EVER,
    PARTS,
    Course,
    Selection,
    Stand,
    Unit,
    by_evening,
    choice,
    course,
    span_of,
    standings,
    unit_of,
)

MAX_LISTED = 20
"""The evenings that are listed, the latest first."""
MAX_MET = 10
"""The games of two people that are listed."""
ENOUGH = 3
"""The games after which it is said who wins most often, or whom one can't beat."""
FEW_LINES, LOW = 4, 150
"""The lines of the year on the first page, and their height."""


class EveningRow(NamedTuple):
    """An evening in the list."""

    night: date
    code: str
    names: list[str]
    """Who was up most, or won most games."""
    number: int


class HeadToHead(NamedTuple):
    """How often each of two was ahead."""

    one: int
    other: int
    level: int


def statistics() -> Statistics:
    return services().statistics


def this_years() -> str:
    return told_on_page(choice(MultiDict()))


def told_on_page(asked: Selection) -> str:
    """Render what is told of a choice; how people stand is rendered once as long as nothing changes."""
    found = told(asked)
    about = ("stands", *asked.asked.items(), found["me"], tonight(), str(current_catalogue().locale))
    if found["evenings"]:
        render = partial(render_template, "statistics/_stands.html", **found)
        found["stands"] = Markup(services().evenings.known().once(about, render))
    return render_template("statistics/page.html", **found)


@bp.get("/statistics")
@needs(Rung.HOUSEHOLD)
@shows(this_years)
def page() -> str:
    """Show how people stand over the days, the game and the group that are asked for."""
    return told_on_page(choice(request.args))


def told(asked: Selection) -> dict[str, Any]:
    """Return what is told of a choice: standings, course, records, games, evenings."""
    catalogue = current_catalogue()
    about = ("told", asked.span, asked.asked.get("in"), str(catalogue.locale))
    return services().evenings.known().once(about, lambda: _reckoned(asked)) | {
        "choice": asked,
        "months": months_of(asked),
        "groups": services().groups.all(),
        "unnamed": len({*statistics().unnamed()} & {*services().evenings.known().names}),
        "this_year": tonight().year,
        "christmas": f"{last_christmas()}",
        "me": own_player(),
        "label_line": LABEL_LINE,
        "today": tonight(),
    }


def _reckoned(asked: Selection) -> dict[str, Any]:
    """Reckon what is told of the evenings of a choice."""
    found, span = statistics(), asked.span
    units = found.units(span)
    parts, unit = parts_in(span, units, asked)
    stands, evenings, games = standings(parts, unit), evenings_of(parts, unit), found.in_games(span)
    top = max(parts, key=unit.of, default=None)
    return {
        "unit": unit,
        "units": units,
        "standings": stands,
        "course": course(parts, stands, unit),
        "evenings": len(evenings),
        "nights": len(found.nights(span)),
        "shown": evenings[:MAX_LISTED],
        "going_on": found.going_on(span),
        "hands": found.hands(span),
        "best": top if top and unit.of(top) > 0 and not unit.wins else None,
        "pool": found.biggest_pool(span),
        "spoil": found.longest_spoil(span),
        "hand": found.best_hand(span),
        "games": [(game, winners(games, game.title)) for game in found.played(span)],
        "of_game": {game.key: game for game in games} if span.title else {},
        "often": most_often(games) if span.title else None,
        "titles": [game.title for game in found.played(Span())],
        "years": found.years(),
    }


def parts_in(span: Span, units: list[str], asked: Selection, key: str = "") -> tuple[list[Part], Unit]:
    """Return what evenings came to in the unit that is asked for, else in the first, of ``key`` where one is said."""
    name = asked.asked.get("in")
    name = name if name in units else units[0]
    parts = [part for part in statistics().parts(span, name) if key in ("", part.key)]
    return parts, unit_of(name, parts)


def months_of(asked: Selection) -> list[date]:
    """Return the months of the year that is asked for in which there was an evening; none where there is but one."""
    if asked.year in ("", EVER):
        return []
    nights = statistics().nights(span_of(f"{asked.year}-01-01", f"{asked.year}-12-31", group=asked.span.group))
    months = [*dict.fromkeys(night.replace(day=1) for night in nights)]
    return months if len(months) > 1 else []


def winners(games: list[InGame], title: str) -> tuple[list[str], int]:
    """Return who won a game most often, and how often."""
    own = [game for game in games if game.title == title]
    most = max(game.figures.games_won for game in own) if own else 0
    return [game.name for game in own if game.figures.games_won == most > 0], most


def most_often(games: list[InGame]) -> InGame | None:
    """Return who wins the greatest part of the games; None where several do, or fewer than two played enough."""
    enough = [game for game in games if game.games >= ENOUGH]
    ranked = sorted(enough, key=lambda game: game.figures.games_won / game.games, reverse=True)
    first, second = ([*ranked, None, None])[:2]
    if not first or not second or first.figures.games_won * second.games == second.figures.games_won * first.games:
        return None
    return first


def evenings_of(parts: list[Part], unit: Unit) -> list[EveningRow]:
    """Return the evenings, the latest first."""
    listed = []
    for own in by_evening(parts):
        numbers = [unit.of(part) for part in own]
        best = max(numbers)
        names = [part.name for part, number in zip(own, numbers, strict=True) if number == best > 0]
        listed.append(EveningRow(own[0].night, own[0].code, names, best))
    return listed[::-1]


@bp.get("/statistics/person")
@needs(Rung.HOUSEHOLD)
@shows(this_years)
def person() -> str:
    """Show one person over the days that are asked for, else over all: hands, counters and money, game by game."""
    (key, called), found = known(request.args.get("name", "")), statistics()
    asked = choice(request.args if {*PARTS} & {*request.args} else MultiDict({"year": EVER}))
    units = found.units(asked.span, key)
    parts, unit = parts_in(asked.span, units, asked, key)
    stands = standings(parts, unit)
    return render_template(
        "statistics/person.html",
        name=called,
        choice=asked,
        unnamed=key in found.unnamed(),
        unit=unit,
        units=units,
        stand=next(iter(stands), None),
        course=course(parts, stands, unit),
        best=max(parts, key=unit.of, default=None),
        worst=min(parts, key=unit.of, default=None),
        hand=found.best_hand(asked.span, key),
        games=sorted((game for game in found.in_games(asked.span) if game.key == key), key=lambda game: -game.games),
        rivals=rivals_of(asked.span, key),
        enough=ENOUGH,
        label_line=LABEL_LINE,
    )


def rivals_of(span: Span, key: str) -> list[tuple[str, HeadToHead]]:
    """Return how often a person was ahead of each other one, those first who are hardest to beat."""
    names = services().evenings.known().names
    found = [(names[other], score(met)) for other, met in statistics().rivals(span, key).items()]
    return sorted(found, key=lambda rival: (rival[1].one - rival[1].other, -sum(rival[1]), rival[0]))


def known(name: str) -> tuple[str, str]:
    """Return by which key a person is known, and what they are called; 404 without one."""
    evenings = services().evenings.known()
    key = evenings.whose.key(name)
    if key not in evenings.names:
        abort(404, say("Nobody by that name is in the statistics."))
    return key, evenings.names[key]


@bp.post("/statistics/person")
@needs(Rung.HOUSEHOLD)
def name_or_not() -> Answer:
    """Leave a person out of the statistics from now on, or name them again where ``again`` is said."""
    key, _ = known(request.form.get("name", ""))
    if "again" in request.form:
        statistics().name_again(key)
    else:
        statistics().unname(key)
    return redirect(url_for("statistics.person", name=key), 303)


@bp.get("/statistics/between")
@needs(Rung.HOUSEHOLD)
def between() -> str:
    """Hold two people against each other, in the games that both played."""
    (one, name), (other, others_name) = known(request.args.get("one", "")), known(request.args.get("other", ""))
    met = statistics().rivals(Span(), one).get(other, [])
    games: dict[str, list[Duel]] = {}
    for game in met:
        games.setdefault(game.title, []).append(game)
    return render_template(
        "statistics/between.html",
        name=name,
        other=others_name,
        score=score(met),
        games={title: score(own) for title, own in sorted(games.items(), key=lambda each: -len(each[1]))},
        latest=met[: -MAX_MET - 1 : -1],
        course=duel(met, name, others_name),
        label_line=LABEL_LINE,
    )


def score(met: list[Duel]) -> HeadToHead:
    """Return how often each of two was ahead in some games."""
    one, other = sum(game.ahead > 0 for game in met), sum(game.ahead < 0 for game in met)
    return HeadToHead(one, other, len(met) - one - other)


def duel(met: list[Duel], one: str, other: str) -> Course | None:
    """Return the course of two people against each other: the games in which each was ahead, added up."""
    parts = [
        Part(game.evening.night, game.evening.code, key, name, 1, Figures(games_won=int(ahead)))
        for game in met
        for key, name, ahead in (("one", one, game.ahead > 0), ("other", other, game.ahead < 0))
    ]
    return course(parts, standings(parts, Unit(GAMES)), Unit(GAMES), height=LOW)


@bp.app_template_global()
def year_so_far() -> dict[str, Any] | None:
    """Return the year as the first page shows it; None for who doesn't see it, and where there is little to show."""
    if not of_household() or not statistics().is_ready():
        return None
    asked = ("year so far", tonight().year, str(current_catalogue().locale))
    return services().evenings.known().once(asked, _year_so_far)


def _year_so_far() -> dict[str, Any] | None:
    asked = choice(MultiDict())
    parts, unit = parts_in(asked.span, statistics().units(asked.span), asked)
    drawn = course(parts, standings(parts, unit), unit, FEW_LINES, LOW)
    records = {"pool": statistics().biggest_pool(asked.span), "spoil": statistics().longest_spoil(asked.span)}
    return {"course": drawn, "unit": unit, "label_line": LABEL_LINE, **records} if drawn else None


@bp.app_template_filter()
def month_named(month: date) -> str:
    """Name a month briefly: ``Nov``."""
    return localized_date(month, "LLL")


@bp.app_template_filter()
def unit_named(unit: str) -> Message | str:
    """Name a unit: ``Games won``, ``Counters``, ``£``."""
    return {GAMES: say("Games won"), COUNTERS: say("Counters")}.get(unit) or currency_sign(unit)


@bp.app_template_filter()
def won_of(counted: Stand | InGame) -> Message:
    """Say how many games somebody won of those played: ``won 5 of 12 games (42%)``."""
    games, won = counted.games, counted.figures.games_won
    share = percent(won, games)
    return say_many("won {won} of {n} game ({share})", "won {won} of {n} games ({share})", games, won=won, share=share)


@bp.app_template_filter()
def scores(game: InGame) -> Message:
    """Say somebody's best and average score in a game: ``best 92 points, on average 65``; empty without one."""
    if game.average is None:
        return Message()
    best, average = game.best, decimal(game.average)
    if game.games == 1:
        return (
            say_many("{best} point", "{best} points", game.figures.points, best=unsigned(game.figures.points))
            if game.in_points
            else say("{best} counters", best=signed(game.figures.counters))
        )
    if best is None:
        return say("on average {average} points", average=average)
    if game.in_points:
        what = {"best": unsigned(best), "average": average}
        return say_many(
            "best {best} point, on average {average}", "best {best} points, on average {average}", best, **what
        )
    average = f"+{average}" if game.average > 0 else average
    return say("best {best} counters, on average {average}", best=signed(best), average=average)


@bp.app_template_filter()
def at_hand(place: WhichHand) -> str:
    """Return the address of a hand in its journal."""
    return url_for("journal.page", code=place.code, move=place.move, _anchor=f"m{place.move}")
