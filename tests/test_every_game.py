"""Every game in the catalogue, played at random from the declarations of its moves, corrected and undone.

A new game is covered as soon as it is in the catalogue.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from typing import Any, Literal, TypeVar, get_args, get_origin

import attrs
import pytest
from hypothesis import HealthCheck, Phase, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from companion.engine.changes import Change, Redo, Undo, UndoTo
from companion.engine.errors import Illegal, Malformed
from companion.engine.fields import Account, Kind, MaxItems, OrTie, SumIs, Text, Within
from companion.engine.game import Game, Moment, Move, Opening, State
from companion.engine.hands import (
    begins_hand,
    hand_of,
    inserted_after,
    is_of_hand,
    play_hand,
    with_dealers_kept,
)
from companion.engine.journal import Journal, load, not_undone
from companion.engine.kit import Settle, Stack
from companion.engine.playing import check_available, play
from companion.engine.replay import LoggedMove, initial_state
from companion.engine.reports.sentences import changes_hands
from companion.engine.structure import hints, key_of, notes_of, read
from companion.games import catalogue
from companion.scoresheet import Sheet, SheetGame, read_sheet, score, write_sheet
from companion.web.journal.correcting import Preview

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]
STRANGER = "Zoe"
NEW_NAMES = ["Gus", "Hal", "ann", *NAMES]
CARDS = ["9D", "AD", "KH", "QS", "JS", "JH", "JC", "JD", "8D", "6H"]

T = TypeVar("T")


class Chance:
    """Choices made at random for one table, from what its moves and options declare."""

    def __init__(self, data: st.DataObject, table: State[Any, Any]) -> None:
        self.data = data
        self.table = table

    def one_of(self, choices: Sequence[T]) -> T:
        return choices[self.data.draw(below(len(choices)))]

    def opening(self, games: Sequence[Game]) -> Opening:
        game = self.one_of(games)
        dealer, much = self.one_of([None, self.player()]), self.one_of([0, 1, 2, 2])
        given = self.fields(game.options, fill=much == 2) if much else None
        try:
            return Opening(game, read(game.options, given or {}), dealer, given, game.edition)
        except Malformed:
            return Opening(game, game.options(), dealer, None, game.edition)

    def move(self) -> Move | None:
        """A move that could be made now, or sometimes one that can't; None where what came out is no move."""
        game = self.table.game
        if self.table.over or not game:
            return self.opening([*catalogue().values()])
        every = list(game.by_name.values())
        possible = [
            kind
            for kind in every
            if kind.name != "finish" and good(lambda kind=kind: check_available(self.table, kind))
        ]
        hand = [kind for kind in possible if kind in game.moves or kind.main]
        kind = self.one_of(self.one_of([hand, hand, possible, every]) or every)
        for _ in range(6):
            move = self.form(game, kind)
            if move and good(lambda move=move: play(self.table, move)):
                break
        return move

    def form(self, game: Game, kind: type[Move]) -> Move | None:
        try:
            return game.read_move({"move": kind.name} | self.fields(kind))
        except Malformed:
            return None

    def fields(self, declared: Any, fill: bool = False) -> dict[str, Any]:
        """A JSON object of a declared class; what may be left out sometimes is."""
        defaults = {field.name: field.default for field in attrs.fields(declared)}
        needed = [name for name, default in defaults.items() if default is (None if fill else attrs.NOTHING)]
        given = [name for name in defaults if (name in needed) != fill or self.one_of([True, False])]
        return {key_of(name): self.value(hints(declared)[name]) for name in given}

    def value(self, hint: Any) -> Any:
        """A JSON value for a field that is declared so."""
        notes = getattr(hint, "__metadata__", ())
        kind = hint.__origin__ if notes else hint
        for note in notes:
            if hasattr(note, "example"):
                return note.example
            if isinstance(note, MaxItems) and not attrs.has(get_args(kind)[0]):
                return self.different(note.most, *(n for n in notes_of(kind) if isinstance(n, Within)))
        if kind in (Account, OrTie):
            return self.one_of([self.player(), None if kind == OrTie else {"pot": self.pot()}])
        if kind is int:
            return self.number(next((note for note in notes if isinstance(note, Within)), Within(0)))
        if kind is str:
            return self.text(notes)
        if total := next((note for note in notes if isinstance(note, SumIs)), None):
            return self.shared_out(total.counters + self.one_of([0, 0, 0, 1]))
        return self.value(kind) if notes else self.composed(kind, get_origin(kind), get_args(kind))

    def text(self, notes: Sequence[Any]) -> str:
        if Kind.SEAT in notes:
            return self.player()
        if Kind.POT in notes:
            return self.pot()
        if Kind.PART in notes:
            return self.one_of([*(part.part for part in self.table.options.parts), "the cake"])
        named = any(isinstance(note, Text) for note in notes)
        return self.one_of([*NAMES, "the cake", ""] if named else CARDS)

    def composed(self, kind: Any, origin: Any, args: Sequence[Any]) -> Any:
        if kind is bool:
            return self.one_of([True, False])
        if origin is Literal:
            return self.one_of(args)
        if origin is dict and Kind.SEAT in notes_of(args[0]):
            names = self.one_of([self.some_players(), self.table.playing, self.table.others(self.table.dealer)])
            return {name: self.value(args[1]) for name in names}
        if origin is dict:
            return {self.value(args[0]): self.value(args[1]) for _ in range(self.one_of([1, 1, 2, 2, 3]))}
        if origin is list and list in (get_origin(args[0]), get_origin(getattr(args[0], "__origin__", None))):
            names = self.data.draw(st.permutations(list(self.table.seats)))
            return [names[:2], names[2:4]]
        if origin is list:
            return [self.value(args[0]) for _ in range(self.one_of([1, 2, 3]))]
        if attrs.has(kind):
            return self.fields(kind)
        return self.value(self.one_of([arg for arg in args if arg is not type(None)]))

    def some_players(self) -> list[str]:
        return [self.player() for _ in range(self.one_of([1, 1, 2, 2, 3]))]

    def shared_out(self, left: int) -> dict[str, int]:
        """So many counted among the players in, the last having the rest."""
        *names, last = self.data.draw(st.permutations(self.table.playing or NAMES))
        counts = {}
        for name in names:
            counts[name] = self.data.draw(below(left + 1))
            left -= counts[name]
        return counts | {last: left}

    def different(self, most: int, within: Within) -> list[int]:
        """So many different numbers, or sometimes fewer."""
        numbers = st.lists(st.integers(within.least, within.most), min_size=most, max_size=most, unique=True)
        return self.data.draw(numbers)[: self.one_of([most, most, most, 1, 0])]

    def player(self) -> str:
        return self.one_of([*self.table.playing, *self.table.playing, *self.table.seats, STRANGER])

    def pot(self) -> str:
        return self.one_of([*self.table.pots, *self.table.pots, "kitty"])

    def number(self, within: Within) -> int:
        least = max(within.least, -9)
        return min(within.most, least + self.one_of([0, 1, 2, 3, 4, 5, 5, 6, 9, 12, 18]))


@cache
def below(number: int) -> st.SearchStrategy[int]:
    return st.integers(0, number - 1)


def good(tried: Callable[[], Any]) -> bool:
    try:
        tried()
    except Illegal:
        return False
    return True


def sheet_of(journal: Journal) -> Sheet:
    """The moves in force as a sheet."""
    games: list[SheetGame] = []
    for step in journal.in_force():
        if isinstance(step.line.move, Opening):
            games.append(SheetGame(step.line.move, []))
        else:
            games[-1].moves.append(step.line.move)
    return Sheet(list(journal.start.seats), games, start=journal.start.start)


class EveryGame(RuleBasedStateMachine):
    """One evening at random."""

    def __init__(self, first: str) -> None:
        super().__init__()
        self.first = catalogue()[first]
        self.laid = initial_state(NAMES)
        self.journal = Journal(self.laid)
        self.before: list[State[Any, Any]] = []
        self.rounds = 0

    @initialize(number=st.sampled_from([4, 5, 3, 2, 6, 1]), start=st.sampled_from([30, None]), data=st.data())
    def sits_down(self, number: int, start: int | None, data: st.DataObject) -> None:
        self.laid = initial_state(NAMES[:number], start)
        self.journal = Journal(self.laid)
        self.plays(Chance(data, self.journal.state).opening([self.first]))

    def taps(self, *changes: Change) -> bool:
        try:
            tapped = self.journal.extend(*changes)
        except Illegal as refusal:
            assert str(refusal).endswith(".")
            return False
        self.before.append(self.journal.state)
        self.journal = tapped
        return True

    def plays(self, move: Move | None) -> None:
        if move:
            self.taps(Change.play(move))

    @rule(data=st.data())
    def some_moves(self, data: st.DataObject) -> None:
        for _ in range(6):
            self.plays(Chance(data, self.journal.state).move())

    @rule(data=st.data(), number=st.integers(1, 5))
    def some_moves_and_corrections(self, data: st.DataObject, number: int) -> None:
        self.some_moves(data)
        for _ in range(number):
            ways = [self.two_in_one_tap, self.strike_or_restore, self.amend, self.amend, self.undo, self.undo]
            hands = [self.strike_hand, self.insert_hand, self.insert_hand]
            data.draw(st.sampled_from([*ways, *hands, self.insert, self.rename, self.undo_to_here]))(data)

    def two_in_one_tap(self, data: st.DataObject) -> None:
        one, two = (Chance(data, self.journal.state).move() for _ in range(2))
        if one and two:
            self.taps(Change.play(one), Change.play(two))

    def a_line(self, data: st.DataObject) -> LoggedMove:
        """Any line of the journal, rather one of the last."""
        steps = self.journal.steps
        return data.draw(st.sampled_from(data.draw(st.sampled_from([steps, steps[-2:]])))).line

    def strike_or_restore(self, data: st.DataObject) -> None:
        if self.journal.steps:
            line = self.a_line(data)
            self.taps(Change.restore(line.number) if line.struck else Change.strike(line.number))

    def amend(self, data: st.DataObject, change: Callable[[int, Move], Change] = Change.amend) -> None:
        if self.journal.steps:
            line = self.a_line(data)
            move = Chance(data, self.journal.before(line.number)).move()
            if move:
                self.taps(change(line.number, move))

    def insert(self, data: st.DataObject) -> None:
        self.amend(data, Change.insert)

    def strike_hand(self, data: st.DataObject) -> None:
        if self.journal.steps:
            number = self.a_line(data).number
            if good(lambda: hand_of(self.journal, number)):
                self.looked_at_first([Change.strike(step.line.number) for step in hand_of(self.journal, number)[::-1]])

    def insert_hand(self, data: st.DataObject) -> None:
        """A hand that is missing after a move, with all its moves up to its end.

        What follows and belonged to no hand may count again, as part of this one.
        """
        number = self.a_line(data).number if self.journal.steps else 0
        if self.is_amid_hand(number):
            return
        if moves := self.a_hand(Chance(data, self.journal.step(number).state)) if number else []:
            before = self.journal
            if self.looked_at_first(inserted_after(before, number, moves)):
                added = [self.journal.step(entry.number) for entry in self.journal.entries[before.last :][: len(moves)]]
                assert [step.line.move for step in added] == moves
                assert all(step.in_force for step in added)
                assert len(moves) == 1 or hand_of(self.journal, added[-1].line.number)[: len(added)] == added

    def is_amid_hand(self, number: int) -> bool:
        """Whether a hand goes on after a move."""
        place = [step.line.number for step in self.journal.steps].index(number) + 1 if number else 0
        own = (step for step in self.journal.steps[place:] if step.in_force and is_of_hand(step.line.move, step.state))
        return any(not begins_hand(step.line.move, step.state) for step in islice(own, 1))

    def a_hand(self, chance: Chance) -> list[Move]:
        """A hand of several moves that can be played at a place, from its deal to its end; perhaps none."""
        at = chance.table
        moves: list[Move] = []
        for _ in range(12):
            kinds = [
                kind
                for kind in (at.game.by_name.values() if at.game else ())
                if (kind.moment is Moment.HAND if moves else kind is at.game.begins)
                and good(lambda kind=kind: check_available(chance.table, kind))
            ]
            move = chance.form(at.game, chance.one_of(kinds)) if kinds and at.game else None
            if move and good(lambda move=move: play_hand(at, [*moves, move])):
                moves.append(move)
                chance.table = play_hand(at, moves)[-1].state
                if not chance.table.open or (at.manner.hands_close and len(moves) > 2):
                    return moves
        return []

    def looked_at_first(self, changes: Sequence[Change]) -> bool:
        """What is shown before a whole hand is struck or inserted is what then happens, in one tap."""
        before = self.journal
        if not good(lambda: before.extend(*changes)):
            return False
        kept = with_dealers_kept(before, changes)
        shown = Preview(before, before.extend(*kept))
        if not self.taps(*kept):
            return False
        state = self.journal.state
        gone = dict.fromkeys(before.state.shown, 0)
        assert {name: will for name, _, will in shown.balances} == gone | dict(state.shown)
        assert {pot: will for pot, _, will in shown.pots} == dict.fromkeys(before.state.pots, 0) | dict(state.pots)
        fell = {step.line.number for step in self.journal.conflicts if step not in before.conflicts}
        assert {step.line.number for step in shown.fallen} <= fell
        assert self.journal.extend(Undo()).state == before.state
        return True

    def rename(self, data: st.DataObject) -> None:
        """Under another name it is the same evening."""
        was, now = (data.draw(st.sampled_from(names)) for names in ([*self.journal.state.seats], NEW_NAMES))
        before = self.journal
        if self.taps(Change.rename(was, now)):
            if before.conflicts:
                return  # one of them may stand again
            balances = {now if name == was else name: held for name, held in before.state.balances.items()}
            assert (self.journal.state.balances, self.journal.state.pots) == (balances, before.state.pots)
            assert not self.journal.conflicts

    def undo(self, data: st.DataObject) -> None:
        for _ in range(data.draw(st.integers(1, 2))):
            undone = self.journal.extend(Undo())
            assert (undone is not self.journal) == bool(self.before), "every tap can be undone"
            if undone is not self.journal:
                redone = self.redone(undone)
                assert redone.extend(Undo()).state == undone.state
                self.journal = undone
                assert self.journal.state == self.before.pop(), "as it was before that tap"

    def redone(self, undone: Journal) -> Journal:
        """Redo puts everything there again."""
        redone = undone.extend(Redo())
        assert redone.state == self.journal.state, "as it was before Undo"
        assert redone == load(self.laid, redone.entries)
        return redone

    def undo_to_here(self, data: st.DataObject) -> None:
        """Everything after a tap goes, and comes again with Redo."""
        firsts = [entry for entry in not_undone(self.journal.entries) if entry.along in (None, entry.number)]
        taps = data.draw(st.integers(0, min(4, len(firsts) - 1))) if firsts else 0
        if taps:
            undone = self.journal.extend(UndoTo(firsts[taps - 1].number - 1))
            assert undone.state == self.before[-taps]
            self.redone(undone)
            self.journal = undone
            del self.before[-taps:]

    @invariant()
    def counters_are_conserved(self) -> None:
        state = self.journal.state
        assert sum(state.balances.values()) + sum(state.pots.values()) == 0
        assert all(held >= 0 for held in state.pots.values())
        assert list(state.balances) == list(state.seats)
        assert not state.over or not any(state.pots.values())

    @invariant()
    def what_changes_hands_is_said(self) -> None:
        moved = self.journal.moved
        assert bool(changes_hands(moved, list(self.journal.state.seats))) == bool(moved)

    @invariant()
    def who_deals_next_is_in(self) -> None:
        state = self.journal.state
        assert state.dealer in (state.playing if state.playing and not state.open else state.seats)

    @invariant()
    def every_fourth_time_it_is_as_if_loaded_and_its_sheet_comes_to_the_same(self) -> None:
        self.rounds += 1
        if not self.rounds % 4:
            self.teardown()

    def teardown(self) -> None:
        """What takes long to see, at the end of an evening too."""
        self.the_journal_is_as_if_loaded()
        self.its_sheet_comes_to_the_same()

    def the_journal_is_as_if_loaded(self) -> None:
        assert load(self.laid, self.journal.entries) == self.journal

    def its_sheet_comes_to_the_same(self) -> None:
        sheet, state = sheet_of(self.journal), self.journal.state
        result = score(sheet)
        assert (result["balances"], result["pots"]) == (state.balances, state.pots)
        assert (result["dealer"], result["over"]) == (state.dealer, state.over)
        assert set(result["points"]) <= set(state.seats if state.game and state.game.scored else ())
        taken = dict.fromkeys(state.seats, sheet.start or 0)
        for move in (move for game in sheet.games for move in game.moves if isinstance(move, Stack)):
            taken[move.player] += move.counters or sheet.start or 0
        lies = {name: taken[name] + held for name, held in state.balances.items()}
        assert result.get("stacks") == (lies if sheet.start else None)
        settled = [move for game in sheet.games for move in game.moves if isinstance(move, Settle)]
        won = dict(state.balances)
        for move in settled:
            won |= {move.from_: won[move.from_] - move.counters, move.to: won[move.to] + move.counters}
        assert result.get("won") == (won if settled else None)
        written = write_sheet(sheet)
        again = read_sheet(written.encode())
        assert again == sheet
        assert write_sheet(again) == written


EVENINGS = settings(
    max_examples=6,
    stateful_step_count=12,
    phases=[Phase.reuse, Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize("key", catalogue())
def test_any_evening(key: str) -> None:
    run_state_machine_as_test(lambda: EveryGame(key), settings=EVENINGS)
