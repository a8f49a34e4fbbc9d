"""Four processes behind nginx, each with its own database, which share the tables by their codes (docs/SCALING.md)."""

import os
import re
import signal
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.machine.ring import Ring
from tests.server.test_proxy import SITE, refused
from tests.server.test_serve import COMPANION, printed_until, process
from tests.tools.nginx import from_the_docs, nginx
from tests.tools.phone import Phone
from tests.tools.serving import Answered, Wire, free_port

SCALING = Path(__file__).parents[2] / "docs" / "SCALING.md"
TABLES = 12
KEY = os.urandom(32)
"""The key that all four sign their cookies with."""


class Front(Wire):
    """A phone that comes through nginx from an address of its own."""

    def test_client(self) -> "Front":
        return Front(self.port, source=self.source)

    def _ask(self, method: str, path: str, form: str | None, headers: dict[str, str]) -> Answered:
        sent = {"Host": f"{SITE}:{self.port}", "Accept": "text/html"}
        return super()._ask(method, path.removeprefix(f"http://{SITE}:{self.port}"), form, sent | headers)


def blocks(port: int, own: list[int]) -> str:
    """What the docs show, for these processes, over plain http."""
    shown = from_the_docs("Several processes for many tables", SCALING).replace(
        "listen 443 ssl", f"listen 127.0.0.1:{port}"
    )
    for number, process_port in enumerate(own, 1):
        shown = shown.replace(f"127.0.0.1:800{number} ", f"127.0.0.1:{process_port} ")
    return re.sub(r"ssl_\S+ \S+;", "", shown)


def test_a_code_leads_to_the_process_that_gave_it(tmp_path: Path) -> None:
    """What Companion takes for its own is what nginx sends there."""
    port, own = free_port(), [free_port() for _ in range(4)]
    names = [f"127.0.0.1:{each}" for each in own]
    each_says = "".join(f"server {{ listen {name}; location / {{ return 200 {name}; }} }}\n" for name in names)
    ring = Ring(names, names[0])
    with nginx(tmp_path / "nginx", port, blocks(port, own) + each_says):
        codes = [f"{one}{two}WXY" for one in "23456789ABCDEFGH" for two in "23456"]
        said = {code: Front(port).get(f"/t/{code}/journal").get_data() for code in codes}
    assert said == {code: ring.process_of(code) for code in codes}
    assert set(said.values()) == {*names}, "and each has some"


def test_a_process_that_is_not_named_is_refused(tmp_path: Path) -> None:
    said = refused("--host", "127.0.0.1", "--port", "8009", "--among", "127.0.0.1:8001", "--data", str(tmp_path))
    assert said == "--among doesn't name this process, 127.0.0.1:8009. Name all of them as the proxy does.\n"


@pytest.mark.thorough
def test_four_share_the_tables_and_one_that_ends_takes_no_other_with_it(tmp_path: Path) -> None:
    port, own = free_port(), [free_port() for _ in range(4)]
    among = [word for each in own for word in ("--among", f"127.0.0.1:{each}")]

    def started(which: int) -> subprocess.Popen[str]:
        folder = tmp_path / str(which)
        folder.mkdir(exist_ok=True)
        (folder / "secret.key").write_bytes(KEY)
        command = [*COMPANION, "serve", "--port", str(own[which]), "--data", str(folder), "--open-house", *among]
        proxy = ["--behind-proxy", f"http://{SITE}:{port}"]
        running = whole.enter_context(process(*command, *proxy, PYTHONUNBUFFERED="1"))
        printed_until(running, "Stop it with Ctrl-C")
        return running

    with ExitStack() as whole:
        processes = [started(which) for which in range(4)]
        whole.enter_context(nginx(tmp_path / "nginx", port, blocks(port, own)))
        ring = Ring([f"127.0.0.1:{each}" for each in own], "")
        phones = [Phone(Front(port, source=f"127.0.3.{number + 1}")).lays() for number in range(TABLES)]
        whose = {phone.code: own.index(int(ring.process_of(phone.code).rpartition(":")[2])) for phone in phones}
        assert len({*whose.values()}) > 1, "a household for each address, not all at one process"
        guest = Phone(Front(port, source="127.0.4.1"))
        for phone in phones:
            phone.press("Deal")
            assert "hand 1" in guest.open(f"/t/{phone.code}").says, "one guest follows all of them"

        gone = whose[phones[0].code]
        processes[gone].send_signal(signal.SIGKILL)
        processes[gone].wait()
        for phone in phones:
            if whose[phone.code] == gone:
                assert phone.open(f"/t/{phone.code}").status == 502, "away, rather than unknown"
            else:
                assert "Cat takes 9 from the pool" in phone.press("Cat").says
        lost = [phone for phone in phones if whose[phone.code] == gone]
        started(gone)
        for phone in lost:
            assert "Cat takes 9 from the pool" in phone.open(f"/t/{phone.code}").press("Cat").says, (
                "and nothing is lost"
            )
