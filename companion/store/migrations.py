"""The tables of the database: one migration makes them, those that come later are only added."""

from sqlite_utils import Database, Migrations

MIGRATIONS = Migrations("companion")


@MIGRATIONS()
def all_tables(db: Database) -> None:
    """Create all tables of 1.0.

    ``alike`` is a name as names are compared; devices and secrets are kept by their hashes; ``key`` is that of the
    form that wrote a row.
    """
    db.table("tables").create(
        {
            "code": str,
            "players": str,
            "counter_value": str,
            "start": int,
            "deal_at_once": int,
            "laid_at": str,
            "changes": int,
            "key": str,
            "places": str,
            "put_away": int,
            "title": str,
            "place": str,
            "notes": str,
            "regulars": int,
            "purses": str,
            "loto_words": str,
            "answers": str,
        },
        pk="code",
        not_null={"players", "deal_at_once", "laid_at", "changes"},
    )
    db.table("tables").create_index(["key"], unique=True)
    for column in ("laid_at", "regulars"):
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
    db.table("remarks").create(
        {"code": str, "number": int, "remark": str},
        pk=("code", "number"),
        not_null={"remark"},
        foreign_keys=[("code", "tables", "code")],
    )
    db.table("payments").create(
        {
            "id": int,
            "code": str,
            "payer": str,
            "payee": str,
            "counters": int,
            "paid_at": str,
            "key": str,
            "taken_back": int,
            "payers": str,
            "payees": str,
        },
        pk="id",
        not_null={"payer", "payee", "counters", "paid_at", "taken_back"},
        foreign_keys=[("code", "tables", "code")],
    )
    db.table("payments").create_index(["code", "key"], unique=True)
    # Who may write, and who is of the household.
    db.table("devices").create(
        {"code": str, "device": str, "pencil": int, "owner": int, "player": str, "since": str},
        pk=("code", "device"),
        not_null={"pencil", "owner", "since"},
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
        {"device": str, "kind": str, "since": str, "removed": int, "name": str},
        pk="device",
        not_null={"kind", "since", "removed"},
    )
    db.table("switches").create({"name": str}, pk="name")
    # What the household keeps under names of its own.
    db.table("own_cards").create(
        {"id": int, "name": str, "alike": str, "rows": str, "device": str, "kept_at": str, "key": str},
        pk="id",
        not_null={"name", "alike", "rows", "device", "kept_at"},
    )
    for column in ("alike", "rows", "key"):
        db.table("own_cards").create_index([column], unique=True)
    db.table("word_lists").create(
        {"id": int, "name": str, "alike": str, "words": str, "device": str, "kept_at": str, "key": str},
        pk="id",
        not_null={"name", "alike", "words", "device", "kept_at"},
    )
    for column in ("alike", "key"):
        db.table("word_lists").create_index([column], unique=True)
    rules = {"number": int, "name": str, "alike": str, "game": str, "options": str, "device": str, "kept_at": str}
    db.table("kept_rules").create(
        rules | {"source": str, "made_by": str, "looed": int}, pk="number", not_null=set(rules) - {"number"}
    )
    db.table("kept_rules").create_index(["alike"], unique=True)
    groups = {"number": int, "name": str, "alike": str, "sheet": str, "deal_at_once": int}
    db.table("regulars").create(groups | {"purses": str}, pk="number", not_null=set(groups) - {"number"})
    db.table("regulars").create_index(["alike"], unique=True)
    db.table("seasons").create(
        {"number": int, "regulars": int, "name": str, "since": str, "until": str},
        pk="number",
        not_null={"regulars", "name", "since"},
        foreign_keys=[("regulars", "regulars", "number")],
    )
    db.table("bags").create({"fingerprint": str, "seed": str}, pk="fingerprint", not_null={"seed"})
    # What was laid aside and can come back.
    db.table("forgotten").create(
        {"number": int, "device": str, "at": str, "contents": str},
        pk="number",
        not_null={"device", "at", "contents"},
    )
    db.table("deleted").create({"code": str, "at": str, "held": str}, pk="code", not_null={"at"})
    # Whose names are somebody else's, in an evening or, by an empty code, in all others; and who isn't named.
    called = {"code": str, "name_key": str, "person": str}
    db.table("called").create(called, pk=("code", "name_key"), not_null=set(called))
    db.table("unnamed").create({"alike": str, "at": str}, pk="alike", not_null={"at"})
    # What is worked out of a table; a row that is missing is worked out when it is read.
    db.table("evenings").create(
        {"code": str, "words": str, "line": str},
        pk="code",
        not_null={"words", "line"},
        foreign_keys=[("code", "tables", "code")],
    )
    game = {"game": str, "in_points": int, "fewest_win": int, "goes_on": int, "dealt": int}
    pool = {"pool": int, "pool_pot": str, "pool_takers": str, "pool_hand": int, "pool_move": int}
    spoil = {"spoil": int, "spoil_pot": str, "spoil_counters": int, "spoil_hand": int, "spoil_move": int}
    db.table("evening_games").create(
        {"code": str, "nth": int} | game | pool | spoil,
        pk=("code", "nth"),
        not_null=set(game),
        foreign_keys=[("code", "tables", "code")],
    )
    numbers = ("hands", "won", "lost", "gained", "paid", "counters", "points", "game_won")
    best = {"best": int, "best_hand": int, "best_move": int}
    db.table("evening_players").create(
        {"code": str, "nth": int, "name": str, "alike": str} | dict.fromkeys(numbers, int) | best,
        pk=("code", "nth", "name"),
        not_null={"alike", *numbers},
        foreign_keys=[("code", "tables", "code")],
    )
    db.table("evening_players").create_index(["alike"])
