"""Hands that can't be, of every game of the books: a raw sheet of one is refused, in a sentence for people.

Those of the shelf stand in ``tests/shelf/hands.txt`` and ``pots.txt``.
"""

from collections import Counter
from typing import Any

import pytest

from companion.engine.errors import Illegal, Malformed
from companion.engine.game import Family
from companion.games import catalogue
from tests.tools.evening import Evening

HANDS: list[tuple[str, dict[str, Any], tuple[dict[str, Any], ...], str]] = []
WHOLE, GENERAL, TIED = {"whole_pack": True}, {"general": True}, {"Ben": 16, "Cat": 16, "Dan": 4}


def m(move: str, **fields: Any) -> dict[str, Any]:
    return {"move": move, **fields}


def no(game: str, why: str, *moves: dict[str, Any], **options: Any) -> None:
    """A hand that can't be: what is written after the deal, and a part of the sentence."""
    HANDS.append((game, options, moves, why))


def out(left: dict[str, int], **fields: Any) -> dict[str, Any]:
    return m("out", player="Ben", cards_left=left, **fields)


def counted(**fields: Any) -> dict[str, Any]:
    """Ann captures all at Cassino, but for what is said."""
    ann = {"cards": {"Ann": 52}, "spades": {"Ann": 13}, "aces": {"Ann": 4}}
    return m("counted", **{**ann, "great": "Ann", "little": "Ann", "last": "Ann", **fields})


def round_(game: str, why: str, ann: object, ben: object, **options: Any) -> None:
    no(game, why, m("round", stakes={"Ben": 6}, points={"Ann": ann, "Ben": ben}), **options)


SONG, FOUR_SUITS = m("sings", player="Ben"), m("sings", player="Ben", with_="four-suits")
no("my-bird-sings", "only a flush does", FOUR_SUITS, cards=3)
no("my-bird-sings", "only a flush does", FOUR_SUITS, flushes_only=True)
no("my-bird-sings", "Nobody has sung yet", m("exhausted"), **WHOLE)
no("my-bird-sings", "it has cards for 13 tricks", *[SONG] * 14, **WHOLE)
no("my-bird-sings", "it has cards for 10 tricks", *[SONG] * 11, cards=3, pack=32, **WHOLE)
BARRED = m("bar", player="Ben", why="did-not-rob")
no("spoil-five", "Ben can't win the pool", BARRED, m("won", player="Ben"))
no("spoil-five", "Ben is already barred", BARRED, BARRED)
no("spoil-five", "nobody else held the ace", BARRED, m("bar", player="Ann", why="did-not-rob"))
no("spoil-five", "Somebody must have made it", m("spoilt"), tricks=2)
no("spoil-five", "jinking is off", m("jinked", player="Ben"))
no("twenty-five", "Only 4 of 5 tricks", m("tricks", won={"Ben": 3, "Ann": 1}))
no("twenty-five", "has 5 tricks, not 6", m("tricks", won={"Ben": 6}))
no("twenty-five", "Ben has not reached 25", m("tricks", won={"Ben": 3, "Ann": 2}, first="Ben"))
KING = m("played", card="king", player="Ann")
no("pope-joan", "8 of diamonds isn't in the pack", m("turn_up", card="8D"))
no("pope-joan", "nobody can play it", m("turn_up", card="KS"), KING)
no("pope-joan", "already been played", KING, KING)
no("pope-joan", "nobody was dealt more than 10", out({"Ann": 11}))
no("pope-joan", "10 were dealt, and 1 played", KING, out({"Ann": 10}))
no("pope-joan", "Nobody holds Pope", m("turn_up", card="9D"), out({"Ann": 1}, pope_held_by="Ann"))
SPIN = m("played", card="AD", player="Ann")
no("spin", "already been played", SPIN, SPIN)
no("spin", "Nothing is paid for", m("played", card="QD", player="Ann"))
no("spin", "Nobody holds Spin any more", SPIN, out({"Ann": 1}, spin_held_by="Ann"))
no("spin", "without a card left", out({"Cat": 1}, spin_held_by="Ann"))
no("spin", "nobody was dealt more than 13", out({"Ann": 14}))
no("spin", "13 were dealt, and 1 played", SPIN, out({"Ann": 13}))
ACE, KING_CARD = m("played", pot="ace", player="Ann"), m("played", pot="king", player="Ann")
no("newmarket", "already been played", ACE, ACE)
no("newmarket", "nobody was dealt more than 11", out({"Ann": 12}))
no("newmarket", "11 were dealt, and 2 played", ACE, KING_CARD, out({"Ann": 10}))
no("newmarket", "no pot called pope", m("played", pot="pope", player="Ann"))
MATCH = m("turned_up", player="Ben")
no("snip-snap-snorum", "Nobody wins by running out", m("out", player="Ben"))
no("snip-snap-snorum", "already been matched", MATCH, MATCH, turn_up="pool")
no("snip-snap-snorum", "No card is turned up", MATCH)
no("snip-snap-snorum", "no stakes left", m("snip", player="Ben"), m("snip", player="Ann"), lives=1)
no("jig", "nobody was dealt more than 13", out({"Ann": 14}))
no("jig", "enter only the others' cards", out({"Ben": 1}))
no("jig", "Zoe is not at this table", out({"Zoe": 1}))
no("earl-of-coventry", "nobody was dealt more than 13", out({"Ann": 14}))
no("earl-of-coventry", "enter only the others' cards", out({"Ben": 1}))
no("earl-of-coventry", "Zoe is not at this table", out({"Zoe": 1}))
no("cassino", "The aces add up to 3", counted(aces={"Ann": 3}))
no("cassino", "Ben: that can't be, with 0 cards", counted(last="Ben"))
no("cassino", "Ben: that can't be, with 0 cards", counted(great="Ben"))
no("cassino", "Ben: that can't be, with 2 cards and 0", counted(cards={"Ann": 50, "Ben": 2}, little="Ben"))
no(
    "cassino",
    "Ben: that can't be, with 4 cards and 6",
    counted(cards={"Ann": 48, "Ben": 4}, spades={"Ann": 7, "Ben": 6}),
)
no("cassino", "Ben: that can't be, with 5 cards", counted(cards={"Ann": 47, "Ben": 5}, sweeps={"Ben": 3}))
no("cassino", "Ben: that can't be, with 3 cards", counted(cards={"Ann": 49, "Ben": 3}, aces={"Ben": 4}))
JACK, FAILED = m("took", player="Ben", card="JS"), m("general", player="Ben", made=False)
no("polignac", "already been taken", JACK, JACK)
no("polignac", "only for the jacks", m("took", player="Ben", card="QS"))
no("polignac", "before the first lead", JACK, FAILED, **GENERAL)
no("polignac", "already announced", FAILED, FAILED, **GENERAL)
round_("macao", "from 0 to 9", 3, 10)
round_("macao", "natural-6", "natural-6", 4)
round_("macao", "the most is 5 counters", 3, 4, limit=5)
round_("vingt-un", "from 2 to 21", 20, 22)
round_("vingt-un", "from 2 to 21", 1, 20)
round_("vingt-un", "the most is 5 counters", 20, 19, limit=5)
for why, bank, left, options in (
    ("from 0 to 9", 3, 10, {}), ("The bank is empty", 3, 4, {"funds": 0}), ("the most is 3", 3, 4, {"limit": 3}),
):  # fmt: skip
    no(
        "baccara",
        why,
        m("coup", stakes={"Ben": {"left": 5}}, points={"bank": bank, "left": left, "right": 4}),
        **options,
    )
OPEN = m("open", player="Ann", counters=5)
no("chemin-de-fer", "A hand is still in play", OPEN, OPEN)
no("chemin-de-fer", "Ann is the banker", OPEN, m("coup", stakes={"Ann": 3}, points={"bank": 3, "punters": 4}))
no("chemin-de-fer", "you can't stake 6", OPEN, m("coup", stakes={"Ben": 6}, points={"bank": 3, "punters": 4}))
no("chemin-de-fer", "open the bank first", m("pass"))
no("farmer", "from 1 to", m("hands", points={"Dan": 0}))
no("farmer", "had 2 to 9 cards", m("hands", points=TIED, cards={"Ben": 1, "Cat": 2}))
no("farmer", "had 2 to 9 cards", m("hands", points=TIED, cards={"Ben": 10, "Cat": 2}))
no("farmer", "Ben and Cat tie", m("hands", points=TIED, six_of_hearts="Dan"))
no("lift-smoke", "Zoe is not at this table", m("won", player="Zoe"))
no("lift-smoke", "No hand is in play", m("won", player="Ann"), m("won", player="Ben"))
no("lift-smoke", "There is no pot called king", m("give", from_="Ann", to={"pot": "king"}, counters=1))


def bridge(why: str, **fields: Any) -> None:
    no("bridge", why, m("played", **{"trumps": "S", "side": "Ann", "odd": 3, **fields}))


bridge("from 1 to 7", odd=8)
bridge("a little slam takes 6", slam="little")
bridge("at no trumps the aces", trumps="NT", honours={"side": "Ann", "held": "five"})
bridge("Cat held an honour", honours={"side": "Ann", "held": "four-in-one-hand-and-fifth"}, chicane="Cat")


@pytest.mark.parametrize(("game", "options", "moves", "why"), HANDS)
def test_a_hand_that_cannot_be_is_refused(
    game: str, options: dict[str, Any], moves: tuple[dict[str, Any], ...], why: str
) -> None:
    table: Evening = Evening(game, **options)
    *before, last = moves if not table.state.game or "deal" not in table.state.game.by_name else [m("deal"), *moves]
    for made in before:
        played(table, made)
    with pytest.raises((Illegal, Malformed), match=why):
        played(table, last)


def played(table: Evening, made: dict[str, Any]) -> None:
    getattr(table, made["move"])(**{name: held for name, held in made.items() if name != "move"})


def test_every_game_of_the_books_has_three() -> None:
    own = Counter(game for game, *_ in HANDS)
    books = [key for key, game in catalogue().items() if game.family not in (Family.OWN, Family.LOTO)]
    assert [key for key in books if own[key] < 3] == []
