"""A guest on the network, without pencil or code: what the household keeps stays as it is, and its pages stay small."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.store import HouseRules
from companion.store.pencils import hashed
from companion.web.live import door
from companion.web.request import quotas
from companion.web.request.quotas import CARDS, DEVICES_OF_AN_ADDRESS, MOST, RULES, TABLES, WINDOW_SECONDS, Quotas
from tests.attacks.routes import SAID, at, changing
from tests.tools.evening import opening
from tests.tools.phone import NAVIGATION, Phone
from tests.tools.quick import app_over
from tests.web.loto.test_own_cards import typed

GUESTS_MAY = {
    "/household/ask": "asks the household, and waits",
    "/how-to-play/<key>": "shows a page",
    "/language": "is about the phone that asks",
    "/lay": "leads a guest to the first page",
}
"""Routes beside those of a table that a guest may send something to, with the reason."""
FORMS = {
    "/tables": {"game": "spoil-five", "player": ["Ann", "Ben"]},
    "/house": {"game": "jig", "keep_as": "Junk"},
    "/house/read": SAID,
    "/cards/own": typed("Junk"),
}
"""What a device of the household would be allowed."""


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """A house with its door closed, as it is by default."""
    with app_over(tmp_path) as made:
        yield made


@pytest.fixture
def guest(app: Flask) -> Phone:
    """A phone that nobody let in."""
    return Phone(app, address="10.9.9.66")


def test_a_guest_keeps_nothing_by_any_route(app: Flask, phone: Phone, guest: Phone, written) -> None:
    before = written()
    routes = {route for route in changing(app) if not route.startswith("/t/")}
    assert routes >= GUESTS_MAY.keys() | FORMS.keys()
    for route in sorted(routes - GUESTS_MAY.keys()):
        for form in (SAID, FORMS.get(route, {})):
            status = guest.send(at(route, ""), form).status
            assert (route, status) in {(route, 403), (route, 404)}, guest.says
            assert written() == before, route


def test_a_guest_with_the_pencil_keeps_no_rules(app: Flask, phone: Phone, guest: Phone, written) -> None:
    """It plays: it may begin another game, and corrects what was written."""
    code = phone.lays().code
    phone.lets_write(guest)
    rules = HouseRules(app.extensions["companion"].database)
    assert guest.send(f"/t/{code}/house/from/{code}").status == 404
    assert guest.send(f"/house/from/{code}", {"keep_as": "Junk"}).status == 403
    assert "Save rules" not in guest.open(f"/t/{code}/rules").buttons
    guest.open(f"/t/{code}").press("Deal").press("Cat").open("moves/finish").press("Finish")
    before = written()
    assert guest.send(f"/t/{code}/games", {"game": "jig", "keep_as": "Junk"}).status == 403
    assert written() == before
    assert "keep_as" not in guest.open(f"/t/{code}/games?game=jig").text
    guest.press("Start")
    assert "Jig" in guest.says and rules.all() == []


SHOWN = {200, 204, 302, 303, 308, 403, 404, 409, 410}
"""What a page answers that was really asked: no fault, and no limit that would have kept the others unseen."""


def opens_every_page(phone: Phone, code: str) -> None:
    """Opens all that can be opened, as a person does; a table's pages are those of the table with this code."""
    for rule in phone.client.application.url_map.iter_rules():
        if "GET" in rule.methods:
            remote = {"REMOTE_ADDR": phone.address}
            answer = phone.client.get(at(rule.rule, code), headers=NAVIGATION, environ_overrides=remote)
            assert answer.status_code in SHOWN, (rule.rule, answer.status)
            answer.close()


def test_nobody_is_of_the_household_by_opening_a_page(app: Flask, guest: Phone) -> None:
    """Neither in a new house nor in one where the machine itself has looked around, or laid a table."""
    machine, known = Phone(app, address="127.0.0.1"), app.extensions["companion"].household.all
    opens_every_page(guest, "ABCDE")
    opens_every_page(machine, "ABCDE")
    opens_every_page(guest, "ABCDE")
    assert guest.open("/household").status == 403 and guest.lays().code == "" and known() == []
    code = machine.lays().code
    (own,) = known()
    opens_every_page(guest, code)
    assert guest.open("/household").status == 403 and known() == [own]


def test_in_a_container_nobody_is_the_machine_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Podman without root gives every phone the address 127.0.0.1 there."""
    monkeypatch.setenv("COMPANION_IN_CONTAINER", "1")
    with app_over(tmp_path / "container") as app:
        guest = Phone(app, address="127.0.0.1")
        assert "Ask to start a table" in guest.open("/").buttons and guest.open("/household").status == 403
        asked = Phone(app, address="10.9.9.66").open("/")
        assert "household's devices" in asked.says and "household's devices" in asked.press("Ask").says
        assert "runs it" not in asked.says
        assert guest.open(f"/in/{app.extensions['companion'].door.key}").lays().code


def test_a_guest_is_told_how_to_start_tables_and_the_machine_lets_it_in(app: Flask, guest: Phone) -> None:
    """The first five minutes, where a phone was there before anybody: it asks, and the machine is asked nothing."""
    assert "scan the QR code in Companion's terminal, or ask" in guest.open("/").says
    assert "in Companion, on the device that runs it" in guest.press("Ask").says
    machine = Phone(app, address="127.0.0.1").open("/")
    assert "Who's playing?" in machine.says
    machine.open("/household").press("Allow")
    assert guest.lays().code


# The key in the terminal.


def test_the_key_lets_one_device_in_and_then_there_is_another(app: Flask, phone: Phone, guest: Phone) -> None:
    key = app.extensions["companion"].door.key
    assert guest.open(f"/in/{key}").lays().code
    late = Phone(app, address="10.9.9.67").open(f"/in/{key}")
    assert late.status == 410 and "has been used" in late.says
    assert "Ask to start a table" in late.open("/").buttons
    assert late.open(f"/in/{app.extensions['companion'].door.key}").lays().code


def test_a_key_is_used_up_by_people_alone(app: Flask, phone: Phone, guest: Phone) -> None:
    """Not by what looks at a link before it is opened, nor by a device that is of the household already."""
    held = app.extensions["companion"].door
    key = held.key
    guest.open(f"/in/{key}", Accept="image/webp,*/*")
    guest.client.head(f"/in/{key}", environ_overrides={"REMOTE_ADDR": guest.address})
    phone.open(f"/in/{key}")
    Phone(app, address="127.0.0.1").open(f"/in/{key}")
    assert held.key == key and "Ask to start a table" in guest.open("/").buttons
    assert guest.open(f"/in/{key}").lays().code and held.key != key


def test_a_key_is_never_guessed(app: Flask, phone: Phone, guest: Phone) -> None:
    assert len(app.extensions["companion"].door.key) == 16, "of 64 letters: 96 bits"
    for key in ("x", "%F0%9F%98%80", "A" * 16):
        assert guest.open(f"/in/{key}").status == 410


# Quotas.


@pytest.fixture
def clock(monkeypatch) -> list[float]:
    """The time, which the test moves on."""
    now = [time.monotonic()]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def test_a_device_starts_as_many_tables_in_an_hour_as_people_need_and_no_more(phone: Phone, clock, written) -> None:
    path, form = phone.open("/lay").press("Jig").request_of("Add")
    form.setlist("player", ["Ann", "Ben", "Cat"])
    path, form = phone.send(path, form).request_of("Start")
    form.pop("key")
    for _ in range(MOST[TABLES]):
        assert phone.send(path, form).code
    before = written()
    phone.send(path, form)
    assert phone.status == 409 and "wait a little" in phone.refused
    assert phone.filled("player") == ["Ann", "Ben", "Cat"] and written() == before
    clock[0] += WINDOW_SECONDS + 1
    assert phone.send(path, form).status == 200


def test_new_cookies_make_no_new_quotas() -> None:
    kept = Quotas()
    for number in range(10 * MOST[RULES]):
        if not kept.used_up(RULES, f"device {number}", "10.9.9.9"):
            kept.add(RULES, f"device {number}", "10.9.9.9")
    assert kept.used_up(RULES, "a new device", "10.9.9.9")
    assert not kept.used_up(RULES, "a new device", "10.9.9.10")
    assert not kept.used_up(TABLES, "a new device", "10.9.9.9")
    assert len(kept._kept["rules", "10.9.9.9"]) == MOST[RULES] * DEVICES_OF_AN_ADDRESS


def test_what_quotas_remember_has_an_end() -> None:
    kept = Quotas()
    for number in range(3 * quotas.MAX_REMEMBERED):
        kept.add(CARDS, f"device {number}", f"address {number}")
    assert len(kept._kept) == quotas.MAX_REMEMBERED


def test_house_rules_are_kept_slowly_and_not_without_end(app: Flask, phone: Phone, written) -> None:
    for number in range(MOST[RULES]):
        form = {"game": "jig", "keep_as": f"Junk {number}"}
        assert phone.send("/house", form).status == 200
    before = written()
    assert phone.send("/house", form | {"keep_as": "Junk again"}).status == 409
    assert written() == before
    rules = HouseRules(app.extensions["companion"].database)
    for number in range(HouseRules.most - MOST[RULES]):
        rules.keep(f"More {number}", opening("jig"), "theirs")
    app.extensions["companion"].quotas.clear()
    assert phone.send("/house", form | {"keep_as": "One too many"}).status == 409
    assert "forget one" in phone.refused and rules.count() == HouseRules.most


# Pages stay small, whatever was kept before there was a door.


def flood(app: Flask, rules: int = 0, tables: int = 0) -> None:
    """What guests left behind when nobody kept them from it."""
    database = app.extensions["companion"].database
    with database.writing() as rows:
        for number in range(rules):
            row = {"name": f"Junk {number:05}", "alike": f"junk {number:05}", "game": "jig", "options": "{}"}
            rows.table("house_rules").insert(row | {"device": hashed(f"junk {number % 40}"), "kept_at": "2026-01-01"})
        for number in range(tables):
            row = {"code": f"J{number:04}", "players": '["Eve", "Fay"]', "beside": "{}", "changes": 0}
            rows.table("tables").insert(row | {"laid_at": "2026-01-01T00:00:00+00:00"})
            device = {"code": f"J{number:04}", "device": hashed(f"junk {number % 40}"), "pencil": 0, "owner": 1}
            rows.table("devices").insert(device | {"since": "2026-01-01"})


def test_no_page_grows_with_what_guests_left(app: Flask, phone: Phone) -> None:
    phone.lays()
    pages = ["/", "/lay", "/house", "/evenings", "/household", f"/t/{phone.code}/rules"]
    machine = Phone(app, address="127.0.0.1")
    before = {page: len(machine.open(page).text) for page in pages}
    flood(app, rules=3000, tables=300)
    for page in pages:
        assert len(machine.open(page).text) < before[page] + 40_000, page
        assert machine.status == 200


def test_everything_is_still_reached_page_by_page(app: Flask, phone: Phone) -> None:
    family = phone.lays().code
    flood(app, rules=120, tables=45)
    machine = Phone(app, address="127.0.0.1").open("/")
    seen = set()
    machine.open(machine.page.links["All evenings"])
    for _ in range(3):
        seen |= set(re.findall("/t/[A-Z0-9]{5}", machine.text))
        machine.open(machine.page.links.get("Earlier evenings", "/evenings"))
    assert len(seen) == 46 and f"/t/{family}" in seen
    assert "Junk 00119" in machine.open("/house").open(machine.page.links["Next page"]).open("/house?page=3").says


# Who asks.


def test_a_device_asks_in_one_tap_and_is_let_in_by_another(app: Flask, phone: Phone, guest: Phone) -> None:
    guest.open("/", **{"User-Agent": "Mozilla/5.0 (Linux; Android 15) Mobile Safari/537"})
    assert "To start a table from here" in guest.says and "New table" not in guest.says
    guest.press("Ask to start a table")
    assert phone.open("/household/asks").status == 200 and "A new device wants to start a table" in phone.says
    seen = re.findall('hx-get="([^"]*)"', phone.text)[0].replace("&amp;", "&")
    assert phone.open(seen).status == 204, "it is shown already"
    assert guest.open("/household/asked").status == 204
    phone.open("/").press("Allow")
    assert guest.open("/household/asked").response.headers["HX-Redirect"] == "/lay"
    assert guest.lays().code


def test_who_was_refused_asks_again_after_a_while(app: Flask, phone: Phone, guest: Phone, monkeypatch) -> None:
    now = [time.monotonic()]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    guest.open("/").press("Ask")
    phone.open("/").press("No")
    assert guest.open("/household/asked").response.headers["HX-Refresh"] == "true"
    assert guest.open("/").press("Ask").status == 429
    assert Phone(app, address=guest.address).open("/").press("Ask").status == 429, "nor does another cookie help"
    assert app.extensions["companion"].door.asking() == []
    now[0] += door.REFUSED_SECONDS + 1
    assert "Sent. Now tap Allow" in guest.open("/").press("Ask").says
    now[0] += door.ASK_SECONDS + 1
    assert "Ask to start a table" in guest.open("/").buttons, "nobody answered"


def test_few_ask_at_once_and_one_from_an_address(app: Flask, phone: Phone) -> None:
    for _ in range(3):
        Phone(app, address="10.9.8.0").open("/").press("Ask")
    assert len(app.extensions["companion"].door.asking()) == 1
    for number in range(1, door.MAX_ASKING):
        assert Phone(app, address=f"10.9.8.{number}").open("/").press("Ask").status == 200
    assert Phone(app, address="10.9.8.99").open("/").press("Ask").status == 429


def test_a_guest_neither_lists_nor_answers(app: Flask, phone: Phone, guest: Phone) -> None:
    guest.open("/").press("Ask")
    for page in ("/household", "/household/asks"):
        assert guest.open(page).status == 403
    assert "This household" not in guest.open("/").page.links


def test_a_device_that_is_put_out_starts_no_more_tables_and_plays_on(app: Flask, phone: Phone, guest: Phone) -> None:
    guest.open(f"/in/{app.extensions['companion'].door.key}").lays()
    code = guest.code
    with guest.client.session_transaction() as cookie:
        device = hashed(cookie["device"])
    phone.open("/household").press("Remove", of=device)
    assert guest.open("/lay").says == guest.open("/").says and "Ask to start a table" in guest.buttons
    assert guest.open(f"/t/{code}").press("Deal").status == 200
    with phone.client.session_transaction() as cookie:
        own = hashed(cookie["device"])
    phone.open("/household").press("Remove", of=own)
    assert "Ask to start a table" in phone.buttons
    assert Phone(app, address="10.9.9.70").open("/").buttons == guest.open("/").buttons, "nobody is the first again"


def test_an_open_house_asks_nobody(app: Flask, phone: Phone, guest: Phone) -> None:
    phone.open("/household").press("Let anyone on this network start tables")
    assert guest.lays().code
    assert guest.open("/household").status == 403, "and is no guest's to close"
    phone.open("/household").press("Only the household")
    assert guest.open("/lay").response.request.path == "/"
