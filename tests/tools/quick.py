"""An application as most tests need it: Companion's own, with what is the same for all of them made once a process."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from jinja2 import FileSystemBytecodeCache

from companion.machine.files import make_private_file, make_private_folder
from companion.store import Database
from companion.store.database import FILE
from companion.web.app import create_app, open_services

ROOT = Path(__file__).parents[2]


@cache
def compiled() -> FileSystemBytecodeCache:
    """Templates compiled once for all applications of all runs, until something changes in how they are compiled."""
    written_by = b"".join(path.read_bytes() for path in sorted((ROOT / "companion" / "web").rglob("*.py")))
    folder = ROOT / ".pytest_cache" / "templates" / sha256(written_by).hexdigest()[:16]
    for other in set(folder.parent.glob("*")) - {folder}:
        rmtree(other, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    return FileSystemBytecodeCache(str(folder))


@cache
def _empty_database() -> bytes:
    with TemporaryDirectory() as folder:
        Database(Path(folder)).close()
        return Path(folder, FILE).read_bytes()


def furnish(folder: Path) -> Path:
    """Lays an empty database into a folder that has none, and gives the folder."""
    if not (folder / FILE).exists():
        make_private_folder(folder)
        make_private_file(folder / FILE)
        (folder / FILE).write_bytes(_empty_database())
    return folder


def quick_app(folder: Path, **more: Any) -> Flask:
    """A new application over the database in a folder, for a test that serves it or changes it."""
    app = create_app(furnish(folder), **more)
    app.jinja_env.bytecode_cache = compiled()
    return hurried(app)


def hurried(app: Flask) -> Flask:
    """The application, which doesn't wait for the disk: no test here pulls the plug."""
    app.extensions["companion"].database.rows.execute("PRAGMA synchronous=OFF")
    return app


_idle: list[Flask] = []
"""The applications of this process that no test has now."""


@contextmanager
def app_over(folder: Path) -> Iterator[Flask]:
    """An application of this process, over the database in a folder, with services of its own, until the block ends."""
    opened = open_services(furnish(folder))
    games = {pages.blueprint for pages in opened.game_pages.values()}
    app = next((idle for idle in _idle if games <= {*idle.blueprints.values()}), None) or _app_alone()
    if app in _idle:
        _idle.remove(app)
    app.extensions["companion"] = opened
    try:
        yield hurried(app)
    finally:
        app.extensions["companion"].close()
        _idle.append(app)


def _app_alone() -> Flask:
    """An application whose database is closed."""
    with TemporaryDirectory(prefix="companion-app") as folder:
        app = quick_app(Path(folder))
        app.extensions["companion"].close()
        return app
