"""An application as most tests need it: Companion's own, with what is the same for all of them made once a process."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from jinja2 import FileSystemBytecodeCache
from werkzeug.routing import Rule

from companion.machine.files import make_private_file, make_private_folder
from companion.store import Database
from companion.store.database_file import FILE
from companion.web.app import Companion, create_app

TEMPLATES = TemporaryDirectory(prefix="companion-templates")
COMPILED = FileSystemBytecodeCache(TEMPLATES.name)
"""Templates compiled once for all applications."""


class LateRule(Rule):
    """A route whose addresses are compiled when the first is built: few tests build many, and to compile all is half of
    an application's start.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        of_rule = super()._compile_builder

        @cache
        def compiled() -> Callable[..., tuple[str, str]]:
            return of_rule(append_unknown)

        return lambda rule, **values: compiled()(rule, **values)


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
    """The application over the database in a folder. It doesn't wait for the disk: no test here pulls the plug."""
    Companion.url_rule_class = LateRule
    app = create_app(furnish(folder), **more)
    app.jinja_env.bytecode_cache = COMPILED
    app.extensions["companion"].database.rows.execute("PRAGMA synchronous=OFF")
    return app
