"""What lies at a path, on every version of Python alike; and files that only the owner may read."""

import os
from pathlib import Path
from stat import S_ISDIR, S_ISREG


def is_file(path: Path) -> bool:
    """Return whether a file lies there. Raise OSError for a name that is too long, or a folder that may not be read.

    ``Path.is_file`` says no there instead, from Python 3.14 on.
    """
    return S_ISREG(_mode(path))


def is_folder(path: Path) -> bool:
    """Return whether a folder lies there. Raise OSError as ``is_file`` does."""
    return S_ISDIR(_mode(path))


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError, ValueError):  # ValueError: the name holds a null byte
        return 0


def write_private_file(file: Path, content: bytes) -> None:
    """Write a file whole or not at all, readable by its owner only. Raises OSError."""
    new = file.with_suffix(".new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(descriptor)  # a key lost in a power cut would take every pencil with it
    new.replace(file)
