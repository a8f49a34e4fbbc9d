"""A tap made for a game that another one has replaced: what was overtaken is said, with the newest table, always."""

import pytest
from flask import Flask

from companion.store import Table, Tables
from tests.tools.evening import FOUR, the_game
from tests.tools.phone import Phone


def test_the_page_of_a_refusal_may_show_another_game_yet(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever within the answer another device begins the next game: one look at the table is enough."""
    phone.lays(*FOUR.split(), game="Cassino")
    cassino, form = phone.code, {"key": "a page", "seen": "0", "counters": "1"}
    spin = Phone(app).lays(*FOUR.split(), game="Spin").code
    find, looks = Tables.find, 0

    def finds(tables: Tables, code: str) -> Table:
        nonlocal looks
        looks += 1
        return find(tables, code if looks <= before else spin)

    monkeypatch.setattr(Tables, "find", finds)
    for name in the_game("cassino").by_name:
        for before in range(2, 8):
            looks = 0
            assert phone.send(f"/t/{cassino}/moves/{name}", form).status in {403, 409}, (name, before)
