"""Counters changing hands, said in sentences."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from companion.engine.fields import Account, Pot
from companion.engine.ledger import Posting

RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "knave"}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


FEW_POTS = 2
"""So many pots are named one by one; more are a board that is dressed."""


def listed(names: Sequence[str]) -> str:
    """``Ann, Ben and Cat``."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1] if names else ""]))


def plural(counters: int) -> str:
    """``1 counter``, ``2 counters``."""
    return f"{counters} counter" if counters == 1 else f"{counters} counters"


def between(numbers: range) -> str:
    """``2 to 10``, ``4``."""
    return f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"{numbers[0]}"


def capital(sentence: str) -> str:
    """The sentence with a capital at its start; names in it stay as they are."""
    return sentence[:1].upper() + sentence[1:]


def card_name(card: str) -> str:
    """``the king of clubs``, ``the 9 of diamonds``."""
    rank, suit = card[:-1], card[-1]
    return f"the {RANKS.get(rank, rank)} of {SUITS[suit]}"


def placed(pot: str) -> str:
    """``in the pool``, ``on the table``."""
    return f"{'on' if pot == 'table' else 'in'} the {pot}"


def changes_hands(postings: Iterable[Posting], everyone: Sequence[str], count: Callable[[int], str] = str) -> list[str]:
    """What changes hands, a sentence for every pot and every player that counters go to or come from.

    ``count`` says how many, as a figure or in the pieces of a box.
    """
    into: dict[Account, dict[str, int]] = {}
    out_of: dict[str, dict[str, int]] = {}
    prices: dict[tuple[str, int], dict[str, int]] = {}
    between_pots = []
    for posting in postings:
        payer, payee, counters = posting.payer, posting.payee, posting.counters
        if posting.a_card and isinstance(payer, str) and isinstance(payee, str):
            _add(prices.setdefault((payee, posting.a_card), {}), payer, counters)
        elif isinstance(payer, str):
            _add(into.setdefault(payee, {}), payer, counters)
        elif isinstance(payee, str):
            _add(out_of.setdefault(payer.name, {}), payee, counters)
        else:
            between_pots.append(f"{count(counters)} from the {payer.name} to the {payee.name}")
    sentences = [_amounts(due, everyone, "take", f" from the {pot}", count) for pot, due in out_of.items()]
    if sum(isinstance(account, Pot) for account in into) > FEW_POTS:
        sentences.append(_dressing(into, everyone, count))
        into = {account: due for account, due in into.items() if isinstance(account, str)}
    for account, due in into.items():
        if isinstance(account, Pot):
            sentences.append(_amounts(due, everyone, "put", f" {placed(account.name)}", count))
        else:
            sentences.append(_amounts(due, [n for n in everyone if n != account], f"pay {account}", "", count))
    by_card = [_by_card(payee, price, due, everyone) for (payee, price), due in prices.items()]
    return sentences + by_card + between_pots


def own_part(postings: Iterable[Posting], player: str) -> list[tuple[str, int, str]]:
    """What one player takes and pays, in counters, said to that player: ``("take", 9, "from the pool")``."""
    taken: dict[Account, int] = {}
    paid: dict[Account, int] = {}
    for posting in postings:
        if posting.payee == player:
            taken[posting.payer] = taken.get(posting.payer, 0) + posting.counters
        elif posting.payer == player:
            paid[posting.payee] = paid.get(posting.payee, 0) + posting.counters
    return [*_to_one(taken, ("take", "from"), ("take", "from")), *_to_one(paid, ("put", "in"), ("pay", "to"))]


def _to_one(due: dict[Account, int], pot: tuple[str, str], player: tuple[str, str]) -> list[tuple[str, int, str]]:
    """``pot`` and ``player``: the verb and the preposition for what goes to or comes from each of them."""
    pots = {f"{pot[1]} the {account.name}": held for account, held in due.items() if isinstance(account, Pot)}
    people = {f"{player[1]} {account}": held for account, held in due.items() if isinstance(account, str)}
    if len(pots) > FEW_POTS:
        pots = {f"{'on' if pot[1] == 'in' else pot[1]} the board": sum(pots.values())}
    if len(people) > FEW_POTS:
        people = {"in all": sum(people.values())}
    said = [(pot[0], pots), (player[0], people)]
    return [(verb, counters, where) for verb, amounts in said for where, counters in amounts.items()]


def _by_card(payee: str, price: int, due: dict[str, int], everyone: Sequence[str]) -> str:
    """``Everyone pays Dan 1 a card: Ann 3, Ben 1``; ``Ann pays Dan 1 a card: 3``."""
    if len(due) == 1:
        return "".join(f"{name} pays {payee} {price} a card: {counters}" for name, counters in due.items())
    everybody = len(due) > 2 and {*due, payee} == set(everyone)
    who = "Everyone pays" if everybody else f"{listed(list(due))} pay"
    return f"{who} {payee} {price} a card: {', '.join(f'{name} {counters}' for name, counters in due.items())}"


def _dressing(into: dict[Account, dict[str, int]], everyone: Sequence[str], count: Callable[[int], str]) -> str:
    """``Everyone puts 3 on the board, Ann 6: pope 6, matrimony 2, …``."""
    due: dict[str, int] = {}
    laid = []
    for account, paid in into.items():
        if isinstance(account, Pot):
            laid.append(f"{account.name} {count(sum(paid.values()))}")
            for name, counters in paid.items():
                _add(due, name, counters)
    return f"{_amounts(due, everyone, 'put', ' on the board', count)}: {', '.join(laid)}"


def _add(due: dict[str, int], name: str, counters: int) -> None:
    due[name] = due.get(name, 0) + counters


def _amounts(due: dict[str, int], everyone: Sequence[str], does: str, place: str, count: Callable[[int], str]) -> str:
    """``Everyone puts 1 in the pool, Cat 2`` or ``Ann and Ben take 9 each from the pool``."""
    usual = Counter(due.values()).most_common(1)[0][0]
    exceptions = [name for name in due if due[name] != usual]
    same = [name for name in due if due[name] == usual]
    all_pay = len(due) > 2 and len(same) > 1 and set(due) == set(everyone)
    several = not all_pay and len(same) > 1
    who = "Everyone" if all_pay else listed(same)
    verb, _, whom = does.partition(" ")
    does = f"{verb if several else f'{verb}s'} {whom}".strip()
    said = f"{who} {does} {count(usual)}{' each' if several else ''}{place}"
    return ", ".join([said, *(f"{name} {count(due[name])}" for name in exceptions)])
