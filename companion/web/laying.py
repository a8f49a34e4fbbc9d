"""The form that lays a table or begins another game: what it holds while people fill it in."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from companion.engine.fields import NAME, alike
from companion.engine.game import Game
from companion.engine.opening import Opening
from companion.engine.refusals import Malformed
from companion.engine.replay import laid
from companion.engine.saying import say
from companion.engine.state import State
from companion.scoresheet import CounterValue, open_game, unlike
from companion.web.answers import option_json
from companion.web.forms import Field, option_fields
from companion.web.offering import Chosen, chosen
from companion.web.parts import as_typed, typed_again

SIGNS = {"€": "EUR", "£": "GBP", "$": "USD", "¥": "JPY"}
"""Currencies by the signs that people type."""


class Draft(NamedTuple):
    """A table as it is being laid: who sits down, which game by which rules, what was typed so far.

    ``refused`` says why the name that was typed can't sit down too.
    """

    players: tuple[str, ...]
    chosen: Chosen
    typed: MultiDict[str, str]
    refused: str = ""

    @property
    def game(self) -> Game:
        """The game that was chosen."""
        return self.chosen.game

    def fields(self, state: State[Any, Any] | None = None) -> list[Field]:
        """The house rules as questions, for the table as it stands."""
        state = state or self.seats()
        return option_fields(self.game.options, state, self._shown(state))

    def seats(self) -> State[Any, Any]:
        """The table before its first game."""
        return laid(self.players or ("",))

    def _shown(self, state: State[Any, Any]) -> dict[str, Any]:
        """What was typed, where these house rules were on the page; else as they are offered."""
        asked = option_fields(self.game.options, state, {})
        if self.was_asked:
            return typed_again(asked, self.typed)
        unnamed = {field.name: "" for field in asked if field.control == "text"} if self.chosen.described else {}
        return as_typed(self.chosen.options) | unnamed

    @property
    def was_asked(self) -> bool:
        """Whether the page already showed these house rules."""
        return self.typed.get("asked") == self.chosen.choice

    @property
    def keeps(self) -> bool:
        """Whether a game of the house shall be kept: yes, unless it is kept already or somebody said no."""
        return "keep" in self.typed if self.was_asked else not self.chosen.kept


def draft(form: MultiDict[str, str]) -> Draft:
    """The draft after the button that was pressed: a name added or removed, a player moved, a game chosen."""
    players = [name for name in form.getlist("player") if name.strip()]
    refused = ""
    for name in filter(None, (form.get("newcomer", "").strip(), form.get("add", "").strip())):
        if why := why_not(name, players):
            refused = why
        else:
            players.append(name)
    if (gone := form.get("without")) in players:
        players.remove(gone)
    if (up := form.get("up")) in players:
        place = players.index(up)
        players.insert(max(place - 1, 0), players.pop(place))
    if (down := form.get("down")) in players:
        place = players.index(down)
        players.insert(place + 1, players.pop(place))
    return Draft(tuple(players), chosen(form.get("choose") or form.get("game", "")), form, refused)


def why_not(name: str, players: list[str]) -> str:
    """Why this name can't sit down beside these players; empty where it can."""
    if why := NAME.problem(name):
        return say("The name “{name}” {why}.", name=name[:20], why=why)
    if alike(name) in map(alike, players):
        return say("{name} has a seat already: choose another name.", name=name)
    return ""


def opening(filled: Draft, state: State[Any, Any]) -> Opening:
    """The game that the form begins. Raises Malformed with a sentence."""
    options = option_json(filled.game.options, filled.typed, state)
    dealer = filled.typed.get("dealer") or None
    return open_game(filled.game, options, dealer, filled.game.edition)


def name_to_keep(filled: Draft, begun: Opening) -> str:
    """Under which name the rules of this game shall be kept; empty where they shall not."""
    if filled.game.of_the_house:
        title = begun.options.title()
        return title if "keep" in filled.typed and title != filled.game.title else ""
    return filled.typed.get("keep_as", "").strip()


def header(filled: Draft) -> tuple[list[str], CounterValue | None]:
    """The players and what a counter is worth. Raises Malformed with a sentence."""
    players = list(filled.players)
    if filled.refused:
        raise Malformed(filled.refused)
    if len(players) < 2:
        raise Malformed(say("A table needs at least two players: add their names."))
    for name in players:
        if why := why_not(name, []):
            raise Malformed(why)
    unlike(players)
    return players, counter_value(filled.typed)


def counter_value(typed: Mapping[str, str]) -> CounterValue | None:
    """What a counter is worth, as it was typed; None where nothing was. Raises Malformed with a sentence."""
    amount = typed.get("amount", "").strip().replace(",", ".")
    if not amount:
        return None
    currency = typed.get("currency", "").strip().upper() or "GBP"
    value = CounterValue(amount, SIGNS.get(currency, currency))
    value.well_formed()
    return value
