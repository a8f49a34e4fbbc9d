"""How many taps an ordinary hand takes its writer, in every game that works its points out: a figure typed is one, too.

The hand is the first of each evening that was added up by hand; the page runs no scripts, which only save taps.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from html import unescape
from itertools import groupby
from secrets import token_hex
from typing import Any

import pytest
from attrs import define, field

from companion.games.points_game.asked import is_flag, is_of_one
from companion.machine.clock import today
from tests.games.test_worked_points import EVENINGS, answered, options_of, told_of
from tests.tools.phone import ATTRIBUTE, Phone

GAMES = [key for key in EVENINGS if not told_of(key).boxes]
"""All but pads of boxes, of which a turn is two taps."""

Said = Iterable[tuple[str, str, int]]
"""Answers: what each is called in a form, what it says, and which number that is."""
HELPED = {"cribbage", "short-whist", "spades"}
"""Where a script fills in the last number or leads on from one that is full: these are within that in a browser."""


@define
class Writer:
    """Who writes a hand down, and taps only what doesn't stand there yet."""

    phone: Phone
    taps: int = 0
    said: dict[str, str | None] = field(factory=dict)
    """What was tapped and typed of the form that is open."""

    def inputs(self, key: str) -> list[dict[str, str]]:
        """What answers of this name there are."""
        inputs = re.findall(rf'<input [^>]*name="{re.escape(key)}"[^>]*>', self.phone.text)
        held = [{found[1]: unescape(found[2] or "") for found in ATTRIBUTE.finditer(one)} for one in inputs]
        return [{"type": "text", "value": ""} | one for one in held]

    def answers(self, key: str, value: str, number: int) -> None:
        """Answers a question of a player, or of the whole hand: a button before the form, or what it asks."""
        asked = self.inputs(key)
        if not asked:
            self.taps += 1
            links = self.phone.page.links.items()
            self.phone.open(next(leads for words, leads in links if f"{words} ".startswith(f"{value} ")))
        elif asked[0]["type"] in ("radio", "checkbox"):
            chosen = next(one for one in asked if one["type"] == "checkbox" or one["value"] == value)
            said = bool(number or chosen["type"] == "radio")
            if ("checked" in chosen) != said:
                self.taps += 1
                self.said[key] = chosen["value"] if said else None
        elif (asked[0]["value"] or ("" if "required" in asked[0] else "0")) != value:
            self.taps += 1 + len(value)
            self.said[key] = value

    def writes(self, code: str, said: Said) -> None:
        self.phone.open(f"/t/{code}")
        for answer in said:
            self.answers(*answer)
        self.phone.press("Write it down", self.said)
        self.taps, self.said = self.taps + 1, {}


def asked_of(key: str, said: bool, spoken: Collection[str]) -> Said:
    """What is said before the first hand of an evening, or asked after it.

    What those who have ``spoken`` on their phones hide is taken over unseen.
    """
    by_name, of_all = answered(EVENINGS[key]["hands"][0])
    asked = [each for each in told_of(key).questions if each.said == said]
    for is_of_hand, questions in groupby(asked, lambda each: each.of == "hand"):
        own = [*questions]
        for name, answers in ({"": of_all} if is_of_hand else by_name).items():
            for question in own:
                number = answers.get(question.key, None if is_of_hand else 0)
                unsaid = name and not number and (is_flag(question) or not (question.said or told_of(key).in_turn))
                if number is None or unsaid or (question.hidden and name in spoken):
                    continue
                if name and (question.most == question.total == "1" or is_of_one(told_of(key), question.key)):
                    yield question.key, name, number
                    continue
                words = next((choice.choice for choice in question.choices if choice.is_ == number), str(number))
                yield f"{question.key}:{name}" if name else question.key, words, number


def sheet_of(key: str) -> dict[str, Any]:
    """The sheet of a table at which the first hand of an evening is dealt."""
    evening, options = EVENINGS[key], options_of(key)
    sides = {"sides": evening["sides"]} if "sides" in evening else {}
    dealer = evening.get("dealer")
    game = {"game": "points-game", "options": options | sides, "moves": [{"move": "deal"}]}
    game |= {"dealer": dealer} if dealer else {}
    return {"scoresheet": 1, "players": evening["players"], "games": [game]}


def begins(phone: Phone, key: str) -> str:
    """Lays a table at which the first hand of an evening is dealt, and gives its code."""
    sent = {"sheet": json.dumps(sheet_of(key)), "day": str(today()), "key": token_hex(8)}
    return phone.joins().open("/rules").send("/evenings/import/keep", sent).code


def others(key: str) -> list[str]:
    """Whose phones say their rows, where not only the writer has one: all but the first player's, or side's."""
    evening = EVENINGS[key]
    if any(question.of == "side" for question in told_of(key).questions):
        return [side[0] for side in evening["sides"][1:]]
    return list(evening["players"][1:])


def most(key: str) -> tuple[int, int]:
    """How many taps it may take: the figures and two a player; with phones the writer's figures and one a player."""
    evening = EVENINGS[key]
    by_name, of_all = answered(evening["hands"][0])
    said_by_all = sum(figures(own) for own in (*by_name.values(), of_all))
    said_by_writer = figures(by_name.get(evening["players"][0], {})) + figures(of_all)
    players = len(evening["players"])
    return said_by_all + 2 * players, said_by_writer + players


def figures(answers: dict[str, int]) -> int:
    """How many figures are said."""
    return sum(len(str(number)) for number in answers.values() if number)


def comes_to(key: str) -> dict[str, int]:
    """What the hand comes to."""
    return {name.partition(" & ")[0]: points for name, points in EVENINGS[key]["hands"][0]["totals"].items()}


def replies(phone: Phone, code: str, name: str, own: dict[str, int]) -> None:
    """Says from a player's own phone what it is asked, if it is asked anything."""
    forms = [form for form in phone.open(f"/t/{code}").page.forms if "hand" in form.names]
    for form in forms:
        sent = {"hand": dict(form.filled)["hand"]}
        for key, number in own.items():
            sent |= {f"{key}:{name}": str(number)} if f"{key}:{name}" in form.names else {}
            sent |= {key: name} if key in form.names and number else {}
        phone.send("reply", sent)


def play_the_hand(key: str, code: str, phones: Mapping[str, Phone], writes: Callable[[str, Said], None]) -> None:
    """What is said is written down, then what the hand came to, after the players' phones said theirs."""
    by_name, _ = answered(EVENINGS[key]["hands"][0])
    for name, phone in phones.items():
        phone.open(f"/t/{code}/me").press(name)
    for said in sorted({question.said for question in told_of(key).questions}, reverse=True):
        for name, phone in phones.items():
            each = [
                one.key for one in told_of(key).questions if one.of != "hand" and (one.said or told_of(key).in_turn)
            ]
            replies(phone, code, name, dict.fromkeys(each, 0) | by_name.get(name, {}))
        writes(code, asked_of(key, said, phones))


ASKED = re.compile(r'<(?:input|select) (?![^>]*type="hidden")[^>]*name="([^"]*)"')


def asked_in(phone: Phone, form: str) -> list[str]:
    """What the form of a page asks, from top to bottom."""
    found = re.search(rf"<form [^>]*{form}.*?</form>", phone.text, re.DOTALL)
    return [*dict.fromkeys(ASKED.findall(found[0]))] if found else []


def offered(phone: Phone) -> dict[str, str]:
    """The answers that are offered alone, each with what it adds to the address."""
    links = phone.page.links.items()
    found = {words: re.search(r"[?&](?!move=|kind=|screen=)(.*)", to) for words, to in links}
    return {words: leads[1] for words, leads in found.items() if leads}


def asks_alike_on_a_page_of_its_own(phone: Phone, code: str) -> None:
    """As a tablet that lies flat opens it, or the journal where a hand is missing: what the table asks, in order."""
    first = offered(phone.open(f"/t/{code}"))
    last = len(phone.client.get(f"/t/{code}/sheet.json").json["games"][0]["moves"]) + 1
    for said, on_table in [("", ""), *((said, f"?move=scored&{said}") for said in first.values())]:
        phone.open(f"/t/{code}{on_table}")
        wanted, answers = asked_in(phone, 'id="asking"'), [*offered(phone)]
        for page in (f"moves/scored?screen=overhead&{said}", f"journal/{last}/missing?kind=scored&{said}"):
            phone.open(f"/t/{code}/{page}")
            assert asked_in(phone, f'action="/t/{code}/(?:moves|journal/{last}/preview)') == wanted, (
                f"{page} asks otherwise"
            )
            assert [words for words in offered(phone) if words in answers] == answers, page
    phone.open(f"/t/{code}").send("moves/scored", **{"HX-Request": "true"})
    assert phone.status in {409, 422}, "nothing was answered: it is asked again"


def corrects_both_answers_of_a_cell(phone: Phone, key: str, code: str) -> None:
    """A cell of the pad that shows what was said and what was made corrects both."""

    def answer() -> int:
        moves = json.loads(phone.client.get(f"/t/{code}/sheet.json").data)["games"][0]["moves"]
        own = [move["answers"].get(field.partition(":")[2], {}) for move in moves if move["move"] == "said"]
        return int(own[0].get(said[0].key, 0))

    phone.open(f"/t/{code}")
    cell = re.search(r'<td>\s*<a href="([^"]*/journal/\d+)">\s*<i[^>]*>\s*\d+/\d+', phone.text)
    assert cell, "the cell shows both"
    said, made = ([q for q in told_of(key).questions if q.said == when] for when in (True, False))
    names = {name for form in phone.open(cell[1]).page.forms for name in form.names}
    assert {said[0].key, made[0].key} <= {name.partition(":")[0] for name in names}
    field = next(name for name in sorted(names) if name.startswith(f"{said[0].key}:"))
    before = int(phone.filled(field)[0] or "0")
    phone.press("See what would change", {field: int(not before)})
    if phone.refused:  # the last to speak can't say that
        return
    phone.press("Save")
    assert answer() == int(not before)
    phone.press("Undo")
    assert answer() == before


@pytest.mark.parametrize("key", GAMES)
def test_a_hand_takes_its_figures_and_two_taps_a_player_and_with_phones_one(
    phone: Phone, another: Callable[[], Phone], key: str, record_property: Callable[[str, object], None]
) -> None:
    """With phones the writer says what counts for all, and the first player's row."""
    taps = list[int]()
    for phones in ({}, {name: another() for name in others(key)}):
        code, writer = begins(phone, key), Writer(phone)
        if not phones and any(question.choices for question in told_of(key).questions):
            asks_alike_on_a_page_of_its_own(phone, code)
        play_the_hand(key, code, phones, writer.writes)
        assert json.loads(phone.client.get(f"/t/{code}/result.json").data)["points"] == comes_to(key)
        taps.append(writer.taps)
        if not phones and any(question.said for question in told_of(key).questions):
            corrects_both_answers_of_a_cell(phone, key, code)
    alone, with_phones = most(key)
    record_property(key, f"{taps[0]} of {alone}, with phones {taps[1]} of {with_phones}")
    assert key in HELPED or (taps[0] <= alone and taps[1] <= with_phones)
