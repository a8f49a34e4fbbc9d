"""The catalogue, walked from end to end: no game without its page, its sheets, its help, its refusals and its rules."""

import html
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
from flask import Flask

from companion import games
from companion.engine.errors import Illegal, Malformed
from companion.engine.game import Game, Moment, Presence
from companion.engine.kit.moves import COMMON
from companion.engine.playing import check, check_available
from companion.engine.structure import hints, key_of, notes_of, players_in, read
from companion.games import SHOWN_FIRST, catalogue, families, keys, most_general
from companion.scoresheet import Sheet, read_sheet, record_sheet, score
from companion.web.learn.how_to_play import article, told_by
from tests.tools.evening import opening
from tests.tools.quick import app_over
from tests.tools.settings import alone, fits, other_values
from tests.tools.words import SPOKEN

TESTS = Path(__file__).parents[1]
SHEETS_PAGE = (TESTS.parent / "docs" / "SCORESHEET.md").read_text("utf-8")
GAMES = list(catalogue().values())
MOST_WORDS = 750
"""The words that are read in three minutes."""
NOT_WORTH_A_WORD = {
    *("deal", "misdeal", "abandon", "dealer", "give", "count", "stack", "join", "leave", "sit_out", "sit_in", "finish"),
    *("settle", "cards", "revealed"),
}
"""Moves that a page need not teach: how seats, stacks and Loto cards are kept is said where it is done."""

FIRST_PAGE = """\
import sys
from pathlib import Path
from companion.web import create_app
assert "Pope Joan" in create_app(Path(sys.argv[1])).test_client().get("/").text
print(*(name for name in sys.modules if name.startswith("companion.games.") and name.count(".") == 2))"""
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
every_language = pytest.mark.parametrize("language", SPOKEN)


@cache
def evenings() -> dict[str, list[Sheet]]:
    """The sheets of one game that come to a result, by its key."""
    found: dict[str, list[Sheet]] = {game.key: [] for game in GAMES}
    for path in (TESTS / "scoresheets").glob("*.result.json"):
        if "status" not in json.loads(path.read_bytes()):
            sheet = read_sheet(path.with_name(path.name.replace(".result", "")).read_bytes())
            if len(sheet.games) == 1:
                found[sheet.games[0].opening.game.key].append(sheet)
    return found


@cache
def sheets() -> dict[str, list[dict[str, Any]]]:
    """The results of the sheets in which a game is the last one, by its key."""
    found: dict[str, list[dict[str, Any]]] = {game.key: [] for game in GAMES}
    for path in (TESTS / "scoresheets").glob("*.result.json"):
        sheet = path.with_name(path.name.replace(".result", "")).read_bytes()
        games = json.loads(sheet)["games"] if b'"games"' in sheet else []
        if games and games[-1].get("game") in found:
            found[games[-1]["game"]].append(json.loads(path.read_bytes()))
    return found


def test_the_first_page_reads_no_game_but_those_that_it_shows(tmp_path: Path) -> None:
    asked = subprocess.run([sys.executable, "-c", FIRST_PAGE, tmp_path], capture_output=True, text=True, check=True)
    assert {name.rpartition(".")[2].replace("_", "-") for name in asked.stdout.split()} == {*SHOWN_FIRST}


@every_game
def test_a_game_has_its_page_with_every_move_and_every_house_rule(game: Game) -> None:
    page = (TESTS.parent / "docs" / "games" / f"{game.key}.md").read_text("utf-8")
    assert page.startswith("# ")
    named = [kind.name for kind in game.moves] + [key_of(option.name) for option in attrs.fields(game.options)]
    assert [name for name in named if f"`{name}`" not in page] == []
    common = {field for kind in game.common for field in hints(kind)}
    asked = {key_of(field) for kind in game.moves for field in hints(kind) if field not in common}
    assert [field for field in sorted(asked) if f"`{field}`" not in page] == []


@every_game
def test_the_page_of_the_score_sheet_names_the_game_with_its_pots(game: Game) -> None:
    (line,) = [line for line in SHEETS_PAGE.splitlines() if line.startswith(f"| [`{game.key}`](games/{game.key}.md) |")]
    _, _, players, pots, more, _ = (cell.strip() for cell in line.split("|"))
    first, last = game.seats[0], game.seats[-1]
    assert players.partition(",")[0] == (str(first) if first == last else f"{first}–{last}")
    assert [pot for pot in game.options().pots() if f"`{pot}`" not in pots] == []
    assert ("points" in more) == game.scored
    lacking = [kind.name for kind in COMMON if kind.name not in game.by_name]
    assert (re.findall("`([a-z]+)`", more) if more.startswith("no ") else []) == lacking


def test_the_example_on_the_page_of_the_score_sheet_comes_to_what_it_says() -> None:
    sheet, result = re.findall("```json\n(.*?)```", SHEETS_PAGE, re.DOTALL)
    assert list(score(read_sheet(sheet.encode())).items()) == list(json.loads(result).items())


@every_game
def test_a_game_has_whole_evenings_and_a_refusal_as_sheets(game: Game) -> None:
    assert any("balances" in result for result in sheets()[game.key])
    assert any(result.get("error") for result in sheets()[game.key]), "refused, with the sentence"


@every_game
def test_every_move_and_every_house_rule_explains_itself(game: Game) -> None:
    declared = [game.options, *game.by_name.values()]
    assert [kind for kind in declared if not (kind.__doc__ or "").strip().endswith(".")] == []
    assert [kind for kind in game.by_name.values() if not kind.label] == []
    silent = [
        f"{kind.__name__}.{name}"
        for kind in declared
        for name, hint in hints(kind).items()
        if not any(isinstance(note, str) and len(note) > 3 for note in notes_of(hint))
    ]
    assert silent == []


@every_game
def test_a_game_is_found_among_its_family(game: Game) -> None:
    assert game in families()[game.family]
    assert game.summary and not game.summary.endswith(".")
    assert sum(game in games for games in families().values()) == 1


def test_the_most_general_game_comes_first() -> None:
    assert all(len(most_general().seats) >= len(game.seats) for game in next(iter(families().values())))


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One application for all pages, which are the same at every table."""
    with app_over(tmp_path_factory.mktemp("house")) as made:
        yield made


def page(app: Flask, language: str, game: Game, players: int = 4, **options: Any) -> str:
    """How to play a game, as a table of so many is told it."""
    return told_once(app, language, game.key, players, json.dumps(options, sort_keys=True))


@cache
def told_once(app: Flask, language: str, key: str, players: int, options: str) -> str:
    game = catalogue()[key]
    rules, seats = read(game.options, json.loads(options)), game.seats
    with app.test_request_context(headers={"Accept-Language": language}):
        return " ".join(article(key, rules, min(max(players, seats[0]), seats[-1])).split())


def words(told: str) -> str:
    """The words of a page, a card in a sentence by its name."""
    heard = re.sub(
        '<svg[^>]*aria-label="([^"]*)".*?</svg>', r"\1", re.sub('<div class="cards-laid">.*?</div>', "", told)
    )
    return html.unescape(re.sub(r"\s+", " ", re.sub("<[^>]*>", "", heard)))


def good(told: str) -> None:
    """Whole sentences, read in three minutes, and no value that only a program would say."""
    assert len(words(told).split()) <= MOST_WORDS
    for paragraph in re.findall("<(?:p|li)(?: data-moves=[^>]*)?>(.*?)</(?:p|li)>", told):
        assert words(paragraph).strip()[-1] in ".:,;!?”“»", paragraph
    bad = ("None", "True", "False", "{", "}", "..", " .", " ,", "''", "-1")
    assert not [each for each in bad if each in words(told)]


@every_game
@every_language
def test_a_game_is_taught_on_a_page(app: Flask, game: Game, language: str) -> None:
    for players in (game.seats[0], game.seats[-1]):
        told = page(app, language, game, players)
        good(told)
        assert told.count("<h2>") >= 5 and "<b>" not in told


@every_game
def test_a_page_is_drawn_alike_in_every_language(app: Flask, game: Game) -> None:
    drawn = {
        language: [told.count(tag) for tag in ("<h2>", "<li", "<p", "<figure", "<svg", "<tr")]
        for language, told in ((language, page(app, language, game)) for language in SPOKEN)
    }
    assert drawn == dict.fromkeys(SPOKEN, drawn["en"])


@every_game
@every_language
def test_every_move_of_a_game_is_taught(app: Flask, game: Game, language: str) -> None:
    """Where a page speaks of a move, it says so in data-moves; some moves are met by certain house rules alone."""
    pages = "".join(page(app, language, game, **rules) for rules in alone(game))
    taught = {name for names in re.findall('data-moves="([^"]*)"', pages) for name in names.split()}
    assert taught <= set(game.by_name), "there are such moves"
    assert {kind.name for kind in game.moves} - taught - NOT_WORTH_A_WORD == set()


@every_game
def test_a_game_is_taught_though_too_few_or_too_many_sit_there(app: Flask, game: Game) -> None:
    with app.test_request_context():
        for players in (1, 25):
            good(" ".join(told_by(game, game.options(), players).split()))


CHANGED = [
    pytest.param(game, option.name, id=f"{game.key} {key_of(option.name)}")
    for game in GAMES
    for option in attrs.fields(game.options)
]


@pytest.mark.parametrize(("game", "option"), CHANGED)
@every_language
def test_a_changed_house_rule_changes_the_page(app: Flask, game: Game, option: str, language: str) -> None:
    """By itself; or, where it counts only beside another that is changed too, beside that one."""
    values = [value for value in other_values(game, option) if beside(game, {key_of(option): value})]
    assert values
    for value in values:
        tables = (
            (page(app, language, game, **other), page(app, language, game, **both))
            for other, both in pairs(game, option, value)
        )
        after = next((after for before, after in tables if before != after), "")
        assert after, f"{value} is not told"
        good(after)


def pairs(game: Game, option: str, value: Any) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """House rules with the book's value of an option, and the same with another value."""
    tried = beside(game, {key_of(option): value})
    without = [{name: held for name, held in options.items() if name != key_of(option)} for options in tried]
    return [(other, both) for other, both in zip(without, tried, strict=True) if fits(game, other)]


def beside(game: Game, options: dict[str, Any]) -> list[dict[str, Any]]:
    """These house rules by the book, and beside each other one changed; those that can't go together left out."""
    others = [option.name for option in attrs.fields(game.options) if key_of(option.name) not in options]
    more = [{key_of(name): value} | options for name in others for value in other_values(game, name)]
    return [tried for tried in (options, *more) if fits(game, tried)]


@every_game
def test_a_move_of_a_hand_is_made_in_a_hand_by_those_in_it(game: Game) -> None:
    for sheet in evenings()[game.key]:
        journal = record_sheet(sheet)
        for step in journal.in_force():
            move, before = step.line.move, journal.before(step.line.number)
            if move.moment is Moment.HAND:
                with pytest.raises(Illegal, match="No hand is in play"):
                    check_available(before.replace(open=False), type(move))
            for name in players_in(move) if move.names_those_in else ():
                with pytest.raises(Illegal, match="sits out"):
                    check(before.replace(seats={**before.seats, name: Presence.SITS_OUT}), move)


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("bridge", {"per_points": 0}),
        ("cassino", {"target": 15}),
        ("cassino", {"lowest": "lowest"}),
        ("earl-of-coventry", {"ante": 1}),
        ("farmer", {"over": "nothing"}),
        ("lift-smoke", {"dealer_extra": 1}),
        ("my-bird-sings", {"pack": 36}),
        ("my-bird-sings", {"cards": 5}),
        ("newmarket", {"antes": "never"}),
        ("polignac", {"stock": 0}),
        ("polignac", {"failed": "general"}),
        ("pope-joan", {"dressed_by": "all"}),
        ("pope-joan", {"divisions": 7}),
        ("pope-joan", {"split": 0}),
        ("pope-joan", {"cards_each": 0}),
        ("snip-snap-snorum", {"lives": 0}),
        ("spoil-five", {"tricks": 4}),
        ("spoil-five", {"robbing": "never"}),
        ("spoil-five", {"misdeal": "split"}),
        ("twenty-five", {"target": 35}),
    ],
    ids=str,
)
def test_house_rules_that_there_are_not(key: str, options: dict[str, object]) -> None:
    with pytest.raises(Malformed, match=next(iter(options))):
        opening(key, **options)


def test_every_rule_that_is_cited_is_printed() -> None:
    house = TESTS.parent
    printed = set(
        re.findall(r"^- \*\*([A-Z0-9]+-\d\d[a-z]?)\*\*", (house / "docs/games/RULES.md").read_text("utf-8"), re.M)
    )
    families = "|".join(sorted({rule.partition("-")[0] for rule in printed}))
    sources = [*(house / "companion").rglob("*.py"), *(house / "docs").rglob("*.md"), *TESTS.rglob("*.py")]
    cited = re.findall(rf"\b(?:{families})-\d\d[a-z]?\b", "".join(file.read_text("utf-8") for file in sources))
    assert set(cited) == printed


@pytest.mark.parametrize("key", ["whist", "", "spoil_five", "../spoil-five", "__init__"])
def test_a_key_that_nobody_knows_is_no_game(key: str) -> None:
    assert games.game(key) is None


def test_a_game_lies_in_a_module_of_its_name() -> None:
    for key, module in keys().items():
        assert catalogue()[key].key == key, module
