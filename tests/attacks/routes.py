"""Every route of the application, with the rung that it needs and a form that it can make something of."""

from collections.abc import Iterator
from typing import Any

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

SENT: dict[str, dict[str, Any]] = {
    "/lay": {"game": "spoil-five", "player": "Ann", "newcomer": "Ben", "up": "Ann", "draw": "dealer"},
    "/how-to-play/<key>": {"game": "spoil-five", "ante": "3"},
    "/tables": {"game": "spoil-five", "player": ["Ann", "Ben"], "keeps": "counters", "start": "30", "dealer": "Ann"},
    "/rules": {"game": "spoil-five", "asked": "spoil-five", "ante": "2", "tricks": "3", "keep_as": "Ours"},
    "/rules/from/<code>": {"keep_as": "Ours"},
    "/rules/read": {"sheet": "{}"},
    "/rules/sample": {"game": "points-game", "name": "Quiz", "per_point": "1", "stake": "0"},
    "/rules/take": {"described": "{}", "keep_as": "Quiz"},
    "/rules/<int:number>": {"remove": "1"},
    "/t/<code>/games": {"game": "newmarket", "asked": "newmarket", "dealer": "Ben", "ante": "1", "keep_as": "Ours"},
    "/t/<code>/moves/<name>": {"from": "player:Ann", "to": "player:Ben", "counters": "2", "player": "Ann"},
    "/t/<code>/moves/<name>/try": {"from": "player:Ann", "to": "player:Ben", "counters": "2", "player": "Ann"},
    "/t/<code>/undo": {},
    "/t/<code>/redo": {},
    "/t/<code>/evening": {"place": "", "title": "Ours", "notes": "Rain"},
    "/t/<code>/journal/<int:number>/remark": {"remark": "Ours"},
    "/t/<code>/journal/<int:number>": {"act": "strike", "dealers": "keep", "kind": "give", "player": "Ann"},
    "/t/<code>/journal/<int:number>/preview": {"act": "strike", "dealers": "keep", "kind": "give", "player": "Ann"},
    "/t/<code>/journal/again": {"entries": "[]"},
    "/evenings/<code>/delete": {"sure": "yes"},
    "/people/same": {"other": "Ann", "apart": "Ben"},
    "/people/two": {"other": "Ann B.", "code": "NONE2"},
    "/people/back": {"name": "Annn", "person": "Ann", "always": "yes"},
    "/bin/<int:number>": {},
    "/groups": {"code": "NONE2", "name": "Thursdays"},
    "/groups/<int:number>": {"remove": "1"},
    "/groups/<int:number>/again": {},
    "/ledger": {"seen": "a2ffc8f7", "amount": "3", "undo": "95c56d"},
    "/t/<code>/again": {},
    "/t/<code>/names": {"was": "Ann", "now": "Anna"},
    "/t/<code>/me": {"player": "Ann"},
    "/t/<code>/me/answer": {"phone": "806283", "answer": "both"},
    "/t/<code>/reply": {"hand": "2 out Ben", "cards_left:Ben": "3"},
    "/t/<code>/rules": {"deal": "at once", "keeps": "counters", "start": "50"},
    "/evenings/import": {"sheet": "{}", "upload": "20261128225428-a547bad9"},
    "/evenings/import/part": {"at": "0", "name": "plays.csv", "part": "a", "upload": "20261128225428-a547bad9"},
    "/evenings/import/<number>": {"day": "2024-03-02", "game": "Cribbage"},
    "/evenings/import/<number>/how": {"column": "1:person", "days": "day", "wins": "most"},
    "/evenings/import/<number>/undo": {},
    "/evenings/import/keep": {"sheet": "{}", "day": "2024-11-19", "seen": "2024-11-19"},
    "/evenings/result": {"day": "2004-03-02", "how": "points", "name:0": "Ann", "points:0": "1", "name:1": "Ben"},
    "/t/<code>/settled": {"player": "Ann"},
    "/t/<code>/settlement/worth": {"amount": "0.05", "currency": "EUR", "coin": "0.05"},
    "/t/<code>/settlement/paid": {"payer": "Ann", "payee": "Cat", "counters": "3", "number": "1"},
    "/t/<code>/settlement/joined": {"name": ["Ann", "Ben"]},
    "/t/<code>/overhead/places": {"shape": "wide", "to": "", "before": "6 19 32 45", "player": "Ann", "step": "on"},
    "/t/<code>/loto/draw": {},
    "/t/<code>/loto/mix": {"word": "Banana"},
    "/t/<code>/loto/number": {"number": "5"},
    "/t/<code>/loto/claim": {"prize": "card", "player": "Ben"},
    "/t/<code>/loto/dismiss": {"prize": "card", "player": "Ann"},
    "/t/<code>/loto/pay": {"prize": "row", "player": "Ben"},
    "/t/<code>/loto/reveal": {},
    "/t/<code>/loto/answer": {"number": "5", "player": "Ben"},
    "/t/<code>/loto/watch": {"on": "1"},
    "/t/<code>/loto/pause": {"on": "1"},
    "/t/<code>/loto/given": {"to": "", "first": "1", "last": "60", "move": "give-out"},
    "/t/<code>/loto/check": {"card": "7"},
    "/t/<code>/loto/put-aside": {"card": "7"},
    "/t/<code>/loto/false": {},
    "/t/<code>/loto/award": {"prize": "1", "card": "7", "who": "", "lots": "1"},
    "/t/<code>/loto/words": {"list": "en-animals"},
    "/t/<code>/k/<card>": {"prize": "1", "hand": "1"},
    "/t/<code>/drawings/draw": {},
    "/t/<code>/drawings/every": {"every": "0"},
    "/t/<code>/cards": {"player": "Ann", "number": "3", "everyone": "1"},
    "/t/<code>/programme": {
        "begun": "0",
        "programme:asked": "1",
        "programme:0": "1",
        "programme:0:0:for": "row",
        "cards": "240",
    },
    "/cards/own": {"name": "Ours", "0:0": "5", "0:1": "11"},
    "/cards/own/<int:number>": {"name": "Red 1", "remove": "1"},
    "/cards/words": {"name": "Ours", "words": "church\nmill"},
    "/cards/words/<int:number>": {"name": "Here", "words": "church\nmill"},
    "/t/<code>/pencil": {"do": "too", "device": "", "named": ""},
    "/in/<token>": {"code": "NONE2", "leave": "1", "at": "NONE2"},
    "/household": {"device": "nobody", "name": "Hall", "invite": "1"},
    "/statistics/person": {"name": "Cat"},
    "/language": {"language": "fr", "back": "/"},
}
"""How each POST is sent by somebody who may, without the key of its page: what its form has, however filled in."""


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
