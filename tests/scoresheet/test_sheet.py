"""Whole evenings as sheets. Every pair NAME.json and NAME.result.json in scoresheets/ is a test."""

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from companion.engine.errors import Illegal, Malformed
from companion.scoresheet import parse, read_sheet, score, sheet_from, write_sheet

FOLDER = Path(__file__).parents[1] / "scoresheets"
SHEETS = sorted(path for path in FOLDER.glob("*.json") if not path.name.endswith(".result.json"))
GOOD = [path for path in SHEETS if "status" not in json.loads(path.with_suffix(".result.json").read_text("utf-8"))]


def named(path: Path) -> str:
    return path.stem


def expected(path: Path) -> dict[str, Any]:
    return json.loads(path.with_suffix(".result.json").read_text("utf-8"))


@pytest.mark.parametrize("path", SHEETS, ids=named)
def test_a_sheet_comes_to_its_result(path: Path) -> None:
    wanted = expected(path)
    if "status" in wanted:
        refused(path.read_bytes(), wanted)
        return
    sheet = read_sheet(path.read_bytes())
    result = score(sheet)
    no_counter_is_lost_or_made(result)
    a_settlement_brings_all_balances_to_nothing(result)
    written = write_sheet(sheet)
    again = read_sheet(written.encode())
    assert write_sheet(again) == written
    assert json.loads(written) == json.loads(path.read_bytes())
    assert score(again) == result, "reading and writing it again changes nothing"
    assert len(result["settlement"]) == wanted.pop("payments", len(result["settlement"]))
    for change, entry in zip(wanted.pop("entries", []), result["entries"], strict="entries" in wanted):
        assert entry | change == entry
    for name, value in wanted.items():
        assert result[name] == value, name
    assert list(result["balances"]) == list(wanted["balances"]), "in seat order"


def no_counter_is_lost_or_made(result: dict[str, Any]) -> None:
    assert sum(result["balances"].values()) + sum(result["pots"].values()) == 0
    balances = dict.fromkeys(result["balances"], 0)
    for entry in result["entries"]:
        assert sum(entry["players"].values()) + sum(entry["pots"].values()) == 0
        for name, change in entry["players"].items():
            assert change
            balances[name] += change
    assert balances == result["balances"]


def a_settlement_brings_all_balances_to_nothing(result: dict[str, Any]) -> None:
    owed = dict(result["balances"])
    for payment in result["settlement"]:
        owed[payment["from"]] += payment["counters"]
        owed[payment["to"]] -= payment["counters"]
    assert not any(owed.values()) or not result["over"]


def refused(sheet: bytes, wanted: dict[str, Any]) -> None:
    with pytest.raises({1: Illegal, 2: Malformed}[wanted["status"]]) as refusal:
        score(read_sheet(sheet))
    assert str(refusal.value).startswith(wanted.get("error", ""))


SAMPLE = """\
{
  "scoresheet": 1,
  "players": [
    "Ann",
    "Zoë"
  ],
  "counter_value": {
    "amount": "0.05",
    "currency": "GBP"
  },
  "games": [
    {
      "game": "spoil-five",
      "options": {
        "ante": 2,
        "robbing": "may"
      },
      "dealer": "Zoë",
      "edition": 2,
      "moves": [
        {
          "move": "give",
          "from": "Ann",
          "to": {
            "pot": "pool"
          },
          "counters": 3,
          "memo": "a fine"
        },
        {
          "move": "count",
          "pot": "pool",
          "counters": 3
        },
        {
          "move": "count",
          "player": "Ann",
          "counters": -3
        }
      ]
    }
  ]
}
"""


def test_keys_are_written_in_the_order_of_the_format() -> None:
    def turned(value: Any) -> Any:
        if isinstance(value, list):
            return [turned(held) for held in value]
        return {key: turned(value[key]) for key in reversed(value)} if isinstance(value, dict) else value

    shuffled = json.dumps(turned(json.loads(SAMPLE)))
    assert write_sheet(read_sheet(shuffled.encode())) == SAMPLE


def test_options_are_written_as_they_were_given() -> None:
    sheet = {"scoresheet": 1, "players": ["Ann"], "games": [{"game": "spoil-five", "options": {}, "moves": []}]}
    assert json.loads(write_sheet(sheet_from(sheet))) == sheet
    sheet["games"][0]["options"] = {"ante": 2, "sides": None}  # type: ignore[index]
    assert json.loads(write_sheet(sheet_from(sheet))) == sheet


def test_a_sheet_without_games_is_over_and_owes_nothing() -> None:
    assert score(sheet_from({"scoresheet": 1, "players": ["Ann", "Ben"], "games": []})) == {
        "balances": {"Ann": 0, "Ben": 0},
        "pots": {},
        "dealer": "Ann",
        "over": True,
        "points": {},
        "entries": [],
        "settlement": [],
    }


def won_by_ann(amount: str) -> str:
    moves = [{"move": "give", "from": "Ben", "to": "Ann", "counters": 7}, {"move": "finish"}]
    sheet = {
        "scoresheet": 1,
        "players": ["Ann", "Ben"],
        "counter_value": {"amount": amount, "currency": "EUR"},
        "games": [{"game": "spoil-five", "moves": moves}],
    }
    (payment,) = score(sheet_from(sheet))["settlement"]
    return payment["amount"]


@pytest.mark.parametrize(
    ("amount", "owed"),
    [
        ("0.05", "0.35"),
        ("1", "7"),
        ("0.50", "3.50"),
        ("010", "70"),
        ("0.000000000000000000000000000000001", "0.000000000000000000000000000000007"),
        ("333333333333333333333333333333333.3", "2333333333333333333333333333333333.1"),
        ("1" * 1_000_001, "7" * 1_000_001),
        ("0." + "0" * 1_000_001 + "1", "0." + "0" * 1_000_001 + "7"),
    ],
    ids=lambda text: text[:12],
)
def test_an_amount_is_exact_with_its_decimals(amount: str, owed: str) -> None:
    assert won_by_ann(amount) == owed


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["Ann", "pool", "deal", "\ud800"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
TRIES = settings(max_examples=200)


def never_falls(text: bytes) -> None:
    try:
        result = score(read_sheet(text))
    except (Malformed, Illegal) as refusal:
        assert str(refusal).encode()
    else:
        assert sum(result["balances"].values()) + sum(result["pots"].values()) == 0


@TRIES
@given(ANYTHING | st.fixed_dictionaries({"scoresheet": st.just(1), "players": ANYTHING, "games": ANYTHING}))
def test_any_value_is_refused_in_a_sentence(value: Any) -> None:
    never_falls(json.dumps(value).encode())


@TRIES
@given(st.binary() | st.text().map(str.encode))
def test_any_bytes_are_refused_in_a_sentence(text: bytes) -> None:
    never_falls(text)


@TRIES
@given(st.data())
def test_a_good_sheet_with_a_blot_is_scored_or_refused(data: st.DataObject) -> None:
    sheet = parse(data.draw(st.sampled_from(GOOD)).read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        sheet = blotted(sheet, data)
    never_falls(json.dumps(sheet).encode())


def blotted(value: Any, data: st.DataObject) -> Any:
    """The value with one thing in it changed, left out, added or written twice."""
    keys: list[Any] = list(value if isinstance(value, dict) else range(len(value))) if nests(value) else []
    if not keys:
        return data.draw(ANYTHING)
    key = data.draw(st.sampled_from(keys))
    what = data.draw(st.sampled_from(["inside", "inside", "inside", "inside", "change", "leave out", "add"]))
    changed = value.copy()
    if what == "inside":
        changed[key] = blotted(value[key], data)
    elif what == "change":
        changed[key] = data.draw(ANYTHING)
    elif what == "leave out":
        del changed[key]
    elif isinstance(value, list):
        changed.insert(key, value[key])
    else:
        changed[data.draw(st.text())] = value[key]
    return changed


def nests(value: Any) -> bool:
    return isinstance(value, (dict, list))


@pytest.mark.parametrize("wrong", [{"players": [1] * 100_000}, {"games": [1] * 100_000}], ids=["players", "games"])
def test_of_a_hundred_thousand_faults_the_first_alone_is_kept(wrong: dict[str, Any]) -> None:
    value = {"scoresheet": 1, "players": ["Ann", "Ben"], "games": []} | wrong
    tracemalloc.start()
    with pytest.raises(Malformed, match=r"\[0\]"):
        sheet_from(value)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000
