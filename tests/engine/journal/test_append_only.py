"""A sequence that grows: nobody who holds it sees it change."""

import time
from threading import Thread

from companion.engine.changes import AppendOnlyList


def test_who_grows_it_second_gets_a_copy() -> None:
    short = AppendOnlyList([1])
    first, second = short.plus(2), short.plus(3)
    assert [list(short), list(first), list(second)] == [[1], [1, 2], [1, 3]]
    assert list(first.plus(4)) == [1, 2, 4]


def test_two_may_grow_it_at_once() -> None:
    """A look at a correction, while somebody else taps."""

    class Slow(list[int]):
        def __len__(self) -> int:
            found = super().__len__()
            time.sleep(0.05)  # in which the other one asks too
            return found

    start, grown = AppendOnlyList([0]), {}
    start._items = Slow(start._items)

    def grow(mine: int) -> None:
        grown[mine] = list(start.plus(mine))

    threads = [Thread(target=grow, args=[mine]) for mine in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert grown == {1: [0, 1], 2: [0, 2]}
