"""All evenings on a page: by month, further ones as it is scrolled, searched by words and days, each to its own."""

import re
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

import pytest
from flask import Flask

from companion.scoresheet import sheet_from
from companion.web.evenings.search import said
from tests.tools.clock import Clock
from tests.tools.phone import Phone


@pytest.fixture
def phone(phone: Phone) -> Phone:
    """A phone of the household."""
    return phone.joins()


def moved(app: Flask, code: str, laid_at: str) -> None:
    """The table was laid at another time."""
    database = app.extensions["companion"].database
    with database.writing() as rows:
        rows.execute("update tables set laid_at = ? where code = ?", [laid_at, code])


def codes(phone: Phone) -> list[str]:
    """The codes of the evenings that a page shows, in their order."""
    return [link.split("/")[2] for link in links(phone)]


def links(phone: Phone) -> list[str]:
    return re.findall('href="(/t/[^"]*)"', phone.text)


def test_each_evening_says_who_played_what_and_who_came_out_on_top(phone: Phone) -> None:
    phone.lays().press("Deal")
    assert "hand 1" in phone.open("/evenings").says
    assert links(phone) == [f"/t/{phone.code}"], "one that goes on leads to its table"
    phone.open("").press("Cat").open("moves/finish").press("Finish")
    says = phone.open(phone.open("/").page.links["Evenings"]).says
    for words in ("1 evening", "Spoil-Five", "Ann, Ben, Cat and Dan", "Cat +7", "Ann, Ben and Dan still owe"):
        assert words in says
    assert links(phone) == [f"/t/{phone.code}/evening"]
    phone.lays()
    assert "just started" in phone.open("/evenings").says


def test_they_stand_by_month_with_the_year_where_it_is_another(app: Flask, phone: Phone) -> None:
    this_year = datetime.now(UTC).replace(month=1, day=2, hour=12)
    for laid_at in (this_year, this_year.replace(year=2024, month=11, day=19)):
        moved(app, phone.lays().code, laid_at.isoformat(timespec="seconds"))
    says = phone.open("/evenings").says
    assert says.index("January") < says.index("November 2024") < says.index("Tuesday 19")
    says = phone.open("/evenings", **{"Accept-Language": "fr"}).says
    assert says.index("Janvier") < says.index("Novembre 2024") < says.index("Mardi 19")


def test_further_evenings_come_as_the_page_is_scrolled_and_by_a_link(app: Flask, phone: Phone) -> None:
    code = phone.lays().code
    sheet = app.extensions["companion"].tables.find(code).sheet()
    for _ in range(23):
        app.extensions["companion"].tables.lay(sheet)
    first = codes(phone.open("/evenings"))
    assert "24 evenings" in phone.says
    further = phone.page.links["Earlier evenings"]
    fragment = phone.open(further, **{"HX-Request": "true"})
    assert "<html" not in fragment.text and "<h2>" not in fragment.text  # the month stands there already
    assert first + codes(fragment) != first
    assert len({*first, *codes(phone.open(further))}) == 24
    assert "Earlier evenings" not in phone.page.links


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("zoe", 1),
        ("ZOË spoil", 1),
        ("newmarket", 1),
        ("newmarket zoe", 0),
        ("nov", 1),
        ("19th november 2024", 1),
        ("19/11", 1),
        ("2024-11-19", 1),
        ("tuesday nov", 1),
        ("'; drop table evenings; --", 0),
        ("%", 0),
        ("", 2),
    ],
)
def test_an_evening_is_found_by_player_game_and_day(app: Flask, phone: Phone, typed: str, found: int) -> None:
    moved(app, phone.lays("Zoë", "Ben").code, "2024-11-19T12:00:00+00:00")
    moved(app, phone.lays("Ann", "Ben", "Cat", game="Newmarket").code, "2025-03-05T12:00:00+00:00")
    phone.open("/evenings").press("Find", {"q": typed})
    assert len(links(phone)) == found
    assert phone.filled("q") == [typed]
    assert ("No evening matches all of these words" in phone.says) == (not found)


def test_words_are_found_in_the_language_of_the_visitor(app: Flask, phone: Phone) -> None:
    moved(app, phone.lays().code, "2024-08-15T12:00:00+00:00")
    french = {"Accept-Language": "fr"}
    assert links(phone.open("/evenings?q=ao%C3%BBt+jeudi", **french))
    assert not links(phone.open("/evenings?q=august", **french))


@pytest.mark.parametrize(("spoken", "typed"), [("en", "Jan won"), ("de", "Jan gewann"), ("fr", "Jan a gagné")])
def test_somebody_called_like_a_month_is_found_before_it(app: Flask, phone: Phone, spoken: str, typed: str) -> None:
    for winner in ("Ann", "Jan"):
        phone.lays("Ann", "Jan").press("Deal").press(winner).open("moves/finish").press("Finish")
        moved(app, phone.code, "2026-01-10T19:00:00+00:00")
    page = phone.open(f"/evenings?q={quote(typed)}", **{"Accept-Language": spoken})
    assert links(page) == [f"/t/{phone.code}/evening"]
    assert len(links(phone.open("/evenings?q=january"))) == 2


def test_a_table_begun_after_midnight_is_of_the_evening_before(app: Flask, phone: Phone, wall: Clock) -> None:
    wall.shows("2026-01-01")
    code = phone.lays().code
    moved(app, code, "2026-01-01T00:30:00+00:00")
    assert "December 2025 Wednesday 31" in phone.open("/evenings").says
    for typed, found in {"yesterday": 1, "today": 0, "wednesday": 1, "january": 0, "2025": 1, "2025-12-31": 1}.items():
        assert len(links(phone.open(f"/evenings?q={typed}"))) == found, typed
    assert "/year/2025.zip" in phone.open("/evenings").text
    assert phone.open("/year/2026.zip").status == 404


def test_a_game_is_found_by_its_name_in_french(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        (word,) = said("patience").words
        assert word.texts == ["patience"]
        (word,) = said("matrimony".upper()).words
        assert word.days == []


@pytest.mark.parametrize("typed", ["Annabel", "Annn"])
def test_an_evening_is_found_by_either_name_of_somebody_who_has_two(app: Flask, phone: Phone, typed: str) -> None:
    for name in ("Annabel", "Annn", "Anna"):
        phone.lays(name, "Ben")
    app.extensions["companion"].people.merge("Annn", "Annabel")
    assert len(links(phone.open("/evenings").press("Find", {"q": typed}))) == 2


def test_what_is_typed_has_an_end(app: Flask) -> None:
    with app.test_request_context():
        assert len(said("x " * 500).words) == 8
        assert len(said("x" * 500).words[0].texts[0]) == 40


def test_a_guest_finds_the_evenings_it_has_to_do_with_and_nobody_elses(app: Flask, phone: Phone) -> None:
    phone.lays("Ann", "Ben")
    invited = phone.lays("Cat", "Dan").code
    guest = Phone(app, address="10.9.8.7")
    assert "No evenings yet" in guest.open("/evenings").says
    guest.open(f"/t/{invited}")
    assert codes(guest.open("/evenings")) == [invited]
    assert "1 evening" in guest.says
    assert not links(guest.open("/evenings?q=ann"))
    assert not links(guest.open(f"/evenings?before={invited}"))


def test_among_two_thousand_evenings_the_page_stays_short(app: Flask, phone: Phone) -> None:
    code = phone.lays().code
    phone.open("/evenings")
    with app.extensions["companion"].database.writing() as rows:
        table, line = (next(rows.table(name).rows_where("code = ?", [code])) for name in ("tables", "evenings"))
        day = datetime(2024, 1, 1, tzinfo=UTC)
        for number in range(2000):
            day += timedelta(hours=9)
            kept = {"code": f"T{number:04}", "laid_at": day.isoformat(timespec="seconds"), "key": None}
            rows.table("tables").insert(table | kept)
            rows.table("evenings").insert(line | {"code": f"T{number:04}"})
    assert len(links(phone.open("/evenings"))) == 20
    assert "2001 evenings" in phone.says
    assert len(phone.text) < 30_000


def test_an_evening_that_goes_on_is_not_deleted(phone: Phone) -> None:
    phone.lays().press("Deal")
    assert "Delete it" not in phone.open("evening").page.links
    phone.open(f"/evenings/{phone.code}/delete").press("Delete it", {"sure": "yes"})
    assert phone.refused == "A game is on at this table: finish it, then delete the evening."
    assert links(phone.open("/evenings"))


def test_a_table_nobody_wrote_at_for_a_day_is_offered_to_be_finished_where_its_pencil_is(
    app: Flask, phone: Phone
) -> None:
    phone.lays().press("Deal").press("Cat")
    assert "Left unfinished" not in phone.open("/").says
    with app.extensions["companion"].database.writing() as rows:
        rows.execute("update entries set at = '2024-11-19T22:00:00+00:00'")
    assert "Left unfinished Ann, Ben, Cat and Dan" in phone.open("/").says
    assert "Left unfinished" not in Phone(app).open(f"/t/{phone.code}").open("/").says
    phone.open("moves/finish").press("Finish")
    assert "Left unfinished" not in phone.open("/").says


def test_an_evening_is_deleted_when_that_was_said_twice_and_brought_back_by_a_tap(phone: Phone) -> None:
    code = phone.lays().press("Deal").press("Cat").open("moves/finish").press("Finish").code
    phone.open(phone.open("evening").page.links["Delete it"]).press("Delete it")
    assert phone.refused == "Tick the box first, then delete it."
    phone.press("Delete it", {"sure": "yes"})
    assert "The evening is in the bin. For thirty days you can bring it back." in phone.says
    the_bin = phone.page.links["Bin"]
    assert phone.open(f"/t/{code}").status == 404
    assert "No evenings yet" in phone.open("/evenings").says
    assert "Ann, Ben, Cat and Dan Evening" in phone.open(the_bin).says
    phone.press("Bring it back")
    assert "It's back where it was. The bin is empty." in phone.says
    assert links(phone.open("/evenings")) == [f"/t/{code}/evening"]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("the evening when Cat won at Spoil-Five?", "1"),
        ("Cat won spoilfive", "1"),
        ("Ann won spoilfive", ""),
        ("Ann won", "2"),
        ("last week", "2"),
        ("who won at Jig last week", "2"),
        ("spoilfive last week", ""),
        ("yesterday", ""),
        ("Christmas", "1"),
        ("since Christmas", "12"),
        ("this year jig", "2"),
    ],
)
def test_an_evening_is_found_as_people_speak(app: Flask, phone: Phone, wall: Clock, typed: str, found: str) -> None:
    wall.shows("2026-11-19")
    first = phone.lays("Ann", "Ben", "Cat").press("Deal").press("Cat").open("moves/finish").press("Finish").code
    moved(app, first, "2025-12-26T12:00:00+00:00")
    moves = [{"move": "deal"}, {"move": "out", "player": "Ann", "cards_left": {"Ben": 2, "Dan": 1}}, {"move": "finish"}]
    sheet = {"scoresheet": 1, "players": ["Ann", "Ben", "Dan"], "games": [{"game": "jig", "moves": moves}]}
    second = app.extensions["companion"].tables.lay(sheet_from(sheet))
    moved(app, second.code, "2026-11-10T12:00:00+00:00")
    phone.open("/evenings").press("Find", {"q": typed})
    assert {*codes(phone)} == {{"1": first, "2": second.code}[which] for which in found}
