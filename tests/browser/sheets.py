"""An ordinary hand of every game, written down as a sheet beforehand, and how it is pressed on a page."""

import json
from collections.abc import Hashable
from functools import cached_property
from secrets import token_hex
from typing import Any

from attrs import field, frozen
from playwright.sync_api import Page

from companion.machine.clock import today
from companion.scoresheet import read_sheet, score
from companion.shelf import on_shelf, shelf
from tests.browser.conftest import Asking
from tests.browser.kinds import controls
from tests.tools.phone import Phone

Moves = list[dict[str, Any]]
FIVE = ("Ann", "Ben", "Cleo", "Dan", "Eve")
FOUR = FIVE[:4]


@frozen(slots=False)  # cached properties
class Hand:
    """A hand as a sheet has it, what is pressed for it, and what the players have then, or their points."""

    game: str
    moves: Moves
    presses: list[str]
    comes_to: tuple[int, ...]
    before: Moves = field(factory=list)
    """What was played before it."""
    options: dict[str, Any] = field(factory=dict)
    players: tuple[str, ...] = FIVE
    replies: dict[str, dict[str, str]] = field(factory=dict)
    """What the players' own phones say of their rows once the cards are dealt."""
    presses_with_replies: list[str] = field(factory=list)
    """What is pressed then, by Ben."""

    def sheet(self, moves: Moves) -> bytes:
        """The sheet of the evening when so much of the game is written down."""
        game = {"game": self.game, "options": self.options, "moves": moves}
        return json.dumps({"scoresheet": 1, "players": self.players, "games": [game]}).encode()

    @cached_property
    def controls(self) -> frozenset[Hashable]:
        """How its moves are asked for."""
        return frozenset(controls(read_sheet(self.sheet(self.before + self.moves)), len(self.before)))

    def begins(self, page: Page) -> str:
        """Lays the table as it was before the hand, opens it, and gives its code."""
        return self._lies(page, self.before)

    def ends(self, page: Page) -> str:
        """Lays the table as it is after the hand, opens it, and gives its code."""
        return self._lies(page, self.before + self.moves)

    def _lies(self, page: Page, moves: Moves) -> str:
        sent = {"sheet": self.sheet(moves).decode(), "day": str(today()), "key": token_hex(8)}
        phone = Phone(Asking(page)).joins().open("/rules").send("/evenings/import/keep", sent)
        page.goto(f"/t/{phone.code}")
        return phone.code

    def is_written(self, page: Page, code: str) -> bool:
        """Whether the table's sheet holds exactly the moves that were written beforehand."""
        (game,) = page.request.get(f"/t/{code}/sheet.json").json()["games"]
        return read_sheet(self.sheet(game["moves"])) == read_sheet(self.sheet(self.before + self.moves))

    def scored(self) -> tuple[int, ...]:
        """What the sheet comes to by itself: the points where the game is about them, else the balances."""
        result = score(read_sheet(self.sheet(self.before + self.moves)))
        return tuple((result["points"] or result["balances"]).values())


def kind_of(words: str) -> str:
    """What kind of place a finger presses that is called so."""
    begins, within = words.partition(" ")[0], words.partition(" > ")[0]
    if begins in ("row", "key", "box", "page", "Deal", "Write", "Undo"):
        return begins
    if within != words:
        return "in a row" if within in FIVE else "of a question"
    if words.isdecimal():
        return "a figure"
    return next((mark for mark in (": ", " = ") if mark in words), "button")


def standing(page: Page, code: str) -> tuple[int, ...]:
    """The points where the game is about them, else the balances, in seat order."""
    result = page.request.get(f"/t/{code}/result.json").json()
    return tuple((result["points"] or result["balances"]).values())


DEAL: dict[str, Any] = {"move": "deal"}
LEFT = {"Ann": 3, "Cleo": 2, "Dan": 1, "Eve": 4}
BEN_OUT: dict[str, Any] = {"move": "out", "player": "Ben", "cards_left": LEFT}
ROWS = [f"{name} > {left}" for name, left in LEFT.items()]
OUT = ["Ben: out", *ROWS, "Write it down"]
OUT_WITH_REPLIES = ["Write it down"]
REPLIES = {name: {f"cards_left:{name}": f"{left}"} for name, left in LEFT.items()}
STAKES = {"Ben": 2, "Cleo": 1, "Dan": 1, "Eve": 3}
ON_SIDES = {"Ben": {"left": 2}, "Cleo": {"right": 1}, "Dan": {"left": 1}, "Eve": {"right": 3}}
KITTY = {"name": "Kitty", "pots": [{"pot": "kitty", "each": 1, "dealer": 2}]}
HEARTS = {"name": "Hearts", "wins": "fewest", "target": 100, "sums": [26, 78]}
RUMMY = {"name": "Rummy", "wins": "fewest", "target": 100}


def played(player: str, card: str) -> dict[str, Any]:
    return {"move": "played", "player": player, "card": card}


def took(player: str, suit: str) -> dict[str, Any]:
    return {"move": "took", "player": player, "card": f"J{suit}"}


def round_of(*times: int) -> dict[str, Any]:
    """A round in which the players but the banker won their stakes so many times."""
    return {"move": "round", "stakes": STAKES, "outcomes": dict(zip(STAKES, times, strict=True))}


def outcomes(**times: int) -> dict[str, dict[str, str]]:
    """What players' own phones say of a round."""
    return {name: {f"stakes:{name}": f"{STAKES[name]}", f"outcomes:{name}": f"{won}"} for name, won in times.items()}


def coup(left: str, right: str) -> dict[str, Any]:
    return {"move": "coup", "stakes": ON_SIDES, "outcomes": {"left": left, "right": right}}


def scored(**points: int) -> dict[str, Any]:
    return {"move": "scored", "points": points}


def of_the_shelf(key: str) -> dict[str, Any]:
    today, settings = on_shelf(key)
    return shelf()[today].given(settings)


def said(**bids: int) -> dict[str, Any]:
    return {"move": "said", "answers": {name: {"bid": bid} for name, bid in bids.items()}}


def told(**answers: dict[str, int]) -> dict[str, Any]:
    return {"move": "scored", "answers": answers}


def replies(key: str, **numbers: int) -> dict[str, dict[str, str]]:
    """What players' own phones say to one question."""
    return {name: {f"{key}:{name}": f"{number}"} for name, number in numbers.items()}


THREE_ON_THE_KING = DEAL | {
    "on": {
        "Ben": {"ace": 1}, "Cleo": {"king": 1}, "Dan": {"king": 1}, "Eve": {"king": 1}, "Ann": {"queen": 1, "knave": 1},
    }
}  # fmt: skip
"""What the household didn't say at the deal: it follows from what lay on the king when that was won."""
FOUR_JACKS = [took("Ben", "S"), took("Cleo", "H"), took("Cleo", "C"), took("Dan", "D")]
PRESSED_JACKS = [
    "Ben: the jack of spades", "Cleo: the jack of hearts", "Cleo: the jack of clubs", "Dan: the jack of diamonds",
]  # fmt: skip
TIED = round_of(0, 0, 0, 0)

HANDS = {
    "Pope Joan": Hand(
        "pope-joan", [DEAL, BEN_OUT], ["Deal hand", *OUT], (-9, 11, -5, -4, -7),
        replies=REPLIES, presses_with_replies=["Deal hand", *OUT_WITH_REPLIES],
    ),
    "Pope Joan, a card": Hand(
        "pope-joan", [DEAL, played("Cleo", "ace"), BEN_OUT],
        ["Deal hand", "Cleo: ace", *OUT], (-9, 11, -4, -4, -7),
    ),
    "Pope Joan, two cards and Pope held": Hand(
        "pope-joan", [DEAL, played("Cleo", "king"), played("Dan", "knave"), BEN_OUT | {"pope_held_by": "Eve"}],
        ["Deal hand", "Cleo: king", "Dan: jack", *OUT[:-1], "Eve > holds Pope", "Write it down"],
        (-9, 7, -4, -3, -3),
    ),
    "Pope Joan, an honour turned up and a card": Hand(
        "pope-joan", [DEAL, {"move": "turn_up", "card": "KH"}, played("Cleo", "ace"), BEN_OUT],
        ["Deal hand", "Turn-up", "K♥", "Cleo: ace", *OUT], (-8, 11, -4, -4, -7),
    ),
    "Pope Joan, an honour turned up, two cards and Pope held": Hand(
        "pope-joan",
        [DEAL, {"move": "turn_up", "card": "KH"}, played("Cleo", "ace"), played("Dan", "knave"),
         BEN_OUT | {"pope_held_by": "Eve"}],
        ["Deal hand", "Turn-up", "K♥", "Cleo: ace", "Dan: jack", *OUT[:-1],
         "Eve > holds Pope", "Write it down"],
        (-8, 7, -4, -3, -3),
        replies=REPLIES | {"Eve": REPLIES["Eve"] | {"pope_held_by": "Eve"}},
        presses_with_replies=["Deal hand", "Turn-up", "K♥", "Cleo: ace", "Dan: jack",
                              *OUT_WITH_REPLIES],
    ),
    "Pope Joan, Pope played": Hand(
        "pope-joan",
        [DEAL, played("Eve", "pope") | {"cards_left": {"Ann": 8, "Ben": 6, "Cleo": 7, "Dan": 5}}, BEN_OUT],
        ["Deal hand", "Eve: pope", "Ann > 8", "Ben > 6", "Cleo > 7", "Dan > 5", "Write it down", *OUT],
        (-15, 5, -11, -9, 22),
    ),
    "Spin": Hand(
        "spin", [DEAL, BEN_OUT], ["Deal hand", *OUT], (-6, 13, -3, -2, -5),
        replies=REPLIES, presses_with_replies=["Deal hand", *OUT_WITH_REPLIES],
    ),
    "Spin, Spin and a king": Hand(
        "spin", [DEAL, played("Ben", "AD"), played("Cleo", "KD"), BEN_OUT],
        ["Deal hand", "Ben: the ace of diamonds", "Cleo: the king of diamonds", *OUT], (-10, 24, -2, -6, -9),
    ),
    "Spin, a king, a pair and Spin held": Hand(
        "spin",
        [DEAL, played("Cleo", "KD"), {"move": "shown", "pot": "matrimony", "player": "Cleo"},
         BEN_OUT | {"spin_held_by": "Eve"}],
        ["Deal hand", "Cleo: the king of diamonds", "Cleo: matrimony", *OUT[:-1], "Eve > holds Spin",
         "Write it down"],
        (-7, 16, 3, -3, -10),
        replies=REPLIES | {"Eve": REPLIES["Eve"] | {"spin_held_by": "Eve"}},
        presses_with_replies=["Deal hand", "Cleo: the king of diamonds", "Cleo: matrimony", *OUT_WITH_REPLIES],
    ),
    "Newmarket": Hand(
        "newmarket", [DEAL, BEN_OUT], ["Deal hand", *OUT], (-5, 9, -3, -2, -5),
        replies=REPLIES, presses_with_replies=["Deal hand", *OUT_WITH_REPLIES],
    ),
    "Newmarket, a card": Hand(
        "newmarket", [THREE_ON_THE_KING, {"move": "played", "player": "Cleo", "pot": "king"}, BEN_OUT],
        ["Deal hand", "Cleo: king", "3", *OUT], (-5, 9, 0, -2, -5),
        replies=REPLIES, presses_with_replies=["Deal hand", "Cleo: king", "3", *OUT_WITH_REPLIES],
    ),
    "Jig": Hand(
        "jig", [BEN_OUT, DEAL], [*ROWS, "Write it down"], (-3, 10, -2, -1, -4),
        before=[DEAL], replies=REPLIES, presses_with_replies=["Write it down"],
    ),
    "The Earl of Coventry": Hand(
        "earl-of-coventry", [BEN_OUT, DEAL], [*ROWS, "Write it down"], (-3, 10, -2, -1, -4),
        before=[DEAL], replies=REPLIES, presses_with_replies=["Write it down"],
    ),
    "Twenty-five": Hand(
        "twenty-five", [{"move": "tricks", "won": {"Ann": 2, "Ben": 1, "Dan": 2}}, DEAL],
        ["row Ann", "row Dan", "row Ben", "row Ann", "row Dan"], (10, 5, 0, 10, 0), before=[DEAL],
    ),
    "Twenty-five, the second of two who reach it": Hand(
        "twenty-five", [{"move": "tricks", "won": {"Ann": 3, "Dan": 2}, "first": "Dan"}],
        ["row Dan", "row Ann", "row Dan", "row Ann", "row Ann"], (0, 0, 0, 0, 0),
        before=[DEAL, {"move": "tricks", "won": {"Ann": 2, "Dan": 3}}, DEAL],
    ),
    "Polignac": Hand(
        "polignac", [*FOUR_JACKS, DEAL], PRESSED_JACKS, (0, -2, -2, -1, 0), before=[DEAL]
    ),
    "Polignac, a general that failed": Hand(
        "polignac", [{"move": "general", "player": "Ben", "made": False}, *FOUR_JACKS, DEAL],
        ["Ben: General failed", *PRESSED_JACKS], (0, -2, -2, -1, 0), before=[DEAL], options={"general": True},
    ),
    "Polignac, a general that was made": Hand(
        "polignac", [{"move": "general", "player": "Ben", "made": True}, DEAL],
        ["Ben: General made"], (-5, 0, -5, -5, -5), before=[DEAL], options={"general": True},
    ),
    "Snip-Snap-Snorum": Hand(
        "snip-snap-snorum",
        [DEAL, {"move": "snip", "player": "Cleo"}, {"move": "snap", "player": "Dan"},
         {"move": "snorum", "player": "Eve"}],
        ["Deal hand", "Cleo: Snip", "Dan: Snap", "Eve: Snorum"], (0, -1, -2, -3, 0),
    ),
    "Macao": Hand(
        "macao", [round_of(1, -1, 3, -1)],
        ["Ben > won", "Cleo > lost", "Dan > won × 3", "Eve > lost", "Write it down"], (-1, 2, -1, 3, -3), before=[TIED],
        replies=outcomes(Cleo=-1, Dan=3, Eve=-1),
        presses_with_replies=["Ben > won", "Write it down"],
    ),
    "Macao, the bank's natural": Hand(
        "macao", [round_of(-3, -3, -3, -3)],
        ["Has Ann a natural? > yes: all pay triple", "Write it down"], (21, -6, -3, -3, -9), before=[TIED],
    ),
    "Vingt-un": Hand(
        "vingt-un", [round_of(2, -1, -1, -1)],
        ["Ben > won × 2", "Cleo > lost", "Dan > lost", "Eve > lost", "Write it down"], (1, 4, -1, -1, -3),
        before=[TIED],
        replies=outcomes(Cleo=-1, Dan=-1, Eve=-1),
        presses_with_replies=["Ben > won × 2", "Write it down"],
    ),
    "Vingt-un, a split pair and doubled stakes": Hand(
        "vingt-un", [round_of(-2, -2, 0, -2)],
        ["Ben > split", "Ben > won", "Ben's second hand > lost × 2", "Cleo > lost", "Dan > tied", "Eve > lost",
         "The bank doubled all stakes", "Write it down"],
        (12, -4, -2, 0, -6), before=[TIED],
    ),
    "Baccara": Hand(
        "baccara", [coup("won", "lost")],
        ["on the left? > won", "on the right? > lost", "Write it down"], (1, 2, -1, 1, -3),
        before=[coup("tied", "tied")],
    ),
    "Farmer": Hand(
        "farmer", [DEAL, {"move": "hands", "points": {"Ben": 18, "Cleo": 16}}],
        ["Deal hand", "Cleo > 16", "Ben > 18", "Write it down"], (1, -3, 4, -1, -1),
    ),
    "Cassino": Hand(
        "cassino",
        [DEAL, {"move": "counted", "most_cards": "Ann", "most_spades": "Ben", "aces": {"Ann": 3, "Ben": 1},
                "great": "Ann", "little": "Ben", "last": "Ann"}],
        ["Ann and Cleo > cards", "Ben and Dan > spades", "Ann and Cleo > 3",
         "Ann and Cleo > 10♦", "Ben and Dan > 2♠", "Ann and Cleo > last", "Write it down"],
        (6, 0), options={"sides": [["Ann", "Cleo"], ["Ben", "Dan"]]}, players=FOUR,
    ),
    "Bridge": Hand(
        "bridge",
        [DEAL, {"move": "played", "trumps": "H", "side": "Ann", "odd": 2, "honours": {"side": "Ann", "held": "three"}}],
        ["What was trumps? > ♥ hearts", "Whose side made > Ann and Cleo", "How many odd tricks? > 2",
         "Whose side held > Ann and Cleo", "Which honours? > three", "Write it down"],
        (32, 0), players=FOUR,
    ),
    "Chemin de Fer": Hand(
        "chemin-de-fer", [{"move": "coup", "stakes": {"Cleo": 4}, "outcome": "lost"}],
        ["happened to the stakes? > lost", "Write it down"], (-10, 0, -4, 0, 0),
        before=[{"move": "open", "player": "Ann", "counters": 10},
                {"move": "coup", "stakes": {"Cleo": 4}, "outcome": "tied"}],
    ),
    "Spoil-Five": Hand(
        "spoil-five", [DEAL, {"move": "won", "player": "Ben"}], ["Deal hand", "row Ben"], (-3, 9, -2, -2, -2)
    ),
    "Lift Smoke": Hand(
        "lift-smoke", [DEAL, {"move": "won", "player": "Cleo"}], ["Deal hand", "row Cleo"], (-1, -1, 4, -1, -1)
    ),
    "My Bird Sings": Hand(
        "my-bird-sings", [DEAL, {"move": "sings", "player": "Cleo"}], ["Deal hand", "row Cleo"], (-2, -1, 5, -1, -1)
    ),
    "a house game": Hand(
        "house-game", [DEAL, {"move": "takes", "players": ["Ben"], "pot": "kitty"}, {"move": "ends"}],
        ["Deal hand", "Ben > takes", "Write it down"], (-3, 6, -1, -1, -1), options=KITTY,
    ),
    "Hearts": Hand(
        "points-game", [DEAL, scored(Ann=5, Ben=2, Cleo=8, Dan=11)],
        ["Ann > 5", "Ben > 2", "Cleo = 8", "Write it down"],
        (5, 2, 8, 11), options=HEARTS, players=FOUR,
        replies={"Ann": {"points:Ann": "5"}, "Cleo": {"points:Cleo": "8"}, "Dan": {"points:Dan": "11"}},
        presses_with_replies=["Write it down"],
    ),
    "Hearts, four figures": Hand(
        "points-game", [DEAL, scored(Ann=10, Ben=12, Cleo=3, Dan=1)],
        ["Cleo > 3", "Dan > 1", "Ann = 10", "Write it down"],
        (10, 12, 3, 1), options=HEARTS, players=FOUR,
        replies={"Ann": {"points:Ann": "10"}, "Cleo": {"points:Cleo": "3"}, "Dan": {"points:Dan": "1"}},
        presses_with_replies=["Write it down"],
    ),
    "Rummy": Hand(
        "points-game", [DEAL, scored(Ben=23, Cleo=41, Dan=7)],
        ["key Next row", "key 2", "key 3", "key Next row", "key 4", "key 1", "key Next row", "key 7",
         "Write it down"],
        (0, 23, 41, 7), options=RUMMY, players=FOUR,
    ),
    "Loo, limited": Hand(
        "house-game",
        [DEAL, {"move": "takes", "shares": {"Ben": 2, "Cleo": 1}, "pot": "pool"},
         {"move": "pays", "players": ["Dan"], "pot": "pool", "counters": 3}, {"move": "ends"}],
        ["Deal hand", "Ben > 2", "Cleo > 1", "Dan > looed", "Write it down"], (-3, 2, 1, -3),
        options=of_the_shelf("loo"), players=FOUR,
    ),
    "Loo, unlimited, where all who play take a trick": Hand(
        "house-game",
        [DEAL, {"move": "takes", "shares": {"Ann": 1, "Ben": 1, "Cleo": 1}, "pot": "pool"}, {"move": "ends"}],
        ["Deal hand", "Ann > 1", "Ben > 1", "Cleo > 1", "Write it down"], (-2, 1, 1, 0),
        options=of_the_shelf("loo-unlimited"), players=FOUR,
    ),
    "Nap made": Hand(
        "house-game", [DEAL, {"move": "collects", "player": "Ben", "counters": 3}, {"move": "ends"}],
        ["Deal hand", "Ben > is paid", "3", "Write it down"], (-3, 9, -3, -3),
        options=of_the_shelf("nap"), players=FOUR,
    ),
    "Nap failed": Hand(
        "house-game", [DEAL, {"move": "pays_each", "player": "Ben", "counters": 4}, {"move": "ends"}],
        ["Deal hand", "Ben > pays", "4", "Write it down"], (4, -12, 4, 4), options=of_the_shelf("nap"), players=FOUR,
    ),
    "Speculation": Hand(
        "house-game", [DEAL, {"move": "takes", "players": ["Cleo"], "pot": "pool"}, {"move": "ends"}],
        ["Deal hand", "Cleo > takes", "Write it down"], (-6, -4, 14, -4),
        options=of_the_shelf("speculation"), players=FOUR,
    ),
    "Oh Hell, what is said": Hand(
        "points-game", [DEAL, said(Ann=0, Ben=2, Cleo=3, Dan=1)],
        ["Ann > 0", "Ben > 2", "Cleo > 3", "Dan > 1", "Write it down"], (0, 0, 0, 0),
        options=of_the_shelf("oh-hell"), players=FOUR,
        replies=replies("bid", Ann=0, Cleo=3, Dan=1), presses_with_replies=["Ben > 2", "Write it down"],
    ),
    "Oh Hell": Hand(
        "points-game",
        [told(Ann={"tricks": 1}, Ben={"tricks": 2}, Cleo={"tricks": 3}, Dan={"tricks": 1})],
        ["Ann > 1", "Ben > 2", "Cleo > 3", "Write it down"], (1, 12, 13, 11),
        before=[DEAL, said(Ann=0, Ben=2, Cleo=3, Dan=1)], options=of_the_shelf("oh-hell"), players=FOUR,
        replies=replies("tricks", Ann=1, Cleo=3, Dan=1), presses_with_replies=["Write it down"],
    ),
    "Skull King, what is said": Hand(
        "points-game", [DEAL, said(Ann=1, Ben=0, Cleo=1, Dan=0)],
        ["Ann > 1", "Ben > 0", "Cleo > 1", "Dan > 0", "Write it down"], (0, 0, 0, 0),
        options=of_the_shelf("skull-king"), players=FOUR,
        replies=replies("bid", Ann=1, Cleo=1, Dan=0), presses_with_replies=["Write it down"],
    ),
    "Skull King": Hand(
        "points-game", [told(Cleo={"tricks": 1})],
        ["Cleo > 1", "Write it down"], (-10, 10, 20, 10),
        before=[DEAL, said(Ann=1, Ben=0, Cleo=1, Dan=0)], options=of_the_shelf("skull-king"), players=FOUR,
        replies=replies("tricks", Ann=0, Cleo=1, Dan=0), presses_with_replies=["Write it down"],
    ),
    "Uno": Hand(
        "points-game", [DEAL, told(Ann={"held": 23}, Ben={"out": 1}, Cleo={"held": 5}, Dan={"held": 12})],
        ["Ben > Went out", "Ann = 23", "Cleo = 5", "Dan = 12", "Write it down"], (0, 40, 0, 0),
        options=of_the_shelf("uno"), players=FOUR,
        replies=replies("held", Ann=23, Cleo=5, Dan=12), presses_with_replies=["Ben > Went out", "Write it down"],
    ),
    "Farkle": Hand(
        "points-game", [DEAL, told(Ann={"turn": 500}, Ben={"turn": 0}, Cleo={"turn": 1050}, Dan={"turn": 600})],
        ["Ann = 500", "Ben = 0", "Cleo = 1050", "Dan = 600", "Write it down"], (500, 0, 1050, 600),
        options=of_the_shelf("farkle"), players=FOUR,
        replies=replies("turn", Ann=500, Ben=0, Cleo=1050, Dan=600), presses_with_replies=["Write it down"],
    ),
    "Yahtzee": Hand(
        "points-game",
        [DEAL, told(Ann={"full": 25}), told(Ben={"sixes": 18}), told(Cleo={"three": 22}), told(Dan={"ones": 0})],
        ["box Full house", "25", "box Sixes", "18", "box Three of a kind", "22", "box Ones", "0"], (25, 18, 22, 0),
        options=of_the_shelf("yahtzee"), players=FOUR,
    ),
}  # fmt: skip

MOST = {
    "Oh Hell, what is said": (5, 2),
    "Oh Hell": (4, 1),
    "Skull King, what is said": (5, 2),
    "Skull King": (2, 1),
    "Uno": (10, 2),
    "Farkle": (16, 1),
    "Yahtzee": (8, 0),
    "Pope Joan": (7, 2),
    "Spin": (7, 2),
    "Newmarket": (7, 2),
    "Jig": (5, 1),
    "The Earl of Coventry": (5, 1),
    "Twenty-five": (5, 0),
    "Polignac": (4, 0),
    "Hearts": (6, 2),
    "Macao": (5, 2),
    "Vingt-un": (5, 2),
}
"""The presses that a hand without a card of the board may take, alone and with everyone's phones."""
