"""Score sheets one a line, with an answer on a line for each."""

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from companion.engine.errors import Faulty, Illegal, Malformed
from companion.scoresheet.sheet import read_sheet, score

CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f\x7f-\x9f]")
"""What a terminal would obey."""


def score_lines(sheets: Iterable[bytes], tell: Callable[[str], None]) -> None:
    """Answer each sheet on a line of its own, before the next one is waited for."""
    for sheet in sheets:
        tell(json.dumps(answer(sheet.rstrip(b"\r\n")), ensure_ascii=False) + "\n")


def answer(sheet: bytes) -> dict[str, Any]:
    """Score one sheet; return its status, with its result or the reason of the refusal."""
    try:
        return {"status": 0, "result": score(read_sheet(sheet))}
    except Malformed as error:
        return {"status": 2, "error": printable(str(error))}
    except (Illegal, Faulty) as error:
        return {"status": 1, "error": printable(str(error))}


def printable(text: str) -> str:
    """Return a text without line breaks and control characters, which a terminal would obey."""
    return CONTROL_CHARACTERS.sub("\ufffd", " ".join(text.split()))
