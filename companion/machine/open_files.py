"""The limit of open files: to the system every open stream is one, and a process may have only so many."""

from contextlib import suppress

RESERVED_FILES = 100
"""Open files kept free for pages, the database and templates."""


def raise_file_limit(streams: int) -> int:
    """Ask the system for enough open files, and return how many of these streams it has room for."""
    try:
        import resource
    except ImportError:  # a system on which a socket is no file
        return streams
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = streams + RESERVED_FILES
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return streams
    raised = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
    return min(streams, max(resource.getrlimit(resource.RLIMIT_NOFILE)[0] - RESERVED_FILES, 0))
