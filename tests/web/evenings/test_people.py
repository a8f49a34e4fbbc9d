"""Who played is known by name across evenings: a misspelt one is somebody, two of a name are two, and it comes back."""

import pytest
from flask import Flask

from companion.store import Person
from companion.store.people import is_slip, likely
from tests.tools.house import DEAL, plays, sheet
from tests.tools.phone import Phone


@pytest.fixture
def phone(phone: Phone) -> Phone:
    """A phone of the household."""
    return phone.joins()


@pytest.fixture
def town(phone: Phone) -> Phone:
    """A household with four evenings."""
    for players in ("Ann Ben Cat", "Annn Ben", "Ann Dan", "Ann Eve"):
        phone.lays(*players.split(), game="Jig")
    return phone


def evenings(phone: Phone, name: str) -> int:
    """How many evenings the page of a person lists."""
    return phone.open(f"/people/person?name={name}").text.count("/t/")


def test_the_evenings_lead_to_everybody_who_played(town: Phone) -> None:
    assert town.open("/evenings").page.links["People"] == "/people"
    says = town.open("/people").says
    for person in ("Ann 3 evenings · today", "Ben 2 evenings · today", "Eve 1 evening · today"):
        assert person in says
    town.open(town.page.links["Ann 3 evenings · today"])
    assert "Ann, Ben and Cat" in town.says
    assert "Ann and Eve" in town.says
    assert evenings(town, "Ann") == 3


def test_each_evening_of_a_person_says_their_own_result_and_leads_to_it(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat").press("Deal").press("Cat").open("moves/finish").press("Finish")
    phone.lays("Ann", "Dan")
    says = phone.open("/people/person?name=Ann").says
    assert "Ann −3 Ann and Ben still owe" in says and "Cat +5" not in says
    assert "just started" in says
    link = next(link for words, link in phone.page.links.items() if "Ann −3" in words)
    assert link.endswith("/evening?player=Ann")
    assert phone.open(link).status == 200


def test_any_name_has_a_page(phone: Phone) -> None:
    assert "Nobody yet" in phone.open("/people").says
    for name in ("../..", "?name=Ann&other=Ben", "Zoë 👑", "100 %", "O'Neill"):
        phone.lays(name, "Ben", game="Jig")
        phone.open("/people")
        phone.open(next(to for words, to in phone.page.links.items() if words.startswith(name)))
        assert name in phone.says


def test_today_is_said_in_the_language_of_the_page_wherever_a_day_is(town: Phone) -> None:
    town.send("/language", {"language": "fr"})
    pages = ("/people", "/people/person?name=Ann", "/", "/evenings?q=today", "/statistics", "/ledger")
    says = {path: town.open(path).says for path in pages}
    assert [path for path, said in says.items() if "today" in said] == []
    assert "Ann 3 soirées · aujourd’hui" in says["/people"]


def test_a_misspelt_name_is_asked_about_merged_and_parted_again(town: Phone) -> None:
    town.open("/people")
    town.open(town.page.links["Are Annn and Ann the same person? Have a look"])
    assert "Annn's 1 evening will count as Ann's" in town.says
    town.press("Yes, the same person")
    assert "4 evenings" in town.says
    assert "Also written Ann and Annn." in town.says
    assert "Annn" in town.open("/evenings").says, "what was written stays"
    assert "Annn" not in town.open("/people").says
    assert evenings(town, "Annn") == 4, "the old name leads to the person"
    town.press("Undo")
    assert "1 evening" in town.says
    assert "Annn" in town.open("/people").says


def test_whom_a_person_could_be_is_chosen_and_may_be_put_the_other_way_round(town: Phone) -> None:
    town.open("/people/person?name=Ann")
    town.open(town.page.links["Same person as…"])
    assert [name for name in ("Annn", "Ben", "Cat", "Dan", "Eve") if name in town.page.links] == ["Annn"]
    town.open(town.page.links["Annn"])
    assert "Ann's 3 evenings will count as Annn's" in town.says
    other = next(to for words, to in town.page.links.items() if words.startswith("The other way round"))
    town.open(other).press("Yes, the same person")
    assert town.response.request.path == "/people/person"
    assert "Ann 4 evenings" in town.open("/people").says
    lonely = town.open("/people/same?name=Ann").says
    assert "Everyone else has sat at a table with Ann" in lonely


def test_two_of_a_name_are_two_people_until_that_is_taken_back(town: Phone) -> None:
    path, form = town.open("/people/two?name=Ann").request_of("Split into two people", {"other": "Ann B."})
    form.setlist("code", codes_on(town)[:2])
    town.send(path, form)
    assert "Ann is Ann B." in town.says
    assert {person: evenings(town, person) for person in ("Ann", "Ann B.")} == {"Ann": 1, "Ann B.": 2}
    town.open("/people/person?name=Ann").press("Undo")
    assert evenings(town, "Ann") == 3


def codes_on(phone: Phone) -> list[str]:
    """The evenings that can be ticked on a page."""
    return [part.split('"')[0] for part in phone.text.split('name="code" value="')[1:]]


def test_what_is_refused_is_said_on_the_page_and_what_was_typed_stays(town: Phone) -> None:
    path, form = town.open("/people/two?name=Ann").request_of("Split into two people", {"other": "Ann B."})
    town.send(path, form)
    assert (town.status, town.refused) == (409, "Tick the evenings in which Ann was somebody else.")
    assert town.filled("other") == ["Ann B."]
    form.setlist("code", codes_on(town))
    form["other"] = ""
    town.send(path, form)
    assert (town.status, len(town.filled("code"))) == (422, 3)
    form["other"] = "\u3164"
    town.send(path, form)
    assert (town.status, town.refused) == (422, "This name has no visible letters: choose another.")
    form["other"] = "Ben"
    assert "Ann and Ben sat at the same table: they can't be one person." in town.send(path, form).refused


def test_nobody_of_a_name_is_no_page_and_guests_are_led_to_none(app: Flask, town: Phone) -> None:
    for page in ("person", "same", "two"):
        assert town.open(f"/people/{page}?name=Zoë").status == 404
    assert town.open("/people/person").status == 404
    guest = Phone(app, address="10.9.8.7").open(f"/t/{town.code}")
    assert "/people" not in guest.open("/").text + guest.open("/evenings").text


def test_further_evenings_of_a_person_load_below(phone: Phone) -> None:
    for _ in range(22):
        phone.lays("Ann", "Ben", game="Jig")
    assert evenings(phone, "Ann") == 20
    phone.open(phone.page.links["Earlier evenings"])
    assert phone.text.count("/t/") == 2


SLIPS = [("Annn", "Ann"), ("Zoe", "Zoë"), ("Huog", "Hugo"), ("Cloe", "Cleo"), ("Finn", "Fina"), ("ANN", "ann")]
NO_SLIPS = [("Al", "Alf"), ("Ann", "Hanna"), ("Ben", "Dan"), ("Grandma", "Grandpas")]


@pytest.mark.parametrize(("one", "other"), SLIPS + NO_SLIPS)
def test_one_letter_more_less_other_or_swapped_is_a_slip(one: str, other: str) -> None:
    assert is_slip(one, other) == is_slip(other, one) == ((one, other) in SLIPS)


def test_regulars_and_those_who_sat_at_one_table_are_not_asked_about() -> None:
    ann, annn, anna = (Person(name, evenings, "") for name, evenings in (("Ann", 9), ("Annn", 1), ("Anna", 3)))
    assert [*likely([ann, annn, anna], lambda name: set())] == [(annn, ann), (annn, anna)]
    assert [*likely([ann, annn, anna], lambda name: {"Ann"})] == [(annn, anna)]
    assert [*likely([ann, anna], lambda name: set())] == []


def test_who_was_written_otherwise_for_years_is_asked_about_once_and_joined_only_by_people(phone: Phone) -> None:
    for players in (*["Ben Ann"] * 4, *["Bén Cat"] * 6, *["Benjamin Dan"] * 7, *["Anna Eve"] * 4):
        phone.lays(*players.split(), game="Jig")
    phone.lays(" ben ", "Eve", game="Jig")

    def asked() -> dict[str, str]:
        """What is asked, with the page that it leads to; which spelling is the latest doesn't matter."""
        links = phone.open("/people").page.links.items()
        return {words.removesuffix(" Have a look").lower(): to for words, to in links if words.startswith("Are ")}

    first = asked()
    assert [*first] == [
        "are bén and benjamin the same person?",
        "are ben and bén the same person?",
        "are ben and benjamin the same person?",
    ], "of Ann and Anna nobody asks"
    assert "ben 5 evenings" in phone.says.lower(), "blanks and capitals make nobody else"
    phone.open(first["are ben and bén the same person?"]).press("Yes, the same person")
    assert [*asked()] == ["are benjamin and bén the same person?"]
    phone.open(asked()["are benjamin and bén the same person?"]).press("No, two people")
    assert not asked()
    phone.lays("Benjaminn", "Flo", game="Jig")
    assert "are benjaminn and benjamin the same person?" in asked(), "they are no two people for each other name"
    phone.open("/people/person?name=Benjamin")
    assert "Benjamin and Bén are two people" in phone.says
    phone.press("Undo")
    phone.open(asked()["are benjamin and bén the same person?"]).press("No, two people")
    phone.send("/people/same?name=Benjamin", {"other": "Bén"})
    assert "18 evenings" in phone.says, "who says yes after all is heard"
    assert "are two people" not in phone.says


def played(phone: Phone, *players: str, **fill: object) -> Phone:
    """An evening of one hand."""
    return phone.lays(*players, **fill).press("Deal").press(players[0])


def companies(phone: Phone) -> list[str]:
    """Who played together, all of whom one tap on the page of a new table seats."""
    return [button for button in phone.new_table("Jig").buttons if button.endswith("today")]


def test_people_who_played_together_are_seated_with_one_tap_whatever_they_play_now(app: Flask, phone: Phone) -> None:
    played(phone, "Ann", "Ben", "Cat", ante=3, each=40)
    played(phone, "Dan", "Eve")
    played(phone, "Ben", "Cat", "Ann", ante=2)
    phone.lays("Ann", "Eve")
    assert companies(phone) == ["Ben, Cat and Ann today", "Dan and Eve today"]
    phone.press("Ben, Cat and Ann")
    assert phone.filled("player") == ["Ben", "Cat", "Ann"]
    assert "Dan and Eve today" in phone.buttons and "Ben, Cat and Ann today" not in phone.buttons
    phone.press("Start")
    laid = app.extensions["companion"].tables.find(phone.code).sheet()
    assert (laid.players, laid.games[0].opening.game.key, laid.start) == (["Ben", "Cat", "Ann"], "jig", None)


def test_those_who_sit_already_are_left_out_of_a_company(phone: Phone) -> None:
    played(phone, "Ann", "Ben", "Cat")
    phone.new_table("Jig", "Ben", "Eve").press("Ann, Ben and Cat")
    assert phone.filled("player") == ["Ben", "Eve", "Ann", "Cat"]


def test_a_person_is_offered_once_and_called_as_the_household_does(app: Flask, phone: Phone) -> None:
    tables = app.extensions["companion"].tables
    tables.record(
        tables.lay(sheet(sides=[["Annn", "Cat"], ["Ben", "Dan"]], players="Annn Ben Cat Dan")).code,
        None,
        None,
        plays(DEAL),
    )
    played(phone, "Ann", "Eve").open("evening").press("Save the group", {"name": "Thursdays"})
    people = app.extensions["companion"].people
    people.merge("Annn", "Ann")
    people.part("Ann", [phone.code], "Ann B.")
    phone.new_table()
    chips = [button for button in phone.buttons if button.startswith("Ann")]
    assert sorted(chip for chip in chips if " and " not in chip) == ["Ann", "Ann B."]
    phone.press("Ann, Ben, Cat and Dan")
    assert phone.filled("player") == ["Ann", "Ben", "Cat", "Dan"]
    phone.new_table().press("Ann B. and Eve").press("Start")
    assert [*tables.find(phone.code).journal.state.seats] == ["Ann B.", "Eve"]
    assert "Ann and Eve" in phone.open("/groups").says


def test_everybody_known_is_offered_a_seat_those_who_play_most_first(phone: Phone) -> None:
    for number in range(18):
        phone.lays("Ann", f"Guest {number}", game="Jig")
    chips = [button for button in phone.new_table().buttons if button.startswith(("Ann", "Guest"))]
    assert chips[0] == "Ann"
    assert len(chips) == 19
    assert "More people" in phone.says
    phone.press("Guest 0")
    assert "Guest 0" not in phone.buttons


def test_guests_are_offered_nobody_but_those_at_their_own_tables(app: Flask, town: Phone) -> None:
    played(town, "Ann", "Ben")
    app.extensions["companion"].people.merge("Annn", "Ann")
    guest = Phone(app, address="10.9.8.7")
    assert companies(guest) == []
    assert not {"Ann", "Ben", "Eve"} & {*guest.buttons}
    assert guest.open("/lay").response.request.path == "/", "a guest lays no table"


def test_who_settles_as_one_still_does_when_one_of_them_is_known_by_another_name(app: Flask, phone: Phone) -> None:
    played(phone, "Annn", "Ben", "Cat")
    parts = app.extensions["companion"]
    first = phone.code
    parts.tables.change(first, lambda now: now.join(["Annn", "Ben"]))
    phone.lays("Ann", "Dan")
    parts.people.merge("Annn", "Ann")
    phone.send(f"/t/{first}/again", {"key": "again"})
    assert parts.tables.find(phone.code).joined == [("Ann", "Ben")]


def test_an_evening_laid_once_more_has_its_rules_and_sides_as_its_people_are_called_now(
    app: Flask, phone: Phone
) -> None:
    parts = app.extensions["companion"]
    played(phone, "Ann", "Eve")
    first = parts.tables.lay(sheet(sides=[["Annn", "Cat"], ["Ben", "Dan"]], players="Annn Ben Cat Dan")).code
    parts.tables.record(first, None, None, plays(DEAL))
    parts.people.merge("Annn", "Ann")
    phone.send(f"/t/{first}/again", {"key": "again"})
    laid = parts.tables.find(phone.code).sheet()
    assert (laid.players, laid.games[0].moves) == (["Ann", "Ben", "Cat", "Dan"], [])
    assert laid.games[0].opening.options.sides[0] == ["Ann", "Cat"]
