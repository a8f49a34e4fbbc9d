"""Pope Joan, rule by rule (PJ)."""

from companion.engine.kit import FirstOut
from companion.games.jig import Out as JigOut
from companion.games.pope_joan import Deal, Out, Played
from tests.tools.evening import FOUR, Evening


def pope_joan(players: str = FOUR, **options: object) -> Evening:
    return Evening("pope-joan", players, **options)


def test_pj_09_what_a_tap_on_matrimony_or_intrigue_says() -> None:
    evening = pope_joan().deal()
    taps = evening.state.game.by_name["played"].pot_taps
    assert taps(evening.state)["matrimony"] == taps(evening.state)["intrigue"] == {}, "which card is still to be said"
    evening.played(player="Ann", card="king")
    assert taps(evening.state)["matrimony"] == {"card": "queen"}
    evening.played(player="Ann", card="queen")
    assert taps(evening.state)["intrigue"] == {"card": "knave"}
    assert "matrimony" not in taps(evening.state)
    turned = pope_joan().deal().turn_up(card="KH").state
    assert {"matrimony", "king"}.isdisjoint(taps(turned)), "nobody can play the card that was turned up"


def test_pj_12_what_stands_for_being_out_on_the_board_is_game_alone() -> None:
    evening = pope_joan().deal()
    assert evening.state.game.by_name["out"].pot_taps(evening.state) == {"game": {}}


def test_pj_05_where_penalties_dress_the_board_there_is_no_full_round() -> None:
    evening = pope_joan(dressed_by="dealer", leftovers="board")
    assert len(evening.state.game.by_name["deal"].hints(evening.state)) == 2


def test_what_a_form_need_not_ask() -> None:
    evening = pope_joan(leftovers="board")
    deal, played, out = (evening.state.game.by_name[name] for name in ("deal", "played", "out"))
    assert deal.hidden(evening.state, {}) == ("on",)
    assert deal.pot_taps(evening.state) == {}
    assert out.hidden(pope_joan().deal().state, {}) == ("penalties",)
    assert out.hidden(evening.deal().state, {}) == ()
    assert played.hidden(evening.state, {}) == played.hidden(evening.state, {"card": "pope"}) == ()
    assert played.hidden(evening.state, {"card": "king"}) == ("cards_left",)
    evening.played(card="pope", player="Ann", cards_left={})
    assert out.hidden(evening.state, {}) == ("pope_held_by",)
    evening.abandon()
    assert deal.hidden(evening.state, {}) == ()
    assert deal.pot_taps(evening.state)["ace"] == {"on": "ace"}


def test_what_was_answered_is_said_as_a_sentence() -> None:
    assert Played.as_sentence({"player": "Ann", "card": "Pope"}) == "Ann played Pope"
    assert Played.as_sentence({"card": "Pope"}) == "", "who played it is still asked"
    assert FirstOut.as_sentence({"player": "Ann"}) == "Ann went out"
    assert Deal.as_sentence({"turned": "Pope"}) == "", "its label stands before the answers"


def test_pj_21_the_dealer_who_stands_out_may_hold_no_card_though_another_is_out() -> None:
    evening = pope_joan().deal()
    assert Out.empty_handed(evening.state) == (evening.state.dealer,)
    assert JigOut.empty_handed(evening.state) == (), "where the whole pack is dealt nobody may"
