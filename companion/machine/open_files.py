"""The limit of open files: every connection counts as one, and the system gives a process only a few hundred."""

from contextlib import suppress

RESERVED_FILES = 60
"""Open files kept free for the database, templates, and files that are sent."""


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
