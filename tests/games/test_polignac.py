"""Polignac, rule by rule (PO)."""

from tests.tools.evening import Evening, the_game


def test_po_03_each_jack_is_shown_with_its_price() -> None:
    table = Evening("polignac", knave_price=2, polignac_price=5).deal().state
    assert the_game("polignac").by_name["took"].counters_beside(table) == {"JS": 5, "JH": 2, "JD": 2, "JC": 2}
