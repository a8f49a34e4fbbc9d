"""Names that nobody can confuse: what a new one may hold, and when two are alike."""

import pytest

from companion.engine.changes import Change, Entry, Undo
from companion.engine.errors import Illegal, Malformed
from companion.engine.fields import NAME
from companion.engine.journal import Journal
from companion.engine.kit.moves import Join
from companion.engine.names import legible, name_key, twin_of
from companion.engine.replay import initial_state
from companion.scoresheet import sheet_from
from tests.tools.evening import Evening, move, opening, the_game, why_not

NFC, NFD = "Zo\u00eb", "Zoe\u0308"
UNSEEN = {
    "zero width space": "An\u200bn",
    "zero width non-joiner": "An\u200cn",
    "joiner between letters": "An\u200dn",
    "joiner first": "\u200dAnn",
    "soft hyphen": "An\u00adn",
    "byte order mark": "Ann\ufeff",
    "word joiner": "An\u2060n",
    "only invisible": "\u200b",
    "right to left override": "\u202eAnn",
    "right to left mark": "Ann\u200f",
    "isolate": "\u2067Ann\u2069",
    "Arabic letter mark": "\u061cAnn",
    "variation selector after a letter": "Ann\ufe0f",
    "variation selector after a digit": "1\ufe0f",
    "tag": "Ann\U000e0041",
    "private use": "Ann\ue000",
    "line separator": "Ann\u2028Ben",
    "paragraph separator": "Ann\u2029Ben",
    "tab": "Ann\tBen",
    "half a character": "Ann\ud800",
}
CROWDED = [
    "Z" + "\u0301" * 39,
    "An" + "\u0300\u0316" * 3 + "n",
    "\u0e01" + "\u0e49" * 5,
    "A\u20dd\u0301\u20dd\u0301\u20dd",
]
SEEN = [
    "👨\u200d👩\u200d👧",
    "👩🏽\u200d🚀",
    "❤\ufe0f",
    "🏳\ufe0f\u200d🌈",
    "❤\ufe0f\u200d🔥",
    "شרה",
    "नीना",
    "O’Hara-Łukasz 3.",
    NFC,
    NFD,
    "A\u0302\u0301\u0323\u0331",
    "\u05e9\u05c1\u05bc\u05b8\u05e8\u05b8\u05d4",
    "\u0f66\u0f92\u0fb2\u0f74\u0f56",
    "x" * 40,
]


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN.keys())
def test_what_nobody_sees_is_no_new_name(name: str) -> None:
    assert NAME.problem_if_new(name)
    with pytest.raises(Malformed):
        sheet_from({"scoresheet": 1, "players": ["Ben", name], "games": []})
    with pytest.raises(Malformed, match=r"^games\[0\]\.moves\[0\] join\.player: (must|contains)"):
        the_game("jig").read_move({"move": "join", "player": name}, "games[0].moves[0]")
    for options in ({"name": name}, {"pots": [{"pot": "stock"}, {"pot": name}]}):
        with pytest.raises(Malformed):
            sheet_from(
                {
                    "scoresheet": 1,
                    "players": ["Ben"],
                    "games": [{"game": "house-game", "options": options, "moves": []}],
                }
            )


@pytest.mark.parametrize("name", CROWDED)
def test_no_letter_of_a_new_name_covers_the_lines_around_it(name: str) -> None:
    assert NAME.problem_if_new(name) == "must not have more than 4 accents on one letter"
    with pytest.raises(Malformed, match=r"^players\[0\]: must not have more than 4 accents on one letter$"):
        sheet_from({"scoresheet": 1, "players": [name], "games": []})
    assert name in kept(name).state.seated, "an old name stays as it is"


@pytest.mark.parametrize("name", SEEN)
def test_letters_and_emoji_of_the_world_are_names(name: str) -> None:
    assert NAME.problem_if_new(name) is None
    assert sheet_from({"scoresheet": 1, "players": ["Ben", name], "games": []}).players == ["Ben", name]


def test_the_place_of_a_name_is_told() -> None:
    with pytest.raises(Malformed) as refusal:
        sheet_from({"scoresheet": 1, "players": ["Ben", "An\u200bn"], "games": []})
    assert str(refusal.value) == (
        "players[1]: must not contain invisible characters, or ones that turn text round, such as U+200B"
    )
    pots = {"game": "house-game", "options": {"pots": [{"pot": "\u202ekitty"}]}, "moves": []}
    with pytest.raises(Malformed, match=r"^games\[0\]\.options\.pots\[0\]\.pot: must not contain invisible"):
        sheet_from({"scoresheet": 1, "players": ["Ben"], "games": [pots]})


@pytest.mark.parametrize(
    ("name", "twin"),
    [
        (NFC, NFD),
        ("Ann", " aNN "),
        ("Ann Lee", "Ann\u00a0 Lee"),
        ("STRASSE", "Straße"),
        ("ﬁfi", "fifi"),
        ("Ａnn", "Ann"),
    ],
)
def test_two_that_are_alike(name: str, twin: str) -> None:
    assert name_key(name) == name_key(twin)
    assert twin_of(name, ["Ben", name, twin]) == twin
    with pytest.raises(Malformed, match="can't be told apart"):
        sheet_from({"scoresheet": 1, "players": [name, twin], "games": []})
    assert "told apart" in why_not(Evening("jig", players=f"Ben {name.replace(' ', '_')}"), "join", player=twin) or (
        " " in name
    )


def test_names_that_differ_are_not_alike() -> None:
    """A Cyrillic letter is another letter: the page asks, a sheet may have it."""
    assert not twin_of("Ann", ["\u0410nn", "Anne", "An n", "Ann2"])
    assert legible("Zo\u202e\u00eb") == "Zo\ufffd\u00eb"


# Evenings kept with such names.


def kept(*names: str) -> Journal:
    """A journal that an older Companion wrote, in which these players sat down."""
    journal = Journal(initial_state(["Ann", "Ben"])).extend(Change.play(opening("jig")))
    for number, name in enumerate(names, 2):
        joins = the_game("jig").stored_move({"move": "join", "player": name})
        journal = journal.with_entries([Entry(number, Change.play(joins))])
    return journal


def test_stored_moves_are_read_by_the_rule_of_their_time() -> None:
    journal = kept(NFC, NFD, "An\u200bn", "\u202eCat")
    assert list(journal.state.seated) == ["Ann", "Ben", NFC, NFD, "An\u200bn", "\u202eCat"]
    assert journal.conflicts == ()
    goes_on = journal.extend(Change.play(move("jig", "sit_out", player="Ben"))).extend(Change.strike(2)).extend(Undo())
    assert goes_on.conflicts == ()
    assert goes_on.state.seats == goes_on.extend(Change.strike(5)).extend(Change.restore(5)).state.seats


def test_an_old_name_is_put_right_and_taken_back() -> None:
    journal = kept(NFC, NFD)
    corrected = journal.extend(Change.rename(NFD, "Zoe"))
    assert corrected.extend(Undo()).state.seats == journal.state.seats
    with pytest.raises(Illegal, match="is already in this table"):
        corrected.extend(Change.rename("Zoe", NFD))


@pytest.mark.parametrize("number", [3])
def test_no_correction_brings_two_that_are_alike(number: int) -> None:
    journal = kept(NFC, "Cat")
    twin = Join(NFD)
    for change in (Change.play(twin), Change.insert(number, twin), Change.amend(number, twin)):
        with pytest.raises(Illegal, match="can't be told apart"):
            journal.extend(change)
    struck = journal.extend(Change.strike(2)).extend(Change.play(twin))
    with pytest.raises(Illegal, match="can't be told apart"):
        struck.extend(Change.restore(2))
