"""A game is described by people who don't program: with examples, a sample hand, and sense at every field."""

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask

from companion.engine.formula import SPOKEN
from companion.games import catalogue
from companion.games.points_game.hand import Told
from companion.shelf import shelf
from companion.web.forms.formulas import NAMED_BY, in_words, words_of
from tests.tools.phone import Phone
from tests.web.rules.test_house_rules import number
from tests.web.table.test_routes import table_of

QUIZ = {"game": "points-game", "asked": "points-game", "name": "Quiz"}
TOLD: dict[str, dict[str, Any]] = {
    key: dict(told.opening.given) for key, told in shelf().items() if {"way", "worked"} & {*(told.opening.given or {})}
}
"""The games of the shelf that work their points out, as their files describe them."""


def sample(phone: Phone, **typed: object) -> str:
    """What the sample hand beside a description says."""
    return phone.send("/rules/sample", {**QUIZ, **typed}).says


def form_of(key: str) -> dict[str, object]:
    """What a finger types and taps in the empty form to describe a game of the shelf."""
    told = dict(shelf()[key].opening.given or {})
    for way, own in told.pop("way", {}).items():
        told |= {"worked:way": way, **({f"worked:{way}": own} if own else {})}
    if "worked" in told:
        told |= {"worked:way": "own", "worked:own": told.pop("worked")}
    elif "parts" in told:
        told["worked:way"] = "parts"
    return all_typed(told)


def all_typed(told: Mapping[str, object]) -> dict[str, object]:
    """What is typed for the answers of several questions."""
    return {place: typed for name, held in told.items() for place, typed in typed_in(name, held).items()}


def typed_in(name: str, held: object) -> dict[str, object]:
    """What is typed for a value and all its parts."""
    if isinstance(held, list) and not isinstance(held[0], dict):
        return {name: " ".join(map(str, held))}
    parts = enumerate(held) if isinstance(held, list) else held.items() if isinstance(held, dict) else ()
    found: dict[str, object] = {}
    for place, part in parts:
        found |= typed_in(f"{name}:{place}", part)
    return found or {name: held}


def described(phone: Phone, game: str, typed: Mapping[str, object]) -> dict[str, Any]:
    """The house rules that are kept of a game that was described in the empty form."""
    phone.open(f"/rules/new?game={game}")
    path, form = phone.request_of("Save the game")
    for name, said in typed.items():
        form[name] = str(said)
    phone.send(path, form)
    return rules_kept(phone)


def rules_kept(phone: Phone) -> dict[str, Any]:
    """The house rules that the phone has just saved."""
    return dict(json.loads(phone.client.get(f"/rules/{number(phone)}/file").data)["options"])


@pytest.mark.parametrize("key", sorted(shelf()))
def test_a_game_of_the_shelf_is_described_from_an_empty_page(phone: Phone, key: str) -> None:
    told = shelf()[key]
    kept = described(phone, told.game.key, form_of(key))
    given = {rule: held for rule, held in kept.items() if held != getattr(told.game.options(), rule, None)}
    asked = {rule: held for rule, held in (told.opening.given or {}).items() if rule != "calls"}
    assert given == asked


def as_people_type(worked: dict[str, Any]) -> dict[str, Any]:
    """What is typed for a hand: its formulas in the words of its questions, and no name that these words make."""
    words = words_of(worked, {name: str(word) for name, word in (SPOKEN | Told.spoken).items()})
    typed = in_words(Told, worked, words)
    for part, by in NAMED_BY.items():
        for one in typed.get(part, ()):
            if by == "key":
                one["key"] = words[one["key"]]
            elif words[one["key"]] != one["key"]:
                del one["key"]
    return dict(typed)


def named_as(kept: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """What was kept of a hand, its names for formulas as they are elsewhere."""
    rows = [pair for part in NAMED_BY for pair in zip(kept.get(part, ()), told.get(part, ()), strict=True)]
    names = {one["key"]: other["key"] for one, other in rows}
    renamed: dict[str, Any] = in_words(Told, kept, names)
    for part in NAMED_BY:
        for one in renamed.get(part, ()):
            one["key"] = names[one["key"]]
    return renamed


def as_people_tell(key: str) -> dict[str, Any]:
    """What somebody answers who describes a game: its rules, then how it is scored, a way or a hand in their words."""
    told = {rule: held for rule, held in TOLD[key].items() if rule not in ("name", "way", "worked")}
    for way, other in TOLD[key].get("way", {}).items():
        return told | {"worked:way": way, **({f"worked:{way}": other} if other else {})}
    return told | {"worked:way": "own", "worked:own": as_people_type(TOLD[key]["worked"])}


def as_given(kept: dict[str, Any], key: str) -> dict[str, Any]:
    """What was kept of a described game, its names for formulas as the file of the shelf has them."""
    return kept if "way" in kept else kept | {"worked": named_as(kept["worked"], TOLD[key]["worked"])}


@pytest.mark.parametrize("key", TOLD)
def test_a_game_of_the_shelf_is_told_in_the_words_of_its_questions(phone: Phone, key: str) -> None:
    typed = all_typed(as_people_tell(key)) | {"name": TOLD[key]["name"]}
    assert as_given(described(phone, "points-game", typed), key) == TOLD[key]


@pytest.mark.parametrize("key", sorted(key for key, told in shelf().items() if told.game.scored))
def test_a_game_of_the_shelf_is_changed_for_us_and_nothing_of_it_is_lost(phone: Phone, key: str) -> None:
    told = shelf()[key]
    assert f"/rules/new?game={told.game.key}:{key}" in phone.open(f"/how-to-play/{key}").text
    phone.open(f"/rules/new?game={told.game.key}:{key}").press("Save the game", {"name": "Ours"})
    assert rules_kept(phone) == dict(told.opening.given or {}) | {"name": "Ours"}


def test_a_game_of_the_shelf_is_changed_in_the_language_of_the_page(phone: Phone) -> None:
    for key, asks in {"oh-hell": ["Angesagt", "Stiche"], "molkky": ["Geworfen"]}.items():
        phone.open(f"/rules/new?game=points-game:{key}", **{"Accept-Language": "de"})
        assert {*asks} <= {text for _, text in phone.page.forms[0].filled}


def test_every_question_of_a_game_of_our_own_has_an_example(phone: Phone) -> None:
    described = {key: game.examples for key, game in catalogue().items() if game.of_the_house}
    for key, examples in described.items():
        phone.open(f"/rules/new?game={key}")
        for example in examples.values():
            assert example in phone.says
        asked = {name.partition(":")[0] for name, _ in phone.page.forms[0].filled}
        carried = {"way", "worked", "words", "calls", "shared_by"}
        assert asked - {"game", "asked", "keep", "outcome"} - carried <= examples.keys()
        hang_on = re.findall(r'data-with="([^"]+)" data-words', phone.text)
        assert {*hang_on} <= {*re.findall(r'name="([^"]+)"', phone.text)} and (hang_on or key != "points-game")


def test_the_sample_hand_shows_what_is_asked_and_what_is_paid(phone: Phone) -> None:
    says = sample(phone, pay="winner", per_point="2")
    assert "How many points in this hand? Ann" in says and "Scored: Ann 5, Ben 0, Cleo 8, Dan 13." in says
    assert "Ann pays Dan 16" in says and "Ben pays Dan 26" in says and "Cleo pays Dan 10" in says


def test_the_sample_hand_counts_parts_and_keeps_to_sums(phone: Phone) -> None:
    says = sample(phone, **{"parts:0:part": "heart", "parts:0:points": "1", "parts:0:most": "13"})
    assert "How many of each in this hand?" in says and "heart" in says and "Ben 2" in says
    assert "Dan -39" in sample(phone, **{"sums:0": "-26"}).replace("−", "-")


def test_partners_have_their_points_together_in_the_sample_hand(phone: Phone) -> None:
    said = {"partners": "2", "worked:way": "bids", "worked:bids:cards": "the-same", "worked:bids:size": "13"}
    assert "Ann 2 3 +4 Cleo 1 1 Ben 0 0 +9 Dan 3 9" in sample(phone, **said)
    assert "Scored: Ann and Cleo 8, Ben and Dan 18." in sample(phone, partners="2", **{"sums:0": "26"})


def test_what_is_asked_of_the_whole_hand_is_no_column_of_the_sample_hand(phone: Phone) -> None:
    asked = told_by_questions("Red * Round", {"ask": "Red"}, {"ask": "Round", "of": "hand"})
    assert "Round 10 Red points Ann 10 +100" in sample(phone, **asked) and "<td></td>" not in phone.text


def test_the_sample_hand_of_a_round_game_fills_and_empties_its_pots(phone: Phone) -> None:
    pots = {"game": "house-game", "asked": "house-game", "name": "Loo", "pots:0:pot": "pool", "pots:0:dealer": "3"}
    says = sample(phone, **pots)
    assert "Ann pays 3 into the pool" in says.replace("puts", "pays") or "Ann puts 3" in says, says
    assert "Ben takes the pool." in says and "Ann pays Ben 3" in says
    assert "Ben collects 2 counters from each of the others." in sample(phone, game="house-game", asked="house-game")


def test_nothing_that_is_described_so_far_is_written(phone: Phone) -> None:
    assert "isn't a whole number" in sample(phone, target="many")
    assert "Your house rules and games will be listed here." in phone.open("/rules").says


def stands_open(page: str) -> bool:
    """Whether what is refused on a page stands in no closed fold."""
    folds, found = [True], False
    for tag in re.findall(r"<details[^>]*>|</details>|<[^>]*aria-invalid", page):
        if tag.startswith("<details"):
            folds.append(" open" in tag)
        elif tag == "</details>":
            folds.pop()
        else:
            found = True
            if not all(folds):
                return False
    return found


TWICE = {f"parts:{n}:{key}": said for n in (0, 1) for key, said in (("part", "a"), ("points", 1))}


@pytest.mark.parametrize(
    ("typed", "field", "why"),
    [
        ({"worked:way": "parts", "target": 12, "parts:0:part": "q", "parts:0:points": 13}, "target", "would end at 12"),
        ({"sums:0": 26, "sums:1": 26}, "sums", "the same sum"),
        ({"worked:way": "parts", **TWICE}, "parts", "two parts"),
    ],
)  # fmt: skip
def test_a_description_that_contradicts_itself_is_refused_at_its_field(
    phone: Phone, typed: dict[str, object], field: str, why: str
) -> None:
    path, form = phone.open("/rules/new?game=points-game").request_of("Save the game")
    for name, held in {"name": "Quiz", **typed}.items():
        form[name] = str(held)
    phone.send(path, form)
    assert phone.status == 422 and why in phone.refused
    invalid = re.findall(r'name="([a-z_]+)[^"]*"[^>]*aria-invalid', phone.text)
    assert {*invalid} == {field} and stands_open(phone.text)
    assert phone.filled("name") == ["Quiz"]


def test_a_game_is_changed_later_and_evenings_that_were_played_stay(app: Flask, phone: Phone) -> None:
    phone.open("/rules/new?game=points-game").press("Save the game", {"name": "Quiz", "target": 50})
    kept = number(phone)
    code = phone.lays("Ann", "Ben", game="Quiz").code
    phone.open(f"/rules/new?game=points-game:{kept}").press("Save the game", {"target": 70})
    assert table_of(app, phone).journal.state.options.target == 50, code
    assert phone.open(f"/rules/{kept}").says.count("70") == 1


WAYS = {
    "bids": ({"hands": 7}, "Ann 2 2 +12 Ben 0 0 +10 Cleo 1 1 +11 Dan 3 4 +4"),
    "out": ({}, "Ann no 10 0 Ben yes 0 +30"),
    "turns": ({"target": 50, "worked:turns:beyond": "falls-back"}, "Ann 0 10 +10 Ben 0 0 0 Cleo 0 5 +5 Dan 36 15 −11"),
    "own": ({"worked:own:questions:0:ask": "Red cards", "worked:own:scores": "Red cards * 5"}, "Ann 10 +50"),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_way_of_scoring_shows_a_hand_that_is_scored_so_and_opens_as_it_was_told(phone: Phone, way: str) -> None:
    typed, comes = WAYS[way]
    assert comes in sample(phone, **{"worked:way": way, **typed})
    phone.open("/rules/new?game=points-game").press("Save the game", {"name": "Quiz", "worked:way": way, **typed})
    phone.open(f"/rules/new?game=points-game:{number(phone)}")
    assert phone.filled("worked:way") == [way]
    assert {name: phone.filled(name) for name in typed} == {name: [str(said)] for name, said in typed.items()}


@pytest.mark.parametrize(
    ("typed", "field", "why"),
    [
        ({"worked:way": "bids"}, "hands", "Say after how many hands the game ends"),
        ({"worked:way": "turns"}, "target", "Say at how many points the game ends"),
        ({"worked:way": "bids", "hands": 7, "worked:bids:right": "ten"}, "worked:bids:right", "“ten” isn't a whole"),
        ({"worked:way": "bids", "hands": 7, "worked:bids:size": 1_000}, "worked:bids:size", "100"),
        ({"worked:way": "bids", "hands": 7, "worked:bids:called": "s" * 60}, "worked:bids:called", "at most 50"),
        ({"worked:way": "bids", "hands": 7, "worked:bids:called": "s," * 101}, "worked:bids:called", "at most 200"),
        ({"worked:way": "turns", "hands": 5, "worked:turns:beyond": "falls-back"}, "target", "hangs on it"),
        (
            {"worked:way": "turns", "target": 20, "worked:turns:beyond": "falls-back"},
            "target",
            "You fall back to 25: let the game end at a higher number.",
        ),
        ({"worked:way": "own"}, "worked:own:scores", "The points of each: Please answer this."),
        (
            {"worked:way": "own", "worked:own:questions:0:ask": "Red", "worked:own:questions:0:most": "7+"}
            | {"worked:own:scores": "red"},
            "worked:own:questions:0:most",
            "The largest answer (1: it is yes or no) — something is missing after this",
        ),
        ({"worked:way": "own", "worked:own:scores": "2 + + 3"}, "worked:own:scores", "something is missing before “+”"),
        (
            {"worked:way": "own", "worked:own:questions:0:ask": "Red", "worked:own:scores": "2 * red + blue"},
            "worked:own:scores",
            "“blue” is no question of yours, and no word of Companion's",
        ),
        (
            {"worked:way": "own", "worked:own:scores": "1", "worked:own:cards": "2 + + 3"},
            "worked:own:cards",
            "something is missing before “+”",
        ),
        ({"worked:way": "own", "worked:own:scores": "(" * 41 + ")" * 41}, "worked:own:scores", "at most 40 deep"),
        ({"worked:way": "own", "worked:own:scores": "1+" * 400 + "1"}, "worked:own:scores", "at most 600"),
    ],
)  # fmt: skip
def test_a_hand_that_can_t_be_told_so_is_refused_where_it_was_typed(
    phone: Phone, typed: dict[str, object], field: str, why: str
) -> None:
    phone.open("/rules/new?game=points-game").press("Save the game", {"name": "Quiz", **typed})
    assert phone.status == 422 and why in phone.refused
    assert re.findall(r'name="([a-z_:0-9]+)"[^>]*aria-invalid', phone.text) == [field]
    assert stands_open(phone.text)
    assert phone.filled("worked:way") == [str(typed["worked:way"])]


HOSTILE = {
    "what divides by nothing": "red / 0",
    "what grows": "*".join(["99999999"] * 5),
}


@pytest.mark.parametrize("scores", HOSTILE.values(), ids=HOSTILE)
def test_a_formula_that_asks_for_too_much_is_refused_in_a_sentence(phone: Phone, scores: str) -> None:
    typed = {"worked:way": "own", "worked:own:questions:0:ask": "Red", "worked:own:scores": scores}
    assert "The points" in sample(phone, **typed).partition("A sample hand")[2]


def told_by_questions(scores: str, *questions: dict[str, object], **more: object) -> dict[str, object]:
    """What is typed of a game of our own questions and formula."""
    worked = {"questions": [*questions], "scores": scores, **more}
    return {"name": "Ours", "worked:way": "own", **all_typed({"worked:own": worked})}


@pytest.mark.parametrize(
    ("scores", "ask", "kept"),
    [
        ("Cards * 2", "Cards", "cards2 * 2"),
        ("=Total × 2 − 1", "Total", "total2 * 2 - 1"),
        ("if(Sum > 1; 1 + Sum; sum(Sum))", "Sum", "if(sum2 > 1, 1 + sum2, sum(sum2))"),
        ("Points (cards) * 2", "Points (cards)", "points_cards * 2"),
        ("2 x Was it hard? (1-5)", "Was it hard? (1-5)", "2 * was_it_hard"),
        ("round(Red : 2,5)", "Red", "round(red / 2.5)"),
        ("2 • Red — 1", "Red", "2 * red - 1"),
        ("Größe * GRÖẞE", "Größe", "groe * groe"),
    ],
)
def test_the_household_s_word_wins_in_formulas(phone: Phone, scores: str, ask: str, kept: str) -> None:
    typed = told_by_questions(scores, {"ask": ask})
    assert described(phone, "points-game", typed)["worked"]["scores"] == kept


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (told_by_questions("Tricks / 2", {"ask": "Tricks", "most": "13"}), "come to 0.5, which isn't whole. Round it"),
        (
            told_by_questions("Red", {"ask": "Red"}) | {"worked:own:at_end": "points so far / 7"},
            "isn't whole. Round it",
        ),
        (
            told_by_questions("Red", {"ask": "Red", "most": "cards of the hand"})
            | {"worked:own:cards": "4 - number of the hand", "hands": 9},
            "Hand 5 of this game can't be written down. Red: from 0 to −1 there is no number.",
        ),
        (told_by_questions("1,000 + Red", {"ask": "Red"}), "“1,000” can be read in two ways: write 1000, or"),
        (told_by_questions("sum + Red", {"ask": "Red"}), "“sum” goes like this: sum(Tricks taken)"),
        (
            told_by_questions("Red", {"ask": "Red", "most": "Blue moon"}, {"ask": "Blue moon"}),
            "“Blue moon” can't stand",
        ),
        (told_by_questions("Red", {"ask": "Red"}, {"ask": "red"}), "Two things are called “red”"),
        (
            told_by_questions("Red", {"ask": "Red"}, tallies=[{"tally": "red", "becomes": "Red + 1"}]),
            "Two things are called “red”",
        ),
        (
            told_by_questions("Red", {"ask": "Red"}, musts=[{"must": "Red < 9", "says": ""}]),
            "What should Companion say if it isn't so? Please answer this.",
        ),
        (
            told_by_questions("Red", {"ask": "Red"}) | {"partners": 2, "plays": 4},
            "everyone plays: leave out",
        ),
        (
            told_by_questions("Red", {"ask": "Red", "most": "3", "total": "99"}),
            "No hand of this game can be",
        ),
    ],
)
def test_what_can_t_be_played_is_refused_as_it_is_saved(phone: Phone, typed: dict[str, object], why: str) -> None:
    phone.open("/rules/new?game=points-game").press("Save the game", typed)
    assert (phone.status, why in phone.refused) == (422, True), phone.refused
    assert stands_open(phone.text)


def test_the_rules_in_words_say_the_target_that_was_changed(phone: Phone) -> None:
    phone.open("/rules/new?game=points-game:spades").press("Save the game", {"name": "Ours", "target": "300"})
    assert "has 300;" in rules_kept(phone)["rules"] and "500" not in phone.says
    phone.open("/rules/new?game=points-game").press(
        "Save the game", {"name": "A", "target": 50, "rules": "50. Not 50!"}
    )
    phone.open(f"/rules/new?game=points-game:{number(phone)}").press("Save the game", {"target": 70})
    assert phone.refused.endswith("The rules still say 50: say 70 there, too.")
    rules = "50 points win, not 50,000; 20 hands at most."
    phone.open("/rules/new?game=points-game").press(
        "Save the game", {"name": "B", "target": 50, "hands": 20, "rules": rules}
    )
    phone.open(f"/rules/new?game=points-game:{number(phone)}").press("Save the game", {"target": 20, "hands": 30})
    assert rules_kept(phone)["rules"] == "20 points win, not 50,000; 20 hands at most."


def test_what_the_household_calls_hand_stays_hand_in_every_language(phone: Phone) -> None:
    described(phone, "points-game", {**told_by_questions("Hand", {"ask": "Hand"}), "name": "Hand", "rules": "Hand"})
    phone.lays("Ann", "Ben", game="Hand").open("rules", **{"Accept-Language": "de"})
    assert "Wie heißt das Spiel? Hand" in phone.says and "auszurechnen Hand" in phone.says


def test_a_game_whose_questions_hang_on_a_choice_is_asked_until_nothing_is_left(phone: Phone) -> None:
    sorts = [{"choice": "one", "is": 1}, {"choice": "two", "is": 2}]
    own = [
        {"ask": "Sort", "of": "hand", "choices": sorts},
        {"ask": "Tricks", "most": "13", "total": "13", "when": "Sort = 1"},
        {"ask": "Hearts", "most": "13", "total": "13", "when": "Sort = 2"},
    ]
    described(phone, "points-game", told_by_questions("Tricks + Hearts", *own))
    phone.lays("Ann", "Ben", game="Ours")
    phone.open(phone.page.links["one"]).press("Write it down", {"tricks:Ann": 9, "tricks:Ben": 4})
    phone.open(phone.page.links["two"]).press("Write it down", {"hearts:Ann": 0, "hearts:Ben": 13})
    assert phone.open("result.json").response.json["points"] == {"Ann": 9, "Ben": 17}


def test_a_blocked_hand_is_written_though_nobody_went_out(phone: Phone) -> None:
    described(phone, "points-game", {"name": "Train", "worked:way": "out", "worked:out:counts": "against-each"})
    phone.lays("Ann", "Ben", game="Train").press("Write it down", {"held:Ann": 9, "held:Ben": 4})
    assert "Please answer this." in phone.refused
    phone.open("").press("Write it down", {"out": ":nobody", "held:Ann": 9, "held:Ben": 4})
    assert phone.open("result.json").response.json["points"] == {"Ann": 9, "Ben": 4}


def test_a_hand_in_which_nothing_is_entered_is_refused(phone: Phone) -> None:
    described(phone, "points-game", told_by_questions("Red", {"ask": "Red"}))
    assert phone.lays("Ann", "Ben", game="Ours").press("Write it down").refused == "Enter a number for somebody."
    phone.open("").press("Write it down", {"red:Ann": 0})
    assert not phone.refused


def test_a_hand_that_only_lots_find_is_shown_as_well(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.rules.sample.monotonic", lambda: 0.0)  # a busy machine has as long as it needs
    tricks = {"ask": "Tricks", "of": "side", "most": "7"}
    must = {"must": "highest(Tricks) = 7 and lowest(Tricks) < 7", "says": "one side has seven"}
    typed = told_by_questions("Tricks", tricks, musts=[must])
    sent = phone.open("/rules/new?game=points-game").request_of("Save the game", {"name": "Hokm"})[1]
    assert "how such a hand would be scored" in phone.send("/rules/sample", {**sent, **typed, "partners": "2"}).says
