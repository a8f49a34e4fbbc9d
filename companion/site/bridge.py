"""The application on one device: called as a server would call it, over the files in the device's storage."""

import io
import sqlite3
import sys
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from http.cookies import SimpleCookie
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any
from urllib.parse import unquote_to_bytes

from flask import Blueprint, Flask, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.engine.errors import Refusal
from companion.site.notices import WORDS
from companion.store import Table
from companion.store.backups import FOLDER, new_name, restore
from companion.store.database import FILE, Newer, connect
from companion.web.app import create_app
from companion.web.request.services import Services

HOST = "localhost"
"""The host that the application believes to be: the machine itself."""
MAX_BACKUP_BYTES = 512 * 1024 * 1024
"""Bytes that a backup may have which is restored here."""
QUIET_SECONDS = 15.0
"""Seconds without a change after which the file of the database alone holds everything."""
ASIDE = "before-restore"
"""How the name of a database begins that a backup replaced."""
KEPT_ASIDE = 3
"""How many databases that were replaced are kept."""


class OnDevice:
    """The application over a folder of this device, with its cookies."""

    def __init__(self, folder: str, prefix: str, origin: str) -> None:
        """Open it; ``prefix`` is the path beneath which its pages stand. Raises CannotOpen: nothing is changed then."""
        self._folder, self._prefix, self._origin = Path(folder), prefix, origin
        self._jar = Jar(self._folder)
        self._said = ""
        self._news: dict[str, int] = {}
        self._handed_in: bytes | None = None
        self._keeps: list[Path] = []
        self._changes, self._changed_at = 0, monotonic()
        self.application = self._open()
        self._jar.keep_key()

    def _open(self) -> Flask:
        app = create_app(self._folder, HERE=True, MAX_CONTENT_LENGTH=MAX_BACKUP_BYTES)
        self._services(app).tables.table_changed.connect(self.hear)
        app.jinja_env.globals["said_here"] = self.said
        app.register_blueprint(pages(self))
        return app

    def _services(self, app: Flask | None = None) -> Services:
        services: Services = (app or self.application).extensions["companion"]
        return services

    def hear(self, sender: object, table: Table) -> None:
        """Note the version of a table that was changed: a listener to ``Tables.table_changed``."""
        self._news[table.code] = table.version

    def said(self) -> str:
        """Return what came of restoring, once."""
        said, self._said = self._said, ""
        return said

    def answer(
        self, method: str, target: str, headers: Iterable[tuple[str, str]], body: bytes
    ) -> tuple[int, list[tuple[str, str]], bytes, list[tuple[str, int]]]:
        """Return the status, the headers and the body with which the application answers, and the tables it changed.

        ``target`` is the path with its query, beneath the prefix.
        """
        self._news, self._handed_in = {}, None
        started: list[tuple[str, list[tuple[str, str]]]] = []

        def start(status: str, sent: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], object]:
            started.append((status, sent))
            return lambda written: None

        answer = self.application.wsgi_app(self._environ(method, target, headers, body), start)
        try:
            content = b"".join(answer)
        finally:
            with suppress(AttributeError):
                answer.close()  # type: ignore[attr-defined]
        status, sent = started[-1]
        return int(status.split()[0]), [*self._headers(sent)], content, [*self._news.items()]

    def _environ(self, method: str, target: str, headers: Iterable[tuple[str, str]], body: bytes) -> dict[str, Any]:
        path, _, query = target.partition("?")
        environ = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": self._prefix,
            "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
            "QUERY_STRING": query,
            "SERVER_NAME": HOST,
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        for name, value in headers:
            key = name.upper().replace("-", "_")
            environ[key if key == "CONTENT_TYPE" else f"HTTP_{key}"] = value
        own = environ.get("HTTP_ORIGIN") == self._origin  # another site's form comes with the cookies, too
        return environ | {
            "HTTP_HOST": HOST,
            "HTTP_ORIGIN": f"http://{HOST}" if own else "null",
            "HTTP_COOKIE": self._jar.header,
            "HTTP_SEC_FETCH_SITE": "same-origin",
        }

    def _headers(self, sent: list[tuple[str, str]]) -> Iterable[tuple[str, str]]:
        """Yield the headers of an answer as the page may have them, and keep its cookies."""
        for name, value in sent:
            match name.lower():
                case "set-cookie":
                    self._jar.take(value)
                case "location" if value.startswith("/"):
                    yield name, self._origin + value  # an answer of a service worker has no address of its own
                case "content-security-policy":
                    yield name, value.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
                case _:
                    yield name, value

    def rest(self) -> None:
        """Bring the log into the file of the database once nothing has changed for a while."""
        database, now = self._services().database, monotonic()
        if database.changes != self._changes:
            self._changes, self._changed_at = database.changes, now
        elif self._changes and now - self._changed_at > QUIET_SECONDS:
            database.checkpoint()
            self._changes, self._changed_at = 0, float("inf")

    def backup(self) -> bytes:
        """Return the whole database as one file. Raises ReadFailed, CannotOpen."""
        with TemporaryDirectory() as place:
            file = Path(place, FILE)
            with self._services().database.reading() as rows, closing(connect(file)) as copy:
                rows.conn.backup(copy)
            return file.read_bytes()

    @property
    def has_backup(self) -> bool:
        """Return whether a backup came with the last request, to be restored once what it replaces is put aside."""
        return self._handed_in is not None

    def hand_in(self, content: bytes) -> None:
        """Hand in a backup, to be restored when its request is answered."""
        self._handed_in = content

    def put_aside(self) -> tuple[str, bytes]:
        """Keep what a backup will replace, among the backups; return it with its name, to be brought onto the disk."""
        file = new_name(self._folder / FOLDER, ASIDE)
        self._keeps = [*self.aside()[1 - KEPT_ASIDE :], file]
        content = self.backup()
        file.write_bytes(content)
        return file.name, content

    def restore(self) -> None:
        """Put the backup in the place of the database, which was put aside; say what came of it on the next page."""
        content, self._handed_in = self._handed_in or b"", None
        self._services().close()
        try:
            self._said = WORDS[put_back(str(self._folder), content) or "restored"]
            for file in self.aside():
                if file not in self._keeps:
                    file.unlink()
        finally:
            self.application = self._open()

    def close(self) -> None:
        """Close the files."""
        self._services().close()
        self._jar.close()

    def aside(self) -> list[Path]:
        """Return the databases that were replaced, the oldest first by the clock."""
        return sorted((self._folder / FOLDER).glob(f"{ASIDE}-*.sqlite3"))


def pages(here: OnDevice) -> Blueprint:
    """Return what only a device without a server has: its backup as a file, and the way back from one."""
    bp = Blueprint("here", __name__, url_prefix="/here")

    @bp.get("/backup")
    def backup() -> Response:
        """Send the database as a file."""
        return as_file(here.backup(), new_name(Path(), "companion").name)

    @bp.get("/before/<name>")
    def before(name: str) -> Response | tuple[str, int]:
        """Send a database that was replaced."""
        found = next((file for file in here.aside() if file.name == name), None)
        return as_file(found.read_bytes(), name) if found else ("", 404)

    @bp.post("/restore")
    def put_back() -> Answer:
        """Take a backup in, and say on the page of this device what came of it."""
        file = request.files.get("file")
        if file:
            here.hand_in(file.read())
        return redirect(url_for("devices.device"), 303)

    @bp.app_context_processor
    def kept_aside() -> dict[str, list[str]]:
        return {"kept_aside": [file.name for file in here.aside()]}

    return bp


def opened(folder: str, prefix: str, origin: str) -> tuple[OnDevice | None, str, str]:
    """Return the application, or which trouble there is (``newer`` or ``broken``) and its sentence."""
    try:
        return OnDevice(folder, prefix, origin), "", ""
    except Newer as error:
        return None, "newer", str(error)
    except (Refusal, sqlite3.Error) as error:
        return None, "broken", str(error)


def as_it_is(folder: str) -> tuple[str, bytes]:
    """Return a name for the database that can't be opened, and its bytes; with its log if possible."""
    file = Path(folder, FILE)
    with suppress(sqlite3.Error), closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return new_name(file.parent / FOLDER, ASIDE).name, file.read_bytes() if file.exists() else b""


def put_back(folder: str, content: bytes) -> str:
    """Put a backup in the place of a database that isn't open; return the key of why not, else an empty text."""
    with TemporaryDirectory() as place:
        file = Path(place, "backup.sqlite3")
        file.write_bytes(content)
        try:
            restore(Path(folder), file)
        except Newer:
            return "backup_newer"
        except Refusal:
            return "no_backup"
    return ""


def as_file(content: bytes, name: str) -> Response:
    """Return a file to be saved under a name."""
    response = Response(content, mimetype="application/vnd.sqlite3")
    response.headers.set("Content-Disposition", "attachment", filename=name)
    response.headers["Cache-Control"] = "no-store"
    return response


COOKIES = "device.sqlite3"
"""The file of the cookies, and of the key that signs them."""
KEY = "secret.key"


class Jar:
    """Keeps the cookies that the application sets, and its key, each whole or not at all.

    A page that a service worker answers may set no cookies: the browser takes none from it.
    """

    def __init__(self, folder: Path) -> None:
        """Open the jar in a folder, and lay the key there, where the application looks for it."""
        self._rows = sqlite3.connect(folder / COOKIES, isolation_level=None)
        self._rows.execute("PRAGMA journal_mode=TRUNCATE")
        self._rows.execute("CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value BLOB NOT NULL)")
        self._key = folder / KEY
        self._cookies: dict[str, str] = {}
        for name, value in self._rows.execute("SELECT name, value FROM kept").fetchall():
            if name == KEY:
                self._key.write_bytes(value)
            else:
                self._cookies[name] = value.decode()

    @property
    def header(self) -> str:
        """The header ``Cookie`` of a request."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def keep_key(self) -> None:
        """Keep the key, which the application made if there was none."""
        self._keep(KEY, self._key.read_bytes())

    def take(self, set_cookie: str) -> None:
        """Keep the cookie of a header ``Set-Cookie``, or throw it away where the header says so."""
        for name, morsel in SimpleCookie(set_cookie).items():
            if morsel["max-age"] == "0" or not morsel.coded_value:
                self._cookies.pop(name, None)
                self._rows.execute("DELETE FROM kept WHERE name = ?", [name])
            elif self._cookies.get(name) != morsel.coded_value:
                self._cookies[name] = morsel.coded_value
                self._keep(name, morsel.coded_value.encode())

    def _keep(self, name: str, value: bytes) -> None:
        self._rows.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", [name, value])

    def close(self) -> None:
        self._rows.close()
