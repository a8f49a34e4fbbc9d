"""``companion cards``: the cards of the built-in Loto boxes and of a Loto night, for people and for programs."""

import json

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.loto.rules.box import BOXES
from companion.loto.rules.pack import pack

SEED = "0123456789abcdef0123456789abcdef"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["cards", *arguments])


@pytest.mark.parametrize("size", [24, 18])
def test_one_box_as_data(size: int) -> None:
    result = run("--box", str(size), "--json")
    assert result.exit_code == 0
    printed = json.loads(result.stdout)
    assert list(printed) == [str(size)]
    assert list(printed[str(size)]) == [str(number) for number in range(1, size + 1)]
    assert printed[str(size)]["1"] == [[5, 11, 33, 50, 76], [17, 22, 43, 65, 89], [2, 28, 35, 56, 74]]


def test_both_boxes_as_data() -> None:
    printed = json.loads(run("--json").stdout)
    assert printed == {
        str(size): {str(number): [list(row) for row in card] for number, card in cards.items()}
        for size, cards in BOXES.items()
    }


def test_a_box_for_people() -> None:
    printed = run("--box", "18").stdout.splitlines()
    assert printed[:6] == [
        "The box of 18 cards",
        "",
        "Card 1",
        "  5 | 11 |    | 33 |    | 50 |    | 76 |",
        "    | 17 | 22 |    | 43 |    | 65 |    | 89",
        "  2 |    | 28 | 35 |    | 56 |    | 74 |",
    ]
    assert sum(line.startswith("Card ") for line in printed) == 18
    assert not any("24" in line for line in printed if "box" in line)


def test_both_boxes_for_people() -> None:
    printed = run().stdout.splitlines()
    assert [line for line in printed if "box" in line] == ["The box of 24 cards", "The box of 18 cards"]


def test_the_printed_cards_of_a_night_come_again_by_their_seed() -> None:
    assert json.loads(run("--seed", SEED, "--cards", "12", "--json").stdout) == {
        SEED: {str(number): [list(row) for row in card] for number, card in pack(SEED, 12).items()}
    }
    printed = run("--seed", SEED).stdout.splitlines()
    assert printed[:3] == [f"The cards of the seed {SEED}", "", "Card 1"]
    assert printed[3] == "    | 17 | 24 |    | 40 | 53 |    |    | 84"
    assert sum(line.startswith("Card ") for line in printed) == 120


@pytest.mark.parametrize(
    ("seed", "cards", "why"),
    [("red", "12", "pack: must be 32 hexadecimal"), (SEED, "2000", "cards: must be a whole number")],
)
def test_there_is_no_such_pack(seed: str, cards: str, why: str) -> None:
    refused = run("--seed", seed, "--cards", cards)
    assert refused.exit_code == 2 and why in refused.stderr


def test_there_is_no_other_box() -> None:
    assert run("--box", "20").exit_code == 2
