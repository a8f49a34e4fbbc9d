"""Score sheets a line each, and an answer a line to each."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, BinaryIO

from companion.engine.refusals import Illegal, Malformed
from companion.scoresheet import read_sheet, score

MANY = 1 << 13
"""Where so many bytes are at hand at once, all cores are worth their start."""
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
WRITTEN = json.JSONEncoder(ensure_ascii=False)


def score_lines(sheets: BinaryIO, tell: Callable[[str], None]) -> None:
    """Tells the answers to ``sheets`` in their order, and waits for no further sheet before it does."""
    blocks = at_hand(sheets)
    for block in blocks:
        tell(answers(block))
        if len(block) >= MANY:
            break
    if more := next(blocks, b""):
        from companion.cores import share_out

        share_out(answers, chain([more], blocks), tell)  # with the games that are loaded by now


def at_hand(sheets: BinaryIO) -> Iterator[bytes]:
    """Whole lines, as many as are at hand; of what is still being sent the beginning is kept."""
    begun = bytearray()
    while block := sheets.read1(2 * MANY):  # type: ignore[attr-defined]
        whole = block.rfind(b"\n") + 1
        begun += block[:whole]
        if whole:
            yield bytes(begun)
            begun.clear()
        begun += block[whole:]
    if begun:
        yield bytes(begun)


def answers(block: bytes) -> str:
    """The answers to some sheets, a line each."""
    lines = block.removesuffix(b"\n").split(b"\n")
    return "".join(WRITTEN.encode(answer(line.rstrip(b"\r"))) + "\n" for line in lines)


def answer(sheet: bytes) -> dict[str, Any]:
    """One sheet scored: its status, with its result or the reason why there is none."""
    try:
        return {"status": 0, "result": score(read_sheet(sheet))}
    except Malformed as error:
        return {"status": 2, "error": one_line(str(error))}
    except Illegal as error:
        return {"status": 1, "error": one_line(str(error))}


def one_line(text: str) -> str:
    """A text without line breaks, nor anything else that a terminal would obey."""
    return CONTROL.sub("\ufffd", " ".join(text.split()))
