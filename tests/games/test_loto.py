"""Loto, first method, rule by rule (LO1)."""

from collections.abc import Iterable
from typing import Any

from companion.loto.rules.box import BOXES, bag, fingerprint
from companion.loto.rules.cards import PossibleClaim, offered, possible_claims, progress_of, waits_for_one
from tests.tools.evening import FOUR, Evening, why_not

SEED = "0123456789abcdef0123456789abcdef"


def table(players: str = FOUR, dealer: str = "Dan", **options: Any) -> Evening:
    """Dan calls; the others have one card of the box each, in seat order, himself included."""
    evening = Evening("loto", players, dealer, **options)
    for number, name in enumerate(players.split(), 1):
        evening.cards(player=name, numbers=[number])
    return evening


def dealt(players: str = FOUR, dealer: str = "Dan", **options: Any) -> Evening:
    return table(players, dealer, **options).deal()


def draws(evening: Evening, numbers: Iterable[int]) -> Evening:
    for number in numbers:
        evening.drawn(number=number)
    return evening


def card(number: int, rows: int = 3) -> list[int]:
    """The numbers of the first rows of a card of the box."""
    return [held for row in BOXES[24][number][:rows] for held in row]


def by(*claims: tuple[str, int]) -> list[dict[str, Any]]:
    return [{"player": player, "card": number} for player, number in claims]


def test_lo1_02_the_caller_pays_nothing_and_claims_nothing() -> None:
    evening = draws(dealt(), card(4))
    assert evening.balances == [-4, -4, -4, 0]
    said = why_not(evening, "claim", prize="card", by=by(("Dan", 4)))
    assert said == "Dan calls the numbers and doesn't play: there is nothing to claim."
    assert all(found.player != "Dan" for found in possible_claims(evening.state))


def test_lo1_05_all_cards_must_be_complete_where_the_house_says_so() -> None:
    evening = table(whole="all-cards", prizes="quarters").cards(player="Ann", numbers=[1, 5]).deal()
    draws(evening, card(1))
    assert why_not(evening, "claim", prize="two-rows", by=by(("Ann", 1))) == ""
    assert why_not(evening, "claim", prize="card", by=by(("Ann", 1))) == (
        "Ann doesn't have all of every card yet: 15 are still missing."
    )
    draws(evening, card(5)[:-1])
    assert (
        why_not(evening, "claim", prize="card", by=by(("Ann", 1)))
        == "Ann doesn't have all of every card yet: 86 is missing."
    )
    assert PossibleClaim("card", "Ann", 1, 30) not in possible_claims(evening.state)
    evening.drawn(number=86)
    assert PossibleClaim("card", "Ann", 1, 30) in possible_claims(evening.state)
    assert why_not(evening, "claim", prize="card", by=by(("Ann", 1), ("Ann", 5))) == "Ann is named twice with card 5."
    assert evening.claim(prize="card", by=by(("Ann", 5))).balances == [-8 + 4 + 8, -4, -4, 0]


def test_lo1_06_quarters_for_a_row_two_rows_on_one_card_and_the_card() -> None:
    evening = table(prizes="quarters").cards(player="Ann", numbers=[1, 5]).deal()
    assert evening.state.pots == {"row": 4, "two-rows": 4, "card": 8}
    draws(evening, [*card(1, 1), *card(5, 1)])
    evening.claim(prize="row", by=by(("Ann", 1)))
    assert (evening.memo, evening.balances[0]) == ("Ann has a row and takes 4 counters.", -8 + 4)
    assert why_not(evening, "claim", prize="two-rows", by=by(("Ann", 1))).startswith(
        "Ann doesn't have two rows on card 1"
    )
    assert why_not(evening, "claim", prize="row", by=by(("Ann", 5))) == "Ann has already had a row in this hand."
    draws(evening, BOXES[24][1][1]).claim(prize="two-rows", by=by(("Ann", 1)))
    assert evening.state.facts.summary() == "15 out, the last 89 · Ann had a row · Ann had two rows"
    draws(evening, BOXES[24][1][2]).claim(prize="card", by=by(("Ann", 1)))
    assert evening.balances == [8, -4, -4, 0]
    assert evening.state.facts.summary() == "Ann had a row · Ann had two rows · Ann had the whole card"
    assert evening.state.facts.prizes() == dict.fromkeys(("row", "two-rows", "card"), ("Ann",))
    assert evening.deal().state.facts.summary() == ""


def test_lo1_07_what_cannot_be_quartered_goes_to_the_card() -> None:
    evening = table(prizes="quarters", stake=5)
    deal = evening.state.game.by_name["deal"]  # type: ignore[union-attr]
    assert deal.hints(evening.state) == ["15 counters can't be quartered: the odd ones go to the prize for the card."]  # type: ignore[attr-defined]
    assert evening.deal().state.pots == {"row": 3, "two-rows": 3, "card": 9}
    assert deal.hints(table(stake=5).state) == []  # type: ignore[attr-defined]


SAVING = {"saving": True, "stake": 20}


def test_who_has_what_since_which_number() -> None:
    evening = draws(dealt(prizes="quarters"), [90, *card(1, 2), *card(3, 1), 28])
    (first,) = progress_of(evening.state, "Ann")
    assert first.since == (6, 11, None)
    assert first.missing == ((), (), (2, 35, 56, 74))
    assert (first.complete_since(1), first.complete_since(2), first.complete_since(3)) == (6, 11, None)
    assert (first.lacks(2), first.lacks(3)) == ((), (2, 35, 56, 74))
    assert possible_claims(evening.state) == [
        PossibleClaim("row", "Ann", 1, 6),
        PossibleClaim("row", "Cat", 3, 16),
        PossibleClaim("two-rows", "Ann", 1, 11),
    ]
    evening.claim(prize="row", by=by(("Ann", 1), ("Cat", 3)))
    assert possible_claims(evening.state) == [PossibleClaim("two-rows", "Ann", 1, 11)]
    assert possible_claims(draws(dealt(), card(1)).state) == [PossibleClaim("card", "Ann", 1, 15)]


def test_who_waits_for_one_number_lacks_it_alone() -> None:
    short = draws(dealt(prizes="quarters"), card(1, 1)[:-1]).state
    assert [prize for prize in offered(short) if waits_for_one(short, "Ann", prize)] == ["row"]
    assert not any(waits_for_one(short, "Cat", prize) for prize in offered(short))
    complete = draws(dealt(prizes="quarters"), card(1, 1)).state
    assert not waits_for_one(complete, "Ann", "row")


def with_fingerprint(**options: Any) -> Evening:
    return table(**options).deal(fingerprint=fingerprint(SEED))


def test_a_real_bag_has_no_fingerprint() -> None:
    evening = table(drawn_by="bag")
    said = "No fingerprint here: under the house rules the numbers come from a real bag."
    assert why_not(evening, "deal", fingerprint=fingerprint(SEED)) == said
    deal, claim = (evening.state.game.by_name[name] for name in ("deal", "claim"))  # type: ignore[union-attr]
    assert deal.hidden(evening.state, {}) == ("fingerprint",)
    assert deal.hidden(table().state, {}) == ()
    assert claim.hidden(table().state, {}) == ("saved",)
    assert claim.hidden(table(**SAVING).state, {"prize": "card"}) == ()


def test_a_row_is_complete_since_its_last_number_was_drawn_wherever_that_stands() -> None:
    evening = draws(dealt(prizes="quarters"), reversed(card(1, 1)))
    assert possible_claims(evening.state) == [PossibleClaim("row", "Ann", 1, 5)]


def test_lc_04_amended_cards_are_said_in_one_way() -> None:
    game = Evening("loto").state.game
    assert game
    amended, own = game.by_name["cards"].amended, {"own": [[[1] * 5] * 3]}
    assert amended({"player": "Ann"}, own) == {"player": "Ann"} | own, "one's own stay"
    assert amended({"player": "Ann", "unseen": 2}, own) == {"player": "Ann", "unseen": 2}
    assert amended({"player": "Ann"}, {}) == {"player": "Ann", "numbers": []}, "all go back"
    assert game.by_name["deal"].amended({}, {"fingerprint": "f"}) == {"fingerprint": "f"}


def test_a_word_that_is_mixed_in_changes_the_bag() -> None:
    evening = with_fingerprint().mix(word="rain in Köln").mix(word="Ann").mix(word="Ann")
    assert evening.memo == "“Ann” is mixed into the bag."
    words = ("rain in Köln", "Ann", "Ann")
    draws(evening, bag(SEED, words)[:4]).abandon().revealed(seed=SEED)
    assert len({bag(SEED), bag(SEED, words), bag(SEED, words[::-1])}) == 3
    unmixed = draws(with_fingerprint().mix(word="Ann"), bag(SEED)[:4]).abandon()
    assert "this seed's bag gives" in why_not(unmixed, "revealed", seed=SEED)


def test_what_came_out_of_the_apps_bag_nobody_can_have_forgotten() -> None:
    by_app, by_hand = table().state, table(drawn_by="bag").state
    assert by_app.game and set(by_app.game.alone(by_app)) == {"deal", "drawn", "revealed"}
    assert by_hand.game and by_hand.game.alone(by_hand) == ()
    other = Evening("spoil-five").state
    assert other.game and other.game.alone(other) == ()
