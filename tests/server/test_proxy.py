"""``companion serve --behind-proxy`` behind a real nginx, set up as docs/INSTALL.md says: https, a prefix or none."""

import re
import ssl
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPSConnection
from itertools import islice
from pathlib import Path

import pytest
import trustme
from attrs import define, field

from tests.server.test_serve import COMPANION, printed_until, process, refused, scanned
from tests.tools.needed import program
from tests.tools.nginx import from_the_docs, nginx
from tests.tools.phone import Phone
from tests.tools.serving import Answered, Wire, free_port

SITE = "cards.example"
PREFIXES = [pytest.param("", id="no prefix"), pytest.param("/cards", id="prefix")]
"""Where nginx serves Companion."""


@define
class Outside(Wire):
    """Opens pages through the proxy, from another address than this machine's; a path may have the prefix already."""

    trusts: ssl.SSLContext = field(kw_only=True)
    prefix: str = field(kw_only=True)

    @property
    def site(self) -> str:
        return f"https://{SITE}:{self.port}"

    def test_client(self) -> "Outside":
        return self.at(self.source)

    def at(self, source: str) -> "Outside":
        """Another device, at this address."""
        return Outside(self.port, source=source, trusts=self.trusts, prefix=self.prefix)

    def line(self) -> HTTPConnection:
        return HTTPSConnection(
            "127.0.0.1", self.port, timeout=30, context=self.trusts, source_address=(self.source or "127.0.0.9", 0)
        )

    def _ask(self, method: str, path: str, form: str | None, headers: dict[str, str]) -> Answered:
        path = path.removeprefix(self.site)
        path = path if path.startswith(f"{self.prefix}/") else self.prefix + path
        sent = {"Host": self.site.removeprefix("https://"), "Accept": "text/html"}
        answered = super()._ask(method, path, form, sent | headers)
        answered.path = answered.path.removeprefix(self.prefix)
        return answered


@pytest.fixture(scope="module", params=PREFIXES)
def behind(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Outside, int, str]]:
    """A way in through nginx, the port that nginx finds Companion at, and what Companion printed."""
    program("nginx")
    prefix: str = request.param
    folder = tmp_path_factory.mktemp("behind")
    authority, port, own = trustme.CA(), free_port(), free_port()
    leaf = authority.issue_cert(SITE, "127.0.0.1")
    leaf.private_key_and_cert_chain_pem.write_to_path(folder / "both.pem")
    blocks = from_the_docs(prefix).replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    blocks = re.sub(r"/etc/ssl/\S+;", f"{folder}/both.pem;", blocks.replace("127.0.0.1:8000", f"127.0.0.1:{own}"))
    command = [*COMPANION, "serve", "--port", str(own), "--data", str(folder / "tables")]
    trusts = ssl.create_default_context(cadata=authority.cert_pem.bytes().decode())
    with process(*command, "--behind-proxy", f"https://{SITE}:{port}{prefix}", PYTHONUNBUFFERED="1") as running:
        said = printed_until(running, "Stop it with Ctrl-C")
        with nginx(folder / "nginx", port, blocks):
            yield Outside(port, trusts=trusts, prefix=prefix), own, said


@pytest.fixture
def wire(behind: tuple[Outside, int, str]) -> Outside:
    """A guest's device."""
    return behind[0].test_client()


@pytest.fixture(scope="module")
def ours(behind: tuple[Outside, int, str]) -> Phone:
    """A phone that came by the QR code of the terminal, and laid a table."""
    wire, _, said = behind
    phone = Phone(wire.test_client())
    phone.open(scanned(said).removeprefix(wire.site + wire.prefix))
    return phone.press("Join the household").lays()


def test_it_says_the_address_of_the_proxy_and_listens_to_this_machine_alone(behind: tuple[Outside, int, str]) -> None:
    wire, own, said = behind
    assert f"Companion is on the table: {wire.site}{wire.prefix}/\n" in said
    assert scanned(said).startswith(f"{wire.site}{wire.prefix}/in/")
    assert f"The proxy finds it at http://127.0.0.1:{own}/" in said and "also" not in said


def test_an_evening_is_played_where_the_proxy_serves_it(ours: Phone) -> None:
    prefix = ours.client.prefix
    ours.open(f"/t/{ours.code}").press("Deal").press("Cat")
    assert "Cat takes 9 from the pool" in ours.says
    links = re.findall(r'(?:href|src|action|hx-get|hx-post|data-stream)="([^"]+)"', ours.text)
    assert links and not [link for link in links if link.startswith("/") and not link.startswith(f"{prefix}/")]
    ours.open("follow")
    assert f"{ours.client.site}{prefix}/t/{ours.code}" in ours.says


def test_the_cookie_stays_with_https_and_with_what_the_proxy_serves(ours: Phone, wire: Outside) -> None:
    with closing(wire.line()) as line:
        line.request("GET", f"{wire.prefix}/t/{ours.code}", headers={"Host": wire.site.removeprefix("https://")})
        cookie = line.getresponse().headers["Set-Cookie"]
    assert cookie.startswith("__Secure-companion=" if wire.prefix else "__Host-companion=")
    assert {"Secure", "HttpOnly", f"Path={wire.prefix or '/'}", "SameSite=Lax"} <= set(cookie.split("; "))


def test_the_stream_comes_through_as_it_is_told(ours: Phone) -> None:
    with closing(ours.client.line()) as line:
        site = ours.client.site.removeprefix("https://")
        line.request("GET", f"{ours.client.prefix}/t/{ours.code}/stream", headers={"Host": site})
        answer = line.getresponse()
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        before = [answer.readline() for _ in range(5)]
        assert before[0] == b"retry: 2000\n"
        seen = int(before[3].removeprefix(b"data: "))
        ours.open(f"/t/{ours.code}").press("Undo")
        assert b"data: %d\n" % (seen + 1) in islice(answer, 20)


def test_one_proxy_brings_more_followers_than_one_address_may_have(ours: Phone) -> None:
    with ExitStack() as all_of_them:
        for number in range(60):
            each = ours.client.at(f"127.0.1.{number // 30 + 1}")
            line = all_of_them.enter_context(closing(each.line()))
            line.request("GET", f"{ours.client.prefix}/t/{ours.code}/stream", headers={"Host": SITE})
            answer = line.getresponse()
            assert (answer.status, answer.readline()) == (200, b"retry: 2000\n")


@pytest.mark.parametrize("claimed", [{}, {"X-Forwarded-For": "127.0.0.1"}, {"Forwarded": "for=127.0.0.1"}])
def test_nobody_who_comes_through_is_the_machine_itself(
    ours: Phone, wire: Outside, behind: tuple[Outside, int, str], claimed: dict[str, str]
) -> None:
    guest = Phone(wire)
    guest.open("/lay")
    assert guest.client.post(f"/t/{ours.code}/pencil", data={"do": "here"}, headers=claimed).status_code == 403
    direct = Wire(behind[1], guest.client.cookie)
    headers = {"Host": SITE, "Origin": wire.site} | claimed
    assert direct.post(f"/t/{ours.code}/pencil", data={"do": "here"}, headers=headers).status_code == 403, (
        "and nobody beside it"
    )


def test_wrong_codes_are_counted_for_each_who_asks(ours: Phone, wire: Outside) -> None:
    guesser, guest = wire.at("127.0.2.1"), wire.at("127.0.2.2")
    for letter in "ABCDEFGHJKLMNPQRSTUVW":
        guesser.get(f"/t/ZZZZ{letter}", headers={"X-Forwarded-For": f"10.1.1.{ord(letter)}"})
    assert guesser.get(f"/t/{ours.code}", headers={"X-Forwarded-For": "10.2.2.2"}).status_code == 429
    assert guest.get(f"/t/{ours.code}").status_code == 200


def test_it_answers_to_the_names_it_was_given_alone(behind: tuple[Outside, int, str], wire: Outside) -> None:
    """Nor is anything that a header says of names or paths repeated."""
    for name in ("evil.example", f"127.0.0.1:{behind[1]}", "localhost"):
        assert wire.get("/lay", headers={"Host": name}).status_code == 400
        assert Wire(behind[1]).get("/lay", headers={"Host": name}).status_code == 400
    claims = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Prefix": "//evil", "X-Forwarded-Proto": "evil"}
    named = wire.get("/", headers={"Host": SITE} | claims)
    assert named.status_code == 200 and "evil" not in named.get_data()


def test_a_watchdog_may_ask_whether_it_is_well(behind: tuple[Outside, int, str]) -> None:
    with urllib.request.urlopen(f"http://127.0.0.1:{behind[1]}/healthz", timeout=10) as answer:
        assert answer.status == 200


@pytest.mark.parametrize(
    "address", ["/", "ftp://cards.example", "cards..example", "a b", "https://u@cards.example", "cards.example/?a=b"]
)
def test_what_cannot_be_an_address_is_refused(tmp_path: Path, address: str) -> None:
    said = refused("--behind-proxy", address, "--port", "0", "--data", str(tmp_path))
    assert said == f"--behind-proxy {address} can't be an address. Write it as browsers do: https://cards.example"
    assert not list(tmp_path.iterdir())


def test_addresses_of_two_kinds_are_refused(tmp_path: Path) -> None:
    two = ["--behind-proxy", "cards.example", "--behind-proxy", "http://cards.lan"]
    assert "several names of one scheme and one path" in refused(*two, "--data", str(tmp_path))
    assert "use it alone" in refused(*two, "--https", "--data", str(tmp_path), status=2)
