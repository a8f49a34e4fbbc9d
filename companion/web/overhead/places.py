"""Who sits where around a tablet that lies flat: a place on one of its edges, clockwise as seen from above."""

from collections.abc import Collection, Mapping, Sequence

EDGES = ("near", "left", "far", "right")
"""The edges clockwise; near is the lower one."""
EDGE_PLACES = 13
"""The number of places on an edge. Place 0 is the first of the near edge, at its right end."""
TABLE_PLACES = EDGE_PLACES * len(EDGES)
"""The number of places around the table."""
EDGE_LENGTHS = {"wide": (2, 1, 2, 1), "tall": (1, 2, 1, 2)}
"""The lengths of the edges in relation to each other, for a screen that is wide or tall."""


def players_per_edge(players: int, shape: str) -> list[int]:
    """Return how many sit at each edge: two face each other, the next sit where there is most room."""
    lengths = EDGE_LENGTHS[shape]
    counts = [1, 0, 1, 0] if players > 1 else [1, 0, 0, 0]
    short_first = sorted((2, 0, 1, 3), key=lambda edge: lengths[edge])
    for _ in range(players - sum(counts)):
        counts[max(short_first, key=lambda edge: lengths[edge] / (counts[edge] + 1))] += 1
    return counts


def even_places(players: Sequence[str], shape: str) -> dict[str, int]:
    """Spread the players evenly round the table in seat order, each on the left of the one before."""
    places = [
        edge * EDGE_PLACES + round((EDGE_PLACES - 1) * (number + 0.5) / count)
        for edge, count in enumerate(players_per_edge(len(players), shape))
        for number in range(count)
    ]
    return dict(zip(players, places, strict=True))


def seat_places(seated: Sequence[str], saved: Mapping[str, int], shape: str) -> dict[str, int]:
    """Return the place of every player with a seat: the saved one; between the neighbours for one who came later."""
    places = {name: saved[name] for name in seated if name in saved}
    if not places:
        return even_places(seated, shape)
    for number, name in enumerate(seated):
        if name not in places:
            others = [*seated[number + 1 :], *seated[:number]]
            following = next(places[other] for other in others if other in places)
            before = next(places[other] for other in reversed(others) if other in places)
            gap = (following - before) % TABLE_PLACES or TABLE_PLACES
            places[name] = nearest_free((before + gap // 2) % TABLE_PLACES, places.values())
    return {name: places[name] for name in seated}


def nearest_free(place: int, taken: Collection[int]) -> int:
    """Return the free place nearest to a place; there are more places than people."""
    tries = ((place + way * distance) % TABLE_PLACES for distance in range(TABLE_PLACES) for way in (1, -1))
    return next(free for free in tries if free not in taken)


def next_free(place: int, way: int, taken: Collection[int]) -> int:
    """Return the next free place after a place, clockwise where ``way`` is 1, the other way round where it is -1."""
    tries = ((place + way * distance) % TABLE_PLACES for distance in range(1, TABLE_PLACES))
    return next(free for free in tries if free not in taken)
