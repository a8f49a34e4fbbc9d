"""The Loto box: its cards, the rule that every card obeys, its counters, and a bag that anyone can check (LC)."""

from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Any, TypeAlias

from attrs import evolve, frozen

from companion.engine import Effect, Hex, Illegal, Move, State, Text, listed, plural, say, say_many

Card: TypeAlias = tuple[tuple[int, ...], ...]
"""Three rows of five numbers, from the top downwards."""

NUMBERS = range(1, 91)
"""The numbers in the bag."""
ROWS, PER_ROW, COLUMNS = 3, 5, 9
"""The rows of a card, the numbers in each, and the columns that they are spread over (LC-02)."""
CONTRACT, FISH = 100, 10
"""How many counters the larger pieces of the box stand for (LC-01)."""

_SIXTHS = """
5 11 33 50 76 / 17 22 43 65 89 / 2 28 35 56 74
32 40 60 79 84 / 8 23 37 61 85 / 19 44 58 67 87
4 10 21 57 63 / 6 24 46 59 73 / 16 29 39 75 80
25 34 41 62 78 / 13 42 55 68 81 / 9 18 36 45 83
1 12 48 64 70 / 26 30 54 66 77 / 15 27 38 49 86
3 14 51 71 82 / 7 31 52 69 88 / 20 47 53 72 90

6 13 48 53 69 / 15 26 36 46 76 / 11 43 56 74 83
5 17 54 68 90 / 22 35 45 57 70 / 9 16 39 65 86
4 20 32 71 84 / 29 31 49 58 82 / 2 19 21 64 73
14 23 30 42 78 / 33 44 52 60 89 / 3 25 59 67 85
8 18 50 66 79 / 10 28 47 51 61 / 27 34 62 72 80
1 12 41 75 88 / 7 38 55 63 81 / 24 37 40 77 87

3 44 57 79 87 / 39 42 58 72 89 / 9 12 29 50 66
2 22 37 56 71 / 25 45 64 77 84 / 13 32 46 51 60
8 38 68 76 82 / 4 21 41 65 81 / 15 34 53 69 73
35 59 67 78 83 / 49 54 61 74 90 / 7 11 23 43 85
18 36 48 52 70 / 6 10 24 40 88 / 1 14 28 63 86
17 20 33 47 62 / 19 26 30 55 75 / 5 16 27 31 80

3 28 48 53 70 / 24 30 63 75 80 / 13 21 55 60 71
5 16 23 57 82 / 12 40 67 72 85 / 9 15 33 74 87
1 26 43 59 89 / 35 41 66 73 83 / 10 25 32 47 62
22 39 64 77 90 / 2 34 52 78 86 / 8 18 29 46 65
20 44 54 69 88 / 6 19 38 58 68 / 4 14 42 56 79
27 36 49 50 84 / 11 31 61 76 81 / 7 17 37 45 51
"""
"""Four times six cards; each six hold every number from 1 to 90 once (LC-04). The first card is Fig. 1 (LC-03)."""


def _cards(text: str) -> list[Card]:
    lines = filter(None, text.splitlines())
    return [tuple(tuple(map(int, row.split())) for row in line.split("/")) for line in lines]


BOXES: Mapping[int, Mapping[int, Card]] = {size: dict(enumerate(_cards(_SIXTHS)[:size], 1)) for size in (24, 18)}
"""The built-in boxes of 24 and 18 cards by card number: every number is on four cards, or three (LC-04)."""


def column(number: int) -> int:
    """Return the column of a number, from 1 to 9: units, tens, twenties, … and 80 to 90 in the last (LC-02)."""
    return min(number // 10, COLUMNS - 1) + 1


def problem(rows: Sequence[Sequence[int]]) -> str:
    """Return what keeps three rows of five numbers from being a Loto card, empty if nothing does (LC-05)."""
    seen: set[int] = set()
    for row in rows:
        columns: dict[int, int] = {}
        for number in row:
            if number not in NUMBERS:
                return say("No Loto card has {number} on it: its numbers are 1 to 90.", number=number)
            if number in seen:
                return say("{number} is on the card twice.", number=number)
            if twin := columns.get(column(number)):
                return say(
                    "{twin} and {number} belong in the same column: they can't be in one row.",
                    twin=twin,
                    number=number,
                )
            seen.add(number)
            columns[column(number)] = number
    return ""


def spaced(row: Sequence[int]) -> list[int | None]:
    """Return the nine columns of a row, None for each blank space (LC-02)."""
    numbers = {column(number): number for number in row}
    return [numbers.get(place) for place in range(1, COLUMNS + 1)]


def by_tens(out: Collection[int]) -> list[list[tuple[int, bool]]]:
    """Return the board of ninety, a row for each ten: every number, and whether it is out."""
    found = set(out)
    return [[(n, n in found) for n in range(first, first + 10)] for first in range(1, len(NUMBERS), 10)]


def bag(seed: str, words: Sequence[str] = ()) -> tuple[int, ...]:
    """Return the numbers in the order in which a seed's bag gives them: by the SHA-256 of ``seed:word:word:number``.

    ``words`` are those mixed in, in their order; without any it is ``seed:number``.
    """
    mixed = ":".join((seed, *words))
    return tuple(sorted(NUMBERS, key=lambda number: fingerprint(f"{mixed}:{number}")))


def fingerprint(seed: str) -> str:
    """Return the SHA-256 of a seed in hexadecimal digits: it settles the bag, and gives nothing away."""
    return sha256(seed.encode()).hexdigest()


def in_pieces(counters: int) -> str:
    """Return counters in the pieces of the box: ``2 contracts, 1 fish and 4 counters`` (LC-01)."""
    contracts, rest = divmod(counters, CONTRACT)
    fish, single = divmod(rest, FISH)
    pieces = [say_many("{n} contract", "{n} contracts", contracts)] if contracts else []
    if fish:
        pieces.append(say_many("{n} fish", "{n} fish", fish))
    return listed(pieces if not single and pieces else [*pieces, plural(single)])


MAX_WORDS = 25
"""The most words that can be mixed into one bag."""
Word: TypeAlias = Annotated[str, Text(40, word=True)]
Seed: TypeAlias = Annotated[str, Hex(32, example="0123456789abcdef0123456789abcdef")]
Fingerprint: TypeAlias = Annotated[str, Hex(64, example=fingerprint("0123456789abcdef0123456789abcdef"))]


@frozen
class Mix(Move):
    """A word is mixed into the app's bag, so that nobody can know the order of its numbers beforehand."""

    name = "mix"
    label = "Mix a word into the bag"

    word: Annotated[Word, "Which word? (anybody's, any word)"]

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse a word where no bag is settled, and one too many."""
        if not state.facts.fingerprint:
            raise Illegal("No bag is sealed yet that a word could be mixed into.")
        if len(state.facts.words) >= MAX_WORDS:
            raise Illegal("{n} words are already mixed in: that's enough.", n=MAX_WORDS)

    def effect(self, state: State[Any, Any]) -> Effect:
        """Remember the word; the order of the bag follows from it, too."""
        facts = evolve(state.facts, words=(*state.facts.words, self.word))
        return Effect(say("“{word}” is mixed into the bag.", word=self.word), state.replace(facts=facts))


def must_come_first(order: Sequence[int], drawn: Sequence[int]) -> None:
    """Raise Illegal unless the numbers drawn are the first of those that a seed's bag gives, in this order."""
    for place, (number, expected) in enumerate(zip(drawn, order, strict=False), 1):
        if number != expected:
            raise Illegal(
                "Number {place} was {number}, but this seed's bag gives {expected}.",
                place=place,
                number=number,
                expected=expected,
            )
