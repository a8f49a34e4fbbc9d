"""The form that lays a table or begins another game, as people fill it in."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from itertools import zip_longest
from secrets import SystemRandom
from typing import Any, NamedTuple

from attrs import evolve
from werkzeug.datastructures import MultiDict

from companion.engine.errors import Malformed
from companion.engine.fields import MAX_COUNTERS, NAME
from companion.engine.game import Facts, Game, Move, Opening, Options, Presence, State
from companion.engine.message import Message, say
from companion.engine.names import legible
from companion.engine.replay import initial_state
from companion.scoresheet import CounterValue, open_game, require_distinct
from companion.scoresheet.money import KEPT_AMOUNT, smallest_coin
from companion.shelf import Shelved
from companion.web.forms.answers import number_typed
from companion.web.forms.controls import Text
from companion.web.forms.fields import option_fields, side_by_side
from companion.web.forms.form import Field, redisplay, redisplay_written
from companion.web.forms.known import asked_of, given, shown
from companion.web.forms.labels import against
from companion.web.forms.partners import ALONE, Partners
from companion.web.forms.reading import options_answered, refusals_at
from companion.web.home.games import GameChoice, game_choice, save_rules, seats_of
from companion.web.i18n.filters import in_currency
from companion.web.i18n.language import language
from companion.web.request.game_pages import rules_unasked
from companion.web.request.typed_names import BETWEEN_NAMES, require_one_name, seen

CURRENCY_SIGNS = {"€": "EUR", "£": "GBP", "$": "USD", "¥": "JPY"}
"""Currencies by the signs that people type."""

MAY_BE_THOUSANDS = r"[1-9][0-9]{0,2}\.[0-9]{3}"
"""What may be 1500 to one and 1.5 to another, where no coin has three decimals."""
USUAL_START = 30
"""The counters that each starts with unless people say otherwise."""
UNCOUNTED = frozenset(("parts", "sums"))
"""House rules that a game has none of whose points are worked out of answers."""
NAMING = frozenset(("dealer", "without", "up", "down", "sits_out"))
"""The fields whose value is the name of a player."""
NUMBER = re.compile(r"\d+(?:[.,\u202f’]\d+)*")
"""A number as people write it."""
MOST_TIMES = 100
"""How many times the smallest coin of a currency the smallest that people pay with may be."""
KEEPS_COUNTERS = "counters"
"""The answer with which counters lie on the table."""


class NewTableForm(NamedTuple):
    """The form as it was sent: who sits down, which game by which rules, everything that was typed."""

    players: tuple[str, ...]
    chosen: GameChoice
    typed: MultiDict[str, str]
    refused: str = ""
    """Why the name that was typed last can't sit down too."""
    retyped: Mapping[str, str] = {}
    """What was typed and refused in the place of a name, which stays as it was; in that of "" as a new one."""
    drawn: Message | None = None
    """What the lot said, if lots were drawn just now."""
    in_full: bool = False
    """Whether all is asked of which a game is described, not only what people change about one that is known."""

    @property
    def game(self) -> Game:
        """The game that was chosen."""
        return self.chosen.game

    @property
    def known(self) -> Shelved | None:
        """The game of the shelf that it is, where only that is asked which people change about it."""
        return None if self.in_full else self.chosen.known

    @property
    def asks_name_to_save(self) -> bool:
        """Whether it asks under which name the rules are saved, if at all; else a tick says it, as they have a name."""
        return not self.game.of_the_house or bool(self.chosen.shelved and not self.in_full)

    @property
    def asks(self) -> Any:
        """The class whose fields are the questions of the house rules."""
        return asked_of(self.known.key, language()) if self.known else self.game.options

    def fields(self, state: State[Any, Any] | None = None) -> list[Field]:
        """Return the questions of the house rules, for a table as it stands."""
        state = state or self.new_table()
        unasked = UNCOUNTED if not self.in_full and getattr(self.chosen.options, "worked", None) else ()
        return [field for field in self._asked(state, self._values(state)) if field.key not in unasked]

    def _asked(self, state: State[Any, Any], values: Mapping[str, Any]) -> list[Field]:
        """Return the questions of the house rules; a game for partners insists on who plays with whom."""
        found = option_fields(self.asks, state, values)
        seated = self.partners > 1 and len(state.playing) > 1
        return [evolve(one, required=True) if seated and isinstance(one, Partners) else one for one in found]

    @property
    def rules(self) -> Options:
        """The house rules as they stand; where they can't be read, those that the form began with."""
        if self.was_asked:
            with suppress(Malformed):
                return open_game(self.game, self.as_said(self.new_table()), None, self.game.edition).options
        return self.chosen.options

    @property
    def for_counters(self) -> bool:
        """Whether counters change hands by the house rules as they stand; true while a game is being described."""
        return self.chosen.described or self.rules.for_counters()

    @property
    def worth(self) -> CounterValue | None:
        """What a counter is worth as it was typed; None where nothing was, or nothing that can be read."""
        with suppress(Malformed):
            return money_per_counter(self.typed)
        return None

    @property
    def dealer(self) -> str:
        """Who deals first: the player who was chosen, else the first who plays; empty while nobody sits."""
        chosen, out = self.typed.get("dealer", ""), self.sit_out
        playing = [name for name in self.players if name not in out]
        return chosen if chosen in playing else next(iter(playing), "")

    @property
    def sit_out(self) -> list[str]:
        """Who sits out at first, as it was ticked."""
        return [name for name in self.players if name in self.typed.getlist("sits_out")]

    @property
    def are_too_many(self) -> bool:
        """Whether more sit at the table than may play, so that somebody has to sit out."""
        seats, many = seats_of(self.rules), len(self.players)
        return many not in seats and many > seats[0]

    def changes(self) -> list[Field]:
        """Return the house rules that aren't the book's, or those of a known game that aren't usual, as they stand."""
        if self.game.of_the_house and not self.known:
            return []
        both = side_by_side(self.asks, self.new_table(), shown(self.rules, language()), {})
        return [rule for rule, book in both if rule.value != book.value]

    def new_table(self) -> State[Any, Any]:
        """Return the table of these players before its first game."""
        return self.seat(initial_state(self.players or ("",)))

    def seat(self, table: State[Any, Any]) -> State[Any, Any]:
        """Return a table at which those sit out who were ticked, and all others play."""
        seats = {name: Presence.SITS_OUT if name in self.sit_out else Presence.IN for name in self.players}
        return table.replace(seats={**table.seats, **seats}, facts=Facts())

    def at(self, table: State[Any, Any]) -> "NewTableForm":
        """Return the form with all who have a seat at a table; until it was asked, those sit out who do now."""
        typed = MultiDict(self.typed)
        if not self.was_asked:
            typed.setlist("sits_out", [name for name in table.seated if table.seats[name] is Presence.SITS_OUT])
        form = self._replace(players=table.seated, typed=typed)
        stay = [name for name in form.players if name not in form.sit_out]
        if typed.get("dealer", "" if form.sit_out else table.dealer) not in stay:
            after = [*table.seats, *table.seats][[*table.seats].index(table.dealer) :]
            typed["dealer"] = next((name for name in after if name in stay), "")
        return form

    def _values(self, state: State[Any, Any]) -> dict[str, Any]:
        """Return what was typed, where these house rules were on the page; else the rules as they are offered."""
        asked = option_fields(self.asks, state, {})
        if self.was_asked:
            return redisplay(asked, self.typed) | self._opposite(asked)
        texts = [field for field in asked if isinstance(field, Text)] if self.chosen.described else []
        written = shown(self.chosen.options, language()) if self.known else redisplay_written(self.chosen.options)
        return written | {field.name: "" for field in texts} | self._opposite(asked)

    @property
    def partners(self) -> int:
        """How many play on a side: as was typed, else as the game says."""
        typed = self.typed.get("partners", "") if self.was_asked else ""
        return int(typed) if re.fullmatch("[1-9]", typed) else self.chosen.partners

    def _opposite(self, asked: Sequence[Field]) -> dict[str, list[list[str]]]:
        """Return who sits opposite each other as partners, where the game has some and nobody said who they are."""
        opposite: dict[str, list[list[str]]] = {}
        is_new = self.partners != self.chosen.partners
        for field in asked:
            said = self.typed.get(field.name)
            if isinstance(field, Partners) and (said is None or ((is_new or self.partners > 1) and not said)):
                for sides in field.ways.values():
                    if len(sides[0]) == self.partners and sum(map(len, sides)) == len(field.form.state.playing):
                        opposite.setdefault(field.name, sides)
        return opposite

    def as_said(self, state: State[Any, Any]) -> dict[str, Any]:
        """Return the house rules as a score sheet would hold them. Raises Malformed."""
        asked = self._asked(state, {})
        opposite = self._opposite(asked)
        open_ = [evolve(one, required=False) if one.name in opposite else one for one in asked]
        answered = options_answered(open_, self.typed) | opposite
        if self.game.scored and self.typed.get("sides") == ALONE:
            answered |= {"partners": 1}
        if not self.known:
            return answered
        if not self.was_asked:  # nobody unticked what wasn't there to tick
            usual = shown(self.chosen.options, language())
            own = {key: usual[key] for key in self.known.settings}
            answered = own | {key: value for key, value in answered.items() if value is not False}
        called = {"name": name} if (name := self.typed.get("keep_as", "").strip()) else {}
        return given(self.known, answered, self.chosen.given, language()) | called

    @property
    def was_asked(self) -> bool:
        """Whether the page already showed these house rules."""
        return self.typed.get("asked") == self.chosen.choice and "choose" not in self.typed

    @property
    def keeps(self) -> bool:
        """Whether a game of the household's own will be saved: yes, unless it is saved already or somebody said no."""
        return "keep" in self.typed if self.was_asked else self.chosen.described


def new_table_form(form: MultiDict[str, str], *, in_full: bool = False) -> NewTableForm:
    """Apply what was corrected and the button pressed: a name added or removed, a player moved, a game chosen."""
    form, players, retyped, refused = names_corrected(form)
    for field in ("newcomer", "add"):
        seated = len(players)
        for name in filter(None, map(str.strip, BETWEEN_NAMES.split(form.get(field, "")))):
            if problem := name_problem(name, players):
                refused, retyped[""] = problem, form.get("newcomer", "")
                del players[seated:]  # all that was typed stays in the field
                break
            players.append(name)
    if (removed := form.get("without")) in players:
        players.remove(removed)
    for button, step in (("up", -1), ("down", 1)):
        if (moved := form.get(button, "")) in players:
            place = players.index(moved)
            other = (place + step) % len(players)
            players[place], players[other] = players[other], moved
    chosen = game_choice(form.get("choose") or form.get("game", ""))
    return NewTableForm(tuple(players), chosen, form, refused, retyped, in_full=in_full)


class NamesCorrected(NamedTuple):
    """The form after names were corrected in it; a name that can't be changed so stays as it was."""

    form: MultiDict[str, str]
    """The form with the names as they are now."""
    players: list[str]
    retyped: dict[str, str]
    """What was typed and refused, in the place of which name."""
    refused: str
    """Why the last of these was refused."""


def names_corrected(form: MultiDict[str, str]) -> NamesCorrected:
    """Return the form with the names corrected that were typed over; one left empty stays."""
    rows = zip_longest(form.getlist("was"), form.getlist("player"), fillvalue="")
    pairs = [(was, now.strip() or was) for was, now in rows if was or now.strip()]
    players, retyped, refused = [now for _, now in pairs], {}, ""
    for place, (was, now) in enumerate(pairs):
        others = [*players[:place], *players[place + 1 :]]
        if not was or now == was:
            continue
        if problem := correction_problem(now, others):
            retyped[was], refused, players[place] = now, problem, was
    renamed = {was: now for was, now in pairs if was and was not in retyped}
    corrected: MultiDict[str, str] = MultiDict()
    for key, text in form.items(multi=True):
        question, colon, name = key.partition(":")  # one that is asked of each player
        named = f"{question}{colon}{renamed.get(name, name)}"
        corrected.add(named, renamed.get(text, text) if key in NAMING else text)
    return NamesCorrected(corrected, players, retyped, refused)


def correction_problem(name: str, others: list[str]) -> str:
    """Say why a player's name can't be changed to this; empty where it can."""
    try:
        require_one_name(name, "player")
    except Malformed as refused:
        return refused.why
    return name_problem(name, others)


def with_lots(form: NewTableForm, state: State[Any, Any]) -> NewTableForm:
    """Return the form with the first dealer or the partners drawn by lot, where its button was pressed."""
    asked, typed = form.typed.get("draw", ""), MultiDict(form.typed)
    lots = SystemRandom().sample(state.playing, len(state.playing))
    if asked == "dealer":
        typed["dealer"] = lots[0]
        return form._replace(typed=typed, drawn=say("Drawn by lot: {name}.", name=lots[0]))
    for field in form.fields(state):
        if isinstance(field, Partners) and field.name == asked and (sides := field.drawn(lots)):
            typed = MultiDict(dict(typed.lists()) | {name: [said] for name, said in field.typed(sides).items()})
            return form._replace(typed=typed, drawn=say("Drawn by lot: {sides}.", sides=against(sides)))
    return form


def name_problem(name: str, players: list[str]) -> str:
    """Say why a name can't sit down beside these players; empty where it can."""
    if why := NAME.problem_if_new(name):
        return say("The name “{name}” {why}.", name=legible(name[:20]), why=why)
    if not seen(name):
        return say("This name has no visible letters: choose another.")
    if seen(name) in map(seen, players):
        return say("{name} is already at the table: choose another name.", name=name)
    return ""


def form_opening(form: NewTableForm, state: State[Any, Any]) -> Opening:
    """Return the opening of the game that the form begins, which can be played. Raises Malformed."""
    said, book = form.as_said(state), form.game.options()
    unasked = {key: new for key, new in rules_unasked(form.game).items() if said.get(key) in (None, getattr(book, key))}
    options = said | unasked | rules_following(form.chosen.options, said)
    dealer = form.dealer if form.sit_out else form.typed.get("dealer") or None
    opening = open_game(form.game, options, dealer, form.game.edition)
    opening.options.require_playable()
    return opening


def rules_following(before: Any, said: Mapping[str, Any]) -> dict[str, str]:
    """Return the rules in words with the points that win now.

    Nothing is returned where somebody has put them in other words, or it isn't clear which number it is.
    """
    told, was, now = getattr(before, "rules", ""), getattr(before, "target", None), said.get("target")
    changed = was and now and was != now and said.get("rules") == told
    if not changed or numbers_in(told).count(str(was)) != 1:
        return {}
    return {"rules": NUMBER.sub(lambda found: str(now) if found[0] == str(was) else found[0], told)}


def numbers_in(text: str) -> list[str]:
    """Return the numbers that a text says, as it writes them: 10,000 is one."""
    return NUMBER.findall(text)


def sitting_out(opening: Opening, form: NewTableForm, seats: Mapping[str, Presence]) -> list[Move]:
    """Return the moves by which those sit out who were chosen, and whom the sides leave out, and all others are in.

    ``seats`` says who is in now. Raises Malformed where more are left than may play.
    """
    sides = opening.options.teams()
    out = [name for name in form.players if name in form.sit_out or (sides and not any(name in side for side in sides))]
    if len(form.players) - len(out) > (most := opening.options.seats()[-1]):
        many = {"seated": len(form.players), "most": most}
        raise Malformed(say("{seated} sit down, and {most} can play: say who sits out at first.", **many))
    moved = [name for name in form.players if (name in out) == (seats.get(name) is Presence.IN)]
    return [opening.read_move({"move": "sit_out" if name in out else "sit_in", "player": name}) for name in moved]


def name_to_save(form: NewTableForm, opening: Opening) -> str:
    """Return the name under which the rules of this game are to be saved; empty where they are not."""
    if form.game.of_the_house and not form.asks_name_to_save:
        title = opening.options.title()
        return title if "keep" in form.typed and title != form.game.title else ""
    return form.typed.get("keep_as", "").strip()


def save_rules_of(form: NewTableForm, name: str, opening: Opening) -> None:
    """Save the rules with which a game begins under a name. Raises Malformed, NameTaken or WriteFailed."""
    save_rules(name, opening, form.chosen.told, asked_at="keep_as" if form.asks_name_to_save else "name")


def players_and_value(form: NewTableForm) -> tuple[list[str], CounterValue | None]:
    """Return the players and what a counter is worth. Raises Malformed."""
    players = list(form.players)
    if form.refused:
        raise Malformed(form.refused)
    if len(players) < 2 and form.rules.seats()[-1] > 1:
        raise Malformed(say("A table needs at least two players: add their names."))
    for name in players:
        if problem := name_problem(name, []):
            raise Malformed(problem)
    require_distinct(players)
    return players, money_per_counter(form.typed)


def counters_each(typed: Mapping[str, str]) -> int | None:
    """Return how many counters each starts with as typed, None where the sheet keeps the score. Raises Malformed."""
    if typed.get("keeps") != KEEPS_COUNTERS:
        return None
    counters = number_typed(typed.get("start", ""))
    if counters is None or not 1 <= counters <= MAX_COUNTERS:
        with refusals_at("start"):
            raise Malformed(
                say("Enter a whole number of counters for everyone to start with, from 1 to {most}.", most=MAX_COUNTERS)
            )
    return counters


def kept_as_typed(start: int | None) -> dict[str, str]:
    """Return what the form says of how a table keeps its counters, as it would be typed."""
    return {"keeps": "score" if start is None else KEEPS_COUNTERS, "start": str(start or USUAL_START)}


def money_per_counter(typed: Mapping[str, str]) -> CounterValue | None:
    """Return what a counter is worth as it was typed, None where nothing was. Raises Malformed."""
    amount = typed.get("amount", "").strip().replace(",", ".")
    if not amount:
        return None
    currency = typed.get("currency", "").strip().upper() or "GBP"
    value = CounterValue(amount, CURRENCY_SIGNS.get(currency, currency))
    if not re.fullmatch(KEPT_AMOUNT, amount):
        with refusals_at("amount"):
            raise Malformed(say("Enter an amount, e.g. 0.05"))
    with refusals_at("currency"):
        value.well_formed()
    if re.fullmatch(MAY_BE_THOUSANDS, amount) and smallest_coin(value.currency) >= Decimal("0.01"):
        with refusals_at("amount"):
            two_ways = say("“{amount}” can be read in two ways: write it like 1500 or 1.50.", amount=typed["amount"])
            raise Malformed(two_ways)
    return value


def smallest_coin_typed(typed: Mapping[str, str], value: CounterValue | None) -> str | None:
    """Return the smallest coin as it was typed, None where nothing was or counters have no value. Raises Malformed."""
    coin = typed.get("coin", "").strip().replace(",", ".")
    if not coin or value is None:
        return None
    with refusals_at("coin"):
        if not re.fullmatch(KEPT_AMOUNT, coin):
            raise Malformed(say("Enter an amount, e.g. 0.05"))
        least = smallest_coin(value.currency)
        times = Fraction(coin) / Fraction(least)
        if times.denominator > 1 or not 1 <= times <= MOST_TIMES:
            between = {"least": least, "most": MOST_TIMES * least}
            written = {name: in_currency(amount, value.currency) for name, amount in between.items()}
            raise Malformed(say("Enter a coin that there is, from {least} to {most}.", **written))
    return coin
