"""``companion serve --https`` as a process of its own: with its certificate, with those who don't speak https."""

import http.client
import socket
import ssl
import stat
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path

import pytest
from attrs import define, field

from companion.machine import addresses
from companion.server import serve
from companion.server.certificate import FILE_NAME, Certificate
from companion.server.serve import open_lobby
from companion.store import CannotOpen
from companion.web.devices.device import root_pem
from tests.server.test_serve import COMPANION, SERVE, TIMEOUT, printed_until, process
from tests.tools.phone import Phone
from tests.tools.quick import quick_app
from tests.tools.serving import Wire, workers

WITHOUT_TRUSTME = "import sys; sys.modules['trustme'] = None; from companion.cli import main; main(sys.argv[1:])"
"""A Companion that was installed without the extra."""


@define
class SecureWire(Wire):
    """Opens pages over https, with the certificate checked."""

    trusts: ssl.SSLContext = field(kw_only=True)

    @property
    def site(self) -> str:
        return f"https://127.0.0.1:{self.port}"

    def test_client(self) -> "SecureWire":
        return type(self)(self.port, trusts=self.trusts)

    def line(self) -> HTTPConnection:
        return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=30, context=self.trusts)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("https")


@pytest.fixture(scope="module")
def said(folder: Path) -> Iterator[str]:
    """What a server of the folder printed; it serves as long as the module is tried."""
    command = [*COMPANION, *SERVE, str(folder), "--https"]
    with process(*command, PYTHONUNBUFFERED="1") as running:
        yield printed_until(running, "Stop it with Ctrl-C")


@pytest.fixture(scope="module")
def port(said: str) -> int:
    return int(said.partition("https://127.0.0.1:")[2].partition("/")[0])


@pytest.fixture
def trusts(folder: Path, port: int) -> ssl.SSLContext:
    """A device that has installed the certificate, and knows no other."""
    return ssl.create_default_context(cadata=root_pem(folder / FILE_NAME).decode())


@pytest.fixture
def wire(port: int, trusts: ssl.SSLContext) -> SecureWire:
    return SecureWire(port, trusts=trusts)


def test_it_says_where_it_is_and_what_browsers_warn_of(said: str, port: int) -> None:
    assert f"Companion is on the table: https://127.0.0.1:{port}/" in said
    assert "█" in said, "a QR code"
    assert "not private" in said and f"https://127.0.0.1:{port}/certificate" in said


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_who_trusts_the_certificate_is_not_warned(name: str, port: int, trusts: ssl.SSLContext) -> None:
    with urllib.request.urlopen(f"https://{name}:{port}/healthz", timeout=10, context=trusts) as answer:
        assert answer.status == 200


def test_who_does_not_is_warned(port: int) -> None:
    with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
        urllib.request.urlopen(f"https://127.0.0.1:{port}/healthz", timeout=10)


def test_the_certificate_to_trust_is_offered_and_the_key_is_not(wire: SecureWire, folder: Path) -> None:
    page = Phone(wire).open("/certificate")
    found = wire.get(page.page.links["Download the certificate"])
    assert found.headers["Content-Type"] == "application/x-x509-ca-cert"
    assert found.body == root_pem(folder / FILE_NAME) and b"PRIVATE" not in found.body
    assert stat.S_IMODE((folder / FILE_NAME).stat().st_mode) == 0o600


def test_an_evening_is_played_as_ever(wire: SecureWire) -> None:
    phone, other = Phone(wire).lays(), Phone(wire)
    phone.press("Deal").press("Cat")
    assert "Cat takes 9 from the pool" in other.open(f"/t/{phone.code}").says
    assert phone.client.cookie.startswith("__Host-companion=")
    assert f"https://127.0.0.1:{wire.port}/t/{phone.code}" in phone.open("follow").says, "the one it listens to"
    assert "default-src 'self'" in phone.response.headers["Content-Security-Policy"]


def test_the_stream_tells_of_moves(wire: SecureWire) -> None:
    phone = Phone(wire).lays()
    with closing(wire.line()) as line:
        line.request("GET", f"/t/{phone.code}/stream")
        answer = line.getresponse()
        assert [answer.readline() for _ in range(4)][3] == b"data: 1\n"
        phone.press("Deal")
        assert b"data: 2\n" in islice(answer, 20)


def test_another_host_is_not_answered(wire: SecureWire) -> None:
    assert wire.get("/lay", headers={"Host": "evil.example"}).status_code == 400


def test_a_form_from_elsewhere_is_refused(wire: SecureWire) -> None:
    phone = Phone(wire)
    path, form = phone.new_table().request_of("Add")
    for elsewhere in ("https://evil.example", wire.site.replace("https", "http")):
        assert phone.send(path, form, Origin=elsewhere).status == 403
    assert phone.send(path, form).status == 200


def test_a_phone_that_falls_silent_keeps_nobody_waiting(port: int, wire: SecureWire) -> None:
    silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(12)]
    silent[0].send(b"\x16\x03")
    before = time.monotonic()
    assert wire.get("/healthz").status_code == 200
    assert time.monotonic() - before < 5, "less than it waits for the silent ones"
    for line in silent:
        line.close()


def test_who_speaks_plain_http_is_shown_the_way(port: int) -> None:
    answer = Wire(port).get("/t/ABCDE?move=won")
    assert answer.status_code == 400
    assert 'location.protocol = "https:"' in answer.get_data() and "https://" in answer.get_data()


def test_nonsense_is_not_answered_and_does_no_harm(port: int, wire: SecureWire) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(b"\x16" + b"nonsense" * 40)
        assert b"HTTP" not in line.recv(4096)
    assert wire.get("/healthz").status_code == 200


def test_without_the_extra_it_says_what_to_run(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WITHOUT_TRUSTME, "serve", "--https", "--port", "0", "--data", str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, **TIMEOUT)
    assert (ended.returncode, ended.stdout) == (1, "")
    (line,) = ended.stderr.splitlines()
    assert f"run {sys.executable} -m pip install trustme" in line
    assert not list(tmp_path.iterdir()), "nothing is begun"


def test_without_the_extra_plain_http_is_served(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WITHOUT_TRUSTME, *SERVE, str(tmp_path)]
    with process(*command, PYTHONUNBUFFERED="1") as running:
        assert "http://127.0.0.1:" in printed_until(running, "Stop it with Ctrl-C")


@contextmanager
def secured(folder: Path) -> Iterator[tuple[int, ssl.SSLContext]]:
    """A server in this process: its port, and a device that trusts its certificate."""
    certificate = Certificate(folder)
    certificate.renew()
    app = quick_app(folder / "tables")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate.file)
    lobby = open_lobby(app, "127.0.0.1", 0, context)
    serving = threading.Thread(target=lobby.run)
    serving.start()
    try:
        yield lobby.port, ssl.create_default_context(cadata=root_pem(certificate.file).decode())
    finally:
        app.extensions["companion"].close()
        lobby.stop()
        serving.join()


def test_a_phone_that_is_too_slow_is_answered_in_secret_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What came is answered as a request that was cut off, and that too as the other one expects it."""
    monkeypatch.setattr("companion.server.connection.REQUEST_SECONDS", 0.3)
    said = b""
    with secured(tmp_path) as (port, trusts), socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        comes, goes = ssl.MemoryBIO(), ssl.MemoryBIO()
        secure = trusts.wrap_bio(comes, goes, server_hostname="127.0.0.1")
        while not said:
            try:
                secure.do_handshake()
                secure.write(b"POST /lay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\na=")
                line.sendall(goes.read())
                while more := line.recv(65536):
                    said += more
                    comes.write(more)
            except ssl.SSLWantReadError:
                line.sendall(goes.read())
                comes.write(line.recv(65536))
        assert b"HTTP/1.1" not in said
        assert secure.read(65536).startswith(b"HTTP/1.1 408")


def test_a_handshake_that_drips_holds_no_thread(tmp_path: Path) -> None:
    with secured(tmp_path) as (port, trusts), ExitStack() as open_:
        goes = ssl.MemoryBIO()
        with suppress(ssl.SSLWantReadError):
            trusts.wrap_bio(ssl.MemoryBIO(), goes, server_hostname="127.0.0.1").do_handshake()
        hello = goes.read()
        drip = [open_.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(30)]
        for said in (hello[:1], *(bytes([byte]) for byte in hello[1:10])):
            for line in drip:
                line.sendall(said)
            time.sleep(0.05)
            assert workers() < 10
        assert SecureWire(port, trusts=trusts).get("/healthz").status_code == 200
        drip[0].sendall(hello[10:])
        drip[0].settimeout(10)
        assert drip[0].recv(1) == b"\x16", "and is gone on with when the rest comes"


def shaken(secure: ssl.SSLContext, file: Path, name: str) -> None:
    """Shakes hands by this name, as a device that trusts the file alone. Raises ssl.SSLError where it is warned."""
    trusts = ssl.create_default_context(cadata=root_pem(file).decode())
    ours, theirs = socket.socketpair()
    ours.settimeout(20)
    theirs.settimeout(20)
    with ours, theirs:
        server = secure.wrap_socket(theirs, server_side=True, do_handshake_on_connect=False)

        def shake() -> None:
            with suppress(OSError):  # the other one found that it is not for the name
                server.do_handshake()

        shaking = threading.Thread(target=shake)
        shaking.start()
        try:
            trusts.wrap_socket(ours, server_hostname=name).close()
        finally:
            shaking.join()
            server.close()


def test_a_machine_that_changes_its_network_shows_a_certificate_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though it could not be made at once."""
    monkeypatch.setattr(serve, "CERTIFICATE_SECONDS", 0.05)
    monkeypatch.setattr(addresses, "own_addresses", lambda: ["192.168.1.20"])
    certificate, stopped = Certificate(tmp_path), threading.Event()
    certificate.renew()
    secure = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    secure.load_cert_chain(certificate.file)
    renew, troubles = Certificate.renew, [OSError(28, "No space left on device"), CannotOpen("It can't be made.")]

    def late(made: Certificate) -> bool:
        if troubles:
            raise troubles.pop()
        return renew(made)

    monkeypatch.setattr(Certificate, "renew", late)
    keeping = threading.Thread(target=serve.keep_certificate, args=[certificate, secure, stopped])
    keeping.start()
    try:
        shaken(secure, certificate.file, "192.168.1.20")
        monkeypatch.setattr(addresses, "own_addresses", lambda: ["10.0.0.7"])
        until = time.monotonic() + 20
        while True:
            try:
                shaken(secure, certificate.file, "10.0.0.7")
                break
            except ssl.SSLError:
                assert time.monotonic() < until, "the new certificate is not shown"
                time.sleep(0.05)
    finally:
        stopped.set()
        keeping.join()
