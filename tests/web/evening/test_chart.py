"""The picture of the evening: lines that begin and end where they should, labels that don't overlap, round ticks."""

import re
from itertools import pairwise

import pytest

from companion.engine.changes import Change
from companion.engine.journal import Journal
from companion.engine.replay import initial_state
from companion.engine.reports.evening import Evening, evening
from companion.engine.reports.played import PlayedGame, PlayedHand
from companion.web.evening.chart import (
    BARS_HEIGHT,
    DOT,
    LABEL_GAP,
    MARGIN,
    MIN_HEIGHT,
    chart,
    label_lines,
    points_chart,
    series_classes,
    spread_labels,
    ticks,
)
from tests.tools.evening import FOUR, move, opening

KEY = "spoil-five"
DEAL, SPOILT, FINISH = (move(KEY, name) for name in ("deal", "spoilt", "finish"))


def played(*moves, players: str = FOUR, key: str = KEY) -> Evening:
    journal = Journal(initial_state(players.split()))
    return evening(journal.extend(*(Change.play(made) for made in (opening(key), *moves))))


def crowd(number: int, hands: int) -> Evening:
    """So many players whose balances all end close together."""
    names = [f"P{place}" for place in range(number)]
    steps = played(DEAL).hands[0].steps
    tables = [
        initial_state(names).replace(balances={name: (place * hand) % 5 for place, name in enumerate(names)})
        for hand in range(hands + 1)
    ]
    own = [PlayedHand(at, at, steps, tables[at - 1], tables[at], over=True) for at in range(1, hands + 1)]
    return Evening(tables[0], [PlayedGame(0, tables[0], steps, own)])


def points(trace: str) -> list[tuple[float, float]]:
    numbers = [float(number) for number in trace.lstrip("M").split(" ")]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def test_each_drawing_of_loto_is_a_point_of_the_chart() -> None:
    key = "loto-drawings"
    drawings = [move(key, "drawing", numbers=[*range(first, first + 10)]) for first in (1, 31, 61)]
    cards = [move(key, "cards", player=name, numbers=[number]) for number, name in enumerate(FOUR.split(), 1)]
    report = played(*cards, move(key, "deal"), *drawings, key=key)
    drawn = chart(report)
    assert len(report.hands) == 1
    assert drawn.hands == len(drawings)
    for line in drawn.lines:
        assert [at for at, _ in points(line.trace)] == [0, 1, 2, 3]
    assert [line.balance for line in drawn.lines] == [*report.hands[-1].balances.values()]
    assert drawn.games == []


def test_a_line_goes_from_nothing_through_every_hand_to_its_balance() -> None:
    drawn = chart(played(DEAL, move(KEY, "won", player="Cat"), DEAL, SPOILT))
    heights = dict(drawn.ticks)
    for line in drawn.lines:
        places = points(line.trace)
        assert [hand for hand, _ in places] == [0, 1, 2]
        assert places[0][1] == heights[0]
        assert abs(places[-1][1] - line.end) <= DOT
        assert line.marks.endswith(f"M2 {line.end:g}h.001"), "a path without any width is drawn differently everywhere"
    ends = {line.name: line.end for line in drawn.lines}
    assert ends["Cat"] < ends["Dan"] < ends["Ann"]
    assert all(below - above >= DOT for above, below in pairwise(sorted(ends.values()))), "a mark hides another"


def test_a_player_far_ahead_stays_in_the_picture() -> None:
    drawn = chart(played(*[DEAL, move(KEY, "won", player="Cat")] * 4))
    heights = [height for line in drawn.lines for _, height in points(line.trace)]
    assert min(heights) >= MARGIN
    assert max(heights) <= drawn.height - MARGIN


def test_who_joins_later_begins_where_he_joined() -> None:
    drawn = chart(played(DEAL, SPOILT, DEAL, SPOILT, move(KEY, "join", player="Eve"), DEAL))
    (eve,) = (line for line in drawn.lines if line.name == "Eve")
    assert [hand for hand, _ in points(eve.trace)] == [2, 3]


def test_bars_are_as_high_as_the_pots_were_full() -> None:
    drawn = chart(played(DEAL, SPOILT, DEAL, move(KEY, "won", player="Cat")))
    tops = [float(top) for top in re.findall(rf"{BARS_HEIGHT}V([\d.]+)h", drawn.bars)]
    standing = [float(top) for top in re.findall(rf"{BARS_HEIGHT}V([\d.]+)h", drawn.standing)]
    assert drawn.fullest == 14
    assert tops[1] == MARGIN
    assert (BARS_HEIGHT - tops[0]) / (BARS_HEIGHT - tops[1]) == pytest.approx(9 / 14, abs=0.001)
    assert standing == tops[:1]


def test_another_game_begins_at_its_line() -> None:
    assert chart(played(DEAL, SPOILT, FINISH, opening(KEY), DEAL, SPOILT, DEAL)).games == [1]


@pytest.mark.parametrize(("players", "hands"), [(1, 1), (2, 3), (10, 40), (25, 300)])
def test_no_two_labels_overlap_and_all_are_in_the_picture(players: int, hands: int) -> None:
    drawn = chart(crowd(players, hands))
    labels = sorted(line.label for line in drawn.lines)
    assert all(lower - upper >= LABEL_GAP - 0.11 for upper, lower in pairwise(labels))
    assert labels[0] >= MARGIN
    assert labels[-1] <= drawn.height - MARGIN


def test_labels_stay_where_they_are_wanted_if_there_is_room_and_keep_their_order() -> None:
    assert spread_labels([50, 10, 90], 20, 0, 100) == [50, 10, 90]
    assert spread_labels([50, 50], 20, 0, 100) == [40, 60]
    assert spread_labels([0, 0, 0], 20, 0, 100) == [0, 20, 40]
    assert spread_labels([100, 99, 98], 20, 0, 100) == [100, 80, 60]
    assert spread_labels([], 20, 0, 100) == []


@pytest.mark.parametrize(
    ("low", "high", "wanted"),
    [
        (-12, 31, [-10, 0, 10, 20, 30]),
        (0, 0, [0]),
        (-1, 2, [-1, 0, 1, 2]),
        (-861, 1163, [-500, 0, 500, 1000]),
        (1, 1, [1]),
    ],
)
def test_ticks_are_round_and_few(low: int, high: int, wanted: list[int]) -> None:
    assert ticks(low, high, 6) == wanted


@pytest.mark.parametrize("number", [1, 2, 7, 14, 61, 300, 10_000])
def test_the_hands_are_numbered_inside_the_picture(number: int) -> None:
    numbers = chart(crowd(2, number)).numbers
    assert 1 <= len(numbers) <= 7
    assert all(0 < x <= 100 for _, x in numbers)


def test_a_hand_is_numbered_under_its_own_bar() -> None:
    assert chart(played(*[DEAL, SPOILT] * 2)).numbers == [(1, 25.0), (2, 75.0)]


def test_lines_differ_without_their_colour() -> None:
    drawn = [line.series_classes.partition(" ")[2] + str(line.hollow) for line in chart(crowd(25, 1)).lines]
    assert len(set(drawn)) == 25
    assert series_classes(0) != series_classes(1)


def test_even_a_table_where_nothing_was_paid_is_drawn() -> None:
    drawn = chart(crowd(1, 1))
    assert drawn.lines[0].end == drawn.lines[0].label
    assert drawn.fullest == 9
    assert drawn.height < MIN_HEIGHT == chart(crowd(2, 3)).height


def test_where_no_counter_ever_lay_in_a_pot_there_is_no_room_for_bars() -> None:
    drawn = chart(played(move("cassino", "deal"), players="Ann Ben", key="cassino"))
    assert (drawn.fullest, drawn.bars) == (0, "")
    assert drawn.floor < chart(played(DEAL)).floor == BARS_HEIGHT


def test_the_long_names_of_a_side_stand_in_lines_that_fit_and_dont_overlap() -> None:
    names = "Maximilian-Alexander Ben Marie-Antoinette Dan"
    hands = (move("bridge", "deal"), move("bridge", "played", trumps="H", side="Ben", odd=4))
    drawn = points_chart(played(*hands, players=names, key="bridge").scored[0])
    assert label_lines("+18 Bartholomäus Maria") == ["+18", "Bartholomäus", "Maria"], "no name is torn for its figure"
    for line in drawn.lines:
        words = label_lines(line.name)
        assert max(map(len, words)) <= 15
        assert "".join(words).replace(" ", "") == line.name.replace(" ", "")
    one, other = sorted(line.label for line in drawn.lines)
    assert other - one >= LABEL_GAP + 16 * 2
    assert one >= MARGIN + 16, "its first line is inside the picture"
    assert other <= drawn.height - MARGIN - 16
