"""What the browser would keep beside the pages: the cookies of this device, and the key that signs them."""

import sqlite3
from http.cookies import SimpleCookie
from pathlib import Path

FILE = "device.sqlite3"
KEY = "secret.key"


class Jar:
    """Keeps the cookies that the application sets, and its key, each whole or not at all.

    A page that a service worker answers may set no cookies: the browser takes none from it.
    """

    def __init__(self, folder: Path) -> None:
        """Open the jar in a folder, and lay the key there, where the application looks for it."""
        self._rows = sqlite3.connect(folder / FILE, isolation_level=None)
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
        """Close the file."""
        self._rows.close()
