"""What changes hands, in sentences."""

import pytest

from companion.engine.fields import Account, Pot
from companion.engine.kit.payments import per_card
from companion.engine.postings import Posting
from companion.engine.replay import initial_state
from companion.engine.reports.sentences import changes_hands, own_part

FOUR = ["Ann", "Ben", "Cat", "Dan"]
POOL = Pot("pool")


def into(payee: Account, **due: int) -> list[Posting]:
    return [Posting(name, payee, counters) for name, counters in due.items()]


def out_of(pot: Pot, **due: int) -> list[Posting]:
    return [Posting(pot, name, counters) for name, counters in due.items()]


@pytest.mark.parametrize(
    ("postings", "said"),
    [
        ([], []),
        (into(POOL, Ann=2, Ben=1, Cat=1, Dan=1), ["Ann puts 2 into the pool, the others 1 each"]),
        (into(POOL, Ann=1, Ben=1, Cat=1, Dan=1), ["Everyone puts 1 into the pool"]),
        (into(POOL, Ann=1, Cat=1), ["Ann and Cat put 1 each into the pool"]),
        (into(POOL, Ann=4, Ben=3), ["Ann puts 4 into the pool, Ben 3"]),
        (into(POOL, Ann=4, Ben=3, Cat=2, Dan=1), ["Ann puts 4 into the pool, Ben 3, Cat 2, Dan 1"]),
        (into(POOL, Dan=4), ["Dan puts 4 into the pool"]),
        (out_of(POOL, Cat=13), ["Cat takes 13 from the pool"]),
        (out_of(Pot("two-rows"), Cat=5), ["Cat takes 5 from the prize for two rows"]),
        (out_of(POOL, Ann=9, Ben=9), ["Ann and Ben take 9 each from the pool"]),
        (out_of(POOL, Ann=2, Ben=1, Cat=1), ["Ben and Cat take 1 each from the pool, Ann 2"]),
        (out_of(POOL, Ann=1, Ben=1, Cat=3, Dan=3), ["Ann and Ben take 1 each from the pool, Cat and Dan 3 each"]),
        (into("Dan", Ann=3), ["Ann pays Dan 3"]),
        (into("Dan", Ann=12, Ben=4), ["Ann pays Dan 12, Ben pays 4"]),
        (into("Dan", Ann=3, Ben=3), ["Ann and Ben pay Dan 3 each"]),
        (into("Dan", Ann=3, Ben=3, Cat=3), ["The others each pay Dan 3"]),
        (into("Dan", Ann=3, Ben=4, Cat=3), ["Ann and Cat pay Dan 3 each, Ben pays 4"]),
        (into(Pot("matrimony"), Ann=2), ["Ann adds 2 to Matrimony"]),
        (into(Pot("game"), Ann=1, Ben=1, Cat=1), ["Ann, Ben and Cat add 1 each to Game"]),
        (into(Pot("game"), Ann=1, Ben=1, Cat=1, Dan=1), ["Everyone adds 1 to Game"]),
        (out_of(Pot("pope"), Ann=6), ["Ann takes 6 from Pope"]),
        ([Posting(POOL, Pot("ace"), 5)], ["5 from the pool to Ace"]),
        (
            [*into("Dan", Ann=3), *out_of(POOL, Dan=8), *into(POOL, Ben=1)],
            ["Dan takes 8 from the pool", "Ann pays Dan 3", "Ben puts 1 into the pool"],
        ),
        ([*into(POOL, Ann=1), *into(POOL, Ann=2)], ["Ann puts 3 into the pool"]),
        (
            [*into(POOL, Ben=2), *out_of(POOL, Ann=5), *into(POOL, Cat=1)],
            ["Ben puts 2 into the pool, Cat 1", "Ann takes 5 from the pool"],
        ),
    ],
)
def test_what_changes_hands_is_said_in_sentences(postings: list[Posting], said: list[str]) -> None:
    assert changes_hands(postings, FOUR) == said


def test_more_than_half_are_the_others_and_fewer_are_named_by_what_they_take() -> None:
    eight = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"]
    three = out_of(POOL, Ann=2, Ben=2, Cat=2, Dan=5, Eve=5, Fay=7, Gus=8, Hal=9)
    said = "Ann, Ben and Cat take 2 each from the pool, Dan and Eve 5 each, Fay 7, Gus 8, Hal 9"
    assert changes_hands(three, eight) == [said]
    five = into("Ian", Ann=2, Ben=2, Cat=2, Dan=2, Eve=2, Fay=7, Gus=7, Hal=9)
    assert changes_hands(five, [*eight, "Ian"]) == ["Fay and Gus pay Ian 7 each, Hal pays 9, the others pay 2 each"]


def test_at_a_table_of_two_both_are_named() -> None:
    assert changes_hands(into(POOL, Ann=2, Ben=2), ["Ann", "Ben"]) == ["Ann and Ben put 2 each into the pool"]


def test_cards_left_are_paid_by_the_card() -> None:
    left = per_card({"Ann": 3, "Ben": 1, "Cat": 0}, "Dan", 2)
    assert changes_hands(left, FOUR) == ["Ann and Ben pay Dan 2 a card: Ann 6, Ben 2"]
    assert changes_hands(per_card({"Ann": 3, "Ben": 1, "Cat": 2}, "Dan", 1), FOUR) == [
        "The others pay Dan 1 a card: Ann 3, Ben 1, Cat 2"
    ]
    assert changes_hands(per_card({"Ann": 3}, "Dan", 1), FOUR) == ["Ann pays Dan 1 a card: 3"]
    twice = left + per_card({"Cat": 1}, "Dan", 4)
    assert changes_hands(twice, FOUR)[1] == "Cat pays Dan 4 a card: 4", "another price is another sentence"


def test_a_board_is_dressed_in_one_sentence() -> None:
    paid = [Posting("Ann", Pot("pope"), 4), Posting("Ann", Pot("ace"), 2), Posting("Ben", Pot("pope"), 2)]
    paid += [Posting("Ben", Pot("game"), 1), Posting("Cat", Pot("game"), 3), Posting("Ann", "Cat", 1)]
    assert changes_hands(paid, ("Ann", "Ben", "Cat")) == [
        "Ben and Cat put 3 each on the board, Ann 6 (that is Pope 6, Ace 2, Game 4)",
        "Ann pays Cat 1",
    ]


@pytest.mark.parametrize(
    ("postings", "said"),
    [
        ([], []),
        (into(POOL, Ben=2), []),
        (into(POOL, Ann=2, Ben=1), [("put", 2, "into the pool")]),
        ([*out_of(POOL, Ann=9), *into(POOL, Ann=2)], [("take", 9, "from the pool"), ("put", 2, "into the pool")]),
        (into("Ben", Ann=3), [("pay", 3, "to Ben")]),
        (into("Ann", Ben=3, Cat=4), [("take", 3, "from Ben"), ("take", 4, "from Cat")]),
        (into("Ann", Ben=3, Cat=4, Dan=5), [("take", 12, "in all")]),
        ([Posting("Ann", Pot("pope"), 2)], [("add", 2, "to Pope")]),
        ([Posting(Pot("knave"), "Ann", 2)], [("take", 2, "from Jack")]),
        ([Posting("Ann", Pot(pot), 2) for pot in "abc"], [("put", 6, "on the board")]),
        ([Posting(Pot(pot), "Ann", 1) for pot in "abc"], [("take", 3, "from the board")]),
    ],
)
def test_one_player_is_told_what_concerns_him(postings: list[Posting], said: list[tuple[str, int, str]]) -> None:
    assert own_part(postings, "Ann", initial_state(FOUR, start=30)) == said


def test_who_dresses_a_board_may_be_told_each_pot() -> None:
    state = initial_state(FOUR, start=30)
    laid = [Posting("Ann", Pot(pot), 2) for pot in ("pope", "ace", "game")]
    assert own_part(laid, "Ann", state, names_pots=True) == [("put", 2, "Pope"), ("put", 2, "Ace"), ("put", 2, "Game")]
    assert own_part(laid[:1], "Ann", state, names_pots=True) == own_part(laid[:1], "Ann", state)
    assert own_part(laid, "Ann", state, names_pots=True, unsaid=["ace"]) == [("put", 6, "on the board")]


def test_at_a_table_that_keeps_the_score_one_player_gains_or_loses() -> None:
    alone = initial_state(["Ann", "Ben", "Cat"])
    assert own_part(into("Ann", Ben=3, Cat=4), "Ann", alone) == [("gain", 7, "")]
    assert own_part(into("Ann", Ben=3, Cat=4), "Ben", alone) == [("lose", 3, "")]
    assert own_part(into("Ann", Cat=4), "Ben", alone) == []
    on_the_table = initial_state(["Ann", "Ben", "Cat"], start=30)
    assert own_part(into("Ann", Ben=3), "Ben", on_the_table) == [("pay", 3, "to Ann")]


def test_counters_are_said_in_the_pieces_of_a_box() -> None:
    def dozens(counters: int) -> str:
        return f"{counters // 12} dozen"

    said = changes_hands([*into(POOL, Ann=24, Ben=12, Cat=12, Dan=12), Posting("Ann", "Ben", 36)], FOUR, dozens)
    assert said == ["Ann puts 2 dozen into the pool, the others 1 dozen each", "Ann pays Ben 3 dozen"]


def test_counters_lie_on_the_table() -> None:
    assert changes_hands(into(Pot("table"), Ann=2), FOUR) == ["Ann puts 2 onto the table"]


def test_a_pot_that_a_house_calls_with_an_article_has_one_alone() -> None:
    assert changes_hands([Posting("Ann", Pot("The Kitty"), 2)], ["Ann", "Ben"]) == ["Ann puts 2 into the Kitty"]
    assert changes_hands([Posting(Pot("the"), "Ann", 2)], ["Ann", "Ben"]) == ["Ann takes 2 from the the"]
