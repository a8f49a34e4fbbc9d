"""The tables of the database, by migrations that are only ever added to."""

from sqlite_utils import Database, Migrations

from companion.store.chain import hashes

MIGRATIONS = Migrations("companion")


@MIGRATIONS()
def first_tables(db: Database) -> None:
    """Create tables, their entries, payments and devices, and the invitations to write."""
    db.table("tables").create(
        {
            "code": str,
            "players": str,
            "counter_value": str,
            "deal_at_once": int,
            "laid_at": str,
            "changes": int,
            "key": str,
        },
        pk="code",
        not_null={"players", "deal_at_once", "laid_at", "changes"},
    )
    db.table("tables").create_index(["key"], unique=True)
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
        },
        pk=("code", "number"),
        not_null={"act", "at"},
        foreign_keys=[("code", "tables", "code")],
    )
    db.table("entries").create_index(["code", "key"], unique=True)
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
        },
        pk="id",
        not_null={"payer", "payee", "counters", "paid_at", "taken_back"},
        foreign_keys=[("code", "tables", "code")],
    )
    db.table("payments").create_index(["code", "key"], unique=True)
    db.table("devices").create(
        {"code": str, "device": str, "pencil": int, "owner": int, "player": str, "since": str},
        pk=("code", "device"),
        not_null={"pencil", "owner", "since"},
        foreign_keys=[("code", "tables", "code")],
    )
    db.table("devices").create_index(["device"])
    db.table("invitations").create(
        {"token": str, "code": str, "giver": str, "hands_on": int, "made_at": float},
        pk="token",
        not_null={"giver", "hands_on", "made_at"},
        foreign_keys=[("code", "tables", "code")],
    )


@MIGRATIONS()
def bags(db: Database) -> None:
    """Create the seeds of the bags from which the app draws, by their fingerprints."""
    db.table("bags").create({"fingerprint": str, "seed": str}, pk="fingerprint", not_null={"seed"})


@MIGRATIONS()
def places(db: Database) -> None:
    """Add the places of the players at a tablet's edges, as JSON by their names."""
    db.table("tables").add_column("places", str)


@MIGRATIONS()
def own_cards(db: Database) -> None:
    """Create the household's own cards: rows of numbers under a name; ``alike`` is the name as names are compared."""
    db.table("own_cards").create(
        {"id": int, "name": str, "alike": str, "rows": str, "device": str, "kept_at": str, "key": str},
        pk="id",
        not_null={"name", "alike", "rows", "device", "kept_at"},
    )
    for unique in ("alike", "rows", "key"):
        db.table("own_cards").create_index([unique], unique=True)


@MIGRATIONS()
def kept_rules(db: Database) -> None:
    """Create the house rules that a household saves under a name, among them its own games."""
    columns = {"number": int, "name": str, "alike": str, "game": str, "options": str, "device": str, "kept_at": str}
    db.table("kept_rules").create(columns, pk="number", not_null=set(columns) - {"number"})
    db.table("kept_rules").create_index(["alike"], unique=True)


@MIGRATIONS()
def chained(db: Database) -> None:
    """Add the hash of every entry over the one before, also to the entries that are there."""
    db.table("entries").add_column("hash", str)
    db.conn.text_factory = lambda text: text.decode(errors="replace")  # as they are read ever after
    for table in list(db.table("tables").rows):
        entries = list(db.table("entries").rows_where("code = ?", [table["code"]], order_by="number"))
        chain = (
            (link, table["code"], entry["number"]) for entry, link in zip(entries, hashes(table, entries), strict=True)
        )
        db.conn.executemany("update entries set hash = ? where code = ? and number = ?", chain)


@MIGRATIONS()
def counters_on_the_table(db: Database) -> None:
    """Add how many counters lay before each player at first; null where the sheet keeps the score alone."""
    db.table("tables").add_column("start", int)


@MIGRATIONS()
def household(db: Database) -> None:
    """Create the devices of the household, its switches that are on, and what it forgot; tables may be put away.

    Every device that laid a table or holds a pencil is of the household: somebody trusted it to write, and what it did
    before the update isn't refused after it.
    """
    db.table("household").create(
        {"device": str, "kind": str, "since": str, "put_out": int},
        pk="device",
        not_null={"kind", "since", "put_out"},
    )
    db.execute(
        "insert into household (device, kind, since, put_out) "
        "select device, '', min(since), 0 from devices where pencil or owner group by device"
    )
    db.table("switches").create({"name": str}, pk="name")
    db.table("forgotten").create(
        {"number": int, "device": str, "at": str, "contents": str},
        pk="number",
        not_null={"device", "at", "contents"},
    )
    db.table("tables").add_column("put_away", int)


@MIGRATIONS()
def writers(db: Database) -> None:
    """Add the device that wrote an entry, by its hash, and the player whose it was; null where that isn't known."""
    db.table("entries").add_column("device", str)
    db.table("entries").add_column("player", str)


@MIGRATIONS()
def offers(db: Database) -> None:
    """Add the one device to which an invitation is an offer, by its hash; null where the first that scans it writes."""
    db.table("invitations").add_column("device", str)
    db.table("invitations").create_index(["device"])


@MIGRATIONS()
def device_names(db: Database) -> None:
    """Add the name that the household gave a device of its own; null where it gave none."""
    db.table("household").add_column("name", str)


@MIGRATIONS()
def evenings(db: Database) -> None:
    """Create the line of each evening, worked out of its table; one that is missing is worked out when it is read."""
    db.table("evenings").create(
        {"code": str, "words": str, "line": str},
        pk="code",
        not_null={"words", "line"},
        foreign_keys=[("code", "tables", "code")],
    )
    db.table("tables").create_index(["laid_at"])


@MIGRATIONS()
def remarks(db: Database) -> None:
    """Add the title of an evening, its place and notes, and create the remarks at moves, by the numbers of entries."""
    for column in ("title", "place", "notes"):
        db.table("tables").add_column(column, str)
    db.table("remarks").create(
        {"code": str, "number": int, "remark": str},
        pk=("code", "number"),
        not_null={"remark"},
        foreign_keys=[("code", "tables", "code")],
    )
    db.table("evenings").delete_where()  # worked out otherwise from now on


@MIGRATIONS()
def regulars(db: Database) -> None:
    """Create the regular groups, each with a sheet of what it plays; an evening may be one of a group's."""
    columns = {"number": int, "name": str, "alike": str, "sheet": str, "deal_at_once": int}
    db.table("regulars").create(columns, pk="number", not_null=set(columns) - {"number"})
    db.table("regulars").create_index(["alike"], unique=True)
    db.table("tables").add_column("regulars", int)
    db.table("tables").create_index(["regulars"])


@MIGRATIONS()
def deleted(db: Database) -> None:
    """Create the copies of deleted evenings; after thirty days the code alone stays, and is not given again."""
    db.table("deleted").create({"code": str, "at": str, "held": str}, pk="code", not_null={"at"})


@MIGRATIONS()
def called(db: Database) -> None:
    """Create whose the names are that are somebody else's, in an evening or, by an empty code, in all others."""
    columns = {"code": str, "name_key": str, "person": str}
    db.table("called").create(columns, pk=("code", "name_key"), not_null=set(columns))


@MIGRATIONS()
def statistics(db: Database) -> None:
    """Create what each game of an evening came to, and for each player, worked out of its table as its line is.

    And what people say of the statistics: the seasons of regular groups, and who isn't named in them.
    """
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
    seasons = {"number": int, "regulars": int, "name": str, "since": str, "until": str}
    db.table("seasons").create(
        seasons,
        pk="number",
        not_null={"regulars", "name", "since"},
        foreign_keys=[("regulars", "regulars", "number")],
    )
    db.table("unnamed").create({"alike": str, "at": str}, pk="alike", not_null={"at"})
    db.table("evenings").delete_where()  # worked out together with the rest


@MIGRATIONS()
def purses(db: Database) -> None:
    """Add who settles as one, as JSON, to evenings and groups, and all names of a side that paid or was paid as one."""
    for table in ("tables", "regulars"):
        db.table(table).add_column("purses", str)
    for column in ("payers", "payees"):
        db.table("payments").add_column(column, str)


@MIGRATIONS()
def credits_of_rules(db: Database) -> None:
    """Add who made kept rules, where they are from, and what somebody pays who takes no trick; null where not said."""
    for column, kind in {"source": str, "made_by": str, "looed": int}.items():
        db.table("kept_rules").add_column(column, kind)


@MIGRATIONS()
def word_lists(db: Database) -> None:
    """Create the household's lists of words for Loto, as JSON; ``alike`` is the name as names are compared.

    And add to tables the words that they play with, and who answered to the numbers of the last hand, both as JSON.
    """
    db.table("word_lists").create(
        {"id": int, "name": str, "alike": str, "words": str, "device": str, "kept_at": str, "key": str},
        pk="id",
        not_null={"name", "alike", "words", "device", "kept_at"},
    )
    for unique in ("alike", "key"):
        db.table("word_lists").create_index([unique], unique=True)
    for column in ("loto_words", "answers"):
        db.table("tables").add_column(column, str)


@MIGRATIONS()
def winners(db: Database) -> None:
    """Have it worked out anew who won each game: in counters, where it was played for some."""
    for name in ("evenings", "evening_games", "evening_players"):
        db.table(name).delete_where()
