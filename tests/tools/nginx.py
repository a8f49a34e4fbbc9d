"""A real nginx of the system in front of Companion, as the docs set it up."""

import re
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.tools.needed import program

INSTALL = Path(__file__).parents[2] / "docs" / "INSTALL.md"
WHOLE = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log stderr;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {blocks}
}}
"""
"""A configuration around the blocks of a test; all that nginx writes goes into one folder."""


def from_the_docs(prefix: str = "") -> str:
    """Nginx's side of a proxy as the docs have it, at a prefix such as ``/cards`` or at none."""
    block = re.search(r"```nginx\n(.*?)```", INSTALL.read_text("utf-8"), re.DOTALL)
    assert block and "location / {" in block[1], "no configuration of nginx"
    return block[1].replace("location /", f"location {prefix}/")


@contextmanager
def nginx(folder: Path, port: int, blocks: str) -> Iterator[None]:
    """An nginx that listens on this port until the block ends."""
    folder.mkdir(exist_ok=True)
    file = folder / "nginx.conf"
    file.write_text(WHOLE.format(folder=folder, blocks=blocks))
    running = subprocess.Popen([program("nginx"), "-e", "stderr", "-c", str(file)], stderr=subprocess.PIPE, text=True)
    try:
        until = time.monotonic() + 20
        while True:
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            assert running.poll() is None and time.monotonic() < until, running.communicate()[1]
            time.sleep(0.02)
        yield
    finally:
        running.terminate()
        running.communicate(timeout=20)
