"""The printed cards of a Loto night: any number of sixes, made again of one seed (LH)."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain, count

from companion.loto.rules.box import PER_ROW, ROWS, Card, bag, column, fingerprint

A_SIX = 6
"""The cards that hold every number once among them (LH-01)."""
MOST_CARDS = 1200
"""The most cards of a pack."""
IN_A_COLUMN = 3
"""The most numbers of a column on one card; one is the fewest (LH-02)."""


@lru_cache(8)
def pack(seed: str, cards: int) -> Mapping[int, Card]:
    """Return the cards of a seed by their numbers from 1; a larger pack of it begins with the same cards."""
    made: list[Card] = []
    rows: set[tuple[int, ...]] = set()
    for six in range(1, cards // A_SIX + 1):
        tries = (a_six(seed, six, attempt) for attempt in count(1))
        new = next(six for six in tries if six and rows.isdisjoint(chain(*six)))
        made += new
        rows.update(chain(*new))
    return dict(enumerate(made, 1))


def in_sixes(cards: int) -> int:
    """Return a number of cards, rounded up to whole sixes."""
    return -(-cards // A_SIX) * A_SIX


def a_six(seed: str, six: int, attempt: int) -> list[Card]:
    """Return six cards of the order in which a bag gives the numbers; none where they don't come out even.

    The first six numbers of each column go to a card each. Every further number goes to the card that has the fewest,
    the first of such, among those with fewer than three of its column (LH-02).
    """
    cards: list[dict[int, list[int]]] = [{} for _ in range(A_SIX)]
    further = []
    for number in bag(seed, (str(six), str(attempt))):
        free = [card for card in cards if column(number) not in card]
        if free:
            free[0][column(number)] = [number]
        else:
            further.append(number)
    for number in further:
        room = [card for card in cards if len(card[column(number)]) < IN_A_COLUMN]
        fewest = min(room, key=lambda card: sum(map(len, card.values())))
        fewest[column(number)].append(number)
    if any(sum(map(len, card.values())) != ROWS * PER_ROW for card in cards):
        return []
    starts = (fingerprint(f"{seed}:{six}:{attempt}:row:{card}") for card in range(1, A_SIX + 1))
    return [in_rows(card, int(start, 16) % ROWS) for card, start in zip(cards, starts, strict=True)]


def in_rows(columns: Mapping[int, list[int]], start: int) -> Card:
    """Return a card whose numbers, column by column as they came, are laid into its rows in turn (LH-02).

    No number is more often in one row than in another, since nothing decides of the first row but chance.
    """
    numbers = [number for column in columns.values() for number in column]
    return tuple(tuple(sorted(numbers[(row - start) % ROWS :: ROWS])) for row in range(ROWS))
