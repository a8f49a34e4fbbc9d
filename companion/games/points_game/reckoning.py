"""Who has won a game of points, and what the difference costs (PG)."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from companion.engine.kit.payments import from_pot, parts
from companion.engine.ledger import Posting
from companion.engine.message import Message, joined, listed, say
from companion.engine.phrases import signed
from companion.games.points_game.rules import Table


def first(state: Table, player: str) -> str:
    """Return the player under whom points are kept: the first of the side, or the player alone."""
    return state.side(player)[0]


def competitors(state: Table, names: Iterable[str]) -> list[str]:
    """Return each player once, or the first of each side."""
    return list(dict.fromkeys(first(state, name) for name in names))


def rated(state: Table) -> dict[str, int]:
    """Return the points of those who can win or lose: by name, or by the first of a side."""
    return {name: points for name, points in state.scored().items() if name in state.facts.rated}


def settled(state: Table) -> tuple[Message, tuple[Posting, ...]]:
    """Return who has won, in a sentence, and what is paid: the pool, and the differences of points."""
    points = rated(state)
    best = min(points.values()) if state.options.fewest_win() else max(points.values())
    winners = [name for name, number in points.items() if number == best]
    pool = parts(state.pots["pool"], in_turn(state, [name for winner in winners for name in state.side(winner)]))
    return won(state, winners, best), (*from_pot("pool", pool), *differences(state, points, winners))


def differences(state: Table, points: Mapping[str, int], winners: Sequence[str]) -> list[Posting]:
    """Return what is paid for differences of points, seat against seat."""
    price, postings = state.options.per_point, []
    if state.options.pay == "winner":
        for loser, number in points.items():
            if loser not in winners:
                postings += pays(state, loser, winners, price * abs(points[winners[0]] - number))
    if state.options.pay == "each":
        for one, other in combinations(points, 2):
            worse, better = (
                (one, other) if (points[one] < points[other]) != state.options.fewest_win() else (other, one)
            )
            postings += pays(state, worse, [better], price * abs(points[one] - points[other]))
    return postings


def pays(state: Table, loser: str, winners: Sequence[str], counters: int) -> list[Posting]:
    """Return what each of the losing side pays those of the same place on the winning sides, all together."""
    postings = []
    for place, payer in enumerate(state.side(loser)):
        due = parts(counters, in_turn(state, [state.side(winner)[place] for winner in winners]))
        postings += [Posting(payer, payee, part) for payee, part in due.items() if part]
    return postings


def in_turn(state: Table, names: Sequence[str]) -> list[str]:
    """Return the names from the dealer's left, the dealer last, by seats, those sitting out or gone too."""
    every = list(state.seats)
    after = every.index(state.dealer) + 1
    return [name for name in every[after:] + every[:after] if name in names]


def standing(state: Table, numbers: Mapping[str, int]) -> Message:
    """Return a number for each: ``Ann 7, Ben −5``, ``Ann and Cat 7, Ben and Dan 5``."""
    each = [
        say("{who} {number}", who=listed(state.side(name)), number=unsigned(number)) for name, number in numbers.items()
    ]
    return joined(", ", each)


def won(state: Table, winners: Sequence[str], points: int) -> Message:
    """Return who has won: ``Ann wins with 11``."""
    names = [name for winner in winners for name in state.side(winner)]
    values = {"who": listed(names), "points": unsigned(points)}
    return say("{who} win with {points}.", **values) if len(names) > 1 else say("{who} wins with {points}.", **values)


def unsigned(points: int) -> str:
    """Return points without a plus: ``26``, ``−26``."""
    return signed(points).removeprefix("+")


def one_of(words: Sequence[str]) -> str:
    """Return ``26, 0 or −26``."""
    *others, last = words
    return say("{first} or {other}", first=joined(", ", others), other=last) if others else last
