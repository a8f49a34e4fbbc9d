"""Who may do what: the pencil, the Host header, the headers of every answer."""

import stat
from pathlib import Path

import pytest
from flask import Flask, session

from companion.machine import addresses
from companion.machine.addresses import AllowedHosts
from companion.store import CannotOpen
from companion.web import create_app
from companion.web.request.access import MAX_REMEMBERED_TABLES, visitor
from tests.tools.clock import Clock
from tests.tools.house import sheet
from tests.tools.phone import Phone
from tests.tools.quick import quick_app


def test_a_page_is_good_all_evening(phone: Phone, monkeypatch) -> None:
    import itsdangerous.timed

    form = phone.lays().request_of("Deal")
    late = itsdangerous.timed.time.time() + 86_400
    monkeypatch.setattr(itsdangerous.timed.time, "time", lambda: late)
    assert phone.send(*form).status == 200


def test_a_stranger_sees_everything_and_can_press_nothing(phone: Phone, another) -> None:
    phone.lays().press("Deal").press("Cat")
    stranger = another()
    for page in ("", "/journal", "/journal/2", "/seats", "/rules", "/how-to-play", "/settlement", "/follow", "/pencil"):
        stranger.open(f"/t/{phone.code}{page}")
        assert stranger.status == 200, page
        assert stranger.buttons == [], page
    assert "Cat takes 9 from the pool" in stranger.open(f"/t/{phone.code}").says


# What is not there.


@pytest.mark.parametrize("path", ["/t/NOPE2", "/t/NOPE2/stream", "/t/NOPE2/settlement.txt", "/find?code=nope2"])
def test_a_code_that_no_table_has_is_said_and_can_be_typed_in_again(phone: Phone, path: str) -> None:
    code = phone.lays().code
    phone.open(path)
    assert phone.status == 404
    assert "No table here has the code NOPE2. Check it, and type it in again." in phone.says
    assert phone.page.links["Play"] == "/"
    assert phone.press("Go to the table", {"code": code.lower()}).response.request.path == f"/t/{code}"


@pytest.mark.parametrize(
    "page", ["/nothing", "journal/99", "journal/0", "journal/" + "9" * 30, "pencil/a/b", "moves/deal/x"]
)
def test_what_is_not_there_has_a_way_home(phone: Phone, page: str) -> None:
    assert phone.lays().open(page).status == 404
    if page == "/nothing":
        assert "There's no such table or page. Check the code for typos." in phone.says
        assert phone.page.links["Play"] == "/"


def test_a_code_is_found_however_it_is_typed(phone: Phone, another) -> None:
    code = phone.lays().code
    response = phone.client.get(f"/t/{code.lower()}")
    assert (response.status_code, response.location) == (308, f"/t/{code}")
    phone.open(f"/find?code=+{code.lower()}+")
    assert phone.response.request.path == f"/t/{code}"
    assert "Who are you?" in another().open(f"/find?code={code}").says, "as one that scans it is asked"
    assert phone.open("/find?code=").status == 404


# The Host header.


@pytest.fixture
def own(monkeypatch) -> list[str]:
    """The addresses of this machine, which the test changes."""
    here = ["192.168.1.20"]
    monkeypatch.setattr(addresses, "own_addresses", lambda: list(here))
    return here


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LocalHost:8000",
        "localhost.:8000",
        "127.0.0.1:8000",
        "192.168.1.20",
        "192.168.1.20:8000",
        "[::1]",
        "[::1]:8000",
    ],
)
def test_this_machine_answers_to_its_own_names(own, phone: Phone, host: str) -> None:
    assert phone.open("/lay", Host=host).status == 200


@pytest.mark.parametrize(
    ("name", "host"),
    [
        ("DESKTOP-ABC123", "desktop-abc123"),
        ("Anns-MacBook", "anns-macbook.local"),
        ("Anns-MacBook.local", "anns-macbook.local:8000"),
        ("Cafétablet", "xn--caftablet-d4a"),
        ("Tablet", "tablet.fritz.box"),
        ("Tablet", "tablet.home.arpa:8000"),
        ("Tablet", "tablet.internal"),
        ("Tablet", "tablet.localdomain"),
        ("Tablet", "tablet.fritz.box.:8000"),
        ("Tablet", "tablet.lan."),
        ("tablet.localdomain", "tablet"),
        ("tablet.localdomain", "tablet.fritz.box"),
    ],
)
def test_it_answers_to_its_name_as_browsers_send_it(own, phone: Phone, monkeypatch, name: str, host: str) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: name)
    assert phone.open("/lay", Host=host).status == 200


@pytest.mark.parametrize("name", ["", ".", "x" * 64, "a..b", "ä" * 63])
def test_what_can_be_no_name_is_none_of_its_names(own, phone: Phone, monkeypatch, name: str) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: name)
    assert phone.open("/lay", Host="localhost").status == 200
    assert not [host for host in AllowedHosts((name,)) if not host or host.startswith(".") or len(host) > 63]


def test_an_address_that_changed_is_answered_to(own, phone: Phone, monkeypatch) -> None:
    phone.open("/lay", Host="192.168.1.20")
    own[:] = ["10.1.1.7"]
    later = addresses.time.monotonic() + addresses.FRESH_SECONDS + 1
    monkeypatch.setattr(addresses.time, "monotonic", lambda: later)
    assert phone.open("/lay", Host="10.1.1.7").status == 200
    assert phone.open("/lay", Host="192.168.1.20").status == 400


def test_a_name_that_was_chosen_is_answered_to_and_shown(tmp_path: Path) -> None:
    app = quick_app(tmp_path, address="cards.example")
    phone = Phone(app).joins().lays()
    assert "http://cards.example/t/" in phone.open("follow", Host="localhost").says
    assert phone.open("", Host="cards.example").status == 200
    app.extensions["companion"].close()


def test_the_names_of_this_machine_are_looked_up_once_in_a_while(own) -> None:
    hosts = AllowedHosts(("a-name",))
    assert {"localhost", "192.168.1.20", "a-name"} <= set(hosts)
    own.append("10.1.1.7")
    assert "10.1.1.7" not in set(hosts)


# What goes with every answer.


@pytest.mark.parametrize(
    "path", ["/", "/lay", "/healthz", "/nothing", "/static/css/base.css", "/static/vendor/htmx.min.js"]
)
def test_nothing_comes_from_elsewhere(phone: Phone, path: str) -> None:
    headers = phone.open(path).response.headers
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert (policy["object-src"], policy["base-uri"], policy["frame-ancestors"]) == ("'none'", "'none'", "'none'")
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "script-src" not in policy


def test_nothing_is_inline(phone: Phone) -> None:
    phone.lays().press("Deal")
    for page in (
        "",
        "journal",
        "journal/2",
        "seats",
        "rules",
        "settlement",
        "follow",
        "pencil",
        "me",
        "moves/give",
        "/",
    ):
        text = phone.open(page).text
        assert "<script>" not in text and " style=" not in text and " onclick=" not in text, page
        assert 'src="http' not in text and 'href="http' not in text, page


def test_no_clock_of_here_says_how_long_the_cookie_is_kept(phone: Phone, wall: Clock) -> None:
    """A device whose clock is right would drop at once what a server of 1970 keeps for ten years."""
    wall.shows("1970-01-01")
    form = phone.lays().request_of("Deal")
    assert phone.client.get_cookie("companion").expires.year == 2099
    wall.shows("2026-11-26")
    assert phone.send(*form).press("Cat").status == 200, "and it still has the pencil"


def test_an_answer_under_way_does_not_bring_an_old_cookie_back(phone: Phone) -> None:
    """What a page merely looks up, while the phone takes the pencil, sets no cookie."""
    phone.lays().open("")
    for path in ("?v=1", "", "journal", "/static/css/base.css"):
        swaps = {"HX-Request": "true"} if "v=" in path else {}
        assert "Set-Cookie" not in phone.open(path, **swaps).response.headers, path


def test_the_key_is_its_owners_alone_and_it_is_never_in_debug_mode(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FLASK_DEBUG", "1")
    app = create_app(tmp_path)
    assert not app.debug and not app.testing
    key = tmp_path / "secret.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert len(key.read_bytes()) >= 32
    assert app.config["SECRET_KEY"] == key.read_bytes()
    app.extensions["companion"].close()


def test_a_key_that_a_full_disk_left_empty_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "secret.key").touch()
    app = quick_app(tmp_path)
    assert Phone(app).joins().lays().status == 200
    app.extensions["companion"].close()


@pytest.mark.parametrize("key", [b"k", b"a short key", b"\0" * 32], ids=["one byte", "eleven", "zeros"])
def test_a_key_that_could_be_guessed_is_refused_and_not_touched(tmp_path: Path, key: bytes) -> None:
    (tmp_path / "secret.key").write_bytes(key)
    with pytest.raises(CannotOpen, match=r"cookies could be forged with it. Put the right one back, or delete it"):
        create_app(tmp_path)
    assert (tmp_path / "secret.key").read_bytes() == key
    (tmp_path / "secret.key").unlink()
    create_app(tmp_path).extensions["companion"].close()


@pytest.mark.parametrize("address", ["127.0.0.1", "10.9.9.9"])
def test_whatever_breaks_is_said_without_a_traceback(app: Flask, another, monkeypatch, address: str) -> None:
    def breaks(code: str) -> str:
        raise RuntimeError("the cat sat on the tablet")

    monkeypatch.setattr(app.logger, "disabled", True)
    monkeypatch.setitem(app.view_functions, "table.rules", breaks)
    phone = another().lays()
    phone.address = address
    phone.open("rules")
    assert phone.status == 500
    assert "Nothing was changed by opening it." in phone.says
    assert "sat on" not in phone.text and "Traceback" not in phone.text
    assert phone.open("").press("Deal").status == 200


NASTY = ["<script>alert(1)</script>", "\"'><img src=x>", "{{7*7}}${7*7}", "</textarea><b>Dan"]


def test_names_are_escaped_on_every_page(phone: Phone) -> None:
    phone.lays(*NASTY).press("Deal").press(NASTY[1])
    memo = {"from": f"player:{NASTY[0]}", "to": "pot:pool", "counters": 1, "memo": "<i>for fun</i>"}
    phone.open("moves/give").press("Correct the score", memo)
    phone.open("me").press(NASTY[0])
    pages = ["", "journal", "journal/1", "journal/3", "journal/4", "seats", "rules", "settlement", "follow", "me"]
    pages += ["evening", "evening?player=Ben", "paper", "paper?empty=1"]
    for page in [*pages, "pencil", "moves/won", "moves/give", "moves/count", "/", "/lay"]:
        phone.open(page)
        assert phone.status == 200, page
        for marked in ("<script>alert", "<img src=x", "<b>Dan", "<i>for", "49$", "$49"):
            assert marked not in phone.text, page
    for act in ("strike", "amend"):
        phone.open("journal/3").send("journal/3/preview", phone.request_of("See")[1].to_dict() | {"act": act})
        assert phone.status == 200 and "<script>alert" not in phone.text
    plain = phone.open("settlement.txt")
    assert plain.response.mimetype == "text/plain"
    phone.open("").press("Finish").open("settlement").press(NASTY[0])
    assert phone.status == 200 and "<script>alert" not in phone.text


def test_how_it_is(phone: Phone) -> None:
    import importlib.metadata

    answer = phone.open("/healthz").response.json
    assert answer == {"status": "ok", "version": importlib.metadata.version("companion-scoresheet")}


def test_guests_see_their_own_tables_and_the_household_all(app: Flask, another) -> None:
    def tables(phone: Phone) -> list[str]:
        return [link for link in phone.open("/").page.links.values() if link.startswith("/t/")]

    ann, ben, machine = another().lays("Ann", "Dan"), another().lays("Ben", "Dan"), another()
    machine.address = "127.0.0.1"
    of_ann, of_ben = f"/t/{ann.code}", f"/t/{ben.code}"
    for of_household in (ann, ben, machine):
        assert tables(of_household) == [of_ben, of_ann], "newest first"
    assert tables(another()) == []
    watcher = another().open(of_ann)
    assert tables(watcher) == [of_ann], "a table that was watched is known"
    assert "Ann" not in another().open("/lay").says, "nor are the names of other tables given away"


@pytest.mark.parametrize(
    ("remote", "own_one"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("::ffff:192.168.1.20", True),
        ("192.168.1.20", True),
        ("192.168.1.21", False),
        ("::ffff:192.168.1.21", False),
        ("fe80::1", False),
        ("", False),
    ],
)
def test_this_machine_knows_itself_whatever_kind_of_address_it_has(own, remote: str, own_one: bool) -> None:
    assert addresses.is_own_address(remote) is own_one


def test_a_right_is_asked_for_at_each_table(app: Flask, phone: Phone, another) -> None:
    mine, theirs = phone.lays().code, another().lays().code
    with phone.client.session_transaction() as cookie:
        device = cookie["device"]
    tables = app.extensions["companion"].tables
    with app.test_request_context():
        session["device"] = device
        assert [visitor(tables.find(code)).writes for code in (mine, theirs, mine)] == [True, False, True]


def test_the_cookie_does_not_grow_with_every_table(app: Flask, phone: Phone) -> None:
    for _ in range(MAX_REMEMBERED_TABLES + 1):
        phone.open(f"/t/{app.extensions['companion'].tables.lay(sheet()).code}")
    with phone.client.session_transaction() as cookie:
        assert len(cookie["tables"]) == MAX_REMEMBERED_TABLES
    assert phone.open("").status == 200
