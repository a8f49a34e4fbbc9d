"""Where everyone sits around a tablet that lies flat: a place on one of its edges, clockwise as seen from above."""

from collections.abc import Collection, Mapping, Sequence

EDGES = ("near", "left", "far", "right")
"""The edges in the order in which they follow each other clockwise; near is the lower one."""
AN_EDGE = 13
"""So many places has an edge; place 0 is the first of the near edge, at its right end."""
ALL = AN_EDGE * len(EDGES)
LENGTHS = {"wide": (2, 1, 2, 1), "tall": (1, 2, 1, 2)}
"""How long the edges are to each other, as the tablet lies."""


def shares(players: int, shape: str) -> list[int]:
    """How many sit at each edge: two face each other, more sit where there is most room."""
    lengths = LENGTHS[shape]
    held = [1, 0, 1, 0] if players > 1 else [1, 0, 0, 0]
    short_first = sorted((2, 0, 1, 3), key=lambda edge: lengths[edge])
    for _ in range(players - sum(held)):
        held[max(short_first, key=lambda edge: lengths[edge] / (held[edge] + 1))] += 1
    return held


def spread(players: Sequence[str], shape: str) -> dict[str, int]:
    """Everyone in seat order, evenly round the table, each on the left of the one before."""
    found = [
        edge * AN_EDGE + round((AN_EDGE - 1) * (number + 0.5) / held)
        for edge, held in enumerate(shares(len(players), shape))
        for number in range(held)
    ]
    return dict(zip(players, found, strict=True))


def places(seated: Sequence[str], kept: Mapping[str, int], shape: str) -> dict[str, int]:
    """The place of everyone with a seat: as it was kept; who came later sits between the neighbours."""
    found = {name: kept[name] for name in seated if name in kept}
    if not found:
        return spread(seated, shape)
    for number, name in enumerate(seated):
        if name not in found:
            after = [*seated[number + 1 :], *seated[:number]]
            following = next(found[other] for other in after if other in found)
            before = next(found[other] for other in reversed(after) if other in found)
            room = (following - before) % ALL or ALL
            found[name] = nearest((before + room // 2) % ALL, found.values())
    return {name: found[name] for name in seated}


def nearest(place: int, taken: Collection[int]) -> int:
    """The free place nearest to one; there are more places than people."""
    tries = ((place + way * far) % ALL for far in range(ALL) for way in (1, -1))
    return next(found for found in tries if found not in taken)


def onward(place: int, way: int, taken: Collection[int]) -> int:
    """The next free place after one, clockwise where ``way`` is 1, else back."""
    return next(found for far in range(1, ALL) if (found := (place + way * far) % ALL) not in taken)
