"""Which of several processes has a table, by its code: nginx's consistent hash, so that both sides know it."""

from bisect import bisect_left
from collections.abc import Sequence
from zlib import crc32

from attrs import field, frozen

POINTS = 160
"""Points on the ring for each process, as nginx lays them (``hash … consistent``)."""


def points(process: str) -> list[int]:
    """Return the points of a process, which is named as in nginx's configuration, such as ``127.0.0.1:8001``."""
    host, _, port = process.rpartition(":")
    base, found, last = crc32(f"{host}\0{port}".encode()), [], 0
    for _ in range(POINTS):
        last = crc32(last.to_bytes(4, "little"), base)
        found.append(last)
    return found


@frozen
class Ring:
    """Several processes that share the tables by their codes, and the one that this is."""

    processes: Sequence[str]
    own: str
    _points: list[tuple[int, str]] = field(init=False)

    @_points.default
    def _laid(self) -> list[tuple[int, str]]:
        return sorted((point, process) for process in self.processes for point in points(process))

    def process_of(self, code: str) -> str:
        """Return the process that has the table of this code."""
        place = bisect_left(self._points, (crc32(code.encode()), ""))
        return self._points[place % len(self._points)][1]

    def is_own(self, code: str) -> bool:
        """Return whether the table of this code is, or would be, of this process."""
        return self.process_of(code) == self.own
