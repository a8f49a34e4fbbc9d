"""Strict reading: each kind of malformed value gives a sentence with its place."""

from typing import Annotated, Any, Literal

import pytest
from attrs import field, frozen

from companion.engine.errors import Malformed
from companion.engine.fields import (
    Account,
    Counters,
    Hex,
    Kind,
    MaxItems,
    Memo,
    Name,
    NonEmpty,
    Pot,
    Seat,
    Within,
    excerpt,
)
from companion.engine.structure import hints, notes_of, read, sort_keys, unwrap, write


@frozen
class Card:
    rank: Literal["ace", "king"]
    pips: Annotated[int, Within(1, 10)] = 1


@frozen
class Everything:
    """One field of every kind."""

    player: Seat
    counters: Counters
    sure: bool = False
    tricks: Literal[2, 3] = 3
    name: Name = "Ann"
    memo: Memo | None = None
    from_: Annotated[Account, Kind.ACCOUNT] = "Ann"
    cards_left: dict[Seat, Counters] = field(factory=dict)
    numbers: list[int] = field(factory=list)
    card: Card | None = None
    cards: list[Card] = field(factory=list)
    mixed: Literal["over", 21] | None = None
    some: Annotated[list[Seat], NonEmpty()] = field(factory=lambda: ["Ann"])
    few: Annotated[list[int], MaxItems(2)] = field(factory=list)
    seed: Annotated[str, Hex(4, example="00ff")] | None = None
    points: dict[Seat, Literal["over", 2, 3, 4]] = field(factory=dict)
    held: dict[Seat, Card] = field(factory=dict)

    def well_formed(self) -> None:
        if self.sure and self.memo:
            raise Malformed("a memo is for those who are not sure")


GOOD: dict[str, Any] = {"player": "Ben", "counters": 3}
POINTS = 'points[Ben]: must be a whole number from 2 to 4 or "over"'


def why(value: Any, where: str = "") -> str:
    with pytest.raises(Malformed) as refusal:
        read(Everything, value, where)
    return str(refusal.value)


def test_a_good_value_is_read_and_written_again() -> None:
    value = GOOD | {
        "sure": False,
        "tricks": 2,
        "name": "Zoë",
        "memo": "",
        "from": {"pot": "pool"},
        "cards_left": {"Ben": 0},
        "numbers": [1, 2],
        "card": {"rank": "ace", "pips": 3},
        "cards": [{"rank": "king", "pips": 1}],
        "mixed": 21,
        "some": ["Ben", "Ben"],
        "few": [],
        "seed": "12ab",
        "points": {"Ann": 4, "Ben": "over"},
        "held": {"Ben": {"rank": "ace", "pips": 2}},
    }
    everything = read(Everything, value)
    assert everything.from_ == Pot("pool")
    assert everything.held == {"Ben": Card("ace", 2)}
    assert {key: held for key, held in write(everything).items() if key in value} == value
    assert list(write(everything))[6] == "from"


def test_a_field_that_is_left_out_stays_left_out() -> None:
    everything = read(Everything, GOOD)
    assert everything.memo is None
    assert "memo" not in write(everything)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"counters": True}, "counters: must be a whole number, not true or false"),
        ({"counters": 3.0}, "counters: must be a whole number, not a number with a point"),
        ({"counters": "3"}, "counters: must be a whole number, not a text"),
        ({"counters": [3]}, "counters: must be a whole number, not a list"),
        ({"counters": -1}, "counters: must be a whole number from 0 to 1000000, not -1"),
        ({"counters": 1_000_001}, "counters: must be a whole number from 0 to 1000000, not 1000001"),
        ({"counters": 10**50}, f"counters: must be a whole number from 0 to 1000000, not 1{'0' * 36}…"),
        ({"counters": None}, "counters must not be null: leave it out"),
        ({"memo": None}, "memo must not be null: leave it out"),
        ({"player": 3}, "player: must be a text, not a whole number"),
        ({"sure": 1}, "sure: must be true or false, not a whole number"),
        ({"sure": "yes"}, "sure: must be true or false, not a text"),
        ({"tricks": 4}, "tricks: must be 2 or 3, not 4"),
        ({"tricks": "2"}, 'tricks: must be 2 or 3, not "2"'),
        ({"tricks": 2.0}, "tricks: must be 2 or 3, not a number with a point"),
        ({"tricks": [2]}, "tricks: must be 2 or 3, not a list"),
        ({"mixed": True}, 'mixed: must be "over" or 21, not true or false'),
        ({"mixed": "under"}, 'mixed: must be "over" or 21, not "under"'),
        ({"mixed": {}}, 'mixed: must be "over" or 21, not an object'),
        ({"points": {"Ben": True}}, f"{POINTS}, not true or false"),
        ({"points": {"Ben": 5}}, f"{POINTS}, not 5"),
        ({"points": {"Ben": "4"}}, f'{POINTS}, not "4"'),
        ({"held": {"Ben": {"rank": "ten"}}}, 'held[Ben].rank: must be "ace" or "king", not "ten"'),
        ({"name": "  "}, "name: must not be blank"),
        ({"name": ""}, "name: must not be blank"),
        ({"name": "A\nn"}, "name: must not contain control characters"),
        ({"name": "A\x7f"}, "name: must not contain control characters"),
        ({"name": "A" * 41}, "name: must have at most 40 characters, not 41"),
        ({"name": "\ud800"}, "name: contains half a character that can't be stored"),
        ({"memo": "x" * 201}, "memo: must have at most 200 characters, not 201"),
        ({"from": 3}, 'from: must be a player\'s name or {"pot": "…"}'),
        ({"from": {"pot": 3}}, 'from: must be a player\'s name or {"pot": "…"}'),
        ({"from": {"pot": "pool", "more": 1}}, 'from: must be a player\'s name or {"pot": "…"}'),
        ({"from": {}}, 'from: must be a player\'s name or {"pot": "…"}'),
        ({"from_": "Ann"}, '"from_" is not a key that belongs here'),
        ({"cards_left": {"Ben": -1}}, "cards_left[Ben]: must be a whole number from 0 to 1000000, not -1"),
        ({"cards_left": {"Ben": None}}, "cards_left[Ben]: must be a whole number, not null"),
        ({"cards_left": ["Ben"]}, "cards_left: must be an object, not a list"),
        ({"numbers": [1, 2, "3"]}, "numbers[2]: must be a whole number, not a text"),
        ({"numbers": {"0": 1}}, "numbers: must be a list, not an object"),
        ({"numbers": "12"}, "numbers: must be a list, not a text"),
        ({"card": {"rank": "ace", "pips": 11}}, "card.pips: must be a whole number from 1 to 10, not 11"),
        ({"card": {"pips": 3}}, "card: rank is missing"),
        ({"card": {"rank": "ace", "pips": None}}, "card: pips must not be null: leave it out"),
        ({"card": {"rank": "ace", "suit": "H"}}, 'card: "suit" is not a key that belongs here'),
        ({"card": "ace"}, "card: must be an object, not a text"),
        ({"cards": [{"rank": "ace"}, {"rank": 1}]}, 'cards[1].rank: must be "ace" or "king", not 1'),
        ({"cards": [{"rank": "ace"}, {}]}, "cards[1]: rank is missing"),
        ({"some": []}, "some: Name at least one."),
        ({"some": [3]}, "some[0]: must be a text, not a whole number"),
        ({"few": [1, 2, 3]}, "few: must name at most 2, not 3"),
        ({"seed": "12AB"}, 'seed: must be 4 hexadecimal digits in lower case, not "12AB"'),
        ({"seed": "12abc"}, 'seed: must be 4 hexadecimal digits in lower case, not "12abc"'),
        ({"colour": "red"}, '"colour" is not a key that belongs here'),
        ({"c" * 50: 1}, f'"{"c" * 37}…" is not a key that belongs here'),
        ({"sure": True, "memo": "perhaps"}, "a memo is for those who are not sure"),
    ],
    ids=lambda value: str(value)[:60].encode("unicode_escape").decode(),
)
def test_a_malformed_value_is_refused_at_its_place(wrong: dict[str, Any], sentence: str) -> None:
    assert why(GOOD | wrong) == sentence


def test_a_class_without_rules_of_its_own_is_read_too() -> None:
    assert read(Card, {"rank": "ace"}) == Card("ace")


def test_keys_are_put_in_order_also_inside_and_nothing_is_added() -> None:
    given = {
        "cards": [{"pips": 2, "rank": "ace"}, "ace"],
        "cards_left": {"Cat": 1, "Ann": 2},
        "card": None,
        "player": 3,
    }
    ordered = sort_keys(Everything, given)
    assert ordered == given
    assert list(ordered) == ["player", "cards_left", "card", "cards"]
    assert list(ordered["cards"][0]) == ["rank", "pips"]
    assert list(ordered["cards_left"]) == ["Cat", "Ann"]


def test_a_missing_key_is_named() -> None:
    assert why({"player": "Ben"}) == "counters is missing"
    assert why({"player": "Ben"}, "moves[3] give") == "moves[3] give: counters is missing"


def test_the_place_stands_before_the_path() -> None:
    where = "games[0].moves[3] give"
    assert why(GOOD | {"counters": "3"}, where).startswith(f"{where}.counters: must be")
    assert why(GOOD | {"colour": 1}, where).startswith(f'{where}: "colour"')
    assert why(GOOD | {"memo": None}, where) == f"{where}: memo must not be null: leave it out"


@pytest.mark.parametrize(
    ("value", "kind"), [([], "a list"), ("x", "a text"), (None, "null"), (True, "true or false"), (1.5, "a number")]
)
def test_only_an_object_is_read(value: Any, kind: str) -> None:
    assert why(value).startswith(f"must be an object, not {kind}")


def test_the_most_and_the_least_counters_are_good() -> None:
    assert read(Everything, GOOD | {"counters": 0}).counters == 0
    assert read(Everything, GOOD | {"counters": 1_000_000}).counters == 1_000_000


def test_long_values_are_shown_short_and_always_writable() -> None:
    assert excerpt("x" * 40) == "x" * 40
    assert len(excerpt("x" * 41)) == 38
    assert excerpt("\ud800") == "\\ud800"


def test_a_declaration_tells_its_fields_with_their_notes() -> None:
    declared = hints(Everything)
    assert list(declared)[:2] == ["player", "counters"]
    assert Kind.SEAT in notes_of(declared["player"])
    assert Kind.SEAT in notes_of(declared["cards_left"])
    assert Kind.SEAT not in notes_of(declared["counters"])
    assert [unwrap(declared[name]) for name in ("player", "memo", "numbers", "from_", "card")] == [
        str, str, list[int], Account, Card,
    ]  # fmt: skip
