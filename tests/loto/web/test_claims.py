"""Claims that wait are kept in memory: they change with what is written, or not at all."""

import pytest

from companion.loto.web.claims import PendingClaim, PendingClaims


@pytest.mark.parametrize("before", [[], [PendingClaim("Ann", "row")]])
def test_a_claim_that_could_not_be_written_does_not_wait(before: list[PendingClaim]) -> None:
    claims = PendingClaims({"ABCDE": (3, 5, before)})
    with pytest.raises(OSError, match="full"), claims.put_back_on_failure("ABCDE"):
        claims._waiting["ABCDE"] = (3, 5, [*before, PendingClaim("Ben", "row")])
        raise OSError("the disk is full")
    assert claims._waiting["ABCDE"] == (3, 5, before)


def test_a_claim_that_was_written_waits() -> None:
    claims = PendingClaims()
    with claims.put_back_on_failure("ABCDE"):
        claims._waiting["ABCDE"] = (3, 5, [PendingClaim("Ben", "row")])
    assert claims._waiting["ABCDE"] == (3, 5, [PendingClaim("Ben", "row")])
