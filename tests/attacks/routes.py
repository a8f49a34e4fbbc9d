"""Every route of the application, with the rung that it needs; how each is sent stands in ``posts``."""

from collections.abc import Iterator

from flask import Flask

from companion.web.request.access import Rung

ROUTES = {
    Rung.GUEST: """
        / GET
        /away GET
        /cards GET
        /cards/<int:size>/<int:number> GET
        /cards/own GET
        /cards/own/<int:number> GET
        /cards/print GET
        /cards/words GET
        /cards/words/<int:number> GET
        /certificate GET
        /companion.crt GET
        /device GET
        /evenings GET
        /find GET
        /healthz GET
        /rules GET
        /rules/<int:number> GET
        /rules/<int:number>/file GET
        /rules/<int:number>/share GET
        /how-to-play GET
        /how-to-play/<key> GET POST
        /in/<token> GET POST
        /language POST
        /manifest.webmanifest GET
        /paper GET
        /site/ GET
        /site/<path:name> GET
        /sw.js GET
        /t/<code> GET
        /t/<code>/<file> GET
        /t/<code>/settlement.txt GET
        /t/<code>/cards GET
        /t/<code>/cards/mine GET
        /t/<code>/crib GET
        /t/<code>/device GET
        /t/<code>/evening GET
        /t/<code>/follow GET
        /t/<code>/how-to-play GET
        /t/<code>/journal GET
        /t/<code>/k GET
        /t/<code>/k/<card> GET POST
        /t/<code>/journal/<int:number> GET
        /t/<code>/journal/since GET
        /t/<code>/loto/bags GET
        /t/<code>/loto/bags/<int:number> GET
        /t/<code>/loto/bags/<int:number>.txt GET
        /t/<code>/loto/given GET
        /t/<code>/me GET POST
        /t/<code>/news GET
        /t/<code>/overhead GET
        /t/<code>/pad GET
        /t/<code>/paper GET
        /t/<code>/reply GET
        /t/<code>/pencil GET
        /t/<code>/rules GET
        /t/<code>/seats GET
        /t/<code>/settlement GET
        /t/<code>/stream GET
        /t/<code>/wall GET
    """,
    Rung.PLAYER: """
        /t/<code>/loto/answer POST
        /t/<code>/loto/claim POST
        /t/<code>/loto/dismiss POST
        /t/<code>/loto/mix POST
        /t/<code>/me/answer POST
        /t/<code>/reply POST
    """,
    Rung.WRITER: """
        /t/<code>/cards POST
        /t/<code>/cards/print GET
        /t/<code>/drawings/draw POST
        /t/<code>/drawings/every POST
        /t/<code>/evening POST
        /t/<code>/games GET POST
        /t/<code>/journal/<int:number> POST
        /t/<code>/journal/<int:number>/hand GET
        /t/<code>/journal/<int:number>/missing GET
        /t/<code>/journal/<int:number>/preview POST
        /t/<code>/journal/<int:number>/remark POST
        /t/<code>/journal/again POST
        /t/<code>/loto/award POST
        /t/<code>/loto/check POST
        /t/<code>/loto/draw POST
        /t/<code>/loto/false POST
        /t/<code>/loto/given POST
        /t/<code>/loto/number POST
        /t/<code>/loto/pause POST
        /t/<code>/loto/pay POST
        /t/<code>/loto/put-aside POST
        /t/<code>/loto/reveal POST
        /t/<code>/loto/watch POST
        /t/<code>/loto/words GET POST
        /t/<code>/moves/<name> GET POST
        /t/<code>/moves/<name>/try POST
        /t/<code>/names POST
        /t/<code>/overhead/moves GET
        /t/<code>/overhead/places GET POST
        /t/<code>/pencil POST
        /t/<code>/programme GET POST
        /t/<code>/redo POST
        /t/<code>/rules POST
        /t/<code>/settled POST
        /t/<code>/settlement/joined POST
        /t/<code>/settlement/paid POST
        /t/<code>/settlement/worth POST
        /t/<code>/undo POST
    """,
    Rung.HOUSEHOLD: """
        /bin GET
        /bin/<int:number> POST
        /cards/own POST
        /cards/own/<int:number> POST
        /cards/own/new GET
        /cards/words POST
        /cards/words/<int:number> POST
        /cards/words/new GET
        /evenings/<code>/delete GET POST
        /evenings/import GET POST
        /evenings/import/<number> GET POST
        /evenings/import/<number>/how POST
        /evenings/import/<number>/undo POST
        /evenings/import/keep POST
        /evenings/import/missing GET
        /evenings/import/part POST
        /evenings/result GET POST
        /groups GET POST
        /groups/<int:number> GET POST
        /groups/<int:number>/again POST
        /rules POST
        /rules/<int:number> POST
        /rules/from/<code> POST
        /rules/new GET
        /rules/read POST
        /rules/sample POST
        /rules/take POST
        /household GET POST
        /lay GET POST
        /ledger GET POST
        /ledger/<mark> GET
        /people GET
        /people/back POST
        /people/person GET
        /people/same GET POST
        /people/two GET POST
        /statistics GET
        /statistics/between GET
        /statistics/person GET POST
        /t/<code>/again POST
        /tables POST
        /year/<int:year>.zip GET
    """,
}
"""What each rung may open and send, beside what those below may; a device of the household holds the pencil here."""

NEEDS = {
    f"{method} {route}": rung
    for rung, routes in ROUTES.items()
    for route, *methods in map(str.split, routes.split("\n")[1:-1])
    for method in methods
}
"""The rung of every route, with its method."""


def routes_of(app: Flask) -> Iterator[tuple[str, str]]:
    """Every route with every method, but the files that are sent as they are."""
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        if not rule.rule.startswith("/static/"):
            yield from ((method, rule.rule) for method in rule.methods - {"HEAD", "OPTIONS"})


def changing(app: Flask) -> set[str]:
    """Every route that changes something."""
    return {route for method, route in routes_of(app) if method == "POST"}


def at(route: str, code: str) -> str:
    """A route with its parts filled in: a move that could be made, an entry that is there."""
    filled = {
        "<card>": "7-NNNNNNNNNNNNN",
        "<code>": code,
        "<file>": "sheet.json",
        "<any(json,csv):kind>": "json",
        "<key>": "jig",
        "<name>": "give",
        "<int:number>": "3",
        "<token>": "nonsense",
        "<int:size>": "24",
        "<int:year>": "2026",
        "<number>": "20261127200000-0123abcd",
        "<mark>": "a2ffc8f7",
        "<path:filename>": "icon.svg",
        "<path:name>": "index.html",
    }
    for part, held in filled.items():
        route = route.replace(part, held)
    assert "<" not in route, "say what this part of a route may be"
    return route
