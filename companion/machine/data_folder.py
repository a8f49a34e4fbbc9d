"""Where the database lies."""

import os
from pathlib import Path

CHECKOUT = Path(__file__).parent.parent.parent


def data_folder() -> Path:
    """``COMPANION_DATA``, else ``instance/`` in a checkout, else the user's own data folder."""
    if chosen := os.environ.get("COMPANION_DATA"):
        return Path(chosen)
    if (CHECKOUT / "pyproject.toml").is_file():
        return CHECKOUT / "instance"
    from platformdirs import user_data_path

    return user_data_path("companion", appauthor=False)
