"""``companion serve`` as a process of its own: where it says it is, what it answers, how it ends."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import zxingcpp
from click.testing import CliRunner
from PIL import Image

from companion.cli import main
from companion.store import Database
from tests.tools.phone import Phone
from tests.tools.serving import Wire
from tests.tools.trouble import no_growth

COMPANION = [sys.executable, "-m", "companion"]
SERVE = ["serve", "--host", "127.0.0.1", "--port", "0", "--data"]
"""What follows ``companion``, before the folder of the tables."""
TIMEOUT = {"timeout": 60}
ENDS_AT_ONCE = """
import sys
from companion.server import serve
serve.Lobby.run = lambda lobby: None
from companion.cli import main
main(sys.argv[1:])
"""
"""A Companion whose server answers nobody any more as soon as it began."""


SEES_MOUNTS = f"""
from pathlib import Path
from companion.machine import files
import sys
files.MOUNTS = Path(sys.argv.pop(1))
{ENDS_AT_ONCE}"""
"""The same, on a system of other disks."""


@contextmanager
def process(*command: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A process that is ended with the block, if it still runs."""
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=os.environ | environment
    )
    try:
        yield running
    finally:
        running.kill()
        running.communicate()


@contextmanager
def served(data: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """A server of the folder, its address, and all that it printed."""
    command = [*COMPANION, *SERVE, str(data), *options]
    with process(*command, PYTHONUNBUFFERED="1") as running:
        said = printed_until(running, "Stop it with Ctrl-C")
        yield running, re.findall(r"http://[\w.:\[\]]+:\d+/", said)[0], said


def printed_until(running: subprocess.Popen[str], words: str) -> str:
    assert running.stdout
    said = ""
    for line in running.stdout:
        said += line
        if words in line:
            return said
    raise AssertionError(said)


def phone_at(address: str) -> Phone:
    return Phone(Wire(int(address.rstrip("/").rpartition(":")[2])))


def get(address: str) -> tuple[int, str]:
    with urllib.request.urlopen(address, timeout=10) as answer:
        return answer.status, answer.read().decode()


def end(running: subprocess.Popen[str], how: signal.Signals) -> str:
    """What it prints when it is told to end, which it does with status 0."""
    running.send_signal(how)
    said, _ = running.communicate(**TIMEOUT)
    assert running.returncode == 0, said
    return said


def refused(*options: str, status: int = 1) -> str:
    """The last line of a server that doesn't start: the only one, unless the options can't be together."""
    ended = CliRunner().invoke(main, ["serve", *options])
    assert (ended.exit_code, ended.stdout) == (status, ""), ended.output
    line, *rest = reversed(ended.stderr.splitlines())
    assert status == 2 or not rest
    return line


def test_a_whole_life(tmp_path: Path) -> None:
    with served(tmp_path) as (running, address, said):
        assert f"Companion is on the table: {address}" in said
        assert "█" in said, "a QR code"
        assert get(address + "healthz")[0] == 200
        assert "What are we playing?" in get(address)[1]
        assert "htmx" in get(address + "static/vendor/htmx.min.js")[1]
        assert "Another Companion is serving" in refused("--port", "0", "--data", str(tmp_path))
        assert get(address + "healthz")[0] == 200, "the first serves on"
        assert "Good night. Every move is kept." in end(running, signal.SIGTERM)
    Database(tmp_path, serving=True).close()


def scanned(said: str) -> str:
    """What a phone reads from the QR code in the terminal."""
    blocks = [line for line in said.splitlines() if line and set(line) <= set(" \u2580\u2584\u2588\xa0")]
    rows = [
        row for line in blocks for row in ([b in "\u2580\u2588" for b in line], [b in "\u2584\u2588" for b in line])
    ]
    image = Image.new("1", (len(rows[0]), len(rows)))
    image.putdata([light for row in rows for light in row])
    (found,) = zxingcpp.read_barcodes(image.resize((6 * image.width, 6 * image.height)))
    return found.text


def guest_opens(address: str, *, takes: bool = False) -> tuple[str, str]:
    """Where a guest's phone ends that opens an address, or takes what it gives, and what it reads there."""
    jar = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    jar.addheaders = [("X-Forwarded-For", "10.9.9.9"), ("Accept", "text/html")]
    jar.addheaders.append(("Origin", "/".join(address.split("/")[:3])))
    with jar.open(address, b"" if takes else None, timeout=10) as answer:
        return answer.url, answer.read().decode()


def test_the_code_in_the_terminal_lets_one_device_in_and_then_another_is_shown(tmp_path: Path) -> None:
    with served(tmp_path) as (running, address, said):
        assert "Welcome!" in guest_opens(address)[1]
        code = scanned(said)
        assert code.startswith(f"{address}in/") and "works once" in said
        assert "Join the household" in guest_opens(code)[1]
        assert "What are we playing?" in guest_opens(code, takes=True)[1]
        printed_until(running, "For the next one:")
        another = scanned(printed_until(running, "\u2580" * 20))
        assert another.startswith(f"{address}in/") and another != code
        with pytest.raises(urllib.error.HTTPError, match="410"):
            guest_opens(code)


def test_ctrl_c_ends_it_though_somebody_follows(tmp_path: Path) -> None:
    # what runs in the background ignores it, and all that it starts
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sheet = '{"scoresheet": 1, "players": ["Ann", "Ben"], "games": []}'
    laid = subprocess.run([*COMPANION, "import", "-", "--data", str(tmp_path)], input=sheet, text=True, stdout=-1)
    with served(tmp_path) as (running, address, _):
        stream = urllib.request.urlopen(f"{address}t/{laid.stdout.strip()}/stream", timeout=10)
        assert stream.readline() == b"retry: 2000\n"
        assert "Traceback" not in end(running, signal.SIGINT)
        stream.close()
    Database(tmp_path, serving=True).close()


@pytest.mark.parametrize("pause", [0, 0.002, 0.05])
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_who_cannot_wait_for_the_end_does_not_break_it(tmp_path: Path, how: signal.Signals, pause: float) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with served(tmp_path) as (running, _, _):
        running.send_signal(how)
        time.sleep(pause)
        assert end(running, how) == "Good night. Every move is kept.\n"
    Database(tmp_path, serving=True).close()


def test_an_address_for_the_others_is_printed_and_answered_to(tmp_path: Path) -> None:
    with served(tmp_path, "--address", "cards.example") as (_, address, said):
        assert address.startswith("http://cards.example:")
        port = address.rsplit(":", 1)[1]
        request = urllib.request.Request(f"http://127.0.0.1:{port}", headers={"Host": "cards.example"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            assert answer.status == 200
        assert "also http://127.0.0.1:" in said


def test_it_is_reached_by_the_newer_addresses_too(tmp_path: Path) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError as error:
        pytest.skip(f"{error}: this test is skipped")
    with served(tmp_path, "--host", "::1") as (_, address, said):
        assert f"Companion is on the table: {address}" in said
        assert get(address + "healthz")[0] == 200


def test_the_one_address_where_it_listens_is_the_one_in_qr_codes(tmp_path: Path) -> None:
    with served(tmp_path) as (_, address, _):
        phone = phone_at(address).lays("Ann", "Ben")
        assert f"{address}t/{phone.code}" in phone.open(f"/t/{phone.code}/follow").says


def test_a_port_that_is_taken_is_refused(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        line = refused("--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path))
    assert line == (
        f"127.0.0.1:{port} can't be used: another program is using it, or only the system may. Choose another --port."
    )
    Database(tmp_path, serving=True).close()


@pytest.mark.parametrize("host", ["203.0.113.7", "no.such.host.invalid", "a..b", "x" * 70, "a b", ":", "[::1]"])
def test_a_host_that_is_not_here_is_refused(tmp_path: Path, host: str) -> None:
    line = refused("--host", host, "--port", "0", "--data", str(tmp_path))
    assert line.startswith(f"{host}:0 can't be used: ") and line.endswith("Choose another --host.")
    Database(tmp_path, serving=True).close()


@pytest.mark.skipif(sys.platform != "linux", reason="no limit for another process here: this test is skipped")
def test_the_owner_is_told_once_that_the_disk_takes_no_more(tmp_path: Path) -> None:
    with served(tmp_path) as (running, address, _):
        phone = phone_at(address).lays("Ann", "Ben").press("Deal")
        form = {"from": "player:Ann", "to": "player:Ben", "counters": "1"}
        with no_growth(running.pid, tmp_path):
            taps = (phone.client.post(f"/t/{phone.code}/moves/give", form | {"key": str(key)}) for key in range(500))
            assert 503 in (tap.status_code for tap in taps)
            next(taps)
        told, _ = end(running, signal.SIGTERM).splitlines()
    assert told.startswith(f"Nothing is written down in {tmp_path}: ")


def test_no_host_is_every_address(tmp_path: Path) -> None:
    with served(tmp_path, "--host", "") as (_, address, said):
        port = address.rstrip("/").rpartition(":")[2]
        assert get(f"http://127.0.0.1:{port}/healthz")[0] == 200
        assert "http://:" not in said


@pytest.mark.parametrize(
    "address",
    [
        *("x" * 3000, "a..b", "x" * 64, ".local", "x." * 200, "a b", "a_b", "a/b", "x:8000", "<b>"),
        *("http://192.168.1.5:8000/", "192.168.1.5:8000", "192.168.1.300", "1.2.3.4/24"),
    ],
)
def test_what_cannot_be_an_address_is_refused(tmp_path: Path, address: str) -> None:
    line = refused("--address", address, "--port", "0", "--data", str(tmp_path))
    assert line == f"--address {address[:40]} can't be the name of a machine. Choose another."
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full here: this test is skipped")
def test_where_it_cannot_say_where_it_is_it_ends(tmp_path: Path) -> None:
    command = [*COMPANION, *SERVE, str(tmp_path)]
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, **TIMEOUT)
    assert (ended.returncode, ended.stderr) == (1, "This couldn't be done: No space left on device.\n")
    Database(tmp_path, serving=True).close()


def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path) -> None:
    (tmp_path / "companion.sqlite3").write_text("Dear diary")
    assert "can't be opened" in refused("--port", "0", "--data", str(tmp_path))
    assert (tmp_path / "companion.sqlite3").read_text() == "Dear diary"


def test_a_server_whose_threads_all_ended_ends(tmp_path: Path) -> None:
    command = [sys.executable, "-c", ENDS_AT_ONCE, *SERVE, str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, **TIMEOUT)
    assert ended.returncode == 0, ended.stderr
    Database(tmp_path, serving=True).close()


DISKS = """\
/dev/sda1 / ext4 rw 0 0
nas:/home /mnt/nas nfs4 rw 0 0
//nas/tables {folder} cifs rw 0 0
/dev/sdb1 {folder}/my\\040own ext4 rw 0 0
"""
"""What the system may say: a disk of the network, in which one of this machine's has its place."""


@pytest.mark.parametrize(("below", "told"), [("a house", "cifs"), ("my own/house", ""), ("my own", "")])
def test_a_network_disk_is_named_at_the_start(tmp_path: Path, below: str, told: str) -> None:
    (tmp_path / "mounts").write_text(DISKS.format(folder=tmp_path))
    command = [sys.executable, "-c", SEES_MOUNTS, str(tmp_path / "mounts"), *SERVE, str(tmp_path / below)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, **TIMEOUT)
    assert ended.returncode == 0, ended.stderr
    said = [line for line in ended.stdout.splitlines() if "network disk" in line]
    line = f"The tables lie on a network disk ({told}), where moves may get lost: give --data a folder of this machine."
    assert said == ([line] if told else [])


def test_flask_serves_it_too(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "flask", "--app", "companion", "run", "--port", "0"]
    with process(*command, COMPANION_DATA=str(tmp_path), PYTHONUNBUFFERED="1") as running:
        said = printed_until(running, "Running on")
        assert "What are we playing?" in get(re.findall(r"http://[\d.:]+", said)[0] + "/")[1]
        assert (tmp_path / "companion.sqlite3").exists()
