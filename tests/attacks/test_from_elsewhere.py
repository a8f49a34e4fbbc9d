"""Other sites: with forms (CSRF), under another name (DNS rebinding), in a frame (clickjacking), told our addresses."""

from itertools import cycle
from pathlib import Path

import pytest
from flask import Flask

from companion.machine import addresses
from companion.web.request.proxy import Proxy
from tests.attacks.posts import SENT
from tests.attacks.raw import HOST, asked
from tests.attacks.routes import at, changing
from tests.tools.phone import ORIGIN, Phone
from tests.tools.quick import quick_app
from tests.tools.serving import served

# A form of theirs, sent with the cookie of the phone that holds the pencil.

REFUSED = "Nothing was written down: this wasn't sent from a page of this Companion."
ELSEWHERE = {
    "another site": {"Origin": "http://evil.example"},
    "a site that is called like us at first": {"Origin": f"{ORIGIN}.evil.example"},
    "a site with us as its user": {"Origin": f"{ORIGIN}@evil.example"},
    "another port": {"Origin": f"{ORIGIN}:8000"},
    "another scheme": {"Origin": "https://localhost"},
    "another name of this machine": {"Origin": "http://127.0.0.1"},
    "a site of which we are a part": {"Origin": "http://local"},
    "a frame that hides where it is": {"Origin": "null"},
    "the same, with our Referer": {"Origin": "null", "Referer": f"{ORIGIN}/lay"},
    "an Origin of nothing, with our Referer": {"Origin": "", "Referer": f"{ORIGIN}/lay"},
    "two at once": {"Origin": f"{ORIGIN}, http://evil.example"},
    "another site, with our Referer": {"Origin": "http://evil.example", "Referer": f"{ORIGIN}/lay"},
    "nowhere": {},
    "nowhere, as a browser swears": {"Sec-Fetch-Site": "same-origin"},
    "the Referer of another site": {"Referer": "http://evil.example/lay"},
    "the Referer of a site that names us": {"Referer": f"http://evil.example/{ORIGIN}/"},
    "the Referer of a site that is called like us at first": {"Referer": f"{ORIGIN}.evil.example/"},
    "the Referer of another port": {"Referer": f"{ORIGIN}:8000/lay"},
    "the Referer of another scheme": {"Referer": "https://localhost/lay"},
    "another site, over https": {"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"},
    "us, as no browser says of another site": {"Origin": ORIGIN, "Sec-Fetch-Site": "cross-site"},
    "us, and a site beside us": {"Origin": ORIGIN, "Sec-Fetch-Site": "same-site"},
    "us, and no site at all": {"Origin": ORIGIN, "Sec-Fetch-Site": "none"},
    "our Referer, and a site beside us": {"Referer": f"{ORIGIN}/lay", "Sec-Fetch-Site": "same-site"},
}
"""What a browser, or no browser, may say of a form that none of our pages sent."""
OURS = {
    "its Origin": {"Origin": ORIGIN},
    "its Origin, over https": {"Origin": ORIGIN, "Sec-Fetch-Site": "same-origin"},
    "its Referer": {"Referer": f"{ORIGIN}/lay?game=jig"},
    "its Referer alone": {"Referer": ORIGIN},
}


@pytest.fixture
def sender(owner: Phone) -> Phone:
    """The phone that laid the table, which says of what it sends only what a test says."""
    del owner.client.environ_base["HTTP_ORIGIN"]
    return owner


@pytest.mark.parametrize("elsewhere", ELSEWHERE)
def test_a_form_that_is_none_of_our_pages_writes_nothing(elsewhere: str, app: Flask, sender: Phone, written) -> None:
    before = written()
    for route in changing(app):
        sender.send(at(route, sender.code), SENT[route], **ELSEWHERE[elsewhere])
        assert (route, sender.status) == (route, 403)
        assert REFUSED in sender.says, route
        assert written() == before, route


@pytest.mark.parametrize("ours", OURS)
def test_a_form_of_our_pages_is_taken(ours: str, sender: Phone, written) -> None:
    """Otherwise everything above would be refused for another reason."""
    before = written()
    sender.send("moves/give", SENT["/t/<code>/moves/<name>"], **OURS[ours])
    assert sender.status == 200 and written() != before


def test_no_other_method_is_a_way_round(app: Flask, sender: Phone, written) -> None:
    before = written()
    for route in changing(app):
        for method in ("PUT", "DELETE", "PATCH", "NONSENSE"):
            answer = sender.client.open(at(route, sender.code), method=method, data=SENT[route])
            assert answer.status_code == 403, (method, route)
    assert written() == before


SERVED_AT = [
    "https://cards.example",
    "https://cards.example:8443/cards",
    "http://cards.lan:8080",
    "https://xn--krtchen-5wa.example",
    "https://[2001:db8::1]:8443",
]


@pytest.mark.parametrize("address", SERVED_AT)
def test_behind_a_proxy_only_its_own_pages_send_forms(address: str, tmp_path: Path) -> None:
    """The application itself is asked over http; it goes by what the owner said, and by no header."""
    app = quick_app(tmp_path, proxy=Proxy.serving([address]))
    rows, client = app.extensions["companion"].database.rows.conn, app.test_client()
    origin = "/".join(address.split("/")[:3])
    scheme, _, host = origin.partition("://")
    other = {"http": "https", "https": "http"}[scheme]
    claims = {"Host": host, "X-Forwarded-Proto": other, "X-Forwarded-Host": "evil.example", "X-Forwarded-Port": "1"}
    named = (f"{other}://{host}", f"{origin}1", f"{scheme}://evil.example", f"{other}://evil.example", "null", ORIGIN)
    elsewhere = [{"Origin": name} for name in named] + [{"Referer": f"{other}://{host}/"}, {}]
    before = rows.total_changes
    for route, said in zip(sorted(changing(app)), cycle(elsewhere)):
        answer = client.post(at(route, "ABCDE"), data=SENT[route], headers=claims | said)
        assert answer.status_code == 403 and "Nothing was written down" in answer.text, (route, said)
    assert rows.total_changes == before
    for own in ({"Origin": origin}, {"Referer": f"{address}/lay"}):
        assert client.post("/language", data={"language": "fr"}, headers=claims | own).status_code == 303
    app.extensions["companion"].close()


def test_a_form_sent_again_by_a_page_of_another_day_is_taken(tmp_path: Path) -> None:
    """Nothing in it is the server's own: the same page goes on when that was started anew."""
    app = quick_app(tmp_path)
    phone = Phone(app).lays()
    cookie, form = phone.client.get_cookie("companion"), phone.request_of("Deal")
    app.extensions["companion"].close()
    app = quick_app(tmp_path)
    again = Phone(app)
    again.client.set_cookie("companion", cookie.value)
    assert "Cat" in " ".join(again.send(*form).buttons)
    app.extensions["companion"].close()


# Under another name.

FOREIGN = [
    "evil.example",
    "evil.example:8000",
    "localhost.evil.example",
    "evil.example#localhost",
    "evil.example/localhost",
    "localhost@evil.example",
    "localhost:80@evil.example",
    "127.0.0.1.evil.example",
    "127.1",
    "2130706433",
    "0x7f.0.0.1",
    "0.0.0.0",
    "10.0.0.1",
    "[::ffff:127.0.0.1]",
    "a b",
    ".localhost",
    "x.localhost",
    "localhost#@evil.example",
    "localhost?evil.example",
    "localhost\\evil.example",
    "localhost:8000:9000",
    "localhost:",
    "localhost:99999x",
    "[::1",
    "::1",
    "[::1]evil.example",
    "[::1].evil.example",
    "[::2]",
    "[localhost]",
    ".",
    "..",
    "evil.example.",
    "localhost..",
    "localhost.example.",
    "evil.fritz.box",
    "evil.home.arpa",
    "evil.internal",
    "evil.localdomain",
    "fritz.box",
    "home.arpa.",
    ".internal",
    "[",
    "]",
    ":",
    "x" * 4000,
]


@pytest.fixture
def own(monkeypatch) -> None:
    """This machine has one address."""
    monkeypatch.setattr(addresses, "own_addresses", lambda: ["192.168.1.20"])


@pytest.mark.parametrize("host", FOREIGN, ids=lambda host: host[:30])
def test_it_answers_to_no_name_but_its_own(own, phone: Phone, host: str) -> None:
    """A name of the attacker's that suddenly means this machine: its pages read nothing here and write nothing."""
    phone.open("/lay", Host=host)
    assert phone.status == 400
    assert "<form" not in phone.text and "Traceback" not in phone.text
    assert len(host) < 2 or host not in phone.text


@pytest.mark.parametrize("path", ["/", "/t//x", "/t/abcde", "/nothing", "/static/css/base.css", "/find?code=ABCDE"])
def test_nothing_is_answered_or_sent_on_under_another_name(own, phone: Phone, path: str) -> None:
    answer = phone.client.get(path, headers={"Host": "evil.example"})
    assert (answer.status_code, answer.mimetype) == (400, "text/plain")
    assert "evil.example" not in f"{answer.headers}{answer.text}"


def test_a_machine_without_a_name_answers_to_no_name_below_none(own, monkeypatch, phone: Phone) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "")
    for host in ("evil.local", "evil.lan", "x.home", ".local", "fritz.box", ".fritz.box", "home.arpa", "internal."):
        assert phone.open("/lay", Host=host).status == 400, host


def test_no_other_header_gives_it_a_name(own, phone: Phone) -> None:
    """Addresses are built from the name that it has, whatever a request says of proxies."""
    phone.lays()
    for name in ("X-Forwarded-Host", "X-Host", "X-Forwarded-Server", "X-Original-URL", "X-Rewrite-URL", "Forwarded"):
        phone.open("follow", **{name: "host=evil.example" if name == "Forwarded" else "evil.example"})
        assert (name, phone.status) == (name, 200)
        assert "evil.example" not in phone.text, name


RAW = [
    (["GET /lay HTTP/1.1"], 400),
    (["GET /lay HTTP/1.1", "Host: evil.example"], 400),
    (["GET http://evil.example/lay HTTP/1.1", "Host: evil.example"], 400),
    (["GET http://evil.example/lay HTTP/1.1", HOST], 400),
    (["GET /lay HTTP/1.0", "Host: evil.example"], 400),
    (["CONNECT evil.example:80 HTTP/1.1", HOST], 400),
    (["GET /lay HTTP/1.1", HOST], 200),
]


def test_the_real_server_answers_to_no_other_either(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        for lines, status in RAW:
            answer = asked(address, *lines)
            assert (lines, int(answer.split()[1])) == (lines, status)
            assert status == 200 or b"<form" not in answer


# In a frame, and what is passed on.

PAGES = [
    "",
    "journal",
    "pencil",
    "follow",
    "moves/give",
    "settlement",
    "overhead",
    "evening",
    "me",
    "/",
    "/lay",
    "/nothing",
]


@pytest.mark.parametrize("page", [*PAGES, "sheet.json", "/static/css/base.css"])
def test_no_page_is_shown_in_a_frame_or_tells_another_site_its_address(app: Flask, owner: Phone, page: str) -> None:
    """Who believes to tap a game on another site would tap Undo; an invitation to write is an address."""
    headers = owner.open(page).response.headers
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "form-action 'self'" in headers["Content-Security-Policy"], "no form was put in that sends elsewhere"
    assert headers["Referrer-Policy"] == "same-origin"


def test_no_other_site_reads_an_answer(app: Flask, owner: Phone) -> None:
    for page in ["", "sheet.json", "result.json", "/healthz"]:
        headers = owner.open(page, Origin="http://evil.example").response.headers
        assert not [name for name, _ in headers if name.startswith("Access-Control")], page


def test_no_page_leads_elsewhere(app: Flask, owner: Phone) -> None:
    for page in PAGES:
        assert not [link for link in owner.open(page).page.links.values() if "//" in link], page


def test_the_cookie_does_not_come_along_with_another_sites_form(app: Flask, owner: Phone) -> None:
    (cookie,) = Phone(app).open(f"/t/{owner.code}").response.headers.getlist("Set-Cookie")
    assert "SameSite=Lax" in cookie and "HttpOnly" in cookie and "Domain=" not in cookie
