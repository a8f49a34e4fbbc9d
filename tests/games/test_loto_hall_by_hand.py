"""Loto nights checked by another hand: cards, prizes and refusals worked out anew, by docs/games/loto-hall.md alone."""

import json
import random
import re
from bisect import bisect
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import combinations, count
from pathlib import Path
from typing import Any

import pytest

from companion.engine.errors import Illegal
from companion.loto.rules.hall import Table, nearest, possible_claims, verdict
from companion.scoresheet import read_sheet, score
from tests.tools.evening import Evening

SHEETS = [
    path
    for path in sorted((Path(__file__).parents[1] / "scoresheets").glob("LH-*.json"))
    if "malformed" not in path.name and "result" not in path.name
]
CORNERS = ((1, 1), (1, 5), (3, 1), (3, 5))
PRIZES: list[dict[str, Any]] = [
    *({"for": name} for name in ("row", "two-rows", "card", "early-five", "corners")),
    *({"for": name} for name in ("ambo", "terno", "quaterna", "cinquina")),
    {"for": "cells", "cells": [[1, 2], [3, 3]], "named": "The owl"},
]


@lru_cache(64)
def printed(seed: str, cards: int) -> list[list[list[int]]]:
    """The cards of a pack, by the six steps of the page."""
    pack: list[list[list[int]]] = []
    while len(pack) < cards:
        for attempt in count(1):
            said = f"{seed}:{len(pack) // 6 + 1}:{attempt}:"
            order = sorted(range(1, 91), key=lambda n: sha256(f"{said}{n}".encode()).hexdigest())
            tens = {n: min(n // 10, 8) for n in order}
            of_column = [[n for n in order if tens[n] == column] for column in range(9)]
            cards_of_six: list[list[int]] = [[] for _ in range(6)]
            for n in (n for n in order if n in of_column[tens[n]][:6]):
                cards_of_six[of_column[tens[n]].index(n)].append(n)
            for n in (n for n in order if n not in of_column[tens[n]][:6]):
                may = [card for card in cards_of_six if [tens[held] for held in card].count(tens[n]) < 3]
                sorted(may, key=len)[0].append(n)
            if {len(card) for card in cards_of_six} != {15}:
                continue
            six = []
            for place, card in enumerate(cards_of_six, 1):
                columns = dict.fromkeys(tens[n] for n in card)
                laid = [n for column in columns for n in card if tens[n] == column]
                begins = int(sha256(f"{said}row:{place}".encode()).hexdigest(), 16) % 3
                rows: list[list[int]] = [[], [], []]
                for turn, n in enumerate(laid, begins):
                    rows[turn % 3].append(n)
                six.append([sorted(row) for row in rows])
            if not any(row in earlier for card in six for row in card for earlier in pack):
                pack += six
                break
    return pack


def has(rows: Sequence[Sequence[int]], prize: dict[str, Any], out: set[int]) -> bool:
    """Whether a card has a prize once these numbers are out."""
    covered = [len(out.intersection(row)) for row in rows]
    places = {"corners": CORNERS, "cells": prize.get("cells", ())}.get(prize["for"])
    if places:
        return all(rows[row - 1][place - 1] in out for row, place in places)
    if prize["for"] == "early-five":
        return sum(covered) >= 5
    full = {"row": (1, 5), "two-rows": (2, 5), "card": (3, 5), "ambo": (1, 2), "terno": (1, 3), "quaterna": (1, 4)}
    rows_wanted, numbers = full.get(prize["for"], (1, 5))
    return sum(n >= numbers for n in covered) >= rows_wanted


def since(rows: Sequence[Sequence[int]], prize: dict[str, Any], drawn: Sequence[int]) -> int | None:
    """The number drawn that gave a card a prize, counted from 1."""
    place = bisect(range(1, len(drawn) + 1), 0, key=lambda n: has(rows, prize, {*drawn[:n]})) + 1
    return place if place <= len(drawn) else None


def lacks(rows: Sequence[Sequence[int]], prize: dict[str, Any], drawn: Iterable[int]) -> int | None:
    """How many numbers more would do, found by trying; None for more than two."""
    out = {*drawn}
    tries = [{*more} for n in range(3) for more in combinations(sorted({n for row in rows for n in row} - out), n)]
    return next((len(more) for more in tries if has(rows, prize, out | more)), None)


class Night:
    """What a sheet of a Loto night comes to: since when each claim was good, and which move is refused."""

    def __init__(self, game: dict[str, Any]) -> None:
        rules = {"pack": "0" * 32, "cards": 120, "ties": "shared"} | game["options"]
        self.by_lot, self.programme = rules["ties"] == "lot", rules["programme"]
        self.cards = printed(rules["pack"], rules["cards"])
        self.given: set[int] = set()
        self.round: list[dict[str, Any] | None] = []
        self.rounds, self.out = 0, list[int]()
        self.claims: list[list[int]] = []
        self.refused = next((place for place, move in enumerate(game["moves"]) if not self.plays(**move)), None)

    def plays(self, move: str, **said: Any) -> bool:
        """Whether a move is good; if so it is made."""
        if move == "give" or move == "take-back":
            return self.changes_hands(move == "give", {*range(said["first"], said["last"] + 1)})
        if move == "deal":
            return self.begins()
        if move == "drawn":
            self.out.append(said["number"])
            return any(self.round) and self.out.count(said["number"]) == 1
        if move == "claim":
            return self.claimed(**said)
        return move != "pass" or self.is_over(said["prize"])

    def changes_hands(self, give: bool, cards: set[int]) -> bool:
        good = (
            not self.out and max(cards) <= len(self.cards) and (not cards & self.given if give else cards <= self.given)
        )
        self.given ^= cards
        return good

    def begins(self) -> bool:
        good = not any(self.round) and bool(self.given) and self.rounds < len(self.programme)
        self.round, self.rounds = [*self.programme[self.rounds]] if good else [], self.rounds + 1
        return good

    def claimed(self, prize: int, cards: list[int], lot: int | None = None) -> bool:
        played = self.round[prize - 1] if 1 <= prize <= len(self.round) else None
        if not played or not {*cards} <= self.given or len({*cards}) < len(cards):
            return False
        had = [since(self.cards[card - 1], played, self.out) for card in cards]
        self.claims.append([place for place in had if place])
        drawn_rightly = lot in cards if self.by_lot and len(cards) > 1 else lot is None
        return all(had) and drawn_rightly and self.is_over(prize)

    def is_over(self, prize: int) -> bool:
        good = 1 <= prize <= len(self.round) and bool(self.round[prize - 1])
        self.round[prize - 1 : prize] = [None]
        self.out = self.out if any(self.round) else []
        return good


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_a_night_comes_to_the_same(path: Path) -> None:
    (game,) = json.loads(path.read_bytes())["games"]
    night = Night(game)
    try:
        result = score(read_sheet(path.read_bytes()))
    except Illegal as refusal:
        assert str(refusal).startswith(f"games[0].moves[{night.refused}] ")
        return
    assert night.refused is None
    memos = [game["moves"][entry["move"]]["move"] == "claim" and entry["memo"] for entry in result["entries"]]
    told = [[int(number) for number in re.findall("since number ([0-9]+)", memo)] for memo in memos if memo]
    assert told == night.claims


@pytest.mark.parametrize("games", [range(50), pytest.param(range(50, 10_050), marks=pytest.mark.thorough)])
def test_a_card_checked_has_what_another_count_finds(games: range) -> None:
    for number in games:
        chance = random.Random(number)
        seed, first = f"{chance.randrange(7):032x}", chance.randint(1, 49)
        programme = [chance.sample(PRIZES, 3)]
        night = Evening("loto-hall", "Caller", pack=seed, cards=60, programme=programme, drawn_by="bag")
        night.give(first=first, last=first + 10).deal()
        drawn = chance.sample(range(1, 91), chance.randint(1, 80))
        for called in drawn:
            night.drawn(number=called)
        check(night.state, printed(seed, 60), drawn, programme[0], first)


def check(
    state: Table, cards: list[list[list[int]]], drawn: list[int], prizes: list[dict[str, Any]], first: int
) -> None:
    """Compare what is said of the eleven cards that were given out, and of the next one, which wasn't."""
    possible = []
    for place, prize in enumerate(prizes, 1):
        for card in range(first, first + 11):
            found = verdict(state, place, card)
            assert found.since == since(cards[card - 1], prize, drawn)
            assert (found.refusal == "") == (found.lacks == 0) == (found.since is not None)
            assert has(cards[card - 1], prize, {*drawn, *found.missing}) and not {*drawn} & {*found.missing}
            possible += [(place, card, found.since)] if found.since else []
        wanted = lacks(cards[first - 1], prize, drawn)
        assert verdict(state, place, first).lacks == wanted or (
            wanted is None and verdict(state, place, first).lacks > 2
        )
        assert nearest(state)[place] == min(verdict(state, place, card).lacks for card in range(first, first + 11))
        assert verdict(state, place, first + 11).refusal == f"Card {first + 11} hasn't been given out."
    assert {*possible_claims(state)} == {*possible}
