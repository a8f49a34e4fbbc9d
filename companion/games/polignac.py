"""Polignac: a jack taken in a trick is paid for, and the pool is for the player who paid least (PO)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from attrs import evolve, field, frozen

from companion.engine import (
    SUIT_SIGNS,
    Aside,
    Card,
    Counters,
    Dealing,
    Effect,
    Facts,
    Family,
    Game,
    Illegal,
    Malformed,
    Move,
    OneOf,
    Options,
    Posting,
    Pot,
    Seat,
    State,
    Within,
    capital,
    card_name,
    game_ends,
    hand_ends,
    joined,
    kit,
    listed,
    say,
    sentences,
    who_took,
)
from companion.engine.kit import from_pot, parts

POLIGNAC = "JS"
"""The jack of spades."""
JACKS = (POLIGNAC, "JH", "JD", "JC")
"""The cards that are paid for."""
PACK = 32
"""How many cards the pack has, from the sevens upwards."""


@frozen
class HouseRules(Options):
    """House rules of Polignac."""

    knave_price: Annotated[Counters, "What it costs to take a jack (PO-03)"] = 1
    polignac_price: Annotated[Counters, "What Polignac, the jack of spades, costs (PO-03)"] = 2
    general: Annotated[bool, "A player may announce a general: to take every trick (PO-05)"] = False
    general_price: Annotated[Counters, "What each of the others pays when a general is made (PO-05)"] = 5
    failed: Annotated[
        Literal["ordinary", "price", "both"],
        Aside(),
        "When a general fails: the jacks are paid as usual, its price by the player who announced it, or both (PO-06)",
    ] = "ordinary"
    stock: Annotated[
        Annotated[int, Within(1)] | None,
        Aside(),
        "What each has to pay with; the game ends when somebody has paid it all (empty: no end) (PO-07)",
    ] = None

    def require_playable(self) -> None:
        """Refuse prices of nothing alone: nobody would pay (PO-03, PO-05)."""
        if not (self.knave_price or self.polignac_price or (self.general and self.general_price)):
            raise Malformed("nobody would ever pay: give the jacks, Polignac or a general a price")

    def seats(self) -> range:
        """Allow four to seven (PO-01)."""
        return range(4, 8)

    def dealing(self, players: int) -> Dealing:
        """Deal all of 32 cards, without as many sevens as make the hands even (PO-01)."""
        each, sevens = divmod(PACK, players)
        pack = say("Take out everything from the 2s to the 6s, and {sevens} of the 7s.", sevens=sevens)
        if not sevens:
            pack = say("Take out everything from the 2s to the 6s.")
        elif sevens == len(JACKS):
            pack = say("Take out everything from the 2s to the 7s.")
        return Dealing(each, pack=pack)


@frozen
class Paid(Facts):
    """What each has paid in this game, who took which jack of this hand, and the player of a general that failed."""

    paid: Mapping[str, int] = field(factory=dict)
    taken: Mapping[str, str] = field(factory=dict)
    """The jacks taken, each with its player."""
    announced: str = ""

    def score(self, state: State[Any, Any]) -> dict[str, int]:
        """Return what each has left of the stock, where the house rules give one (PO-07)."""
        stock = state.options.stock
        return {} if stock is None else {name: stock - self.paid.get(name, 0) for name in state.seated}

    def for_hand(self) -> "Paid":
        return Paid(self.paid)

    def summary(self) -> str:
        """Return a general that failed, who took which jacks, and what each has paid."""
        lines: list[str] = [say("{player} failed to make the general", player=self.announced)] if self.announced else []
        if self.taken:
            lines.append(who_took({card_name(card): who for card, who in self.taken.items()}))
        if self.paid:
            paid = [say("{who} {counters}", who=name, counters=counters) for name, counters in self.paid.items()]
            lines.append(say("paid in this game: {paid}", paid=joined(", ", paid)))
        return joined(" · ", lines)


Table: TypeAlias = State[HouseRules, Paid]


@frozen
class Took(Move):
    """A player took a jack in a trick and pays for it; the fourth ends the hand (PO-03, PO-04)."""

    name = "took"
    label = "A jack is taken"
    question = "Who takes which jack?"
    main = True
    beside = "card"

    player: Annotated[Seat, "Who took a jack?"]
    card: Annotated[Card, OneOf(JACKS), "Which jack? That of spades is Polignac."]

    @classmethod
    def choices_beside(cls, state: State[Any, Any]) -> Mapping[str, str]:
        """Let a tap beside a player name a jack, by the sign of its suit, until it is taken."""
        return {card: SUIT_SIGNS[card[-1]] for card in JACKS if card not in state.facts.taken}

    @classmethod
    def counters_beside(cls, state: State[Any, Any]) -> Mapping[str, int]:
        return {card: price_of(card, state.options) for card in JACKS}

    def check(self, state: Table) -> None:
        """Refuse a card that isn't a jack, or one that was taken already."""
        if self.card not in JACKS:
            raise Illegal("Nothing is paid for {card}: only for the jacks.", card=card_name(self.card))
        if self.card in state.facts.taken:
            raise Illegal("{card} has already been taken in this hand.", card=capital(card_name(self.card)))

    def effect(self, state: Table) -> Effect:
        """Pay for the jack; the fourth ends the hand."""
        price = price_of(self.card, state.options)
        facts = evolve(state.facts, taken={**state.facts.taken, self.card: self.player})
        after = state.replace(facts=facts)
        after = hand_ends(after) if len(facts.taken) == len(JACKS) else after
        return pay(
            state,
            after,
            say("{player} takes {card}.", player=self.player, card=card_name(self.card)),
            {self.player: price},
        )


@frozen
class General(Move):
    """A player announced every trick: the others pay if it's made, otherwise as the house rules say (PO-05; PO-06)."""

    name = "general"
    label = "General"
    beside = "made"

    player: Annotated[Seat, "Who announced the general?"]
    made: Annotated[bool, "Did the player take every trick?"]

    @classmethod
    def choices_beside(cls, state: State[Any, Any]) -> Mapping[str, str]:
        """Let a tap beside a player say whether the general was made."""
        return {"on": say("General made"), "": say("General failed")}

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse a general if the house rules have none, or it is announced too late."""
        if not state.options.general:
            raise Illegal("No generals here: the house rules don't have them.")
        if state.facts.announced:
            raise Illegal("{player} has already announced a general in this hand.", player=state.facts.announced)
        if state.facts.taken:
            raise Illegal("A general is announced before the first lead, and written down before any jack.")

    def effect(self, state: Table) -> Effect:
        """Let the others pay for a general that is made, or the player as the house rules say."""
        price, failed = state.options.general_price, state.options.failed
        if self.made:
            due = dict.fromkeys(state.others(self.player), price)
            return pay(
                state,
                hand_ends(state),
                say("{player} makes the general, and the others each pay.", player=self.player),
                due,
            )
        if failed == "price":
            memo = say("{player} fails to make the general and pays for it.", player=self.player)
            return pay(state, hand_ends(state), memo, {self.player: price})
        after = state.replace(facts=evolve(state.facts, announced=self.player))
        if failed == "ordinary":
            memo = say("{player} fails to make the general: the jacks are paid as usual.", player=self.player)
            return Effect(memo, after)
        memo = say(
            "{player} fails to make the general and pays for it, and the jacks are paid as usual.", player=self.player
        )
        return pay(state, after, memo, {self.player: price})


@frozen
class Join(kit.Join):
    """Somebody joins; after the first deal they count as having paid as much as the player who has paid most."""

    def effect(self, state: Table) -> Effect:
        """Give the new player a seat, and the most that anybody has paid."""
        effect = super().effect(state)
        if not state.hand:
            return effect
        paid = {**state.facts.paid, self.player: max(state.facts.paid.values(), default=0)}
        return effect._replace(state=effect.state.replace(facts=evolve(state.facts, paid=paid)))


@frozen
class Finish(kit.Finish):
    """End the game: the pool goes to the player who paid least into it (PO-07)."""

    def effect(self, state: Table) -> Effect:
        """Pay the pool to the player who paid least."""
        sentence, postings = to_the_least(state, state.facts.paid, state.pots["pool"])
        return Effect(sentences(say("The game is finished."), sentence), state.replace(over=True), postings)


def price_of(card: str, options: HouseRules) -> int:
    """Return what is paid for a jack (PO-03)."""
    return options.polignac_price if card == POLIGNAC else options.knave_price


def pay(state: Table, after: Table, memo: str, due: Mapping[str, int]) -> Effect:
    """Pay into the pool, nobody beyond the stock; paying all of it ends the game at once (PO-07).

    ``after`` is the state of the table but for that.
    """
    stock, paid = state.options.stock, dict(state.facts.paid)
    postings = []
    for name, price in due.items():
        before = paid.get(name, 0)
        paid[name] = before + price if stock is None else min(before + price, stock)
        if paid[name] > before:
            postings.append(Posting(name, Pot("pool"), paid[name] - before))
    after = after.replace(facts=evolve(after.facts, paid=paid))
    ruined = [name for name in due if paid[name] == stock]
    if not ruined:
        return Effect(memo, after, tuple(postings))
    pool = state.pots["pool"] + sum(posting.counters for posting in postings)
    sentence, shares = to_the_least(state, paid, pool)
    over = say("{who} has paid everything: the game is over.", who=ruined[0])
    if len(ruined) > 1:
        over = say("{who} have paid everything: the game is over.", who=listed(ruined))
    return Effect(sentences(memo, over, sentence), game_ends(state, facts=Paid(paid)), (*postings, *shares))


def to_the_least(state: Table, paid: Mapping[str, int], pool: int) -> tuple[str, tuple[Posting, ...]]:
    """Return the pool for the player in who paid least, in a sentence and in postings.

    Those who tie share it, odd counters going round from the dealer's left (PO-07).
    """
    if not pool:
        return say("The pool is empty."), ()
    order = state.from_left_of(state.dealer)
    least = min(paid.get(name, 0) for name in order)
    winners = [name for name in order if paid.get(name, 0) == least]
    sentence = say("{who} paid least and takes the pool.", who=winners[0])
    if len(winners) > 1:
        sentence = say("{who} paid least and share the pool.", who=listed(winners))
    return sentence, from_pot("pool", parts(pool, winners))


GAME = Game(
    key="polignac",
    title="Polignac",
    family=Family.TRICKS,
    summary="Don't take the jacks",
    options=HouseRules,
    facts=Paid,
    moves=(Took, General, Join, Finish),
    common=kit.COMMON,
    deals_at_once=True,
)
