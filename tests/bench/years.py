"""What a new evening costs beside ten others and beside two thousand, and what the pages of the statistics take."""

import statistics as numbers
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.scoresheet import sheet_from
from companion.store import Database, Evenings, Tables
from companion.web import create_app
from tests.bench.phones import PLAYERS, Row, timed
from tests.tools.year import lay_year

FEW, MANY = 10, 2_000
TURNS = 40


def rows(folder: Path) -> Iterator[Row]:
    cost = {}
    for number in (FEW, MANY):
        place = folder / f"{number}"
        database = Database(place)
        tables = Tables(database)
        lay_year(tables, number)
        evenings = Evenings(database, tables)
        evenings.count()
        cost[number] = median(lambda tables=tables, evenings=evenings: new_evening(tables, evenings))  # type: ignore[misc]
        database.close()
    yield Row("a new evening, laid and counted, beside 2,000 to beside 10, p50", cost[MANY] / cost[FEW], 1.2)
    yield from pages(folder / f"{MANY}")


def new_evening(tables: Tables, evenings: Evenings) -> None:
    """One is laid, of ten hands, and what it came to is worked out."""
    moves = [{"move": "deal"}, {"move": "won", "player": "Cleo"}] * 10
    game = {"game": "spoil-five", "moves": moves}
    code = tables.lay(sheet_from({"scoresheet": 1, "players": PLAYERS, "games": [game]})).code
    evenings.read(lambda rows: rows.execute("select 1 from evenings where code = ?", [code]).fetchone())


def pages(folder: Path) -> Iterator[Row]:
    """The pages beside 2,000 evenings: as they are read again, and the first time after a tap."""
    app = create_app(folder)
    client = app.test_client()
    held = app.extensions["companion"]
    code = held.tables.newest(most=1)[0].code

    def opened(path: str) -> Callable[[], object]:
        return lambda: client.get(path).get_data()

    def after_a_new_one() -> float:
        new_evening(held.tables, held.evenings)
        return timed(opened("/statistics?year=all"))

    floor = median(opened(f"/t/{code}"))
    yield Row(
        "the statistics of 2,000 evenings to a table page, p50", median(opened("/statistics?year=all")) / floor, 5
    )
    yield Row("the same, a new evening later, p50", numbers.median(after_a_new_one() for _ in range(TURNS)) / floor)
    yield Row("the first page, with its year, to a table page, p50", median(opened("/")) / floor)
    held.close()


def median(work: Callable[[], object]) -> float:
    work()
    return numbers.median(timed(work) for _ in range(TURNS))
