"""A hand that is played out beside How to play: every card is where it should be, every figure is the sheet's."""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import combinations, cycle, pairwise
from typing import Any

import pytest
from flask import Flask

from companion.games import catalogue
from companion.loto.rules.cards import possible_claims
from companion.web.learn.played_hand import STEP, at_step, hand_of, moved, sheet_of
from tests.tools.phone import Phone
from tests.tools.words import SPOKEN, prose

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = "SHDC"
PLAYED = sorted(name.removesuffix("/hand.html") for name, _ in prose("en") if name.endswith("/hand.html"))
"""The games that have a hand."""
LEFT_OUT = {
    "pope-joan": "8D",
    "spin": "8D 2H",
    "newmarket": "7S 7H 7D 7C",
    "farmer": "8S 8H 8D 8C 6S 6D 6C",
    "polignac": " ".join(rank + suit for rank in "23456" for suit in SUITS),
}
"""The cards that are no cards of a game."""
TRICKS = ("bridge", "lift-smoke", "polignac", "spoil-five", "twenty-five")
"""Games of tricks."""
FIVES = ("spoil-five", "twenty-five")
"""Those in which the five is the best trump."""
RUNS = {"jig": 5, "spin": 13, "newmarket": 13, "pope-joan": 13}
"""Games in which suits are played upwards, with the most cards of a run."""
every_hand = pytest.mark.parametrize("key", PLAYED)


@pytest.fixture(autouse=True)
def asked(app: Flask) -> Iterator[None]:
    """A request, in whose language a hand is told."""
    with app.test_request_context():
        yield


def in_turn(hand: Any) -> list[str]:
    """The players of the hand, from its dealer's left; the deal has passed with every hand before it."""
    deals = sum(move["move"] == "deal" for move in hand.get("before", ()))
    eldest = (hand["players"].index(hand["dealer"]) + 1 + deals) % len(hand["players"])
    return [*hand["players"][eldest:], *hand["players"][:eldest]]


def runs(hand: Any) -> list[list[tuple[str, str]]]:
    """Who plays which card, step by step."""
    return [run for step in hand["steps"] if (run := moved(step, "plays"))]


@every_hand
@pytest.mark.parametrize("language", SPOKEN)
def test_it_begins_in_few_words(key: str, language: str) -> None:
    assert len(paragraphs(key, language)[0].split()) <= 60


def test_every_game_of_the_books_has_a_hand() -> None:
    """But Loto night: nobody at its table plays."""
    assert {key for key, game in catalogue().items() if not game.of_the_house and game.seats[-1] > 1} == {*PLAYED}


@every_hand
def test_the_cards_are_those_of_the_game_and_dealt_as_it_deals(key: str) -> None:
    hand = hand_of(key)
    dealt = [hand["dealt"].get(name, "").split() for name in hand["players"]]
    rest = [hand.get(place, "").split() for place in ("table", "unseen")]
    rest += [cards.split() for cards in hand.get("piles", {}).values()]
    pack = {rank + suit for suit in SUITS for rank in RANKS} - {*LEFT_OUT.get(key, "").split()}
    cards = [card for place in dealt + rest for card in place]
    assert len(cards) == len({*cards}) and {*cards} <= pack
    options = sheet_of(key, hand).games[0].opening.options
    if dealing := options.dealing(len(dealt)):
        each = [dealing.each + (place < dealing.more) for place in range(len(dealt))]
        assert sorted(map(len, dealt)) == sorted(each)
        assert not dealing.spare or len(rest[1]) == dealing.spare


@pytest.mark.parametrize("key", [key for key in PLAYED if key != "cassino"])
def test_every_card_is_played_once_from_the_hand_that_holds_it(key: str) -> None:
    hand = hand_of(key)
    held = {name: {*hand["dealt"].get(name, "").split()} for name in hand["players"]}
    gone: set[str] = set()
    for step in hand["steps"]:
        for name, card in moved(step, "plays") + moved(step, "drops"):
            assert card in held[name], f"{name} {card}"
            held[name].remove(card)
            gone.add(card)
        for name, card in moved(step, "takes"):
            assert card not in gone | held[name], f"{name} {card}"
            for others in held.values():
                others.discard(card)
            held[name].add(card)
        for move in step.get("moves", ()):
            for name, left in move.get("cards_left", {}).items():
                if move["move"] == "out":
                    assert len(held[name]) == left
            if move["move"] == "out":
                assert not held[move["player"]]


@pytest.mark.parametrize("key", [key for key in PLAYED if key in RUNS])
def test_a_run_goes_on_while_it_can_and_the_one_who_stopped_it_leads(key: str) -> None:
    hand = hand_of(key)
    held = {card: name for name, cards in hand["dealt"].items() for card in cards.split()}
    out = next(move["player"] for step in hand["steps"] for move in step.get("moves", ()) if move["move"] == "out")
    leader = in_turn(hand)[0]
    for run in runs(hand):
        assert run[0][0] == leader
        for (_, card), (_, after) in pairwise(run):
            assert after == next_card(card) or (key, after) == ("spin", "AD")
        for _, card in run:
            held.pop(card)
        leader, last = run[-1]
        over = len(run) == RUNS[key] or (last == "AD" and key == "spin") or out not in held.values()
        assert over or next_card(last) not in held, f"{next_card(last)} could follow {last}"
    assert leader == out


def next_card(card: str) -> str:
    """The card that follows in its suit; empty after a king."""
    rank = RANKS.index(card[:-1]) + 1
    return RANKS[rank] + card[-1] if rank < len(RANKS) else ""


def test_the_fourth_of_a_rank_leads_the_next() -> None:
    hand = hand_of("earl-of-coventry")
    leader, seats = "Ann", hand["players"]
    *whole, last = runs(hand)
    for run in [*whole, last]:
        assert run[0][0] == leader and len({card[:-1] for _, card in run}) == 1
        steps = [(seats.index(after) - seats.index(name)) % 4 or 4 for (name, _), (after, _) in pairwise(run)]
        assert run is last or (len(run) == 4 and sum(steps) <= 8)
        leader = run[-1][0]


@pytest.mark.parametrize("key", TRICKS)
def test_everyone_plays_to_a_trick_what_they_may_and_the_best_card_leads_next(key: str) -> None:
    hand = hand_of(key)
    trumps = hand.get("trumps", "")
    held = {name: {*cards.split()} for name, cards in hand["dealt"].items()}
    leader, made = in_turn(hand)[0], Counter[str]()
    for step in hand["steps"]:
        trick = moved(step, "plays")
        if trick:
            at = hand["players"].index(leader)
            order = hand["players"][at:] + hand["players"][:at]
            assert [name for name, _ in trick] == [name for name in order if held[name]]
            led = suit_of(key, trick[0][1], trumps)
            for name, card in trick:
                follows = {other for other in held[name] if suit_of(key, other, trumps) == led}
                if key in FIVES:
                    follows -= reneged(trick[0][1], trumps)
                may_trump = key in FIVES and suit_of(key, card, trumps) == trumps
                assert suit_of(key, card, trumps) == led or not follows or may_trump, f"{name} {card}"
            leader, _ = max(trick, key=lambda played: worth(key, played[1], led, trumps))
            made[leader] += 1
        for name, card in trick + moved(step, "drops"):
            held[name].remove(card)
        for name, card in moved(step, "takes"):
            assert not trick or name == leader
            held[name].add(card)
    for move in hand["steps"][-1]["moves"]:
        assert move.get("won", made) == made
        assert move.get("odd", made["Ann"] + made["Cleo"] - 6) == made["Ann"] + made["Cleo"] - 6


def test_the_honours_of_bridge_are_those_that_the_side_was_dealt() -> None:
    hand = hand_of("bridge")
    cards = " ".join(hand["dealt"][name] for name in ("Ann", "Cleo")).split()
    honours = [card for card in cards if card in ("AH", "KH", "QH", "JH", "10H")]
    assert hand["steps"][-1]["moves"][0]["honours"] == {"side": "Ann", "held": "four"} and len(honours) == 4


def suit_of(key: str, card: str, trumps: str) -> str:
    """The suit to which a card belongs: where the five is best, the ace of hearts is a trump."""
    return trumps if key in FIVES and card == "AH" else card[-1]


def reneged(led: str, trumps: str) -> set[str]:
    """The trumps of Spoil-Five that need not be played to the card led."""
    best = [f"5{trumps}", f"J{trumps}", "AH"]
    return {*(best[: best.index(led)] if led in best else best)}


def worth(key: str, card: str, led: str, trumps: str) -> tuple[int, int]:
    """How good a card is in a trick: trumps above the suit led, and any other is worth nothing."""
    suit, rank = suit_of(key, card, trumps), RANKS.index(card[:-1])
    level = 2 if suit == trumps else int(suit == led)
    if key not in FIVES:
        return level, rank or len(RANKS)
    small = rank if card[-1] in "HD" else -rank
    if suit == trumps and card in (top := ["AH", f"J{trumps}", f"5{trumps}"]):
        return level, 100 + top.index(card)
    courts = ["J", "Q", "K", "A"] if suit == trumps else ["A", "J", "Q", "K"] if card[-1] in "SC" else ["J", "Q", "K"]
    return level, 50 + courts.index(card[:-1]) if card[:-1] in courts else small


def test_each_in_turn_matches_the_card_before_or_breaks_the_chain() -> None:
    key, calls = "snip-snap-snorum", ["", "snip", "snap", "snorum"]
    hand = hand_of(key)
    held = {name: cards.split() for name, cards in hand["dealt"].items()}
    turn, chain = in_turn(hand), [""]
    for number, step in enumerate(hand["steps"], 1):
        called = []
        for name, card in moved(step, "plays"):
            assert name == turn[0]
            alike = [other for other in held[name] if other[:-1] == chain[-1][:-1]]
            assert card in (alike or held[name])
            chain = [*chain, card] if alike else [card]
            called += [(calls[len(chain) - 1], name)] if alike else []
            held[name].remove(card)
            turn = [*turn[1:], name]
        assert called == [(move["move"], move["player"]) for move in step.get("moves", ()) if "player" in move]
        for name, card in moved(step, "drops"):
            held[name].remove(card)
        state = at_step(key, hand, number).state
        assert state and not any(held[name] for name in state.facts.gone)
        turn = [name for name in turn if name not in state.facts.gone]


def test_a_card_takes_its_rank_and_all_that_adds_up_to_it_and_what_is_taken_is_counted() -> None:
    hand = hand_of("cassino")
    held, piles = ({name: cards.split() for name, cards in hand[of].items()} for of in ("dealt", "piles"))
    turn, table, sweeps, last = cycle(in_turn(hand)), hand["table"].split(), Counter[str](), ""
    for step in hand["steps"]:
        for name, card in moved(step, "plays"):
            assert name == next(turn)
            held[name].remove(card)
            taken = [other for who, other in moved(step, "takes") if who == name]
            table = [other for other in table if other not in taken]
            assert not takes(card, table) and is_made_of(taken, takes(card, taken))
            if taken:
                last = name
                piles[name] += [card, *taken]
                sweeps[name] += not table
            else:
                table.append(card)
    assert not any(held.values()) and moved(hand["steps"][-2], "takes") == [(last, card) for card in table]
    piles[last] += table
    counted = hand["steps"][-1]["moves"][0]
    assert counted["cards"] == {name: len(cards) for name, cards in piles.items()}
    assert counted["spades"] == {name: sum(card[-1] == "S" for card in cards) for name, cards in piles.items()}
    assert counted["aces"] == +Counter(name for name, cards in piles.items() for card in cards if card[0] == "A")
    assert counted["sweeps"] == +sweeps
    assert (counted["great"], counted["little"], counted["last"]) == (
        *(name for which in ("10D", "2S") for name, cards in piles.items() if which in cards),
        last,
    )


def takes(card: str, table: list[str]) -> list[set[str]]:
    """Every group of cards on the table that a card takes at Cassino."""
    worth, small = RANKS.index(card[:-1]) + 1, [other for other in table if other[:-1] in RANKS[:10]]
    groups = (group for number in range(2, 5) for group in combinations(small, number))
    sums = [{*group} for group in groups if sum(RANKS.index(other[:-1]) + 1 for other in group) == worth]
    return [{other} for other in table if other[:-1] == card[:-1]] + (sums if card[:-1] in RANKS[:10] else [])


def is_made_of(cards: Collection[str], groups: list[set[str]]) -> bool:
    """Whether cards fall into some of these groups, with none left over."""
    left = {*cards}
    return not left or any(group <= left and is_made_of(left - group, groups) for group in groups)


def test_at_loto_nobody_could_have_claimed_before() -> None:
    hand = hand_of("loto")
    *steps, last = (at_step("loto", hand, number + 1) for number in range(len(hand["steps"])))
    assert steps[-1].state and not possible_claims(steps[-1].state)
    assert last.calls == last.called[-1:] and last.state and last.state.facts.claimed == {"card": ("Ann",)}


def test_a_drawing_has_the_numbers_that_were_called_and_begins_with_empty_cards() -> None:
    hand = hand_of("loto-drawings")
    drawings = [
        move["numbers"] for step in hand["steps"] for move in step.get("moves", ()) if "drawing" in move.values()
    ]
    called = [at_step("loto-drawings", hand, number + 1).called for number in range(len(hand["steps"]))]
    assert [numbers for numbers in called if len(numbers) == 10] == drawings
    assert [called[number + 1] for number, numbers in enumerate(called[:-1]) if numbers == drawings[0]] == [[]]


@pytest.mark.parametrize("key", ["baccara", "chemin-de-fer", "farmer", "macao", "vingt-un"])
def test_the_points_on_the_sheet_are_those_of_the_cards(key: str) -> None:
    hand = hand_of(key)
    held = {name: hand["dealt"].get(name, "").split() for name in hand["players"]}
    seen = 0
    for step in hand["steps"]:
        for name, card in moved(step, "drops"):
            held[name].remove(card)
        for name, card in moved(step, "takes"):
            held[name].append(card)
        for points in (move["points"] for move in step.get("moves", ()) if "points" in move):
            for name, written in points.items():
                player = {"bank": "Ann", "punters": "Ben", "left": "Ben", "right": "Dan"}.get(name, name)
                assert str(written) == points_of(key, held[player]), f"{name}: {held[player]}"
                seen += 1
    assert seen > 1


def points_of(key: str, cards: list[str]) -> str:
    """What a hand comes to, as the sheet says it."""
    nine = key in ("baccara", "chemin-de-fer", "macao")
    total = sum(min(RANKS.index(card[:-1]) + 1, 10) % (10 if nine else 11) for card in cards)
    if key == "vingt-un":
        total += 10 * (any(card[0] == "A" for card in cards) and total <= 11)
        return "natural" if total == 21 and len(cards) == 2 else "over" if total > 21 else str(total)
    if key == "macao":
        return f"natural-{total}" if len(cards) == 1 and total >= 7 else "over" if total > 9 else str(total)
    return str(total % 10 if nine else total)


@every_hand
def test_the_hand_is_a_score_sheet_whose_every_payment_is_shown(key: str) -> None:
    hand = hand_of(key)
    steps = [at_step(key, hand, number + 1) for number in range(len(hand["steps"]))]
    assert 7 <= len(steps) <= 15
    ended = steps[-1].state
    assert ended and not sum(ended.balances.values()) + sum(ended.pots.values())
    assert any(ended.balances.values()) and (ended.between or ended.over)
    assert sum(len(step.written) for step in steps) == sum(len(step.get("moves", ())) for step in hand["steps"])


@pytest.mark.parametrize("language", SPOKEN)
@every_hand
def test_a_step_says_the_same_in_every_language(key: str, language: str) -> None:
    """A paragraph for each step, with the same cards and figures in it, and no figure of counters that is typed."""
    english, own = (paragraphs(key, tag) for tag in ("en", language))
    assert len(english) == len(own) == len(hand_of(key)["steps"])
    braces = re.compile(r"\{[^}]+\}")
    assert [sorted(braces.findall(text)) for text in own] == [sorted(braces.findall(text)) for text in english]
    assert not re.search(r"\d", braces.sub("", " ".join(own)))


def paragraphs(key: str, language: str) -> list[str]:
    """The steps of a hand in a language, as they are written."""
    return STEP.findall(dict(prose(language))[f"{key}/hand{'' if language == 'en' else f'.{language}'}.html"])


@pytest.mark.parametrize("language", SPOKEN)
@every_hand
def test_a_hand_is_read_step_by_step(phone: Phone, key: str, language: str) -> None:
    for number in range(1, len(hand_of(key)["steps"]) + 1):
        phone.open(f"/how-to-play/{key}?step={number}", **{"Accept-Language": language})
        assert phone.status == 200 and "played-hand" in phone.text and "{" not in phone.says


def test_one_tap_leads_through_the_hand_and_back_to_the_rules(phone: Phone) -> None:
    phone.open("/how-to-play/jig").open(phone.page.links["See a hand played"])
    assert "Dan has dealt" in phone.says and "The aim" not in phone.says
    phone.open("/how-to-play/jig?step=8")
    assert "Cleo 22 up" in phone.says or "+22" in phone.says
    assert phone.page.links["Back"].endswith("?step=7") and phone.page.links["How to play"].endswith("?step=0")
    assert "The aim" in phone.open("/how-to-play/jig?step=0").says


@pytest.mark.parametrize("step", ["-3", "ten", ""])
def test_a_step_that_is_none_shows_the_rules(phone: Phone, step: str) -> None:
    assert "The aim" in phone.open(f"/how-to-play/jig?step={step}").says


def test_the_hand_is_read_at_the_table_too(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", "Dan", game="Jig")
    says = phone.open("how-to-play?step=8").says
    assert "Companion writes" in says and "as in the book" not in says
    phone.lays("Ann", "Ben", "Cat", "Dan", game="Jig", card_price=2).open("how-to-play?step=8")
    assert "This hand is played as in the book. Your table plays some of it differently." in phone.says
