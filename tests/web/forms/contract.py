"""What every question of every game asks, reads, refuses and shows again: ``python -m tests.web.forms.contract``.

A question is drawn as a page draws it; its inputs are found in what is drawn and filled in as people would: as they
stand, all at the first choice, all at the last, and with what can't be read. What comes of it is told, in a block that
stands once for all games at which it is so. ``contract.txt`` has a line a block: the question, the control, the mark of
the block, the games. ``--write`` writes it; ``--whole`` prints the blocks themselves with marks of what is drawn, to be
compared before and after a change that people must not notice.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attrs import evolve

from companion.engine.errors import Illegal, Refusal
from companion.engine.game import Game, Opening, State
from companion.engine.playing import play
from companion.engine.replay import initial_state
from companion.engine.structure import read
from companion.games import catalogue
from companion.scoresheet import read_sheet, record_sheet
from companion.shelf import shelf
from companion.web.forms.fields import MoveForm, option_fields
from companion.web.forms.form import Field, redisplay_each
from companion.web.forms.reading import answers, path_of
from companion.web.table.phones import asks_each
from tests.browser.sheets import HANDS
from tests.tools.quick import app_over
from tests.tools.settings import alone

FILE = Path(__file__).with_name("contract.txt")
OUTSIDE = Path(__file__).parents[2] / "packaging" / "nap"
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kay", "Leo")
Blocks = dict[tuple[str, str], dict[str, None]]
Draw = Callable[[Field], str]


class Inputs(HTMLParser):
    """The inputs that a question draws: of each name its kind, what it may send, and what it sends as it stands."""

    def __init__(self, drawn: str) -> None:
        super().__init__()
        self.offered: dict[str, tuple[str, list[str]]] = {}
        self.stands: dict[str, str] = {}
        self._select = ""
        self.feed(drawn)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "select":
            self._select = given.get("name", "")
        name = self._select if tag == "option" else given.get("name", "")
        if not name or tag not in ("input", "textarea", "option"):
            return
        kind = {"option": "radio", "textarea": "text"}.get(tag, given.get("type", "text"))
        offered = self.offered.setdefault(name, (kind, []))[1]
        value = given.get("value", "on" if kind == "checkbox" else "")
        if kind in ("radio", "checkbox"):
            offered.append(value)
        if kind not in ("radio", "checkbox") or "checked" in given or "selected" in given:
            self.stands[name] = value

    def filled(self, way: str) -> dict[str, str]:
        """A form in which all inputs are filled in one way."""
        form = dict(self.stands)
        for place, (name, (kind, values)) in enumerate(self.offered.items()):
            said = [value for value in values if value]
            if way == "wrong":
                form[name] = "x?"
            elif kind in ("radio", "checkbox"):
                form |= {name: said[0 if way == "first" else -1]} if said else {}
            elif kind != "hidden":
                form[name] = {"first": " 3 + 4 ", "last": f"\u2013{place + 1}"}[way]
        return form


def told(field: Field, draw: Draw, drawn: str, *, whole: bool) -> Iterator[str]:
    """What a question asks, and what becomes of four answers: read or refused, shown again, and drawn again so."""
    flags = {"!": field.required, "~": field.empties, "<": field.declaration.aside}
    marks = "".join(mark for mark, holds in flags.items() if holds)
    yield f"  asks {str(field.label)!r} short {str(field.short)!r} {marks} path {field.path} value {field.value!r}"
    yield f"  choices {[(value, str(words)) for value, words in field.choices]} chosen {field.chosen!r}"
    yield f"  said {str(field.in_words)!r} look {field.look} taps {field.taps} totals {field.totals}"
    if whole:
        yield f"  drawn {mark_of(drawn)} of {len(drawn.split())} words"
    inputs = Inputs(drawn)
    for way in ("stands", "first", "last", "wrong"):
        form = inputs.stands if way == "stands" else inputs.filled(way)
        yield f"  {way} {form}"
        path = None
        try:
            yield f"    reads {answers([field], form)!r}"
        except Refusal as refused:
            path = path_of(refused)
            yield f"    refuses {str(refused.why)!r} at {path}"
        again = redisplay_each([field], form)
        yield f"    again {again!r}"
        if whole:
            once_more = evolve(field, value=again.get(field.key))
            yield f"    drawn {mark_of(draw(once_more.marked(path) if path else once_more))}"
        if len(field.path) == 1 and field.choices and field.per_player:
            yield f"    own {own(field, form)}"


def mark_of(text: str) -> str:
    """The mark of a text, by which a change of it is seen."""
    return sha256(" ".join(text.split()).encode()).hexdigest()[:12]


def own(field: Field, form: Mapping[str, str]) -> Any:
    """What the phone of the first player answers."""
    try:
        return field.own(field.choices[0][0], form)
    except Refusal as refused:
        return f"refused {str(refused.why)!r} at {path_of(refused)}"


def begun(opening: Opening, players: int, start: int | None) -> State[Any, Any]:
    """A table at which a game has begun."""
    return play(initial_state(NAMES[:players], start), opening).state


def tables(game: Game, opening: Opening) -> Iterator[State[Any, Any]]:
    """Tables of a game: by the book, with counters, with the fewest and the most, each dealt; and each other rule."""
    seats = [number for number in game.seats if number <= len(NAMES)]
    usual = min(seats, key=lambda number: abs(number - 4))
    for number, start in ((usual, None), (usual, 30), (min(seats), None), (max(seats), None)):
        try:
            yield (state := begun(opening, number, start))
            yield play(state, game.by_name["deal"]()).state
        except (Illegal, KeyError, TypeError):
            continue
    for given in alone(game) if not opening.given else ():
        try:
            yield begun(Opening(game, read(game.options, given, "options"), None, given), usual, None)
        except Refusal:
            continue


def openings() -> Iterator[tuple[str, Game, Iterator[State[Any, Any]]]]:
    """Every game with its tables: the books', one from outside, the shelf's, and hands that are open."""
    sys.path.insert(0, str(OUTSIDE))
    from nap_for_companion import GAME as NAP

    for key, game in {**catalogue(), "outside/nap": NAP}.items():
        yield key, game, tables(game, Opening(game, game.options(), None, None))
    for key, each in shelf().items():
        yield f"shelf/{key}", each.game, tables(each.game, each.opening)
    for name, hand in HANDS.items():
        state = record_sheet(read_sheet(hand.sheet([*hand.before, *hand.moves[:-1]]))).state
        assert state.game
        yield f"open/{name.replace(' ', '-')}", state.game, iter([state])


def asked(game: Game, state: State[Any, Any]) -> Iterator[tuple[str, Field]]:
    """The questions of the house rules and of every move, also by evidence, and once the first choice is made."""
    for field in option_fields(game.options, state, {}):
        yield "rules", field
    for name, kind in game.by_name.items():
        form = MoveForm(kind, state)
        for values in ({}, {"evidence": "on"}) if kind.instead else ({},):
            fields = form.fields(values)
            first = next((field for field in fields if field.choices and not field.per_player), None)
            if first and not values:
                fields += form.fields({}, {first.key: first.choices[0][0]})
            for field in fields:
                yield name, field
                for row in field.rows if field.in_parts else ():
                    for part in row:
                        yield name, part


def contract(draw: Draw, *, whole: bool) -> Blocks:
    """Every block of text, with the games at which it stands; what is drawn alike is told once."""
    blocks: Blocks = defaultdict(dict)
    bodies: dict[Any, str] = {}
    for key, game, found in openings():
        for state in found:
            for name, kind in game.by_name.items():
                phones = "each phone" if asks_each(kind, state) else "the writer alone"
                blocks[f"{name} is asked of {phones}", ""][key] = None
            for name, field in asked(game, state):
                drawn = draw(field)
                like = (name, drawn, field.declaration, field.path, repr(field.value), field.required)
                if like not in bodies:
                    bodies[like] = "\n".join(told(field, draw, drawn, whole=whole))
                blocks[f"{name}.{field.name} {type(field).__name__}", bodies[like]][key] = None
    return blocks


def found(*, whole: bool = False) -> Blocks:
    """Every block with its games."""
    with TemporaryDirectory() as folder, app_over(Path(folder)) as app, app.test_request_context():
        ui = app.jinja_env.globals["ui"]
        return contract(lambda field: str(ui.questions([field])), whole=whole)


def lines(blocks: Blocks, *, whole: bool = False) -> str:
    """A line a block, each of them sorted; or the blocks themselves."""
    every = {game for games in blocks.values() for game in games}
    told = {head: " ".join(games) if len(games) < len(every) else "all" for head, games in blocks.items()}
    if whole:
        return "".join(f"{head} {games}\n{body}\n" for (head, body), games in told.items())
    return "".join(sorted(f"{head} {mark_of(body)} {games}\n" for (head, body), games in told.items()))


if __name__ == "__main__":
    whole = "--whole" in sys.argv
    text = lines(found(whole=whole), whole=whole)
    if "--write" in sys.argv:
        FILE.write_text(text, "utf-8")
    else:
        sys.stdout.write(text)
