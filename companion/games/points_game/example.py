"""A hand as it might have been, for somebody who describes a game."""

from typing import Any

from companion.engine import State
from companion.games.points_game.asked import is_flag
from companion.games.points_game.hand import Hand, Question, Told

SERIES = (2, 0, 1, 3)
"""What the players answer, as far as they may: who says two, takes two, and so on."""
MANY = 50
"""From this many possible answers on, what is answered counts several times."""


def example(state: State[Any, Any], turn: str, shift: int) -> dict[str, Any]:
    """Return a hand as a sheet has it, for a player's ``turn`` alone where there are boxes. Raises Illegal.

    With another ``shift`` its answers move on by some players; every other two leave out the numbers that may be left
    out, and from 4 on everyone says yes.
    """
    told: Told = state.options.worked
    answers: dict[str, dict[str, int]] = {}
    boxes = [question.key for question in told.questions if question.once]
    for question in told.questions:
        hand = Hand(told, state, {key: own for key, own in answers.items() if "" in own}, state.facts.tallies)
        if not (names := hand.asked(question)) or (question.optional and not question.choices and shift // 2 % 2):
            continue
        given = dict(zip(names, numbers(hand, question, len(names), shift), strict=True))
        if boxes and question.of != "hand":
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


def numbers(hand: Hand, question: Question, many: int, shift: int) -> list[int]:
    """Return what is answered to a question, one number after the other. Raises Illegal."""
    if question.choices:
        return [question.choices[(place + shift) % len(question.choices)].is_ for place in range(many)]
    least, most = hand.whole(question.least), hand.whole(question.most)
    if is_flag(question):
        one = (1 + shift) % many if question.total else many - 1 if shift % 2 == 0 else many
        everyone = shift >= 4 and not question.total
        return [int((everyone or place == one) and many > 1) for place in range(many)]
    if question.total:
        total = hand.whole(question.total)
        shares = [total * part // 7 for part in SERIES[:-1]][: many - 1]
        shares += [0] * (many - 1 - len(shares))
        return turned([*shares, total - sum(shares)], shift)
    steps = max((most - least) // question.step, 0)
    times = question.step * (5 if steps > MANY else 1)
    series = [least + min(SERIES[place % len(SERIES)] * times, steps * question.step) for place in range(many)]
    return turned(series, shift)


def turned(given: list[int], shift: int) -> list[int]:
    """Return numbers that begin later in the row, and end with its beginning."""
    return [given[(place + shift) % len(given)] for place in range(len(given))]
