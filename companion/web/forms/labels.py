"""Labels, values and help of declared classes as people say them."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from companion.engine.game import Move
from companion.engine.message import Message, listed, say, series
from companion.engine.structure import note_of

WORDS = {
    "flush": say("a flush"),
    "four-suits": say("one of each suit"),
    "every-deal": say("at every deal"),
    "first-deal": say("at the first deal only"),
    "card:pope": say("Pope"),
    "card:ace": say("the ace of trumps"),
    "card:king": say("the king of trumps"),
    "card:queen": say("the queen of trumps"),
    "card:knave": say("the jack of trumps"),
    "matrimony": say("Matrimony"),
    "intrigue": say("Intrigue"),
    "did-not-rob": say("Did not rob"),
    "robbed-without-ace": say("Robbed without the ace"),
    "must": say("must rob"),
    "may": say("may rob"),
    "robbing:none": say("no robbing"),
    "turn_up:none": say("nobody"),
    "lowest:counts": say("it counts"),
    "lowest:deducted": say("it comes off everyone's"),
    "lowest:two-against-one": say("the two lowest play the highest"),
    "pay:nothing": say("nobody"),
    "pay:winner": say("the winner, by all the others"),
    "pay:each": say("each, by all who did worse"),
    "pass": say("the deal passes to the left"),
    "pay": say("the dealer pays again and redeals"),
    "S": say("♠ spades"),
    "C": say("♣ clubs"),
    "D": say("♦ diamonds"),
    "H": say("♥ hearts"),
    "NT": say("no trumps"),
    "cards:one-fewer": say("one fewer each hand, down to 1"),
    "cards:one-more": say("1, then one more each hand"),
    "cards:down-and-up": say("one fewer each hand, down to 1 and up again"),
    "cards:the-same": say("always the same"),
    "wrong:tricks-count": say("what you took still counts"),
    "wrong:each-one-off": say("points off for each one too few or too many"),
    "wrong:each-one-said": say("points off for each one you said"),
    "counts:for-who-went-out": say("for the one who went out"),
    "counts:for-and-against": say("for the one who went out, and against the others"),
    "counts:against-each": say("against each who holds it; the fewest win"),
    "beyond:ends-it-too": say("that ends it too"),
    "beyond:counts-nothing": say("that turn counts nothing"),
    "beyond:falls-back": say("one falls back"),
    "of:player": say("each player"),
    "of:side": say("each side"),
    "of:hand": say("the whole hand"),
    "doubled:None": say("not doubled"),
    "ante:None": say("just enough"),
    "pope_limit:None": say("all of them"),
    "cards_each:None": say("as many as there are"),
    "limit:None": say("no limit"),
    "funds:None": say("everything"),
    "stock:None": say("no end"),
    "None": say("none"),
}
"""Values whose word in a sheet is not a word for people, of one field or of all; others are shown without dashes."""


def in_words(value: Any, key: str = "") -> Message:
    """Return a value of a house rule, or one of several choices, as people say it of the field of this ``key``."""
    if isinstance(value, Message):
        return value
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, list):
        return series([part.summary() for part in value]) if value else say("none")
    return WORDS.get(f"{key}:{value}") or WORDS.get(str(value)) or say(str(value).replace("-", " "))


def times_won(times: int) -> Message:
    """Return how many times a stake was won: ``won``, ``won × 3``, ``lost``, ``tied``."""
    if not times:
        return say("tied")
    if abs(times) == 1:
        return say("won") if times > 0 else say("lost")
    return say("won × {times}", times=times) if times > 0 else say("lost × {times}", times=-times)


def against(sides: Sequence[Sequence[str]]) -> Message:
    """Return ``Ann and Cat against Ben and Dan``, and so on where there are more sides."""
    said, *others = map(listed, sides)
    for other in others:
        said = say("{one} against {other}", one=said, other=other)
    return said


def label_of(notes: Iterable[Any], key: str) -> str:
    """Return the question of a field: the text among its notes, or else its key."""
    found = note_of(str, notes) or key.replace("_", " ")
    return found if isinstance(found, Message) else without_rule_ids(found)


def help_text(kind: type[Move]) -> str:
    """Return what a move is: the first line of its docstring."""
    return without_rule_ids((kind.__doc__ or "").strip().splitlines()[0])


@cache
def without_rule_ids(text: str) -> str:
    """Return a text without the rule ids that it cites, which are for engineers."""
    return re.sub(r" \([A-Z]{2}[A-Z0-9]?-[^)]*\)", "", text)
