"""What every player is asked at a table, which a player's own phone may answer, and what phones replied so far."""

import re
from collections.abc import Container, Mapping, Sequence
from itertools import takewhile
from types import MappingProxyType
from typing import Any, NamedTuple

from attrs import evolve, frozen
from flask import g

from companion.engine.cached import cached_property
from companion.engine.game import Move, Opening, State
from companion.engine.hands import begins_hand, deal_along, state_for
from companion.engine.journal import Journal
from companion.engine.kit.moves import Misdeal
from companion.engine.message import Message, listed, say
from companion.engine.reports.offers import offer
from companion.store import Reply, Table
from companion.web.forms.answers import InvalidAnswer
from companion.web.forms.controls import InTheirRow
from companion.web.forms.fields import MoveForm
from companion.web.forms.form import Field, declarations, redisplay_each, redisplay_written
from companion.web.forms.rare import FallsEach, LaidEach, Lays
from companion.web.request.access import mark
from companion.web.request.services import services
from companion.web.table import bp
from companion.web.table.steps import MoveSteps, as_last_time

NOTHING_SAID: Mapping[str, str] = MappingProxyType({})
UNDECIDED = "\0"
"""What a form shows for a question of which several say that it is them: not even nobody. No name is so."""


class AskedPlayer(NamedTuple):
    """What one player is asked."""

    name: str
    words: str
    """The player, or all of a side, as people say it."""
    asked: list[Field]
    marks: list[Field]
    """The questions that name one player of all, such as who went out: the player says whether it is this one."""


@frozen(slots=False)  # cached properties keep what is asked twice
class PhoneQuestion:
    """What each player is asked at a table now, and what phones replied."""

    table: Table
    steps: MoveSteps
    """The move that asks it, as nobody has answered it yet."""
    asked: tuple[Field, ...]
    """What it asks of each player."""
    hand: int
    """The number of the entry that began the hand."""
    found: list[Reply] | None = None
    """What is kept of the hand, where that was read already."""

    @property
    def kind(self) -> type[Move]:
        return self.steps.kind

    @cached_property
    def replies(self) -> list[Reply]:
        """What phones replied, the last word last."""
        found = kept_replies(self.table) if self.found is None else self.found
        return [reply for reply in found if reply.move == self.kind.name and self.asks(reply.player)]

    @cached_property
    def heard(self) -> list[Reply]:
        """What may be known of the replies: where all answer at one time, only who has, until all have."""
        if not self.is_secret or self.rows.keys() == {self.name_of(reply.player) for reply in self.replies}:
            return self.replies
        empty = {field.name: "" for field in self.asked}
        return [reply._replace(answers=empty) for reply in self.replies]

    @cached_property
    def marks_of_replies(self) -> dict[str, str]:
        """By what a form tells which replies it knew, by player; of what nobody may know yet nothing."""
        return {} if self.is_secret else {reply.player: mark(reply) for reply in self.replies}

    @property
    def is_secret(self) -> bool:
        """Whether nobody sees what another answers until all have."""
        return bool(self.steps.form.asks.at_one_time)

    @cached_property
    def marks(self) -> tuple[Field, ...]:
        """The questions that name one player, which are marks in the player's row."""
        marks = [field for field in settled(self.steps, self.steps.fields) if field.in_rows]
        return alike([*self.asked, *marks])[len(self.asked) :]

    @cached_property
    def rows(self) -> dict[str, str]:
        """Those who have a row, by name in words: players, or sides by the first of each."""
        return {name: words for field in self.asked or self.marks for name, words in field.choices}

    @cached_property
    def contested(self) -> dict[str, dict[str, str]]:
        """What contradicts each other, by inputs and who says it: only one can have it, or partners differ."""
        said: dict[str, dict[str, str]] = {}
        for reply in self.replies:
            for name, text in self.said(reply).items():
                said.setdefault(name, {})[reply.player] = text
        return {name: by_player for name, by_player in said.items() if len({*by_player.values()}) > 1}

    def dispute(self, name: str) -> Message:
        """Say who contradict each other about an input, and what the writer does about it."""
        mark = next((mark for mark in self.marks if mark.name == name), None)
        if mark is None:
            return say("{said}: tap what's right.", said=self.contradiction(name))
        if mark.required:
            return say("{said}: tap the one who's right.", said=self.contradiction(name))
        return say("{said}: tap the one who's right, or nobody.", said=self.contradiction(name))

    def contradiction(self, name: str) -> Message:
        """Say who contradict each other about an input."""
        who, key = listed([*self.contested[name]]), re.split("[:-]", name)[0]
        if mark := next((mark for mark in self.marks if mark.name == name), None):
            return say("{who} each say “{ask}”", who=who, ask=mark.says)
        ask = next(field.label for field in self.asked if field.name == key)
        return say("{who} answer “{ask}” differently", who=who, ask=ask)

    def told(self, player: str) -> tuple[Message, ...]:
        """Return in sentences who says otherwise what this player says."""
        names = (name for name, who in self.contested.items() if player in who)
        return tuple(say("{said}: the writer decides.", said=self.contradiction(name)) for name in names)

    def stamp(self, name: str) -> str:
        """Return what a form says of the hand that it asks about, and of whose row."""
        return f"{self.hand} {self.kind.name} {name}"

    def asks(self, player: str) -> bool:
        return self.name_of(player) in self.rows

    def name_of(self, player: str) -> str:
        """Return by which name a player's row is asked: partners answer by the first of them."""
        is_side = any(field.declaration.one_a_side for field in self.asked or self.marks)
        return self.table.journal.state.side(player)[0] if is_side else player

    def row(self, player: str) -> AskedPlayer:
        """Return what a player is asked of the own row, as phones replied to it."""
        mine, name = self.own(player), self.name_of(player)
        said = [self.inputs(reply) for reply in self.heard] + ([self.said(mine)] if mine else [])
        replied = redisplay_each(self.asked, {name: text for inputs in said for name, text in inputs.items()})
        asked = [
            evolve(field, value=joined_with(field.value, replied.get(field.key, {})), choices_left={field.name: [name]})
            for field in self.asked
            if name in dict(field.choices)
        ]
        own = mine.answers if mine else {}
        marks = [evolve(mark, value=mark.named(name) if mark.name in own else None) for mark in self.marks]
        return AskedPlayer(name, self.rows[name], asked, marks)

    def own(self, player: str) -> Reply | None:
        """Return what the player's phone replied last, None where it hasn't."""
        return next((reply for reply in self.replies if reply.player == player), None)

    def said(self, reply: Reply) -> dict[str, str]:
        """Return a reply as the inputs of the writer's form."""
        name = self.name_of(reply.player)
        marks = {mark.name: mark.named(name) for mark in self.marks}
        return {(key if key in marks else f"{key}:{name}"): marks.get(key, text) for key, text in reply.answers.items()}

    def inputs(self, reply: Reply) -> dict[str, str]:
        """Return a reply as the inputs of the writer's form, without what others say otherwise."""
        return {name: text for name, text in self.said(reply).items() if name not in self.contested}

    def filled(self, said: Mapping[str, str] = NOTHING_SAID) -> dict[str, Any]:
        """Return what the writer's form shows of all replies, by the keys of its questions.

        What the writer has ``said`` already, by the names of inputs, replies change nothing of, nor whom it leaves out.
        """
        questions = [*self.asked, *self.marks]
        out = {field.name: said[field.except_field] for field in questions if field.except_field in said}
        inputs = {
            key: text
            for reply in self.heard
            for key, text in self.inputs(reply).items()
            if key not in said and out.get(re.split("[:-]", key)[0]) != self.name_of(reply.player)
        }
        return redisplay_each(questions, inputs) if inputs else {}


def alike(asked: Sequence[Field]) -> tuple[Field, ...]:
    """Return the questions that are asked of the same as the first: of players, or of sides."""
    return tuple(field for field in asked if field.declaration.one_a_side == asked[0].declaration.one_a_side)


def settled(steps: MoveSteps, asked: list[Field]) -> list[Field]:
    """Return the questions but those that some answer of the whole hand takes away: phones don't know it yet."""
    asks = steps.form.asks
    if not asks.in_full:
        return asked
    of_all = [field for field in steps.fields if not (field.cell or field.in_rows)]
    said = [{field.key: value} for field in of_all for value, _ in field.choices]
    gone = {key for answer in said for key in asks.hidden(steps.state, answer)}
    return [field for field in asked if field.key not in gone]


def hand_begun(journal: Journal) -> int:
    """Return the number of the entry with which the cards were dealt, a misdeal too; without any, of the opening.

    Where the next hand needs no deal of its own, it is that with which the last one ended; in a round of several turns
    that of the last turn.
    """
    state = journal.state
    steps = (step.line for step in reversed(journal.steps) if step.in_force)
    begun = (
        line
        for line in steps
        if isinstance(line.move, Opening | Misdeal)
        or begins_hand(line.move, state)
        or deal_along(state, type(line.move))
        or (line.move.main and state.manner.has_turns)
    )
    return next((line.number for line in begun), 0)


def call(code: str, players: Container[str | None]) -> None:
    """Send the devices that write at a table to look what is new, and the phones of these players; nobody else."""
    pencils = services().pencils
    phones = [phone for phone in pencils.phones(code) if phone.player in players]
    for device in {each.device for each in [*pencils.holders(code), *phones]}:
        services().hub.call(code, device)


def kept_replies(table: Table) -> list[Reply]:
    return services().replies.of(table.code, hand_begun(table.journal))


def question_at(table: Table, found: list[Reply] | None = None) -> PhoneQuestion | None:
    """Return what each player is asked at a table now, None where nothing is; ``found`` is what was read of replies."""
    journal = table.journal
    kinds = journal.state.game.by_name.values() if journal.state.game and not journal.state.over else ()
    for kind in kinds:
        state = state_for(journal, kind)
        if not (asks_each(kind, state) and offer(state, kind)):
            continue
        steps = MoveSteps(MoveForm(kind, state), typed=as_last_time(journal, kind))
        open_fields = settled(steps, steps.open_fields)
        rows = [field for field in open_fields if field.cell or field.in_rows]
        asked = tuple(field for field in rows if field.cell and not isinstance(field, Lays))
        if any(field.required or field.in_full for field in rows):
            return PhoneQuestion(table, steps, alike(asked), hand_begun(journal), found)
    return None


def asks_each(kind: Any, state: State[Any, Any]) -> bool:
    """Return whether a main move, or what is said before, asks each player by its declaration, and nothing falls."""
    every = [declared.asks for declared in declarations(kind.asked_at(state)).values()]
    each = [asks for asks in every if asks.cell or asks.in_rows]
    by_taps = any(issubclass(asks, (FallsEach, LaidEach)) for asks in each)
    return (kind.main or kind.comes_first) and not kind.beside and bool(each) and not by_taps


def replied_to(table: Table, kind: type[Move]) -> PhoneQuestion | None:
    """Return the question of a move to which phones replied; None where they haven't, or aren't asked."""
    now, known = (table.code, table.version, kind), g.setdefault("replied_to", {})
    if now not in known:
        found = kept_replies(table) if asks_each(kind, state_for(table.journal, kind)) else []
        asked = question_at(table, found) if found else None
        known[now] = asked if asked and asked.kind is kind else None
    replied: PhoneQuestion | None = known[now]
    return replied


@bp.app_template_global()
def replies_known(table: Table, kind: type[Move]) -> str:
    """Return which replies a form of a move knows, so that one that comes later isn't passed over."""
    asked = replied_to(table, kind)
    return " ".join(asked.marks_of_replies.values()) if asked else ""


def with_replies(
    table: Table, kind: type[Move], typed: Mapping[str, Any], said: Mapping[str, str] = NOTHING_SAID
) -> dict[str, Any]:
    """Return what a form shows already, with what phones replied to the question of each player.

    What was ``said`` already, by the names of inputs, replies change nothing of.
    """
    asked = replied_to(table, kind)
    replied = asked.filled(said) if asked else {}
    shown = {**typed, **{key: joined_with(typed.get(key), given) for key, given in replied.items()}}
    return undecided(table, kind, shown, said) if asked else shown


def keeping_secrets(table: Table, kind: type[Move]) -> PhoneQuestion | None:
    """Return the question of a move to which phones replied what no page tells yet; None where there is none."""
    asked = replied_to(table, kind) if kind.asked_at(state_for(table.journal, kind)).at_one_time else None
    return asked if asked and asked.heard != asked.replies else None


def with_secrets(table: Table, kind: type[Move], form: dict[str, str]) -> dict[str, str]:
    """Return what was typed in a form, with what phones replied to it that its page doesn't tell."""
    asked = replied_to(table, kind) if kind.asked_at(state_for(table.journal, kind)).at_one_time else None
    if not asked:
        return form
    replied = {key: text for reply in asked.replies for key, text in asked.inputs(reply).items()}
    return form | {key: text for key, text in replied.items() if not form.get(key)}


def undecided(
    table: Table, kind: type[Move], typed: Mapping[str, Any], said: Mapping[str, str] = NOTHING_SAID
) -> dict[str, Any]:
    """Return what a form shows, where several say what only one can have nobody's name: the writer decides.

    What was ``said`` already, by the names of inputs, is decided.
    """
    asked = replied_to(table, kind)
    names = [mark.name for mark in asked.marks if mark.name in asked.contested] if asked else []
    return {**typed} | {name: UNDECIDED for name in names if typed.get(name) is None and name not in said}


def require_agreed(table: Table, kind: type[Move], form: Mapping[str, str]) -> None:
    """Refuse what phones contradict each other about until the writer has decided, and what came since the form did.

    Raises InvalidAnswer.
    """
    asked = replied_to(table, kind)
    if asked is None:
        return
    known = form.get("heard", " ".join(asked.marks_of_replies.values())).split()
    news = {player for player, own in asked.marks_of_replies.items() if own not in known}
    for name, said in asked.contested.items():
        must_name = any(mark.required for mark in asked.marks if mark.name == name)
        is_open = name not in form or (not form[name] and (must_name or ":" in name))
        if is_open or (form[name] == "0" and "0" not in said.values()) or news & said.keys():
            raise InvalidAnswer(asked.dispute(name), tuple(name.split(":")))
    for reply in asked.replies:
        for name, text in asked.inputs(reply).items() if reply.player in news else ():
            if form.get(name, "") != text:
                why = say("{player} has just answered by phone: look again.", player=reply.player)
                raise InvalidAnswer(why, tuple(name.split(":")))


def written_down(table: Table, player: str) -> list[Message]:
    """Return what was written down of a hand in sentences, where a player's phone replied otherwise, or so did others.

    Of what only one can have it is said whose it is.
    """
    kept = services().replies.last_of(table.code, player)
    if kept is None:
        return []
    hand, reply = kept
    journal = table.journal
    since = [
        step.line for step in takewhile(lambda step: step.line.number > hand, reversed(journal.steps)) if step.in_force
    ]
    line = next((line for line in reversed(since) if line.move.name == reply.move), None)
    if line is None:
        return []
    move, state = line.move, journal.before(line.number)
    form = MoveForm(type(move), state)
    written, name = move.spread(state) or redisplay_written(move), journal.state.side(player)[0]
    told: list[Message] = []
    others = [other for other in services().replies.of(table.code, hand) if other.player != player]
    for field in form.fields(written):
        key = field.key
        if key not in reply.answers or not field.as_said:
            continue
        own = name if field.declaration.one_a_side else player
        value = field.value.get(own, 0) if isinstance(field.value, dict) else field.value
        is_other = str(value) != (field.named(own) if field.in_rows else reply.answers[key])
        if is_other:
            told = [say("{name}, something else was written down for you.", name=player), *told]
        if isinstance(field, InTheirRow) and (is_other or any(key in other.answers for other in others)):
            words = dict(field.choices).get(str(value), field.nothing)
            told.append(say("Written down: “{ask}” – {who}.", ask=field.says, who=words))
    return list(dict.fromkeys(told))


def joined_with(typed: Any, replied: Any) -> Any:
    """Return an answer with what phones replied to it, where it has one for each player."""
    return {**(typed or {}), **replied} if isinstance(replied, dict) else replied
