"""The application: its parts, and the database that it serves."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, request
from jinja2.bccache import Bucket, FileSystemBytecodeCache
from werkzeug.routing import Rule

from companion.store import Database, Pencils, Tables
from companion.store.folder import data_folder
from companion.web import (
    bridge_sheet,
    cards,
    compressing,
    corrections,
    devices,
    drawings,
    evenings,
    faults,
    flat,
    giving,
    home,
    houses,
    invitations,
    languages,
    live,
    loto,
    own_cards,
    papers,
    playing,
    seats,
    security,
    settling,
    words,
)
from companion.web.hub import Hub
from companion.web.services import Services

PARTS = (
    *(home, playing, seats, corrections, settling, evenings, papers, invitations, live),
    *(loto, drawings, flat, cards, own_cards, giving, houses, languages, devices),
)
"""Everything that has pages."""

PACKAGE = Path(__file__).parent.parent


class Address(Rule):
    """What writes it down is compiled when a page first names it: for all of them a start would need a tenth more."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(super()._compile_builder)
        return lambda rule, /, **values: compiled(append_unknown)(rule, **values)


class Companion(Flask):
    """Flask, which would write the whole address of a page that broke into its log, with the invitation in it."""

    url_rule_class = Address

    def log_exception(self, exc_info: Any) -> None:
        self.logger.error("Exception on %s [%s]", request.url_rule or "no page", request.method, exc_info=exc_info)


class CompiledTemplates(FileSystemBytecodeCache):
    """Templates compiled once for all starts, beside the database; where nothing can be written, each time anew."""

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except Exception:  # whatever lies there, it is compiled anew
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            Path(self.directory).mkdir(mode=0o700, exist_ok=True)
            super().dump_bytecode(bucket)


def create_app(data: Path | None = None, *, address: str | None = None, **config: Any) -> Flask:
    """The application over the database in ``data``, which it alone serves until it is closed.

    Others reach it at ``address``, which is worked out where it is None. Raises Refused where the database can't be
    served. ``config`` overrides Flask's configuration.
    """
    house = PACKAGE if (PACKAGE / "templates").is_dir() else PACKAGE.parent
    app = Companion(__name__, template_folder=str(house / "templates"), static_folder=str(house / "static"))
    folder = data or data_folder()
    database = Database(folder, serving=True)
    hub = Hub()
    tables = Tables(database, lambda table: hub.announce(table.code, table.version))
    app.extensions["companion"] = Services(database, tables, Pencils(database), hub, address)
    security.guard(app, folder)
    app.config.update(config)
    compressing.compress(app)
    words.teach(app)
    languages.teach(app)
    # its files are named apart from those of a Companion that spoke English alone: they would not be translated
    app.jinja_env.bytecode_cache = CompiledTemplates(str(folder / "templates"), "%s.said.cache")
    faults.answer(app)
    bridge_sheet.draw()
    for part in PARTS:
        app.register_blueprint(part.pages)
    return app
