"""Build hook: puts htmx and its stream extension into static/vendor, so that no third-party code is committed."""

import shutil
from importlib.resources import files
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VENDORED = {"htmx.min.js": "htmx-2.min.js", "htmx-sse.min.js": "ext/hx-sse-2.min.js"}


class VendorHook(BuildHookInterface):  # type: ignore[misc]
    """Copies the two files from the django-htmx wheel, which is a requirement of the build alone."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        source = files("django_htmx") / "static" / "django_htmx"
        vendor = Path(self.root) / "static" / "vendor"
        vendor.mkdir(parents=True, exist_ok=True)
        for name, original in VENDORED.items():
            with (source / original).open("rb") as found, (vendor / name).open("wb") as copy:
                shutil.copyfileobj(found, copy)
