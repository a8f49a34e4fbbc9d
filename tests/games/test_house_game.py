"""A game of the house, with a name and pots of its own."""

from typing import Any

import pytest

from companion.engine.errors import Malformed
from companion.engine.game import State
from companion.engine.playing import play
from companion.engine.structure import read
from companion.games import catalogue
from companion.games.house_game import Out
from companion.games.house_game.whole_hand import ByCall, ByPot, ByTricks, WholeHand, whole_hand
from tests.tools.evening import Evening, the_game

TWO_POTS = [{"pot": "kitty", "each": 2, "dealer": 1}, {"pot": "Best hand", "dealer": 3}]


def house_game(players: str = "Ann Ben Cat", **options: object) -> Evening:
    return Evening("house-game", players, **options)


def with_pots(players: str = "Ann Ben Cat", **options: object) -> Evening:
    return house_game(players, pots=TWO_POTS, **options)


def test_it_is_called_what_the_house_calls_it() -> None:
    evening = house_game(name="Old Maid")
    assert evening.memo == "Old Maid begins; Ann deals first."
    assert evening.state.game
    assert evening.state.game.title == "Old Maid"
    assert house_game().memo == "House game begins; Ann deals first."
    assert the_game("house-game").title == "House game"


def test_it_and_a_game_of_points_are_described_by_the_house() -> None:
    described = [key for key, game in catalogue().items() if game.of_the_house]
    assert described == ["house-game", "points-game"]


def test_the_next_game_has_its_own_name_again() -> None:
    evening = house_game(name="Old Maid").finish().begins("jig")
    assert evening.state.game
    assert evening.state.game.title == "Jig"


def test_nothing_is_said_of_how_the_cards_are_dealt() -> None:
    state = house_game().state
    assert the_game("house-game").by_name["deal"].hints(state) == []  # type: ignore[attr-defined]


def test_a_tap_on_a_pot_says_which_one_is_taken() -> None:
    state: State[Any, Any] = with_pots().deal().state
    by_name = the_game("house-game").by_name
    assert by_name["takes"].pot_taps(state) == {"kitty": {"pot": "kitty"}, "Best hand": {"pot": "Best hand"}}
    assert by_name["out"].pot_taps(house_game(pots=[{"pot": "game"}]).deal().state) == {}


def test_who_went_out_before_may_hold_no_card() -> None:
    state = house_game().deal().state
    assert Out.empty_handed(state) == state.playing


def test_a_pot_says_what_is_laid_in_it() -> None:
    kitty, _ = with_pots().state.options.pots_
    assert str(kitty) == "kitty: 2 from each, 1 more from the dealer"


@pytest.mark.parametrize(
    ("each", "dealer", "said"),
    [
        (2, 1, "kitty: 2 from each, 1 more from the dealer"),
        (2, 0, "kitty: 2 from each"),
        (0, 3, "kitty: 3 from the dealer"),
        (0, 0, "kitty: nothing goes in at a deal"),
    ],
)
def test_a_pot_says_whatever_is_laid_in_it(each: int, dealer: int, said: str) -> None:
    (pot,) = house_game(pots=[{"pot": "kitty", "each": each, "dealer": dealer}]).state.options.pots_
    assert str(pot) == said


ONE_POT = [{"pot": "pool", "each": 1, "dealer": 3}]
"""Six counters, once three have played."""


@pytest.mark.parametrize(
    ("pots", "looed", "asked"),
    [
        ([], None, ByCall),
        (ONE_POT, None, ByPot),
        (ONE_POT, 3, ByTricks),
        (ONE_POT, 0, ByTricks),
        (TWO_POTS, None, None),
    ],
)
def test_a_whole_hand_is_asked_as_its_pots_and_tricks_are(
    pots: list[dict[str, object]], looed: int | None, asked: type[WholeHand] | None
) -> None:
    state = house_game(pots=pots).deal().state
    assert whole_hand(state, looed) is asked
    if asked:
        assert asked.usual(state, looed) == ({"counters": looed or 6} if asked is ByTricks else {})
        assert whole(asked, state, **asked.sample).moves(state)


def whole(kind: type[WholeHand], state: State[Any, Any], **said: Any) -> WholeHand:
    hand: WholeHand = read(kind, {"each": {}} | said, "hand")
    return hand


@pytest.mark.parametrize(
    ("kind", "pots", "said", "balances"),
    [
        (ByTricks, ONE_POT, {"each": {"Ann": 2, "Ben": 1, "Cat": "looed"}, "counters": 3}, (0, 1, -4)),
        (ByPot, ONE_POT, {"each": {"Ann": "takes", "Cat": "pays"}, "counters": 2}, (2, -1, -3)),
        (ByPot, ONE_POT, {"each": {"Ben": "pays"}, "counters": 2}, (-4, -3, -1)),
        (ByCall, [], {"each": {"Ann": "is paid", "Cat": "pays"}, "counters": 2}, (6, 0, -6)),
    ],
)
def test_a_whole_hand_is_the_moves_of_a_sheet(
    kind: type[WholeHand], pots: list[dict[str, object]], said: dict[str, object], balances: tuple[int, ...]
) -> None:
    evening = house_game(pots=pots).deal()
    hand = whole(kind, evening.state, **said)
    moves = hand.moves(evening.state)
    assert moves[-1].name == "ends" and len(moves) > 1
    done, written = hand.effect(evening.state), evening.state
    for posting in done.postings:
        assert posting.counters
    for made in moves:
        written = play(written, made).state
    assert tuple(written.balances.values()) == balances
    assert done.memo.endswith("The hand ends.") and not done.state.open


@pytest.mark.parametrize(
    ("kind", "said", "why", "path"),
    [
        (ByPot, {}, "Choose somebody", ("each",)),
        (ByPot, {"each": {"Ben": "pays"}}, "How many counters?", ("counters",)),
        (ByTricks, {"each": {"Ben": 2}}, "A hand has 3 tricks: 2 so far", ("each",)),
    ],
)
def test_half_a_hand_is_refused_at_its_question(
    kind: type[WholeHand], said: dict[str, object], why: str, path: tuple[str, ...]
) -> None:
    state = house_game(pots=ONE_POT).deal().state
    with pytest.raises(Malformed, match=why) as refused:
        whole(kind, state, **said).moves(state)
    assert refused.value.path == path


def test_what_happened_is_said_by_each_kind_of_hand() -> None:
    with pytest.raises(NotImplementedError):
        WholeHand().happened(house_game().state)


def test_tricks_share_one_pot_and_calls_are_said_in_words() -> None:
    with pytest.raises(Malformed, match="looed: Tricks share one pot"):
        house_game(looed=3)
    evening = house_game(calls=[{"made": 10, "failed": 5}]).deal()
    assert evening.state.options.calls[0].summary() == "10, failed 5"
    assert evening.collects(player="Ben", counters=10).balances == [-10, 20, -10]
