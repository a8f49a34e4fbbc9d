"""The claim of a prize of Loto, first method: whose it is, and what is paid (LO1-05 to LO1-09)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from attrs import evolve, frozen

from companion.engine.errors import Illegal, Malformed
from companion.engine.fields import Counters, NonEmpty, Pot, Seat
from companion.engine.game import Effect, Move, State, hand_ends
from companion.engine.kit.payments import as_far_as, from_pot
from companion.engine.ledger import Posting
from companion.engine.message import Message, listed, say, series
from companion.engine.phrases import plural
from companion.games.loto.rules import FULL_CARD, Table
from companion.loto.cards import CardNumber, Holding
from companion.loto.prizes import PRIZE_WORDS, all_together, covered, must_have, playing


@frozen
class Claimant:
    """Who claims, and on which card."""

    player: Annotated[Seat, "Who claims?"]
    card: Annotated[CardNumber, "On which card? (0: one from another box)"]


@frozen
class Claim(Move):
    """Players claim a prize together; it is theirs if the numbers drawn have completed it (LO1-05 to LO1-09)."""

    name = "claim"
    label = "Claim a prize"

    prize: Annotated[Literal["row", "two-rows", "card"], "Which prize?"]
    by: Annotated[list[Claimant], NonEmpty(), "Who claims it, on which card?"]
    saved: Annotated[dict[Seat, Counters] | None, "How many numbers has each loser covered?"] = None

    def well_formed(self) -> None:
        """Refuse saved counters with a prize for rows."""
        if self.saved is not None and self.prize != "card":
            raise Malformed(say("saved belongs to the prize for the card alone"))

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        """Hide what losers save unless they do."""
        return () if state.options.saving and answers.get("prize", "card") == "card" else ("saved",)

    def check(self, state: Table) -> None:
        """Refuse a prize that isn't played for or is gone, and a claim that isn't good."""
        facts = state.facts
        if self.prize != "card" and state.options.prizes == "card":
            raise Illegal(say("Under the house rules there's only one prize, for the card."))
        if self.prize in facts.claimed:
            who = facts.claimed[self.prize]
            raise Illegal(say("{who} has already had {prize} in this hand.", who=who, prize=PRIZE_WORDS[self.prize]))
        self.check_once(state)
        for claim in self.by:
            must_have(state, claim.player, claim.card, self.prize)
        self.check_saved(state)

    def check_once(self, state: Table) -> None:
        """Refuse a card that is named twice, or a player if all of a player's cards win together."""
        for place, claim in enumerate(self.by):
            for other in self.by[:place]:
                if claim.player == other.player and (claim.card == other.card or all_together(state, self.prize)):
                    raise Illegal(named_twice(claim))

    def check_saved(self, state: Table) -> None:
        """Refuse the losers' covered numbers unless they must be said and can be (LO1-08)."""
        saving = state.options.saving and self.prize == "card"
        if saving and self.saved is None and must_be_said(state):
            raise Illegal(say("Enter how many numbers each loser has covered: nothing here shows it."))
        if self.saved is not None and not (saving and must_be_said(state)):
            if saving:
                raise Illegal(say("Leave out what the losers have covered: the numbers drawn show it."))
            raise Illegal(say("Leave out what the losers have covered: under the house rules losers save nothing."))
        for name in self.saved or {}:
            if name not in self.losers(state):
                raise Illegal(
                    say("{name} is not one of the losers, and only they save what they have covered.", name=name)
                )
        for name, cards in self.losers(state).items():
            saved, most = (self.saved or {}).get(name, 0), coverable(state, cards)
            if saved > most:
                values = {"name": name, "most": most, "n": saved}
                raise Illegal(say("{name} can have {most} numbers covered at most, not {n}.", **values))

    def losers(self, state: Table) -> dict[str, Holding]:
        """Return those who play and claim nothing, from the dealer's left, with their cards."""
        winners = {claim.player for claim in self.by}
        return {name: cards for name, cards in playing(state).items() if name not in winners}

    def effect(self, state: Table) -> Effect:
        """Pay the losers what they save and the claimants the rest; the prize for the card ends the hand."""
        pot = state.options.pot(self.prize)
        saves = self.saves(state) if state.options.saving else {}
        left = state.pots[pot] - sum(saves.values())
        names = list(dict.fromkeys(claim.player for claim in self.by))
        won = {"who": listed(names), "prize": PRIZE_WORDS[self.prize], "counters": plural(left)}
        memo = say("{who} has {prize} and takes {counters}", **won)
        if names[1:]:
            memo = say("{who} have {prize} and share {counters}", **won)
        saved = [say("{name} saves {counters}", name=name, counters=counters) for name, counters in saves.items()]
        facts = evolve(state.facts, claimed={**state.facts.claimed, self.prize: listed(names)})
        after = hand_ends(state) if self.prize == "card" else state.replace(facts=facts)
        return Effect(
            say("{memo}.", memo=series([memo, *saved])), after, (*from_pot(pot, saves), *self.shares(pot, left))
        )

    def saves(self, state: Table) -> dict[str, int]:
        """Return what each loser takes back for the numbers covered, as far as the pool goes (LO1-08)."""
        losers, drawn, box = self.losers(state), set(state.facts.drawn), state.options.box
        if self.saved is None:
            due = {name: sum(covered(card, drawn) for _, card in cards.seen(box)) for name, cards in losers.items()}
        else:
            due = {name: self.saved.get(name, 0) for name in losers}
        return as_far_as(state.pots["pool"], due)

    def shares(self, pot: str, counters: int) -> Iterator[Posting]:
        """Yield a share for each card named (LO1-09).

        Odd counters of a prize for rows go to the prize for the card; of that one they go to the first named, one each.
        """
        part, odd = divmod(counters, len(self.by))
        for place, claim in enumerate(self.by):
            due = part + (self.prize == "card" and place < odd)
            if due:
                yield Posting(Pot(pot), claim.player, due)
        if odd and self.prize != "card":
            yield Posting(Pot(pot), Pot("card"), odd)


def coverable(state: Table, holding: Holding) -> int:
    """Return how many numbers can lie covered on cards: those drawn, on a card that nobody saw as many as fit."""
    drawn = set(state.facts.drawn)
    seen = sum(covered(card, drawn) for _, card in holding.seen(state.options.box))
    return seen + holding.unseen * min(len(drawn), FULL_CARD)


def named_twice(claim: Claimant) -> Message:
    """Return that somebody claims twice with one card, or with one of other make."""
    if claim.card:
        return say("{player} is named twice with card {card}.", player=claim.player, card=claim.card)
    return say("{player} is named twice.", player=claim.player)


def must_be_said(state: Table) -> bool:
    """Return whether the numbers drawn don't tell what is covered: in a race, or with unseen cards."""
    return state.options.race or any(cards.unseen for cards in playing(state).values())
