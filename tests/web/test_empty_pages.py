"""Where there is nothing to list yet, a page shows a picture of what will be there, and says how it gets there."""

import re
from pathlib import Path

import pytest

from tests.attacks.routes import at, routes_of
from tests.tools.full_house import full_house
from tests.tools.house import laid
from tests.tools.phone import NAVIGATION, Phone
from tests.tools.quick import app_over

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve"]
LISTED = re.compile(r"<(?:li|tr)\b|class=\"record\"")
WITHOUT = {
    "/": "asks what is played",
    "/lay": "asks what is played, and by whom",
    "/how-to-play": "lists every game from the first, and those played last once more",
    "/t/<code>/games": "lists every game from the first, and those played last once more",
    "/t/<code>": "lists who sits there, from the first",
    "/t/<code>/loto/words": "lists what comes with Companion",
    "/t/<code>/overhead/moves": "lists what can be done now",
    "/t/<code>/paper": "is a sheet to be printed",
}
"""Pages that list more in a full house, and why nothing stands there in a new one."""


def listed(folder: Path, households: bool, code: str = "") -> dict[str, tuple[int, bool]]:
    """How much every page lists that a device may open, and whether it shows that something is empty.

    The pages are those of the table with this code, and without one those of the house.
    """
    with app_over(folder) as app:
        phone = Phone(app).joins() if households else Phone(app)
        if households and code:
            phone.open(f"/t/{code}").send("pencil", {"do": "here"})
        shown = {}
        for method, route in routes_of(app):
            if method == "POST" or ("<code>" in route) != bool(code) or "stream" in route:
                continue
            answer = phone.client.get(
                at(route, code), headers=NAVIGATION, environ_overrides={"REMOTE_ADDR": phone.address}
            )
            if answer.status_code == 200 and answer.mimetype == "text/html" and "/site/" not in route:
                main = answer.text.partition("<main")[2].partition("</main>")[0]
                shown[route] = len(LISTED.findall(main)), 'class="empty"' in main
        return shown


@pytest.mark.parametrize("households", [True, False], ids=["household", "guest"])
def test_every_page_that_lists_something_says_what_will_be_there(tmp_path: Path, households: bool) -> None:
    house, fresh = tmp_path / "full", tmp_path / "fresh"
    codes = full_house(house, NAMES, "A title")
    pages = [(listed(house, households), listed(fresh, households))]
    for code, game in zip(codes, ("house-game", "loto"), strict=True):
        begun = laid(fresh, {"game": game, "moves": []}, NAMES)
        pages.append((listed(house, households, code), listed(fresh, households, begun)))
    faults = [
        f"{route} lists {most} things in a full house, {empty[route][0]} in a new one, and isn't shown empty"
        for full, empty in pages
        for route, (most, _) in full.items()
        if route in empty and most > empty[route][0] and not empty[route][1] and route not in WITHOUT
    ]
    assert not faults, "\n".join(faults)
    assert sum(says for _, empty in pages for _, says in empty.values()) > (9 if households else 4)
