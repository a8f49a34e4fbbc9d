"""The games of the shelf: what each file says, in every language, and its sample evening."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.engine.changes import Change
from companion.engine.errors import Illegal
from companion.engine.game import Opening
from companion.engine.journal import Journal
from companion.games import catalogue
from companion.scoresheet import Sheet, open_game, read_sheet, record_sheet
from companion.shelf import on_shelf, read_description, shelf, shelved_as, write_description
from tests.tools.words import SPOKEN

HOUSE = Path(__file__).parents[2]
GAMES = sorted(shelf())
FORMER = [former.key for told in shelf().values() for former in told.former]
SETTINGS = [(key, setting.key) for key, told in shelf().items() for setting in told.settings]


def file_of(key: str) -> Path:
    return HOUSE / "companion" / "shelf" / f"{key}.json"


@pytest.mark.parametrize("key", GAMES)
def test_a_game_says_who_made_it_by_which_source_and_its_rules_in_every_language(key: str) -> None:
    told = shelf()[key]
    assert told.made_by and told.source and {*SPOKEN} <= {"en", *told.languages}
    rules = [told.options(language).rules for language in SPOKEN]
    assert min(each.count("\n") for each in rules) >= 3 and len({each.count("\n") for each in rules}) == 1
    assert len({*rules}) == len(SPOKEN)
    assert key not in catalogue(), "its page would be another game's"


@pytest.mark.parametrize("key", GAMES)
def test_a_game_plays_alike_in_every_language(key: str) -> None:
    """Only names and rules are translated."""
    told = shelf()[key]

    def numbers(given: dict) -> object:  # type: ignore[type-arg]
        return {
            name: [{part: n for part, n in each.items() if part not in ("part", "pot")} for each in held]
            if name in ("parts", "pots") else held
            for name, held in given.items() if name not in ("name", "rules", "words")
        }  # fmt: skip

    for opening in told.languages.values():
        assert numbers(dict(opening.given or {})) == numbers(dict(told.opening.given or {}))


@pytest.mark.parametrize("key", GAMES)
def test_a_file_is_written_back_as_it_was_read(key: str) -> None:
    """Settings are our own; a household shares the house rules that they come to."""
    text = file_of(key).read_text("utf-8")
    assert json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n" == text
    told = read_description(text.encode())
    again = read_description(write_description(told).encode())
    assert again.every == told.every
    assert told.settings or write_description(told) == text


@pytest.mark.parametrize(
    "key", [key for key in [*GAMES, *FORMER] if (HOUSE / f"tests/scoresheets/SHELF-{key}.json").is_file()]
)
def test_its_sample_evening_is_played_by_its_description(key: str) -> None:
    """What it comes to is checked with all sheets; partners are named at the table."""
    (game,) = read_sheet((HOUSE / "tests" / "scoresheets" / f"SHELF-{key}.json").read_bytes()).games
    given = {name: held for name, held in (game.opening.given or {}).items() if name != "sides"}
    today, settings = on_shelf(key)
    assert (game.opening.game.key, given) == (shelf()[today].game.key, shelf()[today].given(settings))


def test_every_game_has_a_sample_evening() -> None:
    assert [key for key in GAMES if not (HOUSE / f"tests/scoresheets/SHELF-{key}.json").is_file()] == []


@pytest.mark.parametrize(("key", "changed"), SETTINGS)
def test_a_setting_is_opened_and_known_again_in_every_language(key: str, changed: str) -> None:
    told = shelf()[key]
    setting = next(setting for setting in told.settings if setting.key == changed)
    for number in setting.known or {setting.least, setting.usual or 1, min(setting.most or 1, 1_000)}:
        for language in ("", *told.languages):
            options = open_game(told.game, told.given({changed: number}, language), None).options
            texts = json.dumps(told.given({changed: number}, language), ensure_ascii=False)
            assert "{" not in options.rules and "}" not in options.rules and '"only"' not in texts  # type: ignore[attr-defined]
            assert told.says(options)
            if not hasattr(options, changed) and changed != "looed":
                found = shelved_as(options)
                assert found and found[0] == key and found[1][changed] == number, language


@pytest.mark.parametrize("key", GAMES)
def test_the_words_of_settings_are_told_in_every_language(key: str) -> None:
    told = shelf()[key]
    texts = {text for setting in told.settings for text in (
        setting.ask, setting.says, *(text for each in setting.choices for text in (each.choice, each.says))
    )} - {""}  # fmt: skip
    for language in told.languages:
        assert {*told.words(language)} == texts, language
    assert all("{" not in options.rules.partition("\n")[0] for options in told.every)


@pytest.mark.parametrize("key", FORMER)
def test_a_game_that_is_a_setting_today_is_found_by_its_old_key(key: str) -> None:
    today, settings = on_shelf(key)
    told = shelf()[today]
    assert key not in shelf() and open_game(told.game, told.given(settings), None)


def test_the_page_of_the_shelf_names_every_game_with_its_source() -> None:
    page = (HOUSE / "docs" / "games" / "shelf.md").read_text("utf-8")
    for key, told in shelf().items():
        made_of = f"[{told.game.key}]({told.game.key}.md)"
        assert f"| `{key}` | {told.name} | {made_of} | {told.made_by} | {told.source} |" in page


def test_every_name_stands_once() -> None:
    for language in SPOKEN:
        names = [told.options(language).title() for told in shelf().values()]
        assert len({*names}) == len(names)
    assert "description" in json.loads(file_of("nap").read_text("utf-8"))


AIMED = [key for key, told in shelf().items() if getattr(told.opening.options, "target", None)]


@pytest.mark.parametrize("key", AIMED)
def test_its_sample_evening_ends_at_another_target_too(key: str) -> None:
    """The game ends with the hand in which somebody is there, not before and not after."""
    told, text = shelf()[key], (HOUSE / "tests" / "scoresheets" / f"SHELF-{key}.json").read_text("utf-8")
    setting = next(each for each in told.settings if each.key == "target")
    usual, sheet = told.opening.options.target, json.loads(text)  # type: ignore[attr-defined]
    aim = next((number for number in setting.numbers if number != usual), usual * 3 // 5)
    (game,) = sheet["games"]
    sides = {"sides": game["options"]["sides"]} if "sides" in game["options"] else {}
    (played,) = read_sheet(json.dumps(sheet | {"games": [game | {
        "options": told.given({"target": aim}) | sides, "moves": []}]}).encode()).games  # fmt: skip
    journal = record_sheet(Sheet(sheet["players"], [played]))
    last_turn = played.opening.options.worked.last_turn  # type: ignore[attr-defined]
    for move in game["moves"]:
        before = journal.state
        if before.over or move["move"] == "finish":
            break
        assert last_turn or max(before.points.values(), default=0) < aim, "it should have ended"
        journal = with_those_who_had_a_turn(journal, played.opening, move)
    assert journal.state.over == (max(journal.state.points.values()) >= aim)


def with_those_who_had_a_turn(journal: Journal, opening: Opening, move: dict[str, Any]) -> Journal:
    """A hand, without those who had no turn any more."""
    answers = [*move.get("answers", {}).items()]
    for left in range(len(answers), -1, -1):
        try:
            some = {"answers": dict(answers[:left])} if answers else {}
            return journal.extend(Change.play(opening.read_move(move | some)))
        except Illegal as refused:
            if "isn't there yet" in refused.why:  # at darts, to another number: no dart has ended it
                thrown = {name: {"thrown": own["thrown"]} for name, own in answers}
                return with_those_who_had_a_turn(journal, opening, move | {"answers": thrown})
            if "no turn any more" not in refused.why:
                raise
    raise AssertionError("nobody had a turn")
