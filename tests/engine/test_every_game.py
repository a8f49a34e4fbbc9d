"""Every game in the catalogue, played at random from the declarations of its moves, corrected and undone.

A new game is covered as soon as it is in the catalogue.
"""

from collections.abc import Sequence
from typing import Any, Literal, get_args, get_origin

import attrs
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from companion.engine.fields import Account, Kind, Text, Within
from companion.engine.game import Game, Move, play, ready
from companion.engine.journal import Act, Entry, Journal, load
from companion.engine.opening import Opening
from companion.engine.reading import bare, hints, key_of, read
from companion.engine.refusals import Illegal, Malformed
from companion.engine.replay import laid
from companion.engine.state import State
from companion.engine.words import changes_hands
from companion.games import catalogue
from companion.scoresheet import PlayedGame, Sheet, read_sheet, score, write_sheet

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]
STRANGER = "Zoe"
CARDS = ["9D", "AD", "KH", "QS", "JS", "JH", "JC", "JD", "8D", "6H"]
SMALL = 9

Table = State[Any, Any]
Values = st.SearchStrategy[Any]


def values(hint: Any, table: Table) -> Values:
    """JSON values for a field that is declared so: players of this table, its pots, small numbers."""
    notes = getattr(hint, "__metadata__", ())
    kind = bare(hint)
    if Kind.SEAT in notes:
        return players(table)
    if Kind.POT in notes:
        return pots(table)
    if kind == Account:
        return players(table) | pots(table).map(lambda pot: {"pot": pot})
    if kind is int:
        return numbers(next((note for note in notes if isinstance(note, Within)), Within(0)))
    if kind is str:
        return st.sampled_from([*NAMES, *CARDS, "x", ""] if any(isinstance(n, Text) for n in notes) else CARDS)
    return composed(kind, inside(hint), table)


def inside(hint: Any) -> Any:
    """The type within notes and ``| None``, with the notes that it has itself."""
    while hasattr(hint, "__metadata__"):
        hint = hint.__origin__
    return next((arg for arg in get_args(hint) if arg is not type(None)), hint) if hint != bare(hint) else hint


def composed(kind: Any, hint: Any, table: Table) -> Values:
    if hint != kind:
        return values(hint, table)
    if kind is bool:
        return st.booleans()
    args = get_args(kind)
    if get_origin(kind) is Literal:
        return st.sampled_from(args)
    if get_origin(kind) is dict:
        return st.dictionaries(values(args[0], table), values(args[1], table), min_size=1, max_size=3)
    if get_origin(kind) is list and get_origin(bare(args[0])) is list:
        return st.permutations(list(table.seats)).map(lambda names: [names[:2], names[2:4]])
    if get_origin(kind) is list:
        return st.lists(values(args[0], table), max_size=4)
    if attrs.has(kind):
        return objects(kind, table)
    return st.one_of([values(arg, table) for arg in args])


def objects(declared: Any, table: Table) -> Values:
    """JSON objects of a declared class; what may be left out sometimes is."""
    fields = {key_of(name): values(hint, table) for name, hint in hints(declared).items()}
    needed = {key_of(field.name) for field in attrs.fields(declared) if field.default is attrs.NOTHING}
    return st.fixed_dictionaries(
        {key: fields[key] for key in fields if key in needed},
        optional={key: fields[key] for key in fields if key not in needed},
    )


def players(table: Table) -> Values:
    return st.sampled_from([*table.playing, *table.playing, *table.seats, STRANGER])


def pots(table: Table) -> Values:
    return st.sampled_from([*table.pots, "kitty"])


def numbers(within: Within) -> Values:
    least = max(within.least, -SMALL)
    return st.integers(least, min(within.most, least + 5)) | st.integers(least, min(within.most, least + 2 * SMALL))


def openings(editions: Sequence[Game], table: Table) -> Values:
    return st.sampled_from(editions).flatmap(
        lambda game: st.builds(
            lambda options, dealer: begun(game, options, dealer),
            objects(game.options, table) | objects(game.options, table) | st.none(),
            st.none() | players(table),
        )
    )


def begun(game: Game, options: dict[str, Any] | None, dealer: str | None) -> Opening:
    try:
        return Opening(game, read(game.options, options or {}, "options"), dealer, options, game.edition)
    except Malformed:
        return begun(game, None, dealer)


def made(kind: type[Move], table: Table) -> Values:
    """Moves of one kind, or None where what was drawn is no move."""
    game = table.game
    assert game

    def move(fields: dict[str, Any]) -> Move | None:
        try:
            return game.read_move({"move": kind.name} | fields)
        except Malformed:
            return None

    return objects(kind, table).map(move)


def moves(table: Table) -> Values:
    """Moves that could be made now, and some of those that can't."""
    if table.over or not table.game:
        return openings([game for editions in catalogue().values() for game in editions], table)
    every = list(table.game.by_name.values())
    hand = [kind for kind in [*table.game.moves, table.game.by_name.get("deal")] if kind and can_be(kind, table)]
    seats = [kind for kind in every if kind.name != "finish" and can_be(kind, table)]
    choice = st.sampled_from(hand or every) | st.sampled_from(seats or every) | st.sampled_from(every)
    return choice.flatmap(lambda kind: tries(made(kind, table), table))


def tries(drawn: Values, table: Table) -> Values:
    """The first of several moves that is good, or the last of them."""
    return st.lists(drawn, min_size=6, max_size=6).map(
        lambda some: next((move for move in some if move and stands(move, table)), some[-1])
    )


def stands(move: Move, table: Table) -> bool:
    try:
        play(table, move)
    except Illegal:
        return False
    return True


def can_be(kind: type[Move], table: Table) -> bool:
    try:
        ready(table, kind)
    except Illegal:
        return False
    return True


def sheet_of(journal: Journal) -> Sheet:
    """The moves in force as a sheet."""
    games: list[PlayedGame] = []
    for step in journal.in_force():
        if isinstance(step.line.move, Opening):
            games.append(PlayedGame(step.line.move, []))
        else:
            games[-1].moves.append(step.line.move)
    return Sheet(list(journal.start.seats), games)


class EveryGame(RuleBasedStateMachine):
    """One evening at random."""

    def __init__(self, first: str) -> None:
        super().__init__()
        self.first = catalogue()[first]
        self.journal = Journal(laid(NAMES))

    @initialize(number=st.sampled_from([4, 5, 3, 2, 6, 1]), data=st.data())
    def sits_down(self, number: int, data: st.DataObject) -> None:
        self.journal = Journal(laid(NAMES[:number]))
        self.plays(data.draw(openings(self.first, self.journal.state)))

    def taps(self, *entries: Entry) -> bool:
        try:
            self.journal = self.journal.tapped(entries)
        except Illegal as refusal:
            assert str(refusal).endswith(".")
            return False
        return True

    def plays(self, move: Move) -> bool:
        return self.taps(Entry(self.journal.last + 1, Act.PLAY, move))

    @rule(data=st.data())
    def some_moves(self, data: st.DataObject) -> None:
        for _ in range(5):
            move = data.draw(moves(self.journal.state))
            if move:
                self.plays(move)

    @rule(data=st.data())
    def some_moves_and_a_correction(self, data: st.DataObject) -> None:
        self.some_moves(data)
        correct = data.draw(st.sampled_from([self.two_in_one_tap, self.strike_or_restore, self.amend, self.undo]))
        correct(data)

    def two_in_one_tap(self, data: st.DataObject) -> None:
        one, two = (data.draw(moves(self.journal.state)) for _ in range(2))
        first = self.journal.last + 1
        if one and two:
            self.taps(Entry(first, Act.PLAY, one, along=first), Entry(first + 1, Act.PLAY, two, along=first))

    def strike_or_restore(self, data: st.DataObject) -> None:
        if self.journal.steps:
            line = data.draw(st.sampled_from(self.journal.steps)).line
            act = Act.RESTORE if line.struck else Act.STRIKE
            self.taps(Entry(self.journal.last + 1, act, target=line.number))

    def amend(self, data: st.DataObject) -> None:
        if self.journal.steps:
            target = data.draw(st.sampled_from(self.journal.steps)).line.number
            move = data.draw(moves(self.journal.before(target)))
            if move:
                self.taps(Entry(self.journal.last + 1, Act.AMEND, move, target))

    def undo(self, data: st.DataObject) -> None:
        for _ in range(data.draw(st.integers(1, 4))):
            back = self.journal.undoing()
            assert not back or self.taps(*back), "an undo is never refused"

    @invariant()
    def counters_are_conserved(self) -> None:
        state = self.journal.state
        assert sum(state.balances.values()) + sum(state.pots.values()) == 0
        assert all(held >= 0 for held in state.pots.values())
        assert list(state.balances) == list(state.seats)
        assert not state.over or not any(state.pots.values())

    @invariant()
    def the_dealer_is_in(self) -> None:
        assert self.journal.state.dealer in self.journal.state.playing

    @invariant()
    def the_journal_is_as_if_loaded(self) -> None:
        fresh = load(self.journal.start, self.journal.entries)
        assert fresh == self.journal
        assert changes_hands(self.journal.moved, list(self.journal.state.seats)) is not None

    @invariant()
    def its_sheet_comes_to_the_same(self) -> None:
        sheet, state = sheet_of(self.journal), self.journal.state
        result = score(sheet)
        assert (result["balances"], result["pots"]) == (state.balances, state.pots)
        assert (result["dealer"], result["over"]) == (state.dealer, state.over)
        assert set(result["points"]) <= set(state.seats if state.game and state.game.scored else ())
        written = write_sheet(sheet)
        again = read_sheet(written.encode())
        assert again == sheet
        assert write_sheet(again) == written


QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
EVENINGS = settings(
    max_examples=max(8, 90 // len(catalogue())), stateful_step_count=12, deadline=None, suppress_health_check=QUIET
)


@pytest.mark.parametrize("key", catalogue())
def test_any_evening(key: str) -> None:
    run_state_machine_as_test(lambda: EveryGame(key), settings=EVENINGS)
