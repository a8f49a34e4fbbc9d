"""A whole sheet: read from its file, scored, and written back."""

import json
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, TypeAlias

from attrs import field, frozen

from companion import games
from companion.engine.changes import Change
from companion.engine.errors import Illegal, Malformed
from companion.engine.fields import MAX_PLAYERS, Name, Pot, Within, excerpt
from companion.engine.game import Game, Move, Opening, State, blame
from companion.engine.journal import Journal
from companion.engine.names import name_key
from companion.engine.playing import play
from companion.engine.postings import changes
from companion.engine.replay import initial_state
from companion.engine.settlement import Payment, fewest_payments
from companion.engine.structure import read, require_new_names, sort_keys, write
from companion.games import catalogue
from companion.scoresheet.money import CounterValue
from companion.scoresheet.strict_json import parse

Start: TypeAlias = Annotated[int, Within(1), "The counters in front of each player at first"]


def write_payment(payment: Payment[str], value: CounterValue | None) -> dict[str, Any]:
    """Return a payment as the result holds it, with an amount if a counter has a value."""
    written: dict[str, Any] = {"from": payment.payer, "to": payment.payee, "counters": payment.counters}
    return written | ({"amount": value.worth(payment.counters)} if value else {})


@frozen
class SheetGame:
    """One game of a sheet: how it began and its moves."""

    opening: Opening
    moves: list[Move]


@frozen
class Sheet:
    """A whole sheet: who sat down first, what a counter is worth, the games, and the counters given to each player."""

    players: list[str]
    games: list[SheetGame] = field(factory=list)
    counter_value: CounterValue | None = None
    start: int | None = None

    @property
    def placed_moves(self) -> Iterator[tuple[str, Move]]:
        """The opening and the moves of every game, in order, each with its place as a refusal names it."""
        for number, played in enumerate(self.games):
            yield f"games[{number}]", played.opening
            for place, move in enumerate(played.moves):
                yield f"games[{number}].moves[{place}] {move.name}", move


# A sheet as its file has it: what a game's options and moves may be is known once the game is.
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
    start: Start | None = None

    def well_formed(self) -> None:
        """Refuse another edition of the format, and names that can't be told apart."""
        if self.scoresheet != 1:
            raise Malformed("scoresheet: this Companion reads edition 1, not {given}", given=excerpt(self.scoresheet))
        require_distinct(self.players)


def require_distinct(players: list[str]) -> None:
    """Refuse anything but 1 to 25 names of which no two are alike."""
    if not 1 <= len(players) <= MAX_PLAYERS:
        raise Malformed("players: 1 to {most} names are needed, not {number}", most=MAX_PLAYERS, number=len(players))
    seen: dict[str, str] = {}
    for name in players:
        if name_key(name) in seen:
            raise Malformed('players: "{name}" and "{twin}" can\'t be told apart', name=name, twin=seen[name_key(name)])
        seen[name_key(name)] = name


def read_sheet(text: bytes) -> Sheet:
    """Return a sheet from its bytes; raise Malformed for all that can be seen without playing."""
    return sheet_from(parse(text))


def sheet_from(value: Any) -> Sheet:
    """Return a sheet from its JSON value; raise Malformed."""
    if type(value) is not dict:
        raise Malformed("not a score sheet: it must be an object")
    written = read(_WrittenSheet, value)
    require_new_names(written)
    if written.counter_value:
        try:
            written.counter_value.well_formed()
        except Malformed as error:
            raise Malformed(error.why, "counter_value") from None
    played = [_read_game(game, f"games[{number}]") for number, game in enumerate(written.games)]
    return Sheet(written.players, played, written.counter_value, written.start)


def _read_game(written: _WrittenGame, where: str) -> SheetGame:
    game = _find_game(written.game, written.edition, where)
    opening = open_game(game, written.options, written.dealer, written.edition, f"{where}.options")
    moves = [opening.read_move(move, f"{where}.moves[{number}]") for number, move in enumerate(written.moves)]
    return SheetGame(opening, moves)


def _find_game(key: str, number: int | None, where: str) -> Game:
    game = games.game(key)
    if game is None:
        keys = ", ".join(catalogue())
        raise Malformed('there is no game called "{given}"; there are {known}', where, given=excerpt(key), known=keys)
    if number not in (None, game.edition):
        raise Malformed("{key} has no edition {given}", where, key=key, given=excerpt(number))
    return game


def open_game(
    game: Game, options: dict[str, Any] | None, dealer: str | None, edition: int | None = None, where: str = "options"
) -> Opening:
    """Return the opening of a game with its options, and edition, as given; raise Malformed."""
    opening = stored_opening(game, options, dealer, edition, where)
    require_new_names(opening.options, where)
    return opening


def stored_opening(
    game: Game, options: dict[str, Any] | None, dealer: str | None, edition: int | None = None, where: str = "options"
) -> Opening:
    """Return an opening that was written down before, by the rule for names of that time. Raises Malformed."""
    try:
        return Opening(game, read(game.options, options or {}, where), dealer, options, edition)
    except Exception as error:
        blame(error, game, Opening.name)


def score(sheet: Sheet) -> dict[str, Any]:
    """Return what the sheet comes to, as the result that is printed; raise Illegal with the place."""
    state, entries = initial_state(sheet.players, sheet.start), []
    for number, played in enumerate(sheet.games):
        state = _legal(state, played.opening, f"games[{number}]").state
        for place, move in enumerate(played.moves):
            effect = _legal(state, move, f"games[{number}].moves[{place}] {move.name}")
            state = effect.state
            entries.append({"game": number, "move": place} | _net(state, effect))
    payments = fewest_payments(state.balances) if state.over else []
    return {
        "balances": dict(state.balances),
        **({"won": dict(state.won)} if state.settled else {}),
        **({"stacks": state.stacks} if sheet.start else {}),
        "pots": dict(state.pots),
        "dealer": state.dealer,
        "over": state.over,
        "points": state.scored(),
        "entries": entries,
        "settlement": [write_payment(payment, sheet.counter_value) for payment in payments],
    }


def record_sheet(sheet: Sheet, moves: Iterable[tuple[str, Move]] | None = None) -> Journal:
    """Return the journal of a sheet, every move a tap of its own; raise Illegal with the place.

    ``moves`` are its placed moves, given by a caller who watches them go by.
    """
    journal = Journal(initial_state(sheet.players, sheet.start))
    for where, move in moves or sheet.placed_moves:
        try:
            journal = journal.extend(Change.play(move))
        except Illegal as error:
            raise Illegal(error.why, where) from None
    return journal


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


def write_move(move: Move) -> dict[str, Any]:
    """Return a move as a sheet holds it."""
    return {"move": move.name} | write(move)


def write_opening(opening: Opening, moves: Iterable[Move]) -> dict[str, Any]:
    """Return a game as a sheet holds it, its options as given, in the order of their declaration."""
    written: dict[str, Any] = {"game": opening.game.key}
    if opening.given is not None:
        written["options"] = sort_keys(opening.game.options, opening.given)
    if opening.dealer is not None:
        written["dealer"] = opening.dealer
    if opening.edition is not None:
        written["edition"] = opening.edition
    return written | {"moves": [write_move(move) for move in moves]}


def write_sheet(sheet: Sheet) -> str:
    """Return the sheet as its file: keys in the order of the format, two spaces, a final newline."""
    written: dict[str, Any] = {"scoresheet": 1, "players": sheet.players}
    if sheet.start:
        written["start"] = sheet.start
    if sheet.counter_value:
        written["counter_value"] = write(sheet.counter_value)
    written["games"] = [write_opening(played.opening, played.moves) for played in sheet.games]
    return json.dumps(written, indent=2, ensure_ascii=False) + "\n"
