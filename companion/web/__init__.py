"""The Flask shell: pages and forms round the tables of one database."""

import gc
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

__all__ = ["create_app"]


def create_app(data: Path | None = None, **more: Any) -> "Flask":
    """The application, as ``companion.web.app`` makes it."""
    app: Flask = loaded().create_app(data, **more)
    return app


@cache
def loaded() -> ModuleType:
    """The many modules of the pages, loaded when the first application is made; all stay, and none is ever garbage."""
    gc.disable()
    try:
        from companion.web import app
    finally:
        gc.freeze()
        gc.enable()
    return app
