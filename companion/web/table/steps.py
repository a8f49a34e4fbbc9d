"""A move asked for at the table itself, a tap at a time: which card, who played it, how many each has left."""

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import field, frozen

from companion.engine.cached import cached_property
from companion.engine.errors import Illegal, Refusal
from companion.engine.fields import AllOf, AsLastTime
from companion.engine.game import Move, Opening, State
from companion.engine.journal import Journal
from companion.engine.message import capital, say, small
from companion.engine.playing import check, check_available
from companion.engine.replay import LoggedMove
from companion.engine.structure import hints, key_of, note_of, notes_of, seat_fields
from companion.web.forms.answers import Path
from companion.web.forms.fields import MoveForm
from companion.web.forms.form import Declaration, Field, declarations, redisplay_written
from companion.web.forms.reading import answers
from companion.web.home.games import looed_by
from companion.web.i18n.filters import called, move_query
from companion.web.table.pots import was_said

MAX_TAPPED_CHOICES = 31
"""How many choices of one question are offered as taps at most; more are a list to choose from."""


@frozen(slots=False, eq=False)
class MoveSteps:
    """A kind of move, what was answered of it so far, and what is still to be asked."""

    form: MoveForm
    answered: Mapping[str, str] = field(factory=dict)
    """The answers that were tapped, by the keys of fields."""
    typed: Mapping[str, Any] = field(factory=dict)
    """What was typed before, as its fields show it again."""
    players: tuple[str, ...] = ()
    """The players that can be named, where that is known already."""
    refused: Path | None = None
    """The path to the answer that was refused."""
    opened_with: Mapping[str, str] = field(factory=dict)
    """The players that were tapped to open the form, by the keys of fields: its rows show them, and may say others."""
    lain: Sequence[int] = ()
    """How many counters may have lain in the pot that it takes, where that is asked last."""

    @property
    def kind(self) -> type[Move]:
        """The kind of move."""
        kind: type[Move] = self.form.owner
        return kind

    @property
    def address(self) -> str:
        """The query with which the page asks for it anew, as it was opened."""
        return move_query(self.kind, {**self.answered, **self.opened_with})

    @property
    def state(self) -> State[Any, Any]:
        return self.form.state

    @cached_property
    def fields(self) -> list[Field]:
        """What is still to be asked."""
        asked = self.form.fields(self.typed, self.answered)
        return [each.marked(self.refused) for each in asked] if self.refused else asked

    @property
    def unasked(self) -> str:
        """The questions that aren't asked as far as it was told, where that may be another with the next answer."""
        asks = self.form.asks
        return " ".join(asks.hidden(self.state, {**self.typed, **self.answered})) if asks.in_full else ""

    @cached_property
    def open_fields(self) -> list[Field]:
        """The questions that are asked openly: those that must be answered, and numbers of every player."""
        return [asked for asked in self.fields if self._is_open(asked)]

    @cached_property
    def beside_fields(self) -> list[Field]:
        """The questions that stand open beside these: what changes hands may hang on their answers."""
        return [asked for asked in self.fields if not self._is_open(asked) and not asked.declaration.aside]

    @cached_property
    def aside_fields(self) -> list[Field]:
        """The questions that are folded away."""
        return [asked for asked in self.fields if not self._is_open(asked) and asked.declaration.aside]

    def _is_open(self, asked: Field) -> bool:
        """Return whether a question is asked openly, not folded away."""
        if asked.required or asked.stands_open or asked.in_full:
            return True
        return self.kind.at_once and not asked.declaration.aside

    @cached_property
    def step(self) -> Field | None:
        """The next question, where one tap answers it."""
        if self.kind.at_once:
            return None
        first = next(iter(self.open_fields), None)
        if first is None or not first.one_tap or (first.in_full and not first.required):
            return None
        return first if len(first.choices) <= MAX_TAPPED_CHOICES else None

    @cached_property
    def alone(self) -> bool:
        """Whether a page of its own asks the next question alone, as the table does: others may hang on its answer."""
        if self.step is None or self.form.asks.in_full:
            return self.step is not None
        asks, key = self.form.asks, self.step.key
        answers = [{**self.typed, **self.answered, key: value} for value, _ in self.step.choices]
        return len({repr((asks.hidden(self.state, each), asks.choices_left(each))) for each in answers}) > 1

    @property
    def in_rows(self) -> bool:
        """Whether all players are asked at once, a row each."""
        return self.step is None and any(asked.cell or asked.in_rows for asked in self.open_fields)

    @property
    def is_dense(self) -> bool:
        """Whether so much is asked at once that it stands close together."""
        blocks = [asked for asked in self.open_fields if not (asked.cell or asked.in_rows)]
        return self.step is None and len(blocks) > (0 if self.in_rows else 2)

    @cached_property
    def is_last(self) -> bool:
        """Whether the next tap says everything, whatever it is."""
        if not self.form.asks.in_full:  # nothing hangs on what is said
            return self.ends_with("")
        return self.step is not None and bool(self.after) and all(map(self.ends_with, self.after))

    @cached_property
    def after(self) -> Mapping[str, "MoveSteps"]:
        """The move with each answer to the next question."""
        assert self.step
        return {value: self.with_answer(value) for value in self.players or [value for value, _ in self.step.choices]}

    def ends_with(self, value: str) -> bool:
        """Return whether nothing more is asked once the next question is answered so."""
        if self.step is None or self.lain:
            return False
        return not self.after[value].open_fields if self.form.asks.in_full else len(self.open_fields) == 1

    @property
    def keys(self) -> Sequence[int]:
        """The numbers of counters that may have lain there, as keys; none while more is asked, or there are many."""
        return self.lain if not self.open_fields and len(self.lain) <= MAX_TAPPED_CHOICES else ()

    @property
    def of_seats(self) -> tuple[str, ...]:
        """The questions, as they are asked at this table, that players answer."""
        return seat_fields(self.kind.asked_at(self.state))

    @cached_property
    def of_players(self) -> bool:
        """Whether the next question asks for a player, not for partners together."""
        if self.step is None or self.step.key not in self.of_seats:
            return False
        return all(value == words for value, words in self.step.choices)

    @cached_property
    def choices(self) -> list[tuple[str, str]]:
        """The answers to the next question that are possible, as (value, words)."""
        if self.step is None:
            return []
        if self.players:
            return [(name, name) for name in self.players]
        return [choice for choice in self.step.choices if self.after[choice[0]].possible]

    @cached_property
    def tappable_players(self) -> frozenset[str]:
        """The players of whom one can be tapped now."""
        return frozenset(value for value, _ in self.choices) if self.of_players else frozenset()

    @cached_property
    def in_their_rows(self) -> frozenset[str]:
        """The players of whom each can answer the first question in a row."""
        return frozenset(self.form.nameable if opens_beside(self.kind) else ())

    @cached_property
    def heading(self) -> str:
        """The question, with what was answered before."""
        asked = self.form.fields({}) if self.answered else []
        words = {question.key: dict(question.choices) for question in asked if question.key in self.answered}
        answers_in_words = {key: words.get(key, {}).get(value, value) for key, value in self.answered.items()}
        summary = self.kind.summary(answers_in_words) if answers_in_words else ""
        if self.step is None:
            if sentence := self.kind.as_sentence(answers_in_words):
                return sentence
            label = called(self.kind, self.state)
            return say("{label}: {said}", label=label, said=summary) if summary else label
        if summary:
            return say("{said}: {question}", said=capital(summary), question=small(self.step.label))
        by_player = self.kind.question and not self.kind.beside
        return say(self.kind.question) if not self.answered and by_player else self.step.label

    def with_answer(self, value: str) -> "MoveSteps":
        """Return the same move with the next question answered."""
        assert self.step
        return MoveSteps(self.form, {**self.answered, self.step.key: value})

    @property
    def possible(self) -> bool:
        """Whether what was answered can become a move that is legal now."""
        if self.step is not None:
            return bool(self.choices)
        if self.open_fields:
            return not self.names_absent()
        return self._is_legal()

    def names_absent(self) -> bool:
        """Return whether an answer names a player who isn't in, where the move names only those who are."""
        if not self.kind.names_those_in:
            return False
        return any(self.state.absence(name) for key, name in self.answered.items() if key in self.of_seats)

    def _is_legal(self) -> bool:
        """Return whether the move that was answered breaks no rule."""
        try:
            assert self.state.game
            answered = self.kind.gathered(self.state, answers(self.form.fields(self.answered), self.answered))
            check(self.state, self.state.game.read_move({"move": self.kind.name} | answered))
        except Refusal:
            return False
        return True


def opens_beside(kind: Any) -> Declaration | None:
    """Return the first question of a move that is asked in the rows of all players, None where another comes first.

    A tap beside a player opens these rows with it answered.
    """
    first = next(iter(declarations(kind).values()), None)
    return first if first and first.required and first.asks.in_rows else None


def hand_steps(state: State[Any, Any]) -> MoveSteps | None:
    """Return the questions of a whole hand, None where none are asked."""
    kind, typed = hand_asked(state)
    return MoveSteps(MoveForm(kind, state), typed=typed) if kind else None


def hand_asked(state: State[Any, Any]) -> tuple[Any, dict[str, Any]]:
    """Return the class that asks for a whole hand, None where none is asked, and what its form shows already."""
    if state.game is None or state.game.whole_hand is None or not state.open or state.over:
        return None, {}
    looed = looed_by(state.options) if len(state.pots) == 1 else None
    kind = state.game.whole_hand(state, looed)
    return kind, kind.usual(state, looed) if kind else {}


def as_last_time(journal: Journal, kind: type[Move]) -> dict[str, Any]:
    """Return what a form shows already, because it was said in the last such move of the game that is on."""
    kept = {name: notes for name, hint in hints(kind).items() if note_of(AsLastTime, notes := notes_of(hint))}
    if not kept:
        return {}
    last = _last_said(journal, kind)
    if last is None:
        others = [name for name in journal.state.playing if name != journal.state.dealer]
        first = {key_of(name): note.first for name, notes in kept.items() if (note := note_of(AsLastTime, notes))}
        return {key: dict.fromkeys(others, number) for key, number in first.items() if number}
    again = {key_of(name) for name, notes in kept.items() if not _was_all_of_a_pot(journal, last, name, notes)}
    return {key: value for key, value in redisplay_written(last.move).items() if key in again}


def _last_said(journal: Journal, kind: type[Move]) -> LoggedMove | None:
    """Return the last move of a kind in the game that is on, None without one."""
    said = (step.line for step in reversed(journal.steps) if step.in_force)
    last = next((line for line in said if isinstance(line.move, (Opening, kind))), None)
    return last if last and isinstance(last.move, kind) else None


def _was_all_of_a_pot(journal: Journal, line: LoggedMove, name: str, notes: tuple[Any, ...]) -> bool:
    """Return whether one player alone staked all that lay in a pot; another time it holds something else."""
    whole, staked = note_of(AllOf, notes), getattr(line.move, name) or {}
    return whole is not None and [*staked.values()] == [journal.before(line.number).pots[whole.pot]]


def again(journal: Journal, kind: type[Move]) -> list[tuple[str, int]]:
    """Return the inputs that make such a move as the last one of the game that is on; none where it can't be made."""
    last = _last_said(journal, kind)
    move = kind.again(journal.state, last.move) if last and was_said(journal, last.number) else None
    laid = redisplay_written(move).items() if move else ()
    return [
        (f"{key}:{name}:{heap}", counters)
        for key, by_name in laid
        for name, heaps in by_name.items()
        for heap, counters in heaps.items()
    ]


def page_steps(form: MoveForm, args: Mapping[str, str], typed: Mapping[str, Any]) -> MoveSteps:
    """Return a kind of move as a page of its own asks for it: what others hang on one by one, then all at once."""
    steps = MoveSteps(form, typed=typed)
    while steps.alone and steps.step and (said := args.get(steps.step.key)) in dict(steps.step.choices):
        steps = MoveSteps(form, {**steps.answered, steps.step.key: said}, typed)
    return steps


def move_steps(
    form: MoveForm, args: Mapping[str, str], typed: Mapping[str, Any], refused: Path | None = None
) -> MoveSteps:
    """Return a kind of move with what an address answers of it. Raises Illegal where no such move can be made now."""
    check_available(form.state, form.owner)
    asked = {question.key: question for question in form.fields({}) if question.key in args}
    in_rows = {key: args[key] for key, question in asked.items() if question.in_rows}
    answered = {key: args[key] for key in asked if key not in in_rows}
    steps = MoveSteps(form, answered, {**in_rows, **typed}, refused=refused, opened_with=in_rows)
    if steps.names_absent():
        raise Illegal(say("Choose someone who's in this hand."))
    return steps
