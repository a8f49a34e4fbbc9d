"""Every game, laid once and walked through: before a hand, in it, when it is over, and once another has replaced it.

A walk opens the pages of a table once. What is true at every table is an observer's: a plain function of those pages,
or of the table as it then stands, that fails in a sentence; the game is the test's.
"""

import re
from collections.abc import Callable, Iterator
from copy import copy
from html import unescape
from urllib.parse import parse_qsl

import pytest
from attrs import define, evolve, field

from companion.engine.changes import Change
from companion.engine.game import Game, Move, State
from companion.engine.reports.offers import offers
from companion.games import catalogue
from companion.scoresheet import open_game
from companion.shelf import Shelved, shelf
from companion.store import Table
from companion.web.forms.form import declarations
from companion.web.table.phones import question_at
from tests.tools.phone import Phone
from tests.tools.words import SPOKEN
from tests.web.table.of_one import OF_ONE, said_by_two, written_in_the_end

FIVE = ("Ann", "Ben", "Cat", "Dan", "Eve")
LOOKS = ("", "seats", "rules", "how-to-play", "journal", "journal/1", "games")
LOTO = ("loto/draw", "loto/number", "loto/pay", "loto/reveal", "cards")
"""The taps of Loto with a route of their own."""
LAPS = 5
"""Rounds in which every tap has met every game."""
Another = Callable[[], Phone]
Pages = dict[str, Phone]
"""What was opened, by its path below the table's; each phone has that page open still."""


@define
class Walk:
    """A table on its way through a game."""

    phone: Phone
    game: Game
    told: Shelved | None
    """How the shelf tells it."""
    pages: Pages = field(factory=dict)
    """Those of now."""

    @property
    def table(self) -> Table:
        table: Table = self.phone.client.application.extensions["companion"].tables.find(self.phone.code)
        return table

    @property
    def state(self) -> State[Game, object]:
        return self.table.journal.state

    def looks(self) -> None:
        """Opens every page of the table, the form of every move, and every form that the table shows now."""
        paths = [*LOOKS, *(f"moves/{name}" for name in self.game.by_name)] if not self.told else [""]
        self.pages = {path: copy(self.phone.open(path)) for path in paths}
        refused = {path: page.status for path, page in self.pages.items() if page.status != 200}
        assert not refused, f"These pages fail: {refused}"
        if not self.told:
            self.pages |= {page.response.request.url: page for page in self.asked()}

    def asked(self) -> Iterator[Phone]:
        """The forms of the table by the first answer to each step before them."""
        to_open, opened = [self.pages[""]], set()
        while to_open:
            for link in to_open.pop().page.links.values():
                step = (len(parse_qsl(link.partition("?")[2])), link.partition("&")[0])
                if re.match(rf"/t/{self.phone.code}\?", link) and step not in opened:
                    opened.add(step)
                    to_open.append(copy(self.phone.open(link)))
                    yield to_open[-1]

    def finishes(self, *then: Move) -> None:
        """Another device finishes the game that is on, and perhaps goes on."""
        state, tables = self.state, self.phone.client.application.extensions["companion"].tables
        assert state.game
        moves = [*([] if state.over else [state.game.read_move({"move": "finish"})]), *then]
        tables.record(self.phone.code, None, None, lambda _: [Change.play(each) for each in moves])


# Observers of the pages of a table.


def moves_are_its_own(walk: Walk) -> None:
    linked = {*re.findall(r"moves/(\w+)", walk.pages["seats"].text)} if "seats" in walk.pages else set()
    strange = linked - walk.game.by_name.keys()
    assert not strange, f"The seats lead to moves that the game doesn't have: {strange}"
    deals = [button for button in walk.pages[""].buttons if button.startswith("Deal hand")]
    assert not deals or "deal" in walk.game.by_name, f"{deals} deals in a game without a deal"
    assert "Seats" in walk.pages[""].says, "the seats can't be reached"


def a_hand_is_taken_back_near_and_the_end_is_not_between(walk: Walk) -> None:
    text = walk.pages[""].text
    foot = text.partition('<footer class="action-bar">')[2]
    assert "/undo" in foot, "the foot of the table has no Undo"
    assert "moves/finish" not in foot, "who deals or takes back may end the game"
    ways = {each.kind.name for each in offers(walk.state, ())} & {"misdeal", "abandon"}
    assert all(f"moves/{name}" in text for name in ways), f"one of {ways} isn't one tap away"
    newest = max(map(int, re.findall(r"/journal/(\d+)", text)))
    if newest > 1:
        assert "Strike it out" in walk.phone.open(f"journal/{newest}").says, "the newest entry can't be struck out"


def nothing_of_money_is_folded_away(walk: Walk) -> None:
    kinds = walk.game.by_name.values()
    asides = {str(asked.label) for kind in kinds for asked in declarations(kind).values() if asked.aside}
    for path, page in walk.pages.items():
        folded = re.findall(r'<details class="rules aside"(?: open)?><summary>(.*?)</summary>', page.text)
        hidden = {unescape(words).strip() for words in folded} - asides
        assert not hidden, f"{path} folds away what counts: {hidden}"


def no_pool_is_told_of_that_a_game_of_points_does_not_have(walk: Walk) -> None:
    if walk.told and walk.game.scored:
        told = re.search("pool 0|0 in the pool", walk.pages[""].says)
        assert not told, f"a game without a pool says “{told and told[0]}”"


def there_is_a_crib(walk: Walk) -> None:
    for language in SPOKEN:
        page = walk.phone.open("crib", **{"Accept-Language": language})
        assert page.status == 200 and 'class="crib"' in page.text, f"there is no crib in {language}"
        assert f'<html lang="{language}">' in page.text, f"the crib isn't in {language}"


AT_EACH_TABLE = (
    moves_are_its_own,
    a_hand_is_taken_back_near_and_the_end_is_not_between,
    nothing_of_money_is_folded_away,
    no_pool_is_told_of_that_a_game_of_points_does_not_have,
    there_is_a_crib,
)


# Observers of what a table does.


def it_has_the_house_rules_of_the_shelf(walk: Walk) -> None:
    told = walk.told
    if told:
        assert f"{told.name} begins" in walk.phone.says, "the table doesn't say what begins"
        sides = {"sides": [["Ann", "Cat"], ["Ben", "Dan"]]} if getattr(told.options(), "partners", 1) > 1 else {}
        assert walk.game is told.game and walk.state.options == evolve(told.options(), **sides), "other rules were laid"


def what_only_one_can_have_is_for_the_writer_where_two_say_it(walk: Walk, another: Another) -> None:
    """What is said before the hand is written down first."""
    question = question_at(walk.table)
    if question and question.kind.name == "said":
        walk.phone.open("").press("Write it down", {f"bid:{name}": 0 for name in question.rows})
        question = question_at(walk.table)
    marks = " ".join(mark.name for mark in question.marks) if question else ""
    title = walk.told.name if walk.told else walk.game.title
    assert marks == OF_ONE.get(title, ""), f"phones are asked “{marks}”, of which only one can have each"
    if question and marks:
        written_in_the_end(walk.phone, question, said_by_two(walk.phone, question, another))


def a_tap_is_overtaken_by_another_game(walk: Walk, taps: dict[str, dict[str, str]], other: Game) -> None:
    """Every second tap is one of htmx; a link or a form of an old page may have no number of its last entry."""
    before = walk.table
    for place, (address, form) in enumerate(taps.items()):
        walk.phone.send(address, form, **({"HX-Request": "true"} if place % 2 else {}))
        told = walk.phone.refused or walk.phone.says
        overtaken = walk.phone.status == 409 and told.startswith("Somebody else was quicker.")
        assert overtaken, f"{address} at {other.title}: {walk.phone.status} {told}"
    unknown = [address for address in taps if address.startswith("moves/") and address[6:] not in other.by_name]
    for address in unknown:
        for asked in (walk.phone.open(address), walk.phone.send(address)):
            says = (asked.status, asked.refused)
            assert says == (409, f"This belongs to another game; this one is {other.title}."), (address, says)
        assert f"this one is {other.title}" in walk.phone.send(f"{address}/try").says, f"{address}/try"
    assert walk.phone.open("moves/nonsense").status == 404, "a move of no game is found"
    assert walk.table.journal == before.journal, f"a tap of {walk.game.title} was written at {other.title}"


# The walk.


def laid(phone: Phone, title: str) -> Walk:
    """A table of a game of the books, as full as five make it, or of the shelf; where points are scored there, it has
    counters too, and no pool. At Loto night, which is for one, four sit down.
    """
    told = next((told for told in shelf().values() if told.name == title), None)
    game = told.game if told else next(game for game in catalogue().values() if game.title == title)
    least, most = (told.players[0], told.players[-1]) if told else (1, max(n for n in game.seats if n <= len(FIVE)))
    players = FIVE[: min(max(least, 3), most) if told else most if most > 1 else 4]
    return Walk(phone.lays(*players, game=title, each=30 if told and game.scored else None), game, told)


def own_taps(walk: Walk) -> dict[str, dict[str, str]]:
    """Every move that no game before it has, with the form that its own table shows, filled in; at Loto its taps."""
    found: dict[str, dict[str, str]] = {}
    for name, kind in walk.game.by_name.items():
        address = f"moves/{name}"
        if next(game for game in catalogue().values() if game.by_name.get(name) is kind) is walk.game:
            page = walk.pages[address].page
            forms = [form for form in page.forms if form.attributes.get("action", "").endswith(address)]
            held, names = (dict(forms[0].filled), forms[0].names - {""}) if forms else ({}, set())
            found[address] = {"key": "a page", "seen": "0"} | {field: held.get(field) or "1" for field in names}
    if walk.game.key == "loto":
        found |= {tap: {"number": "7", "prize": "card", "key": "a page", "seen": "0"} for tap in LOTO}
    return found


def overtaken(walk: Walk, taps: dict[str, dict[str, str]], lap: int) -> None:
    """Finishes the game, begins others one after another, and sends at each what was made for the first."""
    games = [*catalogue().values()]
    for other in games[(games.index(walk.game) + lap) % LAPS :: LAPS]:
        walk.finishes(open_game(other, None, None))
        a_tap_is_overtaken_by_another_game(walk, taps, other)


BOOKS = [game.title for game in catalogue().values()]


@pytest.mark.parametrize("title", [*BOOKS, *(told.name for told in shelf().values())])
def test_a_game_is_laid_once_and_holds_what_every_table_promises(phone: Phone, another: Another, title: str) -> None:
    walk = laid(phone, title)
    it_has_the_house_rules_of_the_shelf(walk)
    walk.looks()
    taps = {} if walk.told else own_taps(walk)
    asking = ['<form class="asking"' in page.text for page in walk.pages.values()]
    for observe in AT_EACH_TABLE:
        observe(walk)
    if deals := [button for button in walk.phone.open("").buttons if button.startswith("Deal hand")]:
        walk.phone.press(deals[0])
        walk.looks()
        asking += ['<form class="asking"' in page.text for page in walk.pages.values()]
        for observe in AT_EACH_TABLE:
            observe(walk)
    assert any(asking) or walk.told or walk.game.seats[-1] == 1, "no form asks anything"
    what_only_one_can_have_is_for_the_writer_where_two_say_it(walk, another)
    while walk.state.open:
        walk.phone.open("").press("Undo")
    if walk.told:
        return
    walk.finishes()
    there_is_a_crib(walk)
    overtaken(walk, taps, 0)


@pytest.mark.thorough
@pytest.mark.parametrize("lap", range(1, LAPS))
@pytest.mark.parametrize("title", BOOKS)
def test_every_tap_of_a_game_is_overtaken_by_every_other(phone: Phone, title: str, lap: int) -> None:
    walk = laid(phone, title)
    walk.looks()
    overtaken(walk, own_taps(walk), lap)
