"""Loto night, rule by rule (LH)."""

from collections.abc import Iterable
from typing import Any

import pytest

from companion.engine.errors import Malformed
from companion.engine.game import Manner, State
from companion.loto.rules.hall import (
    Given,
    HouseRules,
    PossibleClaim,
    nearest,
    possible_claims,
    prizes_of,
    still_there,
    verdict,
)
from companion.loto.rules.pack import in_sixes, pack
from companion.scoresheet import read_sheet
from tests.tools.evening import Evening, why_not

SEED = "0123456789abcdef0123456789abcdef"
CARDS = pack(SEED, 60)
THREE = [{"for": "row"}, {"for": "two-rows", "thing": "The hamper"}, {"for": "card"}]


def hall(*rounds: list[dict[str, Any]], **options: Any) -> Evening:
    """A pack of sixty, of which 1 to 24 are given out, 7 to 12 of them to Finn; a real bag."""
    programme = [*rounds] or [THREE]
    options = {"pack": SEED, "cards": 60, "drawn_by": "bag", "programme": programme} | options
    night = Evening("loto-hall", "Caller", **options)
    return night.give(first=1, last=6).give(first=13, last=24).give(first=7, last=12, to="Finn")


def draws(night: Evening, numbers: Iterable[int]) -> Evening:
    for number in numbers:
        night.drawn(number=number)
    return night


def on(card: int, *cells: tuple[int, int]) -> list[int]:
    """The numbers in places of a card."""
    return [CARDS[card][row - 1][place - 1] for row, place in cells]


def rows(card: int, count: int = 3) -> list[int]:
    """The numbers of the first rows of a card."""
    return [number for row in CARDS[card][:count] for number in row]


def given(state: State[Any, Any]) -> list[tuple[int, int, str]]:
    return [(each.first, each.last, each.to) for each in state.facts.given]


def takes_back(night: Evening, first: int, last: int) -> Evening:
    taken: Evening = getattr(night, "take-back")(first=first, last=last)
    return taken


def leaves_out(night: Evening, prize: int) -> Evening:
    left: Evening = getattr(night, "pass")(prize=prize)
    return left


def test_lh_01_a_pack_has_whole_sixes_and_its_seed_is_32_digits() -> None:
    assert prizes_of(Evening("loto-hall", "Caller", cards=1200).state)[0].prize.words == "a row"
    for cards, why in ((0, "from 6 to 1200, not 0"), (1206, "not 1206"), (100, "must be a multiple of 6, not 100")):
        with pytest.raises(Malformed, match=why):
            hall(cards=cards)
    with pytest.raises(Malformed, match="must be 32 hexadecimal digits"):
        hall(pack="Commerce")


def test_lh_03_a_prize_has_a_thing_or_none() -> None:
    hamper = prizes_of(hall().state)[1].prize
    assert (hamper.words, hamper.summary()) == ("two rows", "two rows (The hamper)")
    assert prizes_of(hall().state)[0].prize.summary() == "a row"
    with pytest.raises(Malformed, match="must not contain invisible characters"):
        game = {"game": "loto-hall", "options": {"programme": [[{"for": "row", "thing": "ham\u202e"}]]}, "moves": []}
        read_sheet(repr({"scoresheet": 1, "players": ["Ann"], "games": [game]}).replace("'", '"').encode())


def test_lh_03_the_rounds_come_in_their_order_and_no_more_of_them() -> None:
    night = hall([{"for": "ambo"}], [{"for": "terno"}, {"for": "card"}])
    assert night.state.facts.of_hand(night.state) == "Round 1"
    assert night.deal().memo == "Round 1 of 2 begins."
    assert [offered.prize.for_ for offered in prizes_of(night.state)] == ["ambo"]
    leaves_out(night, 1)
    assert night.memo == "Two in one row isn't played for any more. Round 1 is over."
    assert [(offered.prize.for_, bool(offered.award)) for offered in prizes_of(night.state)] == [("ambo", True)]
    assert night.state.facts.of_hand(night.state) == "Round 2"
    assert night.deal().state.facts.drawn == ()
    assert night.state.facts.hand_called(night.state) == "round 2 of 2"
    leaves_out(leaves_out(night, 1), 2)
    assert why_not(night, "deal") == "The programme is through: that was the last round."
    assert night.state.facts.of_hand(night.state) == "Round 2"
    assert night.finish().state.over


CORNERS = ((1, 1), (1, 5), (3, 1), (3, 5))
LANTERN = [[1, 3], [2, 2], [2, 4], [3, 3]]


@pytest.mark.parametrize(
    ("prize", "first", "last"),
    [
        ({"for": "row"}, [(2, 1), (2, 2), (2, 3), (2, 5), (1, 1)], (2, 4)),
        ({"for": "cinquina"}, [(3, 1), (3, 2), (3, 3), (3, 5), (1, 1)], (3, 4)),
        ({"for": "two-rows"}, [(1, n) for n in range(1, 6)] + [(3, n) for n in range(1, 5)], (3, 5)),
        ({"for": "card"}, [(row, n) for row in (1, 2, 3) for n in range(1, 6)][:-1], (3, 5)),
        ({"for": "early-five"}, [(1, 1), (2, 1), (3, 1), (3, 2)], (2, 5)),
        ({"for": "corners"}, CORNERS[:3], CORNERS[3]),
        ({"for": "ambo"}, [(1, 1), (2, 1), (3, 4)], (2, 5)),
        ({"for": "terno"}, [(1, 1), (1, 2), (3, 4), (3, 3)], (3, 1)),
        ({"for": "quaterna"}, [(1, 1), (1, 2), (1, 4), (3, 4), (3, 3)], (1, 5)),
        ({"for": "cells", "cells": LANTERN, "named": "The lantern"}, [(3, 3), (2, 2), (1, 3)], (2, 4)),
    ],
    ids=lambda given: given["for"] if isinstance(given, dict) else "",
)
def test_lh_04_a_pattern_is_complete_with_its_last_number(prize: Any, first: Any, last: Any) -> None:
    night = draws(hall([prize]).deal(), on(5, *first))
    assert verdict(night.state, 1, 5).since is None
    assert verdict(night.state, 1, 5).lacks == 1
    draws(night, on(5, last))
    assert verdict(night.state, 1, 5) == (len(first) + 1, 0, (), "")
    assert why_not(night, "claim", prize=1, cards=[5]) == ""


def test_lh_05_one_calls_and_nobody_stakes_anything() -> None:
    night = hall()
    assert night.state.options.pots() == () and not night.state.for_counters
    assert why_not(night.join(player="Ann"), "deal") == (
        "Only the caller sits at the table: the others must leave or sit out."
    )
    night.leave(player="Caller")
    assert night.deal().deals == "Ann"


def test_lh_06_cards_are_given_out_by_their_numbers_once() -> None:
    night = hall()
    assert given(night.state) == [(1, 6, ""), (7, 12, "Finn"), (13, 24, "")]
    assert night.give(first=30, last=30).memo == "Card 30: given out."
    assert night.give(first=25, last=26, to="Eve").memo == "Cards 25 to 26: given out.", "no name stands in the journal"
    assert why_not(night, "give", first=5, last=7) == "Card 5 was given out already."
    assert why_not(night, "give", first=9, last=14) == "Card 9 was given to Finn already."
    assert why_not(night, "give", first=60, last=61) == "There's no card 61: this pack has cards 1 to 60."
    with pytest.raises(Malformed, match="last must not be below first"):
        night.give(first=40, last=39)


def test_lh_06_cards_come_back_also_a_part_of_them() -> None:
    night = takes_back(hall(), 5, 8)
    assert night.memo == "Cards 5 to 8: taken back."
    assert given(night.state) == [(1, 4, ""), (9, 12, "Finn"), (13, 24, "")]
    assert given(takes_back(night, 15, 15).state)[2:] == [(13, 14, ""), (16, 24, "")]
    assert why_not(night, "take-back", first=14, last=16) == "Card 15 hasn't been given out."
    assert why_not(night, "take-back", first=61, last=62) == "There's no card 62: this pack has cards 1 to 60."
    assert given(night.give(first=5, last=8, to="Eve").state)[1] == (5, 8, "Eve")


def test_lh_06_no_round_begins_without_cards_and_only_those_given_out_win() -> None:
    assert why_not(Evening("loto-hall", "Caller"), "deal") == "No card is given out yet: give out the cards first."
    night = draws(hall().deal(), [*rows(30), *rows(20)])
    assert why_not(night, "claim", prize=1, cards=[30]) == "Card 30 hasn't been given out."
    assert why_not(night, "claim", prize=1, cards=[61]) == "There's no card 61: this pack has cards 1 to 60."
    assert 30 not in {claim.card for claim in possible_claims(night.state)}
    assert night.claim(prize=1, cards=[20]).state.facts.holder(20) == Given(13, 24)


def test_lh_07_a_claim_is_told_kindly_what_is_missing() -> None:
    night = draws(hall().deal(), [*rows(9, 1)[:3], *rows(9)[5:9]])
    first, second = rows(9, 1)[3:]
    assert verdict(night.state, 1, 9).missing == (rows(9)[9],)
    assert why_not(night, "claim", prize=1, cards=[9]) == f"Card 9 doesn't have a row yet: {rows(9)[9]} is missing."
    missing = sorted([first, second, rows(9)[9]])
    assert verdict(night.state, 2, 9, lambda number: f"<{number}>").refusal == (
        "Card 9 doesn't have two rows yet: <{}>, <{}> and <{}> are missing.".format(*missing)
    )
    assert why_not(night, "claim", prize=3, cards=[9]).endswith("the whole card yet: 8 are still missing.")


@pytest.mark.parametrize(("drawn", "said"), [(3, "2 more numbers are"), (4, "1 more number is")])
def test_lh_07_where_several_numbers_would_do_it_is_told_how_many(drawn: int, said: str) -> None:
    night = draws(hall([{"for": "early-five"}]).deal(), rows(9)[:drawn])
    assert why_not(night, "claim", prize=1, cards=[9]) == f"Card 9 doesn't have five numbers yet: {said} still missing."
    assert verdict(night.state, 1, 9).missing == tuple(sorted(rows(9)[drawn:]))


def test_lh_07_nothing_is_checked_before_the_first_number_or_between_rounds() -> None:
    night = hall()
    assert verdict(night.state, 1, 9).refusal == "No round is being played: start the next one first."
    assert possible_claims(night.state) == []
    assert verdict(night.deal().state, 1, 9).refusal == "No number has been drawn yet."
    assert nearest(night.state) == {1: 5, 2: 10, 3: 15}
    assert nearest(takes_back(night, 1, 24).state) == {}


def test_lh_07_a_late_claim_is_good_while_the_prize_is_there() -> None:
    night = draws(hall().deal(), [*rows(9, 1), 90, *rows(14, 1)])
    assert possible_claims(night.state)[:2] == [PossibleClaim(1, 9, 5), PossibleClaim(1, 14, 11)]
    assert nearest(night.state)[1] == 0
    night.claim(prize=1, cards=[14])
    assert night.memo == f"Card 14 has a row since number 11, the {rows(14, 1)[4]}."
    assert why_not(night, "claim", prize=1, cards=[9]) == "A row is gone: card 14 won it."
    assert [offered.place for offered in still_there(night.state)] == [2, 3] == [*nearest(night.state)]


def together(**options: Any) -> Evening:
    """Cards 9, of Finn, and 14 have a row."""
    return draws(hall(**options).deal(), [*rows(9, 1), *rows(14, 1)])


def test_lh_08_who_claim_together_share() -> None:
    night = together().claim(prize=1, cards=[9, 14])
    assert night.memo == "Card 9 (Finn) since number 5 and card 14 since number 10 share a row."
    award = prizes_of(night.state)[0].award
    assert award is not None and (award.winners, award.since, award.drawn) == ((9, 14), (5, 10), 10)
    assert why_not(together(), "claim", prize=1, cards=[9, 14], lot=9) == (
        "Leave the lot out: the prize isn't drawn by lot."
    )
    assert why_not(together(), "claim", prize=1, cards=[9, 9]) == "Card 9 is named twice."


def test_lh_08_or_one_of_them_draws_it_by_lot() -> None:
    night = together(ties="lot")
    said = "Several cards have the prize: say which of them drew it by lot."
    assert why_not(night, "claim", prize=1, cards=[9, 14]) == said
    assert why_not(night, "claim", prize=1, cards=[9, 14], lot=1) == said
    assert "isn't drawn by lot" in why_not(night, "claim", prize=1, cards=[9], lot=9)
    night.claim(prize=1, cards=[9, 14], lot=14)
    assert night.memo == (
        "Card 9 (Finn) since number 5 and card 14 since number 10 have a row; the lot falls to card 14."
    )
    assert why_not(night, "claim", prize=1, cards=[9]) == "A row is gone: card 14 won it."
    claim = night.state.game.by_name["claim"]  # type: ignore[union-attr]
    assert (claim.hidden(night.state, {}), claim.hidden(hall().state, {})) == ((), ("lot",))


def test_lh_09_the_round_ends_with_its_last_prize_won_or_left_out() -> None:
    night = draws(hall().deal(), rows(9)).claim(prize=3, cards=[9], who="Pat")
    assert night.memo == f"Card 9 (Finn) has the whole card since number 15, the {rows(9)[14]}. It goes to Pat."
    assert night.state.open
    assert leaves_out(night, 1).memo == "A row isn't played for any more."
    assert why_not(night, "claim", prize=1, cards=[9]) == "A row isn't played for any more in this round."
    night.claim(prize=2, cards=[9])
    assert night.memo.endswith(f"has two rows (The hamper) since number 10, the {rows(9)[9]}. Round 1 is over.")
    assert not night.state.open and night.state.facts.drawn == ()
    assert [(place, what, who) for place, what, who in night.state.facts.given_away(night.state)] == [
        ("Round 1", "a row", ""),
        ("Round 1", "two rows (The hamper)", "Finn, card 9"),
        ("Round 1", "the whole card", "Pat, card 9"),
    ]


def test_lh_01_any_number_of_cards_is_rounded_up_to_whole_sixes() -> None:
    assert [in_sixes(cards) for cards in (1, 6, 500)] == [6, 6, 504]
    assert HouseRules().manner() == Manner(in_rounds=True)
