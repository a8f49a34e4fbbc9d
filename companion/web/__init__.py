"""The Flask shell: pages and forms round the tables of one database."""

import gc
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

__all__ = ["create_app"]


def create_app(data: Path | None = None, **more: Any) -> "Flask":
    """The application, as ``companion.web.app`` makes it; its many modules are loaded when the first is made."""
    gc.disable()  # of all that a start loads nothing is garbage
    try:
        from companion.web import app

        return app.create_app(data, **more)
    finally:
        if not gc.get_freeze_count():
            gc.freeze()  # nor will it be: no look for garbage need ever go through it
        gc.enable()
