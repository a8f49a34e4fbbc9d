"""A house in which there is one of everything that a page may list."""

from pathlib import Path

from companion import games
from companion.loto.rules.box import BOXES
from companion.scoresheet import open_game, sheet_from
from companion.store import Database, Groups, HouseRules, OwnCards, Tables, WordLists
from tests.tools.quick import furnish


def full_house(folder: Path, names: list[str], heading: str) -> list[str]:
    """Fill a folder with evenings among people of these five names, and with all that a house keeps under them.

    ``heading`` is their title, place, notes and memo. The codes of two tables are returned: a game of the house, Loto.
    """
    database = Database(furnish(folder))
    tables, secret = Tables(database), "a phone"
    moves = [
        {"move": "deal"},
        {"move": "give", "from": names[0], "to": names[1], "counters": 1, "memo": heading},
        {"move": "takes", "players": names[:2], "pot": names[0]},
        {"move": "ends"},
        {"move": "deal"},
    ]
    game = games.game("house-game")
    assert game
    options = {"name": names[2], "pots": [{"pot": name, "each": 1} for name in names[:3]]}
    house = {"game": "house-game", "options": options, "moves": moves}
    loto = {"game": "loto", "moves": [{"move": "cards", "player": names[0], "own": [[*map(list, BOXES[24][1])]]}]}
    sheets = [sheet_from({"scoresheet": 1, "players": names, "games": [played]}) for played in (house, loto)]
    laid = [tables.lay(sheet).code for sheet in sheets]
    for number, name in enumerate(names[:4], 1):
        HouseRules(database).keep(name, open_game(game, options, None), secret)
        OwnCards(database).keep(name, BOXES[24][number], secret)
        WordLists(database).keep(name, [name], secret)
    for code in laid:
        tables.change(code, lambda table: table.describe(heading, heading, heading))
    Groups(database).keep(names[0], tables.find(laid[0]))
    HouseRules(database).remove(4)
    database.close()
    return laid
