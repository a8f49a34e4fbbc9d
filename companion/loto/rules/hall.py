"""Loto night: a hall of printed cards, a fixed caller, and a programme of prizes in rounds (LH)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeAlias

from attrs import evolve, frozen

from companion.engine import (
    Carried,
    Effect,
    Family,
    Game,
    GivenAway,
    Illegal,
    Malformed,
    Manner,
    MaxItems,
    Message,
    Moment,
    Move,
    NonEmpty,
    Options,
    State,
    Text,
    Within,
    capital,
    hand_ends,
    joined,
    kit,
    listed,
    say,
    say_many,
    sentences,
)
from companion.loto.rules import called
from companion.loto.rules.box import PER_ROW, ROWS, Card, Seed
from companion.loto.rules.called import OTHER_NAMES, Called, Drawn, Revealed, alone
from companion.loto.rules.cards import are_missing
from companion.loto.rules.pack import A_SIX, MOST_CARDS, pack

MOST_ROUNDS, MOST_PRIZES = 30, 8
"""The most rounds of a programme, and the most prizes of a round."""

Cell: TypeAlias = tuple[int, int]
"""A place on a card: the row from 1 to 3, and which of its five numbers."""


class Pattern(NamedTuple):
    """What must be drawn for a prize: in each of ``so_many`` groups of places as many numbers as ``of_each``."""

    groups: tuple[tuple[Cell, ...], ...]
    of_each: int
    so_many: int = 1


_ROWS = tuple(tuple((row, place) for place in range(1, PER_ROW + 1)) for row in range(1, ROWS + 1))
_CORNERS = ((1, 1), (1, PER_ROW), (ROWS, 1), (ROWS, PER_ROW))
PATTERNS: Mapping[str, Pattern] = {
    "row": Pattern(_ROWS, PER_ROW),
    "two-rows": Pattern(_ROWS, PER_ROW, 2),
    "card": Pattern(_ROWS, PER_ROW, 3),
    "early-five": Pattern((sum(_ROWS, ()),), 5),
    "corners": Pattern((_CORNERS,), 4),
    "ambo": Pattern(_ROWS, 2),
    "terno": Pattern(_ROWS, 3),
    "quaterna": Pattern(_ROWS, 4),
    "cinquina": Pattern(_ROWS, PER_ROW),
}
"""What prizes can be for, besides places of the organiser's own (LH-04)."""
PATTERN_WORDS: Mapping[str, Message] = {
    "row": say("a row"),
    "two-rows": say("two rows"),
    "card": say("the whole card"),
    "early-five": say("five numbers"),
    "corners": say("the four corners"),
    "ambo": say("two in one row"),
    "terno": say("three in one row"),
    "quaterna": say("four in one row"),
    "cinquina": say("five in one row"),
}
"""The same in a sentence."""


@frozen
class Places:
    """Places on a card, each its row from 1 to 3 and which of the five numbers, all different."""

    example: ClassVar[list[Any]] = [[1, 1]]

    def problem(self, value: list[Any]) -> str | None:
        """Return why a value names no such places, None if it does."""
        if value and all(_is_cell(cell) for cell in value) and len(set(map(tuple, value))) == len(value):
            return None
        return say("must be places on a card, each as its row from 1 to 3 and its place from 1 to 5, all different")

    def json_schema(self) -> dict[str, Any]:
        """Return what a JSON Schema says of them."""
        bounds = ({"type": "integer", "minimum": 1, "maximum": most} for most in (ROWS, PER_ROW))
        cell = {"type": "array", "prefixItems": [*bounds], "minItems": 2, "maxItems": 2}
        return {"items": cell, "minItems": 1, "uniqueItems": True}


def _is_cell(cell: Any) -> bool:
    if type(cell) is not list or [type(number) for number in cell] != [int, int]:
        return False
    row, place = cell
    return bool(1 <= row <= ROWS and 1 <= place <= PER_ROW)


@frozen
class Prize:
    """A prize: what it is for, and the thing that is won."""

    for_: Annotated[
        Literal["row", "two-rows", "card", "early-five", "corners", "ambo", "terno", "quaterna", "cinquina", "cells"],
        "What is it for?",
    ]
    thing: Annotated[Annotated[str, Text(40, name=True)] | None, "What can be won? (optional)"] = None
    cells: Annotated[Annotated[list[Any], Places()] | None, "Which places on the card?"] = None
    named: Annotated[Annotated[str, Text(40, name=True)] | None, "What is this pattern called?"] = None

    @property
    def pattern(self) -> Pattern:
        """What must be drawn for it."""
        if self.cells is None:
            return PATTERNS[self.for_]
        return Pattern((tuple((row, place) for row, place in self.cells),), len(self.cells))

    @property
    def words(self) -> str:
        """What it is for, in a sentence: ``two rows``."""
        return self.named or PATTERN_WORDS[self.for_]

    def summary(self) -> Message:
        """Return what it is for, and the thing: ``two rows (the hamper)``."""
        values = {"prize": self.words, "thing": self.thing}
        return say("{prize} ({thing})", **values) if self.thing else say("{prize}", **values)


@frozen
class Rounds:
    """A programme: rounds, and the prizes of each."""

    example: ClassVar[list[Any]] = [
        [{"for": "ambo", "thing": "A ham"}, {"for": "cells", "cells": [[2, 3]], "named": "The middle"}],
        [{"for": "early-five"}],
    ]

    def problem(self, value: list[list[Prize]]) -> str | None:
        """Return why a value is no programme, None if it is one."""
        if 1 <= len(value) <= MOST_ROUNDS and all(1 <= len(prizes) <= MOST_PRIZES for prizes in value):
            return None
        return say(
            "must have 1 to {rounds} rounds, with 1 to {prizes} prizes in each", rounds=MOST_ROUNDS, prizes=MOST_PRIZES
        )

    def json_schema(self) -> dict[str, Any]:
        """Return what a JSON Schema says of it."""
        return {"minItems": 1, "maxItems": MOST_ROUNDS, "items": {"minItems": 1, "maxItems": MOST_PRIZES}}


@frozen
class Sixes:
    """A number of cards in whole sixes."""

    def problem(self, value: int) -> str | None:
        """Return what is wrong with the number, None if nothing is."""
        return say("must be a multiple of {n}, not {given}", n=A_SIX, given=value) if value % A_SIX else None

    def json_schema(self) -> dict[str, Any]:
        """Return what a JSON Schema says of it."""
        return {"multipleOf": A_SIX}


LINES = [[Prize("row"), Prize("two-rows"), Prize("card")]]
"""The programme if nobody makes another."""


@frozen
class HouseRules(Options):
    """House rules of Loto night."""

    pack: Annotated[Seed, Carried(), "The seed of the printed cards (LH-01)"] = "0" * 32
    cards: Annotated[
        Annotated[int, Within(A_SIX, MOST_CARDS, A_SIX), Sixes()], "How many cards are printed? (LH-01)"
    ] = 120
    programme: Annotated[
        Annotated[list[list[Prize]], Rounds()], Carried(), "Which prizes are played for, round by round? (LH-03)"
    ] = LINES
    ties: Annotated[
        Literal["shared", "lot"], "Several have a prize at once: do they share it, or is it drawn by lot? (LH-06)"
    ] = "shared"
    drawn_by: Annotated[Literal["app", "bag"], "Who draws the numbers: the app, or a real bag?"] = "app"
    covered_by: Annotated[Literal["players", "app"], "Who covers the numbers on phones: their players, or the app?"] = (
        "players"
    )

    def well_formed(self) -> None:
        """Refuse places without a name, a name without places, and either beside a known pattern."""
        for prize in (prize for prizes in self.programme for prize in prizes):
            if (prize.cells is None, prize.named is None) != (prize.for_ != "cells",) * 2:
                raise Malformed("programme: cells and named belong together, to a prize for cells alone")

    def seats(self) -> range:
        """Allow one, the caller: the others hold cards."""
        return range(1, 2)

    def manner(self) -> Manner:
        """Play rounds: nothing is dealt."""
        return Manner(in_rounds=True)

    def pots(self) -> tuple[str, ...]:
        """Return no pots: what is won are things."""
        return ()

    def for_counters(self) -> bool:
        """Return that no counters change hands."""
        return False


@frozen
class Given:
    """Cards that were given out together, from ``first`` to ``last``, and to whom if that was said."""

    first: int
    last: int
    to: str = ""

    def __contains__(self, card: int) -> bool:
        return self.first <= card <= self.last


@frozen
class Award:
    """What became of a prize: the cards that had it together, the one that drew it by lot, none where it was passed.

    ``since`` has for each card which number drawn gave it the prize; ``drawn`` is how many were out at the claim.
    ``who`` has it, if that was said then.
    """

    cards: tuple[int, ...] = ()
    lot: int | None = None
    since: tuple[int, ...] = ()
    drawn: int = 0
    who: str = ""

    @property
    def winners(self) -> tuple[int, ...]:
        return self.cards if self.lot is None else (self.lot,)


@frozen
class Night(Called):
    """The cards given out, by their numbers, and what became of the prizes of every round so far, by their places."""

    given: tuple[Given, ...] = ()
    awards: tuple[Mapping[int, Award], ...] = ()

    def holder(self, card: int) -> Given | None:
        """Return with which cards one was given out, None if it wasn't."""
        return next((given for given in self.given if card in given), None)

    def numbers(self) -> Iterator[int]:
        """Yield the numbers of the cards given out."""
        for given in self.given:
            yield from range(given.first, given.last + 1)

    def given_away(self, state: "State[Any, Any]") -> list[GivenAway]:
        """Return every prize of the programme, with who has it."""
        rounds = zip_longest(state.options.programme, self.awards, fillvalue=dict[int, Award]())
        return [
            GivenAway(say("Round {n}", n=number), prize.summary(), won_by(awards.get(place)))
            for number, (prizes, awards) in enumerate(rounds, 1)
            for place, prize in enumerate(prizes, 1)
        ]

    def hand_called(self, state: "State[Any, Any]") -> Message:
        """Return which round is on, or was last: ``round 3 of 6``."""
        return say("round {n} of {all}", n=state.hand, all=len(state.options.programme))

    def of_hand(self, state: "State[Any, Any]") -> str:
        """Return which round it is, or which comes next."""
        number = state.hand + (not state.open)
        return say("Round {n}", n=min(number, len(state.options.programme)))


Table: TypeAlias = State[HouseRules, Night]


class Offered(NamedTuple):
    """A prize of the round: its place in it from 1, and what became of it; None while it is still to be won."""

    place: int
    prize: Prize
    award: Award | None


def prizes_of(state: Table) -> list[Offered]:
    """Return the prizes of the round that is on; between rounds those of the last one, before the first its own."""
    number = max(state.hand, 1)
    awards = state.facts.awards[number - 1] if state.hand else {}
    return [
        Offered(place, prize, awards.get(place)) for place, prize in enumerate(state.options.programme[number - 1], 1)
    ]


def still_there(state: Table) -> list[Offered]:
    """Return the prizes of the round that are still to be won."""
    return [offered for offered in prizes_of(state) if offered.award is None]


def cards_of(state: Table) -> Mapping[int, Card]:
    """Return the printed cards by number."""
    return pack(state.options.pack, state.options.cards)


@lru_cache(64)
def _masks(seed: str, cards: int, groups: tuple[tuple[Cell, ...], ...]) -> Mapping[int, tuple[int, ...]]:
    return {
        number: tuple(sum(1 << card[row - 1][place - 1] for row, place in group) for group in groups)
        for number, card in pack(seed, cards).items()
    }


def _lacks(state: Table, prize: Prize) -> Iterator[tuple[int, int]]:
    """Yield every card given out, with how many numbers it lacks for a prize."""
    groups, of_each, so_many = prize.pattern
    masks = _masks(state.options.pack, state.options.cards, groups)
    drawn = sum(1 << number for number in state.facts.drawn)
    for card in state.facts.numbers():
        lacks = [max(of_each - (mask & drawn).bit_count(), 0) for mask in masks[card]]
        yield card, sum(sorted(lacks)[:so_many])


def nearest(state: Table) -> dict[int, int]:
    """Return how many numbers the nearest card lacks for each prize still there, by its place in the round."""
    if not state.facts.given:
        return {}
    return {offered.place: min(lacks for _, lacks in _lacks(state, offered.prize)) for offered in still_there(state)}


class PossibleClaim(NamedTuple):
    """A prize, by its place in the round, that a card could claim since this many numbers were drawn."""

    prize: int
    card: int
    since: int


def possible_claims(state: Table) -> list[PossibleClaim]:
    """Return all claims that could be made now for prizes still there, for each prize the earliest first."""
    return [
        PossibleClaim(offered.place, card, since)
        for offered in still_there(state)
        for since, card in sorted(
            (since_when(state, offered.prize, card), card)
            for card, lacks in _lacks(state, offered.prize)
            if not lacks and state.open
        )
    ]


def since_when(state: Table, prize: Prize, card: int) -> int:
    """Return which number drawn, counted from 1, gave a card a prize that it has."""
    groups, of_each, so_many = prize.pattern
    places = {number: place for place, number in enumerate(state.facts.drawn, 1)}
    drawn = (sorted(places[number] for number in group if number in places) for group in on_card(state, groups, card))
    return sorted(group[of_each - 1] for group in drawn if len(group) >= of_each)[so_many - 1]


def on_card(state: Table, groups: Sequence[Sequence[Cell]], card: int) -> list[list[int]]:
    """Return the numbers that stand in groups of places on a card."""
    rows = cards_of(state)[card]
    return [[rows[row - 1][place - 1] for row, place in group] for group in groups]


class Verdict(NamedTuple):
    """Whether a card has a prize: since which number drawn, or why not, in a sentence.

    ``missing`` are the numbers of which it lacks as many as ``lacks``.
    """

    since: int | None = None
    lacks: int = 0
    missing: tuple[int, ...] = ()
    refusal: str = ""


def verdict(state: Table, prize: int, card: int, said: Callable[[int], str] = str) -> Verdict:
    """Return whether a card has the prize at this place in the round.

    ``said`` returns what is said of a number: its word, or itself.
    """
    if why := not_in_play(state, prize, card):
        return Verdict(refusal=why)
    played = state.options.programme[state.hand - 1][prize - 1]
    groups, of_each, so_many = played.pattern
    left = [[number for number in group if number not in state.facts.drawn] for group in on_card(state, groups, card)]
    wanted = sorted(left, key=len)[:so_many]
    spare = len(groups[0]) - of_each
    lacks = sum(max(len(group) - spare, 0) for group in wanted)
    if not lacks:
        return Verdict(since_when(state, played, card))
    missing = tuple(sorted(number for group in wanted for number in group if len(group) > spare))
    why = are_missing(missing, said) if lacks == len(missing) else how_many_missing(lacks)
    values = {"card": card, "prize": played.words, "lacks": why}
    return Verdict(None, lacks, missing, say("Card {card} doesn't have {prize} yet: {lacks}.", **values))


def not_in_play(state: Table, prize: int, card: int) -> str:
    """Return why a card can't have a prize now, whatever is drawn; empty if it can."""
    if card not in cards_of(state):
        return say("There's no card {card}: this pack has cards 1 to {n}.", card=card, n=state.options.cards)
    if state.facts.holder(card) is None:
        return say("Card {card} hasn't been given out.", card=card)
    if not state.open:
        return say("No round is being played: start the next one first.")
    if why := gone(state, prize):
        return why
    return "" if state.facts.drawn else say("No number has been drawn yet.")


def gone(state: Table, place: int) -> str:
    """Return why a prize of the round can't be won any more; empty if it can."""
    prizes = prizes_of(state)
    if place > len(prizes):
        return say_many("This round has only {n} prize.", "This round has only {n} prizes.", len(prizes))
    _, prize, award = prizes[place - 1]
    if award is None:
        return ""
    words = capital(prize.summary())
    if not award.cards:
        return say("{prize} isn't played for any more in this round.", prize=words)
    return say("{prize} is gone: {who} won it.", prize=words, who=cards_named(state, award.winners))


def won_by(award: Award | None) -> str:
    """Return who has a prize, and on which card: ``Eve, card 42``; empty where nobody has."""
    if award is None or not award.cards:
        return ""
    numbers = listed([str(card) for card in award.winners])
    cards = say_many("card {cards}", "cards {cards}", len(award.winners), cards=numbers)
    return joined(", ", [award.who, cards] if award.who else [cards])


def holders_named(state: Table, cards: Sequence[int]) -> str:
    """Return to whom cards were given, as far as that was said, each once."""
    holders = (state.facts.holder(card) for card in cards)
    return listed([*dict.fromkeys(given.to for given in holders if given and given.to)])


def how_many_missing(number: int) -> Message:
    """Return how many numbers are missing: ``2 more numbers are still missing``."""
    return say_many("{n} more number is still missing", "{n} more numbers are still missing", number)


def cards_named(state: Table, cards: Sequence[int]) -> str:
    """Return cards with those to whom they were given: ``card 42 (Eve) and card 117``."""
    holders = [(card, state.facts.holder(card)) for card in cards]
    return listed(
        [
            say("card {card} ({to})", card=card, to=given.to) if given and given.to else say("card {card}", card=card)
            for card, given in holders
        ]
    )


PrintedCard: TypeAlias = Annotated[int, Within(1, MOST_CARDS)]
PLACE = Within(1, MOST_PRIZES)
"""By which a question for a prize of the round is known."""
PrizePlace: TypeAlias = Annotated[int, PLACE]


@frozen
class OfCards(Move):
    """Cards change hands, by their numbers: between rounds, or before the first number of one."""

    moment = Moment.GAME

    first: Annotated[PrintedCard, "From which card?"]
    last: Annotated[PrintedCard, "To which card?"]

    def well_formed(self) -> None:
        """Refuse numbers the wrong way round."""
        if self.last < self.first:
            raise Malformed("last must not be below first")

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse cards that change hands while numbers are out."""
        if state.facts.drawn:
            raise Illegal("Numbers are out: cards change hands between rounds, or before the first number.")

    def check(self, state: State[Any, Any]) -> None:
        """Refuse cards that the pack lacks."""
        if self.last > state.options.cards:
            raise Illegal(
                "There's no card {card}: this pack has cards 1 to {n}.", card=self.last, n=state.options.cards
            )

    @property
    def cards(self) -> Message:
        """The cards in words: ``cards 1 to 60``."""
        if self.first == self.last:
            return say("Card {card}", card=self.first)
        return say("Cards {first} to {last}", first=self.first, last=self.last)


@frozen
class Give(OfCards):
    """Cards are sold or handed out, by their numbers."""

    name = "give"
    label = "Give out cards"
    page = "loto.given"

    to: Annotated[Annotated[str, Text(40, name=True)] | None, "To whom? (optional)"] = None

    def check(self, state: Table) -> None:
        """Refuse cards that were given out before."""
        super().check(state)
        for given in state.facts.given:
            if given.first <= self.last and self.first <= given.last:
                card = max(given.first, self.first)
                if given.to:
                    raise Illegal("Card {card} was given to {to} already.", card=card, to=given.to)
                raise Illegal("Card {card} was given out already.", card=card)

    def effect(self, state: Table) -> Effect:
        """Remember who has them."""
        new = Given(self.first, self.last, self.to or "")
        given = tuple(sorted((*state.facts.given, new), key=lambda given: given.first))
        return Effect(
            say("{cards}: given out.", cards=self.cards), state.replace(facts=evolve(state.facts, given=given))
        )


@frozen
class TakeBack(OfCards):
    """Cards come back, by their numbers, and can be given out again."""

    name = "take-back"
    label = "Take cards back"
    page = "loto.given"

    def check(self, state: Table) -> None:
        """Refuse cards that aren't given out."""
        super().check(state)
        for card in range(self.first, self.last + 1):
            if state.facts.holder(card) is None:
                raise Illegal("Card {card} hasn't been given out.", card=card)

    def effect(self, state: Table) -> Effect:
        """Forget who had them; what was given with them stays."""
        parts = [
            part
            for given in state.facts.given
            for part in (
                evolve(given, last=min(given.last, self.first - 1)),
                evolve(given, first=max(given.first, self.last + 1)),
            )
        ]
        left = tuple(part for part in parts if part.first <= part.last)
        memo = say("{cards}: taken back.", cards=self.cards)
        return Effect(memo, state.replace(facts=evolve(state.facts, given=left)))


@frozen
class Deal(called.Deal):
    """Start the next round of the programme; where the app draws, its bag is sealed."""

    label = "Start the round"

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse a round after the last, or without cards."""
        if len(state.playing) > 1:
            raise Illegal("Only the caller sits at the table: the others must leave or sit out.")
        if state.hand >= len(state.options.programme):
            raise Illegal("The programme is through: that was the last round.")
        if not state.facts.given:
            raise Illegal("No card is given out yet: give out the cards first.")

    def facts(self, state: State[Any, Any]) -> Night:
        """Keep the cards and the awards; none of the new round is made yet."""
        night: Night = evolve(super().facts(state), awards=(*state.facts.awards, {}))
        return night

    def effect(self, state: State[Any, Any]) -> Effect:
        """Open the round."""
        round_of = say("Round {n} of {all} begins.", n=state.hand + 1, all=len(state.options.programme))
        return super().effect(state)._replace(memo=round_of)


@frozen
class Claim(Move):
    """Cards claim a prize together; it is theirs if the numbers drawn have given it to each of them."""

    name = "claim"
    label = "Claim a prize"
    page = "table.page"
    in_line = True

    prize: Annotated[PrizePlace, "Which prize?"]
    cards: Annotated[list[PrintedCard], NonEmpty(), MaxItems(MOST_CARDS), "Which cards?"]
    lot: Annotated[PrintedCard | None, "Which card drew it by lot?"] = None
    who: Annotated[Annotated[str, Text(40, name=True)] | None, "Whose is it? (optional)"] = None

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        """Hide the lot where prizes are shared."""
        return () if state.options.ties == "lot" else ("lot",)

    def check(self, state: Table) -> None:
        """Refuse a prize that is gone, a card named twice or without the prize, and a lot that isn't drawn rightly."""
        for place, card in enumerate(self.cards):
            if card in self.cards[:place]:
                raise Illegal("Card {card} is named twice.", card=card)
            if why := verdict(state, self.prize, card).refusal:
                raise Illegal(why)
        if state.options.ties == "shared" or len(self.cards) == 1:
            if self.lot is not None:
                raise Illegal("Leave the lot out: the prize isn't drawn by lot.")
        elif self.lot not in self.cards:
            raise Illegal("Several cards have the prize: say which of them drew it by lot.")

    def effect(self, state: Table) -> Effect:
        """Award the prize; the last one ends the round."""
        prize, drawn = state.options.programme[state.hand - 1][self.prize - 1], state.facts.drawn
        since = tuple(since_when(state, prize, card) for card in self.cards)
        who = cards_named(state, self.cards)
        values = {"prize": prize.summary(), "place": since[0], "number": drawn[since[0] - 1]}
        each = [
            say("{who} since number {place}", who=cards_named(state, [card]), place=place)
            for card, place in zip(self.cards, since, strict=True)
        ]
        if len(self.cards) == 1:
            memo = say("{who} has {prize} since number {place}, the {number}.", who=who, **values)
        elif self.lot is None:
            memo = say("{who} share {prize}.", who=listed(each), **values)
        else:
            drew = cards_named(state, [self.lot])
            memo = say("{who} have {prize}; the lot falls to {drew}.", who=listed(each), drew=drew, **values)
        if self.who:
            memo = sentences(memo, say("It goes to {who}.", who=self.who))
        award = Award(tuple(self.cards), self.lot, since, len(drawn))
        award = evolve(award, who=self.who or holders_named(state, award.winners))
        return awarded(state, self.prize, award, capital(memo))


@frozen
class Pass(Move):
    """A prize isn't played for any more in this round."""

    name = "pass"
    label = "Leave a prize out"
    question = "Which prize is left out?"

    prize: Annotated[PrizePlace, "Which prize?"]

    def check(self, state: Table) -> None:
        """Refuse a prize that is gone."""
        if why := gone(state, self.prize):
            raise Illegal(why)

    def effect(self, state: Table) -> Effect:
        """Leave the prize out; the last one ends the round."""
        prize = state.options.programme[state.hand - 1][self.prize - 1]
        memo = capital(say("{prize} isn't played for any more.", prize=prize.summary()))
        return awarded(state, self.prize, Award(drawn=len(state.facts.drawn)), memo)


def awarded(state: Table, place: int, award: Award, memo: Message) -> Effect:
    """Return the effect of what became of a prize: the round ends with its last one."""
    *before, now = state.facts.awards
    facts = evolve(state.facts, awards=(*before, {**now, place: award}))
    after = state.replace(facts=facts)
    if still_there(after):
        return Effect(memo, after)
    over = say("Round {n} is over.", n=state.hand)
    return Effect(sentences(memo, over), hand_ends(after))


GAME = Game(
    key="loto-hall",
    title="Loto night",
    family=Family.LOTO,
    summary="A hall, printed cards, prizes",
    options=HouseRules,
    facts=Night,
    moves=(Give, TakeBack, Deal, Drawn, Claim, Pass, Revealed),
    common=tuple(move for move in kit.COMMON if move not in (kit.Misdeal, kit.Abandon)),
    alone=alone,
    dealer=say("Caller"),
    pages="companion.loto.web:NIGHT",
    needs=("box",),
    also_called=OTHER_NAMES,
    minutes=120,
)
