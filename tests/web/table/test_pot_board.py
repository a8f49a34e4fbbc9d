"""The board: a wedge for every pot, counters as counters up to a handful, then a figure."""

from math import dist

import pytest

from companion.web.table.pots import AGE_RADIUS, COUNTER_RADIUS, HUB_RADIUS, MAX_COUNTERS_DRAWN, wedges

BOARD = dict.fromkeys(["pope", "matrimony", "intrigue", "ace", "king", "queen", "knave", "game"], 1)


@pytest.mark.parametrize("held", range(1, MAX_COUNTERS_DRAWN + 1))
def test_a_handful_lies_in_its_wedge_and_no_counter_on_another(held: int) -> None:
    for wedge in [*wedges(dict.fromkeys(BOARD, held), {}, 1), *wedges(dict.fromkeys("0123456789", held), {}, 1)]:
        assert len(wedge.counters) == held
        assert held > 1 or wedge.counters == [wedge.heap], "a figure stands where counters lie"
        for place, counter in enumerate(wedge.counters):
            from_middle = dist(counter, (100, 100))
            assert HUB_RADIUS < from_middle < AGE_RADIUS - COUNTER_RADIUS, "what stands beneath the name is not covered"
            assert all(dist(counter, other) >= 2 * 5 for other in wedge.counters[:place])


@pytest.mark.parametrize("held", [0, MAX_COUNTERS_DRAWN + 1, 40])
def test_more_than_a_handful_is_a_figure_and_nothing_is_nothing(held: int) -> None:
    assert wedges({"pool": held, "game": 1}, {}, 1)[0].counters == []


def test_a_pot_knows_how_many_deals_it_has_waited() -> None:
    pope, game = wedges({"pope": 12, "game": 4}, {"pope": 2, "game": 4}, 4)
    assert (pope.waited, game.waited) == (2, 0)


def test_no_name_stands_upside_down() -> None:
    for wedge in wedges(BOARD, {}, 1):
        start, end = (float(wedge.arc.lstrip("M").split(" ")[0]), float(wedge.arc.split(" ")[-2]))
        assert start <= end + 0.02, wedge.pot


def test_on_a_tablet_that_lies_flat_every_wedge_is_read_from_outside() -> None:
    flat = wedges(BOARD, {}, 1, flat=True)
    assert [wedge.turn for wedge in flat] == [-180, -135, -90, -45, 0, 45, 90, 135]
    arcs = [[float(number) for number in wedge.arc.lstrip("M").replace("A", " ").split(" ")] for wedge in flat]
    assert all(arc[6] == 0 for arc in arcs), "its middle is above the name"
    assert {wedge.turn for wedge in wedges(BOARD, {}, 1)} == {0}
