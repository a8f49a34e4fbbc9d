"""The four doors of the house, and the pages behind each; what belongs to a phone at a table lies side by side, too."""

from typing import NamedTuple

from flask import Flask, current_app, g

from companion.engine.message import Message, say
from companion.web.request.access import NEEDS, Rung, own_rung
from companion.web.request.game_pages import links_of_games


class Page(NamedTuple):
    """A page by its endpoint, with the words of its link."""

    endpoint: str
    words: Message


class Door(NamedTuple):
    """A door with its icon and the pages behind it; the first is where it leads."""

    words: Message
    icon: str
    pages: tuple[Page, ...]


GAMES = Door(
    say("Games & rules"),
    "book",
    (Page("learn.all_games", say("How to play")), Page("rules.house_rules", say("House rules"))),
)
DOORS = (
    Door(say("Play"), "cards", (Page("home.home", say("Play")),)),
    Door(
        say("Evenings"),
        "clock",
        (
            Page("evenings.page", say("Evenings")),
            Page("statistics.page", say("Statistics")),
            Page("evenings.people", say("People")),
            Page("evenings.groups", say("Groups")),
        ),
    ),
    GAMES,
    Door(
        say("This house"),
        "house",
        (
            Page("devices.household", say("Devices")),
            Page("devices.device", say("This device")),
            Page("evenings.the_bin", say("Bin")),
        ),
    ),
)
OF_PHONE = (
    Page("table.whose_phone", say("Who are you?")),
    Page("devices.pencil", say("Who writes")),
    Page("devices.device", say("This device")),
)
"""What belongs to the phone that is at a table."""
FOR_SEVERAL = {"devices.household", "table.whose_phone", "devices.pencil"}
"""What a browser that keeps its tables by itself has no use for."""


def may_open(page: Page) -> bool:
    """Return whether this device may open a page behind a door."""
    is_alone = current_app.config.get("HERE") and page.endpoint in FOR_SEVERAL
    return not is_alone and NEEDS.get(current_app.view_functions[page.endpoint], Rung.GUEST) <= own_rung()


def doors() -> list[Door]:
    """Return the doors, each with the pages that this device may open; what games bring stands among the games."""
    if "doors" not in g:
        brought = {GAMES: [Page(*link) for link in links_of_games().items()]}
        pages = [(door, [*door.pages, *brought.get(door, [])]) for door in DOORS]
        g.doors = [door._replace(pages=tuple(filter(may_open, behind))) for door, behind in pages]
    found: list[Door] = g.doors
    return found


def beside(endpoint: str) -> tuple[Page, ...]:
    """Return the pages behind the same door that this device may open; none to one that may not open this page."""
    return next((door.pages for door in doors() if endpoint in dict(door.pages)), ())


def of_phone() -> list[Page]:
    return [*filter(may_open, OF_PHONE)]


def init_app(app: Flask) -> None:
    app.jinja_env.globals |= {function.__name__: function for function in (doors, beside, of_phone)}
