"""Recording a move, durable and with its fragment, beside a bare view that inserts a row and renders as much."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.bench.phones import Phone, Row, laid, percentile, recorder, timed
from tests.bench.server import running

JOURNALS = (10, 10_000)
WRITERS = 8
WARM = 20
"""So many at first aren't counted."""
ROW = 20


class Turn(NamedTuple):
    """Milliseconds of the bare view, and of Companion right after it."""

    floors: list[float]
    times: list[float]


def rows(folder: Path, rounds: int) -> Iterator[Row]:
    codes = laid(folder, [*JOURNALS, *[10] * WRITERS])
    with running("companion", folder) as full:
        records = [recorder(full.port, code) for code in codes]
        size = len(records[0]().encode())
        with running("bare", folder, size) as floor:
            bare = [bare_recorder(floor.port) for _ in range(WRITERS)]
            yield from alone(dict(zip(JOURNALS, records[: len(JOURNALS)], strict=True)), bare[0], rounds)
            yield from in_a_row(records[0], bare[0], rounds)
            yield from together(records[len(JOURNALS) :], bare, rounds // WRITERS)


def bare_recorder(port: int) -> Callable[[], str]:
    phone = Phone(port)
    return lambda: phone.ask("POST", "/move", {"player": "Cleo"})


def alone(records: dict[int, Callable[[], str]], bare: Callable[[], str], rounds: int) -> Iterator[Row]:
    """One writer, whose journal has so many moves; all in turn."""
    floors: list[float] = []
    taken: dict[int, list[float]] = {moves: [] for moves in records}
    for turn in range(rounds + WARM):
        measured = timed(bare), {moves: timed(record) for moves, record in records.items()}
        if turn >= WARM:
            floors.append(measured[0])
            for moves, milliseconds in measured[1].items():
                taken[moves].append(milliseconds)
    for moves, times in taken.items():
        yield from compared(f"record a move after {moves:,} others", times, floors)
    yield Row(
        "record after 10,000 moves to after 10, p50", percentile(taken[10_000], 50) / percentile(taken[10], 50), 1.1
    )


def in_a_row(record: Callable[[], str], bare: Callable[[], str], rounds: int) -> Iterator[Row]:
    """One writer who never pauses: several moves at a time, then as many of the bare view."""
    turns = [Turn([timed(bare) for _ in range(ROW)], [timed(record) for _ in range(ROW)]) for _ in range(rounds // ROW)]
    yield from in_turns(f"record a move, {ROW} in a row", turns)


def in_turns(what: str, turns: list[Turn], middle: float = 2.2) -> Iterator[Row]:
    """What recording takes to what the bare view does: half of the moves turn by turn, as a disk is slow at times."""
    ratios = [percentile(turn.times, 50) / percentile(turn.floors, 50) for turn in turns]
    _, rare = compared(what, [ms for turn in turns for ms in turn.times], [ms for turn in turns for ms in turn.floors])
    yield Row(f"{what}, p50, to the bare view", percentile(ratios, 50), middle)
    yield rare


def compared(what: str, times: list[float], floors: list[float]) -> Iterator[Row]:
    """What recording takes to what the bare view does."""
    for percent, most in ((50, 2.2), (99, 2)):
        ratio = percentile(times, percent) / percentile(floors, percent)
        yield Row(f"{what}, p{percent}, to the bare view", ratio, most)


def together(records: list[Callable[[], str]], bare: list[Callable[[], str]], rounds: int) -> Iterator[Row]:
    """Several writers at once, at tables of their own; Companion and the bare view in turn, a tenth at a time."""
    turns: list[Turn] = []
    spent = 0.0
    for _ in range(10):
        turn = Turn(at_once(bare, max(rounds // 10, 4)), [])
        spent += timed(lambda turn=turn: turn.times.extend(at_once(records, max(rounds // 10, 4))))
        turns.append(turn)
    yield from in_turns(f"record a move, {WRITERS} writers at once", turns, 3)
    moves = sum(len(turn.times) for turn in turns)
    yield Row(f"moves in a second, {WRITERS} writers at once", moves / spent * 1_000, None, "moves")


def at_once(works: list[Callable[[], str]], rounds: int) -> list[float]:
    """Milliseconds of every piece of work, where each worker does his own again and again."""
    times: list[float] = []
    workers = [
        threading.Thread(target=lambda work=work: times.extend([timed(work) for _ in range(rounds)])) for work in works
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return times
