"""Who leaves the table: whom they pay or who pays them then, said before it is written, and as moves."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine.changes import Change
from companion.engine.errors import Illegal
from companion.engine.fields import excerpt
from companion.engine.game import Presence, State
from companion.engine.hands import state_for, tap_changes
from companion.engine.kit.moves import Settle
from companion.engine.message import Message, say, say_many
from companion.engine.phrases import plural
from companion.engine.settlement import Payment, Purse, one_by_one, payments_to_leave
from companion.store import Table
from companion.web.i18n.filters import in_both_ways, in_currency, pays, purse, worth_of
from companion.web.request.game_pages import completed


class Leaving(NamedTuple):
    """How somebody leaves, or left, the table even, or as near to it as can be."""

    player: str
    standing: Message
    """How far up or down the player is."""
    orders: Sequence[Message]
    """What everybody does for it, in order; empty where nothing can be paid now."""
    left_open: Message
    """What can't be paid yet; empty where everything can."""


def leaving(table: Table, player: str) -> Leaving | None:
    """Return how a player who leaves, or left, is settled with; None where nothing is up or down."""
    state = _met(table, player)
    payments = payments_to_leave(state.balances, state.seated, player, table.joined)
    own = next((names for names in table.joined if player in names), (player,))
    rest = abs(sum(state.balances[name] for name in own)) - sum(paid.counters for paid in payments)
    if not (payments or rest) or {*state.seated, player} & {*own} > {player}:  # somebody of the purse stays
        return None
    return Leaving(
        player,
        in_both_ways(state.balances[player], worth_of(table, player)),
        [*_paid(table, state, player, payments), *_handed_over(state, player, payments)] if payments else [],
        _left_open(state, rest) if rest else Message(),
    )


def leaving_changes(table: Table, player: str) -> list[Change]:
    """Return the changes that settle with a player, who leaves with the same tap unless gone. Raises Illegal."""
    if player not in table.journal.state.seats:
        raise Illegal(say("{account} is not at this table.", account=excerpt(player)))
    state = _met(table, player)
    payments = payments_to_leave(state.balances, state.seated, player, table.joined)
    settled = [
        Change.play(Settle(from_=paid.payer, to=paid.payee, counters=paid.counters))
        for paid in one_by_one(state.balances, payments)
    ]
    if state.seats[player] is Presence.LEFT or not state.game:
        return [*settled]
    leave = state.game.read_move({"move": "leave", "player": player})
    *before, leaves = tap_changes(table.journal, leave, completed, deals_at_once=table.deals_at_once)
    return [*before, *settled, leaves]


def _met(table: Table, player: str) -> State[Any, Any]:
    """Return the table that who leaves meets: before a deal that it takes back."""
    state = table.journal.state
    if state.seats[player] is Presence.LEFT or not state.game:
        return state
    return state_for(table.journal, state.game.by_name["leave"])


def _paid(table: Table, state: State[Any, Any], player: str, payments: Sequence[Payment[Purse]]) -> list[Message]:
    """Return who pays whom, in money where counters are worth any, and for how many counters where these lie there."""
    net: dict[Purse, int] = {}
    for payer, payee, counters in payments:
        net |= {payer: net.get(payer, 0) - counters, payee: net.get(payee, 0) + counters}
    worth, currency = (table.coins.worth(net), table.coins.value.currency) if table.coins else ({}, "")
    found = []
    for payer, payee, counters in payments:
        other = payer if net[payer] == -counters else payee
        paid = {"payer": purse(payer), "payee": purse(payee), "counters": plural(counters)}
        if worth and not worth[other]:
            found.append(
                say_many(
                    "{payer} owes {payee} {counters}, less than a coin: that's nothing to pay.",
                    "{payer} owe {payee} {counters}, less than a coin: that's nothing to pay.",
                    len(payer),
                    **paid,
                )
            )
            continue
        money = in_currency(abs(worth[other]), currency) if worth else ""
        if state.start is None:
            found.append(say("{memo}.", memo=pays(payer, payee, money or paid["counters"])))
        else:
            found.append(_settled(len(payer), paid, money, goes=state.seats[player] is not Presence.LEFT))
    return found


def _settled(payers: int, paid: Mapping[str, str], money: str, *, goes: bool) -> Message:
    """Return who pays whom where counters lie on the table: who pays takes those of who goes now."""
    if money and goes:
        return say_many(
            "{payer} pays {payee} {worth} and takes {counters} for it.",
            "{payer} pay {payee} {worth} and take {counters} for it.",
            payers,
            worth=money,
            **paid,
        )
    if money:
        return say_many(
            "{payer} pays {payee} {worth} for {counters}.",
            "{payer} pay {payee} {worth} for {counters}.",
            payers,
            worth=money,
            **paid,
        )
    if goes:
        return say_many(
            "{payer} settles with {payee} and takes {counters}.",
            "{payer} settle with {payee} and take {counters}.",
            payers,
            **paid,
        )
    return say_many(
        "{payer} settles with {payee} for {counters}.", "{payer} settle with {payee} for {counters}.", payers, **paid
    )


def _handed_over(state: State[Any, Any], player: str, payments: Sequence[Payment[Purse]]) -> list[Message]:
    """Return which counters go back to the box, or come out of it where those of the player lie there already."""
    if state.start is None:
        return []
    moved = one_by_one(state.balances, payments)
    if state.seats[player] is not Presence.LEFT:
        left = state.stacks[player] + sum(
            paid.counters * ((paid.payer == player) - (paid.payee == player)) for paid in moved
        )
        return [say("{player} puts {counters} back in the box.", player=player, counters=plural(max(left, 0)))]
    return [
        say("{player} takes {counters} from the box.", player=paid.payer, counters=plural(paid.counters))
        if state.seats[paid.payer] is not Presence.LEFT
        else say("{player} puts {counters} back in the box.", player=paid.payee, counters=plural(paid.counters))
        for paid in moved
    ]


def _left_open(state: State[Any, Any], rest: int) -> Message:
    if any(state.pots.values()):
        return say("Still open until the end, because it's in a pot: {counters}.", counters=plural(rest))
    return say("Still open until the end: {counters}.", counters=plural(rest))
