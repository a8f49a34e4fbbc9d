"""What belongs to a device: its switches, the app, the page while the server is away, what a table sounds like."""

import json
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from companion.engine.changes import Change
from companion.engine.journal import Journal
from companion.engine.replay import initial_state
from companion.server.certificate import Certificate
from companion.web.assets import edition
from companion.web.devices.device import sound_of as heard_in
from companion.web.security import HTTPS_CONFIG
from tests.loto.web.test_calling import follows, loto, until
from tests.tools.evening import move, opening
from tests.tools.phone import Phone
from tests.tools.quick import quick_app

STATIC = Path(__file__).parents[3] / "static"


def heard(phone: Phone) -> tuple[str, int, int]:
    """What the page tells those who hear: what it was, at which entry, how many claims wait."""
    found = re.search(r'data-sound="(\w*)" data-entry="(\d+)"', phone.text)
    assert found
    return found[1], int(found[2]), phone.text.count("data-rings")


# What a table sounds like.


def test_a_pool_that_is_won_is_heard_and_nothing_else_of_the_hand(phone: Phone, another) -> None:
    phone.lays()
    quiet = heard(phone)
    assert heard(phone.press("Deal")) == ("", quiet[1] + 1, 0)
    assert heard(phone.press("Cat")) == ("won", quiet[1] + 2, 0)
    assert heard(another().open(f"/t/{phone.code}")) == heard(phone)
    assert heard(phone.open("overhead"))[0] == "won"
    assert heard(phone.open("").press("Undo"))[0] == "", "a correction is silent"
    phone.open("moves/give")
    phone.press("Correct the score", {"from": "pot:pool", "to": "player:Ann", "counters": 9})
    assert "Ann takes 9 from the pool" in phone.says
    assert heard(phone)[0] == "", "it was handed out, not won"
    phone.lays().press("Deal").press("Nobody").press("Finish")
    assert "from the pool" in phone.says, "it was shared out"
    assert heard(phone)[0] == ""
    phone.lays(deal_at_once="on").press("Deal").press("Cat")
    assert heard(phone)[0] == "won" and "hand 2" in phone.says


def test_one_counter_out_of_a_pool_is_not_the_pool() -> None:
    key = "snip-snap-snorum"
    snaps = [move(key, "deal"), move(key, "snap", player="Ben"), move(key, "turned_up", player="Cat")]
    moves = [opening(key, turn_up="pool"), *snaps]
    journal = Journal(initial_state(["Ann", "Ben", "Cat"]))
    for made in moves:
        journal = journal.extend(Change.play(made))
    assert journal.state.pots["pool"] == 1
    assert heard_in(journal) == ""


def test_a_draw_and_a_claim_are_heard(app: Flask, phone: Phone, another) -> None:
    loto(app, phone, prizes="quarters")
    assert heard(phone)[0] == ""
    assert heard(phone.press("Draw"))[0] == "draw"
    until(app, phone, 1, 1)
    ben = follows(phone, another, "Ben")
    before = heard(phone)
    ben.press("I have the whole card")
    assert heard(phone.open("")) == before, "a false claim is told to its phone alone"
    ben.open("").press("I have a row")
    assert heard(phone.open("")) == (*before[:2], 1)
    phone.press("Not this one")
    assert heard(phone)[2] == 0


def test_a_prize_that_is_paid_is_heard(app: Flask, phone: Phone, another) -> None:
    loto(app, phone)
    until(app, phone, 1, 3)
    follows(phone, another, "Ben").press("I have the whole card")
    assert heard(phone.open("").press("Pay Ben"))[0] == "won"


# The device.


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]", "[::1]:8000"])
def test_browsers_trust_the_machine_itself_also_without_https(phone: Phone, host: str) -> None:
    assert "Add to Home Screen" in phone.open("/device", Host=host).says


def test_the_switches_lie_where_one_looks_for_them(phone: Phone) -> None:
    phone.lays()
    phone.open(next(path for words, path in phone.page.links.items() if words.startswith("This phone")))
    phone.open(phone.page.links["This device"])
    assert phone.page.links[phone.code] == f"/t/{phone.code}"
    for switch in ("awake", "sound", "touch"):
        assert f'data-switch="{switch}"' in phone.text
    assert "Auto-Lock: Never" in phone.says and "Screen timeout" in phone.says
    assert phone.open("/device").status == 200
    assert phone.open("/t/NOPE2/device").status == 404


def test_over_plain_http_nothing_is_promised(phone: Phone) -> None:
    assert "companion serve --https" in phone.open("/device").says
    assert "plain http" in phone.open("/certificate").says
    assert phone.open("/companion.crt").status == 404


def test_over_https_the_app_is_promised_by_any_name(tmp_path: Path) -> None:
    app = quick_app(tmp_path, address="cards.example", **HTTPS_CONFIG)
    assert "Add to Home Screen" in app.test_client().get("/device", base_url="https://cards.example").text
    app.extensions["companion"].close()


def test_the_certificate_is_sent_as_devices_install_it_and_is_kept_by_none(
    app: Flask, phone: Phone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Certificate(tmp_path)
    made.renew()
    monkeypatch.setitem(app.config, "CERTIFICATE", made.file)
    answer = phone.open("/companion.crt").response
    assert (answer.mimetype, answer.headers["Cache-Control"]) == ("application/x-x509-ca-cert", "no-store")


# The app.


def test_it_says_what_it_is(phone: Phone) -> None:
    answer = phone.open("/manifest.webmanifest").response
    assert answer.mimetype == "application/manifest+json"
    said = json.loads(phone.text)
    assert (said["short_name"], said["start_url"], said["display"]) == ("Companion", "./", "standalone")
    look = (STATIC / "css/tokens.css").read_text()
    assert f"--baize: {said['theme_color']};" in look and f"--baize-edge: {said['background_color']};" in look
    for icon in said["icons"]:
        assert phone.client.get(f"/{icon['src']}").mimetype == icon["type"]
        if icon["type"] == "image/png":
            with Image.open(STATIC / icon["src"].removeprefix("static/")) as drawn:
                assert "{}x{}".format(*drawn.size) == icon["sizes"]
                corner = drawn.convert("RGBA").getpixel((0, 0))
            assert isinstance(corner, tuple) and corner[3] == (255 if icon["purpose"] == "maskable" else 0)
    assert {icon["purpose"] for icon in said["icons"]} == {"any", "maskable"}
    assert '<link rel="manifest" href="/manifest.webmanifest">' in phone.open("/lay").text


def test_what_it_says_is_asked_for_anew_and_in_the_language_of_the_phone(phone: Phone) -> None:
    answer = phone.open("/manifest.webmanifest", **{"Accept-Language": "fr"}).response
    assert answer.headers["Cache-Control"] == "no-cache"
    assert json.loads(phone.text)["lang"] == "fr"


def test_the_worker_keeps_the_away_page_and_all_that_it_needs_and_no_table(phone: Phone) -> None:
    """It names what it keeps by addresses that change with any of it."""
    answer = phone.open("/sw.js").response
    assert (answer.mimetype, answer.headers["Cache-Control"]) == ("text/javascript", "no-cache")
    found = re.search(r"const PARTS = (\[.*\]);", phone.text)
    assert found
    parts, worker = json.loads(found[1]), phone.text
    assert worker.count("caches.open") == 1 and "kept.put" not in worker
    assert all(part.startswith(f"/static/{edition(STATIC)}/") for part in parts[1:])
    page = phone.open(parts[0])
    assert "Can't reach the table" in page.says
    needs = re.findall(r'(?:src|href)="(/[^"]+)"', page.text)
    assert set(needs) == set(parts[1:])
    assert all(phone.client.get(part).status_code == 200 for part in parts)
    assert phone.open("/sw.js", **{"Accept-Language": "fr"}).text != worker, "another language is another worker"


# The cookie over https.


def chooses_a_language(client: FlaskClient) -> list[str]:
    """The cookies that are set over https."""
    at = "https://localhost"
    answer = client.post("/language", data={"language": "fr"}, base_url=at, headers={"Origin": at})
    return answer.headers.getlist("Set-Cookie")


def test_a_pencil_is_kept_when_the_tables_are_served_over_https(tmp_path: Path) -> None:
    plain = quick_app(tmp_path)
    phone = Phone(plain).lays()
    cookie = phone.client.get_cookie("companion")
    assert cookie
    plain.extensions["companion"].close()
    app = quick_app(tmp_path, **HTTPS_CONFIG)
    secure = Phone(app)
    secure.client.set_cookie("companion", str(cookie.value))
    assert "Deal hand 1" in " ".join(secure.open(f"/t/{phone.code}").buttons)
    sent = chooses_a_language(secure.client)
    assert sent and all(cookie.startswith("__Host-companion=") and "Secure" in cookie for cookie in sent)
    app.extensions["companion"].close()


def test_a_new_device_gets_a_cookie_that_plain_http_never_sees(tmp_path: Path) -> None:
    app = quick_app(tmp_path, **HTTPS_CONFIG)
    (cookie,) = chooses_a_language(app.test_client())
    assert cookie.startswith("__Host-companion=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(cookie.split("; "))
    assert "Domain" not in cookie
    app.extensions["companion"].close()
