"""The statistics on their pages: who sees them, what they add up, where each figure leads; the wall."""

import re
from datetime import UTC, datetime

import pytest
from flask import Flask

from companion.machine.clock import from_the_wall
from companion.scoresheet import sheet_from
from tests.tools.clock import Clock
from tests.tools.phone import Phone


def finished(phone: Phone, *players: str, winner: str = "Cat", **fill: object) -> Phone:
    """An evening of one hand."""
    return phone.lays(*players, **fill).press("Deal").press(winner).open("moves/finish").press("Finish")


def moved(app: Flask, phone: Phone, laid_at: datetime) -> None:
    """The table was laid at another time."""
    with app.extensions["companion"].database.writing() as rows:
        rows.execute(
            "update tables set laid_at = ? where code = ?", [laid_at.isoformat(timespec="seconds"), phone.code]
        )


def row_of(phone: Phone, name: str) -> str:
    """Where the row of a person in the standings leads."""
    return next(link for words, link in phone.page.links.items() if f" {name} " in words and "/person?" in link)


@pytest.fixture
def two(app: Flask, phone: Phone, wall: Clock) -> Phone:
    """Two evenings of this year, at five pence a counter."""
    wall.shows("2026-11-20")
    phone.joins()
    finished(phone, "Ann", "Ben", "Cat", amount="0.05", currency="GBP")
    moved(app, phone, datetime(2026, 11, 19, 20, tzinfo=UTC))
    return finished(phone, "Ann", "Ben", "Cat", winner="Ann", amount="0.05", currency="GBP")


def test_standings_in_money_with_a_chart_whose_figures_lead_to_their_hands(app: Flask, two: Phone) -> None:
    assert "Biggest pool" not in Phone(app).open(f"/t/{two.code}").open("/").says, "a guest sees none"
    two.open("/statistics")
    assert "This year: 2 days, 2 hands" in two.says
    assert "1 Cat 2 days · won 1 of 2 games (50%) +£0.15 2 Ann" in two.says
    assert "Best day +£0.25 · Cat" in two.says and "Biggest pool 7 · Cat" in two.says
    assert two.text.count('class="trace"') == 3
    at = next(link for words, link in two.page.links.items() if words.startswith("Biggest pool"))
    path, _, anchor = at.partition("#")
    two.open(path)
    assert f'id="{anchor}"' in two.text
    assert "takes the pool" in two.says or "wins" in two.says
    assert "Cette année" in two.open("/statistics", **{"Accept-Language": "fr"}).says


def test_a_hand_far_back_in_a_long_journal_is_on_the_page_that_its_figure_leads_to(phone: Phone) -> None:
    phone.lays()
    for _ in range(40):
        phone.press("Deal").press("Cat")
    assert 'id="m3"' not in phone.open("journal").text
    assert 'id="m3"' in phone.open("journal?move=3").text


def test_the_first_page_shows_the_year_once_there_are_two_evenings(app: Flask, phone: Phone, wall: Clock) -> None:
    wall.shows("2026-11-20")
    finished(phone.joins(), "Ann", "Ben", "Cat")
    finished(phone, "Ann", "Ben", "Cat")
    moved(app, phone, from_the_wall(datetime(2026, 11, 21, 4, 30)))
    assert "The year so far" not in phone.open("/").says, "two tables of a night are one evening"
    moved(app, phone, from_the_wall(datetime(2026, 11, 21, 5, 30)))
    says = phone.open("/").says
    assert "The year so far Statistics › Counters" in says and "Biggest pool" in says
    assert "The year so far" not in Phone(app).open("/").says


def test_who_are_level_share_a_place_and_every_year_can_be_chosen(app: Flask, phone: Phone, wall: Clock) -> None:
    wall.shows("2026-11-20")
    phone.joins()
    for year, winner in enumerate(("Ann", "Ann", "Ben", "Cat", "Cat", "Ben"), 2021):
        moved(app, finished(phone, winner=winner), datetime(year, 3, 5, 20, tzinfo=UTC))
    finished(phone, winner="Ann")
    says = phone.open("/statistics?year=all&in=games").says
    assert re.findall(r"(\d) (Ann|Ben|Cat|Dan) \d days", says) == [
        ("1", "Ann"),
        ("2", "Ben"),
        ("2", "Cat"),
        ("4", "Dan"),
    ]
    assert "2021: 1 day" in phone.open(phone.page.links["2021"]).says


def test_a_game_counts_once_it_is_over_and_that_is_said(two: Phone) -> None:
    before = two.open("/statistics").says.partition("£ Games won")[2].partition("Best day")[0]
    two.lays("Ann", "Ben", "Cat").press("Deal").press("Cat")
    said = two.open("/statistics").says
    assert "1 table is still being played: it counts once its game is over." in said
    assert before and before in said


def test_units_are_never_mixed_and_several_are_compared_by_games_won(two: Phone) -> None:
    finished(two, "Ann", "Ben", "Cat", winner="Ben")
    finished(two, "Ann", "Ben", "Cat", winner="Ben", amount="1", currency="EUR")
    says = two.open("/statistics").says
    assert "Games won £ € Counters 1 Ben 2 days · won 2 of 4 games (50%) 2" in says
    assert "+" not in says.partition("1 Ben")[2].partition("Best hand")[0]
    for unit, stands in {
        "£": "1 Cat 2 days · won 1 of 2 games (50%) +£0.15",
        "Counters": "+5",
        "€": "+€5.00",
    }.items():
        assert stands in two.open(two.page.links[unit]).says
    assert "Best day +€5.00 · Ben" in two.says
    assert "Games won £ € Counters" in two.open("/statistics/person?name=Ben").says
    assert "In all: +€5.00" in two.open(two.page.links["€"]).says


def test_years_days_and_games_are_chosen_by_links_and_a_form(app: Flask, two: Phone) -> None:
    moved(app, two, datetime(2024, 3, 5, 20, tzinfo=UTC))
    assert "1 day, 1 hand" in two.open("/statistics").says
    assert "2024: 1 day" in two.open(two.page.links["2024"]).says
    assert "2 days" in two.open(two.page.links["All years"]).says
    two.press("Show them", {"from": "2024-03-05", "to": "2024-03-05", "game": "Spoil-Five"})
    assert "5 March 2024 – 5 March 2024 · Spoil-Five" in two.says and "1 day" in two.says
    assert "0 days" in two.press("Show them", {"from": "2024-03-06", "to": "2024-03-07"}).says
    assert two.open("/statistics?from=soon").status == 422
    assert two.refused.startswith("A date is missing or isn't a date")
    assert two.open("/statistics?year=x").status == 422


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ("year=9999", 422),
        ("year=0001", 422),
        ("to=9999-12-31", 422),
        ("from=0001-01-01", 422),
        (f"group={10**30}", 200),
        (f"group=-{10**30}", 200),
    ],
)
def test_a_day_or_a_number_out_of_all_reach_is_answered_in_a_sentence(two: Phone, asked: str, status: int) -> None:
    assert two.open(f"/statistics?{asked}").status == status


def test_a_person_has_a_page_with_their_figures_over_the_days_of_the_standings(app: Flask, two: Phone) -> None:
    says = two.open("/statistics").open(row_of(two, "Cat")).says
    assert "This year: 2 days, won 1 of 2 games (50%)" in says and "In all: +£0.15" in says
    assert "Spoil-Five won 1 of 2 games (50%) best +5 counters, on average +1.5" in says
    assert "Rivals Ann 1 : 1 Ben 1 : 0" in says
    assert "Best day" in says and "Worst day" in says
    assert two.open("/statistics/person?name=Nobody").status == 404
    two.open(f"/t/{two.code}")
    moved(app, two, datetime(2024, 3, 5, 20, tzinfo=UTC))
    two.open("/statistics?year=2024")
    assert "2024: 1 day, won 0 of 1 game (0%)" in two.open(row_of(two, "Cat")).says
    assert "year=2024" in two.page.links["Statistics"]
    assert "All years: 2 days" in two.open("/statistics/person?name=Cat").says
    assert "2023: no evenings with Cat." in two.open("/statistics/person?name=Cat&year=2023").says
    assert two.open("/statistics/person?name=Cat&year=x").status == 422


def test_a_group_leads_to_its_standings_over_any_days(two: Phone) -> None:
    two.open("evening").press("Save the group", {"name": "Thursdays"})
    two.open("/groups")
    assert "All years: 1 day" in two.open(two.page.links["Standings"]).says
    two.open("/statistics").press("Show them", {"from": "2026-11-20", "group": "1"})
    assert "since 20 November 2026: 1 day, 1 hand" in two.says


def test_two_people_are_held_against_each_other(two: Phone) -> None:
    two.open("/statistics/person?name=Ann")
    two.open(two.page.links["Ben 1 : 1"])
    assert "Ann 1 : 1 Ben" in two.says
    assert "Spoil-Five 1 : 1" in two.says and "Spoil-Five today Ann +6" in two.says
    assert two.text.count('class="trace"') == 2
    two.lays("Dan", "Eve", "Fay").press("Deal").press("Dan")
    assert "They haven't finished a game together yet." in two.open("/statistics/between?one=Ann&other=Dan").says


def lays_points(app: Flask, *names: str) -> None:
    """Games of these names, each of which Ben won with 4 points."""
    moves = [{"move": "deal"}, {"move": "scored", "points": {"Ann": 9, "Ben": 4}}]
    for name in names:
        game = {"game": "points-game", "options": {"name": name, "wins": "fewest", "hands": 1}, "moves": moves}
        sheet = sheet_from({"scoresheet": 1, "players": ["Ann", "Ben"], "games": [game]})
        app.extensions["companion"].tables.lay(sheet)


def test_a_known_game_is_one_in_whatever_language_or_under_what_former_name_it_was_laid(
    app: Flask, phone: Phone
) -> None:
    lays_points(app, "La dame de pique", "Hearts", "Herzeln", "Our Hearts")
    says = phone.open("/statistics").says
    assert "Hearts last played today · most wins: Ben (3) 3 times" in says
    assert "Our Hearts last played today · most wins: Ben (1) once" in says
    assert "3 times" not in says.partition("3 times")[2] and "Herzeln" not in says
    assert phone.open("/statistics?game=Herzeln").says == phone.open("/statistics?game=Hearts").says
    assert "1 evening" in phone.open("/evenings?q=Ben+won+la+dame+de+pique").says


def test_games_of_points_are_told_by_games_won_and_never_added_to_counters(app: Flask, phone: Phone) -> None:
    lays_points(app, "Hearts", "Hearts")
    says = phone.open("/statistics").says
    assert "1 Ben 1 day · won 2 of 2 games (100%) 2" in says
    assert "Hearts last played today · most wins: Ben (2) 2 times" in says
    assert "Ben won 2 of 2 games (100%) best 4 points, on average 4 2" in phone.open("/statistics?game=Hearts").says
    assert "Best day" not in says and "Biggest pool" not in says


def test_one_who_is_left_out_is_named_nowhere_and_comes_back(two: Phone) -> None:
    two.open("/statistics/person?name=Cat").press("Leave them out")
    assert "Cat isn't named in the statistics." in two.says
    for path in ("/statistics", "/statistics/person?name=Ann", "/"):
        names = re.findall(r">([^<]*\bCat\b[^<]*)<", two.open(path).text.partition('class="tables"')[0])
        assert [name for name in names if "Play again" not in name and " and " not in name] == [], path
    assert "Biggest pool 7 · somebody" in two.open("/statistics").says
    assert "1 person isn't named here" in two.says
    two.open("/statistics/person?name=Cat").press("Name Cat again")
    assert "Biggest pool 7 · Cat" in two.open("/statistics").says
