"""Hands of every game of the shelf that works its points out, held against its published rules: ``hands.txt``.

A line is what the hand is, what is answered, and what it comes to: the points of each, who wins if the game is over, or
why it can't be. Answers are ``key=5`` for the whole hand or a choice (``_`` for a space), ``key=Ann`` for a tick,
``key=Ann:3,Ben:0`` or, in the order of the players or sides, ``key=3,0``. ``at=4,1`` is how they stand before it. A
line that begins with ``then`` goes on at the table of the line above it.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.engine.errors import Illegal
from companion.engine.reports import winners
from companion.games.points_game.hand import competitors
from companion.shelf import shelf
from tests.tools.evening import Evening

PAGE = Path(__file__).with_name("hands.txt")
TOLD = {key: told.opening.options.worked for key, told in shelf().items() if hasattr(told.opening.options, "worked")}


class Line(NamedTuple):
    """One hand of the page."""

    game: str
    settings: dict[str, int]
    players: list[str]
    what: str
    answers: str
    comes: str


def read_lines() -> Iterator[list[Line]]:
    """The hands of the page, those of one table together."""
    table, head = list[Line](), ("", dict[str, int](), list[str]())
    for text in PAGE.read_text("utf-8").splitlines():
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
    for key, said in (one.split("=") for one in answers.split()):
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
    table = laid(lines[0])
    for line in lines:
        at, _, answers = line.answers.rpartition("at=")[2].partition(" ") if "at=" in line.answers else ("", "", "")
        for name, points in zip(competitors(table.state), at.split(",") if at else (), strict=bool(at)):
            if int(points):
                table.bonus(player=name, points=int(points))
        if not table.state.open:
            try:
                table.deal()
            except Illegal:  # not as many as play it
                assert line.comes.startswith("no: "), line.what
                continue
        before = table.points
        by_name, of_all = answered(table, answers if at else line.answers)
        more = {"hand": of_all} if of_all else {}
        if line.comes.startswith("no: "):
            with pytest.raises(Illegal) as refused:
                table.scored(answers=by_name, **more)
            assert line.comes.removeprefix("no: ") in str(refused.value), line.what
            continue
        table.scored(answers=by_name, **more)
        points, *won = re.split(", (.*) wins?$", line.comes)[:2]
        assert [table.points[name] - before[name] for name in before if name in table.points] == [
            int(number) for number in points.split()
        ], line.what
        assert table.state.over == bool(won), line.what
        leaders = [*winners.leaders(table.state, table.state.score)] if won else []
        assert not won or leaders == won[0].split(" and "), line.what


@pytest.mark.parametrize("key", TOLD)
def test_every_game_has_hands_of_each_kind_and_each_of_its_refusals(key: str) -> None:
    own = [line for lines in TABLES for line in lines if line.game == key]
    refused = [line.comes for line in own if line.comes.startswith("no: ")]
    ends = any(line.comes.endswith(("wins", "win")) for line in own) or TOLD[key].boxes  # 26 turns are a sample evening
    assert len(own) >= 8 and len(refused) >= 3 and ends
    untried = [must.says for must in TOLD[key].musts if not any(heard(one, must.says) for one in refused)]
    assert untried == []


def heard(refused: str, says: str) -> bool:
    """Whether a line is refused by a sentence, of which it may say a part."""
    return refused.removeprefix("no: ").casefold() in says.casefold() or says.casefold() in refused.casefold()
