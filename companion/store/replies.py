"""What players' own phones reply to the question of their rows: kept beside the journal, no part of it nor of a file.

A reply is of one hand, which is known by the number of the entry that began it. The next hand has none of it.
"""

import json
from typing import NamedTuple

from companion.engine.structure import read
from companion.store.database import Database, Row


class Reply(NamedTuple):
    """What a player's phone replied last."""

    player: str
    move: str
    """The name of the move of which it was asked."""
    answers: dict[str, str]
    """What was answered, by the names of inputs without the player's."""


class Replies:
    """The replies of all tables, the last one of each player."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, code: str, hand: int) -> list[Reply]:
        """Return the replies of a hand, the last one last; ``hand`` is the number of the entry that began it."""
        return self._database.read_rows("replies", _reply, "where code = ? and hand = ? order by rowid", [code, hand])

    def last_of(self, code: str, player: str) -> tuple[int, Reply] | None:
        """Return what a player's phone replied last, with the hand of which it is; None where it is dropped already."""
        found = self._database.read_rows(
            "replies", lambda row: (row["hand"], _reply(row)), "where code = ? and player = ?", [code, player]
        )
        return next(iter(found), None)

    def put(self, code: str, hand: int, reply: Reply) -> None:
        """Keep a reply in the place of the player's last, and drop those of other hands; an empty one is none."""
        with self._database.writing() as rows:
            rows.table("replies").delete_where("code = ? and (hand <> ? or player = ?)", [code, hand, reply.player])
            if reply.answers:
                answers = json.dumps(reply.answers, ensure_ascii=False)
                row = {"code": code, "player": reply.player, "hand": hand, "move": reply.move, "answers": answers}
                rows.table("replies").insert(row)


def _reply(row: Row) -> Reply:
    return Reply(row["player"], row["move"], read(dict[str, str], json.loads(row["answers"])))
