"""The score sheet: one evening at one table as a JSON file. Reading, writing and scoring it."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from decimal import MAX_EMAX, Context, Decimal
from typing import Annotated, Any

from attrs import field, frozen

from companion.engine.fields import MOST_NAMES, Name, Pot, alike, shown
from companion.engine.game import Game, Move, play
from companion.engine.ledger import changes
from companion.engine.opening import Opening
from companion.engine.reading import in_order, read, write
from companion.engine.refusals import Illegal, Malformed
from companion.engine.replay import laid
from companion.engine.saying import say
from companion.engine.settle import Payment, fewest
from companion.engine.state import State
from companion.games import catalogue, edition, editions, newest


@frozen
class CounterValue:
    """What one counter is worth: an amount as written, and a currency of three capital letters."""

    amount: str
    currency: str

    def well_formed(self) -> None:
        if not re.fullmatch(r"[0-9]+(\.[0-9]+)?", self.amount) or not self.amount.strip("0."):
            raise Malformed(
                say('amount must be a number above 0, such as "0.05", not "{given}"', given=shown(self.amount))
            )
        if not re.fullmatch(r"[A-Z]{3}", self.currency):
            raise Malformed(
                say('currency must be three capital letters, such as "GBP", not "{given}"', given=shown(self.currency))
            )

    def worth(self, counters: int) -> str:
        """So many counters as an exact amount of money, with its decimals."""
        exact = Context(prec=len(self.amount) + 20, Emax=MAX_EMAX)
        return format(exact.multiply(Decimal(self.amount), Decimal(counters)), "f")


@frozen
class PlayedGame:
    """One game of a sheet: how it began and its moves."""

    opening: Opening
    moves: list[Move]


@frozen
class Sheet:
    """A whole sheet: who sat down first, what a counter is worth, the games."""

    players: list[str]
    games: list[PlayedGame] = field(factory=list)
    counter_value: CounterValue | None = None


@frozen
class _WrittenGame:
    game: str
    moves: list  # type: ignore[type-arg]
    options: dict | None = None  # type: ignore[type-arg]
    dealer: str | None = None
    edition: int | None = None


@frozen
class _WrittenSheet:
    scoresheet: Annotated[int, "The edition of the format"]
    players: list[Name]
    games: list[_WrittenGame]
    counter_value: CounterValue | None = None

    def well_formed(self) -> None:
        if self.scoresheet != 1:
            raise Malformed(
                say("scoresheet: this Companion reads edition 1, not {given}", given=shown(self.scoresheet))
            )
        unlike(self.players)


def unlike(players: list[str]) -> None:
    """Raises Malformed unless there are 1 to 25 names and no two alike."""
    if not 1 <= len(players) <= MOST_NAMES:
        raise Malformed(
            say("players: 1 to {most} names are needed, not {number}", most=MOST_NAMES, number=len(players))
        )
    seen: dict[str, str] = {}
    for name in players:
        if alike(name) in seen:
            raise Malformed(
                say('players: "{name}" and "{twin}" can\'t be told apart', name=name, twin=seen[alike(name)])
            )
        seen[alike(name)] = name


ESCAPED_HALF = re.compile(rb"\\u[dD][89a-fA-F]")
"""Only where such an escape stands can a text hold half a character: it may still be one of a good pair."""


def parse(text: bytes) -> Any:
    """Strict JSON: UTF-8 without a mark before it, no key twice, no NaN. Raises Malformed."""
    try:
        decoded = text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed(say("not UTF-8: byte {start} can't be read", start=error.start)) from None
    if decoded.startswith("\ufeff"):
        raise Malformed(say("not JSON: a byte order mark stands before it"))
    try:
        value = STRICT.decode(decoded)
    except json.JSONDecodeError as error:
        raise Malformed(
            say("not JSON: {msg}, line {lineno}, column {colno}", msg=error.msg, lineno=error.lineno, colno=error.colno)
        ) from None
    except RecursionError:
        raise Malformed(say("not a score sheet: too many brackets inside each other")) from None
    except ValueError:
        raise Malformed(say("not a score sheet: a number with thousands of digits")) from None
    if ESCAPED_HALF.search(text):
        _no_half_character(value)
    return value


def _no_half_character(value: Any) -> None:
    """Raises Malformed where an escape such as ``\\ud800`` stands alone: no line could be written about it."""
    waiting = [value]
    while waiting:
        held = waiting.pop()
        if isinstance(held, str) and any("\ud800" <= c <= "\udfff" for c in held):
            raise Malformed(say("not a score sheet: a text holds half a character that can't be written down"))
        if isinstance(held, list):
            waiting += held
        elif isinstance(held, dict):
            waiting += [*held, *held.values()]


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    held = dict(pairs)
    if len(held) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise Malformed(say('the key "{given}" stands twice in one object', given=shown(twice)))
    return held


def _no_constant(word: str) -> Any:
    raise Malformed(say("not JSON: {word} is not a number", word=word))


STRICT = json.JSONDecoder(object_pairs_hook=_no_key_twice, parse_constant=_no_constant)


def read_sheet(text: bytes) -> Sheet:
    """A sheet from its bytes, everything checked that can be seen without playing. Raises Malformed."""
    return sheet_from(parse(text))


def sheet_from(value: Any) -> Sheet:
    """A sheet from its JSON value. Raises Malformed."""
    if type(value) is not dict:
        raise Malformed(say("not a score sheet: it must be an object"))
    written = read(_WrittenSheet, value)
    if written.counter_value:
        try:
            written.counter_value.well_formed()
        except Malformed as error:
            raise Malformed(error.why, "counter_value") from None
    games = [_read_game(game, f"games[{number}]") for number, game in enumerate(written.games)]
    return Sheet(written.players, games, written.counter_value)


def _read_game(written: _WrittenGame, where: str) -> PlayedGame:
    game = _find_game(written.game, written.edition, where)
    opening = open_game(game, written.options, written.dealer, written.edition, f"{where}.options")
    moves = [opening.game.read_move(move, f"{where}.moves[{number}]") for number, move in enumerate(written.moves)]
    return PlayedGame(opening, moves)


def _find_game(key: str, number: int | None, where: str) -> Game:
    if not editions(key):
        known = ", ".join(catalogue())
        raise Malformed(
            say('there is no game called "{given}"; there are {known}', given=shown(key), known=known), where
        )
    game = newest(key) if number is None else edition(key, number)
    if game is None:
        raise Malformed(say("{key} has no edition {given}", key=key, given=shown(number)), where)
    return game


def open_game(
    game: Game, options: dict[str, Any] | None, dealer: str | None, edition: int | None = None, where: str = "options"
) -> Opening:
    """The opening of a game with options, and edition, as they were given. Raises Malformed."""
    return Opening(game, read(game.options, options or {}, where), dealer, options, edition)


def score(sheet: Sheet) -> dict[str, Any]:
    """What the sheet comes to, as the result that is printed. Raises Illegal, with the place."""
    state, entries = laid(sheet.players), []
    for number, played in enumerate(sheet.games):
        state = _legal(state, played.opening, f"games[{number}]").state
        for place, move in enumerate(played.moves):
            effect = _legal(state, move, f"games[{number}].moves[{place}] {move.name}")
            state = effect.state
            entries.append({"game": number, "move": place} | _net(state, effect))
    return {
        "balances": dict(state.balances),
        "pots": dict(state.pots),
        "dealer": state.dealer,
        "over": state.over,
        "points": state.scored(),
        "entries": entries,
        "settlement": [
            write_payment(payment, sheet.counter_value) for payment in (settlement(state) if state.over else ())
        ],
    }


def settlement(state: State[Any, Any]) -> list[Payment[str]]:
    """The fewest payments that settle the evening."""
    return fewest(state.balances)


def _legal(state: State[Any, Any], move: Move, where: str) -> Any:
    try:
        return play(state, move)
    except Illegal as error:
        raise Illegal(error.why, where) from None


def _net(state: State[Any, Any], effect: Any) -> dict[str, Any]:
    net = changes(effect.postings)
    players = {name: net[name] for name in state.balances if name in net}
    pots = {pot: net[key] for pot in state.pots if (key := Pot(pot)) in net} if len(players) < len(net) else {}
    return {"players": players, "pots": pots, "memo": effect.memo}


def write_payment(payment: Payment[str], value: CounterValue | None) -> dict[str, Any]:
    """A payment as the result holds it, with an amount where a counter has a value."""
    written: dict[str, Any] = {"from": payment.payer, "to": payment.payee, "counters": payment.counters}
    return written | ({"amount": value.worth(payment.counters)} if value else {})


def write_move(move: Move) -> dict[str, Any]:
    """A move as a sheet holds it."""
    return {"move": move.name} | write(move)


def write_opening(opening: Opening, moves: Iterable[Move]) -> dict[str, Any]:
    """A game as a sheet holds it: options as they were given, in the order of their declaration."""
    written: dict[str, Any] = {"game": opening.game.key}
    if opening.given is not None:
        written["options"] = in_order(opening.game.options, opening.given)
    if opening.dealer is not None:
        written["dealer"] = opening.dealer
    latest = newest(opening.game.key)
    if opening.edition is not None or (latest and latest.edition != opening.game.edition):
        written["edition"] = opening.game.edition  # given, or needed to be read so again
    return written | {"moves": [write_move(move) for move in moves]}


def write_sheet(sheet: Sheet) -> str:
    """The sheet as its file: keys in the order of the format, two spaces, a final newline."""
    written: dict[str, Any] = {"scoresheet": 1, "players": sheet.players}
    if sheet.counter_value:
        written["counter_value"] = write(sheet.counter_value)
    written["games"] = [write_opening(played.opening, played.moves) for played in sheet.games]
    return json.dumps(written, indent=2, ensure_ascii=False) + "\n"
