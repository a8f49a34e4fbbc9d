"""What the heads and the cells of spreadsheets say, in English, French and German, in any letters."""

import re
from collections.abc import Container, Iterable, Sequence
from contextlib import suppress

from companion.engine.errors import Malformed
from companion.engine.fields import excerpt
from companion.engine.message import say
from companion.engine.names import name_key
from companion.plays.days import is_day
from companion.plays.play import SEATS, Seats, terms
from companion.store.evenings import searchable

HEADS = {
    "date": "date, day, datum, tag, jour, played on, play date, date played, datetime, spieldatum, gespielt am",
    "game": "game, spiel, jeu, title, game name, board game, brettspiel, nom du jeu",
    "place": "place, location, ort, lieu, where, spielort, venue",
    "note": "notes, note, notizen, notiz, remarque, remarques, comment, comments, kommentar, bemerkung, "
    "bemerkungen, anmerkung, anmerkungen, commentaire, commentaires",
    "winner": "winner, winners, won, won by, win, gewinner, gewinnerin, sieger, siegerin, gewonnen, vainqueur, "
    "gagnant, gagnante, gagnants, a gagne, who won, wer hat gewonnen, qui a gagne",
    "player": "player, name, player name, spieler, spielerin, joueur, joueuse, nom, person, who, wer, qui",
    "players": "players, who played, mitspieler, joueurs, participants, teilnehmer",
    "points": "score, scores, points, point, pts, punkte, punktzahl, ergebnis, final score",
    "rank": "rank, position, platz, rang, finish, platzierung, classement",
    "round": "round, hand, deal, runde, manche, donne, tour",
    "number": "#, no, nr, n, id, num, hand no, play, play id, game id, game no, session, partie, spielnr, spieltag",
    "out": "time, uhrzeit, zeit, heure, length, duration, dauer, duree, minutes, min, start, end, beginn, ende, debut, "
    "fin, total, totals, totaux, sum, summe, gesamt, somme, average, durchschnitt, schnitt, moyenne, mean, max, best, "
    "difference, diff, differenz, rounds, runden, manches, hands, number of players, player count, count, anzahl, "
    "spieleranzahl, nombre de joueurs, year, jahr, annee, month, monat, mois, week, woche, semaine, weekday, season, "
    "wochentag, saison, rating, bewertung, target, ziel, dealer, geber, donneur, host, gastgeber, loser, verlierer, "
    "perdant, perdants, margin, cost, expansion, expansions, type, genre, cooperative, winning score, checksumme, pot, "
    "spieldauer, spielzeit, index, spread, lead",
}
WORDS = {word.strip(): role for role, words in HEADS.items() for word in words.split(",")}
"""How the columns are headed that aren't people's, in any letters."""
TOTAL, OF_TOTAL, WON, LOST, DRAW, NOBODY, ABSENT = (
    {*words.split()}
    for words in (
        "total totals totaux sum summe gesamt gesamtsumme gesamtpunkte gesamtpunktzahl gesamtergebnis gesamtstand "
        "endsumme endstand endergebnis zwischensumme zwischenstand somme subtotal σ ∑ average durchschnitt moyenne",
        "grand general final finale overall running sub sous score scores points point punkte punktzahl pts wins siege "
        "victoires high highest low lowest best",
        "x w win won winner yes y true ja oui g gewonnen gagne sieg wahr vrai victoire ✓ ✔ ★ 🏆",
        "l loss lost no false nein non verloren perdu falsch faux niederlage defaite - –",
        "draw drawn tie tied unentschieden gleichstand remis egalite nul nulle",
        "- – none nobody niemand personne",
        "- – — / n/a dnp",
    )
)
"""How rows and columns are called that add up, and with which words beside; and what stands in cells.

That is for who won, for who lost, that several were level, that nobody won, and for who wasn't there.
"""
DRAW |= {"ex aequo", "ex æquo", "match nul"}
COUNTS = {
    *("#", "id", "nr", "index", "number", "anzahl", "nombre", "nb", "num", "count", "players", "spieler", "joueurs"),
    *("duration", "dauer", "duree", "minutes", "min", "rank", "rang", "platz", "place", "position", "rating"),
    *("bewertung",),
}
"""One of several words over a column that counts something, and is nobody's."""
EVERYBODY = {"everyone", "everybody", "all", "both", "alle", "beide", "tous", "toutes", "les deux", "tout le monde"}
BEGINNING = {"start", "beginn", "debut"}
"""How a row begins that isn't left out: all have points already."""
THE_GAME = {"the game", "game", "das spiel", "spiel", "le jeu", "jeu"}
"""Who has won where all play together."""
YES, NO = (
    known | {*words.split()}
    for known, words in (
        (WON, "j t o gewinner gewinnerin sieger siegerin vainqueur gagnant gagnante ✅ ☑ *"),
        (LOST, "n f p loser verlierer verliererin perdant perdante"),
    )
)
"""What stands for it in a column of winners too, but makes no column a person's."""
ALL_WON, ALL_LOST = (
    {word for word in words if len(word) > 1 or not word.isalpha()} for words in (EVERYBODY | YES, THE_GAME | NO)
)
"""What says of all together who won, where a letter is rather a name."""
PLACE = re.compile(r"(\d+)(?:[.,]0+|st|nd|rd|th|er|ere|re|e|eme|nde)")
NO_NAME = re.compile(r"[\W\d]*|.")
"""``1st``, ``1.0``; and what names nobody."""
UNKNOWN = {"?", "unknown", "n/a", "unbekannt", "inconnu"}
LEVEL = DRAW | {"-", "–"}
"""What says of a winner that those have won who have the best points together."""
NO_NAMES = NOBODY | DRAW | EVERYBODY | THE_GAME | UNKNOWN
"""What is nobody's name in a column of winners."""
OF_PLAYER = {"player", "spieler", "spielerin", "joueur", "joueuse", "name", "nom", "team", "p"}
OF_POINTS = {"score", "scores", "points", "point", "punkte", "pts", "s", "total", "result", "ergebnis"}
OF_NONE = {"of", "the", "final", "von", "des", "de", "du"}
"""The words in the heads of ``Player 1`` and ``Final score of player 1``."""
LETTERS = "abcdefghijklmnop"
"""What may stand there for a number."""
WITH_POINTS = re.compile(r"(.*\S)\s*\(([^()]+)\)")
"""``Ann (50)``."""
OWN = [{"in the pots", "left in the pots"}, {"what happened", "counts"}, {"on top", "hands"}, {"balance", "change"}]
"""What heads the columns of Companion's own tables."""
OF_SCORE = re.compile(
    r"^(?:score|points|punkte|pts)[\s_:(-]+|[\s_:(-]+(?:score|points|punkte|pts)\)?$|['’]s (?:score|points)$", re.I
)
"""What people write beside a name over its points."""
BETWEEN = re.compile(r"\s*(?:[,;/&+\n]|\b(?:and|und|et)\b)\s*")


def names_in(cell: str) -> list[str]:
    return [name for name in BETWEEN.split(cell) if name]


def winners_in(cells: Sequence[str], names: Sequence[str], yes: Container[str]) -> tuple[list[bool] | None, list[str]]:
    """Return who of some people won by what is written, None where it says nothing, and what no mark is known by.

    That is one cell, or one for each of them, in which what says ``yes`` stands for the own. Raises Malformed for
    somebody else's name.
    """
    if len(names) not in SEATS:  # before anybody is compared
        raise Seats(len(names))
    keys, won, strange = [*map(name_key, names)], set[str](), dict[str, None]()
    of_each, level = len(cells) == len(names), set[str]()
    nothing = NOBODY | THE_GAME | YES | NO | {"0"} if of_each else NOBODY | ALL_LOST
    said = [(key, cell) for key, cell in zip(keys if of_each else [""], cells, strict=False) if cell]
    said = [(key, cell) for key, cell in said if as_word(cell) not in UNKNOWN]
    for key, cell in said:
        place = PLACE.fullmatch(as_word(cell))
        word = place[1] if place else as_word(cell)
        if name_key(cell) in keys:
            won.add(name_key(cell))
        elif word in EVERYBODY | DRAW or (word in ALL_WON and not of_each):
            level |= {key} if of_each and word in DRAW else {*keys}
        elif of_each and word in yes:
            won.add(key)
        elif of_each and word not in nothing and NO_NAME.fullmatch(word):
            strange[cell] = None
        elif word not in nothing:
            for name in names_in(cell):
                if name_key(name) not in keys:
                    raise Malformed(say("“{name}” won, and isn't among those who played", name=excerpt(name)))
                won.add(name_key(name))
    return [key in (won or level) for key in keys] if said else None, [*strange]


def as_word(text: str) -> str:
    return searchable(text.replace("_", " ")).strip(" .:!()\t\ufe0f") if text.strip("-– ") else text.strip()


def as_heading(head: str) -> str:
    """Return what heads a column as ``WORDS`` has it, without what stands in brackets."""
    return as_word(re.sub(r"\([^()]*\)|\[[^][]*\]", " ", head)).strip("? ") or as_word(head)


def is_total(label: str) -> bool:
    """Return whether all words of a label say that something is added up."""
    words = {*re.findall(r"[^\W\d_]+|∑", as_word(label))}
    return bool(words & TOTAL) and words <= TOTAL | OF_TOTAL


def counts_something(word: str) -> bool:
    """Return whether a heading of points or totals, or of a count, is nobody's: ``Total score``, ``# Players``."""
    words = re.findall(r"[^\W\d_]+|#", word)
    bare = as_word(OF_SCORE.sub("", word))
    if is_total(word) or (bare != word and WORDS.get(bare, "player") != "player"):
        return True
    return len(words) > 1 and ({*words} <= TOTAL | OF_TOTAL or bool({*words} & COUNTS and not re.search(r"\d", word)))


def with_points(name: str) -> re.Match[str] | None:
    """Return a name with its points behind it, in parts; None where it has none."""
    found = WITH_POINTS.fullmatch(name)
    return found if found and is_number(found[2]) else None


def present(cells: Iterable[str]) -> list[str]:
    """Return the cells of a row, empty ones for signs of who wasn't there, where others have numbers."""
    own = [*cells]
    absent = [as_word(cell) in ABSENT for cell in own]
    if any(absent) and any(map(is_number, own)):
        return ["" if away else cell for cell, away in zip(own, absent, strict=True)]
    return own


def is_figure(cell: str) -> bool:
    return is_number(cell) or is_day(cell)


def is_score(cell: str) -> bool:
    return as_word(cell) in WON | LOST | DRAW or is_number(cell)


def is_number(cell: str) -> bool:
    """Return whether a cell holds a number, or some that are to be added: ``12+5``."""
    with suppress(Malformed):
        return bool(terms(cell))
    return False
