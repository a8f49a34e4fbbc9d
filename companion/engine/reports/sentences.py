"""What changes hands, and what of the score, in sentences for the whole table or for one player."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from attrs import Factory, frozen

from companion.engine.fields import Account, Pot
from companion.engine.game import State
from companion.engine.journal import Journal, entry_place
from companion.engine.message import Message, capital, fill, joined, listed, say, series
from companion.engine.phrases import COMPARTMENTS, into, pot_named, signed, taken_from, the
from companion.engine.postings import Posting, changes
from companion.engine.replay import Step
from companion.engine.reports.winners import best_first, leaders, won_by

MAX_NAMED = 2
"""The most pots, or players, that are named one by one; more pots are a board, more players are "in all"."""

Amounts: TypeAlias = dict[str, int]
"""Counters by player."""
Count: TypeAlias = Callable[[int], str]
"""Writes a number of counters, as a figure or in the pieces of a box."""


class Further(NamedTuple):
    """The patterns of another amount in the same sentence: of one player, of several, of all who aren't named."""

    one: Message
    several: Message
    others: Message


class Wording(NamedTuple):
    """The patterns of one kind of transfer: for one player, for several, for all, and what follows the first two."""

    one: Message
    several: Message
    everyone: Message
    after_one: Further
    after_several: Further


AMOUNT_ALONE = Further(
    one=say("{who} {counters}"),
    several=say("{who} {counters} each"),
    others=say("the others {counters} each"),
)
PAYS_TOO = Further(  # after "Ann pays Ben 2" or "Ann and Cat pay Ben 2 each" a bare name would read as a payee
    one=say("{who} pays {counters}"),
    several=say("{who} pay {counters} each"),
    others=say("the others pay {counters} each"),
)
TAKES = Wording(
    one=say("{who} takes {counters} {place}"),
    several=say("{who} take {counters} each {place}"),
    everyone=say("Everyone takes {counters} {place}"),
    after_one=AMOUNT_ALONE,
    after_several=AMOUNT_ALONE,
)
PUTS = Wording(
    one=say("{who} puts {counters} {place}"),
    several=say("{who} put {counters} each {place}"),
    everyone=say("Everyone puts {counters} {place}"),
    after_one=AMOUNT_ALONE,
    after_several=AMOUNT_ALONE,
)
ADDS = Wording(
    one=say("{who} adds {counters} {place}"),
    several=say("{who} add {counters} each {place}"),
    everyone=say("Everyone adds {counters} {place}"),
    after_one=AMOUNT_ALONE,
    after_several=AMOUNT_ALONE,
)
PAYS = Wording(
    one=say("{who} pays {payee} {counters}"),
    several=say("{who} pay {payee} {counters} each"),
    everyone=say("The others each pay {payee} {counters}"),
    after_one=PAYS_TOO,
    after_several=PAYS_TOO,
)


@frozen
class Transfers:
    """Postings added up by what one sentence can say."""

    received: dict[Account, Amounts] = Factory(dict)
    """What each pot or player receives from players."""
    paid_out: dict[str, Amounts] = Factory(dict)
    """What each pot pays to players."""
    by_card: dict[tuple[str, int], Amounts] = Factory(dict)
    """What players pay by the card, by payee and price."""
    between_pots: list[tuple[str, str, int]] = Factory(list)
    """Pot, pot and counters."""
    filled_first: set[str] = Factory(set)
    """The pots that received counters before they paid any."""

    def add(self, posting: Posting) -> None:
        """Add one posting to what it belongs with."""
        payer, payee, counters = posting.payer, posting.payee, posting.counters
        if isinstance(payer, Pot):
            if isinstance(payee, Pot):
                self.between_pots.append((payer.name, payee.name, counters))
            else:
                _add(self.paid_out.setdefault(payer.name, {}), payee, counters)
        elif posting.a_card and isinstance(payee, str):
            _add(self.by_card.setdefault((payee, posting.a_card), {}), payer, counters)
        else:
            _add(self.received.setdefault(payee, {}), payer, counters)
            if isinstance(payee, Pot) and payee.name not in self.paid_out:
                self.filled_first.add(payee.name)


def changes_hands(postings: Iterable[Posting], everyone: Sequence[str], count: Count = str) -> list[str]:
    """Return a sentence for every pot and every player that counters go to or come from.

    Payments out of pots come first, unless one of these pots was filled by the same postings.
    """
    transfers = Transfers()
    for posting in postings:
        transfers.add(posting)
    takes = [_sentence(due, everyone, TAKES, count, place=taken_from(pot)) for pot, due in transfers.paid_out.items()]
    pays = _received(transfers.received, everyone, count)
    first, then = (pays, takes) if transfers.filled_first & transfers.paid_out.keys() else (takes, pays)
    return [
        *first,
        *then,
        *(_by_card(payee, price, due, everyone) for (payee, price), due in transfers.by_card.items()),
        *(
            say("{counters} {from_} to {to}", counters=count(counters), from_=taken_from(payer), to=the(payee))
            for payer, payee, counters in transfers.between_pots
        ),
    ]


@lru_cache(maxsize=2048)
def _changes_hands(postings: tuple[Posting, ...], everyone: tuple[str, ...], count: Count) -> tuple[str, ...]:
    """Return the same as ``changes_hands``: the same passes from hand to hand all evening, and is told once."""
    return tuple(changes_hands(postings, everyone, count))


def scores_alone(state: State[Any, Any]) -> bool:
    """Return whether only the balances change: no counters are on the table, and the game has neither pot nor score."""
    return state.start is None and not state.pots and not state.score


def what_changes(postings: Iterable[Posting], state: State[Any, Any]) -> list[str]:
    """Return what postings do at a table, in sentences: what changes hands, or the score: ``Ann +4, Ben −2``."""
    if not scores_alone(state):
        pieces = state.game.pieces if state.game else None
        return [*_changes_hands(tuple(postings), state.playing, pieces or str)]
    net = changes(postings)
    new = [say("{who} {counters}", who=name, counters=signed(net[name])) for name in state.seats if name in net]
    return [joined(", ", new)] if new else []


def own_part(
    postings: Iterable[Posting],
    player: str,
    state: State[Any, Any],
    *,
    names_pots: bool = False,
    unsaid: Collection[str] = (),
) -> list[tuple[str, int, str]]:
    """Return what one player takes and pays, in words for that player: ``("take", 9, "from the pool")``.

    With ``names_pots`` each pot of a board into which the player puts something is named, briefly; none is where one is
    ``unsaid``, a pot of which nobody has said how much lies there.
    At a table that keeps the score alone it is what the player gains or loses: ``("lose", 3, "")``.
    """
    if scores_alone(state):
        change = changes(postings).get(player, 0)
        return [(say("gain") if change > 0 else say("lose"), abs(change), "")] if change else []
    taken: dict[Account, int] = {}
    paid: dict[Account, int] = {}
    for posting in postings:
        if posting.payee == player:
            taken[posting.payer] = taken.get(posting.payer, 0) + posting.counters
        elif posting.payer == player:
            paid[posting.payee] = paid.get(posting.payee, 0) + posting.counters
    laid = _pots(paid)
    adds = len(laid) <= MAX_NAMED and any(pot in COMPARTMENTS for pot in laid)
    take, put, pay, board = say("take"), say("add") if adds else say("put"), say("pay"), say("on the board")
    puts = _part(put, laid, into, board, (lambda pot: capital(pot_named(pot))) if names_pots else None)
    if any(pot in unsaid for pot in laid):
        puts = [(say("put"), sum(laid.values()), board)]
    return [
        *_part(take, _pots(taken), taken_from, together=say("from the board")),
        *_part(take, _players(taken), lambda name: say("from {player}", player=name), together=say("in all")),
        *puts,
        *_part(pay, _players(paid), lambda name: say("to {player}", player=name), together=say("in all")),
    ]


def _part(
    verb: str,
    amounts: Amounts,
    phrase: Callable[[str], Message],
    together: Message,
    briefly: Callable[[str], str] | None = None,
) -> list[tuple[str, int, str]]:
    """Return the amounts one by one; where there are more than MAX_NAMED, ``briefly`` or added up."""
    if len(amounts) > MAX_NAMED and briefly:
        return [(verb, counters, briefly(name)) for name, counters in amounts.items()]
    if len(amounts) > MAX_NAMED:
        return [(verb, sum(amounts.values()), together)]
    return [(verb, counters, phrase(name)) for name, counters in amounts.items()]


def _pots(amounts: Mapping[Account, int]) -> Amounts:
    return {account.name: counters for account, counters in amounts.items() if isinstance(account, Pot)}


def _players(amounts: Mapping[Account, int]) -> Amounts:
    return {account: counters for account, counters in amounts.items() if isinstance(account, str)}


def _received(received: Mapping[Account, Amounts], everyone: Sequence[str], count: Count) -> list[str]:
    """Return the sentences for what pots and players receive from players; one for a whole board."""
    sentences: list[str] = []
    pots = {account.name: due for account, due in received.items() if isinstance(account, Pot)}
    if len(pots) > MAX_NAMED:
        sentences.append(_board(pots, everyone, count))
    for account, due in received.items():
        if isinstance(account, str):
            others = [name for name in everyone if name != account]
            sentences.append(_sentence(due, others, PAYS, count, payee=account))
        elif len(pots) <= MAX_NAMED:
            wording = ADDS if account.name in COMPARTMENTS else PUTS
            sentences.append(_sentence(due, everyone, wording, count, place=into(account.name)))
    return sentences


def _by_card(payee: str, price: int, due: Amounts, everyone: Sequence[str]) -> Message:
    """Return ``The others pay Dan 1 a card: Ann 3, Ben 1`` or ``Ann pays Dan 1 a card: 3``."""
    terms = {"payee": payee, "price": price}
    if len(due) == 1:
        ((name, counters),) = due.items()
        return say("{who} pays {payee} {price} a card: {counters}", who=name, counters=counters, **terms)
    each = joined(", ", [say("{who} {counters}", who=name, counters=counters) for name, counters in due.items()])
    if len(due) > 2 and {*due, payee} == set(everyone):
        return say("The others pay {payee} {price} a card: {each}", each=each, **terms)
    return say("{who} pay {payee} {price} a card: {each}", who=listed(list(due)), each=each, **terms)


def _board(pots: Mapping[str, Amounts], everyone: Sequence[str], count: Count) -> Message:
    """Return ``Ann puts 6 on the board, the others 3 each (that is Pope 6, Matrimony 2, …)``."""
    due: Amounts = {}
    for paid in pots.values():
        for name, counters in paid.items():
            _add(due, name, counters)
    amounts = _sentence(due, everyone, PUTS, count, place=say("on the board"))
    totals = [
        say("{pot} {counters}", pot=pot_named(pot), counters=count(sum(paid.values()))) for pot, paid in pots.items()
    ]
    return say("{amounts} (that is {pots})", amounts=amounts, pots=joined(", ", totals))


def _sentence(due: Amounts, everyone: Sequence[str], wording: Wording, count: Count, **values: str) -> Message:
    """Return ``Everyone puts 1 into the pool``, or by amount ``Ann and Ben take 9 each from the pool, Cat 3``.

    Where more than half, three or more, come to the same and nobody is left out, they are the others:
    ``Cat puts 2 into the pool, the others 1 each``.
    """
    groups: dict[int, list[str]] = {}
    for name, counters in due.items():
        groups.setdefault(counters, []).append(name)
    usual = max(groups, key=lambda counters: len(groups[counters]))
    all_of_them = len(groups[usual]) > max(2, len(due) / 2) and set(due) == set(everyone)
    if all_of_them and len(groups) == 1:
        return fill(wording.everyone, counters=count(usual), **values)
    same = groups.pop(usual)
    named = [*groups.items()] if all_of_them else [(usual, same), *groups.items()]
    (counters, names), *rest = named
    first = wording.several if len(names) > 1 else wording.one
    told = [fill(first, who=listed(names), counters=count(counters), **values)]
    after = wording.after_several if len(names) > 1 else wording.after_one
    for counters, names in rest:
        told.append(fill(after.several if len(names) > 1 else after.one, who=listed(names), counters=count(counters)))
    if all_of_them:
        told.append(fill(after.others, counters=count(usual)))
    return joined(", ", told) if told[1:] else told[0]


def _add(amounts: Amounts, name: str, counters: int) -> None:
    amounts[name] = amounts.get(name, 0) + counters


def counts_down(state: State[Any, Any]) -> bool:
    """Return whether the score is what is left of a stock."""
    return bool(state.score) and not state.scored()


def new_score(scored: Mapping[str, int], state: State[Any, Any]) -> list[str]:
    """Return what changed of the score and how it stands: ``Ann and Cleo score 6, and lead 214 to 120``.

    Empty where nothing changed. Where anything was taken back, or a stock shrinks, it is the score alone.
    """
    if not scored or not state.manner.tells_points:
        return []
    if counts_down(state):
        left = {name: say("{who} has {n} left", who=name, n=state.score[name]) for name in scored}
        out = {name: joined(" ", [name, say("is out")]) for name in scored if not state.score[name]}
        return [joined(", ", (left | out).values())]
    if min(scored.values()) < 0:
        return [say("The score is now {score}", score=_each(state, state.score))]
    if len(scored) > 1:
        return [series([say("Scored: {each}", each=_each(state, scored)), _lead(state)])]
    ((name, points),) = scored.items()
    side = state.side(name)
    return [_one_scores(side, points, state)]


def latest_score(journal: Journal) -> list[str]:
    """Return what the last tap changed of the score, in a sentence; of a correction, the score that it comes to."""
    if not journal.scored or not journal.state.manner.tells_points:
        return []
    state, last = journal.state, journal.entries[-1]
    tap = journal.entries[entry_place(journal.entries, last.along or last.number) :]
    if counts_down(state) or all(entry.change.act == "play" for entry in tap):
        return new_score(journal.scored, state)
    return [say("The score is now {score}", score=_each(state, state.score))]


def step_changes(step: Step) -> list[str]:
    """Return what a step changed, in sentences: the score first, then what changed hands."""
    return [*new_score(step.scored, step.state), *what_changes(step.moved, step.state)]


def own_score(scored: Mapping[str, int], player: str, state: State[Any, Any]) -> list[tuple[str, int, str]]:
    """Return what one player's side scored, in words for that player: ``("score", 6, "")``; none that aren't points."""
    points = scored.get(state.side(player)[0], 0)
    return [(say("score"), points, "")] if points > 0 and state.manner.tells_points else []


def of_everyone(score: Mapping[str, int], state: State[Any, Any]) -> dict[str, int]:
    """Return a score by player: partners have the same."""
    by_player = {name: state.side(name)[0] for name in state.seats}
    return {name: score[first] for name, first in by_player.items() if first in score}


def _one_scores(side: Sequence[str], points: int, state: State[Any, Any]) -> Message:
    """Return what one player or side scored, and how that leaves two of them; of more, who leads, or has won."""
    who: dict[str, Any] = {"who": listed(side), "n": points}
    several, ahead = len(side) > 1, best_first(state)
    level = len({*state.score.values()}) == 1
    if state.over or state.facts.prizes() or len(ahead) != 2 or (ahead[0] != side[0] and not level):
        scored = say("{who} score {n}", **who) if several else say("{who} scores {n}", **who)
        return series([scored, _lead(state)])
    who |= {"most": state.score[ahead[0]], "other": state.score[ahead[1]]}
    if level:
        return (
            say("{who} score {n}, and it's {most} all", **who)
            if several
            else say("{who} scores {n}, and it's {most} all", **who)
        )
    return (
        say("{who} score {n}, and lead {most} to {other}", **who)
        if several
        else say("{who} scores {n}, and leads {most} to {other}", **who)
    )


def _lead(state: State[Any, Any]) -> Message:
    """Return who leads, or has won: ``Ann leads with 20``, of two ``Ann leads 214 to 120``; ``Ben wins with 25``."""
    score, names = state.score, leaders(state, state.score)
    if decided := won_by(state) or (state.over and names):
        who: dict[str, Any] = {"who": listed(decided), "most": score[state.side(decided[0])[0]]}
        return say("{who} win with {most}", **who) if decided[1:] else say("{who} wins with {most}", **who)
    if not names:
        return say("nobody wins") if state.over else say("it's {most} all", most=max(score.values()))
    last = best_first(state)[-1]
    who = {"who": listed(names), "most": score[state.side(names[0])[0]], "other": score[last]}
    if len(score) == 2:
        return (
            say("{who} lead {most} to {other}", **who)
            if len(names) > 1
            else say("{who} leads {most} to {other}", **who)
        )
    return say("{who} lead with {most}", **who) if len(names) > 1 else say("{who} leads with {most}", **who)


def _each(state: State[Any, Any], points: Mapping[str, int]) -> Message:
    """Return ``Ann and Cat 7, Ben and Dan 5``."""
    return joined(", ", [say("{who} {number}", who=listed(state.side(name)), number=n) for name, n in points.items()])


def left_with_balance(state: State[Any, Any]) -> list[str]:
    """Return the players who left and are still up or down: only with theirs do the counters of a page add up."""
    return [name for name, counters in state.balances.items() if counters and name not in state.seated]
