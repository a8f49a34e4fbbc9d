"""How many may follow live: to the system every open line is a file, and it gives a process only so many."""

from contextlib import suppress

SPARE = 100
"""So many are kept for pages, and for the files of the house."""


def room_for(streams: int) -> int:
    """So many streams as there is room for, after asking the system for more where it gave too few."""
    try:
        import resource
    except ImportError:  # where lines are no files
        return streams
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = streams + SPARE
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return streams
    with suppress(OSError, ValueError):
        resource.setrlimit(
            resource.RLIMIT_NOFILE, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard)
        )
    return min(streams, max(resource.getrlimit(resource.RLIMIT_NOFILE)[0] - SPARE, 0))
