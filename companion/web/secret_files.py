"""Files that only the owner of the database may read."""

import os
from pathlib import Path


def keep_secret(file: Path, content: bytes) -> None:
    """Puts a file in its place whole or not at all, readable by its owner only. Raises OSError."""
    new = file.with_suffix(".new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as written:
        written.write(content)
        written.flush()
        os.fsync(descriptor)  # lost with the power, a key would take every pencil with it
    new.replace(file)
