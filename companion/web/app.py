"""The application factory: the parts behind the pages, and one blueprint a folder."""

import os
import re
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from flask import Flask, request
from flask.templating import Environment as BaseEnvironment
from jinja2 import ChoiceLoader, FileSystemLoader, nodes
from jinja2.bccache import Bucket, FileSystemBytecodeCache
from jinja2.compiler import CodeGenerator as BaseCodeGenerator, Frame
from jinja2.ext import Extension

from companion.machine.addresses import AllowedHosts
from companion.machine.files import data_folder
from companion.plays import Imports
from companion.store import (
    Database,
    Evenings,
    Groups,
    HouseDevices,
    Keeper,
    Moving,
    Pencils,
    People,
    Replies,
    Statistics,
    Tables,
)
from companion.store.database import LEFT_OUT
from companion.web import (
    assets,
    compression,
    devices,
    doors,
    errors,
    evening,
    evenings,
    home,
    journal,
    learn,
    overhead,
    rules,
    security,
    statistics,
    table,
)
from companion.web.i18n import filters, language
from companion.web.i18n.prose import Prose
from companion.web.live.hub import Hub
from companion.web.overhead.routes import fragment
from companion.web.request.access import is_htmx
from companion.web.request.game_pages import PackageTemplates, add_pages, load_pages, screens_of
from companion.web.request.proxy import Proxy
from companion.web.request.refusal import refused_at, refused_at_form, why_refused
from companion.web.request.services import Screen, Services, services

PAGES = (home, learn, rules, evenings, table, journal, evening, overhead, statistics, devices)
"""The rooms with pages: each has a blueprint, and imports its own modules with routes."""

SCREENS = {"overhead": Screen("overhead.page", "overhead/page.html", fragment)}
"""The other pages of a table on which people write, by the name that their forms send."""

PACKAGE = Path(__file__).parent.parent
"""The package; a wheel holds templates and static files in it, a checkout beside it."""


class CodeGenerator(BaseCodeGenerator):
    """Compiles templates that write each value by ``filters.as_html``, those of plain text by ``filters.as_text``."""

    def _output_child_pre(self, node: Any, frame: Frame, finalize: Any) -> None:
        self.write(f"environment.{'as_html' if frame.eval_ctx.autoescape else 'as_text'}(")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        """Write an attribute as Python finds it, without a call of Jinja's, which finds keys and missing ones."""
        self.write("(found if (found := getattr((owner := ")
        self.visit(node.node, frame)
        self.write(f"), {node.attr!r}, missing)) is not missing else environment.getattr(owner, {node.attr!r}))")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """Write a call as Python makes it, not Jinja's, which asks if it wants the context: nothing of ours does."""
        self.visit(node.node, frame)
        self.write("(*()")  # each argument is written with a comma before it
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        self.write(")")


class Environment(BaseEnvironment):
    """Jinja's environment, whose templates look up a function in one dictionary, not in a chain of them."""

    code_generator_class = CodeGenerator
    as_html = staticmethod(filters.as_html)
    as_text = staticmethod(filters.as_text)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template; all of ours are there before the first is loaded."""
        return {**self.globals, **(d or {})}


class Companion(assets.WithAssets):
    """Flask that logs the route, not the URL: a URL may hold an invitation."""

    jinja_environment = Environment

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return a view or a listener as it is: none of ours is asynchronous."""
        return func

    def log_exception(self, exc_info: Any) -> None:
        """Log an exception with the route in which it was raised."""
        self.logger.error("Exception on %s [%s]", request.url_rule or "no page", request.method, exc_info=exc_info)


class Unindented(Extension):
    """Leave out the white space in which a template's lines begin: a browser shows it nowhere, a phone loads it."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return the source of a page without the indentation of its lines; that of a text as it is.

        After a block tag one space stays: the end of such a line isn't shown, and may have parted two words.
        """
        if name and name.endswith(".txt"):
            return source
        return re.sub(r"([%#]})?\n[ \t]+", lambda end: f"{end[1]}\n " if end[1] else "\n", source)


class BytecodeCache(FileSystemBytecodeCache):
    """Compiled templates, kept beside the database for the next start; compiled again where they can't be kept."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load a compiled template, unless its file is damaged."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # the file may hold anything
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a compiled template, if the disk takes it."""
        with suppress(OSError):
            Path(self.directory).mkdir(mode=0o700, exist_ok=True)
            super().dump_bytecode(bucket)


def open_services(
    folder: Path,
    *,
    address: str | None = None,
    proxy: Proxy | None = None,
) -> Services:
    """Open the database in a folder, lock it for serving, and return all that stands on it. Raises CannotOpen."""
    database = Database(folder, serving=True)
    try:
        hub = Hub()
        tables = Tables(database)
        lines, groups_kept = Evenings(database, tables), Groups(database)
        moving = Moving(database, tables)
        tables.table_changed.connect(hub.hear)
        return Services(
            database,
            tables,
            Pencils(database),
            Replies(database),
            HouseDevices(database),
            hub,
            Keeper(database, tables, lines.catch_up()),
            lines,
            groups_kept,
            People(database, lines),
            Statistics(database, lines),
            moving,
            Imports(database, tables, lines, moving),
            address,
            proxy.hosts if proxy else AllowedHosts((address,) if address else ()),
            proxy,
            "COMPANION_IN_CONTAINER" in os.environ,
            load_pages(),
            SCREENS,
        )
    except BaseException:
        database.close()
        raise


def create_app(
    data: Path | None = None,
    *,
    address: str | None = None,
    proxy: Proxy | None = None,
    **config: Any,
) -> Flask:
    """Return the application over the database in ``data``, which it locks for serving until it is closed.

    ``address`` is the host that other devices should use; None finds one. ``proxy`` stands in front. ``config``
    overrides Flask's configuration. Raises CannotOpen if the database can't be served.
    """
    folder = data or data_folder()
    opened = open_services(folder, address=address, proxy=proxy)
    try:
        return _app_over(opened, folder, config)
    except BaseException:
        opened.close()
        raise


def _app_over(opened: Services, folder: Path, config: dict[str, Any]) -> Flask:
    """Return the application whose requests are answered with these services."""
    root = PACKAGE if (PACKAGE / "templates").is_dir() else PACKAGE.parent
    app = Companion(
        __name__,
        template_folder=str(root / "templates"),
        static_folder=str(root / "static"),
        static_url_path=f"/static/{assets.edition(root / 'static')}",
    )
    app.jinja_loader = Prose(ChoiceLoader([FileSystemLoader(root / "templates"), PackageTemplates()]))
    app.extensions["companion"] = opened
    security.init_app(app, folder)
    if opened.proxy:
        app.config.update(opened.proxy.config)
        app.wsgi_app = opened.proxy.before(app.wsgi_app)  # type: ignore[assignment, method-assign]
    app.config.update(config)
    assets.init_app(app)
    compression.init_app(app)
    filters.init_app(app)
    language.init_app(app)
    doors.init_app(app)
    app.jinja_env.add_extension(Unindented)
    # ".called" sets them apart from templates that were compiled before
    app.jinja_env.bytecode_cache = BytecodeCache(str(folder / "templates"), "%s.called.cache")
    asked = (is_htmx, screens_of, why_refused, refused_at, refused_at_form)
    app.jinja_env.globals |= {each.__name__: each for each in asked}
    app.jinja_env.globals["left_out"] = lambda: LEFT_OUT if services().database.left_out else ""
    app.jinja_env.globals["notices"] = lambda: services().keeper.notices()
    errors.init_app(app)
    for room in PAGES:
        app.register_blueprint(room.bp)
    add_pages(app, opened.game_pages)
    ui = app.jinja_env.globals["ui"] = SimpleNamespace()  # what ui.html includes sees it, too
    vars(ui).update(vars(app.jinja_env.get_template("ui.html").module))
    return app
