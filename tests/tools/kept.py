"""``python -m tests.tools.kept``: keeps a database of today's schema under ``tests/fixtures/`` with its results.

A database that a Companion wrote since 1.0 must open under every later one. A new migration keeps one more.
"""

import json
import sqlite3
import tempfile
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from attrs import evolve
from sqlite_utils import Database as Rows

from companion.loto.rules.box import BOXES
from companion.scoresheet import CounterValue, Sheet, read_sheet, score
from companion.store import (
    Evenings,
    Groups,
    HouseDevices,
    HouseRules,
    OwnCards,
    People,
    Replies,
    Reply,
    SealedBags,
    Statistics,
    Table,
    Tables,
    WordLists,
)
from companion.store.database import FILE
from companion.store.devices import hashed
from companion.store.migrations import MIGRATIONS
from companion.store.table import Words
from tests.tools.evening import move, opening
from tests.tools.house import (
    DEAL,
    FINISH,
    House,
    Writes,
    amends,
    give,
    inserts,
    plays,
    renames,
    sheet,
    strikes,
    undoes,
    won,
)

HERE = Path(__file__).parents[1]
FIXTURES = HERE / "fixtures"
A_SHEET_OF_A_GAME = 4000
"""Bytes that a kept sheet has at most."""


def newest_schema() -> str:
    """The name of the newest migration, after which a kept database is called."""
    return MIGRATIONS.pending(Rows(memory=True))[-1].name


def comes_to(table: Table) -> dict[str, Any]:
    """What a table comes to, however it is stored."""
    result = score(table.sheet())
    about = [table.beside.title, table.beside.place, table.beside.notes]
    beside: dict[str, Any] = {"places": dict(table.beside.places)} if table.beside.places else {}
    beside |= {"about": about} if any(about) else {}
    beside |= {"remarks": {str(number): remark for number, remark in table.remarks.items()}} if table.remarks else {}
    beside |= {"stacks": result["stacks"]} if "stacks" in result else {}
    beside |= {"joined": [[*purse] for purse in table.joined]} if table.joined else {}
    return (
        beside
        | {key: result[key] for key in ("balances", "pots", "dealer", "over", "points")}
        | {
            "last": table.journal.last,
            "version": table.version,
            "conflicts": [step.line.number for step in table.journal.conflicts],
            "paid": [
                [" & ".join(tick.payer), " & ".join(tick.payee), tick.counters]
                for tick in table.beside.paid
                if not tick.taken_back
            ],
        }
    )


def sheets() -> list[Sheet]:
    """One evening of every game, of those that come to a result."""
    found: dict[str, Sheet] = {}
    for path in sorted((HERE / "scoresheets").glob("*.result.json")):
        if "status" in json.loads(path.read_text("utf-8")):
            continue
        text = path.with_suffix("").with_suffix(".json").read_bytes()
        if len(text) < A_SHEET_OF_A_GAME and (games := (held := read_sheet(text)).games):
            found.setdefault(games[0].opening.game.key, held)
    return list(found.values())


def lived_in(folder: Path, evenings: Iterable[Sheet] | None = None) -> House:
    """A house in which everything was done that a database remembers; beside it these evenings, or one of each game."""
    house = House(folder)
    house.taps(DEAL, plays(won("Ann"), DEAL), strikes(2), undoes, amends(3, won("Ben")), strikes(2))
    settled = evolve(sheet("Zoë Øyvind O'Neill 👑"), counter_value=CounterValue("0.05", "EUR"), start=30)
    house.code = house.tables.lay(settled, deal_at_once=True, key="a form").code
    house.taps(
        DEAL,
        won("Zoë"),
        move("spoil-five", "stack", player="Øyvind"),
        inserts(3, give("Zoë", "Øyvind", 1)),
        renames("O'Neill", "O’Neill"),
        FINISH,
    )
    for _ in range(2):
        house.settling.tick(house.code, house.table.owed[0], None)
    house.settling.untick(house.code, house.table.paid[0].number)
    house.settling.join(house.code, ["Øyvind", "O’Neill"])
    house.settling.tick(house.code, house.table.owed[0], None)
    house.tables.change(
        house.code,
        lambda table: table.with_beside(places=dict(zip(table.journal.start.seats, (0, 2, 5, 7), strict=True))),
    )
    house.pencils.know(house.code, "a secret", pencil=True)
    house.pencils.set_player(house.code, "another secret", "Zoë")
    house.pencils.invite(house.code, "a secret", gives_away=True)
    SealedBags(house.database).seal()
    house.tables.seal(house.code)
    OwnCards(house.database).keep("the blue card", BOXES[24][7], "a secret")
    ours = WordLists(house.database).keep("In our village", ["church", "mill"], "a secret")
    words = Words(ours.list.name, [*ours.list.words], ours.list.language)
    house.tables.change(house.code, lambda now: now.with_beside(words=words))
    HouseRules(house.database).keep("our Pope Joan", opening("pope-joan", pope_limit=None), "a secret")
    household = HouseDevices(house.database)
    household.admit(hashed("a secret"), "tablet")
    household.admit(hashed("another secret"), "")
    household.rename(hashed("a secret"), "Kitchen tablet")
    household.remove(hashed("another secret"))
    Replies(house.database).put(house.code, 1, Reply("Zoë", "out", {"cards_left": "3"}))
    for held in sheets() if evenings is None else evenings:
        house.tables.lay(held)
    notes = Writes(house.tables)
    notes.describe(house.code, "Grandma’s birthday", "Galway", "Rain.\nNobody minded.")
    notes.remark(house.code, 2, "Grandpa’s misdeal")
    groups = Groups(house.database)
    groups.keep("Thursdays", house.table)
    house.tables.remove(house.tables.lay(sheet()).code)
    lines = Evenings(house.database, house.tables)
    people = People(house.database, lines)
    things_in_the_bin(house)
    people.merge("Zoë", "Ann")
    people.part("Øyvind", [house.code], "Grandpa Øyvind")
    Statistics(house.database, lines).unname("Dan")
    return house


def things_in_the_bin(house: House) -> None:
    """Something of each kind that can be deleted, an evening apart."""
    rules, cards, words = HouseRules(house.database), OwnCards(house.database), WordLists(house.database)
    rules.remove(rules.keep("a guest's Jig", opening("jig"), "a guest's secret").number)
    cards.remove(cards.keep("the red card", BOXES[24][8], "a secret").number)
    words.remove(words.keep("At sea", ["sail", "anchor"], "a secret").number)
    groups = Groups(house.database)
    groups.remove(groups.keep("Fridays", house.tables.lay(sheet())).number)


def main() -> None:
    FIXTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        house = lived_in(Path(name))
        expected = {table.code: comes_to(table) for table in Tables(house.database).newest()}
        house.database.close()
        with closing(sqlite3.connect(Path(name) / FILE)) as rows:
            dump = "\n".join(rows.iterdump()) + "\n"
    (FIXTURES / f"{newest_schema()}.sql").write_text(dump, "utf-8")
    lines = [f"{json.dumps(code)}: {json.dumps(held, ensure_ascii=False)}" for code, held in expected.items()]
    (FIXTURES / f"{newest_schema()}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
