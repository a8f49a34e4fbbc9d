"""The servers that are compared, each a process of its own, which imports only its own."""

import os
import re
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field
from cheroot import wsgi
from flask import Flask, Response, render_template, request

if TYPE_CHECKING:
    from companion.store.table import Table

WITHOUT = "PYTHONDONTWRITEBYTECODE"
"""Python keeps what it compiled, for Companion as for the libraries that the floor loads too."""
STATIC = Path(__file__).parents[2] / "static"
ROW = '<li class="row"><span class="name">{{ name }}</span><span class="balance">{{ counters }}</span></li>\n'

PHONE = """<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/static/css/tokens.css"><link rel="stylesheet" href="/static/css/base.css">
<link rel="stylesheet" href="/static/css/forms.css"><link rel="stylesheet" href="/static/css/table.css">
<body class="table-page"><div class="table-with-top">
<button id="tap" style="position: fixed; z-index: 9">Cleo</button><div id="table"></div></div>
<script>
const swap = async (path, sent) => {
  const fresh = await (await fetch(path, sent)).text();
  document.getElementById("table").outerHTML = fresh;
};
tap.onclick = () => swap("/tapped", { method: "POST", body: new URLSearchParams({ player: "Cleo" }) });
if (location.hash) new EventSource("/stream").addEventListener("version", () => swap("/followed"));
</script>"""
"""A page that looks as ours and swaps our own fragments: after a tap, or, where it follows, when it is told of one."""


@define
class Running:
    """A server process: its port, and when it told a new version, in seconds of the clock that all processes share."""

    process: subprocess.Popen[str]
    port: int
    told: list[float] = field(factory=list)

    def memory(self) -> float:
        """Megabytes that it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        assert found
        return int(found[1]) / 1024

    def threads(self) -> int:
        return sum(1 for _ in Path(f"/proc/{self.process.pid}/task").iterdir())

    def worked(self) -> float:
        """Seconds of processor that it has used."""
        parts = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")

    def listen(self) -> None:
        """Notes what the process says of its commits."""
        assert self.process.stdout
        for line in self.process.stdout:
            self.told.append(float(line))


@contextmanager
def running(kind: str, folder: Path, size: int = 0) -> Iterator[Running]:
    """A server over a folder, until the block ends: "companion", the same "telling" when it commits, "bare", or the
    same with threads for ``size`` "streams"."""
    command = [sys.executable, "-m", "tests.bench.server", kind, str(folder), str(size)]
    environment = {name: value for name, value in os.environ.items() if name != WITHOUT}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout
        server = Running(process, int(process.stdout.readline()))
        threading.Thread(target=server.listen, daemon=True).start()
        try:
            yield server
        finally:
            process.kill()


def bare(folder: Path, size: int) -> Flask:
    """The least: one durable row, one fragment of ``size`` bytes; a page that says where it is, one that swaps.

    That one swaps the fragments that lie in the folder as HTML, in turn, as it would if Companion itself had no script.
    """
    app = Flask(__name__, static_folder=str(STATIC))
    connection = sqlite3.connect(folder / "bare.sqlite3", check_same_thread=False, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE IF NOT EXISTS moves (id INTEGER PRIMARY KEY, player TEXT, at TEXT)")
    guard, news = threading.Lock(), threading.Condition()
    template = app.jinja_env.from_string("<ol>{% for name, counters in rows %}" + ROW + "{% endfor %}</ol>")
    shown = {
        name: [file.read_text() for file in sorted(folder.glob(f"{name}-*.html"))] for name in ("tapped", "followed")
    }
    moves = 0
    rows = [("Ann", -3)] * (size // len(ROW.replace("{{ name }}", "Ann").replace("{{ counters }}", "-3")))

    def write() -> None:
        nonlocal moves
        with guard:
            connection.execute("INSERT INTO moves (player, at) VALUES (?, ?)", [request.form["player"], "now"])
            moves += 1
        with news:
            news.notify_all()

    @app.post("/move")
    def move() -> str:
        write()
        return render_template(template, rows=rows)

    @app.get("/")
    def page() -> str:
        return render_template(template, rows=rows)

    @app.get("/phone")
    def phone() -> str:
        return PHONE

    @app.post("/tapped")
    def tapped() -> str:
        write()
        return shown["tapped"][moves % 2]

    @app.get("/followed")
    def followed() -> str:
        return shown["followed"][moves % 2]

    @app.get("/stream")
    def stream() -> Response:
        def told() -> Iterator[str]:
            yield ": here\n\n"
            while True:
                with news:
                    news.wait()
                yield "event: version\ndata: 1\n\n"

        return Response(told(), mimetype="text/event-stream")

    return app


def full(folder: Path) -> Flask:
    """Companion itself."""
    from companion.web import create_app

    return create_app(folder)


def telling(folder: Path) -> Flask:
    """Companion, which says when it tells its streams of a commit."""
    app = full(folder)
    hub, tables = app.extensions["companion"].hub, app.extensions["companion"].tables
    tables.table_changed.disconnect(hub.hear)

    def noted(sender: object, table: "Table") -> None:
        sys.stdout.write(f"{time.monotonic()}\n")
        sys.stdout.flush()
        hub.hear(sender, table)

    tables.table_changed.connect(noted, weak=False)
    return app


def main() -> None:
    kind, folder, size = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    if kind in ("companion", "telling"):
        app = telling(folder) if kind == "telling" else full(folder)
        from companion.server.serve import SWITCH_SECONDS, open_lobby

        sys.setswitchinterval(SWITCH_SECONDS)  # as it is served
        lobby = open_lobby(app, "127.0.0.1", 0)
        port, serve = lobby.port, lobby.run
    else:
        threads = 2 * size if kind == "streams" else 10
        server = wsgi.Server(("127.0.0.1", 0), bare(folder, size), threads)
        server.prepare()
        port, serve = server.bind_addr[1], server.serve
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    serve()


if __name__ == "__main__":
    main()
