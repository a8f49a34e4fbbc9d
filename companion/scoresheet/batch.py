"""Score sheets one a line, with an answer on a line for each."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, BinaryIO

from companion.engine.errors import Illegal, Malformed
from companion.scoresheet import read_sheet, score

CHUNK_BYTES = 1 << 13
"""All cores are worth their start once this many bytes are at hand."""
CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f\x7f-\x9f]")
"""What a terminal would obey."""
ENCODER = json.JSONEncoder(ensure_ascii=False)
"""Writes every answer."""


def score_lines(sheets: BinaryIO, tell: Callable[[str], None]) -> None:
    """Write the answers to ``sheets`` in their order, each before the next sheet is waited for."""
    blocks = complete_lines(sheets)
    for block in blocks:
        tell(answers(block))
        if len(block) >= CHUNK_BYTES:
            break
    if more := next(blocks, b""):
        from companion.machine.processes import map_in_order

        map_in_order(answers, chain([more], blocks), tell)  # with the games that are loaded by now


def complete_lines(sheets: BinaryIO) -> Iterator[bytes]:
    """Yield the whole lines that are at hand; the beginning of an unfinished one waits for its rest."""
    begun = bytearray()
    while block := sheets.read1(2 * CHUNK_BYTES):  # type: ignore[attr-defined]
        whole = block.rfind(b"\n") + 1
        begun += block[:whole]
        if whole:
            yield bytes(begun)
            begun.clear()
        begun += block[whole:]
    if begun:
        yield bytes(begun)


def answers(block: bytes) -> str:
    """Return the answers to some sheets, a line each."""
    lines = block.removesuffix(b"\n").split(b"\n")
    return "".join(ENCODER.encode(answer(line.rstrip(b"\r"))) + "\n" for line in lines)


def answer(sheet: bytes) -> dict[str, Any]:
    """Score one sheet; return its status, with its result or the reason of the refusal."""
    try:
        return {"status": 0, "result": score(read_sheet(sheet))}
    except Malformed as error:
        return {"status": 2, "error": printable(str(error))}
    except Illegal as error:
        return {"status": 1, "error": printable(str(error))}


def printable(text: str) -> str:
    """Return a text without line breaks and control characters, which a terminal would obey."""
    return CONTROL_CHARACTERS.sub("\ufffd", " ".join(text.split()))
