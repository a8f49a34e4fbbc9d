"""Programs of the system without which some tests can't be run."""

import os
import shutil

import pytest


def program(*names: str) -> str:
    """The path of the first of these programs that is here. Without one the test is skipped, or fails where
    ``COMPANION_REQUIRE_BROWSER=1`` says that nothing may be skipped."""
    for name in names:
        if found := shutil.which(name, path=os.environ.get("PATH", "") + os.pathsep + "/usr/sbin"):
            return found
    if os.environ.get("COMPANION_REQUIRE_BROWSER") == "1":
        pytest.fail(f"COMPANION_REQUIRE_BROWSER=1, but there is no {names[0]} on this machine")
    pytest.skip(f"no {names[0]} on this machine: this test is skipped")
