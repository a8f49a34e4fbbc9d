"""Spin, rule by rule (SP)."""

from tests.tools.evening import FOUR, Evening, why_not


def spin(players: str = FOUR, **options: object) -> Evening:
    return Evening("spin", players, **options)


def test_sp_06_what_was_shown_is_remembered_when_the_other_follows() -> None:
    evening = spin().deal()
    shown = evening.state.game.by_name["shown"]
    evening.shown(pot="matrimony", player="Ann")
    assert shown.pot_taps(evening.state) == {"intrigue": {"pot": "intrigue"}}
    evening.shown(pot="intrigue", player="Ben")
    assert "has already been shown" in why_not(evening, "shown", pot="matrimony", player="Cat")


def test_sp_11_who_holds_spin_is_not_asked_once_it_is_played() -> None:
    evening = spin().deal()
    out = evening.state.game.by_name["out"]
    assert out.hidden(evening.state, {}) == ()
    assert out.hidden(evening.played(card="AD", player="Ann").state, {}) == ("spin_held_by",)
