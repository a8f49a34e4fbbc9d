"""A spreadsheet as CSV, as people write it: a row an evening, a round, a game or a player, or only who won."""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from functools import cache
from itertools import chain, compress, cycle, groupby
from operator import add
from typing import Any, NamedTuple, TypeAlias

from companion.engine.errors import Malformed
from companion.engine.fields import NAME, excerpt
from companion.engine.message import Message, fill, listed, say
from companion.engine.names import name_key
from companion.plays.days import Days, are_days, is_day
from companion.plays.play import (
    NOT_KNOWN,
    TOO_MUCH,
    Column,
    Play,
    Reading,
    Unread,
    beside,
    each,
    judged,
    terms,
    text,
)
from companion.plays.words import (
    ABSENT,
    ALL_LOST,
    ALL_WON,
    BEGINNING,
    DRAW,
    LETTERS,
    LEVEL,
    LOST,
    NO,
    NO_NAMES,
    OF_NONE,
    OF_PLAYER,
    OF_POINTS,
    OF_SCORE,
    OWN,
    WITH_POINTS,
    WORDS,
    YES,
    as_heading,
    as_word,
    counts_something,
    is_figure,
    is_score,
    is_total,
    names_in,
    present,
    winners_in,
    with_points,
)
from companion.shelf import shelf

ROLES = ("person", "date", "game", "place", "note", "winner", "out")
"""What people may take a column for."""
ABOUT = {"date", "game", "place", "note"}
"""What every row may say."""
SHAPES = {
    "numbered players": {"winner", "points"},
    "a player": {"number", "player", "points", "rank", "winner"},
    "a player in each round": {"number", "player", "round", "points", "winner"},
    "an evening": {"person", "winner"},
    "a round": {"person", "round"},
    "who played": {"winner", "players", "points"},
    "who won": {"winner"},
}
"""What a row is, and the columns from which it is read beside; all others are left out."""
NOT_WHO_WON = say("this doesn't say who won: {what}")
NOBODYS = say("the file doesn't say whose points these are: {what}")
MAX_COLUMNS = 500
MAX_ROWS = 100_000
"""The lines that a file may have."""
A_LOOK = 50
"""How many cells of a column are looked at for what it may be."""
ABOVE = 20
"""In how many lines the heads of the columns are looked for."""
Row: TypeAlias = tuple[Message, list[str]]
Rows: TypeAlias = Sequence[Row]
OTHER_HEADS = say("other columns begin here: save this table as a file of its own")
NO_HEADS = say("The first row must say what stands in each column: the day, the game, and the names.")


class How(NamedTuple):
    """How people say that a spreadsheet is to be read: its columns, by their places, and what it doesn't say."""

    columns: Mapping[str, str] = {}
    day_first: bool | None = None
    fewest_win: bool = False
    players: Sequence[str] = ()


def rows_of(content: bytes) -> list[Row]:
    """Return the rows, but for empty ones, with their lines. Raises Malformed."""
    typed = decoded(content)
    if typed.count("\n") > MAX_ROWS or typed.count("\r") > MAX_ROWS:
        raise Malformed(TOO_MUCH)
    lines = typed.splitlines(keepends=True)
    named = re.match(r"\s*sep=(.)\r?\n", typed)
    top = [line for line in lines if line.strip()][: ABOVE + bool(named)][bool(named) :]
    most = max(";\t,|", key=lambda sign: (sum(sign in line for line in top), "".join(top).count(sign)))
    between = named[1] if named else most
    if "\x00" in typed or not any(between in line for line in top):
        raise Malformed(NOT_KNOWN)
    reader = csv.reader(lines, delimiter=between)
    rows = []
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells) and not (named and reader.line_num == 1):
                own = [cell.strip() for cell in cells]
                while not own[-1]:
                    own.pop()
                if len(own) > MAX_COLUMNS:
                    raise Malformed(TOO_MUCH)
                rows.append((say("line {number}", number=reader.line_num), own))
    except csv.Error:
        raise Malformed(say("This spreadsheet can't be read from line {line} on.", line=reader.line_num)) from None
    return rows


def _head(rows: Sequence[Row]) -> int:
    """Return which row heads the columns: the first that is about as full as any and holds no numbers nor days."""
    filled = [sum(map(bool, cells)) for _, cells in rows[:ABOVE]]
    full = max(2, max(filled, default=0) / 2)
    heads = (at for at, number in enumerate(filled) if number >= full and not any(map(is_figure, rows[at][1])))
    if (found := next(heads, None)) is None:
        raise Malformed(NO_HEADS)
    return found


def decoded(content: bytes) -> str:
    """Return a text, whatever wrote it: UTF-8 or UTF-16 with their marks, or as Windows writes it."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    with suppress(UnicodeDecodeError):
        return content.decode("utf-8-sig")
    return content.decode("cp1252", "replace")


def read(content: bytes, how: How) -> Reading:
    """Return the evenings of a spreadsheet. Raises Malformed where nothing heads its columns."""
    rows = rows_of(content)
    head = _head(rows)
    _, heads = rows[head]
    heads = heads + [""] * (max(len(cells) for _, cells in rows) - len(heads))
    above, rows = rows[:head], rows[head + 1 :]
    if any(own <= {*map(as_word, heads)} for own in OWN):
        raise Malformed(
            say("This is a table that Companion wrote, and says too little: take the evening along instead.")
        )
    own, no_plays, others = _below(heads, rows)
    sheet = Sheet(heads, own, how)
    found = [*sheet.plays()]
    plays = [each for each in found if isinstance(each, Play)]
    if not found:
        raise Malformed(NOT_KNOWN)
    unread = [*(each for each in found if isinstance(each, Unread)), *others]
    left_out = {*no_plays, *sheet.no_plays}
    no_plays = [where for where, _ in above] + [where for where, _ in rows if where in left_out]
    return Reading(say("a spreadsheet"), plays, unread, sheet.columns, sheet.days.either, sheet.winners, no_plays)


def _below(heads: Sequence[str], rows: Sequence[Row]) -> tuple[list[Row], list[Message], list[Unread]]:
    """Return the rows of the table that some heads begin, the lines that are totals or heads again, and another's."""
    known = {at: WORDS[as_heading(head)] for at, head in enumerate(heads) if as_heading(head) in WORDS}
    full = max(2, sum(map(bool, heads)) / 2)
    own, no_plays = list[Row](), list[Message]()
    for where, cells in rows:
        is_head = sum(map(bool, cells)) >= full and all(as_heading(_at(cells, at)) in WORDS for at in known)
        is_head = is_head and any(WORDS[as_heading(_at(cells, at))] == role for at, role in known.items())
        if is_head and not any(map(is_figure, filter(None, cells))):
            if [*map(name_key, cells)] != [name_key(head) for head in heads[: len(cells)]]:
                return own, no_plays, [Unread(where, OTHER_HEADS)]
            no_plays.append(where)
        elif is_total(next(filter(None, cells))):
            no_plays.append(where)
        else:
            own.append((where, cells))
    return own, no_plays, []


class Sheet:
    """The columns of a spreadsheet and its rows."""

    def __init__(self, heads: Sequence[str], rows: list[Row], how: How) -> None:
        """Find out what stands in each column, but for those of which people say it."""
        self.rows, self.how, self.winners = rows, how, list[str]()
        self._cells = [[cells[at] for _, cells in rows if at < len(cells) and cells[at]] for at in range(len(heads))]
        said = {int(at): role for at, role in how.columns.items() if int(at) < len(heads)}
        roles = [said.get(at) or self._role(at, head, self._cells[at]) for at, head in enumerate(heads)]
        roles = [said.get(at) or role for at, role in enumerate(self._by_others(heads, roles))]
        self.at = {role: at for at, role in reversed([*enumerate(roles)])} | {role: at for at, role in said.items()}
        """Where the column of a role is: the one that people say, else the first; another of the same is left out."""
        self.people = [at for at, role in enumerate(roles) if role == "person"]
        self.yes = (YES | {"1"}) - {"o" for own in self._cells if {"x", "X"} & {*own}}
        """What marks who won: beside a cross an o doesn't."""
        self.pairs = self._pairs(heads)
        self.shape = self._shape(heads)
        in_pairs = dict(zip(chain(*self.pairs), cycle(("player", "points")), strict=False))
        self.columns = [
            Column(
                head,
                in_pairs.get(at) or (role if self._is_read(at, role) else "out"),
                (text(OF_SCORE.sub("", head).strip(" _"), NAME) or head) if role == "person" else "",
                _may_be(self._cells[at][:A_LOOK]),
            )
            for at, (head, role) in enumerate(zip(heads, roles, strict=True))
        ]
        if {"date", "game"} <= self.at.keys():
            self.rows = [*self._dated(rows)]
        counted = [self.at[role] for role in ("round", "number") if role in self.at]
        self.label = next(iter(counted), 0 if roles[0] == "out" and as_heading(heads[0]) not in WORDS else None)
        """Where a row that is a round says which."""
        self.no_plays: list[Message] = []
        """The lines of rounds that add up others, or say who came where."""
        self.days = Days(self._cells[self.at["date"]] if "date" in self.at else [], how.day_first)

    def _is_read(self, at: int, role: str) -> bool:
        """Return whether a row of this shape is read from a column; else the preview shows it as left out."""
        return role in SHAPES[self.shape] | ABOUT and (role == "person" or self.at[role] == at)

    def _pairs(self, heads: Sequence[str]) -> list[tuple[int, int | None]]:
        """Return where each player's name stands, and the points: ``Player 1``, ``Player A score``, ``Name``, twice."""
        names, points, times = dict[int, int](), dict[int, int](), Counter[str]()
        every, found = [*map(as_word, heads)], []
        for at, head in enumerate(every):
            words = re.findall(r"\d{1,9}|[^\W\d]+", head)
            which = [word for word in words if word.isdecimal()] or [word for word in words if word in LETTERS]
            told = {*words} - {*which[-1:]}
            if told and told <= OF_PLAYER | OF_POINTS | OF_NONE:
                last = which[-1] if which else "?"
                nth = int(last) if last.isdecimal() else LETTERS.find(last) + 1
                if [last] == which and head.endswith(f".{last}") and head.removesuffix(f".{last}") in every:
                    nth += 1  # programs tell equal heads apart: Name, Name.1
                found.append((at, head, told, nth if which else None))
        for at, head, told, number in found:
            times[head] += 1
            if number is None:
                same = {other for _, _, of, other in found if of == told} - {None}
                number = times[head] if every.count(head) > 1 else 1 if same and 1 not in same else None
            if number is not None:
                (points if told & OF_POINTS else names).setdefault(number, at)
        if sum(not all(map(is_figure, self._cells[at])) for at in names.values()) < 2:
            return []
        return [(at, points.get(number)) for number, at in names.items()]

    def _shape(self, heads: Sequence[str]) -> str:
        """Return how the rows are to be read. Raises Malformed."""
        has = self.at.keys()
        if self.pairs:
            return "numbered players"
        named = "player" in has and as_word(heads[self.at["player"]]) in ("name", "nom")
        if "player" in has and {"points", "rank", "winner"} & has and not (named and len(self.people) > 1):
            return "a player in each round" if {"round", "points"} <= has else "a player"
        if "player" not in has and len(self.people) > 1:
            return "an evening" if "round" not in has and {"date", "game"} & has else "a round"
        if "players" in has and ({"winner", "points"} & has or any(map(with_points, self._cells[self.at["players"]]))):
            return "who played"
        if "winner" in has:
            return "who won"
        raise Malformed(NO_HEADS)

    @staticmethod
    def _role(at: int, head: str, own: Sequence[str]) -> str:
        """Return what a column is by its head and by what it holds."""
        word = as_heading(head)
        role = WORDS.get(word) or ("out" if counts_something(word) else "")
        if role in ("place", "players") and own and sum(map(is_figure, own)) * 2 >= len(own):
            return "rank" if role == "place" else "out"
        if role or not head:
            return role or ("date" if sum(map(is_day, own)) * 2 > len(own) else "out" if at else "number")
        if is_figure(head) or not own:
            return "out"
        if sum(map(is_day, own)) * 2 > len(own):
            return "date"
        scores, away = sum(map(is_score, own)), sum(as_word(cell) in ABSENT - LOST for cell in own)
        return "person" if scores and (scores + away) * 2 >= len(own) else "out"

    def _by_others(self, heads: Sequence[str], roles: Sequence[str]) -> Iterator[str]:
        """Yield what columns are beside others: of dates those that hold days, a person who has won somewhere."""
        has_days = [role == "date" and are_days(own) for role, own in zip(roles, self._cells, strict=True)]
        told = {at for at, role in enumerate(roles) if role in ("winner", "players")}
        named = {name_key(name) for at in told for cell in self._cells[at] for name in names_in(cell)}
        for at, (head, role) in enumerate(zip(heads, roles, strict=True)):
            if role == "date" and not has_days[at] and (any(has_days) or as_heading(head) in ("day", "tag", "jour")):
                yield "out"
            elif role == "out" and name_key(head) in named and any(map(is_score, self._cells[at])):
                yield "person"
            else:
                yield role

    def _dated(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Yield rows, those of a game without a day with the day above it."""
        at, day = self.at["date"], ""
        for where, cells in rows:
            day = _at(cells, at) or day
            if self._cell(cells, "game") and not _at(cells, at):
                cells = [*cells[:at], *[""] * (at - len(cells)), day, *cells[at + 1 :]]
            yield where, cells

    def plays(self) -> Iterator[Play | Unread]:
        """Yield the evenings."""
        one_each = ([row] for row in self.rows)
        match self.shape:
            case "numbered players":
                return self._each(one_each, self._in_pairs)
            case "a player" | "a player in each round":
                read = self._by_player if self.shape == "a player" else self._by_player_in_rounds
                by_day = self._games(self.rows, ("date", "game", "place"), ["player", "round"])
                return self._each(self._numbered() if "number" in self.at else by_day, read)
            case "an evening":
                return self._each(one_each, self._evening)
            case "a round":
                return self._in_rounds()
            case _:
                self._who_won()
                return self._each(one_each, self._only_winner)

    def _each(self, games: Any, read: Any) -> Iterator[Play | Unread]:
        return each(((rows[0][0], rows) for rows in games), self._about, read, self.days.of)

    def _about(self, rows: Rows) -> dict[str, Any]:
        day, game, place = (next(self._all(rows, role), "") for role in ("date", "game", "place"))
        return beside(game, place, "\n".join(dict.fromkeys(self._all(rows, "note")))) | {"day": day}

    def _all(self, rows: Rows, role: str) -> Iterator[str]:
        return filter(None, (self._cell(cells, role) for _, cells in rows))

    def _cell(self, cells: Sequence[str], role: str) -> str:
        return _at(cells, self.at.get(role))

    def _fewest(self, rows: Rows) -> bool | None:
        """Return whether the fewest points win, as was tapped or as the shelf has it; None where nothing says so."""
        game = next(self._all(rows, "game"), "")
        return self.how.fewest_win or name_key(game) in won_by_the_fewest() or None

    # A row an evening.

    def _evening(self, rows: Rows) -> Play:
        ((_, cells),) = rows
        told = {at: _at(cells, at) for at in self.people}
        only_marks = all(as_word(cell) in self.yes - {"1"} for at in self.people for cell in self._cells[at])
        own = {at: cell for at, cell in zip(told, present(told.values()), strict=True) if cell or only_marks}
        names, won = [self.columns[at].name for at in own], self._cell(cells, "winner")
        marks, _ = winners_in([won], names, self.yes)
        if marks is None and own and all(as_word(cell) in YES | NO | DRAW for cell in own.values() if cell):
            words = [*map(as_word, own.values())]
            marks = [word in (self.yes if self.yes & {*words} else DRAW) for word in words]
            own = dict.fromkeys(own, "")
        level = as_word(won) in LEVEL
        return judged(names, [*own.values()], marks, fewest=self._fewest(rows), sure=True, level=level)

    def _in_pairs(self, rows: Rows) -> Play:
        ((_, cells),) = rows
        told = [(_at(cells, name), _at(cells, points)) for name, points in self.pairs]
        names, scores = [name for name, _ in told if name], [points for name, points in told if name]
        won = self._cell(cells, "winner")
        marks, _ = winners_in([won], names, self.yes)
        play = judged(names, scores, marks, fewest=self._fewest(rows), sure=True, level=as_word(won) in LEVEL)
        alone = "" if self.at.get("points") in chain(*self.pairs) else self._cell(cells, "points")
        return also(play, NOBODYS, [*(points for name, points in told if not name), alone])

    # A row a round, or a player.

    def _numbered(self) -> Iterator[Rows]:
        """Yield the rows of each number, day, game and place; where somebody comes twice, those beside each other."""
        number, keys, games = "", dict[str, list[str]](), dict[tuple[str, ...], list[int]]()
        for place, (_, cells) in enumerate(self.rows):
            number = self._cell(cells, "number") or number
            own = [number, *(self._cell(cells, role) for role in ("date", "game", "place"))]
            keys[number] = [now or was for now, was in zip(own, keys.get(number, own), strict=True)]
            games.setdefault((*keys[number],), []).append(place)
        for places in games.values():
            who = {tuple(name_key(self._cell(self.rows[at][1], role)) for role in ("player", "round")) for at in places}
            runs = groupby(enumerate(places), lambda at: len(who) < len(places) and at[1] - at[0])  # noqa: B023
            for _, run in runs:
                yield [self.rows[at] for _, at in run]

    def _games(self, rows: Iterable[Row], same: Sequence[str], once: Sequence[str]) -> Iterator[Rows]:
        """Yield the rows of each game, which begins where one of the ``same`` cells changes, or one comes again."""
        game: list[Row] = []
        seen: set[str] = set()
        before: list[str] = []
        for row in rows:
            cells = [self._cell(row[1], role) for role in same]
            own = name_key(" ".join(self._cell(row[1], role) for role in once).strip())
            changed = any(now and was and now != was for now, was in zip(cells, before, strict=False))
            if game and (changed or own in seen):
                yield game
                game, seen, before = [], set(), []
            before = [now or was for now, was in zip(cells, before or cells, strict=True)]
            game.append(row)
            seen |= {own} - {""}
        if game:
            yield game

    def _in_rounds(self) -> Iterator[Play | Unread]:
        """Yield evenings of rows with their rounds: one alone where the rows have no day and no game."""
        rows = []
        for where, cells in self.rows:
            label = as_heading(_at(cells, self.label))
            if WORDS.get(label) in ("rank", "place", "winner", "out") and label not in BEGINNING:
                self.no_plays.append(where)
                continue
            try:
                self._scores(cells)
                rows.append((where, cells))
            except Malformed as refused:
                yield Unread(where, say(refused.why))
        same = [role for role in ("date", "game", "place") if role in self.at]
        games = self._games(rows, same, ["round"]) if same else self._counted(rows)
        yield from self._each(map(self._without_sums, games), self._rounds)

    def _counted(self, rows: Iterable[Row]) -> Iterator[Rows]:
        """Yield the rows of each game, whose rounds are counted up until the first number comes again."""
        game, numbers, rises = list[Row](), list[int](), True
        for row in rows:
            label = self._cell(row[1], "round")
            if label.isdecimal() and len(label) < 10:
                if len(numbers) > 1 and rises and int(label) == numbers[0]:
                    yield game
                    game, numbers = [], []
                rises = not numbers or (rises and int(label) > numbers[-1])
                numbers.append(int(label))
            game.append(row)
        if game:
            yield game

    def _without_sums(self, rows: Rows) -> Rows:
        """Return the rounds of a game without those that add up two or more: all before, or those since another sum."""
        every = since = [Decimal()] * len(self.people)
        rounds, counted = list[Row](), 0
        for where, cells in rows:
            scores = self._scores(cells)
            sums = [total for total, number in ((every, len(rounds)), (since, counted)) if number > 1]
            if any(scores) and scores in sums and not re.search(r"\d", _at(cells, self.label)):
                self.no_plays.append(where)
                since, counted = [Decimal()] * len(self.people), 0
                continue
            every, since = ([*map(add, total, scores)] for total in (every, since))
            rounds.append((where, cells))
            counted += 1
        return rounds

    def _scores(self, cells: Sequence[str]) -> list[Decimal]:
        return [sum(terms(cell or 0), Decimal()) for cell in present(_at(cells, at) for at in self.people)]

    def _rounds(self, rows: Rows) -> Play:
        points = [[*own] for own in zip(*(self._scores(cells) for _, cells in rows), strict=True)]
        own = [any(as_word(_at(cells, at)) not in ABSENT | {""} for _, cells in rows) for at in self.people]
        names = [self.columns[at].name for at in compress(self.people, own)]
        return judged(names, [*compress(points, own)], fewest=self._fewest(rows))

    def _by_player(self, rows: Rows) -> Play:
        names, won, scores, places = (
            [self._cell(own, role) for _, own in rows] for role in ("player", "winner", "points", "rank")
        )
        ranks = [int(found[0]) if (found := re.search(r"\d{1,9}", place)) else 0 for place in places]
        marks, strange = winners_in(won, names, self.yes)
        play = also(judged(names, scores, marks, ranks, fewest=self._fewest(rows)), NOT_WHO_WON, strange)
        return play if all(ranks) else also(play, say("the places aren't kept: {what}"), places)

    def _by_player_in_rounds(self, rows: Rows) -> Play:
        called, rounds = dict[str, str](), dict[str, list[Decimal]]()
        won, times = dict[tuple[str, int], dict[str, str]](), Counter[tuple[str, str]]()
        for _, own in rows:
            name, mark = self._cell(own, "player"), self._cell(own, "winner")
            name = called.setdefault(name_key(name), name)
            rounds.setdefault(name, []).append(sum(terms(self._cell(own, "points") or 0), Decimal()))
            which = self._cell(own, "round")
            times[name, which] += 1
            if mark:
                won.setdefault((which, times[name, which]), {})[name] = mark
        names, scores, fewest = [*rounds], [*rounds.values()], self._fewest(rows)
        judged(names, scores)  # more than a table holds is refused before marks are compared
        told = [winners_in([own.get(name, "") for name in names], names, self.yes) for own in won.values()]
        strange = [*dict.fromkeys(chain(*(cells for _, cells in told)))][:A_LOOK]
        marked = [marks for marks, _ in told if marks]
        every = [any(own) for own in zip(*marked, strict=True)]
        if all(marks == every for marks in marked if any(marks)):
            marks = every or None
        else:  # who won the rounds
            marks, strange = None, [*strange, *compress(names, every)]
        return also(judged(names, scores, marks, fewest=fewest), NOT_WHO_WON, strange)

    # Only who won.

    def _who_won(self) -> None:
        """Note who ever won, where no column says who played."""
        if "players" not in self.at:
            won = Counter(name for _, cells in self.rows for name in names_in(self._cell(cells, "winner")))
            self.winners = [name for name, _ in won.most_common() if as_word(name) not in NO_NAMES]

    def _only_winner(self, rows: Rows) -> Play:
        ((_, cells),) = rows
        won = self._cell(cells, "winner")
        names = names_in(self._cell(cells, "players")) or [*self.how.players] or self.winners
        points = names_in(self._cell(cells, "points")) if "players" in self.at else []
        if not points and all(map(with_points, names)):
            names, points = ([found[part] for found in map(with_points, names) if found] for part in (1, 2))
            won = re.sub(WITH_POINTS, r"\1", won)
        if "players" in self.at and as_word(won) not in NO_NAMES | ALL_WON | ALL_LOST:
            keys = {*map(name_key, names)}
            names = [*names, *(name for name in names_in(won) if name_key(name) not in keys)]
        fit = len(points) == len(names)
        scores = points if fit else [""] * len(names)
        marks, _ = winners_in([won], names, self.yes)
        play = judged(names, scores, marks, fewest=self._fewest(rows), sure=True, level=as_word(won) in LEVEL)
        return play if fit else also(play, NOBODYS, points)


@cache
def won_by_the_fewest() -> frozenset[str]:
    """Return the names of the games of the shelf that the fewest points win, as names are compared."""
    every = (options for told in shelf().values() for options in told.every)
    return frozenset(name_key(options.title()) for options in every if options.manner().fewest_win)


def _may_be(own: Sequence[str]) -> list[str]:
    """Return what a column may be that holds these cells."""
    is_date, is_text = are_days(own), not all(map(is_figure, own))
    is_person = any(is_score(cell) and not is_day(cell) for cell in own)
    return [role for role in ROLES if {"person": is_person, "date": is_date, "out": True}.get(role, is_text)]


def _at(cells: Sequence[str], at: int | None) -> str:
    """Return what stands in a column; nothing where a row ends before it."""
    return cells[at] if at is not None and at < len(cells) else ""


def also(play: Play, doubt: Message, cells: Iterable[str]) -> Play:
    """Return a play with one more doubt about what stands in some cells, where anything does."""
    what = listed([excerpt(cell) for cell in cells if cell])
    return play._replace(doubts=(*play.doubts, fill(doubt, what=what))) if what else play
