"""Which names may be misspelt ones: it is only asked, of people who played little and never with the other."""

from collections.abc import Callable, Container, Sequence
from itertools import takewhile

from companion.store import Person
from companion.store.evenings import searchable

FEW_EVENINGS = 2
"""In how many evenings a misspelt name stands at most: more often, nobody overlooks it."""
LEAST_LETTERS = 3
MAX_ASKED = 3
"""The questions that are asked at once."""


def likely(people: Sequence[Person], beside: Callable[[str], Container[str]]) -> list[tuple[Person, Person]]:
    """Return pairs of people of whom the first may be the second; ``beside`` returns who ever sat with somebody."""
    by_evenings = sorted(people, key=lambda person: -person.evenings)
    pairs = (
        (one, other)
        for place, one in enumerate(by_evenings)
        if one.evenings <= FEW_EVENINGS
        for other in by_evenings[:place]
        if is_slip(one.name, other.name)
    )
    found: list[tuple[Person, Person]] = []
    for one, other in pairs:
        if len(found) < MAX_ASKED and other.name not in beside(one.name):
            found.append((one, other))
    return found


def is_slip(one: str, other: str) -> bool:
    """Return whether two names are alike but for accents or one letter, left out, doubled, swapped or another."""
    one, other = searchable(one), searchable(other)
    if min(len(one), len(other)) < LEAST_LETTERS:
        return False
    start = common(one, other)
    one, other = one[start:], other[start:]
    end = common(one[::-1], other[::-1])
    one, other = one[: len(one) - end], other[: len(other) - end]
    return max(len(one), len(other)) <= 1 or (len(one) == 2 and one == other[::-1])


def common(one: str, other: str) -> int:
    """Return with how many letters two texts begin that are the same."""
    return len([*takewhile(lambda letters: letters[0] == letters[1], zip(one, other, strict=False))])
