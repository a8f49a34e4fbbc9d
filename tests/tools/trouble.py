"""Trouble that a disk can make, for as long as a block lasts."""

import os
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from companion.store import Database
from companion.store.database import FILE


@contextmanager
def no_more_pages(database: Database) -> Iterator[None]:
    """The file can't grow by a page."""
    pages = database.rows.execute("PRAGMA page_count").fetchone()[0]
    database.rows.execute(f"PRAGMA max_page_count={pages}")
    yield
    database.rows.execute("PRAGMA max_page_count=1000000")


@contextmanager
def read_only(database: Database) -> Iterator[None]:
    """Nothing can be written at all."""
    database.rows.execute("PRAGMA query_only=ON")
    yield
    database.rows.execute("PRAGMA query_only=OFF")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Another program is writing, for longer than anybody waits."""
    with closing(sqlite3.connect(folder / FILE)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


@contextmanager
def no_growth(pid: int, folder: Path) -> Iterator[None]:
    """No file that a process writes can grow beyond what the database's log has now: a write ends halfway."""
    import resource  # which not every system has

    most, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (Path(f"{folder / FILE}-wal").stat().st_size + 2000, hard))
    yield
    with suppress(ProcessLookupError):
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, hard))


@contextmanager
def small_disk(folder: Path, size: str = "2m") -> Iterator[Path]:
    """A folder that is a disk of its own, of so many bytes; OSError where this process may not make one."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if (
        not hasattr(os, "geteuid")
        or os.geteuid()
        or subprocess.run(command, capture_output=True, check=False).returncode
    ):
        raise OSError("no disk can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def read_only_folder(folder: Path) -> Iterator[None]:
    """A folder in which nothing can be written; OSError where this process may write everywhere."""
    mounted = ["mount", "--bind", str(folder), str(folder)], ["mount", "-o", "remount,ro,bind", str(folder)]
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if root and any(subprocess.run(command, capture_output=True, check=False).returncode for command in mounted):
        raise OSError("nothing can be mounted here")
    paths = [] if root else [folder, *folder.iterdir()]
    try:
        for path in paths:
            path.chmod(0o500 if path.is_dir() else 0o400)
        if os.access(folder, os.W_OK):
            raise OSError("a folder can be written to whatever its mode is")
        yield
    finally:
        for path in paths:
            path.chmod(0o700 if path.is_dir() else 0o600)
        if root:
            subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def disk_full(folder: Path) -> Iterator[None]:
    """Not a byte is left on the disk of the folder."""
    with tempfile.TemporaryFile(dir=folder, buffering=0) as filler:
        for size in (65536, 1):
            with suppress(OSError):
                while True:
                    filler.write(b"x" * size)
        yield
