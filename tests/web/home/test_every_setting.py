"""*How to play* and the house rules are true, and well set, at every setting: each option alone, and two together."""

import html
import random
import re
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.engine.errors import Malformed
from companion.engine.game import Game
from companion.engine.message import say
from companion.engine.replay import initial_state
from companion.engine.structure import read
from companion.games import catalogue
from companion.scoresheet.sheet import open_game
from companion.shelf import shelf
from companion.web.forms.fields import option_fields
from companion.web.forms.form import redisplay_written
from companion.web.i18n.language import localize
from companion.web.learn.how_to_play import article
from tests.tools.quick import app_over
from tests.tools.settings import alone, changes, together
from tests.tools.words import SPOKEN, prose

NAMES = r"P\d|Matrimony|Intrigue|Pope|Game|Ace|King|Queen|Jack|Polignac|Companion|Great|Little|J|A|X"
"""What begins with a capital also after a colon, in English and French."""
NAMES_FR = r"P\d|Mariage|Intrigue|Pape|Jeu|Snip|Companion|J|Polignac|Banco"
FAULTS = {
    "": {
        "a payment of nothing": r"(?<![\d.,])0(?!\d|,\d|\u202f?:)",
        "a blank is missing": r"\w·|·\w|[.;:?!][A-Za-zÀ-ÿ]|[a-zà-ÿß][A-ZÀ-Ý]|\w\d+[a-z]|,[A-Za-z]|\)\w|\w\(",
        "a blank too many": r"\( | \)| [.,]|,,|\.\.",
    },
    "en": {
        "a capital after a colon": rf": (?!(?:{NAMES})\b)[A-Z]",
        "one of many": r"\b1 (?!is\b|as\b|plus\b)[a-z]+s\b",
        "many of one": r"\b(?:[2-9]|\d\d+) (?:card|counter|player|hand|point|stake|trick|drawing)\b(?! points)",
    },
    "fr": {
        "a capital after a colon": rf": (?!(?:{NAMES_FR})\b)[A-ZÀ-Ý]",
        "one of many": r"\b[01] (?!plus\b|dans\b|as\b|pas\b|des\b|levées)\w+[sx]\b",
        "not set as French is": r"[^\u202f][;:?!»]|«[^\u202f]|'",
        "de before a vowel": r"(?<![-\w])(?:de|que|le|la|ne|se|jusque) [aeiouyéèêâîôàAEIOUYÉÈÊ]",
    },
    "de": {
        "one of many": r"\b1 (?:Karten|Chips|Punkte|Runden|Stiche|Einsätze|Felder|Töpfe|Ziehungen|Reihen)\b",
        "many of one": r"\b(?:[2-9]|\d\d+) (?:Karte|Chip|Punkt|Runde|Stich|Einsatz|Feld|Topf|Ziehung|Reihe)\b",
        "a colon and a number": r"\b[Zz]u \d+:",
    },
}
"""What no page says, in any language or in one."""
ABSENT: dict[str, list[tuple[Callable[[Any, int], bool], str]]] = {
    "pope-joan": [
        (lambda rules, players: not rules.dealing(players).spare, "spare hand|mort|blind"),
        (lambda rules, players: rules.divisions == 5, "Matrimony too|aussi la case Mariage|auch Mariage"),
    ],
    "my-bird-sings": [
        (lambda rules, players: rules.pack == rules.cards * players, "stock|talon|pack runs out|paquet est épuisé"),
        (lambda rules, players: rules.pack == 32, "52"),
    ],
    "cassino": [(lambda rules, players: True, r"\b32\b")],
    "newmarket": [
        (lambda rules, players: not (rules.ante or rules.dealer_extra), "nobody took|personne n’a pris|Was niemand")
    ],
    "polignac": [
        (lambda rules, players: players == 7, "seven is low|sept la plus faible|Sieben die niedrigste"),
        (lambda rules, players: not rules.general, "[Gg]eneral|[Gg]énéral"),
        (lambda rules, players: not rules.polignac_price, "take Polignac|prendre Polignac|bleibt Polignac"),
        (lambda rules, players: True, "nothing more|plus rien|nichts mehr"),
    ],
    "spoil-five": [
        (
            lambda rules, players: (players, rules.tricks, rules.jink) == (2, 3, False) and rules.robbing != "must",
            "spoilt|nulle|platz",
        ),
        (
            lambda rules, players: not (rules.spoil_ante or rules.dealer_extra),
            "next hand is worth more|suivante vaut davantage|nächste Runde ist mehr wert",
        ),
        (lambda rules, players: rules.tricks == 2, "three of the five|three tricks|trois levées|drei Stiche"),
        (lambda rules, players: rules.robbing == "none", "[Rr]obbing|[Rr]auben"),
    ],
    "snip-snap-snorum": [
        (
            lambda rules, players: rules.unlimited,
            "[Ff]ive cards each|Cinq cartes|Fünf Karten|turned? up|retourn|aufgedeckt",
        ),
        (lambda rules, players: rules.unlimited, "last stake|dernière mise|letzten Einsatz"),
    ],
    "loto-drawings": [
        (lambda rules, players: rules.put_away, "may be put away|peut être mis de côté|darf weggelegt"),
    ],
}
"""What isn't so at some tables, and the words that would say it."""
TAKEN_OUT: dict[str, Callable[[Any, int], str]] = {
    "my-bird-sings": lambda rules, players: "23456" if rules.pack == 32 else "",
    "newmarket": lambda rules, players: "7",
    "polignac": lambda rules, players: "234567" if players == 7 else "23456",
}
"""The ranks that aren't in the pack, of which no card is shown as an example."""
HOUSE = Path(__file__).parents[3]
every_game = pytest.mark.parametrize("game", catalogue().values(), ids=lambda game: game.key)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with app_over(tmp_path_factory.mktemp("house")) as made:
        yield made


def faults(text: str, language: str) -> list[str]:
    """What is wrong with the words of a page, each with what stands around it."""
    return [
        f"{what}: …{text[max(found.start() - 40, 0) : found.end() + 30]}…"
        for spoken in ("", language)
        for what, wrong in FAULTS.get(spoken, {}).items()
        for found in re.finditer(wrong, text)
    ]


def words(told: str) -> str:
    """The words of a page in its own language, as they stand beside each other; a card is a word, blocks are apart.

    What players answer in a sample hand are no words.
    """
    told = re.sub(r"<(\w+) lang=.*?</\1>|<table class=\"worked\">.*?</table>", "", told, flags=re.DOTALL)
    told = re.sub("<svg.*?</svg>", "♦", told, flags=re.DOTALL)
    told = re.sub(r"</?(?:p|li|h2|tr|td|th|figcaption|figure|div)\b[^>]*>", "¶", told)
    return re.sub("[ \n]+", " ", html.unescape(re.sub("<[^>]*>", "", told)))


class Told:
    """All that was told of a game, read once where it is the same again."""

    def __init__(self, app: Flask, game: Game) -> None:
        self.app, self.game, self.renderings = app, game, 0
        self.heard: set[str] = set()
        self.found: dict[str, str] = {}

    def reads(self, options: dict[str, Any], numbers: Callable[[Any], Any], languages: Any = SPOKEN) -> None:
        """Reads the page at these options in these languages, at so many players, and the list of its house rules."""
        rules = read(self.game.options, options)
        for language in languages:
            with self.app.test_request_context(headers={"Accept-Language": language}):
                for players in numbers(rules.seats()):
                    page, where = article(self.game.key, rules, players), f"{language} {players} {options}"
                    told = words(page)
                    self.hears(language, told, where)
                    for absent, spoken_of in ABSENT.get(self.game.key, []):
                        if absent(rules, players) and (said := re.search(spoken_of, told)):
                            around = told[max(said.start() - 40, 0) : said.end() + 20]
                            self.found.setdefault(f"isn't so: {around[-60:]}", where)
                    out = TAKEN_OUT.get(self.game.key, lambda *_: "")(rules, players)
                    for shown in re.findall('<figure class="cards">.*?</figure>', page, re.DOTALL):
                        if out and (card := re.search(rf">[{out}]</text>", shown)):
                            self.found.setdefault(f"isn't in the pack: {card[0]}", where)
                state = initial_state(("P1", "P2", "P3", "P4"))
                for asked in option_fields(self.game.options, state, redisplay_written(rules)):
                    label, said = localize(asked.label), localize(asked.in_words)
                    self.hears(language, f"{label}", f"{language} {options}")
                    if "(empty: " in asked.label and said == localize(say("none")):
                        self.found.setdefault(f"none, not what its question says: {label}", language)

    def hears(self, language: str, text: str, where: str) -> None:
        self.renderings += 1
        if text in self.heard:
            return
        self.heard.add(text)
        for fault in faults(text, language):
            self.found.setdefault(fault, where)


@every_game
def test_a_game_is_told_truly_at_each_option(app: Flask, game: Game, record_property: Any) -> None:
    """At every number of players; and at every pair of options that can be laid, at one number in one language."""
    told, chance = Told(app, game), random.Random(game.key)
    for options in alone(game):
        told.reads(options, lambda seats: seats)
    for options in together(game):
        told.reads(options, lambda seats: [chance.choice(seats)], [chance.choice([*SPOKEN])])
    record_property("renderings", told.renderings)
    assert told.found == {}


def test_each_pair_of_options_is_laid_or_refused_in_a_sentence() -> None:
    """The first hand of each can be dealt, with no more cards than there are."""
    laid = refused = 0
    for game in catalogue().values():
        for one, other in combinations(changes(game), 2):
            if one.keys() == other.keys():
                continue
            try:
                rules = open_game(game, one | other, None).options
                rules.require_playable()
            except Malformed as why:
                refused += 1
                assert re.match(r"\S.{15,}[\w.]$", str(why)), (game.key, one, other)
                continue
            laid += 1
            turned = (
                game.key in {"snip-snap-snorum", "spoil-five", "twenty-five"}
                and getattr(rules, "turn_up", "") != "none"
            )
            for players in rules.seats():
                if dealing := rules.dealing(players):
                    dealt = dealing.each * players + dealing.more + dealing.spare + turned
                    assert dealing.each and dealt <= 52, (game.key, one, other, players)
    assert (laid > 1200, refused > 200) == (True, True)


@pytest.mark.thorough
@every_game
def test_a_game_is_told_truly_at_every_pair_of_options(app: Flask, game: Game, record_property: Any) -> None:
    told = Told(app, game)
    for options in together(game):
        told.reads(options, lambda seats: seats)
    record_property("renderings", told.renderings)
    assert told.found == {}


@pytest.mark.parametrize("language", SPOKEN)
def test_a_game_of_the_shelf_is_told_well(app: Flask, language: str) -> None:
    for key, described in shelf().items():
        rules = described.options(language)
        with app.test_request_context(headers={"Accept-Language": language}):
            for players in described.players or rules.seats():
                found = faults(words(article(described.game.key, rules, players)), language)
                assert [fault for fault in found if not fault.startswith("a payment")] == [], key


def test_figures_are_taken_from_the_rules() -> None:
    """But for how many cards or numbers there are, the year of the rules, and one, which is the counter itself."""
    pages = [page for language in SPOKEN for page in prose(language)]
    pages += [(f"{page}", page.read_text("utf-8")) for page in (HOUSE / "templates/games").rglob("*crib*.html")]
    for name, page in pages:
        written = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|\{\w.*?\}", "", page, flags=re.DOTALL)
        figures = re.findall(r"\b\d+\b(?!\s+(?:card|Karten|cartes))", re.sub("<[^>]*>", "", written))
        assert {*figures} <= {"1", "90", "1900"}, name


def test_what_is_wrong_would_be_found() -> None:
    for language, text in {
        "en": "52 cards· sides: they alone pay, 0, and the hand ends",
        "fr": "À 4 joueurs\u202f: Quatre autres ; de Anne",
        "de": "Zu 4: 1 Karten",
    }.items():
        assert len(faults(text, language)) >= 2, text
