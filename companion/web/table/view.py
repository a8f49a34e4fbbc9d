"""The table page as its template needs it, worked out from the journal."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from attrs import frozen

from companion.engine.common import Deal
from companion.engine.fields import Pot
from companion.engine.game import Move, met, play, ready
from companion.engine.journal import Act
from companion.engine.offers import Offer, offers
from companion.engine.refusals import Illegal
from companion.engine.saying import joined, say
from companion.engine.state import State
from companion.engine.words import changes_hands
from companion.store import Table
from companion.web.access import Visitor
from companion.web.asking import Asking, asking
from companion.web.board import Wedge, wedges
from companion.web.pictures import picture_of
from companion.web.players import Own, Players, Row
from companion.web.words import shorter, standing, undo_sentence

AT_SEATS = {"join", "leave", "sit_out", "sit_in", "dealer"}
"""Moves that have their place on the page of the seats."""
LATEST = 4


@frozen(slots=False)  # what the template asks twice is worked out once
class View:
    """What one visitor sees of a table."""

    table: Table
    visitor: Visitor
    state: State[Any, Any]
    moved: list[str]
    offers: list[Offer]
    refused: str = ""
    tapped: Asking | None = None

    @cached_property
    def picture(self) -> Any:
        """What the game's own templates show, None where it has none."""
        found = picture_of(self.state)
        return found.shows(self) if found else None

    @cached_property
    def asking(self) -> Asking | None:
        """The move that is being asked for: the one that was tapped, else the only main one that asks anything."""
        if self.tapped:
            return self.tapped
        mains = [offer for offer in self.offers if offer.kind.main and not offer.plain]
        if len(mains) != 1:
            return None
        kind, players = mains[0].kind, mains[0].players
        return Asking(kind, self.state, players=players)

    def generally(self, sheet: str) -> Asking | None:
        """What the general form asks for; a game's own ``sheet`` asks for its main moves itself."""
        return None if sheet and self.asking and self.asking.kind.main else self.asking

    @cached_property
    def calls(self) -> list[Offer]:
        """The main moves of which each is one tap on a player, where there are several."""
        return [] if self.asking else [offer for offer in self.offers if offer.kind.main and offer.players]

    @property
    def others(self) -> list[type[Move]]:
        """The other main moves that ask something."""
        known = {offer.kind for offer in self.calls} | ({self.asking.kind} if self.asking else set())
        mains = [offer.kind for offer in self.offers if offer.kind.main and not offer.plain]
        return [kind for kind in mains if kind not in known]

    @property
    def tapped_pot(self) -> str:
        """The pot that was tapped for the move that is asked for."""
        if not self.tapped:
            return ""
        said = self.tapped.said.items()
        taps = ((pot, own) for pot, (kind, own) in self.on_board.items() if kind is self.tapped.kind)
        return next((pot for pot, own in taps if own and own.items() <= said), "")

    @cached_property
    def on_board(self) -> dict[str, tuple[type[Move], Mapping[str, str]]]:
        """For every pot that can be tapped, the move it stands for and what the tap says of it."""
        taps = [(offer.kind, offer.kind.on_board(self.state)) for offer in self.offers]
        return {pot: (kind, said) for kind, on in reversed(taps) for pot, said in on.items()}

    @cached_property
    def deal(self) -> Offer | None:
        """The deal, where it is next."""
        return self._named("deal")

    @cached_property
    def no_deal(self) -> str:
        """Why no hand can be dealt now, where one should be; empty where it can."""
        state = self.state
        if self.deal or state.open or state.over or not (self.visitor.writes and state.game):
            return ""
        try:
            ready(state, state.game.begins)
        except Illegal as hindered:
            return str(hindered)
        return ""

    @cached_property
    def finish(self) -> Offer | None:
        """The end of the game, between hands."""
        return self._named("finish")

    def _named(self, name: str) -> Offer | None:
        return next((offer for offer in self.offers if offer.kind.name == name), None)

    @property
    def buttons(self) -> list[type[Move]]:
        """The other main moves, one tap each."""
        return [offer.kind for offer in self.offers if offer.kind.main and offer.plain and offer is not self.deal]

    @cached_property
    def rarer(self) -> list[Asking]:
        """Everything else that a form can ask for now, at the table itself where a tap answers the first question; what
        has a page of its own is not among it."""
        kinds = [offer.kind for offer in self.offers if offer is not self.finish]
        rarer = [Asking(kind, self.state) for kind in kinds if not kind.main and not kind.page]
        return [rare for rare in rarer if all(asked.control != "list" for asked in rare.open)]

    @property
    def paged(self) -> list[type[Move]]:
        """The moves of the game that have a page of their own, which shows something also while none can be made."""
        return [kind for kind in self.state.game.by_name.values() if kind.page] if self.state.game else []

    @property
    def age(self) -> str:
        """How long the pots have been standing, and what the game adds to it (SF-26)."""
        state = self.state
        if state.over:
            return say("the game is over")
        said = [state.facts.says()]
        for pot, since in state.since.items() if len(state.pots) < 3 else ():  # the board says it itself
            if since < state.hand or (since and not state.open):
                said.append(standing(pot if len(state.pots) > 1 else "", since))
        if any(said):
            return joined(" · ", said)
        if state.open:
            return say("a hand is open")
        if self.hints:
            return ""
        if state.game and state.game.banked:
            return say("{dealer} keeps the bank", dealer=state.dealer)
        return say("{dealer} deals next", dealer=state.dealer)

    @cached_property
    def hints(self) -> list[str]:
        """What the dealer should know before the next deal."""
        if self.state.open or not self.deal or not issubclass(self.deal.kind, Deal):
            return []
        return self.deal.kind.hints(self.state)

    @cached_property
    def wedges(self) -> list[Wedge]:
        """The pots as a round board."""
        return wedges(self.state.pots, self.state.since, self.state.hand)

    @property
    def next_deal(self) -> str:
        """What the next deal costs (SF-26); how a board is dressed is said when it is."""
        if not self.deal or not self.deal.plain:
            return ""
        postings = play(self.state, self.deal.kind()).postings
        sentences = changes_hands(postings, self.state.playing, self.state.in_pieces)
        return joined(" · ", [shorter(sentence) for sentence in sentences])

    @property
    def deals(self) -> str:
        """Who deals the next hand."""
        return met(self.state, self.deal.kind).dealer if self.deal else ""

    @property
    def rows(self) -> list[Row]:
        """Everyone with a seat."""
        return self._players.seated

    @property
    def gone(self) -> list[Row]:
        """Who got up and is still up or down."""
        return self._players.gone

    @property
    def own(self) -> Own | None:
        """What is told first on a player's phone that only watches."""
        return self._players.own(self.table.journal.moved)

    @cached_property
    def _players(self) -> Players:
        listed = not self.tapped or self.tapped.step is not None
        return Players(self.state, self.visitor, self.asking, tuple(self.calls), listed)

    @property
    def sum_of_players(self) -> int:
        """All balances together."""
        return sum(self.state.balances.values())

    @property
    def sum_of_pots(self) -> int:
        """All pots together; with the balances it must be 0 (GEN-01)."""
        return sum(self.state.pots.values())

    @property
    def direction(self) -> str:
        """Whether counters went into a pot or out of it with the last tap."""
        moved = self.table.journal.moved
        return "" if not moved else "in" if isinstance(moved[-1].payee, Pot) else "out"

    @cached_property
    def undone(self) -> str:
        """What Undo would take back, in a sentence; empty where there is nothing."""
        return undo_sentence(self.table.journal)

    @property
    def happened(self) -> str:
        """What is said where the last tap moved no counter: what it wrote down, corrected or took back."""
        journal = self.table.journal
        if not journal.entries:
            return ""
        memo = journal.memo(journal.entries[-1])
        return say("Taken back: {memo}", memo=memo) if journal.entries[-1].act is Act.STRIKE else memo

    @property
    def latest(self) -> list[tuple[int, str, bool]]:
        """The last few moves, newest first: number, sentence, whether it stands."""
        return [(step.line.number, step.memo, step.in_force) for step in self.table.journal.steps[: -LATEST - 1 : -1]]


def view(
    table: Table,
    visitor: Visitor,
    refused: str = "",
    asked: type[Move] | None = None,
    args: Mapping[str, str] | None = None,
    typed: Mapping[str, Any] | None = None,
) -> View:
    """The table as this visitor sees it, with the move that is ``asked`` for, what the address says of it in ``args``
    and what was ``typed``."""
    state, tapped = table.journal.state, None
    possible = offers(state, AT_SEATS) if visitor.writes else []
    if asked and visitor.writes:
        try:
            tapped = asking(asked, state, args or {}, typed)
        except Illegal as hindered:
            refused = refused or str(hindered)
    moved = changes_hands(table.journal.moved, state.playing, state.in_pieces)
    return View(table, visitor, state, moved, possible, refused, tapped)
