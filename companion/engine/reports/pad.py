"""A game of points as a score pad: what each hand brought beside the running totals, from the journal."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine.game import Moment, State
from companion.engine.journal import Journal
from companion.engine.replay import Step, added
from companion.engine.reports.played import PlayedGame, PlayedHand, last_game
from companion.engine.reports.winners import PrizeWon, leaders, prizes_of, won_by


class Column(NamedTuple):
    """A player, or those of a side."""

    players: tuple[str, ...]
    total: int | None
    """The points as they stand; None for who has no seat any more."""
    leads: bool
    """Whether it is ahead, or has won."""


class Cell(NamedTuple):
    """What a hand came to for a column."""

    made: int | None
    """What it brought; None for who wasn't in, and where nothing was scored."""
    total: int | None
    """The points after it; None for who had no seat."""
    told: str = ""
    """What else is told of it: ``2/3`` where two tricks were said and three made."""


class Line(NamedTuple):
    """A hand, or what stood before the first one, whose number is 0."""

    hand: int
    entry: int | None
    """The number of the move that says what it came to."""
    cells: Sequence[Cell]
    moves: Sequence[int] = ()
    """The numbers of its moves."""
    took: PrizeWon | None = None
    """The pool that was won with it."""
    label: str = ""
    """What it is called, where it isn't a hand but what came to each as the game ended."""


class Box(NamedTuple):
    """A cell of a pad of boxes."""

    number: int | None
    """What stands in it; None where nothing does."""
    entry: int | None = None
    """The number of the move that filled it."""
    tap: Mapping[str, str] | None = None
    """What a tap on it answers, where it can be filled now."""


class BoxRow(NamedTuple):
    """A row of a pad of boxes."""

    label: str
    cells: Sequence[Box]
    is_sum: bool
    """Whether it works itself out."""


class Pad(NamedTuple):
    """The columns with their totals, and a line a hand, or a row of boxes each."""

    state: State[Any, Any]
    columns: Sequence[Column]
    lines: Sequence[Line]
    boxes: Sequence[BoxRow] = ()
    """The rows of a pad of boxes, which has no lines."""

    @property
    def is_won(self) -> bool:
        """Whether those marked have won."""
        return self.state.over or bool(won_by(self.state))

    @property
    def next_hand(self) -> int | None:
        """The number of the hand that is still to be scored; None where the game is over, and beside boxes."""
        return None if self.state.over or self.boxes else self.state.hand + (not self.state.open)


def has_pad(state: State[Any, Any]) -> bool:
    """Return whether the game that is on is written on a pad: it is about points, and has no score sheet of its own."""
    told = state.game is not None and state.game.scored and state.game.score_sheet is None
    return told and state.manner.tells_points


def pad(journal: Journal) -> Pad | None:
    """Return the pad of the game that is on; None where it has none."""
    state = journal.state
    if not has_pad(state):
        return None
    if state.hand:
        return pad_of(last_game(journal))
    columns = [Column(state.side(name), points, leads=False) for name, points in state.score.items()]
    return Pad(state, columns, [], _boxes(state, state.score, []))


def pad_of(game: PlayedGame) -> Pad:
    """Return the pad of a game."""
    state = game.state
    took = {prize.hand: prize for prize in prizes_of(game)}
    ahead = won_by(state) or leaders(state, state.score)
    sides = game.sides
    columns = [Column(side, state.score.get(name), side[0] in ahead) for name, side in sides.items()]
    if boxes := _boxes(state, sides, game.steps):
        return Pad(state, columns, [], boxes)
    lines = [Line(0, None, [Cell(None, game.start.get(name)) for name in sides])] if any(game.start.values()) else []
    ending = state.facts.end_lines(state)
    for hand in game.hands:
        says, score, made = next(filter(says_hand, reversed(hand.steps)), None), dict(hand.score), hand.made()
        if hand is game.hands[-1]:
            at_end = added(row.numbers for row in ending)
            made = {name: number - at_end.get(name, 0) for name, number in made.items()}
            score = {name: number - at_end.get(name, 0) for name, number in score.items()}
        if says or any(made.values()) or hand.over:
            numbers = [step.line.number for step in hand.steps]
            entry = says.line.number if says else numbers[0]
            cells = _cells(sides, hand, made, score, says)
            lines.append(Line(hand.dealt, entry, cells, numbers, took.get(hand.dealt)))
    for row in ending:
        score |= {name: score[name] + number for name, number in row.numbers.items()}
        cells = [Cell(row.numbers.get(name), score.get(name)) for name in sides]
        lines.append(Line(hand.dealt, numbers[-1], cells, label=row.label))
    return Pad(state, columns, lines)


def _boxes(state: State[Any, Any], names: Iterable[str], steps: Iterable[Step]) -> list[BoxRow]:
    """Return the rows of a pad of boxes, with the moves that filled them; none where the game has no boxes."""
    rows, entries = state.facts.boxes(state), dict[tuple[str, str], int]()
    for step in steps if rows else ():
        for row in step.state.facts.boxes(step.state):
            for name in row.numbers if row.free is not None else ():
                entries.setdefault((row.label, name), step.line.number)
    return [
        BoxRow(
            row.label,
            [Box(row.numbers.get(name), entries.get((row.label, name)), (row.free or {}).get(name)) for name in names],
            row.free is None,
        )
        for row in rows
    ]


def says_hand(step: Step) -> bool:
    """Return whether a move says what a hand came to."""
    return step.line.move.main and step.line.move.moment is Moment.HAND


def _cells(
    names: Iterable[str], hand: PlayedHand, made: Mapping[str, int], score: Mapping[str, int], says: Step | None
) -> list[Cell]:
    playing = {name for player in hand.playing for name in hand.steps[-1].state.side(player)}
    nothing = {name: 0 if says and name in playing else None for name in names}
    before = [step.state for step in hand.steps if says and step.line.number < says.line.number]
    told = {name: says.line.move.in_cell(before[-1], name) if says and before else "" for name in nothing}
    return [Cell(made.get(name, otherwise), score.get(name), told[name]) for name, otherwise in nothing.items()]
