"""The folder of the database."""

import os
from pathlib import Path

CHECKOUT = Path(__file__).parent.parent.parent
"""The checkout of the project, where Companion runs from one."""


def data_folder() -> Path:
    """Return ``COMPANION_DATA``, else ``instance/`` in a checkout, else the user's own data folder."""
    if folder := os.environ.get("COMPANION_DATA"):
        return Path(folder)
    if (CHECKOUT / "pyproject.toml").is_file():
        return CHECKOUT / "instance"
    from platformdirs import user_data_path

    return user_data_path("companion", appauthor=False)
