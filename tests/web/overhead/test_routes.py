"""The table from above: who sits at which edge, what each pays or takes there, and names that are moved."""

import re
from itertools import pairwise

import pytest
from flask import Flask

from companion.web.overhead.view import (
    EDGE_PLACES,
    TABLE_PLACES,
    even_places,
    nearest_free,
    next_free,
    players_per_edge,
    seat_places,
)
from tests.loto.web.test_calling import drawn, loto
from tests.tools.phone import Phone

EVERYBODY = [f"Player {number}" for number in range(1, 26)]
SWAPS = {"HX-Request": "true"}

# Places by themselves.


@pytest.mark.parametrize("shape", ["wide", "tall"])
@pytest.mark.parametrize("players", range(1, 26))
def test_everyone_has_a_place_clockwise_in_seat_order(players: int, shape: str) -> None:
    found = list(even_places(EVERYBODY[:players], shape).values())
    assert all(one < next_one for one, next_one in pairwise(found))
    assert 0 <= found[0] < EDGE_PLACES, "the first sits at the near edge"
    assert found[-1] < TABLE_PLACES


@pytest.mark.parametrize(
    ("players", "shape", "held"),
    [
        (1, "wide", [1, 0, 0, 0]),
        (2, "tall", [1, 0, 1, 0]),
        (4, "wide", [1, 1, 1, 1]),
        (6, "wide", [2, 1, 2, 1]),
        (6, "tall", [1, 2, 1, 2]),
        (10, "wide", [3, 2, 3, 2]),
        (10, "tall", [2, 3, 2, 3]),
    ],
)
def test_more_sit_where_there_is_more_room(players: int, shape: str, held: list[int]) -> None:
    assert players_per_edge(players, shape) == held


def test_who_comes_later_sits_between_the_neighbours_and_on_nobodys_lap() -> None:
    kept = {"Ann": 4, "Ben": 20, "Cat": 40}
    found = seat_places(["Ann", "Eve", "Ben", "Cat", "Fay"], kept, "wide")
    assert {name: found[name] for name in kept} == kept
    assert found["Eve"] == 12
    assert found["Fay"] == 48, "the way from Cat to Ann leads over the first place"
    found = seat_places(["Ann", "Eve", "Fay", "Ben"], {"Ann": 4, "Ben": 20}, "wide")
    assert found["Ann"] < found["Eve"] < found["Fay"] < found["Ben"]
    found = seat_places(EVERYBODY, {"Player 7": 51}, "tall")
    assert found["Player 7"] == 51
    assert len(set(found.values())) == len(EVERYBODY)
    assert nearest_free(5, {4, 5, 6}) == 7
    assert nearest_free(0, {0, 1}) == TABLE_PLACES - 1
    assert next_free(12, 1, {13, 14}) == 15
    assert next_free(0, -1, {TABLE_PLACES - 1}) == TABLE_PLACES - 2


# The page.


def edges(phone: Phone, shape: str = "") -> dict[str, list[str]]:
    """Who sits at each edge, clockwise."""
    lists = re.findall(rf'<ol class="edge (\w+) {shape}"(.*?)</ol>', phone.text, re.DOTALL)
    return {edge: re.findall(r'class="name" title="([^"]+)"', held) for edge, held in lists}


def parts(phone: Phone) -> dict[str, str]:
    """What each is told to pay or take."""
    found = re.findall(
        r'<span class="part">(.*?)</span>\s*<span class="card-of.*?title="([^"]+)"', phone.text, re.DOTALL
    )
    return {name: re.sub("<[^>]+>", "", said).strip() for said, name in found}


def test_anybody_may_look_and_sees_what_each_pays_and_takes(phone: Phone, another) -> None:
    assert phone.lays().page.links["Table view"] == f"/t/{phone.code}/overhead"
    guest = another().open(f"/t/{phone.code.lower()}/overhead")
    assert guest.status == 200
    assert edges(guest) == {"near": ["Ann"], "left": ["Ben"], "far": ["Cat"], "right": ["Dan"]}
    assert "Who sits where?" not in guest.says
    version = re.findall(r'data-version="(\d+)"', phone.open("overhead").text)[0]
    assert "Who sits where?" in phone.says
    assert guest.open("/t/NOPE2/overhead").status == 404
    assert f"/t/{phone.code}" in guest.open("/").page.links.values(), "a table that was watched is known"
    assert phone.open(f"overhead?v={version}", **SWAPS).status == 204, "only what is new is sent"
    phone.open("").press("Deal")
    assert "put 2 into the pool" in phone.open(f"overhead?v={version}", **SWAPS).says
    assert parts(phone.open("overhead"))["Ann"] == "put 3 into the pool"
    phone.open("").press("Cat")
    assert parts(phone.open("overhead")) == {"Cat": "take 9 from the pool"}


def test_a_wide_and_a_tall_screen_seat_people_as_they_have_room(phone: Phone) -> None:
    phone.lays(*EVERYBODY[:6]).open("overhead")
    assert [len(held) for held in edges(phone, "wide").values()] == [2, 1, 2, 1]
    assert [len(held) for held in edges(phone, "tall").values()] == [1, 2, 1, 2]


@pytest.mark.parametrize(
    ("game", "picture"),
    [("Spoil-Five", 'aria-label="0 in the pool"'), ("Pope Joan", 'aria-label="Matrimony 0"'), ("Bridge", "Bridge")],
)
def test_the_middle_shows_what_the_game_has(phone: Phone, game: str, picture: str) -> None:
    assert picture in phone.lays(game=game).open("overhead").text


def test_a_game_may_draw_its_own_middle(app: Flask, phone: Phone) -> None:
    loto(app, phone)
    assert 'aria-label="8 in the pool"' in phone.open("overhead").text, "nothing is drawn yet"
    phone.open("").press("Draw")
    assert f'aria-label="{drawn(app, phone)[0]} 89 in the bag"' in phone.open("overhead").text


# Moving names.


@pytest.mark.parametrize("htmx", [True, False])
def test_a_name_is_chosen_and_moved(app: Flask, htmx: bool) -> None:
    phone = Phone(app, htmx=htmx).lays()
    phone.open("overhead/places").press("Next edge", {"player": "Ann"})
    assert edges(phone) == {"near": [], "left": ["Ben", "Ann"], "far": ["Cat"], "right": ["Dan"]}
    assert phone.filled("player") == ["Ann"], "it stays chosen"
    phone.press("One place back")
    assert edges(phone.open("overhead")) == {"left": ["Ann", "Ben"], "far": ["Cat"], "right": ["Dan"], "near": []}
    phone.open("overhead/places").press("Space evenly")
    assert edges(phone.open("overhead"))["near"] == ["Ann"]


def test_where_a_name_was_dragged_is_seen_by_all_and_kept_beside_the_journal(app: Flask, phone: Phone, another) -> None:
    phone.lays()
    guest = another().open(f"/t/{phone.code}/overhead")
    before = re.findall(r'data-version="(\d+)"', guest.text)[0]
    phone.open("overhead/places").press("Next edge", {"player": "Ann", "to": "36"})
    assert edges(guest.open(f"/t/{phone.code}/overhead?v={before}", **SWAPS))["far"] == ["Cat", "Ann"]
    table = app.extensions["companion"].tables.find(phone.code)
    assert (table.journal.last, table.version) == (1, 2)


def test_who_joins_later_sits_between_the_neighbours_and_who_left_is_not_shown(phone: Phone) -> None:
    phone.lays().open("overhead/places").press("Next edge", {"player": "Ann", "to": "0"})
    phone.open("seats").press("Joins", {"player": "Eve", "left_of": "Ben"})
    assert edges(phone.open("overhead"))["left"] == ["Ben", "Eve"]
    phone.open("seats").press("Leaves", of="Ben")
    assert edges(phone.open("overhead"))["left"] == ["Eve"]


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({}, "Choose a name first, then move it."),
        ({"player": "Zoe", "step": "on"}, "Choose a name first, then move it."),
        ({"player": "Ann", "to": str(TABLE_PLACES)}, "There's no such seat at this table."),
        ({"player": "Ann", "to": "-1"}, "There's no such seat at this table."),
        ({"player": "Ann", "step": "sideways"}, "There's no such seat at this table."),
    ],
)
def test_what_cannot_be_done_is_said(phone: Phone, said: dict[str, str], sentence: str) -> None:
    phone.lays().send("overhead/places", said)
    assert (phone.status, phone.refused) == (422, sentence)


def test_a_cell_of_the_pad_is_corrected_and_leads_back_to_the_table_view(phone: Phone) -> None:
    phone.lays("Ann", "Ben", game="Points").press("Write it down", {"points:Ann": 3}).open("overhead")
    cell = re.search(rf'"(/t/{phone.code}/journal/[^"]+)"', phone.text)
    assert cell and phone.open(cell[1]).page.links["Table view"] == f"/t/{phone.code}/overhead"
    phone.press("See what would change", {"points:Ann": 4}).press("Save")
    assert "Who sits where?" in phone.says and "+4" in phone.says


def test_stakes_of_two_sides_are_tapped_at_the_seats(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Baccara").open("overhead")
    for player in ("Ben", "Cat"):
        for side in ("left", "right"):
            assert re.search(rf'name="stakes:{player}:{side}"[^>]*>\s*<button[^>]*data-more="-1"', phone.text)
