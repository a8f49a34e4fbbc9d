"""The first page after a start, the memory at rest, and the weight of a first visit, beside a bare application."""

import gzip
import re
import statistics
from collections.abc import Iterator
from pathlib import Path

from tests.bench.phones import Phone, Row, laid, recorder, timed
from tests.bench.server import running

STARTS = 7


def rows(folder: Path) -> Iterator[Row]:
    (code,) = laid(folder, [10])
    taken: dict[str, list[float]] = {"companion": [], "bare": []}
    memory: dict[str, float] = {}
    for kind in ["companion", "bare"] * STARTS:

        def first_page(kind: str = kind) -> None:
            with running(kind, folder, 1_000) as server:
                Phone(server.port).ask("GET", "/")
                memory[kind] = server.memory()

        taken[kind].append(timed(first_page))
    starts = {kind: statistics.median(times) for kind, times in taken.items()}
    yield Row("cold start to the first page, to the bare application", starts["companion"] / starts["bare"], 2)
    yield Row("memory at rest, to the bare application", memory["companion"] / memory["bare"], 1.5)
    with running("companion", folder) as server:
        yield from weights(server.port, code)


def weights(port: int, code: str) -> Iterator[Row]:
    """What a phone loads, compressed."""
    phone = Phone(port)
    page = phone.ask("GET", f"/t/{code}")
    parts = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))
    first = small(page.encode()) + sum(small(phone.load("GET", part)) for part in parts)
    yield Row("first visit of the table page, everything included", first / 1_000, 60, "kB")
    yield Row("a move afterwards", small(recorder(port, code)().encode()) / 1_000, 6, "kB")


def small(body: bytes) -> int:
    """Bytes of a body as it is sent."""
    return len(gzip.compress(body))
