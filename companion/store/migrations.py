"""The tables of the database: one migration makes them, those that come later are only added."""

from sqlite_utils import Database, Migrations

MIGRATIONS = Migrations("companion")
BEFORE_1_0 = "all_tables", "replies_of_phones", "kitties_of_groups", "secrets_of_tables"
"""The migrations of databases from just before 1.0, which are taken over as they are."""


@MIGRATIONS()
def first_edition(db: Database) -> None:
    """Create the tables.

    ``alike`` is a name as names are compared; devices and secrets are kept by their hashes; ``key`` is that of the
    form that wrote a row.
    """
    db.table("tables").create(
        {"code": str, "players": str, "laid_at": str, "changes": int, "key": str, "group_number": int, "beside": str},
        pk="code",
        not_null={"players", "laid_at", "changes", "beside"},
    )
    db.table("tables").create_index(["key"], unique=True)
    for column in ("laid_at", "group_number"):
        db.table("tables").create_index([column])
    db.table("entries").create(
        {
            "code": str,
            "number": int,
            "act": str,
            "game": str,
            "edition": int,
            "move": str,
            "target": int,
            "undoes": int,
            "along": int,
            "at": str,
            "key": str,
            "hash": str,
            "device": str,
            "player": str,
        },
        pk=("code", "number"),
        not_null={"act", "at"},
        foreign_keys=[("code", "tables", "code")],
    )
    db.table("entries").create_index(["code", "key"], unique=True)
    # Who may write, and who is of the household.
    db.table("devices").create(
        {"code": str, "device": str, "pencil": int, "player": str, "since": str},
        pk=("code", "device"),
        not_null={"pencil", "since"},
        foreign_keys=[("code", "tables", "code")],
    )
    db.table("devices").create_index(["device"])
    db.table("invitations").create(
        {"token": str, "code": str, "giver": str, "hands_on": int, "made_at": float, "device": str},
        pk="token",
        not_null={"giver", "hands_on", "made_at"},
        foreign_keys=[("code", "tables", "code")],
    )
    db.table("invitations").create_index(["device"])
    db.table("household").create(
        {"device": str, "kind": str, "name": str, "since": str, "removed": int},
        pk="device",
        not_null={"kind", "since", "removed"},
    )
    # What the household keeps under names of its own.
    kept = {"number": int, "name": str, "alike": str, "kept_at": str}
    for name, more, nullable in (
        ("house_rules", {"game": str, "options": str, "device": str}, {"source": str, "made_by": str, "looed": int}),
        ("groups", {"sheet": str, "deal_at_once": int}, {"purses": str}),
        ("own_cards", {"rows": str, "device": str}, {"key": str}),
        ("word_lists", {"words": str, "device": str}, {"key": str}),
    ):
        db.table(name).create(kept | more | nullable, pk="number", not_null={*kept, *more} - {"number"})
        db.table(name).create_index(["alike"], unique=True)
    db.table("own_cards").create_index(["rows"], unique=True)
    for name in ("own_cards", "word_lists"):
        db.table(name).create_index(["key"], unique=True)
    db.table("bags").create({"fingerprint": str, "seed": str}, pk="fingerprint", not_null={"seed"})
    # What was deleted and can come back; of an evening that can't any more the code stays.
    db.table("bin").create(
        {"number": int, "kind": str, "code": str, "at": str, "days": int, "contents": str},
        pk="number",
        not_null={"kind", "at", "days"},
    )
    db.table("bin").create_index(["code"])
    # Whose names are somebody else's, in an evening or, by an empty code, in all others; and who isn't named.
    called = {"code": str, "name_key": str, "person": str}
    db.table("called").create(called, pk=("code", "name_key"), not_null=set(called))
    db.table("unnamed").create({"alike": str, "at": str}, pk="alike", not_null={"at"})
    # What is worked out of a table, by its mark; a row that is missing is worked out when it is read.
    db.table("evenings").create(
        {"code": str, "version": int, "mark": str, "words": str, "line": str},
        pk="code",
        not_null={"version", "mark", "words", "line"},
        foreign_keys=[("code", "tables", "code")],
    )
    db.table("evenings").create_index(["version"])
    # What players' phones reply in the hand that is on, which began with the entry of this number.
    db.table("replies").create(
        {"code": str, "player": str, "hand": int, "move": str, "answers": str},
        pk=("code", "player"),
        not_null={"hand", "move", "answers"},
        foreign_keys=[("code", "tables", "code")],
    )
    db.table("tables").add_column("secret", str)  # from which the codes of a table's printed cards are made


def make_former_tables(db: Database) -> None:
    """Create the tables that a database from just before 1.0 has besides: the seasons and the kitties of groups."""
    db.table("seasons").create(
        {"number": int, "group_number": int, "name": str, "since": str, "until": str},
        pk="number",
        not_null={"group_number", "name", "since"},
        foreign_keys=[("group_number", "groups", "number")],
    )
    db.table("kitty").create(
        {"number": int, "group_number": int, "name": str, "amount": str, "currency": str, "at": str, "key": str},
        pk="number",
        not_null={"group_number", "name", "amount", "currency", "at"},
        foreign_keys=[("group_number", "groups", "number")],
    )


def is_former(db: Database) -> bool:
    """Return whether a database is from just before 1.0."""
    return tuple(migration.name for migration in MIGRATIONS.applied(db)) == BEFORE_1_0


def take_over(db: Database) -> None:
    """Make a database from just before 1.0 one like a new one."""
    db.execute("delete from bin where kind in ('seasons', 'kitty')")
    db.execute("drop table seasons")
    db.execute("drop table kitty")
    db.execute("update _sqlite_migrations set name = ? where name = ?", [first_edition.__name__, BEFORE_1_0[0]])
    db.execute("delete from _sqlite_migrations where name in (?, ?, ?)", BEFORE_1_0[1:])
