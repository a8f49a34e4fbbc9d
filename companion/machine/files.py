"""Paths alike on every version of Python, the data folder and its disk, private files, and how many may be open."""

import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG

CHECKOUT = Path(__file__).parent.parent.parent
"""The checkout of the project, where Companion runs from one."""
MOUNTS = Path("/proc/mounts")
"""Where Linux says which disk lies at which path."""
NETWORK_DISKS = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ceph", "fuse.sshfs", "fuse.rclone", "fuse.glusterfs"}
"""The types of disks that lie on another machine, as Linux calls them."""
RESERVED_FILES = 60
"""Open files kept free for the database, templates, and files that are sent."""


def data_folder() -> Path:
    """Return ``COMPANION_DATA``, else ``instance/`` in a checkout, else the user's own data folder."""
    if folder := os.environ.get("COMPANION_DATA"):
        return Path(folder)
    if (CHECKOUT / "pyproject.toml").is_file():
        return CHECKOUT / "instance"
    from platformdirs import user_data_path

    return user_data_path("companion", appauthor=False)


def is_file(path: Path) -> bool:
    """Return whether a file is there. Raise OSError for a name that is too long, or a folder that may not be read.

    ``Path.is_file`` says no there instead, from Python 3.14 on.
    """
    return S_ISREG(_mode(path))


def is_folder(path: Path) -> bool:
    """Return whether a folder is there. Raise OSError as ``is_file`` does."""
    return S_ISDIR(_mode(path))


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError, ValueError):  # ValueError: the name holds a null byte
        return 0


def inode_of(path: Path) -> tuple[int, int] | None:
    """Return the device and the number of the file at a path; None where there is no file."""
    try:
        found = os.stat(path)  # noqa: PTH116 -- asked at every write: Path.stat takes longer
    except OSError:
        return None
    return found.st_dev, found.st_ino


def share_disk(folder: Path, other: Path) -> bool | None:
    """Return whether two folders are on one disk; None where the first is not there."""
    try:
        return (folder / ".").stat().st_dev == other.stat().st_dev
    except OSError:
        return None


def network_disk(folder: Path) -> str:
    """Return the type of the network disk on which a folder lies; empty for another, and where no system tells."""
    found, kind = Path("/"), ""
    with suppress(OSError):
        for line in MOUNTS.read_text(errors="surrogateescape").splitlines():
            _, place, its_kind, *_ = line.split(" ")
            at = Path(re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), place))
            if folder.is_relative_to(at) and at.is_relative_to(found):  # of several at one path the last is seen
                found, kind = at, its_kind
    return kind if kind in NETWORK_DISKS else ""


def sync_folder(folder: Path) -> None:
    """Bring the names of a folder's files onto the disk, where the system can: a stick may be taken out at once."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def make_private_folder(folder: Path) -> None:
    """Make a folder, for its owner only, where there is none. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_private_file(file: Path) -> None:
    """Make an empty file where there is none, and let nobody but its owner read what is there. Raises OSError."""
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    keep_private(file)


def keep_private(file: Path) -> None:
    """Let nobody but its owner read a file, if there is one, on a disk that knows owners."""
    with suppress(OSError):
        if file.stat().st_mode & 0o077:
            file.chmod(0o600)


def lock_folder(folder: Path) -> Callable[[], None]:
    """Lock a folder until what is returned is called, or this process ends. Raises BlockingIOError, OSError.

    A system or a disk that knows no such locks locks nothing.
    """
    if sys.platform == "win32":
        return lambda: None
    from fcntl import LOCK_EX, LOCK_NB, flock

    descriptor = os.open(folder, os.O_RDONLY)
    try:
        flock(descriptor, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise
    except OSError:  # a disk without locks
        pass
    return lambda: os.close(descriptor)


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


def raise_file_limit(streams: int, connections: int) -> tuple[int, int]:
    """Ask the system for enough open files, and return how many of these streams and connections it has room for."""
    try:
        import resource
    except ImportError:  # a system on which a socket is no file
        return streams, connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = streams + connections + RESERVED_FILES
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return streams, connections
    raised = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
    room = max(resource.getrlimit(resource.RLIMIT_NOFILE)[0] - RESERVED_FILES, 2)
    connections = min(connections, room // 2)
    return min(streams, room - connections), connections
