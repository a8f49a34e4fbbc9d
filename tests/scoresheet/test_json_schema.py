"""The JSON Schema of a sheet: it takes what the reader takes, and refuses what the reader refuses for its shape."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unicodedata import category

import attrs
import pytest
from attrs import frozen
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings, strategies as st
from jsonschema import Draft202012Validator

from companion.cli import main
from companion.engine.errors import Malformed
from companion.engine.fields import NOT_BLANK
from companion.engine.names import EMOJI_JOINERS, SYMBOLS, UNSEEN, UNSEEN_PATTERN
from companion.engine.structure import hints, notes_of
from companion.games import catalogue
from companion.games.jig import HouseRules
from companion.scoresheet import CounterValue, read_sheet, sheet_from
from companion.scoresheet.json_schema import Definitions, json_schema
from tests.fuzz.shapes import ODD_TEXTS, broken_sheets, json_values

FOLDER = Path(__file__).parents[1] / "scoresheets"
SHEETS = sorted(path for path in FOLDER.glob("*.json") if not path.name.endswith(".result.json"))
SCHEMA = json_schema()
VALIDATOR = Draft202012Validator(SCHEMA)

WITH_THE_READER = {
    "BR-aces-in-a-suit-refused": "which honours there are depends on trumps",
    "BR-chicane-at-no-trumps-refused": "trumps exclude chicane",
    "BR-slam-of-too-few-tricks-refused": "a slam needs so many odd tricks",
    "CA-sides-and-two-against-one-malformed": "one house rule excludes another",
    "GEN-names-alike-malformed": "two names of a list are alike",
    "HG-two-pots-alike-refused": "two objects of a list have a value in common",
    "LH-cells-without-a-name-malformed": "two fields of an object belong together",
    "LO1-numbers-and-unseen-malformed": "exactly one of several ways to name cards",
    "LO1-saved-with-a-row-malformed": "the prize excludes a field",
    "LO1-saving-stake-of-14-malformed": "one house rule bounds another",
    "LO2-table-share-of-the-whole-stake-malformed": "one house rule bounds another",
    "NM-counters-with-a-point-refused": "2.0 is an integer to a schema",
    "PG-plays-beside-boxes-malformed": "one house rule excludes another",
    "PG-points-where-parts-are-counted-malformed": "the house rules exclude a field",
    "PG-unknown-with-a-target-malformed": "one house rule excludes another",
    "PG-unknown-with-payment-malformed": "one house rule excludes another",
    "PJ-cards-left-without-pope-refused": "the card excludes a field",
    "SF-sides-of-two-lengths-malformed": "lists are of the same length",
}
"""The malformed sheets that a schema takes, each with the reason."""

NO_SCHEMA_CAN_SAY = re.compile(
    r"the aces don't count|aces are the honours|chicane is a hand without trumps|a (little|grand) slam takes"
    r"|two against one is for three players|two pots are called|give exactly one of|saved belongs to the prize"
    r"|losers (can )?save |less than the stake must go on the table|cards_left belongs to Pope"
    r"|how many cards each of the others holds|can't be told apart|can't be named twice|a pot can't hold fewer than 0"
    r"|outcome: such a game has no"
    r"|all of the same length|outcomes hold any doubling|two parts are called|the same sum is named twice"
    r"|(give|count) either .* not both|name either the parts|you enter (points|counts), not"
    r"|isn't counted in this game|Enter a number for somebody|formula|things are called|asks at least one question"
    r"|must be a word of small letters|this can't be read|counts by its questions alone|nothing is said before a hand"
    r"|enter the answers of the hand|enter points, not answers"
    r"|cells and named belong together|last must not be below first"
    r"|can't (be read|stand) here|is missing (after|before)|a sign is missing|is no (sign|word|question)|goes like this"
    r"|can't go into another"
    r"|brackets lie|in two ways|this has at most"
    r"|where boxes are filled everybody plays"
    r"|half a character|signs that nobody sees|not a number with a point|a number with thousands of digits|NaN|Infinity"
)
"""What only the reader refuses: fields that depend on each other, names alike, and 3.0, an integer to a schema."""


def status(path: Path) -> int:
    return int(json.loads(path.with_suffix(".result.json").read_text("utf-8")).get("status", 0))


@pytest.mark.parametrize("path", [path for path in SHEETS if status(path) < 2], ids=lambda path: path.stem)
def test_a_sheet_that_can_be_read_fits(path: Path) -> None:
    VALIDATOR.validate(json.loads(path.read_bytes()))


def test_a_malformed_sheet_fits_only_where_no_schema_can_tell() -> None:
    malformed = [path for path in SHEETS if status(path) == 2]
    assert [path.stem for path in malformed if VALIDATOR.is_valid(json.loads(path.read_bytes()))] == [*WITH_THE_READER]


def test_it_is_a_schema_that_refers_to_nothing_outside() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    references = set(re.findall(r'"\$ref": "(.*?)"', json.dumps(SCHEMA)))
    assert references == {f"#/$defs/{name}" for name in SCHEMA["$defs"]}
    assert SCHEMA["$schema"] == Draft202012Validator.META_SCHEMA["$id"]


def declared() -> Iterator[Any]:
    """Yield every class that stands in a sheet."""
    waiting: list[Any] = [CounterValue]
    for game in catalogue().values():
        waiting += [game.options, *game.by_name.values()]
    known = set(waiting)
    for kind in waiting:
        yield kind
        inside = {part for hint in hints(kind).values() for part in parts(hint)}
        waiting += inside - known
        known |= inside


def parts(hint: Any) -> Iterator[Any]:
    """Yield the declared classes inside a type."""
    if attrs.has(hint):
        yield hint
    for inner in (*getattr(hint, "__args__", ()), *([hint.__origin__] if hasattr(hint, "__metadata__") else [])):
        yield from parts(inner)


def test_a_note_that_refuses_something_says_so_in_the_schema() -> None:
    notes = {type(note) for kind in declared() for hint in hints(kind).values() for note in notes_of(hint)}
    assert [note for note in notes if hasattr(note, "problem") and not hasattr(note, "json_schema")] == []
    assert [note for note in notes if hasattr(note, "json_schema")], "and there are such notes"


def test_every_move_and_every_house_rule_is_described() -> None:
    for kind in declared():
        silent = [name for name, hint in hints(kind).items() if not Definitions().of(hint).get("description")]
        assert silent == [], kind
    assert all(definition.get("description") for definition in SCHEMA["$defs"].values())


def test_a_house_rule_has_its_default_and_a_move_its_label() -> None:
    rules, bar = SCHEMA["$defs"]["spoil_five.HouseRules"], SCHEMA["$defs"]["spoil_five.Bar"]
    assert rules["properties"]["ante"] == {
        "description": "What everyone puts in a new pool (SF-04)",
        "type": "integer",
        "minimum": 0,
        "maximum": 1_000_000,
        "default": 2,
    }
    assert (bar["title"], bar["required"]) == ("Bar a player", ["move", "player", "why"])
    assert bar["properties"]["why"]["enum"] == ["did-not-rob", "robbed-without-ace"]


def sheet(**changes: Any) -> dict[str, Any]:
    """Return a small sheet with changes at its top."""
    return {"scoresheet": 1, "players": ["Ann", "Ben"], "games": []} | changes


@pytest.mark.parametrize("name", [*ODD_TEXTS, "\x1c", "\x85", "\xa0", "\u3000", "\ufeff ", "a\n", "x" * 40])
def test_a_name_fits_where_it_can_be_read(name: str) -> None:
    value = sheet(players=[name])
    assert VALIDATOR.is_valid(value) == (can_be_read(value) or any("\ud800" <= c <= "\udfff" for c in name))


def test_blanks_and_control_characters_are_those_of_python() -> None:
    for character in map(chr, range(0x3100)):
        control = category(character) == "Cc"
        assert bool(re.search(NOT_BLANK, character)) or character.isspace() or control
        assert not (re.search(NOT_BLANK, character) and character.isspace())


def test_signs_that_nobody_sees_are_those_of_unicode() -> None:
    """Beyond the basic plane, and of half characters, only the reader knows."""
    for sign in map(chr, range(0x10000)):
        if category(sign) != "Cs" and sign not in EMOJI_JOINERS:
            assert bool(re.search(UNSEEN_PATTERN, sign)) == (category(sign) in UNSEEN), f"U+{ord(sign):04X}"
        if re.search(UNSEEN_PATTERN, f"{sign}\u200d") and not re.search(UNSEEN_PATTERN, sign):
            assert category(sign) not in SYMBOLS, f"U+{ord(sign):04X}"
    assert re.search(UNSEEN_PATTERN, "An\u200dn")
    assert re.search(UNSEEN_PATTERN, "Z" + "\u0301" * 5) and not re.search(UNSEEN_PATTERN, "Z" + "\u0301" * 4)
    assert re.search(UNSEEN_PATTERN, "\ufe0f")
    assert not re.search(UNSEEN_PATTERN, "\u2764\ufe0f\u200d\U0001f525")


@pytest.mark.parametrize("amount", ["0.05", "1", "0", "0.0", "000", "010", "1.", ".5", "1e3", "1\n", "-1", "٣", ""])
def test_a_counter_value_fits_where_it_can_be_read(amount: str) -> None:
    value = sheet(counter_value={"amount": amount, "currency": "GBP"})
    assert VALIDATOR.is_valid(value) == can_be_read(value)


@pytest.mark.parametrize("number", [None, 0, 1, 2, 3, True, "2"])
def test_an_edition_fits_where_it_can_be_read(number: Any) -> None:
    value = sheet(games=[{"game": "spoil-five", "edition": number, "moves": []}])
    assert VALIDATOR.is_valid(value) == can_be_read(value)


def test_two_classes_of_the_same_name_are_described_apart() -> None:
    twin = type("HouseRules", (HouseRules,), {"__module__": HouseRules.__module__})
    definitions = Definitions()
    names = [definitions.of(kind)["$ref"].rpartition("/")[2] for kind in (HouseRules, frozen(twin), HouseRules)]
    assert names == ["jig.HouseRules", "jig.HouseRules-2", "jig.HouseRules"]


def can_be_read(value: Any) -> bool:
    try:
        sheet_from(value)
    except Malformed:
        return False
    return True


@settings(max_examples=250, suppress_health_check=list(HealthCheck), deadline=None)
@given(broken_sheets(st.integers(0, 3)) | json_values().map(lambda value: json.dumps(value).encode()))
def test_the_schema_refuses_what_the_reader_refuses_for_its_shape(text: bytes) -> None:
    fits = VALIDATOR.is_valid(json.loads(text))
    try:
        read_sheet(text)
    except Malformed as error:
        assert not fits or NO_SCHEMA_CAN_SAY.search(str(error)), str(error)
    else:
        assert fits


def test_the_command_prints_it() -> None:
    assert json.loads(CliRunner().invoke(main, ["schema"]).stdout) == SCHEMA
