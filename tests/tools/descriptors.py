"""Fails every test in which a module of Companion's opens the files of a database that SQLite has open.

When a process closes any descriptor of a file, POSIX takes all its locks of that file away, SQLite's too.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import companion
from companion.store.database import FILE, LOG_ENDINGS

NAMES = {f"{FILE}{ending}" for ending in ("", *LOG_ENDINGS)}
MODULES = f"{Path(companion.__file__).parent}{os.sep}"
TESTS = f"{Path(__file__).parents[1]}{os.sep}"


def watch() -> None:
    """Listen to everything that this process opens from now on; SQLite opens its files unheard."""
    if sys.platform == "linux":
        sys.addaudithook(_hear)


def _hear(event: str, said: tuple[Any, ...]) -> None:
    if event != "open" or not isinstance(said[0], (str, os.PathLike)) or Path(said[0]).name not in NAMES:
        return
    is_new = said[2] & os.O_EXCL  # refused by the system where the file is there
    if not is_new and _is_open(os.path.realpath(said[0])) and _by_companion():
        raise AssertionError(f"{said[0]} was opened beside SQLite, which may lose its locks by that")


def _is_open(file: str) -> bool:
    """Whether this process has a file open."""
    for opened in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # closed by another thread meanwhile
            if str(opened.readlink()) == file:
                return True
    return False


def _by_companion() -> bool:
    """Whether the nearest module of the project that led here is no test."""
    frame = sys._getframe(2)
    while frame and not frame.f_code.co_filename.startswith((MODULES, TESTS)):
        frame = frame.f_back  # type: ignore[assignment]
    return bool(frame) and frame.f_code.co_filename.startswith(MODULES)
