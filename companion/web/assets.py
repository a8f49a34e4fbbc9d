"""Static files, whose addresses change with them: a browser asks for each once, and never whether it has changed."""

import re
from hashlib import sha256
from pathlib import Path

from flask import Flask, Response

FOREVER = "public, max-age=31536000, immutable"
EDITION = re.compile("^[0-9a-f]{10}/")
FOLDERS = ("css", "icons", "js", "vendor")
"""Where the files of pages lie; Companion without a server, which lies beside them, is a house of its own."""


def edition(static: Path) -> str:
    """Return what names these files; it is another one where any of them is."""
    files = [*static.glob("*.*"), *(file for folder in FOLDERS for file in static.glob(f"{folder}/*.*"))]
    return sha256(b"".join(file.read_bytes() for file in sorted(files))).hexdigest()[:10]


class WithAssets(Flask):
    """Flask that lets browsers keep static files: another content has another address."""

    def send_static_file(self, filename: str) -> Response:
        """Send a file of this edition."""
        response = super().send_static_file(filename)
        response.headers["Cache-Control"] = FOREVER
        return response


def init_app(app: Flask) -> None:
    """Send the file of today to a page that was opened before it changed, or that names no edition."""

    @app.get("/static/<path:filename>", endpoint="static.any_edition")
    def any_edition(filename: str) -> Response:
        response = app.send_static_file(EDITION.sub("", filename))
        response.headers["Cache-Control"] = "no-cache"
        return response
