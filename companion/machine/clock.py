"""The clock of what lasts for a while: it takes no notice of the time of day."""

import time


def monotonic() -> float:
    """Return the seconds since some moment; ``time.monotonic`` as it is when called, so that a test may move it on."""
    return time.monotonic()
