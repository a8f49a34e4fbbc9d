"""Every game, laid once and walked through: before a hand, in it, when it is over, and once another has replaced it.

Open the pages of a table once. Check at every table what these functions ask: each is a plain function of the pages, or
of the table as it then stands, and fails in a sentence.
"""

import re
from collections.abc import Callable, Iterator
from copy import copy
from html import unescape
from itertools import takewhile
from typing import Any
from urllib.parse import parse_qsl

import pytest
from attrs import define, evolve, field

from companion.engine.changes import Change
from companion.engine.game import Game, Move, State
from companion.engine.reports.offers import offers
from companion.games import catalogue
from companion.scoresheet import open_game
from companion.shelf import Description, shelf
from companion.store import Table
from companion.web.forms.form import declarations
from companion.web.table.phones import question_at
from tests.tools.phone import Phone
from tests.tools.words import SPOKEN
from tests.web.table.of_one import NO_HAND_KNOWN, OF_ONE, said_by_two, written_in_the_end

FIVE = ("Ann", "Ben", "Cat", "Dan", "Eve")
LOOKS = ("", "seats", "rules", "how-to-play", "journal", "journal/1", "games")
LOTO = ("loto/draw", "loto/number", "loto/pay", "loto/reveal", "cards")
"""Name the taps of Loto that have a route of their own."""
LAPS = 5
"""Count the rounds after which every tap has met every game."""
Another = Callable[[], Phone]
Pages = dict[str, Phone]
"""Hold what was opened, by its path below the table's; each phone has that page open still."""


@define
class Walk:
    """Take a table through a game."""

    phone: Phone
    game: Game
    told: Description | None
    """The description on the shelf; None for a game of the books."""
    pages: Pages = field(factory=dict)
    """The pages that are open now."""
    asks: bool = False
    """Whether any page so far asked something."""

    @property
    def table(self) -> Table:
        table: Table = self.phone.client.application.extensions["companion"].tables.find(self.phone.code)
        return table

    @property
    def state(self) -> State[Any, Any]:
        return self.table.journal.state

    def looks(self) -> None:
        """Open every page of the table, the form of every move, and every form that the table shows now."""
        paths = [*LOOKS, *(f"moves/{name}" for name in self.game.by_name)] if not self.told else [""]
        self.pages = {path: copy(self.phone.open(path)) for path in paths}
        refused = {path: page.status for path, page in self.pages.items() if page.status != 200}
        assert not refused, f"These pages fail: {refused}"
        if not self.told:
            self.pages |= self.steps()
        self.asks |= any('<form class="asking"' in page.text for page in self.pages.values())

    def steps(self) -> Iterator[tuple[str, Phone]]:
        """Open the forms of the table by the first answer to each step before them."""
        to_open, opened = [self.pages[""]], set()
        while to_open:
            for link in to_open.pop().page.links.values():
                step = (len(parse_qsl(link.partition("?")[2])), link.partition("&")[0])
                if re.match(rf"/t/{self.phone.code}\?", link) and step not in opened:
                    opened.add(step)
                    to_open.append(copy(self.phone.open(link)))
                    yield link, to_open[-1]

    def finishes(self, *then: Move) -> None:
        """Finish the game that is on from another device, and perhaps go on."""
        state, tables = self.state, self.phone.client.application.extensions["companion"].tables
        assert state.game
        moves = [*([] if state.over else [state.game.read_move({"move": "finish"})]), *then]
        tables.record(self.phone.code, None, None, lambda _: [Change.play(each) for each in moves])


# Checks of the pages of a table.


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
    asides = {str(asked.label) for kind in kinds for asked in declarations(kind).values() if asked.aside}  # type: ignore[arg-type]
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


# Checks of what a table does.


def it_is_the_game_that_was_chosen(walk: Walk) -> None:
    title = walk.told.name if walk.told else walk.game.title
    assert f"{title} begins" in walk.phone.says, "the table doesn't say what begins"
    game = walk.state.game
    assert game and (game.key, game.title) == (walk.game.key, title), f"another game was laid: {game and game.title}"
    if walk.told:
        options = walk.told.options()
        sides = {"sides": [["Ann", "Cat"], ["Ben", "Dan"]]} if getattr(options, "partners", 1) > 1 else {}
        assert walk.state.options == evolve(options, **sides), "other rules were laid"


def what_only_one_can_have_is_for_the_writer_where_two_say_it(walk: Walk, another: Another) -> None:
    """Write down first what is said before the hand."""
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
    """Send every second tap as htmx does; a link or a form of an old page may have no number of its last entry."""
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
    """Lay a table of a game of the books, as full as five make it, or of the shelf with as few as play it, from three.

    At Loto night, which is for one, four sit down. Where a game of the shelf scores points, the table has counters too,
    and no pool.
    """
    told = next((told for told in shelf().values() if told.name == title), None)
    if told:
        least, most = told.players[0], told.players[-1]
        players = FIVE[: min(max(least, 3), most)]
        return Walk(phone.lays(*players, game=title, each=30 if told.game.scored else None), told.game, told)
    game = next(game for game in catalogue().values() if game.title == title)
    most = max(n for n in game.seats if n <= len(FIVE))
    return Walk(phone.lays(*FIVE[: most if most > 1 else 4], game=title), game, None)


def own_kinds(game: Game) -> list[type[Move]]:
    """Return the kinds of moves that this game is the first to have."""
    before = takewhile(lambda other: other is not game, catalogue().values())
    known = {kind for other in before for kind in other.by_name.values()}
    return [kind for kind in game.by_name.values() if kind not in known]


def own_taps(walk: Walk) -> dict[str, dict[str, str]]:
    """Return the moves that this game is the first to have, each with its form, and at Loto its taps."""
    found: dict[str, dict[str, str]] = {}
    for kind in own_kinds(walk.game):
        address = f"moves/{kind.name}"
        page = walk.pages[address].page
        forms = [form for form in page.forms if form.attributes.get("action", "").endswith(address)]
        held, names = (dict(forms[0].filled), forms[0].names - {""}) if forms else ({}, set())
        found[address] = {"key": "a page", "seen": "0"} | {field: held.get(field) or "1" for field in names}
    if walk.game.key == "loto":
        found |= {tap: {"number": "7", "prize": "card", "key": "a page", "seen": "0"} for tap in LOTO}
    return found


def others(game: Game, lap: int) -> list[Game]:
    """Return the games that a game meets in a lap."""
    games = [*catalogue().values()]
    return games[(games.index(game) + lap) % LAPS :: LAPS]


def overtaken(walk: Walk, taps: dict[str, dict[str, str]], lap: int) -> None:
    """Finish the game, begin others one after another, and send at each what was made for the first."""
    assert taps or not own_kinds(walk.game), f"{walk.game.title} has moves of its own, and none is tapped"
    for other in others(walk.game, lap):
        walk.finishes(open_game(other, None, None))
        a_tap_is_overtaken_by_another_game(walk, taps, other)


def before_a_hand(walk: Walk) -> None:
    """Look at the table as it was laid."""
    it_is_the_game_that_was_chosen(walk)
    walk.looks()
    for check in AT_EACH_TABLE:
        check(walk)


def in_a_hand(walk: Walk, another: Another) -> None:
    """Deal, look at the hand, and say by phones what they are asked; where the deal goes along, before it is dealt."""
    button = next((words for words in walk.phone.open("").buttons if words.startswith("Deal hand")), "")
    if button or ("deal" in walk.game.by_name and not walk.game.key.startswith("loto")):  # Loto gives out cards first
        page = walk.phone if button else walk.phone.open("moves/deal")
        page.press(button or page.buttons[-1])
        assert walk.state.open, f"no hand is dealt: {walk.phone.refused}"
        walk.looks()
        for check in AT_EACH_TABLE:
            check(walk)
        if not button:
            takes_back(walk)
    assert walk.asks or walk.told or walk.game.seats[-1] == 1, "no form asks anything"
    what_only_one_can_have_is_for_the_writer_where_two_say_it(walk, another)
    takes_back(walk)


def takes_back(walk: Walk) -> None:
    """Undo the deal of an open hand, and what was said in it."""
    for _ in range(2):
        if walk.state.open:
            walk.phone.open("").press("Undo")
    assert not walk.state.open, "Undo doesn't take the hand back"


def when_it_is_over(walk: Walk, taps: dict[str, dict[str, str]]) -> None:
    """Finish the game, and let others overtake what its pages sent."""
    walk.finishes()
    there_is_a_crib(walk)
    overtaken(walk, taps, 0)


BOOKS = [game.title for game in catalogue().values()]
SHELF = [told.name for told in shelf().values()]


@pytest.mark.parametrize("title", [*BOOKS, *SHELF])
def test_a_game_is_laid_once_and_holds_what_every_table_promises(phone: Phone, another: Another, title: str) -> None:
    walk = laid(phone, title)
    before_a_hand(walk)
    taps = {} if walk.told else own_taps(walk)
    in_a_hand(walk, another)
    if not walk.told:
        when_it_is_over(walk, taps)


@pytest.mark.thorough
@pytest.mark.parametrize("lap", range(1, LAPS))
@pytest.mark.parametrize("title", BOOKS)
def test_every_tap_of_a_game_is_overtaken_by_every_other(phone: Phone, title: str, lap: int) -> None:
    walk = laid(phone, title)
    walk.looks()
    overtaken(walk, own_taps(walk), lap)


def test_every_kind_of_move_is_tapped_once_and_meets_every_game_in_the_laps() -> None:
    games = [*catalogue().values()]
    tapped = [kind for game in games for kind in own_kinds(game)]
    assert tapped and len(tapped) == len({*tapped})
    assert {*tapped} == {kind for game in games for kind in game.by_name.values()}
    for game in games:
        met = [other.key for lap in range(LAPS) for other in others(game, lap)]
        assert sorted(met) == sorted(other.key for other in games)


def test_what_only_one_can_have_is_named_for_games_that_there_are() -> None:
    assert OF_ONE.keys() <= {*BOOKS, *SHELF}
    assert OF_ONE.keys() >= NO_HAND_KNOWN
