"""What people call things: cards, pots, so many counters; and counters changing hands, in sentences."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from companion.engine.fields import Account, Pot
from companion.engine.saying import Said, called, joined, listed, say, say_many

if TYPE_CHECKING:
    from companion.engine.ledger import Posting

RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "knave"}
SUITS = {"C": say("clubs"), "D": say("diamonds"), "H": say("hearts"), "S": say("spades")}
OF_A_SUIT = {
    "A": lambda suit: say("the ace of {suit}", suit=suit),
    "K": lambda suit: say("the king of {suit}", suit=suit),
    "Q": lambda suit: say("the queen of {suit}", suit=suit),
    "J": lambda suit: say("the knave of {suit}", suit=suit),
}

OTHERWISE = {"two-rows": "two rows"}
"""What people call a pot that a sheet writes otherwise."""
FEW_POTS = 2
"""So many pots are named one by one; more are a board that is dressed."""


def plural(counters: int) -> Said:
    """``1 counter``, ``2 counters``."""
    return say_many("{n} counter", "{n} counters", counters)


def between(numbers: range) -> Said:
    """``2 to 10``, ``4``."""
    if len(numbers) == 1:
        return say(f"{numbers[0]}")
    return say("{least} to {most}", least=numbers[0], most=numbers[-1])


def card_name(card: str) -> Said:
    """``the king of clubs``, ``the 9 of diamonds``."""
    rank, suit = card[:-1], SUITS[card[-1]]
    return OF_A_SUIT[rank](suit) if rank in OF_A_SUIT else say("the {number} of {suit}", number=rank, suit=suit)


def pot_named(pot: str) -> Said:
    """The name of a pot; every game declares the words for its own, a house for its."""
    return pot if isinstance(pot, Said) else called(OTHERWISE.get(pot, pot))


def the(pot: str) -> Said:
    """``the pool``."""
    return say("the {pot}", pot=without_article(pot))


def without_article(pot: str) -> Said:
    """The name of a pot where an article stands before it already: a house may have called its own The Kitty."""
    return pot_named(pot if isinstance(pot, Said) else re.sub("(?i)^the +(?=.)", "", pot))


def placed(pot: str) -> Said:
    """``in the pool``, ``on the table``."""
    if pot == "table":
        return say("on the {pot}", pot=pot_named(pot))
    return say("in the {pot}", pot=without_article(pot))


def taken_from(pot: str) -> Said:
    """``from the pool``."""
    return say("from the {pot}", pot=without_article(pot))


def takes_the_pool(winners: Sequence[str]) -> Said:
    """``Ann takes the pool.``, ``Ann and Cat share the pool.``"""
    if len(winners) == 1:
        return say("{who} takes the pool.", who=winners[0])
    return say("{who} share the pool.", who=listed(winners))


def changes_hands(
    postings: "Iterable[Posting]", everyone: Sequence[str], count: Callable[[int], str] = str
) -> list[str]:
    """What changes hands, a sentence for every pot and every player that counters go to or come from; what a pot
    pays with is put in before it is taken out.

    ``count`` says how many, as a figure or in the pieces of a box.
    """
    into: dict[Account, dict[str, int]] = {}
    out_of: dict[str, dict[str, int]] = {}
    prices: dict[tuple[str, int], dict[str, int]] = {}
    between_pots: list[str] = []
    filled: set[str] = set()
    for posting in postings:
        payer, payee, counters = posting.payer, posting.payee, posting.counters
        if posting.a_card and isinstance(payer, str) and isinstance(payee, str):
            _add(prices.setdefault((payee, posting.a_card), {}), payer, counters)
        elif isinstance(payer, str):
            _add(into.setdefault(payee, {}), payer, counters)
            if isinstance(payee, Pot) and payee.name not in out_of:
                filled.add(payee.name)
        elif isinstance(payee, str):
            _add(out_of.setdefault(payer.name, {}), payee, counters)
        else:
            passes = {"counters": count(counters), "from_": taken_from(payer.name), "to": the(payee.name)}
            between_pots.append(say("{counters} {from_} to {to}", **passes))
    takes: list[str] = [_amounts(due, everyone, TAKES, count, place=taken_from(pot)) for pot, due in out_of.items()]
    said: list[str] = []
    if sum(isinstance(account, Pot) for account in into) > FEW_POTS:
        said.append(_dressing(into, everyone, count))
        into = {account: due for account, due in into.items() if isinstance(account, str)}
    for account, due in into.items():
        if isinstance(account, Pot):
            said.append(_amounts(due, everyone, PUTS, count, place=placed(account.name)))
        else:
            others = [name for name in everyone if name != account]
            said.append(_amounts(due, others, PAYS, count, payee=account))
    by_card = [_by_card(payee, price, due, everyone) for (payee, price), due in prices.items()]
    return (said + takes if filled & {*out_of} else takes + said) + by_card + between_pots


def own_part(postings: "Iterable[Posting]", player: str) -> list[tuple[str, int, str]]:
    """What one player takes and pays, in counters, said to that player: ``("take", 9, "from the pool")``."""
    taken: dict[Account, int] = {}
    paid: dict[Account, int] = {}
    for posting in postings:
        if posting.payee == player:
            taken[posting.payer] = taken.get(posting.payer, 0) + posting.counters
        elif posting.payer == player:
            paid[posting.payee] = paid.get(posting.payee, 0) + posting.counters
    take, put, pay = say("take"), say("put"), say("pay")
    return [
        *_in_pots(taken, take, taken_from, say("from the board")),
        *_among_people(taken, take, lambda name: say("from {player}", player=name)),
        *_in_pots(paid, put, placed, say("on the board")),
        *_among_people(paid, pay, lambda name: say("to {player}", player=name)),
    ]


def _in_pots(
    due: dict[Account, int], verb: str, where: Callable[[str], Said], board: Said
) -> list[tuple[str, int, str]]:
    """What goes to or comes from pots: each by its name, or all together on the board."""
    pots = {account.name: held for account, held in due.items() if isinstance(account, Pot)}
    if len(pots) > FEW_POTS:
        return [(verb, sum(pots.values()), board)]
    return [(verb, counters, where(pot)) for pot, counters in pots.items()]


def _among_people(due: dict[Account, int], verb: str, where: Callable[[str], Said]) -> list[tuple[str, int, str]]:
    """What goes to or comes from players: each by name, or all together."""
    people = {account: held for account, held in due.items() if isinstance(account, str)}
    if len(people) > FEW_POTS:
        return [(verb, sum(people.values()), say("in all"))]
    return [(verb, counters, where(name)) for name, counters in people.items()]


def _by_card(payee: str, price: int, due: dict[str, int], everyone: Sequence[str]) -> Said:
    """``Everyone pays Dan 1 a card: Ann 3, Ben 1``; ``Ann pays Dan 1 a card: 3``."""
    whom = {"payee": payee, "price": price}
    if len(due) == 1:
        ((name, counters),) = due.items()
        return say("{who} pays {payee} {price} a card: {counters}", who=name, counters=counters, **whom)
    each = joined(", ", [say("{who} {counters}", who=name, counters=counters) for name, counters in due.items()])
    if len(due) > 2 and {*due, payee} == set(everyone):
        return say("Everyone pays {payee} {price} a card: {each}", each=each, **whom)
    return say("{who} pay {payee} {price} a card: {each}", who=listed(list(due)), each=each, **whom)


def _dressing(into: dict[Account, dict[str, int]], everyone: Sequence[str], count: Callable[[int], str]) -> Said:
    """``Everyone puts 3 on the board, Ann 6 (in all: pope 6, matrimony 2, …)``."""
    due: dict[str, int] = {}
    laid = []
    for account, paid in into.items():
        if isinstance(account, Pot):
            laid.append(say("{pot} {counters}", pot=pot_named(account.name), counters=count(sum(paid.values()))))
            for name, counters in paid.items():
                _add(due, name, counters)
    amounts = _amounts(due, everyone, PUTS, count, place=say("on the board"))
    return say("{amounts} (in all: {pots})", amounts=amounts, pots=joined(", ", laid))


def _add(due: dict[str, int], name: str, counters: int) -> None:
    due[name] = due.get(name, 0) + counters


Does = tuple[Callable[..., Said], Callable[..., Said], Callable[..., Said], Callable[..., Said]]
"""What one does, what several do each, what everyone does; what somebody does otherwise."""
TAKES: Does = (
    lambda **said: say("{who} takes {counters} {place}", **said),
    lambda **said: say("{who} take {counters} each {place}", **said),
    lambda **said: say("Everyone takes {counters} {place}", **said),
    lambda **said: say("{who} {counters}", **said),
)
PUTS: Does = (
    lambda **said: say("{who} puts {counters} {place}", **said),
    lambda **said: say("{who} put {counters} each {place}", **said),
    lambda **said: say("Everyone puts {counters} {place}", **said),
    lambda **said: say("{who} {counters}", **said),
)
PAYS: Does = (
    lambda **said: say("{who} pays {payee} {counters}", **said),
    lambda **said: say("{who} pay {payee} {counters} each", **said),
    lambda **said: say("Everyone pays {payee} {counters}", **said),
    lambda **said: say("{who} pays {counters}", **said),  # a name alone could be another payee's
)


def _amounts(
    due: dict[str, int], everyone: Sequence[str], does: Does, count: Callable[[int], str], **where: str
) -> Said:
    """``Everyone puts 1 in the pool, Cat 2`` or ``Ann and Ben take 9 each from the pool``."""
    counts = list(due.values())
    usual = max(counts, key=counts.count)
    exceptions = [name for name in due if due[name] != usual]
    same = [name for name in due if due[name] == usual]
    one, several, all_of_them, otherwise = does
    if len(due) > 2 and len(same) > 1 and set(due) == set(everyone):
        said = all_of_them(counters=count(usual), **where)
    else:
        said = (several if len(same) > 1 else one)(who=listed(same), counters=count(usual), **where)
    others = [otherwise(who=name, counters=count(due[name])) for name in exceptions]
    return joined(", ", [said, *others]) if others else said
