"""Two quick thumbs in hands of every kind of control: every tap is booked, on what it meant, and nothing moves."""

import re
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from attrs import define, field
from playwright.sync_api import Page, Route, expect

from companion.games import catalogue
from tests.browser.conftest import NO_ANSWER, PHONE, Asking, Device, lay, next_held, press, tap
from tests.browser.engines import needs
from tests.browser.finger import place
from tests.browser.kinds import covering
from tests.browser.sheets import FOUR, HANDS, Hand, kind_of
from tests.tools.phone import Phone

UNDONE = ["Deal hand", "row Cleo", "Undo", "row Ben", "Undo", "row Dan"]
TAPS = {
    "chemin-de-fer": ["happened to the stakes? > lost", "happened to the stakes? > won", "Write it down"],
    "lift-smoke": UNDONE,
    "loto": ["Deal hand", "Draw", "Draw", "Draw", "Draw"],
    "loto-hall": ["Start the round", "Draw", "Draw", "Draw", "Draw"],
    "loto-drawings": ["Deal hand", "Draw ten", "Draw ten", "Draw ten"],
    "my-bird-sings": UNDONE,
    "points-game": ["key 7", "key Next row", "key 3", "key Next row", "key 4", "Write it down"],
    "snip-snap-snorum": [
        "Deal hand", "Ben: Snip", "Cleo: Snap", "Dan: Snorum", "Ann: Snip", "Ann: Snip", "Cleo: Snip", "Ann: Snap",
    ],
    "spoil-five": UNDONE,
}  # fmt: skip
"""Other taps than those of the longest hand that was written down beforehand."""
GIVE_WAY = {"vingt-un": {"Ben|Who has what|+1", "Ben|Who has what|+5"}}
"""What adds to the stake of a split pair: its second hand is asked there, out of reach until it can have been seen."""
CORRECTED = {"newmarket"}
"""The game whose deal is corrected by a tap: its sheet doesn't tell how often something was written."""
GAPS = (100, 250, 400, 550, 700)
"""Milliseconds between the two taps of a pair."""
AGAIN = 550
"""Milliseconds at least between two taps of the same button: what comes sooner is the trembling of one."""
LOOKS = 5
"""How often a finger looks for a button again that it has scrolled to: news may have drawn the table anew meanwhile."""
SLOWER = 4
"""How many times slower a cheap phone's scripts are than this machine's; trying that keeps a whole processor busy."""
LIFTED = """window.lifts = 0;
  addEventListener('pointerup', () => { window.lifts += 1; window.lifted = performance.now(); }, true)"""
"""Counts how often a finger was lifted, and notes when last: the page may click what it tapped a little later."""
WHERE = """() => [Object.fromEntries([...document.querySelectorAll('#table :is(.players, .action-bar, .rarer, .asking) '
    + ':is(button, a, label.tap)')]
  .filter(part => part.checkVisibility() && part.innerText.trim())
  .map(part => [[(part.closest('form[aria-label]') || part.closest('.row') || part).ariaLabel
      || part.closest('.row')?.querySelector('.name')?.innerText || '',
    part.closest('fieldset')?.querySelector('legend')?.innerText.split('\\n')[0].slice(0, 12) || '',
    (part.querySelector('span') || part).innerText.split('\\n')[0] || part.ariaLabel].join('|'), part])
  .map(([name, part]) => [name, part.getBoundingClientRect()])
  .map(([name, box]) => [name, [box.left, box.top]])),
  document.querySelector('#table h1').innerText
    + [...document.querySelectorAll('#table :is(.ask-line, legend)')].map(part => '|' + part.innerText.slice(0, 12))]"""
"""Where each button stands, by the words on it, and what is asked in which hand; what a call costs may change."""
SPOT = """parts => parts.map(part => [part, part.getBoundingClientRect()])
  .map(([part, box]) => [part, (box.left + box.right) / 2, (box.top + box.bottom) / 2])
  .filter(([part, x, y]) => part.contains(document.elementFromPoint(x, y)) && !(part.control || part).disabled)
  .map(([, x, y]) => [x, y])[0]"""
"""Where the first of them is tapped, if it can be."""
MOBILE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 100_000}
"""A line of a phone: milliseconds, bytes a second."""
WRITTEN = """() => !document.querySelector('.pending, .htmx-request') && document.getElementById('table')
  && performance.now() - (window.lifted || 0) > 120"""
"""No tap is out: all that could meet another has been done."""
AT_REST = f"{WRITTEN} && !document.querySelector('.ignore-taps')"
"""Besides, the fingers may tap what is new."""


@define
class Thumbs:
    """Two thumbs on a page, and what became of their taps."""

    page: Page
    code: str
    slower: int = 1
    """How many times slower the page is while the two tap and are answered."""
    gaps: list[int] = field(factory=list)
    """Milliseconds between the two taps of each pair."""
    dropped: int = 0
    """Taps that the page said it had dropped."""
    moved: float = 0
    """Pixels by which a button moved at most while the same things could be tapped."""
    vanished: set[str] = field(factory=set)
    """Buttons that were there as the hand began and no more before it was over."""
    farthest: str = ""

    def moves(self) -> Counter[str]:
        """The moves that are written down; of Loto, where numbers are drawn at random, their names alone."""
        (game,) = self.page.request.get(f"/t/{self.code}/sheet.json").json()["games"]
        return Counter(move["move"] if "loto" in game["game"] else str(move) for move in game["moves"])

    def writes(self) -> int:
        """How often something was written on the table, also what was taken back since."""
        return int(self.page.locator("#table").get_attribute("data-version") or 0)

    def rests(self, enough: str = AT_REST) -> None:
        self.page.wait_for_function(enough, polling=50)

    def touches(self, spot: tuple[float, float]) -> None:
        self.page.touchscreen.tap(*spot)

    def lifts(self, more: int) -> None:
        """Waits until the page, which may be busy, knows of so many fingers since it was last asked."""
        self.page.wait_for_function("more => window.lifts >= more && ((window.lifts = 0), true)", arg=more, polling=50)

    def waits(self, gap: int, began: float) -> None:
        """Lets so many milliseconds go by from when the first tap began."""
        self.page.wait_for_timeout(max(0, gap - 1000 * (time.monotonic() - began)))

    def spot(self, words: str) -> tuple[float, float] | None:
        """Where a button is tapped; None where it can't be."""
        return place(self.page, words).evaluate_all(SPOT)

    def awaits(self, words: str) -> tuple[float, float]:
        """Waits until a button can be tapped, brings it into sight, and tells where it is."""
        place(self.page, words).wait_for()
        self.rests()
        for _ in range(LOOKS):
            if where := self.spot(words):
                return where
            place(self.page, words).evaluate("part => part.scrollIntoView({ block: 'center' })")
            self.rests()
        raise AssertionError(words)

    def plays(self, taps: list[str], gaps: tuple[int, ...] = ()) -> None:
        """Makes the taps of a hand, by twos; without gaps one by one.

        A pair is two taps of which the second is aimed at what can be tapped already, where it stands as the first is
        made. What isn't there yet is tapped by itself, once it is.
        """
        left = list(taps)
        while left:
            first = left.pop(0)
            spot = self.awaits(first)
            where, asked = self.page.evaluate(WHERE)
            aim = self.spot(left[0]) if gaps and left else None
            second = left.pop(0) if aim else ""
            with slowed(self.page, self.slower if aim else 1):
                began = time.monotonic()
                self.touches(spot)
                if aim:
                    gap = gaps[len(self.gaps) % len(gaps)]
                    if second == first and ":" not in first:
                        gap, began = max(gap, AGAIN), time.monotonic()  # a busy page lets the first finger go late
                    self.waits(gap, began)
                    self.gaps.append(round(1000 * (time.monotonic() - began)))
                    self.touches(aim)
                self.lifts(2 if aim else 1)
                self.rests(WRITTEN)
            self.rests()
            self.dropped += self.page.locator("[data-dropped]:visible").count()
            now, asks = self.page.evaluate(WHERE)
            if asks == asked and "Write it down" not in (first, second):
                self.compares(where, now)

    def compares(self, before: dict[str, tuple[float, float]], now: dict[str, tuple[float, float]]) -> None:
        """Notes what moved or vanished while the same was asked; where nothing is seen nothing is tapped."""
        self.vanished |= before.keys() - now.keys()
        for name in {name for name, (_, top) in before.items() if top < PHONE["height"]} & now.keys():
            by = max(abs(one - other) for one, other in zip(before[name], now[name], strict=True))
            if by > self.moved:
                self.moved, self.farthest = by, name


def longest(key: str) -> Hand | None:
    """The hand of a game that takes the most presses, None of one whose numbers are drawn."""
    hands = [hand for hand in HANDS.values() if hand.game == key]
    return max(hands, key=lambda hand: len(hand.presses), default=None)


def taps_of(key: str) -> list[str]:
    """What is tapped of a game."""
    hand = longest(key)
    return TAPS[key] if key in TAPS or hand is None else hand.presses


def laid(page: Page, key: str) -> str:
    """A table at which the hand can be tapped."""
    if hand := longest(key):
        return hand.begins(page)
    if key == "loto-hall":
        phone = Phone(Asking(page)).joins().open(f"/lay?game={key}").press("Start")
        phone.open("loto/given").press("All of them")
    else:
        phone = Phone(Asking(page)).lays(*FOUR, game=catalogue()[key].title)
        phone.open("cards").press("2 cards")
    page.goto(f"/t/{phone.code}")
    return phone.code


@contextmanager
def slowed(page: Page, slower: int) -> Iterator[None]:
    """In the block a page on a slow processor, which costs the machine a whole one all the while, idle or not."""
    if slower == 1:
        yield
        return
    processor = page.context.new_cdp_session(page)
    processor.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    yield
    processor.detach()


@contextmanager
def on_a_phones_line(page: Page, **otherwise: float) -> Iterator[None]:
    """In the block a page over a line of a phone, changed as told."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", MOBILE | otherwise)
    yield
    line.detach()


def kinds(key: str, alone: int) -> set[Hashable]:
    """What is tried where a hand is tapped by twos after so many taps alone: each kind of place, those of which meet in
    a pair, and what a game draws by itself. Each way in which a move is asked for is pressed in test_taps_of_a_hand.py.
    """
    pressed = [kind_of(words) for words in taps_of(key)]
    own = (path.name for path in Path("templates", "games", key).glob("*.html"))
    drawn = {(key, name) for name in own if not name.startswith(("_", "crib", "hand", "howto"))}
    pairs = zip(pressed[alone::2], pressed[alone + 1 :: 2], strict=False)
    return {*pressed, *pairs, *drawn}


WALKS = covering({(key, alone): kinds(key, alone) for key in catalogue() for alone in (0, 1)})


@pytest.mark.parametrize("key", dict(WALKS))
def test_two_quick_thumbs_are_booked_as_one_slow_finger_is(
    device: Device, key: str, record_property: Callable[[str, object], None]
) -> None:
    """On a cheap phone, or by full speed where the first tap is made alone, so that the others meet in other pairs."""
    page, taps = device(), taps_of(key)
    page.add_init_script(LIFTED)
    slow = slowly(page, key)
    expected, writes = slow.moves(), slow.writes()
    for alone in (alone for game, alone in WALKS if game == key):
        quick = Thumbs(page, laid(page, key), slower=1 if alone else SLOWER)
        quick.plays(taps[:alone])
        with on_a_phones_line(page):
            quick.plays(taps[alone:], GAPS[3 * alone :] + GAPS[: 3 * alone])
        moves = quick.moves()
        lost = sum((expected - moves).values()) + abs(writes - quick.writes())
        elsewhere = sum((moves - expected).values())
        row = f"{len(quick.gaps)} pairs after {quick.gaps} ms, moved by {quick.moved:.1f} px {quick.farthest}"
        record_property(f"{key} {alone}", row)
        assert quick.gaps and min(quick.gaps) < 2 * max(GAPS), row
        vanished = quick.vanished - GIVE_WAY.get(key, set())
        assert (lost, elsewhere, quick.dropped, vanished) == (0, 0, 0, set()), row
        assert quick.moved <= 2, row


def slowly(page: Page, key: str) -> Thumbs:
    """What a slow finger writes with the taps: a sheet that is pressed elsewhere, or what the buttons alone send."""
    taps = taps_of(key)
    written = next((one for one in HANDS.values() if (one.game, one.presses) == (key, taps)), None)
    if written and key not in CORRECTED:
        return Thumbs(page, written.ends(page))
    slow = Thumbs(page, laid(page, key))
    if {*map(kind_of, taps)} <= {"button", "Deal", "row", "Undo"}:
        press(page, *(words.removeprefix("row ") for words in taps))
    else:
        slow.plays(taps)
    return slow


def test_a_tap_before_a_link_to_another_page_is_written(device: Device) -> None:
    """The page is left once the tap is answered, however soon after it the link was tapped."""
    page = device()
    thumbs = Thumbs(page, laid(page, "polignac"))
    for gap, suit in ((GAPS[0], "spades"), (GAPS[3], "hearts")):
        jack, link = thumbs.awaits(f"Ben: the jack of {suit}"), thumbs.spot("page Invite others")
        assert link
        leaves = "**/follow"
        with (
            on_a_phones_line(page),
            page.expect_navigation(url=leaves),
            slowed(page, SLOWER),
            page.expect_request(leaves),
        ):
            began = time.monotonic()
            thumbs.touches(jack)
            thumbs.waits(gap, began)
            thumbs.touches(link)
        page.goto(f"/t/{thumbs.code}")
        assert taken(page)[-1] == f"Ben J{suit[0].upper()}"


def taken(page: Page) -> list[str]:
    """The jacks that were written down, each with who took it."""
    (game,) = page.request.get(f"{page.url}/sheet.json").json()["games"]
    return [f"{move['player']} {move['card']}" for move in game["moves"] if move["move"] == "took"]


@needs("what a form sends")
def test_taps_wait_for_each_other_and_what_is_dropped_is_said(device: Device) -> None:
    """Three taps wait at most; one is dropped whose button is greyed, or after another's move."""
    page, held, keys = device(), list[Route](), list[str]()

    def hold(route: Route) -> None:
        keys.append(parse_qs(route.request.post_data or "")["key"][0])
        held.append(route)

    def touch(*taps: str) -> None:
        for words in taps:
            place(page, words).first.tap()

    def answered(count: int) -> None:
        """Lets the taps go on one by one."""
        for _ in range(count):
            page.wait_for_function("() => document.querySelector('.pending.htmx-request')")
            asked = next_held(page, held)
            version = page.locator("#table").get_attribute("data-version")
            asked.continue_()
            expect(page.locator("#table")).not_to_have_attribute("data-version", version or "")

    page.route("**/moves/took", hold)  # before the page is there: nothing slips through
    lay(page, *FOUR, game="Polignac", pressed=["Deal"])
    dropped = page.locator("[data-dropped]:visible")
    touch("Ben: the jack of spades", "Ben: the jack of hearts")
    for suit in ("spades", "hearts"):
        button = place(page, f"Ben: the jack of {suit}")
        expect(button).to_have_class(re.compile("pending"))
        expect(button).to_have_attribute("aria-busy", "true")
    touch("Cleo: the jack of hearts", "Cleo: the jack of clubs")
    touch("Dan: the jack of diamonds")
    expect(dropped).to_contain_text("“Dan: the jack of diamonds”. Three taps are waiting already.")
    answered(3)
    expect(dropped).to_contain_text("“Cleo: the jack of hearts”. The table has changed since")
    assert dropped.get_attribute("role") == "alert"
    assert taken(page) == ["Ben JS", "Ben JH", "Cleo JC"]

    tab = page.context.new_page()
    tab.goto(page.url)
    expect(page.locator(".ignore-taps")).to_have_count(0)
    touch("Ann: the jack of diamonds", "Undo")
    tap(tab, "Undo")
    held.pop().continue_()
    expect(page.locator(".strip [role=alert]")).to_contain_text("older than your last move")
    expect(dropped).to_contain_text("“Undo”. The tap before it must be written first")
    assert taken(page) == ["Ben JS", "Ben JH"]

    expect(page.locator(".ignore-taps")).to_have_count(0)
    touch("Ann: the jack of clubs", "Ann: the jack of diamonds")
    next_held(page, held).abort()
    expect(page.get_by_text(NO_ANSWER)).to_be_visible()
    expect(dropped).to_contain_text("“Ann: the jack of diamonds”")
    touch("Ann: the jack of clubs")
    answered(1)
    assert taken(page) == ["Ben JS", "Ben JH", "Ann JC"]
    assert keys[-1] == keys[-2], "a second try is the same submission"
