"""Compile the French before the wheel is packed."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileTranslations(BuildHookInterface[Any]):
    """A ``messages.mo`` beside every ``messages.po``."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile them."""
        for file in Path(self.root).rglob("messages.po"):
            with file.open("rb") as po, file.with_suffix(".mo").open("wb") as mo:
                write_mo(mo, read_po(po))
