"""A guest on the network, without pencil or code: what the household keeps stays as it is, and its pages stay small."""

import re
from pathlib import Path

import pytest
from flask import Flask

from companion.store import HouseRules
from companion.store.devices import NoInvitation, hashed
from companion.web.live.hub import Follower, QueueSubscriber
from tests.attacks.routes import at
from tests.tools.evening import opening
from tests.tools.phone import NAVIGATION, Phone
from tests.tools.quick import app_over


@pytest.fixture
def guest(app: Flask) -> Phone:
    """A phone that nobody let in."""
    return Phone(app, address="10.9.9.66")


def test_a_guest_with_the_pencil_keeps_no_rules(app: Flask, phone: Phone, guest: Phone, written) -> None:
    """It plays: it may begin another game, and corrects what was written."""
    code = phone.lays().code
    phone.lets_write(guest)
    rules = HouseRules(app.extensions["companion"].database)
    assert guest.send(f"/t/{code}/rules/from/{code}").status == 404
    assert guest.send(f"/rules/from/{code}", {"keep_as": "Junk"}).status == 403
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
    for phone in (guest, machine, guest):
        opens_every_page(phone, "ABCDE")
    assert guest.open("/household").status == 403 and starts(guest) == 403 and known() == []
    form = {"game": "spoil-five", "player": ["Ann", "Ben"], "keeps": "score", "start": "30"}
    code = machine.send("/tables", form).code
    (own,) = known()
    opens_every_page(guest, code)
    assert guest.open("/household").status == 403 and known() == [own]


def starts(phone: Phone) -> int:
    """What a phone is answered that would start a table."""
    return phone.send("/tables", {"game": "spoil-five", "player": ["Ann", "Ben"]}).status


def test_in_a_container_nobody_is_the_machine_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Podman without root gives every phone the address 127.0.0.1 there."""
    monkeypatch.setenv("COMPANION_IN_CONTAINER", "1")
    with app_over(tmp_path / "container") as app:
        guest = Phone(app, address="127.0.0.1")
        assert "the one in Companion's terminal" in guest.open("/").says
        assert guest.open("/household").status == 403
        scans(app, guest)
        assert guest.open("/household").status == 200


# The code in the terminal.


def scans(app: Flask, phone: Phone) -> Phone:
    """Scans the code in the terminal, and joins."""
    return phone.open(f"/in/{app.extensions['companion'].pencils.terminal}").press("Join the household")


def test_the_code_lets_one_device_in_and_then_there_is_another(app: Flask, guest: Phone) -> None:
    token = app.extensions["companion"].pencils.terminal
    assert scans(app, guest).open("/lay").response.request.path == "/lay"
    late = Phone(app, address="10.9.9.67").open(f"/in/{token}")
    assert late.status == 410 and "has been used" in late.says
    assert "Welcome!" in late.open("/").says
    assert scans(app, late).open("/household").status == 200


def test_a_code_is_used_up_by_a_tap_alone(app: Flask, phone: Phone, guest: Phone) -> None:
    """Not by what looks at a link before it is opened, nor by a device that is of the household already."""
    pencils = app.extensions["companion"].pencils
    token = pencils.terminal
    guest.open(f"/in/{token}", Accept="image/webp,*/*").open(f"/in/{token}")
    guest.client.head(f"/in/{token}", environ_overrides={"REMOTE_ADDR": guest.address})
    for inside in (phone, Phone(app, address="127.0.0.1")):
        assert inside.open(f"/in/{token}").response.request.path == "/"
        inside.send(f"/in/{token}")
    assert pencils.terminal == token and guest.open("/household").status == 403
    scans(app, guest)
    assert guest.open("/household").status == 200 and pencils.terminal != token


def test_a_code_is_never_guessed(app: Flask, guest: Phone) -> None:
    assert len(app.extensions["companion"].pencils.terminal) == 16, "of 64 letters: 96 bits"
    for token in ("x", "%F0%9F%98%80", "%ED%A0%80", "A" * 16):
        assert guest.open(f"/in/{token}").status == guest.send(f"/in/{token}").status == 410


def test_house_rules_are_not_kept_without_end(app: Flask, phone: Phone) -> None:
    rules = HouseRules(app.extensions["companion"].database)
    for number in range(HouseRules.most):
        rules.keep(f"More {number}", opening("jig"), "theirs")
    assert phone.send("/rules", {"game": "jig", "keep_as": "One too many"}).status == 409
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
            device = {"code": f"J{number:04}", "device": hashed(f"junk {number % 40}"), "pencil": 0}
            rows.table("devices").insert(device | {"since": "2026-01-01"})


def test_no_page_grows_with_what_guests_left(app: Flask, phone: Phone) -> None:
    phone.lays()
    pages = ["/", "/lay", "/rules", "/evenings", "/household", f"/t/{phone.code}/rules"]
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
    machine.open(machine.page.links["Evenings"])
    for _ in range(3):
        seen |= set(re.findall("/t/[A-Z0-9]{5}", machine.text))
        machine.open(machine.page.links.get("Earlier evenings", "/evenings"))
    assert len(seen) == 46 and f"/t/{family}" in seen
    assert "Junk 00000" in machine.open("/rules").says
    assert "Junk 00119" in machine.open(machine.page.links["Next page"]).open("/rules?page=3").says


def test_a_device_that_is_removed_is_out_everywhere_and_what_it_wrote_stays(
    app: Flask, phone: Phone, guest: Phone
) -> None:
    code = scans(app, guest).lays("Ann", "Ben").press("Deal").code
    guest.open("me").press("Ann")
    with guest.client.session_transaction() as cookie:
        own = hashed(cookie["device"])
    services = app.extensions["companion"]
    offered = services.pencils.invite(None, cookie["device"], device="somebody", key="a")
    follower = QueueSubscriber(code, 0, who=Follower(own, "phone"))
    assert services.hub.enter("", own)
    services.hub.follow(follower)
    says = phone.open("/household").says
    assert "It can write at 1 table, and then can't any more." in says
    phone.send("/household", {"device": own, "remove": "1"})
    assert all([*follower]), "its stream has ended"
    assert guest.open("/lay").says == guest.open("/").says and "Welcome!" in guest.says
    assert starts(guest) == 403
    assert guest.open(f"/t/{code}").buttons == []
    assert guest.send("undo").status == 403
    assert services.pencils.holders(code) == services.pencils.phones(code) == []
    with pytest.raises(NoInvitation):
        services.pencils.invitation(offered, "somebody")
    assert "Nobody can write at this table now" in guest.open(f"/t/{code}").says
    assert "Nobody can write at this table now" in phone.open(f"/t/{code}").says
    phone.press("Take the pencil here").open(f"/t/{code}").press("Ann")
    assert phone.status == 200 and services.tables.find(code).journal.last == 3
