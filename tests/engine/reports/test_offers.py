"""What is offered at the table now."""

from companion.engine.replay import initial_state
from companion.engine.reports.offers import Offer, offers, required
from tests.tools.evening import Evening


def offered(evening: Evening) -> dict[str, Offer]:
    return {offer.kind.name: offer for offer in offers(evening.state)}


def table(**options: object) -> Evening:
    return Evening("spoil-five", **options)


def test_before_the_first_game_nothing_is_offered() -> None:
    assert offers(initial_state(["Ann"])) == []


def test_when_the_game_is_over_nothing_is_offered() -> None:
    assert offered(table().finish()) == {}


def test_between_hands_the_deal_and_the_seats() -> None:
    now = offered(table())
    assert list(now) == ["deal", "dealer", "give", "count", "join", "leave", "sit_out", "finish"]
    assert now["deal"].plain
    assert (now["give"].players, now["give"].plain) == ((), False)


def test_in_a_hand_what_can_end_it() -> None:
    now = offered(table().deal())
    assert list(now) == ["won", "spoilt", "bar", "misdeal", "abandon", "give", "count"]
    assert now["won"].players == ("Ann", "Ben", "Cat", "Dan")
    assert now["spoilt"].plain


def test_only_who_can_be_named_is_offered() -> None:
    evening = table().sit_out(player="Cat").deal().bar(player="Ann", why="did-not-rob")
    assert offered(evening)["won"].players == ("Ben", "Dan")
    evening.abandon()
    assert offered(evening)["sit_in"].players == ("Cat",)
    assert offered(evening)["dealer"].players == ("Ann",), "of a move that is not a main one only the first"


def test_too_few_players_are_offered_no_deal() -> None:
    assert "deal" not in offered(Evening("spoil-five", "Ann"))
    assert "leave" not in offered(Evening("spoil-five", "Ann"))


def test_a_house_rule_hides_what_it_excludes() -> None:
    assert "jinked" in offered(table(jink=True).deal())
    assert "bar" not in offered(table(robbing="none").deal())


def test_some_moves_need_not_be_offered() -> None:
    named = [offer.kind.name for offer in offers(table().deal().state, {"won", "give"})]
    assert named == ["spoilt", "bar", "misdeal", "abandon", "count"]


def test_what_must_be_said() -> None:
    game = table().state.game
    assert game
    asked = {name: [field.name for field in required(kind)] for name, kind in game.by_name.items()}
    assert asked["join"] == ["player"]
    assert asked["give"] == ["from_", "to", "counters"]
    assert asked["count"] == ["counters"]
    assert asked["bar"] == ["player", "why"]


def test_several_players_are_not_offered_one_by_one() -> None:
    offer = offered(Evening("twenty-five").deal())["tricks"]
    assert (offer.players, offer.plain) == ((), False)
