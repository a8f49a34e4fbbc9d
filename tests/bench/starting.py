"""The first page after a start, the memory at rest, and the weight of a first visit, beside a bare application."""

import gzip
import re
import statistics
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from companion.store import Database
from companion.store.evenings import mark_of
from tests.bench.phones import Phone, Row, laid, recorder, timed
from tests.bench.server import running

STARTS = 7
KEPT_EVENINGS = 2_000
ASKED = 30


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
    yield Row("cold start to the first page, to the bare application", starts["companion"] / starts["bare"], 3.2)
    yield Row("memory at rest, to the bare application", memory["companion"] / memory["bare"], 1.7)
    with running("companion", folder) as server:
        yield from weights(server.port, code)
        Phone(server.port).ask("GET", "/evenings")
        yield from evenings(folder, server.port, code)


def weights(port: int, code: str) -> Iterator[Row]:
    """What a phone loads, compressed."""
    phone = Phone(port)
    page = phone.ask("GET", f"/t/{code}")
    parts = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))
    first = small(page.encode()) + sum(small(phone.load("GET", part)) for part in parts)
    yield Row("first visit of the table page, everything included", first / 1_000, 60, "kB")
    yield Row("a move afterwards", small(recorder(port, code)().encode()) / 1_000, 6, "kB")


def evenings(folder: Path, port: int, code: str) -> Iterator[Row]:
    """The page of all evenings beside the page of a table."""
    phone = Phone(port)
    with closing(Database(folder)) as database, database.writing() as rows:
        table = next(rows.table("tables").rows_where("code = ?", [code]))
        line = next(rows.table("evenings").rows_where("code = ?", [code]))
        for number in range(KEPT_EVENINGS):
            rows.table("tables").insert(table | {"code": f"T{number:04}", "key": None})
            mark = mark_of(f"T{number:04}", line["words"], line["line"])
            rows.table("evenings").insert(line | {"code": f"T{number:04}", "mark": mark})
    taken = {
        page: statistics.median(timed(lambda page=page: phone.ask("GET", page)) for _ in range(ASKED))  # type: ignore[misc]
        for page in (f"/t/{code}", "/evenings")
    }
    yield Row("all evenings, of 2,000, to the page of a table", taken["/evenings"] / taken[f"/t/{code}"], 1)


def small(body: bytes) -> int:
    """Bytes of a body as it is sent."""
    return len(gzip.compress(body))
