"""Shapes of bad input: values that stand where others belong, and score sheets broken in one place or in several."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

SHEETS = Path(__file__).parent.parent / "scoresheets"
TEXTS = [path.read_bytes() for path in sorted(SHEETS.glob("*.json")) if not path.name.endswith(".result.json")]
WRITTEN: list[Any] = [json.loads(text) for text in TEXTS]

ODD_TEXTS = [
    *("", " ", "\0", "\n", "\u2028", "\u202e", "\ufeff", "\ud800", "é", "e\u0301", "Ⅷ", "٣", "²", "𝟘", "ß", "İ"),
    *("Ann", "ann", " Ann ", "Ben", "pool", "pot:pool", "player:Ann", "player:", ":", "0:0", "9D", "11H", "JS", "as"),
    *("deal", "won", "finish", "spoil-five", "loto", "bridge", "null", "true", "None", "NaN", "-", "+1", "−1", "--1"),
    *("1e9", "1_000", "0x10", "01", "1.0", "1,5", "9" * 20, "9" * 5000, "x" * 41, "x" * 5000, "../..", "%00"),
    *("{{7*7}}", "<script>alert(1)</script>", "' or 1=1 --", '"', "\\", "=1+1", "🂡", "👨‍👩‍👧‍👦"),
]
ODD: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 5, 25, 90, 91, 10**6, 10**6 + 1, -(10**6), 2**31, 2**63, 10**30, 10**400),
    *(0.0, 1.0, 1.5, -0.0, 1e308, float("nan"), float("inf")),
    *([], {}, [[]], [{}], {"": ""}, [None], [0], ["Ann"], ["Ann", "Ann"], {"Ann": 1}, {"Ben": -1}, {"pot": "pool"}),
    *({"pot": 1}, {"pot": "pool", "more": 1}, [[1, 2, 3, 4, 5]] * 3, {"move": "deal"}, list(range(100))),
    *ODD_TEXTS,
]


def json_values() -> st.SearchStrategy[Any]:
    """Any JSON value, with what belongs into a sheet among it."""
    leaf = st.sampled_from(ODD) | st.integers() | st.floats() | st.text(max_size=20)
    keys = st.sampled_from(KEYS) | st.text(max_size=10)
    return st.recursive(
        leaf, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=5), max_leaves=12
    )


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value inside a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(place for key, held in inside for place in places(held, (*at, key)))]


PLACES = [places(sheet)[1:] for sheet in WRITTEN]
KEYS = sorted({key for found in PLACES for place in found for key in place if isinstance(key, str)})


def at(value: Any, place: tuple[Any, ...]) -> Any:
    """What stands in a place."""
    for key in place:
        value = value[key]
    return value


def break_in_one_place(draw: st.DrawFn, sheet: Any, ways: list[tuple[Any, ...]]) -> None:
    """Changes one thing of a sheet, where that still is."""
    *above, key = draw(st.sampled_from(ways))
    if not _has(sheet, (*above, key)):
        return  # broken off already
    holder = at(sheet, tuple(above))
    if draw(st.integers(0, 3)):
        holder[key] = another(draw, sheet, holder[key], ways)
    elif isinstance(holder, list) and draw(st.booleans()):
        holder.insert(draw(st.integers(0, len(holder))), deepcopy(holder[key]))
    elif isinstance(holder, dict) and draw(st.booleans()):
        holder[draw(st.sampled_from(KEYS))] = holder.pop(key)
    else:
        del holder[key]


def another(draw: st.DrawFn, sheet: Any, held: Any, ways: list[tuple[Any, ...]]) -> Any:
    """What stands in the place of a value: something odd, something of this sheet or of another, a number like it."""
    how = draw(st.sampled_from(["odd", "odd", "odd", "here", "elsewhere", "like it", "inside"]))
    if how == "like it" and type(held) is int:
        return held + draw(st.sampled_from([-1, 1, -held, 1000, -2 * held]))
    if how == "like it" and isinstance(held, list):
        return held[::-1]
    if how == "here" and _has(sheet, way := draw(st.sampled_from(ways))):
        return deepcopy(at(sheet, way))
    if how == "elsewhere":
        other = draw(st.integers(0, len(WRITTEN) - 1))
        return deepcopy(at(WRITTEN[other], draw(st.sampled_from(PLACES[other]))))
    if how == "inside":
        return [held] if draw(st.booleans()) else {"pot": held}
    return deepcopy(draw(st.sampled_from(ODD)))


def _has(value: Any, place: tuple[Any, ...]) -> bool:
    """Whether something stands in a place that could be put elsewhere."""
    try:
        at(value, place)
    except (KeyError, IndexError, TypeError):
        return False
    return not isinstance(at(value, place[:-1]), str)


@st.composite
def broken_sheets(draw: st.DrawFn, times: st.SearchStrategy[int]) -> bytes:
    """A sheet of a whole evening, changed in so many places."""
    number = draw(st.integers(0, len(WRITTEN) - 1))
    sheet = json.loads(TEXTS[number])
    for _ in range(draw(times)):
        break_in_one_place(draw, sheet, PLACES[number])
    return json.dumps(sheet).encode()


@st.composite
def broken_texts(draw: st.DrawFn) -> bytes:
    """The bytes of a sheet, some of them others."""
    text = bytearray(draw(st.sampled_from(TEXTS)))
    for _ in range(draw(st.integers(1, 3))):
        where = draw(st.integers(0, len(text)))
        length = draw(st.integers(0, 3))
        text[where : where + length] = draw(
            st.binary(max_size=4) | st.sampled_from([b'"', b"{", b"]", b",", b"-", b"e9", b"\\u"])
        )
    return bytes(text)
