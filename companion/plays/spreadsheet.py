"""A spreadsheet as CSV, as people write it: a row an evening, a round, a game or a player, or only who won."""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from companion.engine.errors import Malformed
from companion.engine.fields import NAME, excerpt
from companion.engine.message import Message, say
from companion.engine.names import name_key
from companion.plays.days import Days, is_day
from companion.plays.play import NOT_KNOWN, TOO_MUCH, Column, Play, Reading, Unread, beside, each, judged, terms, text
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
TOTAL = {"total", "totals", "sum", "summe", "gesamt", "somme", "totaux", "average", "durchschnitt", "moyenne"}
"""How a row begins that adds up."""
WON = {
    "x",
    "w",
    "win",
    "won",
    "winner",
    "yes",
    "y",
    "true",
    "ja",
    "oui",
    "g",
    "gewonnen",
    "gagne",
    "sieg",
    "✓",
    "✔",
    "★",
    "🏆",
}
LOST = {"l", "loss", "lost", "no", "false", "nein", "non", "verloren", "perdu", "-", "–"}
NOBODY = {
    "-",
    "–",
    "none",
    "nobody",
    "draw",
    "tie",
    "tied",
    "unentschieden",
    "remis",
    "niemand",
    "egalite",
    "nul",
    "personne",
}
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
ABOVE = 20
"""In how many lines the heads of the columns are looked for."""
Row = tuple[Message, list[str]]
Game = Sequence[Row]
"""The rows of one game."""
T = TypeVar("T")


class How(NamedTuple):
    """How people say that a spreadsheet is to be read."""

    columns: Mapping[str, str] = {}
    """What a column is, by its place from 0."""
    day_first: bool | None = None
    """Whether a day is written before its month, where nothing in the file tells."""
    fewest_win: bool = False
    players: Sequence[str] = ()
    """Who played, where the file only says who won."""


def rows_of(content: bytes) -> list[Row]:
    """Return the rows from the heads of the columns on, but for empty ones, with their lines. Raises Malformed."""
    typed = decoded(content)
    if typed.count("\n") > MAX_ROWS or typed.count("\r") > MAX_ROWS:
        raise Malformed(TOO_MUCH)
    lines = typed.splitlines(keepends=True)
    named = re.match(r"\s*sep=(.)\r?\n", typed)
    top = [line for line in lines if line.strip()][: ABOVE + bool(named)][bool(named) :]
    between = (
        named[1]
        if named
        else max(";\t,|", key=lambda sign: (sum(sign in line for line in top), "".join(top).count(sign)))
    )
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
    found = next(heads, None)
    if found is None:
        raise Malformed(say("The first row must say what stands in each column: the day, the game, and the names."))
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
        self.columns = [self._column(at, head) for at, head in enumerate(heads)]
        self.at: dict[str, int] = {}
        for at, column in enumerate(self.columns):
            self.at.setdefault(column.role, at)
        self.people = [at for at, column in enumerate(self.columns) if column.role == "person"]
        self.days = Days(self._cells[self.at["date"]] if "date" in self.at else [], how.day_first)

    def _column(self, at: int, head: str) -> Column:
        own = self._cells[at]
        name = text(OF_SCORE.sub("", head).strip(" _"), NAME) or head
        role = self.how.columns.get(f"{at}") or self._role(at, head, own)
        if role not in ("person", "out") and any(before.role == role for before in getattr(self, "columns", ())):
            role = "out"
        return Column(head, role, name if role == "person" else "")

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
        if "player" in self.at and len(self.people) < 2 and {"points", "rank", "winner"} & self.at.keys():
            return self._each(self._of_players(), self._by_player)
        if len(self.people) > 1:
            if "round" in self.at or not {"date", "game"} & self.at.keys():
                return self._in_rounds()
            return self._each(([row] for row in self.rows), self._evening)
        if "winner" in self.at:
            self._who_won()
            return self._each(([row] for row in self.rows), self._only_winner)
        raise Malformed(say("The first row must say what stands in each column: the day, the game, and the names."))

    def _each(self, games: Any, read: Any) -> Iterator[Play | Unread]:
        return each(((rows[0][0], rows) for rows in games), self._about, read, self.days.of)

    def _about(self, rows: Game) -> dict[str, Any]:
        cells = rows[0][1]
        notes = "\n".join(dict.fromkeys(filter(None, (self._cell(own, "note") for _, own in rows))))
        return beside(self._cell(cells, "game"), self._cell(cells, "place"), notes) | {"day": self._cell(cells, "date")}

    def _cell(self, cells: Sequence[str], role: str) -> str:
        at = self.at.get(role, len(cells))
        return cells[at] if at < len(cells) else ""

    # A row an evening.

    def _evening(self, rows: Game) -> Play:
        ((_, cells),) = rows
        told = {at: cells[at] if at < len(cells) else "" for at in self.people}
        only_marks = all(_word(cell) in WON for at in self.people for cell in self._cells[at])
        own = {at: cell for at, cell in told.items() if cell or only_marks}
        names = [self.columns[at].name for at in own]
        marks = self._marks(self._cell(cells, "winner"), names)
        if marks is None and own and all(_word(cell) in WON | LOST for cell in own.values() if cell):
            marks = [_word(cell) in WON for cell in own.values()]
            own = dict.fromkeys(own, "")
        return judged(names, [*own.values()], marks, fewest=self.how.fewest_win or None, sure=True)

    def _marks(self, cell: str, names: Sequence[str]) -> list[bool] | None:
        """Return who of some people won by a cell; None where it says nothing. Raises Malformed for somebody else."""
        if not cell:
            return None
        if _word(cell) in NOBODY:
            return [False] * len(names)
        keys = [*map(name_key, names)]
        won = [cell] if name_key(cell) in keys else names_in(cell)
        if stranger := next((name for name in won if name_key(name) not in keys), ""):
            raise Malformed(say("“{name}” won, and isn't among those who played", name=excerpt(stranger)))
        return [key in map(name_key, won) for key in keys]

    # A row a round.

    def _in_rounds(self) -> Iterator[Play | Unread]:
        """Yield evenings of rows with their rounds: one alone where the rows have no day and no game."""
        last = {"date", "game"} & self.at.keys()
        games: list[list[Row]] = []
        before: tuple[object, ...] = ()
        for where, cells in self.rows:
            try:
                for at in self.people:
                    terms(cells[at] if at < len(cells) and cells[at] else 0)
            except Malformed as refused:
                yield Unread(where, say(refused.why))
                continue
            of = tuple(self._cell(cells, role) for role in sorted(last))
            again = (
                self._cell(cells, "round") in {self._cell(own, "round") for _, own in games[-1]}
                if games and last
                else False
            )
            if not games or (any(of) and of != before) or again:
                games.append([])
            before = of if any(of) or not games[-1] else before
            games[-1].append((where, cells))
        yield from self._each(games, self._rounds)

    def _rounds(self, rows: Game) -> Play:
        own = [at for at in self.people if any(at < len(cells) and cells[at] for _, cells in rows)]
        points = [[sum(terms(cells[at] if at < len(cells) and cells[at] else 0)) for _, cells in rows] for at in own]
        return judged([self.columns[at].name for at in own], points, fewest=self.how.fewest_win or None)

    # A row a player.

    def _of_players(self) -> Iterator[Game]:
        """Yield the rows of each game: those with the same number, else those together on which nobody stands twice."""
        numbered = "number" in self.at
        same = ["number"] if numbered else ["date", "game", "place"]

        def of(row: Row) -> tuple[str, ...]:
            return tuple(self._cell(row[1], role) for role in same)

        for _, rows in groupby(self.rows, of):
            game: list[Row] = []
            names: set[str] = set()
            for row in rows:
                name = name_key(self._cell(row[1], "player"))
                if name in names and not numbered:
                    yield game
                    game, names = [], set()
                names.add(name)
                game.append(row)
            yield game

    def _by_player(self, rows: Game) -> Play:
        cells = [own for _, own in rows]
        names = [self._cell(own, "player") for own in cells]
        won = [self._cell(own, "winner") for own in cells]
        marks = None
        if any(won):
            marks = [
                _word(own) in WON | {"1"} or name_key(own) == name_key(name)
                for own, name in zip(won, names, strict=True)
            ]
        ranks = [int(re.sub(r"\D", "", self._cell(own, "rank"))[:4] or 0) for own in cells]
        return judged(
            names, [self._cell(own, "points") for own in cells], marks, ranks, fewest=self.how.fewest_win or None
        )

    # Only who won.

    def _who_won(self) -> None:
        """Note who ever won, where no column says who played."""
        if "players" not in self.at:
            every = (name for _, cells in self.rows for name in names_in(self._cell(cells, "winner")))
            self.winners = [
                name for name, _ in Counter(name for name in every if _word(name) not in NOBODY).most_common()
            ]

    def _only_winner(self, rows: Game) -> Play:
        ((_, cells),) = rows
        won = self._cell(cells, "winner")
        names = names_in(self._cell(cells, "players")) or [*self.how.players] or self.winners
        if "players" in self.at and _word(won) not in NOBODY:
            keys = {*map(name_key, names)}
            names = [*names, *(name for name in names_in(won) if name_key(name) not in keys)]
        marks = self._marks(won, names)
        return judged(names, [""] * len(names), marks, sure=True)


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
