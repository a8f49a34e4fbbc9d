"""A spreadsheet as CSV, as people write it: a row an evening, a round, a game or a player, or only who won."""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from functools import cache
from itertools import compress
from typing import Any, NamedTuple, TypeAlias

from companion.engine.errors import Malformed
from companion.engine.fields import NAME, excerpt
from companion.engine.message import Message, say
from companion.engine.names import name_key
from companion.plays.days import Days, is_day
from companion.plays.play import NOT_KNOWN, TOO_MUCH, Column, Play, Reading, Unread, beside, each, judged, terms, text
from companion.shelf import shelf
from companion.store.evenings import searchable

ROLES = ("person", "date", "game", "place", "note", "winner", "out")
"""What people may take a column for."""
HEADS = {
    "date": "date, day, datum, tag, jour, played on, play date, date played, datetime, spieldatum, gespielt am",
    "game": "game, spiel, jeu, title, game name, board game, brettspiel, nom du jeu",
    "place": "place, location, ort, lieu, where, spielort, venue",
    "note": "notes, note, notizen, notiz, remarque, remarques, comment, comments, kommentar, bemerkung, commentaire",
    "winner": "winner, winners, won, won by, win, gewinner, gewinnerin, sieger, siegerin, gewonnen, vainqueur, "
    "gagnant, gagnante, gagnants, a gagne",
    "player": "player, name, player name, spieler, spielerin, joueur, joueuse, nom, person, who, wer, qui",
    "players": "players, who played, mitspieler, joueurs, participants, teilnehmer",
    "points": "score, scores, points, point, pts, punkte, punktzahl, ergebnis, final score",
    "rank": "rank, position, platz, rang, finish, platzierung, classement",
    "round": "round, hand, deal, runde, manche, donne, tour",
    "number": "#, no, nr, n, id, num, hand no, play, play id, game id, game no, session, partie, spielnr",
    "out": "time, uhrzeit, zeit, heure, length, duration, dauer, duree, minutes, min, start, end, beginn, ende, debut, "
    "fin, total, totals, totaux, sum, summe, gesamt, somme, average, durchschnitt, schnitt, moyenne, mean, max, best, "
    "difference, diff, differenz, rounds, runden, manches, hands, number of players, player count, count, anzahl, "
    "spieleranzahl, nombre de joueurs, year, jahr, annee, month, monat, mois, week, woche, semaine, weekday, season, "
    "wochentag, saison, rating, bewertung, target, ziel, dealer, geber, donneur, host, gastgeber, loser, verlierer, "
    "perdant, perdants, margin, cost, expansion, expansions, type, genre, cooperative, winning score, checksumme, pot",
}
WORDS = {word.strip(): role for role, words in HEADS.items() for word in words.split(",")}
"""How the columns are headed that aren't people's, in any letters."""
TOTAL, WON, LOST, NOBODY = (
    {*words.split()}
    for words in (
        "total totals sum summe gesamt somme totaux average durchschnitt moyenne",
        "x w win won winner yes y true ja oui g gewonnen gagne sieg ✓ ✔ ★ 🏆",
        "l loss lost no false nein non verloren perdu - –",
        "- – none nobody draw tie tied unentschieden remis niemand egalite nul personne",
    )
)
"""How a row begins that adds up, and what stands in cells for who won, who lost, and that nobody won."""
UNKNOWN = {"?", "unknown", "n/a", "unbekannt", "inconnu"}
OF_PLAYER = {"player", "spieler", "joueur", "name", "team", "p"}
OF_POINTS = {"score", "points", "point", "punkte", "pts", "s"}
"""The words in the heads of ``Player 1`` and ``Score 1``."""
OWN = [{"in the pots", "left in the pots"}, {"what happened", "counts"}, {"on top", "hands"}, {"balance", "change"}]
"""What heads the columns of Companion's own tables."""
OF_SCORE = re.compile(
    r"^(?:score|points|punkte|pts)[\s_:(-]+|[\s_:(-]+(?:score|points|punkte|pts)\)?$|['’]s (?:score|points)$", re.I
)
"""What people write beside a name over its points."""
BETWEEN = re.compile(r"\s*(?:[,;/&+\n]|\b(?:and|und|et)\b)\s*")
MAX_COLUMNS = 500
MAX_ROWS = 100_000
"""The lines that a file may have."""
A_LOOK = 50
"""How many cells of a column are looked at for what it may be."""
ABOVE = 20
"""In how many lines the heads of the columns are looked for."""
Row: TypeAlias = tuple[Message, list[str]]
Rows: TypeAlias = Sequence[Row]
NO_HEADS = say("The first row must say what stands in each column: the day, the game, and the names.")


class How(NamedTuple):
    """How people say that a spreadsheet is to be read: its columns, by their places, and what it doesn't say."""

    columns: Mapping[str, str] = {}
    day_first: bool | None = None
    fewest_win: bool = False
    players: Sequence[str] = ()


def rows_of(content: bytes) -> list[Row]:
    """Return the rows from the heads of the columns on, but for empty ones, with their lines. Raises Malformed."""
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
                own = [cell.strip() for cell in cells[:MAX_COLUMNS]]
                rows.append((say("line {number}", number=reader.line_num), own))
    except csv.Error:
        raise Malformed(say("This spreadsheet can't be read from line {line} on.", line=reader.line_num)) from None
    return rows[_head(rows) :]


def _head(rows: Sequence[Row]) -> int:
    """Return which row heads the columns: the first that is about as full as any and holds no numbers nor days."""
    filled = [sum(map(bool, cells)) for _, cells in rows[:ABOVE]]
    full = max(2, max(filled, default=0) / 2)
    heads = (at for at, number in enumerate(filled) if number >= full and not any(map(_is_figure, rows[at][1])))
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
    (_, heads), *rows = rows_of(content)
    if any(own <= {*map(_word, heads)} for own in OWN):
        raise Malformed(
            say("This is a table that Companion wrote, and says too little: take the evening along instead.")
        )
    rows = [row for row in rows if _word(next(filter(None, row[1]))) not in TOTAL]
    sheet = Sheet(heads, rows, how)
    found = [*sheet.plays()]
    plays = [each for each in found if isinstance(each, Play)]
    if not found:
        raise Malformed(NOT_KNOWN)
    unread = [each for each in found if isinstance(each, Unread)]
    return Reading(say("a spreadsheet"), plays, unread, sheet.columns, sheet.days.either, sheet.winners)


class Sheet:
    """The columns of a spreadsheet and its rows."""

    def __init__(self, heads: Sequence[str], rows: list[Row], how: How) -> None:
        """Find out what stands in each column, but for those of which people say it."""
        self.rows, self.how, self.winners = rows, how, list[str]()
        self._cells = [[cells[at] for _, cells in rows if at < len(cells) and cells[at]] for at in range(len(heads))]
        said = {int(at): role for at, role in how.columns.items() if int(at) < len(heads)}
        roles = [said.get(at) or self._role(at, head, self._cells[at]) for at, head in enumerate(heads)]
        self.at = {role: at for at, role in reversed([*enumerate(roles)])} | {role: at for at, role in said.items()}
        """Where the column of a role is: the one that people say, else the first; another of the same is left out."""
        self.people = [at for at, role in enumerate(roles) if role == "person"]
        self.pairs = self._pairs(heads)
        if self.pairs:
            named = {at: role for pair in self.pairs for at, role in zip(pair, ("player", "points"), strict=False)}
            roles = [named.get(at) or ("out" if role == "person" else role) for at, role in enumerate(roles)]
            self.people = []
        result = "player" in self.at and {"points", "rank", "winner"} & self.at.keys()
        self.by_player = (
            not self.pairs
            and bool(result)
            and (len(self.people) < 2 or _word(heads[self.at["player"]]) not in ("name", "nom"))
        )
        if self.by_player:  # what else has numbers is no person
            roles = ["out" if role == "person" else role for role in roles]
            self.people = []
        self.columns = [
            Column(
                head,
                role if role == "person" or self.pairs or self.at.get(role) == at else "out",
                (text(OF_SCORE.sub("", head).strip(" _"), NAME) or head) if role == "person" else "",
                _may_be(self._cells[at][:A_LOOK]),
            )
            for at, (head, role) in enumerate(zip(heads, roles, strict=True))
        ]
        self.days = Days(self._cells[self.at["date"]] if "date" in self.at else [], how.day_first)

    def _pairs(self, heads: Sequence[str]) -> list[tuple[int, ...]]:
        """Return where each player's name stands, and the points, in a row with both: ``Player 1``, ``Score 1``."""
        names, points = dict[str, int](), dict[str, int]()
        for at, head in enumerate(heads):
            *words, number = re.sub(r"(\d+)(.*)", r" \2 \1", _word(head)).split() or [""]
            if {*words} & (OF_PLAYER | OF_POINTS) and re.fullmatch(r"\d{1,2}|[a-d]", number):
                (points if {*words} & OF_POINTS else names)[number] = at
        if sum(not all(map(_is_figure, self._cells[at])) for at in names.values()) < 2:
            return []
        return [(at, points[number]) if number in points else (at,) for number, at in names.items()]

    @staticmethod
    def _role(at: int, head: str, own: Sequence[str]) -> str:
        """Return what a column is by its head and by what it holds."""
        role = WORDS.get(_word(head), "")
        if role in ("place", "players") and own and all(map(_is_figure, own)):
            return "rank" if role == "place" else "out"
        if role or not head:
            return role or ("out" if at else "number")
        if _is_figure(head) or not own:
            return "out"
        if sum(map(is_day, own)) * 2 > len(own):
            return "date"
        return "person" if sum(map(_is_score, own)) * 2 >= len(own) else "out"

    def plays(self) -> Iterator[Play | Unread]:
        """Yield the evenings."""
        if self.pairs:
            return self._each(([row] for row in self.rows), self._in_pairs)
        if self.by_player:
            return self._each(self._games(self.rows, *self._of_players()), self._by_player)
        if len(self.people) > 1 and "player" not in self.at:
            if "round" in self.at or not {"date", "game"} & self.at.keys():
                return self._in_rounds()
            return self._each(([row] for row in self.rows), self._evening)
        if "winner" in self.at or {"players", "points"} <= self.at.keys():
            self._who_won()
            return self._each(([row] for row in self.rows), self._only_winner)
        raise Malformed(NO_HEADS)

    def _each(self, games: Any, read: Any) -> Iterator[Play | Unread]:
        return each(((rows[0][0], rows) for rows in games), self._about, read, self.days.of)

    def _about(self, rows: Rows) -> dict[str, Any]:
        cells = rows[0][1]
        notes = "\n".join(dict.fromkeys(filter(None, (self._cell(own, "note") for _, own in rows))))
        return beside(self._cell(cells, "game"), self._cell(cells, "place"), notes) | {"day": self._cell(cells, "date")}

    def _cell(self, cells: Sequence[str], role: str) -> str:
        at = self.at.get(role, len(cells))
        return cells[at] if at < len(cells) else ""

    def _fewest(self, rows: Rows) -> bool | None:
        """Return whether the fewest points win, as was tapped or as the shelf has it; None where nothing says so."""
        return self.how.fewest_win or name_key(self._cell(rows[0][1], "game")) in won_by_the_fewest() or None

    # A row an evening.

    def _evening(self, rows: Rows) -> Play:
        ((_, cells),) = rows
        told = {at: cells[at] if at < len(cells) else "" for at in self.people}
        only_marks = all(_word(cell) in WON for at in self.people for cell in self._cells[at])
        own = {at: cell for at, cell in told.items() if cell or only_marks}
        names = [self.columns[at].name for at in own]
        marks = self._marks(self._cell(cells, "winner"), names)
        if marks is None and own and all(_word(cell) in WON | LOST for cell in own.values() if cell):
            marks = [_word(cell) in WON for cell in own.values()]
            own = dict.fromkeys(own, "")
        return judged(names, [*own.values()], marks, fewest=self._fewest(rows), sure=True)

    def _marks(self, cell: str, names: Sequence[str]) -> list[bool] | None:
        """Return who of some people won by a cell; None where it says nothing. Raises Malformed for somebody else."""
        if not cell or _word(cell) in UNKNOWN:
            return None
        if _word(cell) in NOBODY:
            return [False] * len(names)
        keys = [*map(name_key, names)]
        won = [cell] if name_key(cell) in keys else names_in(cell)
        if stranger := next((name for name in won if name_key(name) not in keys), ""):
            raise Malformed(say("“{name}” won, and isn't among those who played", name=excerpt(stranger)))
        return [key in map(name_key, won) for key in keys]

    def _in_pairs(self, rows: Rows) -> Play:
        ((_, cells),) = rows
        own = [[cells[at] if at < len(cells) else "" for at in (*pair, len(cells))[:2]] for pair in self.pairs]
        names, scores = [name for name, _ in own if name], [points for name, points in own if name]
        marks = self._marks(self._cell(cells, "winner"), names)
        return judged(names, scores, marks, fewest=self._fewest(rows), sure=True)

    # A row a round, or a player.

    def _games(self, rows: Iterable[Row], same: Sequence[str], once: Sequence[str]) -> Iterator[Rows]:
        """Yield the rows of each game, which begins where one of the ``same`` cells changes, or one comes again."""
        game: list[Row] = []
        seen: set[str] = set()
        before: tuple[str, ...] = ()
        for row in rows:
            cells = tuple(self._cell(row[1], role) for role in same)
            own = name_key(" ".join(self._cell(row[1], role) for role in once).strip())
            if game and ((any(cells) and cells != before) or own in seen):
                yield game
                game, seen = [], set()
            before = cells if any(cells) or not game else before
            game.append(row)
            seen |= {own} - {""}
        if game:
            yield game

    def _in_rounds(self) -> Iterator[Play | Unread]:
        """Yield evenings of rows with their rounds: one alone where the rows have no day and no game."""
        rows = []
        for where, cells in self.rows:
            try:
                self._scores(cells)
                rows.append((where, cells))
            except Malformed as refused:
                yield Unread(where, say(refused.why))
        same = [role for role in ("date", "game") if role in self.at]
        yield from self._each(self._games(rows, same, ["round"]) if same else [rows][: len(rows)], self._rounds)

    def _scores(self, cells: Sequence[str]) -> list[Decimal]:
        return [sum(terms(cells[at] if at < len(cells) and cells[at] else 0), Decimal()) for at in self.people]

    def _rounds(self, rows: Rows) -> Play:
        points = [[*own] for own in zip(*(self._scores(cells) for _, cells in rows), strict=True)]
        own = [any(at < len(cells) and cells[at] for _, cells in rows) for at in self.people]
        names = [self.columns[at].name for at in compress(self.people, own)]
        return judged(names, [*compress(points, own)], fewest=self._fewest(rows))

    def _of_players(self) -> tuple[list[str], list[str]]:
        """Return by which cells the rows of one game are told, and which don't come again in it."""
        return (["number"], []) if "number" in self.at else (["date", "game", "place"], ["player", "round"])

    def _by_player(self, rows: Rows) -> Play:
        cells = [own for _, own in rows]
        if {"round", "points"} <= self.at.keys():
            called, rounds = dict[str, str](), dict[str, list[Decimal]]()
            for own in cells:
                points = sum(terms(self._cell(own, "points") or 0), Decimal())
                name = self._cell(own, "player")
                rounds.setdefault(called.setdefault(name_key(name), name), []).append(points)
            crossed = {
                name_key(self._cell(own, "player")) for own in cells if _word(self._cell(own, "winner")) in WON | {"1"}
            }
            marks = [key in crossed for key in called] if crossed else None
            return judged([*rounds], [*rounds.values()], marks, fewest=self._fewest(rows))
        names, won = ([self._cell(own, role) for own in cells] for role in ("player", "winner"))
        marks = [_word(own) in WON | {"1"} or name_key(own) == name_key(names[at]) for at, own in enumerate(won)]
        ranks = [int(re.sub(r"\D", "", self._cell(own, "rank"))[:4] or 0) for own in cells]
        scores = [self._cell(own, "points") for own in cells]
        return judged(names, scores, marks if any(won) else None, ranks, fewest=self._fewest(rows))

    # Only who won.

    def _who_won(self) -> None:
        """Note who ever won, where no column says who played."""
        if "players" not in self.at:
            won = Counter(name for _, cells in self.rows for name in names_in(self._cell(cells, "winner")))
            self.winners = [name for name, _ in won.most_common() if _word(name) not in NOBODY | UNKNOWN]

    def _only_winner(self, rows: Rows) -> Play:
        ((_, cells),) = rows
        won = self._cell(cells, "winner")
        names = names_in(self._cell(cells, "players")) or [*self.how.players] or self.winners
        if "players" in self.at and _word(won) not in NOBODY | UNKNOWN:
            keys = {*map(name_key, names)}
            names = [*names, *(name for name in names_in(won) if name_key(name) not in keys)]
        points = names_in(self._cell(cells, "points"))
        scores = points if "players" in self.at and len(points) == len(names) else [""] * len(names)
        return judged(names, scores, self._marks(won, names), fewest=self._fewest(rows), sure=True)


@cache
def won_by_the_fewest() -> frozenset[str]:
    """Return the names of the games of the shelf that the fewest points win, as names are compared."""
    every = (options for told in shelf().values() for options in told.every)
    return frozenset(name_key(options.title()) for options in every if options.fewest_win())


def _may_be(own: Sequence[str]) -> list[str]:
    """Return what a column may be that holds these cells."""
    is_date, is_text = any(map(is_day, own)), not all(map(_is_figure, own))
    is_person = any(_is_score(cell) and not is_day(cell) for cell in own)
    return [role for role in ROLES if {"person": is_person, "date": is_date, "out": True}.get(role, is_text)]


def names_in(cell: str) -> list[str]:
    """Return the names that stand in a cell."""
    return [name for name in BETWEEN.split(cell) if name]


def _word(text: str) -> str:
    """Return a head or a cell as words are looked up."""
    return searchable(text.replace("_", " ")).strip(" .:()\t") if text.strip("-– ") else text.strip()


def _is_figure(cell: str) -> bool:
    return _is_number(cell) or is_day(cell)


def _is_score(cell: str) -> bool:
    return _word(cell) in WON | LOST or _is_number(cell)


def _is_number(cell: str) -> bool:
    with suppress(Malformed):
        return bool(terms(cell))
    return False
