"""Ways of paying, and of laying counters in pots, that several games share, as postings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.engine.errors import Illegal
from companion.engine.fields import Account, Pot, excerpt
from companion.engine.game import State
from companion.engine.phrases import plural
from companion.engine.postings import Posting


def antes(state: State[Any, Any], pot: str, each: int, dealer_extra: int) -> tuple[Posting, ...]:
    """Return what all who are in lay in the pot: ``each`` counters, the dealer ``dealer_extra`` more."""
    due = {name: each + (dealer_extra if name == state.dealer else 0) for name in state.playing}
    return tuple(Posting(name, Pot(pot), counters) for name, counters in due.items() if counters)


def share(state: State[Any, Any], pot: str, players: Sequence[str]) -> tuple[Posting, ...]:
    """Share what lies in the pot among the players; odd counters stay in it (GEN-05)."""
    part = state.pots[pot] // len(players)
    return tuple(Posting(Pot(pot), name, part) for name in players if part)


def from_each(payers: Iterable[str], payee: str, counters: int) -> tuple[Posting, ...]:
    """Let each payer pay the payee this number of counters."""
    return tuple(Posting(payer, payee, counters) for payer in payers if counters)


def seat_against_seat(payers: Sequence[str], payees: Sequence[str], counters: int) -> tuple[Posting, ...]:
    """Let each player of one side pay this number of counters to a different one of the other side."""
    return tuple(Posting(payer, payee, counters) for payer, payee in zip(payers, payees, strict=True) if counters)


def parts(counters: int, players: Sequence[str]) -> dict[str, int]:
    """Split counters into equal parts; odd ones go one each to the players in the order named."""
    part, odd = divmod(counters, len(players))
    return {name: part + (place < odd) for place, name in enumerate(players)}


def divide_all(state: State[Any, Any]) -> tuple[Posting, ...]:
    """Share everything in the pots equally among those who are in (GEN-09).

    Odd counters go one each to the players from the left of the next dealer, who comes last.
    """
    order = state.from_left_of(state.dealer)
    return out_of(state.pots, parts(sum(state.pots.values()), order))


def out_of(pots: Mapping[str, int], due: Mapping[str, int]) -> tuple[Posting, ...]:
    """Pay all players what is due, out of one pot after another; together these hold as much, or more."""
    postings, left = [], dict(due)
    for pot, content in pots.items():
        for name in due:
            counters = min(content, left[name])
            content -= counters
            left[name] -= counters
            if counters:
                postings.append(Posting(Pot(pot), name, counters))
    return tuple(postings)


def as_far_as(pool: int, due: Mapping[str, int]) -> dict[str, int]:
    """Return what each player gets of what is due, one after another, while the pool lasts."""
    paid = {}
    for name, counters in due.items():
        paid[name] = min(pool, counters)
        pool -= paid[name]
    return paid


def in_proportion(counters: int, weights: Mapping[str, int]) -> dict[str, int]:
    """Split counters in proportion to the weights, rounded down; odd ones go one each in the order named."""
    due = {name: counters * weight // sum(weights.values()) for name, weight in weights.items()}
    odd = counters - sum(due.values())
    return {name: part + (place < odd) for place, (name, part) in enumerate(due.items())}


def from_pot(pot: str, due: Mapping[str, int]) -> tuple[Posting, ...]:
    """Pay all players what is due, from one pot."""
    return tuple(Posting(Pot(pot), name, counters) for name, counters in due.items() if counters)


def per_card(cards_left: Mapping[str, int], payee: str, price: int) -> tuple[Posting, ...]:
    """Let each player named pay the payee ``price`` counters for every card left, in the order named."""
    return tuple(Posting(payer, payee, cards * price, price) for payer, cards in cards_left.items() if cards * price)


def not_named(cards_left: Mapping[str, int], payee: str) -> None:
    """Raise Illegal where the player who is paid for the cards left is said to hold some."""
    if payee in cards_left:
        raise Illegal("{payee} went out and is paid: enter only the others' cards.", payee=payee)


def exactly(state: State[Any, Any], name: str, lays: Mapping[str, int], counters: int) -> None:
    """Raise Illegal unless the player lays exactly this number of counters, on pots of this game."""
    for pot in lays:
        must_exist(state, Pot(pot))
    if sum(lays.values()) != counters:
        raise Illegal(
            "{name} puts down {counters} in all, not {number}.",
            name=name,
            counters=plural(counters),
            number=sum(lays.values()),
        )


def as_laid(lays_by_player: Mapping[str, Mapping[str, int]]) -> tuple[Posting, ...]:
    """Return postings for what each player lays on which pot."""
    return tuple(
        Posting(name, Pot(pot), counters)
        for name, lays in lays_by_player.items()
        for pot, counters in lays.items()
        if counters
    )


def filled(due: Mapping[str, int], needs: Mapping[str, int]) -> tuple[Posting, ...]:
    """Return postings that fill one pot after another from the players' dues, in turn; both add up to the same."""
    postings, left = [], dict(due)
    for pot, counters in needs.items():
        for name in due:
            lays = min(left[name], counters)
            left[name] -= lays
            counters -= lays
            if lays:
                postings.append(Posting(name, Pot(pot), lays))
    return tuple(postings)


def bare_first(board: Mapping[str, int], counters: int, rest: str) -> dict[str, int]:
    """Return one counter for each bare pot, as far as they reach, and the others for the pot ``rest``."""
    bare = [pot for pot, content in board.items() if not content][:counters]
    lays = dict.fromkeys(bare, 1)
    return {**lays, rest: lays.get(rest, 0) + counters - len(bare)}


def must_exist(state: State[Any, Any], account: Account) -> None:
    """Raise Illegal unless the account is a pot of this game or a player who ever sat here."""
    if isinstance(account, Pot):
        if account.name not in state.pots:
            raise Illegal("There is no pot called {name} in this game.", name=excerpt(account.name))
    elif account not in state.seats:
        raise Illegal("{account} is not at this table.", account=excerpt(account))
