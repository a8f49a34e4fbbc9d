"""The pages of the statistics: standings, one person, two people, seasons, a page for the wall; the year so far."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Response, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from companion.engine.message import say
from companion.engine.reports.tallies import Figures
from companion.machine.clock import today
from companion.store import Span, Statistics
from companion.store.statistics import OF_A_PERSON, Duel, InGame, Part, Place
from companion.web.evening.chart import LABEL_LINE
from companion.web.evening.files import download
from companion.web.evening.spreadsheet import csv_text
from companion.web.i18n.language import current_catalogue
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.who import Rung, needs, of_household
from companion.web.statistics import bp
from companion.web.statistics.choices import EVER, PARTS, Choice, choice, days_in_words, number, span_of
from companion.web.statistics.standings import Course, Unit, by_evening, course, standings, unit_of

MAX_LISTED = 20
"""The evenings that are listed, the latest first."""
MAX_MET = 10
"""The games of two people that are listed."""
FEW_LINES, LOW = 4, 150
"""The lines of the year on the first page, and their height."""
ON_PAPER, HIGH = 12, 300
"""The lines on the page for the wall, and their height."""


class Evening(NamedTuple):
    """An evening in the list."""

    code: str
    laid_at: str
    goes_on: bool
    names: list[str]
    """Who was up most, or won most games."""
    number: int


def statistics() -> Statistics:
    """Return the statistics of the database."""
    return services().statistics


def this_years() -> str:
    """Render this year's statistics."""
    return render_template("statistics/page.html", **told(choice(MultiDict())))


@bp.get("/statistics")
@needs(Rung.HOUSEHOLD)
@shows(this_years)
def page() -> str:
    """Show how people stand over the days, the game and the group that are asked for; to ``print``, for the wall."""
    asked = choice(request.args)
    return wall(asked) if "print" in request.args else render_template("statistics/page.html", **told(asked))


def wall(asked: Choice) -> str:
    """Render the choice as a page that one would pin to the wall."""
    days = days_in_words(asked.season.since, asked.season.until) if asked.season else ""
    found = told(asked, most=ON_PAPER, height=HIGH)
    group = next((group.name for group in found["groups"] if group.number == asked.span.group), "")
    return render_template("statistics/wall.html", days=days, group=group, **found)


def told(asked: Choice, **drawing: int) -> dict[str, Any]:
    """Return what is told of a choice: standings, course, records, evenings."""
    catalogue, seasons = current_catalogue(), services().seasons.all()
    about = ("told", asked.span, *drawing.values(), str(catalogue.locale))
    return statistics().remember(about, lambda: _reckoned(asked.span, **drawing)) | {
        "choice": asked,
        "seasons": seasons,
        "days_of": {season.number: days_in_words(season.since, season.until) for season in seasons},
        "groups": services().groups.all(),
        "unnamed": len({*statistics().unnamed()} & {*statistics().names()}),
        "this_year": today().year,
        "label_line": LABEL_LINE,
        "today": today(),
    }


def _reckoned(span: Span, **drawing: int) -> dict[str, Any]:
    """Reckon what is told of the evenings of a span."""
    found = statistics()
    parts = found.parts(span)
    unit = unit_of(parts)
    stands, evenings = standings(parts, unit), evenings_of(parts, unit)
    top = max(parts, key=unit.of, default=None)
    return {
        "unit": unit,
        "standings": stands,
        "in_pots": sum(map(unit.of, found.in_pots(span))),
        "course": course(parts, stands, unit, **drawing),
        "evenings": len(evenings),
        "shown": evenings[:MAX_LISTED],
        "going_on": sum(evening.goes_on for evening in evenings),
        "hands": found.hands(span),
        "best": top if top and unit.of(top) > 0 and not unit.wins else None,
        "pool": found.biggest_pool(span),
        "spoil": found.longest_spoil(span),
        "hand": found.best_hand(span),
        "in_points": in_points(found.in_games(span)),
        "titles": found.titles(Span()),
        "years": found.years(),
        "unnamed": len({*found.unnamed()} & {*found.names()}),
    }


def evenings_of(parts: list[Part], unit: Unit) -> list[Evening]:
    """Return the evenings, the latest first."""
    listed = []
    for own in by_evening(parts):
        numbers = [unit.of(part) for part in own]
        best, of = max(numbers), own[0].evening
        names = [part.name for part, number in zip(own, numbers, strict=True) if number == best > 0]
        listed.append(Evening(of.code, of.laid_at, of.goes_on, names, best))
    return listed[::-1]


def in_points(games: list[InGame]) -> Mapping[str, list[InGame]]:
    """Return how people stand in each game of points: who won the most games first."""
    found: dict[str, list[InGame]] = {}
    for game in games:
        if game.in_points:
            found.setdefault(game.title, []).append(game)
    ranked = {
        title: sorted(own, key=lambda each: (-each.figures.games_won, each.games, each.name))
        for title, own in found.items()
    }
    return dict(sorted(ranked.items(), key=lambda each: (-max(own.games for own in each[1]), each[0])))


@bp.get("/statistics/person")
@needs(Rung.HOUSEHOLD)
@shows(this_years)
def person() -> str:
    """Show one person over the days that are asked for, else over all: hands, counters and money, game by game."""
    (key, called), found = known(request.args.get("name", "")), statistics()
    asked = choice(request.args if {*PARTS} & {*request.args} else MultiDict({"year": EVER}))
    parts = [part for part in found.parts(asked.span) if part.key == key]
    unit, left_out, names = unit_of(parts), {*found.unnamed()}, found.names()
    stands = standings(parts, unit)
    return render_template(
        "statistics/person.html",
        name=called,
        choice=asked,
        unnamed=key in left_out,
        unit=unit,
        stand=next(iter(stands), None),
        course=course(parts, stands, unit),
        best=max(parts, key=unit.of, default=None),
        worst=min(parts, key=unit.of, default=None),
        hand=found.best_hand(asked.span, key),
        games=sorted(
            (game for game in found.in_games(asked.span) if game.key == key), key=lambda game: -game.figures.hands
        ),
        others=[other for key_, other in sorted(names.items()) if key_ != key and key_ not in left_out],
        label_line=LABEL_LINE,
    )


def known(name: str) -> tuple[str, str]:
    """Return by which key a person is known, and what they are called; 404 without one."""
    names, key = statistics().names(), statistics().key_of(name)
    if key not in names:
        abort(404, say("Nobody by that name is in the statistics."))
    return key, names[key]


@bp.get("/statistics/person.<any(json,csv):kind>")
@needs(Rung.HOUSEHOLD)
def person_file(kind: str) -> Response:
    """Download all that is kept of a person, evening by evening, as JSON or for a spreadsheet."""
    key, called = known(request.args.get("name", ""))
    rows = statistics().rows_of(key)
    if kind == "csv":
        return download(csv_text([OF_A_PERSON, *(row.values() for row in rows)]), "statistics.csv", "text/csv")
    text = json.dumps({"name": called, "games": rows}, indent=2, ensure_ascii=False) + "\n"
    return download(text, "statistics.json", "application/json")


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
    met = statistics().met(Span(), one, other)
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


class Score(NamedTuple):
    """How often each of two was ahead."""

    one: int
    other: int
    level: int


def score(met: list[Duel]) -> Score:
    """Return how often each of two was ahead in some games."""
    one, other = sum(game.ahead > 0 for game in met), sum(game.ahead < 0 for game in met)
    return Score(one, other, len(met) - one - other)


def duel(met: list[Duel], one: str, other: str) -> Course | None:
    """Return the course of two people against each other: the games in which each was ahead, added up."""
    parts = [
        Part(game.evening._replace(code=f"{place}"), key, name, Figures(hands=1, games_won=int(ahead)), False)
        for place, game in enumerate(met)
        for key, name, ahead in (("one", one, game.ahead > 0), ("other", other, game.ahead < 0))
    ]
    return course(parts, standings(parts, Unit(wins=True)), Unit(wins=True), height=LOW)


@bp.post("/statistics/seasons")
@needs(Rung.HOUSEHOLD)
@shows(this_years)
def change_season() -> Answer:
    """Open a season of a group; or close that of ``season`` with a day, open it again, or remove it."""
    form, seasons, known = request.form, services().seasons, number(request.form, "season")
    if known is None:
        season = seasons.open(
            number(form, "group") or 0, form.get("name", "").strip(), form.get("since") or f"{today()}"
        )
    elif "remove" in form:
        seasons.remove(known)
        return redirect(url_for("statistics.page"), 303)
    elif "again" in form:
        season = seasons.open_again(known)
    else:
        season = seasons.close(known, form.get("until") or f"{today()}")
    return redirect(url_for("statistics.page", season=season.number), 303)


@bp.app_template_global()
def year_so_far() -> dict[str, Any] | None:
    """Return the year as the first page shows it; None for who doesn't see it, and where there is little to show."""
    if not of_household() or not statistics().is_ready():
        return None
    return statistics().remember(("year so far", today().year, str(current_catalogue().locale)), _year_so_far)


def _year_so_far() -> dict[str, Any] | None:
    span = span_of(f"{today().year}-01-01")
    parts = statistics().parts(span)
    unit = unit_of(parts)
    drawn = course(parts, standings(parts, unit), unit, FEW_LINES, LOW)
    if not drawn:
        return None
    count = len(by_evening(parts))
    found = statistics()
    records = {"pool": found.biggest_pool(span), "spoil": found.longest_spoil(span)}
    return {"course": drawn, "evenings": count, "unit": unit, "label_line": LABEL_LINE, **records}


@bp.app_template_filter()
def at_hand(place: Place) -> str:
    """Return the address of a hand in its journal."""
    return url_for("journal.page", code=place.code, move=place.move, _anchor=f"m{place.move}")
