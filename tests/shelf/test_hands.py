"""Hands of every game of the shelf that works its points out, held against its published rules: ``hands.txt``.

A line is what the hand is, what is answered, and what it comes to: the points of each, who wins if the game is over, or
why it can't be. Answers are ``key=5`` for the whole hand or a choice (``_`` for a space), ``key=Ann`` for a tick,
``key=Ann:3,Ben:0`` or, in the order of the players or sides, ``key=3,0``. ``at=4,1`` is how they stand before it. A
line that begins with ``then`` goes on at the table of the line above it.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.engine.errors import Illegal, Malformed
from companion.engine.reports import winners
from companion.games.points_game.hand import competitors
from companion.shelf import shelf
from tests.tools.evening import Evening

PAGE = Path(__file__).with_name("hands.txt")
SHELF_PAGE = Path(__file__).parents[2] / "docs" / "games" / "shelf.md"
TOLD = {key: told.opening.options.worked for key, told in shelf().items() if hasattr(told.opening.options, "worked")}


class Line(NamedTuple):
    """One hand of the page."""

    game: str
    settings: dict[str, int]
    players: list[str]
    what: str
    answers: str
    comes: str


def read_lines(page: Path = PAGE) -> Iterator[list[Line]]:
    """The hands of the page, those of one table together."""
    table, head = list[Line](), ("", dict[str, int](), list[str]())
    for text in page.read_text("utf-8").splitlines():
        if found := re.fullmatch(r"== (\S+)((?: \w+=-?\d+)*): (.*)", text):
            numbers = dict(one.split("=") for one in found[2].split())
            head = found[1], {key: int(number) for key, number in numbers.items()}, found[3].split()
        elif " | " in text:
            line = Line(*head, *(part.strip() for part in text.split(" | ")))
            if table and not line.what.startswith("then"):
                yield table
                table = []
            table.append(line)
    yield table


TABLES = [*read_lines()]


def laid(line: Line) -> Evening:
    """A table at which a game of the shelf begins."""
    told = shelf()[line.game]
    own = {setting.key for setting in told.settings}
    options = told.given({key: number for key, number in line.settings.items() if key in own})
    options |= {key: number for key, number in line.settings.items() if key not in own}
    sides = [line.players[::2], line.players[1::2]]
    named = {"sides": sides} if options.get("partners", 1) > 1 else {}
    return Evening("points-game", " ".join(line.players), **options, **named)


def answered(table: Evening, answers: str) -> tuple[dict[str, dict[str, int]], dict[str, int]]:
    """What is answered by name, and of the whole hand."""
    state, by_name, of_all = table.state, dict[str, dict[str, int]](), dict[str, int]()
    for key, said in (one.split("=") for one in answers.split() if one != "-"):
        question = state.options.worked.by_key[key]
        choices = {choice.choice.replace(" ", "_"): choice.is_ for choice in question.choices}
        names = competitors(state) if question.of == "side" else [*state.playing]
        if question.of == "hand":
            of_all[key] = choices[said] if said in choices else int(said)
            continue
        for place, one in enumerate(said.split(",")):
            name, _, number = one.rpartition(":") if ":" in one else (one, "", "1")
            name, number = (name, number) if name in names else (names[place], one)
            by_name.setdefault(name, {})[key] = choices[number] if number in choices else int(number)
    return by_name, of_all


@pytest.mark.parametrize("lines", TABLES, ids=[f"{lines[0].game}: {lines[0].what}" for lines in TABLES])
def test_a_hand_comes_to_what_the_rules_say(lines: list[Line]) -> None:
    table: list[Evening] = []
    for line in lines:
        if line.comes.startswith("no: "):
            with pytest.raises(Illegal) as refused:
                scored(table, line)
            said = str(refused.value)
            assert heard(line.comes, said) or re.search(" is for [0-9]", said), line.what
            continue
        came, evening = scored(table, line), table[0]
        points, *won = re.split(", (.*) wins?$", line.comes)[:2]
        assert came == [int(number) for number in points.split()], line.what
        assert evening.state.over == bool(won), line.what
        leaders = [*winners.leaders(evening.state, evening.state.score)] if won else []
        assert not won or leaders == won[0].split(" and "), line.what


def scored(table: list[Evening], line: Line) -> list[int]:
    """What each has of a hand that is dealt and scored at a table, which is laid where there is none yet."""
    table[:] = table or [laid(line)]
    evening, (at, answers) = table[0], (re.split("at=([-0-9,]+) ", line.answers)[1:] or ["", line.answers])
    for name, points in zip(competitors(evening.state), at.split(",") if at else (), strict=bool(at)):
        if int(points):
            evening.bonus(player=name, points=int(points))
    if not evening.state.open:
        evening.deal()
    before = evening.points
    by_name, of_all = answered(evening, answers)
    evening.scored(answers=by_name, **({"hand": of_all} if of_all else {}))
    return [evening.points[name] - before[name] for name in before if name in evening.points]


TYPED = {
    "6-nimmt": "heads", "canasta": "melded left", "crazy-eights": "held", "cribbage": "play show",
    "five-crowns": "left", "gin": "left", "phase-10": "held", "rummikub": "held", "rummy": "held",
    "skyjo": "cards", "uno": "held",
}  # fmt: skip
"""The numbers that nobody's hand brings by itself, and of which a field left empty is no 0."""


@pytest.mark.parametrize("key", TOLD)
def test_a_number_is_entered_of_everybody_who_holds_something(key: str) -> None:
    """Whatever is left empty in the form of a hand that may be is asked for; what may be left out is 0."""
    asked, own = set(), [lines[0] for lines in TABLES if lines[0].game == key]
    for line in (line for line in own if "at=" not in line.answers and not line.comes.startswith("no: ")):
        table = laid(line).deal()
        by_name, of_all = answered(table, line.answers)
        fields = {"answers": by_name, **({"hand": of_all} if of_all else {})}
        made: Any = table.state.game.read_move({"move": "scored"} | fields)  # type: ignore[union-attr]
        told = made.spread(table.state)
        told = {key: told[key] for key in told.keys() - {*made.asked_at(table.state).hidden(table.state, told)}}
        for question, given in told.items():
            for name in given if isinstance(given, dict) else ():
                fewer = told | {question: {other: held for other, held in given.items() if other != name}}
                try:
                    made.gathered(table.state, fewer)
                except Illegal as refused:
                    asked |= {question} if "that is missing" in str(refused) else set()
        assert table.scored(**made.gathered(table.state, told)).points == laid(line).deal().scored(**fields).points
    assert asked == {*TYPED.get(key, "").split()}


@pytest.mark.parametrize("key", TOLD)
def test_every_game_has_hands_of_each_kind_and_each_of_its_refusals(key: str) -> None:
    own = [line for lines in TABLES for line in lines if line.game == key]
    refused = [line.comes for line in own if line.comes.startswith("no: ")]
    ends = any(line.comes.endswith(("wins", "win")) for line in own) or TOLD[key].boxes  # 26 turns are a sample evening
    assert len(own) >= 8 and len(refused) >= 3 and ends
    musts = [must.says for must in TOLD[key].musts if must not in TOLD[key].of_the_rules]
    untried = [says for says in musts if not any(heard(one, says) for one in refused)]
    assert untried == []


def test_the_page_of_the_shelf_says_how_many_hands_are_held_against_the_rules() -> None:
    rows = dict(re.findall(r"^\| `(\S+)` .* (\| \d+ \| \d+) \|$", SHELF_PAGE.read_text("utf-8"), re.MULTILINE))
    lines = [line for lines in (*TABLES, *POTS) for line in lines]
    for key in shelf():
        own = [line for line in lines if line.game == key]
        hands, refused = map(int, rows[key].strip("| ").split(" | "))
        assert len(own) >= max(hands, 8), key
        assert sum(line.comes.startswith("no: ") for line in own) >= max(refused, 3), key


def heard(refused: str, says: str) -> bool:
    """Whether a line is refused by a sentence, of which it may say a part."""
    return refused.removeprefix("no: ").casefold() in says.casefold() or says.casefold() in refused.casefold()


def moves_of(answers: str) -> Iterator[tuple[str, dict[str, object]]]:
    """The moves of a hand about pots: ``takes=Ben shares=Ben:2,Dan:1 pays=Dan:3 collects=Ben:4 give=Dan:Ben:5``."""
    for name, said in (one.split("=") for one in answers.split() if one != "-"):
        parts = [one.split(":") for one in said.split(",")]
        if name == "shares":
            yield "takes", {"shares": {who: int(tricks) for who, tricks in parts}, "pot": "pool"}
        elif name == "takes":
            yield name, {"players": [who for (who,) in parts], "pot": "pool"}
        elif name == "pays":
            yield name, {"players": [who for who, *_ in parts], "pot": "pool", "counters": int(parts[-1][1])}
        elif name == "give":
            yield name, {"from_": parts[0][0], "to": parts[0][1], "counters": int(parts[0][2])}
        else:
            yield name, {"player": parts[0][0], "counters": int(parts[0][1])}


POTS = [*read_lines(PAGE.with_name("pots.txt"))]


@pytest.mark.parametrize("lines", POTS, ids=[f"{lines[0].game}: {lines[0].what}" for lines in POTS])
def test_a_hand_about_a_pot_pays_what_the_rules_say(lines: list[Line]) -> None:
    told = shelf()[lines[0].game]
    table = Evening("house-game", " ".join(lines[0].players), **told.given(lines[0].settings))
    for line in lines:
        before = table.balances
        refused = []
        try:
            table.deal()
            for name, fields in moves_of(line.answers):
                getattr(table, name)(**fields)
            table.ends()
        except (Illegal, Malformed) as error:
            refused = [str(error)]
        if line.comes.startswith("no: "):
            assert line.comes.removeprefix("no: ") in str(refused), line.what
            continue
        assert not refused, line.what
        came = [now - then for now, then in zip(table.balances, before, strict=True)]
        assert came == [int(counters) for counters in line.comes.split()], line.what
