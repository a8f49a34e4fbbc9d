"""A hand that is played out beside *How to play*, a step at a tap, written down as Companion writes it.

Below ``# hand`` of a game's ``howto.md`` a line each has the dealer, what lies on the table, what each is dealt, behind
``|`` what each has captured, and moves written before; the ``players``, where nothing is dealt. An item each is a step:
``- [plays Ann KD, Ben KH]`` and what is said then, below it what is written, as in a score sheet. Cards are also
``takes`` and ``drops``, numbers of Loto ``calls``; ``clears all`` begins a board anew. In braces stand cards,
``{10S}``, numbers, ``{17#}``, and what is worked out: counters that a player won or paid in the step, ``{Ann}``, that a
pot did, ``{pool}``, and who paid whom, ``{Ann>Ben}``; the score after it, ``{Ann has}``.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import field, frozen
from flask import current_app, render_template, request
from jinja2 import Template, TemplateNotFound
from markupsafe import Markup, escape

from companion.engine.fields import Pot
from companion.engine.game import Options, State
from companion.engine.message import fill
from companion.engine.phrases import LETTERS, RANKS, SUIT_SIGNS
from companion.engine.postings import Posting
from companion.engine.reports.sentences import step_changes
from companion.scoresheet import Sheet, record_sheet, sheet_from
from companion.web.i18n.language import language, localize
from companion.web.i18n.prose import sections

BESIDE = {"dealer", "table", "players", "trumps", "unseen", "options", "call"}
"""What is told of a hand beside what each player is dealt."""
STEP = re.compile(r"<(?:li|p)>(.*?)</(?:li|p)>", re.DOTALL)


@frozen
class Shown:
    """A hand as it stands after one of its steps, counted from 1; 0 before anybody asks for one."""

    number: int
    steps: int
    words: str = ""
    played: Sequence[tuple[str, str]] = ()
    """Who plays which card, in order."""
    taken: Sequence[tuple[str, str]] = ()
    """Who takes which card into the hand."""
    held: Mapping[str, Sequence[str]] = field(factory=dict)
    """The cards that everyone holds, or has captured where all are played."""
    table: Sequence[str] = ()
    """The cards that lie face up."""
    written: Sequence[tuple[str, list[str]]] = ()
    """What Companion writes: of every move the sentence, and what changes hands."""
    calls: Sequence[int] = ()
    """The numbers that are called now."""
    called: Sequence[int] = ()
    """All that lie covered."""
    state: State[Any, Any] | None = None
    """The table after it."""
    options: Options | None = None
    """The house rules that it is played by."""


def shown_hand(key: str) -> Shown | None:
    """Return the hand of a game at the step that the address asks for; None where the game has none."""
    hand = hand_of(key)
    if hand is None:
        return None
    steps = hand["steps"]
    number = min(max(request.args.get("step", 0, type=int), 0), len(steps))
    return at_step(key, hand, number) if number else Shown(0, len(steps))


def hand_of(key: str) -> Any:
    """Return a game's hand as JSON; None where it has none."""
    loader = current_app.jinja_env.loader
    assert loader
    try:
        text, *_ = loader.get_source(current_app.jinja_env, f"games/{key}/howto.md")
    except TemplateNotFound:
        return None
    head, *steps = sections(text).get("hand", "").split("\n- ")
    told = dict(re.findall(r"^([^\s:{}]+): (.*)", head, re.MULTILINE))
    if "dealer" not in told:
        return None
    places = {name: cards.split(" | ") for name, cards in told.items() if name not in BESIDE}
    players = told["players"].split(", ") if "players" in told else [*places]
    return told | {
        "players": players,
        "options": json.loads(told.get("options", "{}")),
        "dealt": {name: cards for name, (cards, *_) in places.items()},
        "piles": {name: captured for name, (_, *others) in places.items() for captured in others},
        "before": written_in(head),
        "steps": [played_in(step) | {"moves": written_in(step)} for step in steps],
    }


def played_in(step: str) -> dict[str, str]:
    """Return what happens in a step before anything is said: ``[plays Ann KD; takes Ben KH]``."""
    said = re.match(r"\[(.*?)\] ", step)
    return dict(re.findall(r"(\w+) ([^;]+)", said[1])) if said else {}


def written_in(text: str) -> Any:
    """Return the moves that stand in lines of their own."""
    moves = re.findall(r'^ *(\{".*)', text, re.MULTILINE)
    return json.loads(f"[{','.join(moves)}]")


def at_step(key: str, hand: Any, number: int) -> Shown:
    """Return a hand as it stands after this step."""
    steps = hand["steps"]
    held = {name: hand["dealt"].get(name, "").split() for name in hand["players"]}
    piles = {name: cards.split() for name, cards in hand["piles"].items()}
    table = hand.get("table", "").split()
    called: list[int] = []
    for step in steps[:number]:
        takes = moved(step, "takes")
        for name, card in moved(step, "plays") + moved(step, "drops"):
            held[name].remove(card)
            if piles:  # a card that takes nothing stays on the table
                (piles[name] if name in dict(takes) else table).append(card)
        for name, card in takes:
            for place in (*held.values(), table):
                if card in place:
                    place.remove(card)
            (piles or held)[name].append(card)
        called = [*([] if step.get("clears") else called), *calls(step)]
    step, journal = steps[number - 1], record_sheet(sheet_of(key, hand))
    done = 1 + len(moves_of(hand, steps[:number]))  # after the opening
    written = journal.steps[done - len(step["moves"]) : done]
    state = journal.steps[done - 1].state
    return Shown(
        number,
        len(steps),
        words(key, number, Figures([posting for move in written for posting in move.postings], state.score)),
        moved(step, "plays"),
        moved(step, "takes"),
        held if any(held.values()) else piles,
        table,
        [(move.memo, step_changes(move)) for move in written],
        calls(step),
        called,
        state,
        journal.state.options,
    )


def moved(step: Any, how: str) -> list[tuple[str, str]]:
    """Return who plays, or takes, which card: ``Ann 3S, Ben 4S``."""
    return [(who, card) for who, card in (pair.split() for pair in step.get(how, "").split(",") if pair)]


def calls(step: Any) -> list[int]:
    """Return the numbers that are called: ``5 17 33``."""
    return [int(number) for number in step.get("calls", "").split()]


def moves_of(hand: Any, steps: Iterable[Any]) -> list[Any]:
    """Return the moves before the hand and of these steps; each call is one where the hand says how it is named."""
    moves = [*hand["before"]]
    for step in steps:
        moves += [{"move": hand["call"], "number": number} for number in calls(step) if "call" in hand]
        moves += step["moves"]
    return moves


def sheet_of(key: str, hand: Any) -> Sheet:
    """Return a hand as a score sheet, with the moves of all its steps."""
    game = {"game": key, "moves": moves_of(hand, hand["steps"])}
    game |= {"dealer": hand["dealer"], "options": hand["options"]}
    return sheet_from({"scoresheet": 1, "players": hand["players"], "games": [game]})


def words(key: str, number: int, figures: "Figures") -> Markup:
    """Return the paragraph of a step in the language of the request, else in English."""
    names: list[str | Template] = [f"games/{key}/hand.{language()}.html", f"games/{key}/hand.html"]
    return Markup(STEP.findall(render_template(names))[number - 1]).format_map(figures)


class Figures(dict[str, Any]):
    """What stands in braces: a card, a number of Loto, counters of these postings, or this score."""

    def __init__(self, postings: Iterable[Posting], score: Mapping[str, int]) -> None:
        """Add up what each player and pot wins or pays, and what one pays another."""
        net: Counter[str] = Counter()
        paid: Counter[str] = Counter()
        for posting in postings:
            payer, payee = (at.name if isinstance(at, Pot) else at for at in (posting.payer, posting.payee))
            net[payer] -= posting.counters
            net[payee] += posting.counters
            paid[f"{payer}>{payee}"] += posting.counters
        has = {f"{name} has": points for name, points in score.items()}
        super().__init__({name: abs(counters) for name, counters in net.items()} | paid | has)

    def __missing__(self, card: str) -> Markup:
        """Return a card as a sentence has it, ``K♠``, or a number. Raise KeyError for what is nothing of these."""
        rank, sign = card[:-1], (SUIT_SIGNS | {"#": ""})[card[-1]]
        name = localize(fill(LETTERS[RANKS[rank]], sign=sign)) if rank in RANKS else f"{int(rank)}{sign}"
        return Markup("<b{}>{}</b>").format(Markup(' class="red-suit"') if sign in ("♥", "♦") else "", escape(name))
