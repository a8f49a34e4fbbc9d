"""A hand as it might have been, for somebody who describes a game."""

from typing import Any

from companion.engine import Illegal, State
from companion.games.points_game.asked import is_flag
from companion.games.points_game.hand import Hand, Question, Told, called

SERIES = (2, 0, 1, 3)
"""What the players answer, as far as they may: who says two, takes two, and so on."""
WHOLE = 7
"""Of a sum players have so many sevenths as the series says, the last of them the rest."""
MANY = 50
"""From this many possible answers on, what is answered counts several times."""
EVERYONE = 4
"""From this ``shift`` on everyone says yes who may."""
SETTLED = 6
"""From this ``shift`` on answers are drawn by lot, always the same for the same shift."""


def example(state: State[Any, Any], turn: str, shift: int) -> dict[str, Any]:
    """Return a hand as a sheet has it, for a player's ``turn`` alone where there are boxes. Raises Illegal.

    With another ``shift`` its answers move on by some players; every other two leave out the numbers that may be left
    out, and have everybody enter some of what is checked; from 4 on everyone says yes.
    """
    told: Told = state.options.worked
    answers: dict[str, dict[str, int]] = {}
    boxes = [question.key for question in told.questions if question.once]
    for question in sorted(told.questions, key=lambda each: each.of != "hand"):
        hand = Hand(told, state, {key: own for key, own in answers.items() if "" in own}, state.facts.tallies)
        left_out = question.optional and not question.choices and shift // 2 % 2 and shift < SETTLED
        if left_out or not (names := hand.asked(question)):
            continue
        given = dict(zip(names, numbers(hand, question, len(names), shift), strict=True))
        if boxes and question.of != "hand" and not question.said:
            fills = not question.once or question.key == boxes[shift % len(boxes)]
            given = {turn: given[turn]} if fills and turn in given else {}
        answers[question.key] = given
    by_name: dict[str, dict[str, int]] = {}
    for key, own in answers.items():
        for name, number in own.items():
            if name:
                by_name.setdefault(name, {})[key] = number
    of_all = {key: own[""] for key, own in answers.items() if "" in own}
    return {"answers": by_name, **({"hand": of_all} if of_all else {})}


class Lots:
    """Numbers drawn by lot, always the same for the same hand and question: no rule hangs on chance."""

    def __init__(self, shift: int, key: str) -> None:
        """Begin somewhere else for each hand, and each question."""
        self.drawn = shift * 7_919 + sum(ord(letter) * (place + 1) for place, letter in enumerate(key))

    def below(self, many: int) -> int:
        """Return a number below ``many``."""
        self.drawn = (self.drawn * 1_103_515_245 + 12_345) % 2**31
        return (self.drawn >> 8) % many


def numbers(hand: Hand, question: Question, many: int, shift: int) -> list[int]:
    """Return what is answered to a question, one number after the other. Raises Illegal."""
    lots = Lots(shift, question.key) if shift >= SETTLED else None
    if question.choices:
        worths = [choice.is_ for choice in question.choices]
        places = [lots.below(len(worths)) if lots else place + shift for place in range(many)]
        return [worths[place % len(worths)] for place in places]
    least, most = hand.whole(question.least), hand.whole(question.most)
    total = hand.whole(question.total) if question.total else None
    ask = called(hand.state, question.ask)
    if most < least:
        raise Illegal("{ask}: from {least} to {most} there is no number.", ask=ask, least=least, most=most)
    if total is not None and not least * many <= total <= most * many and not question.optional:
        raise Illegal("{ask}: no answers come to {total} in all.", ask=ask, total=total)
    if is_flag(question):
        usual = (many if shift >= EVERYONE else 1 - shift % 2) if many > 1 else 0
        count = total if total is not None else lots.below(many + 1) if lots else usual
        first = lots.below(many) if lots else (1 + shift) % many if question.total else many - 1
        return turned([1] * min(count, many) + [0] * max(many - count, 0), many - first)
    steps = max((most - least) // question.step, 0)
    if total is not None:
        parts = shared((total - least * many) // question.step, steps, many, lots)
        parts[-1] += (total - least * many) // question.step - sum(parts)
        return turned([least + question.step * part for part in parts], shift)
    if lots:
        few = min(steps, (1, 3, 13, steps)[lots.below(4)])
        return [least + question.step * lots.below(few + 1) for _ in range(many)]
    times = 5 if steps > MANY else 1
    first = least % question.step if least < 0 <= most else least  # what is usual isn't below nothing
    steps = (most - first) // question.step
    more = SERIES[0] if times > 1 and shift // 2 % 2 and question in hand.told.checked else 0  # everybody has some
    series = [first + question.step * min((SERIES[at % len(SERIES)] + more) * times, steps) for at in range(many)]
    return turned(series, shift)


def shared(rest: int, most: int, many: int, lots: "Lots | None") -> list[int]:
    """Return at most ``most`` for each, ``rest`` in all, where that can be: all different, or some more than others."""
    if not lots and rest == many * (many - 1) // 2 and most == many - 1:
        return [*range(many)]
    weights = [lots.below(100) for _ in range(many)] if lots else [*SERIES[:-1], *[0] * many][:many]
    found = [max(min(most, int(rest * weight / ((lots and sum(weights)) or WHOLE))), 0) for weight in weights]
    for place in reversed(range(many)):
        found[place] += max(min(most - found[place], rest - sum(found)), 0)
    return found


def turned(given: list[int], shift: int) -> list[int]:
    """Return numbers that begin later in the row, and end with its beginning."""
    return [given[(place + shift) % len(given)] for place in range(len(given))]
